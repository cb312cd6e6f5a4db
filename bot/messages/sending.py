"""Getting an answer to Discord, whatever happens on the way.

The first answer must come within three seconds, once; after that a token serves for a quarter of an hour. Where neither
works any more, the answer goes to the channel, so that nobody is left without one.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

import aiohttp
import discord

from bot.answer import Answer, Card, File, Form, Text
from bot.desk.wording import plain
from bot.messages.fitting import fitted
from bot.messages.items import form_window
from bot.messages.layout import mentions, view_of
from bot.paint import Picture

__all__ = ["FAILURES", "Sender", "post_to_channel"]

log = logging.getLogger(__name__)
FAILURES = (discord.DiscordException, aiohttp.ClientError, asyncio.TimeoutError, OSError)
"""How a call to Discord can fail."""
PAUSES = (1.0, 4.0, 15.0)
TOO_LATE = "Das hat zu lange gedauert; drück bitte noch einmal."


class Stage(Enum):
    OPEN = auto()
    THINKING = auto()
    ANSWERED = auto()
    LOST = auto()
    """Discord no longer takes an answer to this interaction."""


class Sender:
    """One interaction on its way to its answer."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.stage = Stage.OPEN
        self.message: str = ""

    async def think(self) -> None:
        """Say that an answer is coming."""
        try:
            await self.interaction.response.defer(thinking=True)
            self.stage = Stage.THINKING
        except FAILURES as error:
            self._lost("could not be acknowledged", error)

    async def show_form(self, form: Form) -> None:
        if self.stage is Stage.OPEN:
            try:
                await self.interaction.response.send_modal(form_window(form))
                self.stage = Stage.ANSWERED
            except FAILURES as error:
                self._lost("could not be shown a form", error)
        else:
            await self.send(Answer.sentence(TOO_LATE))

    async def send(self, answer: Answer, pictures: Mapping[int, Picture] | None = None) -> None:
        """The answer; in the channel if it cannot go where it belongs."""
        if self.stage is not Stage.LOST:
            try:
                await self._first(answer, pictures or {})
            except FAILURES as error:
                self._lost("could not be answered", error)
            else:
                self.stage = Stage.ANSWERED
                return
        await self._to_channel(answer, pictures or {})

    async def edit(self, answer: Answer, pictures: Mapping[int, Picture]) -> None:
        """The answer once more, now with its pictures."""
        if self.stage is Stage.ANSWERED:
            try:
                view, files = _parts(answer, pictures)
                await self.interaction.edit_original_response(
                    view=view, attachments=_uploads(files), allowed_mentions=discord.AllowedMentions.none()
                )
                return
            except FAILURES as error:
                self._lost("could not be edited", error)
        # What was sent before stands without its picture; nobody is called a second time for it.
        await self._to_channel(replace(answer, ping=()), pictures)

    async def _first(self, answer: Answer, pictures: Mapping[int, Picture]) -> None:
        view, files = _parts(answer, pictures)
        allowed = mentions(answer)
        it = self.interaction
        if self.stage is Stage.OPEN and answer.replaces and it.message is not None:
            await it.response.edit_message(view=view, attachments=_uploads(files), allowed_mentions=allowed)
            self.message = str(it.message.id)
        elif self.stage is Stage.OPEN:
            sent = await it.response.send_message(
                view=view, files=_uploads(files), ephemeral=answer.private, allowed_mentions=allowed
            )
            self.message = str(sent.message_id or "")
        elif answer.private:
            # "Thinks …" was said to all and cannot become private any more.
            await it.delete_original_response()
            message = await it.followup.send(
                view=view, files=_uploads(files), ephemeral=True, allowed_mentions=allowed, wait=True
            )
            self.message = str(message.id)
        else:
            edited = await it.edit_original_response(view=view, attachments=_uploads(files), allowed_mentions=allowed)
            self.message = str(edited.id)

    async def _to_channel(self, answer: Answer, pictures: Mapping[int, Picture]) -> None:
        it = self.interaction
        if it.channel_id is None or it.guild_id is None:
            return
        if answer.private:
            name = plain(it.user.display_name)
            text = f"{name}, meine Antwort kam nicht bei dir an. Gib den Befehl bitte noch einmal."
            answer, pictures = Answer((Card(texts=(Text(text),)),)), {}
        message = await post_to_channel(it.client, it.guild_id, it.channel_id, answer, pictures)
        self.message = message or self.message

    def _lost(self, what: str, error: BaseException) -> None:
        self.stage = Stage.LOST
        log.warning("interaction %s %s: %s", self.interaction.id, what, error)


async def post_to_channel(
    client: discord.Client, guild: int, channel: int, answer: Answer, pictures: Mapping[int, Picture] | None = None
) -> str | None:
    """The answer as a message of its own; tried a few times. Its id, or nothing if it could not be sent."""
    target = client.get_partial_messageable(channel, guild_id=guild)
    for pause in (*PAUSES, None):
        view, files = _parts(answer, pictures or {})
        try:
            message = await target.send(view=view, files=_uploads(files), allowed_mentions=mentions(answer))
            return str(message.id)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("channel %s takes no message: %s", channel, error)
            return None
        except FAILURES as error:
            log.warning("channel %s could not be written to: %s", channel, error)
            if pause is not None:
                await asyncio.sleep(pause)
    return None


def _parts(answer: Answer, pictures: Mapping[int, Picture]) -> tuple[discord.ui.LayoutView, list[File]]:
    fit = fitted(answer)
    shown = [*answer.files, *([fit.report] if fit.report else [])]
    files = [*(File(picture.name, picture.png) for picture in pictures.values()), *shown]
    return view_of(fit.answer, pictures, shown), files


def _uploads(files: Sequence[File]) -> list[discord.File]:
    """New ones for each attempt: a file that was sent cannot be sent again."""
    return [discord.File(io.BytesIO(file.data), file.name) for file in files]
