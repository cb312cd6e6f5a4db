"""`/partie`: opening, joining, beginning, leaving and ending a battle, taking back, and its file."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.answer import Choice
from bot.desk.lobbies import NewBattle
from bot.desk.offers import matching
from bot.messages.delivery import call_of
from cogs.base import Choices, HeroldCog, Interaction

__all__ = ["Partie"]


class Partie(HeroldCog, commands.GroupCog, group_name="partie", group_description="Partien eröffnen und verwalten"):
    """Battles as a whole."""

    @app_commands.command(name="neu", description="Eine Partie in diesem Kanal eröffnen")
    @app_commands.rename(
        scenario="szenario",
        players="spieler",
        board="karte",
        points="punkte",
        rounds="runden",
        dice="würfel",
        title="titel",
        campaign="kampagne",
        reminder="erinnerung",
        quiet="ruhe",
    )
    @app_commands.describe(
        scenario="was gespielt wird",
        players="wie viele mitspielen (zwei bis vier)",
        board="nur nach Punkten: die Karte",
        points="nur nach Punkten: wie viel eine Seite ausgeben darf",
        rounds="nur nach Punkten: nach wie vielen Runden abgerechnet wird",
        dice="versiegelt von Herold, oder jeder würfelt selbst und trägt ein",
        title="wie die Partie heißen soll",
        campaign="die Kampagne, zu der sie gehört",
        reminder="nach wie vielen Stunden erinnert wird; 0 für nie",
        quiet="ja, wenn niemand gerufen werden soll",
    )  # fmt: skip
    async def new(
        self,
        interaction: Interaction,
        scenario: str = "",
        players: app_commands.Range[int, 2, 4] = 2,
        board: str = "",
        points: app_commands.Range[int, 1, 1000] = 75,
        rounds: app_commands.Range[int, 1, 99] = 8,
        dice: Literal["versiegelt", "eigene"] = "versiegelt",
        title: app_commands.Range[str, 0, 100] = "",
        campaign: str = "",
        reminder: app_commands.Range[int, 0, 336] = 24,
        quiet: Literal["ja", "nein"] = "nein",
    ) -> None:
        wish = NewBattle(
            scenario=scenario,
            players=players,
            map=board,
            points=points,
            rounds=rounds,
            own_dice=dice == "eigene",
            title=title,
            campaign=campaign,
            reminder_hours=reminder,
            quiet=quiet == "ja",
        )
        await self.ask(interaction, lambda call: self.desk.open_lobby(call, wish))

    @new.autocomplete("scenario")
    async def _scenarios(self, interaction: Interaction, current: str) -> Choices:
        offers = [Choice(one.name, one.key) for game in self.desk.games.values() for one in game.scenarios()]
        return [app_commands.Choice(name=one.label, value=one.value) for one in matching(offers, current)]

    @new.autocomplete("board")
    async def _boards(self, interaction: Interaction, current: str) -> Choices:
        offers = [Choice(name, key) for game in self.desk.games.values() for key, name in game.maps().items()]
        return [app_commands.Choice(name=one.label, value=one.value) for one in matching(offers, current)]

    @new.autocomplete("campaign")
    async def _campaigns(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_campaigns(call_of(interaction), current))

    @app_commands.command(name="beitreten", description="Einen freien Platz nehmen")
    @app_commands.rename(seat="platz", words="worte")
    @app_commands.describe(seat="welcher Platz", words="deine Worte, die in die Würfel eingehen")
    async def join(self, interaction: Interaction, seat: str = "", words: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.join(call, seat, words))

    @join.autocomplete("seat")
    async def _seats(self, interaction: Interaction, current: str) -> Choices:
        return await self.offer(self.desk.offer_seats(call_of(interaction), current))

    @app_commands.command(name="start", description="Die Partie beginnen, wenn alle Plätze besetzt sind")
    async def start(self, interaction: Interaction) -> None:
        await self.ask(interaction, self.desk.start)

    @app_commands.command(name="status", description="Wie die Partie steht und auf wen sie wartet")
    async def status(self, interaction: Interaction) -> None:
        await self.ask(interaction, self.desk.show_status)

    @app_commands.command(name="verlassen", description="Den eigenen Platz freigeben")
    @app_commands.rename(seat="platz")
    @app_commands.describe(seat="welcher, wenn du mehrere hast")
    async def leave(self, interaction: Interaction, seat: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.leave(call, seat))

    @app_commands.command(name="aufgeben", description="Die Partie verloren geben")
    @app_commands.rename(sure="sicher", seat="platz")
    @app_commands.describe(sure="ja, wenn es dir ernst ist", seat="für welchen Platz, wenn du mehrere hast")
    async def give_up(self, interaction: Interaction, sure: Literal["ja", "nein"], seat: str = "") -> None:
        await self.ask(interaction, lambda call: self.desk.give_up(call, sure == "ja", seat))

    @app_commands.command(name="rückgängig", description="Den letzten Befehl zurücknehmen oder es vorschlagen")
    async def undo(self, interaction: Interaction) -> None:
        await self.ask(interaction, self.desk.undo)

    @app_commands.command(name="wiederholen", description="Das Zurückgenommene wieder gelten lassen")
    async def redo(self, interaction: Interaction) -> None:
        await self.ask(interaction, self.desk.redo)

    @app_commands.command(name="export", description="Die ganze Partie als Datei")
    @app_commands.rename(battle="partie")
    @app_commands.describe(battle="Nummer einer anderen Partie dieses Servers")
    async def export(self, interaction: Interaction, battle: int | None = None) -> None:
        await self.ask(interaction, lambda call: self.desk.export(call, battle))

    @app_commands.command(name="film", description="Eine beendete Partie als Film")
    @app_commands.rename(battle="partie")
    @app_commands.describe(battle="Nummer einer anderen Partie dieses Servers")
    async def film(self, interaction: Interaction, battle: int | None = None) -> None:
        await self.ask(interaction, lambda call: self.desk.film_answer(call, battle))

    @app_commands.command(name="liste", description="Die Partien dieses Servers")
    @app_commands.rename(which="welche")
    @app_commands.describe(which="alle, oder nur die laufenden")
    async def listed(self, interaction: Interaction, which: Literal["alle", "laufende"] = "alle") -> None:
        await self.ask(interaction, lambda call: self.desk.list_battles(call, running=which == "laufende"))

    @app_commands.command(name="einstellungen", description="Ob gerufen und wann erinnert wird")
    @app_commands.rename(quiet="ruhe", reminder="erinnerung")
    @app_commands.describe(
        quiet="ja, wenn niemand gerufen werden soll", reminder="nach wie vielen Stunden erinnert wird; 0 für nie"
    )
    async def settings(
        self,
        interaction: Interaction,
        quiet: Literal["ja", "nein"] | None = None,
        reminder: app_commands.Range[int, 0, 336] | None = None,
    ) -> None:
        wish = None if quiet is None else quiet == "ja"
        await self.ask(interaction, lambda call: self.desk.settings(call, wish, reminder))
