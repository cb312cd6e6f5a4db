"""MfM at random: which battles are played, what draws the armies together, and who may act how often."""

import string
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from rules.board.square import Field, distance, field_name, parse_field
from rules.mfm import befehle
from rules.mfm.content import Armee, Karte, armee_pruefen, armeen, gelaende, tabellen, voelker
from rules.mfm.model import Figur, Optionen, Schlacht
from rules.mfm.partie import punkte_je_sitz, punkte_partie, szenario_partie
from rules.mfm.system import MFM
from rules.referee.content import ContentError
from rules.referee.orders import Order
from rules.referee.system import System

__all__ = ["MfmSetting"]

EAGER = 0.6
"""How often a move goes as near to an enemy, or with the Kiste as near to its goal, as it can."""

SEATS = ("blau", "rot", "gruen", "gelb")
MAPS = ("ebene", "furt", "wald")
WILD = 0.25
MEADOW = 0.25
ROUGH = 0.3
CROWD = 0.4
READY = 0.4
WAGONS = 0.5
TRIES = 30

_FIGHTS = ("nahkampf", "fernkampf", "weitschlag", "suchen", "einfangen", "etage")
_ONCE = frozenset({*_FIGHTS, "bewegen", "anfahren", "wenden", "führen", "absteigen", "aufsteigen", "kiste"})
_TOGETHER = {frozenset({"weitschlag", "nahkampf"})}


APPETITE = {"anfahren": 10.0, "weitschlag": 5.0, "suchen": 5.0, "nahkampf": 2.0, "bewegen": 2.0, "absteigen": 0.1}
"""How much rather something is done than anything else; who can run somebody down rarely can."""


class MfmSetting:
    system: System[Any] = MFM
    once: frozenset[str] = _ONCE
    appetite: Mapping[str, float] = APPETITE

    def start(self, scenario: str, rng: Random) -> Schlacht:
        if scenario == "geheimdokument":
            return szenario_partie(scenario, _seated(rng, ("kelten", "roemer")), optionen=_options(rng))
        return _by_points(rng)

    def taste(self, battle: Schlacht, seat: str, offers: Sequence[Order], rng: Random) -> Order:
        """Any of the offers, but often the one that leads to where something happens."""
        order = rng.choice(offers)
        if rng.random() >= EAGER or not isinstance(order, befehle.Bewegen) or order.figur in battle.gefaehrte:
            # A Streitwagen that has closed up to somebody has no run-up left to run him down.
            return order
        goals = _goals(battle, seat, order)
        if not goals:
            return order
        return min(offers, key=lambda offer: _way(offer, goals))

    def ledger(self) -> Callable[[Schlacht, str, Order], str]:
        return _Ledger()


def _by_points(rng: Random) -> Schlacht:
    """Two to four players with ready or freshly bought armies on one of many maps, with room to set up at random."""
    while True:
        seats = _seated(rng, ("westen", "osten"))
        points = rng.choice((50, 75) if len(seats) == 2 else (100, 150))
        limits = punkte_je_sitz(points, seats)
        bought = {seat: _army(limits[seat], rng) for seat in seats}
        options = _options(rng, ("westen", "osten"))
        try:
            schlacht = punkte_partie(_board(rng), points, rng.choice((3, 5, 8)), bought, seats, optionen=options)
        except ValueError:
            continue
        if not _crowded(schlacht):
            return schlacht


def _crowded(s: Schlacht) -> bool:
    """Whether boards put down anyhow might leave no place for the next."""
    return any(
        sum(s.felderzahl(unit) for unit in s.einheiten() if unit.seite == side and unit.wartet) > CROWD * len(zone)
        for side, zone in s.aufbau.zonen.items()
    )


def _board(rng: Random) -> str | Karte:
    """A map of the house, a wilderness, or a narrow meadow where Streitwagen soon have somebody before them."""
    kind = rng.random()
    if kind < WILD:
        return _wilderness(rng)
    return Karte.wiese(rng.randint(18, 26), 12) if kind < WILD + MEADOW else rng.choice(MAPS)


def _wilderness(rng: Random) -> Karte:
    """A map that no house would make: every kind of terrain beside every other, and stairs in between."""
    signs = dict(zip(string.ascii_letters, gelaende(), strict=False)) | {".": "wiese"}
    width, height = rng.randint(16, 24), rng.randint(12, 15)
    depth = tabellen().punktespiel.streifen
    rows = [
        # Where the armies are set up, large boards need room.
        [rng.choice(list(signs)) if rng.random() < (ROUGH if depth <= y < height - depth else ROUGH / 5) else "."
         for _ in range(width)]
        for y in range(height)
    ]  # fmt: skip
    open_fields = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "."]
    stairs = rng.sample(open_fields, 8)
    pairs = [[field_name(a), field_name(b)] for a, b in zip(stairs[::2], stairs[1::2], strict=True)]
    return Karte.aus_zeilen(["".join(row) for row in rows], signs, treppen=pairs)


