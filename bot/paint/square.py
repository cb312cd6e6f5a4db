"""The painter for boards of square fields: a scene goes in, a page comes out.

Sizes follow from where pictures are read. A cut-out has to be legible on a phone, a whole board on a desk; text is
never smaller than `SMALLEST` pixels there, and where that does not fit it is left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.paint.badges import BADGE_NAMES
from bot.paint.colours import ALARM, INK, MUTED, WHITE, mix
from bot.paint.counters import badge_sprite
from bot.paint.landscape import MEADOW
from bot.paint.page import Piece, page, ruled
from bot.paint.scene import Scene, TrailKind
from bot.paint.square_canvas import TINTS, Canvas
from bot.paint.square_ground import ground_layer, miniature, terrain_tile
from bot.paint.text import Weight, draw_text, text_width
from bot.paint.windows import MOST
from rules.board.square import field_name

__all__ = ["SMALLEST", "Layout", "layout", "paint"]

SMALLEST = 13
PHONE, DESK = 390, 550
"""Pixels that Discord gives a picture on a phone and on a desk."""

CUTOUT_WIDTH = 800
WHOLE_WIDTH = 1600
FIELD_LEAST, FIELD_MOST = 64, 88
_TALLEST = 1500


@dataclass(frozen=True, slots=True)
class Layout:
    """Pixels a field, size of the text, and the margins that hold the coordinates."""

    unit: int
    text: int
    side: int
    top: int

    @property
    def labels(self) -> int:
        """Size of the names on counters; none where they would not fit."""
        return self.text if self.unit >= self.text * 1.2 else 0


def layout(columns: int, rows: int, whole: bool, most: int | None = None) -> Layout:
    """Text and fields depend on each other: more fields make a wider picture, which is shown smaller."""
    # A small board is legible on a phone even as a whole.
    shown = DESK if whole and columns > MOST[0] else PHONE
    unit = FIELD_MOST
    while True:
        text = SMALLEST
        for _ in range(6):
            width = columns * unit + 2 * round(text * 1.3)
            text = max(text, math.ceil(SMALLEST * width / shown))
        side, top = round(text * 1.3), round(text * 1.15)
        limit = most or (WHOLE_WIDTH if whole else CUTOUT_WIDTH)
        fits = columns * unit + 2 * side <= limit and rows * unit <= _TALLEST
        if fits or unit <= (8 if whole or most else FIELD_LEAST):
            return Layout(unit, text, side, top)
        unit -= 1


def paint(scene: Scene, width: int | None = None) -> Image.Image:
    """The whole picture, at most `width` pixels wide where one is given."""
    lay = layout(scene.window.width, scene.window.height, scene.whole, width)
    board = _board(scene, lay)
    size = (board.width + 2 * lay.side, board.height + 2 * lay.top)
    locator = None if scene.whole else _locator(scene, lay)
    image, top = page(scene, size, lay.text, _samples(scene, lay), locator)
    image.paste(board, (lay.side, top + lay.top))
    _coordinates(image, scene, lay, top, size)
    return image


# -- the board --------------------------------------------------------------------------------------------------------


def _board(scene: Scene, lay: Layout) -> Image.Image:
    window, unit = scene.window, lay.unit
    ground = scene.board.ground
    image = ground_layer(ground, scene.board.coarse, unit, window.x, window.y, window.width, window.height)
    canvas = Canvas(image, scene, unit, lay.text, lay.labels)
    for tint in scene.tints:
        canvas.tint(tint)
    canvas.field_names()
    for ghost in scene.ghosts:
        canvas.ghost(ghost.fields, ghost.side)
    for trail in scene.trails:
        if trail.kind in (TrailKind.PATH, TrailKind.LEASH):
            canvas.trail(trail)
    for item in scene.items:
        canvas.chest(item.field)
    # Under the units: a ring must not hide the lives of who was hit.
    for ring in scene.rings:
        canvas.ring(ring)
    canvas.units()
    for fallen in scene.fallen:
        canvas.fallen(fallen)
    for trail in scene.trails:
        if trail.kind in (TrailKind.SHOT, TrailKind.JUMP):
            canvas.trail(trail)
    return image


# -- round the board --------------------------------------------------------------------------------------------------


def _coordinates(image: Image.Image, scene: Scene, lay: Layout, top: int, size: tuple[int, int]) -> None:
    """Letters above and below, numbers on both sides; every second one where they would touch."""
    window, unit, text = scene.window, lay.unit, lay.text
    widest = max(text_width(_column(window.x + i), text) for i in range(window.width))
    step = max(1, math.ceil((widest + text * 0.2) / unit))
    down = max(1, math.ceil(text * 0.95 / unit))
    for i in range(0, window.width, step):
        x = lay.side + (i + 0.5) * unit
        for y in (lay.top * 0.52, size[1] - lay.top * 0.52):
            draw_text(image, (x, top + y), _column(window.x + i), text, INK, Weight.SEMIBOLD, "m")
    for i in range(0, window.height, down):
        y = top + lay.top + (i + 0.5) * unit
        for x in (lay.side * 0.5, size[0] - lay.side * 0.5):
            draw_text(image, (x, y), str(window.y + i + 1), text, INK, Weight.SEMIBOLD, "m")
    frame = (lay.side - 2, top + lay.top - 2, size[0] - lay.side + 1, top + size[1] - lay.top + 1)
    ImageDraw.Draw(image).rectangle(frame, outline=mix(MUTED, INK, 0.3), width=2)


def _column(x: int) -> str:
    return field_name((x, 0))[:-1]


def _locator(scene: Scene, lay: Layout) -> Image.Image:
    """The whole board, small: who stands where, and which part the picture shows."""
    board = scene.board
    unit = max(2, int(min(lay.text * 6.4 / board.width, lay.text * 4.4 / board.height)))
    image = miniature(board.ground, unit).copy()
    draw = ImageDraw.Draw(image)
    dot = max(2, unit - 1)
    for one in scene.units:
        colour = scene.side(one.side).colour
        for x, y in one.fields:
            draw.rectangle((x * unit, y * unit, x * unit + dot, y * unit + dot), fill=colour)
    window = scene.window
    frame = (
        window.x * unit,
        window.y * unit,
        (window.x + window.width) * unit - 1,
        (window.y + window.height) * unit - 1,
    )
    draw.rectangle(frame, outline=WHITE, width=4)
    draw.rectangle(tuple(v + d for v, d in zip(frame, (1, 1, -1, -1), strict=True)), outline=ALARM, width=2)
    return ruled(image)


def _samples(scene: Scene, lay: Layout) -> list[Piece]:
    """The legend of overlays, of marks on counters and of terrain."""
    size = round(lay.text * 1.05)
    pieces = []
    for tint in scene.tints:
        style = TINTS[tint.kind]
        colour = style.colour or scene.side(tint.side).colour
        fill = MEADOW if style.veil else mix(MEADOW, colour, style.alpha + 0.1)
        sample = Image.new("RGB", (size, size), fill)
        line = max(2, round(size * style.outline * 1.5))
        ImageDraw.Draw(sample).rectangle((0, 0, size - 1, size - 1), outline=mix(colour, INK, 0.15), width=line)
        pieces.append(Piece(sample, tint.label))
    size = round(lay.text * 1.2)
    if scene.terrain_names:
        worn = {badge for one in scene.units for badge in one.badges}
        pieces += [Piece(badge_sprite(badge, size), name) for badge, name in BADGE_NAMES.items() if badge in worn]
    pieces += [Piece(ruled(terrain_tile(kind, size), 1), name) for kind, name in scene.terrain_names]
    return pieces
