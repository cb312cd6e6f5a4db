"""The ground of a square board as pixels, drawn in blocks of fields that are kept and used again.

Areas such as water and hills are masks: squares, blurred and cut off again at half their height, which rounds their
corners and leaves a smooth edge at once. What stands in a field is a cached drawing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.paint.cache import Store, pixels
from bot.paint.colours import FAR_LINE, Rgb, rgb
from bot.paint.features import LINKED, OBJECTS, draw_crown, draw_stair, draw_trunk
from bot.paint.landscape import AREAS, FLAT, MEADOW, TEXTURES, VARIANTS, Area
from bot.paint.terrain import Field, Ground, Terrain
from bot.paint.vector import Brush

__all__ = ["ground_layer", "miniature", "terrain_tile"]

BLOCK = 8
"""Fields along one side of a block."""
_MARGIN = 2
_FIELD_LINE = rgb("#8d8763")
_LINKS = ((1, 0, -1), (2, 1, 0), (4, 0, 1), (8, -1, 0))

_blocks: Store[Image.Image] = Store(48_000_000, pixels)
_sprites: Store[Image.Image] = Store(12_000_000, pixels)


def ground_layer(ground: Ground, coarse: int, unit: int, x: int, y: int, width: int, height: int) -> Image.Image:
    """The ground of this part of the board at `unit` pixels a field; the caller may draw on it."""
    image = Image.new("RGB", (width * unit, height * unit))
    for by in range(y // BLOCK, (y + height - 1) // BLOCK + 1):
        for bx in range(x // BLOCK, (x + width - 1) // BLOCK + 1):
            key = (ground, coarse, unit, bx, by)
            block = _blocks.get(key, lambda bx=bx, by=by: _block(ground, coarse, unit, bx, by))  # type: ignore[misc]
            image.paste(block, ((bx * BLOCK - x) * unit, (by * BLOCK - y) * unit))
    return image


def miniature(ground: Ground, unit: int) -> Image.Image:
    """The whole board with `unit` pixels a field, for the locator: one plain colour a field."""

    def make() -> Image.Image:
        small = Image.new("RGB", (ground.width, ground.height))
        small.putdata([FLAT[kind] for row in ground.rows for kind in row])
        return small.resize((ground.width * unit, ground.height * unit), Image.Resampling.NEAREST)

    return _sprites.get(("miniature", ground, unit), make)


def terrain_tile(kind: Terrain, unit: int) -> Image.Image:
    """One field of this kind, for the legend."""

    def make() -> Image.Image:
        trees = (((1, 1),),) if kind in (Terrain.BRANCHES, Terrain.TRUNK) else ()
        rows = [[Terrain.MEADOW] * 3 for _ in range(3)]
        rows[1][1] = kind
        if kind in LINKED:
            rows[1] = [kind if kind in (Terrain.FENCE, Terrain.HEDGE) else Terrain.WALL] * 3
            rows[1][1] = kind
        elif any(kind in area.kinds for area in AREAS):
            rows = [[kind] * 3 for _ in range(3)]
        ground = Ground(tuple(map(tuple, rows)), trees)
        return _paint(ground, 0, unit, 1, 1, 1, 1)

    return _sprites.get(("tile", kind, unit), make)


def _block(ground: Ground, coarse: int, unit: int, bx: int, by: int) -> Image.Image:
    x, y = bx * BLOCK, by * BLOCK
    return _paint(ground, coarse, unit, x, y, min(BLOCK, ground.width - x), min(BLOCK, ground.height - y))


def _paint(ground: Ground, coarse: int, unit: int, x: int, y: int, width: int, height: int) -> Image.Image:
    """Draw with a margin of fields around, so that blocks meet without a seam, and cut it off."""
    x0, y0 = x - _MARGIN, y - _MARGIN
    columns, rows = width + 2 * _MARGIN, height + 2 * _MARGIN
    image = Image.new("RGB", (columns * unit, rows * unit), MEADOW)
    fields = [(cx, cy) for cy in range(y0, y0 + rows) for cx in range(x0, x0 + columns)]
    for area in AREAS:
        _area(image, ground, area, unit, x0, y0, columns, rows)
    for cx, cy in fields:
        kind = ground.at(cx, cy)
        if kind in TEXTURES:
            _put(image, _texture(kind, _chance(cx, cy) % VARIANTS, unit), cx - x0, cy - y0, unit)
    if coarse:
        _field_lines(image, unit, 0.20)
    for cx, cy in fields:
        kind = ground.at(cx, cy)
        if kind in OBJECTS:
            sprite = _object(kind, _chance(cx, cy) % VARIANTS, _links(ground, kind, cx, cy), unit)
            _put(image, sprite, cx - x0, cy - y0, unit)
    _trees(image, ground, unit, x0, y0, columns, rows)
    for stair in ground.stairs:
        for cx, cy in stair:
            if x0 <= cx < x0 + columns and y0 <= cy < y0 + rows:
                sprite = _sprites.get(("stair", unit), lambda: _draw(unit, draw_stair))
                _put(image, sprite, cx - x0, cy - y0, unit)
    if coarse:
        _field_lines(image, unit, 0.10)
        _coarse_lines(image, unit, x0, y0, coarse)
    return image.crop((_MARGIN * unit, _MARGIN * unit, (_MARGIN + width) * unit, (_MARGIN + height) * unit))


def _chance(x: int, y: int) -> int:
    """Scatters variants over the board: the same field always looks the same."""
    mixed = (x * 0x9E3779B1 ^ y * 0x85EBCA77) & 0xFFFFFFFF
    mixed ^= mixed >> 15
    return (mixed * 0x2C1B3C6D & 0xFFFFFFFF) >> 12


# -- areas ------------------------------------------------------------------------------------------------------------


def _area(image: Image.Image, ground: Ground, area: Area, unit: int, x0: int, y0: int, columns: int, rows: int) -> None:
    small = Image.new("L", (columns, rows))
    data = [255 if ground.at(x0 + cx, y0 + cy) in area.kinds else 0 for cy in range(rows) for cx in range(columns)]
    if not any(data):
        return
    small.putdata(data)
    radius = max(1.0, unit * 0.12)
    soft = small.resize(image.size, Image.Resampling.NEAREST).filter(ImageFilter.GaussianBlur(radius))
    # A blurred straight edge falls by this much a pixel; cutting it off that steeply leaves one pixel of transition.
    slope = 255 / (radius * 2.5066)

    def cut(grow: float) -> Image.Image:
        middle = 127.5 - grow * slope
        return soft.point([max(0, min(255, round((v - middle) * 255 / slope + 127.5))) for v in range(256)])

    body = cut(0)
    if area.step is not None:
        image.paste(area.step, (0, 0), ImageChops.offset(cut(unit * 0.02), 0, max(1, round(unit * 0.05))))
    if area.edge is not None:
        width = unit * area.edge_width
        outer = cut(width / 2)
        if area.dashed:
            outer = ImageChops.multiply(outer, _dashes(image.size, unit))
        image.paste(area.edge, (0, 0), outer)
        body = cut(-width / 2)
    image.paste(area.fill, (0, 0), body)


def _dashes(size: tuple[int, int], unit: int) -> Image.Image:
    """Diagonal stripes: an edge seen through them is dashed whichever way it runs."""
    period = max(4, round(unit * 0.26))
    stripe = Image.new("L", (size[0] + size[1], 1))
    stripe.putdata([255 if i % period < period * 0.62 else 0 for i in range(size[0] + size[1])])
    mask = Image.new("L", size)
    for y in range(size[1]):
        mask.paste(stripe.crop((y, 0, y + size[0], 1)), (0, y))
    return mask


# -- drawings in fields -----------------------------------------------------------------------------------------------


def _draw(unit: int, function: Callable[[Brush], None], reach: float = 0.0) -> Image.Image:
    """A drawing on a field with `reach` of the neighbouring fields around it."""
    size = round(unit * (1 + 2 * reach))
    brush = Brush(size, size)
    function(brush.at(size / 2, size / 2, unit))
    return brush.finish()


def _texture(kind: Terrain, variant: int, unit: int) -> Image.Image:
    def make() -> Image.Image:
        return _draw(unit, lambda b: TEXTURES[kind](b, random.Random(f"{kind}{variant}")), 0.1)

    return _sprites.get(("texture", kind, variant, unit), make)


def _object(kind: Terrain, variant: int, links: int, unit: int) -> Image.Image:
    def make() -> Image.Image:
        return _draw(unit, lambda b: OBJECTS[kind](b, random.Random(f"{kind}{variant}"), links), 0.1)

    return _sprites.get(("object", kind, variant, links, unit), make)


def _links(ground: Ground, kind: Terrain, x: int, y: int) -> int:
    friends = LINKED.get(kind)
    if friends is None:
        return 0
    return sum(bit for bit, dx, dy in _LINKS if ground.at(x + dx, y + dy) in friends)


def _put(image: Image.Image, sprite: Image.Image, column: float, row: float, unit: int) -> None:
    """Centre a drawing on a field of the image."""
    x, y = round((column + 0.5) * unit - sprite.width / 2), round((row + 0.5) * unit - sprite.height / 2)
    image.paste(sprite, (x, y), sprite)


def _trees(image: Image.Image, ground: Ground, unit: int, x0: int, y0: int, columns: int, rows: int) -> None:
    for felder in ground.trees:
        near = [f for f in felder if x0 - 1 <= f[0] <= x0 + columns and y0 - 1 <= f[1] <= y0 + rows]
        if not near:
            continue
        left, top = min(x for x, _ in felder), min(y for _, y in felder)
        shape = tuple((x - left, y - top) for x, y in felder)
        trunks = tuple((x - left, y - top) for x, y in felder if ground.at(x, y) is Terrain.TRUNK)
        sprite = _tree(shape, trunks, _chance(left, top) % VARIANTS, unit)
        pad = round(unit * 0.25)
        image.paste(sprite, ((left - x0) * unit - pad, (top - y0) * unit - pad), sprite)


def _tree(shape: tuple[Field, ...], trunks: tuple[Field, ...], variant: int, unit: int) -> Image.Image:
    def make() -> Image.Image:
        pad = round(unit * 0.25)
        columns, rows = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
        dice = random.Random(f"tree{variant}")
        brush = Brush(columns * unit + 2 * pad, rows * unit + 2 * pad, 3)
        board = brush.at(pad, pad, unit)
        draw_crown(board, [(x + 0.5, y + 0.5) for x, y in shape], dice)
        for x, y in trunks:
            draw_trunk(board.at(x + 0.5, y + 0.5), dice)
        return brush.finish()

    return _sprites.get(("tree", shape, trunks, variant, unit), make)


# -- lines ------------------------------------------------------------------------------------------------------------


def _lines(
    size: tuple[int, int], unit: int, every: int, first_x: int, first_y: int
) -> Iterator[tuple[int, int, int, int]]:
    for x in range(first_x * unit, size[0] + 1, unit * every):
        yield x, 0, x, size[1]
    for y in range(first_y * unit, size[1] + 1, unit * every):
        yield 0, y, size[0], y


def _field_lines(image: Image.Image, unit: int, alpha: float) -> None:
    _rule(image, _lines(image.size, unit, 1, 0, 0), max(1, round(unit / 48)), _FIELD_LINE, alpha * 2)


def _coarse_lines(image: Image.Image, unit: int, x0: int, y0: int, coarse: int) -> None:
    lines = _lines(image.size, unit, coarse, -x0 % coarse, -y0 % coarse)
    _rule(image, lines, max(2, round(unit / 26)), FAR_LINE, 0.42)


def _rule(
    image: Image.Image, lines: Iterator[tuple[int, int, int, int]], width: int, colour: Rgb, alpha: float
) -> None:
    mask = Image.new("L", image.size)
    draw = ImageDraw.Draw(mask)
    for line in lines:
        draw.line(line, fill=round(255 * alpha), width=width)
    image.paste(colour, (0, 0), mask)
