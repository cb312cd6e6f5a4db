"""The door of the program, for `herold` and `python -m bot`: runs a command, and says in German what was wrong with it.

What the commands do lives in `bot/cli/`.
"""

import sys
from collections.abc import Sequence

import typer

from bot.cli import app

MISUSE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (by default the program's own) and return the exit code."""
    try:
        code = app(arguments, prog_name="herold", standalone_mode=False)
    except typer.TyperException as error:
        return _refuse(error)
    except typer.Abort:
        print("Abgebrochen.", file=sys.stderr)
        return 1
    return code if isinstance(code, int) else 0


def _refuse(error: typer.TyperException) -> int:
    if type(error) is typer.TyperException:
        print(error.format_message(), file=sys.stderr)
        return error.exit_code

    # Typer words these in English and keeps most of their classes private, so they are told apart by name.
    name = type(error).__name__
    if name == "NoArgsIsHelpError":
        return MISUSE  # the help itself is already on the screen
    context = getattr(error, "ctx", None)
    parameter = getattr(error, "param", None)
    what = parameter.get_error_hint() if parameter is not None else ""
    match name:
        case "NoSuchOption":
            sentence = f"Die Option {getattr(error, 'option_name', '')} gibt es nicht."
        case "BadOptionUsage":
            sentence = f"Der Option {getattr(error, 'option_name', '')} fehlt ihr Wert, oder sie bekam einen zu viel."
        case "MissingParameter":
            sentence = f"Es fehlt noch {what}."
        case "BadParameter":
            sentence = f"Der Wert für {what} passt nicht."
        case _ if context is not None and context.parent is None:
            sentence = "Diesen Befehl gibt es nicht."
        case _:
            sentence = "So lässt sich der Befehl nicht lesen."
    command = context.command_path if context is not None else "herold"
    print(f"{sentence} „{command} --help“ zeigt, was geht.", file=sys.stderr)
    return MISUSE


if __name__ == "__main__":
    sys.exit(main())
