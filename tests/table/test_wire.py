"""discord.py's own client at the table: what a bot does over the wire, and what its players get."""

import asyncio
from pathlib import Path

import discord
import pytest

from bot.table.local import LocalTable
from bot.table.model import Message, Stage
from bot.table.options import OptionValue
from tests.table.openapi import hold_against_description
from tests.table.tinybot import HILL, PIXEL, TinyBot, playing, running, scenario, until


def board(table: LocalTable) -> Message:
    return next(one for one in table.messages(HILL) if one.attachments)


@scenario
async def test_a_bot_logs_in_registers_its_commands_and_is_ready():
    async with playing() as (table, bot):
        assert {guild.name for guild in bot.guilds} == {"Spielrunde", "Nachbarrunde"}
        assert table.gateway.online
        names = {leaf.name for leaf in table.world.leaves(table.player("ben").id, table.channel(HILL))}
        assert {"ping", "brett", "figur zeigen"} <= names


@scenario
async def test_two_shards_share_the_guilds_and_both_hear_their_own():
    async with playing(shards=2) as (table, bot):
        assert {guild.name: guild.shard_id for guild in bot.guilds} == {"Spielrunde": 0, "Nachbarrunde": 1}
        for channel in (HILL, "nebenan"):
            assert (await (await table.slash("david", channel, "ping")).answer()).content == "pong"


@scenario
async def test_a_command_is_answered_in_its_channel_under_its_players_name():
    async with playing() as (table, _):
        answer = await (await table.slash("anna", HILL, "ping")).answer()
        assert (answer.content, answer.author_id) == ("pong", table.world.bot.id)
        assert answer.used is not None
        assert (answer.used.command, answer.used.user_id) == ("ping", table.player("anna").id)


@scenario
async def test_options_reach_the_bot_typed_and_resolved():
    async with playing() as (table, _):
        emil = table.player("emil")
        note = table.actions.upload(table.player("anna"), "liste.txt", "Zehn Bögen".encode())
        options: dict[str, OptionValue] = {"name": "bogen", "lp": 3, "spieler": str(emil.id), "liste": str(note.id)}
        answer = await (await table.slash("anna", HILL, "figur zeigen", options)).answer()
        assert answer.content == "bogen 3 Emil Zehn Bögen"


@scenario
async def test_autocomplete_offers_what_fits_the_letters_typed_so_far():
    async with playing() as (table, _):
        choices = await table.autocomplete("anna", HILL, "figur zeigen", "name", {"name": "kämpf", "lp": "?"})
        assert choices == [{"name": "Schwertkämpfer", "value": "schwertkämpfer"}]


@scenario
async def test_a_deferred_answer_thinks_first_and_then_shows_its_picture():
    async with playing() as (table, _):
        seen: list[bool] = []
        table.world.listen(lambda event: seen.append(event.message.is_loading) if hasattr(event, "message") else None)
        answer = await (await table.slash("anna", HILL, "brett")).answer()
        assert seen == [True, False]
        assert answer.is_v2
        (picture,) = answer.attachments
        assert (picture.content_type, picture.width, picture.description) == ("image/png", 1, "Das Brett")
        assert table.world.store.file(picture.id) == PIXEL
        gallery = next(one for one in answer.components[0]["components"] if one["type"] == 12)
        assert gallery["items"][0]["media"]["attachment_id"] == str(picture.id)


@scenario
async def test_buttons_menus_and_forms_go_round():
    async with playing(recording=True) as (table, _):
        await (await table.slash("anna", HILL, "brett")).answer()
        chosen = await (await table.select("ben", board(table), "feld", ["B2"])).answer()
        assert chosen.content == "gewählt: B2"
        form = await table.press("ben", board(table), "fragen")
        assert (await form.modal())["title"] == "Frage"
        answer = await (await table.submit("ben", form, {"name": "Ben", "seite": ["rot"]})).answer()
        assert (answer.content, answer.viewer_id) == ("Ben spielt rot", table.player("ben").id)
        picture = board(table).attachments[0]
        changed = await (await table.press("anna", board(table), "weiter")).answer()
        assert (changed.components[0]["content"], changed.attachments) == ("Zug 2", ())
        assert table.world.store.file(picture.id) is None
        hold_against_description(table.records)


@scenario
async def test_the_first_followup_takes_the_place_of_thinking():
    async with playing(recording=True) as (table, _):
        handle = await table.slash("anna", HILL, "folge")
        await until(lambda: len(handle.messages) == 2 and handle.messages[1].edited)
        first, second = handle.messages
        assert (first.content, first.id) == ("erstens", handle.interaction.original_id)
        assert (second.content, second.viewer_id) == ("zweitens, geändert", table.player("anna").id)
        hold_against_description(table.records)


@scenario
async def test_messages_threads_pins_and_edits_outside_of_interactions():
    async with playing(recording=True) as (table, _):
        handle = await table.slash("ben", HILL, "faden")
        await until(lambda: handle.interaction.is_settled)
        post = table.messages(HILL)[0]
        assert (post.content, post.pinned is not None) == ("geändert", True)
        assert post.mention_ids == ()  # this bot allows no mentions at all
        assert [one.content for one in table.messages("Die Schlacht")] == ["Los geht’s"]
        assert handle.messages == []
        hold_against_description(table.records)


