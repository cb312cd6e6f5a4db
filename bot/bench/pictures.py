"""What a picture costs: drawn and encoded, beside encoding alone; and how large it is, beside one in full colour."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import islice
from statistics import median
from time import perf_counter
from typing import Any

from PIL import Image

from bot.bench import Measure
from bot.bench.bot import played
from bot.paint import Whole, board_picture, board_scene
from bot.paint.board import paint_scene
from bot.paint.picture import encode
from bot.paint.views import View

__all__ = ["measure"]

VIEWS: tuple[tuple[str, View | None], ...] = (("Ausschnitt nach einem Befehl", None), ("Ganze Karte", Whole()))


def measure(orders: int = 40) -> list[Measure]:
    """Both kinds of picture, after one order after another on the board of forty figures."""
    return [figure for name, view in VIEWS for figure in _view(name, view, orders)]


def _view(name: str, view: View | None, orders: int) -> list[Measure]:
    whole, bare, sizes, full = [], [], [], []
    for place, (before, outcome) in enumerate(islice(played(), orders + 1)):
        told: dict[str, Any] = {"view": view, "before": before.battle}
        battle, report = outcome.position.battle, outcome.report
        image = paint_scene(board_scene(battle, report, **told))
        if place == 0:
            # The first picture draws what all others find ready: ground, counters, letters.
            continue
        whole.append(_milliseconds(lambda b=battle, r=report, t=told: board_picture(b, r, **t)))  # type: ignore[misc]
        bare.append(_milliseconds(lambda i=image: encode(i)))  # type: ignore[misc]
        sizes.append(len(encode(image)) / 1000)
        full.append(_full_colour(image) / 1000)
    value, yardstick = median(whole), median(bare)
    size, plain = max(sizes), max(full)
    return [
        Measure(
            f"{name}, 40 Figuren",
            value,
            "ms",
            f"nur kodieren: {yardstick:.1f} ms",
            value / yardstick,
            "≤ 1.6",
        ),
        Measure(f"{name}, das größte", size, "KB", f"in voller Farbe: {plain:.0f} KB", size / plain, "≤ 400 KB"),
    ]


def _milliseconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000


def _full_colour(image: Image.Image) -> int:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return len(buffer.getvalue())
