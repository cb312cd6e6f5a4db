"""Any course of play, however odd, leaves a journal that can be replayed and a battle that survives a restart."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.journal.errors import Defect, JournalError
from rules.journal.keeper import Keeper
from rules.journal.verify import verify_export
from rules.referee.refusal import Refusal
from tests.journal.table import begun, opened
from tests.journal.toy import SYSTEMS, THREE

SEATS = st.sampled_from(list(THREE))
ORDERS = [
    "/schritt 2", "/wurf 3", "/frage rot", "/frage blau vorher:0", "/alle", "/zeige", "/ende", "/defekt", "/defekt ja",
    "/aufgeben",
]  # fmt: skip
STEPS = st.one_of(
    st.tuples(st.just("order"), SEATS, st.sampled_from(ORDERS)),
    st.tuples(st.sampled_from(["answer", "consent"]), SEATS, st.sampled_from(["ja", "nein"])),
    st.tuples(st.sampled_from(["undo", "redo", "take", "leave", "restart"]), SEATS, st.just("")),
)


async def step(keeper: Keeper, battle: int, what: str, seat: str, text: str) -> None:
    match what:
        case "order":
            await keeper.order(battle, seat, text)
        case "answer":
            await keeper.answer(battle, seat, text)
        case "consent":
            await keeper.consent(battle, seat, text == "ja")
        case "undo":
            await keeper.undo(battle, seat)
        case "redo":
            await keeper.redo(battle, seat)
        case "take":
            await keeper.take_seat(battle, seat, "17", "Anna", "Wort")
        case "leave":
            await keeper.leave_seat(battle, seat)


async def play(folder: Path, steps: list[tuple[str, str, str]]) -> None:
    keeper = await opened(folder)
    battle = await begun(keeper, THREE)
    for what, seat, text in steps:
        before = await keeper.position(battle)
        if what == "restart":
            await keeper.close()
            keeper = await opened(folder)
            after = await keeper.position(battle)
            assert (after, after.position.battle.state_json()) == (before, before.position.battle.state_json())
            continue
        refusal: Refusal | JournalError | None = None
        try:
            await step(keeper, battle, what, seat, text)
        except (Refusal, JournalError) as error:
            refusal = error
        after = await keeper.position(battle)
        assert after.next_throw >= before.next_throw
        if refusal is not None:
            assert after.position.battle.state_json() == before.position.battle.state_json()
            assert after == before or after.held == refusal.satz != before.held
            assert not isinstance(refusal, Defect) or text == "/defekt"
    assert (await keeper.check(battle)).problems == ()
    assert verify_export(await keeper.export(battle, reveal=True), SYSTEMS).ok
    await keeper.close()


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=30))
def test_every_course_of_play_can_be_replayed(steps: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder), steps))
