"""What never changes in an MfM battle once it has begun: map, values, seats, options."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.board.square import Field, Vector
from rules.mfm.content import Figurtyp, Gelaende, Karte, Tabellen, Wagentyp


class Sitz(BaseModel):
    """A player's place: his people, the side he fights for, and what he may spend."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    seite: str
    volk: str
    punkte: int | None = None


class Optionen(BaseModel):
    """House switches of a battle."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    regel_der_12: Literal["save", "off"] = "save"
    erstschlag_default: Literal["strike", "ask", "never"] = "strike"
    starter: str = "rolloff"


class Kistenregel(BaseModel):
    """Who may carry and who may search, where the Kiste has to go, and what carrying costs (GR Geheimdokument)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    traegt: str
    sucht: str
    ziel: tuple[Field, ...]


class Aufbau(BaseModel):
    """What never changes in a battle: map, values, seats, options. Stored once, shared by all copies."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    szenario: str
    titel: str = ""
    karte: Karte
    gelaende: dict[str, Gelaende]
    tabellen: Tabellen
    figurtypen: dict[str, Figurtyp]
    wagentypen: dict[str, Wagentyp]
    sitze: tuple[Sitz, ...]
    seiten: tuple[str, ...]
    """Sides in the order in which they were seated; the order of play is the battle's `reihenfolge`."""
    optionen: Optionen = Optionen()
    runden: int | None = None
    zonen: dict[str, tuple[Field, ...]] = {}
    """Set-up fields of each side."""
    eingang: dict[str, tuple[Field, ...]] = {}
    """Edge fields over which a side's waiting figures enter."""
    eingang_richtung: dict[str, Vector] = {}
    """Straight ahead for those who enter; a side that is not named comes from above."""
    kiste: Kistenregel | None = None
    nach_punkten: bool = False
    namen: dict[str, str] = {}
    """What players read for a seat or side whose key is not its name (roemer: Römer)."""
