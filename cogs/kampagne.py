"""`/kampagne`: battles that belong together."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.messages.delivery import call_of
from cogs.base import Choices, HeroldCog, Interaction

__all__ = ["Kampagne"]


class Kampagne(HeroldCog, commands.GroupCog, group_name="kampagne", group_description="Partien, die zusammengehören"):
    """Campaigns."""

    @app_commands.command(name="neu", description="Eine Kampagne anlegen")
    @app_commands.describe(name="wie sie heißt")
    async def new(self, interaction: Interaction, name: app_commands.Range[str, 1, 100]) -> None:
        await self.ask(interaction, lambda call: self.desk.new_campaign(call, name))

    @app_commands.command(name="stand", description="Die Partien einer Kampagne und wer sie gewann")
    @app_commands.describe(name="welche")
    async def state(self, interaction: Interaction, name: str) -> None:
        await self.ask(interaction, lambda call: self.desk.campaign_state(call, name))

    @state.autocomplete("name")
    async def _names(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_campaigns(call_of(interaction), current))

    @app_commands.command(name="liste", description="Alle Kampagnen dieses Servers")
    async def listed(self, interaction: Interaction) -> None:
        await self.ask(interaction, self.desk.list_campaigns)
