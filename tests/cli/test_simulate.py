"""`herold simulate`: battles end, nothing breaks, and what would break comes out as a case that shows it."""

import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.simulate.field import play_many
from rules.mfm.model import Schlacht
from rules.mfm.system import Mfm


def simulate(*arguments: str) -> int:
    return main(["simulate", "mfm", "--jobs", "1", *arguments])


def test_every_battle_ends_by_its_rules_and_nothing_is_violated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("--games", "6", "--out", str(tmp_path / "v"), "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert [game["scenario"] for game in data["games"]] == ["geheimdokument", "punkte"] * 3
    assert all(game["winner"] is not None and game["reason"] for game in data["games"])
    assert data["violations"] == []
    assert not (tmp_path / "v").exists()


def test_the_table_counts_games_and_winners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--games", "2", "--scenario", "geheimdokument", "--out", str(tmp_path)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["Szenario", "Partien", "Befehle", "längste", "Runden", "Antworten", "Sieger"]
    assert lines[1].split()[:2] == ["geheimdokument", "2"]
    assert lines[-2].startswith("2 Partien, ")
    assert lines[-1] == "Kein Verstoß."


def test_the_same_seed_plays_the_same_battles_on_any_number_of_processes() -> None:
    alone = list(play_many("mfm", ("geheimdokument", "punkte"), 4, "s", 1))
    assert alone == list(play_many("mfm", ("geheimdokument", "punkte"), 4, "s", 2))
    assert alone != list(play_many("mfm", ("geheimdokument", "punkte"), 4, "t", 1))


def test_a_violation_is_written_as_a_case_that_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = Mfm.violations

    def picky(self: Mfm, battle: Schlacht) -> list[str]:
        fallen = [figur.id for figur in battle.figuren.values() if figur.out]
        return [*sound(self, battle), *(f"{key} ist tot" for key in fallen)]

    monkeypatch.setattr(Mfm, "violations", picky)
    assert simulate("--games", "1", "--scenario", "geheimdokument", "--out", str(tmp_path)) == 1
    out = capsys.readouterr().out
    (path,) = tmp_path.glob("*.toml")
    assert f"Verstoß {path}: Verletzt: " in out
    assert out.endswith("1 Verstoß.\n")
    assert main(["ruling", str(path)]) == 1
    assert "Schritt 1: Verletzt: " in capsys.readouterr().out
    monkeypatch.undo()
    assert main(["ruling", str(path)]) == 0


def test_an_order_offered_and_then_refused_is_a_violation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules.mfm import nahkampf
    from rules.referee.refusal import Verstoss

    def never(*_: object) -> None:
        raise Verstoss("GR 4", "Heute nicht.")

    monkeypatch.setattr(nahkampf, "nahkampf", never)
    assert simulate("--games", "1", "--scenario", "geheimdokument", "--out", str(tmp_path)) == 1
    assert "Als erlaubt angeboten, dann abgelehnt: Heute nicht. (GR 4)" in capsys.readouterr().out


def test_who_fights_twice_is_noticed_even_if_the_rules_let_him(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules.mfm import nahkampf
    from rules.mfm.befehle import Nahkampf
    from rules.mfm.model import Kampf
    from rules.referee.requests import Script

    honest = nahkampf.nahkampf

    def again_and_again(s: Schlacht, sitz: str, befehl: Nahkampf) -> Script[None]:
        yield from honest(s, sitz, befehl)
        s.figuren[befehl.figur].kampf = Kampf.OFFEN

    monkeypatch.setattr(nahkampf, "nahkampf", again_and_again)
    assert simulate("--games", "2", "--scenario", "geheimdokument", "--out", str(tmp_path)) == 1
    assert "hat zweimal in einem Spieldurchgang gekämpft: /nahkampf." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulate", "schach"], "Das Spiel »schach« gibt es nicht: möglich ist mfm."),
        (["simulate", "mfm", "--scenario", "x"], "»x« lässt sich nicht spielen"),
    ],
)
def test_a_wrong_call_is_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    assert sentence in capsys.readouterr().err
