"""How the ground looks: the colours of areas, and the textures that tell one kind from another by shape.

Drawings fill one field of any form: the origin is its middle, the unit its width. Their chance is seeded, so that the
same field always looks the same. What stands on the ground is drawn in `features`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.paint.colours import Rgb, rgb
from bot.paint.terrain import Terrain
from bot.paint.vector import Brush, Point, bezier, oval

__all__ = ["AREAS", "FLAT", "MEADOW", "TEXTURES", "VARIANTS", "Area"]

VARIANTS = 4

MEADOW = rgb("#e6e4c3")
_GRASS = rgb("#c5c894")
_WATER = rgb("#69a9cf")
_WATER_EDGE = rgb("#2f6f9f")
_SHALLOW = rgb("#a9d3e6")
_FORD = rgb("#c8dcd6")


@dataclass(frozen=True, slots=True)
class Area:
    """Neighbouring fields of these kinds flow together into one shape. Later areas lie on earlier ones."""

    kinds: frozenset[Terrain]
    fill: Rgb
    edge: Rgb | None = None
    edge_width: float = 0.0
    step: Rgb | None = None
    """The dark lower side of a height."""
    dashed: bool = False


def _kinds(*kinds: Terrain) -> frozenset[Terrain]:
    return frozenset(kinds)


AREAS: tuple[Area, ...] = (
    Area(_kinds(Terrain.SLOPE_GREEN, Terrain.SLOPE_BROWN), rgb("#cfd69b"), rgb("#9aa866"), 0.035, rgb("#8a9656")),
    Area(_kinds(Terrain.SLOPE_BROWN), rgb("#cdb080"), rgb("#a07f4f"), 0.035, rgb("#7d6138")),
    Area(_kinds(Terrain.MOUNTAIN, Terrain.CLIFF), rgb("#c3bbad"), rgb("#8f877b"), 0.04, rgb("#6f6962")),
    Area(_kinds(Terrain.CLIFF), rgb("#7b756d"), rgb("#4f4b46"), 0.04, rgb("#403c38")),
    Area(_kinds(Terrain.CLAY), rgb("#dba381"), rgb("#b57a55"), 0.03),
    Area(_kinds(Terrain.ROAD), rgb("#f3e9d0"), rgb("#b99a6b"), 0.03, dashed=True),
    Area(_kinds(Terrain.SWAMP, Terrain.JUNGLE_SWAMP), rgb("#b9c3a4"), rgb("#8c9a77"), 0.03),
    Area(_kinds(Terrain.JUNGLE_SWAMP), rgb("#8aa283"), rgb("#5f7a5c"), 0.03),
    Area(_kinds(Terrain.SHALLOWS, Terrain.DEEP_WATER, Terrain.FORD), _SHALLOW, _WATER_EDGE, 0.05),
    Area(_kinds(Terrain.DEEP_WATER), _WATER, _WATER_EDGE, 0.02),
    Area(_kinds(Terrain.FORD), _FORD),
)

FLAT: Mapping[Terrain, Rgb] = {
    **{kind: area.fill for area in AREAS for kind in area.kinds},
    Terrain.MEADOW: MEADOW,
    Terrain.BOULDERS: rgb("#a39d93"),
    Terrain.BUSH: rgb("#a9bd7c"),
    Terrain.THICKET: rgb("#7f9c5a"),
    Terrain.THORNS: rgb("#9a7a72"),
    Terrain.BRANCHES: rgb("#8fb071"),
    Terrain.TRUNK: rgb("#6d7f4c"),
    Terrain.FENCE: rgb("#8a623c"),
    Terrain.HEDGE: rgb("#54733f"),
    Terrain.WALL: rgb("#8d857b"),
    Terrain.WINDOW: rgb("#a9c6d6"),
    Terrain.DOOR: rgb("#8a623c"),
}
"""One colour for each kind, for the locator where a field is a few pixels."""


# -- textures of areas ------------------------------------------------------------------------------------------------


def _tuft(b: Brush, x: float, y: float, size: float, colour: Rgb, width: float = 0.022) -> None:
    for lean in (-0.55, 0.0, 0.55):
        b.stroke([(x + lean * size * 0.25, y), (x + lean * size, y - size * (1.0 - abs(lean) * 0.25))], width, colour)


def _meadow(b: Brush, dice: random.Random) -> None:
    for _ in range(dice.choice((0, 1, 1, 2))):
        _tuft(b, dice.uniform(-0.34, 0.34), dice.uniform(-0.26, 0.38), 0.09, _GRASS)


def _road(b: Brush, dice: random.Random) -> None:
    """Trodden stones."""
    for _ in range(7):
        x, y = dice.uniform(-0.4, 0.4), dice.uniform(-0.4, 0.4)
        b.poly(oval(x, y, dice.uniform(0.025, 0.045), 0.022, dice.uniform(-20, 20)), rgb("#cfb98f"))


def _clay(b: Brush, dice: random.Random) -> None:
    """Dried ground, cracked."""
    crack = rgb("#a86f4b")
    for x, y in ((-0.2, -0.14), (0.2, 0.18)):
        x, y = x + dice.uniform(-0.06, 0.06), y + dice.uniform(-0.06, 0.06)
        start = dice.uniform(0, 120)
        for turn in (0, 125, 235):
            arm = b.at(x, y, 1, start + turn + dice.uniform(-15, 15))
            length = dice.uniform(0.15, 0.24)
            arm.stroke([(0, 0), (length * 0.5, 0.02), (length, -0.02)], 0.022, crack)


def _slope(b: Brush, dice: random.Random, colour: Rgb) -> None:
    """Hatching of a hillside."""
    for row in range(3):
        y = -0.3 + row * 0.28
        for column in range(3):
            x = -0.3 + column * 0.28 + (0.12 if row % 2 else 0) + dice.uniform(-0.03, 0.03)
            b.stroke(bezier((x, y), (x - 0.02, y + 0.05), (x - 0.05, y + 0.09), (x - 0.1, y + 0.13), 5), 0.026, colour)


def _wave(b: Brush, x: float, y: float, length: float, colour: Rgb, width: float) -> None:
    third = length / 2
    line: list[Point] = []
    for i in range(2):
        left = x - length / 2 + i * third
        line += bezier((left, y), (left + third * 0.3, y - 0.07), (left + third * 0.7, y - 0.07), (left + third, y), 8)
    b.stroke(line, width, colour)


def _shallows(b: Brush, dice: random.Random) -> None:
    _wave(b, dice.uniform(-0.2, 0.2), -0.2, 0.36, rgb("#7db6d2"), 0.026)
    _wave(b, dice.uniform(-0.2, 0.2), 0.24, 0.36, rgb("#7db6d2"), 0.026)
    for _ in range(3):
        b.disc(dice.uniform(-0.38, 0.38), dice.uniform(-0.05, 0.1), 0.026, rgb("#c9b88f"))


def _deep_water(b: Brush, dice: random.Random) -> None:
    for y in (-0.28, 0.02, 0.32):
        _wave(b, dice.uniform(-0.14, 0.14), y, 0.56, rgb("#3d7fae"), 0.034)


def _ford(b: Brush, dice: random.Random) -> None:
    """Stones to step on."""
    for x, y in ((-0.26, -0.26), (0.2, -0.3), (-0.02, -0.02), (-0.28, 0.24), (0.26, 0.2)):
        x, y = x + dice.uniform(-0.05, 0.05), y + dice.uniform(-0.05, 0.05)
        rx = dice.uniform(0.09, 0.13)
        b.poly(oval(x + 0.01, y + 0.025, rx, 0.085, dice.uniform(-20, 20)), rgb("#7fa3ad"))
        b.poly(oval(x, y, rx, 0.08, dice.uniform(-20, 20)), rgb("#d8cdb4"))


def _swamp(b: Brush, dice: random.Random) -> None:
    """Reeds over still water."""
    for x, y in ((-0.22, -0.06), (0.2, 0.3)):
        x, y = x + dice.uniform(-0.06, 0.06), y + dice.uniform(-0.05, 0.05)
        b.stroke([(x - 0.17, y + 0.03), (x + 0.17, y + 0.03)], 0.03, rgb("#6fa0b5"))
        for lean in (-0.09, 0.0, 0.09):
            b.stroke([(x + lean * 0.5, y), (x + lean, y - 0.24)], 0.026, rgb("#5f7448"))
        b.stroke([(x, y - 0.2), (x, y - 0.3)], 0.05, rgb("#7a5a36"))
    b.stroke([(0.06, -0.3), (0.28, -0.3)], 0.028, rgb("#6fa0b5"))
    b.stroke([(-0.34, 0.34), (-0.16, 0.34)], 0.028, rgb("#6fa0b5"))


def _jungle_swamp(b: Brush, dice: random.Random) -> None:
    """Pools under ferns."""
    b.poly(oval(-0.18, 0.22, 0.2, 0.11), rgb("#4f7f8c"))
    b.poly(oval(0.24, -0.24, 0.15, 0.08), rgb("#4f7f8c"))
    for x, y in ((0.16, 0.2), (-0.18, -0.2)):
        fern = b.at(x + dice.uniform(-0.04, 0.04), y + dice.uniform(-0.04, 0.04), 1, dice.uniform(0, 40))
        for turn in range(0, 360, 60):
            leaf = fern.at(0, 0, 1, turn)
            leaf.poly([(0, 0), *bezier((0, 0), (0.08, -0.09), (0.17, -0.08), (0.25, 0), 6),
                       *bezier((0.25, 0), (0.17, 0.05), (0.08, 0.05), (0, 0), 6)], rgb("#2f5a3a"))  # fmt: skip
            leaf.stroke([(0.03, 0), (0.2, -0.005)], 0.014, rgb("#7fa374"))


def _mountain(b: Brush, dice: random.Random) -> None:
    """Peaks that can be climbed."""
    for x, y, size in ((-0.17, 0.12, 0.25), (0.2, 0.28, 0.2), (0.16, -0.16, 0.18)):
        x, y = x + dice.uniform(-0.04, 0.04), y + dice.uniform(-0.03, 0.03)
        b.poly([(x - size, y + size * 0.5), (x, y - size), (x + size, y + size * 0.5)], rgb("#8f8779"))
        b.poly([(x, y - size), (x + size, y + size * 0.5), (x + size * 0.12, y + size * 0.5)], rgb("#6d665b"))
        snow = [(x, y - size), (x + size * 0.3, y - size * 0.5), (x, y - size * 0.32), (x - size * 0.3, y - size * 0.5)]
        b.poly(snow, rgb("#eee9df"))


def _cliff(b: Brush, dice: random.Random) -> None:
    """Sheer rock, hatched."""
    for i in range(6):
        x = -0.4 + i * 0.16 + dice.uniform(-0.02, 0.02)
        b.stroke([(x - 0.07, 0.4), (x + 0.09, -0.4)], 0.03, rgb("#4a4641"))
    b.poly([(-0.3, 0.28), (-0.36, 0.0), (-0.12, -0.26), (0.16, -0.3), (0.34, -0.02), (0.28, 0.28)], rgb("#9a938a"))
    b.poly([(-0.3, 0.28), (-0.02, 0.02), (0.34, -0.02), (0.28, 0.28)], rgb("#6a645d"))
    b.poly([(-0.12, -0.26), (0.16, -0.3), (-0.02, 0.02), (-0.36, 0.0)], rgb("#b7b1a7"))


TEXTURES: Mapping[Terrain, Callable[[Brush, random.Random], None]] = {
    Terrain.MEADOW: _meadow,
    Terrain.ROAD: _road,
    Terrain.CLAY: _clay,
    Terrain.SLOPE_GREEN: lambda b, dice: _slope(b, dice, rgb("#96a35f")),
    Terrain.SLOPE_BROWN: lambda b, dice: _slope(b, dice, rgb("#94723f")),
    Terrain.SHALLOWS: _shallows,
    Terrain.DEEP_WATER: _deep_water,
    Terrain.FORD: _ford,
    Terrain.SWAMP: _swamp,
    Terrain.JUNGLE_SWAMP: _jungle_swamp,
    Terrain.MOUNTAIN: _mountain,
    Terrain.CLIFF: _cliff,
}
