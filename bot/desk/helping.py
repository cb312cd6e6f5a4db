"""What can I do now? Told in words, and given as menus that lead to an order without typing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.answer import Answer, Button, Call, Card, Choice, Menu, Row, Text
from bot.desk.base import DeskError, Here
from bot.desk.calling import wanted
from bot.desk.lobby_card import lobby_card
from bot.desk.lobby_model import Lobby
from bot.desk.looking import Looking
from bot.desk.offers import unit_of
from bot.desk.questions import question_rows, question_texts
from bot.desk.wording import and_list, keep, plain, wrapped
from rules.referee.orders import Order, fold

__all__ = ["Helping"]

MOST = 25
FIRST_STEPS = (
    "1. **/partie neu** eröffnet hier eine Partie; ihr nehmt eure Plätze mit einem Klick.\n"
    "2. **Partie beginnen** drücken, dann **Alles aufstellen**.\n"
    "3. Befehle tippt ihr als **/bewegen**, **/nahkampf**, **/fernkampf** … Herold schlägt nur vor, was erlaubt ist.\n"
    "4. **/hilfe** sagt jederzeit, was du gerade tun kannst, **/regel** schlägt nach, **/chance** rechnet vor."
)


class Helping(Looking):
    """The part of the desk that shows the way."""

    async def help(self, call: Call, battle: int | None = None) -> Answer:
        room = await self.room(call)
        if room.lobby is not None:
            lobby = Lobby.model_validate_json(room.lobby)
            return Answer((lobby_card(self.game(lobby.system), lobby),), private=True)
        if room.battle is None:
            return Answer((Card("So geht es los", (Text(FIRST_STEPS),)),), private=True)
        here = await self.here(call) if battle is None else await self.addressed(call, battle)
        return Answer((self._help_card(here),), private=True)

    async def help_again(self, call: Call, battle: int) -> Answer:
        """Back to the beginning of the way to an order."""
        here = await self.addressed(call, battle)
        return Answer((self._help_card(here),), private=True, replaces=True)

    def _help_card(self, here: Here) -> Card:
        want = wanted(here)
        if here.battle.over or want is None:
            return Card("Hier ist nichts mehr zu tun", (Text("Die Partie ist zu Ende oder ruht."),))
        seats = [seat for seat in want.seats if seat in here.mine]
        waits = and_list([here.who(seat) for seat in want.seats])
        if not here.mine:
            return Card("Du schaust zu", (Text(f"Die Partie wartet auf {waits}."),))
        if not seats:
            return Card("Du bist gerade nicht dran", (Text(f"Die Partie wartet auf {waits}."),))
        pending = here.stored.position.pending
        if pending is not None:
            return Card("Du musst entscheiden", question_texts(here, pending), rows=question_rows(here, pending)[:6])
        if here.stored.proposal is not None:
            row = (
                Button("Einverstanden", f"einig|{here.id}|{here.stored.proposal.starts}|ja"),
                Button("Ablehnen", f"einig|{here.id}|{here.stored.proposal.starts}|nein"),
            )
            return Card("Es liegt ein Vorschlag vor", (Text(f"»{plain(here.stored.proposal.line)}«"),), rows=(row,))
        rows: list[Row] = []
        lines: list[str] = []
        for seat in seats[:2]:
            acting = self._by_unit(here, seat)
            lines += [_summary(here, unit, orders) for unit, orders in acting.items()]
            choices = [Choice(keep(here.game.unit_label(here.battle, unit), 100), unit) for unit in acting]
            if choices:
                rows.append(Menu(keep(f"{here.label(seat)}: wer soll handeln?", 150), f"wer|{here.id}|{seat}",
                                 tuple(choices[:MOST])))  # fmt: skip
        rows += self.next_rows(here)
        texts = [Text(part) for part in wrapped(lines)] or [Text("Deine Figuren haben alles getan.")]
        return Card("Das kannst du jetzt tun", tuple(texts), here.side(seats[0]), rows=tuple(rows),
                    footer="Wähle hier, oder tippe den Befehl selbst.")  # fmt: skip

    def _by_unit(self, here: Here, seat: str) -> dict[str, list[Order]]:
        found: dict[str, list[Order]] = {}
        for order in self.legal(here, seat):
            unit = unit_of(order)
            if unit is not None:
                found.setdefault(unit, []).append(order)
        return {unit: found[unit] for unit in here.system.units(here.battle, seat) if unit in found}

    # -- step by step to an order -------------------------------------------------------------------------------------

    async def pick_verb(self, call: Call, battle: int, seat: str, unit: str) -> Answer:
        """A unit was chosen; what may it do?"""
        here, orders = await self._offered(call, battle, seat, unit)
        verbs: dict[str, list[Order]] = {}
        for order in orders:
            verbs.setdefault(order.verb, []).append(order)
        if len(verbs) == 1:
            return self._variants(here, seat, unit, next(iter(verbs)), orders, 0)
        choices = tuple(Choice(f"/{verb}", verb, keep(_ways(same), 100)) for verb, same in list(verbs.items())[:MOST])
        menu = Menu("Was soll geschehen?", f"was|{here.id}|{seat}|{unit}", choices)
        title = plain(here.game.unit_label(here.battle, unit))
        back = (Button("‹ Andere Figur", f"hilfe|{here.id}|neu"),)
        return Answer((Card(title, side=here.side(seat), rows=(menu, back)),), private=True, replaces=True)

    async def pick_order(self, call: Call, battle: int, seat: str, unit: str, verb: str, page: int) -> Answer:
        """A verb was chosen; how exactly?"""
        here, orders = await self._offered(call, battle, seat, unit)
        return self._variants(here, seat, unit, verb, [order for order in orders if order.verb == verb], page)

    def _variants(self, here: Here, seat: str, unit: str, verb: str, orders: Sequence[Order], page: int) -> Answer:
        if not orders:
            raise DeskError("Das ist jetzt nicht mehr möglich.")
        short = [(order, keep(_rest(here, order), 100)) for order in orders if len(order.line()) <= 100]
        pages = max(1, -(-len(short) // MOST))
        page = min(max(page, 0), pages - 1)
        shown = short[page * MOST : (page + 1) * MOST]
        choices = tuple(Choice(label or "ausführen", order.line()) for order, label in shown)
        rows: list[Row] = [Menu(f"/{verb}: wie genau?", f"los|{here.id}", choices)]
        base = f"was|{here.id}|{seat}|{unit}|{verb}"
        buttons = [Button("‹ Andere Figur", f"hilfe|{here.id}|neu")]
        if pages > 1:
            buttons += [
                Button("‹ Zurück", f"{base}|{page - 1}", disabled=page == 0),
                Button(f"Weiter › ({page + 1}/{pages})", f"{base}|{page + 1}", disabled=page == pages - 1),
            ]
        rows.append(tuple(buttons))
        title = plain(here.game.unit_label(here.battle, unit))
        return Answer((Card(title, side=here.side(seat), rows=tuple(rows)),), private=True, replaces=True)

    async def _offered(self, call: Call, battle: int, seat: str, unit: str) -> tuple[Here, list[Order]]:
        here = await self.addressed(call, battle)
        if seat not in here.mine:
            raise DeskError(f"Das kann nur {here.who(seat)}.")
        orders = self._by_unit(here, seat).get(unit, [])
        if not orders:
            raise DeskError(f"{plain(unit)} kann gerade nichts mehr tun.")
        return here, orders


def _summary(here: Here, unit: str, orders: Sequence[Order]) -> str:
    verbs = dict.fromkeys(order.verb for order in orders)
    return f"**{plain(here.game.unit_label(here.battle, unit))}**: {', '.join(f'/{verb}' for verb in verbs)}"


def _ways(orders: Sequence[Order]) -> str:
    about = orders[0].about
    return about if len(orders) == 1 else f"{len(orders)} Möglichkeiten · {about}"


def _rest(here: Here, order: Order) -> str:
    """What an order says beyond its verb and the unit that acts."""
    return ", ".join(_parts(here, order))


def _parts(here: Here, order: Order) -> Iterator[str]:
    acting = unit_of(order)
    units = {unit for seat in here.system.seats(here.battle) for unit in here.system.units(here.battle, seat)}
    for spec in order.options():
        value = getattr(order, spec.name)
        if value in (None, (), False) or value == acting:
            continue
        if value is True:
            yield spec.name
        elif isinstance(value, str) and value in units and fold(spec.name) in ("ziel", "wagen", "an", "mit"):
            yield here.game.unit_label(here.battle, value)
        else:
            shown = ", ".join(value) if isinstance(value, tuple) else str(value)
            yield shown if spec.name in ("nach", "auf", "was") else f"{spec.name} {shown}"
