"""What the referee promises of every order in every battle, tried in the positions that the ruling files play through.

A position is looked at before each step of each file, so every chapter of a rulebook joins in by its own cases.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from rules.referee.driver import DiceSource
from rules.referee.odds import TooWide, chances
from rules.referee.orders import Order
from rules.referee.play import Outcome, Pending, Position, reply, rerun, submit
from rules.referee.refusal import Mehrdeutig, Refusal, Unverstaendlich, Verstoss
from rules.referee.requests import Ask, AskAll, Roll, Script
from rules.referee.ruling import Case, CaseError, load_case, play_steps
from rules.referee.sealed import SealedDice
from rules.referee.soundness import faults
from rules.referee.system import System
from rules.referee.tape import TapeMismatch
from rules.systems import SYSTEMS

KINDS = (Unverstaendlich, Mehrdeutig, Verstoss)
FILES = sorted((Path(__file__).parents[1] / "rulings").rglob("*.toml"))


@cache
def case(path: Path) -> Case:
    return load_case(path)


@cache
def position(path: Path, steps: int) -> tuple[System[Any], Position[Any]]:
    return play_steps(case(path), SYSTEMS, steps)


@st.composite
def positions(draw: st.DrawFn) -> tuple[System[Any], Position[Any]]:
    path = draw(st.sampled_from(FILES))
    try:
        return position(path, draw(st.integers(0, len(case(path).step))))
    except CaseError:
        # That a case does not come out is told by its own test.
        reject()


@st.composite
def open_positions(draw: st.DrawFn) -> tuple[System[Any], Position[Any]]:
    """Positions in which somebody may give an order."""
    system, found = draw(positions())
    assume(found.pending is None and system.to_act(found.battle))
    return system, found


@st.composite
def legal_orders(draw: st.DrawFn) -> tuple[System[Any], Position[Any], str, Order]:
    system, found = draw(open_positions())
    seat = draw(st.sampled_from(system.to_act(found.battle)))
    offers = list(system.legal(found.battle, seat))
    assume(offers)
    verb = draw(st.sampled_from(sorted({order.verb for order in offers})))
    return system, found, seat, draw(st.sampled_from([order for order in offers if order.verb == verb]))


def sealed(draw: st.DrawFn) -> SealedDice:
    return SealedDice(draw(st.binary(min_size=32, max_size=32)))


@st.composite
def carried_out(draw: st.DrawFn) -> tuple[System[Any], Position[Any], Outcome[Any]]:
    """A legal order with its dice and answers, to its end."""
    system, before, seat, order = draw(legal_orders())
    dice = sealed(draw)
    outcome = submit(system, before, seat, order, dice)
    while outcome.position.pending is not None:
        outcome = answered(draw, system, outcome, dice)
    return system, before, outcome


def answered(draw: st.DrawFn, system: System[Any], outcome: Outcome[Any], dice: DiceSource) -> Outcome[Any]:
    pending = outcome.position.pending
    assert pending is not None
    seat, request = pending.waits_for[0], pending.request
    assert not isinstance(request, Roll)
    ask = next(ask for ask in request.asks if ask.who == seat) if isinstance(request, AskAll) else request
    return reply(system, outcome.position, seat, draw(st.sampled_from(ask.keys)), dice)


# -- what people type -------------------------------------------------------------------------------------------------

garbage = st.text(max_size=12) | st.sampled_from(
    ["", ":", "/", "A0", "ZZ999", "A1A1", "ⅷ", "½", "D5,D5", "S1-Pferd", "0", "-1", "99999999999", "ﬃ", "İ", "ß", "‮D5"]
)


@st.composite
def lines(draw: st.DrawFn, system: System[Any], units: Sequence[str]) -> str:
    """A line as it comes out of a hurried hand: real words in the wrong places, and rubbish in between."""
    verbs = [cls.verb for cls in system.verbs]
    options = sorted({option.name for cls in system.verbs for option in cls.options()})
    fields = st.builds(lambda x, y: f"{chr(65 + x)}{y + 1}", st.integers(0, 25), st.integers(0, 24))
    words = st.sampled_from(["nord", "OST", "ja", "Nein", "aufnehmen", "zugtier", "1", "12"])
    value = st.sampled_from([*units, "X9"]) | fields | words | garbage
    part = value | st.builds("{}:{}".format, st.sampled_from(options) | garbage, value)
    verb = draw(st.sampled_from(verbs) | garbage)
    return draw(st.sampled_from(["/", "", " /", "//"])) + " ".join([verb, *draw(st.lists(part, max_size=5))])


@st.composite
def bent_lines(draw: st.DrawFn, system: System[Any], found: Position[Any], units: Sequence[str]) -> str:
    """A legal order with one word exchanged."""
    seat = draw(st.sampled_from(system.to_act(found.battle)))
    unit = draw(st.sampled_from(units))
    offers = list(system.legal(found.battle, seat, unit))
    assume(offers)
    words = draw(st.sampled_from(offers)).line().split(" ")
    index = draw(st.integers(0, len(words) - 1))
    name, colon, _ = words[index].partition(":")
    words[index] = (name + colon if colon else "") + draw(garbage | st.sampled_from(list(units)))
    return " ".join(words)


def refused(attempt: Callable[[], object]) -> Refusal | None:
    """The refusal that an attempt meets, if it meets one; any other exception is left to fail the test."""
    try:
        attempt()
    except Refusal as refusal:
        return refusal
    return None


def is_clear(refusal: Refusal | None) -> bool:
    """One of the three kinds, with one sentence."""
    return refusal is None or (type(refusal) in KINDS and bool(refusal.satz) and "\n" not in refusal.satz)


@settings(max_examples=400)
@given(st.data())
def test_whatever_is_typed_gives_a_ruling_or_a_refusal_that_changes_nothing(data: st.DataObject) -> None:
    system, found = data.draw(positions())
    battle = found.battle
    units = [unit for seat in system.seats(battle) for unit in system.units(battle, seat)] or ["S1"]
    kinds: list[st.SearchStrategy[str]] = [lines(system, units), st.text(max_size=40)]
    if found.pending is None and system.to_act(battle):
        kinds.append(bent_lines(system, found, units))
    line = data.draw(st.one_of(kinds))
    seat = data.draw(st.sampled_from([*system.seats(battle), "niemand"]))
    before = battle.state_json()
    assert is_clear(refused(lambda: submit(system, found, seat, line, SealedDice(bytes(32)))))
    assert battle.state_json() == before, "an order is carried out on a copy"


@given(st.data())
def test_whatever_is_answered_gives_a_ruling_or_a_refusal_that_changes_nothing(data: st.DataObject) -> None:
    system, found = data.draw(positions())
    pending = found.pending
    assume(pending is not None or data.draw(st.integers(0, 9)) == 0)
    keys: list[str] = []
    if pending is not None:
        asks = pending.request.asks if isinstance(pending.request, AskAll) else (pending.request,)
        keys = [key for ask in asks if isinstance(ask, Ask) for key in ask.keys]
    answer = data.draw(garbage | st.sampled_from([*keys, "ja"]) | st.lists(st.integers(-1, 13), max_size=3))
    seat = data.draw(st.sampled_from([*system.seats(found.battle), "niemand"]))
    before = found.battle.state_json()
    assert is_clear(refused(lambda: reply(system, found, seat, answer, SealedDice(bytes(32)))))
    assert found.battle.state_json() == before


# -- what the tape promises -------------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(carried_out())
def test_a_legal_order_goes_through_and_leaves_a_sound_battle(
    done: tuple[System[Any], Position[Any], Outcome[Any]],
) -> None:
    system, before, outcome = done
    assert outcome.finished
    assert faults(system, before, outcome) == []


@given(legal_orders())
def test_a_legal_order_is_read_back_from_its_line(offer: tuple[System[Any], Position[Any], str, Order]) -> None:
    system, found, seat, order = offer
    assert system.parse(found.battle, seat, order.line()) == order


@given(legal_orders())
def test_an_order_for_one_unit_is_among_the_orders_of_all(offer: tuple[System[Any], Position[Any], str, Order]) -> None:
    system, found, seat, order = offer
    units = system.units(found.battle, seat)
    alone = [one for unit in units for one in system.legal(found.battle, seat, unit)]
    assert order in alone or getattr(order, "figur", getattr(order, "wagen", None)) is None


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(st.data())
def test_an_answer_to_another_question_is_never_taken(data: st.DataObject) -> None:
    system, before, outcome = data.draw(carried_out())
    assume(outcome.tape)
    index = data.draw(st.integers(0, len(outcome.tape) - 1))
    tape = list(outcome.tape)
    tape[index] = tape[index].model_copy(update={"asked": tape[index].asked + "?"})
    with pytest.raises(TapeMismatch) as caught:
        rerun(system, before, stored(outcome, tape), SealedDice(bytes(32)))
    assert caught.value.position == index
    assert caught.value.satz


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(carried_out())
def test_an_answer_too_many_is_never_taken(done: tuple[System[Any], Position[Any], Outcome[Any]]) -> None:
    system, before, outcome = done
    assume(outcome.tape)
    with pytest.raises(TapeMismatch):
        rerun(system, before, stored(outcome, [*outcome.tape, outcome.tape[0]]), SealedDice(bytes(32)))


def stored(outcome: Outcome[Any], tape: Sequence[Any]) -> Pending:
    return Pending(outcome.seat, outcome.line, outcome.order, tuple(tape), Roll(2, 1, "", "", outcome.seat))


# -- chances ----------------------------------------------------------------------------------------------------------

PER_POSITION = 6
FEW = 0.02


def test_chances_of_legal_orders_sum_to_exactly_one() -> None:
    """In every position of every file, for orders spread over all that are legal there."""
    tried = wide = 0
    for path in FILES:
        system, found = position(path, 0)
        for seat in system.to_act(found.battle):
            offers = list(system.legal(found.battle, seat))
            for order in offers[:: max(1, len(offers) // PER_POSITION)]:
                tried += 1
                try:
                    total = chances(found.battle, partial(_script, system, seat, order)).total
                except TooWide:
                    wide += 1
                else:
                    assert total == 1, f"{path.stem}: {order.line()}"
    assert tried > len(FILES)
    assert wide <= FEW * tried, f"{wide} of {tried} orders have too many outcomes to list"


def _script(system: System[Any], seat: str, order: Order, battle: Any) -> Script[None]:
    return system.script(battle, seat, order)


@given(st.data())
def test_what_happens_was_among_the_chances(data: st.DataObject) -> None:
    """The table and the referee are the same script: no outcome comes about that the table does not hold."""
    system, before, outcome = data.draw(carried_out())
    try:
        table = chances(before.battle, partial(_script, system, outcome.seat, outcome.order))
    except TooWide:
        assume(False)
    keys = [taped.keys[0] for taped in outcome.tape if taped.source == "player" and len(taped.keys) == 1]
    for key in keys:
        table = next(item.options[key] for item in table.decisions if key in item.options)
    label = "; ".join(part.text for part in outcome.report.consequences) or "nichts geschieht"
    assert table.outcomes.get(label, 0) > 0
