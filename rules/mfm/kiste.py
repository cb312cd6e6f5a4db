"""The Kiste of "Das Geheimdokument": carrying it, passing it on, searching it (MfM 4.27, R-60, R-61).

How carriers walk step by step stands in `tragen`; that the Kiste at its goal wins, in `sieg`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.board.square import DIRECTIONS, Field, add, field_name, straight, walk
from rules.mfm import bewegen
from rules.mfm.befehle import Bewegen, Kiste, Suchen
from rules.mfm.bewegen import darf_ziehen
from rules.mfm.gelaende import kontakt
from rules.mfm.model import Figur, Kampf, Schlacht
from rules.mfm.model import Kiste as Truhe
from rules.mfm.sieg import beenden
from rules.mfm.tragen import Gang, aufheben, gehen, haltverstoss, kann_tragen, planen, schrittkosten, tragpunkte
from rules.referee.orders import Order
from rules.referee.refusal import Unverstaendlich, Verstoss, require
from rules.referee.requests import Roll, Script, Throw

# -- moving -----------------------------------------------------------------------------------------------------------


def ziehen(s: Schlacht, sitz: str, befehl: Bewegen) -> Script[None]:
    """`/bewegen` on foot where there is a Kiste: its carriers have less to spend, everybody else walks as ever."""
    figur = s.eigene(sitz, befehl.figur)
    kiste = _kiste(s)
    if befehl.mit is None and figur.id != kiste.traeger and not befehl.kiste:
        yield from bewegen.zu_fuss(s, sitz, befehl)
        if kiste.zweiter == figur.id:
            kiste.zweiter = None
        if not figur.out:
            aufheben(s, figur)
        return
    mit = None if befehl.mit is None else s.eigene(sitz, befehl.mit)
    gang = _gang(s, figur, mit, s.feld(befehl.nach), befehl.kiste)
    kiste.zweiter = gang.wer[1] if len(gang.wer) > 1 else None
    yield from gehen(s, gang)


def _gang(s: Schlacht, figur: Figur, mit: Figur | None, ziel: Field, nimmt: bool) -> Gang:
    """The way of a carrier, alone or with a second one; `ziel` is where the named figure ends."""
    kiste = _kiste(s)
    wer = _paar(s, figur, mit) if mit is not None else (figur,)
    for einer in wer:
        darf_ziehen(s, einer)
    kiste_frei(s, wer[0])
    assert figur.at is not None
    require(ziel in s.grid, "R-74", "Niemand verlässt die Karte.")
    require(ziel != figur.at, "GR 3", f"{figur} steht schon auf {field_name(ziel)}.")
    linie = straight(figur.at, ziel)
    if linie is None:
        raise Verstoss(
            "GR 3", f"{field_name(ziel)} liegt nicht in gerader Linie von {figur}; ein Zug hat keinen Knick."
        )
    if wer[0].id != kiste.traeger:
        ueber = kiste.traeger is None and kiste.at in walk(figur.at, *linie)
        require(ueber and kann_tragen(s, figur), "R-60", f"Auf diesem Weg kann {figur} keine Kiste mitnehmen.")
    von = tuple(einer.at for einer in wer if einer.at is not None)
    return planen(s, wer, von, *linie, punkte(s, wer), "R-60", nimmt)


def _paar(s: Schlacht, figur: Figur, mit: Figur) -> tuple[Figur, Figur]:
    """Lead and second carrier, whichever of them the order names first (R-60)."""
    kiste = _kiste(s)
    require(kiste.traeger in (figur.id, mit.id), "R-60", f"Weder {figur} noch {mit} trägt die Kiste.")
    require(figur is not mit, "R-60", f"{figur} kann nicht zugleich der zweite Träger sein.")
    vorn, hinten = (figur, mit) if figur.id == kiste.traeger else (mit, figur)
    require(kann_tragen(s, hinten), "R-60", f"{hinten} kann nicht mittragen.")
    require(
        kontakt(s, s.flaeche(vorn), s.flaeche(hinten)),
        "R-60",
        f"{hinten} grenzt nicht an {vorn} an und kann nicht mittragen.",
    )
    return vorn, hinten


def punkte(s: Schlacht, wer: tuple[Figur, ...]) -> int:
    """What those who go with the Kiste may spend; of two the smaller B counts (R-60)."""
    return min(tragpunkte(s, figur, len(wer) > 1) for figur in wer)


def kiste_frei(s: Schlacht, figur: Figur) -> None:
    """Refuse a second change of its field in one Spieldurchgang, unless it is still the same Spielzug (R-60)."""
    kiste = _kiste(s)
    require(
        not kiste.bewegt or kiste.bewegt_von == figur.id,
        "R-60",
        "Die Kiste hat in diesem Spieldurchgang schon das Feld gewechselt; wer ohne sie ziehen will, legt sie ab.",
    )


def _kiste(s: Schlacht) -> Truhe:
    if s.kiste is None:
        raise Verstoss("GR Geheimdokument", "In dieser Partie gibt es keine Kiste.")
    return s.kiste


# -- putting down, taking up, handing over ----------------------------------------------------------------------------


def umgehen(s: Schlacht, sitz: str, befehl: Kiste) -> Script[None]:
    """`/kiste`: free of cost, at the start of the figure's Spielzug (R-60)."""
    yield from ()
    _kiste(s)
    figur = s.eigene(sitz, befehl.figur)
    if befehl.was == "geben":
        if befehl.an is None:
            raise Unverstaendlich("Bei /kiste was:geben fehlt »an«: wer sie bekommt.")
        _geben(s, figur, befehl.an)
    elif befehl.was == "ablegen":
        _ablegen(s, figur)
    else:
        _aufnehmen(s, figur)


