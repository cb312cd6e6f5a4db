"""Children that give one order after another until they are killed; the test beside this file holds the knife.

The parent loads everything once and forks, because a fresh interpreter for every death would take longer than the
dying. For each line on its standard input it lets a child play for so many milliseconds, counted from its birth or from
the moment at which it has opened the journal, and kills it. The child writes a line for every order that the keeper has
acknowledged; the parent writes `killed` when the child is gone.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import select
import signal
import sys
import time

from rules.journal.errors import JournalError
from rules.journal.keeper import Keeper, Kept
from tests.journal.toy import SYSTEMS

CYCLE = ("/schritt 1", "/wurf 3", "/frage rot", "/wurf 1", "/frage blau", "/alle")


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def acknowledge(key: str, kept: Kept) -> None:
    text = kept.position.battle.state_json()
    tell(f"{key} {kept.entry} {hashlib.sha256(text.encode()).hexdigest()}")


async def play(path: str, battle: int, begin: int, opened: int) -> None:
    """Go on with order `begin`, which may have been taken already without the last child hearing of it."""
    async with await Keeper.open(path, SYSTEMS) as keeper:
        os.write(opened, b"x")
        number = begin
        while True:
            key = f"o{number}"
            acknowledge(key, await keeper.order(battle, "blau", CYCLE[number % len(CYCLE)], key=key))
            for seat in ("blau", "rot"):
                pending = (await keeper.position(battle)).position.pending
                if pending is not None and seat in pending.waits_for:
                    key = f"a{number}{seat}"
                    acknowledge(key, await keeper.answer(battle, seat, "ja", key=key))
            number += 1


def main(path: str, battle: int) -> None:
    for line in sys.stdin:
        begin, from_birth, milliseconds = map(int, line.split())
        watch, opened = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(play(path, battle, begin, opened))
            except JournalError as error:
                tell(f"failed {error.satz}")
            os._exit(1)
        if not from_birth:
            select.select([watch], [], [], 30)
        time.sleep(milliseconds / 1000)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(watch)
        os.close(opened)
        tell("killed")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
