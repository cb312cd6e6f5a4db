"""What players read in the ruling files is sound: whole German sentences, no words of the program, sums that add up."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.referee.odds import Chances
from rules.referee.play import Outcome
from rules.referee.refusal import Refusal
from rules.referee.report import Choice, Consequence, Dice, Said, Sum
from rules.referee.requests import Ask
from rules.referee.ruling import Step, load_case, run_case
from rules.systems import SYSTEMS

CASES = Path(__file__).parent.parent / "rulings" / "mfm"
SIDE = re.compile(r"\b(?:blau|rot|gruen|gelb|links|rechts|norden|sueden|westen|osten)\b")
"""Seats and sides as the authors of cases call them; players choose their own."""


@cache
def heard() -> tuple[tuple[str, str | Sum], ...]:
    """Every text and every sum of all cases, each with the file and what it is."""
    found: dict[tuple[str, str | Sum], None] = {}
    for path in sorted(CASES.glob("*.toml")):

        def told(step: Step, what: Outcome[Any] | Refusal | Chances) -> None:
            for kind, text in texts(what):
                found.setdefault((kind, text))

        run_case(load_case(path), SYSTEMS, told)
    return tuple(found)


def texts(what: Outcome[Any] | Refusal | Chances) -> Iterator[tuple[str, str | Sum]]:
    if isinstance(what, Refusal):
        yield "refusal", what.satz
    if not isinstance(what, Outcome):
        return
    for line in what.report.lines:
        match line:
            case Said(text=text):
                yield "said", text
            case Consequence(text=text):
                yield "consequence", text
            case Choice(question=question):
                yield "question", question
            case Dice(why=why):
                yield "dice", why
            case Sum():
                yield "sum", line
                yield "dice", line.name
                yield from (("dice", modifier.name) for modifier in line.modifiers)
    pending = what.position.pending
    if pending is not None and isinstance(pending.request, Ask):
        yield "question", pending.request.question


def all_texts(*kinds: str) -> list[str]:
    return [text for kind, text in heard() if kind in kinds and isinstance(text, str)]


WRONG: dict[str, Callable[[str], object]] = {
    "a number and a plural that do not agree": re.compile(
        r"\b1 (?:Felder|Fernfelder|Punkte|Bewegungspunkte|Runden)\b"
    ).search,
    "a beginning in the middle": re.compile(r"(?<![.:?!]) Die Zugtiere|Getroffen: Die ").search,
    "Zugtiere in the singular": re.compile(
        r"Zugtiere von [^.]* (?:ist|muss|hat|verliert|wehrt|scheidet)\b(?! aus$)"
    ).search,
    "quotes that are not ours": re.compile("[„“\"']").search,
    "a word of the program": re.compile(r"_|\b(?:None|True|False|streitwagen|reittier|ae|gefaehrt)\b").search,
    "two blanks or a blank before a stop": re.compile(r"  | [.,;:?!]").search,
    "a hole": re.compile(r"\(\)|»«|: *\.$|, *\.$").search,
}


@pytest.mark.parametrize("fault", WRONG)
def test_no_text_has(fault: str) -> None:
    found = all_texts("refusal", "said", "consequence", "question", "dice")
    assert found
    assert [text for text in found if WRONG[fault](text)] == []


def test_a_sentence_begins_large_and_ends_with_a_stop() -> None:
    said = [SIDE.sub("Blau", text, count=1) if SIDE.match(text) else text for text in all_texts("refusal", "said")]
    assert [text for text in said if not re.fullmatch(r"[A-ZÄÖÜ»/0-9][^\n]*[.!?]", text)] == []
    assert [text for text in all_texts("question") if not text.endswith("?")] == []
    assert [text for text in all_texts("consequence", "dice") if text.endswith(".")] == []


def test_a_refusal_is_one_sentence() -> None:
    assert [text for text in all_texts("refusal") if re.search(r"[.?!] +[A-ZÄÖÜ»]", text)] == []


def test_every_sum_adds_up_or_says_why_not() -> None:
    sums = [item for _, item in heard() if isinstance(item, Sum)]
    assert sums
    for item in sums:
        total = item.base + sum(modifier.value for modifier in item.modifiers)
        assert item.result == total or re.search(r"nie unter|nie über|höchstens", item.note), item
