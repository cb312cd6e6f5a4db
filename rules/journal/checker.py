"""Goes through a journal entry by entry and finds what does not follow from what came before.

It does not matter whether the entries come from a file or from a database. Throws are computed again from the seed, and
orders are carried out again on their tapes, as far as they were given under the rules of today: what another edition
made of an order cannot be asked of this one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import zip_longest
from typing import Any

from rules.journal.exported import ExportedEntry, ExportedPending, ExportedThrow
from rules.journal.live import AnyBattle, AnySystem, replay
from rules.journal.rolls import read_roll
from rules.journal.tables import DiceMode, EntryKind
from rules.referee.orders import load_order
from rules.referee.sealed import Words, faces
from rules.referee.tape import Answered

log = logging.getLogger(__name__)

_TOUCHES_STATE = (EntryKind.BEGIN, EntryKind.UNDO, EntryKind.REDO, EntryKind.OVERRIDE)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be, in one sentence; `throw` if it is about a throw."""

    satz: str
    entry: int
    throw: int | None = None


@dataclass(slots=True)
class _Given:
    """An order from its first entry on."""

    seat: str
    line: str
    order: dict[str, Any] | None
    before: bytes
    after: bytes | None = None
    dice: list[Answered] = field(default_factory=list)
    asked: str | None = None
    numbers: list[int] = field(default_factory=list)
    """Its entries so far."""


