"""When Discord has a bad day: lines lost, sessions forgotten, calls refused, answers too late."""

import asyncio
import time
from typing import Any

import aiohttp
import discord
import pytest

from bot.table.actions import Handle
from bot.table.faults import Fault
from bot.table.local import LocalTable
from bot.table.model import Stage
from tests.table.tinybot import HILL, TinyBot, playing, running, scenario, until

ORIGINAL = "/webhooks/*/messages/@original"


def command(bot: TinyBot, name: str) -> "discord.app_commands.Command[Any, ..., None]":
    found = bot.tree.get_command(name)
    assert isinstance(found, discord.app_commands.Command)
    return found


@scenario
async def test_a_closed_line_is_resumed_and_what_was_missed_is_told():
    async with playing() as (table, bot):
        await table.gateway.close(4000)
        assert not table.gateway.online
        await table.say("anna", HILL, "Hört mich jemand?")
        handle = await table.slash("anna", HILL, "ping")
        assert not table.gateway.online
        assert (await handle.answer()).content == "pong"
        await until(lambda: bot.resumed)
        assert bot.heard == ["Hört mich jemand?"]
        assert (bot.resumed, bot.identified) == (1, 1)


@scenario
async def test_asked_to_reconnect_the_client_resumes():
    async with playing() as (table, bot):
        await table.gateway.ask_to_reconnect()
        await until(lambda: bot.resumed)
        assert (await (await table.slash("anna", HILL, "ping")).answer()).content == "pong"


@pytest.mark.parametrize("forgotten", [False, True])
@scenario
async def test_an_invalidated_session_is_identified_anew(forgotten: bool):
    async with playing() as (table, bot):
        if forgotten:
            table.gateway.forget_sessions()
            await table.gateway.close(4000)
        else:
            await table.gateway.invalidate()
        await until(lambda: bot.identified == 2 and table.gateway.online)
        assert (await (await table.slash("anna", HILL, "ping")).answer()).content == "pong"
        assert bot.resumed == 0


@scenario
async def test_a_malformed_event_ends_the_client_and_a_new_one_finds_all_in_place():
    async with LocalTable() as table:
        async with running(table) as bot:
            table.gateway.inject("INTERACTION_CREATE", {"id": "1"})
            with pytest.raises(KeyError):
                await asyncio.wait_for(bot.life, 5)
        async with running(table):
            assert (await (await table.slash("anna", HILL, "ping")).answer()).content == "pong"


@scenario
async def test_a_wrong_token_is_refused_on_the_api_and_on_the_gateway():
    async with LocalTable() as table:
        table.token = "wrong"
        with pytest.raises(discord.LoginFailure):
            async with running(table):
                pass
        async with (
            aiohttp.ClientSession(connector=table.connector()) as session,
            session.ws_connect("https://gateway.discord.gg/?v=10&encoding=json") as line,
        ):
            assert (await line.receive_json())["op"] == 10
            await line.send_json({"op": 2, "d": {"token": "wrong", "intents": 0}})
            assert (await line.receive()).type is aiohttp.WSMsgType.CLOSE
            assert line.close_code == 4004


@scenario
async def test_a_rate_limit_is_waited_for_and_the_answer_comes():
    async with playing() as (table, _):
        table.faults.plan("PATCH", ORIGINAL, Fault(status=429, retry_after=0.05), times=2)
        table.faults.plan("POST", "/channels/*/messages", Fault(status=429, retry_after=0.05))
        assert (await (await table.slash("anna", HILL, "brett")).answer()).attachments
        handle = await table.slash("anna", HILL, "faden")
        await until(lambda: handle.interaction.is_settled)
        assert table.faults.happened == 3


@scenario
async def test_a_rate_limit_that_is_not_discords_own_is_raised():
    async with playing() as (table, bot):
        failed = asyncio.Event()

        async def note(interaction: discord.Interaction, error: Exception) -> None:
            failed.set()

        bot.tree.on_error = note  # type: ignore[method-assign]
        table.faults.plan("PATCH", ORIGINAL, Fault(status=429, via=False))
        handle = await table.slash("anna", HILL, "brett")
        await asyncio.wait_for(failed.wait(), 5)
        assert handle.interaction.stage is Stage.THINKING


