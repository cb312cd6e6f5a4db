"""Terrain fields: what they protect, what they cost, what they forbid (GR 9, table T-1)."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from pydantic import Field, model_validator

from rules.mfm.content.dateien import datei
from rules.mfm.content.werte import Bezeichner, Inhalt, Kurzname, MitQuellen
from rules.referee.content import Document

__all__ = ["Gelaende", "Gelaendetafel", "Kategorie", "Probe", "Verboten", "gelaende"]

Schutz: TypeAlias = Annotated[int, Field(ge=-5, le=5)]
Kosten: TypeAlias = Annotated[int, Field(ge=0, le=10)]


class Kategorie(StrEnum):
    """Neighbouring fields of one category in the Schusslinie are one Hindernis (R-14)."""

    BAUM = "baum"
    GEBUESCH_KLEIN = "gebuesch_klein"
    GEBUESCH_GROSS = "gebuesch_gross"
    DORNEN = "dornen"
    STEIN = "stein"
    ZAUN = "zaun"
    HECKE = "hecke"
    FENSTER = "fenster"
    TUER = "tuer"


class Verboten(StrEnum):
    """Who may not enter a field at all."""

    STREITWAGEN = "streitwagen"
    REITEREI = "reiterei"
    GROSS = "gross"


class Probe(StrEnum):
    """The test that entering a field demands."""

    BAUMAST = "baumast"


class Gelaende(MitQuellen):
    key: Bezeichner
    name: Kurzname
    schutz: Schutz
    """For a single figure of one field."""
    schutz_mittel: Schutz
    """For 2–3 fields on foot, and for a Gruppe."""
    schutz_gross: Schutz
    """For Reiter, Streitwagen and 4 fields or more."""
    schutz_streitwagen: Schutz | None = None
    """Where a Streitwagen is treated otherwise than the large ones."""
    kosten: Kosten
    """Bewegungspunkte to enter; 0 means that nobody can."""
    kosten_reittier: Kosten | None = None
    linie: bool
    """Counts as Hindernis in the Schusslinie."""
    halt: bool
    nahkampf: bool = True
    fernkampf: bool = True
    angriff: bool = True
    """Whether a figure that stands here may attack."""
    ueberschiessen: bool = False
    """Whether a shooter who stands here shoots over his own figures without penalty."""
    probe: Probe | None = None
    verboten: tuple[Verboten, ...] = ()
    kategorie: Kategorie | None = None
    hinweis: str = ""

    @property
    def betretbar(self) -> bool:
        return self.kosten > 0


class Gelaendetafel(Inhalt):
    """The whole table T-1 as it stands in its file."""

    gelaende: Annotated[dict[Bezeichner, Gelaende], Field(min_length=1)]

    @model_validator(mode="before")
    @classmethod
    def _benennen(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(rows := data.get("gelaende"), dict):
            return data
        named = {key: {"key": key} | row if isinstance(row, dict) else row for key, row in rows.items()}
        return data | {"gelaende": named}


@cache
def gelaende() -> Mapping[str, Gelaende]:
    return MappingProxyType(Document.load(datei("gelaende.toml")).read(Gelaendetafel).gelaende)
