"""Aufsteigen: getting onto a Streitwagen or Reittier, with a Lenker aboard or without (STW 9.3; MfM 4.15-4.17).

Whoever may drive takes the reins of a lenkerloser Streitwagen; everybody else rides along as Krieger (R-46).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.mfm.ausscheiden import fuehrung_loesen
from rules.mfm.befehle import Aufsteigen
from rules.mfm.content import Symbol
from rules.mfm.model import Figur, Gefaehrt, Schlacht
from rules.mfm.sprache import zahl
from rules.mfm.trefferaufteilung import probe_auf_nah
from rules.mfm.zone import zone
from rules.referee.refusal import Verstoss, require
from rules.referee.report import Modifier
from rules.referee.requests import Script


def aufsteigen(s: Schlacht, sitz: str, befehl: Aufsteigen) -> Script[None]:
    figur = s.eigene(sitz, befehl.figur)
    gefaehrt = s.gefaehrte.get(befehl.wagen)
    if gefaehrt is None:
        raise Verstoss("STW 9.3", f"{s.figuren[befehl.wagen]} ist kein Streitwagen und kein Reittier.")
    pruefe_figur(s, figur)
    pruefe_gefaehrt(s, figur, gefaehrt)

    gefahren = zug_verbraucht(gefaehrt)
    hatte_lenker = gefaehrt.lenker is not None
    _einsteigen(s, figur, gefaehrt)
    if gefahren:
        # The Streitwagen has nothing left to give: the figure pays the point, and there is no Restbewegung.
        figur.verbraucht += s.tabellen.streitwagen.aufsteigen
        gefaehrt.zug_vorbei = True
        gefaehrt.weiter = False
        return
    rest = _restbewegung(s, figur, gefaehrt)
    if hatte_lenker or gefaehrt.lenker is None:
        return
    if rest == 0:
        # Nothing to take the Probe for, and without it the new Lenker does not turn the animals either.
        gefaehrt.bleibt_stehen = True
    elif (yield from probe_auf_nah(s, figur, "STW 9.3")):
        weit = zahl(rest, "Punkt", "Punkte")
        wie = "fahren" if gefaehrt.art == "streitwagen" else "laufen"
        s.report.consequence(gefaehrt.id, "rest", f"{gefaehrt} darf noch {weit} weit {wie}", "STW 9.3", rest)
    else:
        gefaehrt.bleibt_stehen = True
        gefaehrt.verbraucht = s.bewegung(gefaehrt)
        s.report.consequence(gefaehrt.id, "rest", f"{gefaehrt} bleibt in diesem Spieldurchgang stehen", "STW 9.3")


def pruefe_figur(s: Schlacht, figur: Figur) -> None:
    """Refuse a figure that cannot get onto anything now."""
    require(figur.an_bord is None, "STW 9.3", f"{figur} ist schon an Bord.")
    require(figur.at is not None, "STW 9.3", f"{figur} steht nicht auf der Karte.")
    require(s.felderzahl(figur) == 1, "STW 9.3", f"{figur} ist zu groß, um aufzusteigen.")
    require(not figur.zu, "R-17", f"{figur} hat ohne Abzug geschossen und darf nicht mehr ziehen.")
    require(not figur.zug_vorbei, "GR 1", f"Der Bewegungszug von {figur} ist zu Ende.")
    require(not s.traegt_kiste(figur), "R-60", f"{figur} trägt die Kiste und hat keine Hand frei.")


def pruefe_gefaehrt(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> None:
    """Refuse what this figure cannot get onto: out, the enemy's, out of reach, full, or not to be ridden."""
    require(not gefaehrt.out and gefaehrt.at is not None, "STW 9.3", f"{gefaehrt} ist nicht im Spiel.")
    eigenes = s.herr_seite(gefaehrt) == figur.seite
    require(eigenes, "R-50", f"{gefaehrt} gehört dem Gegner und müsste erst eingefangen sein.")
    require(figur.fuehrt in (None, gefaehrt.id), "STW 6.1", f"{figur} führt {_gefuehrt(s, figur)}: erst /loslassen.")
    require(figur.at in zone(s, gefaehrt), "STW 5.1", f"{figur} steht nicht in der Aufsteigzone von {gefaehrt}.")
    require(len(gefaehrt.besatzung) < plaetze(s, gefaehrt), "STW 9.3", f"Auf {gefaehrt} ist kein Platz mehr.")
    if gefaehrt.art == "reittier":
        require(darf_reiten(s, figur), "STW 6", f"{figur} kann nicht reiten: dafür braucht es ein Pferdesymbol.")
    if zug_verbraucht(gefaehrt):
        uebrig = s.typ(figur).b - figur.verbraucht
        preis = s.tabellen.streitwagen.aufsteigen
        require(uebrig >= preis, "R-46", f"{gefaehrt} ist schon gefahren, und {figur} hat keinen Punkt mehr übrig.")


