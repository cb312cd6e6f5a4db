"""What the desk has to know of a game beyond its rules: how a battle of it comes about, and how its things are called.

One class a game, and one list of them at the end. No rule lives here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.referee.orders import Order
from rules.referee.system import System

__all__ = ["ArmyBill", "Game", "Piece", "Plan", "PlannedSeat", "Scenario", "SetUp"]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of battle that can be begun. `by_points` ones need a map, points, Runden and an army for each seat."""

    key: str
    name: str
    about: str
    by_points: bool = False


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    """A seat to be taken. `points` is what its army may cost, where armies are bought."""

    key: str
    side: str
    label: str
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody wants to play: as much as has to be known before seats can be offered."""

    scenario: str
    players: int = 2
    map: str = ""
    points: int = 0
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class SetUp:
    """A plan whose seats are taken: the side of each, and the text of its army where it has one."""

    plan: Plan
    sides: Mapping[str, str]
    armies: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to buy. `crew` is how many it carries, for what carries others."""

    key: str
    name: str
    points: int
    crew: int = 0


@dataclass(frozen=True, slots=True)
class ArmyBill:
    """What an army is and costs, line by line; `fault` says why it cannot be played as it is."""

    name: str
    people: str
    total: int
    lines: tuple[str, ...]
    fault: str = ""


class Game(Protocol):
    """One game. What cannot be done is refused by a ValueError or ContentError with one German sentence."""

    @property
    def system(self) -> System[Any]: ...

    @property
    def opening(self) -> str:
        """The order that begins a battle, as it is typed; none if there is nothing to be done."""
        ...

    def scenarios(self) -> Sequence[Scenario]: ...

    def maps(self) -> Mapping[str, str]:
        """Maps for battles by points, by key, with their names."""
        ...

    def seats(self, plan: Plan) -> tuple[PlannedSeat, ...]: ...

    def title(self, plan: Plan) -> str: ...

    def battle(self, setup: SetUp) -> Any:
        """The battle, ready for its opening order."""
        ...

    def sample(self) -> Any:
        """Any battle of the game, to be looked at."""
        ...

    # Armies, as the text of their files.

    def ready_armies(self, points: int | None = None) -> Mapping[str, str]:
        """Names of the armies that come with the game and fit into these points, by key."""
        ...

    def ready_army(self, key: str) -> str: ...

    def army_bill(self, text: str, points: int | None = None) -> ArmyBill: ...

    def peoples(self) -> Mapping[str, str]: ...

    def new_army(self, name: str, people: str) -> str: ...

    def renamed(self, text: str, name: str) -> str: ...

    def pieces(self, people: str) -> tuple[Piece, ...]:
        """What a people can buy: figures first, then what carries them."""
        ...

    def crew_for(self, text: str) -> tuple[Piece, ...]:
        """Who could still be put aboard what was bought last; nobody if there is no room or nothing to board."""
        ...

    def bought(self, text: str, piece: str, number: int = 1) -> str: ...

    def crewed(self, text: str, piece: str) -> str: ...

    def given_back(self, text: str) -> str:
        """The army without what was bought last."""
        ...

    # Names and ranks.

    def names(self, battle: Any) -> Mapping[str, str]:
        """Keys of seats and sides that players read differently."""
        ...

    def side_label(self, side: str) -> str:
        """A side by itself, where its battle is not at hand."""
        ...

    def unit_label(self, battle: Any, unit: str) -> str:
        """One line about a unit: what it is, where it is, how it does."""
        ...

    def phase_label(self, battle: Any) -> str: ...

    def ranking(self, battle: Any, seat: str) -> Callable[[Order], float]:
        """How likely each order of a seat is to be wanted; the lowest comes first."""
        ...
