"""Lines laid over a board: arrows, lines of fire, jumps, rings. Drawn at twice to thrice their size and scaled down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from bot.paint.colours import Rgb
from bot.paint.vector import Point, bezier

__all__ = ["arched", "arrow", "dashed", "frame", "line", "trimmed"]

_FACTOR = 3


class _Mask:
    """A mask just large enough for its points, drawn in the picture's own coordinates."""

    def __init__(self, image: Image.Image, points: Iterable[Point], reach: float) -> None:
        xs, ys = zip(*points, strict=True)
        self.left = max(0, math.floor(min(xs) - reach))
        self.top = max(0, math.floor(min(ys) - reach))
        right = min(image.width, math.ceil(max(xs) + reach))
        bottom = min(image.height, math.ceil(max(ys) + reach))
        self.size = (right - self.left, bottom - self.top)
        self.empty = self.size[0] <= 0 or self.size[1] <= 0
        if not self.empty:
            self.image = Image.new("L", (self.size[0] * _FACTOR, self.size[1] * _FACTOR))
            self.draw = ImageDraw.Draw(self.image)

    def map(self, points: Iterable[Point]) -> list[Point]:
        return [((x - self.left) * _FACTOR, (y - self.top) * _FACTOR) for x, y in points]

    def stroke(self, points: Sequence[Point], width: float, value: int = 255, caps: bool = True) -> None:
        device = self.map(points)
        w = max(1, round(width * _FACTOR))
        self.draw.line(device, fill=value, width=w, joint="curve")
        if caps:
            for x, y in (device[0], device[-1]):
                self.draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=value)

    def poly(self, points: Sequence[Point], value: int = 255) -> None:
        self.draw.polygon(self.map(points), fill=value)

    def lay(self, image: Image.Image, colour: Rgb, alpha: float = 1.0) -> None:
        small = self.image.reduce(_FACTOR)
        if alpha < 1.0:
            small = small.point(lambda v: round(v * alpha))
        image.paste(colour, (self.left, self.top), small)


