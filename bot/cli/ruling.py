"""`herold ruling`: runs ruling files and says of each in one line whether it comes out as it says."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rules.referee.odds import Chances
    from rules.referee.play import Outcome
    from rules.referee.refusal import Refusal
    from rules.referee.ruling import Step


def ruling(
    paths: Annotated[list[Path], typer.Argument(metavar="FALL…", help="Fälle (TOML) oder Ordner voller Fälle.")],
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Auch berichten, was in jedem Schritt geschah.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Run every file; end with 1 if any of them differs or cannot be run."""
    from bot.cli._text import ok, say, wrong

    results = []
    for path in paths:
        files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        fault = "" if files else "In diesem Ordner liegt kein Fall."
        for file in files or [path]:
            fault = fault or _fault(file, verbose and not as_json)
            results.append({"path": file.as_posix(), "ok": not fault, "fault": fault})
            if not as_json:
                say(f"{wrong('FEHLER')} {file.as_posix()}: {fault}" if fault else f"{ok('ok')}  {file.as_posix()}")
            fault = ""
    failed = sum(not result["ok"] for result in results)
    if as_json:
        say(json.dumps({"passed": len(results) - failed, "failed": failed, "files": results}, ensure_ascii=False))
    else:
        say(f"{len(results) - failed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


def _fault(path: Path, verbose: bool) -> str:
    """What is wrong with a case, in one line; nothing if it comes out as it says."""
    from rules.referee.ruling import CaseError, load_case, run_case
    from rules.systems import SYSTEMS

    try:
        case = load_case(path)
        if verbose:
            _show(f"{path.as_posix()}: {case.title}")
        run_case(case, SYSTEMS, _show_step if verbose else None)
    except CaseError as error:
        return " ".join(str(error).split())
    except Exception as error:
        # A defect of the referee must not hide the files after this one.
        return " ".join(f"Unerwarteter Fehler im Regelwerk: {type(error).__name__}: {error}".split())
    return ""


def _show_step(step: "Step", heard: "Outcome[Any] | Refusal | Chances") -> None:
    from bot.cli._text import chances_text, question_text, refusal_text, report_text
    from rules.referee.odds import Chances
    from rules.referee.refusal import Refusal

    _show(f"  {step.by}: {step.say if step.say is not None else f'» {step.answer}'}")
    match heard:
        case Refusal():
            _show(f"    {refusal_text(heard)}")
        case Chances():
            _show(chances_text(heard, "    "))
        case _:
            _show(report_text(heard.report, "    "))
            if heard.position.pending is not None:
                _show(question_text(heard.position.pending.request))


def _show(text: str) -> None:
    from bot.cli._text import say

    if text:
        say(text)
