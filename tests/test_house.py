"""The order of the house: who may import whom, what a rule may not reach for, and what no file may contain."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent

ABOVE_THE_RULES = {"discord", "PIL", "bot", "cogs"}
CLOCK_CHANCE_AND_MACHINE = {"datetime", "os", "random", "secrets", "time", "uuid"}
MAY_REACH_FOR = {
    "rules/referee/sealed.py": {"secrets"},
    "rules/referee/content.py": {"os"},
    "rules/journal/": {"datetime", "os", "secrets", "time"},
}

# What the rooms above the rules may not know. A game is a rulebook of its own in rules/.
GAMES = {f"rules.{path.parent.name}" for path in (ROOT / "rules").glob("*/system.py")} - {"rules.referee"}
UNKNOWN_TO = {
    "bot/table/": {"PIL", "bot.desk", "bot.messages", "bot.paint", "cogs", "discord", "rules"},
    "bot/paint/": {"aiohttp", "bot.desk", "bot.messages", "bot.table", "cogs", "discord", "sqlalchemy", "sqlmodel"},
    "bot/desk/": {"PIL", "aiohttp", "bot.messages", "bot.table", "cogs", "discord"},
    "bot/messages/": {"PIL", "bot.table", "cogs", "sqlalchemy", "sqlmodel"},
    "cogs/": {"PIL", "aiohttp", "bot.table", "rules.board", "rules.journal", "sqlalchemy", "sqlmodel", *GAMES},
}

# Spelled so that this file does not contain what it looks for.
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home|Users|tmp)(?![\w-])")
INDEX_ADDRESS = re.compile(r"index[-_]ur[l]|find[-_]link[s]|trusted[-_]hos[t]|pyp[i]\.[a-z]|pythonhoste[d]|file:/{2}")

PIN = re.compile(r"""[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+(; python_version >= "\d+\.\d+")?""")
LOCKS = ("requirements.lock", "requirements-dev.lock")


def imported_in_full(source: str) -> set[str]:
    """Everything a module imports, wherever in it the import stands; `from a import b` as `a` and as `a.b`."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def imported(source: str) -> set[str]:
    """The top-level names of everything a module imports."""
    return {name.partition(".")[0] for name in imported_in_full(source)}


def known(source: str, rooms: set[str]) -> set[str]:
    """Those of the rooms that a module imports, or imports something of."""
    names = imported_in_full(source)
    return {room for room in rooms if any(name == room or name.startswith(f"{room}.") for name in names)}


def rule_modules() -> dict[str, set[str]]:
    modules = sorted((ROOT / "rules").rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): imported(path.read_text(encoding="utf-8")) for path in modules}


def allowed(module: str) -> set[str]:
    return {name for place, names in MAY_REACH_FOR.items() if module.startswith(place) for name in names}


