"""Lines across square fields, from the centre of one to the centre of another.

A line either passes through the interior of a field or touches it at a corner; the two are kept apart, because games
judge them differently. Everything is computed in whole numbers, so that a corner is met exactly or not at all. Which
fields block or protect is the rulebook's business.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.memo import remembered
from rules.board.square import Field

__all__ = ["Line", "nearest_lines", "trace"]


@dataclass(frozen=True, slots=True)
class Line:
    """What lies between two fields. Everything comes in order from start to end."""

    start: Field
    end: Field
    crossed: tuple[Field, ...]
    """The fields strictly between start and end whose interior the line passes."""
    touched: tuple[Field, ...]
    """The fields the line touches at a corner only."""
    pairs: tuple[tuple[Field, Field], ...]
    """The same fields corner by corner: the two the line squeezes between there, the upper one first."""
    diagonal: bool
    """Whether the line runs along one of the four diagonal directions."""


@remembered(65536)
def trace(a: Field, b: Field) -> Line:
    """The line from the centre of `a` to the centre of `b`."""
    x, y = a
    nx, ny = abs(b[0] - x), abs(b[1] - y)
    sx, sy = (1 if b[0] > x else -1), (1 if b[1] > y else -1)
    crossed: list[Field] = []
    pairs: list[tuple[Field, Field]] = []

    # The i-th vertical field edge is crossed at (2i+1)/2nx of the way, the j-th horizontal one at (2j+1)/2ny.
    # `lead` is the difference of the two over their common denominator: its sign says which comes first, 0 is a corner.
    lead = ny - nx
    while (x, y) != b:
        if lead == 0:
            beside, beyond = (x + sx, y), (x, y + sy)
            pairs.append((beside, beyond) if sy > 0 else (beyond, beside))
        before = lead
        if before <= 0:
            x += sx
            lead += 2 * ny
        if before >= 0:
            y += sy
            lead -= 2 * nx
        crossed.append((x, y))
    touched = tuple([field for pair in pairs for field in pair])
    return Line(a, b, tuple(crossed[:-1]), touched, tuple(pairs), diagonal=nx == ny != 0)


def nearest_lines(a_fields: Sequence[Field], b_fields: Sequence[Field]) -> tuple[tuple[Field, Field], ...]:
    """The pairs of fields, one of each board, that lie nearest to each other.

    Counted in steps first, then as the crow flies; pairs equal in both are all kept, in the boards' own order.
    """
    best: tuple[int, int] | None = None
    nearest: list[tuple[Field, Field]] = []
    for a in a_fields:
        for b in b_fields:
            dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
            apart = (max(dx, dy), dx * dx + dy * dy)
            if best is None or apart < best:
                best, nearest = apart, [(a, b)]
            elif apart == best:
                nearest.append((a, b))
    return tuple(nearest)
