"""The smallest battle there is, for testing the machinery without a rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from rules.referee.battle import Battle, flat_copy
from rules.referee.driver import Fallen
from rules.referee.report import Report
from rules.referee.requests import Ask, Option, Roll, Script


class Toy(Battle):
    points: int = 0
    words: tuple[str, ...] = ()

    def copy_for(self, report: Report) -> Self:
        new = flat_copy(self)
        new._report = report
        return new


ToyScript = Callable[[Toy], Script[None]]


class Dice:
    """Scripted faces; remembers how often it was asked."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.asked = 0

    def fall(self, roll: Roll) -> Fallen:
        self.asked += 1
        taken = tuple(self.faces[: roll.count])
        del self.faces[: roll.count]
        return Fallen(taken, "scripted")


def question(who: str = "rot", *, topic: str = "wahl", auto: bool = False, keys: str = "ab") -> Ask:
    options = tuple(Option(key, key.upper()) for key in keys)
    return Ask(who, "Was nun?", options, "R-1", topic=topic, default=keys[0], tags=("reiter",), auto=auto)
