"""`herold simulate`: many battles at random, every order checked; what does not hold comes out as a ruling file."""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.simulate.trial import Result

DRAW = "unentschieden"


def simulate(
    system: Annotated[str, typer.Argument(metavar="SPIEL", help="Das Spiel, zum Beispiel mfm.")],
    games: Annotated[int, typer.Option("--games", min=1, max=1_000_000, help="Wie viele Partien.")] = 20,
    seed: Annotated[str, typer.Option("--seed", help="Derselbe Wert gibt dieselben Partien.")] = "1",
    scenario: Annotated[str, typer.Option("--scenario", help="geheimdokument, punkte oder beide.")] = "beide",
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=64, help="Auf wie vielen Prozessen.")] = os.cpu_count() or 1,
    out: Annotated[Path, typer.Option("--out", help="Wohin Verstöße geschrieben werden.")] = Path("violations"),
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Play, count, write down what does not hold, and end with 1 if anything did not."""
    from bot.cli._text import counted, ok, say, wrong
    from bot.simulate.field import SCENARIOS, play_many, write_violation

    if system not in SCENARIOS:
        raise typer.TyperException(f"Das Spiel »{system}« gibt es nicht: möglich ist {', '.join(SCENARIOS)}.")
    known = SCENARIOS[system]
    if scenario != "beide" and scenario not in known:
        raise typer.TyperException(f"»{scenario}« lässt sich nicht spielen: möglich ist {', '.join(known)} oder beide.")
    chosen = known if scenario == "beide" else (scenario,)
    began = perf_counter()
    results = list(_watched(play_many(system, chosen, games, seed, min(jobs, games)), games))
    seconds = perf_counter() - began
    broken = [(result, write_violation(result, out)) for result in results if result.violation is not None]
    if as_json:
        data = [_data(result) for result in results]
        say(json.dumps({"games": data, "seconds": seconds, "violations": [str(path) for _, path in broken]}))
    else:
        say(_table(results))
        orders = sum(result.orders for result in results)
        throws = sum(result.throws for result in results)
        games_played = counted(len(results), "Partie", "Partien")
        rate = f"{orders / seconds:.0f} Befehle/s"
        say(f"{games_played}, {orders} Befehle, {throws} Würfe in {seconds:.1f} s: {rate}")
        for result, path in broken:
            assert result.violation is not None
            say(f"{wrong('Verstoß')} {path}: {result.violation.sentence}")
        say(wrong(f"{counted(len(broken), 'Verstoß', 'Verstöße')}.") if broken else ok("Kein Verstoß."))
    if broken:
        raise typer.Exit(1)


def _watched(results: "Iterator[Result]", games: int) -> "Iterator[Result]":
    """A bar for those who wait at a terminal."""
    if not sys.stderr.isatty():
        yield from results
        return
    with typer.progressbar(results, length=games, label="Partien", file=sys.stderr) as bar:
        yield from bar


def _table(results: "Iterable[Result]") -> str:
    from bot.cli._text import table

    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(result.scenario, []).append(result)
    rows = []
    for scenario, group in groups.items():
        lengths = [result.orders for result in group]
        winners = Counter(_winner(result) for result in group)
        won = ", ".join(
            f"{name} {times}" for name, times in sorted(winners.items(), key=lambda item: (-item[1], item[0]))
        )
        turns = sum(result.turns for result in group) / len(group)
        cells = (len(group), sum(lengths) // len(group), max(lengths), f"{turns:.1f}", sum(r.answers for r in group))
        rows.append((scenario, *map(str, cells), won))
    ends = Counter((result.scenario, result.reason.partition(":")[0]) for result in results if result.reason)
    endings = [(scenario, reason, str(times)) for (scenario, reason), times in sorted(ends.items(), key=_often)]
    header = ("Szenario", "Partien", "Befehle", "längste", "Runden", "Antworten", "Sieger")
    return f"{table(header, rows)}\n\n{table(('Szenario', 'Ende', 'Partien'), endings)}\n"


def _often(item: tuple[tuple[str, str], int]) -> tuple[str, int, str]:
    return item[0][0], -item[1], item[0][1]


def _winner(result: "Result") -> str:
    return "abgebrochen" if result.winner is None else result.winner or DRAW


def _data(result: "Result") -> dict[str, object]:
    return {
        "scenario": result.scenario,
        "index": result.index,
        "orders": result.orders,
        "answers": result.answers,
        "throws": result.throws,
        "turns": result.turns,
        "winner": result.winner,
        "reason": result.reason,
        "verbs": result.verbs,
        "violation": result.violation.sentence if result.violation else None,
    }
