"""Logs: one line an event, for people on a terminal and as JSON for machines; secrets are in neither."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Sequence
from typing import Any, TextIO

__all__ = ["set_up"]

HIDDEN = "[geheim]"
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class _Discreet(logging.Formatter):
    """Blots secrets out of whatever is written, wherever they came from."""

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__()
        self._secrets = [secret for secret in secrets if secret]

    def blotted(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def cause(self, record: logging.LogRecord) -> str:
        return self.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""


class _ForPeople(_Discreet):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        extra = "".join(f" {key}={value}" for key, value in _extra(record).items())
        cause = self.cause(record)
        line = f"{at} {record.levelname:<7} {record.name}: {record.getMessage()}{extra}"
        return self.blotted(f"{line}\n{cause}" if cause else line)


class _ForMachines(_Discreet):
    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, Any] = {
            "at": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **_extra(record),
        }
        cause = self.cause(record)
        if cause:
            data["cause"] = cause
        return self.blotted(json.dumps(data, ensure_ascii=False, default=str))


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in vars(record).items() if key not in _STANDARD}


def set_up(level: str, form: str, secrets: Sequence[str] = (), stream: TextIO | None = None) -> None:
    """Let everything be logged to stderr in this form; `auto` looks whether somebody is reading."""
    out = stream or sys.stderr
    machines = form == "json" or (form == "auto" and not out.isatty())
    handler = logging.StreamHandler(out)
    handler.setFormatter(_ForMachines(secrets) if machines else _ForPeople(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # These say a lot about their own inside, and little about Herold.
    for chatty in ("discord.http", "discord.gateway", "discord.client", "aiohttp.access", "aiosqlite", "PIL"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level) if level != "debug" else logging.INFO)
