"""Fahren and Wenden: how Streitwagen and Reiter move and turn (STW 2, STW KR 2; MfM 4.9, R-04, R-41, R-67).

What a drive costs and what it meets stands in `fahrt`; driving at somebody is a chapter of its own (anfahren).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Facing, Field, Vector, add, field_name, footprint, front_row, placements, shift, straight
from rules.mfm.befehle import Bewegen, Wenden
from rules.mfm.fahrt import (
    ausfuehren,
    begegnen,
    darf_fahren,
    darf_lenken,
    erreichbar,
    lies_gefaehrt,
    planen,
    richtungen,
)
from rules.mfm.gelaende import kann_stehen
from rules.mfm.model import Gefaehrt, Schlacht
from rules.referee.orders import Order
from rules.referee.refusal import Mehrdeutig, Unverstaendlich, Verstoss, require
from rules.referee.requests import Ask, AskKind, Option, Script


def fahren(s: Schlacht, sitz: str, befehl: Bewegen) -> Script[None]:
    """A Streitwagen drives, or a Reiter rides; at the end it may be turned in the same order."""
    if befehl.mit is not None or befehl.kiste:
        raise Unverstaendlich("»mit« und »kiste« gelten nur für Träger der Kiste, und die gehen zu Fuß.")
    gefaehrt = lies_gefaehrt(s, sitz, befehl.figur)
    darf_fahren(gefaehrt)
    vektor, schritte = ziel_lesen(s, gefaehrt, s.feld(befehl.nach))
    fahrt = planen(s, gefaehrt, vektor, schritte)
    facing = None if befehl.richtung is None else Facing(befehl.richtung)
    if facing is gefaehrt.facing:
        facing = None
    if facing is not None:
        _pruefe_stellungen(s, gefaehrt, facing, shift(s.flaeche(gefaehrt), vektor, schritte))

    angekommen = yield from ausfuehren(s, gefaehrt, fahrt)
    if angekommen and facing is not None:
        yield from _drehen(s, gefaehrt, facing, None)


def ziel_lesen(s: Schlacht, gefaehrt: Gefaehrt, ziel: Field) -> tuple[Vector, int]:
    """Direction and steps that bring the front to this field: its left end if that goes, else another of its fields."""
    assert gefaehrt.at is not None
    erlaubt = richtungen(s, gefaehrt)
    front = front_row(gefaehrt.at, gefaehrt.facing, s.board(gefaehrt)[0])
    linien = [linie for feld in front if (linie := straight(feld, ziel)) is not None and linie[0] in erlaubt]
    if not linien:
        raise _keine_linie(s, gefaehrt, ziel)
    if straight(gefaehrt.at, ziel) in linien:
        return linien[0]
    lesarten = tuple(dict.fromkeys(linien))
    if len(lesarten) > 1:
        orte = " oder ".join(field_name(add(gefaehrt.at, *lesart)) for lesart in lesarten)
        raise Mehrdeutig(f"{field_name(ziel)} lässt sich verschieden lesen; nenne das linke vordere Feld: {orte}.")
    return lesarten[0]


def _keine_linie(s: Schlacht, gefaehrt: Gefaehrt, ziel: Field) -> Verstoss:
    wohin = field_name(ziel)
    if ziel == gefaehrt.at:
        return Verstoss("GR 3", f"{gefaehrt} steht schon auf {wohin}.")
    if gefaehrt.art == "reittier":
        return Verstoss("GR 3", f"{wohin} liegt nicht in gerader Linie von {s.rufname(gefaehrt)}.")
    if gefaehrt.bewegt:
        return Verstoss("STW 2", f"{wohin} liegt nicht in der Fahrtrichtung von {gefaehrt}; gefahren wird gerade.")
    return Verstoss("STW 2", f"{wohin} liegt für {gefaehrt} weder geradeaus noch schräg vorwärts.")


def wenden(s: Schlacht, sitz: str, befehl: Wenden) -> Script[None]:
    """Turn after the drive or instead of it; free of cost, and the end of the Bewegungszug (STW 2, R-41)."""
    gefaehrt = lies_gefaehrt(s, sitz, befehl.wagen)
    darf_wenden(gefaehrt)
    facing = Facing(befehl.richtung)
    require(facing is not gefaehrt.facing, "STW 2", f"{gefaehrt} schaut schon nach {facing.label}.")
    stellungen = _pruefe_stellungen(s, gefaehrt, facing, s.flaeche(gefaehrt))
    auf = None if befehl.auf is None else s.feld(befehl.auf)
    require(
        auf is None or auf in stellungen,
        _ref(gefaehrt),
        f"So kann {gefaehrt} nicht zu stehen kommen; links vorn möglich: {', '.join(map(field_name, stellungen))}.",
    )
    yield from _drehen(s, gefaehrt, facing, auf)


def darf_wenden(gefaehrt: Gefaehrt) -> None:
    darf_lenken(gefaehrt)
    require(not gefaehrt.anfahren_offen, "R-41", f"{gefaehrt} hat das Anfahren angesagt und wendet nicht mehr.")
    require(not gefaehrt.zug_vorbei, "GR 1", f"Der Bewegungszug von {gefaehrt} ist zu Ende.")


def stellungen(s: Schlacht, gefaehrt: Gefaehrt, facing: Facing, felder: tuple[Field, ...]) -> tuple[Field, ...]:
    """Where the board may lie when it has been turned on these fields: its left front field, most overlap first.

    Half of a Streitwagen stays where it was, of a Reiter one field; all of it on free ground open to it (R-41, R-67).
    """
    w, l = s.board(gefaehrt)  # noqa: E741
    bleibt = 1 if gefaehrt.art == "reittier" else (w * l + 1) // 2
    return tuple(
        at for at in placements(felder, facing, w, l, bleibt) if kann_stehen(s, gefaehrt, footprint(at, facing, w, l))
    )


def _pruefe_stellungen(s: Schlacht, gefaehrt: Gefaehrt, facing: Facing, felder: tuple[Field, ...]) -> tuple[Field, ...]:
    found = stellungen(s, gefaehrt, facing, felder)
    require(found, _ref(gefaehrt), f"{gefaehrt} hat keinen Platz, um nach {facing.label} zu wenden.")
    return found


def _ref(gefaehrt: Gefaehrt) -> str:
    return "R-67" if gefaehrt.art == "reittier" else "R-41"


def _drehen(s: Schlacht, gefaehrt: Gefaehrt, facing: Facing, auf: Field | None) -> Script[None]:
    vorher = s.flaeche(gefaehrt)
    if auf is None:
        offen = stellungen(s, gefaehrt, facing, vorher)
        key: str = yield Ask(
            s.herr(gefaehrt),
            f"Auf welchem Feld steht {s.rufname(gefaehrt)} nach dem Wenden links vorn?",
            tuple(Option(field_name(at), field_name(at)) for at in offen),
            _ref(gefaehrt),
            topic="stellung",
            kind=AskKind.FIELD,
            default=field_name(offen[0]),
        )
        auf = s.feld(key)
    seite = s.herr_seite(gefaehrt)
    gefaehrt.bewegt = True
    gefaehrt.gewendet = True
    gefaehrt.weiter = False
    gefaehrt.abgestiegen = False
    gefaehrt.richtung = None
    gefaehrt.gefahren = 0
    s.abheben(gefaehrt)
    gefaehrt.at = auf
    gefaehrt.facing = facing
    text = f"{s.rufname(gefaehrt)} wendet nach {facing.label}"
    s.report.consequence(gefaehrt.id, "wenden", text, "STW 2" if gefaehrt.art == "streitwagen" else "R-67")
    # The board comes onto new fields: branches and reach weapons meet it there as on a drive.
    if (yield from begegnen(s, gefaehrt, seite, vorher, (auf,))):
        s.hinstellen(gefaehrt, auf)


def moeglich(s: Schlacht, gefaehrt: Gefaehrt) -> Iterator[Order]:
    """Every drive and every turn that the Gefährt may make now."""
    wer = gefaehrt.lenker if gefaehrt.art == "reittier" and gefaehrt.lenker else gefaehrt.id
    try:
        darf_fahren(gefaehrt)
    except Verstoss:
        pass
    else:
        for vektor in richtungen(s, gefaehrt):
            for _, felder in erreichbar(s, gefaehrt, vektor):
                yield Bewegen(figur=wer, nach=field_name(felder[0]))
    try:
        darf_wenden(gefaehrt)
    except Verstoss:
        return
    for facing in Facing:
        if facing is not gefaehrt.facing:
            for at in stellungen(s, gefaehrt, facing, s.flaeche(gefaehrt)):
                yield Wenden(wagen=wer, richtung=facing.value, auf=field_name(at))