def _gefuehrt(s: Schlacht, figur: Figur) -> str:
    return str(s.gefaehrte[figur.fuehrt]) if figur.fuehrt else ""


def plaetze(s: Schlacht, gefaehrt: Gefaehrt) -> int:
    """How many it carries; a Reittier its Reiter alone."""
    return 1 if gefaehrt.art == "reittier" else s.wagentyp(gefaehrt).plaetze


def darf_reiten(s: Schlacht, figur: Figur) -> bool:
    """Schwarzes and rotes Pferd ride, the Rad does not (T-7)."""
    symbole = s.typ(figur).symbole
    return Symbol.SCHWARZES_PFERD in symbole or Symbol.ROTES_PFERD in symbole


def zug_verbraucht(gefaehrt: Gefaehrt) -> bool:
    """Whether it has moved or may not move any more, so that nothing can be charged to it (R-46)."""
    return gefaehrt.bewegt or gefaehrt.zu or gefaehrt.beendet or gefaehrt.bleibt_stehen


def _einsteigen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> None:
    # Whoever led it lets go at this moment.
    fuehrung_loesen(s, gefaehrt)
    s.abheben(figur)
    figur.at = None
    figur.an_bord = gefaehrt.id
    figur.bewegt = True
    figur.zug_vorbei = True
    figur.nachsetzen = False
    gefaehrt.besatzung = (*gefaehrt.besatzung, figur.id)
    s.report.consequence(figur.id, "aufsteigen", f"{figur} steigt auf {gefaehrt}", "STW 9.3")
    if gefaehrt.lenker is not None:
        return
    if s.typ(figur).darf_lenken:
        gefaehrt.lenker = figur.id
        s.report.say(f"{figur} nimmt die Zügel von {gefaehrt}.", "STW 6")
    else:
        s.report.say(f"{figur} darf nicht lenken: {gefaehrt} bleibt lenkerlos.", "R-46")


def _restbewegung(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> int:
    """Charge walk and boarding to the Streitwagen; of several boarders the dearest counts (STW 9.3). What is left."""
    b, preis = s.bewegung(gefaehrt), s.tabellen.streitwagen.aufsteigen
    abgestiegen = s.tabellen.streitwagen.absteigen if gefaehrt.abgestiegen else 0
    gefaehrt.verbraucht = min(b, max(gefaehrt.verbraucht, abgestiegen + figur.verbraucht + preis))
    rest = b - gefaehrt.verbraucht
    if gefaehrt.lenker is not None:
        abzuege = (
            Modifier(name="gegangen und schon verbraucht", value=rest - b + preis, ref="STW 9.3"),
            Modifier(name="Aufsteigen", value=-preis, ref="STW 9.3"),
        )
        s.report.sum("Restbewegung", b, abzuege, rest, "STW 9.3")
    return rest


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Aufsteigen]:
    """Everything that the figure could get onto now."""
    try:
        pruefe_figur(s, figur)
    except Verstoss:
        return
    for gefaehrt in s.gefaehrte.values():
        try:
            pruefe_gefaehrt(s, figur, gefaehrt)
        except Verstoss:
            continue
        yield Aufsteigen(figur=figur.id, wagen=gefaehrt.id)
