"""`herold bench`: how fast the referee is, every figure beside a yardstick of the same run. Writes nothing."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.bench import Measure


def bench(
    entries: Annotated[int, typer.Option("--entries", min=20, help="So viele Einträge hat das alte Journal.")] = 10_000,
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Measure, print a table with aims, and say of each whether it is reached."""
    from bot.bench import journal, orders
    from bot.cli._text import counted, ok, say, table, wrong

    try:
        import d20  # noqa: F401
    except ImportError:
        raise typer.TyperException("Zum Messen fehlt d20: pip install 'herold[bench]'.") from None
    parts: list[Callable[[], list[Measure]]] = [orders.measure, lambda: journal.measure(entries)]
    found = [measure for part in _watched(parts) for measure in part()]
    if as_json:
        say(json.dumps([{**asdict(measure), "reached": _reached(measure)} for measure in found], ensure_ascii=False))
        return
    rows = [
        (
            measure.name,
            f"{measure.value:.3f} {measure.unit}",
            measure.beside,
            f"{measure.ratio:.2f}",
            measure.aim,
            "ja" if _reached(measure) else "nein",
        )
        for measure in found
    ]
    say(table(("Messung", "Wert", "daneben", "Verhältnis", "Ziel", "erreicht"), rows))
    missed = sum(not _reached(measure) for measure in found)
    say(wrong(f"{counted(missed, 'Ziel', 'Ziele')} verfehlt.") if missed else ok("Alle Ziele erreicht."))


def _watched(parts: "list[Callable[[], list[Measure]]]") -> "Iterator[Callable[[], list[Measure]]]":
    if not sys.stderr.isatty():
        yield from parts
        return
    with typer.progressbar(parts, label="Messen", file=sys.stderr) as bar:
        yield from bar


def _reached(measure: "Measure") -> bool:
    """An aim with a unit is one for the value, `≤ 0.25 ms`; one without is for the ratio, `≥ 0.7`."""
    sign, number, *unit = measure.aim.split()
    value = measure.value if unit == [measure.unit] else measure.ratio
    return value <= float(number) if sign == "≤" else value >= float(number)
