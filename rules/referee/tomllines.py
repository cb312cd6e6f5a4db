"""Where in a TOML text a key stands. Python's reader keeps no places, and an error without a line helps nobody.

`scan` walks over a text that `tomllib` has already accepted, so it may be lenient: it judges nothing and notes lines.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping
from contextlib import suppress
from typing import TypeAlias

__all__ = ["line_of", "scan"]

Path: TypeAlias = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s.=\[\]{}"',#]+)[ \t]*""")
_STRING = re.compile(
    r'''"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}|'{3}(?:[^']|'{1,2}(?!'))*'{3,5}'''
    r"""|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}#\n]*")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_MAX_DEPTH = 40
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


def scan(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every table, key and list entry, by its path; list entries are numbered from 0."""
    scanner = _Scanner(text)
    # What was found until then still serves: `line_of` falls back to the nearest parent.
    with suppress(_Lost, RecursionError):
        scanner.document()
    return scanner.lines


def line_of(lines: Mapping[Path, int], path: Path) -> int | None:
    """The line of the path or of the closest parent that has one; None if the text knows nothing of it."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


class _Lost(Exception):
    """The text goes on in a way that the scanner does not know."""


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._lengths: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        self._skip_blank()
        while self.at < len(self.text):
            if self._take("[["):
                table = self._array_table(self._key())
                self._expect("]]")
            elif self._take("["):
                start = self.at
                table = self._resolve(self._key())
                self._note(table, start)
                self._expect("]")
            else:
                self._pair(table)
            self._skip_blank()

    def _pair(self, table: Path) -> None:
        start = self.at
        path = self._resolve(self._key(), table)
        self._note(path, start)
        self._expect("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip_blank()
        if self._take("["):
            self._entries(path, "]")
        elif self._take("{"):
            self._entries(path, "}")
        elif self.text.startswith(('"', "'"), self.at):
            self._match(_STRING)
        else:
            self._match(_BARE)

    def _entries(self, path: Path, close: str) -> None:
        index = 0
        self._skip_blank()
        while not self._take(close):
            if close == "]":
                self._note((*path, index), self.at)
                self._value((*path, index))
                index += 1
            else:
                self._pair(path)
            self._skip_blank()
            if not self._take(",") and not self.text.startswith(close, self.at):
                raise _Lost
            self._skip_blank()

    def _key(self) -> list[str]:
        parts = [_unquoted(self._match(_KEY)[1])]
        while self._take("."):
            parts.append(_unquoted(self._match(_KEY)[1]))
        return parts

    def _array_table(self, parts: list[str]) -> Path:
        array = (*self._resolve(parts[:-1]), parts[-1])
        self._note(array, self.at)
        index = self._lengths.get(array, 0)
        self._lengths[array] = index + 1
        self._note((*array, index), self.at)
        return (*array, index)

    def _resolve(self, parts: list[str], table: Path = ()) -> Path:
        """The path of a dotted key; an array of tables on the way means its newest entry."""
        path = table
        if len(path) + len(parts) > _MAX_DEPTH:
            raise _Lost
        for part in parts:
            path = (*path, part)
            if path in self._lengths:
                path = (*path, self._lengths[path] - 1)
        return path

    def _note(self, path: Path, at: int) -> None:
        """Parents that no line names themselves begin where their first child does."""
        line = bisect_right(self._ends, at - 1) + 1
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                break
            self.lines[path[:length]] = line

    def _skip_blank(self) -> None:
        self._match(_BLANK)

    def _take(self, sign: str) -> bool:
        if not self.text.startswith(sign, self.at):
            return False
        self.at += len(sign)
        return True

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise _Lost

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _Lost
        self.at = found.end()
        return found


def _unquoted(key: str) -> str:
    if key.startswith("'"):
        return key[1:-1]
    return _ESCAPE.sub(_unescaped, key[1:-1]) if key.startswith('"') else key


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _ESCAPED.get(found[3], found[3])
