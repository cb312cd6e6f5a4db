"""Herold at the local table, ready to be measured: as many channels as wanted, each with a battle of forty figures.

What all measurements of the running bot share lives here; what is measured stands in `wire`, `pictures` and `memory`.
"""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import discord
from discord import app_commands

from bot.client import Herold
from bot.desk.desk import GAMES, Desk
from bot.messages.delivery import Delivery
from bot.table.local import LocalTable
from bot.table.model import Channel, ChannelKind, Message
from bot.table.sample import SPIELRUNDE
from rules.journal.keeper import Keeper
from rules.referee.content import assets_dir
from rules.referee.driver import OwnDice
from rules.referee.orders import Order, dump_order
from rules.referee.play import Outcome, Position, submit
from rules.referee.ruling import load_case, start
from rules.referee.system import System
from rules.systems import SYSTEMS

__all__ = ["PLAYERS", "Seated", "Step", "add_channels", "percentile", "played", "script", "seat_battle", "seated"]

BOARD = "mfm/beispiele/vierzig.toml"
PLAYERS: Mapping[str, str] = {"blau": "anna", "rot": "ben"}
"""Who plays which seat of the board."""
PING = "ping"
READY_SECONDS = 30.0
PICTURE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Step:
    """An order as a player gives it in Discord."""

    seat: str
    verb: str
    options: Mapping[str, str]


def opening() -> tuple[System[Any], Position[Any]]:
    """The board with its forty figures, nobody having moved."""
    return start(load_case(assets_dir() / BOARD), SYSTEMS)


def played() -> Iterator[tuple[Position[Any], Outcome[Any]]]:
    """One order after another with what it found, for ever the same: whatever would need a die or an answer is left
    out, so that every battle can be played by it, however its dice fall."""
    system, position = opening()
    chance = random.Random(0)
    while True:
        seat = system.to_act(position.battle)[0]
        for unit in system.units(position.battle, seat):
            moves = [order for order in system.legal(position.battle, seat, unit) if _is_plain_move(order)]
            if moves:
                outcome = submit(system, position, seat, chance.choice(moves), OwnDice())
                if outcome.finished and not outcome.tape:
                    yield position, outcome
                    position = outcome.position
        outcome = submit(system, position, seat, "/zugende", OwnDice())
        yield position, outcome
        position = outcome.position


def _is_plain_move(order: Order) -> bool:
    return dump_order(order).keys() == {"verb", "figur", "nach"} and order.verb == "bewegen"


def script(count: int) -> tuple[Step, ...]:
    """So many orders that any battle of the board can be played by."""
    steps = []
    for _, outcome in islice(played(), count):
        options = dump_order(outcome.order)
        steps.append(Step(outcome.seat, options.pop("verb"), options))
    return tuple(steps)


def add_channels(table: LocalTable, count: int) -> list[Channel]:
    """Channels for as many battles, in one server."""
    world = table.world
    return [
        world.put_channel(
            Channel(id=world.ids.next(), kind=ChannelKind.TEXT, name=f"tisch-{n}", guild_id=SPIELRUNDE.id, position=n)
        )
        for n in range(count)
    ]


async def seat_battle(table: LocalTable, keeper: Keeper, channel: Channel) -> int:
    """A battle in this channel, with both players in their seats."""
    _, position = opening()
    server = str(channel.guild_id)
    info = await keeper.create_battle(server, "mfm", position.battle, "Vierzig Figuren")
    for seat, key in PLAYERS.items():
        player = table.player(key)
        await keeper.take_seat(info.id, seat, str(player.id), player.name)
    room = await keeper.room(server, str(channel.id))
    await keeper.save_room(replace(room, battle=info.id))
    return info.id


class _Measured(Herold):
    """Herold with one command more, which does nothing: what it takes is what Discord and the wire take."""

    async def setup_hook(self) -> None:
        @app_commands.command(name=PING, description="Antwortet, sonst nichts.")
        async def ping(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("Pong.")

        self.tree.add_command(ping)
        await super().setup_hook()


@dataclass(frozen=True, slots=True)
class Seated:
    """A running Herold and its battles."""

    table: LocalTable
    channels: Sequence[Channel]

    async def ping(self, channel: Channel) -> float:
        """Seconds from a command that does nothing to its answer."""
        began = perf_counter()
        await (await self.table.slash("anna", channel, PING)).answer()
        return perf_counter() - began

    async def order(self, channel: Channel, step: Step) -> float:
        """Seconds from an order to its answer with its picture."""
        began = perf_counter()
        await give(self.table, channel, step)
        return perf_counter() - began

    async def offer(self, channel: Channel, verb: str, option: str, options: Mapping[str, str]) -> float:
        """Seconds from a keystroke to what is offered for it."""
        began = perf_counter()
        await self.table.autocomplete("anna", channel, verb, option, dict(options))
        return perf_counter() - began


async def give(table: LocalTable, channel: Channel, step: Step) -> Message:
    """Give an order and wait for its answer, and for the picture if that comes after the words."""
    handle = await table.slash(PLAYERS[step.seat], channel, step.verb, dict(step.options))
    answer = await handle.answer(PICTURE_SECONDS)
    async with asyncio.timeout(PICTURE_SECONDS):
        while not answer.attachments:
            if answer.viewer_id is not None:
                raise AssertionError(f"{step} was refused")
            await asyncio.sleep(0.001)
            answer = table.world.message(answer.channel_id, answer.id)
    return answer


async def on_air(is_ready: Callable[[], bool]) -> None:
    async with asyncio.timeout(READY_SECONDS):
        while not is_ready():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def seated(battles: int) -> AsyncIterator[Seated]:
    """Herold and the table in this process, with so many battles waiting for their first order."""
    with tempfile.TemporaryDirectory() as folder:
        async with LocalTable() as table, await Keeper.open(Path(folder) / "journal.db", SYSTEMS) as keeper:
            channels = add_channels(table, battles)
            for channel in channels:
                await seat_battle(table, keeper, channel)
            desk = Desk(keeper, GAMES)
            delivery = Delivery(desk)
            await delivery.warm_up()
            client = _Measured(desk, delivery, connector=table.connector(), guild_ready_timeout=0.05)
            running = asyncio.create_task(client.start(table.token))
            try:
                await on_air(lambda: running.done() or (client.is_ready() and client.synced.is_set()))
                yield Seated(table, channels)
            finally:
                await client.close()
                await running


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so many of a hundred do not exceed."""
    return sorted(values)[max(0, math.ceil(len(values) * part / 100) - 1)]
