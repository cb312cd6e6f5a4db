"""Square fields: names, directions, boards of several fields, distances, and the coarse grid laid over the fine one.

A field is `(x, y)`, zero-based; x grows to the right (east), y grows downward (south). Where no other order is named,
fields come row by row, each row from left to right: the same order on every machine, so that choices keep their place.
Fields may lie off the map; only a `Grid` knows where the map ends. What stands on a field is not known here.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeAlias

from rules.board.memo import remembered

__all__ = [
    "DIRECTIONS",
    "MAX_COLUMNS",
    "MAX_ROWS",
    "Facing",
    "Field",
    "Grid",
    "Vector",
    "add",
    "direction_label",
    "distance",
    "far_distance",
    "far_field",
    "far_fields_area",
    "field_name",
    "footprint",
    "front_row",
    "is_adjacent",
    "parse_field",
    "placements",
    "ring",
    "row_order",
    "shift",
    "squeezed",
    "straight",
    "walk",
]

Field: TypeAlias = tuple[int, int]
Vector: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Vector, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions, clockwise from north."""

_DIRECTION_LABELS = dict(
    zip(
        DIRECTIONS,
        ("Norden", "Nordosten", "Osten", "Südosten", "Süden", "Südwesten", "Westen", "Nordwesten"),
        strict=True,
    )
)

MAX_COLUMNS = 26 + 26 * 26
MAX_ROWS = 999
_FIELD_NAME = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,2})")
_A = ord("A")
_SHOWN = 20


class Facing(StrEnum):
    """The way a board of several fields looks."""

    NORD = "nord"
    OST = "ost"
    SUED = "sued"
    WEST = "west"

    @property
    def ahead(self) -> Vector:
        """One step forward."""
        return _AHEAD[self]

    @property
    def right(self) -> Vector:
        """One step to the right of someone who looks this way."""
        return _RIGHT[self]

    @property
    def label(self) -> str:
        return _DIRECTION_LABELS[_AHEAD[self]]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a facing as players write it, German or English, whole or by its first letter."""
        name = _FACING_NAMES.get(unicodedata.normalize("NFC", text).strip().lower()) if len(text) <= _SHOWN else None
        if name is None:
            raise ValueError(f"»{_quoted(text)}« ist keine Blickrichtung: möglich sind Nord, Ost, Süd und West.")
        return cls(name)


_AHEAD: dict[str, Vector] = {"nord": (0, -1), "ost": (1, 0), "sued": (0, 1), "west": (-1, 0)}
_RIGHT: dict[str, Vector] = {"nord": (1, 0), "ost": (0, 1), "sued": (-1, 0), "west": (0, -1)}
_FACING_NAMES = {
    spelling: facing
    for facing, spellings in (
        ("nord", ("n", "nord", "norden", "north")),
        ("ost", ("o", "e", "ost", "osten", "east")),
        ("sued", ("s", "süd", "süden", "sued", "sueden", "south")),
        ("west", ("w", "west", "westen")),
    )
    for spelling in spellings
}


def _quoted(text: str) -> str:
    """A player's words for an error message: printable, and short whatever was typed."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text[:_SHOWN])
    return shown + "…" if len(text) > _SHOWN else shown


def direction_label(vector: Vector) -> str:
    """The German name of one of the eight directions."""
    label = _DIRECTION_LABELS.get(vector)
    if label is None:
        raise ValueError(f"{vector} is none of the eight directions.")
    return label


def row_order(field: Field) -> tuple[int, int]:
    """Sort key: row by row, each row from left to right."""
    return field[1], field[0]


@remembered(4096)
def field_name(field: Field) -> str:
    """`(3, 4)` is D5; after column Z comes AA. Only fields that `parse_field` could read back have a name."""
    x, y = field
    if not (0 <= x < MAX_COLUMNS and 0 <= y < MAX_ROWS):
        raise ValueError(f"{field} lies on no map and has no name.")
    column = chr(_A + x) if x < 26 else chr(_A + x // 26 - 1) + chr(_A + x % 26)
    return f"{column}{y + 1}"


def parse_field(text: str) -> Field:
    """Read a name such as D5 or d5; rows count from 1."""
    match = _FIELD_NAME.fullmatch(text)
    if match is None:
        raise ValueError(f"»{_quoted(text)}« ist kein Feld: gemeint ist ein Name wie D5.")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - _A + 1
    return column - 1, int(match[2]) - 1


@dataclass(frozen=True, slots=True)
class Grid:
    """The extent of a map. Every field on it has a name."""

    width: int
    height: int

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_COLUMNS and 1 <= self.height <= MAX_ROWS):
            raise ValueError(
                f"Eine Karte hat 1 bis {MAX_COLUMNS} Spalten und 1 bis {MAX_ROWS} Reihen, "
                f"nicht {self.width} und {self.height}."
            )

    def __contains__(self, field: Field) -> bool:
        return 0 <= field[0] < self.width and 0 <= field[1] < self.height

    def fields(self) -> tuple[Field, ...]:
        """All fields, row by row."""
        return _all_fields(self.width, self.height)

    def neighbours(self, field: Field) -> tuple[Field, ...]:
        """The fields of the map that touch this one by an edge or a corner, in the order of `DIRECTIONS`."""
        x, y = field
        width, height = self.width, self.height
        return tuple([(x + dx, y + dy) for dx, dy in DIRECTIONS if 0 <= x + dx < width and 0 <= y + dy < height])

    def covers(self, fields: Iterable[Field]) -> bool:
        """Whether all these fields lie on the map."""
        width, height = self.width, self.height
        return all(0 <= x < width and 0 <= y < height for x, y in fields)


