"""The driver: a script runs on its tape, asks for what is missing, and never mistakes one answer for another."""

from __future__ import annotations

import pytest

from rules.referee.driver import Finished, OwnDice, ScriptError, Waiting, run
from rules.referee.refusal import Verstoss, require
from rules.referee.report import Choice, Dice
from rules.referee.requests import AskAll, Contest, Roll, Script, Throw
from rules.referee.standing import FRAGEN, StandingOrder
from rules.referee.tape import Answered, TapeMismatch
from tests.referee.toy import Dice as ToyDice
from tests.referee.toy import Toy, question


def strike(s: Toy) -> Script[None]:
    throw: Throw = yield Roll(12, 2, "Angriff", "R-1", "blau", hit=4)
    key: str = yield question()
    s.points += throw.hits
    s.words = (key,)


def finished(result: Finished[Toy] | Waiting) -> Finished[Toy]:
    assert isinstance(result, Finished)
    return result


def waiting(result: Finished[Toy] | Waiting) -> Waiting:
    assert isinstance(result, Waiting)
    return result


def test_a_question_stops_the_order_with_its_dice_on_the_tape() -> None:
    battle, dice = Toy(), ToyDice(3, 9)
    stopped = waiting(run(battle, strike, dice))
    assert [entry.faces for entry in stopped.tape] == [(3, 9)]
    assert battle.points == 0

    answered = (*stopped.tape, Answered(asked=question().identity, keys=("b",), source="player"))
    done = finished(run(battle, strike, dice, answered))
    assert (done.battle.points, done.battle.words) == (1, ("b",))
    assert dice.asked == 1, "dice once thrown are never thrown again"


def test_every_die_and_choice_is_in_the_report() -> None:
    tape = (
        Answered(asked=Roll(12, 2, "Angriff", "R-1", "blau", hit=4).identity, faces=(5, 12), source="sealed", throw=7),
        Answered(asked=question().identity, keys=("a",), source="player"),
    )
    lines = finished(run(Toy(), strike, ToyDice(), tape)).report.lines
    assert next(line for line in lines if isinstance(line, Dice)).faces == (5, 12)
    assert next(line for line in lines if isinstance(line, Dice)).throw == 7
    assert next(line for line in lines if isinstance(line, Choice)).answer == "A"


@pytest.mark.parametrize(
    "other",
    [
        Roll(12, 2, "Angriff", "R-1", "blau", hit=5),
        Roll(12, 3, "Angriff", "R-1", "blau", hit=4),
        Roll(12, 2, "Angriff", "R-1", "rot", hit=4),
        Roll(12, 2, "Angriff", "R-2", "blau", hit=4),
    ],
    ids=["threshold", "number of dice", "who", "rule"],
)
def test_a_tape_that_answers_something_else_is_never_guessed(other: Roll) -> None:
    with pytest.raises(TapeMismatch) as caught:
        run(Toy(), strike, ToyDice(), (Answered(asked=other.identity, faces=(1, 1), source="sealed"),))
    assert caught.value.satz.startswith("Die Partie ruht")


def test_a_tape_longer_than_the_script_is_a_mismatch() -> None:
    tape = (
        Answered(asked=Roll(12, 2, "Angriff", "R-1", "blau", hit=4).identity, faces=(5, 12), source="sealed"),
        Answered(asked=question().identity, keys=("a",), source="player"),
        Answered(asked=question().identity, keys=("a",), source="player"),
    )
    with pytest.raises(TapeMismatch):
        run(Toy(), strike, ToyDice(), tape)


def test_options_are_part_of_what_was_asked() -> None:
    assert question(keys="ab").identity != question(keys="abc").identity
    assert question("rot").identity != question("blau").identity


def test_a_refusal_changes_nothing_and_reaches_the_caller() -> None:
    def forbidden(s: Toy) -> Script[None]:
        s.points = 99
        require(False, "R-2", "Das geht nicht.")
        yield Roll(12, 1, "nie", "R-2", "blau")

    battle = Toy()
    with pytest.raises(Verstoss, match="Das geht nicht"):
        run(battle, forbidden, ToyDice(1))
    assert battle.points == 0


