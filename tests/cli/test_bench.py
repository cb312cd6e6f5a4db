"""`herold bench`: every figure beside its yardstick, and an honest word on whether its aim is reached."""

import json

import pytest

from bot.__main__ import main
from bot.bench import Measure, journal, orders
from bot.cli.bench import _reached

# The yardstick's own parser is older than today's Python.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

JOURNAL = Measure("Befehle ins Journal", 500.0, "1/s", "nackt: 1000/s", 0.5, "≥ 0.7")


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "ROUNDS", 1)
    monkeypatch.setattr(orders, "REPEAT", 2)
    monkeypatch.setattr(orders, "THROWS", 20)
    monkeypatch.setattr(journal, "measure", lambda entries: [JOURNAL])


def test_each_order_is_measured_beside_the_same_yardstick(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = [measure["name"] for measure in found]
    assert names == [
        "/nahkampf, 40 Figuren",
        "/fernkampf, 40 Figuren",
        "/anfahren, 40 Figuren",
        "Chancen: Anfahren auf zwei Ziele",
        "Chancen: Fahrt an zwei Stoßspeeren vorbei",
        "Befehle ins Journal",
    ]
    assert all(measure["value"] > 0 and measure["ratio"] > 0 for measure in found)
    assert all("d20 roll('3d12')" in measure["beside"] for measure in found[:3])


def test_the_table_says_what_is_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["Messung", "Wert", "daneben", "Verhältnis", "Ziel", "erreicht"]
    assert lines[-2].split()[-1] == "nein"
    assert lines[-1].endswith("verfehlt.")


def test_forty_figures_stand_on_the_board() -> None:
    _, system, position = orders._load(orders.BOARD)
    units = [unit for seat in system.seats(position.battle) for unit in system.units(position.battle, seat)]
    assert sum(unit in position.battle.figuren for unit in units) == 40


@pytest.mark.parametrize(
    ("value", "ratio", "aim", "reached"),
    [
        (0.2, 30.0, "≤ 0.25 ms", True),
        (0.3, 0.1, "≤ 0.25 ms", False),
        (9.0, 1.2, "≤ 1.2", True),
        (0.1, 1.3, "≤ 1.2", False),
        (9.0, 0.7, "≥ 0.7", True),
        (9.0, 0.6, "≥ 0.7", False),
    ],
)
def test_an_aim_with_a_unit_is_for_the_value_and_one_without_for_the_ratio(
    value: float, ratio: float, aim: str, reached: bool
) -> None:
    assert _reached(Measure("x", value, "ms", "y", ratio, aim)) is reached
