"""From an idea to a full table: a lobby is opened, seats are taken and left again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.answer import Answer, Call, Card, Entry, Form, Status, Text
from bot.desk.base import DeskError
from bot.desk.games import Game, Plan
from bot.desk.lobby_card import lobby_card
from bot.desk.lobby_model import Lobby, LobbySeat
from bot.desk.orders import Orders
from bot.desk.wording import keep, plain
from rules.journal.keeper import Room
from rules.referee.orders import fold
from rules.referee.sealed import MAX_WORDS, commitment, new_seed

__all__ = ["NO_LOBBY", "Lobbies", "NewBattle"]

NO_LOBBY = "Hier wird gerade nicht gesammelt. Mit /partie neu eröffnest du eine Partie."


@dataclass(frozen=True, slots=True)
class NewBattle:
    """What somebody asks for with `/partie neu`; what he leaves open the desk fills in."""

    scenario: str = ""
    system: str = ""
    players: int = 2
    map: str = ""
    points: int = 75
    rounds: int = 8
    own_dice: bool = False
    title: str = ""
    campaign: str = ""
    reminder_hours: int = 24
    quiet: bool = False


class Lobbies(Orders):
    """The part of the desk at which people gather."""

    async def open_lobby(self, call: Call, wish: NewBattle) -> Answer:
        async with self.turn(call.place):
            room = await self.room(call)
            await self._must_be_free(call, room)
            game = self.game(wish.system or next(iter(self.games)))
            lobby = await self._lobby(call, game, wish)
            room = replace(
                room,
                lobby=lobby.model_dump_json(),
                battle=None,
                card=None,
                quiet=wish.quiet,
                reminder_hours=wish.reminder_hours,
                called="",
            )
            await self.keeper.save_room(room)
            return Answer((lobby_card(game, lobby),), is_card=True)

    async def _must_be_free(self, call: Call, room: Room) -> None:
        if room.lobby is not None:
            raise DeskError("In diesem Kanal wird schon für eine Partie gesammelt; /partie verlassen löst sie auf.")
        if room.battle is not None and not (await self.here(call)).battle.over:
            raise DeskError("In diesem Kanal läuft schon eine Partie. Nimm einen anderen Kanal oder einen Thread.")

    async def _lobby(self, call: Call, game: Game, wish: NewBattle) -> Lobby:
        wanted = fold(wish.scenario) or game.scenarios()[0].key
        scenario = next((one for one in game.scenarios() if wanted in (fold(one.key), fold(one.name))), None)
        if scenario is None:
            offered = ", ".join(one.key for one in game.scenarios())
            raise DeskError(f"Ein Szenario »{wish.scenario[:40]}« gibt es nicht: {offered}.")
        plan = Plan(scenario.key, wish.players)
        if scenario.by_points:
            board = wish.map or next(iter(game.maps()))
            if board not in game.maps():
                raise DeskError(f"Eine Karte »{board[:40]}« gibt es nicht: {', '.join(game.maps())}.")
            plan = Plan(scenario.key, wish.players, board, wish.points, wish.rounds)
        campaign = await self._campaign(call, wish.campaign)
        seed = b"" if wish.own_dice else new_seed()
        return Lobby(
            system=game.system.key,
            scenario=plan.scenario,
            players=plan.players,
            map=plan.map,
            points=plan.points,
            rounds=plan.rounds,
            title=keep(wish.title.strip() or game.title(plan), 100),
            dice="own" if wish.own_dice else "sealed",
            seed=seed.hex(),
            commitment=commitment(seed) if seed else "",
            campaign=campaign,
            opened_by=call.person.id,
            opener=call.person.name,
            seats=tuple(
                LobbySeat(key=seat.key, side=seat.side, label=seat.label, points=seat.points)
                for seat in game.seats(plan)
            ),
        )

    async def _campaign(self, call: Call, name: str) -> int | None:
        if not name.strip():
            return None
        found = await self.keeper.list_campaigns(call.place.server)
        for campaign in found:
            if fold(campaign.name) == fold(name):
                return campaign.id
        raise DeskError(f"Eine Kampagne »{name[:40]}« gibt es hier nicht; /kampagne neu legt sie an.")

    # -- seats --------------------------------------------------------------------------------------------------------

    async def join(self, call: Call, seat: str = "", words: str = "", *, pressed: bool = False) -> Answer:
        """Take a seat: of the lobby, or a free one of the running battle."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.lobby is None:
                return await self._join_battle(call, seat, words)
            lobby = Lobby.model_validate_json(room.lobby)
            wanted = _seat(lobby, seat)
            if wanted.player and wanted.player != call.person.id:
                raise DeskError(f"Auf diesem Platz sitzt schon {plain(wanted.name)}.")
            if pressed and wanted.player == call.person.id:
                raise DeskError("Hier sitzt du schon; »Platz verlassen« gibt ihn wieder frei.")
            # Without words of his own, the number that Discord gave his click goes into the dice: it came after the
            # seal, and nobody here could choose it.
            mixed = keep(words.strip(), MAX_WORDS) or wanted.words or f"{call.person.name} {call.key}"
            name = keep(call.person.name, 100)
            lobby = lobby.with_seat(wanted.key, player=call.person.id, name=name, words=mixed)
            return await self.lobby_changed(room, lobby, f"Du spielst {plain(wanted.label)}.", pressed)

    async def _join_battle(self, call: Call, seat: str, words: str) -> Answer:
        here = await self.here(call)
        free = [key for key in here.system.seats(here.battle) if here.sitting(key) is None]
        if not free:
            raise DeskError("In dieser Partie ist kein Platz frei.")
        wanted = next((key for key in free if fold(seat) in (fold(key), fold(here.label(key)))), None)
        if seat and wanted is None:
            raise DeskError(f"Frei ist nur {', '.join(here.label(key) for key in free)}.")
        key = wanted or free[0]
        words = keep(words.strip(), MAX_WORDS) or f"{call.person.name} {call.key}"
        await self.keeper.take_seat(here.id, key, call.person.id, keep(call.person.name, 100), words)
        here = here.at(await self.keeper.position(here.id))
        room, ping = await self.call_out(here)
        here = replace(here, room=room)
        card = Card(f"{here.who(key)} übernimmt einen Platz", side=here.side(key), rows=self.next_rows(here))
        return Answer((card,), ping=ping, status=self.status(here))

    async def leave(self, call: Call, seat: str = "", *, pressed: bool = False) -> Answer:
        """Give a seat up; whoever opened a lobby and leaves it empty closes it."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.lobby is None:
                return await self._leave_battle(call, seat)
            lobby = Lobby.model_validate_json(room.lobby)
            mine = lobby.of(call.person.id)
            if mine:
                for one in mine:
                    lobby = lobby.with_seat(one.key, player="", name="", words="", army="", army_name="")
                return await self.lobby_changed(room, lobby, "Dein Platz ist wieder frei.", pressed)
            if pressed or (call.person.id != lobby.opened_by and not self.leads(call, room)):
                raise DeskError("Du hast hier keinen Platz.")
            if any(not one.free for one in lobby.seats):
                raise DeskError("Es sitzen noch andere am Tisch; auflösen lässt sich nur eine leere Runde.")
            status = Status(room.card, Card(f"{plain(lobby.title)}: aufgelöst")) if room.card else None
            await self.keeper.save_room(replace(room, lobby=None, card=None))
            return replace(Answer.sentence("Die Runde ist aufgelöst."), status=status)

    async def _leave_battle(self, call: Call, seat: str) -> Answer:
        here = await self.seated(call)
        key = next((one for one in here.mine if fold(seat) in (fold(one), fold(here.label(one)))), here.mine[0])
        who = here.who(key)
        await self.keeper.leave_seat(here.id, key, player=call.person.id)
        here = here.at(await self.keeper.position(here.id))
        room, _ = await self.call_out(here)
        here = replace(here, room=room)
        text = Text(
            "Mit /partie beitreten kann jemand den Platz übernehmen.", "Was er zu den Würfeln gab, bleibt darin."
        )
        return Answer((Card(f"{who} verlässt die Partie", (text,), here.side(key)),), status=self.status(here))

    async def words_form(self, call: Call) -> Form:
        room = await self.room(call)
        if room.lobby is None:
            raise DeskError(NO_LOBBY)
        mine = Lobby.model_validate_json(room.lobby).of(call.person.id)
        if not mine:
            raise DeskError("Nimm erst einen Platz.")
        entry = Entry("worte", "Deine Worte", "irgendetwas, das niemand vorhersieht", mine[0].words, most=MAX_WORDS)
        return Form("Deine Worte gehen in die Würfel ein", "worte", (entry,))

    async def add_words(self, call: Call, words: str) -> Answer:
        async with self.turn(call.place):
            room = await self.room(call)
            if room.lobby is None:
                raise DeskError(NO_LOBBY)
            lobby = Lobby.model_validate_json(room.lobby)
            for one in lobby.of(call.person.id):
                lobby = lobby.with_seat(one.key, words=keep(words.strip(), MAX_WORDS) or one.words)
            return await self.lobby_changed(room, lobby, "Deine Worte sind in den Würfeln.", pressed=False)

    async def lobby_changed(self, room: Room, lobby: Lobby, said: str, pressed: bool) -> Answer:
        room = await self.keeper.save_room(replace(room, lobby=lobby.model_dump_json()))
        card = lobby_card(self.game(lobby.system), lobby)
        if pressed:
            return Answer((card,), replaces=True)
        status = Status(room.card, card) if room.card else None
        return replace(Answer.sentence(said), status=status)


def _seat(lobby: Lobby, wanted: str) -> LobbySeat:
    if not wanted:
        free = next((seat for seat in lobby.seats if seat.free), None)
        if free is None:
            raise DeskError("Es ist kein Platz mehr frei.")
        return free
    for seat in lobby.seats:
        if fold(wanted) in (fold(seat.key), fold(seat.label)):
            return seat
    raise DeskError(f"Einen Platz »{wanted[:40]}« gibt es nicht: {', '.join(seat.key for seat in lobby.seats)}.")
