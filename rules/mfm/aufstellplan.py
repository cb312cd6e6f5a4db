"""Where the referee puts units when their owner leaves it to him: orderly, facing the enemy, always in the same way.

No rule, only good sense: Streitwagen first and with open ground before them, Reiter on the flanks, fighters in front,
shooters behind them with a free line.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Facing, Field, add, footprint, ring, row_order
from rules.mfm.gelaende import gangart, groesse, kann_stehen, kosten, schutz
from rules.mfm.model import Figur, Gefaehrt, Schlacht
from rules.referee.refusal import Verstoss

_BAHN = 8
"""Fields of open ground that a Streitwagen would like to have before it: nearly a whole drive."""
_TIEFE, _DECKUNG = 6, 4
"""How much one row of depth, and one point of Geländeschutz, weighs against one field to the side (counted double)."""

Platz = tuple[Figur | Gefaehrt, Field, Facing]


def front(s: Schlacht, seite: str) -> Facing:
    """The way a side looks: from its own zone towards the enemy's, or towards where he enters."""
    eigene = s.aufbau.zonen.get(seite, ())
    fremde = [f for andere in s.aufbau.seiten if andere != seite for f in _gebiet(s, andere)]
    if not eigene or not fremde:
        return Facing.NORD
    dx = _summe(fremde, 0) * len(eigene) - _summe(eigene, 0) * len(fremde)
    dy = _summe(fremde, 1) * len(eigene) - _summe(eigene, 1) * len(fremde)
    if abs(dx) > abs(dy):
        return Facing.OST if dx > 0 else Facing.WEST
    return Facing.SUED if dy > 0 else Facing.NORD


def _gebiet(s: Schlacht, seite: str) -> tuple[Field, ...]:
    return s.aufbau.zonen.get(seite) or s.aufbau.eingang.get(seite, ())


def _summe(felder: tuple[Field, ...] | list[Field], achse: int) -> int:
    return sum(feld[achse] for feld in felder)


class _Streifen:
    """A set-up zone seen by the one who stands in it: rows of depth from the front, columns to the side."""

    def __init__(self, s: Schlacht, sitz: str) -> None:
        self.s = s
        self.seite = s.seite_von(sitz)
        self.zone = s.aufbau.zonen[self.seite]
        self.innen = dict.fromkeys(self.zone)
        self.blick = front(s, self.seite)
        self.vorn = max(self._voraus(feld) for feld in self.zone)
        quer = [self.quer(feld) for feld in self.zone]
        # Allies share the zone: each has his own part of its length.
        sitze = [platz.key for platz in s.aufbau.sitze if platz.seite == self.seite]
        breite = max(quer) - min(quer) + 1
        nummer = sitze.index(sitz)
        self.links = min(quer) + breite * nummer // len(sitze)
        self.rechts = min(quer) + breite * (nummer + 1) // len(sitze) - 1

    def _voraus(self, feld: Field) -> int:
        ahead = self.blick.ahead
        return feld[0] * ahead[0] + feld[1] * ahead[1]

    def quer(self, feld: Field) -> int:
        right = self.blick.right
        return feld[0] * right[0] + feld[1] * right[1]

    def tiefe(self, feld: Field) -> int:
        """0 in the row nearest to the enemy."""
        return self.vorn - self._voraus(feld)

    def stelle(self, nummer: int, anzahl: int) -> int:
        """Twice the column where number `nummer` of so many in a line would stand."""
        return 2 * self.links + (self.rechts - self.links) * (2 * nummer + 1) // anzahl

    def plaetze(self, einheit: Figur | Gefaehrt) -> Iterator[tuple[Field, tuple[Field, ...]]]:
        for at in sorted(self.zone, key=row_order):
            felder = footprint(at, self.blick, *self.s.board(einheit))
            if all(feld in self.innen for feld in felder) and kann_stehen(self.s, einheit, felder):
                yield at, felder

    def versatz(self, felder: tuple[Field, ...], stelle: int) -> int:
        """How far the middle of these fields is from a place in the line, counted double."""
        quer = [self.quer(feld) for feld in felder]
        return abs(min(quer) + max(quer) - stelle)

    def bahn(self, einheit: Figur | Gefaehrt, felder: tuple[Field, ...]) -> int:
        """How many steps straight ahead are open to it, up to a drive."""
        art = gangart(self.s, einheit)
        for schritt in range(1, _BAHN + 1):
            for feld in felder:
                weiter = add(feld, self.blick.ahead, schritt)
                try:
                    kosten(self.s, einheit, art, weiter)
                except Verstoss:
                    return schritt - 1
                if self.s.gelaende(weiter).probe is not None or self.s.besetzt(weiter) not in (None, einheit.id):
                    return schritt - 1
        return _BAHN


