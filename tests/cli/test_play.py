"""`herold play`: a whole battle in the terminal, from typed lines or a script, kept by the journal."""

import asyncio
import io
import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli._hotseat import Hotseat
from rules.journal.keeper import Keeper
from rules.referee.ruling import load_case, start
from rules.systems import SYSTEMS

SET_UP = ("/beginnen", "/aufstellen", "/zugende")
CHARIOT = """
title = "Ein Schlag gegen einen Streitwagen"
system = "mfm"
rules = ["STW 8.1"]
map = { wiese = [12, 8] }
seats = { blau = "kelten", rot = "aegypter" }

[[unit]]
id = "S1"
type = "kelten.schwertkaempfer"
side = "blau"
at = "E5"

[[unit]]
id = "W1"
type = "aegypter.leichter_streitwagen"
side = "rot"
at = "D4"
facing = "west"
crew = ["L1", "K1"]

[[unit]]
id = "L1"
type = "aegypter.streitwagenlenker"
side = "rot"

[[unit]]
id = "K1"
type = "aegypter.streitwagenkrieger_bogen"
side = "rot"
"""


@pytest.fixture
def play(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(*lines: str, options: tuple[str, ...] = (), scenario: str = "geheimdokument", code: int = 0) -> str:
        script = tmp_path / "zeilen.txt"
        script.write_text("\n".join(lines), encoding="utf-8")
        assert main(["play", scenario, "--script", str(script), "--seed", "immer gleich", *options]) == code
        return capsys.readouterr().out

    return run


def test_the_seal_comes_first_and_the_seed_last(play) -> None:
    lines = play(*SET_UP).splitlines()
    assert re.fullmatch(r"Das Geheimdokument\. Würfelsiegel \(SHA-256\): [0-9a-f]{64}", lines[0])
    assert re.fullmatch(r"Würfelgeheimnis: [0-9a-f]{64} \(0 Würfe\)", lines[-1])


def test_what_is_typed_stands_behind_the_seat_whose_turn_it_is(play) -> None:
    out = play(*SET_UP)
    assert "kelten> /aufstellen" in out
    assert "Runde 1, spiel: Am Zug ist die Seite Römer." in out
    assert "Daro" in out


def test_the_same_seed_and_lines_tell_the_same_battle(play) -> None:
    lines = (*SET_UP, "/bewegen Istor L1", "/zugende")
    assert play(*lines) == play(*lines)


def test_a_refusal_is_one_sentence_and_the_battle_goes_on(play) -> None:
    out = play("/fliegen Darok", "/bewegen Darok Z99", "/beginnen", "# eine Bemerkung", "", "/nahkampf Darok Istor")
    assert "Den Befehl »/fliegen« kenne ich nicht." in out
    assert "» Die Seite Römer beginnt" in out
    assert "Noch wird aufgestellt" in out
    assert "Bemerkung" not in out.replace("# eine Bemerkung", "")


def test_help_lists_what_is_legal_by_figure(play) -> None:
    out = play("/beginnen", "/hilfe", "/hilfe Darok", "/befehle")
    assert "/aufstellen figur:Darok auf: A1, B1" in out
    assert "/rückgängig" in out
    assert "/fernkampf figur:… ziel:… [bewegt:…]" in out


def test_rules_figures_chances_and_the_board_can_be_asked_for(play) -> None:
    out = play(
        *SET_UP, "/regel gr 4.1", "/regel wasgibtesnicht", "/figur Darok", "/chance /zugende", "/chance /x", "/karte"
    )
    assert "GR 4.1 Verteidigungswurf gegen NAH" in out
    assert "Zu »wasgibtesnicht« steht nichts im Regelkatalog." in out
    assert "  lp: 2" in out
    assert "Istor kann noch auf die Karte kommen und muss es." in out
    assert "Den Befehl »/x« kenne ich nicht." in out


def test_what_nobody_has_learned_from_is_taken_back_at_once(play) -> None:
    out = play(*SET_UP, "/bewegen Istor L1", "/rückgängig", "/figur Istor", "/wiederholen", "/figur Istor")
    assert out.count("Getan.") == 2
    assert "einverstanden" not in out
    before, after = out.split("/wiederholen")
    assert "wartet: ja" in before.rpartition("/figur Istor")[2]
    assert "at: L1" in after


@pytest.mark.parametrize(("answer", "said"), [("ja", "Getan."), ("nein", "Es bleibt, wie es ist."), ("", "Es bleibt")])
def test_a_turn_handed_over_is_taken_back_only_if_the_others_agree(play, answer: str, said: str) -> None:
    out = play(*SET_UP, "/rückgängig", answer, "/ende")
    assert "roemer, einverstanden, dass »/zugende« nicht mehr gilt? (ja/nein)" in out
    assert said in out


def test_the_situation_can_be_written_down_and_run(play, tmp_path: Path) -> None:
    path = tmp_path / "lage.toml"
    play(*SET_UP, f"/fall {path}", "/fall /gibt/es/nicht/x.toml")
    assert start(load_case(path), SYSTEMS)[1].battle.phase == "spiel"


def test_a_battle_given_up_has_a_winner_and_an_export_that_verifies(
    play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "partie.json"
    out = play(
        "/beginnen", *SET_UP[1:], "/aufgeben", scenario="punkte", options=("--export", str(path), "--runden", "5")
    )
    assert "gewinnt" in out
    assert main(["verify", str(path)]) == 0
    assert "Würfe folgen aus dem Schlüssel" in capsys.readouterr().out


def test_a_battle_in_a_journal_goes_on_another_day(play, tmp_path: Path) -> None:
    where = str(tmp_path / "journal.db")
    first = play(*SET_UP, options=("--journal", where))
    assert f"herold play --journal {where} --partie 1" in first
    assert "Würfelgeheimnis" not in first
    second = play("/figur Darok", options=("--journal", where, "--partie", "1"))
    assert "Runde 1, spiel: Am Zug ist die Seite Römer." in second


def test_lines_may_come_through_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("/beginnen\n/ende\n"))
    assert main(["play"]) == 0
    assert "kelten> /ende" in capsys.readouterr().out


def test_allies_share_a_turn_and_each_orders_his_own(play) -> None:
    options = ("--seite", "a=kelten", "--seite", "b=kelten", "--seite", "c=roemer")
    out = play("/beginnen", "/aufstellen", "b: /aufstellen", "/zugende", "b: /zugende", options=options)
    assert "a/b> /aufstellen" in out
    assert "Runde 1, spiel: Am Zug ist die Seite Römer." in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["gibtesnicht"], "Ein Szenario »gibtesnicht« gibt es nicht"),
        (["punkte", "--armee", "blau=kelten_75"], "zwei bis vier Spieler"),
        (["punkte", "--armee", "blau"], "--armee ist SITZ=WERT, nicht »blau«."),
        (["punkte", "--armee", "blau=nichts.toml", "--armee", "rot=roemer_75"], "Die Datei lässt sich nicht lesen."),
        (["punkte", "--punkte", "10"], "kostet"),
        (["punkte", "--karte", "mond"], "Eine Karte »mond« gibt es nicht"),
        (["geheimdokument", "--seite", "blau=perser"], "eine Seite »perser« hat"),
        (["geheimdokument", "--wort", "gruen=x", "--script", __file__], "Einen Sitz »gruen« gibt es nicht"),
        (["--partie", "1"], "--partie braucht die Datenbank"),
        (["--script", "gibt-es-nicht.txt"], "lässt sich nicht lesen"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", *arguments]) == 1
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_a_question_is_put_to_its_seat_and_answered_by_name_or_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fall.toml"
    path.write_text(CHARIOT, encoding="utf-8")
    system, position = start(load_case(path), SYSTEMS)
    typed = iter(["/nahkampf S1 W1", "/zugende", "rot: 1", "unsinn", "/hilfe", "1", "/ende"])
    prompts: list[str] = []

    def read(prompt: str) -> str | None:
        prompts.append(prompt)
        return next(typed, None)

    async def sit_down() -> None:
        async with await Keeper.open(tmp_path / "journal.db", SYSTEMS) as keeper:
            info = await keeper.create_battle("probe", "mfm", position.battle, "Probe", seed=bytes(32))
            await Hotseat(keeper, info.id, system, read).play()

    asyncio.run(sit_down())
    out = capsys.readouterr().out
    assert prompts[:5] == ["blau> ", "blau? ", "blau? ", "blau? ", "blau? "]
    assert "Die Partie wartet noch auf Blau" in out
    assert "Diese Frage geht an Blau." in out
    assert "»unsinn« steht nicht zur Wahl" in out
    assert out.count("greift") == 1, "the beginning of an order that waited is told once"
