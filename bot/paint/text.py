"""Text in Source Sans, whose files come with a package: nothing has to be installed on the machine.

Every string is rendered once for each size and kept as a mask. Rendering goes through one lock, because a font object
of FreeType must not be used by two threads at a time.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

from bot.paint.cache import Store, pixels
from bot.paint.colours import Colour

__all__ = ["CAP_HEIGHT", "TIGHTEST", "Weight", "draw_text", "fitted", "text_width"]

CAP_HEIGHT = 0.66
"""Height of a capital letter of Source Sans, as a share of the size."""

TIGHTEST = 0.74
"""How far letters may be narrowed to fit."""


class Weight(StrEnum):
    REGULAR = "Regular"
    SEMIBOLD = "Semibold"
    BOLD = "Bold"


@dataclass(frozen=True, slots=True)
class _Ink:
    mask: Image.Image
    left: int
    top: int
    """Where the mask begins, seen from the start of the base line."""
    advance: int


_lock = threading.Lock()
_inks: Store[_Ink] = Store(8_000_000, lambda ink: pixels(ink.mask))


@lru_cache(maxsize=256)
def _font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    resource = files("font_source_sans_pro") / "files" / f"SourceSansPro-{weight}.ttf"
    with as_file(resource) as path:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def _ink(text: str, size: int, weight: Weight, tight: float = 1.0, alpha: int = 255) -> _Ink:
    key = (text, size, weight, tight, alpha)
    if alpha == 255:
        return _inks.get(key, lambda: _render(text, size, weight, tight))
    return _inks.get(key, lambda: _faded(_ink(text, size, weight, tight), alpha))


def _faded(ink: _Ink, alpha: int) -> _Ink:
    return replace(ink, mask=ink.mask.point([v * alpha // 255 for v in range(256)]))


def _render(text: str, size: int, weight: Weight, tight: float) -> _Ink:
    with _lock:
        font = _font(weight, size)
        left, top, right, bottom = (math.floor(v) for v in font.getbbox(text, anchor="ls"))
        advance = round(font.getlength(text))
        drawn = Image.new("L", (right - left + 2, bottom - top + 2))
        ImageDraw.Draw(drawn).text((-left, -top), text, fill=255, font=font, anchor="ls")
    if tight < 1.0:
        drawn = drawn.resize((max(1, round(drawn.width * tight)), drawn.height), Image.Resampling.LANCZOS)
        return _Ink(drawn, round(left * tight), top, round(advance * tight))
    return _Ink(drawn, left, top, advance)


def text_width(text: str, size: int, weight: Weight = Weight.SEMIBOLD) -> int:
    return _ink(text, size, weight).advance


def fitted(text: str, width: float, size: int, weight: Weight = Weight.SEMIBOLD) -> str:
    """The text, or as much of its beginning as the width holds."""
    if text_width(text, size, weight) <= width:
        return text
    for end in range(len(text) - 1, 0, -1):
        cut = text[:end].rstrip(" ·,") + "…"
        if text_width(cut, size, weight) <= width:
            return cut
    return ""


def draw_text(
    image: Image.Image,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: Colour,
    weight: Weight = Weight.SEMIBOLD,
    anchor: str = "l",
    width: float | None = None,
    halo: Colour | None = None,
    tightest: float = TIGHTEST,
) -> int:
    """Draw one line whose capitals are centred on `at`; `anchor` is l, m or r. Returns the width used.

    Text wider than `width` is first narrowed and then cut: its size is never reduced, small print helps nobody.
    """
    tight = 1.0
    if width is not None:
        full = text_width(text, size, weight)
        if full > width:
            tight = max(tightest, int(50 * width / full) / 50)
            text = fitted(text, width / tight, size, weight)
    if not text:
        return 0
    ink = _ink(text, size, weight, tight, colour[3] if len(colour) == 4 else 255)
    x = at[0] - {"l": 0, "m": ink.advance / 2, "r": ink.advance}[anchor]
    left, top = round(x) + ink.left, round(at[1] + size * CAP_HEIGHT / 2) + ink.top
    if halo is not None:
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1, -1), (1, -1), (-1, 1), (1, 1)):
            _paste(image, halo, (left + dx, top + dy), ink.mask)
    _paste(image, colour, (left, top), ink.mask)
    return ink.advance


def _paste(image: Image.Image, colour: Colour, at: tuple[int, int], mask: Image.Image) -> None:
    if image.mode == "RGBA":
        # A plain paste would also mix the transparency: lay the letters over the ground instead.
        layer = Image.new("RGBA", mask.size, (*colour[:3], 0))
        layer.putalpha(mask)
        x, y = at
        cut = (max(0, -x), max(0, -y), min(mask.width, image.width - x), min(mask.height, image.height - y))
        if cut[0] < cut[2] and cut[1] < cut[3]:
            image.alpha_composite(layer.crop(cut), (max(0, x), max(0, y)))
        return
    image.paste(colour[:3], at, mask)
