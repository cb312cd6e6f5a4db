"""`herold journal-check`: every battle of a database is replayed from its journal and compared with what is stored."""

import asyncio
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rules.journal.keeper import Checked


def journal_check(
    database: Annotated[
        str,
        typer.Argument(help="Die Datenbank; sonst die, mit der Herold läuft (HEROLD_DATABASE_URL, HEROLD_DATA)."),
    ] = "",
    battle: Annotated[int | None, typer.Option("--partie", help="Nur die Partie mit dieser Nummer.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Print one line a battle, end with 1 if anything does not agree."""
    from bot.cli._text import ok, say, wrong
    from bot.settings import Settings
    from rules.journal.errors import JournalError

    where = database or str(Settings().database)
    try:
        found = asyncio.run(_check(where, battle))
    except JournalError as error:
        raise typer.TyperException(error.satz) from error
    faults = sum(len(checked.problems) for checked in found.values())
    if as_json:
        say(
            json.dumps(
                {"battles": {n: asdict(checked) for n, checked in found.items()}, "problems": faults},
                ensure_ascii=False,
            )
        )
    else:
        for number, checked in found.items():
            verdict = wrong(checked.problems[0]) if checked.problems else ok("ok")
            say(f"Partie {number}: {verdict} ({checked.replayed} von {checked.moves} Befehlen nachgespielt)")
            for problem in checked.problems[1:]:
                say(f"  {problem}")
        say(f"{len(found)} Partien geprüft, {faults} Fehler.")
    if faults:
        raise typer.Exit(1)


async def _check(where: str, battle: int | None) -> "dict[int, Checked]":
    from rules.journal.keeper import Keeper
    from rules.systems import SYSTEMS

    async with await Keeper.open(where, SYSTEMS, create=False) as keeper:
        return await keeper.check_all() if battle is None else {battle: await keeper.check(battle)}
