"""A player who does something legal, at random, and ends his turn some time. He asks `legal` one unit at a time."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from rules.referee.battle import Battle
from rules.referee.orders import Order
from rules.referee.system import System

__all__ = ["Player", "Taste"]

Taste: TypeAlias = Callable[[Any, str, Sequence[Order], Random], Order]
"""Which of several orders with the same verb a player takes: what makes random armies meet is the game's to know."""

LAZINESS = 0.1
BOREDOM = 0.5
PASS = 0.7


class Player:
    """Plays every seat of a battle. Acting comes before passing, but nobody acts for ever."""

    def __init__(self, system: System[Any], taste: Taste, appetite: Mapping[str, float], rng: Random) -> None:
        self.system = system
        self.taste = taste
        self.appetite = appetite
        self.rng = rng
        self._turn: tuple[object, ...] = ()
        self._done: set[str] = set()
        self._given: Counter[tuple[str, str]] = Counter()
        self._up: set[str] = set()

    def choose(self, battle: Battle) -> tuple[str, str | None, Order] | None:
        """A seat, its unit and a legal order; nothing if the game offers none, which it never should."""
        seat = self.rng.choice(self.system.to_act(battle))
        self._notice_turn(battle, seat)
        units = [unit for unit in self.system.units(battle, seat) if unit not in self._done]
        self.rng.shuffle(units)
        for unit in units:
            offers = list(self.system.legal(battle, seat, unit))
            if offers and self._tempted(offers):
                order = self._pick(battle, seat, offers)
                self._tire(unit, order)
                return seat, unit, order
            self._done.add(unit)
        rest = list(self.system.legal(battle, seat))
        if not rest:
            return self._anything(battle, seat)
        # The order without a unit comes last: it ends the turn.
        return seat, None, rest[-1] if self.rng.random() < PASS else self._pick(battle, seat, rest)

    def _anything(self, battle: Battle, seat: str) -> tuple[str, str | None, Order] | None:
        """Not even the end of the turn is allowed: somebody who had settled down must get up again."""
        for unit in self.rng.sample(units := self.system.units(battle, seat), len(units)):
            offers = list(self.system.legal(battle, seat, unit))
            if offers:
                return seat, unit, self._pick(battle, seat, offers)
        return None

    def _notice_turn(self, battle: Battle, seat: str) -> None:
        """In a new turn nobody is tired, though some never get up."""
        turn = (battle.turn, battle.phase, battle.active)
        if turn != self._turn:
            self._turn = turn
            self._done.clear()
            self._given.clear()
            self._up.clear()
        if seat not in self._up:
            self._up.add(seat)
            self._done |= {unit for unit in self.system.units(battle, seat) if self.rng.random() < LAZINESS}

    def _tire(self, unit: str, order: Order) -> None:
        self._given[unit, order.verb] += 1
        again = self._given[unit, order.verb] > 1
        if self.rng.random() < (BOREDOM if again else LAZINESS):
            self._done.add(unit)

    def _tempted(self, offers: Sequence[Order]) -> bool:
        """Whether there is enough appetite for any of it to get up."""
        return self.rng.random() < sum(self.appetite.get(verb, 1.0) for verb in {order.verb for order in offers})

    def _pick(self, battle: Battle, seat: str, offers: Sequence[Order]) -> Order:
        """First what to do, then how: a thousand ways to move are no reason never to strike."""
        verbs = list(dict.fromkeys(order.verb for order in offers))
        (verb,) = self.rng.choices(verbs, [self.appetite.get(verb, 1.0) for verb in verbs])
        return self.taste(battle, seat, [order for order in offers if order.verb == verb], self.rng)
