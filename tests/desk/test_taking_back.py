"""Undo at the desk: free where nothing came to light, otherwise with consent, and never by a stale button."""

from __future__ import annotations

from pathlib import Path

from tests.desk.room import ANNA, BEN, CARLA, button, by, in_loop, opened, placed, said, text_of

MOVE = "/bewegen figur:S1 nach:D5"


@in_loop
async def test_a_move_that_told_nobody_anything_is_taken_back_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        answer = await desk.order(by(ANNA), "/bewegen S2 H6")
        back = await said(desk.act(by(ANNA), button(answer, "Zurücknehmen").action))
        assert back.card.title == "Anna (Blau) nimmt den letzten Befehl zurück"
        assert (await desk.keeper.position(1)).position.battle.figuren["S2"].at == (7, 7)
        again = await desk.redo(by(ANNA))
        assert "wieder gelten" in again.card.title


@in_loop
async def test_a_double_click_takes_back_one_order(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        await desk.order(by(ANNA), "/bewegen S1 E8")
        undo = button(await desk.order(by(ANNA), "/bewegen S2 H6"), "Zurücknehmen").action
        await desk.act(by(ANNA), undo)
        second = await said(desk.act(by(ANNA), undo))
        assert "anderes geschehen" in text_of(second)
        assert (await desk.keeper.position(1)).position.battle.figuren["S1"].at == (4, 7)


@in_loop
async def test_after_a_decision_of_the_other_his_consent_is_needed(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        asked = await desk.order(by(ANNA), MOVE)
        await desk.act(by(BEN), button(asked, "Nein").action)
        proposed = await desk.undo(by(ANNA))
        assert proposed.ping == (BEN.id,)
        yes = button(proposed, "Einverstanden").action
        assert "deine eigene Seite" in text_of(await said(desk.act(by(ANNA), yes)))
        assert "keinen Platz" in text_of(await said(desk.act(by(CARLA), yes)))
        agreed = await said(desk.act(by(BEN), yes))
        assert agreed.settles
        assert "stimmt zu" in agreed.card.title
        assert (await desk.keeper.position(1)).position.battle.figuren["S1"].at == (3, 7)
        assert "nicht mehr zur Wahl" in text_of(await said(desk.act(by(BEN), yes)))


@in_loop
async def test_a_refusal_leaves_everything_as_it_is(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        asked = await desk.order(by(ANNA), MOVE)
        await desk.act(by(BEN), button(asked, "Nein").action)
        proposed = await desk.undo(by(ANNA))
        refused = await said(desk.act(by(BEN), button(proposed, "Ablehnen").action))
        assert "Es bleibt, wie es ist" in refused.card.title
        assert (await desk.keeper.position(1)).position.battle.figuren["S1"].at == (3, 4)


@in_loop
async def test_somebody_who_plays_both_sides_need_not_ask_himself(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk, seats={"blau": ANNA, "rot": ANNA})
        asked = await desk.order(by(ANNA), MOVE)
        await desk.act(by(ANNA), button(asked, "Nein").action)
        back = await desk.undo(by(ANNA))
        assert "nimmt den letzten Befehl zurück" in back.card.title
        assert (await desk.keeper.position(1)).position.battle.figuren["S1"].at == (3, 7)
