"""Seats, the dice log, armies and campaigns."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.journal.errors import JournalError
from rules.referee.refusal import Verstoss
from rules.referee.sealed import Words, faces
from tests.journal.table import HOME, SEED, begun, in_loop, opened
from tests.journal.toy import toy


@in_loop
async def test_words_count_from_the_next_throw_on_and_stay_when_the_player_leaves(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        bare = await keeper.order(battle, "blau", "/wurf 4")
        await keeper.take_seat(battle, "blau", "17", "Anna", "Apfel")
        mixed = await keeper.order(battle, "blau", "/wurf 4")
        await keeper.leave_seat(battle, "blau", player="17")
        await keeper.take_seat(battle, "blau", "18", "Ben", "Birne")
        both = await keeper.order(battle, "blau", "/wurf 4")
        apple, pear = Words(seat="blau", text="Apfel", since=1), Words(seat="blau", text="Birne", since=2)
        assert bare.report.dice[0].faces == faces(SEED, (), 0, 4, 6)
        assert mixed.report.dice[0].faces == faces(SEED, (apple,), 1, 4, 6)
        assert both.report.dice[0].faces == faces(SEED, (apple, pear), 2, 4, 6)
        assert (await keeper.check(battle)).problems == ()


@in_loop
async def test_a_taken_seat_stays_taken(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        await keeper.take_seat(battle, "rot", "17", "Anna")
        with pytest.raises(JournalError, match="sitzt schon Anna"):
            await keeper.take_seat(battle, "rot", "18", "Ben")
        with pytest.raises(JournalError, match="sitzt Anna"):
            await keeper.leave_seat(battle, "rot", player="18")
        with pytest.raises(Verstoss):
            await keeper.take_seat(battle, "lila", "18", "Ben")
        with pytest.raises(JournalError, match="höchstens 200 Zeichen"):
            await keeper.take_seat(battle, "blau", "18", "Ben", "x" * 201)
        await keeper.take_seat(battle, "rot", "17", "Anna", "noch etwas")
    async with await opened(tmp_path) as keeper:
        assert [(row.seat, row.name, row.words) for row in (await keeper.position(battle)).seats] == [
            ("rot", "Anna", "noch etwas")
        ]
        await keeper.leave_seat(battle, "rot")
        assert (await keeper.position(battle)).seats == ()
        with pytest.raises(JournalError, match="sitzt niemand"):
            await keeper.leave_seat(battle, "rot")


@in_loop
async def test_the_dice_log_shows_every_throw_of_its_server_and_none_of_another(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        here, there = await begun(keeper), await begun(keeper, server="Ferne")
        await keeper.take_seat(here, "blau", "17", "Anna")
        await keeper.order(here, "blau", "/wurf 2")
        await keeper.order(there, "blau", "/wurf 3")
        await keeper.free_throw("Ferne", "17", 1, 20, "fremd")
        free = await keeper.free_throw(HOME, "18", 2, 20, "Initiative")
        log = await keeper.dice_log(HOME)
        assert [(throw.battle, throw.player, throw.sides, len(throw.faces)) for throw in log] == [
            (None, "18", 20, 2),
            (here, "17", 6, 2),
        ]
        assert log[0] == free
        assert await keeper.dice_log(HOME, battle=there) == []
        assert await keeper.dice_log("Nirgends") == []
        assert [throw.sides for throw in await keeper.dice_log(HOME, player="17")] == [6]
        assert [throw.player for throw in await keeper.dice_log(HOME, sides=20)] == ["18"]


@in_loop
async def test_the_dice_log_is_read_page_by_page(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        for number in range(7):
            await keeper.free_throw(HOME, "17", 1, 6, str(number))
        seen: list[str] = []
        before: int | None = None
        while page := await keeper.dice_log(HOME, limit=3, before=before):
            seen += [throw.why for throw in page]
            before = page[-1].id
        assert seen == ["6", "5", "4", "3", "2", "1", "0"]


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (101, 6), (1, 1), (1, 1_000_001), (-3, 6)])
@in_loop
async def test_a_throw_that_cannot_be_thrown_is_refused(count: int, sides: int, tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        with pytest.raises(JournalError):
            await keeper.free_throw(HOME, "17", count, sides)
        assert await keeper.dice_log(HOME) == []


@in_loop
async def test_free_dice_show_all_their_faces(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        seen = {face for _ in range(5) for face in (await keeper.free_throw(HOME, "17", 100, 6)).faces}
        assert seen == {1, 2, 3, 4, 5, 6}


@in_loop
async def test_armies_are_kept_by_player_and_name(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        await keeper.save_army(HOME, "17", "Gallier", 'volk = "kelten"')
        await keeper.save_army(HOME, "17", "Ägypter", 'volk = "aegypter"')
        await keeper.save_army(HOME, "17", "Gallier", 'volk = "gallier"')
        await keeper.save_army(HOME, "18", "Gallier", "anders")
        assert await keeper.load_army(HOME, "17", "Gallier") == 'volk = "gallier"'
        assert sorted(await keeper.list_armies(HOME, "17")) == ["Gallier", "Ägypter"]
        for server, player in ((HOME, "19"), ("Ferne", "17")):
            with pytest.raises(JournalError, match="»Gallier« hast du hier nicht"):
                await keeper.load_army(server, player, "Gallier")
        with pytest.raises(JournalError, match="zu lang"):
            await keeper.save_army(HOME, "17", "Groß", "x" * 50_001)


@in_loop
async def test_a_campaign_knows_its_battles_and_their_results(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        campaign = await keeper.create_campaign(HOME, "Gallischer Krieg")
        first = await keeper.create_battle(HOME, "toy", toy(), "Erste", campaign=campaign.id)
        await keeper.create_battle(HOME, "toy", toy(), "Zweite", campaign=campaign.id)
        await keeper.create_battle(HOME, "toy", toy(), "Für sich")
        await keeper.order(first.id, "blau", "/aufgeben")
        stand = await keeper.campaign(HOME, campaign.id)
        assert [(battle.title, battle.winner) for battle in stand.battles] == [("Erste", ""), ("Zweite", None)]
        assert [battle.title for battle in await keeper.list_battles(HOME, running=True)] == ["Für sich", "Zweite"]
        assert [found.name for found in await keeper.list_campaigns(HOME)] == ["Gallischer Krieg"]
        assert await keeper.list_campaigns("Ferne") == []
        with pytest.raises(JournalError, match="gibt es hier schon"):
            await keeper.create_campaign(HOME, "Gallischer Krieg")
        for attempt in (
            keeper.campaign("Ferne", campaign.id),
            keeper.create_battle("Ferne", "toy", toy(), "x", campaign=campaign.id),
        ):
            with pytest.raises(JournalError, match="Diesen Feldzug gibt es hier nicht"):
                await attempt
