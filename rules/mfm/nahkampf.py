"""Nahkampf: striking at somebody who is next to you (GR 4, 4.1; MfM 4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.mfm.ausscheiden import Ziel
from rules.mfm.befehle import Nahkampf
from rules.mfm.gelaende import kontakt
from rules.mfm.kampf import (
    Gegner,
    abwickeln,
    angriff,
    gegner_lesen,
    kampf_beendet_zug,
    kampfbereit,
    kann_angreifen,
)
from rules.mfm.model import Angriffsart, Figur, Gefaehrt, Kampf, Schlacht
from rules.mfm.trefferaufteilung import ansagbar, ansagen, option, reichweite_nah
from rules.referee.refusal import require
from rules.referee.requests import Script


def nahkampf(s: Schlacht, sitz: str, befehl: Nahkampf) -> Script[None]:
    figur = s.eigene(sitz, befehl.figur)
    kampfbereit(s, figur, "GR 4")
    require(figur.kampf is not Kampf.FERTIG, "GR 1", f"{figur} hat in diesem Spieldurchgang schon gekämpft.")
    gegner = gegner_lesen(s, figur, befehl.ziel, befehl.gegen, "GR 4")
    ziel = yield from _ziel(s, figur, gegner)

    figur.kampf = Kampf.FERTIG
    kampf_beendet_zug(s, figur)
    s.report.say(f"{figur} greift {ziel.name(s)} an.", "GR 4")
    treffer = yield from angriff(s, figur, Angriffsart.NAH, s.typ(figur).nah, "GR 4")
    if treffer:
        gefaehrt = gegner.einheit if isinstance(gegner.einheit, Gefaehrt) else None
        yield from abwickeln(s, figur, Angriffsart.NAH, ziel, gefaehrt)


def _ziel(s: Schlacht, figur: Figur, gegner: Gegner) -> Script[Ziel]:
    """Refuse a target out of touch; on a Gefährt the attacker says whom he means (GR 4, STW 8.1)."""
    hier = s.flaeche(figur)
    if isinstance(gegner.einheit, Figur):
        require(kontakt(s, hier, s.flaeche(gegner.einheit)), "GR 4", f"{gegner.einheit} grenzt nicht an {figur} an.")
        return Ziel(figur=gegner.einheit.id)
    reicht = reichweite_nah(s, hier, gegner.einheit)
    require(reicht, "GR 4", f"{gegner.einheit} grenzt nicht an {figur} an.")
    return (yield from ansagen(s, figur, gegner.einheit, gegner.gegen, reicht))


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Nahkampf]:
    """Every Nahkampf that the figure may begin now."""
    if figur.kampf is Kampf.FERTIG or not kann_angreifen(s, figur):
        return
    hier = s.flaeche(figur)
    for gegner in s.figuren.values():
        if gegner.out or gegner.unterwegs or gegner.seite == figur.seite or gegner.an_bord or gegner.fuehrt:
            continue
        if gegner.at is not None and kontakt(s, hier, s.flaeche(gegner)):
            yield Nahkampf(figur=figur.id, ziel=gegner.id)
    for gefaehrt in s.gefaehrte.values():
        if gefaehrt.out or gefaehrt.at is None or s.herr_seite(gefaehrt) == figur.seite:
            continue
        reicht = reichweite_nah(s, hier, gefaehrt)
        if reicht:
            for ziel in ansagbar(s, gefaehrt, reicht):
                yield Nahkampf(figur=figur.id, ziel=gefaehrt.id, gegen=option(s, ziel).key)
