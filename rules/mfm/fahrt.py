"""The drive of a Streitwagen or Reiter: which way it may go, what that costs, and what meets it at every step.

STW 2, STW 4.2, GR 8.2; MfM 4.9 and, for Reiter, 4.1. The orders that make use of it are `fahren` and `anfahren`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.board.square import DIRECTIONS, Field, Vector, add, field_name, footprint, shift
from rules.mfm import baumastprobe
from rules.mfm.erstschlag import erstschlaege
from rules.mfm.gelaende import halt_verstoss, schritt
from rules.mfm.model import Figur, Gefaehrt, Schlacht, namen
from rules.mfm.sprache import bewegungspunkte
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Script


@dataclass(frozen=True, slots=True)
class Fahrt:
    """A drive that is allowed: the direction, and what has been spent after each of its steps."""

    vektor: Vector
    kosten: tuple[int, ...]

    @property
    def schritte(self) -> int:
        return len(self.kosten)


def lies_gefaehrt(s: Schlacht, sitz: str, key: str) -> Gefaehrt:
    """The Gefährt that an order names, by its own id or by anybody aboard, if the seat may give it orders now."""
    einheit = s.einheit(key)
    if isinstance(einheit, Figur):
        gefaehrt = s.gefaehrt_von(einheit)
        if gefaehrt is None:
            raise Verstoss("STW 2", f"{einheit} ist auf keinem Streitwagen und auf keinem Reittier.")
    else:
        gefaehrt = einheit
    require(not gefaehrt.out, "STW 9", f"{gefaehrt} ist ausgeschieden.")
    require(s.herr(gefaehrt) == sitz, "GR 1", f"{gefaehrt} gehört nicht dir.")
    s.am_zug(s.herr_seite(gefaehrt))
    require(gefaehrt.at is not None, "GR 3", f"{gefaehrt} steht nicht auf der Karte.")
    return gefaehrt


def darf_lenken(gefaehrt: Gefaehrt) -> None:
    """What forbids driving, Wenden and Anfahren alike (STW 4.2, STW 6, R-17)."""
    if gefaehrt.lenker is None:
        ohne = "ist lenkerlos" if gefaehrt.art == "streitwagen" else "hat keinen Reiter"
        raise Verstoss("STW 6", f"{gefaehrt} {ohne} und bleibt stehen.")
    require(not gefaehrt.beendet, "STW 4.2", f"Der Spielzug von {gefaehrt} ist zu Ende.")
    require(not gefaehrt.bleibt_stehen, "STW 9.3", f"{gefaehrt} gehorcht dem neuen Lenker noch nicht.")
    require(not gefaehrt.zu, "R-17", f"{gefaehrt} steht still: Von Bord wurde ohne Abzug geschossen.")
    require(not gefaehrt.gewendet, "STW 2", f"{gefaehrt} hat schon gewendet; damit ist der Bewegungszug zu Ende.")
    require(not gefaehrt.angefahren, "STW 3", f"{gefaehrt} hat angefahren; damit ist der Bewegungszug zu Ende.")


def fahrt_zu_ende(gefaehrt: Gefaehrt) -> bool:
    """Whether nothing lets a drive that has paused go on."""
    return gefaehrt.gewendet or gefaehrt.angefahren or gefaehrt.anfahren_offen or gefaehrt.zug_vorbei


def darf_fahren(gefaehrt: Gefaehrt) -> None:
    """One drive in each Spielzug; it may go on after a Weitschlag of the crew or an Absteigen (GR 1, R-28, R-45)."""
    darf_lenken(gefaehrt)
    require(not gefaehrt.anfahren_offen, "STW 3.1", f"{gefaehrt} hat das Anfahren angesagt und fährt nicht weiter.")
    require(
        not gefaehrt.bewegt or gefaehrt.weiter, "GR 1", f"{gefaehrt} hat sich in diesem Spieldurchgang schon bewegt."
    )


def richtungen(s: Schlacht, gefaehrt: Gefaehrt) -> tuple[Vector, ...]:
    """A Reiter has all eight directions, a Streitwagen those ahead; going on, it keeps the one it took (R-04, R-45)."""
    if gefaehrt.art == "reittier":
        # Like a figure on foot he may take a new direction after a Weitschlag.
        return DIRECTIONS
    if gefaehrt.bewegt and gefaehrt.richtung is not None:
        return (gefaehrt.richtung,)
    ahead, right = gefaehrt.facing.ahead, gefaehrt.facing.right
    return (ahead, add(ahead, right, -1), add(ahead, right))


def punkte(s: Schlacht, gefaehrt: Gefaehrt) -> int:
    """What is left of B."""
    return s.bewegung(gefaehrt) - gefaehrt.verbraucht


def planen(s: Schlacht, gefaehrt: Gefaehrt, vektor: Vector, schritte: int) -> Fahrt:
    """The drive of so many steps, refused by the first rule that stands against it."""
    felder = s.flaeche(gefaehrt)
    seite = s.herr_seite(gefaehrt)
    summe = 0
    kosten: list[int] = []
    for _ in range(schritte):
        summe += schritt(s, gefaehrt, felder, vektor, seite)
        felder = shift(felder, vektor)
        kosten.append(summe)
    hat = punkte(s, gefaehrt)
    if summe > hat:
        ref, zug = ("STW 2", "Die Fahrt") if gefaehrt.art == "streitwagen" else ("GR 3", "Der Ritt")
        raise Verstoss(ref, f"{zug} kostet {bewegungspunkte(summe)}, {s.rufname(gefaehrt)} hat noch {hat}.")
    verstoss = halt_verstoss(s, gefaehrt, felder)
    if verstoss is not None:
        raise verstoss
    return Fahrt(vektor, tuple(kosten))


def erreichbar(s: Schlacht, gefaehrt: Gefaehrt, vektor: Vector) -> Iterator[tuple[int, tuple[Field, ...]]]:
    """How many steps lead to which boards in this direction, those alone on which it may end."""
    felder = s.flaeche(gefaehrt)
    seite = s.herr_seite(gefaehrt)
    rest = punkte(s, gefaehrt)
    schritte = 0
    while True:
        try:
            rest -= schritt(s, gefaehrt, felder, vektor, seite)
        except Verstoss:
            return
        if rest < 0:
            return
        felder = shift(felder, vektor)
        schritte += 1
        if halt_verstoss(s, gefaehrt, felder) is None:
            yield schritte, felder


def ausfuehren(s: Schlacht, gefaehrt: Gefaehrt, fahrt: Fahrt, ausser: tuple[str, ...] = ()) -> Script[bool]:
    """Drive step by step. Returns whether the Gefährt arrived and may go on.

    `ausser` are Weitkämpfer that it is about to run over: their Erstschlag is settled with the Probe (STW 10.1).
    """
    seite = s.herr_seite(gefaehrt)
    wer = s.rufname(gefaehrt)
    assert gefaehrt.at is not None
    spur = [gefaehrt.at]
    if gefaehrt.richtung != fahrt.vektor:
        gefaehrt.richtung = fahrt.vektor
        gefaehrt.gefahren = 0
    gefaehrt.bewegt = True
    gefaehrt.weiter = False
    gefaehrt.abgestiegen = False
    bisher = gefaehrt.verbraucht
    s.abheben(gefaehrt)
    weiter = True
    for kosten in fahrt.kosten:
        vorher = s.flaeche(gefaehrt)
        gefaehrt.at = add(spur[-1], fahrt.vektor)
        spur.append(gefaehrt.at)
        gefaehrt.verbraucht = bisher + kosten
        gefaehrt.gefahren += 1
        weiter = yield from begegnen(s, gefaehrt, seite, vorher, tuple(spur), ausser)
        if not weiter:
            break
    s.report.mark("path", namen(tuple(spur)), gefaehrt.id, seite)
    if gefaehrt.out:
        return False
    if weiter:
        s.hinstellen(gefaehrt, gefaehrt.at)
    verb, ref = ("fährt", "STW 2") if gefaehrt.art == "streitwagen" else ("reitet", "R-67")
    text = f"{wer} {verb} von {field_name(spur[0])} nach {field_name(gefaehrt.at)}"
    if gefaehrt.at == spur[0]:
        text = f"{wer} bleibt auf {field_name(gefaehrt.at)}"
    s.report.consequence(gefaehrt.id, "zug", text, ref, len(spur) - 1)
    return weiter


def begegnen(
    s: Schlacht,
    gefaehrt: Gefaehrt,
    seite: str,
    vorher: tuple[Field, ...],
    spur: tuple[Field, ...],
    ausser: tuple[str, ...] = (),
) -> Script[bool]:
    """What a lifted board meets where it has just come: Erstschläge, then branches. Returns whether it may go on.

    If not, it is either out or has been put down: here, or on the last field of its track where it may stand (R-39).
    """
    yield from erstschlaege(s, gefaehrt, seite, vorher, ausser)
    if gefaehrt.out:
        return False
    stufe = yield from baumastprobe.wuerfeln(s, gefaehrt, vorher)
    if stufe is None and gefaehrt.lenker is not None:
        return True
    _anhalten(s, gefaehrt, spur)
    if stufe is not None:
        yield from baumastprobe.folgen(s, gefaehrt, stufe)
    return False


def _anhalten(s: Schlacht, gefaehrt: Gefaehrt, spur: tuple[Field, ...]) -> None:
    board = s.board(gefaehrt)
    darf = (at for at in reversed(spur) if halt_verstoss(s, gefaehrt, footprint(at, gefaehrt.facing, *board)) is None)
    at = next(darf, spur[0])
    if at != gefaehrt.at:
        gefaehrt.gefahren -= len(spur) - 1 - spur.index(at)
        s.report.say(f"{gefaehrt} kann hier nicht stehen und wird auf {field_name(at)} zurückgesetzt.", "R-39")
    s.hinstellen(gefaehrt, at)
