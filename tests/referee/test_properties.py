"""What the referee promises of every order in every battle, tried in the positions that the ruling files play through.

A position is looked at before each step of each file, so every chapter of a rulebook joins in by its own cases.
"""

import string
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from rules.referee.odds import NOTHING, Chances, TooWide, chances
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
def played(path: Path, steps: int) -> tuple[System[Any], Position[Any]]:
    return play_steps(case(path), SYSTEMS, steps)


class Place:
    """A ruling file before one of its steps; a failing test names it by that."""

    def __init__(self, path: Path, steps: int) -> None:
        self.name = f"{path.stem} before step {steps + 1}"
        self.system, self.position = played(path, steps)
        self.battle = self.position.battle
        self.seats = self.system.seats(self.battle)
        self.units = [unit for seat in self.seats for unit in self.system.units(self.battle, seat)]

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Offer:
    """A legal order."""

    place: Place
    seat: str
    order: Order

    def __repr__(self) -> str:
        return f"{self.place}: {self.seat} {self.order.line()}"

    def script(self, battle: Any) -> Script[None]:
        return self.place.system.script(battle, self.seat, self.order)


@dataclass(frozen=True)
class Done:
    """A legal order with its dice and answers, to its end."""

    offer: Offer
    outcome: Outcome[Any]

    def __repr__(self) -> str:
        return f"{self.offer} {[taped.faces or taped.keys for taped in self.outcome.tape]}"

    @property
    def system(self) -> System[Any]:
        return self.offer.place.system

    @property
    def before(self) -> Position[Any]:
        return self.offer.place.position


@st.composite
def places(draw: st.DrawFn) -> Place:
    path = draw(st.sampled_from(FILES))
    try:
        return Place(path, draw(st.integers(0, len(case(path).step))))
    except CaseError:
        # That a case does not come out is told by its own test.
        reject()


@st.composite
def offers(draw: st.DrawFn) -> Offer:
    place = draw(places())
    to_act = place.system.to_act(place.battle)
    assume(place.position.pending is None and to_act)
    seat = draw(st.sampled_from(to_act))
    legal = list(place.system.legal(place.battle, seat))
    assume(legal)
    verb = draw(st.sampled_from(sorted({order.verb for order in legal})))
    return Offer(place, seat, draw(st.sampled_from([order for order in legal if order.verb == verb])))


@st.composite
def done(draw: st.DrawFn) -> Done:
    offer = draw(offers())
    system, dice = offer.place.system, SealedDice(draw(st.binary(min_size=32, max_size=32)))
    outcome = submit(system, offer.place.position, offer.seat, offer.order, dice)
    while (pending := outcome.position.pending) is not None:
        seat, request = pending.waits_for[0], pending.request
        assert not isinstance(request, Roll)
        ask = next(ask for ask in request.asks if ask.who == seat) if isinstance(request, AskAll) else request
        outcome = reply(system, outcome.position, seat, draw(st.sampled_from(ask.keys)), dice)
    return Done(offer, outcome)


# -- what people type -------------------------------------------------------------------------------------------------

garbage = st.text(max_size=12) | st.sampled_from(
    ["", ":", "/", "A0", "ZZ999", "A1A1", "ⅷ", "½", "D5,D5", "S1-Pferd", "0", "-1", "99999999999", "ﬃ", "İ", "ß", "‮D5"]
)


def lines(place: Place) -> st.SearchStrategy[str]:
    """A line as it comes out of a hurried hand: real words in the wrong places, and rubbish in between."""
    verbs = [cls.verb for cls in place.system.verbs]
    options = sorted({option.name for cls in place.system.verbs for option in cls.options()})
    fields = st.builds("{}{}".format, st.sampled_from(string.ascii_uppercase), st.integers(0, 26))
    words = st.sampled_from(["nord", "OST", "ja", "Nein", "aufnehmen", "zugtier", "1", "12"])
    value = st.sampled_from([*place.units, "X9"]) | fields | words | garbage
    part = value | st.builds("{}:{}".format, st.sampled_from(options) | garbage, value)
    start = st.builds("{}{}".format, st.sampled_from(["/", "", " /", "//"]), st.sampled_from(verbs) | garbage)
    return st.builds(lambda verb, parts: " ".join([verb, *parts]), start, st.lists(part, max_size=5))


@st.composite
def bent_lines(draw: st.DrawFn) -> tuple[Place, str]:
    """A legal order with one word exchanged."""
    offer = draw(offers())
    words = offer.order.line().split(" ")
    index = draw(st.integers(0, len(words) - 1))
    name, colon, _ = words[index].partition(":")
    words[index] = name + colon + draw(garbage | st.sampled_from([*offer.place.units, "A1", "ja"]))
    return offer.place, " ".join(words)


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


def check_typed(data: st.DataObject, place: Place, line: str) -> None:
    seat = data.draw(st.sampled_from([*place.seats, "niemand"]))
    before = place.battle.state_json()
    dice = SealedDice(bytes(32))
    assert is_clear(refused(lambda: submit(place.system, place.position, seat, line, dice)))
    assert place.battle.state_json() == before, "an order is carried out on a copy"


@settings(max_examples=300)
@given(st.data())
def test_whatever_is_typed_gives_a_ruling_or_a_refusal_that_changes_nothing(data: st.DataObject) -> None:
    place = data.draw(places())
    check_typed(data, place, data.draw(lines(place) | st.text(max_size=40)))


