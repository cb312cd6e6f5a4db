"""The numbers of tables T-2 to T-8 that the rules read. What the numbers mean in play is said where they are used."""

from functools import cache, cached_property
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from rules.mfm.content.dateien import datei
from rules.mfm.content.volk import Board
from rules.mfm.content.werte import Inhalt, MitQuellen
from rules.referee.content import Document

__all__ = [
    "Anfahrtabelle",
    "Baumaststufe",
    "Baumasttabelle",
    "Boards",
    "Ferntabelle",
    "Gitter",
    "Groessenstufe",
    "Kistentabelle",
    "Plaenklertabelle",
    "Punktespiel",
    "Streitwagentabelle",
    "Tabellen",
    "Trefferaufteilung",
    "Verteidigungswurf",
    "tabellen",
]

W12: TypeAlias = Annotated[int, Field(ge=1, le=12)]
Abzug: TypeAlias = Annotated[int, Field(ge=-12, le=0)]
Anteil: TypeAlias = Annotated[float, Field(gt=0, le=1)]


class Gitter(MitQuellen):
    """Fernfeld and Schussfeld, measured in Bewegungsfelder (R-01)."""

    fernfeld: Annotated[int, Field(ge=1, le=4)]
    schussfeld: tuple[int, int]


class Boards(MitQuellen):
    """The boards the book names; a type may have another (R-40)."""

    fusskaempfer: Board
    reiter: Board
    streitwagen: dict[str, Board]
    """By number of fields."""
    zugtier_reihen: Annotated[int, Field(ge=1, le=4)]
    """The rows in front that the Zugtiere cover; the cart has the rest."""


class Verteidigungswurf(MitQuellen):
    verloren: W12
    """Regel der 1: this natural die always loses a life (GR 7.3)."""
    gerettet: W12
    """Regel der 12, as the house reads it: this natural die saves against NAH and FERN (R-12)."""
    minimum: W12
    maximum: W12


class Trefferaufteilung(MitQuellen):
    """Who is hit by a shot into a Nahkampf (T-2)."""

    basis: W12
    """Own figures are hit on 1..basis when both sides are equally strong in the Schussfeld."""
    minimum: W12
    maximum: W12

    def eigene_bis(self, d: int) -> int:
        """The highest W12 that hits the shooter's own side, `d` being own minus enemy fields in the Schussfeld."""
        return min(self.maximum, max(self.minimum, self.basis + d))


class Groessenstufe(Inhalt):
    ab_felder: Annotated[int, Field(ge=1)]
    abzug: Annotated[int, Field(ge=0, le=12)]


class Anfahrtabelle(MitQuellen):
    """T-3: what size takes off the Anfahr value."""

    groesse: Annotated[tuple[Groessenstufe, ...], Field(min_length=1)]
    minimum_k: W12
    anlauf: Annotated[int, Field(ge=0, le=10)]

    def groessenabzug(self, felder: int) -> int:
        return next(stufe.abzug for stufe in reversed(self.groesse) if felder >= stufe.ab_felder)

    def grenze(self, k: int, felder: int, schutz: int) -> int:
        """The highest W12 at which the jump fails: k_eff of T-3."""
        return max(self.minimum_k, k - self.groessenabzug(felder) - schutz)

    @model_validator(mode="after")
    def _aufsteigend(self) -> Self:
        starts = [stufe.ab_felder for stufe in self.groesse]
        if starts[0] != 1 or starts != sorted(set(starts)):
            raise ValueError("Die Größenstufen beginnen bei einem Feld und steigen an.")
        return self


class Baumaststufe(Inhalt):
    bis: W12
    tier_lp: Annotated[int, Field(ge=0, le=12)]
    """LP that Zugtiere or Reittier lose."""
    reiter_lp: Annotated[int, Field(ge=0, le=12)]
    """LP that a Reiter loses besides his mount, unless he is Plänkler (R-39)."""
    endet: bool
    """Whether the Spielzug is over."""


class Baumasttabelle(MitQuellen):
    stufen: Annotated[tuple[Baumaststufe, ...], Field(min_length=1)]

    def stufe(self, w: int) -> Baumaststufe:
        return next(stufe for stufe in self.stufen if w <= stufe.bis)

    @cached_property
    def baender(self) -> tuple[int, ...]:
        """For each face the number of its Stufe, as a throw sorts its faces."""
        return tuple(sum(w > stufe.bis for stufe in self.stufen) for w in range(1, 13))

    @model_validator(mode="after")
    def _aufsteigend(self) -> Self:
        ends = [stufe.bis for stufe in self.stufen]
        if ends[-1] != 12 or ends != sorted(set(ends)):
            raise ValueError("Die Stufen steigen an und enden bei 12.")
        return self


class Ferntabelle(MitQuellen):
    """What changes k of a shot (T-8)."""

    bewegt: Abzug
    ueber_eigene: Abzug
    minimum_k: W12


class Plaenklertabelle(MitQuellen):
    bewegt_f: Abzug
    """Taken off the range instead of k when a Plänkler moves and shoots (R-49)."""
    minimum_f: Annotated[int, Field(ge=1)]
    kosten: Abzug
    """Taken off the cost of every terrain field."""
    minimum_kosten: Annotated[int, Field(ge=1)]


class Streitwagentabelle(MitQuellen):
    absteigen: Annotated[int, Field(ge=0, le=5)]
    aufsteigen: Annotated[int, Field(ge=0, le=5)]


class Kistentabelle(MitQuellen):
    """The chest of Das Geheimdokument."""

    ein_traeger: Abzug
    zwei_traeger: Abzug
    minimum_b: Annotated[int, Field(ge=1)]
    suchwurf_ab: W12


class Punktespiel(MitQuellen):
    """What a battle by points and Runden offers, and what it takes when nobody says otherwise (GR 10, R-56, R-79)."""

    punkte: Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)]
    runden: Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)]
    punkte_vorgabe: int
    runden_vorgabe: int
    karte_vorgabe: str
    streifen: Annotated[int, Field(ge=1, le=20)]
    """Depth of the set-up strip along each long edge."""
    zwei_spieler: tuple[tuple[Anteil, ...], tuple[Anteil, ...]]
    drei_spieler: tuple[tuple[Anteil, ...], tuple[Anteil, ...]]
    vier_spieler: tuple[tuple[Anteil, ...], tuple[Anteil, ...]]
    """Per side, the share of the points that each of its players spends."""

    def anteile(self, spieler: Literal[2, 3, 4]) -> tuple[tuple[float, ...], tuple[float, ...]]:
        return {2: self.zwei_spieler, 3: self.drei_spieler, 4: self.vier_spieler}[spieler]

    @model_validator(mode="after")
    def _vorgaben_gehoeren_dazu(self) -> Self:
        if self.punkte_vorgabe not in self.punkte or self.runden_vorgabe not in self.runden:
            raise ValueError("Die Vorgaben müssen unter den angebotenen Punkten und Runden sein.")
        return self


class Tabellen(Inhalt):
    gitter: Gitter
    boards: Boards
    verteidigungswurf: Verteidigungswurf
    trefferaufteilung: Trefferaufteilung
    anfahrprobe: Anfahrtabelle
    baumastprobe: Baumasttabelle
    fern: Ferntabelle
    plaenkler: Plaenklertabelle
    streitwagen: Streitwagentabelle
    kiste: Kistentabelle
    punktespiel: Punktespiel


@cache
def tabellen() -> Tabellen:
    return Document.load(datei("tabellen.toml")).read(Tabellen)
