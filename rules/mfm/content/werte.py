"""Small values that types, terrain and tables are made of, and the mark that says where each value comes from.

A value in a file may stand alone (`s = 0`) or carry its source (`s = { v = 0, source = "book" }`). The models hold the
bare value and remember the sources beside it, so that rules read plain numbers and players can still see which of them
are printed and which are the house's own.
"""

import re
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from rules.referee.content import FieldError

__all__ = [
    "Bezeichner",
    "Fernwert",
    "Inhalt",
    "Kurzname",
    "MitQuellen",
    "Quelle",
    "Rolle",
    "Symbol",
    "Trefferwert",
    "form",
]

Quelle: TypeAlias = Literal["book", "house"]


def form(pattern: str, sentence: str) -> AfterValidator:
    """The form a text must have, and what to tell the player whose text has another."""
    compiled = re.compile(pattern)

    def check(text: str) -> str:
        if compiled.fullmatch(text) is None:
            raise ValueError(sentence)
        return text

    return AfterValidator(check)


Bezeichner: TypeAlias = Annotated[
    str,
    form("[a-z][a-z0-9_]{0,39}", "Ein Schlüssel besteht aus höchstens 40 kleinen Buchstaben (a–z), Ziffern und »_«."),
]
Kurzname: TypeAlias = Annotated[str, form(r"[^\x00-\x1f\x7f]{1,60}", "Ein Name hat 1 bis 60 Zeichen in einer Zeile.")]
Wuerfel: TypeAlias = Annotated[int, Field(ge=1, le=12)]


class Symbol(StrEnum):
    """The marks on a figure that say what it may ride and drive (STW 1.1)."""

    SCHWARZES_PFERD = "schwarzes_pferd"
    ROTES_PFERD = "rotes_pferd"
    RAD = "rad"
    PLAENKLER = "plaenkler"


class Rolle(StrEnum):
    """What the army list names a type as; each of them may be Besatzung (R-46)."""

    LENKER = "lenker"
    KRIEGER = "krieger"
    HELD = "held"
    FELDHERR = "feldherr"


class Trefferwert(NamedTuple):
    """T n×1-k: n W12, at least one of them within 1..k."""

    n: Wuerfel
    k: Wuerfel

    def __str__(self) -> str:
        return f"T{self.n}×1-{self.k}"


class Fernwert(NamedTuple):
    """A range of f Fernfelder and T n×1-k; FERN and WEIT have this shape."""

    f: Annotated[int, Field(ge=1, le=30)]
    n: Wuerfel
    k: Wuerfel

    @property
    def treffer(self) -> Trefferwert:
        return Trefferwert(self.n, self.k)

    def __str__(self) -> str:
        return f"F{self.f} {self.treffer}"


class Inhalt(BaseModel):
    """What is read from a file: it never changes, and a key nobody knows is an error, not a silent loss."""

    # By name as well as by the word of the file: what was dumped must load again.
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, populate_by_name=True)


# Names and texts are nobody's rule; the nested ones keep their sources themselves.
_UNMARKED = ("key", "id", "typ", "volk", "name", "kuerzel", "beschreibung", "hinweis", "rolle", "karte")
_NESTED = ("verteidigung", "reittier", "seite", "kiste")


class MitQuellen(Inhalt):
    """Values whose source is kept in `quellen`, by field; what a file does not mark is the house's own."""

    quellen: dict[str, Quelle] = {}

    @model_validator(mode="before")
    @classmethod
    def _quellen_trennen(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "quellen" in data:
            return data
        general = _quelle(data.get("source", "house"), "source")
        values: dict[str, Any] = {}
        quellen: dict[str, Quelle] = {}
        for name, value in data.items():
            if name == "source":
                continue
            if name not in _UNMARKED + _NESTED:
                quellen[name] = general
                if isinstance(value, dict):
                    value, quellen[name] = _getrennt(name, value, general)
            values[name] = value
        return values | {"quellen": quellen}


def _getrennt(name: str, value: dict[str, Any], general: Quelle) -> tuple[Any, Quelle]:
    source = _quelle(value.get("source", general), name, "source")
    if "v" not in value:
        return {part: v for part, v in value.items() if part != "source"}, source
    for part in value:
        if part not in ("v", "source"):
            raise FieldError("Neben »v« und »source« steht hier nichts.", name, part)
    return value["v"], source


def _quelle(text: Any, *field: str) -> Quelle:
    if text == "book":
        return "book"
    if text == "house":
        return "house"
    raise FieldError("Die Quelle ist »book« (gedruckt) oder »house« (eigene Festlegung).", *field)
