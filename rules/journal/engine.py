"""The database behind the journal: opening it, its migrations, its transactions. SQL of one database only is here.

SQLite runs in WAL mode with `synchronous=NORMAL`. A transaction that has been committed survives the death of the
process, however sudden. When the machine itself loses power, the last moments may be missing, but what is there is
whole; FULL would save those moments and costs a flush of the disk with every order.

Writing transactions begin with BEGIN IMMEDIATE. SQLite would otherwise let two of them read the same state and then
refuse, or lose, one of the writes.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from rules.journal.errors import JournalError

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS = 10_000
_MIGRATION_LOCK = 0x4865726F6C64
"""Any number will do, as long as all processes name the same one."""


def known_revisions() -> list[str]:
    """The revisions this program knows, oldest first. A step's file begins with its revision."""
    return sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


class Database:
    """An open database whose tables are up to date."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(reads=True)
        # SQLite has one writer at a time. Waiting here is fair; its own waiting is a series of naps.
        self._turn = asyncio.Lock() if engine.dialect.name == "sqlite" else None

    @classmethod
    async def open(cls, where: str | Path, *, create: bool = True) -> Database:
        """Open a database by its URL, or an SQLite file by its path, and bring its tables up to date.

        Refuses what is no journal, and a journal of a newer Herold, before anything in the file has changed.
        """
        url = _url(where)
        if url.get_backend_name() == "sqlite":
            _inspect_file(Path(url.database or ""), create)
        try:
            engine = create_async_engine(url)
        except ModuleNotFoundError as error:
            raise JournalError(f"Für diese Datenbank fehlt das Paket »{error.name}«.") from error
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(engine.sync_engine, "begin", _begin_sqlite)
        database = cls(engine)
        try:
            await database._migrate()
        except BaseException:
            await engine.dispose()
            raise
        return database

    async def close(self) -> None:
        await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads, and sees one moment of the database throughout."""
        with _one_sentence():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end of the block, or leaves no trace if the block raises."""
        with _one_sentence():
            if self._turn is None:
                async with self._engine.begin() as connection:
                    yield connection
            else:
                async with self._turn, self._engine.begin() as connection:
                    yield connection

    async def _migrate(self) -> None:
        head = known_revisions()[-1]
        async with self.read() as connection:
            current = await connection.run_sync(_revision)
        if current == head:
            return
        async with self.write() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            await connection.run_sync(_upgrade)


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Tell a failure of the database in one sentence. A broken constraint is for the caller to judge."""
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, OSError, sqlite3.Error) as error:
        raise JournalError(f"Die Datenbank hat den Zugriff verweigert (»{_cause(error)}«).") from error


def _cause(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0][:200]


def _url(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite+aiosqlite", database=str(where))
    try:
        url = make_url(where)
        url.get_dialect()
    except (ArgumentError, ImportError, ValueError) as error:
        raise JournalError("Die Adresse der Datenbank lässt sich nicht lesen.") from error
    return url


def _inspect_file(path: Path, create: bool) -> None:
    """Look at an SQLite file without changing it, and refuse it if it is not ours to open."""
    if path.is_dir():
        raise JournalError(f"»{path}« ist ein Ordner, keine Datenbank.")
    if not path.parent.is_dir():
        raise JournalError(f"Den Ordner »{path.parent}« gibt es nicht.")
    if not path.exists() and not create:
        raise JournalError(f"Die Datenbank »{path}« gibt es nicht.")
    try:
        if not path.exists() or path.stat().st_size == 0:
            return
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            marks = []
            if "alembic_version" in found:
                marks = [mark for (mark,) in connection.execute("SELECT version_num FROM alembic_version")]
    except (sqlite3.Error, OSError) as error:
        raise JournalError(f"»{path}« ist keine Datenbank, oder sie ist beschädigt.") from error
    if found:
        _check_revision(marks, found)


def _check_revision(marks: list[str], found: set[str]) -> str | None:
    if not marks and found - {"alembic_version"}:
        raise JournalError("Das ist eine Datenbank, aber nicht die von Herold.")
    if any(mark not in known_revisions() for mark in marks):
        raise JournalError(
            "Diese Datenbank stammt von einer neueren Fassung von Herold; diese hier ist zu alt für sie "
            "und rührt sie nicht an."
        )
    return marks[0] if marks else None


def _revision(connection: Connection) -> str | None:
    found = set(inspect(connection).get_table_names())
    marks = []
    if "alembic_version" in found:
        marks = list(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
    return _check_revision(marks, found)


def _upgrade(connection: Connection) -> None:
    # Alembic takes longer to load than a database that is up to date takes to open.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions by itself, too late and too weak
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
