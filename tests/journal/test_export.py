"""Battles that leave the journal, come back, and are checked by people who trust nobody."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from bot.cli.verify import verify
from rules.journal.errors import JournalError
from rules.journal.keeper import Keeper
from rules.journal.verify import verify_export
from rules.referee.sealed import commitment
from tests.journal.table import HOME, SEED, begun, in_loop, marks, meddle, opened
from tests.journal.toy import SYSTEMS, NewRules, toy

Export = dict[str, Any]


async def played(keeper: Keeper) -> int:
    """A battle with everything in it: words, dice, answers, an undo, a redo, a correction."""
    battle = await begun(keeper)
    await keeper.take_seat(battle, "blau", "17", "Anna", "Apfel")
    await keeper.order(battle, "blau", "/wurf 3", player="17", key="k1")
    await keeper.take_seat(battle, "rot", "18", "Ben", "Birne")
    await keeper.order(battle, "blau", "/frage rot")
    await keeper.answer(battle, "rot", "ja", player="18")
    await keeper.undo(battle, "blau")
    await keeper.consent(battle, "rot", True)
    await keeper.redo(battle, "blau")
    await keeper.consent(battle, "rot", True)
    await keeper.order(battle, "blau", "/alle")
    await keeper.answer(battle, "rot", "nein")
    await keeper.answer(battle, "blau", "ja")
    await keeper.order(battle, "blau", "/schritt 2")
    await keeper.undo(battle, "blau")
    corrected = toy()
    corrected.marks["blau"] = 50
    await keeper.override(battle, "99", corrected.state_json(), "Ausgleich")
    await keeper.order(battle, "blau", "/wurf 4")
    return battle


async def finished(folder: Path) -> Export:
    async with await opened(folder) as keeper:
        battle = await played(keeper)
        await keeper.order(battle, "blau", "/aufgeben")
        return await keeper.export(battle)


@in_loop
async def test_export_import_export_is_identical(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await played(keeper)
        running = await keeper.export(battle)
        assert running["seed"] is None
        assert await keeper.export(await keeper.import_battle("Ferne", running)) == running
        await keeper.order(battle, "blau", "/aufgeben")
        over = await keeper.export(battle)
        assert over["seed"] == SEED.hex()
        copied = await keeper.import_battle("Ferne", json.loads(json.dumps(over)))
        assert await keeper.export(copied) == over
        assert (await keeper.check(copied)).problems == ()


@in_loop
async def test_a_waiting_battle_comes_back_waiting(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper, dice="own")
        await keeper.order(battle, "blau", "/frage rot")
        await keeper.answer(battle, "blau", "11")
        copied = await keeper.import_battle("Ferne", await keeper.export(battle))
        assert (await keeper.position(copied)).position == (await keeper.position(battle)).position
        await keeper.answer(copied, "rot", "nein")
        assert await marks(keeper, copied) == {"blau": 11, "rot": 1}
        assert (await keeper.check(copied)).problems == ()


@in_loop
async def test_the_seed_stays_secret_until_the_end_and_ends_the_battle_when_given_out(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper)
        with pytest.raises(JournalError, match="bis die Partie zu Ende ist"):
            await keeper.reveal(battle)
        text = json.dumps(await keeper.export(battle))
        assert SEED.hex() not in text
        assert commitment(SEED) in text
        assert (await keeper.export(battle, reveal=True))["seed"] == SEED.hex()
        for attempt in (keeper.order(battle, "blau", "/schritt"), keeper.undo(battle, "blau")):
            with pytest.raises(JournalError, match="liegt offen"):
                await attempt
        other = await begun(keeper)
        await keeper.order(other, "blau", "/aufgeben")
        assert await keeper.reveal(other) == await keeper.reveal(other) == SEED.hex()
        with pytest.raises(JournalError, match="liegt offen"):
            await keeper.undo(other, "blau")


@in_loop
async def test_a_battle_without_its_seed_can_only_be_looked_at(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        copied = await keeper.import_battle("Ferne", await keeper.export(await played(keeper)))
        with pytest.raises(JournalError, match="fehlt der Schlüssel"):
            await keeper.order(copied, "blau", "/schritt")


@in_loop
async def test_an_export_does_not_tell_what_is_decided_in_secret(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper, dice="own")
        await keeper.order(battle, "blau", "/alle")
        await keeper.answer(battle, "rot", "nein")
        data = await keeper.export(battle)
        assert [entry["line"] for entry in data["entries"]] == ["Probe", "/alle", ""]
        assert all(not any(entry["tape"][-1]["keys"]) for entry in data["entries"][1:])
        copied = await keeper.import_battle("Ferne", data)
        pending = (await keeper.position(copied)).position.pending
        assert pending is not None
        assert pending.waits_for == ("blau", "rot")


@in_loop
async def test_a_finished_battle_is_verified(tmp_path: Path) -> None:
    data = await finished(tmp_path)
    result = verify_export(data, SYSTEMS)
    assert (result.ok, result.sealed, result.wrong_throw) == (True, True, None)
    assert (result.throws, result.moves, result.replayed) == (4, 9, 9)
    assert result.satz.startswith("Alle 4 Würfe folgen aus dem Schlüssel; 9 von 9")
    assert verify_export(data).ok
    assert verify_export(data, {"toy": NewRules()}).replayed == 0


@in_loop
async def test_without_the_seed_nothing_is_called_verified(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        result = verify_export(await keeper.export(await played(keeper)), SYSTEMS)
    assert (result.ok, result.problems) == (False, ())
    assert "Der Schlüssel fehlt noch" in result.satz


@in_loop
async def test_own_dice_are_compared_but_not_computed(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await begun(keeper, dice="own")
        await keeper.order(battle, "blau", "/wurf 2")
        await keeper.answer(battle, "blau", "1 2")
        data = await keeper.export(battle)
    assert verify_export(data, SYSTEMS).ok
    data["throws"][0]["faces"] = [1, 6]
    assert verify_export(data, SYSTEMS).wrong_throw == 0


def turned(face: int) -> int:
    return face % 6 + 1


def change_listed_die(data: Export) -> None:
    data["throws"][2]["faces"][0] = turned(data["throws"][2]["faces"][0])


def change_die_everywhere(data: Export) -> None:
    change_listed_die(data)
    faces = data["throws"][2]["faces"]
    for entry in data["entries"]:
        for taped in entry["tape"] or ():
            if taped["throw"] == 2:
                taped["faces"] = faces
        for line in (entry["report"] or {"lines": ()})["lines"]:
            if line.get("throw") == 2:
                line["faces"] = faces


def change_taped_die(data: Export) -> None:
    taped = next(taped for entry in data["entries"] for taped in reversed(entry["tape"] or ()) if taped["throw"] == 2)
    taped["faces"][0] = turned(taped["faces"][0])


def leave_out_throw(data: Export) -> None:
    del data["throws"][2]


def leave_out_last_throw(data: Export) -> None:
    del data["throws"][-1]


def double_throw(data: Export) -> None:
    data["throws"].insert(3, copy.deepcopy(data["throws"][2]))


def swap_words(data: Export) -> None:
    first, second = data["seats"]
    first["words"], second["words"] = second["words"], first["words"]


def let_words_count_later(data: Export) -> None:
    data["seats"][1]["since"] = 2


def throw_of_no_entry(data: Export) -> None:
    data["throws"][3]["entry"] = 999


@pytest.mark.parametrize(
    ("tamper", "throw"),
    [
        (change_listed_die, 2),
        (change_die_everywhere, 2),
        (change_taped_die, 2),
        (leave_out_throw, 2),
        (leave_out_last_throw, 3),
        (double_throw, 2),
        (swap_words, 0),
        (let_words_count_later, 1),
        (throw_of_no_entry, 3),
    ],
)
@in_loop
async def test_the_first_wrong_throw_is_named(tamper: Callable[[Export], None], throw: int, tmp_path: Path) -> None:
    data = await finished(tmp_path)
    tamper(data)
    for systems in (SYSTEMS, {}):
        result = verify_export(data, systems)
        assert (result.ok, result.wrong_throw) == (False, throw)
        assert f"Wurf {throw} " in result.satz
    async with await opened(tmp_path) as keeper:
        with pytest.raises(JournalError, match=f"verändert oder beschädigt: Wurf {throw} "):
            await keeper.import_battle("Ferne", data)
        assert await keeper.list_battles("Ferne") == []


def other_seed(data: Export) -> None:
    data["seed"] = "00" * 32


def change_state(data: Export) -> None:
    last = data["entries"][-2]
    last["state"] = last["state"].replace('"rot":', '"rot":1')


def change_undone_state(data: Export) -> None:
    undo = next(entry for entry in data["entries"] if entry["kind"] == "undo")
    undo["state"] = undo["state"].replace('"rot":', '"rot":1')


def change_report(data: Export) -> None:
    data["entries"][2]["report"]["lines"][0]["why"] = "Ausrede"


def change_answer(data: Export) -> None:
    entry = next(entry for entry in data["entries"] if entry["kind"] == "answer")
    entry["tape"][1]["keys"] = ["nein"]


def hide_undo(data: Export) -> None:
    next(entry for entry in data["entries"] if entry["undone_by"] is not None)["undone_by"] = None


def leave_out_entry(data: Export) -> None:
    del data["entries"][1]


def leave_an_order_open(data: Export) -> None:
    data["pending"] = {"starts": 2, "asked": "nichts"}


@pytest.mark.parametrize(
    "tamper",
    [
        other_seed,
        change_state,
        change_undone_state,
        change_report,
        change_answer,
        hide_undo,
        leave_out_entry,
        leave_an_order_open,
    ],
)
@in_loop
async def test_whatever_else_was_changed_is_found(tamper: Callable[[Export], None], tmp_path: Path) -> None:
    data = await finished(tmp_path)
    tamper(data)
    result = verify_export(data, SYSTEMS)
    assert not result.ok
    assert result.problems
    async with await opened(tmp_path) as keeper:
        with pytest.raises(JournalError, match="verändert oder beschädigt"):
            await keeper.import_battle(HOME, data)


BROKEN: list[tuple[str, Any]] = [
    ("kein Export", None),
    ("kein Export", []),
    ("kein Export", {"format": "anderes"}),
    ("Format", {"format": "herold-battle", "format_version": 2}),
    ("beschädigt", {"format": "herold-battle", "format_version": 1}),
    ("beschädigt", {"format": "herold-battle", "format_version": 1, "title": "\ud800"}),
]


@pytest.mark.parametrize(("word", "data"), BROKEN)
@in_loop
async def test_what_is_no_export_gets_one_sentence(word: str, data: Any, tmp_path: Path) -> None:
    assert word in verify_export(data, SYSTEMS).satz
    async with await opened(tmp_path) as keeper:
        with pytest.raises(JournalError, match=word):
            await keeper.import_battle(HOME, data)


@pytest.mark.parametrize(
    ("part", "value"),
    [("seed", "xyz"), ("throws", [{"number": 10**30}]), ("entries", []), ("setup", None),
     ("dice", "gezinkt"), ("unbekannt", 1)],
)  # fmt: skip
@in_loop
async def test_a_broken_part_is_named(part: str, value: Any, tmp_path: Path) -> None:
    data = await finished(tmp_path)
    data[part] = value
    assert f"»{part}" in verify_export(data, SYSTEMS).satz


@in_loop
async def test_the_check_of_the_journal_finds_what_was_changed_in_the_database(tmp_path: Path) -> None:
    async with await opened(tmp_path) as keeper:
        battle = await played(keeper)
        assert (await keeper.check(battle)).problems == ()
    for statement, found in (
        ("UPDATE throws SET faces = '1,1,1' WHERE number = 0", "Wurf 0 "),
        ("UPDATE battles SET state = replace(state, '\"turn\":1', '\"turn\":2')", "letzten Eintrags"),
        ("UPDATE battles SET next_throw = 9", "Zahl der Würfe"),
        ("DELETE FROM throws WHERE number = 0", "Wurf 0 fehlt"),
    ):
        meddle(tmp_path, statement)
        async with await opened(tmp_path) as keeper:
            assert any(found in problem for problem in (await keeper.check_all())[battle].problems)
    async with await Keeper.open(tmp_path / "journal.db", {}) as keeper:
        assert any("kennt dieser Herold nicht" in problem for problem in (await keeper.check(battle)).problems)


@in_loop
async def test_verifying_a_file_prints_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = await finished(tmp_path)
    path = tmp_path / "partie.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    verify(path)
    assert capsys.readouterr().out.startswith("Alle 4 Würfe folgen aus dem Schlüssel")
    verify(path, as_json=True)
    assert json.loads(capsys.readouterr().out)["ok"] is True


@in_loop
async def test_verifying_a_bad_file_ends_with_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = await finished(tmp_path)
    change_listed_die(data)
    path = tmp_path / "partie.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(typer.Exit) as ended:
        verify(path)
    assert ended.value.exit_code == 1
    assert capsys.readouterr().out.startswith("Wurf 2 (Nachwurf, 3W6) stimmt nicht")
    path.write_text("{", encoding="utf-8")
    with pytest.raises(typer.TyperException, match="ist keine JSON-Datei"):
        verify(path)
    with pytest.raises(typer.TyperException, match="lässt sich nicht lesen"):
        verify(tmp_path / "weg.json")
