"""What stands in a field: stones, bushes, fences, walls, trees. Drawn like the textures in `landscape`.

`links` says on which sides the same kind goes on (1 top, 2 right, 4 bottom, 8 left), for what runs along in a line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import pairwise

from bot.paint.colours import Rgb, mix, rgb, with_alpha
from bot.paint.terrain import Terrain
from bot.paint.vector import Brush, Point, bezier, box, oval

__all__ = ["LINKED", "OBJECTS", "draw_crown", "draw_stair", "draw_trunk"]

_SHADOW = rgb("#5c5a40")
_STONE = rgb("#a39d93")
_STONE_DARK = rgb("#6f6962")
_STONE_LIGHT = rgb("#c9c4ba")
_WOOD = rgb("#8a623c")
_WOOD_DARK = rgb("#5b3f27")
_MASONRY = rgb("#8d857b")


def _stone(b: Brush, x: float, y: float, r: float, turn: float) -> None:
    b.poly(oval(x + 0.02, y + r * 0.55, r * 1.08, r * 0.5), with_alpha(_SHADOW, 0.45))
    one = b.at(x, y, r, turn)
    one.poly(
        [(-0.95, 0.35), (-0.75, -0.5), (-0.1, -0.92), (0.65, -0.62), (1.0, 0.1), (0.62, 0.72), (-0.4, 0.8)], _STONE_DARK
    )
    one.poly(
        [(-0.8, 0.28), (-0.64, -0.42), (-0.08, -0.76), (0.52, -0.5), (0.72, 0.06), (0.3, 0.4), (-0.4, 0.5)], _STONE
    )
    one.poly([(-0.64, -0.42), (-0.08, -0.76), (0.42, -0.52), (-0.12, -0.16)], _STONE_LIGHT)


def _boulders(b: Brush, dice: random.Random, links: int) -> None:
    _stone(b, 0.17 + dice.uniform(-0.03, 0.03), -0.14, 0.21, dice.uniform(-15, 15))
    _stone(b, -0.18, 0.04 + dice.uniform(-0.03, 0.03), 0.25, dice.uniform(-15, 15))
    _stone(b, 0.19, 0.23, 0.17, dice.uniform(-15, 15))


def _leaves(b: Brush, x: float, y: float, r: float, dice: random.Random, dark: Rgb, mid: Rgb, light: Rgb) -> None:
    """A round bush: dark foot, leafy rim, light top."""
    b.poly(oval(x, y + r * 0.78, r * 0.95, r * 0.3), with_alpha(_SHADOW, 0.35))
    lobes = 8
    start = dice.uniform(0, 45)
    for i in range(lobes):
        lobe = b.at(x, y, 1, start + i * 360 / lobes)
        lobe.disc(r * 0.62, 0, r * 0.42, dark)
    b.disc(x, y, r * 0.8, dark)
    for i in range(lobes):
        lobe = b.at(x - r * 0.06, y - r * 0.1, 1, start + i * 360 / lobes)
        lobe.disc(r * 0.5, 0, r * 0.34, mid)
    b.disc(x - r * 0.06, y - r * 0.1, r * 0.6, mid)
    for i in range(3):
        spot = b.at(x - r * 0.16, y - r * 0.22, 1, start + i * 120)
        spot.disc(r * 0.26, 0, r * 0.2, light)


def _bush(b: Brush, dice: random.Random, links: int) -> None:
    colours = rgb("#6f8a4a"), rgb("#93ad63"), rgb("#b4c985")
    _leaves(b, -0.16, 0.1, 0.21, dice, *colours)
    _leaves(b, 0.19, -0.1, 0.17, dice, *colours)


def _thicket(b: Brush, dice: random.Random, links: int) -> None:
    colours = rgb("#3f5d33"), rgb("#5b7f45"), rgb("#7fa05f")
    _leaves(b, 0.2, -0.2, 0.24, dice, *colours)
    _leaves(b, -0.22, -0.14, 0.25, dice, *colours)
    _leaves(b, 0.05, 0.17, 0.29, dice, *colours)


def _thorns(b: Brush, dice: random.Random, links: int) -> None:
    """Tangled canes with spikes."""
    dark, cane = rgb("#5a3d3a"), rgb("#85564d")
    b.poly(oval(0, 0.3, 0.4, 0.12), with_alpha(_SHADOW, 0.3))
    for x, height, lean in (
        (-0.26, 0.5, 0.34),
        (0.22, 0.56, -0.4),
        (0.02, 0.62, 0.2),
        (-0.08, 0.36, -0.3),
        (0.3, 0.3, 0.1),
    ):
        line = bezier(
            (x, 0.32), (x, 0.32 - height * 0.7), (x + lean * 0.5, 0.3 - height), (x + lean, 0.36 - height), 10
        )
        b.stroke(line, 0.055, dark)
        b.stroke(line, 0.03, cane)
        for i in range(2, 10, 2):
            px, py = line[i]
            side = 1 if i % 4 else -1
            b.poly([(px - 0.03, py), (px + 0.03, py), (px + side * 0.1, py - 0.07)], dark)
    for x, y in ((-0.2, -0.06), (0.12, -0.2), (0.24, 0.08)):
        b.disc(x, y, 0.045, rgb("#b0383d"))


def _runs(links: int) -> list[int]:
    """The ways (degrees from the right) in which something runs through its field; alone it runs from left to right."""
    ways = [turn for bit, turn in ((2, 0), (4, 90), (8, 180), (1, 270)) if links & bit] or [0, 180]
    return [*ways, (ways[0] + 180) % 360] if len(ways) == 1 else ways


def _fence(b: Brush, dice: random.Random, links: int) -> None:
    """Posts and rails, running on where the next field has a fence too."""
    for turn in _runs(links):
        run = b.at(0, 0, 1, turn)
        for y in (-0.09, 0.09):
            run.stroke([(0, y), (0.5, y)], 0.075, _WOOD_DARK)
            run.stroke([(0, y), (0.5, y)], 0.045, rgb("#b08a5a"))
    for x, y in ((0.0, 0.0), *(_POSTS[turn] for turn in _runs(links))):
        b.poly(box(x - 0.055, y - 0.2, x + 0.055, y + 0.24, 0.03), _WOOD_DARK)
        b.poly(box(x - 0.04, y - 0.19, x + 0.03, y + 0.2, 0.03), rgb("#c49d6a"))


_POSTS = {0: (0.33, 0.0), 90: (0.0, 0.33), 180: (-0.33, 0.0), 270: (0.0, -0.33)}


def _hedge(b: Brush, dice: random.Random, links: int) -> None:
    """A trimmed hedge, running on where the next field has one too."""
    dark, mid, light = rgb("#2f4a2c"), rgb("#4a6d3c"), rgb("#6e9257")
    ends = _runs(links)
    for colour, wide, dy in ((dark, 0.5, 0.03), (mid, 0.4, -0.02)):
        for turn in ends:
            reach = 0.5 if links & {0: 2, 90: 4, 180: 8, 270: 1}[turn] else 0.26
            run = b.at(0, dy, 1, turn)
            run.poly([(0, -wide / 2), (reach, -wide / 2), (reach, wide / 2), (0, wide / 2)], colour)
            if reach < 0.5:
                run.disc(reach, 0, wide / 2, colour)
        b.disc(0, dy, wide / 2, colour)
    for turn in ends:
        run = b.at(0, -0.03, 1, turn)
        for _ in range(5):
            run.disc(dice.uniform(0.02, 0.42), dice.uniform(-0.13, 0.13), 0.045, light)


def _masonry(b: Brush) -> None:
    b.poly([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], rgb("#5f5952"))
    for row in range(4):
        y = -0.49 + row * 0.25
        edges = (-0.5, -0.12, 0.26, 0.5) if row % 2 else (-0.5, -0.3, 0.08, 0.46, 0.5)
        for x0, x1 in pairwise(edges):
            if x1 - x0 > 0.06:
                b.poly(box(x0 + 0.012, y + 0.012, x1 - 0.012, y + 0.235, 0.03), _MASONRY)
                b.poly(box(x0 + 0.012, y + 0.012, x1 - 0.012, y + 0.09, 0.03), mix(_MASONRY, rgb("#ffffff"), 0.22))


def _wall(b: Brush, dice: random.Random, links: int) -> None:
    _masonry(b)


def _opening(b: Brush, links: int) -> Brush:
    """A brush turned so that the wall runs from left to right."""
    return b.at(0, 0, 1, 90) if links & 5 and not links & 10 else b


def _window(b: Brush, dice: random.Random, links: int) -> None:
    _masonry(b)
    run = _opening(b, links)
    run.poly(box(-0.34, -0.3, 0.34, 0.3, 0.04), _WOOD_DARK)
    run.poly(box(-0.28, -0.24, 0.28, 0.24, 0.02), rgb("#cfe4ee"))
    run.poly([(-0.28, 0.24), (-0.28, 0.02), (0.06, -0.24), (0.2, -0.24)], rgb("#eef6fa"))
    run.stroke([(0, -0.25), (0, 0.25)], 0.055, _WOOD_DARK)
    run.stroke([(-0.28, 0), (0.28, 0)], 0.045, _WOOD_DARK)


def _door(b: Brush, dice: random.Random, links: int) -> None:
    _masonry(b)
    run = _opening(b, links)
    run.poly(box(-0.36, -0.42, 0.36, 0.5, 0.1), rgb("#4a3420"))
    run.poly(box(-0.29, -0.35, 0.29, 0.5, 0.08), rgb("#a8763f"))
    for x in (-0.1, 0.1):
        run.stroke([(x, -0.33), (x, 0.48)], 0.025, rgb("#6d4a26"))
    for y in (-0.16, 0.24):
        run.stroke([(-0.28, y), (0.2, y)], 0.05, rgb("#4a3420"))
    run.disc(0.2, 0.06, 0.05, rgb("#ecd9a0"))


OBJECTS: Mapping[Terrain, Callable[[Brush, random.Random, int], None]] = {
    Terrain.BOULDERS: _boulders,
    Terrain.BUSH: _bush,
    Terrain.THICKET: _thicket,
    Terrain.THORNS: _thorns,
    Terrain.FENCE: _fence,
    Terrain.HEDGE: _hedge,
    Terrain.WALL: _wall,
    Terrain.WINDOW: _window,
    Terrain.DOOR: _door,
}

_HOUSE = frozenset((Terrain.WALL, Terrain.WINDOW, Terrain.DOOR))
LINKED: Mapping[Terrain, frozenset[Terrain]] = {
    Terrain.FENCE: frozenset((Terrain.FENCE,)),
    Terrain.HEDGE: frozenset((Terrain.HEDGE,)),
    Terrain.WINDOW: _HOUSE,
    Terrain.DOOR: _HOUSE,
}
"""What runs on into which kinds beside it."""


def draw_crown(b: Brush, spots: list[Point], dice: random.Random) -> None:
    """The crown of one tree seen from above; `spots` are the middles of its fields, seen from the brush's origin."""
    dark, mid, light = rgb("#6a8a52"), rgb("#93b077"), rgb("#b1c996")
    for x, y in spots:
        for i in range(9):
            lobe = b.at(x, y + 0.045, 1, i * 40 + dice.uniform(-8, 8))
            lobe.disc(0.33, 0, 0.2, with_alpha(rgb("#4b4a2a"), 0.28))
    joints = [
        ((x + ox) / 2, (y + oy) / 2, 0 if y == oy else 90)
        for i, (x, y) in enumerate(spots)
        for ox, oy in spots[i + 1 :]
        if abs(x - ox) + abs(y - oy) == 1
    ]
    for colour, reach, size, dy in ((dark, 0.33, 0.19, 0.0), (mid, 0.3, 0.175, -0.025)):
        for x, y in spots:
            b.disc(x, y + dy, 0.4, colour)
            for i in range(9):
                b.at(x, y + dy, 1, i * 40).disc(reach, 0, size, colour)
        for x, y, turn in joints:
            joint = b.at(x, y + dy, 1, turn)
            for side in (-0.24, 0.0, 0.24):
                joint.disc(0, side, size + 0.04, colour)
    for x, y in spots:
        for _ in range(7):
            px, py = x + dice.uniform(-0.36, 0.36), y + dice.uniform(-0.38, 0.32)
            leaf = bezier(
                (px - 0.07, py + 0.02), (px - 0.04, py - 0.05), (px + 0.04, py - 0.05), (px + 0.07, py + 0.02), 5
            )
            b.stroke(leaf, 0.026, dice.choice((light, light, dark)))


