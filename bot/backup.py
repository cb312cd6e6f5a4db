"""Copies of the journal's SQLite file: one taken while Herold plays on, and one put back while it rests.

A copy is read within a single transaction. It therefore holds every order that had been acknowledged when it began, and
nobody has to wait for it. It gets its name only after it has been checked, so that a file with the name of a backup is
a whole one. Databases of other kinds have tools of their own.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from rules.journal.engine import known_revisions
from rules.journal.errors import JournalError

Progress = Callable[[int, int], None]
"""Told now and then how many of how many pages are copied."""

FOLDER = "backups"
PAGES_AT_ONCE = 512
# SQLite's file format: how a database begins, and the range on which everybody who has it open holds a lock.
HEADER = b"SQLite format 3\0"
SHARED_LOCK, SHARED_LOCK_SIZE = 0x40000002, 510


@dataclass(frozen=True, slots=True)
class Copy:
    """A checked copy of a journal and what is in it."""

    path: Path
    size: int
    battles: int
    entries: int
    outdated: bool
    """Written by an older Herold; the next start brings it up to date."""


@dataclass(frozen=True, slots=True)
class Restored:
    copy: Copy
    replaced: Path | None
    """Where the database that stood there before is kept."""


def database_file(where: str) -> Path:
    """The SQLite file behind a path or a database URL."""
    if "://" not in where:
        return Path(where)
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as error:
        raise JournalError("Die Adresse der Datenbank lässt sich nicht lesen.") from error
    if url.get_backend_name() != "sqlite":
        raise JournalError("Herold sichert nur SQLite selbst; für PostgreSQL sind pg_dump und pg_restore da.")
    if not url.database or url.database == ":memory:":
        raise JournalError("Diese Datenbank liegt nur im Speicher und lässt sich nicht sichern.")
    return Path(url.database)


def back_up(database: Path, folder: Path, *, keep: int | None = None, progress: Progress | None = None) -> Copy:
    """Copy a database, in use or not, into a folder. `keep` removes all but so many of its newest backups there."""
    _must_be_file(database, "Die Datenbank")
    with _one_sentence("Die Sicherung ist nicht gelungen"):
        folder.mkdir(parents=True, exist_ok=True)
        with _checked_copy(database, folder, progress) as (part, copy):
            backup = _free_name(folder, database.stem, ".db")
            part.replace(backup)
            _settle(folder)
    if keep is not None:
        with _one_sentence(f"»{backup}« ist fertig, aber eine ältere Sicherung ließ sich nicht löschen"):
            for old in backups(folder, database.stem)[: -max(keep, 1)]:
                old.unlink()
    return _at(backup, copy)


def backups(folder: Path, stem: str) -> list[Path]:
    """The backups of a database in a folder, oldest first."""
    name = re.compile(re.escape(stem) + r"-(\d{8}T\d{6}Z)(?:-(\d+))?\.db")
    found = ((match, path) for path in folder.iterdir() if (match := name.fullmatch(path.name)))
    return [path for _, path in sorted(((match[1], int(match[2] or 1)), path) for match, path in found)]


def restore(backup: Path, database: Path, *, progress: Progress | None = None) -> Restored:
    """Put a backup in the place of a database that nobody uses. What stood there is kept beside it."""
    _must_be_file(backup, "Die Sicherung")
    database = database.resolve()  # a link to the file stays a link
    with _one_sentence("Das Zurückspielen ist nicht gelungen"):
        if not database.parent.is_dir():
            raise JournalError(f"Den Ordner »{database.parent}« gibt es nicht.")
        if not database.exists():
            with _checked_copy(backup, database.parent, progress) as (part, copy):
                # What a deleted database left behind would be played into the one that takes its place.
                for ending in ("-wal", "-shm", "-journal"):
                    _beside(database, ending).unlink(missing_ok=True)
                part.replace(database)
                _settle(database.parent)
            return Restored(_at(database, copy), None)
        if database.samefile(backup):
            raise JournalError("Das ist die Datenbank selbst, keine Sicherung.")
        with _alone(database), _checked_copy(backup, database.parent, progress) as (part, copy):
            _own_alike(part, database)
            replaced = _free_name(database.parent, f"{database.stem}-replaced", database.suffix)
            _keep(database, replaced)
            part.replace(database)
            _settle(database.parent)
        return Restored(_at(database, copy), replaced)


def _at(path: Path, copy: Copy) -> Copy:
    return Copy(path, copy.size, copy.battles, copy.entries, copy.outdated)


@contextmanager
def _checked_copy(source: Path, folder: Path, progress: Progress | None) -> Iterator[tuple[Path, Copy]]:
    """A whole and checked copy under a passing name, gone at the end unless it was given a better one."""
    handle, name = tempfile.mkstemp(prefix=".herold-", suffix=".part", dir=folder)
    part = Path(name)
    try:
        _copy(source, part, progress or (lambda done, total: None))
        copy = _check(part)
        os.fsync(handle)
        yield part, copy
    finally:
        os.close(handle)
        for ending in ("", "-journal"):
            _beside(part, ending).unlink(missing_ok=True)


def _copy(source: Path, part: Path, progress: Progress) -> None:
    uri = f"{source.resolve().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as origin,
        closing(sqlite3.connect(part, isolation_level=None)) as copy,
    ):
        # Without a transaction of our own SQLite starts the copy over whenever somebody writes meanwhile.
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_master").fetchone()
        origin.backup(
            copy, pages=PAGES_AT_ONCE, progress=lambda _, remaining, total: progress(total - remaining, total)
        )
        # The copy is one file; the journal itself turns WAL on again when it opens it.
        copy.execute("PRAGMA journal_mode = DELETE")


def _check(part: Path) -> Copy:
    with closing(sqlite3.connect(part)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise JournalError("Die Datenbank ist beschädigt; die Kopie wurde verworfen.")
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= {"alembic_version", "battles", "entries"}:
            raise JournalError("Das ist nicht die Datenbank von Herold.")
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        if revision not in known_revisions():
            raise JournalError("Diese Datenbank stammt von einer neueren Fassung von Herold; diese ist zu alt für sie.")
        (battles,) = connection.execute("SELECT count(*) FROM battles").fetchone()
        (entries,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    return Copy(part, part.stat().st_size, battles, entries, revision != known_revisions()[-1])


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Hold a database that nobody else has open, with everything that was written to it in the file itself.

    One too damaged for SQLite is held as it is: that is what backups are for.
    """
    connection = _exclusive(database) if _has_header(database) else None
    with _held_raw(database) if connection is None else closing(connection):
        yield


