"""The one task that sleeps until the next timer is due and then says what there is to say.

Timers are rows of the journal, so none is lost when the program ends; those that came due meanwhile are first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.answer import Answer
from bot.desk.desk import Desk
from rules.journal.errors import JournalError
from rules.journal.keeper import Timer

__all__ = ["Reminders"]

log = logging.getLogger(__name__)
LONGEST_SLEEP = 3_600.0
AFTER_FAILURE = 60.0


class Reminders:
    """Runs the timers of the servers that this process serves."""

    def __init__(
        self,
        desk: Desk,
        post: Callable[[Timer, Answer], Awaitable[None]],
        serves: Callable[[str], bool],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._desk = desk
        self._post = post
        self._serves = serves
        self._clock = clock
        self._ended = False

    def stop(self) -> None:
        """End after what is being done now: nothing is broken off in the middle."""
        self._ended = True
        self._desk.timer_set.set()

    async def run(self) -> None:
        while not self._ended:
            try:
                pause = await self.due()
            except JournalError as error:
                log.warning("timers could not be read: %s", error.satz)
                pause = AFTER_FAILURE
            except Exception:
                log.exception("a timer failed")
                pause = AFTER_FAILURE
            if not self._ended:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._desk.timer_set.wait(), pause)
            self._desk.timer_set.clear()

    async def due(self) -> float:
        """Do what is due; how long nothing else will be."""
        others: set[int] = set()
        while True:
            timers = await self._desk.keeper.next_timers(but=others)
            if not timers:
                return LONGEST_SLEEP
            for timer in timers:
                wait = timer.due / 1000 - self._clock()
                if wait > 0:
                    return min(wait, LONGEST_SLEEP)
                if not self._serves(timer.server):
                    others.add(timer.id)
                elif await self._desk.keeper.claim_timer(timer):
                    answer = await self._desk.reminder(timer)
                    if answer is not None:
                        await self._post(timer, answer)
