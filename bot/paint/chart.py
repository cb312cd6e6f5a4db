"""Dice statistics as a chart: how often each face fell, how often it should have, and what that means."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.paint.chance import DieStats, Kind, verdict
from bot.paint.colours import INK, MUTED, PAPER, PAPER_DARK, Rgb, mix, rgb
from bot.paint.picture import ALT_LIMIT, PaintError, Picture, encode, guarded
from bot.paint.text import Weight, draw_text, fitted, text_width

__all__ = ["MOST_PANELS", "dice_chart"]

WIDTH = 800
TEXT = 27
MOST_PANELS = 8
_PAD = 24
_PLOT = 190
_BAR = rgb("#4a78a8")
_ODD = rgb("#c8641e")
_BAND = rgb("#e3dcc9")
_GLOW = mix(PAPER, _BAND, 0.5)
_VERDICTS: dict[Kind, Rgb] = {
    Kind.FEW: MUTED,
    Kind.EVEN: rgb("#22683a"),
    Kind.DOUBTFUL: rgb("#8a5a00"),
    Kind.UNEVEN: rgb("#a3271f"),
}
_LINE = round(TEXT * 1.25)
_HEAD = 3 * _LINE
_KEY = "Strich: erwartet · hell: übliche Streuung · orange: außerhalb"


@guarded
def dice_chart(stats: Sequence[DieStats]) -> Picture:
    """A panel for each player and die; those beyond `MOST_PANELS` are counted below."""
    if not stats:
        raise PaintError("no throws to show")
    shown = stats[:MOST_PANELS]
    rest = len(stats) - len(shown)
    texts = [_wrapped(verdict(one).sentence, verdict(one).word) for one in shown]
    heights = [3 * _LINE + _PLOT + round(_LINE * (len(text) + 0.4)) + _PAD for text in texts]
    image = Image.new("RGB", (WIDTH, _HEAD + sum(heights) + (_LINE if rest else 0) + _PAD // 2), PAPER)
    draw_text(image, (_PAD, _LINE * 0.8), "Wie die Würfel gefallen sind", round(TEXT * 1.15), INK, Weight.BOLD)
    draw_text(image, (_PAD, _LINE * 1.95), fitted(_KEY, WIDTH - 2 * _PAD, TEXT), TEXT, MUTED, Weight.REGULAR)
    y = _HEAD
    for one, text, height in zip(shown, texts, heights, strict=True):
        _panel(image, one, text, y)
        y += height
    if rest:
        more = "eine weitere Auswertung" if rest == 1 else f"{rest} weitere Auswertungen"
        draw_text(image, (_PAD, y + _LINE * 0.4), f"und {more}", TEXT, MUTED)
    return Picture(encode(image), image.width, image.height, _alt(shown), "wuerfelstatistik.png")


def _wrapped(sentence: str, word: str) -> list[str]:
    """The sentence in lines; the first one leaves room for the verdict before it."""
    room = [WIDTH - 2 * _PAD - text_width(word + " ", TEXT, Weight.BOLD)]
    lines = [""]
    for part in sentence.split(" "):
        longer = f"{lines[-1]} {part}".strip()
        if text_width(longer, TEXT, Weight.REGULAR) > (room[0] if len(lines) == 1 else WIDTH - 2 * _PAD):
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


def _panel(image: Image.Image, stats: DieStats, text: list[str], y: int) -> None:
    draw = ImageDraw.Draw(image)
    draw.line((_PAD, y, WIDTH - _PAD, y), fill=PAPER_DARK, width=2)
    throws = "1 Wurf" if stats.throws == 1 else f"{stats.throws} Würfe"
    tail = f" · W{stats.sides} · {throws}"
    name = fitted(stats.player, WIDTH - 2 * _PAD - text_width(tail, TEXT), TEXT, Weight.BOLD)
    used = draw_text(image, (_PAD, y + _LINE * 0.75), name, TEXT, INK, Weight.BOLD)
    draw_text(image, (_PAD + used, y + _LINE * 0.75), tail, TEXT, MUTED)
    _plot(image, stats, y + round(_LINE * 2.25))
    word = verdict(stats)
    base = y + round(_LINE * 3.75) + _PLOT
    used = draw_text(image, (_PAD, base), word.word, TEXT, _VERDICTS[word.kind], Weight.BOLD)
    for i, line in enumerate(text):
        x = _PAD + used + text_width(" ", TEXT) if i == 0 else _PAD
        draw_text(image, (x, base + i * _LINE), line, TEXT, INK, Weight.REGULAR)


def _plot(image: Image.Image, stats: DieStats, top: int) -> None:
    """Bars from the ground line up, the band of ordinary chance behind them, the expected number as a line."""
    draw = ImageDraw.Draw(image)
    bottom = top + _PLOT
    expected = stats.expected
    spread = 2 * math.sqrt(expected * (1 - 1 / stats.sides))
    most = max(*stats.counts, expected + spread, 1)
    left, right = _PAD, WIDTH - _PAD
    step = (right - left) / stats.sides

    def height(value: float) -> int:
        return round(bottom - _PLOT * max(0.0, value) / most)

    draw.rectangle((left, height(expected + spread), right, height(expected - spread)), fill=_BAND)
    every = max(1, math.ceil(text_width(str(stats.sides), TEXT) * 1.1 / step))
    middles = [left + (i + 0.5) * step for i in range(stats.sides)]
    for middle, count in zip(middles, stats.counts, strict=True):
        odd = abs(count - expected) > spread
        if count:
            half = step * 0.34
            draw.rectangle((middle - half, height(count), middle + half, bottom), fill=_ODD if odd else _BAR)
    line = height(expected)
    for x in range(left, right, 18):
        draw.line((x, line, min(x + 10, right), line), fill=mix(INK, PAPER, 0.1), width=3)
    draw.line((left, bottom, right, bottom), fill=INK, width=2)
    numbered = max(text_width(str(count), TEXT, Weight.BOLD) for count in stats.counts) <= step * 0.98
    for i, (middle, count) in enumerate(zip(middles, stats.counts, strict=True)):
        if numbered:
            draw_text(image, (middle, height(count) - TEXT * 0.55), str(count), TEXT, INK, Weight.BOLD, "m", halo=_GLOW)
        if i % every == 0:
            draw_text(image, (middle, bottom + TEXT * 0.62), str(i + 1), TEXT, MUTED, Weight.SEMIBOLD, "m")


def _alt(shown: Sequence[DieStats]) -> str:
    parts = ["Würfelstatistik."]
    for one in shown:
        word = verdict(one)
        counts = ", ".join(f"{face}: {count}" for face, count in enumerate(one.counts, 1))
        parts.append(f"{one.player}, W{one.sides}, {one.throws} Würfe ({counts}). {word.word} {word.sentence}")
    text = " ".join(parts)
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1].rsplit(" ", 1)[0] + "…"
