"""What every part of the desk stands on: the battle of a channel, the seats of a person, and one turn at a time.

Nothing of another server is ever found: a battle counts only in the server it belongs to.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from bot.answer import Call, Place, Side
from bot.desk.games import Game
from bot.desk.wording import and_list, plain
from rules.journal.errors import JournalError
from rules.journal.keeper import Keeper, Room, Stored
from rules.journal.live import AnyBattle, Seat
from rules.referee.system import System

__all__ = ["DeskBase", "DeskError", "Here"]

NO_BATTLE = "In diesem Kanal läuft keine Partie. Mit /partie neu eröffnest du eine."
NOT_BEGUN = "Hier wird noch gesammelt; die Partie hat nicht begonnen."
REMEMBERED_NAMES = 4_096


class DeskError(Exception):
    """Something the desk does not do. `satz` is what the person reads; nothing has changed."""

    def __init__(self, satz: str, ref: str = "") -> None:
        super().__init__(satz)
        self.satz = satz
        self.ref = ref


@dataclass(frozen=True, slots=True)
class Here:
    """A battle in its room, as one person sees it."""

    call: Call
    room: Room
    stored: Stored
    game: Game

    @property
    def id(self) -> int:
        return self.stored.id

    @property
    def system(self) -> System[Any]:
        return self.game.system

    @property
    def battle(self) -> AnyBattle:
        battle: AnyBattle = self.stored.position.battle
        return battle

    @property
    def mine(self) -> tuple[str, ...]:
        """The seats of the person who asks, in the order of play."""
        taken = {seat.seat for seat in self.stored.seats if seat.player == self.call.person.id}
        return tuple(seat for seat in self.system.seats(self.battle) if seat in taken)

    @property
    def names(self) -> Mapping[str, str]:
        return self.game.names(self.battle)

    def sitting(self, seat: str) -> Seat | None:
        return next((row for row in self.stored.seats if row.seat == seat), None)

    def label(self, key: str) -> str:
        """A seat or side, as players read it."""
        name = self.names.get(key, key)
        return name[:1].upper() + name[1:]

    def who(self, seat: str) -> str:
        """Somebody with his side: `Anna (Römer)`."""
        row = self.sitting(seat)
        return f"{plain(row.name)} ({self.label(seat)})" if row else self.label(seat)

    def side(self, seat: str) -> Side:
        return Side(self.battle, self.system.side_of(self.battle, seat))

    def at(self, stored: Stored, room: Room | None = None) -> Here:
        return replace(self, stored=stored, room=room or self.room)


class DeskBase:
    """Battles by channel, and a lock for each channel: whoever changes something there waits for his turn."""

    def __init__(
        self,
        keeper: Keeper,
        games: Mapping[str, Game],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.keeper = keeper
        self.games = games
        self.clock = clock
        self.timer_set = asyncio.Event()
        """Whoever runs the timers looks again when this is set."""
        self._turns: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self._names: dict[tuple[str, str], str] = {}

    @asynccontextmanager
    async def turn(self, place: Place) -> AsyncIterator[None]:
        lock = self._turns.get(place)
        if lock is None:
            lock = self._turns[place] = asyncio.Lock()
        async with lock:
            yield

    async def known(self, call: Call) -> None:
        """Remember what the person is called here."""
        who = (call.place.server, call.person.id)
        if self._names.get(who) != call.person.name:
            await self.keeper.note_name(*who, call.person.name)
            if len(self._names) >= REMEMBERED_NAMES:
                self._names.clear()
            self._names[who] = call.person.name

    async def room(self, call: Call) -> Room:
        return await self.keeper.room(call.place.server, call.place.channel)

    def game(self, system: str) -> Game:
        if system not in self.games:
            raise DeskError(f"Das Regelwerk »{system[:40]}« kennt dieser Herold nicht.")
        return self.games[system]

    async def here(self, call: Call) -> Here:
        """The battle of this channel."""
        room = await self.room(call)
        if room.battle is None:
            raise DeskError(
                NO_BATTLE if room.lobby is None else "Hier wird noch gesammelt; die Partie hat nicht begonnen."
            )
        stored = await self.keeper.position(room.battle)
        if stored.server != call.place.server:
            raise DeskError(NO_BATTLE)
        return Here(call, room, stored, self.game(stored.system))

    async def seated(self, call: Call) -> Here:
        """The battle of this channel, for somebody who plays in it."""
        here = await self.here(call)
        if not here.mine:
            players = list(dict.fromkeys(plain(seat.name) for seat in here.stored.seats))
            who = f"; hier spielen {and_list(players)}" if players else ""
            raise DeskError(f"Du hast in dieser Partie keinen Platz{who}.")
        return here

    async def numbered(self, call: Call, number: int | None) -> Here:
        """A battle of this server by its number, or the one of this channel."""
        if number is None:
            return await self.here(call)
        try:
            stored = await self.keeper.position(number)
        except JournalError:
            stored = None
        # Whether another server has such a battle must not be heard from the answer.
        if stored is None or stored.server != call.place.server:
            raise DeskError(f"Eine Partie mit der Nummer {number} gibt es auf diesem Server nicht.")
        room = await self.keeper.room_of(number) or Room(call.place.server, "")
        return Here(call, room, stored, self.game(stored.system))

    async def addressed(self, call: Call, number: int) -> Here:
        """The battle a button speaks of, if it is still the one of this channel."""
        here = await self.here(call)
        if here.id != number:
            raise DeskError("Dieser Knopf gehört zu einer früheren Partie.")
        return here

    def leads(self, call: Call, room: Room) -> bool:
        """Whether somebody is the referee of this room: the one appointed, or who leads the server."""
        return call.person.id == room.referee if room.referee else call.person.leads
