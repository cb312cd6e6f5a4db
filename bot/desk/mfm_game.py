"""Man for Man at the desk: its scenarios and seats, and how its units and sides are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from bot.desk.games import Game, Plan, PlannedSeat, Scenario, SetUp
from bot.desk.mfm_armies import MfmArmies
from rules.board.square import Field, distance, parse_field
from rules.mfm import content
from rules.mfm.model import Schlacht
from rules.mfm.partie import punkte_je_sitz, punkte_partie, szenario_partie
from rules.mfm.system import MFM
from rules.referee.orders import Order
from rules.referee.system import System

__all__ = ["MFM_GAME", "POINTS"]

POINTS = "punkte"
COLOURS = ("blau", "rot", "grün", "gelb")
PHASES = {"vorbereitung": "Vorbereitung", "aufstellung": "Aufstellung", "spiel": "", "ende": "Ende"}
DEFAULT_POINTS, DEFAULT_ROUNDS = 75, 8


class MfmGame(MfmArmies):
    system: System[Any] = MFM
    opening = "/beginnen"

    def scenarios(self) -> Sequence[Scenario]:
        by_points = Scenario(
            POINTS, "Nach Punkten", "Jeder bringt eine Armee mit; nach einigen Runden wird abgerechnet.", by_points=True
        )
        return (*(Scenario(one.key, one.name, one.beschreibung) for one in content.szenarien().values()), by_points)

    def maps(self) -> Mapping[str, str]:
        taken = {scenario.karte for scenario in content.szenarien().values()}
        return {key: karte.name for key, karte in content.karten().items() if key not in taken}

    def seats(self, plan: Plan) -> tuple[PlannedSeat, ...]:
        if not 2 <= plan.players <= 4:
            raise ValueError("Es spielen zwei bis vier Spieler.")
        if plan.scenario == POINTS:
            return self._by_points(plan)
        scenario = content.szenarien().get(plan.scenario)
        if scenario is None:
            offered = ", ".join(one.key for one in self.scenarios())
            raise ValueError(f"Ein Szenario »{plan.scenario[:40]}« gibt es nicht: {offered}.")
        sides = list(scenario.seiten)
        seats: list[PlannedSeat] = []
        for number in range(plan.players):
            side = sides[number % len(sides)]
            again = number // len(sides) + 1
            label = f"{_people(scenario.seiten[side].volk)} ({scenario.seiten[side].name})"
            seats.append(PlannedSeat(side if again == 1 else f"{side}{again}", side, _numbered(label, again)))
        return tuple(seats)

    def _by_points(self, plan: Plan) -> tuple[PlannedSeat, ...]:
        """Three play one against two, four two against two (GR 10)."""
        colours = COLOURS[: plan.players]
        sides = {colour: "blau" if number in (0, 3) else "rot" for number, colour in enumerate(colours)}
        limits = punkte_je_sitz(plan.points, sides)
        return tuple(
            PlannedSeat(colour, side, colour.capitalize() + ("" if colour == side else f" (mit {side.capitalize()})"),
                        limits[colour])
            for colour, side in sides.items()
        )  # fmt: skip

    def title(self, plan: Plan) -> str:
        if plan.scenario == POINTS:
            return f"{plan.points} Punkte auf »{self.maps().get(plan.map, plan.map)}«"
        return content.szenarien()[plan.scenario].name

    def battle(self, setup: SetUp) -> Schlacht:
        plan = setup.plan
        if plan.scenario != POINTS:
            return szenario_partie(plan.scenario, setup.sides)
        armies = {seat: content.armee_einlesen(text, f"Armee von {seat}") for seat, text in setup.armies.items()}
        return punkte_partie(plan.map, plan.points, plan.rounds, armies, setup.sides)

    def sample(self) -> Schlacht:
        scenario = next(iter(content.szenarien().values()))
        return szenario_partie(scenario.key, {side: side for side in scenario.seiten})

    def names(self, battle: Schlacht) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for sitz in battle.aufbau.sitze:
            if sitz.seite in content.voelker():
                found[sitz.seite] = _people(sitz.seite)
        for sitz in battle.aufbau.sitze:
            if sitz.key not in found and sitz.key.rstrip("234") in found:
                found[sitz.key] = _numbered(found[sitz.key.rstrip("234")], int(sitz.key[-1]))
        return found

    def side_label(self, side: str) -> str:
        name = _people(side)
        return name[:1].upper() + name[1:]

    def unit_label(self, battle: Schlacht, unit: str) -> str:
        einheit = battle.einheit(unit)
        where = MFM.fact(battle, f"{unit}.at")
        name = str(einheit.name)
        parts = [name if unit in name else f"{unit} {name}", f"{einheit.lp} LP", str(where) if where else ""]
        return " · ".join(part for part in parts if part)

    def phase_label(self, battle: Schlacht) -> str:
        phase = PHASES.get(battle.phase, battle.phase)
        limit = f" von {battle.aufbau.runden}" if battle.aufbau.runden else ""
        return phase or f"Runde {battle.turn}{limit}"

    def ranking(self, battle: Schlacht, seat: str) -> Callable[[Order], float]:
        """The weakest target first, and the fields that lead to where something happens."""
        enemies = _enemies(battle, seat)

        @cache
        def far(field: str, carrying: bool) -> float:
            goals = battle.aufbau.kiste.ziel if carrying and battle.aufbau.kiste is not None else enemies
            return float(distance((parse_field(field),), goals)) if goals else 0.0

        @cache
        def carries(unit: str) -> bool:
            figure = battle.figuren.get(unit)
            return figure is not None and battle.aufbau.kiste is not None and battle.traegt_kiste(figure)

        def rank(order: Order) -> float:
            target = getattr(order, "ziel", None)
            if isinstance(target, str):
                return float(battle.einheit(target).lp)
            field = getattr(order, "nach", None) or getattr(order, "auf", None)
            unit = getattr(order, "figur", None)
            return far(field, carries(unit)) if isinstance(field, str) and isinstance(unit, str) else 0.0

        return rank


def _enemies(battle: Schlacht, seat: str) -> tuple[Field, ...]:
    """Where the other side stands."""
    side = battle.seite_von(seat)
    others = (one for one in battle.einheiten() if not one.out and battle.seite_der(one.id) != side)
    return tuple(field for one in others for field in battle.flaeche(one)[:1])


def _people(key: str) -> str:
    volk = content.voelker().get(key)
    return volk.name if volk else key


def _numbered(label: str, number: int) -> str:
    return label if number == 1 else f"{label} {number}"


MFM_GAME: Game = MfmGame()
