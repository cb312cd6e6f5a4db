"""A map: rows of signs, what each sign means, which fields form one tree, and where stairs lead.

A floor of a building is drawn as an area of its own on the same map; a stair links two fields (R-70). What terrain
does is not known here, only its key.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Annotated, Any, Self, TypeAlias

from pydantic import BeforeValidator, Field, StringConstraints, model_validator

from rules.board.square import Field as Feld
from rules.board.square import Grid, field_name, parse_field
from rules.mfm.content.dateien import alle
from rules.mfm.content.gelaendefelder import gelaende as gelaendetafel
from rules.mfm.content.werte import Bezeichner, Inhalt, Kurzname
from rules.referee.content import FieldError

__all__ = ["MAX_SEITE", "Baum", "Bereich", "Karte", "Kartenfeld", "karten"]

MAX_SEITE = 100

AST = "baumast"
STAMM = "baumstamm"
_BESIDE = ((0, -1), (-1, 0), (1, 0), (0, 1))


def _feld(value: Any) -> Any:
    return parse_field(value) if isinstance(value, str) else value


Kartenfeld: TypeAlias = Annotated[Feld, BeforeValidator(_feld)]
"""A field of a map; files name it as players do (`D5`)."""


class Bereich(Inhalt):
    """A rectangle of fields, written `A1:D16` or, for a single one, `K1`."""

    von: Kartenfeld
    bis: Kartenfeld

    @model_validator(mode="before")
    @classmethod
    def _lesen(cls, data: Any) -> Any:
        if not isinstance(data, str):
            return data
        von, _, bis = data.partition(":")
        return {"von": parse_field(von.strip()), "bis": parse_field((bis or von).strip())}

    @property
    def felder(self) -> tuple[Feld, ...]:
        """Row by row."""
        columns = range(min(self.von[0], self.bis[0]), max(self.von[0], self.bis[0]) + 1)
        rows = range(min(self.von[1], self.bis[1]), max(self.von[1], self.bis[1]) + 1)
        return tuple((x, y) for y in rows for x in columns)

    def __str__(self) -> str:
        ends = dict.fromkeys((field_name(self.von), field_name(self.bis)))
        return "–".join(ends)


class Baum(Inhalt):
    """The fields of one tree, where the drawing alone does not tell which branch belongs to which trunk."""

    felder: Annotated[tuple[Kartenfeld, ...], Field(min_length=1)]


class Karte(Inhalt):
    key: Bezeichner = "karte"
    name: Kurzname = "Karte"
    beschreibung: str = ""
    zeilen: Annotated[tuple[str, ...], Field(min_length=1, max_length=MAX_SEITE)]
    legende: dict[Annotated[str, StringConstraints(min_length=1, max_length=1)], Bezeichner]
    baeume: Annotated[tuple[Baum, ...], Field(alias="baum")] = ()
    treppen: tuple[tuple[Kartenfeld, Kartenfeld], ...] = ()

    @classmethod
    def wiese(cls, breite: int, hoehe: int) -> Self:
        """Nothing but grass."""
        return cls.aus_zeilen(["." * breite] * hoehe, {".": "wiese"})

    @classmethod
    def aus_zeilen(cls, zeilen: Sequence[str], legende: dict[str, str], **more: Any) -> Self:
        return cls.model_validate({"zeilen": tuple(zeilen), "legende": legende} | more)

    @property
    def breite(self) -> int:
        return len(self.zeilen[0])

    @property
    def hoehe(self) -> int:
        return len(self.zeilen)

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.breite, self.hoehe)

    def gelaende(self, feld: Feld) -> str:
        """The key of the terrain on this field."""
        return self._gelaende[feld]

    def baum(self, feld: Feld) -> int | None:
        """Which tree the field belongs to; trees are numbered from 1, row by row."""
        return self._baum.get(feld)

    def treppe(self, feld: Feld) -> Feld | None:
        """Where the stair on this field leads."""
        return self._treppe.get(feld)

    @cached_property
    def _gelaende(self) -> dict[Feld, str]:
        return {(x, y): self.legende[sign] for y, row in enumerate(self.zeilen) for x, sign in enumerate(row)}

    @cached_property
    def _treppe(self) -> dict[Feld, Feld]:
        return {a: b for pair in self.treppen for a, b in (pair, pair[::-1])}

    @cached_property
    def _baum(self) -> dict[Feld, int]:
        return _baeume(self._gelaende, [baum.felder for baum in self.baeume])

    @model_validator(mode="after")
    def _stimmig(self) -> Self:
        for sign, key in self.legende.items():
            if key not in gelaendetafel():
                raise FieldError(f"Ein Gelände »{key}« gibt es nicht.", "legende", sign)
        width = len(self.zeilen[0])
        if not 1 <= width <= MAX_SEITE:
            raise FieldError(f"Eine Karte ist 1 bis {MAX_SEITE} Felder breit.", "zeilen", 0)
        for y, row in enumerate(self.zeilen):
            if len(row) != width:
                raise FieldError(f"Die Reihe hat {len(row)} Felder, die erste hat {width}.", "zeilen", y)
            for sign in row:
                if sign not in self.legende:
                    raise FieldError(f"Das Zeichen »{sign}« steht nicht in der Legende.", "zeilen", y)
        self._felder_pruefen()
        return self

    def _felder_pruefen(self) -> None:
        grown: set[Feld] = set()
        for i, baum in enumerate(self.baeume):
            for j, feld in enumerate(baum.felder):
                if self._gelaende.get(feld) not in (AST, STAMM):
                    raise FieldError("Dort steht kein Baum.", "baum", i, "felder", j)
                if feld in grown:
                    raise FieldError("Das Feld gehört schon zu einem Baum.", "baum", i, "felder", j)
                grown.add(feld)
        climbed: set[Feld] = set()
        for i, pair in enumerate(self.treppen):
            for j, feld in enumerate(pair):
                if feld not in self._gelaende:
                    raise FieldError("Das Feld liegt nicht auf der Karte.", "treppen", i, j)
                if feld in climbed:
                    raise FieldError("Hier ist schon eine Treppe.", "treppen", i, j)
                climbed.add(feld)


def _baeume(gelaende: dict[Feld, str], given: Sequence[Sequence[Feld]]) -> dict[Feld, int]:
    """Number the trees (STW 4.2: one Baumastprobe for each).

    A branch belongs to the trunk beside it. A branch between several trunks makes one tree of them; branches without a
    trunk beside them belong to the tree they touch, or are a tree of their own. Trees that the map names come as named.
    """
    leader: dict[Feld, Feld] = {}

    def find(feld: Feld) -> Feld:
        while leader[feld] != feld:
            feld = leader[feld]
        return feld

    named = {feld for felder in given for feld in felder}
    for felder in given:
        leader |= dict.fromkeys(felder, felder[0])
    free = [feld for feld, key in gelaende.items() if key in (AST, STAMM) and feld not in named]
    leader |= {feld: feld for feld in free}
    loose: dict[Feld, None] = {}
    for feld in free:
        if gelaende[feld] == AST:
            trunks = [side for side in _beside(feld) if gelaende.get(side) == STAMM and side not in named]
            for trunk in trunks:
                leader[find(trunk)] = find(feld)
            if not trunks:
                loose[feld] = None
    for feld in loose:
        for side in _beside(feld):
            if side in loose:
                leader[find(side)] = find(feld)
    thickets: dict[Feld, list[Feld]] = {}
    for feld in loose:
        thickets.setdefault(find(feld), []).append(feld)
    rooted = {feld for feld in free if feld not in loose}
    for root, felder in thickets.items():
        touched = [side for feld in felder for side in _beside(feld) if side in rooted]
        if touched:
            leader[root] = find(touched[0])
    numbers: dict[Feld, int] = {}
    trees: dict[Feld, int] = {}
    for feld in gelaende:
        if feld in leader:
            trees[feld] = numbers.setdefault(find(feld), len(numbers) + 1)
    return trees


def _beside(feld: Feld) -> list[Feld]:
    return [(feld[0] + dx, feld[1] + dy) for dx, dy in _BESIDE]


@cache
def karten() -> Mapping[str, Karte]:
    """The maps that come with the game."""
    return alle("karten", Karte)
