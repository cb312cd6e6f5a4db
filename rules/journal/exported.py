"""The file in which a battle travels: everything about it, in a form that others can check.

States stand as the text they are stored as, to the byte. Who reads the file and what is checked is decided elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.journal.errors import JournalError
from rules.journal.live import Proposal, compact
from rules.journal.tables import DiceMode, EntryKind
from rules.referee.requests import MAX_DICE
from rules.referee.sealed import MAX_WORDS, Words
from rules.referee.tape import Answered

FORMAT_VERSION: Final = 1
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Time = Annotated[int, Field(ge=0, le=2**53)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ExportedSeat(_Part):
    """Somebody's time on a seat, and the words that count from throw `since` on."""

    seat: str
    player: str
    name: str
    words: str = Field(max_length=MAX_WORDS)
    since: Count
    taken: Time
    left_at: Time | None


class ExportedEntry(_Part):
    """One entry of the journal."""

    number: Count
    kind: EntryKind
    seat: str
    player: str
    key: str | None
    line: str
    order: dict[str, Any] | None
    tape: tuple[Answered, ...] | None
    report: dict[str, Any] | None
    state: str | None
    starts: Count | None
    waiting: bool
    free_undo: bool
    undone_by: Count | None
    version: Count
    edition: str
    at: Time


class ExportedThrow(_Part):
    """One throw of the battle and the entry in which it fell."""

    number: Count
    entry: Count
    seat: str
    player: str
    sides: int = Field(ge=2, le=1_000_000)
    count: int = Field(ge=1, le=MAX_DICE)
    faces: tuple[Count, ...]
    why: str
    rule: str
    source: str
    at: Time


class ExportedPending(_Part):
    """The order that waits, by the entry that gave it, and the identity of what it asks."""

    starts: Count
    asked: str


class ExportedBattle(_Part):
    """A whole battle. The seed is in it once the battle is over."""

    format: Literal["herold-battle"] = "herold-battle"
    format_version: Literal[1] = FORMAT_VERSION
    system: str
    edition: str
    title: str
    created: Time
    dice: DiceMode
    commitment: str
    seed: str | None = Field(pattern=r"^[0-9a-f]{64}$")
    setup: str
    seats: tuple[ExportedSeat, ...]
    pending: ExportedPending | None
    held: str | None
    proposal: Proposal | None
    throws: tuple[ExportedThrow, ...]
    entries: tuple[ExportedEntry, ...] = Field(min_length=1)

    @property
    def words(self) -> tuple[Words, ...]:
        return tuple(Words(seat=row.seat, text=row.words, since=row.since) for row in self.seats if row.words)

    @property
    def secret(self) -> bytes | None:
        return None if self.seed is None else bytes.fromhex(self.seed)


def read_export(data: Any) -> ExportedBattle:
    """The battle in this data. Whatever else it may be: one clear sentence."""
    if not isinstance(data, dict) or data.get("format") != "herold-battle":
        raise JournalError("Das ist kein Export einer Partie von Herold.")
    if data.get("format_version") != FORMAT_VERSION:
        raise JournalError("Dieser Export hat ein Format, das diese Fassung von Herold nicht kennt.")
    try:
        compact(data).encode()  # half a surrogate pair, say, could not be stored
        return ExportedBattle.model_validate(data)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise JournalError(f"Der Export ist beschädigt: »{where[:80]}« fehlt oder stimmt nicht.") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError("Der Export ist beschädigt und lässt sich nicht lesen.") from error