@scenario
async def test_a_dynamic_button_works_after_a_restart_of_the_bot():
    async with LocalTable() as table:
        async with running(table):
            message = await (await table.slash("anna", HILL, "merken")).answer()
        async with running(table):
            changed = await (await table.press("ben", message, "merken:1")).answer()
            assert changed.components[0]["components"][0]["custom_id"] == "merken:2"


@scenario
async def test_the_bot_hears_what_players_say():
    async with playing() as (table, bot):
        await table.say("clara", HILL, "Ich ziehe W1 nach B2")
        await until(lambda: bot.heard)
        assert bot.heard == ["Ich ziehe W1 nach B2"]


class Deaf(TinyBot):
    def __init__(self, table: LocalTable) -> None:
        super().__init__(table)
        self._connection._intents = discord.Intents(guilds=True, guild_messages=True)


@scenario
async def test_without_the_intent_content_is_hidden_unless_the_bot_is_named():
    async with LocalTable() as table, running(table, Deaf) as bot:
        await table.say("clara", HILL, "geheim")
        await table.say("clara", HILL, f"<@{table.world.bot.id}> für dich")
        await until(lambda: len(bot.heard) == 2)
        assert bot.heard == ["", f"<@{table.world.bot.id}> für dich"]


@scenario
async def test_what_one_player_alone_sees_no_other_sees_or_touches():
    async with playing() as (table, bot):
        answer = await (await table.slash("anna", HILL, "geheim")).answer()
        assert answer in table.messages(HILL, "anna")
        assert answer not in table.messages(HILL, "ben")
        assert answer not in table.messages(HILL)
        channel = bot.get_channel(answer.channel_id)
        assert isinstance(channel, discord.TextChannel)
        assert [one async for one in channel.history()] == []
        with pytest.raises(discord.NotFound):
            await channel.fetch_message(answer.id)


@scenario
async def test_the_same_interaction_delivered_twice_is_answered_once():
    async with playing(recording=True) as (table, _):
        handle = await table.slash("anna", HILL, "ping")
        table.deliver_again(handle)
        await handle.answer()
        await until(lambda: sum(one.route is not None and "callback" in one.route for one in table.records) == 2)
        codes = [one.got["code"] for one in table.records if one.status == 400]
        assert codes == [40060]
        assert len(table.messages(HILL)) == 1


@scenario
async def test_a_command_for_referees_is_offered_to_referees_only():
    async with playing() as (table, bot):
        command = next(one for one in bot.tree.get_commands() if one.name == "ping")
        assert isinstance(command, discord.app_commands.Command)
        command.default_permissions = discord.Permissions(manage_guild=True)
        command.guild_only = True
        await bot.tree.sync()
        hill = table.channel(HILL)
        who = {
            user.name
            for user in table.world.players
            if any(leaf.name == "ping" for leaf in table.world.leaves(user.id, hill))
        }
        assert who == {"Anna", "Emil"}


@scenario
async def test_a_table_in_a_folder_is_the_same_after_a_restart(tmp_path: Path):
    async with playing(tmp_path) as (table, _):
        before = await (await table.slash("anna", HILL, "brett")).answer()
        await (await table.slash("ben", HILL, "geheim")).answer()
        table.world.mark_read(table.player("ben").id, table.channel(HILL), before.id)
        thread = await table.slash("ben", "kampagne", "faden")
        await until(lambda: thread.interaction.is_settled)
        await (await table.slash("anna", HILL, "merken")).answer()
        kept = [table.messages(one, "ben") for one in (HILL, "kampagne", "Die Schlacht")]
        orphan = table.actions.upload(table.player("anna"), "x.txt", b"x")

    async with playing(tmp_path) as (table, _):
        assert [table.messages(one, "ben") for one in (HILL, "kampagne", "Die Schlacht")] == kept
        assert table.world.store.file(before.attachments[0].id) == PIXEL
        assert table.world.store.file(orphan.id) is None
        assert table.world.last_read_id(table.player("ben").id, before.channel_id) == before.id
        changed = await (await table.press("ben", table.messages(HILL)[-1], "merken:1")).answer()
        assert changed.components[0]["components"][0]["custom_id"] == "merken:2"
        fresh = await (await table.slash("anna", HILL, "ping")).answer()
        assert fresh.id > max(one.id for one in kept[0])


@scenario
async def test_an_interaction_can_still_be_finished_after_a_restart(tmp_path: Path):
    async with LocalTable(tmp_path) as table:
        async with running(table) as bot:

            async def think(interaction: discord.Interaction) -> None:
                await interaction.response.defer(thinking=True)

            command = bot.tree.get_command("ping")
            assert isinstance(command, discord.app_commands.Command)
            command._callback = think
            handle = await table.slash("anna", HILL, "ping")
            assert (await handle.acknowledged()).stage is Stage.THINKING
        token = handle.interaction.token
    async with LocalTable(tmp_path) as table:
        message = table.interactions.original(table.interactions.by_token(token))
        assert message.is_loading
        assert not table.interactions.gives_up(message)
        table.clock.advance(15 * 60 + 1)
        assert table.interactions.gives_up(message)


@scenario
async def test_many_players_at_once_all_get_their_answer():
    async with playing() as (table, _):
        handles = [await table.slash(who, HILL, "ping") for who in ("anna", "ben", "clara", "david") * 10]
        answers = await asyncio.gather(*(handle.answer() for handle in handles))
        assert len({answer.id for answer in answers}) == 40
