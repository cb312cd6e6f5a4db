"""Battles that rest because their open order no longer fits the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.journal.errors import Held
from tests.journal.table import begun, in_loop, opened, rows
from tests.journal.toy import NewRules, toy

NEW = {"toy": NewRules()}


@in_loop
async def test_an_order_that_would_now_ask_something_else_is_held_and_never_guessed(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/frage rot")
    async with await opened(tmp_path, NEW) as keeper:
        stored = await keeper.position(battle)
        assert stored.held is not None
        assert stored.held.startswith("Die Partie ruht")
        assert stored.position.pending is None
        for attempt in (keeper.order(battle, "blau", "/schritt"), keeper.answer(battle, "rot", "ja")):
            with pytest.raises(Held) as refused:
                await attempt
            assert refused.value.satz == stored.held
        assert not (await keeper.undo(battle, "blau")).done
        assert (await keeper.consent(battle, "rot", True)).done
        after = await keeper.position(battle)
        assert (after.held, after.next_throw) == (None, 1)
        assert after.position.battle.state_json() == toy().state_json()
        assert (await keeper.order(battle, "blau", "/schritt")).finished
        checked = await keeper.check(battle)
        assert checked.problems == ()
        assert (checked.moves, checked.replayed) == (2, 1)
    assert rows(tmp_path, "SELECT count(*) FROM entries WHERE kind = 'hold'") == [(1,)]


@in_loop
async def test_a_hold_is_found_when_answering_too(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/frage rot")
    async with await opened(tmp_path, NEW) as keeper:
        with pytest.raises(Held):
            await keeper.answer(battle, "rot", "ja")
    async with await opened(tmp_path) as keeper:
        assert (await keeper.position(battle)).held is not None


@in_loop
async def test_an_unchanged_order_goes_on_under_changed_rules(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/alle")
        await keeper.answer(battle, "blau", "ja")
    async with await opened(tmp_path, NEW) as keeper:
        assert (await keeper.answer(battle, "rot", "ja")).finished


@in_loop
async def test_a_rule_that_fails_after_an_answer_holds_the_battle(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/defekt ja")
        with pytest.raises(Held, match="an sich selbst gescheitert"):
            await keeper.answer(battle, "rot", "ja")
        stored = await keeper.position(battle)
        assert (stored.held is not None, stored.next_throw) == (True, 0)
        await keeper.undo(battle, "rot")
        assert (await keeper.consent(battle, "blau", True)).done
        assert (await keeper.order(battle, "blau", "/schritt")).finished


@in_loop
async def test_the_referee_can_end_a_hold(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/frage rot")
    async with await opened(tmp_path, NEW) as keeper:
        assert (await keeper.position(battle)).held
        await keeper.override(battle, "99", toy().state_json(), "Weiter wie vorher.")
        assert (await keeper.order(battle, "blau", "/schritt")).finished
