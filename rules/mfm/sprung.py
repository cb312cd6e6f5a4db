"""Sprung: where figures go that got out of the way of a Streitwagen (STW 3.1, R-36; MfM 4.10).

A jump is no move: it costs nothing, and no reach weapon strikes at it (R-25).
"""

from __future__ import annotations

from rules.board.square import DIRECTIONS, Field, add, distance, field_name
from rules.mfm.ausscheiden import Ziel, fuehrung_loesen, lp_verlieren
from rules.mfm.gelaende import halt_verstoss, schritt
from rules.mfm.model import Figur, Gefaehrt, Schlacht, stammtyp
from rules.referee.refusal import Verstoss
from rules.referee.requests import Ask, AskKind, Option, Script


def springen(s: Schlacht, wagen: Gefaehrt, springer: list[Figur], gesperrt: tuple[Field, ...]) -> Script[None]:
    """All who passed their Proben jump, one after the other; a field once taken is no longer free (R-36).

    `gesperrt` are the fields onto which the Streitwagen is about to follow.
    """
    offen = list(springer)
    while offen:
        figur = yield from _naechster(s, offen, gesperrt)
        offen.remove(figur)
        yield from _springen(s, wagen, figur, gesperrt)


def sprungfelder(s: Schlacht, figur: Figur, gesperrt: tuple[Field, ...]) -> tuple[Field, ...]:
    """Free fields next to the figure on which it may come to stand."""
    assert figur.at is not None
    found = []
    for vektor in DIRECTIONS:
        feld = add(figur.at, vektor)
        if feld in gesperrt:
            continue
        try:
            schritt(s, figur, (figur.at,), vektor, figur.seite)
        except Verstoss:
            continue
        if halt_verstoss(s, figur, (feld,)) is None:
            found.append(feld)
    return tuple(found)


def _naechster(s: Schlacht, offen: list[Figur], gesperrt: tuple[Field, ...]) -> Script[Figur]:
    """Their owner says who jumps first, where it can make a difference: fields are so few that one may be left over."""
    eigene = [figur for figur in offen if figur.sitz == offen[0].sitz]
    if all(len(sprungfelder(s, figur, gesperrt)) >= len(offen) for figur in eigene):
        return offen[0]
    key: str = yield Ask(
        offen[0].sitz,
        "Wer springt zuerst?",
        tuple(Option(figur.id, str(figur)) for figur in eigene),
        "R-36",
        topic="sprungfolge",
        kind=AskKind.UNIT,
        default=eigene[0].id,
    )
    return s.figuren[key]


def _springen(s: Schlacht, wagen: Gefaehrt, figur: Figur, gesperrt: tuple[Field, ...]) -> Script[None]:
    felder = sprungfelder(s, figur, gesperrt)
    if not felder:
        s.report.say(f"{figur} ist eingekreist und findet kein freies Feld.", "STW 3.1")
        yield from lp_verlieren(s, Ziel(figur=figur.id), "STW 3.1")
        return
    board = s.flaeche(wagen)
    weit_weg = max(felder, key=lambda feld: distance((feld,), board))
    key: str = yield Ask(
        figur.sitz,
        f"Wohin springt {figur}?",
        tuple(Option(field_name(feld), field_name(feld)) for feld in felder),
        "STW 3.1",
        topic="sprungfeld",
        kind=AskKind.FIELD,
        default=field_name(weit_weg),
        tags=(stammtyp(figur),),
    )
    assert figur.at is not None
    von = figur.at
    s.abheben(figur)
    s.hinstellen(figur, s.feld(key))
    s.report.mark("jump", (field_name(von), key), figur.id, figur.seite)
    s.report.consequence(figur.id, "sprung", f"{figur} springt nach {key}", "STW 3.1")
    _loslassen(s, figur, von)


def _loslassen(s: Schlacht, figur: Figur, von: Field) -> None:
    """Whoever leaps for his life takes no chest along, and holds animals only as far as his arm reaches."""
    gefaehrt = s.gefaehrte[figur.fuehrt] if figur.fuehrt else None
    if gefaehrt is not None and s.abstand(figur, gefaehrt) > 1:
        fuehrung_loesen(s, gefaehrt)
    kiste = s.kiste
    if kiste is None:
        return
    if kiste.traeger == figur.id:
        kiste.at = von
        kiste.traeger = None
        kiste.zweiter = None
        s.report.say(f"Die Kiste bleibt auf {field_name(von)} liegen.", "R-60")
    elif kiste.zweiter == figur.id and kiste.traeger and s.abstand(figur, s.figuren[kiste.traeger]) > 1:
        kiste.zweiter = None
