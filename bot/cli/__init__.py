"""The `herold` command: which subcommands there are, and nothing of what they do.

A subcommand is a module of its own, `bot/cli/<name>.py`, with one plain function of the same name (`journal_check` is
typed `journal-check`) whose annotated parameters are its arguments and options:

    def chance(
        system: Annotated[str, typer.Argument(help="Regelwerk, zum Beispiel mfm.")],
        als_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
    ) -> None:
        from rules.referee import odds
        ...

It joins the program by an import below (`from bot.cli import chance`) and one line in COMMANDS, with its German line of
help. What several commands share lives in a module whose name begins with `_`.

The modules import what is heavy (rules, pydantic, SQLModel) inside the function, because `herold --help` loads all of
them to list them and should answer at once. What the caller got wrong is told by `raise typer.TyperException("Satz.")`:
the sentence goes to stderr and the program ends with 1. Any other ending is `raise typer.Exit(code)`.
"""

from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

import typer

from bot.cli import (
    backup,
    bench,
    chance,
    coverage,
    doctor,
    journal_check,
    picture,
    play,
    restore,
    ruling,
    run,
    simulate,
    verify,
)

COMMANDS: tuple[tuple[Callable[..., None], str], ...] = (
    (run.run, "Herold auf Discord, oder ohne Token am lokalen Tisch."),
    (doctor.doctor, "Nachsehen, was Herold zum Laufen braucht und was fehlt."),
    (backup.backup, "Die Datenbank sichern, auch während Herold läuft."),
    (restore.restore, "Eine Sicherung an die Stelle der Datenbank setzen, während Herold ruht."),
    (play.play, "Eine Partie im Terminal spielen."),
    (ruling.ruling, "Fälle prüfen: eine Lage, was getippt wird, was daraus werden muss."),
    (chance.chance, "Die genauen Aussichten eines Befehls."),
    (coverage.coverage, "Welche Regeln ein Fall prüft; schreibt docs/regelabdeckung.md und nennt jede Lücke."),
    (simulate.simulate, "Viele Partien zufällig durchspielen und nach jedem Befehl alles prüfen."),
    (verify.verify, "Eine exportierte Partie nachrechnen, Wurf für Wurf."),
    (bench.bench, "Wie schnell der Schiedsrichter ist, jeweils neben etwas anderem gemessen."),
    (picture.picture, "Die Bilder der README und des Handbuchs zeichnen."),
    (journal_check.journal_check, "Die Partien eines Journals nachspielen und mit dem Gespeicherten vergleichen."),
)

app = typer.Typer(
    help="Herold, der Schiedsrichter für Brett- und Tischschlachten.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)

for function, help_line in COMMANDS:
    app.command(help=help_line)(function)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"Herold {version('herold')}")
        raise typer.Exit


@app.callback()
def herold(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Die Version nennen."),
    ] = False,
) -> None:
    """Carry the options that belong to the program as a whole."""
