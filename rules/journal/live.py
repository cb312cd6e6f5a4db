"""A battle as the journal knows it between two messages, and the forms in which its parts are stored."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from rules.journal.tables import DiceMode, EntryKind
from rules.referee.battle import Battle
from rules.referee.driver import OwnDice
from rules.referee.orders import Order, dump_order, load_order
from rules.referee.play import Outcome, Pending, Position, rerun
from rules.referee.refusal import Verstoss
from rules.referee.requests import Ask, Roll
from rules.referee.sealed import Words
from rules.referee.standing import FRAGEN, StandingOrder
from rules.referee.system import System
from rules.referee.tape import Answered, Tape, TapeMismatch

AnySystem = System[Any]
AnyBattle = Battle

_TAPE = TypeAdapter(tuple[Answered, ...])
_STATE_EFFORT = 1
"""As fast as zlib can: more effort would save little space and take several times as long."""


def now() -> int:
    return time.time_ns() // 1_000_000


def compact(data: Any) -> str:
    """JSON as pydantic writes it, so that text which was read and written again is the same text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def pack(state: str) -> bytes:
    return zlib.compress(state.encode(), _STATE_EFFORT)


def unpack(packed: bytes) -> str:
    return zlib.decompress(packed).decode()


def dump_tape(tape: Tape) -> str:
    return _TAPE.dump_json(tape).decode()


def load_tape(text: str) -> Tape:
    return _TAPE.validate_json(text)


class StoredPending(BaseModel):
    """An order that waits, as it is kept with the battle. What it asks is known by its identity and asked anew."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: str
    line: str
    order: dict[str, Any]
    tape: tuple[Answered, ...]
    asked: str
    starts: int

    @classmethod
    def of(cls, pending: Pending, starts: int) -> StoredPending:
        return cls(
            seat=pending.seat,
            line=pending.line,
            order=dump_order(pending.order),
            tape=pending.tape,
            asked=pending.request.identity,
            starts=starts,
        )


class Proposal(BaseModel):
    """Somebody wants something undone or done again, and the other sides have to agree."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["undo", "redo"]
    seat: str
    starts: int
    """The entry that gave the order in question."""
    line: str
    consents: tuple[str, ...] = ()
    """The sides that have agreed so far."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's time on a seat. Nobody's seat is left without trace: `left_at` is set, the words stay."""

    place: int
    """The how-manieth taking of a seat in this battle it was; words are mixed in this order."""
    seat: str
    player: str
    name: str
    words: str
    since: int
    taken: int
    left_at: int | None = None


@dataclass(frozen=True)
class Entry:
    """A row of the journal on its way into it. Its fields are the columns."""

    battle: int
    number: int
    kind: EntryKind
    version: int
    edition: str
    at: int
    seat: str = ""
    player: str = ""
    key: str | None = None
    line: str = ""
    order: str | None = None
    tape: str | None = None
    report: str | None = None
    state: bytes | None = None
    starts: int | None = None
    waiting: bool = False
    free_undo: bool = False
    undone_by: int | None = None


@dataclass(frozen=True)
class Thrown:
    """A throw on its way into the dice log. Its fields are the columns."""

    server: str
    battle: int | None
    number: int | None
    entry: int | None
    seat: str
    player: str
    sides: int
    count: int
    faces: str
    why: str
    rule: str
    source: str
    at: int


@dataclass(frozen=True, slots=True)
class Live:
    """Everything the keeper needs to take the next order. A change makes a new one; `version` tells them apart."""

    id: int
    server: str
    campaign: int | None
    system: AnySystem
    title: str
    setup: str
    dice: DiceMode
    seed: bytes | None
    commitment: str
    revealed: bool
    created: int
    version: int
    next_entry: int
    next_throw: int
    state: str
    position: Position[Any]
    pending: StoredPending | None = None
    """Also set while the battle is held; `position` has no open question then."""
    held: str | None = None
    proposal: Proposal | None = None
    seats: tuple[Seat, ...] = ()
    standing: tuple[StandingOrder, ...] = ()

    @property
    def battle(self) -> AnyBattle:
        battle: AnyBattle = self.position.battle
        return battle

    @property
    def words(self) -> tuple[Words, ...]:
        return mixed_words(self.seats)

    def sitting(self, seat: str) -> Seat | None:
        """Who sits there now."""
        return next((row for row in reversed(self.seats) if row.seat == seat and row.left_at is None), None)

    def player_of(self, seat: str) -> str:
        sitting = self.sitting(seat)
        return sitting.player if sitting else ""

    def side_of(self, seat: str) -> str:
        if seat not in self.system.seats(self.battle):
            raise Verstoss("", "Du hast in dieser Partie keinen Platz.")
        return self.system.side_of(self.battle, seat)

    def other_sides(self, seat: str) -> tuple[str, ...]:
        own = self.side_of(seat)
        sides = dict.fromkeys(self.system.side_of(self.battle, other) for other in self.system.seats(self.battle))
        return tuple(side for side in sides if side != own)


def mixed_words(seats: Sequence[Seat]) -> tuple[Words, ...]:
    """The words in the mix, in the order in which they were given."""
    return tuple(Words(seat=row.seat, text=row.words, since=row.since) for row in seats if row.words)


class _AskAlways(StandingOrder):
    """Fits every question, so that none is answered by a default while a stored order is taken up again."""

    def fits(self, ask: Ask) -> bool:
        return True


ASK_ALWAYS = (_AskAlways(seat="", topic="", answer=FRAGEN),)
_UNASKED = Roll(2, 1, "", "", "")


def replay(system: AnySystem, battle: AnyBattle, seat: str, line: str, order: Order, tape: Tape) -> Outcome[Any]:
    """Carry out an order on its tape alone: no die falls and nobody is answered for."""
    return rerun(system, Position(battle), Pending(seat, line, order, tape, _UNASKED), OwnDice(), ASK_ALWAYS)


def revive(system: AnySystem, battle: AnyBattle, stored: StoredPending) -> Outcome[Any]:
    """Take up an order that waits. Raises `TapeMismatch` unless it asks exactly what it asked when it was stored."""
    order = load_order(system.verbs, stored.order)
    outcome = replay(system, battle, stored.seat, stored.line, order, stored.tape)
    pending = outcome.position.pending
    asked = "nothing more" if pending is None else pending.request.identity
    if asked != stored.asked or outcome.tape != stored.tape:
        raise TapeMismatch(len(stored.tape), stored.asked, asked)
    return outcome
