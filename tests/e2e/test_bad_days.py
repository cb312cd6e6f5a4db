"""When things go wrong on the way: everybody gets an answer, every order acts once, and nothing is lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.answer import PictureOrder, Place
from bot.messages.drawing import Drawing, paint
from bot.paint import PaintError, Picture
from bot.table.faults import Fault
from bot.table.local import LocalTable
from tests.desk.room import in_loop
from tests.e2e.stage import HILL, SECOND, Stage, clash, connected, herold, pictures, words

CALLBACK = "/interactions/*/callback"
ORIGINAL = "/webhooks/*/messages/@original"
CHANNEL = "/channels/*/messages"


def slow(seconds: float) -> Drawing:
    def draw(order: PictureOrder) -> Picture:
        time.sleep(seconds)
        return paint(order)

    return Drawing(draw)


def broken(order: PictureOrder) -> Picture:
    raise PaintError("out of paint")


@in_loop
async def test_the_same_interaction_delivered_twice_acts_once_and_is_answered_once(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        before = len(stage.messages())
        handle = await table.slash("ben", HILL, "bewegen", {"figur": "Istor", "nach": "L3"})
        table.deliver_again(handle)
        await stage.finished(handle)
        table.deliver_again(handle)
        await asyncio.sleep(0.1)
        await stage.quiet()
        assert len(stage.messages()) == before + 1
        assert (await stage.desk.keeper.check(1)).moves == 4


@in_loop
async def test_a_double_click_acts_once_and_both_clicks_are_answered(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        asked = await clash(stage)
        first, second = await asyncio.gather(stage.pressing("ben", asked, "Nein"), stage.pressing("ben", asked, "Nein"))
        answers = [words(await stage.finished(handle)) for handle in (first, second)]
        assert sum("wählt »Nein«" in answer for answer in answers) == 1
        assert sum("schon beantwortet" in answer for answer in answers) == 1


@in_loop
async def test_two_players_at_once_on_the_same_battle_both_get_their_answer(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        handles = [
            await table.slash(who, HILL, "bewegen", {"figur": figure, "nach": field})
            for who, figure, field in (("ben", "Istor", "L3"), ("anna", "KB1", "D5"), ("ben", "RS1", "N3"))
        ]
        answers = [words(await stage.finished(handle)) for handle in handles]
        assert "Istor" in answers[0]
        assert "am Zug" in answers[1]
        assert "RS1" in answers[2]
        assert (await stage.desk.keeper.check(1)).problems == ()


@in_loop
async def test_a_slow_picture_follows_its_words_into_the_same_message(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table, drawing=slow(0.4), patience=0.1) as stage:
        await stage.begun()
        handle = await table.slash("ben", HILL, "bewegen", {"figur": "Istor", "nach": "L3"})
        early = await handle.answer()
        assert "Istor betritt die Karte" in words(early)
        assert pictures(early) == 0
        late = await stage.finished(handle)
        assert late.id == early.id
        assert pictures(late) == 1


@in_loop
async def test_a_slow_desk_is_acknowledged_first_and_a_refusal_stays_private(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table, patience=0.05) as stage:
        await stage.begun()
        channel = table.channel(HILL)
        async with stage.desk.turn(Place(str(channel.guild_id), str(channel.id))):
            good = await table.slash("ben", HILL, "bewegen", {"figur": "Istor", "nach": "L3"})
            bad = await table.slash("anna", HILL, "zugende", {})
            for handle in (good, bad):
                assert (await handle.acknowledged(1)).stage.name == "THINKING"
        assert "Istor betritt" in words(await stage.finished(good))
        await stage.finished(bad)
        heard = [one for one in stage.messages(who="anna") if one.viewer_id is not None]
        assert "Jetzt ist" in words(heard[-1])
        assert not any(one.is_loading for one in stage.messages())


@in_loop
async def test_a_picture_that_cannot_be_drawn_is_said_and_the_order_stands(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table, drawing=Drawing(broken)) as stage:
        await stage.begun()
        answer = await stage.slash("ben", HILL, "bewegen", figur="Istor", nach="L3")
        assert pictures(answer) == 0
        assert "Istor betritt die Karte" in words(answer)
        assert "ließ sich nicht zeichnen" in words(answer)


@in_loop
async def test_an_answer_whose_token_has_expired_goes_to_the_channel(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table, drawing=slow(0.4), patience=0.1) as stage:
        await stage.begun()
        await (await table.slash("ben", HILL, "bewegen", {"figur": "Istor", "nach": "L3"})).answer()
        table.clock.advance(16 * 60)
        await stage.quiet()
        last = stage.messages()[-1]
        assert last.used is None
        assert "Istor betritt die Karte" in words(last)
        assert pictures(last) == 1
        assert last.mention_ids == ()


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=404),
        Fault(status=400),
        Fault(status=401),
        Fault(drop=True),
        Fault(status=429, via=False),
    ],
    ids=["404", "400", "401", "cut off", "429 by Cloudflare"],
)
def test_an_answer_that_discord_does_not_take_goes_to_the_channel(fault: Fault, tmp_path: Path) -> None:
    @in_loop
    async def play() -> None:
        async with LocalTable() as table, herold(tmp_path, table) as stage:
            await stage.begun()
            table.faults.plan("POST", CALLBACK, fault)
            await table.slash("ben", HILL, "bewegen", {"figur": "Istor", "nach": "L3"})
            await _until(lambda: "Istor betritt die Karte" in words(stage.messages()[-1]))
            await stage.quiet()
            assert stage.messages()[-1].used is None or fault.drop
            assert table.faults.happened == 1

    play()


@pytest.mark.parametrize("fault", [Fault(status=500), Fault(status=502), Fault(status=429, retry_after=0.2)])
def test_a_busy_discord_is_asked_again(fault: Fault, tmp_path: Path) -> None:
    @in_loop
    async def play() -> None:
        async with LocalTable() as table, herold(tmp_path, table) as stage:
            await stage.begun()
            table.faults.plan("POST", CALLBACK, fault)
            answer = await stage.slash("ben", HILL, "bewegen", figur="Istor", nach="L3")
            assert "Istor betritt die Karte" in words(answer)
            assert table.faults.happened == 1

    play()


@in_loop
async def test_somebody_whose_private_answer_is_lost_hears_of_it_in_the_channel(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        table.faults.plan("POST", CALLBACK, Fault(status=404))
        await table.slash("anna", HILL, "figur", {"figur": "Darok"})
        await _until(lambda: "kam nicht bei dir an" in words(stage.messages()[-1]))
        assert "LP" not in words(stage.messages()[-1])
        assert stage.messages()[-1].mention_ids == ()


@in_loop
async def test_a_channel_that_takes_nothing_at_first_is_tried_again(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        table.faults.plan("POST", CALLBACK, Fault(status=404))
        table.faults.plan("POST", CHANNEL, Fault(status=429, via=False))
        await table.slash("ben", HILL, "bewegen", {"figur": "Istor", "nach": "L3"})
        await _until(lambda: "Istor betritt die Karte" in words(stage.messages()[-1]))


@in_loop
async def test_a_deleted_status_card_can_be_shown_anew(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        card = stage.messages()[0]
        table.world.drop_message(card)
        copy = await stage.slash("clara", HILL, "partie status")
        assert copy.viewer_id == table.player("clara").id
        new = await stage.slash("clara", HILL, "partie status")
        assert new.viewer_id is None
        await stage.slash("anna", HILL, "partie einstellungen", erinnerung=3)
        assert "Erinnerung nach 3 Stunden" in words(table.world.message(new.channel_id, new.id))


@in_loop
async def test_a_lost_invalidated_or_confused_gateway_never_ends_herold(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        await table.gateway.close()
        await _answers(stage)
        await table.gateway.ask_to_reconnect()
        await _answers(stage)
        await table.gateway.invalidate()
        await _answers(stage)
        table.gateway.inject("GUILD_CREATE", {"id": "keine Zahl"})
        await _until(lambda: stage.supervisor.restarts > 0)
        await connected(stage.supervisor)
        await _answers(stage)


@in_loop
async def test_two_channels_are_played_side_by_side(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun(HILL)
        await stage.begun(SECOND)
        await stage.slash("ben", SECOND, "bewegen", figur="Istor", nach="L3")
        other = await stage.slash("ben", HILL, "bewegen", figur="Istor", nach="M3")
        assert "zieht nach M3" in words(other)


async def _answers(stage: Stage) -> None:
    """Herold hears and answers."""
    await _until(lambda: stage.table.gateway.online)
    for _ in range(40):
        handle = await stage.table.slash("clara", HILL, "regel", {"suche": "Erstschlag"})
        try:
            assert "GR 8.2" in words(await handle.answer(1.0))
        except TimeoutError:
            continue
        return
    raise AssertionError("Herold does not answer any more")


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(25):
        while not true():
            await asyncio.sleep(0.02)