def _am_anfang(figur: Figur) -> bool:
    """Whether the figure's Spielzug has not begun yet."""
    return not (figur.bewegt or figur.nachsetzen or figur.zu or figur.zug_vorbei) and figur.kampf is Kampf.OFFEN


def _darf_abgeben(s: Schlacht, figur: Figur) -> None:
    require(_kiste(s).traeger == figur.id, "R-60", f"{figur} trägt die Kiste nicht.")
    require(figur.at is not None, "R-59", f"{figur} ist noch nicht auf der Karte.")
    require(_am_anfang(figur), "R-60", f"{figur} hat seinen Spielzug schon begonnen.")


def _ablegen(s: Schlacht, figur: Figur) -> None:
    _darf_abgeben(s, figur)
    kiste = _kiste(s)
    kiste.traeger = kiste.zweiter = None
    kiste.at = figur.at
    s.report.consequence(figur.id, "kiste", f"{figur} legt die Kiste ab", "R-60")


def _darf_aufnehmen(s: Schlacht, figur: Figur) -> None:
    kiste = _kiste(s)
    require(kann_tragen(s, figur), "R-61", f"{figur} kann die Kiste nicht tragen.")
    require(
        kiste.traeger is None and figur.at is not None and kiste.at == figur.at,
        "R-60",
        f"{figur} steht nicht auf dem Feld, auf dem die Kiste liegt.",
    )
    require(_am_anfang(figur), "R-60", f"{figur} hat seinen Spielzug schon begonnen.")


def _aufnehmen(s: Schlacht, figur: Figur) -> None:
    _darf_aufnehmen(s, figur)
    aufheben(s, figur)


def _darf_bekommen(s: Schlacht, figur: Figur, an: Figur) -> bool:
    return an is not figur and kann_tragen(s, an) and kontakt(s, s.flaeche(figur), s.flaeche(an))


def _geben(s: Schlacht, figur: Figur, an: str) -> None:
    """A hand-over changes the Kiste's field: it stays there for this Spieldurchgang (R-60)."""
    _darf_abgeben(s, figur)
    kiste_frei(s, figur)
    empfaenger = s.figuren.get(an)
    if empfaenger is None or not _darf_bekommen(s, figur, empfaenger):
        raise Verstoss("R-60", f"{s.einheit(an)} steht nicht neben {figur} oder kann die Kiste nicht tragen.")
    kiste = _kiste(s)
    kiste.traeger, kiste.zweiter = empfaenger.id, None
    kiste.bewegt, kiste.bewegt_von = True, None
    s.report.consequence(empfaenger.id, "kiste", f"{figur} übergibt die Kiste an {empfaenger}", "R-60")


# -- searching --------------------------------------------------------------------------------------------------------


