"""docs/operations.md and .env.example say what is so: settings, commands, intents, permissions, numbers."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
import typer
from pydantic import AliasChoices
from pydantic.fields import FieldInfo

from bot import health
from bot.cli import app
from bot.client import intents
from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")


def variable(name: str, field: FieldInfo) -> str:
    alias = field.validation_alias
    if isinstance(alias, AliasChoices):
        return str(alias.choices[0])
    return alias if isinstance(alias, str) else f"HEROLD_{name}".upper()


def default(field: FieldInfo) -> str:
    value = field.default
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


DEFAULTS = {variable(name, field): default(field) for name, field in Settings.model_fields.items()}


def table() -> dict[str, str]:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", TEXT, re.MULTILINE)
    return {name: "" if value == "none" else value.strip("`") for name, value in rows}


def test_the_table_of_settings_is_that_of_the_program() -> None:
    assert table() == DEFAULTS


def test_the_example_holds_every_setting_with_its_default_and_none_is_active() -> None:
    assert dict(re.findall(r"^#([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE)) == DEFAULTS
    assert [line for line in EXAMPLE.splitlines() if line and not line.startswith("#")] == []


def test_the_example_can_be_read_once_its_lines_are_active(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*DEFAULTS, "HEROLD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "settings"
    file.write_text(re.sub(r"^#([A-Z_]+=)", r"\1", EXAMPLE, flags=re.MULTILINE), encoding="utf-8")
    assert Settings(_env_file=file) == Settings(_env_file=None)


def code() -> list[str]:
    """The lines of the indented blocks, and what stands between backticks."""
    blocks = re.findall(r"^    (.+)$", TEXT, re.MULTILINE)
    return [*blocks, *re.findall(r"`([^`\n]+)`", TEXT)]


def calls() -> list[list[str]]:
    """Every call of the program, as its words after `herold`."""
    compose = r"docker compose (?:exec(?: -T)? herold |run --rm )"
    found = (re.search(rf"(?:^|[ /])(?:{compose})?herold ((?:[a-z]|--)[^`#]*)$", line.strip()) for line in code())
    return [match[1].split() for match in found if match]


def test_every_command_that_is_named_exists_and_takes_the_options_named() -> None:
    known = typer.main.get_command(app)
    commands = getattr(known, "commands", {})
    named = calls()
    assert {words[0] for words in named} >= {"backup", "restore", "doctor", "run", "verify", "journal-check"}
    for name, *rest in named:
        assert name in commands, name
        options = {option for parameter in commands[name].params for option in parameter.opts}
        assert {word for word in rest if word.startswith("--")} <= options


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {match[1] for line in code() if (match := re.match(r"make ([a-z]+)$", line))}
    assert named >= {"run", "setup", "test"}
    assert {target for target in named if not re.search(rf"^{target}:", makefile, re.MULTILINE)} == set()


def invitation() -> dict[str, list[str]]:
    (address,) = re.findall(r"<(https://discord\.com/oauth2/authorize\S+)>", TEXT)
    return parse_qs(urlsplit(address).query)


def test_the_invitation_asks_for_the_permissions_that_are_listed() -> None:
    asked = discord.Permissions(int(invitation()["permissions"][0]))
    assert {name for name, value in asked if value} == {
        "read_messages",  # Discord's own page calls it View Channels
        "send_messages",
        "send_messages_in_threads",
        "attach_files",
    }
    assert invitation()["scope"] == ["bot applications.commands"]


def test_no_privileged_intent_is_needed_unless_plain_lines_are_read() -> None:
    privileged = ("members", "presences", "message_content")
    assert [name for name in privileged if getattr(intents(plain_text=False), name)] == []
    assert [name for name in privileged if getattr(intents(plain_text=True), name)] == ["message_content"]


def test_the_times_of_the_health_check_are_those_of_the_program() -> None:
    assert f"every {health.BEAT_SECONDS:.0f} seconds" in TEXT
    assert (health.SILENT_SECONDS, health.OFF_AIR_SECONDS) == (60, 300)
    assert "older than a minute" in " ".join(TEXT.split())
    assert "no connection to Discord for five minutes" in " ".join(TEXT.split())
