"""Counters as sprites: figures on rounded squares, with everything that a counter shows.

Parts are drawn once for each size and laid together; the finished counter is kept as well. A counter whose state
changes costs a few copies of small images, no drawing.
"""

from __future__ import annotations

from PIL import Image

from bot.paint.badges import draw_badge
from bot.paint.cache import Store, pixels
from bot.paint.colours import INK, WHITE, Rgb, mix, rgb
from bot.paint.glyphs import Glyph, draw_glyph
from bot.paint.scene import Badge, Counter, Side
from bot.paint.signs import Sign, draw_sign
from bot.paint.text import CAP_HEIGHT, TIGHTEST, Weight, draw_text, text_width
from bot.paint.vector import Brush, arc, box, shadowed

__all__ = [
    "PAD",
    "SPENT",
    "badge_row",
    "badge_sprite",
    "counter_sprite",
    "lay",
    "name_plate",
    "nose",
    "shade",
    "sign_sprite",
    "sprites",
]

_TOKEN = 0.88
"""Share of its field that a counter covers."""
_ABOARD = 0.84
PAD = 0.16
"""Room around a sprite for its shadow and for badges on its rim, in fields."""
SPENT = rgb("#8b8a86")
_BLACK = rgb("#000000")
_TIGHTEST_NAME = 0.6
"""Half a name is no name: on counters it is narrowed further than elsewhere before it is cut."""
_LEAST_GLYPH = 15
"""Pixels below which a glyph beside the name says nothing and is left out."""
_MANY = 4
"""Lives beyond these are written as a number."""

sprites: Store[Image.Image] = Store(24_000_000, pixels)


def counter_sprite(counter: Counter, side: Side, unit: int, text: int, aboard: bool = False) -> tuple[Image.Image, int]:
    """The counter at `unit` pixels a field with text of this size (0: none), and how far it reaches over its fields."""
    pad = round(unit * PAD)
    columns, rows = _extent(counter.fields)
    key = (counter.label, counter.glyph, counter.angle, counter.lp, counter.lp_max, counter.badges, counter.spent,
           side.colour, side.sign, columns, rows, unit, text, aboard)  # fmt: skip
    return sprites.get(key, lambda: _counter(counter, side, unit, text, aboard, columns, rows, pad)), pad


