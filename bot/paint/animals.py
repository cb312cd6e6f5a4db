"""Horses and the cart behind them, seen from above with the front at the top; one unit is one field."""

from __future__ import annotations

from bot.paint.colours import Rgb, mix, rgb
from bot.paint.vector import Brush, bezier, box, oval

__all__ = ["draw_cart", "draw_horse"]

_COATS = (rgb("#a9744a"), rgb("#8c5b39"), rgb("#c19a6b"), rgb("#6f4a31"))
_LINE = rgb("#2f2118")
_GONE = rgb("#d9d4c8")


def draw_horse(b: Brush, width: float, length: float, alive: bool, coat: int) -> None:
    """One animal on a strip `width` wide and `length` long; the origin is the middle of the front edge."""
    scale = min(width, length / 2)
    b = b.at(0, (length - 2 * scale) / 2, scale)
    colour = _COATS[coat % len(_COATS)]
    dark = mix(colour, _LINE, 0.55)
    if not alive:
        _outline(b, _GONE, 0.0)
        for a, c in (((-0.26, 0.55), (0.26, 1.5)), ((0.26, 0.55), (-0.26, 1.5))):
            b.stroke([a, c], 0.09, rgb("#b3261e"))
        return
    _outline(b, _LINE, 0.035)
    _outline(b, colour, 0.0)
    b.stroke(bezier((0, 0.5), (0.03, 0.62), (-0.03, 0.74), (0, 0.9)), 0.085, _LINE)
    b.poly(oval(0, 0.235, 0.03, 0.09), mix(colour, rgb("#ffffff"), 0.75))
    for side in (-1, 1):
        b.poly([(side * 0.045, 0.44), (side * 0.13, 0.33), (side * 0.135, 0.47)], dark)
        b.disc(side * 0.045, 0.13, 0.018, _LINE)
    b.stroke([(-0.1, 0.21), (0.1, 0.21)], 0.035, _LINE)
    b.stroke(bezier((-0.25, 1.0), (-0.1, 0.92), (0.1, 0.92), (0.25, 1.0)), 0.05, _LINE)
    b.poly(oval(0.0, 1.5, 0.1, 0.14), mix(colour, rgb("#ffffff"), 0.16))


def _outline(b: Brush, colour: Rgb, grow: float) -> None:
    g = grow
    body = [
        *bezier((-0.09 - g, 0.12 - g), (-0.05, 0.06 - g), (0.05, 0.06 - g), (0.09 + g, 0.12 - g), 8),
        *bezier((0.09 + g, 0.12), (0.12 + g, 0.25), (0.14 + g, 0.36), (0.12 + g, 0.48), 8),
        *bezier((0.12 + g, 0.48), (0.14 + g, 0.62), (0.2 + g, 0.7), (0.25 + g, 0.84), 8),
        *bezier((0.25 + g, 0.84), (0.3 + g, 1.02), (0.24 + g, 1.12), (0.25 + g, 1.3), 8),
        *bezier((0.25 + g, 1.3), (0.31 + g, 1.5), (0.26 + g, 1.72), (0.0, 1.76 + g), 8),
    ]
    b.poly(body + [(-x, y) for x, y in reversed(body)], colour)
    b.poly([(-0.07 - g, 1.7), *bezier((-0.07 - g, 1.7), (-0.1 - g, 1.82), (-0.06, 1.92 + g), (0.02, 1.95 + g), 8),
            *bezier((0.02, 1.95 + g), (0.1 + g, 1.88), (0.08 + g, 1.78), (0.07 + g, 1.7), 8)],
           mix(colour, _LINE, 0.6) if grow == 0.0 and colour != _GONE else colour)  # fmt: skip


def draw_cart(b: Brush, across: float, front: float, end: float) -> None:
    """The pole between the animals, and the cart on the rows behind them."""
    middle = across / 2
    wood, dark = rgb("#c9a26a"), rgb("#5a4027")
    b.stroke([(middle, 0.8), (middle, front + 0.3)], 0.11, dark)
    b.stroke([(middle, 0.8), (middle, front + 0.3)], 0.06, wood)
    b.stroke([(0.3, 0.98), (across - 0.3, 0.98)], 0.1, dark)
    b.stroke([(0.3, 0.98), (across - 0.3, 0.98)], 0.055, wood)
    axle = (front + end) / 2 + (end - front - 1) * 0.2
    b.stroke([(0.12, axle), (across - 0.12, axle)], 0.12, dark)
    for x in (0.17, across - 0.17):
        b.poly(box(x - 0.085, axle - 0.4, x + 0.085, axle + 0.4, 0.08), dark)
        b.poly(box(x - 0.05, axle - 0.36, x + 0.05, axle + 0.36, 0.05), rgb("#8a6a45"))
        for y in (-0.22, 0.0, 0.22):
            b.stroke([(x - 0.05, axle + y), (x + 0.05, axle + y)], 0.03, dark)
    b.poly(box(0.27, front + 0.06, across - 0.27, end - 0.1, 0.2), dark)
    b.poly(box(0.32, front + 0.11, across - 0.32, end - 0.15, 0.16), wood)
    planks = max(3, round((across - 0.64) / 0.28))
    for i in range(1, planks):
        x = 0.32 + (across - 0.64) * i / planks
        b.stroke([(x, front + 0.16), (x, end - 0.2)], 0.025, rgb("#a37f4b"))
