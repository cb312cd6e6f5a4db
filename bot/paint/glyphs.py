"""What stands on a counter: weapons and ranks as vectors, drawn in the square from (-1, -1) to (1, 1).

Every glyph has two colours: `ink` for itself and `ground`, that of the counter, for the lines within it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from bot.paint.colours import Colour
from bot.paint.vector import Brush, arc, bezier, oval

__all__ = ["Glyph", "draw_glyph"]


class Glyph(StrEnum):
    SWORD = "sword"
    AXE = "axe"
    GREAT_AXE = "great_axe"
    JAVELIN = "javelin"
    PIKE = "pike"
    BOW = "bow"
    MARKSMAN = "marksman"
    SLING = "sling"
    HERO = "hero"
    CROWN = "crown"
    REINS = "reins"
    HORSE = "horse"


def draw_glyph(brush: Brush, glyph: Glyph, ink: Colour, ground: Colour) -> None:
    _DRAWN[glyph](brush, ink, ground)


def _sword(b: Brush, ink: Colour, ground: Colour) -> None:
    b = b.at(0, 0, 1, 45)
    b.poly([(0, -1.3), (0.17, -1.02), (0.17, 0.42), (-0.17, 0.42), (-0.17, -1.02)], ink)
    b.stroke([(0, -0.92), (0, 0.3)], 0.05, ground)
    b.stroke([(-0.48, 0.46), (0.48, 0.46)], 0.2, ink)
    b.stroke([(0, 0.5), (0, 1.0)], 0.2, ink)
    b.disc(0, 1.1, 0.19, ink)


def _axe(b: Brush, ink: Colour, ground: Colour) -> None:
    b = b.at(0, 0, 1, 38)
    b.stroke([(0.0, -1.05), (0.0, 1.15)], 0.19, ink)
    blade = [
        (0.0, -0.9),
        *bezier((0.1, -0.86), (0.4, -0.86), (0.6, -1.0), (0.72, -1.16)),
        *bezier((0.72, -1.16), (1.06, -0.72), (1.06, -0.2), (0.72, 0.2)),
        *bezier((0.72, 0.2), (0.6, 0.02), (0.4, -0.12), (0.1, -0.16)),
        (0.0, -0.12),
    ]
    b.poly(blade, ink)
    b.stroke(bezier((0.66, -0.94), (0.84, -0.62), (0.84, -0.34), (0.66, -0.04)), 0.06, ground)


def _great_axe(b: Brush, ink: Colour, ground: Colour) -> None:
    b.stroke([(0.0, -0.95), (0.0, 1.05)], 0.18, ink)
    for mirror in (False, True):
        side = b.at(0, 0, 1, 0, mirror)
        side.poly(
            [
                (0.0, -0.66),
                *bezier((0.1, -0.6), (0.4, -0.62), (0.62, -0.8), (0.74, -1.0)),
                *bezier((0.74, -1.0), (1.1, -0.6), (1.1, 0.04), (0.74, 0.42)),
                *bezier((0.74, 0.42), (0.62, 0.22), (0.4, 0.06), (0.1, 0.02)),
                (0.0, 0.06),
            ],
            ink,
        )
        side.stroke(bezier((0.72, -0.76), (0.9, -0.46), (0.9, -0.14), (0.72, 0.18)), 0.06, ground)


def _javelin(b: Brush, ink: Colour, ground: Colour) -> None:
    """Two to throw, side by side."""
    turned = b.at(0, 0, 1, 45)
    for x, y in ((-0.27, 0.16), (0.27, -0.1)):
        one = turned.at(x, y)
        one.stroke([(0, -0.6), (0, 1.05)], 0.13, ink)
        one.poly([(0, -1.3), (0.21, -0.78), (0, -0.52), (-0.21, -0.78)], ink)


def _pike(b: Brush, ink: Colour, ground: Colour) -> None:
    """A long thrusting weapon over the whole counter, with a crossbar."""
    b = b.at(0, 0.06, 0.9, 12)
    b.stroke([(0, -0.6), (0, 1.3)], 0.18, ink)
    leaf = bezier((0, -1.42), (0.46, -0.86), (0.4, -0.6), (0.0, -0.3))
    b.poly([*leaf, *[(-x, y) for x, y in reversed(leaf)]], ink)
    b.stroke([(0, -1.06), (0, -0.62)], 0.07, ground)
    b.stroke([(-0.46, -0.16), (0.46, -0.16)], 0.17, ink)


def _bow(b: Brush, ink: Colour, ground: Colour) -> None:
    b = b.at(-0.06, 0.06, 1, -45)
    limb = bezier((-0.1, -1.12), (0.24, -0.82), (0.62, -0.5), (0.62, 0))
    limb += bezier((0.62, 0), (0.62, 0.5), (0.24, 0.82), (-0.1, 1.12))
    b.stroke(limb, 0.19, ink)
    b.stroke([(-0.1, -1.1), (-0.36, 0), (-0.1, 1.1)], 0.075, ink)
    b.stroke([(-0.62, 0), (1.05, 0)], 0.12, ink)
    b.poly([(1.4, 0), (0.94, -0.25), (0.94, 0.25)], ink)
    for x in (-0.56, -0.76):
        b.stroke([(x, 0), (x - 0.18, -0.2)], 0.1, ink)
        b.stroke([(x, 0), (x - 0.18, 0.2)], 0.1, ink)


def _marksman(b: Brush, ink: Colour, ground: Colour) -> None:
    """A bow, and the mark it never misses."""
    _bow(b.at(-0.2, 0.22, 0.86), ink, ground)
    b.disc(0.68, -0.66, 0.46, ground)
    b.disc(0.68, -0.66, 0.38, ink)
    b.disc(0.68, -0.66, 0.24, ground)
    b.disc(0.68, -0.66, 0.12, ink)


def _sling(b: Brush, ink: Colour, ground: Colour) -> None:
    b.stroke(bezier((-0.75, 0.95), (-1.05, 0.1), (-0.55, -0.75), (0.1, -0.75), 20), 0.14, ink)
    b.stroke(bezier((-0.75, 0.95), (-0.1, 0.9), (0.5, 0.4), (0.62, -0.2), 20), 0.14, ink)
    b.stroke(bezier((0.05, -0.78), (0.45, -0.75), (0.68, -0.5), (0.64, -0.12), 20), 0.3, ink)
    b.disc(0.42, -0.48, 0.36, ground)
    b.disc(0.42, -0.48, 0.27, ink)
    b.disc(-0.75, 0.95, 0.13, ink)


def _hero(b: Brush, ink: Colour, ground: Colour) -> None:
    """A plumed helmet."""
    plume = [
        *bezier((-1.0, 0.3), (-1.2, -0.7), (-0.5, -1.2), (0.3, -1.02)),
        *bezier((0.3, -1.02), (0.55, -0.95), (0.62, -0.82), (0.6, -0.7)),
        *bezier((0.6, -0.7), (-0.2, -0.9), (-0.7, -0.4), (-0.72, 0.3)),
    ]
    b.poly(plume, ink)
    b.poly(
        [
            *arc(0.12, 0.02, 0.7, 180, 360, 20),
            (0.82, 0.3), (0.52, 0.36), (0.52, 0.62), (0.66, 1.02), (0.34, 1.02), (0.1, 0.55), (-0.1, 0.55),
            (-0.28, 1.0), (-0.58, 1.0),
        ],
        ink,
    )  # fmt: skip
    b.poly([(0.12, 0.04), (0.86, 0.04), (0.86, 0.2), (0.12, 0.2)], ground)
    b.stroke(bezier((-0.62, -0.1), (-0.5, -0.62), (0.0, -0.78), (0.5, -0.62)), 0.08, ground)


def _crown(b: Brush, ink: Colour, ground: Colour) -> None:
    b.poly([(-0.82, 0.72), (-1.02, -0.5), (-0.48, -0.02), (0, -0.86), (0.48, -0.02), (1.02, -0.5), (0.82, 0.72)], ink)
    for x, y in ((-1.02, -0.58), (0, -0.95), (1.02, -0.58)):
        b.disc(x, y, 0.16, ink)
    b.stroke([(-0.72, 0.42), (0.72, 0.42)], 0.1, ground)


def _reins(b: Brush, ink: Colour, ground: Colour) -> None:
    """A wheel: who drives."""
    b.disc(0, 0, 1.0, ink)
    b.disc(0, 0, 0.78, ground)
    for turn in range(0, 180, 45):
        b.at(0, 0, 1, turn).stroke([(-0.85, 0), (0.85, 0)], 0.13, ink)
    b.disc(0, 0, 0.28, ink)
    b.disc(0, 0, 0.1, ground)


def _horse(b: Brush, ink: Colour, ground: Colour) -> None:
    """A horse's head."""
    b.poly(
        [
            *bezier((-0.62, 1.05), (-0.78, 0.3), (-0.66, -0.5), (-0.02, -0.86)),
            (0.02, -1.16), (0.22, -0.92),
            *bezier((0.22, -0.92), (0.5, -0.8), (0.62, -0.5), (0.72, -0.22)),
            *bezier((0.72, -0.22), (0.86, 0.04), (1.0, 0.12), (0.94, 0.36)),
            *bezier((0.94, 0.36), (0.84, 0.56), (0.6, 0.56), (0.46, 0.36)),
            *bezier((0.46, 0.36), (0.3, 0.2), (0.12, 0.2), (0.06, 0.2)),
            *bezier((0.06, 0.2), (0.06, 0.5), (0.34, 0.74), (0.42, 1.05)),
        ],
        ink,
    )  # fmt: skip
    b.disc(0.34, -0.42, 0.09, ground)
    b.stroke(bezier((-0.42, 0.8), (-0.5, 0.2), (-0.42, -0.3), (-0.1, -0.62)), 0.08, ground)
    b.poly(oval(0.76, 0.3, 0.06, 0.05), ground)


_DRAWN: Mapping[Glyph, Callable[[Brush, Colour, Colour], None]] = {
    Glyph.SWORD: _sword,
    Glyph.AXE: _axe,
    Glyph.GREAT_AXE: _great_axe,
    Glyph.JAVELIN: _javelin,
    Glyph.PIKE: _pike,
    Glyph.BOW: _bow,
    Glyph.MARKSMAN: _marksman,
    Glyph.SLING: _sling,
    Glyph.HERO: _hero,
    Glyph.CROWN: _crown,
    Glyph.REINS: _reins,
    Glyph.HORSE: _horse,
}
