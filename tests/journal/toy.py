"""A game of a few lines, to test the journal without any rulebook: seats count up, roll, and ask each other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self

from pydantic import PrivateAttr

from rules.referee.battle import Battle
from rules.referee.orders import Names, Opt, OptKind, Order
from rules.referee.refusal import Unverstaendlich, Verstoss, require
from rules.referee.report import Report
from rules.referee.requests import JA, NEIN, Ask, AskAll, AskKind, Roll, Script
from rules.referee.system import System

TWO = {"blau": "blau", "rot": "rot"}
THREE = {"blau": "blau", "rot": "rot", "gruen": "rot", "gelb": "gelb"}
"""Four seats on three sides: green plays for red."""


class Toy(Battle):
    """How far each seat has counted."""

    marks: dict[str, int] = {}
    _sides: dict[str, str] = PrivateAttr(default_factory=dict)

    def copy_for(self, report: Report) -> Self:
        copy = self.model_copy(update={"marks": dict(self.marks)})
        copy._sides = self._sides
        copy._report = report
        return copy


def toy(sides: Mapping[str, str] = TWO) -> Toy:
    battle = Toy(active=next(iter(sides.values())), marks=dict.fromkeys(sides, 0))
    battle._sides = dict(sides)
    return battle


class Schritt(Order):
    verb = "schritt"
    about = "Zählt weiter, ohne Würfel."
    weite: Annotated[int, Opt(OptKind.NUMBER, "wie weit")] = 1


class Wurf(Order):
    verb = "wurf"
    about = "Zählt um die Treffer weiter."
    wuerfel: Annotated[int, Opt(OptKind.NUMBER, "wie viele")] = 2


class Frage(Order):
    verb = "frage"
    about = "Würfelt, und ein anderer entscheidet, ob noch einmal gewürfelt wird."
    wen: Annotated[str, Opt(OptKind.TEXT, "wen")] = "rot"
    vorher: Annotated[int, Opt(OptKind.NUMBER, "Würfel vor der Frage")] = 1


class Alle(Order):
    verb = "alle"
    about = "Alle wählen zugleich."


class Zeige(Order):
    verb = "zeige"
    about = "Deckt etwas auf."


class Ende(Order):
    verb = "ende"
    about = "Gibt den Zug weiter."


class Aufgeben(Order):
    verb = "aufgeben"
    about = "Beendet die Partie."


class Defekt(Order):
    verb = "defekt"
    about = "Scheitert an sich selbst: gleich, oder nach einer Antwort."
    spaeter: Annotated[bool, Opt(OptKind.FLAG, "erst nach der Antwort")] = False


class _Names:
    def unit(self, text: str) -> str:
        raise Unverstaendlich("Hier gibt es keine Figuren.")

    def field(self, text: str) -> str:
        raise Unverstaendlich("Hier gibt es keine Felder.")


class ToySystem(System[Toy]):
    key: ClassVar[str] = "toy"
    name: ClassVar[str] = "Zählspiel"
    edition: ClassVar[str] = "1"
    verbs: ClassVar[Sequence[type[Order]]] = (Schritt, Wurf, Frage, Alle, Zeige, Ende, Aufgeben, Defekt)
    topics: ClassVar[Mapping[str, str]] = {"nochmal": "Ob noch einmal gewürfelt wird.", "farbe": "Eine Farbe."}
    unit_facts: ClassVar[Mapping[str, str]] = {}
    battle_facts: ClassVar[Mapping[str, str]] = {}

    def dump_setup(self, battle: Toy) -> str:
        return json.dumps(battle._sides)

    def load(self, setup: str, state: str) -> Toy:
        battle = Toy.model_validate_json(state)
        battle._sides = json.loads(setup)
        return battle

    def seats(self, battle: Toy) -> tuple[str, ...]:
        return tuple(battle._sides)

    def side_of(self, battle: Toy, seat: str) -> str:
        return battle._sides[seat]

    def to_act(self, battle: Toy) -> tuple[str, ...]:
        return () if battle.over else tuple(seat for seat, side in battle._sides.items() if side == battle.active)

    def names(self, battle: Toy, seat: str) -> Names:
        return _Names()

    def script(self, battle: Toy, seat: str, order: Order) -> Script[None]:
        require(battle._sides[seat] == battle.active, "T 1", "Du bist nicht am Zug.")
        match order:
            case Schritt():
                require(1 <= order.weite <= 6, "T 2", "Ein Schritt geht 1 bis 6 weit.")
                battle.marks[seat] += order.weite
                battle.report.say(f"{seat} zählt {order.weite} weiter.", "T 2")
            case Wurf():
                throw = yield Roll(6, order.wuerfel, "Probe", "T 3", seat, hit=3)
                battle.marks[seat] += throw.hits
            case Frage():
                yield from self.frage(battle, seat, order)
            case Alle():
                seats = tuple(battle._sides)
                keys = yield AskAll(tuple(self.colour(who) for who in seats))
                for who, key in zip(seats, keys, strict=True):
                    battle.marks[who] += 10 if key == "ja" else 20
            case Zeige():
                battle.report.reveals = True
                battle.marks[seat] += 1
            case Ende():
                sides = list(dict.fromkeys(battle._sides.values()))
                battle.active = sides[(sides.index(battle.active) + 1) % len(sides)]
                battle.turn += 1
            case Aufgeben():
                battle.winner = ""
                battle.reason = "aufgegeben"
            case Defekt():
                if order.spaeter:
                    yield self.again("rot")
                yield Roll(6, 1, "Probe", "T 9", seat)
                raise Verstoss("T 9", "Das geht doch nicht.")

    def frage(self, battle: Toy, seat: str, order: Frage) -> Script[None]:
        require(order.wen in battle._sides, "T 4", "Den gibt es nicht.")
        if order.vorher:
            first = yield Roll(12, order.vorher, "Auftakt", "T 4.1", seat)
            battle.marks[seat] += sum(first.faces)
        again = yield self.again(order.wen)
        battle.marks[order.wen] += 1
        if again == "ja":
            second = yield Roll(6, 3, "Nachwurf", "T 4.2", order.wen)
            battle.marks[seat] += sum(second.faces)

    def again(self, who: str) -> Ask:
        return Ask(who, "Noch einmal?", (JA, NEIN), "T 4", "nochmal", AskKind.YES_NO, default="nein", tags=("wurf",))

    def colour(self, who: str) -> Ask:
        return Ask(who, "Schwarz?", (JA, NEIN), "T 5", "farbe", AskKind.YES_NO)

    def legal(self, battle: Toy, seat: str, unit: str | None = None) -> Iterator[Order]:
        yield Schritt()

    def case(self, data: Mapping[str, Any]) -> Toy:
        raise ValueError("Hier gibt es keine Regelfälle.")

    def fact(self, battle: Toy, path: str) -> Any:
        raise KeyError(path)

    def describe(self, battle: Toy) -> Mapping[str, Any]:
        return {}

    def board_text(self, battle: Toy) -> str:
        return str(battle.marks)

    def violations(self, battle: Toy) -> list[str]:
        return []


class NewRules(ToySystem):
    """The same game after a change of the rules: another question than before."""

    edition: ClassVar[str] = "2"

    def again(self, who: str) -> Ask:
        return Ask(who, "Wie oft noch?", (NEIN, JA), "T 4", "nochmal", AskKind.YES_NO)


SYSTEMS: Mapping[str, System[Any]] = {"toy": ToySystem()}
