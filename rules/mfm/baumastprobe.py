"""Baumastprobe: what branches do to a Streitwagen or Reiter that comes under them (STW 4.2, T-4; MfM 4.13, R-39).

Here lives the Probe and what it costs. Where a drive that it stops comes to stand is a matter of the drive (fahrt).
"""

from __future__ import annotations

from rules.board.square import Field
from rules.mfm.ausscheiden import Ziel, lp_verlieren
from rules.mfm.content import Baumaststufe, Probe, Symbol
from rules.mfm.model import Gefaehrt, Schlacht
from rules.referee.requests import Roll, Script, Throw

W12 = 12


def baumastprobe(s: Schlacht, gefaehrt: Gefaehrt, vorher: tuple[Field, ...]) -> Script[bool]:
    """The Probe with all that follows from it, for a board that has come to stand. Returns whether it goes on."""
    stufe = yield from wuerfeln(s, gefaehrt, vorher)
    if stufe is None:
        return True
    yield from folgen(s, gefaehrt, stufe)
    return False


def wuerfeln(s: Schlacht, gefaehrt: Gefaehrt, vorher: tuple[Field, ...]) -> Script[Baumaststufe | None]:
    """One W12 for each tree under which a step leads, until one ends the Spielzug. Returns what that one costs."""
    tabelle = s.tabellen.baumastprobe
    for baum in neue_baeume(s, gefaehrt, vorher):
        gefaehrt.baeume = (*gefaehrt.baeume, baum)
        wurf: Throw = yield Roll(
            W12,
            1,
            f"Baumastprobe von {gefaehrt}",
            "STW 4.2",
            s.herr(gefaehrt),
            bands=tabelle.baender,
        )
        stufe = tabelle.stufen[wurf.band]
        if stufe.endet:
            return stufe
        s.report.say(f"{gefaehrt} kommt heil unter den Ästen durch.", "STW 4.2")
    return None


def neue_baeume(s: Schlacht, gefaehrt: Gefaehrt, vorher: tuple[Field, ...]) -> tuple[int, ...]:
    """The trees whose branches the board has come under and has not been tested for in this Spielzug (R-39)."""
    found: dict[int, None] = {}
    for feld in s.flaeche(gefaehrt):
        if feld in vorher or s.gelaende(feld).probe is not Probe.BAUMAST:
            continue
        baum = s.karte.baum(feld)
        if baum is not None and baum not in gefaehrt.baeume:
            found.setdefault(baum)
    return tuple(found)


def folgen(s: Schlacht, gefaehrt: Gefaehrt, stufe: Baumaststufe) -> Script[None]:
    """The Spielzug of the Gefährt and of all aboard is over, and the animals pay; no armour helps (STW 4.2)."""
    gefaehrt.beendet = True
    leute = s.crew(gefaehrt)
    for figur in leute:
        figur.beendet = True
    if gefaehrt.fuehrer:
        s.figuren[gefaehrt.fuehrer].beendet = True
    s.report.say(f"{gefaehrt} bleibt in den Ästen hängen: Der Spielzug ist zu Ende.", "STW 4.2")
    if gefaehrt.art == "reittier" and stufe.reiter_lp:
        # The Reiter before his mount: whoever falls dead needs no field to stand on.
        for figur in leute:
            if Symbol.PLAENKLER not in s.typ(figur).symbole:
                yield from lp_verlieren(s, Ziel(figur=figur.id), "R-39", stufe.reiter_lp)
    if stufe.tier_lp:
        yield from lp_verlieren(s, Ziel(tiere=gefaehrt.id), "STW 4.2", stufe.tier_lp)
