"""A backup taken while battles go on is whole, and one put back loses nothing of what it replaces."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from bot import backup
from bot.backup import back_up, backups, database_file, restore
from rules.journal.engine import MIGRATIONS, known_revisions
from rules.journal.errors import JournalError
from rules.journal.keeper import Keeper
from tests.journal.toy import SYSTEMS

ROOT = Path(__file__).resolve().parents[2]
ENDLESS = 1_000_000


class Herold:
    """A running one, and the last entry it has acknowledged."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._news = threading.Condition()
        self.acknowledged = 0
        self.idle = False
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._news:
                self.idle = line == "idle\n"
                if not self.idle:
                    self.acknowledged = int(line)
                self._news.notify_all()

    def wait(self, until: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(until, timeout=30), "the other Herold does nothing"

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join()


@contextmanager
def running(database: Path, orders: int = ENDLESS) -> Iterator[Herold]:
    arguments = [sys.executable, "-m", "tests.ops.writer", str(database), str(orders)]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        herold = Herold(process)
        try:
            herold.wait(lambda: herold.acknowledged >= min(orders, 20) or herold.idle)
            yield herold
        finally:
            herold.kill()


def entries(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [number for (number,) in connection.execute("SELECT number FROM entries ORDER BY number")]


def problems(path: Path) -> list[str]:
    async def check() -> list[str]:
        async with await Keeper.open(path, SYSTEMS, create=False) as keeper:
            return [problem for checked in (await keeper.check_all()).values() for problem in checked.problems]

    return asyncio.run(check())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "herold.db"
    with running(path, orders=5) as herold:
        herold.wait(lambda: herold.idle)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.fixture
def database(tmp_path: Path, played: Path) -> Path:
    """A journal with a few orders in it that nobody has open."""
    return Path(shutil.copy(played, tmp_path))


def revision_of(path: Path, revision: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))


# -- taking one -------------------------------------------------------------------------------------------------------


def test_a_backup_of_a_database_being_written_to_holds_everything_acknowledged_before_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES_AT_ONCE", 4)
    with running(tmp_path / "herold.db") as herold:
        before = herold.acknowledged
        steps: list[int] = []

        def progress(done: int, total: int) -> None:
            steps.append(done)
            if len(steps) < 6:
                seen = herold.acknowledged
                herold.wait(lambda: herold.acknowledged > seen)

        copy = back_up(tmp_path / "herold.db", tmp_path / "kept", progress=progress)
        during = herold.acknowledged - before
    found = entries(copy.path)
    assert during >= 5, "the other one wrote on while the copy was made"
    assert found == list(range(len(found)))
    assert len(found) > before
    assert len(found) == copy.entries
    assert steps == sorted(set(steps)), "the copy never had to start over"
    assert problems(copy.path) == []


def test_a_backup_after_a_sudden_death_holds_everything_acknowledged(tmp_path: Path) -> None:
    with running(tmp_path / "herold.db") as herold:
        pass
    assert (tmp_path / "herold.db-wal").stat().st_size > 0
    copy = back_up(tmp_path / "herold.db", tmp_path / "kept")
    assert len(entries(copy.path)) > herold.acknowledged


def test_a_backup_is_one_file_named_by_its_time_and_readable_by_its_owner_alone(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    assert list(copy.path.parent.iterdir()) == [copy.path]
    assert backups(copy.path.parent, "herold") == [copy.path]
    assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600
    assert (copy.battles, copy.entries, copy.outdated) == (1, 6, False)


def test_backups_of_the_same_second_stand_side_by_side_in_their_order(database: Path) -> None:
    made = [back_up(database, database.parent / "kept").path for _ in range(3)]
    assert backups(database.parent / "kept", "herold") == made


def test_only_the_newest_backups_are_kept_and_nothing_else_is_touched(database: Path) -> None:
    folder = database.parent / "kept"
    folder.mkdir()
    others = [folder / "anderes-20200101T000000Z.db", folder / "herold.db", folder / "herold-alt.db"]
    for other in others:
        other.touch()
    (folder / "herold-20200101T000000Z.db").touch()
    (folder / "herold-20200101T000000Z-2.db").touch()
    copy = back_up(database, folder, keep=2)
    assert backups(folder, "herold") == [folder / "herold-20200101T000000Z-2.db", copy.path]
    assert all(other.exists() for other in others)


def test_an_interrupted_backup_leaves_nothing_behind(database: Path) -> None:
    def progress(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(database, database.parent / "kept", progress=progress)
    assert list((database.parent / "kept").iterdir()) == []


def test_a_damaged_database_pushes_no_good_backup_out(database: Path) -> None:
    folder = database.parent / "kept"
    good = back_up(database, folder).path
    with closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'throws'").fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(JournalError, match="beschädigt"):
        back_up(database, folder, keep=1)
    assert list(folder.iterdir()) == [good]


# -- putting one back -------------------------------------------------------------------------------------------------


def test_a_restored_battle_stands_as_it_stood_and_the_replaced_one_is_kept_whole(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    with running(database) as herold:
        pass  # dies and leaves orders behind that are not in the file itself yet
    restored = restore(copy.path, database)
    assert restored.replaced is not None
    assert len(entries(restored.replaced)) > herold.acknowledged
    assert entries(database) == list(range(6))
    assert problems(database) == []
    assert copy.path.exists()


def test_a_restore_is_refused_while_herold_is_open_even_if_it_does_nothing(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    with running(database, orders=1) as herold:
        herold.wait(lambda: herold.idle)
        with pytest.raises(JournalError, match="Herold läuft noch"):
            restore(copy.path, database)
        kept = [path.name for path in database.parent.iterdir() if not path.name.startswith("herold.db")]
    assert kept == ["kept"]
    assert len(entries(database)) == 7


@pytest.mark.parametrize(
    ("first", "last"), [(0, 4096), (0, 16), (16, 100), (100, 4096), (4096, None), (0, None)], ids=str
)
@pytest.mark.parametrize("byte", [b"\0", b"\xff"], ids=["zeros", "ones"])
def test_a_damaged_database_is_replaced_and_kept_as_it_was(
    database: Path, first: int, last: int | None, byte: bytes
) -> None:
    copy = back_up(database, database.parent / "kept")
    with database.open("r+b") as file:
        file.seek(first)
        file.write(byte * ((last or database.stat().st_size) - first))
    damaged = database.read_bytes()
    restored = restore(copy.path, database)
    assert restored.replaced is not None
    # Leaving WAL, SQLite may note so in the header.
    assert len(restored.replaced.read_bytes()) == len(damaged)
    assert restored.replaced.read_bytes()[100:] == damaged[100:]
    assert entries(database) == list(range(6))


def test_what_stands_beside_a_database_beyond_reading_is_kept_with_it(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    with database.open("r+b") as file:
        file.write(b"\0" * 4096)
    database.with_name("herold.db-wal").write_bytes(b"the rest of it")
    replaced = restore(copy.path, database).replaced
    assert replaced is not None
    assert replaced.with_name(replaced.name + "-wal").read_bytes() == b"the rest of it"
    assert entries(database) == list(range(6))


def test_a_database_beyond_reading_is_not_taken_from_under_a_running_herold(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    with running(database, orders=1) as herold:
        herold.wait(lambda: herold.idle)
        # A child, because closing the file in this process would let go of locks that SQLite holds for it.
        subprocess.run(["dd", "if=/dev/zero", f"of={database}", "bs=4096", "count=1", "conv=notrunc", "status=none"])
        with pytest.raises(JournalError, match="Herold läuft noch"):
            restore(copy.path, database)


def test_a_backup_comes_into_an_empty_place_in_spite_of_what_a_deleted_database_left(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    with running(database):
        pass
    assert database.with_name("herold.db-wal").stat().st_size > 0
    database.unlink()
    restored = restore(copy.path, database)
    assert restored.replaced is None
    assert entries(database) == list(range(6))


def test_a_backup_of_an_older_herold_is_brought_up_to_date_by_the_next_start(tmp_path: Path) -> None:
    old, database = tmp_path / "old.db", tmp_path / "herold.db"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, known_revisions()[0])
    engine.dispose()
    assert restore(old, database).copy.outdated
    assert problems(database) == []
    assert not restore(database, tmp_path / "again.db").copy.outdated


def test_a_restored_file_belongs_to_whom_the_replaced_one_belonged(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    database.chmod(0o640)
    if os.getuid() == 0:
        os.chown(database, 1234, 1234)
    restore(copy.path, database)
    assert stat.S_IMODE(database.stat().st_mode) == 0o640
    assert database.stat().st_uid == (1234 if os.getuid() == 0 else os.getuid())


def test_a_link_to_the_database_stays_a_link(database: Path) -> None:
    copy = back_up(database, database.parent / "kept")
    link = database.parent / "link.db"
    link.symlink_to(database)
    restore(copy.path, link)
    assert link.is_symlink()
    assert entries(database) == list(range(6))


def newer(path: Path) -> Path:
    revision_of(path, "9999")
    return path


def foreign(path: Path) -> Path:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    return path


def garbage(path: Path) -> Path:
    path.write_bytes(b"no database at all, but long enough to look for one" * 100)
    return path


def halved(path: Path) -> Path:
    os.truncate(path, path.stat().st_size // 2)
    return path


def empty(path: Path) -> Path:
    os.truncate(path, 0)
    return path


def missing(path: Path) -> Path:
    return path.with_name("nowhere.db")


def folder(path: Path) -> Path:
    return path.parent


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (newer, "neueren Fassung"),
        (foreign, "nicht die Datenbank von Herold"),
        (garbage, "keine Datenbank"),
        (halved, "beschädigt"),
        (empty, "nicht die Datenbank von Herold"),
        (missing, "gibt es nicht"),
        (folder, "ist ein Ordner"),
    ],
)
def test_what_is_no_backup_is_refused_and_nothing_changes(
    spoil: Callable[[Path], Path], sentence: str, database: Path
) -> None:
    bad = spoil(back_up(database, database.parent / "kept").path)
    before = sorted(path for path in database.parent.rglob("*") if not path.name.startswith("herold.db-"))
    with pytest.raises(JournalError, match=sentence):
        restore(bad, database)
    assert sorted(path for path in database.parent.rglob("*") if not path.name.startswith("herold.db-")) == before
    assert entries(database) == list(range(6))


def test_the_database_is_not_its_own_backup(database: Path) -> None:
    with pytest.raises(JournalError, match="selbst"):
        restore(database, database)


# -- which file -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["data/herold.db", "sqlite+aiosqlite:///data/herold.db", "sqlite:///data/herold.db"])
def test_the_file_is_found_by_path_and_by_address(where: str) -> None:
    assert database_file(where) == Path("data/herold.db")


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("postgresql+asyncpg://herold@db/herold", "pg_dump"),
        ("sqlite+aiosqlite://", "nur im Speicher"),
        ("://", "nicht lesen"),
    ],
)
def test_what_is_no_file_is_told_in_a_sentence(where: str, sentence: str) -> None:
    with pytest.raises(JournalError, match=sentence):
        database_file(where)
