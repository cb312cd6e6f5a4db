"""Army lists as a player writes them. Whether one may be played, and what it costs, is `einkauf`'s business."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import Field, PrivateAttr, model_validator

from rules.mfm.content.dateien import alle
from rules.mfm.content.szenario import Einheitskennung
from rules.mfm.content.werte import Inhalt, Kurzname
from rules.referee.content import ContentError, Document

__all__ = ["MAX_FIGUREN", "Armee", "Armeefigur", "Armeewagen", "Besatzungsplatz", "armee_einlesen", "armeen"]

MAX_FIGUREN = 60


class Armeefigur(Inhalt):
    typ: str
    anzahl: Annotated[int, Field(ge=1, le=MAX_FIGUREN)] = 1
    id: Einheitskennung | None = None
    name: Kurzname | None = None


class Besatzungsplatz(Inhalt):
    """One of the Besatzung; in a file its type alone is enough."""

    typ: str
    id: Einheitskennung | None = None
    name: Kurzname | None = None

    @model_validator(mode="before")
    @classmethod
    def _nur_typ(cls, data: Any) -> Any:
        return {"typ": data} if isinstance(data, str) else data


class Armeewagen(Inhalt):
    typ: str
    id: Einheitskennung | None = None
    name: Kurzname | None = None
    besatzung: tuple[Besatzungsplatz, ...]


class Armee(Inhalt):
    """An army list as it stands in a file; `armee_pruefen` says whether it may be played."""

    key: str = ""
    name: Kurzname
    volk: str
    beschreibung: str = ""
    figuren: Annotated[tuple[Armeefigur, ...], Field(alias="figur", max_length=MAX_FIGUREN)] = ()
    streitwagen: Annotated[tuple[Armeewagen, ...], Field(max_length=MAX_FIGUREN)] = ()
    _document: Document | None = PrivateAttr(default=None)

    @property
    def anzahl(self) -> int:
        """Figures on foot, mounted and aboard; Streitwagen themselves are not counted."""
        return sum(figur.anzahl for figur in self.figuren) + sum(len(wagen.besatzung) for wagen in self.streitwagen)

    def fehler(self, satz: str, *field: str | int) -> ContentError:
        """The fault as the reader of the file shall see it."""
        document = self._document or Document(origin=self.key or self.name, text="")
        return document.error(satz, *field)


def armee_einlesen(text: str, origin: str) -> Armee:
    """Read an army from the text of a file; every fault is named with its line and field."""
    document = Document(origin=origin, text=text)
    armee = document.read(Armee)
    armee._document = document
    return armee


@cache
def armeen() -> Mapping[str, Armee]:
    """The ready armies that come with the game."""
    return alle("armeen", Armee)