@settings(max_examples=300)
@given(st.data())
def test_an_order_with_one_wrong_word_gives_a_ruling_or_a_refusal_that_changes_nothing(data: st.DataObject) -> None:
    check_typed(data, *data.draw(bent_lines()))


@settings(max_examples=200)
@given(st.data())
def test_whatever_is_answered_gives_a_ruling_or_a_refusal_that_changes_nothing(data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(waiting_places()) | places())
    keys = ["ja"]
    if place.position.pending is not None:
        request = place.position.pending.request
        asks = request.asks if isinstance(request, AskAll) else (request,)
        keys += [key for ask in asks if isinstance(ask, Ask) for key in ask.keys]
    answer = data.draw(garbage | st.sampled_from(keys) | st.lists(st.integers(-1, 13), max_size=3))
    seat = data.draw(st.sampled_from([*place.seats, "niemand"]))
    before = place.battle.state_json()
    dice = SealedDice(bytes(32))
    assert is_clear(refused(lambda: reply(place.system, place.position, seat, answer, dice)))
    assert place.battle.state_json() == before


@cache
def waiting_places() -> list[Place]:
    """The positions in which a question is open."""
    asking = [(path, number) for path in FILES for number, step in enumerate(case(path).step, 1) if step.asks]
    found = []
    for path, number in asking:
        with suppress(CaseError):
            found.append(Place(path, number))
    return found


# -- what the tape promises -------------------------------------------------------------------------------------------


@settings(max_examples=200)
@given(done())
def test_a_legal_order_goes_through_and_leaves_a_sound_battle(done: Done) -> None:
    assert done.outcome.finished
    assert faults(done.system, done.before, done.outcome) == []


@given(offers())
def test_a_legal_order_is_read_back_from_its_line(offer: Offer) -> None:
    place = offer.place
    assert place.system.parse(place.battle, offer.seat, offer.order.line()) == offer.order


@given(places())
def test_the_orders_of_single_units_are_the_orders_of_all_but_for_those_without_a_unit(place: Place) -> None:
    for seat in place.system.to_act(place.battle):
        units = place.system.units(place.battle, seat)
        alone = {order for unit in units for order in place.system.legal(place.battle, seat, unit)}
        more = [order for order in place.system.legal(place.battle, seat) if order not in alone]
        assert [order for order in more if order.model_dump(exclude_defaults=True)] == []


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(done(), st.data())
def test_an_answer_to_another_question_is_never_taken(done: Done, data: st.DataObject) -> None:
    tape = list(done.outcome.tape)
    assume(tape)
    index = data.draw(st.integers(0, len(tape) - 1))
    tape[index] = tape[index].model_copy(update={"asked": tape[index].asked + "?"})
    with pytest.raises(TapeMismatch) as caught:
        rerun(done.system, done.before, stored(done.outcome, tape), SealedDice(bytes(32)))
    assert caught.value.position == index
    assert caught.value.satz


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(done())
def test_an_answer_too_many_is_never_taken(done: Done) -> None:
    tape = done.outcome.tape
    assume(tape)
    with pytest.raises(TapeMismatch):
        rerun(done.system, done.before, stored(done.outcome, [*tape, tape[0]]), SealedDice(bytes(32)))


def stored(outcome: Outcome[Any], tape: Sequence[Any]) -> Pending:
    return Pending(outcome.seat, outcome.line, outcome.order, tuple(tape), Roll(2, 1, "", "", outcome.seat))


# -- chances ----------------------------------------------------------------------------------------------------------

PER_POSITION = 6
FEW = 0.02


def test_chances_of_legal_orders_sum_to_exactly_one() -> None:
    """At the beginning of every file, for orders spread over all that are legal there."""
    tried = wide = 0
    for path in FILES:
        place = Place(path, 0)
        for seat in place.system.to_act(place.battle):
            legal = list(place.system.legal(place.battle, seat))
            for order in legal[:: max(1, len(legal) // PER_POSITION)]:
                tried += 1
                offer = Offer(place, seat, order)
                try:
                    total = chances(place.battle, offer.script).total
                except TooWide:
                    wide += 1
                else:
                    assert total == 1, str(offer)
    assert tried > len(FILES)
    assert wide <= FEW * tried, f"{wide} of {tried} orders have too many outcomes to list"


@given(done())
def test_what_happens_was_among_the_chances(done: Done) -> None:
    """The table and the referee are the same script: no outcome comes about that the table does not hold."""
    try:
        table = chances(done.before.battle, done.offer.script)
    except TooWide:
        reject()
    keys = [taped.keys[0] for taped in done.outcome.tape if taped.source == "player" and len(taped.keys) == 1]
    label = "; ".join(part.text for part in done.outcome.report.consequences) or NOTHING
    assert reachable(table, keys, label)


def reachable(table: Chances, keys: Sequence[str], label: str) -> bool:
    """Whether the outcome lies behind these answers; the same answer may fit several questions."""
    if not keys:
        return table.outcomes.get(label, 0) > 0
    behind = (item.options[keys[0]] for item in table.decisions if keys[0] in item.options)
    return any(reachable(each, keys[1:], label) for each in behind)
