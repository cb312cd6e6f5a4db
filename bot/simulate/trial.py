"""One battle played at random, with everything checked after every order that must hold after every order.

The first thing that does not hold ends the battle, and comes back as a ruling file that shows it.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from bot.simulate.kept import Message, Played, journal_faults
from bot.simulate.player import Player
from rules.referee.battle import Battle
from rules.referee.catalogue import katalog
from rules.referee.driver import DiceSource, Fallen, OwnDice
from rules.referee.odds import TooWide, chances
from rules.referee.orders import Order
from rules.referee.play import Outcome, Position, reply, submit
from rules.referee.refusal import Refusal
from rules.referee.requests import AskAll, Roll
from rules.referee.sealed import SealedDice, Words, faces
from rules.referee.soundness import faults
from rules.referee.standing import VORGABE, StandingOrder
from rules.referee.system import System

__all__ = ["Result", "Setting", "Violation", "play"]

MAX_ORDERS = 20_000

# How often what costs more than the order itself is looked at.
AGAIN = 0.3
WRONG_SEAT = 0.1
DESCRIBED = 0.02
CHANCES = 0.002
JOURNAL = 20
"""One battle in so many is given to the journal."""
OWN_DICE = 0.125
STANDING = 0.25


class Setting(Protocol):
    """What random play needs to know of a game beside its system."""

    @property
    def system(self) -> System[Any]: ...

    @property
    def once(self) -> frozenset[str]:
        """Verbs of orders that nobody may give twice, unless `legal` offers them again."""

    @property
    def appetite(self) -> Mapping[str, float]:
        """How likely each verb is chosen beside the others; 1 where nothing is said."""

    def start(self, scenario: str, rng: Random) -> Battle:
        """A new battle of the kind."""

    def taste(self, battle: Any, seat: str, offers: Any, rng: Random) -> Order: ...

    def ledger(self) -> Callable[[Any, str, Order], str]:
        """Keeps account of who has done what; a sentence if somebody has done too much in his turn."""


@dataclass(frozen=True)
class Violation:
    """What did not hold, and the ruling file that shows it."""

    sentence: str
    order: int
    case: Mapping[str, Any]


@dataclass
class Result:
    """How one battle went."""

    scenario: str
    index: int
    orders: int = 0
    answers: int = 0
    throws: int = 0
    turns: int = 0
    winner: str | None = None
    reason: str = ""
    verbs: dict[str, int] = field(default_factory=dict)
    violation: Violation | None = None


class _Broken(Exception):
    """Something does not hold. `step` shows it when it is played in the battle `before`."""

    def __init__(self, sentence: str, before: Battle, step: Mapping[str, Any]) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.before = before
        self.step = step


class _Recorder:
    """Passes on what another source throws and remembers it."""

    def __init__(self, source: DiceSource) -> None:
        self.source = source
        self.fallen: list[int] = []

    def fall(self, roll: Roll) -> Fallen | None:
        fallen = self.source.fall(roll)
        if fallen is not None:
            self.fallen += fallen.faces
        return fallen


def play(setting: Setting, scenario: str, index: int, seed: str) -> Result:
    """Play battle number `index`; the same arguments always give the same battle."""
    return _Trial(setting, scenario, index, seed).play()


class _Trial:
    def __init__(self, setting: Setting, scenario: str, index: int, seed: str) -> None:
        self.rng = Random(f"{seed}/{scenario}/{index}")
        self.setting = setting
        self.system = setting.system
        self.result = Result(scenario, index)
        self.start = setting.start(scenario, self.rng)
        self.position: Position[Any] = Position(self.start)
        self.player = Player(self.system, setting.taste, setting.appetite, self.rng)
        self.spent = setting.ledger()
        self.book = katalog(self.system.key)
        seats = self.system.seats(self.position.battle)
        self.seed = hashlib.sha256(f"{seed}/{index}".encode()).digest()
        self.words = tuple(Words(seat=seat, text=f"{seat} {self.rng.random()}") for seat in seats)
        self.sealed = SealedDice(self.seed, self.words)
        self.own = self.rng.random() < OWN_DICE
        self.dice = _Recorder(OwnDice() if self.own else self.sealed)
        self.standing = [
            StandingOrder(seat=seat, topic=topic, answer=VORGABE)
            for seat in seats
            for topic in self.system.topics
            if self.rng.random() < STANDING
        ]
        self.answers: list[str] = []
        self.thrown: list[int] = []
        self.messages: list[Message] = []

    def play(self) -> Result:
        try:
            self._check_stored(self.position.battle)
            while not self.position.battle.over:
                self._one_order()
            self._check_stored(self.position.battle)
            self._check_seal()
            if self.result.index % JOURNAL == 0:
                self._check_journal()
        except _Broken as broken:
            self.result.violation = Violation(broken.sentence, self.result.orders, self._case(broken))
        battle = self.position.battle
        self.result.turns, self.result.winner, self.result.reason = battle.turn, battle.winner, battle.reason
        return self.result

    # -- one order ----------------------------------------------------------------------------------------------------

    def _one_order(self) -> None:
        before = self.position.battle
        chosen = self.player.choose(before)
        if chosen is None:
            raise _Broken("Niemand darf etwas tun, und die Partie ist nicht zu Ende.", before, {})
        seat, unit, order = chosen
        self.result.orders += 1
        self.result.verbs[order.verb] = self.result.verbs.get(order.verb, 0) + 1
        if self.result.orders > MAX_ORDERS:
            raise _Broken(f"Nach {MAX_ORDERS} Befehlen ist die Partie nicht zu Ende.", before, self._step(seat, order))
        if self.rng.random() < CHANCES:
            self._check_chances(seat, order)
        outcome = self._carry_out(seat, order)
        step = self._step(seat, order)
        found = faults(self.system, Position(before), outcome, self.standing)
        found += [
            f"Der Bericht nennt {ref}, das im Regelkatalog fehlt."
            for ref in outcome.report.refs
            if ref not in self.book
        ]
        too_much = self.spent(before, seat, order)
        if found or too_much:
            raise _Broken(too_much or found[0], before, step)
        self._count_throws(outcome, before, step)
        self.position = outcome.position
        if not outcome.position.battle.over:
            self._check_refusals(seat, unit, order)

    def _carry_out(self, seat: str, order: Order) -> Outcome[Any]:
        """Type the order and answer whatever is asked; a legal order must go through."""
        before = self.position.battle
        self.answers, self.dice.fallen = [], []
        try:
            self.messages.append(Message(seat, order.line()))
            outcome = submit(self.system, self.position, seat, order.line(), self.dice, self.standing)
            if outcome.order != order:
                raise _Broken(
                    f"»{order.line()}« liest sich anders, als es gemeint ist.", before, self._step(seat, order)
                )
            while outcome.position.pending is not None:
                outcome = self._answer(outcome)
        except _Broken:
            raise
        except Refusal as refusal:
            sentence = f"Als erlaubt angeboten, dann abgelehnt: {refusal}"
            raise _Broken(sentence, before, self._step(seat, order)) from None
        except Exception as error:
            sentence = f"Fehler im Regelwerk: {type(error).__name__}: {error}"
            raise _Broken(sentence, before, self._step(seat, order)) from error
        return outcome

    def _answer(self, outcome: Outcome[Any]) -> Outcome[Any]:
        pending = outcome.position.pending
        assert pending is not None
        self.result.answers += 1
        # Ruling files let the first of several who are asked answer first.
        seat, request = pending.waits_for[0], pending.request
        if isinstance(request, Roll):
            rolled = [self.rng.randint(1, request.sides) for _ in range(request.count)]
            self.dice.fallen += rolled
            self.messages.append(Message(seat, rolled, is_answer=True))
            return reply(self.system, outcome.position, seat, rolled, self.dice, self.standing)
        ask = next(ask for ask in request.asks if ask.who == seat) if isinstance(request, AskAll) else request
        key = self.rng.choice(ask.keys)
        self.answers.append(key)
        self.messages.append(Message(seat, key, is_answer=True))
        return reply(self.system, outcome.position, seat, key, self.dice, self.standing)

    def _step(self, seat: str, order: Order, **more: Any) -> dict[str, Any]:
        return {"by": seat, "say": order.line(), "dice": self.dice.fallen, "answers": self.answers, **more}

    # -- what must hold -----------------------------------------------------------------------------------------------

    def _check_refusals(self, seat: str, unit: str | None, order: Order) -> None:
        """Nobody acts twice, nobody acts for another, and a refused order changes nothing."""
        battle = self.position.battle
        twice = order.verb in self.setting.once and self.rng.random() < AGAIN
        if twice and order not in self.system.legal(battle, seat, unit):
            self._must_refuse(seat, order, "ein zweites Mal angenommen, ohne angeboten zu sein")
        idle = [other for other in self.system.seats(battle) if other not in self.system.to_act(battle)]
        if idle and self.rng.random() < WRONG_SEAT:
            self._must_refuse(self.rng.choice(idle), order, "von einem Sitz angenommen, der nicht am Zug ist")

    def _must_refuse(self, seat: str, order: Order, how: str) -> None:
        battle = self.position.battle
        state = battle.state_json()
        step = {"by": seat, "say": order.line(), "refuse": "verstoss"}
        try:
            submit(self.system, self.position, seat, order.line(), _Ones(), self.standing)
        except Refusal:
            if battle.state_json() != state:
                raise _Broken("Der abgelehnte Befehl hat die Partie verändert.", battle, step) from None
        except Exception as error:
            raise _Broken(f"Fehler im Regelwerk: {type(error).__name__}: {error}", battle, step) from error
        else:
            raise _Broken(f"»{order.line()}« wurde {how}.", battle, step)
        if self.rng.random() < DESCRIBED:
            self._check_stored(battle)

    def _check_chances(self, seat: str, order: Order) -> None:
        battle = self.position.battle
        step = {"by": seat, "say": order.line(), "chance": {}}
        try:
            total = chances(battle, lambda copy: self.system.script(copy, seat, order), self.standing).total
        except TooWide:
            return
        except Exception as error:
            raise _Broken(f"Keine Chancen: {type(error).__name__}: {error}", battle, step) from error
        if total != 1:
            raise _Broken(f"Die Chancen ergeben zusammen {total}.", battle, step)

    def _check_stored(self, battle: Battle) -> None:
        """The whole battle reads back, from what the journal keeps and from what a ruling file says."""
        state = battle.state_json()
        if self.system.load(self.system.dump_setup(battle), state).state_json() != state:
            raise _Broken("Die gespeicherte Partie liest sich anders zurück.", battle, {})
        try:
            again = self.system.case(self.system.describe(battle)).state_json()
        except ValueError as error:
            raise _Broken(f"Die Lage lässt sich nicht als Fall aufschreiben: {error}", battle, {}) from error
        if again != state:
            raise _Broken("Die Lage liest sich als Fall anders zurück.", battle, {})

    def _count_throws(self, outcome: Outcome[Any], before: Battle, step: Mapping[str, Any]) -> None:
        """Every throw is the one that seed, words and its number give."""
        self.result.throws += len(outcome.report.dice)
        for line in outcome.report.dice:
            if line.throw is None:
                continue
            self.thrown.append(line.throw)
            if faces(self.seed, self.words, line.throw, len(line.faces), line.sides) != line.faces:
                raise _Broken(f"Wurf {line.throw} ist nicht der versiegelte.", before, step)

    def _check_seal(self) -> None:
        if self.thrown != list(range(self.sealed.next)):
            raise _Broken("Die versiegelten Würfe sind nicht lückenlos gezählt.", self.position.battle, {})

    def _check_journal(self) -> None:
        battle = self.position.battle
        seed = None if self.own else self.seed
        played = Played(self.start, battle.state_json(), seed, self.words, self.standing, self.messages)
        try:
            found = journal_faults(self.system, played)
        except Exception as error:
            raise _Broken(
                f"Das Journal nimmt die Partie nicht an: {type(error).__name__}: {error}", battle, {}
            ) from error
        if found:
            raise _Broken(found[0], battle, {})

    # -- writing it down ----------------------------------------------------------------------------------------------

    def _case(self, broken: _Broken) -> Mapping[str, Any]:
        result = self.result
        head = {
            "title": f"Zufallsspiel {result.scenario} {result.index}, Befehl {result.orders}",
            "system": self.system.key,
            "rules": [self.book.nummern[0]],
            "note": broken.sentence,
        }
        rest = {
            "standing": [order.model_dump(mode="json", exclude_defaults=True) for order in self.standing],
            "step": [{key: value for key, value in broken.step.items() if value != []}] if broken.step else [],
        }
        try:
            return {**head, **self.system.describe(broken.before), **rest}
        except Exception as error:
            return {**head, "note": f"{broken.sentence} (nicht beschreibbar: {error})", **rest}


class _Ones:
    """Dice for orders that must be refused before any falls."""

    def fall(self, roll: Roll) -> Fallen:
        return Fallen((1,) * roll.count, "scripted")
