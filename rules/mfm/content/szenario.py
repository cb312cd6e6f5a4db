"""A scenario: who fights whom with what, where they stand or enter, and what wins. Its rules are a chapter."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Self, TypeAlias

from pydantic import Field, model_validator

from rules.board.square import Field as Feld
from rules.mfm.content.dateien import alle
from rules.mfm.content.karte import Bereich, Kartenfeld, karten
from rules.mfm.content.volk import figurtypen
from rules.mfm.content.werte import Bezeichner, Inhalt, Kurzname, MitQuellen, form
from rules.referee.content import FieldError

__all__ = ["Einheitskennung", "Figurvorgabe", "Kistenvorgabe", "Szenario", "Szenarioseite", "szenarien"]

Einheitskennung: TypeAlias = Annotated[
    str,
    form(r"[^\W\d_][^\W_]{0,11}", "Ein Kürzel hat höchstens 12 Buchstaben und Ziffern, vorn keine Ziffer."),
]
"""What a player types for a unit."""


class Figurvorgabe(MitQuellen):
    id: Einheitskennung
    typ: str
    """With its people: `kelten.bogenschuetze`."""
    name: Kurzname | None = None
    lp: Annotated[int, Field(ge=1, le=20)] | None = None
    """In place of the type's own."""


class Szenarioseite(Inhalt):
    name: Kurzname
    volk: Bezeichner
    aufstellung: tuple[Bereich, ...] = ()
    """Set up here before the first Runde."""
    eingang: tuple[Kartenfeld, ...] = ()
    """Or enter over these fields in the first Spieldurchgang."""
    eingang_richtung: tuple[int, int] = (0, 1)
    """Straight ahead for those who enter; they may come diagonally as well."""
    figuren: Annotated[tuple[Figurvorgabe, ...], Field(alias="figur", min_length=1, max_length=60)]

    @property
    def aufstellfelder(self) -> tuple[Feld, ...]:
        return tuple(dict.fromkeys(feld for bereich in self.aufstellung for feld in bereich.felder))


class Kistenvorgabe(Inhalt):
    traeger: Annotated[tuple[Einheitskennung, ...], Field(min_length=1, max_length=2)]
    """The lead carrier first."""
    ziel: tuple[Bereich, ...]
    """The fields on which the carried chest wins."""

    @property
    def zielfelder(self) -> tuple[Feld, ...]:
        return tuple(dict.fromkeys(feld for bereich in self.ziel for feld in bereich.felder))


class Szenario(MitQuellen):
    key: Bezeichner
    name: Kurzname
    beschreibung: str
    karte: Bezeichner
    beginnt: Bezeichner | None = None
    """The side that begins; without one the roll-off decides."""
    runden: Annotated[int, Field(ge=1, le=99)] | None = None
    """After this Runde the battle is drawn; None plays on."""
    seiten: Annotated[dict[Bezeichner, Szenarioseite], Field(alias="seite", min_length=2, max_length=4)]
    kiste: Kistenvorgabe | None = None

    @model_validator(mode="after")
    def _auf_der_karte(self) -> Self:
        karte = karten().get(self.karte)
        if karte is None:
            raise FieldError(f"Eine Karte »{self.karte}« gibt es nicht.", "karte")
        for key, seite in self.seiten.items():
            if not karte.grid.covers((*seite.aufstellfelder, *seite.eingang)):
                raise FieldError("Aufstellung oder Eingang liegen nicht auf der Karte.", "seite", key)
        if self.kiste and not karte.grid.covers(self.kiste.zielfelder):
            raise FieldError("Das Ziel liegt nicht auf der Karte.", "kiste", "ziel")
        return self

    @model_validator(mode="after")
    def _stimmig(self) -> Self:
        if self.beginnt is not None and self.beginnt not in self.seiten:
            raise FieldError(f"Eine Seite »{self.beginnt}« gibt es nicht.", "beginnt")
        ids: set[str] = set()
        for key, seite in self.seiten.items():
            if not seite.aufstellung and not seite.eingang:
                raise FieldError("Die Seite braucht eine Aufstellung oder einen Eingang.", "seite", key)
            for i, figur in enumerate(seite.figuren):
                if figur.typ not in figurtypen():
                    raise FieldError(f"Eine Figur »{figur.typ}« gibt es nicht.", "seite", key, "figur", i, "typ")
                if figur.id.casefold() in ids:
                    raise FieldError(f"Das Kürzel »{figur.id}« ist vergeben.", "seite", key, "figur", i, "id")
                ids.add(figur.id.casefold())
        for i, traeger in enumerate(self.kiste.traeger if self.kiste else ()):
            if traeger.casefold() not in ids:
                raise FieldError(f"Eine Figur »{traeger}« gibt es nicht.", "kiste", "traeger", i)
        return self


@cache
def szenarien() -> Mapping[str, Szenario]:
    """The scenarios that come with the game."""
    return alle("szenarien", Szenario)
