"""Who must act, who is called for it, and when he is reminded.

Somebody is called once for the same thing, never for his own doing, and not at all in a quiet room.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.answer import Answer, Call, Card, Person, Place, Text
from bot.desk.base import DeskBase, DeskError, Here
from bot.desk.wording import and_list, hours_text, plain
from rules.journal.errors import JournalError
from rules.journal.keeper import Room, Timer
from rules.referee.requests import Roll

__all__ = ["REMINDER", "Calling", "Wanted", "wanted"]

REMINDER = "reminder"
HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the battle waits for: whose doing, and a key that changes when it waits for something else."""

    key: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    what: str

    @property
    def mark(self) -> str:
        return f"{self.key}|{','.join(self.players)}"


def wanted(here: Here) -> Wanted | None:
    """What the battle waits for now; nothing once it is over or while it rests."""
    stored, battle, system = here.stored, here.battle, here.system
    pending = stored.position.pending
    if stored.held is not None:
        return None
    if stored.proposal is not None:
        own = system.side_of(battle, stored.proposal.seat)
        seats = tuple(
            seat
            for seat in system.seats(battle)
            if (side := system.side_of(battle, seat)) != own and side not in stored.proposal.consents
        )
        key, what = f"v{stored.proposal.starts}{stored.proposal.kind}", "zustimmen oder ablehnen"
    elif pending is not None:
        seats = pending.waits_for
        key = f"f{battle.turn}.{stored.next_throw}.{len(pending.tape)}"
        what = "würfeln" if isinstance(pending.request, Roll) else "entscheiden"
    elif battle.over:
        return None
    else:
        seats = system.to_act(battle)
        key, what = f"z{battle.turn}.{battle.phase}.{battle.active}", "am Zug"
    players = tuple(dict.fromkeys(row.player for seat in seats if (row := here.sitting(seat)) is not None))
    return Wanted(key, seats, players, what) if seats else None


class Calling(DeskBase):
    """The part of the desk that calls people."""

    async def call_out(self, here: Here) -> tuple[Room, tuple[str, ...]]:
        """Note whom the battle waits for now; those who are to be called for it."""
        want = wanted(here)
        room = here.room
        mark = "" if want is None else want.mark
        if mark == room.called:
            return room, ()
        key, _, before = room.called.partition("|")
        called = before.split(",") if want is not None and key == want.key else []
        room = await self.keeper.save_room(replace(room, called=mark))
        await self.wind(room)
        if want is None or room.quiet:
            return room, ()
        return room, tuple(who for who in want.players if who not in (*called, here.call.person.id))

    async def wind(self, room: Room) -> None:
        """Set the reminder for what the room waits for, or let it be."""
        if room.called and room.reminder_hours:
            due = int(self.clock() * 1000) + room.reminder_hours * HOUR_MS
            await self.keeper.set_timer(room.server, room.channel, REMINDER, due, room.called)
            self.timer_set.set()
        else:
            await self.keeper.drop_timer(room.server, room.channel, REMINDER)

    async def reminder(self, timer: Timer) -> Answer | None:
        """What to say when a reminder is due; nothing if nobody is waited for any more."""
        call = Call(Place(timer.server, timer.channel), Person("", "Herold"), f"timer-{timer.id}")
        try:
            here = await self.here(call)
        except (DeskError, JournalError):
            return None
        want = wanted(here)
        if want is None or here.room.called != timer.note or want.mark != timer.note or not want.players:
            return None
        names = and_list([plain(row.name) for seat in want.seats if (row := here.sitting(seat)) is not None])
        waits = f"Die Partie wartet seit {hours_text(here.room.reminder_hours)} auf {names}."
        text = Text(waits, f"{want.what} · einstellbar mit /partie einstellungen")
        ping = () if here.room.quiet else want.players
        return Answer((Card(f"Erinnerung: {plain(here.stored.title)}", (text,)),), ping=ping)
