"""`/spielleiter`: what the group's referee may do. Whether somebody is, the desk decides; all of it is logged."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Call, Choice, Reply
from bot.desk.offers import matching
from bot.desk.referee_desk import MAX_FILE, WORDS
from bot.messages.delivery import call_of
from cogs.base import Choices, HeroldCog, Interaction, file_text

__all__ = ["Spielleiter"]

Reason = app_commands.Range[str, 1, 300]


class Spielleiter(
    HeroldCog,
    commands.GroupCog,
    group_name="spielleiter",
    group_description="Eingriffe der Spielleitung, mit Eintrag",
):
    """The referee of the group."""

    @app_commands.command(name="leitung", description="Wer in diesem Kanal die Spielleitung hat")
    @app_commands.describe(person="wer")
    async def appoint(self, interaction: Interaction, person: discord.User) -> None:
        await self.ask(interaction, lambda call: self.desk.appoint(call, str(person.id), person.display_name))

    @app_commands.command(name="setzen", description="Einen Wert einer Figur richtigstellen")
    @app_commands.rename(unit="figur", what="was", value="wert", reason="grund")
    @app_commands.describe(
        unit="welche", what="was an ihr", value="der richtige Wert", reason="warum; steht im Journal"
    )
    async def put(self, interaction: Interaction, unit: str, what: str, value: str, reason: Reason) -> None:
        await self.ask(interaction, lambda call: self.desk.set_unit(call, unit, what, value, reason))

    @put.autocomplete("unit")
    async def _units(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_units(call_of(interaction), current))

    @put.autocomplete("what")
    async def _words(self, interaction: Interaction, current: str) -> Choices:
        found = matching([Choice(word, word) for word in WORDS], current)
        return [app_commands.Choice(name=one.label, value=one.value) for one in found]

    @app_commands.command(name="zug", description="Einer Seite den Zug geben")
    @app_commands.rename(side="seite", reason="grund")
    @app_commands.describe(side="welcher", reason="warum; steht im Journal")
    async def turn(self, interaction: Interaction, side: str, reason: Reason) -> None:
        await self.ask(interaction, lambda call: self.desk.set_turn(call, side, reason))

    @app_commands.command(name="platz", description="Den Platz von jemandem freigeben, der nicht mehr da ist")
    @app_commands.rename(seat="platz", reason="grund")
    @app_commands.describe(seat="welchen", reason="warum; steht im Journal")
    async def seat(self, interaction: Interaction, seat: str, reason: Reason) -> None:
        await self.ask(interaction, lambda call: self.desk.free_seat(call, seat, reason))

    @app_commands.command(name="fall", description="Die Lage als Datei, zum Ändern oder Weitergeben")
    async def case(self, interaction: Interaction) -> None:
        await self.ask(interaction, self.desk.case_file)

    @app_commands.command(name="einsetzen", description="Eine geänderte Lage einsetzen")
    @app_commands.rename(file="datei", reason="grund")
    @app_commands.describe(file="die Lage (TOML)", reason="warum; steht im Journal")
    async def put_case(self, interaction: Interaction, file: discord.Attachment, reason: Reason) -> None:
        async def ask(call: Call) -> Reply:
            return await self.desk.put_case(call, await file_text(file, MAX_FILE), reason)

        await self.ask(interaction, ask)
