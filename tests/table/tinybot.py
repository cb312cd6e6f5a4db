"""The smallest bot that uses everything the table speaks: discord.py's real client, a tree of commands, V2 views."""

import asyncio
import contextlib
import functools
import io
import logging
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, ParamSpec

import discord
from discord import app_commands
from discord.ext import commands

from bot.table.local import LocalTable

# One pixel, whole and valid.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c626001000000ffff03000006000557"
    "bfabd40000000049454e44ae426082"
)
HILL = "feldherrenhügel"
PATIENCE = 3.0

P = ParamSpec("P")


class Remembered(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=r"merken:(?P<count>\d+)"):
    """A button that works after a restart: all it knows is in its id."""

    def __init__(self, count: int) -> None:
        super().__init__(discord.ui.Button(label=f"Gemerkt {count}", custom_id=f"merken:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "Remembered":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> Any:
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.ActionRow(Remembered(self.count + 1)))
        await interaction.response.edit_message(view=view)


class Board(discord.ui.LayoutView):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        menu: discord.ui.Select[Board] = discord.ui.Select(
            custom_id="feld", options=[discord.SelectOption(label=one) for one in ("A1", "B2")]
        )
        menu.callback = self.chosen  # type: ignore[method-assign]
        button: discord.ui.Button[Board] = discord.ui.Button(label="Weiter", custom_id="weiter")
        button.callback = self.pressed  # type: ignore[method-assign]
        ask: discord.ui.Button[Board] = discord.ui.Button(label="Fragen", custom_id="fragen")
        ask.callback = self.asked  # type: ignore[method-assign]
        self.menu = menu
        self.add_item(
            discord.ui.Container(
                discord.ui.Section(
                    "**Zug 1** <@1>", accessory=discord.ui.Button(label="Karte", url="https://example.org")
                ),
                discord.ui.Separator(),
                discord.ui.TextDisplay("-# BEW 1"),
                discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://brett.png", description="Das Brett")),
                discord.ui.ActionRow(button, ask),
                discord.ui.ActionRow(menu),
                accent_colour=0x336699,
            )
        )

    async def pressed(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.TextDisplay("Zug 2"))
        await interaction.edit_original_response(view=view, attachments=[])

    async def chosen(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"gewählt: {self.menu.values[0]}")

    async def asked(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Question())


class Question(discord.ui.Modal, title="Frage"):
    name: discord.ui.Label[Any] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", max_length=10)
    )
    side: discord.ui.Label[Any] = discord.ui.Label(
        text="Seite",
        component=discord.ui.Select(
            custom_id="seite", options=[discord.SelectOption(label="blau"), discord.SelectOption(label="rot")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.name.component, discord.ui.TextInput)
        assert isinstance(self.side.component, discord.ui.Select)
        text = f"{self.name.component.value} spielt {self.side.component.values[0]}"
        await interaction.response.send_message(text, ephemeral=True)


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    @tree.command(description="Antwortet sofort.")
    async def ping(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("pong")

    @tree.command(description="Antwortet nur dem, der fragt.")
    async def geheim(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)

    @tree.command(description="Denkt nach und zeigt dann ein Brett.")
    async def brett(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        file = discord.File(io.BytesIO(PIXEL), "brett.png", description="Das Brett")
        await interaction.edit_original_response(view=Board(), attachments=[file])

    @tree.command(description="Antwortet und folgt nach.")
    async def folge(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        first = await interaction.followup.send("erstens", wait=True)
        second = await interaction.followup.send("zweitens", wait=True, ephemeral=True)
        await interaction.followup.edit_message(second.id, content="zweitens, geändert")
        assert (await interaction.original_response()).id == first.id

    @tree.command(description="Merkt sich etwas über einen Neustart.")
    async def merken(interaction: discord.Interaction) -> None:
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.ActionRow(Remembered(1)))
        await interaction.response.send_message(view=view)

    @tree.command(description="Schreibt in den Kanal und öffnet einen Faden.")
    async def faden(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        message = await interaction.channel.send(f"<@{interaction.user.id}> ist dran")
        await message.pin()
        thread = await message.create_thread(name="Die Schlacht")
        async with thread.typing():
            await thread.send("Los geht’s")
        await message.edit(content="geändert")
        assert [one.content async for one in interaction.channel.history(limit=1)] == ["geändert"]
        await interaction.delete_original_response()

    group = app_commands.Group(name="figur", description="Alles über Figuren.")

    async def suggest(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        names = ("Bogenschütze", "Schwertkämpfer", "Speerwerfer")
        return [app_commands.Choice(name=one, value=one.lower()) for one in names if current.lower() in one.lower()]

    @group.command(name="zeigen", description="Zeigt eine Figur.")
    @app_commands.describe(name="welche", lp="wie viele", spieler="wessen", liste="als Datei")
    @app_commands.autocomplete(name=suggest)
    async def show(
        interaction: discord.Interaction,
        name: str,
        lp: app_commands.Range[int, 1, 12] = 1,
        spieler: discord.Member | None = None,
        liste: discord.Attachment | None = None,
    ) -> None:
        text = (await liste.read()).decode() if liste else "-"
        owner = spieler.display_name if spieler else "niemand"
        await interaction.response.send_message(f"{name} {lp} {owner} {text}")

    tree.add_command(group)


class TinyBot(commands.AutoShardedBot):
    life: asyncio.Task[None]

    def __init__(self, table: LocalTable) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True, guild_messages=True, message_content=True),
            connector=table.connector(),
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.heard: list[str] = []
        self.resumed = 0
        self.identified = 0
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Remembered)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        # The library's own waits five seconds before each new session.
        self.identified += 1

    async def on_message(self, message: discord.Message, /) -> None:
        if not message.author.bot:
            self.heard.append(message.content)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed += 1


@contextlib.asynccontextmanager
async def running(table: LocalTable, make: Callable[[LocalTable], TinyBot] = TinyBot) -> AsyncIterator[TinyBot]:
    bot = make(table)
    life = bot.life = asyncio.create_task(bot.start(table.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    try:
        await asyncio.wait({life, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=20)
        if life.done():
            life.result()
        yield bot
    finally:
        ready.cancel()
        await bot.close()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await life


@contextlib.asynccontextmanager
async def playing(folder: Path | None = None, **options: Any) -> AsyncIterator[tuple[LocalTable, TinyBot]]:
    async with LocalTable(folder, patience=PATIENCE, **options) as table, running(table) as bot:
        yield table, bot


async def until(condition: Callable[[], object], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


def scenario(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Runs an asynchronous test on a loop of its own, and fails it if it hangs."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def bounded() -> None:
            async with asyncio.timeout(40):
                await test(*args, **kwargs)

        logging.getLogger("discord").setLevel(logging.CRITICAL)
        asyncio.run(bounded())

    return run
