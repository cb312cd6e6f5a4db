"""The door of the desk. Each part stands in its own room; here is the list of them, and of what can be pressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.answer import Answer, Call, Card, Reply, Text
from bot.desk.armoury import Armoury
from bot.desk.base import DeskError
from bot.desk.campaigns import Campaigns
from bot.desk.dice_desk import DiceDesk, LogFilter
from bot.desk.frame import Frame
from bot.desk.games import Game
from bot.desk.mfm_game import MFM_GAME
from bot.desk.referee_desk import RefereeDesk
from bot.desk.reversals import Reversals
from bot.desk.standing_desk import StandingDesk

__all__ = ["GAMES", "Desk"]

GAMES: Mapping[str, Game] = {game.system.key: game for game in (MFM_GAME,)}
"""All games that can be begun here."""

OLD_BUTTON = "Diesen Knopf kenne ich nicht mehr; /hilfe zeigt, was jetzt geht."


class Desk(Armoury, Frame, Reversals, RefereeDesk, DiceDesk, Campaigns, StandingDesk):
    """Takes everything that people ask, and answers it."""

    async def act(self, call: Call, action: str, values: Sequence[str] = ()) -> Reply:
        """What a button, a menu or a filled-in form asks for. Its words are separated by `|`."""
        what, *words = action.split("|")
        chosen = values[0] if values else ""
        try:
            return await self._act(call, what, words, chosen)
        except (ValueError, IndexError) as error:
            if isinstance(error, ValueError) and str(error).endswith("."):
                raise
            raise DeskError(OLD_BUTTON) from error

    async def _act(self, call: Call, what: str, words: list[str], chosen: str) -> Reply:
        match what, words:
            # Beginning
            case "platz", [seat]:
                return await self.join(call, seat, pressed=True)
            case "gehen", []:
                return await self.leave(call, pressed=True)
            case "worte", []:
                return await (self.add_words(call, chosen) if chosen else self.words_form(call))
            case "armee", []:
                return await self.pick_army(call, chosen)
            case "start", []:
                return await self.start(call)
            # Playing
            case "tu", [battle, moment, seat, verb]:
                return await self.order_as(call, int(battle), moment, seat, verb)
            case "los", [battle]:
                await self.addressed(call, int(battle))
                return await self.order(call, chosen)
            case "frage", [battle, mark, ask]:
                return await self.choose(call, int(battle), mark, ask, chosen)
            case "frage", [battle, mark, ask, option]:
                return await self.choose(call, int(battle), mark, ask, option)
            case "mehr", [battle, mark, ask, page]:
                return await self.more(call, int(battle), mark, ask, page)
            case "wurf", [battle, mark]:
                if chosen:
                    return await self.throw(call, int(battle), mark, chosen)
                return await self.throw_form(call, int(battle), mark)
            case "zurueck", [battle, entry]:
                return await self.undo(call, int(battle), int(entry))
            case "einig", [battle, starts, yes]:
                return await self.consent(call, int(battle), int(starts), yes == "ja")
            # Looking
            case "karte", [battle]:
                return await self.press_map(call, int(battle))
            case "hilfe", [battle]:
                return await self.help(call, int(battle))
            case "hilfe", [battle, "neu"]:
                return await self.help_again(call, int(battle))
            case "wer", [battle, seat]:
                return await self.pick_verb(call, int(battle), seat, chosen)
            case "was", [battle, seat, unit]:
                return await self.pick_order(call, int(battle), seat, unit, chosen, 0)
            case "was", [battle, seat, unit, verb, page]:
                return await self.pick_order(call, int(battle), seat, unit, verb, int(page))
            # Dice, films
            case "log", [player, battle, sides, before]:
                wish = LogFilter.read(player, battle, sides)
                return await self.dice_log(call, wish, int(before) if before else None, turned=True)
            case "statistik", [battle]:
                return await self.statistics(call, LogFilter(battle=int(battle)))
            case "film", [battle]:
                return await self.film_answer(call, int(battle))
            # Armies
            case "kauf" | "bord" | "weg", [name]:
                return await self.shop_action(call, what, name, chosen)
            case "bringen", [name]:
                return await self.bring_named(call, name)
            case "bringen", []:
                return await self.bring_named(call, chosen)
        raise DeskError(OLD_BUTTON)

    async def film_answer(self, call: Call, battle: int | None) -> Answer:
        film = await self.film(call, battle)
        text = Text(f"{len(film.frames)} Bilder werden gezeichnet.")
        return Answer((Card(f"Film: {film.title}", (text,)),), film=film)
