"""Standing orders: answers that a player has left so that nobody waits for the obvious.

The first order that fits a question decides. `only` narrows an order to questions that carry one of these tags, so
"strike first, but only at riders" is two orders: yes for riders, and no.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from rules.referee.requests import Ask

FRAGEN = "fragen"
VORGABE = "vorgabe"


class StandingOrder(BaseModel):
    """`answer` is an option's key, `fragen` (always ask me) or `vorgabe` (take the default)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: str
    topic: str
    answer: str
    only: tuple[str, ...] = ()

    def fits(self, ask: Ask) -> bool:
        if self.seat != ask.who or self.topic != ask.topic:
            return False
        return not self.only or any(tag in self.only for tag in ask.tags)


def standing_answer(ask: Ask, orders: Sequence[StandingOrder]) -> tuple[str, str] | None:
    """The key that answers the question by itself, and why; nothing if the player must be asked."""
    for order in orders:
        if not order.fits(ask):
            continue
        if order.answer == FRAGEN:
            return None
        if order.answer == VORGABE and ask.default is not None:
            return ask.default, "standing"
        if order.answer in ask.keys:
            return order.answer, "standing"
    if ask.auto and ask.default is not None:
        return ask.default, "default"
    return None
