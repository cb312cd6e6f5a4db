"""The film of a finished battle: made while people watch its progress, then added to the message."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import discord

from bot.answer import Answer, Film, Text
from bot.messages.layout import view_of
from bot.messages.sending import FAILURES, Sender
from bot.paint import PaintError, Picture, Scene, Whole, board_scene, film

__all__ = ["add_film"]

log = logging.getLogger(__name__)
MAX_BYTES = 9_500_000
EVERY_SECONDS = 2.0


def _scenes(wish: Film) -> list[Scene]:
    return [
        board_scene(frame.battle, frame.report, view=Whole(legend=False), title=wish.title, caption=frame.caption)
        for frame in wish.frames
    ]


async def add_film(sender: Sender, answer: Answer, wish: Film) -> None:
    """Make the film, tell how far it is, and put it into the message."""
    done = [0, len(wish.frames)]

    def progress(at: int, of: int) -> None:
        done[:] = [at, of]

    work = asyncio.create_task(asyncio.to_thread(lambda: film(_scenes(wish), progress)))
    try:
        while not work.done():
            await asyncio.wait((work,), timeout=EVERY_SECONDS)
            if not work.done():
                bar = "▰" * (10 * done[0] // max(1, done[1]))
                await _note(sender.interaction, answer, f"{bar:▱<10} {done[0]} von {done[1]} Bildern")
        data = await work
    except PaintError as error:
        log.warning("no film: %s", error)
        await sender.edit(_with(answer, "Der Film ließ sich nicht zeichnen."), {})
        return
    if len(data) > MAX_BYTES:
        await sender.edit(_with(answer, "Der Film ist zu groß, um ihn hier zu zeigen."), {})
        return
    picture = Picture(data, 0, 0, f"Film der Partie {wish.title}", "film.webp")
    await sender.edit(_with(answer, f"{len(wish.frames)} Bilder"), {0: picture})


async def _note(interaction: discord.Interaction[Any], answer: Answer, text: str) -> None:
    try:
        await interaction.edit_original_response(view=view_of(_with(answer, text)))
    except FAILURES as error:
        log.info("progress of a film could not be told: %s", error)


def _with(answer: Answer, text: str) -> Answer:
    return replace(answer, cards=(replace(answer.card, texts=(Text(text),)),), film=None)
