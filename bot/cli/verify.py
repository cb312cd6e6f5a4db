"""`herold verify`: an exported battle is checked without trusting whoever exported it."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

MAX_BYTES = 256 * 1024 * 1024


def verify(
    export: Annotated[Path, typer.Argument(help="Die exportierte Partie, eine JSON-Datei.")],
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Print one sentence, end with 1 if anything is wrong or cannot be checked yet."""
    from bot.cli._text import ok, say, wrong
    from rules.journal.verify import verify_export
    from rules.systems import SYSTEMS

    result = verify_export(_read(export), SYSTEMS)
    if as_json:
        say(json.dumps(asdict(result), ensure_ascii=False))
    else:
        say((ok if result.ok else wrong)(result.satz))
        if len(result.problems) > 1:
            say(f"Das ist das Erste von {len(result.problems)}, was nicht stimmt.")
    if not result.ok:
        raise typer.Exit(1)


def _read(path: Path) -> Any:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise typer.TyperException(f"»{path}« ist zu groß für den Export einer Partie.")
        return json.loads(path.read_bytes())
    except OSError as error:
        raise typer.TyperException(f"»{path}« lässt sich nicht lesen: {error.strerror or 'kein Zugriff'}.") from error
    except (ValueError, RecursionError) as error:
        raise typer.TyperException(f"»{path}« ist keine JSON-Datei.") from error
