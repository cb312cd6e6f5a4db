"""Autocomplete: only what is legal for this player now, what fits first, and fast enough to type along with."""

from __future__ import annotations

import time
from pathlib import Path

from bot.answer import Choice, Place
from bot.desk.lobbies import NewBattle
from bot.desk.offers import matching
from tests.desk.room import ANNA, BEN, CARLA, by, in_loop, in_play, opened, placed


@in_loop
async def test_only_figures_that_can_do_it_are_offered_and_only_to_their_player(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        offered = await desk.offer(by(ANNA), "bewegen", "figur", "", {})
        assert {one.value for one in offered} == {"S1", "S2"}
        assert await desk.offer(by(BEN), "bewegen", "figur", "", {}) == ()
        assert await desk.offer(by(CARLA), "bewegen", "figur", "", {}) == ()
        assert await desk.offer(by(ANNA, Place("fremd", "kanal")), "bewegen", "figur", "", {}) == ()
        assert await desk.offer(by(ANNA), "fernkampf", "figur", "", {}) == ()


@in_loop
async def test_fields_depend_on_the_figure_already_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        fields = {one.value for one in await desk.offer(by(ANNA), "bewegen", "nach", "", {"figur": "S1"})}
        orders = desk.legal(await desk.here(by(ANNA)), "blau")
        legal = {getattr(order, "nach", "") for order in orders if getattr(order, "figur", "") == "S1"}
        assert fields
        assert fields <= legal
        typed = await desk.offer(by(ANNA), "bewegen", "nach", "d5", {"figur": "schwertkämpfer s1"})
        assert typed[0].value == "D5"


@in_loop
async def test_every_offer_is_accepted(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await in_play(desk)
        for unit in await desk.offer(by(BEN), "bewegen", "figur", "", {}):
            field = (await desk.offer(by(BEN), "bewegen", "nach", "", {"figur": unit.value}))[0]
            await desk.order(by(BEN), f"/bewegen figur:{unit.value} nach:{field.value}")
            break
        else:
            raise AssertionError("nothing was offered")


def test_the_same_comes_before_the_beginning_and_that_before_the_rest() -> None:
    choices = [Choice("Bogen S12", "S12"), Choice("Schwert S1", "S1"), Choice("Axt XS1", "XS1"), Choice("Rest", "R")]
    assert [one.value for one in matching(choices, "s1")] == ["S1", "S12", "XS1"]
    assert [one.value for one in matching(choices, "")] == ["S12", "S1", "XS1", "R"]
    assert len(matching([Choice(str(n), str(n)) for n in range(99)], "")) == 25


@in_loop
async def test_offers_are_quick_in_a_large_battle(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle("punkte", points=75))
        await desk.join(by(ANNA), "blau")
        await desk.join(by(BEN), "rot")
        await desk.load_army(by(ANNA), "aegypter_75")
        await desk.load_army(by(BEN), "roemer_75")
        await desk.start(by(ANNA))
        took = []
        for person in (ANNA, BEN) * 20:
            began = time.perf_counter()
            await desk.offer(by(person), "aufstellen", "auf", "", {})
            took.append(time.perf_counter() - began)
        took.sort()
        assert took[len(took) // 2] < 0.05