def draw_trunk(b: Brush, dice: random.Random) -> None:
    """A trunk with its roots and rings."""
    for i in range(6):
        root = b.at(0, 0.01, 1, i * 60 + dice.uniform(-12, 12))
        root.poly([(0, -0.11), (0.4, 0), (0, 0.11)], _WOOD_DARK)
    b.disc(0, 0, 0.29, _WOOD_DARK)
    b.disc(0, 0, 0.24, rgb("#a97c4f"))
    b.disc(0, 0, 0.175, _WOOD)
    b.disc(0, 0, 0.135, rgb("#c39a68"))
    b.disc(0, 0, 0.075, _WOOD)
    b.disc(0, 0, 0.04, rgb("#c39a68"))


def draw_stair(b: Brush) -> None:
    """Steps, for a field from which a stair leads to another floor."""
    b.poly(box(-0.36, -0.36, 0.36, 0.36, 0.06), rgb("#6d6458"))
    for i in range(5):
        shade = mix(rgb("#f2ead8"), rgb("#9b9080"), i / 5)
        b.poly(
            [(-0.3, -0.3 + i * 0.125), (0.3, -0.3 + i * 0.125), (0.3, -0.2 + i * 0.125), (-0.3, -0.2 + i * 0.125)],
            shade,
        )
