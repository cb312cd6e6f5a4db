"""The door of MfM: which script carries out which order, and what the house may ask of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from rules.mfm import (
    absteigen,
    anfahren,
    aufsteigen,
    aufstellung,
    befehle,
    beschreiben,
    bewegen,
    einfangen,
    eingang,
    etage,
    fahren,
    fakten,
    fall,
    fernkampf,
    fuehren,
    karte_text,
    kiste,
    nahkampf,
    pruefung,
    rahmen,
    weitschlag,
)
from rules.mfm.model import Aufbau, Figur, Gefaehrt, Phase, Schlacht
from rules.mfm.namen import Namen
from rules.referee.orders import Order
from rules.referee.refusal import Unverstaendlich, require
from rules.referee.requests import Script
from rules.referee.system import System


class Mfm(System[Schlacht]):
    key: ClassVar[str] = "mfm"
    name: ClassVar[str] = "Man for Man"
    edition: ClassVar[str] = "1"
    verbs: ClassVar[tuple[type[Order], ...]] = befehle.BEFEHLE
    topics: ClassVar[Mapping[str, str]] = {
        "erstschlag": "ob ein Weitkämpfer den Erstschlag führt",
        "erstschlag_reihenfolge": "wer von mehreren Weitkämpfern zuerst schlägt",
        "ansage": "wer auf einem Streitwagen oder Reittier gemeint ist",
        "ziel_veraendern": "ob die Besatzung nach einem Treffer das Ziel zu verändern versucht",
        "probe_nah": "mit wessen NAH-Wert das Ziel verändert wird",
        "verteidiger": "wer von der Besatzung sich verteidigt",
        "absetzen": "wohin die Besatzung gestellt wird, wenn ihr Streitwagen ausscheidet",
        "sprungfeld": "auf welches Feld eine angefahrene Figur springt",
        "sprungfolge": "wer von mehreren Angefahrenen zuerst springt",
        "wuerfelaufteilung": "wohin überzählige Anfahrwürfel gehen",
        "schusslinie": "welche von gleich langen Schusslinien gilt",
        "stellung": "wie das Board nach dem Drehen liegt",
        "infanterie": "zu welchem Streitwagen ein Infanterist gehört",
        "kiste_allein": "wie weit ein Träger allein weitergeht, wenn der andere gefallen ist",
    }
    unit_facts: ClassVar[Mapping[str, str]] = fakten.EINHEIT_FAKTEN
    battle_facts: ClassVar[Mapping[str, str]] = fakten.SCHLACHT_FAKTEN

    def dump_setup(self, battle: Schlacht) -> str:
        return battle.aufbau.model_dump_json(by_alias=True, exclude_defaults=True)

    def load(self, setup: str, state: str) -> Schlacht:
        return self.load_with(Aufbau.model_validate_json(setup), state)

    def load_with(self, aufbau: Aufbau, state: str) -> Schlacht:
        schlacht = Schlacht.model_validate_json(state)
        schlacht._aufbau = aufbau
        schlacht.neu_besetzen()
        return schlacht

    def seats(self, battle: Schlacht) -> tuple[str, ...]:
        return tuple(sitz.key for sitz in battle.aufbau.sitze)

    def seat_name(self, battle: Schlacht, seat: str) -> str:
        return battle.nennen(seat)

    def side_of(self, battle: Schlacht, seat: str) -> str:
        return battle.seite_von(seat)

    def to_act(self, battle: Schlacht) -> tuple[str, ...]:
        if battle.over:
            return ()
        if battle.phase == Phase.VORBEREITUNG:
            return self.seats(battle)
        return rahmen.am_zug(battle)

    def names(self, battle: Schlacht, seat: str) -> Namen:
        return Namen(battle)

    def script(self, battle: Schlacht, seat: str, order: Order) -> Script[None]:
        rahmen.darf_handeln(battle, seat, order)
        yield from _skript(battle, seat, order)
        rahmen.abschliessen(battle)

    def legal(self, battle: Schlacht, seat: str, unit: str | None = None) -> Iterator[Order]:
        if battle.over or seat not in self.to_act(battle):
            return
        if battle.phase != Phase.SPIEL:
            yield from aufstellung.moeglich(battle, seat, unit)
            return
        for einheit in battle.einheiten():
            if unit is None or unit in (einheit.id, _reiter(einheit)):
                yield from _moeglich(battle, seat, einheit)
        if unit is None and eingang.saeumig(battle, seat) is None:
            yield befehle.Zugende()

    def units(self, battle: Schlacht, seat: str) -> tuple[str, ...]:
        own = [figur.id for figur in battle.figuren.values() if figur.sitz == seat and not figur.out]
        own += [wagen.id for wagen in battle.gefaehrte.values() if not wagen.out and battle.herr(wagen) == seat]
        return tuple(own)

    def case(self, data: Mapping[str, Any]) -> Schlacht:
        return fall.lesen(data)

    def fact(self, battle: Schlacht, path: str) -> Any:
        return fakten.fakt(battle, path)

    def describe(self, battle: Schlacht) -> Mapping[str, Any]:
        return beschreiben.beschreiben(battle)

    def board_text(self, battle: Schlacht) -> str:
        return karte_text.karte_text(battle)

    def violations(self, battle: Schlacht) -> list[str]:
        return pruefung.verletzungen(battle)


def _skript(s: Schlacht, sitz: str, order: Order) -> Script[None]:
    """Which chapter carries out the order."""
    match order:
        case befehle.Bewegen():
            return _bewegen(s, sitz, order)
        case befehle.Nahkampf():
            return nahkampf.nahkampf(s, sitz, order)
        case befehle.Fernkampf():
            return fernkampf.fernkampf(s, sitz, order)
        case befehle.Weitschlag():
            return weitschlag.weitschlag(s, sitz, order)
        case befehle.Anfahren():
            return anfahren.anfahren(s, sitz, order)
        case befehle.Wenden():
            return fahren.wenden(s, sitz, order)
        case befehle.Absteigen():
            return absteigen.absteigen(s, sitz, order)
        case befehle.Aufsteigen():
            return aufsteigen.aufsteigen(s, sitz, order)
        case befehle.Einfangen():
            return einfangen.einfangen(s, sitz, order)
        case befehle.Fuehren():
            return fuehren.fuehren(s, sitz, order)
        case befehle.Loslassen():
            return fuehren.loslassen(s, sitz, order)
        case befehle.Etage():
            return etage.etage(s, sitz, order)
        case befehle.Suchen():
            return kiste.suchen(s, sitz, order)
        case befehle.Kiste():
            return kiste.umgehen(s, sitz, order)
        case befehle.Beginnen():
            return aufstellung.beginnen(s, sitz, order)
        case befehle.Aufstellen():
            return aufstellung.aufstellen(s, sitz, order)
        case befehle.Zugende():
            if s.phase == Phase.AUFSTELLUNG:
                return aufstellung.aufstellung_beenden(s, sitz, order)
            return rahmen.zugende(s, sitz, order)
        case befehle.Aufgeben():
            return rahmen.aufgeben(s, sitz, order)
    raise Unverstaendlich(f"Den Befehl /{order.verb} gibt es in diesem Spiel nicht.")


def _bewegen(s: Schlacht, sitz: str, befehl: befehle.Bewegen) -> Script[None]:
    """`/bewegen` means what the unit can: drive, ride, enter from the edge, carry the Kiste, or walk."""
    einheit = s.einheit(befehl.figur)
    require(s.kiste is not None or not (befehl.mit or befehl.kiste), "R-60", "In dieser Partie gibt es keine Kiste.")
    if isinstance(einheit, Gefaehrt) or einheit.an_bord:
        return fahren.fahren(s, sitz, befehl)
    if befehl.richtung is not None:
        raise Unverstaendlich("»richtung« gilt nur für Streitwagen und Reiter.")
    if einheit.wartet:
        return eingang.eintreten(s, sitz, befehl)
    if s.kiste is not None:
        return kiste.ziehen(s, sitz, befehl)
    return bewegen.zu_fuss(s, sitz, befehl)


def _reiter(einheit: Figur | Gefaehrt) -> str | None:
    """Who speaks for a Reittier: to a player it and its Reiter are one."""
    return einheit.lenker if isinstance(einheit, Gefaehrt) and einheit.art == "reittier" else None


def _moeglich(s: Schlacht, sitz: str, einheit: Figur | Gefaehrt) -> Iterator[Order]:
    """The legal orders of one unit, chapter by chapter."""
    if isinstance(einheit, Gefaehrt):
        if not einheit.out and einheit.at is not None and s.herr(einheit) == sitz:
            yield from fahren.moeglich(s, einheit)
            yield from anfahren.moeglich(s, einheit)
        return
    if einheit.sitz != sitz or einheit.out or einheit.beendet or einheit.unterwegs:
        return
    if einheit.wartet:
        yield from eingang.moeglich(s, einheit)
        return
    if not einheit.an_bord:
        if s.kiste is not None:
            yield from kiste.moeglich(s, einheit)
        else:
            yield from bewegen.moeglich(s, einheit)
    yield from nahkampf.moeglich(s, einheit)
    yield from fernkampf.moeglich(s, einheit)
    yield from weitschlag.moeglich(s, einheit)
    yield from absteigen.moeglich(s, einheit)
    yield from aufsteigen.moeglich(s, einheit)
    yield from einfangen.moeglich(s, einheit)
    yield from fuehren.moeglich(s, einheit)
    yield from etage.moeglich(s, einheit)


MFM = Mfm()