def test_a_refusal_after_a_die_is_a_defect_of_the_script() -> None:
    def late(s: Toy) -> Script[None]:
        yield Roll(12, 1, "zu früh", "R-2", "blau")
        require(False, "R-2", "Zu spät.")

    with pytest.raises(ScriptError):
        run(Toy(), late, ToyDice(1))


def test_the_players_own_dice_are_asked_from_the_one_who_rolls() -> None:
    stopped = waiting(run(Toy(), strike, OwnDice()))
    assert isinstance(stopped.request, Roll)
    assert stopped.request.by == "blau"


def test_a_contest_is_rolled_again_until_one_is_higher() -> None:
    def contest(s: Toy) -> Script[None]:
        winner: str = yield Contest(12, "blau", "rot", "Auslosung", "R-3")
        s.words = (winner,)

    done = finished(run(Toy(), contest, ToyDice(7, 7, 4, 9)))
    assert done.battle.words == ("rot",)
    assert [entry.faces for entry in done.tape] == [(7,), (7,), (4,), (9,)]
    assert finished(run(Toy(), contest, ToyDice(), done.tape)).battle == done.battle


def test_a_single_option_is_no_question() -> None:
    def only(s: Toy) -> Script[None]:
        key: str = yield question(keys="a")
        s.words = (key,)

    done = finished(run(Toy(), only, ToyDice()))
    assert done.battle.words == ("a",)
    assert done.report.lines == []


def test_several_seats_decide_at_once_without_knowing_each_other() -> None:
    asks = AskAll((question("rot"), question("blau")))

    def both(s: Toy) -> Script[None]:
        keys: tuple[str, ...] = yield asks
        s.words = keys

    stopped = waiting(run(Toy(), both, ToyDice()))
    assert stopped.request == asks
    half = (Answered(asked=asks.identity, keys=("b", ""), source="player"),)
    still = waiting(run(Toy(), both, ToyDice(), half))
    assert not [line for line in still.report.lines if isinstance(line, Choice)], "no answer is shown before all are in"
    full = (Answered(asked=asks.identity, keys=("b", "a"), source="player"),)
    assert finished(run(Toy(), both, ToyDice(), full)).battle.words == ("b", "a")


def asks_once(s: Toy) -> Script[None]:
    key: str = yield question()
    s.words = (key,)


def asks_by_itself(s: Toy) -> Script[None]:
    key: str = yield question(auto=True)
    s.words = (key,)


def test_a_standing_order_answers_and_is_named_as_such() -> None:
    orders = [StandingOrder(seat="rot", topic="wahl", answer="b")]
    done = finished(run(Toy(), asks_once, ToyDice(), standing=orders))
    assert done.battle.words == ("b",)
    assert done.tape[0].source == "standing"


def test_only_the_first_order_that_fits_decides() -> None:
    orders = [
        StandingOrder(seat="rot", topic="wahl", answer="b", only=("fuss",)),
        StandingOrder(seat="blau", topic="wahl", answer="b"),
        StandingOrder(seat="rot", topic="anderes", answer="b"),
        StandingOrder(seat="rot", topic="wahl", answer="a", only=("reiter",)),
        StandingOrder(seat="rot", topic="wahl", answer="b"),
    ]
    assert finished(run(Toy(), asks_once, ToyDice(), standing=orders)).battle.words == ("a",)


def test_a_question_with_a_default_does_not_stall_unless_the_player_wants_to_be_asked() -> None:
    assert finished(run(Toy(), asks_by_itself, ToyDice())).battle.words == ("a",)
    orders = [StandingOrder(seat="rot", topic="wahl", answer=FRAGEN)]
    assert isinstance(run(Toy(), asks_by_itself, ToyDice(), standing=orders), Waiting)


def test_what_a_standing_order_answered_stays_answered_when_the_order_changes() -> None:
    def twice(s: Toy) -> Script[None]:
        first: str = yield question(topic="wahl")
        second: str = yield question(topic="frei")
        s.words = (first, second)

    stopped = waiting(run(Toy(), twice, ToyDice(), standing=[StandingOrder(seat="rot", topic="wahl", answer="b")]))
    tape = (*stopped.tape, Answered(asked=question(topic="frei").identity, keys=("a",), source="player"))
    done = finished(run(Toy(), twice, ToyDice(), tape, [StandingOrder(seat="rot", topic="wahl", answer="a")]))
    assert done.battle.words == ("b", "a")
