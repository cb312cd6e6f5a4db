"""Rooms, timers, names and counts: what the journal keeps round its battles."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from rules.journal.errors import Conflict, JournalError
from rules.journal.keeper import Keeper, Room
from rules.systems import SYSTEMS
from tests.desk.room import in_loop


@in_loop
async def test_a_room_is_kept_and_found_by_channel_and_by_battle(tmp_path: Path) -> None:
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        assert await keeper.room("s", "c") == Room("s", "c")
        kept = await keeper.save_room(replace(Room("s", "c"), lobby="{}", reminder_hours=5, quiet=True, referee="7"))
        assert kept.version == 1
        assert await keeper.room("s", "c") == kept
        assert await keeper.room("t", "c") == Room("t", "c")
        assert [room.channel for room in await keeper.rooms_of("s")] == ["c"]
        assert await keeper.rooms_of("t") == []
        assert await keeper.room_of(1) is None
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        assert await keeper.room("s", "c") == kept


@in_loop
async def test_of_two_who_change_a_room_at_once_one_is_told(tmp_path: Path) -> None:
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        kept = await keeper.save_room(Room("s", "c"))
        results = await asyncio.gather(
            keeper.save_room(replace(kept, called="a")), keeper.save_room(replace(kept, called="b")),
            return_exceptions=True,
        )  # fmt: skip
        assert sum(isinstance(result, Conflict) for result in results) == 1
        with pytest.raises(Conflict):
            await keeper.save_room(Room("s", "c", lobby="new"))


@in_loop
async def test_reminders_have_a_limit(tmp_path: Path) -> None:
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        for hours in (-1, 100_000):
            with pytest.raises(JournalError):
                await keeper.save_room(Room("s", "c", reminder_hours=hours))


@in_loop
async def test_a_timer_replaces_the_one_before_it_and_is_claimed_once(tmp_path: Path) -> None:
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        await keeper.set_timer("s", "c", "reminder", 500, "alt")
        late = await keeper.set_timer("s", "d", "reminder", 900)
        new = await keeper.set_timer("s", "c", "reminder", 700, "neu")
        assert await keeper.next_timers() == [new, late]
        assert await keeper.next_timers(but=[new.id]) == [late]
        claimed = await asyncio.gather(*(keeper.claim_timer(new) for _ in range(5)))
        assert sorted(claimed) == [False, False, False, False, True]
        await keeper.drop_timer("s", "d", "reminder")
        await keeper.drop_timer("s", "d", "reminder")
        assert await keeper.next_timers() == []


@in_loop
async def test_names_belong_to_their_server(tmp_path: Path) -> None:
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        await keeper.note_name("s", "1", "Anna")
        await keeper.note_name("s", "1", "Anna II")
        await keeper.note_name("t", "1", "Anderswo")
        assert await keeper.names("s", ["1", "2", "1"]) == {"1": "Anna II"}
        assert await keeper.names("s", []) == {}


@in_loop
async def test_faces_are_counted_for_each_player_and_die_of_the_server(tmp_path: Path) -> None:
    async with await Keeper.open(tmp_path / "j.db", SYSTEMS) as keeper:
        thrown = [await keeper.free_throw("s", "1", 3, 6) for _ in range(5)]
        await keeper.free_throw("s", "2", 1, 12)
        await keeper.free_throw("t", "1", 50, 6)
        counts = await keeper.face_counts("s")
        assert [(count.player, count.sides, count.throws, count.dice) for count in counts] == [
            ("1", 6, 5, 15),
            ("2", 12, 1, 1),
        ]
        faces = [face for throw in thrown for face in throw.faces]
        assert counts[0].faces == tuple(faces.count(face) for face in range(1, 7))
        assert await keeper.face_counts("s", free=False) == []
        assert [count.sides for count in await keeper.face_counts("s", sides=12)] == [12]
