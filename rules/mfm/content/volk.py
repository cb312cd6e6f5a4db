"""A people: its figure types, its Streitwagen and its Verteidigungstabelle. A player's own people has the same form."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, field_validator, model_validator

from rules.mfm.content.dateien import alle
from rules.mfm.content.werte import (
    Bezeichner,
    Fernwert,
    Inhalt,
    Kurzname,
    MitQuellen,
    Rolle,
    Symbol,
    Trefferwert,
    form,
)
from rules.referee.content import Document, FieldError

__all__ = [
    "Board",
    "Figurtyp",
    "Reittierwerte",
    "Verteidigungszeile",
    "Volk",
    "Wagentyp",
    "figurtypen",
    "voelker",
    "volk_einlesen",
    "wagentypen",
]

Seite: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Board: TypeAlias = tuple[Seite, Seite]
"""Fields across and fields along the facing."""

Kuerzel: TypeAlias = Annotated[str, form("[A-Z]{1,3}", "Ein Kürzel besteht aus 1 bis 3 großen Buchstaben (A–Z).")]
Schutz: TypeAlias = Annotated[int, Field(ge=0, le=10)]
Bewegung: TypeAlias = Annotated[int, Field(ge=1, le=30)]
Leben: TypeAlias = Annotated[int, Field(ge=1, le=20)]
Preis: TypeAlias = Annotated[int, Field(ge=1, le=500)]

_KNOWN = re.compile(r"(?P<art>nah|fern|weit) (?P<v>[1-9]|1[0-2]):(?P<mark>\S)( \(implied\))?")


class Verteidigungszeile(Inhalt):
    """The row of the Verteidigungstabelle that is looked up when this type attacks; columns 1..12 (GR 4.1, 8.3)."""

    nah: Annotated[str, form("[RY]{12}", "Die Zeile hat zwölf Zeichen: R (ROT) oder Y (GELB).")]
    fern: Annotated[str, form("[F-]{12}", "Die Zeile hat zwölf Zeichen: F (gerettet) oder -.")] | None = None
    weit: Annotated[str, form("[*WE-]{12}", "Die Zeile hat zwölf Zeichen: *, W, E oder -.")] | None = None
    source: Literal["book", "house", "book+house"] = "house"
    known: tuple[str, ...] = ()
    """The printed cells, such as `nah 5:R`; everything else in a mixed row is the house's own."""

    def rettet_nah(self, v: int) -> bool:
        return self.nah[v - 1] == "Y"

    def rettet_fern(self, v: int) -> bool:
        return self._zelle(self.fern, v) == "F"

    def rettet_weit(self, v: int) -> bool:
        return self._zelle(self.weit, v) in "*W"

    def rettet_erst(self, v: int) -> bool:
        return self._zelle(self.weit, v) in "*E"

    @staticmethod
    def _zelle(row: str | None, v: int) -> str:
        if row is None:
            raise ValueError("Diese Zeile der Verteidigungstabelle kennt die Angriffsart nicht.")
        return row[v - 1]

    @model_validator(mode="after")
    def _known_cells_agree(self) -> Self:
        for index, text in enumerate(self.known):
            cell = _KNOWN.fullmatch(text)
            if cell is None:
                raise FieldError("Eine gedruckte Zelle schreibt sich wie »nah 5:R« oder »fern 8:F«.", "known", index)
            row = {"nah": self.nah, "fern": self.fern, "weit": self.weit}[cell["art"]]
            if row is None or row[int(cell["v"]) - 1] != cell["mark"]:
                raise FieldError(f"Die gedruckte Zelle »{text}« widerspricht der Zeile.", "known", index)
        return self


class Reittierwerte(MitQuellen):
    """The mount of a Reiter (R-67)."""

    lp: Leben
    s: Schutz = 0
    b: Bewegung
    """Movement of the mounted Reiter; the figure's own `b` is its movement on foot."""
    fern_split: Annotated[int, Field(ge=1, le=11)]
    """A FERN hit strikes the Reiter on 1..fern_split, the mount on the rest."""


