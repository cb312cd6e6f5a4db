"""`herold restore`: a backup takes the place of the database while Herold rests."""

import json
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.backup import DATABASE_HELP, bar, contents, database_path


def restore(
    file: Annotated[Path, typer.Argument(metavar="DATEI", help="Die Sicherung, wie »herold backup« sie schreibt.")],
    database: Annotated[str, typer.Option("--database", help=DATABASE_HELP)] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Print what is in place now and where the replaced database is kept."""
    from bot.backup import restore as put_back
    from bot.cli._text import ok, say
    from rules.journal.errors import JournalError

    try:
        path = database_path(database)
        if not database:
            path.parent.mkdir(parents=True, exist_ok=True)  # a server on which Herold has not been started yet
        with bar("Zurückspielen") as progress:
            restored = put_back(file, path, progress=progress)
    except JournalError as error:
        raise typer.TyperException(error.satz) from error
    copy, replaced = restored.copy, restored.replaced
    if as_json:
        data = {
            "path": str(copy.path),
            "bytes": copy.size,
            "battles": copy.battles,
            "entries": copy.entries,
            "outdated": copy.outdated,
            "replaced": None if replaced is None else str(replaced),
        }
        say(json.dumps(data, ensure_ascii=False))
        return
    say(f"{ok('Zurückgespielt')} nach »{copy.path}«: {contents(copy)}.")
    if replaced is not None:
        say(f"Die ersetzte Datenbank liegt in »{replaced}«.")
    if copy.outdated:
        say("Die Sicherung ist von einer älteren Fassung; der nächste Start bringt sie auf den neuesten Stand.")
