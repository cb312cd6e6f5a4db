"""`herold chance`: exact, as fraction and percent, and never a die thrown for it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from bot.__main__ import main
from rules.referee.content import assets_dir

EXAMPLES = assets_dir() / "mfm" / "beispiele"


def test_the_swordsman_of_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chance", str(EXAMPLES / "schwertkaempfer.toml")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "blau: /nahkampf figur:S1 ziel:R1"
    assert "   35/144 (24.3 %)  Speerkämpfer R1 scheidet aus" in lines
    assert lines[-1] == "zusammen 1"


def test_a_chariot_runs_down_a_man_who_could_jump(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chance", "anfahren"]) == 0
    out = capsys.readouterr().out
    assert "5/9 (55.6 %)  Schwertkämpfer S1 scheidet aus" in out
    assert "rot entscheidet 4/9 (44.4 %)" in out


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_is_a_case_that_comes_out(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", str(path)]) == 0


def test_json_sums_to_exactly_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chance", "schwertkaempfer", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["by"], data["say"]) == ("blau", "/nahkampf figur:S1 ziel:R1")
    assert sum(Fraction(outcome["chance"]) for outcome in data["outcomes"]) == 1
    assert data["events"] == [{"text": "Speerkämpfer R1 scheidet aus", "chance": "35/144", "percent": 24.3056}]


def test_another_line_may_be_asked_about_after_the_last_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chance", "schwertkaempfer", "--step", "2", "--say", "/zugende"]) == 0
    assert capsys.readouterr().out.startswith("blau: /zugende\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["gibt-es-nicht"], "gibt-es-nicht: Die Datei lässt sich nicht lesen."),
        (["schwertkaempfer", "--step", "2"], "Der Fall hat 1 Schritt; einen Schritt 2 gibt es nicht."),
        (["schwertkaempfer", "--step", "0"], "Der Fall hat 1 Schritt; einen Schritt 0 gibt es nicht."),
        (["schwertkaempfer", "--say", "/fliegen S1"], "Den Befehl »/fliegen« kenne ich nicht."),
        (["schwertkaempfer", "--say", "/nahkampf S1 R2"], "grenzt nicht an Schwertkämpfer S1 an. (GR 4)"),
        (["schwertkaempfer", "--say", "/zugende", "--by", "gruen"], "Einen Sitz »gruen« gibt es in diesem Fall nicht."),
    ],
)
def test_what_cannot_be_computed_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chance", *arguments]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
