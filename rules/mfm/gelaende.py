"""What the ground does: what it costs to enter, who may enter and stop, whom it protects, and where it parts figures.

GR 3, GR 5, GR 9 and table T-1. Lines of fire are a chapter of their own (schusslinie).
"""

from __future__ import annotations

from enum import StrEnum

from rules.board.square import Field, Vector, shift, squeezed
from rules.mfm.content import Gelaende, Symbol, Verboten
from rules.mfm.model import Figur, Gefaehrt, Groesse, Schlacht, feldname
from rules.referee.refusal import Verstoss


class Gangart(StrEnum):
    """How a unit gets about; terrain treats the four differently (GR 9)."""

    FUSS = "fuss"
    GROSS = "gross"
    """On foot with four fields or more."""
    REITER = "reiter"
    STREITWAGEN = "streitwagen"


_VERBOTEN: dict[Gangart, Verboten | None] = {
    Gangart.FUSS: None,
    Gangart.GROSS: Verboten.GROSS,
    Gangart.REITER: Verboten.REITEREI,
    Gangart.STREITWAGEN: Verboten.STREITWAGEN,
}

_WER = {
    Gangart.FUSS: "Figuren zu Fuß kommen",
    Gangart.GROSS: "So große Figuren kommen",
    Gangart.REITER: "Reiter kommen",
    Gangart.STREITWAGEN: "Streitwagen kommen",
}


def gangart(s: Schlacht, einheit: Figur | Gefaehrt) -> Gangart:
    if isinstance(einheit, Gefaehrt):
        return Gangart.STREITWAGEN if einheit.art == "streitwagen" else Gangart.REITER
    return Gangart.GROSS if s.felderzahl(einheit) >= 4 else Gangart.FUSS


def groesse(s: Schlacht, einheit: Figur | Gefaehrt) -> Groesse:
    """The class of the size rule (T-1b): one field, two or three on foot or a Gruppe, everything larger or mounted."""
    if isinstance(einheit, Gefaehrt) or einheit.an_bord:
        return Groesse.GROSS
    felder = s.felderzahl(einheit)
    if felder >= 4:
        return Groesse.GROSS
    return Groesse.MITTEL if felder > 1 or s.typ(einheit).gruppe else Groesse.KLEIN


def schutz(gelaende: Gelaende, stufe: Groesse, streitwagen: bool = False) -> int:
    """What a field of this terrain is worth to somebody of this size (GR 9, R-08)."""
    if streitwagen and gelaende.schutz_streitwagen is not None:
        return gelaende.schutz_streitwagen
    if stufe is Groesse.KLEIN:
        return gelaende.schutz
    return gelaende.schutz_mittel if stufe is Groesse.MITTEL else gelaende.schutz_gross


def gelaendeschutz(s: Schlacht, einheit: Figur | Gefaehrt) -> tuple[int, Gelaende | None]:
    """The Geländeschutz of where a unit stands, and the terrain that gives it (GR 5, T-1b, R-75).

    On several fields the worst negative value counts; a positive one only if every field protects, and then the lowest.
    """
    traeger = einheit
    if isinstance(einheit, Figur):
        traeger = s.gefaehrt_von(einheit) or einheit
    stufe = groesse(s, einheit)
    wagen = isinstance(traeger, Gefaehrt) and traeger.art == "streitwagen"
    lowest: tuple[int, Gelaende] | None = None
    for feld in s.flaeche(einheit):
        ground = s.gelaende(feld)
        value = schutz(ground, stufe, wagen)
        if lowest is None or value < lowest[0]:
            lowest = (value, ground)
    return lowest if lowest is not None and lowest[0] != 0 else (0, None)


def kosten(s: Schlacht, einheit: Figur | Gefaehrt, art: Gangart, feld: Field) -> int:
    """Bewegungspunkte to enter a field; refused where the unit may not go at all (GR 3, 9)."""
    if feld not in s.grid:
        raise Verstoss("R-74", "Niemand verlässt die Karte.")
    ground = s.gelaende(feld)
    if not ground.betretbar:
        raise Verstoss("GR 9", f"{feldname(feld)} ist unpassierbar: {ground.name}.")
    if ground.verboten and _VERBOTEN[art] in ground.verboten:
        ref = "R-42" if art is Gangart.STREITWAGEN else "GR 9"
        raise Verstoss(ref, f"{_WER[art]} nicht auf {feldname(feld)}: {ground.name}.")
    value = ground.kosten
    if art is Gangart.REITER and ground.kosten_reittier is not None:
        value = ground.kosten_reittier
    if ist_plaenkler(s, einheit):
        # every terrain field one point cheaper, never below one.
        table = s.tabellen.plaenkler
        value = max(table.minimum_kosten, value + table.kosten)
    return value


