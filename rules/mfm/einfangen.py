"""Einfangen: taking hold of abandoned Zugtiere or of a loose Reittier (STW 6.1; MfM 4.18, R-50, R-82).

Moving what has been caught, and letting go of it, is the next chapter (fuehren).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.mfm.befehle import Einfangen
from rules.mfm.gelaende import kontakt
from rules.mfm.model import Figur, Gefaehrt, Kampf, Schlacht
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Script


def einfangen(s: Schlacht, sitz: str, befehl: Einfangen) -> Script[None]:
    yield from ()
    figur = s.eigene(sitz, befehl.figur)
    gefaehrt = s.gefaehrte.get(befehl.wagen)
    if gefaehrt is None:
        raise Verstoss("STW 6.1", f"{s.figuren[befehl.wagen]} ist kein Streitwagen und kein Reittier.")
    pruefe_figur(s, figur)
    pruefe_gefaehrt(s, figur, gefaehrt)

    figur.fuehrt = gefaehrt.id
    gefaehrt.fuehrer = figur.id
    # It replaces the fight and ends the Bewegungszug; the animals come along from the next Spieldurchgang on.
    figur.kampf = Kampf.FERTIG
    figur.bewegt = True
    figur.zug_vorbei = True
    figur.nachsetzen = False
    s.report.consequence(gefaehrt.id, "einfangen", f"{figur} fängt {gefaehrt} ein", "STW 6.1")


def pruefe_figur(s: Schlacht, figur: Figur) -> None:
    """Any figure on foot whose fight is open; Dornen do not hinder it (R-09)."""
    require(figur.an_bord is None and figur.at is not None, "STW 6.1", f"{figur} steht nicht zu Fuß auf der Karte.")
    require(figur.fuehrt is None, "STW 6.1", f"{figur} führt schon Tiere.")
    require(figur.kampf is Kampf.OFFEN, "STW 6.1", f"{figur} hat schon gekämpft; Einfangen ersetzt den Kampf.")
    require(not s.traegt_kiste(figur), "R-60", f"{figur} trägt die Kiste und hat keine Hand frei.")


def pruefe_gefaehrt(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> None:
    """Nobody aboard and nobody leading it; an own one may carry Krieger as long as it has no Lenker (R-82)."""
    require(not gefaehrt.out and gefaehrt.at is not None, "STW 6.1", f"{gefaehrt} ist nicht im Spiel.")
    require(gefaehrt.fuehrer is None, "STW 6.1", f"{gefaehrt} wird schon geführt.")
    require(gefaehrt.lenker is None, "STW 6.1", f"{gefaehrt} hat einen Lenker und lässt sich nicht einfangen.")
    leer_oder_eigen = not gefaehrt.besatzung or s.herr_seite(gefaehrt) == figur.seite
    require(leer_oder_eigen, "R-82", f"Auf {gefaehrt} ist noch jemand und wehrt sich gegen das Einfangen.")
    require(kontakt(s, s.flaeche(figur), s.flaeche(gefaehrt)), "STW 6.1", f"{figur} grenzt nicht an {gefaehrt} an.")


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Einfangen]:
    """Everything that the figure could take hold of now."""
    try:
        pruefe_figur(s, figur)
    except Verstoss:
        return
    for gefaehrt in s.gefaehrte.values():
        try:
            pruefe_gefaehrt(s, figur, gefaehrt)
        except Verstoss:
            continue
        yield Einfangen(figur=figur.id, wagen=gefaehrt.id)
