"""What a caller may ask to see: the whole board or a part of it, and one overlay on top.

Fields and units are named as players name them, so that nothing here depends on a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Cutout", "Overlay", "Range", "Reach", "View", "Whole"]


@dataclass(frozen=True, slots=True)
class Whole:
    """The whole board, with or without a legend of its terrain."""

    legend: bool = True


@dataclass(frozen=True, slots=True)
class Cutout:
    """The part round these units and fields; round what the report marks if none are named."""

    around: tuple[str, ...] = ()


View: TypeAlias = Whole | Cutout


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can end its move."""

    unit: str
    fields: tuple[str, ...]
    label: str = "erreichbar"


@dataclass(frozen=True, slots=True)
class Range:
    """How far a unit's weapon carries, and whom it may aim at."""

    unit: str
    fields: tuple[str, ...]
    targets: tuple[str, ...] = ()
    label: str = "in Reichweite"


Overlay: TypeAlias = Reach | Range
