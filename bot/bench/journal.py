"""How fast the journal takes orders: beside a bare transaction of the same rows, and after many entries beside few.

The game is a stand-in with a state as large as that of a big battle, and a script that does next to nothing, so that
the journal is measured and no rulebook.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, ClassVar, Self

from pydantic import BaseModel
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.bench import Measure
from rules.journal.keeper import Keeper
from rules.journal.live import Live
from rules.journal.store import Change
from rules.journal.tables import EntryRow, ThrowRow, battles
from rules.referee.battle import Battle, flat_copy
from rules.referee.orders import Names, Order
from rules.referee.report import Report
from rules.referee.requests import Roll, Script
from rules.referee.system import System

UNITS = 100
ORDERS = 200
ROUNDS = 5
FEW = 10
MANY = 10_000


class _Unit(BaseModel):
    kind: str
    side: str
    at: str
    facing: str = "ost"
    hits: int = 0
    out: bool = False
    moved: int = 0
    notes: tuple[str, ...] = ()


class _Stand(Battle):
    units: dict[str, _Unit]

    def copy_for(self, report: Report) -> Self:
        copy = self.model_copy(update={"units": {name: flat_copy(unit) for name, unit in self.units.items()}})
        copy._report = report
        return copy


class _Ruecken(Order):
    verb = "ruecken"
    about = "Rückt eine Figur weiter."


class _StandIn(System[_Stand]):
    key: ClassVar[str] = "bench"
    name: ClassVar[str] = "Messstand"
    edition: ClassVar[str] = "1"
    verbs: ClassVar[Sequence[type[Order]]] = (_Ruecken,)
    topics: ClassVar[Mapping[str, str]] = {}
    unit_facts: ClassVar[Mapping[str, str]] = {}
    battle_facts: ClassVar[Mapping[str, str]] = {}

    def dump_setup(self, battle: _Stand) -> str:
        return "{}"

    def load(self, setup: str, state: str) -> _Stand:
        return _Stand.model_validate_json(state)

    def seats(self, battle: _Stand) -> tuple[str, ...]:
        return ("blau", "rot")

    def side_of(self, battle: _Stand, seat: str) -> str:
        return seat

    def to_act(self, battle: _Stand) -> tuple[str, ...]:
        return (battle.active,)

    def script(self, battle: _Stand, seat: str, order: Order) -> Script[None]:
        throw = yield Roll(12, 2, "Probe", "1", seat, hit=6)
        unit = battle.units[f"F{battle.turn % UNITS}"]
        unit.moved += throw.hits + 1
        unit.at = f"D{unit.moved}"
        battle.turn += 1
        battle.report.say(f"Die Figur rückt nach {unit.at} vor.", "1")

    def names(self, battle: _Stand, seat: str) -> Names:
        raise NotImplementedError

    def legal(self, battle: _Stand, seat: str, unit: str | None = None) -> Iterator[Order]:
        yield _Ruecken()

    def case(self, data: Mapping[str, Any]) -> _Stand:
        raise NotImplementedError

    def fact(self, battle: _Stand, path: str) -> Any:
        raise NotImplementedError

    def describe(self, battle: _Stand) -> Mapping[str, Any]:
        raise NotImplementedError

    def board_text(self, battle: _Stand) -> str:
        raise NotImplementedError

    def violations(self, battle: _Stand) -> list[str]:
        return []


class _Recorder(Keeper):
    """A keeper that remembers what it wrote last."""

    written: tuple[Live, Change] | None = None

    async def _write(self, old: Live, change: Change) -> None:
        await super()._write(old, change)
        self.written = old, change


def _stand() -> _Stand:
    units = {f"F{n}": _Unit(kind="kelten.schwertkaempfer", side="rot", at=f"D{n}") for n in range(UNITS)}
    return _Stand(active="blau", units=units)


def measure(many: int = MANY) -> list[Measure]:
    """Both figures; takes about half a minute with the default number of entries."""
    return asyncio.run(_measure(many))


async def _measure(many: int) -> list[Measure]:
    with tempfile.TemporaryDirectory() as folder:
        async with await _Recorder.open(Path(folder) / "journal.db", {"bench": _StandIn()}) as keeper:
            return [await _beside_bare(keeper), await _after_many(keeper, many)]


async def _beside_bare(keeper: _Recorder) -> Measure:
    """Orders and bare transactions in turns, so that whatever else the machine does meets both."""
    info = await keeper.create_battle("bench", "bench", _stand(), "Messung")
    bare_battle = await keeper.create_battle("bench", "bench", _stand(), "Messung")
    await _orders(keeper, info.id, FEW)
    assert keeper.written is not None, "orders are written"
    change = keeper.written[1]
    engine: AsyncEngine = keeper._database._engine
    ours, bare = [], []
    for number in range(ROUNDS):
        ours.append(await _orders(keeper, info.id, ORDERS))
        bare.append(await _bare(engine, bare_battle.id, change, number * ORDERS + 1))
    rate, yardstick = median(ours), median(bare)
    return Measure(
        "Befehle ins Journal", rate, "1/s", f"nackte SQLModel-Transaktion: {yardstick:.0f}/s", rate / yardstick, "≥ 0.7"
    )


async def _orders(keeper: Keeper, battle_id: int, count: int) -> float:
    """Orders a second."""
    began = perf_counter()
    for _ in range(count):
        await keeper.order(battle_id, "blau", _Ruecken(), player="1")
    return count / (perf_counter() - began)


async def _bare(engine: AsyncEngine, battle_id: int, change: Change, first: int) -> float:
    """The same rows as an order writes, by hand: one session, one commit each."""
    row = {
        "state": change.live.state,
        "pending": None,
        "held": None,
        "proposal": None,
        "next_throw": 0,
        "revealed": False,
        "edition": "1",
        "winner": None,
        "updated": 0,
    }
    statement = update(battles).where(battles.c.id == battle_id)
    numbers = range(first, first + ORDERS)
    rows = [_rows(battle_id, number, change) for number in numbers]
    began = perf_counter()
    for number, (entry, thrown) in zip(numbers, rows, strict=True):
        async with AsyncSession(engine, expire_on_commit=False) as session:
            await session.exec(statement, params={**row, "version": number})
            session.add(entry)
            await session.flush()
            session.add_all(thrown)
            await session.commit()
    return ORDERS / (perf_counter() - began)


def _rows(battle_id: int, number: int, change: Change) -> tuple[EntryRow, list[ThrowRow]]:
    """Made before the clock runs: the yardstick only adds them and commits."""
    entry = EntryRow(**{**vars(change.entries[0]), "battle": battle_id, "number": number})
    place = {"battle": battle_id, "entry": number}
    thrown = [ThrowRow(**{**vars(row), **place, "number": number * 10 + i}) for i, row in enumerate(change.throws)]
    return entry, thrown


async def _after_many(keeper: Keeper, many: int) -> Measure:
    """An old battle and a young one in turns."""
    old = await keeper.create_battle("bench", "bench", _stand(), "Messung")
    await _orders(keeper, old.id, many)
    late, early = [], []
    for _ in range(ROUNDS * 4):
        young = await keeper.create_battle("bench", "bench", _stand(), "Messung")
        await _orders(keeper, young.id, FEW)
        early.append(1000 / await _orders(keeper, young.id, ORDERS // 4))
        late.append(1000 / await _orders(keeper, old.id, ORDERS // 4))
    value, yardstick = median(late), median(early)
    return Measure(
        f"Befehl nach {many} Einträgen",
        value,
        "ms",
        f"nach {FEW} Einträgen: {yardstick:.2f} ms",
        value / yardstick,
        "≤ 1.2",
    )
