"""The Schusslinie: which way a shot flies, what forbids it, over whom it goes, and how it shields the one who defends.

GR 7.3, 7.4 and 9 with R-14, R-15, R-18, R-19 and R-81. Dice, Trefferwert and who is hit in the end belong to fernkampf.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from rules.board.lines import Line, nearest_lines, trace
from rules.board.square import Field
from rules.mfm.ausscheiden import Ziel
from rules.mfm.content import Kategorie
from rules.mfm.gelaende import gelaendeschutz, groesse, schutz
from rules.mfm.model import Figur, Gefaehrt, Schlacht, feldname
from rules.referee.refusal import Verstoss
from rules.referee.report import Modifier
from rules.referee.requests import Ask, Contest, Option, Script

Art: TypeAlias = tuple[Kategorie, int]
"""What makes neighbouring fields one Hindernis: their category, and of trees which one (R-14)."""
Station: TypeAlias = tuple[Field, ...]
"""A field on the way of the line, or the two between which it passes a corner."""


@dataclass(frozen=True, slots=True)
class Deckung:
    """The Hindernisse of a line for one defender: those that are certain, and those if unclear fields count too."""

    sicher: tuple[Modifier, ...]
    mit_unklaren: tuple[Modifier, ...]

    @property
    def werte(self) -> tuple[int, int]:
        return _summe(self.sicher), _summe(self.mit_unklaren)


@dataclass(frozen=True, order=True, slots=True)
class Wirkung:
    """All that depends on which of equally short lines is taken; the least is the best for the shooter."""

    ueber_eigene: bool
    schutz: tuple[int, int]
    eigene_bis: int = 0
    """The highest W12 that hits the own side in a Nahkampf (T-2); 0 where nothing is split."""
    eigene: tuple[str, ...] = ()
    """Who might be hit then."""


def linien(s: Schlacht, schuetze: Figur, ziel: Figur | Gefaehrt) -> tuple[Line, ...]:
    """The lines between the nearest fields of both boards; several where fields are equally near (R-14)."""
    return tuple(trace(von, nach) for von, nach in nearest_lines(s.flaeche(schuetze), s.flaeche(ziel)))


def offene_linien(s: Schlacht, schuetze: Figur, ziel: Figur | Gefaehrt) -> tuple[Line, ...]:
    """Those of the lines that no wall bars. Refused where none is left (R-19, R-81)."""
    alle = linien(s, schuetze, ziel)
    offen = tuple(linie for linie in alle if _mauer(s, linie) is None)
    if not offen:
        verstoss = _mauer(s, alle[0])
        assert verstoss is not None
        raise verstoss
    return offen


def _mauer(s: Schlacht, linie: Line) -> Verstoss | None:
    for feld in linie.crossed:
        if not s.gelaende(feld).fernkampf:
            return Verstoss("R-19", f"Die Schusslinie führt über {feldname(feld)}: {s.gelaende(feld).name}.")
    for eins, zwei in linie.pairs:
        if not s.gelaende(eins).fernkampf and not s.gelaende(zwei).fernkampf:
            return Verstoss("R-81", f"Zwischen den Mauern auf {feldname(eins)} und {feldname(zwei)} ist keine Lücke.")
    return None


def ueber_eigene(s: Schlacht, schuetze: Figur, linie: Line) -> Figur | Gefaehrt | None:
    """The first own or allied unit that the line really crosses, if that is a hindrance from where he stands (R-18).

    What carries the shooter never counts, nor does anybody for a shooter on Hügel, Hang or Berg (GR 9).
    """
    if s.gelaende(linie.start).ueberschiessen:
        return None
    for feld in linie.crossed:
        wer = s.besetzt(feld)
        if wer is not None and wer not in (schuetze.id, schuetze.an_bord) and s.seite_der(wer) == schuetze.seite:
            return s.einheit(wer)
    return None


def deckung(s: Schlacht, linie: Line, einheit: Figur | Gefaehrt) -> Deckung:
    """What lies in the line, valued for the size of whoever defends (R-08, R-14, R-15)."""
    sicher = _hindernisse(s, _stationen(linie, ecken=False), einheit)
    if linie.diagonal or not linie.pairs:
        return Deckung(sicher, sicher)
    return Deckung(sicher, _hindernisse(s, _stationen(linie, ecken=True), einheit))


def _stationen(linie: Line, ecken: bool) -> tuple[Station, ...]:
    """The way from the shooter's field to the target's, with the pairs of fields at its corners if those count."""
    found: list[Station] = []
    paare = iter(linie.pairs)
    for feld, naechstes in pairwise((linie.start, *linie.crossed, linie.end)):
        found.append((feld,))
        if feld[0] != naechstes[0] and feld[1] != naechstes[1]:
            paar = next(paare)
            if ecken:
                found.append(paar)
    return (*found, (linie.end,))


def _hindernisse(s: Schlacht, weg: tuple[Station, ...], einheit: Figur | Gefaehrt) -> tuple[Modifier, ...]:
    """One modifier for each Hindernis, with the highest of its fields, in the order in which the shot meets them."""
    arten = dict.fromkeys(art for station in weg for feld in station if (art := _art(s, feld)) is not None)
    # The one in which the shooter himself stands gives nothing.
    found = [
        (lauf[0], modifier)
        for art in arten
        for lauf in _laeufe(s, weg, art)
        if lauf[0] > 0 and (modifier := _hindernis(s, weg, art, lauf, einheit)) is not None
    ]
    return tuple(modifier for _, modifier in sorted(found, key=lambda item: item[0]))


def _laeufe(s: Schlacht, weg: tuple[Station, ...], art: Art) -> Iterator[tuple[int, ...]]:
    """The stations that follow each other in one Hindernis; a corner that is none of it does not break it."""
    lauf: list[int] = []
    for nummer, station in enumerate(weg):
        if any(_art(s, feld) == art for feld in station):
            lauf.append(nummer)
        elif lauf and len(station) == 1:
            yield tuple(lauf)
            lauf = []
    if lauf:
        yield tuple(lauf)


def _hindernis(
    s: Schlacht, weg: tuple[Station, ...], art: Art, lauf: tuple[int, ...], einheit: Figur | Gefaehrt
) -> Modifier | None:
    """What one Hindernis gives. Where it reaches under the target, only what it has beyond the Geländeschutz (R-15)."""
    ende = len(weg) - 1
    felder = [feld for nummer in lauf if nummer < ende for feld in weg[nummer] if _art(s, feld) == art]
    if not felder:
        return None
    stufe, wagen = groesse(s, einheit), _auf_streitwagen(s, einheit)
    feld = max(felder, key=lambda feld: schutz(s.gelaende(feld), stufe, wagen))
    wert = schutz(s.gelaende(feld), stufe, wagen)
    name, ref = f"Hindernis {s.gelaende(feld).name} {feldname(feld)}", "GR 7.3"
    eigen = gelaendeschutz(s, einheit)[0] if lauf[-1] == ende else 0
    if eigen > 0:
        wert -= eigen
        name, ref = f"{name} über den Geländeschutz hinaus", "R-15"
    return Modifier(name=name, value=wert, ref=ref) if wert > 0 else None


def _art(s: Schlacht, feld: Field) -> Art | None:
    ground = s.gelaende(feld)
    return (ground.kategorie, s.karte.baum(feld) or 0) if ground.linie and ground.kategorie is not None else None


def _auf_streitwagen(s: Schlacht, einheit: Figur | Gefaehrt) -> bool:
    """Baumäste are worth nothing to a Streitwagen and those on it (STW 4.2)."""
    traeger = s.gefaehrt_von(einheit) if isinstance(einheit, Figur) else einheit
    return traeger is not None and traeger.art == "streitwagen"


def _summe(modifiers: tuple[Modifier, ...]) -> int:
    return sum(modifier.value for modifier in modifiers)


def linie_waehlen(s: Schlacht, schuetze: Figur, moegliche: tuple[tuple[Line, Wirkung], ...]) -> Script[Line]:
    """Of equally short lines the shooter takes the one he likes; asked only where it makes a difference (GR 7.3)."""
    verschieden: dict[Wirkung, Line] = {}
    for linie, wirkung in moegliche:
        verschieden.setdefault(wirkung, linie)
    key: str = yield Ask(
        schuetze.sitz,
        f"Welche Linie nimmt der Schuss von {schuetze}?",
        tuple(Option(_key(linie), _beschrieben(linie, wirkung)) for wirkung, linie in verschieden.items()),
        "GR 7.3",
        topic="schusslinie",
        default=_key(verschieden[min(verschieden)]),
    )
    return next(linie for linie in verschieden.values() if _key(linie) == key)


def _key(linie: Line) -> str:
    return f"{feldname(linie.start)}-{feldname(linie.end)}"


def _beschrieben(linie: Line, wirkung: Wirkung) -> str:
    sicher, unklar = wirkung.schutz
    text = f"von {feldname(linie.start)} nach {feldname(linie.end)}: Hindernisse +{sicher}"
    text += f" (unklar bis +{unklar})" if unklar != sicher else ""
    text += ", über eigene Figuren" if wirkung.ueber_eigene else ""
    return text + (f", eigene Seite getroffen bei 1–{wirkung.eigene_bis}" if wirkung.eigene_bis else "")


def klaeren(s: Schlacht, schuetze: Figur, ziel: Ziel, linie: Line) -> Script[tuple[Modifier, ...]]:
    """The Hindernisse that protect the defender; both sides roll for fields of which nobody can be sure (GR 7.3).

    Within one side nobody disputes them: they protect.
    """
    schirm = deckung(s, linie, ziel.einheit(s))
    sicher, mit_unklaren = schirm.werte
    if sicher == mit_unklaren:
        return schirm.sicher
    gegner = ziel.sitz(s)
    if s.seite_von(gegner) == schuetze.seite:
        return schirm.mit_unklaren
    sieger: str = yield Contest(12, schuetze.sitz, gegner, "Schützt, was die Linie nur an der Ecke berührt?", "GR 7.3")
    if sieger == gegner:
        s.report.say("Was die Linie nur an der Ecke berührt, schützt.", "GR 7.3")
        return schirm.mit_unklaren
    s.report.say("Was die Linie nur an der Ecke berührt, schützt nicht.", "GR 7.3")
    return schirm.sicher
