"""Führen: a figure on foot moves the animals it has caught, as one unit with them, or lets go (STW 6.1; MfM 4.19).

The unit has the figure's B and the ways of what it leads; whatever stops a Streitwagen stops both (R-50).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Facing, Field, Vector, add, field_name, footprint, shift, straight
from rules.mfm import baumastprobe
from rules.mfm.ausscheiden import fuehrung_loesen, naechste_freie
from rules.mfm.befehle import Fuehren, Loslassen
from rules.mfm.bewegen import Weg
from rules.mfm.erstschlag import erstschlaege
from rules.mfm.fahren import stellungen
from rules.mfm.fahrt import richtungen
from rules.mfm.gelaende import halt_verstoss, kontakt, schritt
from rules.mfm.model import Figur, Gefaehrt, Kampf, Schlacht, namen
from rules.mfm.sprache import bewegungspunkte
from rules.referee.orders import Order
from rules.referee.refusal import Unverstaendlich, Verstoss, require
from rules.referee.report import Report
from rules.referee.requests import Ask, AskKind, Option, Script

Stand = tuple[Field, Field]
"""Where the figure and what it leads stand, each by its `at`."""
Teile = tuple[tuple[Field, ...], tuple[Field, ...]]
"""The fields of the figure and those of what it leads."""


def fuehren(s: Schlacht, sitz: str, befehl: Fuehren) -> Script[None]:
    figur = s.eigene(sitz, befehl.figur)
    gefaehrt = pruefe(s, figur)
    facing = Facing(befehl.richtung) if befehl.richtung is not None else gefaehrt.facing
    if befehl.auf is not None and befehl.richtung is None:
        raise Unverstaendlich("»auf« gilt nur zusammen mit »richtung«: wo das Board nach dem Wenden liegt.")
    auf = None if befehl.auf is None else s.feld(befehl.auf)
    # Neither is in the other's way: both are lifted before the way is looked at.
    _abheben(s, figur, gefaehrt)
    weg = _weg_nach(s, figur, gefaehrt, s.feld(befehl.nach), wendet=facing is not gefaehrt.facing)
    if facing is not gefaehrt.facing:
        _pruefe_wenden(s, figur, gefaehrt, weg, facing, auf)

    figur.bewegt = True
    figur.zug_vorbei = True
    figur.kampf = Kampf.FERTIG
    gefaehrt.bewegt = True
    gefaehrt.abgestiegen = False
    if (yield from _ziehen(s, figur, gefaehrt, weg)) and facing is not gefaehrt.facing:
        yield from _wenden(s, figur, gefaehrt, facing, auf)


def pruefe(s: Schlacht, figur: Figur) -> Gefaehrt:
    """What the figure leads; refused if it may not move it now."""
    if figur.fuehrt is None:
        raise Verstoss("STW 6.1", f"{figur} führt keine Tiere.")
    gefaehrt = s.gefaehrte[figur.fuehrt]
    require(not figur.bewegt, "GR 1", f"{figur} hat sich in diesem Spieldurchgang schon bewegt.")
    require(not gefaehrt.bewegt, "GR 1", f"{gefaehrt} hat sich in diesem Spieldurchgang schon bewegt.")
    require(not gefaehrt.beendet, "STW 4.2", f"Der Spielzug von {gefaehrt} ist zu Ende.")
    require(not gefaehrt.zu, "R-17", f"{gefaehrt} steht still: Von Bord wurde ohne Abzug geschossen.")
    return gefaehrt


def _abheben(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> None:
    s.abheben(figur)
    s.abheben(gefaehrt)


def _stand(figur: Figur, gefaehrt: Gefaehrt) -> Stand:
    assert figur.at is not None
    assert gefaehrt.at is not None
    return figur.at, gefaehrt.at


def _teile(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> Teile:
    return s.flaeche(figur), s.flaeche(gefaehrt)


def _weg_nach(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, ziel: Field, wendet: bool) -> Weg:
    """The straight way that brings the figure to a field, with what it leads; refused by the first rule against it."""
    assert figur.at is not None
    require(ziel in s.grid, "R-74", "Niemand verlässt die Karte.")
    if ziel == figur.at:
        require(wendet, "GR 3", f"{figur} steht schon auf {field_name(ziel)}.")
        return Weg((0, 0), ())
    linie = straight(figur.at, ziel)
    if linie is None:
        raise Verstoss(
            "GR 3", f"{field_name(ziel)} liegt nicht in gerader Linie von {figur}; ein Zug hat keinen Knick."
        )
    vektor, schritte = linie
    require(
        vektor in richtungen(s, gefaehrt), "R-50", f"{gefaehrt} lässt sich nur geradeaus oder schräg vorwärts führen."
    )
    teile = _teile(s, figur, gefaehrt)
    summe = 0
    kosten: list[int] = []
    for _ in range(schritte):
        summe += _schritt(s, gefaehrt, teile, vektor)
        teile = _weiter(teile, vektor)
        kosten.append(summe)
    b = s.typ(figur).b
    require(summe <= b, "STW 6.1", f"Der Weg kostet {bewegungspunkte(summe)}, {figur} hat {b}.")
    verstoss = halt_verstoss(s, gefaehrt, teile[0] + teile[1])
    if verstoss is not None:
        raise verstoss
    return Weg(vektor, tuple(kosten))


def _schritt(s: Schlacht, gefaehrt: Gefaehrt, teile: Teile, vektor: Vector) -> int:
    """What a step costs: leader and board each enter fields as the animals would, and the dearest counts (R-50)."""
    seite = s.herr_seite(gefaehrt)
    return max(schritt(s, gefaehrt, felder, vektor, seite) for felder in teile)


def _weiter(teile: Teile, vektor: Vector) -> Teile:
    return shift(teile[0], vektor), shift(teile[1], vektor)


def _ziehen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, weg: Weg) -> Script[bool]:
    """Lead the lifted unit step by step. Returns whether both have arrived; whoever is left has been put down."""
    spur = [_stand(figur, gefaehrt)]
    bisher = gefaehrt.verbraucht
    weiter = True
    for kosten in weg.kosten:
        vorher = _teile(s, figur, gefaehrt)
        figur.at, gefaehrt.at = add(spur[-1][0], weg.vektor), add(spur[-1][1], weg.vektor)
        spur.append((figur.at, gefaehrt.at))
        figur.verbraucht = kosten
        # Whoever rides along and gets off has only what is left of the day's way (STW 5.1).
        gefaehrt.verbraucht = min(s.bewegung(gefaehrt), bisher + kosten)
        weiter = yield from _begegnen(s, figur, gefaehrt, vorher, spur)
        if not weiter:
            break
    if weiter:
        _hinstellen(s, figur, gefaehrt)
    s.report.mark("path", namen(tuple(at for _, at in spur)), gefaehrt.id, figur.seite)
    if weg.kosten and gefaehrt.at is not None:
        text = f"{figur} führt {gefaehrt} von {field_name(spur[0][1])} nach {field_name(gefaehrt.at)}"
        s.report.consequence(gefaehrt.id, "zug", text, "STW 6.1", figur.verbraucht)
    return weiter


def _begegnen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, vorher: Teile, spur: list[Stand]) -> Script[bool]:
    """Erstschläge and branches where the lifted unit has just come. Returns whether it goes on whole."""
    yield from erstschlaege(s, gefaehrt, figur.seite, vorher[0] + vorher[1])
    stufe = None
    if not gefaehrt.out:
        # Branches that the leader has walked under himself are as new to the board as any others.
        stufe = yield from baumastprobe.wuerfeln(s, gefaehrt, vorher[1])
    if stufe is None and not gefaehrt.out and not figur.out:
        return True
    _anhalten(s, figur, gefaehrt, spur)
    if stufe is not None:
        yield from baumastprobe.folgen(s, gefaehrt, stufe)
    return False


def _anhalten(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, spur: list[Stand]) -> None:
    """Who is left stops here, or on the last stand of the track where he may (R-39)."""
    for hier, dort in reversed(spur):
        figur.at = None if figur.out else hier
        gefaehrt.at = None if gefaehrt.out else dort
        if all(halt_verstoss(s, einheit, s.flaeche(einheit)) is None for einheit in (figur, gefaehrt)):
            break
    else:
        # The crew of the lost Streitwagen has been set up on the leader's own track.
        figur.at = naechste_freie(s, figur, s.flaeche(figur))[0]
    if figur.at is not None and figur.at != spur[-1][0]:
        s.report.say(f"{figur} kann hier nicht stehen und wird auf {field_name(figur.at)} zurückgesetzt.", "R-39")
    _hinstellen(s, figur, gefaehrt)


def _hinstellen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> None:
    for einheit in (figur, gefaehrt):
        if einheit.at is not None:
            s.hinstellen(einheit, einheit.at)


def wendestellungen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, stand: Stand, facing: Facing) -> tuple[Field, ...]:
    """Where the led board may lie after Wenden: as always, and so that its leader still has hold of it (R-41, R-50)."""
    von, weite = _stand(figur, gefaehrt)[0], s.board(gefaehrt)
    hier = shift(s.flaeche(figur), (stand[0][0] - von[0], stand[0][1] - von[1]))
    found = []
    for at in stellungen(s, gefaehrt, facing, footprint(stand[1], gefaehrt.facing, *weite)):
        felder = footprint(at, facing, *weite)
        if not any(feld in felder for feld in hier) and kontakt(s, hier, felder):
            found.append(at)
    return tuple(found)


def _pruefe_wenden(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, weg: Weg, facing: Facing, auf: Field | None) -> None:
    hier, dort = shift(_stand(figur, gefaehrt), weg.vektor, weg.schritte)
    found = wendestellungen(s, figur, gefaehrt, (hier, dort), facing)
    require(found, "R-41", f"{gefaehrt} hat dort keinen Platz, um nach {facing.label} zu wenden.")
    orte = ", ".join(field_name(at) for at in found)
    require(auf is None or auf in found, "R-41", f"So kann {gefaehrt} nicht zu stehen kommen; möglich: {orte}.")


def _wenden(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, facing: Facing, auf: Field | None) -> Script[None]:
    vorher = _teile(s, figur, gefaehrt)
    _abheben(s, figur, gefaehrt)
    if auf is None:
        moegliche = wendestellungen(s, figur, gefaehrt, _stand(figur, gefaehrt), facing)
        key: str = yield Ask(
            figur.sitz,
            f"Auf welchem Feld steht {gefaehrt} nach dem Wenden links vorn?",
            tuple(Option(field_name(at), field_name(at)) for at in moegliche),
            "R-41",
            topic="stellung",
            kind=AskKind.FIELD,
            default=field_name(moegliche[0]),
        )
        auf = s.feld(key)
    gefaehrt.at = auf
    gefaehrt.facing = facing
    gefaehrt.gewendet = True
    s.report.consequence(gefaehrt.id, "wenden", f"{gefaehrt} wendet nach {facing.label}", "STW 2")
    if (yield from _begegnen(s, figur, gefaehrt, vorher, [_stand(figur, gefaehrt)])):
        _hinstellen(s, figur, gefaehrt)


def loslassen(s: Schlacht, sitz: str, befehl: Loslassen) -> Script[None]:
    """Let go, free of charge, before the figure has done anything else (MfM 4.19)."""
    yield from ()
    figur = s.eigene(sitz, befehl.figur)
    gefaehrt = pruefe_loslassen(s, figur)

    fuehrung_loesen(s, gefaehrt)
    s.report.consequence(gefaehrt.id, "loslassen", f"{figur} lässt {gefaehrt} los", "STW 6.1")


def pruefe_loslassen(s: Schlacht, figur: Figur) -> Gefaehrt:
    if figur.fuehrt is None:
        raise Verstoss("STW 6.1", f"{figur} führt keine Tiere.")
    beginn = not figur.bewegt and figur.kampf is Kampf.OFFEN
    require(beginn, "STW 6.1", f"{figur} hat schon gehandelt; losgelassen wird nur zu Beginn des Spielzugs.")
    return s.gefaehrte[figur.fuehrt]


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Order]:
    """Letting go, and every way to lead, with and without Wenden at its end."""
    if figur.fuehrt is None:
        return
    try:
        pruefe_loslassen(s, figur)
        yield Loslassen(figur=figur.id)
        pruefe(s, figur)
    except Verstoss:
        return
    # On a copy, where both can be lifted without touching the battle.
    yield from _wege(s.copy_for(Report()), figur.id)


def _wege(s: Schlacht, key: str) -> Iterator[Fuehren]:
    figur = s.figuren[key]
    gefaehrt = s.gefaehrte[figur.fuehrt or ""]
    start = _stand(figur, gefaehrt)
    _abheben(s, figur, gefaehrt)
    yield from _wendungen(s, figur, gefaehrt, start)
    for vektor in richtungen(s, gefaehrt):
        teile = _teile(s, figur, gefaehrt)
        stand = start
        rest = s.typ(figur).b
        while True:
            try:
                rest -= _schritt(s, gefaehrt, teile, vektor)
            except Verstoss:
                break
            if rest < 0:
                break
            teile = _weiter(teile, vektor)
            stand = (add(stand[0], vektor), add(stand[1], vektor))
            if halt_verstoss(s, gefaehrt, teile[0] + teile[1]) is None:
                yield Fuehren(figur=figur.id, nach=field_name(stand[0]))
                yield from _wendungen(s, figur, gefaehrt, stand)


def _wendungen(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt, stand: Stand) -> Iterator[Fuehren]:
    for facing in Facing:
        if facing is not gefaehrt.facing and wendestellungen(s, figur, gefaehrt, stand, facing):
            yield Fuehren(figur=figur.id, nach=field_name(stand[0]), richtung=facing.value)