def _exclusive(database: Path) -> sqlite3.Connection | None:
    connection = sqlite3.connect(database, timeout=0, isolation_level=None)
    try:
        # Leaving WAL is refused while anybody else is connected, even if he does nothing.
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        connection.close()
        match _code(error):
            case sqlite3.SQLITE_BUSY:
                raise JournalError(_IN_USE) from error
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                return None
            case _:
                raise
    return connection


@contextmanager
def _held_raw(database: Path) -> Iterator[None]:
    with database.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, SHARED_LOCK_SIZE, SHARED_LOCK)
        except OSError as error:
            raise JournalError(_IN_USE) from error
        yield


def _has_header(database: Path) -> bool:
    with database.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


_IN_USE = "Herold läuft noch auf dieser Datenbank; halte ihn an und versuche es dann noch einmal."


def _keep(database: Path, replaced: Path) -> None:
    """Give the database a second name. It keeps the first until the new one takes it, so there always is one."""
    try:
        os.link(database, replaced)
    except OSError:
        shutil.copy2(database, replaced)
    # Only a damaged database still has these; they may hold the rest of it, and would ruin the new one.
    for ending in ("-wal", "-journal"):
        with suppress(FileNotFoundError):
            _beside(database, ending).replace(_beside(replaced, ending))
    _beside(database, "-shm").unlink(missing_ok=True)


def _own_alike(part: Path, database: Path) -> None:
    old = database.stat()
    part.chmod(stat.S_IMODE(old.st_mode))
    with suppress(PermissionError):
        os.chown(part, old.st_uid, old.st_gid)


def _free_name(folder: Path, stem: str, suffix: str) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    path, number = folder / f"{stem}-{stamp}{suffix}", 2
    while path.exists():
        path, number = folder / f"{stem}-{stamp}-{number}{suffix}", number + 1
    return path


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _settle(folder: Path) -> None:
    """Make the new name survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _must_be_file(path: Path, what: str) -> None:
    if path.is_dir():
        raise JournalError(f"»{path}« ist ein Ordner, keine Datenbank.")
    if not path.exists():
        raise JournalError(f"{what} »{path}« gibt es nicht.")


@contextmanager
def _one_sentence(failed: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        match _code(error):
            case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
                raise JournalError(f"{failed}: Die Datei ist keine Datenbank, oder sie ist beschädigt.") from error
            case sqlite3.SQLITE_FULL:
                raise JournalError(f"{failed}: Die Platte ist voll.") from error
            case _:
                raise JournalError(f"{failed} (»{error}«).") from error
    except OSError as error:
        match error.errno:
            case errno.EACCES | errno.EPERM | errno.EROFS:
                why = "Dafür fehlen die Rechte"
            case errno.ENOSPC | errno.EDQUOT:
                why = "Die Platte ist voll"
            case _:
                why = error.strerror or "kein Zugriff"
        raise JournalError(f"{failed}: {why} (»{error.filename or '?'}«).") from error


def _code(error: sqlite3.Error) -> int:
    """The kind of a failure, without SQLite's finer distinctions."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
