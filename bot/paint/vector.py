"""A brush for small vector drawings: everything is drawn several times as large and scaled down, so edges are smooth.

A brush knows where its origin lies, how large its unit is and how it is turned. Shapes are written once in their own
coordinates (x to the right, y down) and serve every size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from bot.paint.colours import Colour

__all__ = ["SUPERSAMPLING", "Brush", "Point", "arc", "bezier", "box", "oval", "shadowed"]

Point: TypeAlias = tuple[float, float]

SUPERSAMPLING = 4


def arc(cx: float, cy: float, r: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Points on a circle; degrees clockwise from the right, as the eye sees them."""
    return [
        (cx + r * math.cos(math.radians(a)), cy + r * math.sin(math.radians(a)))
        for a in (start + (end - start) * i / steps for i in range(steps + 1))
    ]


def oval(cx: float, cy: float, rx: float, ry: float, turn: float = 0.0, steps: int = 28) -> list[Point]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    points = []
    for i in range(steps):
        x, y = rx * math.cos(2 * math.pi * i / steps), ry * math.sin(2 * math.pi * i / steps)
        points.append((cx + x * cos - y * sin, cy + x * sin + y * cos))
    return points


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 14) -> list[Point]:
    points = []
    for i in range(steps + 1):
        t = i / steps
        s = 1 - t
        points.append(
            (
                s**3 * a[0] + 3 * s * s * t * b[0] + 3 * s * t * t * c[0] + t**3 * d[0],
                s**3 * a[1] + 3 * s * s * t * b[1] + 3 * s * t * t * c[1] + t**3 * d[1],
            )
        )
    return points


def box(x0: float, y0: float, x1: float, y1: float, r: float = 0.0) -> list[Point]:
    """A rectangle with rounded corners."""
    r = min(r, (x1 - x0) / 2, (y1 - y0) / 2)
    if r <= 0:
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return [
        *arc(x1 - r, y0 + r, r, -90, 0, 8),
        *arc(x1 - r, y1 - r, r, 0, 90, 8),
        *arc(x0 + r, y1 - r, r, 90, 180, 8),
        *arc(x0 + r, y0 + r, r, 180, 270, 8),
    ]


class Brush:
    """Draws on a transparent ground of `width` by `height` final pixels."""

    def __init__(self, width: int, height: int, supersampling: int = SUPERSAMPLING) -> None:
        self._factor = supersampling
        self._image = Image.new("RGBA", (max(1, width) * supersampling, max(1, height) * supersampling))
        self._draw = ImageDraw.Draw(self._image)
        self._x = self._y = 0.0
        self._scale = float(supersampling)
        self._cos, self._sin = 1.0, 0.0
        self._mirror = 1.0

    def at(self, x: float, y: float, unit: float = 1.0, turn: float = 0.0, mirror: bool = False) -> Brush:
        """The same ground with another origin, unit and turn (degrees clockwise)."""
        new = object.__new__(Brush)
        new._factor, new._image, new._draw = self._factor, self._image, self._draw
        new._x, new._y = self._map((x, y))
        new._scale = self._scale * unit
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        new._cos = self._cos * cos - self._sin * sin
        new._sin = self._sin * cos + self._cos * sin
        new._mirror = -self._mirror if mirror else self._mirror
        return new

    def _map(self, point: Point) -> Point:
        x, y = point[0] * self._scale * self._mirror, point[1] * self._scale
        return self._x + x * self._cos - y * self._sin, self._y + x * self._sin + y * self._cos

    def _points(self, points: Iterable[Point]) -> list[Point]:
        return [self._map(point) for point in points]

    def poly(self, points: Sequence[Point], fill: Colour) -> None:
        self._draw.polygon(self._points(points), fill=fill)

    def stroke(self, points: Sequence[Point], width: float, colour: Colour, closed: bool = False) -> None:
        """A line with round ends and joints."""
        device = self._points([*points, points[0]] if closed else points)
        w = max(1, round(width * self._scale))
        if len(device) > 1:
            self._draw.line(device, fill=colour, width=w, joint="curve")
        r = w / 2
        for x, y in (device[0], device[-1]):
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def disc(self, x: float, y: float, r: float, fill: Colour) -> None:
        cx, cy = self._map((x, y))
        r *= self._scale
        self._draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=fill)

    def finish(self) -> Image.Image:
        return self._image.reduce(self._factor)


def shadowed(image: Image.Image, dx: float, dy: float, blur: float, alpha: float) -> Image.Image:
    """The image with a soft shadow of its own shape beneath it. The caller leaves room for it at the edges."""
    shape = Image.new("L", image.size)
    shape.paste(image.getchannel("A"), (round(dx), round(dy)))
    soft = shape.filter(ImageFilter.GaussianBlur(blur)).point(lambda v: round(v * alpha))
    ground = Image.new("RGBA", image.size, (30, 24, 16, 0))
    ground.putalpha(soft)
    return Image.alpha_composite(ground, image)
