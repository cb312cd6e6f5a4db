"""From rows to a battle in memory, and the order that waits in it."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

from sqlalchemy import RowMapping, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.journal.errors import JournalError
from rules.journal.live import AnyBattle, AnySystem, Live, Proposal, Seat, StoredPending, revive, unpack
from rules.journal.tables import DiceMode, entries, seats, standing_orders
from rules.referee.play import Position
from rules.referee.standing import StandingOrder
from rules.referee.tape import TapeMismatch

log = logging.getLogger(__name__)


async def read_live(connection: AsyncConnection, row: RowMapping, system: AnySystem) -> Live:
    """The battle of this row; an order that waits in it is read, but not yet taken up again."""
    battle_id = row["id"]
    newest = await connection.scalar(select(func.max(entries.c.number)).where(entries.c.battle == battle_id))
    standing = await connection.execute(
        standing_orders.select()
        .where(standing_orders.c.battle == battle_id)
        .order_by(standing_orders.c.seat, standing_orders.c.place)
    )
    return Live(
        id=battle_id,
        server=row["server"],
        campaign=row["campaign"],
        system=system,
        title=row["title"],
        setup=row["setup"],
        dice=DiceMode(row["dice"]),
        seed=None if row["seed"] is None else bytes.fromhex(row["seed"]),
        commitment=row["commitment"],
        revealed=row["revealed"],
        created=row["created"],
        version=row["version"],
        next_entry=(newest or 0) + 1,
        next_throw=row["next_throw"],
        state=row["state"],
        position=Position(load_battle(system, row["setup"], row["state"])),
        pending=None if row["pending"] is None else StoredPending.model_validate_json(row["pending"]),
        held=row["held"],
        proposal=None if row["proposal"] is None else Proposal.model_validate_json(row["proposal"]),
        seats=await read_seats(connection, battle_id),
        standing=tuple(read_standing(found) for found in standing.mappings()),
    )


def taken_up(live: Live) -> tuple[Live, str | None]:
    """The battle with its open question, and the sentence for its players if the order cannot be taken up again."""
    if live.pending is None or live.held is not None:
        return live, None
    try:
        outcome = revive(live.system, live.battle, live.pending)
    except TapeMismatch as mismatch:
        log.warning("battle %s is held: %s", live.id, mismatch)
        return live, mismatch.satz
    except Exception:
        log.exception("battle %s is held", live.id)
        return live, defect_satz(live.pending.line)
    return replace(live, position=outcome.position), None


def load_battle(system: AnySystem, setup: str, state: str) -> AnyBattle:
    try:
        battle: AnyBattle = system.load(setup, state)
    except Exception as error:
        log.exception("a state of %s cannot be loaded", system.key)
        raise JournalError("Der Stand dieser Partie lässt sich mit dieser Fassung der Regeln nicht lesen.") from error
    return battle


def defect_satz(line: str) -> str:
    return (
        f"Die Partie ruht: Beim Ausführen von »{line}« ist die Regel an sich selbst gescheitert. "
        "Nehmt den Befehl zurück und gebt ihn anders."
    )


async def read_seats(connection: AsyncConnection, battle_id: int) -> tuple[Seat, ...]:
    found = await connection.execute(seats.select().where(seats.c.battle == battle_id).order_by(seats.c.place))
    return tuple(Seat(**{name: value for name, value in row.items() if name != "battle"}) for row in found.mappings())


def read_standing(row: RowMapping) -> StandingOrder:
    return StandingOrder(
        seat=row["seat"], topic=row["topic"], answer=row["answer"], only=tuple(json.loads(row["only"]))
    )


async def state_before(connection: AsyncConnection, battle_id: int, number: int) -> str:
    """The state in which entry `number` found the battle. Entry 0 always has one."""
    packed = await connection.scalar(
        select(entries.c.state)
        .where(entries.c.battle == battle_id, entries.c.number < number, entries.c.state.is_not(None))
        .order_by(entries.c.number.desc())
        .limit(1)
    )
    if packed is None:
        raise JournalError("Der Anfang dieser Partie fehlt im Journal.")
    return unpack(packed)
