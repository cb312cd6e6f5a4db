"""Weitschlag: striking with a reach weapon over a free field, before the Nahkampf (GR 8.1; MfM 4.6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Field, distance, ring
from rules.mfm.ausscheiden import Ziel
from rules.mfm.befehle import Weitschlag
from rules.mfm.erstschlag import erstschlag_bereit
from rules.mfm.fahrt import fahrt_zu_ende
from rules.mfm.kampf import abwickeln, angriff, gegner_lesen, kampfbereit
from rules.mfm.model import Angriffsart, Figur, Gefaehrt, Kampf, Schlacht
from rules.mfm.sprache import zahl
from rules.mfm.trefferaufteilung import ansagbar, ansagen, option
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Script


def weitschlag(s: Schlacht, sitz: str, befehl: Weitschlag) -> Script[None]:
    figur = s.eigene(sitz, befehl.figur)
    pruefe_schlaeger(s, figur)
    gegner = gegner_lesen(s, figur, befehl.ziel, befehl.gegen, "GR 8.1")
    weit = s.typ(figur).weit
    assert weit is not None
    gefaehrt = gegner.einheit if isinstance(gegner.einheit, Gefaehrt) else None
    if gefaehrt is not None:
        ziel = yield from ansagen(s, figur, gefaehrt, gegner.gegen, reichweite_weit(s, figur, gefaehrt))
    else:
        pruefe_ziel(s, figur, gegner.einheit)
        ziel = Ziel(figur=gegner.einheit.id)
    figur.kampf = Kampf.WEIT
    _nachsetzen_oeffnen(s, figur)
    aufgehoben = _aufhebung(s, gegner.einheit)
    if aufgehoben is not None:
        aufgehoben.erst_genutzt = True
        s.report.say(f"Der Weitschlag von {figur} und der Erstschlag von {aufgehoben} heben sich auf.", "GR 8.2")
        return
    s.report.say(f"{figur} führt einen Weitschlag gegen {ziel.name(s)}.", "GR 8.1")
    if (yield from angriff(s, figur, Angriffsart.WEIT, weit.treffer, "GR 8.1")):
        yield from abwickeln(s, figur, Angriffsart.WEIT, ziel, gefaehrt)


def pruefe_schlaeger(s: Schlacht, figur: Figur) -> None:
    require(s.typ(figur).weit, "GR 8", f"{figur} hat keine Weitwaffe.")
    require(figur.kampf is Kampf.OFFEN, "GR 8.1", f"{figur} hat in diesem Spieldurchgang schon gekämpft.")
    kampfbereit(s, figur, "GR 8.1")


def pruefe_ziel(s: Schlacht, figur: Figur, gegner: Figur | Gefaehrt) -> None:
    """Anlauf, distance and the free field between (R-23)."""
    weit = s.typ(figur).weit
    assert weit is not None
    dort = s.flaeche(gegner)
    require(
        not figur.start or distance(figur.start, dort) >= 2,
        "GR 8.1",
        f"{figur} stand zu Beginn schon an {s.rufname(gegner)}: kein Anlauf.",
    )
    weite = 2 * weit.f
    abstand = distance(s.flaeche(figur), dort)
    reicht = "genau 2" if weite == 2 else f"2 bis {weite}"
    require(
        2 <= abstand <= weite,
        "GR 8.1",
        f"{gegner} ist {zahl(abstand, 'Feld', 'Felder')} entfernt; ein Weitschlag von {figur} reicht {reicht} weit.",
    )
    require(
        _freier_raum(s, s.flaeche(figur), dort, abstand), "GR 8.1", f"Zwischen {figur} und {gegner} ist kein Feld frei."
    )


def reichweite_weit(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> tuple[str, ...]:
    """Which of a Gefährt and its leader can be struck from here. Refused where neither can (R-28, R-50)."""
    found: list[str] = []
    verstoesse: list[Verstoss] = []
    teile: list[Figur | Gefaehrt] = [gefaehrt]
    if gefaehrt.fuehrer:
        teile.append(s.figuren[gefaehrt.fuehrer])
    for teil in teile:
        try:
            pruefe_ziel(s, figur, teil)
        except Verstoss as verstoss:
            verstoesse.append(verstoss)
        else:
            found.append(teil.id)
    if not found:
        raise verstoesse[0]
    return tuple(found)


def _freier_raum(s: Schlacht, hier: tuple[Field, ...], dort: tuple[Field, ...], abstand: int) -> bool:
    """Whether open fields lead from one to the other: for distance 2 a single field that touches both (R-23)."""
    rand: tuple[Field, ...] = hier
    for fern in range(abstand - 1, 0, -1):
        rand = tuple(
            feld
            for feld in ring(rand)
            if feld in s.grid
            and s.besetzt(feld) is None
            and s.gelaende(feld).nahkampf
            and distance((feld,), dort) == fern
        )
        if not rand:
            return False
    return True


def _nachsetzen_oeffnen(s: Schlacht, figur: Figur) -> None:
    """The rest of the movement stays open after the Weitschlag, in a direction of its own (R-24, R-28)."""
    gefaehrt = s.gefaehrt_von(figur)
    if gefaehrt is not None:
        gefaehrt.weiter = gefaehrt.bewegt and not fahrt_zu_ende(gefaehrt)
    elif not figur.zu and not figur.zug_vorbei:
        figur.nachsetzen = True
        figur.bewegt = False


def _aufhebung(s: Schlacht, gegner: Figur | Gefaehrt) -> Figur | None:
    """An unused Erstschlag of the target, or of its crew, cancels the Weitschlag (GR 8.2, R-26)."""
    leute = s.crew(gegner) if isinstance(gegner, Gefaehrt) else (gegner,)
    return next((figur for figur in leute if erstschlag_bereit(s, figur)), None)


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Weitschlag]:
    """Every Weitschlag that the figure may make from where it stands."""
    try:
        pruefe_schlaeger(s, figur)
    except Verstoss:
        return
    for gegner in s.figuren.values():
        if gegner.out or gegner.unterwegs or gegner.seite == figur.seite or gegner.at is None or gegner.fuehrt:
            continue
        if _erreicht(s, figur, gegner):
            yield Weitschlag(figur=figur.id, ziel=gegner.id)
    for gefaehrt in s.gefaehrte.values():
        if gefaehrt.out or gefaehrt.at is None or s.herr_seite(gefaehrt) == figur.seite:
            continue
        try:
            reicht = reichweite_weit(s, figur, gefaehrt)
        except Verstoss:
            continue
        for ziel in ansagbar(s, gefaehrt, reicht):
            yield Weitschlag(figur=figur.id, ziel=gefaehrt.id, gegen=option(s, ziel).key)


def _erreicht(s: Schlacht, figur: Figur, gegner: Figur) -> bool:
    try:
        pruefe_ziel(s, figur, gegner)
    except Verstoss:
        return False
    return True
