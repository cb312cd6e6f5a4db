"""Where the table keeps its world: documents and files in a folder, or nothing but memory for tests.

One SQLite table of JSON documents by kind and id; each write is durable before the call returns. Attachments are files
beside it. What the documents mean is the world's business.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS document (
    kind TEXT NOT NULL, id INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
"""


class Store(Protocol):
    def load(self, kind: str) -> Iterator[str]:
        """Every document of a kind, in the order of ids."""

    def put(self, kind: str, key: int, body: str) -> None: ...

    def drop(self, kind: str, key: int) -> None: ...

    def put_file(self, key: int, data: bytes) -> None: ...

    def file(self, key: int) -> bytes | None: ...

    def drop_file(self, key: int) -> None: ...

    def file_keys(self) -> Iterator[int]: ...

    def close(self) -> None: ...


class MemoryStore:
    """Keeps files only; the world itself already holds all documents."""

    def __init__(self) -> None:
        self._files: dict[int, bytes] = {}

    def load(self, kind: str) -> Iterator[str]:
        return iter(())

    def put(self, kind: str, key: int, body: str) -> None:
        return

    def drop(self, kind: str, key: int) -> None:
        return

    def put_file(self, key: int, data: bytes) -> None:
        self._files[key] = data

    def file(self, key: int) -> bytes | None:
        return self._files.get(key)

    def drop_file(self, key: int) -> None:
        self._files.pop(key, None)

    def file_keys(self) -> Iterator[int]:
        return iter(tuple(self._files))

    def close(self) -> None:
        self._files.clear()


class FolderStore:
    def __init__(self, folder: Path) -> None:
        self._files = folder / "files"
        self._files.mkdir(parents=True, exist_ok=True)
        self._base = sqlite3.connect(folder / "table.db", isolation_level=None)
        self._base.executescript(SCHEMA)

    def load(self, kind: str) -> Iterator[str]:
        for (body,) in self._base.execute("SELECT body FROM document WHERE kind = ? ORDER BY id", (kind,)):
            yield body

    def put(self, kind: str, key: int, body: str) -> None:
        self._base.execute("INSERT OR REPLACE INTO document VALUES (?, ?, ?)", (kind, key, body))

    def drop(self, kind: str, key: int) -> None:
        self._base.execute("DELETE FROM document WHERE kind = ? AND id = ?", (kind, key))

    def put_file(self, key: int, data: bytes) -> None:
        self._path(key).write_bytes(data)

    def file(self, key: int) -> bytes | None:
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError:
            return None

    def drop_file(self, key: int) -> None:
        self._path(key).unlink(missing_ok=True)

    def file_keys(self) -> Iterator[int]:
        return (int(path.name) for path in tuple(self._files.iterdir()) if path.name.isdecimal())

    def close(self) -> None:
        self._base.close()

    def _path(self, key: int) -> Path:
        # Named by the id alone: no name that anybody chose ever becomes part of a path.
        return self._files / str(int(key))
