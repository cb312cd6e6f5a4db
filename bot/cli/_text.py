"""How reports, questions, refusals and chances look in a terminal. What they say is decided by the rules.

Styles are put in always; `say` leaves them out where nobody sees colours: in a pipe, in a file, and with NO_COLOR set.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import typer

from rules.referee.battle import Battle
from rules.referee.odds import Chances, Decision
from rules.referee.refusal import Refusal
from rules.referee.report import Choice, Consequence, Dice, Line, Modifier, Report, Said, Sum
from rules.referee.requests import Ask, AskAll, Roll
from rules.referee.system import System

__all__ = [
    "board_text",
    "chance",
    "chances_text",
    "counted",
    "ok",
    "question_text",
    "quiet",
    "refusal_text",
    "report_text",
    "say",
    "strong",
    "table",
    "wrong",
]

_SOURCES = {"standing": "Dauerbefehl", "default": "Vorgabe"}


def say(text: str = "", *, err: bool = False) -> None:
    typer.echo(text, err=err, color=False if os.environ.get("NO_COLOR") else None)


def ok(text: str) -> str:
    return typer.style(text, fg="green")


def wrong(text: str) -> str:
    return typer.style(text, fg="red", bold=True)


def quiet(text: str) -> str:
    return typer.style(text, dim=True)


def strong(text: str) -> str:
    return typer.style(text, bold=True)


# -- reports ----------------------------------------------------------------------------------------------------------


def report_text(report: Report, indent: str = "  ", since: int = 0) -> str:
    """Every line of the report, or those from one on, with its rule in small print."""
    return "\n".join(indent + _line(line) for line in report.lines[since:])


def refusal_text(refusal: Refusal) -> str:
    return wrong(refusal.satz) + _ref(refusal.ref)


def _line(line: Line) -> str:
    match line:
        case Said(text=text):
            body = text
        case Dice():
            body = _dice(line)
        case Sum(name=name, base=base, modifiers=modifiers, result=result, note=note):
            parts = "".join(f" {_signed(part)}" for part in modifiers)
            body = f"{name}: {base}{parts} = {strong(str(result))}" + (f", {note}" if note else "")
        case Choice(who=who, question=question, answer=answer, source=source):
            how = f" ({_SOURCES[source]})" if source in _SOURCES else ""
            body = f"{who}: {question} {strong(answer)}{how}"
        case Consequence(text=text):
            body = typer.style(f"» {text}", fg="yellow", bold=True)
    return body + _ref(line.ref)


def _dice(line: Dice) -> str:
    faces = " ".join(strong(str(face)) if line.hit and face <= line.hit else str(face) for face in line.faces)
    counted = f", {line.hits} von {len(line.faces)} in 1–{line.hit}" if line.hit is not None else ""
    number = quiet(f" #{line.throw}") if line.throw is not None else ""
    return f"{line.by} würfelt {len(line.faces)}W{line.sides} für {line.why}: {faces}{counted}{number}"


def _signed(part: Modifier) -> str:
    sign = "−" if part.value < 0 else "+"
    return f"{sign} {abs(part.value)} {part.name}{_ref(part.ref, gap='')}"


def _ref(ref: str, gap: str = " ") -> str:
    return gap + quiet(f"[{ref}]") if ref else ""


# -- questions --------------------------------------------------------------------------------------------------------


def question_text(request: Roll | Ask | AskAll) -> str:
    """What is open, with everything that may be answered."""
    if isinstance(request, Roll):
        return (
            f"{strong(request.by)} würfelt selbst: {request.count}W{request.sides} für {request.why}{_ref(request.ref)}"
        )
    asks = request.asks if isinstance(request, AskAll) else (request,)
    return "\n".join(line for ask in asks for line in _question(ask))


def _question(ask: Ask) -> Iterator[str]:
    yield f"{strong(ask.who)}: {ask.question}{_ref(ask.ref)}"
    for option in ask.options:
        label = "" if option.label == option.key else f"  {option.label}"
        yield f"    {strong(option.key)}{label}" + (quiet("  (Vorgabe)") if option.key == ask.default else "")


# -- chances ----------------------------------------------------------------------------------------------------------


def chance(value: Fraction) -> str:
    """A chance as fraction and percent: `35/144 (24.3 %)`."""
    return f"{value} ({float(value) * 100:.1f} %)"


def chances_text(chances: Chances, indent: str = "") -> str:
    """What can come of an order; where somebody decides, a table for each of his answers."""
    return "\n".join(_chances(chances, indent))


def _chances(chances: Chances, indent: str) -> Iterator[str]:
    if chances.outcomes:
        yield f"{indent}{strong('Ausgänge')}"
        yield from _rows(chances.outcomes.items(), indent + "  ")
    events = [(text, value) for text, value in chances.events.items() if chances.outcomes.get(text) != value]
    if events:
        yield f"{indent}{strong('Davon im Einzelnen')}"
        yield from _rows(sorted(events, key=lambda event: (-event[1], event[0])), indent + "  ")
    for decision in chances.decisions:
        ask = decision.ask
        yield f"{indent}{strong(f'{ask.who} entscheidet')} {chance(decision.chance)}: {ask.question}{_ref(ask.ref)}"
        for labels, behind in _alike(decision):
            yield f"{indent}  {strong(labels)}"
            yield from _chances(behind, indent + "    ")
    yield f"{indent}{quiet(f'zusammen {chances.total}')}"


def _alike(decision: Decision) -> Iterator[tuple[str, Chances]]:
    """Answers after which things stand the same are told once."""
    groups: list[tuple[list[str], Chances]] = []
    for key, behind in decision.options.items():
        label = decision.ask.label(key)
        labels = next((labels for labels, same in groups if same == behind), None)
        if labels is None:
            groups.append(([label], behind))
        else:
            labels.append(label)
    for labels, behind in groups:
        yield " oder ".join(labels), behind


def _rows(rows: Iterable[tuple[str, Fraction]], indent: str) -> Iterator[str]:
    shown = [(chance(value), text) for text, value in rows]
    width = max((len(left) for left, _ in shown), default=0)
    for left, text in shown:
        yield f"{indent}{left.rjust(width)}  {text}"


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


# -- tables -----------------------------------------------------------------------------------------------------------


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their longest cell; numbers stand on the right."""
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    right = [bool(rows) and all(_is_number(row[column]) for row in rows) for column in range(len(header))]
    lines = [
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        )
        for row in (header, *rows)
    ]
    return "\n".join([strong(lines[0].rstrip()), *(line.rstrip() for line in lines[1:])])


def _is_number(cell: str) -> bool:
    return cell.replace(".", "").replace(",", "").replace("−", "").isdigit()


# -- boards -----------------------------------------------------------------------------------------------------------

_COLOURS = ("cyan", "red", "green", "magenta")


def board_text(system: System[Any], battle: Battle) -> str:
    """The board as the game writes it, every seat's units in a colour of their own."""
    text = system.board_text(battle)
    for seat, colour in zip(system.seats(battle), _COLOURS, strict=False):
        names = sorted((re.escape(unit[:3]) for unit in system.units(battle, seat)), key=len, reverse=True)
        if names:
            # The mark before a name is the front or the body of what has several fields.
            unit = re.compile(rf"(?<!\S)[\^><v·]?(?:{'|'.join(names)})\w?(?!\S)")
            text = unit.sub(partial(_coloured, colour), text)
    return text


def _coloured(colour: str, found: re.Match[str]) -> str:
    return typer.style(found[0], fg=colour, bold=True)
