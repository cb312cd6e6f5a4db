"""What the tests of the desk share: a desk over an empty journal, people, and running a coroutine as a test."""

from __future__ import annotations

import asyncio
import functools
import itertools
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from bot.answer import Answer, Button, Call, Menu, Person, Place, Reply
from bot.desk.desk import GAMES, Desk
from bot.desk.lobbies import NewBattle
from bot.desk.refusals import in_words
from rules.journal.keeper import Keeper
from rules.systems import SYSTEMS

HOME = Place("heim", "kanal")
ANNA, BEN, CARLA = Person("1", "Anna"), Person("2", "Ben"), Person("3", "Carla")
LEADER = Person("9", "Leo", leads=True)

_keys = itertools.count(1)


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine, as a test that pytest can call."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async def body() -> None:
            await test(*args, **kwargs)

        asyncio.run(body())

    return run


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Desk]:
    async with await Keeper.open(folder / "journal.db", SYSTEMS) as keeper:
        yield Desk(keeper, GAMES)


def by(person: Person, place: Place = HOME, key: str = "") -> Call:
    return Call(place, person, key or f"k{next(_keys)}")


async def said(reply: Awaitable[Reply]) -> Answer:
    """What somebody hears, a refusal included."""
    answer = await in_words(reply)
    assert isinstance(answer, Answer)
    return answer


def text_of(answer: Answer) -> str:
    """Everything that can be read in an answer."""
    parts = []
    for card in answer.cards:
        parts += [card.title, *(part for text in card.texts for part in (text.body, text.small)), card.footer]
    return "\n".join(part for part in parts if part)


def buttons(answer: Answer) -> list[Button]:
    return [item for card in answer.cards for row in card.rows if isinstance(row, tuple) for item in row]


def button(answer: Answer, label: str) -> Button:
    return next(one for one in buttons(answer) if one.label.startswith(label))


def menus(answer: Answer) -> list[Menu]:
    return [row for card in answer.cards for row in card.rows if isinstance(row, Menu)]


async def begun(desk: Desk, first: Person = ANNA, second: Person = BEN, place: Place = HOME) -> Answer:
    """Das Geheimdokument, with the Kelten for the first and the Römer for the second; set-up is next."""
    await desk.open_lobby(by(first, place), NewBattle("geheimdokument"))
    await desk.join(by(first, place), "kelten")
    await desk.join(by(second, place), "roemer")
    return await desk.start(by(first, place))


async def in_play(desk: Desk, first: Person = ANNA, second: Person = BEN, place: Place = HOME) -> Answer:
    """The Kelten stand on the map, and the Römer are to enter."""
    await begun(desk, first, second, place)
    await desk.order(by(first, place), "/aufstellen")
    return await desk.order(by(first, place), "/zugende")


CLASH = """
map = { wiese = [20, 12] }
seats = { blau = "kelten", rot = "roemer" }
setup = { optionen = { erstschlag_default = "ask" } }

[[unit]]
id = "S1"
type = "kelten.schwertkaempfer"
side = "blau"
at = "D8"

[[unit]]
id = "S2"
type = "kelten.schwertkaempfer"
side = "blau"
at = "H8"

[[unit]]
id = "T1"
type = "roemer.triarier"
side = "rot"
at = "D4"

[[unit]]
id = "R9"
type = "roemer.speerkaempfer"
side = "rot"
at = "S11"
"""
"""When S1 walks up to T1, its owner is asked whether he strikes first."""


async def placed(
    desk: Desk,
    case: str = CLASH,
    seats: Mapping[str, Person] | None = None,
    place: Place = HOME,
    dice: Literal["sealed", "own"] = "sealed",
) -> int:
    """A battle that begins with the situation of a case, in this place."""
    battle = SYSTEMS["mfm"].case(tomllib.loads(case))
    seed = bytes(range(32)) if dice == "sealed" else None
    info = await desk.keeper.create_battle(place.server, "mfm", battle, "Probe", dice=dice, seed=seed)
    for seat, person in (seats or {"blau": ANNA, "rot": BEN}).items():
        await desk.keeper.take_seat(info.id, seat, person.id, person.name)
    room = await desk.keeper.room(place.server, place.channel)
    await desk.keeper.save_room(replace(room, battle=info.id, lobby=None, called=""))
    return info.id