class Checker:
    """Feed it every entry with its throws, then `finish`; `problems` is what it found, in order."""

    def __init__(
        self, system: AnySystem | None, setup: str, dice: DiceMode, seed: bytes | None, words: Sequence[Words]
    ) -> None:
        self.problems: list[Problem] = []
        self.entries = 0
        self.throws = 0
        self.moves = 0
        self.replayed = 0
        self.state = ""
        self._system = system
        self._setup = setup
        self._seed = seed if dice is DiceMode.SEALED else None
        self._sealed = dice is DiceMode.SEALED
        self._words = words
        self._battle: AnyBattle | None = None
        self._orders: dict[int, _Given] = {}
        self._open: int | None = None
        self._undone: dict[int, int | None] = {}
        self._marks: dict[int, int | None] = {}

    def entry(self, entry: ExportedEntry, throws: Sequence[ExportedThrow]) -> None:
        """Take the next entry, and the throws that fell in it."""
        if entry.number != self.entries:
            what = "fehlt" if entry.number > self.entries else "steht an falscher Stelle"
            self._complain(entry, f"Eintrag {min(self.entries, entry.number)} {what}.")
        self.entries = entry.number + 1
        self._undone[entry.number] = None
        self._marks[entry.number] = entry.undone_by
        for throw in throws:
            self._throw(entry, throw)
        if entry.kind in (EntryKind.ORDER, EntryKind.ANSWER):
            self._move(entry, throws)
            return
        for throw in throws:
            self._complain(entry, f"Wurf {throw.number} fiel in keinem Befehl.", throw.number)
        if (entry.state is not None) != (entry.kind in _TOUCHES_STATE):
            self._complain(entry, f"Eintrag {entry.number} hat einen Stand, wo keiner sein kann, oder umgekehrt.")
        elif entry.state is not None:
            self._restored(entry, entry.state)

    def finish(self, pending: ExportedPending | None, strays: Sequence[ExportedThrow] = ()) -> None:
        """Check what can only be seen at the end. `strays` are throws of entries that never came."""
        last = self.entries - 1
        for throw in strays:
            self.problems.append(Problem(f"Wurf {throw.number} gehört zu keinem Eintrag.", last, throw.number))
        waits = None if pending is None else pending.starts
        if waits != self._open:
            self.problems.append(Problem("Welcher Befehl noch offen ist, stimmt nicht.", last))
        elif pending is not None:
            asked = self._orders[pending.starts].asked
            if asked is not None and asked != pending.asked:
                self.problems.append(Problem("Wonach der offene Befehl fragt, stimmt nicht.", last))
        for number, mark in self._marks.items():
            if mark != self._undone.get(number):
                self.problems.append(
                    Problem(f"Ob Eintrag {number} zurückgenommen ist, stimmt nicht mit dem Journal überein.", number)
                )

    def _complain(self, entry: ExportedEntry, satz: str, throw: int | None = None) -> None:
        self.problems.append(Problem(satz, entry.number, throw))

    def _throw(self, entry: ExportedEntry, throw: ExportedThrow) -> None:
        number = throw.number
        if number != self.throws:
            wrong = min(number, self.throws)
            what = "fehlt" if number > self.throws else "steht zweimal da"
            self._complain(entry, f"Wurf {wrong} {what}.", wrong)
        self.throws = max(self.throws, number + 1)
        if self._seed is None:
            return
        true = faces(self._seed, self._words, number, throw.count, throw.sides)
        if true != throw.faces:
            self._complain(
                entry,
                f"Wurf {number} ({throw.why}, {throw.count}W{throw.sides}) stimmt nicht: "
                f"Da steht {_listed(throw.faces)}, aus dem Schlüssel folgt {_listed(true)}.",
                number,
            )

    def _move(self, entry: ExportedEntry, throws: Sequence[ExportedThrow]) -> None:
        self.moves += 1
        given = self._given(entry)
        if given is None:
            self._complain(entry, f"Eintrag {entry.number} gehört zu keinem offenen Befehl.")
            return
        given.numbers.append(entry.number)
        self._compare_dice(entry, given, throws)
        if entry.waiting == (entry.state is not None):
            self._complain(entry, f"Eintrag {entry.number} hat einen Stand, wo keiner sein kann, oder umgekehrt.")
        after = self._replay(entry, given)
        self._open = entry.starts if entry.waiting else None
        if entry.state is not None:
            given.after = _digest(entry.state)
            self._set(entry.state, after)

    def _given(self, entry: ExportedEntry) -> _Given | None:
        """The order that the entry gives or goes on with."""
        if entry.starts is None:
            return None
        if entry.kind is EntryKind.ANSWER:
            return self._orders.get(entry.starts) if self._open == entry.starts else None
        if self._open is not None or entry.starts != entry.number:
            return None
        given = self._orders[entry.number] = _Given(entry.seat, entry.line, entry.order, _digest(self.state))
        return given

    def _compare_dice(self, entry: ExportedEntry, given: _Given, throws: Sequence[ExportedThrow]) -> None:
        on_tape = [taped for taped in entry.tape or () if taped.faces]
        if on_tape[: len(given.dice)] != given.dice:
            self._complain(entry, f"Eintrag {entry.number} hat andere Würfe auf dem Band als der Befehl vor ihm.")
        for taped, throw in zip_longest(on_tape[len(given.dice) :], throws):
            if throw is None:
                number = self.throws if taped.throw is None else taped.throw
                self._complain(entry, f"Wurf {number} fehlt in der Liste der Würfe.", number)
            elif taped is None or taped.faces != throw.faces or not _same_roll(taped, throw, self._sealed):
                self._complain(
                    entry, f"Wurf {throw.number} steht anders in der Liste als auf dem Band des Befehls.", throw.number
                )
        given.dice = on_tape

    def _replay(self, entry: ExportedEntry, given: _Given) -> AnyBattle | None:
        """Carry the order out again; the battle it leads to, if it is the one that was stored."""
        system = self._system
        if system is None or entry.edition != system.edition:
            return None
        try:
            battle = self._battle or system.load(self._setup, self.state)
            order = load_order(system.verbs, given.order or {})
            outcome = replay(system, battle, given.seat, given.line, order, entry.tape or ())
            report = outcome.report.model_dump(mode="json")
        except Exception:
            log.info("entry %s cannot be carried out again", entry.number, exc_info=True)
            self._complain(entry, f"Eintrag {entry.number} lässt sich auf seinem Band nicht noch einmal ausführen.")
            return None
        self.replayed += 1
        pending = outcome.position.pending
        given.asked = None if pending is None else pending.request.identity
        after: AnyBattle = outcome.position.battle
        if outcome.tape != (entry.tape or ()) or outcome.finished == entry.waiting:
            self._complain(entry, f"Eintrag {entry.number} kommt an einer anderen Stelle zum Stehen als damals.")
        elif entry.state is not None and after.state_json() != entry.state:
            self._complain(entry, f"Eintrag {entry.number} führt zu einem anderen Stand als dem gespeicherten.")
        elif report != entry.report:
            self._complain(entry, f"Der Bericht zu Eintrag {entry.number} ist nicht der, den der Befehl ergibt.")
        else:
            self._battle = battle
            return after
        return None

    def _restored(self, entry: ExportedEntry, state: str) -> None:
        """An entry that sets the state without an order: the beginning, an undo, a redo, a correction."""
        number = entry.number
        if entry.kind is EntryKind.OVERRIDE:
            if self._open is not None:
                self._mark(self._open, number)
            self._open = None
        elif entry.kind is not EntryKind.BEGIN:
            starts = (entry.order or {}).get("undoes" if entry.kind is EntryKind.UNDO else "redoes")
            given = self._orders.get(starts) if isinstance(starts, int) else None
            if given is None or starts is None:
                self._complain(entry, f"Eintrag {number} nimmt etwas zurück, das es nicht gibt.")
            elif entry.kind is EntryKind.UNDO:
                self._expect(entry, state, given.before)
                self._mark(starts, number)
                self._open = None
            else:
                self._expect(entry, state, given.after or given.before)
                self._unmark(starts, number)
                self._open = None if given.after else starts
        self._set(state, None)

    def _expect(self, entry: ExportedEntry, state: str, digest: bytes) -> None:
        if _digest(state) != digest:
            self._complain(entry, f"Eintrag {entry.number} stellt einen anderen Stand her als den, der damals galt.")

    def _mark(self, starts: int, by: int) -> None:
        for number in self._orders[starts].numbers:
            if self._undone[number] is None:
                self._undone[number] = by

    def _unmark(self, starts: int, by: int) -> None:
        undo = self._undone[starts]
        for number in self._orders[starts].numbers:
            self._undone[number] = None
        if undo is not None:
            self._undone[undo] = by

    def _set(self, state: str, battle: AnyBattle | None) -> None:
        self.state = state
        self._battle = battle


def _digest(state: str) -> bytes:
    return blake2b(state.encode(), digest_size=16).digest()


def _listed(thrown: tuple[int, ...]) -> str:
    return ", ".join(map(str, thrown))


def _same_roll(taped: Answered, throw: ExportedThrow, sealed: bool) -> bool:
    try:
        roll = read_roll(taped.asked)
    except ValueError:
        return False
    return (roll.count, roll.sides) == (throw.count, throw.sides) and (not sealed or taped.throw == throw.number)
