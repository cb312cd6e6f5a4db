"""The tape of an order: every answer that its script has been given, beside the identity of what was asked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

Source: TypeAlias = Literal["sealed", "own", "scripted", "player", "standing", "default", "only"]
"""Who answered: the sealed dice, a player's own dice, a test; the player, his standing order, the rule's default, or
nobody because there was only one option."""


class Answered(BaseModel):
    """One request with its answer. Dice keep their faces; of several seats, those yet to answer are empty."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asked: str
    faces: tuple[int, ...] = ()
    keys: tuple[str, ...] = ()
    source: Source
    throw: int | None = None


Tape: TypeAlias = tuple[Answered, ...]


class TapeMismatch(Exception):
    """The tape holds the answer to another question than the script now asks; the battle must be held, not guessed."""

    def __init__(self, position: int, taped: str, asked: str) -> None:
        super().__init__(f"tape entry {position}: answered {taped!r}, now asked {asked!r}")
        self.position = position
        self.taped = taped
        self.asked = asked

    @property
    def satz(self) -> str:
        return (
            "Die Partie ruht: Der offene Befehl stammt aus einer anderen Fassung der Regeln, und seine Würfe passen "
            "nicht mehr zu dem, was jetzt gefragt wird. Nehmt den Befehl zurück und gebt ihn neu."
        )
