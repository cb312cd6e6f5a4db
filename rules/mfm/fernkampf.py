"""Fernkampf: shooting and throwing at whoever is in range (GR 7, 7.1 to 7.4; MfM 4.4, from a Gefährt 4.25).

The line of fire, the Nahkampf in its way and the Besatzung of a Gefährt have modules of their own: schusslinie,
schussfeld, trefferaufteilung_fern.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.lines import Line
from rules.board.square import far_distance
from rules.mfm.befehle import Fernkampf
from rules.mfm.content import Fernwert, Symbol, Trefferwert
from rules.mfm.kampf import angriff, kampf_beendet_zug, kampfbereit
from rules.mfm.model import Angriffsart, Figur, Gefaehrt, Kampf, Schlacht, namen
from rules.mfm.schussfeld import gemenge, wen_trifft_es
from rules.mfm.schusslinie import Wirkung, deckung, klaeren, linie_waehlen, linien, offene_linien, ueber_eigene
from rules.mfm.trefferaufteilung_fern import Verteidiger, aufteilen
from rules.mfm.verteidigen import verteidigen
from rules.referee.refusal import Verstoss, require
from rules.referee.report import Modifier
from rules.referee.requests import Script


def fernkampf(s: Schlacht, sitz: str, befehl: Fernkampf) -> Script[None]:
    figur = s.eigene(sitz, befehl.figur)
    fern = pruefe_schuetze(s, figur)
    ziel = lies_ziel(s, figur, befehl.ziel)
    bewegt = befehl.bewegt or hat_sich_bewegt(s, figur)
    pruefe_reichweite(s, figur, ziel, fern, bewegt)
    linie = yield from _schusslinie(s, figur, ziel, offene_linien(s, figur, ziel))

    figur.kampf = Kampf.FERTIG
    if bewegt:
        kampf_beendet_zug(s, figur)
    else:
        _zug_sperren(s, figur)
    s.report.say(f"{figur} schießt auf {s.rufname(ziel)}.", "GR 7")
    s.report.mark("shot", namen((linie.start, *linie.crossed, linie.end)), figur.id, figur.seite)
    wert = _trefferwert(s, figur, fern, linie, bewegt)
    if not (yield from angriff(s, figur, Angriffsart.FERN, wert, "GR 7")):
        return
    beteiligte = gemenge(s, figur, ziel, linie)
    getroffen = ziel if beteiligte is None else (yield from wen_trifft_es(s, figur, ziel, beteiligte))
    verteidiger = yield from aufteilen(s, getroffen)
    if verteidiger is not None:
        yield from _verteidigen(s, figur, ziel, linie, verteidiger)


def pruefe_schuetze(s: Schlacht, figur: Figur) -> Fernwert:
    """Refuse a figure that cannot shoot, or not any more."""
    fern = s.typ(figur).fern
    if fern is None:
        raise Verstoss("GR 7", f"{figur} hat keine Fernwaffe.")
    require(figur.kampf is not Kampf.WEIT, "R-73", f"Nach dem Weitschlag darf {figur} nicht mehr schießen.")
    require(figur.kampf is Kampf.OFFEN, "GR 1", f"{figur} hat in diesem Spieldurchgang schon gekämpft.")
    kampfbereit(s, figur, "GR 7")
    return fern


def lies_ziel(s: Schlacht, figur: Figur, key: str) -> Figur | Gefaehrt:
    """What is shot at. Nobody can pick a man off his Gefährt: whoever names him shoots at the whole (STW KR 8.2)."""
    ziel = s.einheit(key)
    if isinstance(ziel, Figur):
        require(not ziel.unterwegs, "R-70", f"{ziel} wechselt gerade die Etage und kann nicht angegriffen werden.")
        ziel = s.gefaehrt_von(ziel) or ziel
    require(not ziel.out, "GR 7", f"{ziel} ist nicht mehr im Spiel.")
    require(s.seite_der(ziel.id) != figur.seite, "GR 7", f"{ziel} gehört zu deiner Seite.")
    require(s.flaeche(ziel), "GR 7", f"{ziel} steht nicht auf der Karte.")
    return ziel


def hat_sich_bewegt(s: Schlacht, figur: Figur) -> bool:
    """Whether it has left its place in this Spieldurchgang, by itself or with what carries it (GR 7.1, R-44)."""
    gefaehrt = s.gefaehrt_von(figur)
    gefahren = gefaehrt is not None and (gefaehrt.bewegt or gefaehrt.gewendet or gefaehrt.gefahren > 0)
    return gefahren or figur.bewegt or figur.verbraucht > 0


def pruefe_reichweite(s: Schlacht, figur: Figur, ziel: Figur | Gefaehrt, fern: Fernwert, bewegt: bool) -> None:
    """Fernfelder from the nearest to the nearest field; a Plänkler on the move reaches one less (GR 7, R-02, R-49)."""
    weite, ref = fern.f, "GR 7"
    if bewegt and _plaenkler(s, figur):
        table = s.tabellen.plaenkler
        weite, ref = max(table.minimum_f, weite + table.bewegt_f), "STW 7.2"
    entfernung = far_distance(s.flaeche(figur), s.flaeche(ziel), s.tabellen.gitter.fernfeld)
    if entfernung > weite:
        raise Verstoss(
            ref, f"{s.rufname(ziel)} ist {entfernung} Fernfelder entfernt, {figur} schießt nur {weite} weit."
        )


def _plaenkler(s: Schlacht, figur: Figur) -> bool:
    """Mounted as well as on foot: only the second move asks for feet (STW 7.2)."""
    return Symbol.PLAENKLER in s.typ(figur).symbole


def _schusslinie(s: Schlacht, figur: Figur, ziel: Figur | Gefaehrt, offene: tuple[Line, ...]) -> Script[Line]:
    if len(offene) == 1:
        return offene[0]
    return (yield from linie_waehlen(s, figur, tuple((linie, _wirkung(s, figur, ziel, linie)) for linie in offene)))


def _wirkung(s: Schlacht, figur: Figur, ziel: Figur | Gefaehrt, linie: Line) -> Wirkung:
    eigene = ueber_eigene(s, figur, linie) is not None
    schutz = deckung(s, linie, ziel).werte
    beteiligte = gemenge(s, figur, ziel, linie)
    if beteiligte is None:
        return Wirkung(eigene, schutz)
    grenze = s.tabellen.trefferaufteilung.eigene_bis(beteiligte.unterschied)
    return Wirkung(eigene, schutz, grenze, tuple(key for key, _ in beteiligte.eigene))


def _zug_sperren(s: Schlacht, figur: Figur) -> None:
    """A shot without the penalty closes the move, of a Gefährt for everybody on it (R-17)."""
    figur.zu = True
    gefaehrt = s.gefaehrt_von(figur)
    if gefaehrt is not None:
        gefaehrt.zu = True


def _trefferwert(s: Schlacht, figur: Figur, fern: Fernwert, linie: Line, bewegt: bool) -> Trefferwert:
    """What is left of k; the number of dice never changes, and k never falls below 1 (GR 7.1, 7.4, R-65, R-72)."""
    table = s.tabellen.fern
    abzuege: list[Modifier] = []
    if bewegt and _plaenkler(s, figur):
        s.report.say(f"{figur} bewegt sich: ein Fernfeld weniger Reichweite.", "STW 7.2")
    elif bewegt:
        abzuege.append(Modifier(name="Bewegung", value=table.bewegt, ref="GR 7.1"))
    im_weg = ueber_eigene(s, figur, linie)
    if im_weg is not None:
        abzuege.append(Modifier(name=f"über {im_weg} hinweg", value=table.ueber_eigene, ref="GR 7.4"))
    rest = fern.k + sum(abzug.value for abzug in abzuege)
    k = max(table.minimum_k, rest)
    if abzuege:
        note = f"nie unter {table.minimum_k}" if rest < table.minimum_k else ""
        s.report.sum("Trefferwert", fern.k, tuple(abzuege), k, "GR 7.1", note)
    return Trefferwert(fern.n, k)


def _verteidigen(
    s: Schlacht, figur: Figur, ziel: Figur | Gefaehrt, linie: Line, verteidiger: Verteidiger
) -> Script[None]:
    """The line is traced to the one who defends, which need not be the one aimed at (GR 7.3)."""
    wer = verteidiger.ziel.einheit(s)
    if s.flaeche(wer) != s.flaeche(ziel):
        linie = yield from _linie_zum_verteidiger(s, figur, wer)
    hindernisse = yield from klaeren(s, figur, verteidiger.ziel, linie)
    yield from verteidigen(s, Angriffsart.FERN, figur, verteidiger.ziel, hindernisse, verteidiger.s_plus)


def _linie_zum_verteidiger(s: Schlacht, figur: Figur, wer: Figur | Gefaehrt) -> Script[Line]:
    """Only the line to the target aimed at can forbid a shot; here a wall is no more than a field without Schutz."""
    moegliche = tuple((linie, Wirkung(False, deckung(s, linie, wer).werte)) for linie in linien(s, figur, wer))
    return (yield from linie_waehlen(s, figur, moegliche))


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Fernkampf]:
    """Every shot that the figure may take now: standing, and with its move announced where it still has one."""
    try:
        fern = pruefe_schuetze(s, figur)
    except Verstoss:
        return
    for ziel in _gegner(s, figur):
        try:
            offene_linien(s, figur, ziel)
            pruefe_reichweite(s, figur, ziel, fern, hat_sich_bewegt(s, figur))
        except Verstoss:
            continue
        yield Fernkampf(figur=figur.id, ziel=ziel.id)
        if hat_sich_bewegt(s, figur) or not _kann_noch_ziehen(s, figur):
            continue
        try:
            pruefe_reichweite(s, figur, ziel, fern, bewegt=True)
        except Verstoss:
            continue
        yield Fernkampf(figur=figur.id, ziel=ziel.id, bewegt=True)


def _gegner(s: Schlacht, figur: Figur) -> Iterator[Figur | Gefaehrt]:
    for gegner in s.figuren.values():
        if gegner.at is not None and gegner.seite != figur.seite and not gegner.out and not gegner.unterwegs:
            yield gegner
    for gefaehrt in s.gefaehrte.values():
        if gefaehrt.at is not None and not gefaehrt.out and s.herr_seite(gefaehrt) != figur.seite:
            yield gefaehrt


def _kann_noch_ziehen(s: Schlacht, figur: Figur) -> bool:
    gefaehrt = s.gefaehrt_von(figur)
    return not figur.zu and not (gefaehrt is not None and gefaehrt.zu)
