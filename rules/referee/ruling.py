"""Ruling files: a rule case as data that a player can write, read, send and run.

A file sets up a battle, plays steps in it exactly as players type them, and says what must come of each: facts, a
refusal, a question, or exact chances. The form is described in docs/faelle.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from rules.referee.content import ContentError, Document
from rules.referee.driver import Fallen, ScriptError
from rules.referee.odds import Chances, TooWide, chances
from rules.referee.play import Outcome, Position, reply, submit
from rules.referee.refusal import Refusal, Unverstaendlich
from rules.referee.requests import AskAll, Roll
from rules.referee.soundness import faults
from rules.referee.standing import StandingOrder
from rules.referee.system import System
from rules.referee.tape import TapeMismatch


class CaseError(Exception):
    """The case cannot be run, or does not come out as it says; the text is one sentence for its author."""


class Step(BaseModel):
    """One message of a player, and what it must lead to."""

    model_config = ConfigDict(extra="forbid")

    by: str
    say: str | None = None
    answer: str | None = None
    dice: list[int] = Field(default_factory=list)
    answers: list[str] = Field(default_factory=list)
    expect: dict[str, Any] = Field(default_factory=dict)
    refuse: str | None = None
    asks: str | None = None
    chance: dict[str, str] | None = None
    """Exact chances of the order's consequences, as fractions; such a step computes and changes nothing."""
    why: str = ""


class Case(BaseModel):
    """A ruling file. What the system reads (`map`, `seats`, `setup`, `unit`) is passed on to it unread."""

    model_config = ConfigDict(extra="forbid")

    title: str
    system: str
    rules: list[str] = Field(min_length=1)
    note: str = ""
    map: Any = None
    seats: dict[str, Any] = Field(default_factory=dict)
    setup: dict[str, Any] = Field(default_factory=dict)
    unit: list[dict[str, Any]] = Field(default_factory=list)
    standing: list[StandingOrder] = Field(default_factory=list)
    step: list[Step] = Field(default_factory=list)

    def battle_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"seats": self.seats, "setup": self.setup, "unit": self.unit}
        return data | ({"map": self.map} if self.map is not None else {})


class ScriptedDice:
    """The dice that a step names, in order."""

    def __init__(self, faces: list[int]) -> None:
        self.left = list(faces)

    def fall(self, roll: Roll) -> Fallen:
        faces = tuple(self.left[: roll.count])
        if len(faces) < roll.count:
            raise CaseError(f"Es fehlen Würfel für »{roll.why}« ({roll.count}W{roll.sides}, {roll.ref}).")
        if not all(1 <= face <= roll.sides for face in faces):
            raise CaseError(f"{list(faces)} ist kein Wurf von {roll.count}W{roll.sides}.")
        del self.left[: roll.count]
        return Fallen(faces, "scripted")


def load_case(path: Path) -> Case:
    """Read a ruling file; `CaseError` with one sentence if that is impossible."""
    try:
        return Document.load(path).read(Case)
    except ContentError as error:
        places = [f"Zeile {error.line}"] if error.line is not None else []
        places += [f"»{error.field}«"] if error.field else []
        raise CaseError(f"{', '.join(places)}: {error.sentence}" if places else error.sentence) from None


def start(case: Case, systems: Mapping[str, System[Any]]) -> tuple[System[Any], Position[Any]]:
    """The system and the position before the first step."""
    system = systems.get(case.system)
    if system is None:
        raise CaseError(f"Das Spiel »{case.system}« gibt es nicht.")
    try:
        return system, Position(system.case(case.battle_data()))
    except ValueError as error:
        raise CaseError(str(error)) from None


Told: TypeAlias = Callable[[Step, Outcome[Any] | Refusal | Chances], None]
"""Hears of every step what came of it, for those who want to read along."""


def run_case(case: Case, systems: Mapping[str, System[Any]], told: Told | None = None) -> None:
    """Play all steps. Returns if everything comes out as the file says, else raises `CaseError`."""
    if not case.step:
        raise CaseError("Der Fall hat keinen Schritt.")
    play_steps(case, systems, len(case.step), told)


def play_steps(
    case: Case, systems: Mapping[str, System[Any]], count: int, told: Told | None = None
) -> tuple[System[Any], Position[Any]]:
    """Play the first `count` steps, and give the position after them."""
    system, position = start(case, systems)
    for number, step in enumerate(case.step[:count], start=1):
        try:
            position = _run_step(system, position, step, case.standing, told or _unheard)
        except CaseError as error:
            raise CaseError(f"Schritt {number}: {error}") from None
    return system, position


def _unheard(step: Step, heard: Outcome[Any] | Refusal | Chances) -> None:
    pass


