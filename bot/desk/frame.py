"""The frame round a battle: how it stands, what else is played, giving up, its settings, and its file."""

from __future__ import annotations

from dataclasses import replace

from bot.answer import Answer, Call, Card, Choice, Status, Text
from bot.desk.base import DeskError
from bot.desk.helping import Helping
from bot.desk.lobby_card import lobby_card
from bot.desk.lobby_model import Lobby
from bot.desk.offers import matching
from bot.desk.wording import hours_text, keep, plain, wrapped
from rules.journal.keeper import BattleInfo

__all__ = ["Frame"]

MOST_LISTED = 25
GIVE_UP = "aufgeben"


class Frame(Helping):
    """The part of the desk that looks after battles as a whole."""

    async def show_status(self, call: Call) -> Answer:
        """How things stand here. Where the room has no status card, this becomes it."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.lobby is not None:
                lobby = Lobby.model_validate_json(room.lobby)
                card = lobby_card(self.game(lobby.system), lobby)
            else:
                card = self.status_card(await self.here(call))
            if room.card is None:
                return Answer((card,), is_card=True)
            return Answer((card,), private=True, status=Status(room.card, card, anyway=True))

    async def card_posted(self, call: Call, message: str) -> None:
        """The message that is this room's status card from now on."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.lobby is not None or room.battle is not None:
                await self.keeper.save_room(replace(room, card=message))

    async def card_lost(self, call: Call, message: str) -> None:
        """Somebody has deleted the status card."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.card == message:
                await self.keeper.save_room(replace(room, card=None))

    async def list_battles(self, call: Call, *, running: bool = False) -> Answer:
        """The battles of this server, newest first."""
        infos = await self.keeper.list_battles(call.place.server, running=running)
        rooms = {room.battle: room.channel for room in await self.keeper.rooms_of(call.place.server)}
        if not infos:
            raise DeskError("Auf diesem Server wurde noch keine Partie gespielt. /partie neu eröffnet eine.")
        lines = [self._info_line(info, rooms.get(info.id)) for info in infos[:MOST_LISTED]]
        if len(infos) > MOST_LISTED:
            lines.append(f"und {len(infos) - MOST_LISTED} ältere")
        texts = tuple(Text(part) for part in wrapped(lines))
        return Answer((Card("Partien auf diesem Server", texts),), private=True)

    async def offer_battles(self, call: Call, typed: str) -> tuple[Choice, ...]:
        infos = await self.keeper.list_battles(call.place.server)
        return matching([Choice(keep(f"{info.id}: {info.title}", 100), str(info.id)) for info in infos[:200]], typed)

    async def offer_seats(self, call: Call, typed: str) -> tuple[Choice, ...]:
        """Free seats here."""
        room = await self.room(call)
        if room.lobby is not None:
            lobby = Lobby.model_validate_json(room.lobby)
            return matching([Choice(seat.label, seat.key) for seat in lobby.seats if seat.free], typed)
        if room.battle is None:
            return ()
        here = await self.here(call)
        free = [seat for seat in here.system.seats(here.battle) if here.sitting(seat) is None]
        return matching([Choice(here.label(seat), seat) for seat in free], typed)

    async def export(self, call: Call, number: int | None = None) -> Answer:
        """The whole battle as a file. Its seed is in it once it is over."""
        here = await self.numbered(call, number)
        file = await self.export_file(here)
        what = "mit dem Würfelgeheimnis" if here.battle.over else "noch ohne das Würfelgeheimnis"
        text = Text(f"Die Partie als Datei, {what}.", "herold verify rechnet sie nach")
        return Answer((Card(f"Partie {here.id}: {plain(here.stored.title)}", (text,)),), private=True, files=(file,))

    async def give_up(self, call: Call, sure: bool, seat: str = "") -> Answer:
        here = await self.seated(call)
        key = seat if seat in here.mine else here.mine[0]
        if not sure:
            raise DeskError("Zum Aufgeben gehört ein Ja: sicher:ja.")
        async with self.turn(call.place):
            return await self._order(await self.seated(call), key, f"/{GIVE_UP}")

    async def settings(self, call: Call, quiet: bool | None, reminder_hours: int | None) -> Answer:
        """Whether people are called here, and after how long they are reminded."""
        async with self.turn(call.place):
            room = await self.room(call)
            if room.battle is not None:
                here = await self.here(call)
                if not here.mine and not self.leads(call, room):
                    raise DeskError("Das stellen die ein, die mitspielen.")
            elif room.lobby is None:
                await self.here(call)
            if quiet is not None:
                room = replace(room, quiet=quiet)
            if reminder_hours is not None:
                room = replace(room, reminder_hours=reminder_hours)
            room = await self.keeper.save_room(room)
            await self.wind(room)
            calls = "Niemand wird gerufen" if room.quiet else "Gerufen wird, wer dran ist"
            remind = f"erinnert nach {hours_text(room.reminder_hours)}" if room.reminder_hours else "ohne Erinnerung"
            answer = Answer((Card("Einstellungen", (Text(f"{calls}, {remind}."),)),))
            if room.battle is None:
                return answer
            return replace(answer, status=self.status(await self.here(call)))

    def _info_line(self, info: BattleInfo, channel: str | None) -> str:
        if info.winner is None:
            state = "läuft" if channel else "ohne Kanal"
        else:
            state = (
                f"{plain(self.game(info.system).side_label(info.winner))} gewann" if info.winner else "unentschieden"
            )
        where = f" · <#{channel}>" if channel else ""
        return f"**{info.id}** {plain(info.title)} · {state} · <t:{info.updated // 1000}:R>{where}"
