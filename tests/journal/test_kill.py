"""The process may die at any moment: what was acknowledged is there, once, and no die has changed."""

from __future__ import annotations

import asyncio
import hashlib
import random
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

from tests.journal.table import begun, opened

ROOT = Path(__file__).resolve().parents[2]
DEATHS = 50


class Book:
    """Everything that was ever promised, and what the file says now."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.promised: dict[str, tuple[int, str]] = {}
        self.throws: dict[int, str] = {}

    def promise(self, line: str) -> None:
        key, entry, digest = line.split()
        told = int(entry), digest
        assert self.promised.setdefault(key, told) == told, "the same order led to something else before"

    @property
    def begin(self) -> int:
        """The order to go on with: the last that was acknowledged, in case an answer to it was not."""
        return max((int(key[1:]) for key in self.promised if key.startswith("o")), default=0)

    def compare(self) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            entries = connection.execute("SELECT number, key FROM entries ORDER BY number").fetchall()
            throws = dict(connection.execute("SELECT number, faces FROM throws ORDER BY number").fetchall())
            states = connection.execute("SELECT number, state FROM entries ORDER BY number").fetchall()
            next_throw = connection.execute("SELECT next_throw FROM battles").fetchone()
        assert [number for number, _ in entries] == list(range(len(entries)))
        keys = {key: number for number, key in entries if key}
        assert len(keys) == len(entries) - 1, "every entry but the first was ordered, and only once"
        assert {key: number for key, (number, _) in self.promised.items()}.items() <= keys.items()
        assert list(throws) == list(range(len(throws)))
        assert next_throw == (len(throws),)
        assert self.throws.items() <= throws.items()
        self.throws = throws
        digests: dict[int, str] = {}
        current = ""
        for number, packed in states:
            if packed is not None:
                current = hashlib.sha256(zlib.decompress(packed)).hexdigest()
            digests[number] = current
        assert {entry: digests[entry] for entry, _ in self.promised.values()} == dict(self.promised.values())


async def begin(folder: Path) -> int:
    async with await opened(folder) as keeper:
        return await begun(keeper)


async def problems(folder: Path, battle: int) -> tuple[str, ...]:
    async with await opened(folder) as keeper:
        return (await keeper.check(battle)).problems


def test_fifty_sudden_deaths_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    battle = asyncio.run(begin(tmp_path))
    book = Book(tmp_path / "journal.db")
    moment = random.Random(7)
    command = [sys.executable, "-m", "tests.journal.stream", str(book.path), str(battle)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as children:
        assert children.stdin is not None
        assert children.stdout is not None
        for death in range(DEATHS):
            from_birth = int(death % 5 == 0)
            children.stdin.write(f"{book.begin} {from_birth} {moment.randint(0, 120)}\n")
            children.stdin.flush()
            for line in children.stdout:
                if line == "killed\n":
                    break
                book.promise(line)
            book.compare()
        children.stdin.close()
        assert children.wait(timeout=20) == 0
    assert len(book.promised) > DEATHS, "the children came to play before they died"
    assert asyncio.run(problems(tmp_path, battle)) == ()
