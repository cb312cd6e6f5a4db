"""Small round marks on the rim of a counter: what it has done, what it carries, what it leads."""

from __future__ import annotations

from bot.paint.colours import INK, WHITE, rgb
from bot.paint.scene import Badge
from bot.paint.vector import Brush, arc, bezier, box

__all__ = ["BADGE_NAMES", "draw_badge", "draw_chest"]

BADGE_NAMES = {
    Badge.MOVED: "hat gezogen",
    Badge.FOUGHT: "hat gekämpft",
    Badge.CHEST: "trägt die Kiste",
    Badge.REINS: "führt Tiere",
}


def draw_badge(brush: Brush, badge: Badge) -> None:
    """Fill the unit circle of the brush."""
    if badge is Badge.CHEST:
        brush.disc(0, 0, 1.0, WHITE)
        brush.disc(0, 0, 0.88, rgb("#f0dfb4"))
        draw_chest(brush.at(0, 0.02, 0.62))
        return
    brush.disc(0, 0, 1.0, WHITE)
    brush.disc(0, 0, 0.84, INK)
    match badge:
        case Badge.MOVED:
            for x in (-0.36, 0.12):
                brush.stroke([(x, -0.42), (x + 0.36, 0), (x, 0.42)], 0.2, WHITE)
        case Badge.FOUGHT:
            for turn in (45, -45):
                blade = brush.at(0, 0, 1, turn)
                blade.stroke([(0, -0.58), (0, 0.52)], 0.16, WHITE)
                blade.stroke([(-0.2, 0.24), (0.2, 0.24)], 0.13, WHITE)
        case Badge.REINS:
            shoe = [*arc(0, -0.08, 0.44, 150, 390, 20)]
            brush.stroke(shoe, 0.24, WHITE)
            brush.stroke(bezier(shoe[0], (-0.4, 0.3), (-0.36, 0.42), (-0.3, 0.5), 6), 0.22, WHITE)
            brush.stroke(bezier(shoe[-1], (0.4, 0.3), (0.36, 0.42), (0.3, 0.5), 6), 0.22, WHITE)


def draw_chest(brush: Brush) -> None:
    """A chest in the square from (-1, -1) to (1, 1)."""
    wood, dark, iron = rgb("#a5713a"), rgb("#5a3a1c"), rgb("#e3c86a")
    brush.poly([*arc(0, -0.1, 1.02, 180, 360, 20), (1.02, 0.84), (-1.02, 0.84)], dark)
    brush.poly([*arc(0, -0.1, 0.86, 188, 352, 20)], wood)
    brush.poly(box(-0.86, 0.02, 0.86, 0.7, 0.05), wood)
    for x in (-0.56, 0.56):
        brush.stroke([(x, -0.66), (x, 0.7)], 0.14, iron)
    brush.poly(box(-0.2, -0.24, 0.2, 0.3, 0.08), iron)
    brush.disc(0, 0.0, 0.09, dark)
