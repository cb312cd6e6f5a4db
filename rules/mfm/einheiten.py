"""The units of MfM: figures, Streitwagen and Reittiere, and the Kiste, each with what it has done in this turn.

All flat, with immutable values, so that a battle can be copied unit by unit. What a unit may do is said by the rules.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from rules.board.square import Facing, Field, Vector


class Kampf(StrEnum):
    """What a figure has done with its one fight in this Spieldurchgang (GR 1)."""

    OFFEN = "offen"
    WEIT = "weit"
    """The Weitschlag is used, the Nahkampf after it still open (GR 8.1)."""
    FERTIG = "fertig"


class Angriffsart(StrEnum):
    """How a figure strikes; decides the column of the Verteidigungstabelle."""

    NAH = "NAH"
    FERN = "FERN"
    WEIT = "WEIT"
    ERST = "ERST"


class Groesse(StrEnum):
    """The three classes of the size rule (T-1b)."""

    KLEIN = "klein"
    MITTEL = "mittel"
    GROSS = "gross"


class Phase(StrEnum):
    VORBEREITUNG = "vorbereitung"
    """Everybody is seated; who begins has not been rolled for yet."""
    AUFSTELLUNG = "aufstellung"
    SPIEL = "spiel"
    ENDE = "ende"


class _Zustand(BaseModel):
    """What rule scripts change on their copy of the battle."""

    if not TYPE_CHECKING:
        # Assignments are not checked and nothing is private; what pydantic does besides would only take time.
        __setattr__ = object.__setattr__


class Figur(_Zustand):
    """A person or creature. `at` is its field, of a larger board the front left one; empty while aboard or waiting."""

    model_config = ConfigDict(extra="forbid")

    id: str
    sitz: str
    seite: str
    typ: str
    name: str
    lp: int
    at: Field | None = None
    facing: Facing | None = None
    an_bord: str | None = None
    fuehrt: str | None = None
    wartet: bool = False
    """Not on the map yet: to be set up, or to enter from the edge."""
    out: bool = False

    # What the figure has done in its side's Spieldurchgang.
    start: tuple[Field, ...] = ()
    """The fields it began the Spieldurchgang on; kept for Weitkämpfer alone (Anlauf, R-23)."""
    verbraucht: int = 0
    bewegt: bool = False
    nachsetzen: bool = False
    """A Weitschlag has opened the second leg of the move (R-24)."""
    zu: bool = False
    """May not move any more: it shot without the penalty (R-17)."""
    kampf: Kampf = Kampf.OFFEN
    zug_vorbei: bool = False
    """Its Bewegungszug is over, whatever is left of B: it got on or off, or caught animals (STW 5.1, 6.1, 9.3)."""
    zweiter_zug: bool = False
    """A Plänkler has taken its second move in place of the fight (STW 7.2)."""
    beendet: bool = False
    unterwegs: bool = False
    """Between two floors until its next Spieldurchgang (R-70)."""

    # Reset at the start of every opposing Spieldurchgang.
    erst_genutzt: bool = False

    def __str__(self) -> str:
        return self.name


class Gefaehrt(_Zustand):
    """What carries figures: a Streitwagen with its Zugtiere, or a Reittier. `lp` is the pool of the animals (R-35)."""

    model_config = ConfigDict(extra="forbid")

    id: str
    sitz: str
    """The seat that brought it into the battle; see `Schlacht.herr` for who has it now."""
    seite: str
    typ: str
    art: Literal["streitwagen", "reittier"] = "streitwagen"
    name: str
    lp: int
    at: Field | None = None
    facing: Facing = Facing.NORD
    besatzung: tuple[str, ...] = ()
    lenker: str | None = None
    fuehrer: str | None = None
    wartet: bool = False
    out: bool = False

    # What it has done in the Spieldurchgang that runs.
    verbraucht: int = 0
    richtung: Vector | None = None
    gefahren: int = 0
    """Fields driven in this straight line: the Anlauf (R-29)."""
    bewegt: bool = False
    weiter: bool = False
    """The drive may go on in the same line: after a Weitschlag of the crew or an Absteigen (R-28, R-45)."""
    gewendet: bool = False
    zu: bool = False
    angefahren: bool = False
    anfahren_offen: bool = False
    """In contact with the Probe still to be rolled (STW 3.1)."""
    baeume: tuple[int, ...] = ()
    """Trees whose Baumastprobe has been taken in this Spielzug (R-39)."""
    abgestiegen: bool = False
    """The point for Absteigen is paid for as long as it stands here (R-45)."""
    zug_vorbei: bool = False
    """Its Bewegungszug is over: after the drive somebody fought from it or boarded it (R-46, R-73)."""
    bleibt_stehen: bool = False
    """Its new Lenker has failed the Probe auf NAH: it stays until the next Spieldurchgang (STW 9.3)."""
    beendet: bool = False

    def __str__(self) -> str:
        return self.name


class Kiste(_Zustand):
    """The chest of "Das Geheimdokument". It lies on `at`, or is on the field of its lead carrier (R-60)."""

    model_config = ConfigDict(extra="forbid")

    at: Field | None = None
    traeger: str | None = None
    zweiter: str | None = None
    bewegt: bool = False
    """It has changed its field in this Spieldurchgang; no relay (R-60)."""
    bewegt_von: str | None = None
    """The carrier in whose Spielzug it did; nobody after a hand-over."""
    gesucht: bool = False
    """The one Suchwurf of this Spieldurchgang has been made (R-61)."""