def _run_step(
    system: System[Any], position: Position[Any], step: Step, standing: list[StandingOrder], told: Told
) -> Position[Any]:
    if (step.say is None) == (step.answer is None):
        raise CaseError("Ein Schritt hat entweder »say« oder »answer«.")
    if step.chance is not None:
        told(step, _check_chances(system, position, step, standing))
        return position
    before = position.battle.state_json()
    dice = ScriptedDice(step.dice)
    try:
        outcome = _first(system, position, step, dice, standing)
        if step.refuse is not None:
            raise CaseError(f"Der Befehl hätte nach {step.refuse} abgelehnt werden müssen, wurde aber ausgeführt.")
        outcome = _rest(system, outcome, step, dice, standing)
        told(step, outcome)
        _check_sound(system, position, outcome, standing)
    except Refusal as refusal:
        told(step, refusal)
        _check_refusal(step, refusal)
        if position.battle.state_json() != before:
            raise CaseError("Der abgelehnte Befehl hat die Partie verändert.") from None
        outcome = None
    except (ScriptError, TapeMismatch) as error:
        raise CaseError(f"Fehler im Regelskript: {error}") from error
    if dice.left:
        raise CaseError(f"Würfel übrig: {dice.left}.")
    after = position if outcome is None else outcome.position
    _check_facts(system, after.battle, step.expect)
    return after


def _first(
    system: System[Any], position: Position[Any], step: Step, dice: ScriptedDice, standing: list[StandingOrder]
) -> Outcome[Any]:
    if step.say is not None:
        return submit(system, position, step.by, step.say, dice, standing)
    return reply(system, position, step.by, step.answer or "", dice, standing)


def _rest(
    system: System[Any], outcome: Outcome[Any], step: Step, dice: ScriptedDice, standing: list[StandingOrder]
) -> Outcome[Any]:
    """Give the answers of the step, each by whoever is asked, until the order is done or must wait as the file says."""
    answers = list(step.answers)
    while outcome.position.pending is not None and answers:
        seat = outcome.position.pending.waits_for[0]
        try:
            outcome = reply(system, outcome.position, seat, answers.pop(0), dice, standing)
        except Refusal as refusal:
            raise CaseError(f"Antwort abgelehnt: {refusal}") from None
    if answers:
        raise CaseError(f"Antworten übrig: {answers}.")
    pending = outcome.position.pending
    if pending is None and step.asks is not None:
        raise CaseError(f"Es hätte eine Frage an {step.asks} geben müssen.")
    if pending is not None and step.asks not in pending.waits_for:
        request = pending.request.asks[0] if isinstance(pending.request, AskAll) else pending.request
        text = request.why if isinstance(request, Roll) else f"{request.question} {list(request.keys)}"
        raise CaseError(f"Offene Frage an {pending.waits_for[0]}: {text}")
    return outcome


def _check_refusal(step: Step, refusal: Refusal) -> None:
    if step.refuse is None:
        raise CaseError(f"Abgelehnt: {refusal}") from None
    if step.refuse not in (refusal.ref, refusal.kind):
        raise CaseError(f"Abgelehnt nach {refusal.ref or refusal.kind} statt {step.refuse}: {refusal.satz}") from None


def _check_sound(
    system: System[Any], before: Position[Any], outcome: Outcome[Any], standing: list[StandingOrder]
) -> None:
    """No case may pass over a broken invariant, whatever facts it looks at."""
    found = faults(system, before, outcome, standing)
    if found:
        raise CaseError(found[0])


def _check_facts(system: System[Any], battle: Any, expect: Mapping[str, Any]) -> None:
    for path, wanted in expect.items():
        try:
            found = system.fact(battle, path)
        except KeyError as error:
            raise CaseError(str(error.args[0])) from None
        if found != wanted:
            raise CaseError(f"{path} ist {found!r} statt {wanted!r}.")


def order_chances(
    system: System[Any], position: Position[Any], seat: str, line: str, standing: list[StandingOrder]
) -> Chances:
    """The exact chances of a line that a seat might type now. Throws no die."""
    order = system.parse(position.battle, seat, line)
    return chances(position.battle, lambda battle: system.script(battle, seat, order), standing)


def _check_chances(system: System[Any], position: Position[Any], step: Step, standing: list[StandingOrder]) -> Chances:
    try:
        if step.say is None:
            raise Unverstaendlich("Chancen gibt es nur zu einem Befehl.")
        table = order_chances(system, position, step.by, step.say, standing)
    except Refusal as refusal:
        raise CaseError(f"Abgelehnt: {refusal}") from None
    except TooWide as error:
        raise CaseError(error.satz) from None
    if table.total != 1:
        raise CaseError(f"Die Chancen ergeben zusammen {table.total}.")
    for text, wanted in (step.chance or {}).items():
        found = table.events.get(text, table.outcomes.get(text, Fraction(0)))
        if found != _fraction(wanted):
            raise CaseError(f"Die Chance für »{text}« ist {found} statt {wanted}; möglich: {list(table.events)}.")
    return table


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise CaseError(f"»{text[:40]}« ist kein Bruch wie 35/144.") from None
