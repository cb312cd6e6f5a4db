"""MfM's content: peoples, terrain, tables, maps, scenarios and armies, as TOML checked when it is read.

Everything that rules and players use by name is offered here; each room below holds one kind of file with its models
and its loader. No rule is decided here beyond what a file may say.
"""

from rules.mfm.content.armee import (
    MAX_FIGUREN,
    Armee,
    Armeefigur,
    Armeewagen,
    Besatzungsplatz,
    armee_einlesen,
    armeen,
)
from rules.mfm.content.aufgebot import Aufgebot, Figureinheit, Wageneinheit, kuerzel
from rules.mfm.content.einkauf import Armeerechnung, Rechnungsposten, armee_pruefen
from rules.mfm.content.gelaendefelder import Gelaende, Kategorie, Probe, Verboten, gelaende
from rules.mfm.content.karte import Baum, Bereich, Karte, karten
from rules.mfm.content.regeltabellen import Baumaststufe, Punktespiel, Tabellen, tabellen
from rules.mfm.content.szenario import Figurvorgabe, Kistenvorgabe, Szenario, Szenarioseite, szenarien
from rules.mfm.content.volk import (
    Figurtyp,
    Reittierwerte,
    Verteidigungszeile,
    Volk,
    Wagentyp,
    figurtypen,
    voelker,
    volk_einlesen,
    wagentypen,
)
from rules.mfm.content.werte import Fernwert, Quelle, Rolle, Symbol, Trefferwert

__all__ = [
    "MAX_FIGUREN",
    "Armee",
    "Armeefigur",
    "Armeerechnung",
    "Armeewagen",
    "Aufgebot",
    "Baum",
    "Baumaststufe",
    "Bereich",
    "Besatzungsplatz",
    "Fernwert",
    "Figureinheit",
    "Figurtyp",
    "Figurvorgabe",
    "Gelaende",
    "Karte",
    "Kategorie",
    "Kistenvorgabe",
    "Probe",
    "Punktespiel",
    "Quelle",
    "Rechnungsposten",
    "Reittierwerte",
    "Rolle",
    "Symbol",
    "Szenario",
    "Szenarioseite",
    "Tabellen",
    "Trefferwert",
    "Verboten",
    "Verteidigungszeile",
    "Volk",
    "Wageneinheit",
    "Wagentyp",
    "armee_einlesen",
    "armee_pruefen",
    "armeen",
    "figurtypen",
    "gelaende",
    "karten",
    "kuerzel",
    "szenarien",
    "tabellen",
    "voelker",
    "volk_einlesen",
    "wagentypen",
]
