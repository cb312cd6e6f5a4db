"""Opening a database: what is made, what is migrated, and what is not touched."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.schema import CreateTable

from rules.journal.engine import MIGRATIONS, Database, known_revisions
from rules.journal.errors import JournalError
from rules.journal.live import Entry, Seat, Thrown
from rules.journal.tables import Row, entries, seats, throws
from tests.journal.table import begun, in_loop, opened


async def refused(path: Path | str, *, create: bool = True) -> str:
    with pytest.raises(JournalError) as error:
        await Database.open(path, create=create)
    assert "\n" not in error.value.satz
    return error.value.satz


@in_loop
async def test_a_new_database_is_made_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with await opened(Path()) as keeper:
        await begun(keeper)
    with closing(sqlite3.connect(tmp_path / "journal.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@in_loop
async def test_the_migrations_make_exactly_the_tables_of_the_models(tmp_path: Path) -> None:
    await (await Database.open(tmp_path / "journal.db")).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'journal.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Row.metadata) == []
    engine.dispose()


def test_the_files_of_the_migrations_are_named_after_their_revisions() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == known_revisions()[-1:]
    assert sorted(step.revision for step in script.walk_revisions()) == known_revisions()


def test_the_tables_can_be_made_in_postgresql() -> None:
    dialect = make_url("postgresql+asyncpg://").get_dialect()()
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in Row.metadata.sorted_tables]
    assert len(made) == 11


def test_what_is_written_has_exactly_the_columns_of_its_table() -> None:
    assert {field.name for field in fields(Entry)} == set(entries.c.keys())
    assert {field.name for field in fields(Thrown)} | {"id"} == set(throws.c.keys())
    assert {field.name for field in fields(Seat)} | {"battle"} == set(seats.c.keys())


@in_loop
async def test_a_database_of_a_newer_version_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with await opened(tmp_path) as keeper:
        await begun(keeper)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    assert "neueren Fassung von Herold" in await refused(path)
    assert path.read_bytes() == before


@in_loop
async def test_a_file_that_is_no_database_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "brief.txt"
    path.write_text("Liebe Anna,\n" * 500, encoding="utf-8")
    before = path.read_bytes()
    assert "ist keine Datenbank" in await refused(path)
    assert path.read_bytes() == before


@in_loop
async def test_a_database_of_somebody_else_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "andere.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE rezepte (name TEXT)")
    before = path.read_bytes()
    assert "nicht die von Herold" in await refused(path)
    assert path.read_bytes() == before


@in_loop
async def test_a_torn_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with await opened(tmp_path) as keeper:
        await begun(keeper)
    path.write_bytes(path.read_bytes()[:5000])
    await refused(path)


@in_loop
async def test_places_where_no_database_can_be_are_told_in_one_sentence(tmp_path: Path) -> None:
    assert "ist ein Ordner" in await refused(tmp_path)
    assert "gibt es nicht" in await refused(tmp_path / "weg" / "journal.db")
    assert "gibt es nicht" in await refused(tmp_path / "journal.db", create=False)
    assert not (tmp_path / "journal.db").exists()
    assert "lässt sich nicht lesen" in await refused("unsinn://x/y")


@in_loop
async def test_a_url_opens_the_same_database_as_its_path(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
    database = await Database.open(f"sqlite+aiosqlite:///{tmp_path / 'journal.db'}", create=False)
    async with database.read() as connection:
        found = await connection.exec_driver_sql("SELECT id FROM battles")
        assert found.scalars().all() == [battle]
    await database.close()


@in_loop
async def test_a_block_that_raises_leaves_no_trace(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "journal.db")

    async def spoiled() -> None:
        async with database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO servers (id, created) VALUES ('x', 1)")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await spoiled()
    async with database.read() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM servers")).scalar() == 0
    await database.close()


@in_loop
async def test_two_processes_that_read_before_they_write_wait_for_each_other(tmp_path: Path) -> None:
    one, two = await Database.open(tmp_path / "journal.db"), await Database.open(tmp_path / "journal.db")

    async def count_up(database: Database) -> None:
        async with database.write() as connection:
            found = (await connection.exec_driver_sql("SELECT count(*) FROM servers")).scalar_one()
            await asyncio.sleep(0.02)
            await connection.exec_driver_sql(f"INSERT INTO servers (id, created) VALUES ('{found}', 1)")

    await asyncio.gather(*(count_up(database) for database in (one, two, one, two)))
    async with one.read() as connection:
        found = await connection.exec_driver_sql("SELECT id FROM servers ORDER BY id")
        assert found.scalars().all() == ["0", "1", "2", "3"]
    await one.close()
    await two.close()
