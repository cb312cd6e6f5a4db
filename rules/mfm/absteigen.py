"""Absteigen: leaving a Streitwagen or Reittier onto a field of its zone (STW 5, 5.1; MfM 4.14, R-43, R-45, R-67).

What becomes of a crew whose Streitwagen is destroyed is no Absteigen; that stands in `ausscheiden`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Field, field_name
from rules.mfm.ausscheiden import von_bord
from rules.mfm.befehle import Absteigen
from rules.mfm.bewegen import Weg, erreichbar, gehen, weg_nach
from rules.mfm.erstschlag import erstschlaege
from rules.mfm.fahrt import fahrt_zu_ende
from rules.mfm.gelaende import gangart, halt_verstoss, kann_stehen, kosten
from rules.mfm.model import Figur, Gefaehrt, Schlacht
from rules.mfm.trefferaufteilung import probe_auf_nah
from rules.mfm.zone import zone
from rules.referee.battle import flat_copy
from rules.referee.refusal import Verstoss, require
from rules.referee.report import Modifier
from rules.referee.requests import Script


def absteigen(s: Schlacht, sitz: str, befehl: Absteigen) -> Script[None]:
    figur = s.eigene(sitz, befehl.figur)
    gefaehrt = pruefe(s, figur)
    feld = _zonenfeld(s, figur, gefaehrt, s.feld(befehl.auf))
    weg = None if befehl.weiter is None else _restweg(s, figur, gefaehrt, feld, s.feld(befehl.weiter))

    board = s.flaeche(gefaehrt)
    _aussteigen(s, figur, gefaehrt, feld, melden=weg is not None)
    lebt = yield from erstschlaege(s, figur, figur.seite, board)
    if not lebt or weg is None:
        return
    if (yield from probe_auf_nah(s, figur, "STW 5.1")):
        yield from gehen(s, figur, weg)
    else:
        s.report.say(f"Die Probe auf NAH misslingt: {figur} bleibt auf {field_name(feld)}.", "STW 5.1")


def pruefe(s: Schlacht, figur: Figur) -> Gefaehrt:
    """What the figure gets off; refused if it may not."""
    gefaehrt = s.gefaehrt_von(figur)
    if gefaehrt is None or gefaehrt.at is None:
        raise Verstoss("STW 5", f"{figur} ist auf keinem Streitwagen und auf keinem Reittier.")
    require(not gefaehrt.beendet, "STW 4.2", f"Der Spielzug von {gefaehrt} ist zu Ende.")
    require(not figur.zug_vorbei, "GR 1", f"{figur} hat sich in diesem Spieldurchgang schon bewegt.")
    require(
        not figur.zu and not gefaehrt.zu, "R-17", f"Von {gefaehrt} wurde ohne Abzug geschossen: Niemand steigt mehr ab."
    )
    require(punkte_danach(s, gefaehrt) >= 0, "STW 5", f"{gefaehrt} hat keinen Bewegungspunkt mehr übrig.")
    return gefaehrt


def punkte_danach(s: Schlacht, gefaehrt: Gefaehrt) -> int:
    """What its drive has left once the point is paid; it is paid once for all who get off at one stop (R-45)."""
    preis = 0 if gefaehrt.abgestiegen else s.tabellen.streitwagen.absteigen
    return s.bewegung(gefaehrt) - gefaehrt.verbraucht - preis


def restbewegung(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> int:
    """How far the figure could go on after its Probe; nothing after Anfahren, which ends the Bewegungszug (R-43)."""
    if gefaehrt.angefahren or gefaehrt.anfahren_offen:
        return 0
    return min(punkte_danach(s, gefaehrt), s.typ(figur).b)


def _zonenfeld(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, feld: Field) -> Field:
    wo = "neben dem Reittier" if gefaehrt.art == "reittier" else "neben oder hinter dem Wagenkasten"
    require(feld in zone(s, gefaehrt), "STW 5.1", f"{field_name(feld)} liegt nicht {wo}.")
    unten = zu_fuss(figur, feld)
    kosten(s, unten, gangart(s, unten), feld)
    verstoss = halt_verstoss(s, unten, (feld,))
    if verstoss is not None:
        raise verstoss
    return feld


def zu_fuss(figur: Figur, feld: Field) -> Figur:
    """The figure as it would stand on the field: to try a way before anything has happened."""
    unten = flat_copy(figur)
    unten.an_bord = None
    unten.at = feld
    return unten


def _restweg(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, von: Field, nach: Field) -> Weg:
    rest = restbewegung(s, figur, gefaehrt)
    if gefaehrt.angefahren or gefaehrt.anfahren_offen:
        raise Verstoss("R-43", f"{gefaehrt} fährt an: {figur} darf absteigen, aber nicht weiterziehen.")
    require(rest > 0, "STW 5.1", f"Nach dem Absteigen bleibt {figur} keine Restbewegung.")
    return weg_nach(s, zu_fuss(figur, von), nach, rest)


def _aussteigen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, feld: Field, melden: bool) -> None:
    if melden:
        _rechnen(s, figur, gefaehrt)
    gefaehrt.verbraucht = s.bewegung(gefaehrt) - punkte_danach(s, gefaehrt)
    gefaehrt.abgestiegen = True
    von_bord(s, figur, gefaehrt)
    # Whoever still drives may go on with what is left, in the same line.
    gefaehrt.weiter = gefaehrt.bewegt and gefaehrt.lenker is not None and not fahrt_zu_ende(gefaehrt)
    s.hinstellen(figur, feld)
    figur.bewegt = True
    figur.zug_vorbei = True
    s.report.consequence(figur.id, "absteigen", f"{figur} steigt auf {field_name(feld)} ab", "STW 5")


def _rechnen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> None:
    """Show the sum as the book does: B, driven, one for Absteigen, rest (STW 5.1)."""
    b, danach = s.bewegung(gefaehrt), punkte_danach(s, gefaehrt)
    preis = s.tabellen.streitwagen.absteigen
    abzuege = (
        Modifier(name="verbraucht", value=danach + preis - b, ref="STW 2"),
        Modifier(name="Absteigen", value=-preis, ref="STW 5"),
    )
    eigen = s.typ(figur).b
    note = f"höchstens das eigene B{eigen}" if eigen < danach else ""
    s.report.sum("Restbewegung", b, abzuege, min(danach, eigen), "STW 5.1", note)


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Absteigen]:
    """Every way to get off now, with and without the Restbewegung."""
    try:
        gefaehrt = pruefe(s, figur)
    except Verstoss:
        return
    rest = restbewegung(s, figur, gefaehrt)
    for feld in zone(s, gefaehrt):
        unten = zu_fuss(figur, feld)
        if not kann_stehen(s, unten, (feld,)):
            continue
        auf = field_name(feld)
        yield Absteigen(figur=figur.id, auf=auf)
        for ziel, _ in erreichbar(s, unten, rest) if rest else ():
            yield Absteigen(figur=figur.id, auf=auf, weiter=field_name(ziel))
