"""Runs a rule script on its tape and asks the world for what the tape does not hold yet.

The unit of re-running is one order. A script that waits for a player is thrown away; when the answer has come it runs
again from the start on the longer tape, and because scripts are pure it arrives at the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.referee.battle import Battle
from rules.referee.refusal import Refusal
from rules.referee.report import Choice, Dice, Report
from rules.referee.requests import Ask, AskAll, Checkpoint, Contest, Request, Roll, Script, Throw
from rules.referee.standing import StandingOrder, standing_answer
from rules.referee.tape import Answered, Source, Tape, TapeMismatch

B = TypeVar("B", bound=Battle)


@dataclass(frozen=True, slots=True)
class Fallen:
    """Dice as a source gives them: the faces, where they came from, and the number of the throw if it is numbered."""

    faces: tuple[int, ...]
    source: Source
    throw: int | None = None


class DiceSource(Protocol):
    """Answers rolls; nothing when the dice must come from the player himself."""

    def fall(self, roll: Roll) -> Fallen | None: ...


class OwnDice:
    """The players roll themselves: every roll is a question to the one who rolls."""

    def fall(self, roll: Roll) -> Fallen | None:
        return None


class ScriptError(Exception):
    """A script refused its order after dice had fallen or a player had answered: a defect in the rule."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[B]):
    """The order has been carried out."""

    battle: B
    report: Report
    tape: Tape


@dataclass(frozen=True, slots=True)
class Waiting:
    """The order stops at a request that somebody has to answer. `report` tells what has happened so far."""

    request: Roll | Ask | AskAll
    report: Report
    tape: Tape


class _Wait(Exception):
    def __init__(self, request: Roll | Ask | AskAll) -> None:
        self.request = request


class _Run:
    """One run of one script: a cursor over the tape, and what has been added to it."""

    def __init__(self, tape: Tape, dice: DiceSource, standing: Sequence[StandingOrder], report: Report) -> None:
        self.tape = list(tape)
        self.cursor = 0
        self.dice = dice
        self.standing = standing
        self.report = report

    def next_taped(self, identity: str) -> Answered | None:
        if self.cursor == len(self.tape):
            return None
        taped = self.tape[self.cursor]
        if taped.asked != identity:
            raise TapeMismatch(self.cursor, taped.asked, identity)
        return taped

    def answer(self, request: Request) -> Any:
        if isinstance(request, Roll):
            return self.roll(request)
        if isinstance(request, Ask):
            return self.ask(request)
        if isinstance(request, Contest):
            return self.contest(request)
        if isinstance(request, Checkpoint):
            return None
        return self.ask_all(request)

    def roll(self, roll: Roll) -> Throw:
        taped = self.next_taped(roll.identity)
        if taped is None:
            fallen = self.dice.fall(roll)
            if fallen is None:
                raise _Wait(roll)
            taped = Answered(asked=roll.identity, faces=fallen.faces, source=fallen.source, throw=fallen.throw)
            self.tape.append(taped)
        self.cursor += 1
        throw = roll.read(taped.faces)
        self.report.lines.append(
            Dice(
                why=roll.why,
                by=roll.by,
                sides=roll.sides,
                faces=throw.faces,
                hit=roll.hit,
                hits=throw.hits,
                ref=roll.ref,
                throw=taped.throw,
            )
        )
        return throw

    def contest(self, contest: Contest) -> str:
        while True:
            first = self.roll(contest.roll(contest.first))
            second = self.roll(contest.roll(contest.second))
            if first.face != second.face:
                return contest.first if first.face > second.face else contest.second

    def ask(self, ask: Ask) -> str:
        taped = self.next_taped(ask.identity)
        if taped is None:
            key, source = self.decide(ask)
            taped = Answered(asked=ask.identity, keys=(key,), source=source)
            self.tape.append(taped)
        self.cursor += 1
        key = taped.keys[0]
        if taped.source != "only":
            self.report.lines.append(
                Choice(who=ask.who, question=ask.question, answer=ask.label(key), source=taped.source, ref=ask.ref)
            )
        return key

    def decide(self, ask: Ask) -> tuple[str, Source]:
        if len(ask.options) == 1:
            return ask.options[0].key, "only"
        found = standing_answer(ask, self.standing)
        if found is None:
            raise _Wait(ask)
        key, source = found
        return key, "default" if source == "default" else "standing"

    def ask_all(self, asks: AskAll) -> tuple[str, ...]:
        taped = self.next_taped(asks.identity)
        keys = taped.keys if taped else tuple(self.decided_alone(ask) for ask in asks.asks)
        if taped is None:
            self.tape.append(Answered(asked=asks.identity, keys=keys, source="player"))
        if not all(keys):
            raise _Wait(asks)
        self.cursor += 1
        for ask, key in zip(asks.asks, keys, strict=True):
            self.report.lines.append(
                Choice(who=ask.who, question=ask.question, answer=ask.label(key), source="player", ref=ask.ref)
            )
        return keys

    def decided_alone(self, ask: Ask) -> str:
        if len(ask.options) == 1:
            return ask.options[0].key
        found = standing_answer(ask, self.standing)
        return found[0] if found else ""


def run(
    battle: B,
    script: Callable[[B], Script[None]],
    dice: DiceSource,
    tape: Tape = (),
    standing: Sequence[StandingOrder] = (),
    title: str = "",
    seat: str = "",
) -> Finished[B] | Waiting:
    """Carry out one order on a copy of `battle`, from the start of its tape as far as it gets.

    Raises `Refusal` if the order is against the rules, and `TapeMismatch` if the tape belongs to another script.
    """
    report = Report(title=title, seat=seat)
    copy = battle.copy_for(report)
    state = _Run(tape, dice, standing, report)
    steps = script(copy)
    try:
        request = next(steps)
        while True:
            request = steps.send(state.answer(request))
    except StopIteration:
        pass
    except _Wait as wait:
        steps.close()
        return Waiting(wait.request, report, tuple(state.tape))
    except Refusal as refusal:
        if state.tape:
            raise ScriptError(f"{title}: refused after {len(state.tape)} answers: {refusal}") from refusal
        raise
    if state.cursor < len(state.tape):
        raise TapeMismatch(state.cursor, state.tape[state.cursor].asked, "nothing more")
    return Finished(copy, report, tuple(state.tape))
