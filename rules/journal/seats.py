"""Who sits where, what he adds to the dice, and what he has left standing for questions to come."""

from __future__ import annotations

from dataclasses import asdict, replace

from sqlalchemy import Update, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.journal.errors import JournalError, fitting
from rules.journal.live import Live, Seat, compact, now
from rules.journal.store import Change, Store, changed, entry_of
from rules.journal.tables import EntryKind, seats, standing_orders
from rules.referee.sealed import MAX_WORDS
from rules.referee.standing import StandingOrder

MAX_NAME = 100
MAX_STANDING = 50


class Seating(Store):
    """The part of the keeper that knows the players."""

    async def take_seat(self, battle_id: int, seat: str, player: str, name: str, words: str = "") -> Seat:
        """Sit down. The words count from the next throw on, and to the end, whoever sits there then.

        Somebody who sits there already can take his seat again to add further words.
        """
        player = fitting(player, "Die Kennung", MAX_NAME, empty=False)
        name = fitting(name, "Der Name", MAX_NAME, empty=False)
        words = fitting(words, "Dein Beitrag zu den Würfeln", MAX_WORDS)

        async def step(live: Live) -> tuple[Change, Seat]:
            live.side_of(seat)
            sitting = live.sitting(seat)
            if sitting is not None and sitting.player != player:
                raise JournalError(f"Auf diesem Platz sitzt schon {sitting.name}.")
            row = Seat(len(live.seats), seat, player, name, words, live.next_throw, now())

            async def write(connection: AsyncConnection) -> None:
                if sitting is not None:
                    await connection.execute(_leaving(live, sitting, row.taken))
                await connection.execute(seats.insert().values(battle=live.id, **asdict(row)))

            entry = entry_of(live, EntryKind.SEAT, seat=seat, player=player, line=name, order=compact({"words": words}))
            after = (*_left(live, sitting, row.taken), row)
            return Change(changed(live, seats=after), (entry,), also=write), row

        return await self.change(battle_id, step)

    async def leave_seat(self, battle_id: int, seat: str, *, player: str = "") -> None:
        """Stand up. What was added to the dice stays in the mix."""

        async def step(live: Live) -> tuple[Change, None]:
            sitting = live.sitting(seat)
            if sitting is None:
                raise JournalError("Auf diesem Platz sitzt niemand.")
            if player and sitting.player != player:
                raise JournalError(f"Auf diesem Platz sitzt {sitting.name}.")
            at = now()

            async def write(connection: AsyncConnection) -> None:
                await connection.execute(_leaving(live, sitting, at))

            entry = entry_of(live, EntryKind.LEAVE, seat=seat, player=sitting.player, line=sitting.name)
            return Change(changed(live, seats=_left(live, sitting, at)), (entry,), also=write), None

        await self.change(battle_id, step)

    async def standing_orders(self, battle_id: int, seat: str) -> tuple[StandingOrder, ...]:
        """The seat's standing orders; the first that fits a question answers it."""
        live = await self.load(battle_id)
        return tuple(order for order in live.standing if order.seat == seat)

    async def set_standing_order(
        self, battle_id: int, order: StandingOrder, *, place: int | None = None
    ) -> tuple[StandingOrder, ...]:
        """Leave a standing order at this place among the seat's own (counted from 0), by default as the last."""

        async def step(live: Live) -> tuple[Change, tuple[StandingOrder, ...]]:
            live.side_of(order.seat)
            if order.topic not in live.system.topics:
                offered = ", ".join(live.system.topics) or "keine"
                raise JournalError(f"Zu »{order.topic[:40]}« wird nie gefragt; mögliche Themen: {offered}.")
            fitting(order.answer, "Die Antwort", MAX_NAME, empty=False)
            own = [found for found in live.standing if found.seat == order.seat]
            if len(own) >= MAX_STANDING:
                raise JournalError(f"Mehr als {MAX_STANDING} Dauerbefehle sind zu viel.")
            own.insert(len(own) if place is None else max(0, place), order)
            return _standing_change(live, order.seat, tuple(own))

        return await self.change(battle_id, step)

    async def remove_standing_order(self, battle_id: int, seat: str, place: int) -> tuple[StandingOrder, ...]:
        """Take back the standing order at this place."""

        async def step(live: Live) -> tuple[Change, tuple[StandingOrder, ...]]:
            own = [found for found in live.standing if found.seat == seat]
            if not 0 <= place < len(own):
                raise JournalError("Diesen Dauerbefehl gibt es nicht.")
            del own[place]
            return _standing_change(live, seat, tuple(own))

        return await self.change(battle_id, step)


def _left(live: Live, leaving: Seat | None, at: int) -> tuple[Seat, ...]:
    return tuple(replace(row, left_at=at) if row is leaving else row for row in live.seats)


def _leaving(live: Live, leaving: Seat, at: int) -> Update:
    return update(seats).where(seats.c.battle == live.id, seats.c.place == leaving.place).values(left_at=at)


def _standing_change(live: Live, seat: str, own: tuple[StandingOrder, ...]) -> tuple[Change, tuple[StandingOrder, ...]]:
    """Standing orders are nobody else's business: they change the battle's version, but leave no entry to read."""
    rows = [
        {
            "battle": live.id,
            "seat": seat,
            "place": place,
            "topic": order.topic,
            "answer": order.answer,
            "only": compact(list(order.only)),
        }
        for place, order in enumerate(own)
    ]

    async def write(connection: AsyncConnection) -> None:
        here = (standing_orders.c.battle == live.id, standing_orders.c.seat == seat)
        await connection.execute(standing_orders.delete().where(*here))
        if rows:
            await connection.execute(standing_orders.insert(), rows)

    others = tuple(order for order in live.standing if order.seat != seat)
    return Change(changed(live, 0, standing=(*others, *own)), also=write), own
