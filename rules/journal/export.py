"""Battles out of the journal and into it, and the check of what is there."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.journal.checker import Checker
from rules.journal.dice_log import read_faces
from rules.journal.errors import JournalError
from rules.journal.exported import (
    ExportedBattle,
    ExportedEntry,
    ExportedPending,
    ExportedSeat,
    ExportedThrow,
    read_export,
)
from rules.journal.live import Live, Seat, StoredPending, compact, dump_tape, load_tape, mixed_words, now, pack, unpack
from rules.journal.loading import load_battle, read_seats
from rules.journal.store import Change, Store, changed, entry_of
from rules.journal.tables import DiceMode, EntryKind, battles, entries, seats, throws
from rules.journal.verify import verify_export
from rules.referee.tape import Tape

_BATCH = 200


@dataclass(frozen=True, slots=True)
class Checked:
    """What a replay found, each problem in one sentence. Orders of another edition of the rules cannot be replayed."""

    problems: tuple[str, ...]
    entries: int
    throws: int
    moves: int
    replayed: int


class Exporting(Store):
    """The part of the keeper that hands battles out, takes them in, and checks them."""

    async def reveal(self, battle_id: int, *, early: bool = False) -> str:
        """Lay the seed open, as hexadecimal digits. From then on the battle can only be looked at."""

        async def step(live: Live) -> tuple[Change, str]:
            if live.dice is DiceMode.OWN or live.seed is None:
                raise JournalError("Diese Partie hat keinen Schlüssel, der offenzulegen wäre.")
            if not live.battle.over and not early:
                raise JournalError("Der Schlüssel bleibt verschlossen, bis die Partie zu Ende ist.")
            if live.revealed:
                return Change(changed(live, 0)), live.seed.hex()
            entry = entry_of(live, EntryKind.REVEAL, line=live.commitment)
            return Change(changed(live, revealed=True, proposal=None), (entry,)), live.seed.hex()

        return await self.change(battle_id, step)

    async def export(self, battle_id: int, reveal: bool = False) -> dict[str, Any]:
        """The whole battle as data for a JSON file.

        The seed is in it once the battle is over, or if `reveal` insists; giving it out ends the battle for good.
        Without it, answers that are still secret are left out as well.
        """
        live = await self.load(battle_id)
        opened = live.battle.over or reveal
        if opened and live.seed is not None and not live.revealed:
            await self.reveal(battle_id, early=reveal)
        async with self._database.read() as connection:
            row = (await connection.execute(select(battles).where(battles.c.id == battle_id))).mappings().one()
            written = [entry async for part in _entries(connection, battle_id) for entry in part]
            thrown = [throw async for part in _throws(connection, battle_id) for throw in part]
            seated = await read_seats(connection, battle_id)
        if not opened:
            written = [_without_secrets(entry) for entry in written]
        pending = _pending(row)
        return ExportedBattle(
            system=row["system"],
            edition=row["edition"],
            title=row["title"],
            created=row["created"],
            dice=row["dice"],
            commitment=row["commitment"],
            seed=row["seed"] if row["revealed"] else None,
            setup=row["setup"],
            seats=tuple(_exported_seat(seat) for seat in seated),
            pending=None if pending is None else ExportedPending(starts=pending.starts, asked=pending.asked),
            held=row["held"],
            proposal=None if row["proposal"] is None else json.loads(row["proposal"]),
            throws=tuple(thrown),
            entries=tuple(written),
        ).model_dump(mode="json")

    async def import_battle(self, server: str, data: Any) -> int:
        """Take in a battle that was exported, after checking all of it; its number here."""
        battle = read_export(data)
        system = self.system(battle.system)
        found = verify_export(data, self._systems)
        if found.problems:
            raise JournalError(f"Der Export ist verändert oder beschädigt: {found.problems[0].satz}")
        state = next(entry.state for entry in reversed(battle.entries) if entry.state is not None)
        winner = load_battle(system, battle.setup, state).winner
        pending = _imported_pending(battle)
        async with self._database.write() as connection:
            await self.ensure_server(connection, server)
            made = await connection.execute(
                battles.insert()
                .returning(battles.c.id)
                .values(
                    server=server,
                    system=battle.system,
                    title=battle.title,
                    setup=battle.setup,
                    state=state,
                    version=max(entry.version for entry in battle.entries),
                    pending=None if pending is None else pending.model_dump_json(),
                    held=battle.held,
                    proposal=None if battle.proposal is None else battle.proposal.model_dump_json(),
                    dice=battle.dice.value,
                    seed=battle.seed,
                    commitment=battle.commitment,
                    next_throw=len(battle.throws),
                    revealed=battle.seed is not None,
                    edition=battle.edition,
                    winner=winner,
                    created=battle.created,
                    updated=now(),
                )
            )
            battle_id = int(made.scalar_one())
            if battle.seats:
                rows = [{"battle": battle_id, "place": i, **dict(row)} for i, row in enumerate(battle.seats)]
                await connection.execute(seats.insert(), rows)
            await connection.execute(entries.insert(), [_entry_row(battle_id, entry) for entry in battle.entries])
            if battle.throws:
                thrown = [
                    {**dict(throw), "faces": ",".join(map(str, throw.faces)), "battle": battle_id, "server": server}
                    for throw in battle.throws
                ]
                await connection.execute(throws.insert(), thrown)
        return battle_id

    async def check(self, battle_id: int) -> Checked:
        """Replay the whole journal of a battle and compare it with what is stored."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(battles).where(battles.c.id == battle_id))).mappings().first()
            if row is None:
                raise JournalError(f"Eine Partie mit der Nummer {battle_id} gibt es nicht.")
            seated = await read_seats(connection, battle_id)
            seed = None if row["seed"] is None else bytes.fromhex(row["seed"])
            system = self._systems.get(row["system"])
            checker = Checker(system, row["setup"], DiceMode(row["dice"]), seed, mixed_words(seated))
            async for part in _entries(connection, battle_id):
                fallen = await _throws_of(connection, battle_id, part)
                for entry in part:
                    checker.entry(entry, fallen.get(entry.number, ()))
        pending = _pending(row)
        checker.finish(None if pending is None else ExportedPending(starts=pending.starts, asked=pending.asked))
        found = [problem.satz for problem in checker.problems]
        if checker.state != row["state"]:
            found.append("Der Stand der Partie ist nicht der ihres letzten Eintrags.")
        if checker.throws != row["next_throw"]:
            found.append("Die Zahl der Würfe stimmt nicht mit der Liste der Würfe überein.")
        if system is None:
            found.append(f"Das Regelwerk »{row['system']}« kennt dieser Herold nicht; nachgespielt wurde nichts.")
        return Checked(tuple(found), checker.entries, checker.throws, checker.moves, checker.replayed)

    async def check_all(self) -> dict[int, Checked]:
        """Check every battle in the database, by its number."""
        async with self._database.read() as connection:
            found = list((await connection.execute(select(battles.c.id).order_by(battles.c.id))).scalars())
        return {battle_id: await self.check(battle_id) for battle_id in found}


