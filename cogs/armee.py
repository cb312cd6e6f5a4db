"""`/armee`: buying, showing, keeping, bringing and reading in armies."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Call, Reply
from bot.desk.armoury import MAX_FILE
from bot.messages.delivery import call_of
from cogs.base import Choices, HeroldCog, Interaction, file_text

__all__ = ["Armee"]


class Armee(HeroldCog, commands.GroupCog, group_name="armee", group_description="Armeen kaufen, zeigen und aufheben"):
    """Armies."""

    @app_commands.command(name="kaufen", description="Eine Armee zusammenstellen, Stück für Stück")
    @app_commands.rename(people="volk", piece="figur", number="anzahl")
    @app_commands.describe(
        name="wie die Armee heißt", people="das Volk, wenn sie neu ist", piece="was gekauft wird", number="wie oft"
    )
    async def buy(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 60],
        people: str = "",
        piece: str = "",
        number: app_commands.Range[int, 1, 60] = 1,
    ) -> None:
        await self.ask(interaction, lambda call: self.desk.buy(call, name, people, piece, number))

    @buy.autocomplete("people")
    async def _peoples(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_peoples(call_of(interaction), current))

    @buy.autocomplete("piece")
    async def _pieces(self, interaction: Interaction, current: str) -> Choices:
        typed = {name: value for name, value in interaction.namespace}  # noqa: C416 - it has no keys()
        name, people = str(typed.get("name") or ""), str(typed.get("volk") or "")
        return await self.offer(self.desk.offer_pieces(call_of(interaction), current, name, people))

    @app_commands.command(name="zeigen", description="Eine Armee zeigen, oder alle nennen")
    @app_commands.describe(name="welche; ohne Angabe deine hier gewählte oder die Liste")
    async def show(self, interaction: Interaction, name: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.show_army(call, name))

    @app_commands.command(name="speichern", description="Eine Armee unter einem Namen aufheben")
    @app_commands.rename(source="armee")
    @app_commands.describe(name="unter welchem Namen", source="welche; ohne Angabe die hier gewählte")
    async def save(self, interaction: Interaction, name: app_commands.Range[str, 1, 60], source: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.save_army(call, name, source))

    @app_commands.command(name="laden", description="Eine Armee in die Partie bringen, für die hier gesammelt wird")
    @app_commands.rename(seat="platz")
    @app_commands.describe(name="welche", seat="für welchen Platz, wenn du mehrere hast")
    async def load(self, interaction: Interaction, name: str, seat: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.load_army(call, name, seat))

    @buy.autocomplete("name")
    async def _own(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_armies(call_of(interaction), current, ready=False))

    @show.autocomplete("name")
    @save.autocomplete("source")
    @load.autocomplete("name")
    async def _armies(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_armies(call_of(interaction), current))

    @app_commands.command(name="einlesen", description="Eine Armee aus einer Datei lesen und aufheben")
    @app_commands.rename(file="datei")
    @app_commands.describe(file="die Armeeliste (TOML)", name="unter welchem Namen; sonst dem der Datei")
    async def read(self, interaction: Interaction, file: discord.Attachment, name: str = "") -> None:
        async def ask(call: Call) -> Reply:
            return await self.desk.read_army(call, await file_text(file, MAX_FILE), name)

        await self.ask(interaction, ask)
