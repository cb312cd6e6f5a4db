"""Orders and answers: the one path on which a battle moves."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, select

from rules.journal.errors import Defect, Held, JournalError, storable
from rules.journal.live import (
    AnyBattle,
    Live,
    StoredPending,
    Thrown,
    compact,
    dump_tape,
    load_tape,
    now,
    pack,
    replay,
    unpack,
)
from rules.journal.loading import defect_satz, load_battle, log, state_before
from rules.journal.rolls import read_roll
from rules.journal.store import Change, Store, changed, entry_of, held_change
from rules.journal.tables import DiceMode, EntryKind, entries
from rules.referee.driver import DiceSource, OwnDice
from rules.referee.orders import Order, dump_order, load_order
from rules.referee.play import Outcome, Position, reply, submit
from rules.referee.refusal import Refusal, Unverstaendlich
from rules.referee.report import Choice, Report
from rules.referee.requests import AskAll
from rules.referee.sealed import SealedDice
from rules.referee.tape import TapeMismatch


@dataclass(frozen=True, slots=True)
class Kept:
    """An order or an answer that stands in the journal, and what it led to."""

    outcome: Outcome[Any]
    entry: int
    version: int
    repeated: bool = False
    """The same message had come before; this is what it led to then."""

    @property
    def position(self) -> Position[Any]:
        return self.outcome.position

    @property
    def report(self) -> Report:
        return self.outcome.report

    @property
    def finished(self) -> bool:
        return self.outcome.finished


class Ordering(Store):
    """The part of the keeper that takes orders and answers."""

    async def order(
        self, battle_id: int, seat: str, order: str | Order, *, player: str = "", key: str | None = None
    ) -> Kept:
        """Carry out an order, typed or ready-made. Delivered twice with the same key, it acts once."""
        if isinstance(order, str) and not storable(order):
            raise Unverstaendlich("Der Befehl enthält Zeichen, die sich nicht lesen lassen.")

        async def step(live: Live) -> tuple[Change, Kept]:
            must_be_playable(live)
            dice = _dice(live)
            try:
                outcome = submit(live.system, live.position, seat, order, dice, live.standing)
            except Refusal:
                raise
            except Exception as error:
                # Nobody has seen a die of this order yet, so it can simply not take place.
                log.exception("battle %s: a rule failed on %r", live.id, order)
                raise Defect(
                    "Der Befehl ließ sich nicht ausführen, weil die Regel an sich selbst gescheitert ist. "
                    "Nichts hat sich geändert."
                ) from error
            return _kept(live, outcome, EntryKind.ORDER, seat, player, outcome.line, key, live.next_entry)

        return await self.change(battle_id, step, self._repetition(key))

    async def answer(
        self, battle_id: int, seat: str, answer: str | Sequence[int], *, player: str = "", key: str | None = None
    ) -> Kept:
        """Answer the open question by an option's key or label, or with the faces of one's own dice."""
        if isinstance(answer, str) and not storable(answer):
            raise Unverstaendlich("Die Antwort enthält Zeichen, die sich nicht lesen lassen.")
        line = answer if isinstance(answer, str) else " ".join(map(str, answer))

        async def step(live: Live) -> tuple[Change, Kept | Held]:
            must_be_playable(live)
            try:
                outcome = reply(live.system, live.position, seat, answer, _dice(live), live.standing)
            except Refusal:
                raise
            except TapeMismatch as mismatch:
                log.warning("battle %s is held: %s", live.id, mismatch)
                return _held(live, mismatch.satz, mismatch)
            except Exception as error:
                log.exception("battle %s is held", live.id)
                return _held(live, defect_satz(live.pending.line if live.pending else ""), error)
            assert live.pending is not None, "only an open question can be answered"
            return _kept(live, outcome, EntryKind.ANSWER, seat, player, line, key, live.pending.starts)

        result = await self.change(battle_id, step, self._repetition(key))
        if isinstance(result, Held):
            raise result
        return result

    def _repetition(self, key: str | None) -> Callable[[Live], Awaitable[Kept | None]] | None:
        if key is None:
            return None

        async def again(live: Live) -> Kept | None:
            async with self._database.read() as connection:
                found = await connection.execute(
                    select(entries).where(entries.c.battle == live.id, entries.c.key == key)
                )
                row = found.mappings().first()
                if row is None:
                    return None
                started = await connection.execute(
                    select(entries).where(entries.c.battle == live.id, entries.c.number == row["starts"])
                )
                before = await state_before(connection, live.id, row["starts"])
            battle = load_battle(live.system, live.setup, before)
            return _first_result(live, battle, row, started.mappings().one())

        return again


def must_be_playable(live: Live) -> None:
    """Refuse to go on with a battle that rests or whose dice are no secret any more."""
    if live.held is not None:
        raise Held(live.held)
    if live.dice is DiceMode.SEALED and live.seed is None:
        raise JournalError(
            "Zu dieser Partie fehlt der Schlüssel der Würfel: Sie lässt sich ansehen, aber nicht weiterspielen."
        )
    if live.dice is DiceMode.SEALED and live.revealed:
        raise JournalError(
            "Der Schlüssel der Würfel liegt offen, und mit ihm wäre jeder weitere Wurf bekannt: "
            "Diese Partie lässt sich nicht weiterspielen."
        )


def _held(live: Live, satz: str, cause: Exception) -> tuple[Change, Held]:
    held = Held(satz)
    held.__cause__ = cause
    return held_change(live, satz), held


def _dice(live: Live) -> DiceSource:
    if live.dice is DiceMode.OWN or live.seed is None:
        return OwnDice()
    return SealedDice(live.seed, live.words, live.next_throw)


def _kept(
    live: Live,
    outcome: Outcome[Any],
    kind: EntryKind,
    seat: str,
    player: str,
    line: str,
    key: str | None,
    starts: int,
) -> tuple[Change, Kept]:
    pending = outcome.position.pending
    state = live.state if pending is not None else outcome.position.battle.state_json()
    thrown = _thrown(live, outcome)
    entry = entry_of(
        live,
        kind,
        seat=seat,
        player=player,
        key=key,
        line=line,
        order=compact(dump_order(outcome.order)) if kind is EntryKind.ORDER else None,
        tape=dump_tape(outcome.tape),
        report=outcome.report.model_dump_json(),
        state=pack(state) if pending is None else None,
        starts=starts,
        waiting=pending is not None,
        free_undo=_undo_is_free(live, outcome),
    )
    new = changed(
        live,
        next_throw=live.next_throw + len(thrown),
        state=state,
        position=outcome.position,
        pending=None if pending is None else StoredPending.of(pending, starts),
        proposal=None,
    )
    return Change(new, (entry,), thrown), Kept(outcome, entry.number, new.version)


def _thrown(live: Live, outcome: Outcome[Any]) -> tuple[Thrown, ...]:
    fallen = [taped for taped in outcome.new if taped.faces]
    at = now() if fallen else 0
    found = []
    for number, taped in enumerate(fallen, start=live.next_throw):
        roll = read_roll(taped.asked)
        found.append(
            Thrown(
                server=live.server,
                battle=live.id,
                number=number,
                entry=live.next_entry,
                seat=roll.by,
                player=live.player_of(roll.by),
                sides=roll.sides,
                count=roll.count,
                faces=",".join(map(str, taped.faces)),
                why=roll.why,
                rule=roll.ref,
                source=taped.source,
                at=at,
            )
        )
    return tuple(found)


def _undo_is_free(live: Live, outcome: Outcome[Any]) -> bool:
    """Whether taking it back takes nothing from anybody: no die, no decision of another, no news, no turn."""
    if outcome.report.reveals or any(taped.faces for taped in outcome.tape):
        return False
    for line in outcome.report.lines:
        if isinstance(line, Choice) and line.who != outcome.seat and line.source in ("player", "standing"):
            return False
    pending = outcome.position.pending
    if pending is not None:
        request = pending.request
        return not isinstance(request, AskAll) or not any(
            key and ask.who != outcome.seat for ask, key in zip(request.asks, pending.tape[-1].keys, strict=True)
        )
    return not outcome.position.battle.over and not (
        _sides_to_act(live, outcome.position.battle) - _sides_to_act(live, live.battle)
    )


def _sides_to_act(live: Live, battle: AnyBattle) -> frozenset[str]:
    system = live.system
    return frozenset(system.side_of(battle, seat) for seat in system.to_act(battle))


def _first_result(live: Live, battle: AnyBattle, row: RowMapping, started: RowMapping) -> Kept:
    """What an entry led to when it was written."""
    order = load_order(live.system.verbs, json.loads(started["order"]))
    tape = load_tape(row["tape"])
    if row["waiting"]:
        position = replay(live.system, battle, started["seat"], started["line"], order, tape).position
    else:
        position = Position(load_battle(live.system, live.setup, unpack(row["state"])))
    report = Report.model_validate_json(row["report"])
    outcome = Outcome(position, started["seat"], started["line"], order, report, tape, ())
    return Kept(outcome, row["number"], row["version"], repeated=True)
