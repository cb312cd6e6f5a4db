"""Orders and answers through the keeper: what is stored, what survives, and what two at once can do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rules.journal.errors import Conflict, Defect, JournalError
from rules.journal.keeper import Keeper
from rules.referee.refusal import Refusal, Unverstaendlich, Verstoss
from rules.referee.requests import AskAll, Roll
from rules.referee.sealed import Words, commitment, faces
from rules.referee.standing import FRAGEN, StandingOrder
from tests.journal.table import HOME, SEED, begun, in_loop, marks, opened, rows
from tests.journal.toy import SYSTEMS, Schritt, toy


@in_loop
async def test_an_order_is_kept_with_its_line_dice_and_state(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.take_seat(battle, "blau", "17", "Anna", "Käsekuchen")
        kept = await keeper.order(battle, "blau", "/wurf 3", player="17")
        thrown = faces(SEED, (Words(seat="blau", text="Käsekuchen"),), 0, 3, 6)
        assert (kept.entry, kept.version, kept.finished, kept.repeated) == (2, 2, True, False)
        assert kept.report.dice[0].faces == thrown
        assert kept.position.battle.marks["blau"] == sum(face <= 3 for face in thrown)
    assert rows(tmp_path, "SELECT kind, seat, player, line FROM entries WHERE number = 2") == [
        ("order", "blau", "17", "/wurf 3")
    ]
    assert rows(tmp_path, "SELECT server, battle, number, entry, player, faces, sides, rule, source FROM throws") == [
        (HOME, battle, 0, 2, "17", ",".join(map(str, thrown)), 6, "T 3", "sealed")
    ]


@in_loop
async def test_a_ready_made_order_is_kept_with_the_line_it_would_be_typed_as(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        kept = await keeper.order(await begun(keeper), "blau", Schritt(weite=4))
        assert kept.outcome.line == "/schritt weite:4"


@pytest.mark.parametrize(
    ("seat", "line", "kind"),
    [("blau", "/schritt 9", Verstoss), ("rot", "/schritt 1", Verstoss), ("gruen", "/schritt", Verstoss),
     ("blau", "/tanzen", Unverstaendlich), ("blau", "/schritt \ud800", Unverstaendlich), ("blau", "", Unverstaendlich)],
)  # fmt: skip
@in_loop
async def test_a_refused_order_leaves_nothing_behind(seat: str, line: str, kind: type[Refusal], tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        before = await keeper.position(battle)
        with pytest.raises(kind):
            await keeper.order(battle, seat, line)
        assert await keeper.position(battle) == before
    assert rows(tmp_path, "SELECT number FROM entries") == [(0,)]


@in_loop
async def test_a_restart_while_waiting_keeps_the_dice_and_the_question(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        asked = await keeper.order(battle, "blau", "/frage rot")
        assert not asked.finished
    assert rows(tmp_path, "SELECT number, faces FROM throws") == [(0, str(faces(SEED, (), 0, 1, 12)[0]))]
    async with await opened(tmp_path) as keeper:
        assert (await keeper.position(battle)).position.pending == asked.position.pending
        done = await keeper.answer(battle, "rot", "Ja")
        assert [line.faces for line in done.report.dice] == [faces(SEED, (), 0, 1, 12), faces(SEED, (), 1, 3, 6)]
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_while_an_order_waits_no_other_is_taken(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/frage rot")
        with pytest.raises(Verstoss, match="wartet noch auf Rot"):
            await keeper.order(battle, "blau", "/schritt")
        with pytest.raises(Verstoss, match="geht an Rot"):
            await keeper.answer(battle, "blau", "ja")


@in_loop
async def test_decisions_made_at_once_wait_for_everybody_and_survive_a_restart(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.order(battle, "blau", "/alle")
        await keeper.answer(battle, "rot", "nein")
    async with await opened(tmp_path) as keeper:
        pending = (await keeper.position(battle)).position.pending
        assert pending is not None
        assert isinstance(pending.request, AskAll)
        assert pending.waits_for == ("blau",)
        await keeper.answer(battle, "blau", "ja")
        assert await marks(keeper, battle) == {"blau": 10, "rot": 20}


@in_loop
async def test_two_orders_at_once_in_one_process_both_count(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await asyncio.gather(*(keeper.order(battle, "blau", "/schritt") for _ in range(20)))
        assert await marks(keeper, battle) == {"blau": 20, "rot": 0}
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_two_orders_at_once_in_two_processes_never_count_on_the_same_state(tmp_path: Path) -> None:
    async with await opened(tmp_path) as one, await opened(tmp_path) as two:
        battle = await begun(one)
        results = await asyncio.gather(
            *(keeper.order(battle, "blau", "/wurf 1") for _ in range(15) for keeper in (one, two)),
            return_exceptions=True,
        )
        won = [result for result in results if not isinstance(result, BaseException)]
        assert {type(result) for result in results if isinstance(result, BaseException)} <= {Conflict}
        assert len(won) >= 2
        assert sorted(kept.entry for kept in won) == list(range(1, len(won) + 1))
        assert (await two.position(battle)).next_throw == len(won)
        assert (await one.check(battle)).problems == ()


@in_loop
async def test_the_loser_of_two_is_tried_again_on_the_new_state(tmp_path: Path) -> None:
    async with await opened(tmp_path) as one, await opened(tmp_path) as two:
        battle = await begun(one)
        await two.order(battle, "blau", "/schritt 1")
        await one.order(battle, "blau", "/schritt 2")
        kept = await two.order(battle, "blau", "/schritt 3")
        assert kept.position.battle.marks["blau"] == 6


@in_loop
async def test_a_refusal_is_only_given_on_the_newest_state(tmp_path: Path) -> None:
    async with await opened(tmp_path) as one, await opened(tmp_path) as two:
        battle = await begun(one)
        await two.order(battle, "blau", "/schritt")
        await one.order(battle, "blau", "/ende")
        await two.order(battle, "rot", "/schritt 2")
        assert await marks(one, battle) == {"blau": 1, "rot": 2}


@in_loop
async def test_an_order_delivered_twice_acts_once(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        first = await keeper.order(battle, "blau", "/wurf 2", key="x1")
        await keeper.order(battle, "blau", "/schritt 5")
        second = await keeper.order(battle, "blau", "/wurf 2", key="x1")
        assert (second.repeated, second.entry, second.version) == (True, first.entry, first.version)
        assert second.report == first.report
        assert second.outcome.tape == first.outcome.tape
        assert second.position.battle.state_json() == first.position.battle.state_json()
        assert (await keeper.position(battle)).next_throw == 1


@in_loop
async def test_an_order_delivered_twice_at_once_and_to_two_processes_acts_once(tmp_path: Path) -> None:
    async with await opened(tmp_path) as one, await opened(tmp_path) as two:
        battle = await begun(one)
        kept = await asyncio.gather(
            *(keeper.order(battle, "blau", "/schritt", key="x1") for keeper in (one, two, one, two))
        )
        assert [result.repeated for result in kept].count(False) == 1
        assert {result.entry for result in kept} == {1}
        assert await marks(one, battle) == {"blau": 1, "rot": 0}


@in_loop
async def test_a_waiting_order_and_an_answer_delivered_twice_act_once(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        first = await keeper.order(battle, "blau", "/frage rot", key="o")
        again = await keeper.order(battle, "blau", "/frage rot", key="o")
        assert again.repeated
        assert again.position.pending == first.position.pending
        answered = await keeper.answer(battle, "rot", "nein", key="a")
        repeated = await keeper.answer(battle, "rot", "nein", key="a")
        assert repeated.repeated
        assert repeated.report == answered.report
        assert (await keeper.order(battle, "blau", "/frage rot", key="o")).position.pending == first.position.pending
        assert await marks(keeper, battle) == answered.position.battle.marks


@in_loop
async def test_own_dice_are_asked_for_kept_and_numbered(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper, dice="own")
        asked = await keeper.order(battle, "blau", "/wurf 2")
        assert asked.position.pending is not None
        assert isinstance(asked.position.pending.request, Roll)
        with pytest.raises(Unverstaendlich):
            await keeper.answer(battle, "blau", "7 1")
        await keeper.answer(battle, "blau", [1, 4])
        await keeper.order(battle, "blau", "/wurf 1")
        await keeper.answer(battle, "blau", "2")
        assert await marks(keeper, battle) == {"blau": 2, "rot": 0}
        assert (await keeper.check(battle)).problems == ()
    assert rows(tmp_path, "SELECT number, faces, source FROM throws") == [(0, "1,4", "own"), (1, "2", "own")]


@in_loop
async def test_a_sealed_battle_shows_its_commitment_and_an_own_one_has_none(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        info = await keeper.create_battle(HOME, "toy", toy(), "Probe", seed=SEED)
        assert info.commitment == commitment(SEED)
        fresh = await keeper.create_battle(HOME, "toy", toy(), "Probe")
        assert fresh.commitment not in ("", info.commitment)
        assert (await keeper.create_battle(HOME, "toy", toy(), "Probe", dice="own")).commitment == ""


@in_loop
async def test_a_rule_that_fails_on_itself_refuses_a_new_order_and_changes_nothing(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        with pytest.raises(Defect, match="Nichts hat sich geändert"):
            await keeper.order(battle, "blau", "/defekt")
        stored = await keeper.position(battle)
        assert (stored.version, stored.next_throw, stored.held) == (0, 0, None)


@in_loop
async def test_standing_orders_answer_in_their_order_of_precedence_and_are_kept(tmp_path: Path) -> None:
    def left(answer: str, *only: str) -> StandingOrder:
        return StandingOrder(seat="rot", topic="nochmal", answer=answer, only=only)

    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.set_standing_order(battle, left("nein"))
        await keeper.set_standing_order(battle, left(FRAGEN, "reiter"), place=0)
    async with await opened(tmp_path) as keeper:
        assert await keeper.standing_orders(battle, "rot") == (left(FRAGEN, "reiter"), left("nein"))
        assert await keeper.standing_orders(battle, "blau") == ()
        assert (await keeper.order(battle, "blau", "/frage rot")).finished
        await keeper.set_standing_order(battle, left(FRAGEN, "wurf"), place=0)
        assert not (await keeper.order(battle, "blau", "/frage rot")).finished
        assert await keeper.remove_standing_order(battle, "rot", 0) == (left(FRAGEN, "reiter"), left("nein"))
        with pytest.raises(JournalError, match="gibt es nicht"):
            await keeper.remove_standing_order(battle, "rot", 2)
        with pytest.raises(JournalError, match="mögliche Themen: nochmal, farbe"):
            await keeper.set_standing_order(battle, StandingOrder(seat="rot", topic="wetter", answer="ja"))
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_a_standing_order_left_elsewhere_counts_at_once(tmp_path: Path) -> None:
    async with await opened(tmp_path) as one, await opened(tmp_path) as two:
        battle = await begun(one)
        await two.order(battle, "blau", "/schritt")
        await one.set_standing_order(battle, StandingOrder(seat="rot", topic="nochmal", answer="nein"))
        assert (await two.order(battle, "blau", "/frage rot")).finished


@in_loop
async def test_a_battle_that_does_not_exist_is_told_in_one_sentence(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        with pytest.raises(JournalError, match="Eine Partie mit der Nummer 7 gibt es nicht"):
            await keeper.order(7, "blau", "/schritt")
        with pytest.raises(JournalError, match="»schach« kennt dieser Herold nicht"):
            await keeper.create_battle(HOME, "schach", toy(), "Probe")


@in_loop
async def test_more_battles_than_fit_into_memory_are_all_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.journal.store.CACHED_BATTLES", 2)
    async with await Keeper.open(tmp_path / "journal.db", SYSTEMS) as keeper:
        battles = [await begun(keeper) for _ in range(4)]
        for weite, battle in enumerate(battles, start=1):
            await keeper.order(battle, "blau", f"/schritt {weite}")
        assert [(await marks(keeper, battle))["blau"] for battle in battles] == [1, 2, 3, 4]
