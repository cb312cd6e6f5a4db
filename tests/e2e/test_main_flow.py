"""The way of a battle over the wire: commands, lobby, set-up, a move, a question, taking back, a restart in between."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from bot.table.local import LocalTable
from tests.desk.room import in_loop
from tests.e2e.stage import HILL, NEXT_DOOR, clash, herold, menu, pictures, pressable, walk, words


@in_loop
async def test_a_battle_is_opened_joined_begun_set_up_and_moved(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        names = {command.name for command in table.world.commands.values()}
        assert {"partie", "bewegen", "führen", "würfel", "hilfe"} <= names
        card = await stage.lobby()
        assert "Würfelsiegel" in words(card)
        card = await stage.press("anna", card, "Kelten")
        card = await stage.press("ben", card, "Römer")
        begun = await stage.press("ben", card, "Partie beginnen")
        anna, ben = (table.player(name) for name in ("anna", "ben"))
        assert begun.mention_ids == (anna.id,)
        setup = await stage.press("anna", begun, "Alles aufstellen")
        assert pictures(setup) == 1
        ready = await stage.press("anna", setup, "Aufstellung beenden")
        assert ready.mention_ids == (ben.id,)
        await stage.quiet()
        assert "Ben (Römer) ist am Zug" in words(stage.messages()[0])
        figures = await table.autocomplete("ben", HILL, "bewegen", "figur", {"figur": ""})
        assert {one["value"] for one in figures} == {"Istor", "RS1", "RS2", "RK1", "RK2"}
        assert await table.autocomplete("anna", HILL, "bewegen", "figur", {"figur": ""}) == []
        fields = await table.autocomplete("ben", HILL, "bewegen", "nach", {"figur": "Istor", "nach": "L"})
        assert all("L" in one["name"] for one in fields)
        moved = await stage.slash("ben", HILL, "bewegen", figur="Istor", nach=fields[0]["value"])
        assert f"zieht nach {fields[0]['value']}" in words(moved)
        assert pictures(moved) == 1
        assert moved.mention_ids == ()
        assert moved.viewer_id is None


@in_loop
async def test_refusals_are_private_and_pictures_have_a_description(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        stranger = await stage.slash("clara", HILL, "zugende")
        assert stranger.viewer_id == table.player("clara").id
        assert "keinen Platz" in words(stranger)
        wrong = await stage.slash("anna", HILL, "bewegen", figur="Istor", nach="L3")
        assert wrong.viewer_id == table.player("anna").id
        whole = await stage.slash("clara", HILL, "karte")
        assert whole.viewer_id == table.player("clara").id
        gallery = next(part for part in walk(whole.components) if part["type"] == 12)
        assert "Das Geheimdokument" in gallery["items"][0]["description"]


@in_loop
async def test_a_question_is_answered_by_its_button_after_a_restart(tmp_path: Path) -> None:
    async with LocalTable(tmp_path / "tisch") as table:
        async with herold(tmp_path, table) as stage:
            asked = await clash(stage)
            assert asked.mention_ids == (table.player("ben").id,)
            refused = await stage.press("anna", asked, "Nein")
            assert "geht an Ben" in words(refused)
        async with herold(tmp_path, table) as stage:
            answer = await stage.press("ben", asked, "Nein")
            assert "wählt »Nein«" in words(answer)
            assert answer.mention_ids == (table.player("anna").id,)
            await stage.quiet()
            before = table.world.message(asked.channel_id, asked.id)
            assert pressable(before) == {}
            assert pictures(before) == 1
            assert "Erstschlag" in words(before)


@in_loop
async def test_taking_back_needs_the_consent_of_the_other(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        asked = await clash(stage)
        await stage.press("ben", asked, "Nein")
        proposed = await stage.slash("anna", HILL, "partie rückgängig")
        assert proposed.mention_ids == (table.player("ben").id,)
        own = await stage.press("anna", proposed, "Einverstanden")
        assert "eigene Seite" in words(own)
        agreed = await stage.press("ben", proposed, "Einverstanden")
        assert "stimmt zu" in words(agreed)
        assert pictures(agreed) == 1
        assert (await stage.desk.keeper.position(1)).position.battle.figuren["S1"].at == (3, 7)


@in_loop
async def test_menus_lead_from_what_can_i_do_to_an_order(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        ready = await stage.begun()
        help_card = await stage.press("ben", ready, "Was kann ich tun?")
        assert help_card.viewer_id == table.player("ben").id
        step = await stage.select("ben", help_card, "Istor")
        line = next(option["value"] for option in menu(step)["options"] if "nach:" in option["value"])
        done = await stage.select("ben", step, line)
        assert done.viewer_id is None
        assert "Istor betritt die Karte" in words(done)


@in_loop
async def test_own_dice_are_entered_in_a_window_also_after_a_restart(tmp_path: Path) -> None:
    async with LocalTable(tmp_path / "tisch") as table:
        async with herold(tmp_path, table) as stage:
            asked = await clash(stage, dice="own")
            rolls = await stage.press("ben", asked, "Ja")
            window = await stage.pressing("ben", rolls, "Würfel eintragen")
            assert (await window.modal())["title"].startswith("1W12")
        async with herold(tmp_path, table) as stage:
            answer = await stage.finished(await table.submit("ben", window, {"augen": "3"}))
            assert "Wurf" in words(answer) or "🎲" in words(answer)
            assert (await stage.desk.keeper.dice_log(str(table.channel(HILL).guild_id)))[0].faces == (3,)


@in_loop
async def test_the_end_lays_the_seed_open_and_hands_out_the_file(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        end = await stage.slash("ben", HILL, "partie aufgeben", sicher="ja")
        assert "Würfelgeheimnis" in words(end)
        file = next(part for part in walk(end.components) if part["type"] == 13)
        assert file["name"] == "partie-1.json"
        attachment = next(one for one in end.attachments if one.filename == "partie-1.json")
        data = json.loads(table.world.store.file(attachment.id) or b"")
        assert data["seed"] in words(end)
        checked = await stage.slash("clara", HILL, "würfel prüfen")
        assert "✅" in words(checked)


@in_loop
async def test_a_film_is_made_and_added_to_its_message(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        end = await stage.slash("ben", HILL, "partie aufgeben", sicher="ja")
        film = await stage.press("clara", end, "Film")
        await stage.quiet()
        film = table.world.message(film.channel_id, film.id)
        assert [one.filename for one in film.attachments] == ["film.webp"]


@in_loop
async def test_another_server_sees_nothing(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        await stage.slash("ben", HILL, "würfel frei", wurf="3W12")
        for name, options in (
            ("partie status", {}),
            ("partie liste", {}),
            ("partie export", {"partie": 1}),
            ("würfel log", {}),
            ("würfel log", {"partie": 1}),
            ("würfel statistik", {}),
            ("würfel prüfen", {"partie": 1}),
            ("karte", {}),
            ("zugende", {}),
        ):
            answer = await stage.slash("emil", NEXT_DOOR, name, **options)
            assert "Geheimdokument" not in words(answer), name
            assert pictures(answer) == 0
            assert answer.attachments == ()
        assert await table.autocomplete("emil", NEXT_DOOR, "figur", "figur", {"figur": ""}) == []


@in_loop
async def test_plain_lines_are_orders_too_where_they_are_read(tmp_path: Path) -> None:
    async with LocalTable() as table, herold(tmp_path, table) as stage:
        await stage.begun()
        await table.say("clara", HILL, "Ich schaue nur zu.")
        await table.say("ben", HILL, "bewegen Istor L3")
        for _ in range(200):
            if "zieht nach L3" in words(stage.messages()[-1]):
                break
            await asyncio.sleep(0.02)
        assert "Istor betritt die Karte und zieht nach L3" in words(stage.messages()[-1])
