"""`herold ruling`: one line a file, a count at the end, and a clear sentence for whatever is wrong with a file."""

import json
from pathlib import Path

import pytest

from bot.__main__ import main

CASE = """
title = "Ein Schlag"
system = "mfm"
rules = ["GR 4"]
map = { wiese = [20, 12] }
seats = { blau = "kelten", rot = "roemer" }

[[unit]]
id = "S1"
type = "kelten.schwertkaempfer"
side = "blau"
at = "D5"

[[unit]]
id = "R1"
type = "roemer.speerkaempfer"
side = "rot"
at = "D6"

[[unit]]
id = "R2"
type = "roemer.speerkaempfer"
side = "rot"
at = "P6"

[[step]]
by = "blau"
say = "/nahkampf figur:S1 ziel:R1"
dice = [5, 5]
expect = { "R1.out" = true }
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "schlag.toml"
    path.write_text(CASE, encoding="utf-8")
    return path


def changed(path: Path, old: str, new: str) -> str:
    assert CASE.count(old) == 1
    path.write_text(CASE.replace(old, new), encoding="utf-8")
    return path.as_posix()


def test_a_case_that_comes_out_is_one_line_and_the_count(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", str(case)]) == 0
    assert capsys.readouterr().out == f"ok  {case.as_posix()}\n1 passed, 0 failed\n"


def test_a_folder_is_searched_to_its_depths_and_one_failure_fails_all(
    case: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = tmp_path / "b" / "c"
    deep.mkdir(parents=True)
    (deep / "falsch.toml").write_text(CASE.replace("= true", "= false"), encoding="utf-8")
    assert main(["ruling", str(tmp_path)]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == f"FEHLER {(deep / 'falsch.toml').as_posix()}: Schritt 1: R1.out ist True statt False."
    assert second == f"ok  {case.as_posix()}"
    assert last == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[5, 5]", "[5, 5, 7]", "Schritt 1: Würfel übrig: [7]."),
        ("[5, 5]", "[5]", "Schritt 1: Es fehlen Würfel für »Verteidigungswurf NAH« (1W12, GR 4.1)."),
        ("[5, 5]", "[5, 13]", "Schritt 1: [13] ist kein Wurf von 1W12."),
        ("kelten.schwertkaempfer", "kelten.panzer", "S1: den Typ »kelten.panzer« gibt es nicht."),
        ('at = "D5"', "at = 5", "S1: »at«: Hier wird eine Liste in eckigen Klammern erwartet."),
        ('at = "D5"', 'at = "D5"\nlp = "viel"', "S1: »lp«: Hier wird eine ganze Zahl erwartet."),
        ("wiese = [20, 12]", "wiese = 7", "map.wiese ist eine Breite und eine Höhe: [20, 12]."),
        ('"R1.out"', '"R1.muede"', "Schritt 1: Den Fakt »muede« gibt es nicht."),
        ('"R1.out"', '"X9.out"', "Schritt 1: Eine Einheit »X9« gibt es nicht."),
        ('system = "mfm"', 'system = "schach"', "Das Spiel »schach« gibt es nicht."),
        ('by = "blau"', 'bei = "blau"', "Zeile 26, »step.1.by«: Der Eintrag fehlt."),
        ('title = "Ein Schlag"', "title = ", "Zeile 2: Der Wert ist nicht lesbar: Text gehört in Anführungszeichen."),
        ("ziel:R1", "ziel:R2", "Schritt 1: Abgelehnt: Speerkämpfer R2 grenzt nicht an Schwertkämpfer S1 an. (GR 4)"),
        ("dice = [5, 5]", 'chance = { "Speerkämpfer R1 scheidet aus" = "1/0" }', "»1/0« ist kein Bruch"),
        ("dice = [5, 5]", 'chance = { "Speerkämpfer R1 scheidet aus" = "1/2" }', "ist 35/144 statt 1/2"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_clear_sentence(
    case: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, sentence: str
) -> None:
    path = changed(case, old, new)
    assert main(["ruling", path]) == 1
    line, last = capsys.readouterr().out.splitlines()
    assert line.startswith(f"FEHLER {path}: ")
    assert sentence in line
    assert last == "0 passed, 1 failed"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "Die Datei lässt sich nicht lesen."),
        (b'title = "\xff"', "Die Datei ist nicht in UTF-8 gespeichert."),
        (b"#" * 300_000, "Die Datei ist größer als 256 KB."),
    ],
)
def test_a_file_that_cannot_be_read_is_a_failure_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, sentence: str
) -> None:
    path = tmp_path / "fall.toml"
    if content is not None:
        path.write_bytes(content)
    assert main(["ruling", str(path)]) == 1
    assert sentence in capsys.readouterr().out.splitlines()[0]


def test_a_folder_without_a_case_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", str(tmp_path)]) == 1
    assert "In diesem Ordner liegt kein Fall." in capsys.readouterr().out


def test_a_defect_of_the_rules_is_one_line_and_the_next_file_still_runs(
    case: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules.mfm import nahkampf

    def broken(*_: object) -> None:
        raise ZeroDivisionError("mitten\nim Schlag")

    monkeypatch.setattr(nahkampf, "nahkampf", broken)
    assert main(["ruling", str(case), str(case)]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == second
    assert first.endswith("Unerwarteter Fehler im Regelwerk: ZeroDivisionError: mitten im Schlag")
    assert last == "0 passed, 2 failed"


def test_json_says_the_same(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "--json", str(case), "gibt-es-nicht.toml"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["failed"]) == (1, 1)
    assert [file["ok"] for file in data["files"]] == [True, False]


def test_verbose_tells_every_die_and_its_rule(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "-v", str(case)]) == 0
    out = capsys.readouterr().out
    assert "blau: /nahkampf figur:S1 ziel:R1" in out
    assert "» Speerkämpfer R1 scheidet aus [GR 4.1]" in out
    assert out.count("würfelt 1W12") == 2
