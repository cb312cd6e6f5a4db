"""Bewegen: one straight line for figures on foot and Reiter (GR 3; MfM 4.1), with everything that may meet them.

Streitwagen drive by their own rules (fahren), and carriers of the Kiste have less to spend (kiste).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.board.square import DIRECTIONS, Field, Vector, field_name, shift, straight
from rules.mfm.befehle import Bewegen
from rules.mfm.erstschlag import erstschlaege
from rules.mfm.gelaende import halt_verstoss, ist_plaenkler, schritt
from rules.mfm.model import Figur, Kampf, Schlacht, feldname, namen
from rules.mfm.sprache import bewegungspunkte
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Script


@dataclass(frozen=True, slots=True)
class Weg:
    """A move that is allowed: the direction, and what has been spent after each of its steps."""

    vektor: Vector
    kosten: tuple[int, ...]

    @property
    def schritte(self) -> int:
        return len(self.kosten)

    @property
    def summe(self) -> int:
        return self.kosten[-1]


def zu_fuss(s: Schlacht, sitz: str, befehl: Bewegen) -> Script[None]:
    """A figure on foot, or a large creature, walks."""
    figur = s.eigene(sitz, befehl.figur)
    darf_ziehen(s, figur)
    weg = weg_nach(s, figur, s.feld(befehl.nach), restpunkte(s, figur))
    if figur.bewegt:
        # Taken in place of the fight, so that no Weitschlag is left to set against an Erstschlag on the way (STW 7.2).
        figur.zweiter_zug = True
        figur.kampf = Kampf.FERTIG
    yield from gehen(s, figur, weg)


def darf_ziehen(s: Schlacht, figur: Figur) -> None:
    """Refuse a figure that may not move, or not any more (GR 1, R-17, STW 7.2)."""
    require(not figur.zu, "R-17", f"{figur} hat ohne Abzug geschossen und darf nicht mehr ziehen.")
    require(figur.at is not None, "GR 3", f"{figur} steht nicht auf der Karte.")
    require(not figur.fuehrt, "STW 6.1", f"{figur} führt Tiere: /führen, oder vorher /loslassen.")
    if figur.bewegt:
        require(darf_zweiten_zug(s, figur), "GR 1", f"{figur} hat sich in diesem Spieldurchgang schon bewegt.")


def darf_zweiten_zug(s: Schlacht, figur: Figur) -> bool:
    """A Plänkler on foot may move a second time in place of his fight (STW 7.2)."""
    return ist_plaenkler(s, figur) and figur.kampf is Kampf.OFFEN and not figur.zweiter_zug


def restpunkte(s: Schlacht, figur: Figur) -> int:
    """What is left of B: all of it, or after a Weitschlag what the first leg did not use (R-24)."""
    b = s.typ(figur).b
    return b - figur.verbraucht if figur.nachsetzen else b


def weg_nach(s: Schlacht, figur: Figur, ziel: Field, punkte: int) -> Weg:
    """The straight way to a field, refused by the first rule that stands against it."""
    require(ziel in s.grid, "R-74", "Niemand verlässt die Karte.")
    assert figur.at is not None
    require(ziel != figur.at, "GR 3", f"{figur} steht schon auf {field_name(ziel)}.")
    linie = straight(figur.at, ziel)
    if linie is None:
        raise Verstoss(
            "GR 3", f"{field_name(ziel)} liegt nicht in gerader Linie von {figur}; ein Zug hat keinen Knick."
        )
    vektor, schritte = linie
    felder = s.flaeche(figur)
    summe = 0
    kosten: list[int] = []
    for _ in range(schritte):
        summe += schritt(s, figur, felder, vektor, figur.seite)
        felder = shift(felder, vektor)
        kosten.append(summe)
    if summe > punkte:
        raise Verstoss("GR 3", f"Der Zug kostet {bewegungspunkte(summe)}, {figur} hat {punkte}.")
    verstoss = halt_verstoss(s, figur, felder)
    if verstoss is not None:
        raise verstoss
    return Weg(vektor, tuple(kosten))


def gehen(s: Schlacht, figur: Figur, weg: Weg) -> Script[bool]:
    """Walk the way step by step; an Erstschlag may end it (GR 8.2). Returns whether the figure arrived."""
    start = figur.at
    assert start is not None
    s.abheben(figur)
    felder = [start]
    for kosten in weg.kosten:
        vorher = s.flaeche(figur)
        assert figur.at is not None
        figur.at = (figur.at[0] + weg.vektor[0], figur.at[1] + weg.vektor[1])
        felder.append(figur.at)
        lebt = yield from erstschlaege(s, figur, figur.seite, vorher)
        if not lebt:
            s.report.mark("path", namen(tuple(felder)), figur.id, figur.seite)
            return False
        verbraucht = kosten
    s.hinstellen(figur, felder[-1])
    figur.verbraucht += verbraucht
    figur.bewegt = True
    figur.nachsetzen = False
    s.report.mark("path", namen(tuple(felder)), figur.id, figur.seite)
    s.report.consequence(
        figur.id, "zug", f"{figur} zieht von {feldname(start)} nach {feldname(felder[-1])}", "GR 3", weg.summe
    )
    return True


def erreichbar(s: Schlacht, figur: Figur, punkte: int) -> Iterator[tuple[Field, int]]:
    """Every field on which the figure could end a move, with its cost, nearest first in each direction."""
    if figur.at is None:
        return
    for vektor in DIRECTIONS:
        felder = s.flaeche(figur)
        at = figur.at
        summe = 0
        while True:
            try:
                summe += schritt(s, figur, felder, vektor, figur.seite)
            except Verstoss:
                break
            if summe > punkte:
                break
            felder = shift(felder, vektor)
            at = (at[0] + vektor[0], at[1] + vektor[1])
            if halt_verstoss(s, figur, felder) is None:
                yield at, summe


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Bewegen]:
    """Every move on foot that the figure may make now."""
    try:
        darf_ziehen(s, figur)
    except Verstoss:
        return
    for feld, _ in erreichbar(s, figur, restpunkte(s, figur)):
        yield Bewegen(figur=figur.id, nach=field_name(feld))
