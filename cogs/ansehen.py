"""Looking without touching: `/karte`, `/figur`, `/chance`, `/regel`, `/hilfe`."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.messages.delivery import call_of
from cogs.base import Choices, HeroldCog, Interaction

__all__ = ["Ansehen"]


class Ansehen(HeroldCog):
    """What can be looked at."""

    @app_commands.command(name="karte", description="Die Karte: ganz, ein Ausschnitt, oder was eine Figur erreicht")
    @app_commands.rename(view="ansicht", unit="figur", field="feld", to_all="zeigen")
    @app_commands.describe(
        view="was zu sehen sein soll",
        unit="um diese Figur herum, oder was sie kann",
        field="um dieses Feld herum",
        to_all="dir allein, oder allen im Kanal",
    )
    async def board(
        self,
        interaction: Interaction,
        view: Literal["ganz", "ausschnitt", "bewegung", "reichweite"] | None = None,
        unit: str = "",
        field: str = "",
        to_all: Literal["mir", "allen"] = "mir",
    ) -> None:
        wanted = view or ""
        await self.ask(
            interaction, lambda call: self.desk.show_map(call, wanted, unit, field, to_all=to_all == "allen")
        )

    @app_commands.command(name="figur", description="Alles über eine Figur oder einen Streitwagen")
    @app_commands.rename(unit="figur")
    @app_commands.describe(unit="welche")
    async def unit(self, interaction: Interaction, unit: str) -> None:
        await self.ask(interaction, lambda call: self.desk.show_unit(call, unit))

    @board.autocomplete("unit")
    @unit.autocomplete("unit")
    async def _units(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_units(call_of(interaction), current))

    @app_commands.command(name="chance", description="Die genauen Aussichten eines Befehls, bevor du ihn gibst")
    @app_commands.rename(line="befehl")
    @app_commands.describe(line="der Befehl, wie du ihn tippen würdest: /nahkampf KS1 RK1")
    async def chance(self, interaction: Interaction, line: app_commands.Range[str, 1, 500]) -> None:
        await self.ask(interaction, lambda call: self.desk.show_chances(call, line))

    @chance.autocomplete("line")
    async def _lines(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_lines(call_of(interaction), current))

    @app_commands.command(name="regel", description="Eine Regel nachlesen, nach Nummer oder Stichwort")
    @app_commands.rename(wanted="suche")
    @app_commands.describe(wanted="STW 3, GR 4.1, oder ein Stichwort")
    async def rule(self, interaction: Interaction, wanted: app_commands.Range[str, 1, 200]) -> None:
        await self.ask(interaction, lambda call: self.desk.show_rule(call, wanted))

    @rule.autocomplete("wanted")
    async def _rules(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_rules(call_of(interaction), current))

    @app_commands.command(name="hilfe", description="Was kann ich jetzt tun?")
    async def help(self, interaction: Interaction) -> None:
        await self.ask(interaction, self.desk.help)
