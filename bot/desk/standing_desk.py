"""Standing orders: what somebody answers in advance, so that nobody waits for the obvious. His own business alone."""

from __future__ import annotations

from collections.abc import Mapping

from bot.answer import Answer, Call, Card, Choice, Text
from bot.desk.base import DeskBase, DeskError, Here
from bot.desk.offers import matching
from bot.desk.wording import keep, plain, wrapped
from rules.journal.errors import JournalError
from rules.referee.orders import fold
from rules.referee.standing import FRAGEN, VORGABE, StandingOrder

__all__ = ["StandingDesk"]

_ANSWERS = {FRAGEN: "immer fragen", VORGABE: "die Vorgabe nehmen", "ja": "ja", "nein": "nein"}


class StandingDesk(DeskBase):
    """The part of the desk that takes standing orders."""

    async def set_standing(self, call: Call, topic: str, answer: str, only: str = "", seat: str = "") -> Answer:
        here = await self.seated(call)
        key = self._own(here, seat)
        tags = tuple(part for part in (fold(one) for one in only.split(",")) if part)
        order = StandingOrder(seat=key, topic=fold(topic).replace(" ", "_"), answer=fold(answer), only=tags)
        # The narrower order is asked first, or the wider one would always answer before it.
        place = 0 if tags else None
        own = await self.keeper.set_standing_order(here.id, order, place=place)
        return self._listed(here, key, own)

    async def list_standing(self, call: Call, seat: str = "") -> Answer:
        here = await self.seated(call)
        key = self._own(here, seat)
        return self._listed(here, key, await self.keeper.standing_orders(here.id, key))

    async def remove_standing(self, call: Call, number: int, seat: str = "") -> Answer:
        here = await self.seated(call)
        key = self._own(here, seat)
        return self._listed(here, key, await self.keeper.remove_standing_order(here.id, key, number - 1))

    def _own(self, here: Here, seat: str) -> str:
        if not seat:
            return here.mine[0]
        for one in here.mine:
            if fold(seat) in (fold(one), fold(here.label(one))):
                return one
        raise DeskError("Dort sitzt du nicht.")

    def _listed(self, here: Here, seat: str, own: tuple[StandingOrder, ...]) -> Answer:
        topics = here.system.topics
        lines = [f"**{number}.** {_told(topics, order)}" for number, order in enumerate(own, 1)]
        texts = tuple(Text(part) for part in wrapped(lines)) or (Text("Du hast keine Dauerbefehle."),)
        card = Card(f"Dauerbefehle für {here.label(seat)}", texts, here.side(seat), footer="Das sieht sonst niemand.")
        return Answer((card,), private=True)

    async def offer_topics(self, call: Call, typed: str) -> tuple[Choice, ...]:
        try:
            here = await self.here(call)
        except (DeskError, JournalError):
            return ()
        topics = here.system.topics.items()
        return matching([Choice(keep(f"{topic}: {about}", 100), topic) for topic, about in topics], typed)

    async def offer_answers(self, call: Call, typed: str) -> tuple[Choice, ...]:
        return matching([Choice(label, key) for key, label in _ANSWERS.items()], typed)


def _told(topics: Mapping[str, str], order: StandingOrder) -> str:
    only = f", nur bei {plain(', '.join(order.only))}" if order.only else ""
    answer = _ANSWERS.get(order.answer, order.answer)
    return f"{plain(topics.get(order.topic, order.topic))}: **{plain(answer)}**{only}"
