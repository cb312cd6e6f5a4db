"""Shooting at figures im Nahkampf: who is in the Schussfeld, and which side the shot hits (GR 7.5, T-2; MfM 4.5)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.board.lines import Line
from rules.board.square import Field, add, far_field, far_fields_area
from rules.mfm.gelaende import kontakt
from rules.mfm.model import Figur, Gefaehrt, Schlacht
from rules.referee.requests import Roll, Script, Throw


@dataclass(frozen=True, slots=True)
class Gemenge:
    """The units with at least one field in the Schussfeld, by their ids, and how many fields their boards have."""

    eigene: tuple[tuple[str, int], ...]
    gegner: tuple[tuple[str, int], ...]

    @property
    def staerke(self) -> tuple[int, int]:
        """Own and enemy fields."""
        return sum(felder for _, felder in self.eigene), sum(felder for _, felder in self.gegner)

    @property
    def unterschied(self) -> int:
        """Own minus enemy fields: the column of T-2."""
        eigene, gegner = self.staerke
        return eigene - gegner


def gemenge(s: Schlacht, schuetze: Figur, ziel: Figur | Gefaehrt, linie: Line) -> Gemenge | None:
    """Who may be hit instead of the target; nothing where the target alone is in danger (R-20)."""
    if not im_nahkampf(s, schuetze, ziel):
        return None
    gezaehlt = _gezaehlt(s, schuetze, linie)
    return gezaehlt if gezaehlt.eigene else None


def im_nahkampf(s: Schlacht, schuetze: Figur, ziel: Figur | Gefaehrt) -> bool:
    """Whether somebody of the shooter's side touches the target, apart from the shooter and those who ride with him."""
    felder = s.flaeche(ziel)
    return any(
        figur.seite == schuetze.seite
        and not figur.unterwegs
        and not _mit_dem_schuetzen(schuetze, figur)
        and kontakt(s, s.flaeche(figur), felder)
        for figur in s.auf_karte()
    )


def _mit_dem_schuetzen(schuetze: Figur, figur: Figur) -> bool:
    return figur.id == schuetze.id or (schuetze.an_bord is not None and figur.an_bord == schuetze.an_bord)


def schussfeld(s: Schlacht, linie: Line) -> tuple[Field, ...]:
    """The target's Fernfeld and its neighbour across the shot, on the side where the target stands in it (R-21)."""
    groesse = s.tabellen.gitter.fernfeld
    mitte = far_field(linie.end, groesse)
    dx, dy = abs(linie.end[0] - linie.start[0]), abs(linie.end[1] - linie.start[1])
    quer, stelle = ((1, 0), linie.end[0]) if dy >= dx else ((0, 1), linie.end[1])
    seite = -1 if 2 * (stelle % groesse) < groesse else 1
    for wohin in (seite, -seite):
        if nachbar := _fernfeld(s, add(mitte, quer, wohin)):
            return _fernfeld(s, mitte) + nachbar
    return _fernfeld(s, mitte)


def _fernfeld(s: Schlacht, index: Field) -> tuple[Field, ...]:
    """Its fields on the map; none if it lies outside."""
    return tuple(feld for feld in far_fields_area(index, s.tabellen.gitter.fernfeld) if feld in s.grid)


def _gezaehlt(s: Schlacht, schuetze: Figur, linie: Line) -> Gemenge:
    """Everybody in the Schussfeld but the shooter and what carries him; each with its whole board (GR 7.5, R-57)."""
    eigene: list[tuple[str, int]] = []
    gegner: list[tuple[str, int]] = []
    besetzt = (s.besetzt(feld) for feld in schussfeld(s, linie))
    for key in dict.fromkeys(wer for wer in besetzt if wer is not None):
        einheit = s.einheit(key)
        if key in (schuetze.id, schuetze.an_bord) or (isinstance(einheit, Figur) and einheit.unterwegs):
            continue
        (eigene if s.seite_der(key) == schuetze.seite else gegner).append((key, s.felderzahl(einheit)))
    return Gemenge(tuple(eigene), tuple(gegner))


def wen_trifft_es(
    s: Schlacht, schuetze: Figur, ziel: Figur | Gefaehrt, beteiligte: Gemenge
) -> Script[Figur | Gefaehrt]:
    """One W12 decides between the sides; the enemy side is the declared target, of the own one somebody is drawn."""
    grenze = s.tabellen.trefferaufteilung.eigene_bis(beteiligte.unterschied)
    eigene, gegner = beteiligte.staerke
    s.report.say(f"{s.rufname(ziel)} ist im Nahkampf; im Schussfeld steht es {eigene} zu {gegner}.", "GR 7.5")
    s.report.say(f"Bei 1–{grenze} trifft es die eigene Seite.", "T-2")
    wurf: Throw = yield Roll(12, 1, "Trefferaufteilung im Nahkampf", "GR 7.5", schuetze.sitz, hit=grenze)
    if not wurf.hits:
        s.report.say(f"Der Schuss trifft {s.rufname(ziel)}.", "GR 7.5")
        return ziel
    key = yield from _gelost(schuetze, beteiligte.eigene)
    s.report.say(f"Der Schuss trifft die eigene Seite: {s.rufname(s.einheit(key))}.", "GR 7.5")
    return s.einheit(key)


def _gelost(schuetze: Figur, eigene: tuple[tuple[str, int], ...]) -> Script[str]:
    """Which own unit it is, each with as many chances as its board has fields (R-22)."""
    if len(eigene) == 1:
        return eigene[0][0]
    lose = tuple(nummer for nummer, (_, felder) in enumerate(eigene) for _ in range(felder))
    wurf: Throw = yield Roll(len(lose), 1, "Wen der eigenen Seite es trifft", "R-22", schuetze.sitz, bands=lose)
    return eigene[wurf.band][0]
