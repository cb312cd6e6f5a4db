"""Looking without touching: the map, a unit, the chances of an order, a rule."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from fractions import Fraction

from bot.answer import Answer, BoardPicture, Call, Card, Choice, Text
from bot.desk.base import DeskError, Here
from bot.desk.offers import matching
from bot.desk.orders import Orders
from bot.desk.wording import keep, percent, plain, spelled, wrapped
from rules.referee.catalogue import katalog
from rules.referee.odds import Chances, Decision, TooWide
from rules.referee.ruling import order_chances

__all__ = ["Looking"]

WHOLE, CUTOUT, REACH, RANGE = "ganz", "ausschnitt", "bewegung", "reichweite"
MOST_OUTCOMES = 12


class Looking(Orders):
    """The part of the desk that shows things."""

    async def show_map(
        self, call: Call, view: str = "", unit: str = "", field: str = "", *, to_all: bool = False
    ) -> Answer:
        """The whole board, the part round a unit or field, or what a unit can reach or hit."""
        here = await self.here(call)
        names = here.system.names(here.battle, here.mine[0] if here.mine else "")
        key = names.unit(unit) if unit else ""
        place = names.field(field) if field else ""
        around = tuple(part for part in (key, place) if part)
        view = view or (CUTOUT if around else WHOLE)
        if view in (REACH, RANGE) and not key:
            raise DeskError("Sag dazu, um welche Figur es geht: figur.")
        if view == CUTOUT and not around:
            raise DeskError("Sag dazu, um welche Figur oder welches Feld es geht.")
        picture = BoardPicture(here.battle, whole=True)
        title = f"{plain(here.stored.title)} · {here.game.phase_label(here.battle)}"
        if view == CUTOUT:
            picture = BoardPicture(here.battle, around=around)
        elif view == REACH:
            picture = BoardPicture(here.battle, around=(key,), reach_of=key)
            title = f"Wohin {plain(here.game.unit_label(here.battle, key))} ziehen kann"
        elif view == RANGE:
            picture = BoardPicture(here.battle, around=(key,), range_of=key)
            title = f"Was {plain(here.game.unit_label(here.battle, key))} treffen kann"
        return Answer((Card(title, picture=picture, rows=(self.looking_row(here)[1:],)),), private=not to_all)

    async def press_map(self, call: Call, battle: int) -> Answer:
        """The whole board, for whoever pressed."""
        here = await self.numbered(call, battle)
        title = f"{plain(here.stored.title)} · {here.game.phase_label(here.battle)}"
        return Answer((Card(title, picture=BoardPicture(here.battle, whole=True)),), private=True)

    async def show_unit(self, call: Call, unit: str) -> Answer:
        """Everything that is known about a unit."""
        here = await self.here(call)
        system, battle = here.system, here.battle
        key = system.names(battle, "").unit(unit)
        lines = []
        for fact, about in system.unit_facts.items():
            value = system.fact(battle, f"{key}.{fact}")
            if fact == "typ" or value in ("", None, False, 0) or value == []:
                continue
            if value is True:
                lines.append(f"• {plain(about)}")
                continue
            shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
            lines.append(f"• {plain(about)}: **{plain(spelled(shown, here.names))}**")
        owner = next((seat for seat in system.seats(battle) if key in system.units(battle, seat)), None)
        title = plain(here.game.unit_label(battle, key))
        texts = tuple(Text(part) for part in wrapped(lines))
        picture = BoardPicture(battle, around=(key,)) if system.fact(battle, f"{key}.at") else None
        return Answer((Card(title, texts, here.side(owner) if owner else None, picture),), private=True)

    # -- chances ------------------------------------------------------------------------------------------------------

    async def show_chances(self, call: Call, line: str) -> Answer:
        """The exact chances of an order before it is given. For the one who asks alone."""
        here = await self.seated(call)
        if here.stored.position.pending is not None:
            raise DeskError("Erst muss die offene Frage beantwortet sein.")
        seat = self.seat_for(here, line)
        live = await self.keeper.load(here.id)
        # Every outcome is tried out; that may take a while, and others must not wait for it.
        work = asyncio.to_thread(order_chances, here.system, here.stored.position, seat, line, list(live.standing))
        try:
            chances = await work
        except TooWide as error:
            raise DeskError(error.satz) from None
        texts = tuple(Text(part) for part in wrapped(_chance_lines(here, chances, "")))
        return Answer((Card(f"Aussichten von »{plain(line)}«", texts, here.side(seat)),), private=True)

    # -- rules --------------------------------------------------------------------------------------------------------

    async def show_rule(self, call: Call, wanted: str, system: str = "") -> Answer:
        """A rule by its number or by words, and what else fits."""
        key = await self._system_here(call, system)
        book = katalog(key)
        rule = book.get(wanted)
        found = book.suche(wanted, 5) if rule is None else [rule]
        if not found:
            raise DeskError(f"Zu »{wanted[:40]}« steht nichts im Regelkatalog.")
        best = found[0]
        see = [
            f"{other.nummer} {other.titel}"
            for other in (book.get(number) for number in best.siehe)
            if other is not None
        ]
        more = [f"{other.nummer} {other.titel}" for other in found[1:]]
        texts = [Text(plain(best.text))]
        if see:
            texts.append(Text("", "Siehe " + " · ".join(see)))
        if more:
            texts.append(Text("", "Vielleicht auch " + " · ".join(more)))
        name = self.games[key].system.name
        return Answer((Card(f"{plain(best.nummer)} · {plain(best.titel)}", tuple(texts), footer=name),), private=True)

    async def offer_rules(self, call: Call, typed: str, system: str = "") -> tuple[Choice, ...]:
        try:
            book = katalog(await self._system_here(call, system))
        except DeskError:
            return ()
        if typed.strip():
            found = book.suche(typed, 25)
            return tuple(Choice(keep(f"{rule.nummer} {rule.titel}", 100), keep(rule.nummer, 100)) for rule in found)
        return matching([Choice(keep(f"{rule.nummer} {rule.titel}", 100), rule.nummer) for rule in book.regeln], "")

    async def _system_here(self, call: Call, system: str) -> str:
        if system:
            return self.game(system).system.key
        room = await self.room(call)
        if room.battle is not None:
            return (await self.here(call)).stored.system
        return next(iter(self.games))


def _chance_lines(here: Here, chances: Chances, indent: str) -> Iterator[str]:
    """The outcomes, each event on its own where that says more, and a table for every answer that somebody may give."""
    shown = list(chances.outcomes.items())
    for text, value in shown[:MOST_OUTCOMES]:
        yield f"{indent}**{percent(value)}** {plain(spelled(text, here.names))}"
    if len(shown) > MOST_OUTCOMES:
        rest = sum((value for _, value in shown[MOST_OUTCOMES:]), Fraction(0))
        yield f"{indent}**{percent(rest)}** {len(shown) - MOST_OUTCOMES} seltenere Ausgänge"
    events = [(text, value) for text, value in chances.events.items() if chances.outcomes.get(text) != value]
    if len(shown) > 2 and events:
        yield f"{indent}Im Einzelnen:"
        for text, value in sorted(events, key=lambda event: (-event[1], event[0]))[:MOST_OUTCOMES]:
            yield f"{indent}• **{percent(value)}** {plain(spelled(text, here.names))}"
    for decision in chances.decisions:
        ask = decision.ask
        question = plain(spelled(ask.question, here.names))
        yield f"{indent}{percent(decision.chance)}: {here.who(ask.who)} entscheidet: {question}"
        for label, behind in _alike(decision):
            yield f"{indent}‣ {plain(label)}"
            yield from _chance_lines(here, behind, indent + "\u2003")


def _alike(decision: Decision) -> Iterator[tuple[str, Chances]]:
    """Answers after which things stand the same are told once."""
    groups: list[tuple[list[str], Chances]] = []
    for key, behind in decision.options.items():
        labels = next((labels for labels, same in groups if same == behind), None)
        if labels is None:
            groups.append(([decision.ask.label(key)], behind))
        else:
            labels.append(decision.ask.label(key))
    for labels, behind in groups:
        yield " oder ".join(labels), behind
