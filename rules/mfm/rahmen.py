"""The frame of the game: Runde and Spieldurchgang, and how a battle ends (GR 1, GR 10; digest 3, 4.26).

What wins "Das Geheimdokument" besides stands in its own chapter (kiste); here all ends are drawn together.
"""

from __future__ import annotations

from rules.mfm.befehle import Aufgeben, Zugende
from rules.mfm.model import Figur, Gefaehrt, Kampf, Phase, Schlacht
from rules.referee.refusal import require
from rules.referee.requests import Script


def zugende(s: Schlacht, sitz: str, befehl: Zugende) -> Script[None]:
    """The active side ends its Spieldurchgang, or its set-up; what it has not used is lost."""
    yield from ()
    seite = s.seite_von(sitz)
    require(s.phase != Phase.VORBEREITUNG, "GR 10", "Die Partie hat noch nicht begonnen: /beginnen.")
    require(s.active == seite, "GR 1", f"Jetzt ist {s.active} am Zug.")
    if s.phase == Phase.AUFSTELLUNG:
        from rules.mfm.aufstellung import aufstellung_beenden

        aufstellung_beenden(s, seite)
        return
    s.report.say(f"{seite} beendet den Spieldurchgang.", "GR 1")
    s.report.reveals = True
    naechste_seite(s)


def naechste_seite(s: Schlacht) -> None:
    """The turn passes on; after the last side the Runde counter rises (GR 1, R-64)."""
    index = s.reihenfolge.index(s.active) + 1
    if index < len(s.reihenfolge):
        spieldurchgang_beginnen(s, s.reihenfolge[index])
        return
    if s.aufbau.runden is not None and s.turn >= s.aufbau.runden:
        _nach_der_letzten_runde(s)
        return
    s.turn += 1
    spieldurchgang_beginnen(s, s.reihenfolge[0])
    s.report.say(f"Runde {s.turn} beginnt.", "GR 1")


def spieldurchgang_beginnen(s: Schlacht, seite: str) -> None:
    """Give the turn to a side and clear what its units did before (digest 2.2)."""
    s.active = seite
    for figur in s.figuren.values():
        if figur.seite == seite:
            _figur_frisch(s, figur)
        else:
            # Once in every opposing Spieldurchgang (GR 8.2).
            figur.erst_genutzt = False
    for gefaehrt in s.gefaehrte.values():
        _gefaehrt_frisch(gefaehrt)
    if s.kiste is not None:
        s.kiste.bewegt = False
        s.kiste.gesucht = False


def _figur_frisch(s: Schlacht, figur: Figur) -> None:
    figur.verbraucht = 0
    figur.bewegt = False
    figur.nachsetzen = False
    figur.zu = False
    figur.kampf = Kampf.OFFEN
    figur.zweiter_zug = False
    figur.beendet = False
    figur.unterwegs = False
    figur.start = s.flaeche(figur) if s.typ(figur).weit and not figur.out else ()


def _gefaehrt_frisch(gefaehrt: Gefaehrt) -> None:
    gefaehrt.verbraucht = 0
    gefaehrt.richtung = None
    gefaehrt.gefahren = 0
    gefaehrt.bewegt = False
    gefaehrt.weiter = False
    gefaehrt.gewendet = False
    gefaehrt.zu = False
    gefaehrt.angefahren = False
    gefaehrt.anfahren_offen = False
    gefaehrt.baeume = ()
    gefaehrt.abgestiegen = False
    gefaehrt.aufgestiegen = False
    gefaehrt.beendet = False


def aufgeben(s: Schlacht, sitz: str, befehl: Aufgeben) -> Script[None]:
    """A side gives up; with two sides the other one has won."""
    yield from ()
    seite = s.seite_von(sitz)
    andere = [other for other in s.aufbau.seiten if other != seite]
    s.report.reveals = True
    beenden(s, andere[0] if len(andere) == 1 else "", f"{seite} gibt auf", "GR 10")


def sieg_pruefen(s: Schlacht) -> None:
    """Look for the end of the battle after every order (digest 3)."""
    if s.over or s.phase != Phase.SPIEL:
        return
    if s.kiste is not None and s.aufbau.kiste is not None and s.kiste.traeger is not None:
        traeger = s.figuren[s.kiste.traeger]
        if traeger.at in s.aufbau.kiste.ziel:
            beenden(s, s.aufbau.kiste.traegt, "die Kiste hat die Zielseite erreicht", "R-62")
            return
    stehen = [seite for seite in s.aufbau.seiten if any(True for _ in s.lebende(seite))]
    if len(stehen) == 1:
        beenden(s, stehen[0], f"nur {stehen[0]} hat noch Figuren", "R-62" if s.kiste else "R-58")
    elif not stehen:
        beenden(s, "", "niemand hat mehr Figuren", "R-58")


def _nach_der_letzten_runde(s: Schlacht) -> None:
    if not s.aufbau.nach_punkten:
        beenden(s, "", f"die {s.turn}. Runde ist vorbei", "R-78")
        return
    stand = punktestand(s)
    hoch = max(stand.values())
    beste = [seite for seite, punkte in stand.items() if punkte == hoch]
    text = ", ".join(f"{seite} {punkte}" for seite, punkte in stand.items())
    beenden(s, beste[0] if len(beste) == 1 else "", f"nach Punkten: {text}", "R-58")


def punktestand(s: Schlacht) -> dict[str, int]:
    """The price of every enemy that is out, and of every enemy Streitwagen that the side drives or leads (R-58)."""
    stand = dict.fromkeys(s.aufbau.seiten, 0)
    for seite in stand:
        for figur in s.figuren.values():
            if figur.out and figur.seite != seite:
                stand[seite] += s.typ(figur).punkte
        for gefaehrt in s.gefaehrte.values():
            if gefaehrt.art == "streitwagen" and gefaehrt.seite != seite:
                erobert = not gefaehrt.out and s.herr_seite(gefaehrt) == seite
                if gefaehrt.out or erobert:
                    stand[seite] += s.wagentyp(gefaehrt).punkte
    return stand


def beenden(s: Schlacht, sieger: str, grund: str, ref: str) -> None:
    s.winner = sieger
    s.reason = grund
    s.phase = Phase.ENDE
    if sieger:
        s.report.consequence("", "sieg", f"{sieger} gewinnt: {grund}", ref)
    else:
        s.report.consequence("", "sieg", f"Unentschieden: {grund}", ref)
