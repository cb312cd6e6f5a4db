"""Herold on Discord: the client with its commands, its buttons and its timers. It decides nothing; it carries."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Answer, Call, Person, Place
from bot.desk.desk import Desk
from bot.desk.refusals import DEFECT
from bot.messages.delivery import Delivery
from bot.messages.items import HeroldButton, HeroldMenu
from bot.messages.sending import FAILURES
from bot.reminders import Reminders
from cogs import COGS
from rules.journal.keeper import Timer

__all__ = ["Herold", "intents"]

log = logging.getLogger(__name__)
# Herold never speaks; that he could not need not be said at every start.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False
SYNC_PAUSES = (5.0, 30.0, 120.0, 600.0)
CLOSING_SECONDS = 5.0


def intents(plain_text: bool) -> discord.Intents:
    """As little as is needed: servers and their channels; messages only where plain lines are to be read."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = plain_text
    wanted.message_content = plain_text
    return wanted


class _Tree(app_commands.CommandTree["Herold"]):
    async def on_error(self, interaction: discord.Interaction[Herold], error: app_commands.AppCommandError, /) -> None:
        """Only what no delivery could take care of comes here."""
        log.error("a command failed: %s", error, exc_info=error)
        try:
            if not interaction.response.is_done():
                await interaction.response.send_message(DEFECT, ephemeral=True)
        except FAILURES as failure:
            log.warning("nor could that be said: %s", failure)


class Herold(commands.AutoShardedBot):
    """One connection to Discord. When it is lost for good, another Herold takes its place over the same desk."""

    def __init__(
        self,
        desk: Desk,
        delivery: Delivery,
        *,
        plain_text: bool = False,
        connector: aiohttp.BaseConnector | None = None,
        guild_ready_timeout: float = 2.0,
        sync: bool = True,
        timers: bool = True,
    ) -> None:
        options: dict[str, Any] = {"guild_ready_timeout": guild_ready_timeout}
        if connector is not None:
            options["connector"] = connector
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=_Tree,
            intents=intents(plain_text),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            **options,
        )
        self.desk = desk
        self.delivery = delivery
        self.plain_text = plain_text
        self._sync = sync
        self._tasks: set[asyncio.Task[None]] = set()
        self.synced = asyncio.Event()
        self._with_timers = timers
        self._timers: Reminders | None = None
        self._timing: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(HeroldButton, HeroldMenu)
        for cog in COGS:
            await self.add_cog(cog(self))
        if self._sync:
            self._start(self._sync_commands())
        else:
            self.synced.set()
        self._start(self.delivery.warm_up())
        if self._with_timers:
            self._timers = Reminders(self.desk, self._remind, self._serves, self.desk.clock)
            self._timing = asyncio.create_task(self._timers.run())

    async def _sync_commands(self) -> None:
        """Tell Discord our commands; it may be busy, and people who know the old ones can play meanwhile."""
        for pause in (*SYNC_PAUSES, None):
            try:
                await self.tree.sync()
            except FAILURES as error:
                log.error("commands could not be synchronised: %s", error)
                if pause is not None:
                    await asyncio.sleep(pause)
            else:
                log.info("commands are synchronised", extra={"commands": len(self.tree.get_commands())})
                self.synced.set()
                return

    async def on_ready(self) -> None:
        log.info("ready", extra={"servers": len(self.guilds), "shards": self.shard_count})

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self.delivery.submitted(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """A plain line, where they are read at all: an order, or the answer to an open question."""
        if self.plain_text and not message.author.bot:
            await self.delivery.said(self, message)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("an event failed", extra={"event": event_method})

    # -- timers -------------------------------------------------------------------------------------------------------

    def _serves(self, server: str) -> bool:
        return server.isdecimal() and self.get_guild(int(server)) is not None

    async def _remind(self, timer: Timer, answer: Answer) -> None:
        call = Call(Place(timer.server, timer.channel), Person("", "Herold"), f"timer-{timer.id}")
        await self.delivery.post(self, call, answer)

    # -- the end ------------------------------------------------------------------------------------------------------

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        if self._timers is not None and self._timing is not None:
            self._timers.stop()
            await asyncio.wait((self._timing,), timeout=CLOSING_SECONDS)
        try:
            await asyncio.wait_for(self.delivery.settle(), CLOSING_SECONDS)
        except TimeoutError:
            log.warning("some answers were still on their way")
        await super().close()
