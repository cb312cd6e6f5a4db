"""Discord's own description of its API, held against recorded calls: what the bot sends and what the table answers.

The description lies outside of the repository, in the folder that HEROLD_SHARED names or in `shared` beside it.
"""

import json
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from bot.table.api import Record

ROOT = Path(__file__).resolve().parents[2]
FILE = Path("data") / "discord-openapi.json"

ABSENT = "Discord's description of its API is not here (HEROLD_SHARED): nothing was held against it."

# Where Discord, discord.py and the description do not agree among themselves.
EXCEPTIONS = {
    "attachments[].id": "discord.py sends a number; Discord takes it, the description wants a string",
    "allowed_mentions.users[]": "discord.py sends numbers; Discord takes them, the description wants strings",
    "errors": "Discord names mistakes in forms by words such as BASE_TYPE_REQUIRED; the description says integer",
}


def place() -> Path | None:
    path = Path(os.environ.get("HEROLD_SHARED") or ROOT.parent / "shared") / FILE
    return path if path.is_file() else None


def hold_against_description(records: Sequence[Record]) -> None:
    """Fails if a call or an answer does not fit. Without the description it says so and checks nothing."""
    found = place()
    if found is not None:
        problems = [problem for record in records for problem in _load(found).problems(record)]
        assert not problems, "\n".join(problems)
    elif os.environ.get("CI") == "true":
        print(ABSENT)
    else:
        pytest.skip(ABSENT)


@cache
def _load(path: Path) -> "Description":
    return Description(json.loads(path.read_text(encoding="utf-8")))


class Description:
    def __init__(self, document: dict[str, Any]) -> None:
        resource = DRAFT202012.create_resource(document)
        self._registry: Registry[Any] = Registry().with_resource("urn:discord", resource)
        self._paths = {_shape(path): methods for path, methods in document["paths"].items()}
        self._document = document

    def knows(self, method: str, path: str) -> bool:
        return method.lower() in self._paths.get(_shape(path), {})

    def problems(self, record: Record) -> list[str]:
        """What in a call does not fit, each with its place."""
        where = f"{record.method} {record.route} {record.status}"
        if record.route is None or not self.knows(record.method, record.route):
            return [f"{where}: not in the description"]
        operation = self._paths[_shape(record.route)][record.method.lower()]
        found: list[str] = []
        if record.sent is not None and record.status < 400:
            content = operation["requestBody"]["content"]["application/json"]
            found += self._check(content["schema"], _as_described(record.sent), f"{where} sent")
        return found + self._answer(operation, record, where)

    def _answer(self, operation: dict[str, Any], record: Record, where: str) -> list[str]:
        answers = operation["responses"]
        answer = answers.get(str(record.status)) or answers.get(f"{record.status // 100}XX")
        if answer is None:
            return [f"{where}: no such status in the description"]
        if "$ref" in answer:
            answer = self._document["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        content = answer.get("content")
        if content is None:
            return [f"{where}: has a body"] if record.got is not None else []
        got = record.got
        if record.status >= 400 and isinstance(got, dict):
            got = {name: value for name, value in got.items() if name != "errors"}
        return self._check(content["application/json"]["schema"], got, f"{where} got")

    def _check(self, schema: dict[str, Any], value: Any, where: str) -> list[str]:
        rooted = json.loads(json.dumps(schema).replace('"#/', '"urn:discord#/'))
        validator = Draft202012Validator(rooted, registry=self._registry)
        return [
            f"{where} {'.'.join(map(str, error.absolute_path))}: {_deepest(error)}"
            for error in validator.iter_errors(value)
        ]


def _deepest(error: Any) -> str:
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return f"{'.'.join(map(str, error.absolute_path))} {error.message[:200]}"


def _shape(path: str) -> str:
    return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))


def _as_described(value: Any) -> Any:
    if isinstance(value, dict):
        read = {name: _as_described(inner) for name, inner in value.items()}
        if isinstance(read.get("attachments"), list):
            read["attachments"] = [{**one, "id": str(one["id"])} for one in read["attachments"]]
        mentions = read.get("allowed_mentions")
        if isinstance(mentions, dict) and isinstance(mentions.get("users"), list):
            read["allowed_mentions"] = {**mentions, "users": [str(one) for one in mentions["users"]]}
        return read
    return [_as_described(inner) for inner in value] if isinstance(value, list) else value
