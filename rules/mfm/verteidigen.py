"""The Verteidigungswurf: what stands between a hit and a lost life (GR 4.1, 5, 6, 7.2, 7.3, 8.3; MfM 4.3)."""

from __future__ import annotations

from rules.mfm.ausscheiden import Ziel, lp_verlieren
from rules.mfm.content import Verteidigungszeile
from rules.mfm.gelaende import gelaendeschutz
from rules.mfm.model import Angriffsart, Figur, Gefaehrt, Schlacht
from rules.referee.report import Modifier
from rules.referee.requests import Roll, Script, Throw

W12 = 12

_ZEICHEN = {
    Angriffsart.NAH: ("GELB", "ROT"),
    Angriffsart.FERN: ("F", "kein F"),
    Angriffsart.WEIT: ("W oder ✶", "kein W und kein ✶"),
    Angriffsart.ERST: ("E oder ✶", "kein E und kein ✶"),
}
_REF = {
    Angriffsart.NAH: "GR 4.1",
    Angriffsart.FERN: "GR 7.2",
    Angriffsart.WEIT: "GR 8.3",
    Angriffsart.ERST: "GR 8.3",
}


def verteidigen(
    s: Schlacht,
    art: Angriffsart,
    angreifer: Figur,
    ziel: Ziel,
    hindernisse: tuple[Modifier, ...] = (),
    s_plus: Modifier | None = None,
) -> Script[bool]:
    """The one who was hit rolls W12 in the attacker's row of the table. Returns whether a life was lost.

    `hindernisse` are those of the Schusslinie (FERN alone). `s_plus` is what a Streitwagen lends to an Infanterist who
    walks beside it; whoever rides on it has the S+ by himself (R-47).
    """
    zusatz = (*_gelaende(s, ziel), *hindernisse, *_ausruestung(s, ziel), *((s_plus,) if s_plus else ()))
    summe = sum(modifier.value for modifier in zusatz)
    zeile = s.typ(angreifer).verteidigung
    rettung = tuple(_gerettet(s, art, zeile, die, summe) for die in range(1, W12 + 1))
    wurf: Throw = yield Roll(
        W12, 1, f"Verteidigungswurf {art}", "GR 4.1", ziel.sitz(s), bands=tuple(1 if ok else 0 for ok in rettung)
    )
    verloren = wurf.band == 0
    _melden(s, art, wurf.face, zusatz, summe, verloren)
    if verloren:
        yield from lp_verlieren(s, ziel, _REF[art])
    else:
        s.report.say(f"{ziel.tut(s, 'wehrt', 'wehren')} ab.", _REF[art])
    return verloren


def _gelaende(s: Schlacht, ziel: Ziel) -> tuple[Modifier, ...]:
    wert, ground = gelaendeschutz(s, ziel.einheit(s))
    return () if ground is None else (Modifier(name=f"Gelände {ground.name}", value=wert, ref="GR 5"),)


def _ausruestung(s: Schlacht, ziel: Ziel) -> tuple[Modifier, ...]:
    """Rüstung and S+ of the defender, each a line of its own (GR 6, STW 7, R-76)."""
    found: list[Modifier] = []
    if ziel.figur is not None:
        figur = s.figuren[ziel.figur]
        if s.typ(figur).s:
            found.append(Modifier(name=f"Rüstung S{s.typ(figur).s}", value=s.typ(figur).s, ref="GR 6"))
        gefaehrt = s.gefaehrt_von(figur)
        if gefaehrt is not None and gefaehrt.art == "streitwagen" and s.wagentyp(gefaehrt).s_plus:
            found.append(Modifier(name="Streitwagen S+", value=s.wagentyp(gefaehrt).s_plus, ref="STW 7"))
    else:
        tier = tier_schutz(s, s.gefaehrte[ziel.tiere or ""])
        if tier:
            found.append(Modifier(name=f"Rüstung der Tiere S{tier}", value=tier, ref="R-76"))
    return tuple(found)


def tier_schutz(s: Schlacht, gefaehrt: Gefaehrt) -> int:
    """The animals' own S; no S+ of the cart protects them (R-76)."""
    if gefaehrt.art == "streitwagen":
        return s.wagentyp(gefaehrt).zugtier_s
    reittier = s.aufbau.figurtypen[gefaehrt.typ].reittier
    return reittier.s if reittier else 0


def _gerettet(s: Schlacht, art: Angriffsart, zeile: Verteidigungszeile, die: int, summe: int) -> bool:
    table = s.tabellen.verteidigungswurf
    if die == table.verloren:
        return False
    if _regel_der_12(s, art) and die == table.gerettet:
        return True
    v = min(table.maximum, max(table.minimum, die + summe))
    match art:
        case Angriffsart.NAH:
            return zeile.rettet_nah(v)
        case Angriffsart.FERN:
            return zeile.rettet_fern(v)
        case Angriffsart.WEIT:
            return zeile.rettet_weit(v)
        case Angriffsart.ERST:
            return zeile.rettet_erst(v)


def _regel_der_12(s: Schlacht, art: Angriffsart) -> bool:
    """A house rule, its text being lost, and never for WEIT and ERST (R-12, GR 8.1, 8.2)."""
    return s.aufbau.optionen.regel_der_12 == "save" and art in (Angriffsart.NAH, Angriffsart.FERN)


def _melden(s: Schlacht, art: Angriffsart, die: int, zusatz: tuple[Modifier, ...], summe: int, verloren: bool) -> None:
    table = s.tabellen.verteidigungswurf
    if die == table.verloren:
        s.report.say("Eine natürliche 1: Regel der 1, kein Schutz hilft.", "GR 7.3")
        return
    if _regel_der_12(s, art) and die == table.gerettet:
        s.report.say("Eine natürliche 12: Regel der 12 (Hausregel, Text fehlt).", "R-12")
        return
    v = min(table.maximum, max(table.minimum, die + summe))
    zeichen = _ZEICHEN[art][1 if verloren else 0]
    grenze = "" if v == die + summe else f", nie {'über' if v < die + summe else 'unter'} {v}"
    s.report.sum("Verteidigung", die, zusatz, v, _REF[art], note=zeichen + grenze)
