"""Rooms: what happens in which channel, and how its people are called. What a lobby holds is its owner's to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import RowMapping, select, update
from sqlalchemy.exc import IntegrityError

from rules.journal.errors import Conflict, JournalError, fitting
from rules.journal.live import now
from rules.journal.room_tables import people, rooms
from rules.journal.store import Store

MAX_LOBBY = 200_000
MAX_REMINDER_HOURS = 24 * 14
MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class Room:
    """A channel with a lobby, a battle, or neither any more. `version` is 0 for one that was never kept."""

    server: str
    channel: str
    version: int = 0
    lobby: str | None = None
    battle: int | None = None
    card: str | None = None
    """The message that shows how things stand, and is edited rather than posted again."""
    quiet: bool = False
    """Nobody is called here."""
    reminder_hours: int = 0
    """After how long a wait somebody is reminded; 0 for never."""
    referee: str = ""
    called: str = ""


class Rooms(Store):
    """The part of the keeper that knows which battle is played where."""

    async def room(self, server: str, channel: str) -> Room:
        """The room of this channel; an empty one if nothing was ever begun there."""
        async with self._database.read() as connection:
            found = await connection.execute(select(rooms).where(rooms.c.server == server, rooms.c.channel == channel))
            row = found.mappings().first()
        return Room(server, channel) if row is None else _room(row)

    async def room_of(self, battle_id: int) -> Room | None:
        """Where a battle is played; nothing if its channel has gone on to another one."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(rooms).where(rooms.c.battle == battle_id))).mappings().first()
        return None if row is None else _room(row)

    async def rooms_of(self, server: str) -> list[Room]:
        """The rooms of a server in which something is going on, those that changed last first."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(rooms)
                .where(rooms.c.server == server, rooms.c.battle.is_not(None) | rooms.c.lobby.is_not(None))
                .order_by(rooms.c.updated.desc())
            )
            return [_room(row) for row in found.mappings()]

    async def save_room(self, room: Room) -> Room:
        """Keep a room as it is now, if nobody has kept another version since this one was read."""
        if room.lobby is not None and len(room.lobby) > MAX_LOBBY:
            raise JournalError("In dieser Runde ist zu viel zusammengekommen, um es aufzuheben.")
        if not 0 <= room.reminder_hours <= MAX_REMINDER_HOURS:
            raise JournalError(f"Erinnert wird nach 1 bis {MAX_REMINDER_HOURS} Stunden, oder nie (0).")
        kept = replace(room, version=room.version + 1)
        values = {**asdict(kept), "updated": now()}
        try:
            async with self._database.write() as connection:
                if room.version:
                    here = (rooms.c.server == room.server, rooms.c.channel == room.channel)
                    changed = await connection.execute(
                        update(rooms).where(*here, rooms.c.version == room.version).values(values)
                    )
                    if changed.rowcount != 1:
                        raise Conflict
                else:
                    await self.ensure_server(connection, room.server)
                    await connection.execute(rooms.insert().values(values))
        except IntegrityError as error:
            raise Conflict from error
        return kept

    async def note_name(self, server: str, player: str, name: str) -> None:
        """Remember what somebody is called here."""
        name = fitting(name, "Der Name", MAX_NAME, empty=False)
        async with self._database.write() as connection:
            await self.ensure_server(connection, server)
            here = (people.c.server == server, people.c.player == player)
            changed = await connection.execute(update(people).where(*here).values(name=name, seen=now()))
            if not changed.rowcount:
                await connection.execute(people.insert().values(server=server, player=player, name=name, seen=now()))

    async def names(self, server: str, players: Sequence[str]) -> dict[str, str]:
        """What these players were last called on this server; those never heard of are left out."""
        wanted = list(dict.fromkeys(players))
        async with self._database.read() as connection:
            found = await connection.execute(
                select(people.c.player, people.c.name).where(people.c.server == server, people.c.player.in_(wanted))
            )
            return {row.player: row.name for row in found}


def _room(row: RowMapping) -> Room:
    return Room(**{name: row[name] for name in Room.__dataclass_fields__})
