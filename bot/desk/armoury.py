"""Armies: buying one piece by piece, showing, keeping, bringing and reading them in.

An army that is being bought is kept under its name from the first piece on, so nothing is lost in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.answer import Answer, Button, Call, Card, Choice, File, Menu, Row, Style, Text
from bot.desk.base import DeskError
from bot.desk.games import ArmyBill, Game
from bot.desk.lobby_model import Lobby
from bot.desk.offers import matching
from bot.desk.starting import Starting
from bot.desk.wording import keep, plain, wrapped
from rules.journal.armies import MAX_NAME
from rules.journal.errors import JournalError

__all__ = ["Armoury"]

OWN = "+"
MAX_FILE = 50_000


class Armoury(Starting):
    """The part of the desk that deals in armies."""

    async def _army_game(self, call: Call) -> Game:
        room = await self.room(call)
        if room.lobby is not None:
            return self.game(Lobby.model_validate_json(room.lobby).system)
        if room.battle is not None:
            return (await self.here(call)).game
        return next(iter(self.games.values()))

    async def _limit(self, call: Call) -> int | None:
        """What one's army may cost in the lobby here."""
        room = await self.room(call)
        if room.lobby is None:
            return None
        seats = Lobby.model_validate_json(room.lobby)
        mine = seats.of(call.person.id) or seats.seats
        return mine[0].points

    # -- buying -------------------------------------------------------------------------------------------------------

    async def buy(self, call: Call, name: str, people: str = "", piece: str = "", number: int = 1) -> Answer:
        """Begin an army, or go on with one; with a piece it is bought at once."""
        game = await self._army_game(call)
        name = _name(name)
        try:
            text = await self.keeper.load_army(call.place.server, call.person.id, name)
        except JournalError:
            if not people:
                raise DeskError(f"Aus welchem Volk soll »{name}« sein? {', '.join(game.peoples().values())}.") from None
            text = game.new_army(name, _one_of(people, game.peoples(), "Ein Volk"))
        if piece:
            if not 1 <= number <= 60:
                raise DeskError("Auf einmal lassen sich 1 bis 60 kaufen.")
            offered = {one.key: one.name for one in game.pieces(_people(game, text))}
            text = game.bought(text, _one_of(piece, offered, "Eine Figur"), number)
        await self.keeper.save_army(call.place.server, call.person.id, name, text)
        return await self._shop(call, game, name, text)

    async def shop_action(self, call: Call, what: str, name: str, value: str) -> Answer:
        """A purchase from the menus of an army."""
        game = await self._army_game(call)
        text = await self.keeper.load_army(call.place.server, call.person.id, name)
        match what:
            case "kauf":
                text = game.bought(text, value)
            case "bord":
                text = game.crewed(text, value)
            case "weg":
                text = game.given_back(text)
        await self.keeper.save_army(call.place.server, call.person.id, name, text)
        return replace(await self._shop(call, game, name, text), replaces=True)

    async def _shop(self, call: Call, game: Game, name: str, text: str) -> Answer:
        limit = await self._limit(call)
        bill = game.army_bill(text, limit)
        pieces = game.pieces(_people(game, text))
        buyable = [one for one in pieces if limit is None or bill.total + one.points <= limit][:25]
        rows: list[Row] = []
        if buyable:
            choices = tuple(Choice(keep(one.name, 90), one.key, f"{one.points} Punkte") for one in buyable)
            rows.append(Menu("Dazukaufen", f"kauf|{name}", choices))
        crew = game.crew_for(text)[:25]
        if crew:
            choices = tuple(Choice(keep(one.name, 90), one.key, f"{one.points} Punkte") for one in crew)
            rows.append(Menu("An Bord des letzten Wagens", f"bord|{name}", choices))
        rows.append(
            (
                Button("Letztes zurückgeben", f"weg|{name}", disabled=not bill.lines),
                Button("In diese Partie bringen", f"bringen|{name}", Style.SUCCESS,
                       disabled=limit is None or bool(bill.fault)),
            )
        )  # fmt: skip
        return Answer((_bill_card(bill, limit, tuple(rows)),), private=True)

    # -- showing and keeping ------------------------------------------------------------------------------------------

    async def show_army(self, call: Call, name: str = "") -> Answer:
        """One's own army by name, a ready one, the one brought to this lobby, or a list of all."""
        game = await self._army_game(call)
        if name:
            text = await self._army(call, game, name)
            bill = game.army_bill(text)
            file = File("armee.toml", text.encode())
            return Answer((_bill_card(bill, None, ()),), private=True, files=(file,))
        try:
            text, seat = await self.my_army(call)
        except DeskError:
            return await self._army_list(call, game)
        return Answer((_bill_card(game.army_bill(text, seat.points), seat.points, ()),), private=True)

    async def _army_list(self, call: Call, game: Game) -> Answer:
        own = await self.keeper.list_armies(call.place.server, call.person.id)
        ready = [f"{plain(name)} (`{key}`)" for key, name in game.ready_armies().items()]
        texts = (
            Text("**Deine Armeen:** " + (", ".join(plain(one) for one in own[:50]) or "noch keine")),
            Text("**Fertige Armeen:** " + ", ".join(ready)),
        )
        return Answer((Card("Armeen", texts, footer="/armee kaufen, /armee einlesen, /armee laden"),), private=True)

    async def save_army(self, call: Call, name: str, source: str = "") -> Answer:
        """Keep the army that one has brought here, or a ready one, under a name."""
        game = await self._army_game(call)
        text = await self._army(call, game, source) if source else (await self.my_army(call))[0]
        name = _name(name)
        text = game.renamed(text, name)
        await self.keeper.save_army(call.place.server, call.person.id, name, text)
        return Answer.sentence(f"»{plain(name)}« ist aufgehoben.")

    async def load_army(self, call: Call, name: str, seat: str = "") -> Answer:
        """Bring an army to the lobby."""
        game = await self._army_game(call)
        return await self.bring_army(call, await self._army(call, game, name), seat)

    async def read_army(self, call: Call, text: str, name: str = "") -> Answer:
        """Take in an army from the text of a file; what is wrong with it is told with its line."""
        if len(text) > MAX_FILE:
            raise DeskError("Diese Datei ist zu groß für eine Armee.")
        game = await self._army_game(call)
        bill = game.army_bill(text)
        kept = _name(name or bill.name)
        await self.keeper.save_army(call.place.server, call.person.id, kept, text)
        answer = await self._shop(call, game, kept, text)
        return replace(answer, cards=(replace(answer.card, footer=f"Aufgehoben als »{plain(kept)}«."),))

    async def pick_army(self, call: Call, key: str) -> Answer:
        """A choice from the lobby's menu: a ready army, or the way to one's own."""
        game = await self._army_game(call)
        if key != OWN:
            return await self.bring_army(call, game.ready_army(key), pressed=True)
        own = await self.keeper.list_armies(call.place.server, call.person.id)
        rows: tuple[Row, ...] = ()
        if own:
            choices = tuple(Choice(keep(one, 100), one) for one in own[:25])
            rows = (Menu("Aufgehobene Armee bringen", "bringen", choices),)
        text = Text(
            "**/armee kaufen** stellt eine Armee zusammen, **/armee einlesen** liest eine Datei, "
            "**/armee laden** bringt eine aufgehobene hierher."
        )
        return Answer((Card("Eine eigene Armee", (text,), rows=rows),), private=True)

    async def bring_named(self, call: Call, name: str) -> Answer:
        return await self.load_army(call, name)

    async def _army(self, call: Call, game: Game, name: str) -> str:
        own = await self.keeper.list_armies(call.place.server, call.person.id)
        if name in own:
            return await self.keeper.load_army(call.place.server, call.person.id, name)
        ready = game.ready_armies()
        if name in ready:
            return game.ready_army(name)
        for key, title in ready.items():
            if title == name:
                return game.ready_army(key)
        raise DeskError(f"Eine Armee »{name[:40]}« gibt es nicht; /armee zeigen nennt alle.")

    async def offer_armies(self, call: Call, typed: str, *, ready: bool = True) -> tuple[Choice, ...]:
        own = await self.keeper.list_armies(call.place.server, call.person.id)
        choices = [Choice(keep(name, 100), keep(name, 100)) for name in own]
        if ready:
            game = await self._army_game(call)
            choices += [Choice(keep(name, 100), key) for key, name in game.ready_armies().items()]
        return matching(choices, typed)

    async def offer_pieces(self, call: Call, typed: str, name: str, people: str) -> tuple[Choice, ...]:
        game = await self._army_game(call)
        try:
            text = await self.keeper.load_army(call.place.server, call.person.id, name)
            key = _people(game, text)
        except (JournalError, ValueError):
            key = next((one for one, title in game.peoples().items() if people in (one, title)), "")
        if not key:
            return ()
        choices = [Choice(f"{one.name} ({one.points} Punkte)", one.key) for one in game.pieces(key)]
        return matching(choices, typed)

    async def offer_peoples(self, call: Call, typed: str) -> tuple[Choice, ...]:
        game = await self._army_game(call)
        return matching([Choice(name, key) for key, name in game.peoples().items()], typed)


