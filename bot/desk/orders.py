"""Orders and answers: the one path on which a battle moves, whether somebody typed, pressed or chose.

One turn a channel, the journal's version check, and the key of the message see to it that each acts exactly once.
"""

from __future__ import annotations

from dataclasses import replace

from bot.answer import Answer, BoardPicture, Call, Card, File, Form, Text
from bot.desk.base import DeskError, Here
from bot.desk.calling import Calling
from bot.desk.ending import Ending
from bot.desk.offers import unit_of
from bot.desk.questions import STALE, asks, mark, option_at, question_page, question_texts, roll_form
from bot.desk.status import StatusCards
from bot.desk.wording import headline, keep, plain, report_texts, spelled
from rules.journal.errors import JournalError
from rules.journal.keeper import Kept
from rules.journal.live import replay
from rules.referee.orders import Order, fold
from rules.referee.play import Pending
from rules.referee.refusal import Refusal
from rules.referee.report import Report
from rules.referee.requests import AskAll

__all__ = ["Orders"]

OVER = "Die Partie ist zu Ende. Mit /partie neu eröffnest du hier eine neue."


class Orders(StatusCards, Calling, Ending):
    """The part of the desk that takes orders and answers."""

    async def order(self, call: Call, line: str) -> Answer:
        """An order as it was typed, for whichever of the person's seats it fits."""
        async with self.turn(call.place):
            here = await self.seated(call)
            return await self._order(here, self.seat_for(here, line), line)

    async def order_as(self, call: Call, battle: int, moment: str, seat: str, verb: str) -> Answer:
        """An order that needs no further word, from a button. It holds for its moment and its seat alone."""
        async with self.turn(call.place):
            here = await self.addressed(call, battle)
            if here.sitting(seat) is None or seat not in here.mine:
                raise DeskError(f"Das kann nur {here.who(seat)}.")
            if moment != f"{here.battle.turn}.{here.battle.phase}":
                raise DeskError("Seither ist das Spiel weitergegangen; dieser Knopf gilt nicht mehr.")
            return await self._order(here, seat, f"/{verb}")

    async def _order(self, here: Here, seat: str, line: str) -> Answer:
        call = here.call
        try:
            kept = await self.keeper.order(here.id, seat, line, player=call.person.id, key=call.key)
        except JournalError:
            if here.battle.over:
                raise DeskError(OVER) from None
            raise
        return await self.told(here, kept, seat)

    async def choose(self, call: Call, battle: int, given: str, ask_index: str, option_index: str) -> Answer:
        """The answer to an open question, by a button or a menu."""
        async with self.turn(call.place):
            here = await self.addressed(call, battle)
            pending = here.stored.position.pending
            if pending is None or mark(here, pending) != given:
                # A message that comes twice was the one that answered it.
                before = await self._answered_before(here)
                if before is not None:
                    return before
                raise DeskError(STALE)
            ask, option = option_at(here, pending, given, ask_index, option_index)
            if ask.who not in here.mine:
                raise DeskError(f"Diese Frage geht an {here.who(ask.who)}.")
            return await self._answer(here, ask.who, option.key, option.label)

    async def throw(self, call: Call, battle: int, given: str, faces: str) -> Answer:
        """The faces of somebody's own dice."""
        async with self.turn(call.place):
            here = await self.addressed(call, battle)
            pending = here.stored.position.pending
            if pending is None or mark(here, pending) != given:
                raise DeskError(STALE)
            seat = self._rolling(here, pending)
            return await self._answer(here, seat, faces, faces)

    async def throw_form(self, call: Call, battle: int, given: str) -> Form:
        here = await self.addressed(call, battle)
        pending = here.stored.position.pending
        if pending is None or mark(here, pending) != given:
            raise DeskError(STALE)
        self._rolling(here, pending)
        return roll_form(here, pending)

    def _rolling(self, here: Here, pending: Pending) -> str:
        seat = pending.waits_for[0]
        if seat not in here.mine:
            raise DeskError(f"Diesen Wurf macht {here.who(seat)}.")
        return seat

    async def more(self, call: Call, battle: int, given: str, ask_index: str, page: str) -> Answer:
        """A page of a question with many options, for the one who decides alone."""
        here = await self.addressed(call, battle)
        pending = here.stored.position.pending
        ask, _ = option_at(here, pending, given, ask_index, "0")
        if pending is None or ask.who not in here.mine:
            raise DeskError(f"Diese Frage geht an {here.who(ask.who)}.")
        card = question_page(here, pending, int(ask_index), int(page) if page.lstrip("-").isdecimal() else 0)
        return Answer((card,), private=True)

    async def is_order(self, call: Call, line: str) -> bool:
        """Whether a plain line in a channel is meant for the battle there: an order, or an answer to what is asked."""
        room = await self.room(call)
        if room.battle is None or not line.strip():
            return False
        here = await self.here(call)
        pending = here.stored.position.pending
        if pending is not None and any(ask.who in here.mine and ask.match(line) for ask in asks(pending)):
            return True
        first = fold(line.strip().removeprefix("/").split(" ")[0])
        return line.startswith("/") or (bool(here.mine) and first in {fold(verb.verb) for verb in here.system.verbs})

    async def say(self, call: Call, line: str) -> Answer:
        """A plain line in the channel: an order, or the answer to what is asked of the one who says it."""
        here = await self.seated(call)
        pending = here.stored.position.pending
        seat = next((seat for seat in pending.waits_for if seat in here.mine), None) if pending else None
        if seat is None or line.lstrip().startswith("/"):
            return await self.order(call, line)
        async with self.turn(call.place):
            return await self._answer(await self.seated(call), seat, line, line)

    async def _answer(self, here: Here, seat: str, answer: str, label: str) -> Answer:
        call, pending = here.call, here.stored.position.pending
        kept = await self.keeper.answer(here.id, seat, answer, player=call.person.id, key=call.key)
        if pending is None:
            return await self.told(here, kept, seat)
        still = kept.position.pending
        if still is not None and isinstance(still.request, AskAll) and still.request == pending.request:
            missing = ", ".join(here.who(one) for one in still.waits_for)
            return Answer.sentence(f"Notiert: {plain(label)}. Es fehlt noch {missing}.")
        since = _lines_so_far(here, pending)
        did = f"wählt »{plain(spelled(keep(label, 80), here.names))}«" if asks(pending) else "würfelt"
        return replace(await self.told(here, kept, seat, f"{here.who(seat)} {did}", since), settles=True)

    async def _answered_before(self, here: Here) -> Answer | None:
        """What an answer led to that came before with the same key; nothing if none did."""
        try:
            kept = await self.keeper.answer(here.id, "", "", key=here.call.key)
        except (Refusal, JournalError):
            return None
        return await self.told(here, kept, kept.outcome.seat)

    # -- which seat ---------------------------------------------------------------------------------------------------

    def seat_for(self, here: Here, line: str) -> str:
        """The seat for which a person speaks who may hold several: the owner of the unit named, or who must act."""
        if len(here.mine) == 1:
            return here.mine[0]
        to_act = [seat for seat in here.system.to_act(here.battle) if seat in here.mine]
        try:
            order = here.system.parse(here.battle, here.mine[0], line)
        except Refusal:
            return (to_act or list(here.mine))[0]
        return self.owner(here, order) or (to_act or list(here.mine))[0]

    def owner(self, here: Here, order: Order) -> str | None:
        unit = unit_of(order)
        if unit is None:
            return None
        return next((seat for seat in here.mine if unit in here.system.units(here.battle, seat)), None)

    # -- telling ------------------------------------------------------------------------------------------------------

    async def told(self, before: Here, kept: Kept, seat: str, title: str = "", since: int = 0) -> Answer:
        """What an order or an answer led to, as the one message about it."""
        here = before.at(await self.keeper.position(before.id))
        room, ping = await self.call_out(here)
        here = replace(here, room=room)
        report, pending = kept.report, here.stored.position.pending
        did, head = headline(report, here.names)
        texts = report_texts(report, here.names, since, head=head and not title)
        if pending is not None:
            texts = (*texts, *question_texts(here, pending))
        picture = BoardPicture(kept.position.battle, report, before.battle)
        card = Card(
            title or f"{here.who(seat)}: {did}",
            _without_empty(texts),
            before.side(seat),
            picture,
            self.next_rows(here, None if before.battle.over else kept.entry),
        )
        cards: tuple[Card, ...] = (card,)
        files: tuple[File, ...] = ()
        if here.battle.over and not before.battle.over:
            result, file = await self.result(here)
            cards, files = (replace(card, rows=()), result), (file,)
        return Answer(cards, ping=ping, files=files, status=self.status(here))


def _lines_so_far(here: Here, pending: Pending) -> int:
    """How much of the order's account has been told already."""
    outcome = replay(here.system, here.battle, pending.seat, pending.line, pending.order, pending.tape)
    report: Report = outcome.report
    return len(report.lines)


def _without_empty(texts: tuple[Text, ...]) -> tuple[Text, ...]:
    return tuple(text for text in texts if text.body or text.small)