def trimmed(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The line without its first `start` and last `end` pixels; what would vanish keeps its middle."""
    total = sum(math.dist(a, b) for a, b in pairwise(points))
    if start + end > total * 0.8:
        scale = total * 0.8 / (start + end)
        start, end = start * scale, end * scale
    return _cut(_cut(list(points), start)[::-1], end)[::-1]


def _cut(points: list[Point], away: float) -> list[Point]:
    for i, (a, b) in enumerate(pairwise(points)):
        step = math.dist(a, b)
        if away < step:
            share = away / step
            return [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), *points[i + 1 :]]
        away -= step
    return points[-2:]


def arched(a: Point, b: Point, lift: float) -> list[Point]:
    """The flight from one point to another, bulging to its left by a share of its length."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    ox, oy = dy * lift, -dx * lift
    return bezier(
        a, (a[0] + dx * 0.25 + ox, a[1] + dy * 0.25 + oy), (a[0] + dx * 0.75 + ox, a[1] + dy * 0.75 + oy), b, 22
    )


def arrow(image: Image.Image, points: Sequence[Point], width: float, colour: Rgb, halo: Rgb) -> None:
    """A line with a head, on a lighter rim so that it shows on any ground."""
    head = width * 2.6
    tip = points[-1]
    body = trimmed(points, 0, head * 0.8)
    # The head looks the way the line arrives.
    ax, ay = body[-1]
    length = math.dist((ax, ay), tip) or 1.0
    ux, uy = (tip[0] - ax) / length, (tip[1] - ay) / length
    base = (tip[0] - ux * head, tip[1] - uy * head)
    rim = max(2.0, width * 0.22)

    def triangle(grow: float) -> list[Point]:
        half = head * 0.58 + grow * 1.3
        front = (tip[0] + ux * grow * 1.7, tip[1] + uy * grow * 1.7)
        back = (base[0] - ux * grow, base[1] - uy * grow)
        return [front, (back[0] - uy * half, back[1] + ux * half), (back[0] + uy * half, back[1] - ux * half)]

    for extra, tint in ((rim, halo), (0.0, colour)):
        mask = _Mask(image, points, head + 4)
        if mask.empty:
            return
        mask.stroke(body, width + 2 * extra)
        mask.poly(triangle(extra))
        mask.lay(image, tint)


def line(image: Image.Image, points: Sequence[Point], width: float, colour: Rgb, halo: Rgb | None = None) -> None:
    for extra, tint in ((max(1.5, width * 0.5), halo), (0.0, colour)):
        mask = _Mask(image, points, width * 2)
        if mask.empty or tint is None:
            continue
        mask.stroke(points, width + 2 * extra)
        mask.lay(image, tint)


def dashed(image: Image.Image, points: Sequence[Point], width: float, dash: float, colour: Rgb, halo: Rgb) -> None:
    """A straight line of fire: dashes on a light rim, and an arrow head where it ends."""
    a, b = points[0], points[-1]
    total = math.dist(a, b)
    if total < 1:
        return
    ux, uy = (b[0] - a[0]) / total, (b[1] - a[1]) / total
    pieces = []
    at = 0.0
    while at < total - width * 2.4:
        end = min(at + dash, total - width * 2.4)
        pieces.append([(a[0] + ux * at, a[1] + uy * at), (a[0] + ux * end, a[1] + uy * end)])
        at += dash * 1.75
    head = width * 3.4
    base = (b[0] - ux * head, b[1] - uy * head)
    tip = [
        b,
        (base[0] - uy * head * 0.5, base[1] + ux * head * 0.5),
        (base[0] + uy * head * 0.5, base[1] - ux * head * 0.5),
    ]
    for extra, tint in ((max(1.5, width * 0.4), halo), (0.0, colour)):
        mask = _Mask(image, points, head + 4)
        if mask.empty:
            return
        for piece in pieces:
            mask.stroke(piece, width + 2 * extra)
        mask.poly(tip)
        if extra:
            mask.stroke([*tip, tip[0]], 2 * extra)
        mask.lay(image, tint)


def frame(
    image: Image.Image,
    bounds: tuple[float, float, float, float],
    radius: float,
    width: float,
    colour: Rgb,
    halo: Rgb | None = None,
    dash: float = 0.0,
) -> None:
    """A rounded frame round a box, whole or dashed."""
    x0, y0, x1, y1 = bounds
    corners = [(x0, y0), (x1, y1)]
    rim = max(1.5, width * 0.45)
    for extra, tint in ((rim, halo), (0.0, colour)):
        if tint is None:
            continue
        mask = _Mask(image, corners, width + 6)
        if mask.empty:
            return
        (dx0, dy0), (dx1, dy1) = mask.map(corners)
        grow = (width / 2 + extra) * _FACTOR
        mask.draw.rounded_rectangle((dx0 - grow, dy0 - grow, dx1 + grow, dy1 + grow), radius * _FACTOR + grow, fill=255)
        mask.draw.rounded_rectangle(
            (dx0 + grow, dy0 + grow, dx1 - grow, dy1 - grow), max(0.0, radius * _FACTOR - grow), fill=0
        )
        if dash:
            _gaps(mask, (dx0, dy0, dx1, dy1), dash * _FACTOR, grow + 2)
        mask.lay(image, tint)


def _gaps(mask: _Mask, bounds: tuple[float, float, float, float], dash: float, reach: float) -> None:
    """Take pieces out of a frame's four sides, the same number from each."""
    x0, y0, x1, y1 = bounds
    across, down = max(2, round((x1 - x0) / dash / 2)), max(2, round((y1 - y0) / dash / 2))
    for i in range(across):
        middle = x0 + (x1 - x0) * (i + 0.5) / across
        for y in (y0, y1):
            mask.draw.rectangle((middle - dash * 0.42, y - reach, middle + dash * 0.42, y + reach), fill=0)
    for i in range(down):
        middle = y0 + (y1 - y0) * (i + 0.5) / down
        for x in (x0, x1):
            mask.draw.rectangle((x - reach, middle - dash * 0.42, x + reach, middle + dash * 0.42), fill=0)
