"""Herold at the local table, over the wire: what the end-to-end tests share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bot.answer import Person, Place
from bot.desk.desk import GAMES, Desk
from bot.messages.delivery import Delivery
from bot.messages.drawing import Drawing
from bot.running import at_the_table
from bot.supervisor import Supervisor
from bot.table.actions import Handle
from bot.table.local import LocalTable
from bot.table.model import Message
from rules.journal.keeper import Keeper
from rules.systems import SYSTEMS
from tests.desk.room import CLASH, placed

HILL, SECOND, NEXT_DOOR = "feldherrenhügel", "schanze", "nebenan"


def walk(components: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from walk(component.get("components", ()))


def words(message: Message) -> str:
    """Everything that can be read in a message."""
    return "\n".join(part["content"] for part in walk(message.components) if part["type"] == 10)


def pictures(message: Message) -> int:
    return sum(len(part["items"]) for part in walk(message.components) if part["type"] == 12)


def pressable(message: Message) -> dict[str, str]:
    """Labels of the buttons with their custom ids."""
    return {part["label"]: part["custom_id"] for part in walk(message.components) if part["type"] == 2}


def menu(message: Message) -> dict[str, Any]:
    return next(part for part in walk(message.components) if part["type"] == 3)


@dataclass
class Stage:
    """A running Herold, and hands to play with."""

    table: LocalTable
    desk: Desk
    delivery: Delivery
    supervisor: Supervisor
    running: asyncio.Task[None]

    async def slash(self, who: str, where: str, command: str, /, **options: Any) -> Message:
        return await self.finished(await self.table.slash(who, where, command, options))

    async def press(self, who: str, message: Message, label: str) -> Message:
        return await self.finished(await self.pressing(who, message, label))

    async def select(self, who: str, message: Message, value: str) -> Message:
        return await self.finished(await self.table.select(who, message, menu(message)["custom_id"], [value]))

    async def finished(self, handle: Handle) -> Message:
        """The answer as it stands when nothing more will be added to it."""
        answer = await handle.answer()
        await self.quiet()
        return self.table.world.message(answer.channel_id, answer.id)

    async def pressing(self, who: str, message: Message, label: str) -> Handle:
        now = self.table.world.message(message.channel_id, message.id)
        custom_id = next(found for name, found in pressable(now).items() if name.startswith(label))
        return await self.table.press(who, now, custom_id)

    async def lobby(self, where: str = HILL, **options: Any) -> Message:
        return await self.slash("anna", where, "partie neu", szenario="geheimdokument", **options)

    async def begun(self, where: str = HILL) -> Message:
        """Das Geheimdokument: Anna leads the Kelten, Ben the Römer; everybody stands, and Ben is to move."""
        card = await self.lobby(where)
        await self.press("anna", card, "Kelten")
        await self.press("ben", card, "Römer")
        message = await self.press("ben", card, "Partie beginnen")
        message = await self.press("anna", message, "Alles aufstellen")
        return await self.press("anna", message, "Aufstellung beenden")

    def messages(self, where: str = HILL, who: str | None = None) -> list[Message]:
        return self.table.messages(where, who)

    async def quiet(self) -> None:
        """Until nothing is on its way any more."""
        await self.delivery.settle()

    async def stop(self) -> None:
        self.supervisor.stop()
        await asyncio.wait_for(self.running, 20)


async def connected(supervisor: Supervisor) -> None:
    async with asyncio.timeout(15):
        while True:
            client = supervisor.client
            if client is not None and client.is_ready() and client.synced.is_set():
                return
            await asyncio.sleep(0.01)


@asynccontextmanager
async def herold(
    folder: Path, table: LocalTable, *, drawing: Drawing | None = None, patience: float = 0.8
) -> AsyncIterator[Stage]:
    """Herold from start to end over this table; entered twice with the same folder it was restarted."""
    async with await Keeper.open(folder / "journal.db", SYSTEMS) as keeper:
        desk = Desk(keeper, GAMES)
        delivery = Delivery(desk, drawing, patience)
        supervisor = at_the_table(table, desk, delivery)
        running = asyncio.create_task(supervisor.run())
        stage = Stage(table, desk, delivery, supervisor, running)
        try:
            await connected(supervisor)
            yield stage
        finally:
            await stage.stop()


async def clash(stage: Stage, dice: Literal["sealed", "own"] = "sealed") -> Message:
    """A battle in which Anna's move makes Herold ask Ben; the message that asks him."""
    channel = stage.table.channel(HILL)
    seats = {
        "blau": Person(str(stage.table.player("anna").id), "Anna"),
        "rot": Person(str(stage.table.player("ben").id), "Ben"),
    }
    await placed(stage.desk, CLASH, seats, Place(str(channel.guild_id), str(channel.id)), dice)
    return await stage.slash("anna", HILL, "bewegen", figur="S1", nach="D5")
