"""Keeps Herold on the air: whatever ends a connection, another takes its place, each time a little more patiently."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable

import discord

from bot.client import Herold

__all__ = ["Hopeless", "Supervisor"]

log = logging.getLogger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 120.0
STABLE_SECONDS = 300.0
CANCEL_SECONDS = 0.5


class Hopeless(Exception):
    """Trying again would not help; the sentence says what has to be done."""


class Supervisor:
    """Runs one client after another until it is told to stop."""

    def __init__(self, token: str, make: Callable[[bool], Herold], first_pause: float = FIRST_PAUSE) -> None:
        self._token = token
        self._make = make
        self._first_pause = first_pause
        self._stop = asyncio.Event()
        self._synced = False
        self.client: Herold | None = None
        self.restarts = 0

    def stop(self) -> None:
        self._stop.set()

    async def run(self) -> None:
        """Until `stop` is called. Raises Hopeless if Discord will never have us like this."""
        pause = self._first_pause
        while not self._stop.is_set():
            began = time.monotonic()
            await self._one()
            if self._stop.is_set():
                return
            if time.monotonic() - began > STABLE_SECONDS:
                pause = self._first_pause
            self.restarts += 1
            log.warning("connecting again", extra={"seconds": round(pause, 1), "restarts": self.restarts})
            try:
                await asyncio.wait_for(self._stop.wait(), pause * (0.8 + 0.4 * random.random()))
            except TimeoutError:
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _one(self) -> None:
        """One client, from its beginning to its end, whatever that is."""
        client = self.client = self._make(not self._synced)
        running = asyncio.create_task(client.start(self._token))
        stopping = asyncio.create_task(self._stop.wait())
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                self._judge(running)
        finally:
            self._synced = self._synced or client.synced.is_set()
            stopping.cancel()
            while not running.done():
                # In the middle of connecting a cancellation may be swallowed, so it is asked for until it is heard.
                running.cancel()
                await asyncio.wait((running,), timeout=CANCEL_SECONDS)
            if not running.cancelled():
                running.exception()
            if not client.is_closed():
                await client.close()
            self.client = None

    def _judge(self, running: asyncio.Task[None]) -> None:
        error = None if running.cancelled() else running.exception()
        match error:
            case None:
                log.warning("the connection was closed")
            case discord.LoginFailure():
                raise Hopeless("Discord nimmt dieses Token nicht an. Prüfe DISCORD_TOKEN.")
            case discord.PrivilegedIntentsRequired():
                raise Hopeless(
                    "Discord hat den Zugriff auf Nachrichteninhalte nicht erlaubt. Schalte ihn im Entwicklerportal "
                    "frei, oder setze HEROLD_PLAIN_TEXT auf false."
                )
            case _:
                log.error("the client ended: %s: %s", type(error).__name__, error, exc_info=error)
