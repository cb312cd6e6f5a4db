"""The pulse tells from outside whether Herold runs and has its line to Discord."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import discord
import pytest

from bot import health
from bot.__main__ import main
from bot.health import beating, is_on_air, symptom
from bot.table.local import LocalTable

ROOT = Path(__file__).resolve().parents[2]


def pulse(folder: Path, beat: float, on_air: float) -> None:
    (folder / health.FILE).write_text(json.dumps({"beat": beat, "on_air": on_air}), encoding="utf-8")


@pytest.mark.parametrize(
    ("beat", "on_air", "sentence"),
    [
        (1000, 1000, None),
        (1000 - 59, 1000 - 59, None),
        (1000, 1000 - 299, None),
        (1000 - 61, 1000 - 61, "Herold rührt sich seit 61 Sekunden nicht mehr."),
        (1000, 1000 - 360, "Herold läuft, ist aber seit 6 Minuten nicht mit Discord verbunden."),
    ],
)
def test_old_news_are_bad_news(tmp_path: Path, beat: float, on_air: float, sentence: str | None) -> None:
    pulse(tmp_path, beat, on_air)
    assert symptom(tmp_path, now=1000) == sentence


def test_no_pulse_is_no_herold(tmp_path: Path) -> None:
    assert symptom(tmp_path) == "Herold läuft nicht."


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"beat": "x", "on_air": 1}', '{"beat": null, "on_air": 1}'])
def test_a_pulse_beyond_reading_is_said_to_be_so(tmp_path: Path, text: str) -> None:
    (tmp_path / health.FILE).write_text(text, encoding="utf-8")
    assert symptom(tmp_path) == "Der Puls von Herold lässt sich nicht lesen."


def test_it_beats_while_the_loop_turns_and_is_gone_at_the_end(tmp_path: Path) -> None:
    def read() -> dict[str, float]:
        found: dict[str, float] = json.loads((tmp_path / health.FILE).read_text(encoding="utf-8"))
        return found

    async def live() -> None:
        connected = True
        async with beating(tmp_path, lambda: connected, seconds=0.01):
            await asyncio.sleep(0.1)
            first = read()
            assert first["beat"] == first["on_air"]
            connected = False
            await asyncio.sleep(0.1)
            off = read()
            await asyncio.sleep(0.1)
            still = read()
            assert off["on_air"] == still["on_air"] < off["beat"] < still["beat"]

    asyncio.run(live())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_pulse_does_not_end_herold(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def live() -> None:
        async with beating(tmp_path / "nowhere", lambda: True, seconds=0.01):
            await asyncio.sleep(0.05)

    asyncio.run(live())
    assert "the pulse could not be written" in caplog.text


def test_on_air_is_who_has_every_line_to_discord() -> None:
    async def live() -> None:
        table = LocalTable()
        await table.start()
        client = discord.AutoShardedClient(
            intents=discord.Intents(guilds=True), connector=table.connector(), guild_ready_timeout=0.05
        )
        assert not is_on_air(None)
        assert not is_on_air(client)
        running = asyncio.create_task(client.start(table.token))
        try:
            await until(lambda: is_on_air(client))
            await table.server.stop()
            await until(lambda: not is_on_air(client))
        finally:
            await client.close()
            running.cancel()
            await asyncio.wait((running,))
            await table.stop()

    asyncio.run(live())


async def until(true: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


def test_a_running_herold_is_well_and_a_closed_one_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEROLD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    environment = {name: value for name, value in os.environ.items() if name not in ("DISCORD_TOKEN", "HEROLD_TOKEN")}
    environment["PYTHONPATH"] = str(ROOT)
    command = [sys.executable, "-m", "bot", "run", "--kein-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + 30
            while main(["doctor", "--gesundheit"]) != 0:
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.2)
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
    assert "Herold läuft und ist verbunden." in capsys.readouterr().out
    assert main(["doctor", "--gesundheit"]) == 1
    assert "Herold läuft nicht." in capsys.readouterr().out
