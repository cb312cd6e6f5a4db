"""`/dauerbefehl`: answers left in advance."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.messages.delivery import call_of
from cogs.base import Choices, HeroldCog, Interaction

__all__ = ["Dauerbefehl"]


class Dauerbefehl(
    HeroldCog, commands.GroupCog, group_name="dauerbefehl", group_description="Antworten, die im Voraus gelten"
):
    """Standing orders."""

    @app_commands.command(name="setzen", description="Eine Frage im Voraus beantworten")
    @app_commands.rename(topic="thema", answer="antwort", only="nur", seat="platz")
    @app_commands.describe(
        topic="worum es geht",
        answer="was dann gilt: eine Antwort, »fragen« oder »vorgabe«",
        only="nur bei diesen Gegnern, mit Komma getrennt",
        seat="für welchen Platz, wenn du mehrere hast",
    )
    async def put(
        self,
        interaction: Interaction,
        topic: app_commands.Range[str, 1, 60],
        answer: app_commands.Range[str, 1, 60],
        only: app_commands.Range[str, 0, 200] = "",
        seat: str = "",
    ) -> None:
        await self.ask(interaction, lambda call: self.desk.set_standing(call, topic, answer, only, seat))

    @put.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_topics(call_of(interaction), current))

    @put.autocomplete("answer")
    async def _answers(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_answers(call_of(interaction), current))

    @app_commands.command(name="liste", description="Deine Dauerbefehle in dieser Partie")
    @app_commands.rename(seat="platz")
    @app_commands.describe(seat="für welchen Platz, wenn du mehrere hast")
    async def listed(self, interaction: Interaction, seat: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.list_standing(call, seat))

    @app_commands.command(name="löschen", description="Einen Dauerbefehl zurücknehmen")
    @app_commands.rename(number="nummer", seat="platz")
    @app_commands.describe(number="seine Nummer in der Liste", seat="für welchen Platz, wenn du mehrere hast")
    async def remove(self, interaction: Interaction, number: app_commands.Range[int, 1, 50], seat: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.remove_standing(call, number, seat))
