"""Whole battles over the desk, played by pressing and typing what it offers, to the end of each."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.answer import Answer, Person
from bot.desk.desk import Desk
from bot.desk.lobbies import NewBattle
from bot.messages.fitting import MAX_TEXT, card_text, fitted
from rules.referee.requests import Ask, AskAll
from tests.desk.room import ANNA, BEN, by, in_loop, opened, said

STEPS = 1_500


async def act(desk: Desk, rng: random.Random) -> Answer | None:
    """Do one thing for whoever must act; nothing once the battle is over."""
    people = {ANNA.id: ANNA, BEN.id: BEN}
    here = await desk.here(by(ANNA))
    if here.battle.over:
        return None
    pending = here.stored.position.pending
    if pending is not None:
        seat = pending.waits_for[0]
        person = _owner(here, seat, people)
        request = pending.request
        ask = next(one for one in request.asks if one.who == seat) if isinstance(request, AskAll) else request
        assert isinstance(ask, Ask)
        status = await desk.show_status(by(person))
        actions = [b.action for card in status.cards for row in card.rows if isinstance(row, tuple) for b in row]
        question = [action for action in actions if action.startswith("frage")]
        if question:
            return await said(desk.act(by(person), rng.choice(question)))
        menu = next(row for row in status.card.rows if not isinstance(row, tuple))
        return await said(desk.act(by(person), menu.action, (rng.choice(menu.choices).value,)))
    seat = rng.choice(here.system.to_act(here.battle))
    person = _owner(here, seat, people)
    mine = await desk.here(by(person))
    orders = desk.legal(mine, seat)
    fights = [one for one in orders if one.verb in ("nahkampf", "fernkampf", "weitschlag", "anfahren", "suchen")]
    ends = [one for one in orders if one.verb in ("zugende", "aufstellen") and one.line() == f"/{one.verb}"]
    pool = fights if fights and rng.random() < 0.8 else ends if ends and rng.random() < 0.3 else list(orders[:6])
    return await said(desk.order(by(person), rng.choice(pool or list(orders)).line()))


def _owner(here: object, seat: str, people: dict[str, Person]) -> Person:
    return people[here.sitting(seat).player]  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("wish", [NewBattle("geheimdokument"), NewBattle("punkte", points=50, rounds=3)])
def test_a_whole_battle_comes_to_its_end(wish: NewBattle, seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)

    @in_loop
    async def play() -> None:
        async with opened(tmp_path) as desk:
            await desk.open_lobby(by(ANNA), wish)
            await desk.join(by(ANNA))
            await desk.join(by(BEN))
            if wish.scenario == "punkte":
                await desk.load_army(by(ANNA), "kelten_50")
                await desk.load_army(by(BEN), "roemer_50")
            await desk.start(by(ANNA))
            last: Answer | None = None
            for _ in range(STEPS):
                answer = await act(desk, rng)
                if answer is None:
                    break
                last = answer
                assert sum(len(card_text(card)) for card in fitted(answer).answer.cards) <= MAX_TEXT
                assert set(answer.ping) <= {ANNA.id, BEN.id}
            else:
                raise AssertionError("the battle did not end")
            assert last is not None
            assert "Ende der Partie" in last.cards[-1].title
            assert (await desk.keeper.check(1)).problems == ()

    play()