def suchen(s: Schlacht, sitz: str, befehl: Suchen) -> Script[None]:
    """The Suchwurf: in place of the fight, on the field of the Kiste, once in a Spieldurchgang (R-61)."""
    figur = s.eigene(sitz, befehl.figur)
    darf_suchen(s, figur)
    kiste, regel = _kiste(s), s.aufbau.kiste
    assert regel is not None
    ab = s.tabellen.kiste.suchwurf_ab
    kiste.gesucht = True
    figur.kampf = Kampf.FERTIG
    s.report.say(f"{figur} durchsucht die Kiste.", "GR Geheimdokument")
    gefunden = tuple(0 if seite >= ab else 1 for seite in range(1, 13))
    wurf: Throw = yield Roll(12, 1, f"Suchwurf von {figur} (ab {ab})", "GR Geheimdokument", sitz, bands=gefunden)
    if wurf.hits:
        beenden(s, regel.sucht, "das Dokument ist gefunden und vernichtet", "GR Geheimdokument")
    else:
        s.report.say("Nichts gefunden.", "GR Geheimdokument")


def darf_suchen(s: Schlacht, figur: Figur) -> None:
    kiste, regel = _kiste(s), s.aufbau.kiste
    require(regel is not None and figur.seite == regel.sucht, "R-61", f"{figur} sucht nicht nach dem Dokument.")
    require(
        kiste.traeger is None and figur.at is not None and kiste.at == figur.at,
        "R-61",
        f"{figur} steht nicht auf dem Feld der Kiste.",
    )
    require(not kiste.gesucht, "R-61", "In diesem Spieldurchgang wurde schon gesucht.")
    require(figur.kampf is Kampf.OFFEN, "R-61", f"{figur} hat in diesem Spieldurchgang schon gekämpft.")


# -- what is possible -------------------------------------------------------------------------------------------------


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Order]:
    """Every move on foot, everything that can be done with the Kiste, and the Suchwurf."""
    kiste = _kiste(s)
    if figur.id == kiste.traeger:
        yield from _traegerzuege(s, figur)
    else:
        yield from bewegen.moeglich(s, figur)
        yield from _im_vorbeigehen(s, figur)
    yield from _handgriffe(s, figur)
    if _geht(darf_suchen, s, figur):
        yield Suchen(figur=figur.id)


def _geht(pruefung: Callable[[Schlacht, Figur], None], s: Schlacht, figur: Figur) -> bool:
    try:
        pruefung(s, figur)
    except Verstoss:
        return False
    return True


def _traegerzuege(s: Schlacht, figur: Figur) -> Iterator[Order]:
    if figur.at is None or not _geht(darf_ziehen, s, figur) or not _geht(kiste_frei, s, figur):
        return
    for ziel in _linien(s, (figur,)):
        yield Bewegen(figur=figur.id, nach=field_name(ziel))
    for zweiter in s.figuren.values():
        if (
            zweiter.sitz == figur.sitz
            and zweiter.at is not None
            and not (zweiter.beendet or zweiter.unterwegs)
            and _darf_bekommen(s, figur, zweiter)
            and _geht(darf_ziehen, s, zweiter)
        ):
            for ziel in _linien(s, (figur, zweiter)):
                yield Bewegen(figur=figur.id, nach=field_name(ziel), mit=zweiter.id)


def _linien(s: Schlacht, wer: tuple[Figur, ...]) -> Iterator[Field]:
    """Where the first of them may end a move with the Kiste."""
    hat = punkte(s, wer)
    for vektor in DIRECTIONS:
        felder = tuple(einer.at for einer in wer if einer.at is not None)
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
                yield felder[0]


def _im_vorbeigehen(s: Schlacht, figur: Figur) -> Iterator[Order]:
    """Moves that take the lying Kiste along."""
    kiste = _kiste(s)
    if kiste.traeger is not None or kiste.at is None or figur.at is None or not kann_tragen(s, figur):
        return
    if kiste.at == figur.at or not _geht(darf_ziehen, s, figur) or not _geht(kiste_frei, s, figur):
        return
    for ziel in _linien(s, (figur,)):
        linie = straight(figur.at, ziel)
        if ziel != kiste.at and linie is not None and kiste.at in walk(figur.at, *linie):
            yield Bewegen(figur=figur.id, nach=field_name(ziel), kiste=True)


def _handgriffe(s: Schlacht, figur: Figur) -> Iterator[Order]:
    if _geht(_darf_aufnehmen, s, figur):
        yield Kiste(figur=figur.id, was="aufnehmen")
    if not _geht(_darf_abgeben, s, figur):
        return
    yield Kiste(figur=figur.id, was="ablegen")
    if _geht(kiste_frei, s, figur):
        for an in s.figuren.values():
            if an.at is not None and _darf_bekommen(s, figur, an):
                yield Kiste(figur=figur.id, was="geben", an=an.id)
