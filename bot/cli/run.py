"""`herold run`: Herold on Discord, or at the local table where there is no token."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer


def run(
    data: Annotated[Path | None, typer.Option("--daten", help="Der Ordner für alles, was aufgehoben wird.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="Die Seite des Tisches; 0 für irgendeinen.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--kein-browser", help="Die Seite im Browser öffnen.")] = True,
) -> None:
    """Run until somebody ends it."""
    from pydantic import ValidationError

    from bot.logs import set_up
    from bot.running import run as run_herold
    from bot.settings import Settings
    from bot.supervisor import Hopeless
    from rules.journal.errors import JournalError

    try:
        settings = Settings()
    except ValidationError as error:
        wrong = ", ".join(str(fault["loc"][0]) for fault in error.errors())
        raise typer.TyperException(f"Diese Einstellungen passen nicht: {wrong}. »herold doctor« erklärt sie.") from None
    changes = {"data": data, "port": port, "open_browser": browser and settings.open_browser}
    settings = settings.model_copy(update={name: value for name, value in changes.items() if value is not None})
    secret = settings.token.get_secret_value() if settings.token else ""
    set_up(settings.log_level, settings.log_format, [secret])
    try:
        asyncio.run(run_herold(settings, lambda line: typer.echo(line)))
    except (JournalError, Hopeless) as error:
        raise typer.TyperException(str(error)) from None
    except OSError as error:
        raise typer.TyperException(f"Herold kann nicht beginnen: {error.strerror or error}.") from None
