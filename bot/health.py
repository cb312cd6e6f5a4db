"""The pulse of a running Herold: a small file that it writes again and again, and how to read it from outside.

Whoever looks after the process (a container's health check, for example) learns from it whether the event loop still
turns and whether Discord is there. Nothing is measured by asking Herold, so a sick one cannot fail to answer.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord import AutoShardedClient

__all__ = ["beating", "is_on_air", "symptom"]

log = logging.getLogger(__name__)
FILE = "puls.json"
BEAT_SECONDS = 15.0
SILENT_SECONDS = 60.0
# Discord asks for a new connection now and then, and the supervisor waits up to two minutes before it tries again.
OFF_AIR_SECONDS = 300.0


@asynccontextmanager
async def beating(folder: Path, connected: Callable[[], bool], seconds: float = BEAT_SECONDS) -> AsyncIterator[None]:
    """Write the pulse into this folder for as long as the block lasts."""
    task = asyncio.create_task(_beat(folder / FILE, connected, seconds))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait((task,))
        with suppress(OSError):
            (folder / FILE).unlink()


def is_on_air(client: AutoShardedClient | None) -> bool:
    """Whether every shard of this client has its line to Discord."""
    return client is not None and client.is_ready() and not any(line.is_closed() for line in client.shards.values())


def symptom(folder: Path, now: float | None = None) -> str | None:
    """What is wrong with the Herold that keeps its things in this folder, in one sentence; nothing if it is well."""
    now = time.time() if now is None else now
    try:
        pulse = json.loads((folder / FILE).read_text(encoding="utf-8"))
        beat, on_air = float(pulse["beat"]), float(pulse["on_air"])
    except FileNotFoundError:
        return "Herold läuft nicht."
    except (OSError, ValueError, TypeError, KeyError):
        return "Der Puls von Herold lässt sich nicht lesen."
    if now - beat > SILENT_SECONDS:
        return f"Herold rührt sich seit {now - beat:.0f} Sekunden nicht mehr."
    if now - on_air > OFF_AIR_SECONDS:
        return f"Herold läuft, ist aber seit {(now - on_air) / 60:.0f} Minuten nicht mit Discord verbunden."
    return None


async def _beat(path: Path, connected: Callable[[], bool], seconds: float) -> None:
    # Somebody who has just begun to connect is not off the air yet.
    on_air = time.time()
    fresh = path.with_suffix(".neu")
    while True:
        now = time.time()
        if connected():
            on_air = now
        try:
            fresh.write_text(json.dumps({"beat": now, "on_air": on_air}), encoding="utf-8")
            fresh.replace(path)
        except OSError as error:
            log.warning("the pulse could not be written: %s", error)
        await asyncio.sleep(seconds)
