"""Entering: figures that wait beside the map step onto its edge and go on in the same line (R-59)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Field, Vector, add, distance, field_name, straight
from rules.mfm.befehle import Bewegen
from rules.mfm.kiste import punkte
from rules.mfm.model import Figur, Schlacht
from rules.mfm.tragen import Gang, gehen, haltverstoss, kann_tragen, planen, schrittkosten
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Script


def eintreten(s: Schlacht, sitz: str, befehl: Bewegen) -> Script[None]:
    """`/bewegen` of a figure that is not on the map yet; the first field is paid for like any other."""
    figur = s.eigene(sitz, befehl.figur)
    mit = None if befehl.mit is None else s.eigene(sitz, befehl.mit)
    wer = (figur,) if mit is None else _paar(s, figur, mit)
    for einer in wer:
        require(not einer.bewegt, "R-59", f"{einer} muss auf den nächsten Spieldurchgang warten.")
    require(not befehl.kiste, "R-60", "Wer hereinkommt, hat die Kiste nur, wenn sein Zug auf ihrem Feld endet.")
    gang = _gang(s, wer, figur, s.feld(befehl.nach))
    if s.kiste is not None and s.kiste.traeger == wer[0].id:
        s.kiste.zweiter = wer[1].id if len(wer) > 1 else None
    elif s.kiste is not None and s.kiste.zweiter == figur.id:
        s.kiste.zweiter = None
    yield from gehen(s, gang)


def _paar(s: Schlacht, figur: Figur, mit: Figur) -> tuple[Figur, Figur]:
    """Two who come in together with the Kiste, the lead carrier first (R-59, R-60)."""
    traeger = s.kiste.traeger if s.kiste is not None else None
    require(traeger in (figur.id, mit.id), "R-60", f"Weder {figur} noch {mit} trägt die Kiste.")
    require(figur is not mit, "R-60", f"{figur} kann nicht zugleich der zweite Träger sein.")
    vorn, hinten = (figur, mit) if figur.id == traeger else (mit, figur)
    require(hinten.wartet and vorn.wartet, "R-59", f"{figur} und {mit} müssen beide noch vor der Karte stehen.")
    require(kann_tragen(s, hinten), "R-60", f"{hinten} kann nicht mittragen.")
    return vorn, hinten


def _gang(s: Schlacht, wer: tuple[Figur, ...], genannt: Figur, ziel: Field) -> Gang:
    """The cheapest way on which the named figure ends there; of several equal ones always the same."""
    hat, ref = _punkte(s, wer)
    stelle = wer.index(genannt)
    wege: list[Gang] = []
    verstoss: Verstoss | None = None
    for von, vektor in _anfaenge(s, wer):
        linie = straight(von[stelle], ziel)
        if linie is None or linie[0] != vektor:
            continue
        try:
            wege.append(planen(s, wer, von, *linie, hat, ref))
        except Verstoss as grund:
            verstoss = verstoss or grund
    if wege:
        return min(wege, key=lambda gang: gang.kosten[-1])
    if verstoss is not None:
        raise verstoss
    felder = ", ".join(field_name(feld) for feld in s.aufbau.eingang.get(genannt.seite, ()))
    require(felder, "R-59", f"{genannt} hat keinen Eingang auf die Karte.")
    raise Verstoss("R-59", f"{field_name(ziel)} liegt in keiner geraden Linie über die Eingangsfelder {felder}.")


def _anfaenge(s: Schlacht, wer: tuple[Figur, ...]) -> Iterator[tuple[tuple[Field, ...], Vector]]:
    """Where they may stand beside the map, and the direction from there: straight ahead or diagonally.

    Two come side by side: over neighbouring fields of the entry, with the same direction (R-59).
    """
    seite = wer[0].seite
    felder = s.aufbau.eingang.get(seite, ())
    vor = s.aufbau.eingang_richtung.get(seite, (0, 1))
    quer = (vor[1], vor[0])
    for vektor in (vor, add(vor, quer), add(vor, quer, -1)):
        for feld in felder:
            hier = add(feld, vektor, -1)
            if len(wer) == 1:
                yield (hier,), vektor
                continue
            for daneben in felder:
                if distance((feld,), (daneben,)) == 1:
                    yield (hier, add(daneben, vektor, -1)), vektor


def _punkte(s: Schlacht, wer: tuple[Figur, ...]) -> tuple[int, str]:
    """What they may spend, and the rule that limits it."""
    if s.kiste is not None and s.kiste.traeger == wer[0].id:
        return punkte(s, wer), "R-60"
    return s.typ(wer[0]).b, "GR 3"


def saeumig(s: Schlacht, sitz: str) -> Figur | None:
    """The first of a player's figures that still waits although it could come in; it must (R-59)."""
    for figur in s.figuren.values():
        if figur.sitz == sitz and figur.wartet and not figur.out and next(moeglich(s, figur), None) is not None:
            return figur
    return None


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Bewegen]:
    """Every way in that the waiting figure may take now; the lead carrier also with each of the others who wait."""
    if figur.bewegt or figur.beendet:
        return
    for ziel in _ziele(s, (figur,)):
        yield Bewegen(figur=figur.id, nach=field_name(ziel))
    if s.kiste is None or s.kiste.traeger != figur.id:
        return
    for anderer in s.figuren.values():
        if anderer is figur or anderer.sitz != figur.sitz or not anderer.wartet or anderer.bewegt or anderer.beendet:
            continue
        if kann_tragen(s, anderer):
            for ziel in _ziele(s, (figur, anderer)):
                yield Bewegen(figur=figur.id, nach=field_name(ziel), mit=anderer.id)


def _ziele(s: Schlacht, wer: tuple[Figur, ...]) -> tuple[Field, ...]:
    hat, _ = _punkte(s, wer)
    gefunden: dict[Field, None] = {}
    for von, vektor in _anfaenge(s, wer):
        felder = von
        summe = 0
        while True:
            try:
                summe += schrittkosten(s, wer, felder, vektor)
            except Verstoss:
                break
            if summe > hat:
                break
            felder = tuple(add(feld, vektor) for feld in felder)
            if haltverstoss(s, wer, felder) is None:
                gefunden[felder[0]] = None
    return tuple(gefunden)
