"""Loading a battle and writing a change of it: the one transaction through which everything in the journal goes.

What the changes are is decided by the parts of the keeper that stand on this one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.journal.engine import Database
from rules.journal.errors import Conflict, JournalError
from rules.journal.live import AnySystem, Entry, Live, Thrown, now
from rules.journal.loading import read_live, taken_up
from rules.journal.tables import EntryKind, battles, entries, servers, throws
from rules.referee.play import Position
from rules.referee.refusal import Refusal

T = TypeVar("T")
ATTEMPTS = 3
CACHED_BATTLES = 256

_UPDATE_BATTLE = update(battles).where(
    battles.c.id == bindparam("battle_id"), battles.c.version == bindparam("loaded_version")
)
_INSERT_ENTRY = entries.insert()
_INSERT_THROW = throws.insert()


@dataclass(frozen=True, slots=True)
class Change:
    """What one message does to a battle: how it stands then, and what is written beside it."""

    live: Live
    entries: tuple[Entry, ...] = ()
    throws: tuple[Thrown, ...] = ()
    also: Callable[[AsyncConnection], Awaitable[None]] | None = None


class Store:
    """Battles in the database, the newest of each in memory, and one message at a time for each of them."""

    def __init__(self, database: Database, systems: Mapping[str, AnySystem]) -> None:
        self._database = database
        self._systems = systems
        self._cache: OrderedDict[int, Live] = OrderedDict()
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    async def open(cls, where: str | Path, systems: Mapping[str, AnySystem], *, create: bool = True) -> Self:
        """Open the journal in this database (a URL, or the path of an SQLite file) for these games."""
        return cls(await Database.open(where, create=create), systems)

    async def close(self) -> None:
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def change(
        self,
        battle_id: int,
        step: Callable[[Live], Awaitable[tuple[Change, T]]],
        again: Callable[[Live], Awaitable[T | None]] | None = None,
    ) -> T:
        """Take one message: `step` says what it changes, and the change is written if the battle is still the same.

        Where it is not, the step is taken again on what is there now. `again` finds the result of a message that had
        already been taken.
        """
        async with self._turn(battle_id):
            for _ in range(ATTEMPTS):
                live = await self._live(battle_id)
                try:
                    change, result = await step(live)
                    await self._write(live, change)
                except (Refusal, JournalError) as refusal:
                    before = await again(live) if again else None
                    if before is not None:
                        return before
                    if not isinstance(refusal, Conflict):
                        if await self._is_newest(live):
                            raise
                        self._cache.pop(battle_id, None)
                else:
                    return result
        raise Conflict

    async def load(self, battle_id: int) -> Live:
        """The battle as it stands, also if another process was the last to change it."""
        async with self._turn(battle_id):
            live = self._cache.get(battle_id)
            if live is not None and not await self._is_newest(live):
                self._cache.pop(battle_id, None)
            return await self._live(battle_id)

    async def ensure_server(self, connection: AsyncConnection, server: str) -> None:
        known = await connection.execute(select(servers.c.id).where(servers.c.id == server))
        if known.first() is None:
            await connection.execute(servers.insert(), {"id": server, "created": now()})

    def system(self, key: str) -> AnySystem:
        if key not in self._systems:
            raise JournalError(f"Das Regelwerk »{key}« kennt dieser Herold nicht.")
        return self._systems[key]

    @asynccontextmanager
    async def _turn(self, battle_id: int) -> AsyncIterator[None]:
        lock = self._turns.get(battle_id)
        if lock is None:
            lock = self._turns[battle_id] = asyncio.Lock()
        async with lock:
            yield

    async def _live(self, battle_id: int) -> Live:
        live = self._cache.get(battle_id)
        if live is not None:
            self._cache.move_to_end(battle_id)
            return live
        for _ in range(ATTEMPTS):
            live, broken = await self._read(battle_id)
            if broken is None:
                self._remember(live)
                return live
            try:
                await self._write(live, held_change(live, broken))
            except Conflict:
                continue
            return self._cache[battle_id]
        raise Conflict

    async def _read(self, battle_id: int) -> tuple[Live, str | None]:
        async with self._database.read() as connection:
            row = (await connection.execute(select(battles).where(battles.c.id == battle_id))).mappings().first()
            if row is None:
                raise JournalError(f"Eine Partie mit der Nummer {battle_id} gibt es nicht.")
            live = await read_live(connection, row, self.system(row["system"]))
        return taken_up(live)

    async def _write(self, old: Live, change: Change) -> None:
        new = change.live
        row = {
            "battle_id": old.id,
            "loaded_version": old.version,
            "state": new.state,
            "version": new.version,
            "pending": None if new.pending is None else new.pending.model_dump_json(),
            "held": new.held,
            "proposal": None if new.proposal is None else new.proposal.model_dump_json(),
            "next_throw": new.next_throw,
            "revealed": new.revealed,
            "edition": new.system.edition,
            "winner": new.battle.winner,
            "updated": now(),
        }
        try:
            async with self._database.write() as connection:
                if (await connection.execute(_UPDATE_BATTLE, row)).rowcount != 1:
                    raise Conflict
                for entry in change.entries:
                    await connection.execute(_INSERT_ENTRY, vars(entry))
                if change.throws:
                    await connection.execute(_INSERT_THROW, [vars(thrown) for thrown in change.throws])
                if change.also is not None:
                    await change.also(connection)
        except BaseException as error:
            # Also when the task was cancelled in the middle: only the database knows now how the battle stands.
            self._cache.pop(old.id, None)
            if isinstance(error, IntegrityError):
                raise Conflict from error
            raise
        self._remember(new)

    def _remember(self, live: Live) -> None:
        self._cache[live.id] = live
        self._cache.move_to_end(live.id)
        while len(self._cache) > CACHED_BATTLES:
            self._cache.popitem(last=False)

    async def _is_newest(self, live: Live) -> bool:
        async with self._database.read() as connection:
            version = await connection.scalar(select(battles.c.version).where(battles.c.id == live.id))
        return bool(version == live.version)


def entry_of(live: Live, kind: EntryKind, **values: Any) -> Entry:
    """The next entry of a battle."""
    return Entry(
        battle=live.id,
        number=live.next_entry,
        kind=kind,
        version=live.version + 1,
        edition=live.system.edition,
        at=now(),
        **values,
    )


def changed(live: Live, entries_written: int = 1, **values: Any) -> Live:
    """The battle after a change that writes so many entries."""
    return replace(live, version=live.version + 1, next_entry=live.next_entry + entries_written, **values)


def held_change(live: Live, satz: str) -> Change:
    """The battle rests: its open order stays as it is until it is taken back."""
    entry = entry_of(live, EntryKind.HOLD, line=satz, starts=live.pending.starts if live.pending else None)
    return Change(changed(live, held=satz, position=Position(live.battle)), (entry,))
