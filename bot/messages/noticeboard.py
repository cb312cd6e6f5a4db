"""Status cards: edited where they stand, the newest look only, and not at all while they would look the same."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot.answer import Answer, Call, Status
from bot.desk.desk import Desk
from bot.messages.fitting import fitted
from bot.messages.layout import view_of
from bot.messages.sending import FAILURES

__all__ = ["Noticeboard"]

log = logging.getLogger(__name__)
REMEMBERED = 1_024
AGAIN_SECONDS = 5.0


class Noticeboard:
    """The status cards of all rooms."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._next: dict[str, tuple[discord.Client, Call, Status]] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._shown: dict[str, Any] = {}

    def show(self, client: discord.Client, call: Call, status: Status) -> None:
        """Let a card look so; if it is being edited right now, once more afterwards."""
        self._next[status.message] = (client, call, status)
        if status.message not in self._busy:
            task = asyncio.create_task(self._edit(status.message))
            self._busy[status.message] = task
            task.add_done_callback(lambda _: self._busy.pop(status.message, None))

    async def settle(self) -> None:
        """Wait until every card looks as it should."""
        while self._busy:
            await asyncio.wait(list(self._busy.values()))

    async def _edit(self, message: str) -> None:
        tries = 2
        while (job := self._next.pop(message, None)) is not None:
            client, call, status = job
            view = view_of(fitted(Answer((status.card,))).answer)
            look: Any = view.to_components()  # type: ignore[no-untyped-call]
            if self._shown.get(message) == look and not status.anyway:
                continue
            place = call.place
            target = client.get_partial_messageable(int(place.channel), guild_id=int(place.server))
            try:
                await target.get_partial_message(int(message)).edit(
                    view=view, allowed_mentions=discord.AllowedMentions.none()
                )
            except discord.NotFound:
                await self._desk.card_lost(call, message)
            except discord.Forbidden as error:
                log.warning("status card %s is out of reach: %s", message, error)
            except FAILURES as error:
                log.warning("status card %s could not be edited: %s", message, error)
                tries -= 1
                if tries:
                    self._next.setdefault(message, job)
                    await asyncio.sleep(AGAIN_SECONDS)
            else:
                if len(self._shown) >= REMEMBERED:
                    self._shown.clear()
                self._shown[message] = look
