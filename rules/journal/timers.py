"""Timers that outlive the program. Whoever runs them sleeps until the next is due; what is done then is his to say."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Delete, select

from rules.journal.errors import fitting
from rules.journal.live import now
from rules.journal.room_tables import timers
from rules.journal.store import Store

MAX_NOTE = 2_000
MAX_KIND = 40


@dataclass(frozen=True, slots=True)
class Timer:
    """Something to do in a room when its time has come. `note` is the owner's own."""

    id: int
    server: str
    channel: str
    kind: str
    due: int
    note: str = ""


class Timers(Store):
    """The part of the keeper that remembers what is to be done later."""

    async def set_timer(self, server: str, channel: str, kind: str, due: int, note: str = "") -> Timer:
        """Set the room's timer of this kind; the one that was set before no longer counts."""
        kind = fitting(kind, "Die Art", MAX_KIND, empty=False)
        note = fitting(note, "Die Notiz", MAX_NOTE)
        async with self._database.write() as connection:
            await self.ensure_server(connection, server)
            await connection.execute(_of(server, channel, kind))
            made = await connection.execute(
                timers.insert()
                .returning(timers.c.id)
                .values(server=server, channel=channel, kind=kind, due=due, note=note, created=now())
            )
            return Timer(int(made.scalar_one()), server, channel, kind, due, note)

    async def drop_timer(self, server: str, channel: str, kind: str) -> None:
        """Let the room's timer of this kind be; that there is none is no fault."""
        async with self._database.write() as connection:
            await connection.execute(_of(server, channel, kind))

    async def next_timers(self, limit: int = 20, *, but: Collection[int] = ()) -> list[Timer]:
        """The timers that are due first, also those overdue; `but` leaves some out that are being taken care of."""
        wanted = select(timers).order_by(timers.c.due, timers.c.id).limit(max(1, limit))
        if but:
            wanted = wanted.where(timers.c.id.not_in(list(but)))
        async with self._database.read() as connection:
            found = await connection.execute(wanted)
            return [Timer(**{name: row[name] for name in Timer.__dataclass_fields__}) for row in found.mappings()]

    async def claim_timer(self, timer: Timer) -> bool:
        """Take a timer off the list. Of all who try, only one hears yes."""
        async with self._database.write() as connection:
            # A number may have been given to another timer since.
            same = (timers.c.id == timer.id, timers.c.due == timer.due, timers.c.note == timer.note)
            gone = await connection.execute(timers.delete().where(*same))
            return bool(gone.rowcount == 1)


def _of(server: str, channel: str, kind: str) -> Delete:
    return timers.delete().where(timers.c.server == server, timers.c.channel == channel, timers.c.kind == kind)
