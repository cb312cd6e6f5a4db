"""Herold as it runs: the journal, the desk, and one client after another, on Discord or at the local table."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.client import Herold
from bot.desk.desk import GAMES, Desk
from bot.health import beating, is_on_air
from bot.messages.delivery import Delivery
from bot.settings import Settings
from bot.supervisor import Supervisor
from bot.table.local import LocalTable
from rules.journal.keeper import Keeper
from rules.systems import SYSTEMS

__all__ = ["at_the_table", "opened_desk", "run"]

log = logging.getLogger(__name__)
TABLE_GUILD_SECONDS = 0.05
"""The local table tells all its servers at once; there is nothing to wait for."""


@asynccontextmanager
async def opened_desk(settings: Settings) -> AsyncIterator[Desk]:
    """The desk over the journal of these settings."""
    settings.data.mkdir(parents=True, exist_ok=True)
    async with await Keeper.open(settings.database, SYSTEMS) as keeper:
        yield Desk(keeper, GAMES)


def at_the_table(table: LocalTable, desk: Desk, delivery: Delivery, *, plain_text: bool = True) -> Supervisor:
    """Herold for the local table: the same client, led to loopback by its connector."""

    def make(sync: bool) -> Herold:
        return Herold(
            desk,
            delivery,
            plain_text=plain_text,
            connector=table.connector(),
            guild_ready_timeout=TABLE_GUILD_SECONDS,
            sync=sync,
        )

    return Supervisor(table.token, make, first_pause=0.1)


async def run(settings: Settings, said: Callable[[str], None]) -> None:
    """Until somebody ends the program. `said` tells whoever started it where to go."""
    stopped = _on_signals()
    async with opened_desk(settings) as desk:
        delivery = Delivery(desk)
        if settings.token is not None:
            token = settings.token.get_secret_value()
            supervisor = Supervisor(
                token, lambda sync: Herold(desk, delivery, plain_text=settings.plain_text, sync=sync)
            )
            said("Herold geht zu Discord. Beenden mit Strg+C.")
            await _until(stopped, supervisor, settings.data)
            return
        settings.table_folder.mkdir(parents=True, exist_ok=True)
        table = LocalTable(settings.table_folder)
        await table.start(settings.port)
        try:
            said(f"Der Tisch ist gedeckt: {table.page_url}")
            said("Beenden mit Strg+C.")
            if settings.open_browser:
                _open_browser(table.page_url)
            await _until(stopped, at_the_table(table, desk, delivery), settings.data)
        finally:
            await table.stop()


def _on_signals() -> asyncio.Event:
    """Set when somebody wants the program to end."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            loop.add_signal_handler(name, stopped.set)
    return stopped


async def _until(stopped: asyncio.Event, supervisor: Supervisor, folder: Path) -> None:
    async def listen() -> None:
        await stopped.wait()
        supervisor.stop()

    listening = asyncio.create_task(listen())
    try:
        async with beating(folder, lambda: is_on_air(supervisor.client)):
            await supervisor.run()
    finally:
        listening.cancel()
    log.info("closed")


def _open_browser(url: str) -> None:
    """Show the page to somebody who sits at the screen. Text browsers would take his terminal from him."""
    screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen:
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(url)