@remembered(64)
def _all_fields(width: int, height: int) -> tuple[Field, ...]:
    return tuple((x, y) for y in range(height) for x in range(width))


def add(field: Field, vector: Vector, n: int = 1) -> Field:
    """The field `n` steps away."""
    return field[0] + n * vector[0], field[1] + n * vector[1]


def shift(fields: Iterable[Field], vector: Vector, n: int = 1) -> tuple[Field, ...]:
    """All the fields moved `n` steps, in the same order."""
    dx, dy = n * vector[0], n * vector[1]
    return tuple([(x + dx, y + dy) for x, y in fields])


@remembered(16384)
def footprint(anchor: Field, facing: Facing, w: int, l: int) -> tuple[Field, ...]:  # noqa: E741
    """The fields under a board `w` fields across and `l` along its facing.

    The anchor is the front row's left field as its driver sees it. The front row comes first, left to right, then the
    row behind it, and so on to the tail.
    """
    if w < 1 or l < 1:
        raise ValueError(f"A board of {w} by {l} fields covers nothing.")
    ahead, right = facing.ahead, facing.right
    return tuple(add(add(anchor, ahead, -row), right, column) for row in range(l) for column in range(w))


def front_row(anchor: Field, facing: Facing, w: int) -> tuple[Field, ...]:
    """The foremost fields of a board, left to right as its driver sees them."""
    return footprint(anchor, facing, w, 1)


def placements(
    fields_old: Sequence[Field],
    facing_new: Facing,
    w: int,
    l: int,  # noqa: E741
    shared: int,
) -> tuple[Field, ...]:
    """Anchors at which the board, looking the new way, keeps at least `shared` of its old fields.

    Most overlap first, then row by row. Fields off the map are not left out.
    """
    if shared < 1:
        raise ValueError("A board that need not keep any field could be placed anywhere.")
    return _placements(tuple(fields_old), facing_new, w, l, shared)


@remembered(4096)
def _placements(fields_old: tuple[Field, ...], facing: Facing, w: int, l: int, shared: int) -> tuple[Field, ...]:  # noqa: E741
    # An old field is kept once by each anchor that lays one of the board's own fields on it: counting is overlapping.
    offsets = footprint((0, 0), facing, w, l)
    kept = Counter((x - dx, y - dy) for x, y in dict.fromkeys(fields_old) for dx, dy in offsets)
    enough = [anchor for anchor, count in kept.items() if count >= shared]
    return tuple(sorted(enough, key=lambda anchor: (-kept[anchor], row_order(anchor))))


def distance(a_fields: Sequence[Field], b_fields: Sequence[Field]) -> int:
    """Steps from the nearest field of one to the nearest field of the other; a diagonal step counts one."""
    if len(a_fields) == 1 and len(b_fields) == 1:
        ax, ay = a_fields[0]
        bx, by = b_fields[0]
        dx, dy = abs(ax - bx), abs(ay - by)
        return dx if dx > dy else dy
    return min([max(abs(ax - bx), abs(ay - by)) for ax, ay in a_fields for bx, by in b_fields])


def is_adjacent(a_fields: Sequence[Field], b_fields: Sequence[Field]) -> bool:
    """Whether they touch by an edge or a corner and share no field."""
    return distance(a_fields, b_fields) == 1


def ring(fields: Sequence[Field], radius: int = 1) -> tuple[Field, ...]:
    """The fields around these that are at most `radius` away from them, row by row. Some may lie off the map."""
    return _ring(tuple(fields), radius)


@remembered(8192)
def _ring(fields: tuple[Field, ...], radius: int) -> tuple[Field, ...]:
    near = range(-radius, radius + 1)
    around = dict.fromkeys((x + dx, y + dy) for x, y in fields for dy in near for dx in near)
    return tuple(sorted((field for field in around if field not in fields), key=row_order))


def straight(a: Field, b: Field) -> tuple[Vector, int] | None:
    """The direction and the number of steps from `a` to `b`, if one of the eight directions leads there."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = max(abs(dx), abs(dy))
    if steps == 0 or (dx and dy and abs(dx) != abs(dy)):
        return None
    return (dx // steps, dy // steps), steps


def walk(a: Field, vector: Vector, n: int) -> tuple[Field, ...]:
    """The `n` fields entered one after another on the way from `a`; `a` itself is not among them."""
    x, y = a
    dx, dy = vector
    return tuple([(x + i * dx, y + i * dy) for i in range(1, n + 1)])


def squeezed(a: Field, vector: Vector) -> tuple[Field, Field] | None:
    """The two fields a diagonal step from `a` squeezes between, the upper one first; None for any other step."""
    dx, dy = vector
    if abs(dx) != 1 or abs(dy) != 1:
        return None
    x, y = a
    beside, beyond = (x + dx, y), (x, y + dy)
    return (beside, beyond) if dy > 0 else (beyond, beside)


def far_field(field: Field, size: int = 2) -> Field:
    """The index of the large field, `size` by `size`, that holds this one; the large grid starts at the top left."""
    return field[0] // size, field[1] // size


def far_distance(a_fields: Sequence[Field], b_fields: Sequence[Field], size: int = 2) -> int:
    """Distance counted in large fields, from the nearest to the nearest; within the same large field it is 1."""
    far_a = [(x // size, y // size) for x, y in a_fields]
    far_b = [(x // size, y // size) for x, y in b_fields]
    return max(1, distance(far_a, far_b))


def far_fields_area(index: Field, size: int = 2) -> tuple[Field, ...]:
    """The fields of the large field with this index, row by row."""
    x, y = index[0] * size, index[1] * size
    return tuple((x + dx, y + dy) for dy in range(size) for dx in range(size))
