"""`/würfel`: free throws, the log of the server, statistics, and checking a battle."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Call, Reply
from bot.desk.dice_desk import LogFilter
from cogs.base import HeroldCog, Interaction, file_bytes

__all__ = ["Wuerfel"]


class Wuerfel(HeroldCog, commands.GroupCog, group_name="würfel", group_description="Würfeln, nachsehen, nachrechnen"):
    """Dice."""

    @app_commands.command(name="frei", description="Frei würfeln; auch das steht im Würfellog")
    @app_commands.rename(dice="wurf", why="anlass")
    @app_commands.describe(dice="wie 3W12 oder W6", why="wofür")
    async def free(self, interaction: Interaction, dice: str, why: app_commands.Range[str, 0, 200] = "") -> None:
        await self.ask(interaction, lambda call: self.desk.free_throw(call, dice, why))

    @app_commands.command(name="log", description="Alle Würfe dieses Servers, die neuesten zuerst")
    @app_commands.rename(player="spieler", battle="partie", sides="seiten")
    @app_commands.describe(
        player="nur von ihm", battle="nur aus dieser Partie", sides="nur Würfel mit so vielen Seiten"
    )
    async def log(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        battle: int | None = None,
        sides: app_commands.Range[int, 2, 1_000_000] | None = None,
    ) -> None:
        wish = LogFilter("" if player is None else str(player.id), battle, sides)
        await self.ask(interaction, lambda call: self.desk.dice_log(call, wish))

    @app_commands.command(name="statistik", description="Wie oft welche Augen fielen, gegen das Erwartete")
    @app_commands.rename(player="spieler", battle="partie", sides="seiten")
    @app_commands.describe(
        player="nur von ihm", battle="nur aus dieser Partie", sides="nur Würfel mit so vielen Seiten"
    )
    async def statistics(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        battle: int | None = None,
        sides: app_commands.Range[int, 2, 100] | None = None,
    ) -> None:
        wish = LogFilter("" if player is None else str(player.id), battle, sides)
        await self.ask(interaction, lambda call: self.desk.statistics(call, wish))

    @app_commands.command(name="prüfen", description="Jeden Wurf einer beendeten Partie nachrechnen")
    @app_commands.rename(battle="partie", file="datei")
    @app_commands.describe(battle="Nummer der Partie; sonst die in diesem Kanal", file="oder eine Exportdatei")
    async def check(
        self, interaction: Interaction, battle: int | None = None, file: discord.Attachment | None = None
    ) -> None:
        async def ask(call: Call) -> Reply:
            data = None if file is None else await file_bytes(file)
            return await self.desk.check_dice(call, battle, data)

        await self.ask(interaction, ask)
