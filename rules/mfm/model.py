"""An MfM battle: where everything stands, who is who, and whose turn it is.

A Reiter is a figure on board a Reittier, just as a Lenker is on board a Streitwagen: both carriers are a `Gefaehrt`,
and the rules of the Streitwagen hold for both as far as R-67 says. No rule lives here, only what the rules look at. The
units themselves stand in `einheiten`, the set-up in `aufbau`; both are offered here as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

from rules.board.square import Facing, Field, Grid, distance, field_name, footprint, parse_field
from rules.mfm.aufbau import Aufbau, Kistenregel, Optionen, Sitz
from rules.mfm.content import Figurtyp, Gelaende, Karte, Tabellen, Wagentyp
from rules.mfm.einheiten import Angriffsart, Figur, Gefaehrt, Groesse, Kampf, Kiste, Phase
from rules.referee.battle import Battle, flat_copy
from rules.referee.refusal import Verstoss
from rules.referee.report import Report


class Schlacht(Battle):
    """The battle. Look-ups are methods; changes are made by the rule scripts on their own copy."""

    phase: str = Phase.SPIEL
    reihenfolge: tuple[str, ...] = ()
    fertig: tuple[str, ...] = ()
    """Seats of the active side that have ended their part; with the last of them the turn passes (R-57)."""
    figuren: dict[str, Figur] = {}
    gefaehrte: dict[str, Gefaehrt] = {}
    kiste: Kiste | None = None

    if TYPE_CHECKING:
        _aufbau: Aufbau
        _besetzt: dict[Field, str]

    # -- making and copying -------------------------------------------------------------------------------------------

    @classmethod
    def neu(cls, aufbau: Aufbau, **state: object) -> Self:
        schlacht = cls.model_validate(state)
        schlacht._aufbau = aufbau
        schlacht.neu_besetzen()
        return schlacht

    def copy_for(self, report: Report) -> Self:
        new = flat_copy(self)
        new.figuren = {key: flat_copy(figur) for key, figur in self.figuren.items()}
        new.gefaehrte = {key: flat_copy(gefaehrt) for key, gefaehrt in self.gefaehrte.items()}
        if self.kiste is not None:
            new.kiste = flat_copy(self.kiste)
        new._report = report
        new._besetzt = self._besetzt.copy()
        return new

    def state_json(self) -> str:
        return self.model_dump_json(exclude_defaults=True)

    # -- the set-up ---------------------------------------------------------------------------------------------------

    @property
    def aufbau(self) -> Aufbau:
        return self._aufbau

    @property
    def karte(self) -> Karte:
        return self._aufbau.karte

    @property
    def grid(self) -> Grid:
        return self._aufbau.karte.grid

    @property
    def tabellen(self) -> Tabellen:
        return self._aufbau.tabellen

    def gelaende(self, feld: Field) -> Gelaende:
        return self._aufbau.gelaende[self._aufbau.karte.gelaende(feld)]

    def sitz(self, key: str) -> Sitz:
        return next(sitz for sitz in self._aufbau.sitze if sitz.key == key)

    def nennen(self, key: str) -> str:
        """The name of a seat or side, as players read it."""
        return self._aufbau.namen.get(key) or key.capitalize()

    def seite_von(self, sitz: str) -> str:
        return self.sitz(sitz).seite

    # -- units --------------------------------------------------------------------------------------------------------

    def figur(self, key: str) -> Figur:
        return self.figuren[key]

    def typ(self, figur: Figur) -> Figurtyp:
        return self._aufbau.figurtypen[figur.typ]

    def wagentyp(self, gefaehrt: Gefaehrt) -> Wagentyp:
        """The values of a Streitwagen; a Reittier has none."""
        return self._aufbau.wagentypen[gefaehrt.typ]

    def gefaehrt_von(self, figur: Figur) -> Gefaehrt | None:
        """What the figure rides on."""
        return self.gefaehrte[figur.an_bord] if figur.an_bord else None

    def bewegung(self, gefaehrt: Gefaehrt) -> int:
        """The B of a Streitwagen, or of a Reittier under its Reiter."""
        if gefaehrt.art == "streitwagen":
            return self._aufbau.wagentypen[gefaehrt.typ].b
        reittier = self._aufbau.figurtypen[gefaehrt.typ].reittier
        return reittier.b if reittier else 0

    def traegt_kiste(self, figur: Figur) -> bool:
        """Whether it is one of the Kiste's carriers."""
        return self.kiste is not None and figur.id in (self.kiste.traeger, self.kiste.zweiter)

    def crew(self, gefaehrt: Gefaehrt) -> tuple[Figur, ...]:
        return tuple(self.figuren[key] for key in gefaehrt.besatzung)

    def herr(self, gefaehrt: Gefaehrt) -> str:
        """The seat that has it now: of its crew, else of whoever leads it, else the one that brought it (R-50)."""
        if gefaehrt.besatzung:
            return self.figuren[gefaehrt.lenker or gefaehrt.besatzung[0]].sitz
        if gefaehrt.fuehrer:
            return self.figuren[gefaehrt.fuehrer].sitz
        return gefaehrt.sitz

    def herr_seite(self, gefaehrt: Gefaehrt) -> str:
        return self.seite_von(self.herr(gefaehrt))

    def seite_der(self, key: str) -> str:
        """The side of a unit by its id."""
        if key in self.figuren:
            return self.figuren[key].seite
        return self.herr_seite(self.gefaehrte[key])

    def auf_karte(self) -> Iterator[Figur]:
        """Figures that stand on the map or ride on something that does."""
        for figur in self.figuren.values():
            if not figur.out and (figur.at is not None or (figur.an_bord and self.gefaehrte[figur.an_bord].at)):
                yield figur

    def lebende(self, seite: str) -> Iterator[Figur]:
        """The side's figures that are not out, waiting ones included."""
        return (figur for figur in self.figuren.values() if not figur.out and figur.seite == seite)

    # -- where things stand -------------------------------------------------------------------------------------------

    def board(self, einheit: Figur | Gefaehrt) -> tuple[int, int]:
        """Fields across and along."""
        if isinstance(einheit, Figur):
            typ = self.typ(einheit)
            return (1, 1) if typ.reittier else typ.board
        if einheit.art == "reittier":
            return self._aufbau.figurtypen[einheit.typ].board
        return self._aufbau.wagentypen[einheit.typ].board

    def flaeche(self, einheit: Figur | Gefaehrt) -> tuple[Field, ...]:
        """The fields under a unit; for a figure aboard those of what carries it. Empty off the map."""
        if isinstance(einheit, Figur):
            if einheit.an_bord:
                return self.flaeche(self.gefaehrte[einheit.an_bord])
            if einheit.at is None:
                return ()
            if einheit.facing is None:
                return (einheit.at,)
            return footprint(einheit.at, einheit.facing, *self.board(einheit))
        if einheit.at is None:
            return ()
        return footprint(einheit.at, einheit.facing, *self.board(einheit))

    def felderzahl(self, einheit: Figur | Gefaehrt) -> int:
        w, l = self.board(einheit)  # noqa: E741
        return w * l

    def besetzt(self, feld: Field) -> str | None:
        """The id of the unit that stands on the field."""
        return self._besetzt.get(feld)

    def frei(self, felder: tuple[Field, ...], ausser: str = "") -> bool:
        """Whether nobody stands on these fields, apart from the unit named."""
        return all(self._besetzt.get(feld, ausser) == ausser for feld in felder)

    def einheiten(self) -> Iterator[Figur | Gefaehrt]:
        yield from self.figuren.values()
        yield from self.gefaehrte.values()

    def einheit(self, key: str) -> Figur | Gefaehrt:
        return self.figuren[key] if key in self.figuren else self.gefaehrte[key]

    def rufname(self, einheit: Figur | Gefaehrt) -> str:
        """What a unit is called in the report; of a mount with its Reiter it is the Reiter that counts."""
        if isinstance(einheit, Gefaehrt) and einheit.art == "reittier" and einheit.lenker is not None:
            return str(self.figuren[einheit.lenker])
        return str(einheit)

    def abheben(self, einheit: Figur | Gefaehrt) -> None:
        """Take a unit off its fields, to move it or to remove it."""
        for feld in self.flaeche(einheit):
            if self._besetzt.get(feld) == einheit.id:
                del self._besetzt[feld]

    def hinstellen(self, einheit: Figur | Gefaehrt, at: Field, facing: Facing | None = None) -> None:
        """Put a unit that has been lifted onto its new fields."""
        einheit.at = at
        if facing is not None:
            einheit.facing = facing
        for feld in self.flaeche(einheit):
            self._besetzt[feld] = einheit.id

    def neu_besetzen(self) -> None:
        self._besetzt = {}
        for einheit in self.einheiten():
            if einheit.out or einheit.at is None or (isinstance(einheit, Figur) and einheit.an_bord):
                continue
            for feld in self.flaeche(einheit):
                self._besetzt[feld] = einheit.id

    def abstand(self, a: Figur | Gefaehrt, b: Figur | Gefaehrt) -> int:
        """Distance in Bewegungsfelder between the nearest fields (R-03)."""
        return distance(self.flaeche(a), self.flaeche(b))

    # -- reading orders -----------------------------------------------------------------------------------------------

    def feld(self, name: str) -> Field:
        return parse_field(name)

    def eigene(self, sitz: str, key: str) -> Figur:
        """The figure with this id, if the seat may give it orders now."""
        if key not in self.figuren:
            raise Verstoss("GR 1", f"{self.gefaehrte[key]} ist keine Figur.")
        figur = self.figuren[key]
        if figur.sitz != sitz:
            raise Verstoss("GR 1", f"{figur} gehört nicht dir.")
        self.am_zug(figur.seite)
        if figur.out:
            raise Verstoss("GR 4.1", f"{figur} ist ausgeschieden.")
        if figur.unterwegs:
            raise Verstoss(
                "GR 9", f"{figur} wechselt gerade die Etage und kann erst im nächsten Spieldurchgang handeln."
            )
        if figur.beendet:
            raise Verstoss("STW 4.2", f"Der Spielzug von {figur} ist zu Ende.")
        return figur

    def am_zug(self, seite: str) -> None:
        if self.phase == Phase.VORBEREITUNG:
            raise Verstoss("GR 10", "Die Partie hat noch nicht begonnen: /beginnen.")
        if self.phase == Phase.AUFSTELLUNG:
            raise Verstoss("GR 10", "Noch wird aufgestellt.")
        if self.active != seite:
            raise Verstoss("GR 1", f"Jetzt ist die Seite {self.nennen(self.active)} am Zug.")


def feldname(feld: Field) -> str:
    return field_name(feld)


def stammtyp(einheit: Figur | Gefaehrt) -> str:
    """The type as the lists call it, also of a figure that has values of its own."""
    return einheit.typ.partition("#")[0]


def namen(felder: tuple[Field, ...]) -> tuple[str, ...]:
    return tuple(field_name(feld) for feld in felder)


__all__ = [
    "Angriffsart",
    "Aufbau",
    "Figur",
    "Gefaehrt",
    "Groesse",
    "Kampf",
    "Kiste",
    "Kistenregel",
    "Optionen",
    "Phase",
    "Schlacht",
    "Sitz",
    "feldname",
    "namen",
    "stammtyp",
]