async def _entries(connection: AsyncConnection, battle_id: int) -> AsyncIterator[list[ExportedEntry]]:
    """The entries of a battle in order, a batch at a time: a long battle need not fit into memory."""
    after = -1
    while True:
        found = await connection.execute(
            select(entries)
            .where(entries.c.battle == battle_id, entries.c.number > after)
            .order_by(entries.c.number)
            .limit(_BATCH)
        )
        part = [_exported_entry(row) for row in found.mappings()]
        if not part:
            return
        yield part
        after = part[-1].number


async def _throws(connection: AsyncConnection, battle_id: int) -> AsyncIterator[list[ExportedThrow]]:
    found = await connection.execute(throws.select().where(throws.c.battle == battle_id).order_by(throws.c.number))
    yield [_exported_throw(row) for row in found.mappings()]


async def _throws_of(
    connection: AsyncConnection, battle_id: int, part: Sequence[ExportedEntry]
) -> dict[int, list[ExportedThrow]]:
    first, last = part[0].number, part[-1].number
    found = await connection.execute(
        throws.select()
        .where(throws.c.battle == battle_id, throws.c.entry >= first, throws.c.entry <= last)
        .order_by(throws.c.number)
    )
    fallen: dict[int, list[ExportedThrow]] = {}
    for row in found.mappings():
        fallen.setdefault(row["entry"], []).append(_exported_throw(row))
    return fallen


def _exported_entry(row: RowMapping) -> ExportedEntry:
    values = {name: value for name, value in row.items() if name != "battle"}
    for name in ("order", "report"):
        values[name] = None if row[name] is None else json.loads(row[name])
    values["tape"] = None if row["tape"] is None else load_tape(row["tape"])
    values["state"] = None if row["state"] is None else unpack(row["state"])
    return ExportedEntry.model_validate(values)


def _exported_throw(row: RowMapping) -> ExportedThrow:
    values = {name: row[name] for name in ExportedThrow.model_fields}
    return ExportedThrow.model_validate({**values, "faces": read_faces(row["faces"])})


def _exported_seat(seat: Seat) -> ExportedSeat:
    return ExportedSeat.model_validate({name: getattr(seat, name) for name in ExportedSeat.model_fields})


def _entry_row(battle_id: int, entry: ExportedEntry) -> dict[str, Any]:
    return {
        **dict(entry),
        "battle": battle_id,
        "kind": entry.kind.value,
        "order": None if entry.order is None else compact(entry.order),
        "tape": None if entry.tape is None else dump_tape(entry.tape),
        "report": None if entry.report is None else compact(entry.report),
        "state": None if entry.state is None else pack(entry.state),
    }


def _pending(row: RowMapping) -> StoredPending | None:
    return None if row["pending"] is None else StoredPending.model_validate_json(row["pending"])


def _imported_pending(battle: ExportedBattle) -> StoredPending | None:
    if battle.pending is None:
        return None
    starts = battle.pending.starts
    given = [entry for entry in battle.entries if entry.starts == starts and entry.tape is not None]
    first = given[0]
    return StoredPending(
        seat=first.seat,
        line=first.line,
        order=first.order or {},
        tape=given[-1].tape or (),
        asked=battle.pending.asked,
        starts=starts,
    )


def _without_secrets(entry: ExportedEntry) -> ExportedEntry:
    """Of decisions made at once, none is shown before all are made."""
    if not entry.waiting or not entry.tape or not _half_answered(entry.tape):
        return entry
    last = entry.tape[-1]
    blank = last.model_copy(update={"keys": ("",) * len(last.keys)})
    line = "" if entry.kind is EntryKind.ANSWER else entry.line
    return entry.model_copy(update={"tape": (*entry.tape[:-1], blank), "line": line})


def _half_answered(tape: Tape) -> bool:
    return "" in tape[-1].keys
