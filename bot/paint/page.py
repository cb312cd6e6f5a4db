"""The page round a board: header above, and below it legend, dice and locator. The same for every game and board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from bot.paint.cache import Store, pixels
from bot.paint.colours import INK, MUTED, PAPER, PAPER_DARK, WHITE, Rgb, mix
from bot.paint.dice import die_face
from bot.paint.scene import Scene, Side, Throw
from bot.paint.signs import draw_sign
from bot.paint.text import Weight, draw_text, fitted, text_width
from bot.paint.vector import Brush, box

__all__ = ["Piece", "page", "ruled", "swatch"]

_MOST_THROWS = 4
_parts: Store[Image.Image] = Store(4_000_000, pixels)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something in the legend: a small picture and what it means."""

    sample: Image.Image
    text: str


def page(
    scene: Scene, size: tuple[int, int], text: int, samples: Sequence[Piece], locator: Image.Image | None
) -> tuple[Image.Image, int]:
    """Paper with all that belongs round a board, and the height at which the board of this size begins on it."""
    pad = round(text * 0.45)
    head = round(text * 1.75)
    width, height = size
    beside = locator.width + 2 * pad if locator is not None else 0
    rows = _footer(scene, text, samples, width - 2 * pad - beside)
    below = sum(row.height for row in rows) + (pad if rows else 0)
    if locator is not None:
        below = max(below, locator.height + pad)
    image = Image.new("RGB", (width, head + height + below), PAPER)
    _header(image, scene, text, pad, head)
    y = head + height
    if locator is not None:
        image.paste(locator, (width - pad - locator.width, y))
    for row in rows:
        row.draw(image, pad, y)
        y += row.height
    return image, head


def _header(image: Image.Image, scene: Scene, text: int, pad: int, head: int) -> None:
    middle = head / 2
    header = scene.header
    right = image.width - pad
    if header.status:
        side = scene.side(header.active) if header.active else None
        pill = _pill(header.status, side, text, round(image.width * 0.6))
        right -= pill.width
        image.paste(pill, (right, round(middle - pill.height / 2)), pill)
        right -= pad
    rest = "".join(f" · {part}" for part in (header.turn, header.phase) if part)
    room = right - pad - text_width(rest, text, Weight.SEMIBOLD)
    game = fitted(header.game, room, text, Weight.BOLD)
    if not game:
        rest = fitted(rest.removeprefix(" · "), right - pad, text)
    used = draw_text(image, (pad, middle), game, text, INK, Weight.BOLD) if game else 0
    draw_text(image, (pad + used, middle), rest, text, MUTED, Weight.SEMIBOLD)


def _pill(label: str, side: Side | None, text: int, most: int) -> Image.Image:
    """Whose turn it is, in his colour and with his sign."""

    def make() -> Image.Image:
        sign = text * 0.62 if side is not None else 0.0
        gap = text * 0.3
        shown = fitted(label, most - sign - 3 * gap, text, Weight.BOLD)
        width = round(text_width(shown, text, Weight.BOLD) + sign + gap * (3 if side else 2))
        height = round(text * 1.3)
        colour = side.colour if side is not None else INK
        brush = Brush(width, height)
        brush.poly(box(0, 0, width, height, height * 0.3), colour)
        if side is not None:
            draw_sign(brush.at(gap + sign / 2, height / 2, sign / 2), side.sign, WHITE)
        image = brush.finish()
        draw_text(image, (width - gap, height / 2), shown, text, WHITE, Weight.BOLD, "r")
        return image

    return _parts.get(("pill", label, side, text, most), make)


def swatch(side: Side, size: int) -> Image.Image:
    """A side's colour with its sign."""

    def make() -> Image.Image:
        brush = Brush(size, size)
        brush.poly(box(0, 0, size, size, size * 0.2), side.colour)
        draw_sign(brush.at(size / 2, size / 2, size * 0.29), side.sign, WHITE)
        return brush.finish()

    return _parts.get(("swatch", side, size), make)


# -- below the board --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    height: int
    draw: Callable[[Image.Image, int, int], None]


def _footer(scene: Scene, text: int, samples: Sequence[Piece], width: int) -> list[_Row]:
    rows: list[_Row] = []
    if scene.caption:
        rows.append(_text_row(scene.caption, text, width))
    shown = scene.throws[: _MOST_THROWS if len(scene.throws) <= _MOST_THROWS else _MOST_THROWS - 1]
    rows += [_throw_row(scene, throw, text, width) for throw in shown]
    if len(shown) < len(scene.throws):
        rows.append(_text_row(f"und {len(scene.throws) - len(shown)} weitere Würfe", text, width))
    size = round(text * 1.05)
    sides = [Piece(swatch(side, size), f"{side.name} {side.note}".strip()) for side in scene.sides]
    return rows + _legend([*sides, *samples], text, width)


