"""What is legal now, and what of it fits what somebody has typed so far: autocomplete, buttons, and "what can I do?".

The legal orders of a seat are asked for once and kept until the battle changes.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.answer import Call, Choice
from bot.desk.base import DeskBase, DeskError, Here
from bot.desk.games import Game
from bot.desk.wording import keep
from rules.journal.errors import JournalError
from rules.journal.keeper import Keeper
from rules.referee.orders import OptionSpec, OptKind, Order, fold
from rules.referee.refusal import Refusal

__all__ = ["MOST_OFFERS", "Offers", "matching", "unit_of"]

MOST_OFFERS = 25
KEPT = 32
_YES_NO = ("ja", "nein")
_FACINGS = {"nord": "Norden", "ost": "Osten", "sued": "Süden", "west": "Westen"}


class Offers(DeskBase):
    """The part of the desk that knows what can be done."""

    def __init__(self, keeper: Keeper, games: Mapping[str, Game], clock: Callable[[], float] = time.time) -> None:
        super().__init__(keeper, games, clock)
        self._books: OrderedDict[tuple[int, str], tuple[int, tuple[Order, ...]]] = OrderedDict()

    def legal(self, here: Here, seat: str) -> tuple[Order, ...]:
        """The legal orders of a seat, the likeliest first. Orders are many, so only a few battles' are kept."""
        version, orders = self._books.get((here.id, seat), (-1, ()))
        if version != here.stored.version:
            blocked = here.stored.position.pending is not None or here.stored.held is not None
            found = [] if blocked else list(dict.fromkeys(here.system.legal(here.battle, seat)))
            orders = tuple(sorted(found, key=here.game.ranking(here.battle, seat)))
            self._books[here.id, seat] = (here.stored.version, orders)
            while len(self._books) > KEPT:
                self._books.popitem(last=False)
        self._books.move_to_end((here.id, seat))
        return orders

    def plain_orders(self, here: Here, seat: str) -> tuple[Order, ...]:
        """Legal orders that need no further word, such as ending the turn."""
        wordless = {cls for cls in here.system.verbs if not any(spec.required for spec in cls.options())}
        orders = (order for order in self.legal(here, seat) if type(order) in wordless)
        return tuple(order for order in orders if order.line() == f"/{order.verb}")

    async def offer(
        self, call: Call, verb: str, option: str, typed: str, given: Mapping[str, str]
    ) -> tuple[Choice, ...]:
        """What could stand in this option of this order, matching what was typed; nothing where nothing is legal."""
        try:
            here = await self.here(call)
        except (DeskError, JournalError):
            return ()
        found: dict[str, None] = {}
        spec: OptionSpec | None = None
        for cls in here.system.verbs:
            if cls.verb == verb:
                spec = next((one for one in cls.options() if one.name == option), None)
        if spec is None:
            return ()
        for seat in here.mine:
            orders = [order for order in self.legal(here, seat) if order.verb == verb]
            for order in _agreeing(here, seat, orders, option, given):
                for value in _values(getattr(order, option)):
                    found.setdefault(value)
        return self._choices(here, spec, found, typed)

    def _choices(self, here: Here, spec: OptionSpec, values: Iterable[str], typed: str) -> tuple[Choice, ...]:
        before, last = _last_word(typed) if spec.kind in (OptKind.UNITS, OptKind.FIELDS) else ("", typed)
        choices = [Choice(_label(here, spec, value), value) for value in values]
        if before:
            taken = {fold(part) for part in before.split(",")}
            choices = [
                Choice(keep(f"{before},{one.label}", 100), f"{before},{one.value}")
                for one in choices
                if fold(one.value) not in taken
            ]
            last = f"{before},{last}"
        return matching(choices, last)

    async def offer_lines(self, call: Call, typed: str) -> tuple[Choice, ...]:
        """Whole orders, for asking about their chances."""
        try:
            here = await self.here(call)
        except (DeskError, JournalError):
            return ()
        choices = [
            Choice(keep(order.line(), 100), keep(order.line(), 100))
            for seat in here.mine
            for order in self.legal(here, seat)
        ]
        return matching(choices, typed)

    async def offer_units(self, call: Call, typed: str) -> tuple[Choice, ...]:
        """Any unit of the battle, one's own first."""
        try:
            here = await self.here(call)
        except (DeskError, JournalError):
            return ()
        seats = [*here.mine, *(seat for seat in here.system.seats(here.battle) if seat not in here.mine)]
        units = dict.fromkeys(unit for seat in seats for unit in here.system.units(here.battle, seat))
        return matching([Choice(keep(here.game.unit_label(here.battle, unit), 100), unit) for unit in units], typed)


def matching(choices: Sequence[Choice], typed: str) -> tuple[Choice, ...]:
    """Those that fit what was typed: the same, then beginning with it, then containing it. Otherwise as they stand."""
    wanted = fold(typed)
    if not wanted:
        return tuple(choices[:MOST_OFFERS])
    ranked: list[tuple[int, int, Choice]] = []
    for place, choice in enumerate(choices):
        value, label = fold(choice.value), fold(choice.label)
        if value == wanted:
            fit = 0
        elif value.startswith(wanted):
            fit = 1
        elif label.startswith(wanted) or f" {wanted}" in label:
            fit = 2
        elif wanted in label or wanted in value or all(word in label for word in wanted.split()):
            fit = 3
        else:
            continue
        ranked.append((fit, place, choice))
    ranked.sort(key=lambda item: item[:2])
    return tuple(choice for _, _, choice in ranked[:MOST_OFFERS])


def unit_of(order: Order) -> str | None:
    """The first unit that an order names: the one that acts."""
    for spec in order.options():
        if spec.kind is OptKind.UNIT:
            value = getattr(order, spec.name)
            return value if isinstance(value, str) else None
    return None


def _agreeing(here: Here, seat: str, orders: Sequence[Order], option: str, given: Mapping[str, str]) -> Iterable[Order]:
    """The orders that say the same as what is already filled in. What cannot be read is taken for not yet said."""
    names = here.system.names(here.battle, seat)
    said: dict[str, str] = {}
    for spec in orders[0].options() if orders else ():
        text = given.get(spec.name, "").strip()
        if not text or spec.name == option:
            continue
        try:
            match spec.kind:
                case OptKind.UNIT:
                    said[spec.name] = names.unit(text)
                case OptKind.FIELD:
                    said[spec.name] = names.field(text)
                case OptKind.CHOICE | OptKind.FACING:
                    said[spec.name] = fold(text)
                case _:
                    continue
        except Refusal:
            continue
    for order in orders:
        if all(getattr(order, name) in (value, None) for name, value in said.items()):
            yield order


def _values(value: object) -> tuple[str, ...]:
    if isinstance(value, bool):
        return _YES_NO if value else ()
    if isinstance(value, tuple):
        return tuple(str(part) for part in value)
    return () if value is None else (str(value),)


def _last_word(typed: str) -> tuple[str, str]:
    before, _, last = typed.replace(";", ",").rpartition(",")
    return ",".join(part.strip() for part in before.split(",") if part.strip()), last.strip()


def _label(here: Here, spec: OptionSpec, value: str) -> str:
    if spec.kind in (OptKind.UNIT, OptKind.UNITS):
        return keep(here.game.unit_label(here.battle, value), 100)
    if spec.kind is OptKind.FACING:
        return _FACINGS.get(value, value)
    return keep(value, 100)
