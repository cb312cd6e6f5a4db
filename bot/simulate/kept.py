"""A battle that was played without storage, given to the journal once more: it must come to the same end there."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.journal.keeper import Keeper
from rules.journal.tables import DiceMode
from rules.journal.verify import verify_export
from rules.referee.battle import Battle
from rules.referee.sealed import Words
from rules.referee.standing import StandingOrder
from rules.referee.system import System

__all__ = ["Message", "Played", "journal_faults"]


@dataclass(frozen=True, slots=True)
class Message:
    """What a seat typed, or its answer: an option's key, or the faces of its own dice."""

    seat: str
    said: str | Sequence[int]
    is_answer: bool = False


@dataclass(frozen=True)
class Played:
    """Everything that made a battle what it became."""

    start: Battle
    end: str
    seed: bytes | None
    """Nothing where the players rolled themselves."""
    words: Sequence[Words]
    standing: Sequence[StandingOrder]
    messages: Sequence[Message]


def journal_faults(system: System[Any], played: Played) -> list[str]:
    """What the journal does not agree with: the end, its own replay, or the recomputed dice."""
    return asyncio.run(_faults(system, played))


async def _faults(system: System[Any], played: Played) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        systems = {system.key: system}
        async with await Keeper.open(Path(folder) / "journal.db", systems) as keeper:
            number = await _deliver(keeper, system, played)
            stored = await keeper.position(number)
            found = list((await keeper.check(number)).problems)
            if stored.position.battle.state_json() != played.end:
                found.append("Im Journal endet dieselbe Partie anders.")
            verified = verify_export(await keeper.export(number, reveal=played.seed is not None), systems)
            return found if verified.ok or played.seed is None else [*found, verified.satz]


async def _deliver(keeper: Keeper, system: System[Any], played: Played) -> int:
    mode = DiceMode.OWN if played.seed is None else DiceMode.SEALED
    info = await keeper.create_battle("zufall", system.key, played.start, "Zufall", dice=mode, seed=played.seed)
    for words in played.words:
        await keeper.take_seat(info.id, words.seat, words.seat, words.seat, words.text)
    for order in played.standing:
        await keeper.set_standing_order(info.id, order)
    for message in played.messages:
        if message.is_answer:
            await keeper.answer(info.id, message.seat, message.said)
        else:
            assert isinstance(message.said, str)
            await keeper.order(info.id, message.seat, message.said)
    return info.id
