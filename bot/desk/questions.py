"""An open question as buttons or menus for the one who decides, and reading which of them was pressed."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2s

from bot.answer import Button, Card, Choice, Entry, Form, Menu, Row, Style, Text
from bot.desk.base import DeskError, Here
from bot.desk.wording import keep, plain, spelled
from rules.referee.play import Pending
from rules.referee.requests import Ask, AskAll, AskKind, Option, Roll

__all__ = ["asks", "mark", "option_at", "question_page", "question_rows", "question_texts", "roll_form"]

MOST_BUTTONS = 5
MOST_ENTRIES = 25
STALE = "Diese Frage ist schon beantwortet."


def mark(here: Here, pending: Pending) -> str:
    """Short, and another for every question, so that an old button never answers a new one."""
    what = f"{here.battle.turn}|{here.stored.next_throw}|{len(pending.tape)}|{pending.line}|{pending.request.identity}"
    return blake2s(what.encode(), digest_size=5).hexdigest()


def asks(pending: Pending) -> tuple[Ask, ...]:
    request = pending.request
    if isinstance(request, AskAll):
        return request.asks
    return (request,) if isinstance(request, Ask) else ()


def question_texts(here: Here, pending: Pending) -> tuple[Text, ...]:
    """What is asked, and of whom."""
    request = pending.request
    if isinstance(request, Roll):
        why = plain(spelled(request.why, here.names))
        return (
            Text(f"**{here.who(request.by)} würfelt selbst:** {request.count}W{request.sides} für {why}", request.ref),
        )
    waiting = pending.waits_for
    return tuple(
        Text(f"**{here.who(ask.who)}:** {plain(spelled(ask.question, here.names))}", ask.ref)
        for ask in asks(pending)
        if ask.who in waiting
    )


def question_rows(here: Here, pending: Pending) -> tuple[Row, ...]:
    """What can be pressed or chosen. The message is for all to see; the desk asks who presses."""
    base = f"{here.id}|{mark(here, pending)}"
    if isinstance(pending.request, Roll):
        return ((Button("Würfel eintragen", f"wurf|{base}", Style.PRIMARY),),)
    rows: list[Row] = []
    waiting = pending.waits_for
    for number, ask in enumerate(asks(pending)):
        if ask.who in waiting:
            rows += _rows(here, ask, f"{base}|{number}")
    return tuple(rows)


def _rows(here: Here, ask: Ask, base: str) -> Iterator[Row]:
    if len(ask.options) <= MOST_BUTTONS:
        yield tuple(
            Button(keep(_label(here, ask, option), 80), f"frage|{base}|{index}", _style(ask, option))
            for index, option in enumerate(ask.options)
        )
        return
    yield _menu(here, ask, base, 0)
    if len(ask.options) > MOST_ENTRIES:
        yield (Button(f"Alle {len(ask.options)} Möglichkeiten", f"mehr|{base}|0"),)


def question_page(here: Here, pending: Pending, ask_index: int, page: int) -> Card:
    """One page of a question with more options than a menu holds."""
    ask = asks(pending)[ask_index]
    base = f"{here.id}|{mark(here, pending)}|{ask_index}"
    pages = -(-len(ask.options) // MOST_ENTRIES)
    page = min(max(page, 0), pages - 1)
    turn = (
        Button("‹ Zurück", f"mehr|{base}|{page - 1}", disabled=page == 0),
        Button(f"Seite {page + 1} von {pages}", f"mehr|{base}|{page}|hier", disabled=True),
        Button("Weiter ›", f"mehr|{base}|{page + 1}", disabled=page == pages - 1),
    )
    text = Text(plain(spelled(ask.question, here.names)), ask.ref)
    return Card("Deine Wahl", (text,), rows=(_menu(here, ask, base, page), turn))


def _menu(here: Here, ask: Ask, base: str, page: int) -> Menu:
    first = page * MOST_ENTRIES
    shown = list(enumerate(ask.options))[first : first + MOST_ENTRIES]
    choices = tuple(
        Choice(keep(_label(here, ask, option), 100), str(index), "Vorgabe" if option.key == ask.default else "")
        for index, option in shown
    )
    return Menu(keep(f"{here.label(ask.who)}: bitte wählen", 150), f"frage|{base}", choices)


def _label(here: Here, ask: Ask, option: Option) -> str:
    if ask.kind is AskKind.UNIT and option.key in _units(here):
        return here.game.unit_label(here.battle, option.key)
    return spelled(option.label, here.names)


def _units(here: Here) -> set[str]:
    return {unit for seat in here.system.seats(here.battle) for unit in here.system.units(here.battle, seat)}


def _style(ask: Ask, option: Option) -> Style:
    if ask.kind is AskKind.YES_NO:
        return Style.SUCCESS if option.key == "ja" else Style.SECONDARY
    return Style.PRIMARY if option.key == ask.default else Style.SECONDARY


def roll_form(here: Here, pending: Pending) -> Form:
    """The window in which somebody types what his own dice show."""
    roll = pending.request
    if not isinstance(roll, Roll):
        raise DeskError(STALE)
    hint = f"{roll.count} Zahl{'en' if roll.count > 1 else ''} von 1 bis {roll.sides}"
    return Form(
        keep(f"{roll.count}W{roll.sides}: {spelled(roll.why, here.names)}", 45),
        f"wurf|{here.id}|{mark(here, pending)}",
        (Entry("augen", "Deine Augen, mit Leerzeichen getrennt", hint, most=400),),
    )


def option_at(here: Here, pending: Pending | None, given: str, ask_index: str, option_index: str) -> tuple[Ask, Option]:
    """The option that a button or menu entry stands for, if its question is still open."""
    if pending is None or mark(here, pending) != given:
        raise DeskError(STALE)
    try:
        ask = asks(pending)[int(ask_index)]
        return ask, ask.options[int(option_index)]
    except (IndexError, ValueError):
        raise DeskError(STALE) from None
