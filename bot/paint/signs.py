"""The second sign of a side beside its colour: a plain shape, drawn the same on counters, in legends and headers."""

from __future__ import annotations

from enum import StrEnum

from bot.paint.colours import Colour
from bot.paint.vector import Brush

__all__ = ["Sign", "draw_sign"]


class Sign(StrEnum):
    TRIANGLE = "triangle"
    DISC = "disc"
    SQUARE = "square"
    DIAMOND = "diamond"
    CROSS = "cross"
    BARS = "bars"


def draw_sign(brush: Brush, sign: Sign, colour: Colour) -> None:
    """Fill the unit circle of the brush."""
    match sign:
        case Sign.TRIANGLE:
            brush.poly([(0, -0.95), (1.0, 0.8), (-1.0, 0.8)], colour)
        case Sign.DISC:
            brush.disc(0, 0, 0.88, colour)
        case Sign.SQUARE:
            brush.poly([(-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)], colour)
        case Sign.DIAMOND:
            brush.poly([(0, -1.08), (0.95, 0), (0, 1.08), (-0.95, 0)], colour)
        case Sign.CROSS:
            brush.poly([(-0.3, -0.95), (0.3, -0.95), (0.3, 0.95), (-0.3, 0.95)], colour)
            brush.poly([(-0.95, -0.3), (0.95, -0.3), (0.95, 0.3), (-0.95, 0.3)], colour)
        case Sign.BARS:
            for y in (-0.85, -0.2, 0.45):
                brush.poly([(-0.85, y), (0.85, y), (0.85, y + 0.4), (-0.85, y + 0.4)], colour)
