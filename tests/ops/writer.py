"""A Herold in a process of its own, for the tests beside this file: it gives order after order, or only stays open.

It writes the number of each entry that the journal has acknowledged, and `idle` when it has nothing more to do than to
wait for its end.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from rules.journal.keeper import Keeper
from tests.journal.toy import SYSTEMS, toy

SECONDS = 60


async def write(path: Path, orders: int) -> None:
    async with await Keeper.open(path, SYSTEMS) as keeper:
        known = await keeper.list_battles("Heim")
        battle = known[0] if known else await keeper.create_battle("Heim", "toy", toy(), "Probe")
        for _ in range(orders):
            kept = await keeper.order(battle.id, "blau", "/wurf 3")
            print(kept.entry, flush=True)
        print("idle", flush=True)
        await asyncio.sleep(SECONDS)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1]), int(sys.argv[2])))
