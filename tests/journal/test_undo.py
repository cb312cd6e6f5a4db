"""Undo, redo and consent: who may take back what by himself, and what never comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.journal.errors import JournalError
from rules.journal.keeper import Keeper
from rules.referee.refusal import Verstoss
from rules.referee.standing import StandingOrder
from tests.journal.table import begun, in_loop, marks, opened, rows
from tests.journal.toy import THREE, toy


async def state(keeper: Keeper, battle: int) -> str:
    stored = await keeper.position(battle)
    text: str = stored.position.battle.state_json()
    return text


@in_loop
async def test_undo_and_redo_give_back_the_same_bytes(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        states = [await state(keeper, battle)]
        for weite in (1, 2, 3):
            await keeper.order(battle, "blau", f"/schritt {weite}")
            states.append(await state(keeper, battle))
        for expected in (states[2], states[1], states[0]):
            assert (await keeper.undo(battle, "blau")).done
            assert await state(keeper, battle) == expected
        for expected in states[1:]:
            assert (await keeper.redo(battle, "blau")).done
            assert await state(keeper, battle) == expected
        assert (await keeper.check(battle)).problems == ()
    stored = rows(tmp_path, "SELECT DISTINCT hex(state) FROM entries WHERE number IN (3, 9)")
    assert len(stored) == 1


@in_loop
async def test_undo_deletes_nothing(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/schritt 2")
        await keeper.undo(battle, "blau", player="17")
        await keeper.order(battle, "blau", "/schritt 3")
    kept = rows(tmp_path, "SELECT number, kind, player, line, undone_by FROM entries")
    assert kept == [
        (0, "begin", "", "Probe", None),
        (1, "order", "", "/schritt 2", 2),
        (2, "undo", "17", "/schritt 2", None),
        (3, "order", "", "/schritt 3", None),
    ]


FREE = ["/schritt 2", "/frage rot vorher:0"]
NOT_FREE = ["/wurf 1", "/zeige", "/ende", "/aufgeben", "/frage rot"]


@pytest.mark.parametrize("line", FREE)
@in_loop
async def test_the_author_takes_back_by_himself_what_told_nobody_anything(line: str, tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", line)
        assert (await keeper.undo(battle, "blau")).done
        assert await state(keeper, battle) == toy().state_json()
        assert (await keeper.position(battle)).position.pending is None


@pytest.mark.parametrize("line", FREE)
@in_loop
async def test_nobody_else_takes_it_back_without_the_author(line: str, tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", line)
        assert not (await keeper.undo(battle, "rot")).done
        with pytest.raises(JournalError, match="eigene Seite"):
            await keeper.consent(battle, "rot", True)
        assert (await keeper.consent(battle, "blau", True)).done


@pytest.mark.parametrize("line", NOT_FREE)
@in_loop
async def test_what_told_something_is_taken_back_only_with_the_others_consent(line: str, tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", line)
        before = await keeper.position(battle)
        asked = await keeper.undo(battle, "blau")
        assert not asked.done
        assert asked.proposal is not None
        assert asked.proposal.line == line
        assert (await keeper.position(battle)).position == before.position
    async with await opened(tmp_path) as keeper:
        assert (await keeper.consent(battle, "rot", True)).done
        assert await state(keeper, battle) == toy().state_json()
        assert (await keeper.position(battle)).next_throw == before.next_throw
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_dice_that_fell_do_not_fall_again_after_an_undo(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/wurf 5")
        await keeper.undo(battle, "blau")
        await keeper.consent(battle, "rot", True)
        again = await keeper.order(battle, "blau", "/wurf 5")
        assert again.report.dice[0].throw == 1
    assert rows(tmp_path, "SELECT count(*) FROM throws") == [(2,)]


@in_loop
async def test_an_answer_of_another_seat_ends_the_free_undo(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/frage rot vorher:0")
        await keeper.answer(battle, "rot", "nein")
        assert not (await keeper.undo(battle, "blau")).done


@in_loop
async def test_an_answer_of_ones_own_does_not_end_the_free_undo(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/frage blau vorher:0")
        await keeper.answer(battle, "blau", "nein")
        assert (await keeper.undo(battle, "blau")).done


@in_loop
async def test_a_standing_order_of_another_seat_cannot_be_sounded_out(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.set_standing_order(battle, StandingOrder(seat="rot", topic="nochmal", answer="nein"))
        assert (await keeper.order(battle, "blau", "/frage rot vorher:0")).finished
        assert not (await keeper.undo(battle, "blau")).done


@in_loop
async def test_one_of_several_secret_answers_ends_the_free_undo(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/alle")
        await keeper.answer(battle, "blau", "ja")
        assert (await keeper.undo(battle, "blau")).done
        await keeper.order(battle, "blau", "/alle")
        await keeper.answer(battle, "rot", "ja")
        assert not (await keeper.undo(battle, "blau")).done


@in_loop
async def test_one_seat_of_every_other_side_has_to_agree(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper, THREE)
        await keeper.order(battle, "blau", "/wurf 1")
        await keeper.undo(battle, "blau")
        assert not (await keeper.consent(battle, "gruen", True)).done
        with pytest.raises(JournalError, match="Deine Seite hat schon zugestimmt"):
            await keeper.consent(battle, "rot", True)
        assert (await keeper.consent(battle, "gelb", True)).done
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_one_no_is_enough_and_the_author_can_withdraw(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper, THREE)
        await keeper.order(battle, "blau", "/wurf 1")
        kept = await state(keeper, battle)
        for seat in ("gelb", "blau"):
            await keeper.undo(battle, "blau")
            assert not (await keeper.consent(battle, seat, False)).done
            assert (await keeper.position(battle)).proposal is None
        assert await state(keeper, battle) == kept
        with pytest.raises(JournalError, match="nichts zurückzunehmen vorgeschlagen"):
            await keeper.consent(battle, "rot", True)
    assert rows(tmp_path, "SELECT kind, seat FROM entries WHERE kind = 'decline'") == [
        ("decline", "gelb"),
        ("decline", "blau"),
    ]


@in_loop
async def test_playing_on_is_a_no(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/wurf 1")
        await keeper.undo(battle, "blau")
        with pytest.raises(JournalError, match="schon vorgeschlagen"):
            await keeper.undo(battle, "rot")
        await keeper.order(battle, "blau", "/schritt")
        assert (await keeper.position(battle)).proposal is None


@in_loop
async def test_a_redo_of_what_others_agreed_to_undo_needs_them_again(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/wurf 4")
        kept = await state(keeper, battle)
        await keeper.undo(battle, "blau")
        await keeper.consent(battle, "rot", True)
        assert not (await keeper.redo(battle, "blau")).done
        assert (await keeper.consent(battle, "rot", True)).done
        assert await state(keeper, battle) == kept


@in_loop
async def test_another_seat_cannot_force_an_order_back(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/schritt")
        await keeper.undo(battle, "blau")
        assert not (await keeper.redo(battle, "rot")).done


@in_loop
async def test_redo_ends_where_something_else_was_ordered(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        with pytest.raises(JournalError, match="nichts zurückgenommen"):
            await keeper.redo(battle, "blau")
        await keeper.order(battle, "blau", "/schritt 1")
        await keeper.undo(battle, "blau")
        await keeper.order(battle, "blau", "/schritt 2")
        with pytest.raises(JournalError, match="Seither ist anderes geschehen"):
            await keeper.redo(battle, "blau")
        await keeper.undo(battle, "blau")
        await keeper.redo(battle, "blau")
        assert await marks(keeper, battle) == {"blau": 2, "rot": 0}
        with pytest.raises(JournalError, match="Seither ist anderes geschehen"):
            await keeper.redo(battle, "blau")


@in_loop
async def test_sitting_down_does_not_stand_between_undo_and_redo(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/schritt 4")
        await keeper.take_seat(battle, "rot", "18", "Ben")
        assert (await keeper.undo(battle, "blau")).done
        await keeper.leave_seat(battle, "rot")
        assert (await keeper.redo(battle, "blau")).done
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_a_waiting_order_taken_back_and_put_back_waits_again_on_the_same_dice(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        asked = await keeper.order(battle, "blau", "/frage rot")
        await keeper.undo(battle, "blau")
        await keeper.consent(battle, "rot", True)
        await keeper.redo(battle, "blau")
        again = await keeper.consent(battle, "rot", True)
        assert again.position.pending == asked.position.pending
    async with await opened(tmp_path) as keeper:
        done = await keeper.answer(battle, "rot", "nein")
        assert done.report.dice == asked.report.dice
        await keeper.undo(battle, "blau")
        await keeper.consent(battle, "rot", True)
        assert await state(keeper, battle) == toy().state_json()
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_there_is_nothing_to_undo_at_the_beginning_and_no_stranger_undoes(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        with pytest.raises(JournalError, match="nichts zurückzunehmen"):
            await keeper.undo(battle, "blau")
        await keeper.order(battle, "blau", "/schritt")
        with pytest.raises(Verstoss, match="keinen Platz"):
            await keeper.undo(battle, "lila")


@in_loop
async def test_where_nobody_else_plays_nobody_has_to_agree(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper, {"blau": "blau"})
        await keeper.order(battle, "blau", "/wurf 1")
        assert (await keeper.undo(battle, "blau")).done


@in_loop
async def test_the_referees_correction_is_an_entry_with_its_reason(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/frage rot")
        new = toy()
        new.marks["rot"] = 7
        await keeper.override(battle, "99", new.state_json(), "Rot war vergessen worden.")
        assert await marks(keeper, battle) == {"blau": 0, "rot": 7}
        assert (await keeper.position(battle)).position.pending is None
        with pytest.raises(JournalError, match="Spielleitung"):
            await keeper.undo(battle, "blau")
        with pytest.raises(JournalError, match="passt nicht"):
            await keeper.override(battle, "99", '{"marks": 3}', "Unsinn")
        with pytest.raises(JournalError, match="Begründung fehlt"):
            await keeper.override(battle, "99", new.state_json(), " ")
        assert (await keeper.check(battle)).problems == ()
    assert rows(tmp_path, "SELECT player, line FROM entries WHERE kind = 'override'") == [
        ("99", "Rot war vergessen worden.")
    ]
    assert rows(tmp_path, "SELECT undone_by FROM entries WHERE number = 1") == [(2,)]