def _extent(fields: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    if not fields:
        return 1, 1
    columns, rows = [x for x, _ in fields], [y for _, y in fields]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def shade(colour: Rgb, spent: bool) -> Rgb:
    """A side's colour; paler for who has done all he may."""
    return mix(colour, SPENT, 0.55) if spent else colour


# -- figures ----------------------------------------------------------------------------------------------------------


def _counter(
    counter: Counter, side: Side, unit: int, text: int, aboard: bool, columns: int, rows: int, pad: int
) -> Image.Image:
    colour = shade(side.colour, counter.spent)
    share = _ABOARD if aboard else _TOKEN
    inset = unit * (1 - share) / 2
    width, height = columns * unit - 2 * inset, rows * unit - 2 * inset
    size = (columns * unit + 2 * pad, rows * unit + 2 * pad)
    left, top = pad + inset, pad + inset

    room = width - unit * 0.07
    named = bool(counter.label and text)
    wide = named and text_width(counter.label, text, Weight.BOLD) * TIGHTEST > room
    band = text * (CAP_HEIGHT + 0.18) if named else 0.0
    bounds = (left, top, left + width, top + height)
    open_top, open_bottom = top + unit * 0.045, top + height - (band or unit * 0.02) - unit * 0.03
    crowded = named and open_bottom - open_top < _LEAST_GLYPH
    image = _plate(size, bounds, unit, colour, 0.0 if wide or crowded else band, counter.angle).copy()
    middle = left + width / 2
    mark = unit * 0.085 * (share / _TOKEN)
    foot = top + height - (unit * 0.05 + text * CAP_HEIGHT / 2 if crowded else unit * 0.03 + band / 2)
    if counter.lp_max > 1:
        foot -= unit * 0.025
    if not crowded:
        glyph = min((open_bottom - open_top) * 0.47, width * 0.33)
        lay(image, _glyph(counter.glyph, round(glyph * 2), colour), middle, (open_top + open_bottom) / 2)
    if wide:
        # A name that its counter cannot hold stands on a plate of its own, a little wider; aboard there is no room.
        most = columns * unit * 0.99 if aboard else image.width - 4
        name_plate(image, (middle, foot), counter.label, text, most, mix(colour, _BLACK, 0.3))
    elif named:
        draw_text(image, (middle, foot), counter.label, text, WHITE, Weight.BOLD, "m", room)
    lay(image, sign_sprite(side.sign, round(mark * 2.2)), left + unit * 0.05 + mark, top + unit * 0.05 + mark)
    _pips(image, counter, unit, middle, top + height + unit * 0.035, text)
    badge_row(image, counter.badges, unit * (0.3 if not aboard else 0.26), left + width, top)
    return image


def _plate(
    size: tuple[int, int],
    bounds: tuple[float, float, float, float],
    unit: int,
    colour: Rgb,
    band: float,
    angle: int | None,
) -> Image.Image:
    """The bare counter: white rim, the side's colour, a darker band for the name, a soft shadow."""

    def make() -> Image.Image:
        x0, y0, x1, y1 = bounds
        rim = max(2.0, unit * 0.04)
        radius = unit * 0.15
        brush = Brush(*size)
        if angle is not None:
            nose(brush, bounds, unit, angle)
        brush.poly(box(x0, y0, x1, y1, radius), WHITE)
        brush.poly(box(x0 + rim, y0 + rim, x1 - rim, y1 - rim, radius - rim), mix(colour, _BLACK, 0.3))
        low = y1 - rim - band if band else y1 - rim - max(1.0, unit * 0.025)
        brush.poly(_topped(x0 + rim, y0 + rim, x1 - rim, low, radius - rim, round_foot=not band), colour)
        return shadowed(brush.finish(), unit * 0.02, unit * 0.045, unit * 0.045, 0.5)

    return sprites.get(("plate", size, bounds, unit, colour, band, angle), make)


def _topped(x0: float, y0: float, x1: float, y1: float, r: float, round_foot: bool) -> list[tuple[float, float]]:
    """A box whose foot may be square."""
    if round_foot:
        return box(x0, y0, x1, y1, r)
    return [*arc(x1 - r, y0 + r, r, -90, 0, 8), (x1, y1), (x0, y1), *arc(x0 + r, y0 + r, r, 180, 270, 8)]


def nose(brush: Brush, bounds: tuple[float, float, float, float], unit: int, angle: int) -> None:
    """The arrow on the front edge that says where a board looks."""
    x0, y0, x1, y1 = bounds
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    reach = (y1 - y0) / 2 if angle % 180 == 0 else (x1 - x0) / 2
    nose = brush.at(cx, cy, 1, angle)
    half = unit * 0.17
    nose.poly([(-half, -reach + 2), (0, -reach - unit * 0.13), (half, -reach + 2)], WHITE)


def _glyph(glyph: Glyph, size: int, colour: Rgb) -> Image.Image:
    def make() -> Image.Image:
        # Glyphs may reach a little beyond their square.
        wide = round(size * 1.5)
        brush = Brush(wide, wide)
        draw_glyph(brush.at(wide / 2, wide / 2, size / 2.3), glyph, WHITE, colour)
        return brush.finish()

    return sprites.get(("glyph", glyph, size, colour), make)


def sign_sprite(sign: Sign, size: int) -> Image.Image:
    def make() -> Image.Image:
        brush = Brush(size, size)
        draw_sign(brush.at(size / 2, size / 2, size / 2.2), sign, WHITE)
        return brush.finish()

    return sprites.get(("sign", sign, size), make)


def _pips(image: Image.Image, counter: Counter, unit: int, x: float, y: float, text: int) -> None:
    """Lives, on a strip across the lower edge: full ones are left, hollow ones lost. A single life needs no mark."""
    if counter.lp_max < 2:
        return
    if counter.lp_max > _MANY:
        if text:
            name_plate(image, (x, y), f"{counter.lp}", text, unit * 0.8, INK)
        return
    lay(image, _strip(counter.lp, counter.lp_max, unit), x, y)


def _strip(lp: int, most: int, unit: int) -> Image.Image:
    def make() -> Image.Image:
        r = unit * 0.052
        step = r * 2.6
        width, height = round(step * most + r * 1.6), round(r * 3.6)
        brush = Brush(width, height)
        brush.poly(box(0, 0, width, height, height / 2), WHITE)
        brush.poly(box(r * 0.45, r * 0.45, width - r * 0.45, height - r * 0.45, height / 2), INK)
        for i in range(most):
            x = width / 2 + (i - (most - 1) / 2) * step
            brush.disc(x, height / 2, r, WHITE)
            if i >= lp:
                brush.disc(x, height / 2, r * 0.66, INK)
        return brush.finish()

    return sprites.get(("strip", lp, most, unit), make)


def badge_row(image: Image.Image, badges: tuple[Badge, ...], size: float, right: float, top: float) -> None:
    for i, badge in enumerate(badges):
        lay(image, badge_sprite(badge, round(size)), right - size * 0.28, top + size * (0.22 + i * 0.92))


def badge_sprite(badge: Badge, size: int) -> Image.Image:
    def make() -> Image.Image:
        brush = Brush(size + 2, size + 2)
        draw_badge(brush.at(size / 2 + 1, size / 2 + 1, size / 2), badge)
        return brush.finish()

    return sprites.get(("badge", badge, size), make)


def lay(image: Image.Image, part: Image.Image, x: float, y: float) -> None:
    """Lay a part over the image, centred, cut at its edges."""
    if image.mode == "RGB":
        image.paste(part, (round(x - part.width / 2), round(y - part.height / 2)), part)
        return
    left, top = round(x - part.width / 2), round(y - part.height / 2)
    cut = (max(0, -left), max(0, -top), min(part.width, image.width - left), min(part.height, image.height - top))
    if cut[0] < cut[2] and cut[1] < cut[3]:
        image.alpha_composite(part, (max(0, left), max(0, top)), cut)


def name_plate(image: Image.Image, at: tuple[float, float], label: str, text: int, most: float, colour: Rgb) -> None:
    """A name on a plate at most this wide, centred."""
    wide = min(text_width(label, text, Weight.BOLD) + text * 0.4, most - 4)
    high = text * (CAP_HEIGHT + 0.3)
    size = (round(wide) + 4, round(high) + 4)

    def make() -> Image.Image:
        brush = Brush(*size)
        brush.poly(box(1, 1, size[0] - 1, size[1] - 1, high * 0.3), WHITE)
        brush.poly(box(3, 3, size[0] - 3, size[1] - 3, high * 0.24), colour)
        plate = brush.finish()
        draw_text(
            plate,
            (size[0] / 2, size[1] / 2),
            label,
            text,
            WHITE,
            Weight.BOLD,
            "m",
            size[0] - 7,
            tightest=_TIGHTEST_NAME,
        )
        return plate

    lay(image, sprites.get(("name", label, text, size, colour), make), *at)
