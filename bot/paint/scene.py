"""What a picture shows, as plain data: no game and no pixel is known here.

A game's own module turns a battle into a `Scene`; a painter for its kind of board turns the scene into pixels. Fields
are (column, row) from the top left; points are in the same measure, (0.5, 0.5) being the middle of the first field.
Angles are degrees clockwise from the top of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.paint.colours import Rgb
from bot.paint.glyphs import Glyph
from bot.paint.signs import Sign
from bot.paint.terrain import Ground, Terrain

__all__ = [
    "Badge",
    "Counter",
    "Fallen",
    "Field",
    "Ghost",
    "Header",
    "Item",
    "Point",
    "Ring",
    "RingKind",
    "Scene",
    "Side",
    "SquareBoard",
    "Team",
    "Throw",
    "Tint",
    "TintKind",
    "Trail",
    "TrailKind",
    "Window",
]

Field: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Side:
    """Who fights: a colour, and a sign for those who cannot tell colours apart."""

    key: str
    name: str
    colour: Rgb
    sign: Sign
    note: str = ""
    """What the legend says about it besides: its strength."""


class Badge(StrEnum):
    """Small marks on a counter."""

    MOVED = "moved"
    FOUGHT = "fought"
    CHEST = "chest"
    REINS = "reins"


@dataclass(frozen=True, slots=True)
class Counter:
    """One figure. `fields` is empty for those aboard a team."""

    label: str
    """What a player types to name it."""
    side: str
    glyph: Glyph
    fields: tuple[Field, ...] = ()
    angle: int | None = None
    lp: int = 1
    lp_max: int = 1
    badges: tuple[Badge, ...] = ()
    spent: bool = False
    """It has done all it may this turn."""


@dataclass(frozen=True, slots=True)
class Team:
    """Animals on a board of several fields, with or without a cart behind them, and who is aboard."""

    label: str
    side: str
    fields: tuple[Field, ...]
    angle: int
    board: tuple[int, int]
    """Fields across and along."""
    animals: int
    animals_left: int
    animal_rows: int
    """How many rows of the board, from the front, the animals take."""
    crew: tuple[Counter, ...] = ()
    badges: tuple[Badge, ...] = ()
    spent: bool = False
    ownerless: bool = False

    @property
    def cart(self) -> bool:
        return self.board[1] > self.animal_rows


@dataclass(frozen=True, slots=True)
class Item:
    """The chest, lying on a field."""

    field: Field


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where something stood before the order."""

    fields: tuple[Field, ...]
    side: str


@dataclass(frozen=True, slots=True)
class Fallen:
    """Somebody who was removed by the order, where he last stood."""

    label: str
    side: str
    fields: tuple[Field, ...]


class TrailKind(StrEnum):
    PATH = "path"
    SHOT = "shot"
    JUMP = "jump"
    LEASH = "leash"
    """From one who leads animals to what he leads."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A line over the board. The gaps keep its ends clear of the counters there, in fields."""

    kind: TrailKind
    points: tuple[Point, ...]
    side: str
    label: str = ""
    """Whose."""
    ends: tuple[Field, ...] = ()
    """The first and the last field as players name them; of a larger board its anchor."""
    start_gap: float = 0.0
    end_gap: float = 0.0


class RingKind(StrEnum):
    HIT = "hit"
    TARGET = "target"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Ring:
    """Something singled out."""

    kind: RingKind
    fields: tuple[Field, ...]
    label: str = ""


class TintKind(StrEnum):
    REACH = "reach"
    RANGE = "range"
    ZONE = "zone"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class Tint:
    """A translucent area with a line in the legend. `named` writes the name of each field into it."""

    kind: TintKind
    fields: tuple[Field, ...]
    side: str
    label: str
    named: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of the order. `hit` is the highest face that counted, where faces were counted."""

    why: str
    side: str
    sides: int
    faces: tuple[int, ...]
    hit: int | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """The line above the board. `active` is the side it speaks of, if any."""

    game: str
    turn: str
    phase: str
    status: str
    active: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the board to show."""

    x: int
    y: int
    width: int
    height: int

    def __contains__(self, field: Field) -> bool:
        return self.x <= field[0] < self.x + self.width and self.y <= field[1] < self.y + self.height


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """A board of square fields named A1, B1 …; every `coarse` fields a stronger line."""

    ground: Ground
    coarse: int = 2

    @property
    def width(self) -> int:
        return self.ground.width

    @property
    def height(self) -> int:
        return self.ground.height


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture."""

    header: Header
    board: SquareBoard
    window: Window
    sides: tuple[Side, ...]
    counters: tuple[Counter, ...] = ()
    teams: tuple[Team, ...] = ()
    items: tuple[Item, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    trails: tuple[Trail, ...] = ()
    rings: tuple[Ring, ...] = ()
    tints: tuple[Tint, ...] = ()
    throws: tuple[Throw, ...] = ()
    terrain_names: tuple[tuple[Terrain, str], ...] = ()
    """Terrain that the legend explains; empty for a picture without."""
    caption: str = ""

    @property
    def whole(self) -> bool:
        return self.window.width == self.board.width and self.window.height == self.board.height

    @property
    def units(self) -> tuple[Counter | Team, ...]:
        return (*self.counters, *self.teams)

    def side(self, key: str) -> Side:
        return next(side for side in self.sides if side.key == key)
