"""What the tests of the journal share: running a coroutine as a test, and a battle to play on."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from rules.journal.keeper import Keeper
from rules.referee.system import System
from tests.journal.toy import SYSTEMS, TWO, toy

SEED = bytes(range(32))
HOME = "Heim"


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine, as a test that pytest can call."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async def body() -> None:
            await test(*args, **kwargs)

        asyncio.run(body())

    return run


async def opened(folder: Path, systems: Mapping[str, System[Any]] = SYSTEMS) -> Keeper:
    return await Keeper.open(folder / "journal.db", systems)


async def begun(
    keeper: Keeper, sides: Mapping[str, str] = TWO, dice: Literal["sealed", "own"] = "sealed", server: str = HOME
) -> int:
    seed = SEED if dice == "sealed" else None
    return (await keeper.create_battle(server, "toy", toy(sides), "Probe", dice=dice, seed=seed)).id


async def marks(keeper: Keeper, battle: int) -> dict[str, int]:
    found: dict[str, int] = (await keeper.position(battle)).position.battle.marks
    return found


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    """Look past the keeper into the file."""
    with closing(sqlite3.connect(folder / "journal.db")) as connection:
        return connection.execute(query).fetchall()


def meddle(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "journal.db")) as connection, connection:
        connection.execute(statement)
