"""The frame of the game: Runde and Spieldurchgang, and who may still act in it (GR 1, GR 10; MfM 3).

How a battle ends stands in `sieg`, what comes before the first Runde in `aufstellung`.
"""

from __future__ import annotations

from rules.mfm.befehle import Aufgeben, Zugende
from rules.mfm.eingang import saeumig
from rules.mfm.model import Figur, Gefaehrt, Kampf, Phase, Schlacht
from rules.mfm.sieg import beenden, nach_der_letzten_runde, sieg_pruefen
from rules.mfm.tragen import loslassen
from rules.referee.orders import Order
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Script


def am_zug(s: Schlacht) -> tuple[str, ...]:
    """The seats that may act: those of the active side that have figures and have not ended their part (R-57)."""
    return tuple(
        sitz.key
        for sitz in s.aufbau.sitze
        if sitz.seite == s.active and sitz.key not in s.fertig and hat_figuren(s, sitz.key)
    )


def hat_figuren(s: Schlacht, sitz: str) -> bool:
    return any(figur.sitz == sitz and not figur.out for figur in s.figuren.values())


def darf_handeln(s: Schlacht, sitz: str, befehl: Order) -> None:
    """Refuse a player who has ended his part, or has nobody left; giving up is always open to him (R-57)."""
    if s.phase not in (Phase.AUFSTELLUNG, Phase.SPIEL) or s.seite_von(sitz) != s.active or sitz in am_zug(s):
        return
    if not isinstance(befehl, Aufgeben):
        require(hat_figuren(s, sitz), "R-57", "Du hast keine Figuren mehr.")
        raise Verstoss("R-57", f"Du bist für diesmal fertig; jetzt ist noch {' und '.join(am_zug(s))} am Zug.")


def zugende(s: Schlacht, sitz: str, befehl: Zugende) -> Script[None]:
    """A player ends his part of the Spieldurchgang; what he has not used is lost (MfM 3)."""
    yield from ()
    seite = s.seite_von(sitz)
    s.am_zug(seite)
    figur = saeumig(s, sitz)
    if figur is not None:
        raise Verstoss("R-59", f"{figur} kann noch auf die Karte kommen und muss es.")
    for gefaehrt in s.gefaehrte.values():
        if gefaehrt.anfahren_offen and s.herr(gefaehrt) == sitz:
            s.report.say(f"Die Anfahrprobe von {gefaehrt} verfällt.", "MfM 3")
    s.fertig = (*s.fertig, sitz)
    s.report.reveals = True
    noch = am_zug(s)
    if noch:
        s.report.say(f"{s.nennen(sitz)} ist fertig; {' und '.join(map(s.nennen, noch))} noch nicht.", "R-57")
        return
    s.report.say(f"Die Seite {s.nennen(seite)} beendet den Spieldurchgang.", "GR 1")
    naechste_seite(s)


def abschliessen(s: Schlacht) -> None:
    """After every order: has somebody won, and is anybody left who may act? (MfM 3)"""
    loslassen(s)
    sieg_pruefen(s)
    if s.phase == Phase.SPIEL and s.fertig and not am_zug(s):
        # The last figures of a player fell while his ally had already ended.
        naechste_seite(s)


def naechste_seite(s: Schlacht) -> None:
    """The turn passes on; after the last side the Runde counter rises (GR 1, R-64)."""
    index = s.reihenfolge.index(s.active) + 1
    if index < len(s.reihenfolge):
        spieldurchgang_beginnen(s, s.reihenfolge[index])
        return
    if s.aufbau.runden is not None and s.turn >= s.aufbau.runden:
        nach_der_letzten_runde(s)
        return
    s.turn += 1
    spieldurchgang_beginnen(s, s.reihenfolge[0])
    s.report.say(f"Runde {s.turn} beginnt.", "GR 1")


def spieldurchgang_beginnen(s: Schlacht, seite: str) -> None:
    """Give the turn to a side and clear what its units did before (MfM 3)."""
    s.active = seite
    s.fertig = ()
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
        s.kiste.bewegt_von = None
        s.kiste.gesucht = False


def _figur_frisch(s: Schlacht, figur: Figur) -> None:
    figur.verbraucht = 0
    figur.bewegt = False
    figur.nachsetzen = False
    figur.zu = False
    figur.kampf = Kampf.OFFEN
    figur.zug_vorbei = False
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
    gefaehrt.zug_vorbei = False
    gefaehrt.bleibt_stehen = False
    gefaehrt.beendet = False


def aufgeben(s: Schlacht, sitz: str, befehl: Aufgeben) -> Script[None]:
    """A player gives up. With allies left he hands his units over to them; the last of a side loses the battle."""
    yield from ()
    seite = s.seite_von(sitz)
    erben = [o.key for o in s.aufbau.sitze if o.seite == seite and o.key != sitz and hat_figuren(s, o.key)]
    s.report.reveals = True
    if not erben:
        andere = [other for other in s.aufbau.seiten if other != seite]
        beenden(s, andere[0], f"die Seite {s.nennen(seite)} gibt auf", "GR 10")
        return
    require(hat_figuren(s, sitz), "R-57", "Du hast keine Figuren mehr; deine Verbündeten spielen weiter.")
    for einheit in s.einheiten():
        if einheit.sitz == sitz:
            einheit.sitz = erben[0]
    if s.active == seite:
        s.fertig = ()
    s.report.say(f"{s.nennen(sitz)} gibt auf; {s.nennen(erben[0])} übernimmt die Figuren.", "R-57")
