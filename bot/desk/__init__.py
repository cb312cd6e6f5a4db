"""The desk: one path for everything that people ask of Herold, whether typed, pressed or chosen.

`desk.Desk` is the door. It knows battles and rooms, and says what it has to say as `bot.answer` data; how that looks
and how it travels is not its business.
"""