def _text_row(sentence: str, text: int, width: int) -> _Row:
    high = round(text * 1.45)

    def draw(image: Image.Image, x: int, y: int) -> None:
        draw_text(image, (x, y + high / 2), fitted(sentence, width, text), text, INK)

    return _Row(high, draw)


def _throw_row(scene: Scene, throw: Throw, text: int, width: int) -> _Row:
    """Who rolled for what, the faces, and how many counted; in two lines where one is too short."""
    size = round(text * 1.65)
    high = round(size * 1.12)
    side = scene.side(throw.side) if throw.side else None
    colour: Rgb = side.colour if side is not None else INK
    counted = [None if throw.hit is None else face <= throw.hit for face in throw.faces]
    hits = sum(1 for one in counted if one)
    result = "" if throw.hit is None else _counted(hits, len(throw.faces))
    limit = "" if throw.hit is None else f"1–{throw.hit}"
    gap, step, indent = round(text * 0.3), round(size * 1.06), round(text * 1.4)
    fixed = sum(text_width(part, text, Weight.BOLD) + gap for part in (limit, result) if part)
    room = width - indent - fixed
    most = max(1, room // step)
    fit = len(throw.faces) if len(throw.faces) <= most else max(1, (room - indent) // step)
    split = text_width(throw.why, text) + gap > room - step * fit
    head = round(text * 1.35) if split else 0

    def draw(image: Image.Image, x: int, y: int) -> None:
        middle = y + (head or high) / 2
        if side is not None:
            small = swatch(side, round(text * 1.05))
            image.paste(small, (x, round(middle - small.height / 2)), small)
        x += indent
        why = fitted(throw.why, width - indent if split else room - step * fit, text)
        used = draw_text(image, (x, middle), why, text, INK)
        if split:
            middle = y + head + high / 2
        else:
            x += used + gap
        if limit:
            x += draw_text(image, (x, middle), limit, text, MUTED, Weight.BOLD) + gap
        for face, one in list(zip(throw.faces, counted, strict=True))[:fit]:
            die = die_face(throw.sides, face, one, colour, size, text)
            image.paste(die, (x, round(middle - size / 2)), die)
            x += step
        if fit < len(throw.faces):
            x += draw_text(image, (x, middle), f"+{len(throw.faces) - fit}", text, MUTED) + gap
        if result:
            draw_text(image, (x + text * 0.1, middle), result, text, INK if hits else MUTED, Weight.BOLD)

    return _Row(head + high, draw)


def _counted(hits: int, dice: int) -> str:
    """How many dice counted; whether that was a hit or a Probe passed, the rule knows."""
    if dice == 1:
        return "zählt" if hits else "zählt nicht"
    if not hits:
        return "keiner zählt"
    return f"{hits} von {dice} zählt" if hits == 1 else f"{hits} von {dice} zählen"


def _legend(pieces: Sequence[Piece], text: int, width: int) -> list[_Row]:
    """As many pieces in a row as fit."""
    gap, space = round(text * 0.35), round(text * 0.8)
    lines: list[list[tuple[Piece, str, int]]] = []
    used = width + 1
    for piece in pieces:
        label = fitted(piece.text, width - piece.sample.width - gap, text)
        wide = piece.sample.width + gap + text_width(label, text)
        if used + space + wide > width:
            lines.append([])
            used = -space
        lines[-1].append((piece, label, wide))
        used += space + wide
    return [_legend_row(line, text, gap, space) for line in lines]


def _legend_row(line: list[tuple[Piece, str, int]], text: int, gap: int, space: int) -> _Row:
    high = max(round(text * 1.4), max(piece.sample.height for piece, _, _ in line) + round(text * 0.22))

    def draw(image: Image.Image, x: int, y: int) -> None:
        middle = y + high / 2
        for piece, label, wide in line:
            sample = piece.sample
            at = (x, round(middle - sample.height / 2))
            image.paste(sample, at, sample if sample.mode == "RGBA" else None)
            draw_text(image, (x + sample.width + gap, middle), label, text, INK)
            x += wide + space

    return _Row(high, draw)


def ruled(image: Image.Image, width: int = 2) -> Image.Image:
    """The image with a thin frame, as maps have it."""
    framed = Image.new("RGB", (image.width + 2 * width, image.height + 2 * width), mix(INK, PAPER_DARK, 0.35))
    framed.paste(image, (width, width))
    return framed