def _seated(rng: Random, sides: tuple[str, str]) -> dict[str, str]:
    """Two play most often; a third and a fourth join as allies."""
    players = rng.choice((2, 2, 3, 4))
    first = rng.randrange(2)
    return {seat: sides[(first + number) % 2] for number, seat in enumerate(SEATS[:players])}


def _options(rng: Random, starters: tuple[str, ...] = ()) -> Optionen:
    return Optionen(
        regel_der_12=rng.choice(("save", "off")),
        erstschlag_default=rng.choice(("strike", "ask", "never")),
        starter=rng.choice(("rolloff", *starters)),
    )


def _army(points: int, rng: Random) -> Armee:
    """One of the ready armies that the points allow, or one bought at random."""
    ready = [armee for armee in armeen().values() if _affordable(armee, points)]
    return rng.choice(ready) if ready and rng.random() < READY else _bought(points, rng)


def _bought(points: int, rng: Random) -> Armee:
    volk = rng.choice(sorted(voelker()))
    figures, wagons = sorted(voelker()[volk].figuren), sorted(voelker()[volk].streitwagen)
    crew = [key for key in figures if voelker()[volk].figuren[key].darf_an_bord]
    armee = Armee.model_validate({"name": "Zufall", "volk": volk})
    for _ in range(TRIES):
        data = armee.model_dump(by_alias=True)
        if wagons and crew and rng.random() < WAGONS:
            besatzung = [{"typ": rng.choice(crew)} for _ in range(rng.randint(1, 3))]
            data["streitwagen"] = (*data["streitwagen"], {"typ": rng.choice(wagons), "besatzung": besatzung})
        else:
            data["figur"] = (*data["figur"], {"typ": rng.choice(figures)})
        larger = Armee.model_validate(data)
        armee = larger if _affordable(larger, points) else armee
    return armee


def _affordable(armee: Armee, points: int) -> bool:
    try:
        armee_pruefen(armee, points)
    except ContentError:
        return False
    return True


def _goals(s: Schlacht, seat: str, order: befehle.Bewegen) -> tuple[Field, ...]:
    """Where an eager unit wants to be: with the Kiste at its goal, else beside an enemy."""
    einheit = s.einheit(order.figur)
    if isinstance(einheit, Figur) and s.traegt_kiste(einheit) and s.aufbau.kiste is not None:
        return s.aufbau.kiste.ziel
    side = s.seite_von(seat)
    enemies = (unit for unit in s.einheiten() if not unit.out and s.seite_der(unit.id) != side)
    return tuple(field for unit in enemies for field in s.flaeche(unit)[:1])


def _way(offer: Order, goals: tuple[Field, ...]) -> int:
    return distance((parse_field(offer.nach),), goals) if isinstance(offer, befehle.Bewegen) else 0


class _Ledger:
    """Who has done what in the Spieldurchgang that runs, counted apart from the flags that the rules keep."""

    def __init__(self) -> None:
        self.turn: tuple[int, str] = (0, "")
        self.done: Counter[tuple[str, str]] = Counter()

    def __call__(self, s: Schlacht, seat: str, order: Order) -> str:
        """Note an order that was carried out in this battle; a sentence if it was one too many (GR 1, R-73)."""
        if (s.turn, s.active) != self.turn:
            self.turn = (s.turn, s.active)
            self.done.clear()
        figur = getattr(order, "figur", None)
        if figur is None or s.phase != "spiel":
            return ""
        self.done[figur, order.verb] += 1
        fought = [verb for verb in _FIGHTS if self.done[figur, verb]]
        if any(self.done[figur, verb] > 1 for verb in fought):
            return f"{figur} hat zweimal in einem Spieldurchgang gekämpft: /{order.verb}."
        if len(fought) > 1 and frozenset(fought) not in _TOGETHER:
            return f"{figur} hat in einem Spieldurchgang /{' und /'.join(fought)} getan."
        if self.done[figur, "bewegen"] > self._moves(s, figur):
            return f"{figur} ist in einem Spieldurchgang {self.done[figur, 'bewegen']}-mal gezogen."
        return ""

    def _moves(self, s: Schlacht, key: str) -> int:
        """One move, another leg after a Weitschlag (R-24), and a Plänkler's second (STW 7.2)."""
        figur = s.figuren.get(key)
        if figur is None or figur.an_bord:
            # A drive may be taken up again by each of the crew; its points are counted by the invariants.
            return 99
        symbols = s.typ(figur).symbole
        return 1 + bool(self.done[key, "weitschlag"]) + any(symbol == "plaenkler" for symbol in symbols)
