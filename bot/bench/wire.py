"""How fast the running bot is over loopback: from a slash command to the finished answer, alone and in a crowd.

Herold, the table and the players share one process and one event loop, so every figure holds their work as well; the
yardstick of the same run does too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from bot.bench import Measure
from bot.bench.bot import Seated, Step, percentile, script, seated
from bot.table.model import Channel

__all__ = ["answers", "crowd", "offers"]

TYPED: Sequence[tuple[str, str, dict[str, str]]] = (
    ("bewegen", "figur", {"figur": ""}),
    ("bewegen", "figur", {"figur": "b"}),
    ("bewegen", "figur", {"figur": "schwert"}),
    ("bewegen", "nach", {"figur": "B1", "nach": ""}),
    ("bewegen", "nach", {"figur": "B1", "nach": "e"}),
    ("fernkampf", "figur", {"figur": ""}),
    ("fernkampf", "ziel", {"figur": "B4", "ziel": "r"}),
    ("absteigen", "auf", {"figur": "L1", "auf": "c"}),
    ("chance", "befehl", {"befehl": "/bewegen b"}),
    ("figur", "figur", {"figur": "r1"}),
)
"""What somebody types, keystroke by keystroke; the first of them finds nothing made ready."""


def answers(orders: int = 300) -> list[Measure]:
    """From the slash command to the answer with its picture, each order beside a bare ping."""
    return asyncio.run(_answers(orders))


async def _answers(orders: int) -> list[Measure]:
    given, bare = [], []
    async with seated(1) as house:
        (channel,) = house.channels
        for step in script(orders):
            bare.append(await house.ping(channel) * 1000)
            given.append(await house.order(channel, step) * 1000)
    return [
        Measure(
            f"Befehl bis Antwort mit Bild, {name}",
            value := percentile(given, part),
            "ms",
            f"/ping ohne alles: {(ping := percentile(bare, part)):.1f} ms",
            value / ping,
        )
        for name, part in (("p50", 50), ("p99", 99))
    ]


def offers(battles: int = 40) -> list[Measure]:
    """From a keystroke to the choices, in battles that nobody has asked anything of before."""
    return asyncio.run(_offers(battles))


async def _offers(battles: int) -> list[Measure]:
    offered, bare = [], []
    async with seated(battles) as house:
        for channel in house.channels:
            for verb, option, options in TYPED:
                bare.append(await house.ping(channel) * 1000)
                offered.append(await house.offer(channel, verb, option, options) * 1000)
    value, ping = percentile(offered, 99), percentile(bare, 99)
    beside = f"/ping ohne alles: {ping:.1f} ms"
    return [Measure("Vorschläge beim Tippen, 40 Figuren, p99", value, "ms", beside, value / ping, "≤ 50 ms")]


def crowd(battles: int = 50, orders: int = 6, rounds: int = 2) -> list[Measure]:
    """Orders a second where many battles are played at once, beside one battle played alone."""
    return asyncio.run(_crowd(battles, orders, rounds))


async def _crowd(battles: int, orders: int, rounds: int) -> list[Measure]:
    single = 5 * orders
    steps = script(max(orders * rounds, single * rounds))
    together, alone = [], []
    async with seated(battles + 1) as house:
        first, *others = house.channels
        for number in range(rounds):
            alone.append(await _rate(house, [first], steps[number * single : (number + 1) * single]))
            together.append(await _rate(house, others, steps[number * orders : (number + 1) * orders]))
    rate, yardstick = median(together), median(alone)
    beside = f"eine Partie allein: {yardstick:.1f}/s"
    return [Measure(f"Befehle bei {battles} Partien zugleich", rate, "1/s", beside, rate / yardstick)]


async def _rate(house: Seated, channels: Sequence[Channel], steps: Sequence[Step]) -> float:
    async def play(channel: Channel) -> None:
        for step in steps:
            await house.order(channel, step)

    began = perf_counter()
    await asyncio.gather(*map(play, channels))
    return len(channels) * len(steps) / (perf_counter() - began)