def vorschlag(s: Schlacht, sitz: str, einheiten: tuple[Figur | Gefaehrt, ...]) -> Iterator[Platz]:
    """A place for one unit after the other; the caller puts each down before he asks for the next."""
    streifen = _Streifen(s, sitz)
    wagen = [e for e in einheiten if isinstance(e, Gefaehrt) and e.art == "streitwagen"]
    tiere = [e for e in einheiten if isinstance(e, Gefaehrt) and e.art == "reittier"]
    figuren = [e for e in einheiten if isinstance(e, Figur)]
    gross = [f for f in figuren if s.felderzahl(f) > 1]
    vorn = [f for f in figuren if f not in gross and not ist_schuetze(s, f)]
    hinten = [f for f in figuren if f not in gross and ist_schuetze(s, f)]
    # The largest boards first, so that everything fits.
    wagen.sort(key=lambda gefaehrt: -s.felderzahl(gefaehrt))
    for nummer, gefaehrt in enumerate(wagen):
        yield from _bester(streifen, gefaehrt, streifen.stelle(_von_der_mitte(nummer, len(wagen)), len(wagen)))
    for nummer, tier in enumerate(tiere):
        aussen = streifen.links if nummer % 2 == 0 else streifen.rechts
        yield from _bester(streifen, tier, 2 * aussen)
    for figur in (*gross, *vorn, *hinten):
        yield from _bester(streifen, figur, streifen.stelle(0, 1))


def _von_der_mitte(nummer: int, anzahl: int) -> int:
    """The places of a line from its middle outwards."""
    return sorted(range(anzahl), key=lambda platz: (abs(2 * platz - anzahl + 1), platz))[nummer]


def ist_schuetze(s: Schlacht, figur: Figur) -> bool:
    """Whether a figure fights best from behind: it shoots further than it walks."""
    fern = s.typ(figur).fern
    return fern is not None and fern.f * s.tabellen.gitter.fernfeld > s.typ(figur).b


def _bester(streifen: _Streifen, einheit: Figur | Gefaehrt, stelle: int) -> Iterator[Platz]:
    plaetze = [(_guete(streifen, einheit, felder, stelle), at) for at, felder in streifen.plaetze(einheit)]
    if plaetze:
        _, at = min(plaetze, key=lambda platz: (platz[0], row_order(platz[1])))
        yield einheit, at, streifen.blick


def _guete(streifen: _Streifen, einheit: Figur | Gefaehrt, felder: tuple[Field, ...], stelle: int) -> int:
    """What a place costs in order; the lowest is the best."""
    s = streifen.s
    tiefe = min(streifen.tiefe(feld) for feld in felder)
    versatz = streifen.versatz(felder, stelle)
    if isinstance(einheit, Gefaehrt):
        # Side by side they would be in each other's way, and nobody could get off.
        eng = any(s.besetzt(feld) in s.gefaehrte for feld in ring(felder))
        return _TIEFE * (tiefe + _BAHN - streifen.bahn(einheit, felder) + eng) + versatz
    deckung = min(schutz(s.gelaende(feld), groesse(s, einheit)) for feld in felder)
    if not ist_schuetze(s, einheit):
        return _TIEFE * tiefe + versatz - _DECKUNG * deckung
    # Somebody in the line of fire costs a shooter more than a few steps to the side.
    verdeckt = any(
        s.besetzt(add(feld, streifen.blick.ahead, n)) is not None for feld in felder for n in range(1, tiefe + 1)
    )
    return _TIEFE * abs(tiefe - 1) + versatz - _DECKUNG * deckung + (2 * _TIEFE if verdeckt else 0)
