"""What must hold after every order of every game, whatever it was: checked by ruling files and by random play.

The game's own invariants are its system's to name. Here they are asked for, beside what the engine promises itself: the
stored state reads back byte for byte, and the order on its tape leads to the same state and the same report again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.referee.battle import Battle
from rules.referee.driver import Fallen
from rules.referee.play import Outcome, Pending, Position, rerun
from rules.referee.requests import Roll
from rules.referee.standing import StandingOrder
from rules.referee.system import System
from rules.referee.tape import TapeMismatch

__all__ = ["faults"]


class _NoDice:
    """Everything that falls must stand on the tape already."""

    def fall(self, roll: Roll) -> Fallen | None:
        return None


def faults(
    system: System[Any], before: Position[Any], outcome: Outcome[Any], standing: Sequence[StandingOrder] = ()
) -> list[str]:
    """What does not hold after an order or an answer, each as a German sentence; empty if all is sound."""
    after = outcome.position.battle
    found = _unsound(system, before.battle, after)
    state = after.state_json()
    if type(after).model_validate_json(state).state_json() != state:
        found.append("Der gespeicherte Zustand liest sich anders zurück.")
    return found + _unrepeatable(system, before, outcome, standing)


def _unsound(system: System[Any], before: Battle, after: Battle) -> list[str]:
    """Invariants that the order broke; what was broken before, its author has wanted so."""
    broken = system.violations(after)
    if not broken:
        return []
    known = system.violations(before)
    return [f"Verletzt: {sentence}." for sentence in broken if sentence not in known]


def _unrepeatable(
    system: System[Any], before: Position[Any], outcome: Outcome[Any], standing: Sequence[StandingOrder]
) -> list[str]:
    pending = outcome.position.pending
    request = pending.request if pending is not None else Roll(2, 1, "", "", outcome.seat)
    order = Pending(outcome.seat, outcome.line, outcome.order, outcome.tape, request)
    try:
        again = rerun(system, Position(before.battle), order, _NoDice(), standing)
    except TapeMismatch as error:
        return [f"Derselbe Befehl fragt anderes: {error}."]
    found = []
    if again.position.battle.state_json() != outcome.position.battle.state_json():
        found.append("Derselbe Befehl mit denselben Würfen führt zu einem anderen Zustand.")
    if again.tape != outcome.tape:
        found.append("Derselbe Befehl mit denselben Würfen fragt anderes.")
    if again.report != outcome.report:
        found.append("Derselbe Befehl mit denselben Würfen wird anders berichtet.")
    return found
