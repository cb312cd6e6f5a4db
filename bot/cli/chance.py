"""`herold chance`: the exact chances of an order in the situation that a ruling file describes. No die is thrown."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from fractions import Fraction

    from rules.referee.odds import Chances
    from rules.referee.ruling import Case


def chance(
    case: Annotated[str, typer.Argument(metavar="FALL", help="Fall (TOML) oder Name eines Beispiels aus assets.")],
    step: Annotated[
        int, typer.Option("--step", help="Vor diesem Schritt des Falls; die früheren werden gespielt.")
    ] = 1,
    line: Annotated[str, typer.Option("--say", help="Diese Zeile statt der des Schritts.")] = "",
    by: Annotated[str, typer.Option("--by", help="Wer sie tippt.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Play the steps before, then feed every outcome to the script of the line."""
    from bot.cli._text import chances_text, say
    from rules.referee.odds import TooWide
    from rules.referee.refusal import Refusal
    from rules.referee.ruling import CaseError, order_chances, play_steps
    from rules.systems import SYSTEMS

    try:
        situation = _load(case)
        said, said_by = _line(situation, step, line, by)
        system, position = play_steps(situation, SYSTEMS, step - 1)
        if position.pending is not None:
            raise CaseError("An dieser Stelle ist noch eine Frage offen.")
        seat = said_by or next(iter(system.to_act(position.battle)), "")
        if seat not in system.seats(position.battle):
            raise CaseError(f"Einen Sitz »{seat}« gibt es in diesem Fall nicht.")
        found = order_chances(system, position, seat, said, situation.standing)
    except (CaseError, Refusal) as error:
        raise typer.TyperException(str(error)) from None
    except TooWide as error:
        raise typer.TyperException(error.satz) from None
    if as_json:
        say(json.dumps({"by": seat, "say": said, **_data(found)}, ensure_ascii=False))
        return
    say(f"{seat}: {said}")
    say(chances_text(found))


def _load(name: str) -> "Case":
    """A file, or an example of any game by its name."""
    from rules.referee.content import assets_dir
    from rules.referee.ruling import CaseError, load_case

    path = Path(name)
    if not path.exists():
        examples = sorted(assets_dir().glob("*/beispiele/*.toml"))
        path = next((example for example in examples if example.stem == name), path)
    try:
        return load_case(path)
    except CaseError as error:
        raise CaseError(f"{name}: {error}") from None


def _line(case: "Case", step: int, line: str, by: str) -> tuple[str, str]:
    """What is asked about, and whose order it is; a line of one's own may also stand after the last step."""
    from bot.cli._text import counted
    from rules.referee.ruling import CaseError

    steps = len(case.step)
    if not 1 <= step <= steps + bool(line):
        raise CaseError(f"Der Fall hat {counted(steps, 'Schritt', 'Schritte')}; einen Schritt {step} gibt es nicht.")
    if line:
        return line, by
    asked = case.step[step - 1]
    if asked.say is None:
        raise CaseError(f"Schritt {step} ist eine Antwort; Chancen gibt es nur zu einem Befehl.")
    return asked.say, by or asked.by


def _data(found: "Chances") -> dict[str, Any]:
    return {
        "outcomes": [_share(text, value) for text, value in found.outcomes.items()],
        "events": [_share(text, value) for text, value in found.events.items()],
        "decisions": [
            {
                "who": decision.ask.who,
                "question": decision.ask.question,
                "ref": decision.ask.ref,
                **_share("", decision.chance),
                "options": {key: _data(behind) for key, behind in decision.options.items()},
            }
            for decision in found.decisions
        ],
        "total": str(found.total),
    }


def _share(text: str, value: "Fraction") -> dict[str, Any]:
    named = {"text": text} if text else {}
    return {**named, "chance": str(value), "percent": round(float(value) * 100, 4)}
