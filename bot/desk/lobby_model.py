"""A lobby as it is kept: what is to be played, and who has taken which seat."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from bot.desk.games import Plan

__all__ = ["Lobby", "LobbySeat"]


class LobbySeat(BaseModel):
    """A place at the table. `words` go into the dice, `army` is the text of an army where one is needed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    side: str
    label: str
    points: int | None = None
    player: str = ""
    name: str = ""
    words: str = ""
    army: str = ""
    army_name: str = ""

    @property
    def free(self) -> bool:
        return not self.player

    @property
    def ready(self) -> bool:
        return not self.free and (self.points is None or bool(self.army))


class Lobby(BaseModel):
    """A battle to be. The seed is made here, so that its seal is known before anybody adds his words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    scenario: str
    players: int
    map: str = ""
    points: int = 0
    rounds: int = 0
    title: str
    dice: Literal["sealed", "own"] = "sealed"
    seed: str = ""
    commitment: str = ""
    campaign: int | None = None
    opened_by: str
    opener: str
    seats: tuple[LobbySeat, ...]

    @property
    def plan(self) -> Plan:
        return Plan(self.scenario, self.players, self.map, self.points, self.rounds)

    @property
    def full(self) -> bool:
        return all(seat.ready for seat in self.seats)

    def seat(self, key: str) -> LobbySeat | None:
        return next((seat for seat in self.seats if seat.key == key), None)

    def of(self, player: str) -> tuple[LobbySeat, ...]:
        return tuple(seat for seat in self.seats if seat.player == player)

    def with_seat(self, key: str, **changes: str) -> Lobby:
        seats = tuple(seat.model_copy(update=changes) if seat.key == key else seat for seat in self.seats)
        return self.model_copy(update={"seats": seats})