def _name(name: str) -> str:
    name = " ".join(name.replace("|", " ").split())
    if not name or len(name) > MAX_NAME:
        raise DeskError(f"Der Name der Armee hat 1 bis {MAX_NAME} Zeichen.")
    return name


def _people(game: Game, text: str) -> str:
    people = game.army_bill(text).people
    return next(key for key, name in game.peoples().items() if name == people)


def _one_of(wanted: str, offered: Mapping[str, str], what: str) -> str:
    for key, name in offered.items():
        if wanted.casefold() in (key.casefold(), name.casefold()):
            return key
    raise DeskError(f"{what} »{wanted[:40]}« gibt es hier nicht: {', '.join(offered.values())}.")


def _bill_card(bill: ArmyBill, limit: int | None, rows: tuple[Row, ...]) -> Card:
    total = f"{bill.total} von {limit} Punkten" if limit is not None else f"{bill.total} Punkte"
    texts = [Text(part) for part in wrapped([f"• {plain(line)}" for line in bill.lines])]
    if not texts:
        texts = [Text("Noch ist niemand gekauft.")]
    if bill.fault and bill.lines:
        texts.append(Text(f"⚠ {plain(bill.fault)}"))
    texts.append(Text("", f"{plain(bill.people)} · {total}"))
    return Card(f"Armee: {plain(bill.name)}", tuple(texts), rows=rows)
