"""Dice faces: the outline of the die as it lies, its number, and whether it counted."""

from __future__ import annotations

import math

from PIL import Image

from bot.paint.cache import Store, pixels
from bot.paint.colours import INK, MUTED, WHITE, Rgb, mix, rgb
from bot.paint.text import Weight, draw_text
from bot.paint.vector import Brush, Point, box

__all__ = ["die_face"]

_IVORY = rgb("#fffdf6")
_faces: Store[Image.Image] = Store(8_000_000, pixels)
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die_face(sides: int, face: int, counted: bool | None, colour: Rgb, size: int, text: int) -> Image.Image:
    """A die that counted is filled with the colour and ticked, one that did not is pale, any other is ivory."""
    key = (sides, face, counted, colour, size, text)
    return _faces.get(key, lambda: _draw(sides, face, counted, colour, size, text))


def _draw(sides: int, face: int, counted: bool | None, colour: Rgb, size: int, text: int) -> Image.Image:
    fill, line, ink = {
        True: (colour, mix(colour, rgb("#000000"), 0.35), WHITE),
        False: (rgb("#e7e1d3"), rgb("#a59d8d"), MUTED),
        None: (_IVORY, INK, INK),
    }[counted]
    brush = Brush(size, size)
    die = brush.at(size / 2, size / 2, size / 2)
    if sides == 6:
        die.poly(box(-0.92, -0.92, 0.92, 0.92, 0.3), line)
        die.poly(box(-0.82, -0.82, 0.82, 0.82, 0.24), fill)
        for x, y in _PIPS[face]:
            die.disc(x * 0.46, y * 0.46, 0.17, ink)
        image = brush.finish()
    else:
        corners, inner = _SHAPES.get(sides, (10, 0))
        crease = mix(fill, line, 0.5)
        die.poly(_polygon(corners, 0.98), line)
        die.poly(_polygon(corners, 0.88), fill)
        if inner:
            for near, far in zip(_polygon(inner, 0.62), _polygon(inner, 0.92), strict=True):
                die.stroke([near, far], 0.045, crease)
            die.stroke(_polygon(inner, 0.64), 0.045, crease, closed=True)
        image = brush.finish()
        # A pentagon and a triangle stand on their base: their middle lies below that of the square round them.
        low = {3: 0.12, 5: 0.03}.get(inner or corners, 0.0)
        draw_text(image, (size / 2, size * (0.5 + low)), str(face), text, ink, Weight.BOLD, "m", size * 0.8)
    if counted:
        _tick(image, size)
    return image


_SHAPES = {4: (3, 0), 8: (6, 0), 10: (8, 0), 12: (10, 5), 20: (6, 0)}
"""Corners of the outline, and of the face within it."""


def _polygon(corners: int, r: float) -> list[Point]:
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [(r * math.sin(turn), -r * math.cos(turn)) for turn in turns]


def _tick(image: Image.Image, size: int) -> None:
    wide = round(size * 0.42)
    brush = Brush(wide, wide)
    b = brush.at(wide / 2, wide / 2, wide / 2)
    b.disc(0, 0, 1.0, WHITE)
    b.disc(0, 0, 0.84, rgb("#1d7a3a"))
    b.stroke([(-0.42, 0.02), (-0.12, 0.34), (0.44, -0.34)], 0.24, WHITE)
    image.alpha_composite(brush.finish(), (image.width - wide, 0))
