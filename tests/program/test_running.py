"""The program round the bot: its settings, its logs without secrets, its supervision, its start and its end."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import logs
from bot.__main__ import main
from bot.settings import Settings
from bot.supervisor import Hopeless, Supervisor
from tests.desk.room import in_loop

TOKEN = "streng.geheimes.token"


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings but the defaults, in an empty folder."""
    for name in list(os.environ):
        if name.startswith("HEROLD_") or name == "DISCORD_TOKEN":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def quiet_logs() -> Iterator[None]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)


def test_the_defaults_work_without_any_setting(bare: Path) -> None:
    settings = Settings()
    assert settings.token is None
    assert settings.database == Path("daten/herold.db")


def test_settings_come_from_the_environment_and_from_a_file(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nHEROLD_DATA=anderswo\n", encoding="utf-8")
    monkeypatch.setenv("HEROLD_LOG_LEVEL", "DEBUG")
    settings = Settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == TOKEN
    assert settings.data == Path("anderswo")
    assert settings.log_level == "debug"
    assert TOKEN not in repr(settings)


def test_an_empty_token_is_none(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "  ")
    assert Settings().token is None


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_token_is_in_no_log(form: str, quiet_logs: None) -> None:
    out = io.StringIO()
    logs.set_up("info", form, [TOKEN], out)
    log = logging.getLogger("bot.probe")
    log.info("with %s", TOKEN, extra={"token": TOKEN})
    try:
        raise RuntimeError(f"failed with {TOKEN}")
    except RuntimeError:
        log.exception("went wrong")
    assert TOKEN not in out.getvalue()
    assert out.getvalue().count("[geheim]") >= 3


def test_a_log_for_machines_is_one_json_object_a_line(quiet_logs: None) -> None:
    out = io.StringIO()
    logs.set_up("info", "json", [], out)
    logging.getLogger("bot.probe").warning("so", extra={"battle": 7})
    line = json.loads(out.getvalue())
    assert line["message"] == "so"
    assert line["battle"] == 7
    assert line["level"] == "warning"


class Fake:
    """A client that ends the way it is told."""

    def __init__(self, ends: list[BaseException | None]) -> None:
        self.ends = ends
        self.synced = asyncio.Event()
        self.closed = False

    async def start(self, token: str) -> None:
        end = self.ends.pop(0) if self.ends else None
        if end is not None:
            raise end
        await asyncio.Event().wait()

    def is_closed(self) -> bool:
        return self.closed

    async def close(self) -> None:
        self.closed = True


@in_loop
async def test_whatever_ends_a_client_another_takes_its_place() -> None:
    ends: list[BaseException | None] = [TypeError("malformed"), ConnectionResetError(), None]
    made: list[Fake] = []

    def make(sync: bool) -> Any:
        made.append(Fake(ends))
        return made[-1]

    supervisor = Supervisor(TOKEN, make, first_pause=0.001)
    task = asyncio.create_task(supervisor.run())
    async with asyncio.timeout(5):
        while len(made) < 3:
            await asyncio.sleep(0.005)
    supervisor.stop()
    await asyncio.wait_for(task, 5)
    assert supervisor.restarts == 2
    assert all(client.closed for client in made)


@in_loop
async def test_a_token_that_discord_refuses_ends_the_program_with_a_sentence() -> None:
    supervisor = Supervisor(TOKEN, lambda sync: Fake([discord.LoginFailure("no")]))  # type: ignore[arg-type, return-value]
    with pytest.raises(Hopeless, match="DISCORD_TOKEN") as error:
        await asyncio.wait_for(supervisor.run(), 5)
    assert TOKEN not in str(error.value)


def test_doctor_finds_everything_well_in_an_empty_folder(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "lokalen Tisch" in out
    assert "Datenbank" in out


def test_doctor_explains_what_is_missing(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare / "kein-ordner").write_text("", encoding="utf-8")
    monkeypatch.setenv("HEROLD_DATA", "kein-ordner")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main(["doctor", "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    folder = next(row for row in rows if row["name"] == "Ordner")
    assert not folder["ok"]
    assert TOKEN not in json.dumps(rows)


def test_a_wrong_setting_is_refused_in_one_sentence(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEROLD_PORT", "viele")
    assert main(["run"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_herold_runs_shows_its_page_and_ends_cleanly(bare: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1", "HEROLD_LOG_FORMAT": "json"}
    command = [sys.executable, "-m", "bot", "run", "--port", "0", "--kein-browser"]
    with subprocess.Popen(
        command, cwd=bare, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        address = re.search(r"http://\S+", program.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address[0], timeout=10) as page:
            assert page.status == 200
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=20)
        assert program.returncode == 0, errors
    assert (bare / "daten" / "herold.db").exists()
    assert "Traceback" not in errors
