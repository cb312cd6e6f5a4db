"""From a full table to a battle: armies are brought, and it begins."""

from __future__ import annotations

from dataclasses import replace

from bot.answer import Answer, Call, Card
from bot.desk.base import DeskError, Here
from bot.desk.games import Game, SetUp
from bot.desk.lobbies import NO_LOBBY, Lobbies
from bot.desk.lobby_model import Lobby, LobbySeat
from bot.desk.wording import plain
from rules.journal.keeper import Room

__all__ = ["Starting"]


class Starting(Lobbies):
    """The part of the desk at which battles begin."""

    # -- armies -------------------------------------------------------------------------------------------------------

    async def bring_army(self, call: Call, text: str, seat: str = "", *, pressed: bool = False) -> Answer:
        """An army for one's seat in the lobby."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.lobby is None:
                raise DeskError(NO_LOBBY)
            lobby = Lobby.model_validate_json(room.lobby)
            mine = [one for one in lobby.of(call.person.id) if seat in ("", one.key)]
            if not mine:
                raise DeskError("Nimm erst einen Platz, dann bring deine Armee.")
            place = next((one for one in mine if not one.army), mine[0])
            if place.points is None:
                raise DeskError("In diesem Szenario stehen die Truppen fest; eine Armee braucht hier niemand.")
            bill = self.game(lobby.system).army_bill(text, place.points)
            if bill.fault:
                raise DeskError(bill.fault)
            lobby = lobby.with_seat(place.key, army=text, army_name=bill.name)
            return await self.lobby_changed(room, lobby, f"»{plain(bill.name)}« spielt für {place.label}.", pressed)

    async def my_army(self, call: Call) -> tuple[str, LobbySeat]:
        """The army that somebody has brought to this lobby."""
        room = await self.room(call)
        lobby = None if room.lobby is None else Lobby.model_validate_json(room.lobby)
        seat = next((one for one in lobby.of(call.person.id) if one.army), None) if lobby else None
        if seat is None:
            raise DeskError("Du hast hier keine Armee gewählt.")
        return seat.army, seat

    # -- beginning ----------------------------------------------------------------------------------------------------

    async def start(self, call: Call) -> Answer:
        """Begin the battle: every seat is taken, and the opening order is given at once."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.lobby is None:
                raise DeskError(NO_LOBBY)
            lobby = Lobby.model_validate_json(room.lobby)
            if not lobby.of(call.person.id) and call.person.id != lobby.opened_by and not self.leads(call, room):
                raise DeskError("Beginnen können die, die mitspielen.")
            self._must_be_full(lobby)
            game = self.game(lobby.system)
            here = await self._begun(call, room, lobby, game)
            if not game.opening:
                status = self.status(here)
                return Answer((Card(f"{plain(lobby.title)} beginnt", rows=self.next_rows(here)),), status=status)
            seat = next((one for one in here.mine), here.system.to_act(here.battle)[0])
            kept = await self.keeper.order(here.id, seat, game.opening, player=call.person.id, key=call.key)
            return await self.told(here, kept, seat, f"{plain(lobby.title)} beginnt")

    def _must_be_full(self, lobby: Lobby) -> None:
        for seat in lobby.seats:
            if seat.free:
                raise DeskError(f"Es fehlt noch jemand für {seat.label}.")
            if not seat.ready:
                raise DeskError(f"{plain(seat.name)} ({seat.label}) hat noch keine Armee gewählt.")

    async def _begun(self, call: Call, room: Room, lobby: Lobby, game: Game) -> Here:
        sides = {seat.key: seat.side for seat in lobby.seats}
        armies = {seat.key: seat.army for seat in lobby.seats if seat.army}
        battle = game.battle(SetUp(lobby.plan, sides, armies))
        info = await self.keeper.create_battle(
            call.place.server,
            lobby.system,
            battle,
            lobby.title,
            campaign=lobby.campaign,
            dice=lobby.dice,
            seed=bytes.fromhex(lobby.seed) if lobby.seed else None,
        )
        room = await self.keeper.save_room(replace(room, lobby=None, battle=info.id, called=""))
        for seat in lobby.seats:
            await self.keeper.take_seat(info.id, seat.key, seat.player, seat.name, seat.words)
        return Here(call, room, await self.keeper.position(info.id), game)
