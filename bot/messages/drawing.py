"""Pictures for answers, drawn off the event loop. What cannot be drawn is left out, and the answer says so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from bot.answer import Answer, BoardPicture, Card, ChartPicture, PictureOrder, Text
from bot.paint import (
    Cutout,
    DieStats,
    PaintError,
    Picture,
    Range,
    Reach,
    Whole,
    board_picture,
    dice_chart,
    range_of,
    reach_of,
)
from rules.mfm.model import Schlacht

__all__ = ["Drawing", "paint"]

log = logging.getLogger(__name__)
FAILED = "Das Bild ließ sich nicht zeichnen; /karte versucht es noch einmal."
AT_ONCE = 2
"""Encoding takes a core; more at once would only make everybody wait."""


def paint(order: PictureOrder) -> Picture:
    """Draw what was ordered. Raises PaintError and nothing else that is foreseen."""
    match order:
        case ChartPicture(dice=dice):
            return dice_chart([DieStats(one.name, one.sides, one.counts) for one in dice])
        case BoardPicture():
            return _board(order)


def _board(order: BoardPicture) -> Picture:
    view = Whole() if order.whole else Cutout(order.around) if order.around else None
    overlay: Reach | Range | None = None
    if isinstance(order.battle, Schlacht):
        if order.reach_of:
            overlay = reach_of(order.battle, order.reach_of)
        elif order.range_of:
            overlay = range_of(order.battle, order.range_of)
    if overlay is not None:
        # An overlay is wider than the unit it belongs to: its own cut-out shows all of it.
        view = Cutout((*order.around, *overlay.fields)) if overlay.fields else view
    return board_picture(order.battle, order.report, view=view, overlay=overlay, title=order.title, before=order.before)


class Drawing:
    """Draws the pictures of an answer, a few at a time."""

    def __init__(self, painter: Callable[[PictureOrder], Picture] = paint) -> None:
        self._painter = painter
        self._places = asyncio.Semaphore(AT_ONCE)

    async def draw(self, answer: Answer) -> tuple[Answer, dict[int, Picture]]:
        """The pictures of the cards by their place, and the answer with a word about those that failed."""
        pictures: dict[int, Picture] = {}
        cards: list[Card] = []
        for number, card in enumerate(answer.cards):
            if card.picture is not None:
                picture = await self._one(card.picture)
                if picture is None:
                    card = replace(card, texts=(*card.texts, Text("", FAILED)))
                else:
                    name = picture.name if number == 0 else f"{number}-{picture.name}"
                    pictures[number] = replace(picture, name=name)
            cards.append(card)
        return replace(answer, cards=tuple(cards)), pictures

    async def warm_up(self, order: PictureOrder) -> None:
        """Draw something nobody sees: the first picture loads letters and signs, and takes as long as twenty others."""
        await self._one(order)

    async def _one(self, order: PictureOrder) -> Picture | None:
        async with self._places:
            try:
                return await asyncio.to_thread(self._painter, order)
            except PaintError as error:
                log.warning("a picture could not be drawn: %s", error)
            except Exception:
                log.exception("a picture could not be drawn")
        return None
