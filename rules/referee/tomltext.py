"""Writes data as TOML text that people can read and edit; Python's library only reads it.

Tables of a list become `[[name]]`, tables `[name]`, tables inside a table's values stay on their line. Lists that would
make a line too long are broken. What TOML cannot say (nothing) is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["to_toml"]

_WIDTH = 110
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def to_toml(data: Mapping[str, Any]) -> str:
    """The text that reads back as the same data."""
    return "\n".join(_table(data, "")).strip("\n") + "\n"


def _table(data: Mapping[str, Any], path: str) -> Iterator[str]:
    tables: list[tuple[str, Any]] = []
    for key, value in data.items():
        if value is None:
            continue
        if (isinstance(value, Mapping) and path.count(".") < 1) or _is_list_of_tables(value):
            tables.append((key, value))
        else:
            yield f"{_key(key)} = {_value(value, len(key) + 3)}"
    for key, value in tables:
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]", *_table(value, name))
        else:
            for item in value:
                yield from ("", f"[[{name}]]", *_inline_table(item))


def _inline_table(data: Mapping[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if value is not None:
            yield f"{_key(key)} = {_value(value, len(key) + 3)}"


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, Sequence) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _value(value: Any, used: int = 0) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _string(value)
        case Mapping():
            pairs = (f"{_key(key)} = {_value(item)}" for key, item in value.items() if item is not None)
            return "{ " + ", ".join(pairs) + " }" if value else "{}"
        case Sequence():
            return _list([_value(item) for item in value], used)
    raise TypeError(f"TOML has no word for {type(value).__name__}")


def _list(items: list[str], used: int) -> str:
    line = "[" + ", ".join(items) + "]"
    if not used or used + len(line) <= _WIDTH:
        return line
    rows = [""]
    for item in items:
        if len(rows[-1]) + len(item) > _WIDTH and rows[-1]:
            rows.append("")
        rows[-1] += f"{item}, "
    return "[\n" + "".join(f"    {row.rstrip()}\n" for row in rows) + "]"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _string(text: str) -> str:
    # JSON escapes as TOML does, but for the one control character that it lets stand.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
