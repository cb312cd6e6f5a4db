"""`herold doctor`: what Herold finds, and what is missing for it to run."""

import asyncio
import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.settings import Settings

PYTHON = (3, 11)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. What is not well has a remedy."""

    name: str
    well: bool
    sentence: str


def doctor(
    pulse: Annotated[
        bool, typer.Option("--gesundheit", help="Nur nachsehen, ob Herold gerade läuft und verbunden ist.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Look at everything and say what to do; ends with 1 if Herold cannot run, or is not well."""
    findings = feel_pulse() if pulse else examine()
    if as_json:
        rows = [{"name": one.name, "ok": one.well, "text": one.sentence} for one in findings]
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for one in findings:
            mark = typer.style("gut  ", fg="green") if one.well else typer.style("fehlt", fg="red", bold=True)
            typer.echo(f"{mark} {one.name}: {one.sentence}")
    if not all(one.well for one in findings):
        raise typer.Exit(1)


def examine() -> list[Finding]:
    from pydantic import ValidationError

    from bot.settings import Settings

    version = ".".join(map(str, sys.version_info[:3]))
    found = [Finding("Python", sys.version_info >= PYTHON, f"Version {version}; gebraucht wird 3.11 oder neuer.")]
    try:
        settings = Settings()
    except ValidationError as error:
        for fault in error.errors():
            name = str(fault["loc"][0])
            found.append(Finding("Einstellung", False, f"{name}: {fault['msg']}"))
        return found
    token = "DISCORD_TOKEN ist gesetzt: Herold geht zu Discord."
    without = "Kein DISCORD_TOKEN: Herold deckt den lokalen Tisch."
    found.append(Finding("Token", True, token if settings.token else without))
    found.append(_folder(settings))
    if found[-1].well:
        found.append(asyncio.run(_database(settings)))
    found.append(_pictures())
    return found


def feel_pulse() -> list[Finding]:
    from pydantic import ValidationError

    from bot.health import symptom
    from bot.settings import Settings

    try:
        sentence = symptom(Settings().data)
    except ValidationError:
        sentence = "Eine Einstellung stimmt nicht; »herold doctor« sagt, welche."
    return [Finding("Puls", sentence is None, sentence or "Herold läuft und ist verbunden.")]


def _folder(settings: "Settings") -> Finding:
    import tempfile

    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.data):
            pass
    except OSError as error:
        reason = error.strerror or error
        return Finding("Ordner", False, f"»{settings.data}« (HEROLD_DATA) lässt sich nicht beschreiben: {reason}.")
    return Finding("Ordner", True, f"»{settings.data}« ist da und lässt sich beschreiben.")


async def _database(settings: "Settings") -> Finding:
    from rules.journal.errors import JournalError
    from rules.journal.keeper import Keeper
    from rules.systems import SYSTEMS

    try:
        async with await Keeper.open(settings.database, SYSTEMS):
            pass
    except JournalError as error:
        return Finding("Datenbank", False, error.satz)
    where = "eine eigene Datenbank" if settings.database_url else f"»{settings.database}«"
    return Finding("Datenbank", True, f"{where} ist offen und auf dem neuesten Stand.")


def _pictures() -> Finding:
    try:
        from bot.paint import DieStats, dice_chart

        picture = dice_chart([DieStats("Probe", 6, (1, 1, 1, 1, 1, 1))])
    except Exception as error:
        return Finding("Bilder", False, f"Es lässt sich kein Bild zeichnen: {error}")
    return Finding("Bilder", True, f"Ein Probebild wurde gezeichnet ({len(picture.png) // 1024} KB).")