def project_files() -> list[Path]:
    """Everything that is or would be committed; without git, everything that is not made by tools."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        names = []
    if "pyproject.toml" in names:
        return [ROOT / name for name in names if name and (ROOT / name).is_file()]
    made = {".git", ".venv", "build", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"}
    files = (path for path in ROOT.rglob("*") if path.is_file())
    return [
        path
        for path in files
        if not any(part in made or part.endswith(".egg-info") for part in path.relative_to(ROOT).parts)
    ]


def text_lines() -> Iterator[tuple[str, str]]:
    """Each line of each text file with its place, as `file:line`."""
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            yield f"{path.relative_to(ROOT).as_posix()}:{number}", line


def locked(name: str) -> list[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import random as r",
        "from random import choice",
        "import os, random",
        "def f():\n    import random",
        "if TYPE_CHECKING:\n    from random.x import Y",
    ],
)
def test_every_way_of_importing_is_seen(source: str) -> None:
    assert "random" in imported(source)


def test_rules_know_nothing_above_them() -> None:
    modules = rule_modules()
    assert modules
    assert {module: names & ABOVE_THE_RULES for module, names in modules.items() if names & ABOVE_THE_RULES} == {}


def test_rules_reach_for_no_clock_no_chance_and_no_machine() -> None:
    reaching = {module: names & CLOCK_CHANCE_AND_MACHINE - allowed(module) for module, names in rule_modules().items()}
    assert {module: names for module, names in reaching.items() if names} == {}


def test_exceptions_are_for_their_own_module_only() -> None:
    assert allowed("rules/referee/sealed.py") == {"secrets"}
    assert allowed("rules/journal/store.py") >= {"time", "os"}
    assert allowed("rules/mfm/anfahren.py") == set()


@pytest.mark.parametrize(
    "source",
    ["import rules.mfm", "from rules import mfm", "from rules.mfm import system", "from rules.mfm.wurf import x"],
)
def test_every_way_of_knowing_a_room_is_seen(source: str) -> None:
    assert known(source, {"rules.mfm"}) == {"rules.mfm"}
    assert known(source, {"rules"}) == {"rules"}
    assert known(source, {"rules.mf", "rules.journal", "mfm"}) == set()


@pytest.mark.parametrize("room", UNKNOWN_TO)
def test_a_room_knows_nothing_of_those_it_does_not_stand_on(room: str) -> None:
    modules = sorted((ROOT / room).rglob("*.py"))
    assert modules
    found = {path: known(path.read_text(encoding="utf-8"), UNKNOWN_TO[room]) for path in modules}
    assert {path.relative_to(ROOT).as_posix(): names for path, names in found.items() if names} == {}


def test_a_cog_knows_no_game() -> None:
    assert "rules.mfm" in UNKNOWN_TO["cogs/"]


@pytest.mark.parametrize("line", ["see /" + "root/x", "cd /" + "work", '"/' + 'home/anna"', "(/" + "tmp/a)"])
def test_a_machine_path_is_recognised(line: str) -> None:
    assert MACHINE_PATH.search(line)


@pytest.mark.parametrize(
    "line", ["--extra-index-" + "url x", "https://pypi" + ".org/x", "--find-" + "links=y", "file:/" + "/z"]
)
def test_an_index_address_is_recognised(line: str) -> None:
    assert INDEX_ADDRESS.search(line)


@pytest.mark.parametrize("line", ["../work/x", "docs/home.md", "/anfahren wagen:W1", "/homecoming", "a/tmp/b"])
def test_other_slashes_are_no_machine_path(line: str) -> None:
    assert not MACHINE_PATH.search(line)


def test_no_file_names_a_machine_or_a_package_index() -> None:
    lines = list(text_lines())
    assert any(place.startswith("pyproject.toml:") for place, _ in lines)
    assert [
        f"{place}: {line.strip()}" for place, line in lines if MACHINE_PATH.search(line) or INDEX_ADDRESS.search(line)
    ] == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_holds_exact_versions_and_nothing_else(name: str) -> None:
    pins = [line for line in locked(name) if line != "-r requirements.lock"]
    assert pins
    assert [line for line in pins if not PIN.fullmatch(line)] == []


def test_the_locks_pin_everything_the_project_asks_for() -> None:
    def canonical(requirement: str) -> str:
        return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~ ]", requirement)[0]).lower()

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime = {canonical(pin) for pin in locked("requirements.lock")}
    development = {canonical(pin) for pin in locked("requirements-dev.lock")}
    assert {canonical(asked) for asked in project["dependencies"]} - runtime == set()
    extras = [asked for extra in project["optional-dependencies"].values() for asked in extra]
    assert {canonical(asked) for asked in extras} - runtime - development == set()


def test_every_command_module_is_registered_under_its_own_name() -> None:
    modules = {path.stem for path in (ROOT / "bot" / "cli").glob("*.py") if not path.stem.startswith("_")}
    registered = {function.__module__: function.__name__ for function, _ in COMMANDS}
    assert registered == {f"bot.cli.{module}": module for module in modules}


def test_help_is_listed_without_loading_the_rules() -> None:
    probe = (
        "import sys, bot.cli; print(*sorted({'PIL', 'discord', 'pydantic', 'rules', 'sqlalchemy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_help_and_version_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "Herold, der Schiedsrichter" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert re.fullmatch(r"Herold \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["gibtesnicht"], "Diesen Befehl gibt es nicht. „herold --help“ zeigt, was geht.\n"),
        (["--gibtesnicht"], "Die Option --gibtesnicht gibt es nicht. „herold --help“ zeigt, was geht.\n"),
    ],
)
def test_a_wrong_call_gets_one_german_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == sentence
