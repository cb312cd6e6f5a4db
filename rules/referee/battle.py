"""What every battle has, whichever game it is.

A battle is two things: its set-up, which never changes once the battle has begun (map, types, options; frozen and
shared between copies), and its state, which is all fields of the model. Units are flat models whose values are
immutable, so a copy is a shallow copy of each unit; it costs a few microseconds where a deep copy or a round trip
through JSON costs a hundred.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from rules.referee.report import Report

M = TypeVar("M", bound=BaseModel)


# The four slots of a pydantic model, set directly: a battle copies all its units for every order.
_set_dict, _set_fields, _set_extra, _set_private = (
    BaseModel.__dict__[slot].__set__
    for slot in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)


def flat_copy(model: M) -> M:
    """A copy of a model whose field values are all immutable."""
    new = object.__new__(type(model))
    _set_dict(new, model.__dict__.copy())
    _set_fields(new, model.__pydantic_fields_set__)
    _set_extra(new, None)
    _set_private(new, None)
    return new


class Battle(BaseModel, ABC):
    """The state of one battle. Games add their own fields."""

    model_config = ConfigDict(extra="forbid")

    turn: int = 1
    phase: str = ""
    active: str = ""
    """The side whose turn it is."""
    winner: str | None = None
    """The side that has won; "" for a draw; nothing while the battle goes on."""
    reason: str = ""
    """Why the battle ended, for reading."""

    if TYPE_CHECKING:
        # Beside the state, not part of it: kept in the plain instance dictionary, where reading costs a tenth of what a
        # private attribute of pydantic does, and the scripts read these all the time.
        _report: Report

    @property
    def report(self) -> Report:
        """The account of the order that is being carried out on this copy."""
        return self._report

    @property
    def over(self) -> bool:
        return self.winner is not None

    @abstractmethod
    def copy_for(self, report: Report) -> Self:
        """A copy that a script may change, writing its account into `report`."""

    def state_json(self) -> str:
        """The state as it is stored: the same battle always gives the same bytes."""
        return self.model_dump_json()
