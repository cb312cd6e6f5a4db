"""Battles played at random: what `legal` offers is accepted, and what must hold in a battle holds after every order."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from rules.mfm import befehle
from rules.mfm.content import Armee, armeen
from rules.mfm.model import Phase, Schlacht
from rules.mfm.partie import punkte_partie, szenario_partie
from rules.mfm.system import MFM
from rules.referee.driver import Fallen
from rules.referee.orders import Order
from rules.referee.play import Position, reply, submit
from rules.referee.requests import Ask, Roll

ORDERS = 250


class RandomDice:
    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def fall(self, roll: Roll) -> Fallen:
        return Fallen(tuple(self.rng.randint(1, roll.sides) for _ in range(roll.count)), "scripted")


def geheimdokument() -> Schlacht:
    return szenario_partie("geheimdokument", {"blau": "kelten", "rot": "roemer"})


def points(karte: str, one: str, two: str) -> Schlacht:
    bought = {"blau": armeen()[one], "rot": armeen()[two]}
    return punkte_partie(karte, 75, 5, bought, {"blau": "westen", "rot": "osten"})


def riders() -> Schlacht:
    """Reiter on both sides, with Streitwagen among them."""
    bought = {}
    for seat, volk in (("blau", "kelten"), ("rot", "roemer")):
        wagon = {"typ": "leichter_streitwagen", "besatzung": ["streitwagenlenker", "streitwagenkrieger"]}
        figures = [{"typ": "reiter", "anzahl": 3}, {"typ": "schwertkaempfer"}]
        bought[seat] = Armee.model_validate({"name": volk, "volk": volk, "figur": figures, "streitwagen": [wagon]})
    return punkte_partie("furt", 75, 5, bought, {"blau": "westen", "rot": "osten"})


def allied() -> Schlacht:
    bought = {"blau": armeen()["aegypter_75"], "rot": armeen()["kelten_50"], "gelb": armeen()["roemer_75"]}
    return punkte_partie("ebene", 150, 5, bought, {"blau": "osten", "rot": "westen", "gelb": "osten"})


def played(battle: Schlacht, rng: Random, orders: int) -> Iterator[Schlacht]:
    """The battle after each order; every order is one that `legal` offers, every answer one that is asked for."""
    position = Position(battle)
    dice = RandomDice(rng)
    for _ in range(orders):
        if position.battle.over:
            return
        seat = rng.choice(MFM.to_act(position.battle))
        offers = list(MFM.legal(position.battle, seat))
        assert offers, f"{seat} is to act and nothing is legal"
        order = choose(offers, position.battle, rng)
        position = submit(MFM, position, seat, order, dice).position
        while position.pending is not None:
            request = position.pending.request
            assert isinstance(request, Ask)
            position = reply(MFM, position, request.who, rng.choice(request.keys), dice).position
        yield position.battle


def choose(offers: list[Order], battle: Schlacht, rng: Random) -> Order:
    """Any offer; but a set-up is left to the referee now and then, and turns are not ended at once."""
    if battle.phase == Phase.AUFSTELLUNG and rng.random() < 0.3 and befehle.Aufstellen() in offers:
        return befehle.Aufstellen()
    verbs = sorted({offer.verb for offer in offers})
    if len(verbs) > 1 and rng.random() < 0.9:
        verbs = [verb for verb in verbs if verb != "zugende"]
    verb = rng.choice(verbs)
    return rng.choice([offer for offer in offers if offer.verb == verb])


@pytest.mark.parametrize("seed", range(4))
def test_das_geheimdokument_holds_under_random_orders(seed: int) -> None:
    rng = Random(f"geheimdokument {seed}")
    for battle in played(geheimdokument(), rng, ORDERS):
        assert MFM.violations(battle) == []


@pytest.mark.parametrize("karte", ["ebene", "furt", "wald"])
@pytest.mark.parametrize(("one", "two"), [("kelten_75", "aegypter_75"), ("roemer_75", "aegypter_75")])
def test_battles_with_streitwagen_hold_under_random_orders(karte: str, one: str, two: str) -> None:
    rng = Random(f"{karte} {one} {two}")
    for battle in played(points(karte, one, two), rng, ORDERS):
        assert MFM.violations(battle) == []


def test_battles_with_allies_hold_under_random_orders() -> None:
    rng = Random("allied")
    for battle in played(allied(), rng, ORDERS):
        assert MFM.violations(battle) == []


def test_battles_with_reiter_hold_under_random_orders() -> None:
    rng = Random("riders")
    for battle in played(riders(), rng, ORDERS):
        assert MFM.violations(battle) == []


STARTS: dict[str, Callable[[], Schlacht]] = {
    "geheimdokument": geheimdokument,
    "streitwagen": lambda: points("wald", "kelten_75", "aegypter_75"),
    "reiter": riders,
    "allied": allied,
}


@pytest.mark.parametrize("start", STARTS)
def test_any_battle_can_be_written_down_and_read_again(start: str) -> None:
    rng = Random(f"described {start}")
    for number, battle in enumerate(played(STARTS[start](), rng, ORDERS)):
        if number % 5 == 0:
            again = MFM.case(MFM.describe(battle))
            assert again.state_json() == battle.state_json()
            assert [*MFM.legal(again, MFM.seats(again)[0])] == [*MFM.legal(battle, MFM.seats(battle)[0])]
