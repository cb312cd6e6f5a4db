"""Checking an exported battle without trusting whoever exported it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.journal.checker import Checker, Problem
from rules.journal.errors import JournalError
from rules.journal.exported import ExportedBattle, ExportedThrow, read_export
from rules.journal.live import AnySystem
from rules.journal.tables import DiceMode
from rules.referee.sealed import commitment


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """What a check found. `satz` is the whole of it in one sentence: the first thing wrong, or that all is well."""

    ok: bool
    satz: str
    problems: tuple[Problem, ...] = ()
    wrong_throw: int | None = None
    entries: int = 0
    throws: int = 0
    moves: int = 0
    replayed: int = 0
    """Of the orders and answers, those that were carried out again; the rest belong to an unknown game or edition."""
    sealed: bool = False
    """The throws were computed again from the seed."""


def verify_export(data: Any, systems: Mapping[str, AnySystem] | None = None) -> VerifyResult:
    """Check an export: every throw against the seed and the tapes, every state against its order.

    Never raises: data that is no export is a result like any other.
    """
    try:
        battle = read_export(data)
    except JournalError as error:
        return VerifyResult(False, error.satz)
    checker = check_battle(battle, systems or {})
    problems = checker.problems
    own = battle.dice is DiceMode.OWN
    seed = battle.secret
    if not own and seed is not None and commitment(seed) != battle.commitment:
        problems.insert(0, Problem("Der Schlüssel ist nicht der, auf den sich die Partie festgelegt hatte.", 0))
    if problems:
        satz = problems[0].satz
    elif not own and seed is None:
        satz = "Der Schlüssel fehlt noch; erst wenn er am Ende offenliegt, lassen sich die Würfe nachrechnen."
    else:
        satz = _all_well(checker, own)
    return VerifyResult(
        ok=not problems and (own or seed is not None),
        satz=satz,
        problems=tuple(problems),
        wrong_throw=problems[0].throw if problems else None,
        entries=checker.entries,
        throws=checker.throws,
        moves=checker.moves,
        replayed=checker.replayed,
        sealed=not own and seed is not None,
    )


def check_battle(battle: ExportedBattle, systems: Mapping[str, AnySystem]) -> Checker:
    """Go through the whole battle."""
    checker = Checker(systems.get(battle.system), battle.setup, battle.dice, battle.secret, battle.words)
    fallen: dict[int, list[ExportedThrow]] = {}
    for throw in battle.throws:
        fallen.setdefault(throw.entry, []).append(throw)
    for entry in battle.entries:
        checker.entry(entry, fallen.pop(entry.number, ()))
    checker.finish(battle.pending, [throw for left in fallen.values() for throw in left])
    return checker


def _all_well(checker: Checker, own: bool) -> str:
    dice = (
        f"Die Spieler haben selbst gewürfelt ({checker.throws} Würfe), da ist nichts nachzurechnen"
        if own
        else f"Alle {checker.throws} Würfe folgen aus dem Schlüssel"
    )
    if not checker.moves:
        return f"{dice}."
    if not checker.replayed:
        return f"{dice}; die Befehle selbst kennt diese Fassung von Herold nicht und hat sie nicht nachgespielt."
    return (
        f"{dice}; {checker.replayed} von {checker.moves} Befehlen und Antworten ergeben nachgespielt denselben Stand."
    )
