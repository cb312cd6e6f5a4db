"""The board for a terminal: terrain as the signs of the map, units by their ids, and a list of everybody below it.

Four signs a field: 24 columns fit into 120. Colours, where they are wanted, tell the sides apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Facing, Field, field_name
from rules.mfm.model import Figur, Gefaehrt, Kampf, Schlacht
from rules.mfm.tragen import kistenfeld

_WEITE = 4
_PFEIL = {Facing.NORD: "^", Facing.OST: ">", Facing.SUED: "v", Facing.WEST: "<"}
_SEITENFARBE = ("\x1b[1;34m", "\x1b[1;31m")
_BLASS, _AUS = "\x1b[2m", "\x1b[0m"
_KISTE = "#"


def karte_text(s: Schlacht, farbe: bool = False) -> str:
    """The board with its coordinates, and the legend."""
    return "\n".join([*_brett(s, farbe), "", *_legende(s, farbe)])


def _brett(s: Schlacht, farbe: bool) -> Iterator[str]:
    zellen = _zellen(s)
    kopf = "     " + "".join(field_name((x, 0))[:-1].ljust(_WEITE) for x in range(s.karte.breite))
    yield kopf.rstrip()
    for y in range(s.karte.hoehe):
        zeile = "".join(_gefaerbt(s, (x, y), zellen, farbe) for x in range(s.karte.breite))
        yield f"{y + 1:>3}  {zeile} {y + 1}"
    yield kopf.rstrip()


def _zellen(s: Schlacht) -> dict[Field, str]:
    """What stands on each field that is not bare ground."""
    zellen: dict[Field, str] = {}
    kurz = _kurznamen(s)
    for einheit in s.einheiten():
        if einheit.out or einheit.at is None or (isinstance(einheit, Figur) and einheit.an_bord):
            continue
        quer, _ = s.board(einheit)
        for nummer, feld in enumerate(s.flaeche(einheit)):
            zellen[feld] = kurz[einheit.id]
            if einheit.facing is not None:
                # The front of a board shows where it looks, the rest that it belongs together.
                zellen[feld] = (_PFEIL[einheit.facing] if nummer < quer else "·") + kurz[einheit.id][: _WEITE - 1]
    kiste = kistenfeld(s)
    if kiste is not None:
        zellen[kiste] = zellen[kiste][: _WEITE - 1] + _KISTE if kiste in zellen else f"[{_KISTE}]"
    return zellen


def _kurznamen(s: Schlacht) -> dict[str, str]:
    """An id of at most four signs for every unit, each only once; a Reittier is shown by its Reiter."""
    kurz: dict[str, str] = {}
    vergeben: dict[str, str] = {}
    for einheit in s.einheiten():
        if isinstance(einheit, Gefaehrt) and einheit.art == "reittier" and einheit.besatzung:
            kurz[einheit.id] = kurz[einheit.besatzung[0]]
            continue
        key = einheit.id
        for form in (key[:_WEITE], key[:2] + key[-2:], *(f"{key[:2]}{n:02}" for n in range(100))):
            if form not in vergeben:
                vergeben[form] = kurz[key] = form
                break
    return kurz


def _gefaerbt(s: Schlacht, feld: Field, zellen: dict[Field, str], farbe: bool) -> str:
    text = zellen.get(feld, s.karte.zeilen[feld[1]][feld[0]]).ljust(_WEITE)
    if not farbe:
        return text
    wer = s.besetzt(feld)
    if wer is not None:
        return _seitenfarbe(s, s.seite_der(wer)) + text + _AUS
    return text if feld in zellen else _BLASS + text + _AUS


def _seitenfarbe(s: Schlacht, seite: str) -> str:
    return _SEITENFARBE[s.aufbau.seiten.index(seite) % len(_SEITENFARBE)]


# -- the list below the board -----------------------------------------------------------------------------------------


def _legende(s: Schlacht, farbe: bool) -> Iterator[str]:
    yield from _umbrochen("Gelände: ", _gelaende(s))
    kiste = kistenfeld(s)
    if s.kiste is not None:
        yield f"Kiste ({_KISTE}): {_kistenlage(s, kiste)}"
    kurz = _kurznamen(s)
    for seite in s.aufbau.seiten:
        am_zug = " (am Zug)" if seite == s.active and not s.over else ""
        titel = f"{s.nennen(seite)}{am_zug}"
        yield _seitenfarbe(s, seite) + titel + _AUS if farbe else titel
        for einheit in s.einheiten():
            reittier = isinstance(einheit, Gefaehrt) and einheit.art == "reittier" and einheit.besatzung
            if s.seite_der(einheit.id) == seite and not reittier:
                name = einheit.id if kurz[einheit.id] == einheit.id else f"{einheit.id} ({kurz[einheit.id]})"
                yield f"  {name:<12} {_typname(s, einheit):<28} {einheit.lp} LP  {', '.join(_zustand(s, einheit))}"


def _gelaende(s: Schlacht) -> list[str]:
    benutzt = dict.fromkeys(zeichen for zeile in s.karte.zeilen for zeichen in zeile)
    return [f"{zeichen} {s.aufbau.gelaende[s.karte.legende[zeichen]].name}" for zeichen in benutzt]


def _umbrochen(vorn: str, worte: list[str], weite: int = 110) -> Iterator[str]:
    zeile = vorn
    for wort in worte:
        if len(zeile) + len(wort) > weite:
            yield zeile.rstrip()
            zeile = " " * len(vorn)
        zeile += wort + "   "
    yield zeile.rstrip()


def _kistenlage(s: Schlacht, feld: Field | None) -> str:
    assert s.kiste is not None
    wo = "noch nicht auf der Karte" if feld is None else f"auf {field_name(feld)}"
    traeger = [key for key in (s.kiste.traeger, s.kiste.zweiter) if key is not None]
    return f"{wo}, getragen von {' und '.join(traeger)}" if traeger else f"{wo}, niemand trägt sie"


def _typname(s: Schlacht, einheit: Figur | Gefaehrt) -> str:
    if isinstance(einheit, Figur):
        return s.typ(einheit).name
    return s.wagentyp(einheit).name if einheit.art == "streitwagen" else "Reittier"


def _zustand(s: Schlacht, einheit: Figur | Gefaehrt) -> Iterator[str]:
    """Where a unit is, and what it has done in this Spieldurchgang."""
    if einheit.out:
        yield "ausgeschieden"
        return
    if isinstance(einheit, Figur) and einheit.an_bord:
        traeger = s.gefaehrte[einheit.an_bord]
        beritten = traeger.art == "reittier"
        wo = field_name(traeger.at) if traeger.at is not None else "noch nicht auf der Karte"
        yield f"{wo}, beritten ({traeger.lp} LP)" if beritten else f"auf {traeger.id}"
    else:
        yield field_name(einheit.at) if einheit.at is not None else "noch nicht auf der Karte"
    if isinstance(einheit, Gefaehrt):
        yield from _gefaehrtzustand(s, einheit)
    elif einheit.fuehrt:
        yield f"führt {einheit.fuehrt}"
    if s.seite_der(einheit.id) != s.active:
        return
    if einheit.bewegt:
        yield "gezogen"
    if isinstance(einheit, Figur) and einheit.kampf is not Kampf.OFFEN:
        yield "gekämpft" if einheit.kampf is Kampf.FERTIG else "Weitschlag geführt"
    if einheit.beendet:
        yield "Spielzug zu Ende"


def _gefaehrtzustand(s: Schlacht, gefaehrt: Gefaehrt) -> Iterator[str]:
    if gefaehrt.lenker is not None:
        yield f"Lenker {gefaehrt.lenker}"
    elif gefaehrt.fuehrer is not None:
        yield f"geführt von {gefaehrt.fuehrer}"
    else:
        yield "lenkerlos" if gefaehrt.art == "streitwagen" else "herrenlos"
    if gefaehrt.seite != s.herr_seite(gefaehrt):
        yield "erobert"
    if gefaehrt.anfahren_offen:
        yield "Anfahrprobe steht aus"


__all__ = ["karte_text"]
