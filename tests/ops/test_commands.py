"""`herold backup` and `herold restore` as they are typed: what they print, and one sentence for what went wrong."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from bot.__main__ import main
from rules.journal.keeper import Keeper
from rules.systems import SYSTEMS


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the settings, with nothing in it yet; nothing else is set."""
    for name in ("DISCORD_TOKEN", "HEROLD_TOKEN", "HEROLD_DATABASE_URL", "HEROLD_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEROLD_DATA", "hier")
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path / "hier"


@pytest.fixture
def database(data: Path) -> Path:
    async def create() -> None:
        async with await Keeper.open(data / "herold.db", SYSTEMS) as keeper:
            await keeper.create_campaign("Heim", "Feldzug")

    data.mkdir()
    asyncio.run(create())
    return data / "herold.db"


def test_a_backup_goes_beside_the_database_of_the_settings_and_back(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup"]) == 0
    told = re.fullmatch(r"Gesichert in »(.+)«: 0 Partien, 0 Einträge, \d+ KB\.\n", capsys.readouterr().out)
    assert told
    assert Path(told[1]).parent == Path("hier/backups")
    assert main(["restore", told[1]]) == 0
    out = capsys.readouterr().out
    assert re.match(r"Zurückgespielt nach ».*hier/herold\.db«: 0 Partien", out)
    replaced = re.search(r"Die ersetzte Datenbank liegt in »(.+)«\.", out)
    assert replaced
    assert Path(replaced[1]).is_file()


def test_a_program_can_read_where_the_backup_is(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "anderswo", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert Path(told["path"]).parent == Path("anderswo")
    assert Path(told["path"]).stat().st_size == told["bytes"]
    assert main(["restore", told["path"], "--database", "neu.db", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["replaced"] is None
    assert Path(told["path"]) == Path("neu.db").resolve()


def test_keep_counts_the_backup_just_made(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        assert main(["backup", "--keep", "2"]) == 0
    assert len(list((database.parent / "backups").iterdir())) == 2


def test_a_backup_comes_to_a_machine_on_which_herold_never_ran(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)["path"]
    monkeypatch.setenv("HEROLD_DATA", "noch/nicht/da")
    assert main(["restore", made]) == 0
    assert Path("noch/nicht/da/herold.db").is_file()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["backup"], "Die Datenbank »hier/herold.db« gibt es nicht."),
        (["backup", "--database", "weg.db"], "Die Datenbank »weg.db« gibt es nicht."),
        (["backup", "--database", "."], "».« ist ein Ordner, keine Datenbank."),
        (["backup", "--database", "postgresql+asyncpg://x@y/z"], "Herold sichert nur SQLite selbst"),
        (["restore", "weg.db"], "Die Sicherung »weg.db« gibt es nicht."),
        (["restore"], "Es fehlt noch"),
        (["backup", "--keep", "0"], "Der Wert für"),
    ],
)
def test_a_mistake_gets_one_german_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) in (1, 2)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


def test_a_place_that_cannot_be_written_to_gets_one_german_sentence(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("datei").touch()
    assert main(["backup", "datei/ordner"]) == 1
    assert capsys.readouterr().err.startswith("Die Sicherung ist nicht gelungen: ")


def test_a_wrong_setting_is_left_to_the_doctor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEROLD_PORT", "Hafen")
    assert main(["backup"]) == 1
    assert capsys.readouterr().err == "Eine Einstellung stimmt nicht; »herold doctor« sagt, welche.\n"
