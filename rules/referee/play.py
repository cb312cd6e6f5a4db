"""One battle move by move, without storage: an order comes in, a new position goes out, or a question is open.

`Position` is what the journal stores between two messages. The functions are pure apart from the dice source, which
the caller owns; on a refusal they raise and the position stands as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.referee.battle import Battle
from rules.referee.driver import DiceSource, Finished, Waiting, run
from rules.referee.orders import Order
from rules.referee.refusal import Unverstaendlich, Verstoss, shown
from rules.referee.report import Report
from rules.referee.requests import Ask, AskAll, Roll
from rules.referee.standing import StandingOrder
from rules.referee.system import System
from rules.referee.tape import Answered, Tape

B = TypeVar("B", bound=Battle)


@dataclass(frozen=True, slots=True)
class Pending:
    """An order that waits: who gave it, the line as typed, its tape so far, and what is asked."""

    seat: str
    line: str
    order: Order
    tape: Tape
    request: Roll | Ask | AskAll

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The seats whose answer is missing."""
        if isinstance(self.request, Roll):
            return (self.request.by,)
        if isinstance(self.request, Ask):
            return (self.request.who,)
        given = self.tape[-1].keys
        return tuple(ask.who for ask, key in zip(self.request.asks, given, strict=True) if not key)


@dataclass(frozen=True, slots=True)
class Position(Generic[B]):
    """A battle, and the order that waits in it if there is one."""

    battle: B
    pending: Pending | None = None


@dataclass(frozen=True, slots=True)
class Outcome(Generic[B]):
    """What an order or an answer led to. While `position.pending` is set the report tells what happened so far."""

    position: Position[B]
    seat: str
    line: str
    order: Order
    report: Report
    tape: Tape
    new: Tape
    """The part of the tape that this message added."""

    @property
    def finished(self) -> bool:
        return self.position.pending is None


def submit(
    system: System[B],
    position: Position[B],
    seat: str,
    order: str | Order,
    dice: DiceSource,
    standing: Sequence[StandingOrder] = (),
) -> Outcome[B]:
    """Carry out an order, typed or ready-made."""
    pending = position.pending
    if pending is not None:
        raise Verstoss("", _waiting_satz(system, position, pending))
    if position.battle.over:
        raise Verstoss("", "Die Partie ist zu Ende.")
    if seat not in system.seats(position.battle):
        raise Verstoss("", "Du hast in dieser Partie keinen Platz.")
    if isinstance(order, str):
        line, order = order, system.parse(position.battle, seat, order)
    else:
        line = order.line()
    return _carry_out(system, position.battle, Pending(seat, line, order, (), _NO_REQUEST), dice, standing)


def reply(
    system: System[B],
    position: Position[B],
    seat: str,
    answer: str | Sequence[int],
    dice: DiceSource,
    standing: Sequence[StandingOrder] = (),
) -> Outcome[B]:
    """Answer the open question: by an option's key or label, or with the faces of one's own dice."""
    pending = position.pending
    if pending is None:
        raise Verstoss("", "Es ist gerade keine Frage offen.")
    if seat not in pending.waits_for:
        answered = isinstance(pending.request, AskAll) and any(ask.who == seat for ask in pending.request.asks)
        wer = _names(system, position, pending.waits_for)
        raise Verstoss("", "Deine Antwort steht schon." if answered else f"Diese Frage geht an {wer}.")
    tape = _extended(pending, seat, answer)
    return _carry_out(
        system,
        position.battle,
        Pending(pending.seat, pending.line, pending.order, tape, pending.request),
        dice,
        standing,
        already=len(pending.tape),
    )


def rerun(
    system: System[B],
    position: Position[B],
    pending: Pending,
    dice: DiceSource,
    standing: Sequence[StandingOrder] = (),
) -> Outcome[B]:
    """Run a stored order on its stored tape: after a restart, and to check the journal."""
    return _carry_out(system, position.battle, pending, dice, standing, already=len(pending.tape))


_NO_REQUEST = Roll(2, 1, "", "", "")


def _carry_out(
    system: System[B],
    battle: B,
    order: Pending,
    dice: DiceSource,
    standing: Sequence[StandingOrder],
    already: int = 0,
) -> Outcome[B]:
    result = run(
        battle,
        lambda copy: system.script(copy, order.seat, order.order),
        dice,
        order.tape,
        standing,
        title=order.line,
        seat=order.seat,
    )
    if isinstance(result, Finished):
        position: Position[B] = Position(result.battle)
    else:
        position = Position(battle, Pending(order.seat, order.line, order.order, result.tape, result.request))
    return Outcome(position, order.seat, order.line, order.order, result.report, result.tape, result.tape[already:])


def _extended(pending: Pending, seat: str, answer: str | Sequence[int]) -> Tape:
    request = pending.request
    if isinstance(request, Roll):
        faces = _own_faces(request, answer)
        return (*pending.tape, Answered(asked=request.identity, faces=faces, source="own"))
    if not isinstance(answer, str):
        raise Unverstaendlich("Hier ist eine Wahl gefragt, kein Wurf.")
    if isinstance(request, Ask):
        return (*pending.tape, Answered(asked=request.identity, keys=(_key(request, answer),), source="player"))
    taped = pending.tape[-1]
    keys = tuple(
        _key(ask, answer) if ask.who == seat and not key else key
        for ask, key in zip(request.asks, taped.keys, strict=True)
    )
    return (*pending.tape[:-1], taped.model_copy(update={"keys": keys}))


def _key(ask: Ask, answer: str) -> str:
    key = ask.match(answer)
    if key is None:
        offered = ", ".join(option.label for option in ask.options[:12])
        raise Unverstaendlich(f"»{shown(answer)}« steht nicht zur Wahl; möglich: {offered}.")
    return key


def _own_faces(roll: Roll, answer: str | Sequence[int]) -> tuple[int, ...]:
    words: Sequence[Any] = answer.replace(",", " ").split() if isinstance(answer, str) else answer
    try:
        faces = tuple(int(word) for word in words)
    except ValueError:
        raise Unverstaendlich(f"Gefragt ist dein Wurf: {roll.count}W{roll.sides}, als Zahlen.") from None
    if len(faces) != roll.count or not all(1 <= face <= roll.sides for face in faces):
        raise Unverstaendlich(f"Das ist kein Wurf von {roll.count}W{roll.sides}.")
    return faces


def _names(system: System[B], position: Position[B], seats: tuple[str, ...]) -> str:
    return " und ".join(system.seat_name(position.battle, seat) for seat in seats)


def _waiting_satz(system: System[B], position: Position[B], pending: Pending) -> str:
    wer = _names(system, position, pending.waits_for)
    return f"Die Partie wartet noch auf {wer}: »{shown(pending.line, 80)}« ist nicht zu Ende."


__all__ = ["Outcome", "Pending", "Position", "Waiting", "reply", "rerun", "submit"]
