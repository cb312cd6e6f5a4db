"""Who stands before the front of a Streitwagen, who of them may be run over, and how the dice are shared out.

STW 3.3 to 3.6, R-31, R-33. The Proben themselves stand in `anfahren`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from rules.board.square import Field, Vector, shift
from rules.mfm.gelaende import gangart, kosten
from rules.mfm.model import Figur, Gefaehrt, Schlacht, feldname
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Ask, Option, Script


@dataclass(frozen=True, slots=True)
class Anfahrziel:
    """A unit that a Streitwagen runs at, and how many columns of the front meet it."""

    key: str
    spalten: int

    def ist_streitwagen(self, s: Schlacht) -> bool:
        einheit = s.einheit(self.key)
        return isinstance(einheit, Gefaehrt) and einheit.art == "streitwagen"

    def leute(self, s: Schlacht) -> tuple[Figur, ...]:
        """The people in it: the figure itself, or everybody aboard."""
        einheit = s.einheit(self.key)
        return s.crew(einheit) if isinstance(einheit, Gefaehrt) else (einheit,)


def naechste_front(s: Schlacht, wagen: Gefaehrt, felder: tuple[Field, ...], vektor: Vector) -> tuple[Field, ...]:
    """The front row one step on, left to right as the driver sees it."""
    return shift(felder[: s.board(wagen)[0]], vektor)


def nachrueckfelder(felder: tuple[Field, ...], vektor: Vector) -> tuple[Field, ...]:
    """The fields that the board needs besides its own to take one more step."""
    return tuple(feld for feld in shift(felder, vektor) if feld not in felder)


def ziele(s: Schlacht, wagen: Gefaehrt, felder: tuple[Field, ...], vektor: Vector) -> tuple[Anfahrziel, ...]:
    """All enemies before the front that may be run over, left to right; whoever may not merely stands in the way."""
    spalten: dict[str, int] = {}
    front = naechste_front(s, wagen, felder, vektor)
    for feld in front:
        key = s.besetzt(feld)
        if key is not None and key != wagen.id and s.seite_der(key) != s.herr_seite(wagen):
            spalten[key] = spalten.get(key, 0) + 1
    return tuple(
        Anfahrziel(key, breite)
        for key, breite in spalten.items()
        if ziel_verstoss(s, wagen, s.einheit(key), front) is None
    )


def ziel_verstoss(
    s: Schlacht, wagen: Gefaehrt, einheit: Figur | Gefaehrt, front: tuple[Field, ...] = ()
) -> Verstoss | None:
    """Why this enemy cannot be run over, if he cannot: of his own nature, or because of where he meets the front."""
    if isinstance(einheit, Figur) and einheit.unterwegs:
        return Verstoss("R-70", f"{einheit} wechselt gerade die Etage und kann nicht angefahren werden.")
    if s.felderzahl(einheit) >= s.felderzahl(wagen):
        return Verstoss("STW 3.3", f"Das Board von {einheit} ist nicht kleiner als das von {wagen}.")
    for feld in s.flaeche(einheit):
        if feld in front:
            try:
                kosten(s, wagen, gangart(s, wagen), feld)
            except Verstoss:
                return Verstoss("R-31", f"{einheit} steht auf {feldname(feld)}, wohin kein Streitwagen kommt.")
    return None


def pruefe_front(s: Schlacht, wagen: Gefaehrt, felder: tuple[Field, ...], vektor: Vector) -> tuple[Anfahrziel, ...]:
    """The targets of an Anfahren from these fields; refused if it is not allowed from there."""
    require(all(s.gelaende(feld).angriff for feld in felder), "R-09", f"In Dornen kann {wagen} niemanden anfahren.")
    front = naechste_front(s, wagen, felder, vektor)
    for feld in nachrueckfelder(felder, vektor):
        if feld not in front:
            _pruefe_flanke(s, wagen, feld)
    found = ziele(s, wagen, felder, vektor)
    require(found, "STW 3", f"Vor {wagen} steht niemand, der sich anfahren lässt.")
    return found


def _pruefe_flanke(s: Schlacht, wagen: Gefaehrt, feld: Field) -> None:
    """Driving diagonally the flank needs room too: an enemy there bars the step, and so does closed ground (R-33)."""
    kosten(s, wagen, gangart(s, wagen), feld)
    key = s.besetzt(feld)
    if key is not None and key != wagen.id and s.seite_der(key) != s.herr_seite(wagen):
        raise Verstoss("R-33", f"{s.einheit(key)} versperrt auf {feldname(feld)} die Flanke von {wagen}.")


def verteilen(s: Schlacht, wagen: Gefaehrt, gegner: tuple[Anfahrziel, ...]) -> Script[dict[str, int]]:
    """Which target gets how many dice: one each, and what is left over as the attacker says (STW 3.4, 3.5, R-33)."""
    moeglich = _aufteilungen(s, wagen, gegner)
    optionen = tuple(_option(s, gegner, aufteilung) for aufteilung in moeglich)
    key: str = yield Ask(
        s.herr(wagen),
        f"Wie verteilt {wagen} die Anfahrwürfel?",
        optionen,
        "R-33",
        topic="wuerfelaufteilung",
        default=optionen[0].key,
    )
    gewaehlt = next(a for a, option in zip(moeglich, optionen, strict=True) if option.key == key)
    return {ziel.key: n for ziel, n in zip(gegner, gewaehlt, strict=True)}


def _aufteilungen(s: Schlacht, wagen: Gefaehrt, gegner: tuple[Anfahrziel, ...]) -> tuple[tuple[int, ...], ...]:
    """All ways to share the dice out, those first that favour the left."""
    n = s.wagentyp(wagen).anfahr.n
    # From four fields on no more dice than columns that meet it (STW 3.5).
    hoechstens = [min(n, z.spalten) if s.felderzahl(s.einheit(z.key)) >= 4 else n for z in gegner]
    mindestens = 1 if n >= len(gegner) else 0
    summe = min(n, sum(hoechstens))
    spannen = [range(hoch, mindestens - 1, -1) for hoch in hoechstens]
    return tuple(aufteilung for aufteilung in product(*spannen) if sum(aufteilung) == summe)


def _option(s: Schlacht, gegner: tuple[Anfahrziel, ...], aufteilung: tuple[int, ...]) -> Option:
    paare = list(zip(gegner, aufteilung, strict=True))
    label = ", ".join(f"{s.rufname(s.einheit(ziel.key))}: {n} Würfel" for ziel, n in paare)
    return Option(" ".join(f"{ziel.key}:{n}" for ziel, n in paare), label)
