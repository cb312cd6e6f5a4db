"""What the journal itself has to refuse, each with one German sentence for the person who caused it.

A refusal by the rules is `rules.referee.refusal.Refusal` and passes through the journal as it is.
"""

from __future__ import annotations


class JournalError(Exception):
    """Something that the journal does not do. `satz` is what is shown; nothing has changed."""

    def __init__(self, satz: str) -> None:
        super().__init__(satz)
        self.satz = satz


class Held(JournalError):
    """The battle rests until its open order is taken back."""


class Defect(JournalError):
    """A rule failed on itself. The order did not take place; the cause is chained for whoever mends the rule."""


class Conflict(JournalError):
    """Somebody else changed the battle between loading and writing it."""

    def __init__(self) -> None:
        super().__init__("Gerade kommen mehrere Befehle zugleich an. Gib deinen bitte noch einmal.")


def fitting(text: str, what: str, limit: int, *, empty: bool = True) -> str:
    """The text, stripped, if it can be stored; otherwise one sentence that says what is wrong with it."""
    text = text.strip()
    if not text and not empty:
        raise JournalError(f"{what} fehlt.")
    if len(text) > limit:
        raise JournalError(f"{what} ist zu lang: höchstens {limit} Zeichen.")
    if not storable(text):
        raise JournalError(f"{what} enthält Zeichen, die sich nicht speichern lassen.")
    return text


def storable(text: str) -> bool:
    """Half a surrogate pair cannot be written as UTF-8, and PostgreSQL takes no zero byte."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)
