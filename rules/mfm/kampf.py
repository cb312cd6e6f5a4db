"""What all attacks share: who may strike, at whom, when a fight ends the move, and the way from roll to loss."""

from __future__ import annotations

from dataclasses import dataclass

from rules.mfm.ausscheiden import Ziel
from rules.mfm.content import Trefferwert
from rules.mfm.gelaende import auf_dornen
from rules.mfm.model import Angriffsart, Figur, Gefaehrt, Schlacht
from rules.mfm.trefferaufteilung import ziel_veraendern
from rules.mfm.verteidigen import verteidigen
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Roll, Script, Throw


@dataclass(frozen=True, slots=True)
class Gegner:
    """What an attack is directed at: a figure on foot, or a Gefährt with whoever is meant on it."""

    einheit: Figur | Gefaehrt
    gegen: str | None = None


def gegner_lesen(s: Schlacht, angreifer: Figur, key: str, gegen: str | None, ref: str) -> Gegner:
    """The target that an order names; somebody on board, or the leader of animals, stands for the whole Gefährt."""
    einheit = s.einheit(key)
    require(not einheit.out, ref, f"{einheit} ist nicht mehr im Spiel.")
    require(s.seite_der(key) != angreifer.seite, ref, f"{einheit} gehört zu deiner Seite.")
    if isinstance(einheit, Figur):
        require(
            not einheit.unterwegs, "R-70", f"{einheit} wechselt gerade die Etage und kann nicht angegriffen werden."
        )
        traeger = einheit.an_bord or einheit.fuehrt
        if traeger:
            einheit, gegen = s.gefaehrte[traeger], gegen or einheit.id
    require(s.flaeche(einheit), ref, f"{einheit} steht nicht auf der Karte.")
    return Gegner(einheit, gegen if isinstance(einheit, Gefaehrt) else None)


def kampfbereit(s: Schlacht, figur: Figur, ref: str) -> None:
    """What forbids every kind of attack (GR 9, R-09, STW 6.1)."""
    require(s.flaeche(figur), ref, f"{figur} steht noch nicht auf der Karte.")
    require(not auf_dornen(s, figur), "GR 9", f"{figur} steht in Dornen und kann nicht angreifen.")
    require(not figur.fuehrt, "STW 6.1", f"{figur} führt Tiere und kann nicht kämpfen.")


def kampf_beendet_zug(s: Schlacht, figur: Figur) -> None:
    """A move that has begun and paused does not go on after a fight; the Weitschlag alone may divide it (R-73)."""
    gefaehrt = s.gefaehrt_von(figur)
    if gefaehrt is not None:
        gefaehrt.zug_vorbei = gefaehrt.zug_vorbei or gefaehrt.bewegt
        gefaehrt.weiter = False
    elif figur.nachsetzen and figur.verbraucht:
        figur.nachsetzen = False
        figur.bewegt = True


def angriff(s: Schlacht, figur: Figur, art: Angriffsart, wert: Trefferwert, ref: str) -> Script[bool]:
    """Roll the attack: one die within 1..k is a hit, several are still one (GR 4, R-10)."""
    wurf: Throw = yield Roll(12, wert.n, f"{art}-Angriff von {figur} ({wert})", ref, figur.sitz, hit=wert.k)
    s.report.say("Treffer!" if wurf.hits else "Kein Treffer.", ref)
    return wurf.hits > 0


def abwickeln(s: Schlacht, figur: Figur, art: Angriffsart, ziel: Ziel, gefaehrt: Gefaehrt | None) -> Script[bool]:
    """After a hit with a hand weapon: Ziel verändern where somebody rides, then the Verteidigungswurf (STW 8.1)."""
    if gefaehrt is not None:
        ziel = yield from ziel_veraendern(s, gefaehrt, ziel)
    return (yield from verteidigen(s, art, figur, ziel))


def kann_angreifen(s: Schlacht, figur: Figur) -> bool:
    """The same as `kampfbereit`, as a question."""
    try:
        kampfbereit(s, figur, "GR 4")
    except Verstoss:
        return False
    return True