@scenario
async def test_a_server_error_is_tried_again():
    async with playing() as (table, _):
        table.faults.plan("PATCH", ORIGINAL, Fault(status=500))
        assert (await (await table.slash("anna", HILL, "brett")).answer()).attachments


@scenario
async def test_an_answer_that_was_lost_on_its_way_back_is_not_posted_twice():
    async with playing() as (table, _):
        table.faults.plan("PATCH", ORIGINAL, Fault(status=502, too_late=True))
        handle = await table.slash("anna", HILL, "brett")
        await handle.answer()
        await until(lambda: handle.messages[0].edited)
        assert len(table.messages(HILL)) == 1


@scenario
async def test_a_cut_connection_is_an_error_of_the_client_and_a_delay_is_only_slow():
    async with playing() as (table, bot):
        channel = bot.get_channel(table.channel(HILL).id)
        assert isinstance(channel, discord.TextChannel)
        table.faults.plan("POST", "/channels/*/messages", Fault(drop=True))
        with pytest.raises(aiohttp.ClientError):
            await channel.send("weg")
        assert table.messages(HILL) == []
        table.faults.plan("POST", "/channels/*/messages", Fault(delay=0.2))
        start = time.monotonic()
        await channel.send("da")
        assert time.monotonic() - start >= 0.2


async def errors_of(bot: TinyBot, table: LocalTable, step: str) -> tuple[Handle, list[discord.HTTPException]]:
    """Runs `ping` with a handler that lets time pass at one step, and gives what discord.py raised."""
    raised: list[discord.HTTPException] = []
    done = asyncio.Event()

    async def slow(interaction: discord.Interaction) -> None:
        try:
            if step == "first":
                table.clock.advance(3.5)
            await interaction.response.defer(thinking=True)
            if step == "token":
                table.clock.advance(15 * 60 + 1)
            await interaction.edit_original_response(content="spät")
        except discord.HTTPException as error:
            raised.append(error)
        done.set()

    command(bot, "ping")._callback = slow
    handle = await table.slash("anna", HILL, "ping")
    await asyncio.wait_for(done.wait(), 5)
    return handle, raised


@scenario
async def test_a_first_answer_after_three_seconds_finds_no_interaction():
    async with playing() as (table, bot):
        handle, (error,) = await errors_of(bot, table, "first")
        assert isinstance(error, discord.NotFound)
        assert (error.status, error.code) == (404, 10062)
        assert handle.interaction.stage is Stage.SENT


@scenario
async def test_a_token_expires_after_fifteen_minutes_and_thinking_is_over():
    async with playing() as (table, bot):
        handle, (error,) = await errors_of(bot, table, "token")
        assert (error.status, error.code) == (401, 50027)
        assert table.interactions.gives_up(handle.messages[0])


@scenario
async def test_in_time_nothing_of_this_is_raised():
    async with playing() as (table, bot):
        handle, raised = await errors_of(bot, table, "never")
        assert raised == []
        assert handle.messages[0].content == "spät"


@scenario
async def test_where_the_bot_may_not_write_only_interactions_are_answered():
    async with playing() as (table, bot):
        table.world.change_channel(table.channel(HILL).id, bot_may_write=False)
        channel = bot.get_channel(table.channel(HILL).id)
        assert isinstance(channel, discord.TextChannel)
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send("hallo")
        assert refused.value.code == 50013
        assert (await (await table.slash("anna", HILL, "ping")).answer()).content == "pong"


@scenario
async def test_a_silent_bot_is_noticed_by_who_waits_for_it():
    async with LocalTable(patience=0.05) as table:
        table.world.put_commands(
            None,
            [
                {
                    "type": 1,
                    "name": "ping",
                    "description": "x",
                    "options": [],
                    "contexts": None,
                    "dm_permission": True,
                    "default_member_permissions": None,
                }
            ],
        )
        handle = await table.slash("anna", HILL, "ping")
        with pytest.raises(TimeoutError):
            await handle.acknowledged()
        with pytest.raises(TimeoutError):
            await handle.answer(0.05)
