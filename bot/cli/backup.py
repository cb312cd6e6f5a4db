"""`herold backup`: a copy of the database, taken while Herold plays on. `herold restore` shares what is public here."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.backup import Copy, Progress

DATABASE_HELP = "Die Datenbank; sonst die der Einstellungen."


def backup(
    target: Annotated[
        Path | None,
        typer.Argument(metavar="[ZIEL]", help="Der Ordner für die Sicherung; sonst »backups« neben der Datenbank."),
    ] = None,
    database: Annotated[str, typer.Option("--database", help=DATABASE_HELP)] = "",
    keep: Annotated[
        int | None, typer.Option("--keep", min=1, help="So viele der neuesten Sicherungen im Ordner behalten.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Print where the copy is and what is in it."""
    from bot.backup import FOLDER, back_up
    from bot.cli._text import ok, say
    from rules.journal.errors import JournalError

    try:
        path = database_path(database)
        with bar("Sichern") as progress:
            copy = back_up(path, target or path.parent / FOLDER, keep=keep, progress=progress)
    except JournalError as error:
        raise typer.TyperException(error.satz) from error
    if as_json:
        data = {"path": str(copy.path), "bytes": copy.size, "battles": copy.battles, "entries": copy.entries}
        say(json.dumps(data, ensure_ascii=False))
    else:
        say(f"{ok('Gesichert')} in »{copy.path}«: {contents(copy)}.")


def database_path(named: str) -> Path:
    """The file that was named, or that of the settings."""
    from pydantic import ValidationError

    from bot.backup import database_file
    from bot.settings import Settings

    if named:
        return database_file(named)
    try:
        return database_file(str(Settings().database))
    except ValidationError as error:
        raise typer.TyperException("Eine Einstellung stimmt nicht; »herold doctor« sagt, welche.") from error


@contextmanager
def bar(label: str) -> "Iterator[Progress | None]":
    """A bar for those who wait at a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with typer.progressbar(length=1, label=label, file=sys.stderr) as shown:

        def progress(done: int, total: int) -> None:
            shown.length = max(total, 1)
            shown.update(done - shown.pos)

        yield progress


def contents(copy: "Copy") -> str:
    battles = "1 Partie" if copy.battles == 1 else f"{copy.battles} Partien"
    entries = "1 Eintrag" if copy.entries == 1 else f"{copy.entries} Einträge"
    return f"{battles}, {entries}, {copy.size / 1024:.0f} KB"