def ist_plaenkler(s: Schlacht, einheit: Figur | Gefaehrt) -> bool:
    """Skirmishers on foot (STW 7.2)."""
    return isinstance(einheit, Figur) and not einheit.an_bord and Symbol.PLAENKLER in s.typ(einheit).symbole


def schritt(s: Schlacht, einheit: Figur | Gefaehrt, felder: tuple[Field, ...], vektor: Vector, seite: str) -> int:
    """What one step of the unit from these fields costs. Refused where it cannot be taken (GR 3, R-05, R-06)."""
    art = gangart(s, einheit)
    teuerste = 0
    for feld in shift(felder, vektor):
        if feld in felder:
            continue
        teuerste = max(teuerste, kosten(s, einheit, art, feld))
        anderer = s.besetzt(feld)
        if anderer is not None and anderer != einheit.id and s.seite_der(anderer) != seite:
            raise Verstoss("GR 3", f"Auf {feldname(feld)} steht {s.einheit(anderer)}; über Gegner zieht niemand.")
    if vektor[0] and vektor[1]:
        for feld in felder:
            eng = squeezed(feld, vektor)
            if eng and not any(seitlich in felder for seitlich in eng) and all(_gesperrt(s, f) for f in eng):
                raise Verstoss("R-05", f"Zwischen {feldname(eng[0])} und {feldname(eng[1])} ist kein Durchkommen.")
    return teuerste


def _gesperrt(s: Schlacht, feld: Field) -> bool:
    return feld in s.grid and not s.gelaende(feld).betretbar


def halt_verstoss(s: Schlacht, einheit: Figur | Gefaehrt, felder: tuple[Field, ...]) -> Verstoss | None:
    """Why the unit may not end a move on these fields, if it may not (GR 3, 9, R-63)."""
    for feld in felder:
        anderer = s.besetzt(feld)
        if anderer is not None and anderer != einheit.id:
            return Verstoss("GR 3", f"Auf {feldname(feld)} steht schon {s.einheit(anderer)}.")
        ground = s.gelaende(feld)
        if not ground.halt:
            return Verstoss("R-63", f"Auf {feldname(feld)} darf niemand stehen bleiben: {ground.name}.")
    return None


def kann_stehen(s: Schlacht, einheit: Figur | Gefaehrt, felder: tuple[Field, ...]) -> bool:
    """Whether the unit could be put onto these fields: on the map, enterable for it, free, and open to stop on."""
    if not s.grid.covers(felder):
        return False
    art = gangart(s, einheit)
    try:
        for feld in felder:
            kosten(s, einheit, art, feld)
    except Verstoss:
        return False
    return halt_verstoss(s, einheit, felder) is None


def kontakt(s: Schlacht, a: tuple[Field, ...], b: tuple[Field, ...]) -> bool:
    """Whether two boards touch so that hand weapons reach: edges and corners, but not round the corner of two walls.

    R-03; a diagonal contact squeezed between two fields of Mauer, Felsen or Steinbrocken is none (GR 9).
    """
    for ax, ay in a:
        for bx, by in b:
            dx, dy = bx - ax, by - ay
            if not -1 <= dx <= 1 or not -1 <= dy <= 1 or not (dx or dy):
                continue
            if dx and dy and _sperrt_nahkampf(s, (bx, ay)) and _sperrt_nahkampf(s, (ax, by)):
                continue
            return True
    return False


def _sperrt_nahkampf(s: Schlacht, feld: Field) -> bool:
    return feld in s.grid and not s.gelaende(feld).nahkampf


def auf_dornen(s: Schlacht, einheit: Figur | Gefaehrt) -> bool:
    """Whether any field of its board forbids attacks (GR 9, R-09)."""
    return any(not s.gelaende(feld).angriff for feld in s.flaeche(einheit))
