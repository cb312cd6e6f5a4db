"""Kinds of terrain that the house can draw, and the ground of a board made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

__all__ = ["Field", "Ground", "Terrain"]

Field: TypeAlias = tuple[int, int]


class Terrain(StrEnum):
    MEADOW = "meadow"
    ROAD = "road"
    CLAY = "clay"
    SLOPE_GREEN = "slope_green"
    SLOPE_BROWN = "slope_brown"
    SWAMP = "swamp"
    JUNGLE_SWAMP = "jungle_swamp"
    SHALLOWS = "shallows"
    DEEP_WATER = "deep_water"
    FORD = "ford"
    MOUNTAIN = "mountain"
    CLIFF = "cliff"
    BOULDERS = "boulders"
    BUSH = "bush"
    THICKET = "thicket"
    THORNS = "thorns"
    BRANCHES = "branches"
    TRUNK = "trunk"
    FENCE = "fence"
    HEDGE = "hedge"
    WALL = "wall"
    WINDOW = "window"
    DOOR = "door"


@dataclass(frozen=True, slots=True)
class Ground:
    """The terrain of a board, row by row; which fields form one tree; where stairs lead."""

    rows: tuple[tuple[Terrain, ...], ...]
    trees: tuple[tuple[Field, ...], ...] = ()
    stairs: tuple[tuple[Field, Field], ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.rows, self.trees, self.stairs)))

    def __hash__(self) -> int:
        """Known once and for all: every block of ground that is looked up asks for it."""
        return self._hash

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def at(self, x: int, y: int) -> Terrain:
        """The terrain of a field; beyond the edge the land goes on as it ends."""
        return self.rows[min(max(y, 0), self.height - 1)][min(max(x, 0), self.width - 1)]