class Figurtyp(MitQuellen):
    key: str
    volk: str
    name: Kurzname
    kuerzel: Kuerzel
    zeile: Annotated[int, Field(ge=1, le=99)]
    nah: Trefferwert
    fern: Fernwert | None = None
    weit: Fernwert | None = None
    s: Schutz
    b: Bewegung
    lp: Leben
    board: Board
    """With a Reittier: the board of the mounted figure. On foot it stands on a single field."""
    symbole: tuple[Symbol, ...] = ()
    punkte: Preis
    gruppe: bool = False
    rolle: tuple[Rolle, ...] = ()
    reittier: Reittierwerte | None = None
    verteidigung: Verteidigungszeile

    @model_validator(mode="before")
    @classmethod
    def _kuerzel_ergaenzen(cls, data: Any) -> Any:
        return _mit_kuerzel(data)

    @property
    def darf_lenken(self) -> bool:
        """May hold the reins during the game (T-7)."""
        return any(s in self.symbole for s in (Symbol.SCHWARZES_PFERD, Symbol.ROTES_PFERD, Symbol.RAD))

    @property
    def darf_lenken_am_start(self) -> bool:
        """May hold the reins from set-up on: a rotes Pferd starts on its mount (T-7)."""
        return Symbol.SCHWARZES_PFERD in self.symbole or Symbol.RAD in self.symbole

    @property
    def darf_an_bord(self) -> bool:
        """May start on a Streitwagen: by its symbol, or because the list names it as crew (T-7, R-46)."""
        return Symbol.ROTES_PFERD not in self.symbole and (self.darf_lenken_am_start or bool(self.rolle))

    @property
    def felder(self) -> int:
        return self.board[0] * self.board[1]

    @field_validator("symbole", "rolle")
    @classmethod
    def _einmal(cls, marks: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(marks)) < len(marks):
            raise ValueError("Kein Eintrag darf doppelt vorkommen.")
        return marks

    @model_validator(mode="after")
    def _zusammenhang(self) -> Self:
        for art, wert, row in (
            ("fern", self.fern, self.verteidigung.fern),
            ("weit", self.weit, self.verteidigung.weit),
        ):
            if wert is not None and row is None:
                raise FieldError(
                    f"Wer einen {art.upper()}-Wert hat, braucht die Zeile »{art}« der Verteidigungstabelle.",
                    "verteidigung",
                )
            if wert is None and row is not None:
                raise FieldError(f"Ohne {art.upper()}-Wert gibt es keine Zeile »{art}«.", "verteidigung", art)
        reitet = Symbol.SCHWARZES_PFERD in self.symbole or Symbol.ROTES_PFERD in self.symbole
        if Symbol.ROTES_PFERD in self.symbole and self.reittier is None:
            raise FieldError("Figuren mit rotem Pferd gibt es nur beritten: das Reittier fehlt.", "symbole")
        if self.reittier is not None and not reitet:
            raise FieldError("Wer ein Reittier hat, braucht ein schwarzes oder rotes Pferd.", "reittier")
        if self.reittier is not None and self.felder not in (2, 3):
            raise FieldError("Ein Reiter steht auf 2 oder 3 Feldern.", "board")
        return self


