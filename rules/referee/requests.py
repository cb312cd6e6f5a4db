"""What a rule script may ask of the world: dice (`Roll`, `Contest`) and decisions (`Ask`, `AskAll`).

A request says what it asks in `identity`; on a re-run the tape is compared with it, so that an answer can never be
taken for the answer to another question.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import product
from math import factorial
from typing import Any, TypeAlias, TypeVar

MAX_DICE = 100


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that have fallen. `hits` counts the faces of the roll's first band."""

    faces: tuple[int, ...]
    hits: int
    band: int = 0
    """The band of the first die; what a single die decided."""

    @property
    def face(self) -> int:
        return self.faces[0]

    @property
    def misses(self) -> int:
        return len(self.faces) - self.hits


@dataclass(frozen=True)
class Roll:
    """`count` dice with `sides` sides, thrown by the seat `by`.

    `hit` says that faces 1..hit count. `bands` sorts the faces more finely: one entry a face, the number of its band,
    band 0 being the hits. A script that names either must use the bands alone, never the faces: chances are then
    computed by band instead of by face.
    """

    sides: int
    count: int
    why: str
    ref: str
    by: str
    hit: int | None = None
    bands: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if not 0 < self.count <= MAX_DICE or self.sides < 2:
            raise ValueError(f"cannot roll {self.count} dice with {self.sides} sides")
        if self.bands is not None and len(self.bands) != self.sides:
            raise ValueError("bands need one entry a face")

    @cached_property
    def sorting(self) -> tuple[int, ...] | None:
        """The band of each face, whichever way the script has put it."""
        if self.bands is not None:
            return self.bands
        if self.hit is None:
            return None
        return _hit_bands(self.sides, self.hit)

    @cached_property
    def identity(self) -> str:
        sorting = "" if self.sorting is None else ":" + "".join(map(str, self.sorting))
        return f"roll|{self.ref}|{self.by}|{self.count}W{self.sides}{sorting}|{self.why}"

    def read(self, faces: tuple[int, ...]) -> Throw:
        """The throw that these faces are for this roll."""
        sorting = self.sorting
        if sorting is None:
            return Throw(faces, 0)
        hits = sum(1 for face in faces if sorting[face - 1] == 0)
        return Throw(faces, hits, sorting[faces[0] - 1])

    def outcomes(self) -> Iterator[tuple[int, Throw]]:
        """Every outcome that a script can tell apart, with its weight out of `sides ** count`."""
        for weight, faces in _outcomes(self.sides, self.count, self.sorting):
            yield weight, self.read(faces)


@lru_cache(maxsize=1024)
def _hit_bands(sides: int, hit: int) -> tuple[int, ...]:
    return tuple(0 if face <= hit else 1 for face in range(1, sides + 1))


@lru_cache(maxsize=1024)
def _outcomes(sides: int, count: int, sorting: tuple[int, ...] | None) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if sorting is None:
        return tuple((1, faces) for faces in product(range(1, sides + 1), repeat=count))
    sizes: dict[int, int] = {}
    sample: dict[int, int] = {}
    for face, band in enumerate(sorting, start=1):
        sizes[band] = sizes.get(band, 0) + 1
        sample.setdefault(band, face)
    bands = sorted(sizes)
    found = []
    for split in _splits(count, len(bands)):
        weight = factorial(count)
        faces: list[int] = []
        for band, number in zip(bands, split, strict=True):
            weight = weight // factorial(number) * sizes[band] ** number
            faces += [sample[band]] * number
        found.append((weight, tuple(faces)))
    return tuple(found)


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide `total` dice into `parts` bands."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


@dataclass(frozen=True)
class Contest:
    """Two seats roll one die each until one shows more. Answered by the winning seat."""

    sides: int
    first: str
    second: str
    why: str
    ref: str

    @cached_property
    def identity(self) -> str:
        return f"contest|{self.ref}|{self.first}|{self.second}|W{self.sides}|{self.why}"

    def roll(self, seat: str) -> Roll:
        return Roll(self.sides, 1, self.why, self.ref, seat)


class AskKind(StrEnum):
    """The small, fixed catalogue of questions; how each looks in chat is decided once for all games."""

    UNIT = "unit"
    FIELD = "field"
    LIST = "list"
    YES_NO = "yes_no"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen. `key` is stable and goes on the tape, `label` is German and for reading."""

    key: str
    label: str


JA = Option("ja", "Ja")
NEIN = Option("nein", "Nein")


@dataclass(frozen=True)
class Ask:
    """A decision that the rules leave to the seat `who`.

    `topic` names the kind of decision for standing orders, `tags` what they may distinguish (the type of the figure
    that comes near, say). With `auto` the default is taken unless the player has asked to be asked.
    """

    who: str
    question: str
    options: tuple[Option, ...]
    ref: str
    topic: str
    kind: AskKind = AskKind.LIST
    default: str | None = None
    tags: tuple[str, ...] = field(default=())
    auto: bool = False

    def __post_init__(self) -> None:
        if not self.options:
            raise ValueError(f"a question without options: {self.question}")

    @cached_property
    def identity(self) -> str:
        return f"ask|{self.ref}|{self.who}|{self.topic}|{','.join(option.key for option in self.options)}"

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(option.key for option in self.options)

    def label(self, key: str) -> str:
        return next((option.label for option in self.options if option.key == key), key)

    def match(self, text: str) -> str | None:
        """The key of the option that a player named by key or label, or nothing."""
        wanted = text.strip().casefold()
        for option in self.options:
            if wanted in (option.key.casefold(), option.label.casefold()):
                return option.key
        return None


@dataclass(frozen=True)
class AskAll:
    """Several seats decide at once, none knowing the others' answers. Answered by the tuple of keys."""

    asks: tuple[Ask, ...]

    @cached_property
    def identity(self) -> str:
        return "all|" + "|".join(ask.identity for ask in self.asks)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Asks nothing: the script declares that all that follows depends on the battle and on `key` alone.

    Chances of wide orders rest on it: ways that lead to the same battle at the same checkpoint are followed once. A
    script must put into `key` whatever else it will use from then on. It has no answer and leaves no trace on the tape.
    """

    key: str


Request: TypeAlias = Roll | Contest | Ask | AskAll | Checkpoint

T = TypeVar("T")
Script: TypeAlias = Generator[Request, Any, T]
"""A rule script: yields requests, is sent their answers (Throw, seat, key, tuple of keys), may return a value."""
