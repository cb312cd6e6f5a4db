"""The door of a game: what the house asks of every rulebook, and all it knows of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from rules.referee.battle import Battle
from rules.referee.orders import Names, Order, parse_line
from rules.referee.requests import Script

B = TypeVar("B", bound=Battle)


class System(ABC, Generic[B]):
    """One rulebook. Implementations hold no state of a battle."""

    key: ClassVar[str]
    name: ClassVar[str]
    edition: ClassVar[str]
    """The version of our reading of the rules; kept with every entry of the journal."""
    verbs: ClassVar[Sequence[type[Order]]]
    topics: ClassVar[Mapping[str, str]]
    """Topics of questions that standing orders may answer, each with a German description."""
    unit_facts: ClassVar[Mapping[str, str]]
    """Facts of a unit that ruling files may expect, each with its meaning."""
    battle_facts: ClassVar[Mapping[str, str]]

    @abstractmethod
    def dump_setup(self, battle: B) -> str:
        """The part of the battle that never changes, as JSON."""

    @abstractmethod
    def load(self, setup: str, state: str) -> B:
        """The battle from its set-up and state as JSON."""

    @abstractmethod
    def seats(self, battle: B) -> tuple[str, ...]:
        """All seats, in the order of play."""

    def seat_name(self, battle: B, seat: str) -> str:
        """What players read for a seat or a side."""
        return seat.capitalize()

    @abstractmethod
    def side_of(self, battle: B, seat: str) -> str: ...

    @abstractmethod
    def to_act(self, battle: B) -> tuple[str, ...]:
        """The seats that may give orders now; none when the battle is over."""

    @abstractmethod
    def names(self, battle: B, seat: str) -> Names: ...

    @abstractmethod
    def script(self, battle: B, seat: str, order: Order) -> Script[None]:
        """The rule script of an order, to run on this battle, which is the script's own copy."""

    @abstractmethod
    def legal(self, battle: B, seat: str, unit: str | None = None) -> Iterator[Order]:
        """Orders that would not be refused, for the seat or for one of its units."""

    def units(self, battle: B, seat: str) -> tuple[str, ...]:
        """The units to which the seat might give an order, for asking `legal` one after the other."""
        return ()

    @abstractmethod
    def case(self, data: Mapping[str, Any]) -> B:
        """The battle that a ruling file describes. Raises ValueError with one clear sentence."""

    @abstractmethod
    def fact(self, battle: B, path: str) -> Any:
        """The fact `<unit>.<fact>` or `battle.<fact>`; KeyError with a clear sentence if there is none."""

    @abstractmethod
    def describe(self, battle: B) -> Mapping[str, Any]:
        """The battle as the data of a ruling file (map, seats, setup, unit), so that any situation can be sent."""

    @abstractmethod
    def board_text(self, battle: B) -> str:
        """The board for a terminal."""

    @abstractmethod
    def violations(self, battle: B) -> list[str]:
        """Invariants of the game that do not hold; empty in a sound battle."""

    def parse(self, battle: B, seat: str, line: str) -> Order:
        return parse_line(line, self.verbs, self.names(battle, seat))