class Wagentyp(MitQuellen):
    key: str
    volk: str
    name: Kurzname
    kuerzel: Kuerzel
    felder: Annotated[int, Field(ge=3, le=36)]
    board: Board
    b: Bewegung
    anfahr: Trefferwert
    s_plus: Schutz
    zugtiere: Annotated[int, Field(ge=1, le=6)]
    zugtier_lp: Leben
    zugtier_s: Schutz = 0
    fern_besatzung_max: Annotated[int, Field(ge=0, le=12)]
    """A FERN hit strikes the Besatzung on 1..fern_besatzung_max, the Zugtiere on the rest (STW 8.2, 8.3)."""
    plaetze: Annotated[int, Field(ge=1, le=8)]
    punkte: Preis

    @model_validator(mode="before")
    @classmethod
    def _vorgaben(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        board = data.get("board")
        match board["v"] if isinstance(board, dict) and "v" in board else board:
            case (int(across), int(along)):
                return {"kuerzel": "W", "felder": across * along} | data
        return {"kuerzel": "W"} | data

    @property
    def pool(self) -> int:
        """The Zugtiere's LP at the start: one pool for all of them (R-35)."""
        return self.zugtiere * self.zugtier_lp

    @model_validator(mode="after")
    def _board_passt(self) -> Self:
        if self.board[1] < 3:
            raise FieldError("Ein Streitwagen ist mindestens 3 Felder lang: 2 für die Zugtiere, 1 für ihn.", "board")
        if self.board[0] * self.board[1] != self.felder:
            raise FieldError(f"Das Board hat nicht {self.felder} Felder.", "board")
        return self


class Volk(Inhalt):
    """A people; its types are held by the name they have in its own army files."""

    key: Bezeichner
    name: Kurzname
    figuren: Annotated[dict[Bezeichner, Figurtyp], Field(alias="figur", min_length=1, max_length=60)]
    streitwagen: Annotated[dict[Bezeichner, Wagentyp], Field(max_length=30)] = {}

    @model_validator(mode="before")
    @classmethod
    def _typen_benennen(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        named = dict(data)
        for kind in ("figur", "figuren", "streitwagen"):
            if isinstance(types := data.get(kind), dict):
                named[kind] = {typ: _benannt(str(data.get("key")), kind, typ, entry) for typ, entry in types.items()}
        return named

    @model_validator(mode="after")
    def _zeilen_eindeutig(self) -> Self:
        first: dict[int, str] = {}
        for typ, figur in self.figuren.items():
            if figur.zeile in first:
                raise FieldError(
                    f"Zeile {figur.zeile} der Verteidigungstabelle gehört schon »{first[figur.zeile]}«.",
                    "figur",
                    typ,
                    "zeile",
                )
            first[figur.zeile] = typ
        for typ in self.streitwagen:
            if typ in self.figuren:
                raise FieldError("Eine Figur hat schon diesen Namen.", "streitwagen", typ)
        return self


def _benannt(volk: str, kind: str, typ: str, entry: Any) -> Any:
    # A people that was dumped already names its types.
    if not isinstance(entry, dict) or (entry.get("key") == f"{volk}.{typ}" and "quellen" in entry):
        return entry
    for name in ("key", "volk", "quellen"):
        if name in entry:
            raise FieldError("Das setzt Herold selbst.", kind, typ, name)
    return {"key": f"{volk}.{typ}", "volk": volk} | entry


def _mit_kuerzel(data: Any) -> Any:
    """Without a Kürzel of its own a type is called by the first letters of its words, or of its one word."""
    if not isinstance(data, dict) or "kuerzel" in data or not isinstance(name := data.get("name"), str):
        return data
    plain = name.translate(str.maketrans("ÄÖÜäöüß", "AOUaous"))
    words = re.findall(r"[A-Za-z]+", plain)
    letters = "".join(word[0] for word in words[:3]) if len(words) > 1 else "".join(words)[:2]
    return {"kuerzel": letters.upper() or "X"} | data


@cache
def voelker() -> Mapping[str, Volk]:
    """The peoples that come with the game."""
    return alle("voelker", Volk)


@cache
def figurtypen() -> Mapping[str, Figurtyp]:
    """All their figure types, by `volk.typ`."""
    return MappingProxyType({typ.key: typ for volk in voelker().values() for typ in volk.figuren.values()})


@cache
def wagentypen() -> Mapping[str, Wagentyp]:
    """All their Streitwagen, by `volk.typ`."""
    return MappingProxyType({typ.key: typ for volk in voelker().values() for typ in volk.streitwagen.values()})


def volk_einlesen(text: str, origin: str) -> Volk:
    """Read a player's own people from the text of his file; every fault is named with its line and field."""
    document = Document(origin=origin, text=text)
    volk = document.read(Volk)
    if volk.key in voelker():
        raise document.error(f"Ein Volk »{volk.key}« gibt es schon: das eigene braucht einen anderen Namen.", "key")
    return volk
