"""Chances: exact, by the same script, separate for every decision, and without touching a die."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.odds import MAX_RUNS, NOTHING, TooWide, chances
from rules.referee.requests import AskAll, Contest, Roll, Script, Throw
from rules.referee.standing import StandingOrder
from tests.referee.toy import Toy, question


@given(sides=st.integers(2, 20), count=st.integers(1, 5), data=st.data())
def test_outcomes_of_a_roll_weigh_as_much_as_all_its_faces(sides: int, count: int, data: st.DataObject) -> None:
    bands = tuple(data.draw(st.lists(st.integers(0, 2), min_size=sides, max_size=sides)))
    roll = Roll(sides, count, "Wurf", "R-1", "blau", bands=bands)
    assert sum(weight for weight, _ in roll.outcomes()) == sides**count


@given(n=st.integers(1, 4), k=st.integers(1, 12))
def test_the_chance_of_at_least_one_hit_is_the_schoolbook_one(n: int, k: int) -> None:
    def attack(s: Toy) -> Script[None]:
        throw: Throw = yield Roll(12, n, "Angriff", "R-1", "blau", hit=k)
        if throw.hits:
            s.report.consequence("x", "hit", "getroffen")

    table = chances(Toy(), attack)
    assert table.events.get("getroffen") == 1 - Fraction(12 - k, 12) ** n
    assert table.total == 1


def test_faces_are_told_apart_when_no_band_is_named() -> None:
    def sum_of_two(s: Toy) -> Script[None]:
        throw: Throw = yield Roll(6, 2, "Summe", "R-1", "blau")
        s.report.consequence("x", "sum", str(sum(throw.faces)))

    table = chances(Toy(), sum_of_two)
    assert table.outcomes["7"] == Fraction(6, 36)
    assert table.total == 1


def decide(s: Toy) -> Script[None]:
    throw: Throw = yield Roll(12, 1, "Angriff", "R-1", "blau", hit=3)
    if not throw.hits:
        return
    key: str = yield question()
    second: Throw = yield Roll(12, 1, "Folge", "R-1", "rot", hit=6 if key == "a" else 9)
    if second.hits:
        s.report.consequence("x", "out", "aus")


def test_where_a_player_decides_the_chances_are_given_for_each_option() -> None:
    table = chances(Toy(), decide)
    assert table.outcomes == {NOTHING: Fraction(3, 4)}
    (decision,) = table.decisions
    assert decision.chance == Fraction(1, 4)
    assert decision.options["a"].outcomes["aus"] == Fraction(1, 2)
    assert decision.options["b"].outcomes["aus"] == Fraction(3, 4)
    assert table.total == decision.options["a"].total == decision.options["b"].total == 1


def test_a_standing_order_is_taken_into_account() -> None:
    table = chances(Toy(), decide, [StandingOrder(seat="rot", topic="wahl", answer="b")])
    assert table.decisions == []
    assert table.events["aus"] == Fraction(3, 16)


def test_a_contest_is_even() -> None:
    def contest(s: Toy) -> Script[None]:
        winner: str = yield Contest(12, "blau", "rot", "Auslosung", "R-1")
        s.report.consequence("", "start", winner)

    assert chances(Toy(), contest).outcomes == {"blau": Fraction(1, 2), "rot": Fraction(1, 2)}


def test_decisions_made_at_once_are_unfolded_seat_by_seat() -> None:
    def both(s: Toy) -> Script[None]:
        keys: tuple[str, ...] = yield AskAll((question("rot"), question("blau")))
        s.report.consequence("", "keys", "".join(keys))

    first = chances(Toy(), both).decisions[0]
    assert first.options["a"].decisions[0].options["b"].outcomes == {"ab": Fraction(1)}


def test_an_order_with_more_outcomes_than_can_be_listed_says_so() -> None:
    def endless(s: Toy) -> Script[None]:
        for _ in range(MAX_RUNS):
            yield Roll(12, 1, "Wurf", "R-1", "blau", hit=6)

    with pytest.raises(TooWide):
        chances(Toy(), endless)
