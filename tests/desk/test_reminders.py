"""Reminders: once, to the right one, after the time that was set, also when Herold slept in between."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.answer import Answer
from bot.desk.desk import GAMES, Desk
from bot.reminders import Reminders
from rules.journal.keeper import Keeper, Timer
from rules.systems import SYSTEMS
from tests.desk.room import ANNA, BEN, HOME, by, in_loop, placed, text_of

HOUR = 3_600.0


class Clock:
    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


async def due(desk: Desk, clock: Clock, serves: bool = True) -> list[Answer]:
    """What is said now."""
    heard: list[Answer] = []

    async def post(timer: Timer, answer: Answer) -> None:
        heard.append(answer)

    await Reminders(desk, post, lambda server: serves, clock).due()
    return heard


@in_loop
async def test_the_one_who_must_act_is_reminded_once_after_the_time_set(tmp_path: Path) -> None:
    clock = Clock()
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        desk = Desk(keeper, GAMES, clock)
        await placed(desk)
        await desk.settings(by(ANNA), None, 2)
        await desk.order(by(ANNA), "/zugende")
        clock.time += HOUR
        assert await due(desk, clock) == []
        clock.time += 1.1 * HOUR
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        desk = Desk(keeper, GAMES, clock)
        (answer,) = await due(desk, clock)
        assert answer.ping == (BEN.id,)
        assert "wartet seit 2 Stunden auf Ben" in text_of(answer)
        clock.time += 100 * HOUR
        assert await due(desk, clock) == []


@in_loop
async def test_nobody_is_reminded_of_what_is_done(tmp_path: Path) -> None:
    clock = Clock()
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        desk = Desk(keeper, GAMES, clock)
        await placed(desk)
        await desk.settings(by(ANNA), None, 2)
        await desk.order(by(ANNA), "/zugende")
        await desk.order(by(BEN), "/zugende")
        clock.time += 3 * HOUR
        (answer,) = await due(desk, clock)
        assert answer.ping == (ANNA.id,)
        await desk.give_up(by(ANNA), True)
        assert await keeper.next_timers() == []


@in_loop
async def test_a_quiet_room_is_reminded_without_a_call_and_zero_hours_never(tmp_path: Path) -> None:
    clock = Clock()
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        desk = Desk(keeper, GAMES, clock)
        await placed(desk)
        await desk.settings(by(ANNA), True, 1)
        await desk.order(by(ANNA), "/zugende")
        clock.time += 2 * HOUR
        (answer,) = await due(desk, clock)
        assert answer.ping == ()
        await desk.settings(by(ANNA), False, 0)
        await desk.order(by(BEN), "/zugende")
        assert await keeper.next_timers() == []


@in_loop
async def test_a_server_of_another_process_is_left_to_it(tmp_path: Path) -> None:
    clock = Clock()
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        desk = Desk(keeper, GAMES, clock)
        await placed(desk)
        await desk.settings(by(ANNA), None, 1)
        await desk.order(by(ANNA), "/zugende")
        clock.time += 2 * HOUR
        assert await due(desk, clock, serves=False) == []
        assert [timer.server for timer in await keeper.next_timers()] == [HOME.server]


@in_loop
async def test_a_timer_that_is_set_while_the_task_sleeps_is_not_missed(tmp_path: Path) -> None:
    clock = Clock()
    heard = asyncio.Event()

    async def post(timer: Timer, answer: Answer) -> None:
        heard.set()

    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        desk = Desk(keeper, GAMES, clock)
        task = asyncio.create_task(Reminders(desk, post, lambda server: True, clock).run())
        await asyncio.sleep(0.05)
        await placed(desk)
        await desk.settings(by(ANNA), None, 1)
        await desk.order(by(ANNA), "/zugende")
        clock.time += 2 * HOUR
        desk.timer_set.set()
        await asyncio.wait_for(heard.wait(), 5)
        task.cancel()
        await asyncio.wait((task,))
