"""Geometry: where things stand, what lies between them, how far one gets.

Each kind of ground has a module of its own, and none is the normal case: `square` for square fields, with `lines` for
the lines of sight across them. Hexes and the open table stand beside them under their own names. `paths` belongs to all
of them: it knows nodes and costs and nothing of their shape. `memo` keeps what is asked for again and again.

No rule of any game lives here. What a field costs, which corner blocks a shot and how far a turn may swing is said by
the rulebook's own module, which asks this one where the fields are.
"""
