"""What a complete order costs on a board of forty figures, beside a dice library that does nothing but roll."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from time import perf_counter
from typing import Any

from bot.bench import Measure
from rules.referee.content import assets_dir
from rules.referee.odds import chances
from rules.referee.play import Position, submit
from rules.referee.ruling import Case, load_case, start
from rules.referee.sealed import SealedDice
from rules.referee.system import System
from rules.systems import SYSTEMS

__all__ = ["measure"]

BOARD = "mfm/beispiele/vierzig.toml"
WIDE = {
    "Chancen: Anfahren auf zwei Ziele": ("mfm/beispiele/breit.toml", 5),
    "Chancen: Fahrt an zwei Stoßspeeren vorbei": ("mfm/beispiele/stossspeere.toml", 1),
}
"""Orders with many ends, and how often each is repeated in a round."""
ROUNDS = 25
REPEAT = 50
YARDSTICK = "3d12"
THROWS = 200
"""So many different beginnings of the dice; those after which an order waits for an answer are left out,
unless it always does."""


def measure() -> list[Measure]:
    """One figure for each order on the board, and one for the chances of each wide order."""
    return [*_orders(), *(_chances(name, *wide) for name, wide in WIDE.items())]


def _orders() -> list[Measure]:
    case, system, position = _load(BOARD)
    found = []
    for step in case.step:
        assert step.say is not None, "the board gives orders only"
        order = _complete(system, position, step.by, step.say)
        ours, theirs = _beside(order, _yardstick(), REPEAT)
        verb = step.say.partition(" ")[0]
        beside = f"d20 roll({YARDSTICK!r}): {theirs:.3f} ms"
        found.append(Measure(f"{verb}, 40 Figuren", ours, "ms", beside, ours / theirs, "≤ 0.25 ms"))
    return found


def _complete(system: System[Any], position: Position[Any], seat: str, line: str) -> Callable[[], object]:
    """From the typed line to what is stored and told: read, carried out, the new state and the report as text."""
    done = [n for n in range(THROWS) if submit(system, position, seat, line, _dice(n)).finished]
    throws = cycle(done or range(THROWS))

    def order() -> object:
        outcome = submit(system, position, seat, line, _dice(next(throws)))
        return outcome.position.battle.state_json(), outcome.report.model_dump_json()

    return order


def _dice(throw: int) -> SealedDice:
    return SealedDice(bytes(32), (), throw)


def _yardstick() -> Callable[[], object]:
    import d20

    return lambda: d20.roll(YARDSTICK)


def _chances(name: str, path: str, repeat: int) -> Measure:
    case, system, position = _load(path)
    step = case.step[0]
    assert step.say is not None
    order = system.parse(position.battle, step.by, step.say)

    def exact() -> object:
        return chances(position.battle, lambda battle: system.script(battle, step.by, order))

    ours, theirs = _beside(exact, _complete(system, position, step.by, step.say), repeat)
    beside = f"der Befehl selbst: {theirs:.3f} ms"
    return Measure(name, ours, "ms", beside, ours / theirs, "≤ 50 ms")


def _load(name: str) -> tuple[Case, System[Any], Position[Any]]:
    case = load_case(assets_dir() / name)
    return case, *start(case, SYSTEMS)


def _beside(one: Callable[[], object], other: Callable[[], object], repeat: int) -> tuple[float, float]:
    """Milliseconds of both at their best, measured in turns, so that whatever else the machine does meets both."""
    one(), other()
    pairs = [(_timed(one, repeat), _timed(other, REPEAT)) for _ in range(ROUNDS)]
    return min(ours for ours, _ in pairs), min(theirs for _, theirs in pairs)


def _timed(work: Callable[[], object], repeat: int) -> float:
    began = perf_counter()
    for _ in range(repeat):
        work()
    return (perf_counter() - began) * 1000 / repeat
