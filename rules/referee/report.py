"""What happened, as data: every line with its rule, every modifier named, every die kept.

How a report looks in chat, in the terminal or as a picture is decided elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Modifier(_Frozen):
    """One reason why a number is higher or lower."""

    name: str
    value: int
    ref: str = ""


class Said(_Frozen):
    """A sentence: what somebody did, or what a rule made of it."""

    line: Literal["said"] = "said"
    text: str
    ref: str = ""


class Sum(_Frozen):
    """A number and how it came about."""

    line: Literal["sum"] = "sum"
    name: str
    base: int
    modifiers: tuple[Modifier, ...]
    result: int
    ref: str = ""
    note: str = ""


class Dice(_Frozen):
    """A throw. `hit` is the highest face that counted, where the rule counted hits."""

    line: Literal["dice"] = "dice"
    why: str
    by: str
    sides: int
    faces: tuple[int, ...]
    hit: int | None = None
    hits: int = 0
    ref: str = ""
    throw: int | None = None


class Choice(_Frozen):
    """A decision, and whether the player, a standing order or the default made it."""

    line: Literal["choice"] = "choice"
    who: str
    question: str
    answer: str
    source: str
    ref: str = ""


class Consequence(_Frozen):
    """What the order did to a unit, or to the battle (`unit` empty). Chances are given over these."""

    line: Literal["consequence"] = "consequence"
    unit: str
    kind: str
    amount: int = 1
    text: str
    ref: str = ""


Line = Annotated[Said | Sum | Dice | Choice | Consequence, Field(discriminator="line")]


MarkKind: TypeAlias = Literal["path", "shot", "hit", "jump", "field"]
"""What a mark shows: a way, a shot, somebody who was hit, a leap, a field."""


class Mark(_Frozen):
    """Something to draw on the board: a path, a shot, a unit that was hit. Fields by name."""

    kind: MarkKind
    unit: str = ""
    side: str = ""
    fields: tuple[str, ...] = ()


class Report(BaseModel):
    """The account of one order. Grows while the script runs; afterwards it is only read."""

    model_config = ConfigDict(extra="forbid")

    title: str = ""
    seat: str = ""
    lines: list[Line] = Field(default_factory=list)
    marks: list[Mark] = Field(default_factory=list)
    reveals: bool = False
    """The opponent learned something that an undo cannot make him forget."""

    def say(self, text: str, ref: str = "") -> None:
        self.lines.append(Said(text=text, ref=ref))

    def sum(
        self, name: str, base: int, modifiers: tuple[Modifier, ...], result: int, ref: str = "", note: str = ""
    ) -> None:
        self.lines.append(Sum(name=name, base=base, modifiers=modifiers, result=result, ref=ref, note=note))

    def consequence(self, unit: str, kind: str, text: str, ref: str = "", amount: int = 1) -> None:
        self.lines.append(Consequence(unit=unit, kind=kind, amount=amount, text=text, ref=ref))

    def mark(
        self,
        kind: MarkKind,
        fields: tuple[str, ...] = (),
        unit: str = "",
        side: str = "",
    ) -> None:
        self.marks.append(Mark(kind=kind, fields=fields, unit=unit, side=side))

    @property
    def consequences(self) -> tuple[Consequence, ...]:
        return tuple(line for line in self.lines if isinstance(line, Consequence))

    @property
    def dice(self) -> tuple[Dice, ...]:
        return tuple(line for line in self.lines if isinstance(line, Dice))

    @property
    def refs(self) -> tuple[str, ...]:
        """The rules that had a part in this order, each once, in the order of their appearance."""
        found: dict[str, None] = {}
        for line in self.lines:
            if line.ref:
                found.setdefault(line.ref)
            if isinstance(line, Sum):
                for modifier in line.modifiers:
                    if modifier.ref:
                        found.setdefault(modifier.ref)
        return tuple(found)
