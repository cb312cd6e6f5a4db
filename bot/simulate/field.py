"""Many battles, on as many processes as wanted; which battle is which depends on seed and number alone."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from bot.simulate.trial import Result, Setting, play
from rules.referee.tomltext import to_toml

__all__ = ["SCENARIOS", "play_many", "write_violation"]

SCENARIOS = {"mfm": ("geheimdokument", "punkte")}


def play_many(system: str, scenarios: Sequence[str], games: int, seed: str, jobs: int) -> Iterator[Result]:
    """The battles in the order of their numbers, the scenarios taking turns."""
    one = partial(_play_one, system, tuple(scenarios), seed)
    if jobs <= 1:
        yield from map(one, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, range(games), chunksize=2)


def _play_one(system: str, scenarios: Sequence[str], seed: str, index: int) -> Result:
    return play(_setting(system), scenarios[index % len(scenarios)], index, seed)


def _setting(system: str) -> Setting:
    from bot.simulate.mfm import MfmSetting

    return {"mfm": MfmSetting}[system]()


def write_violation(result: Result, folder: Path) -> Path:
    """The ruling file that shows what did not hold."""
    assert result.violation is not None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.scenario}-{result.index}-{result.violation.order}.toml"
    path.write_text(to_toml(result.violation.case), encoding="utf-8")
    return path
