"""From an idea to a battle: what a lobby takes, what it refuses, and what it becomes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from bot.answer import BoardPicture, Place
from bot.desk.desk import OLD_BUTTON
from bot.desk.lobbies import NewBattle
from tests.desk.room import (
    ANNA,
    BEN,
    CARLA,
    HOME,
    LEADER,
    begun,
    button,
    buttons,
    by,
    in_loop,
    menus,
    opened,
    said,
    text_of,
)


@in_loop
async def test_two_people_begin_a_scenario_with_four_clicks(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        card = await desk.open_lobby(by(ANNA), NewBattle("geheimdokument"))
        assert card.is_card
        assert button(card, "Partie beginnen").disabled
        card = await said(desk.act(by(ANNA), button(card, "Kelten").action))
        card = await said(desk.act(by(BEN), button(card, "Römer").action))
        assert card.replaces
        assert not button(card, "Partie beginnen").disabled
        answer = await said(desk.act(by(BEN), button(card, "Partie beginnen").action))
        assert "Das Geheimdokument beginnt" in answer.card.title
        assert isinstance(answer.card.picture, BoardPicture)
        assert answer.ping == (ANNA.id,)
        answer = await said(desk.act(by(ANNA), button(answer, "Alles aufstellen").action))
        answer = await said(desk.act(by(ANNA), button(answer, "Aufstellung beenden").action))
        assert answer.ping == (BEN.id,)


@in_loop
async def test_the_seal_is_shown_before_anybody_sits_down_and_is_that_of_the_battle(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await begun(desk)
        stored = await desk.keeper.position(1)
        card = await desk.open_lobby(by(ANNA, Place("heim", "zwei")), NewBattle("geheimdokument"))
        lobby = json.loads((await desk.keeper.room("heim", "zwei")).lobby or "")
        assert hashlib.sha256(bytes.fromhex(lobby["seed"])).hexdigest() == lobby["commitment"]
        assert lobby["commitment"] in text_of(card)
        assert lobby["seed"] not in text_of(card)
        assert stored.commitment
        assert all(seat.player for seat in stored.seats)


@in_loop
async def test_words_of_the_players_go_into_the_dice(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle("geheimdokument"))
        await desk.join(by(ANNA), "kelten", "Hunde heulen")
        await desk.join(by(BEN, key="k-von-discord"), "roemer")
        form = await desk.act(by(BEN), "worte")
        assert not hasattr(form, "cards")
        await desk.start(by(ANNA))
        words = {row.seat: row.words for row in (await desk.keeper.load(1)).seats}
        assert words == {"kelten": "Hunde heulen", "roemer": "Ben k-von-discord"}


@in_loop
async def test_a_taken_seat_is_refused_and_a_second_click_does_not_leave_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle("geheimdokument"))
        await desk.act(by(ANNA), "platz|kelten")
        refused = await said(desk.act(by(BEN), "platz|kelten"))
        assert refused.private
        assert "sitzt schon Anna" in text_of(refused)
        again = await said(desk.act(by(ANNA), "platz|kelten"))
        assert again.private
        room = await desk.keeper.room(HOME.server, HOME.channel)
        assert json.loads(room.lobby or "")["seats"][0]["player"] == ANNA.id


@in_loop
async def test_nothing_begins_before_everybody_is_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle("geheimdokument"))
        await desk.join(by(ANNA), "kelten")
        assert "Es fehlt noch jemand für Römer" in text_of(await said(desk.start(by(ANNA))))
        await desk.join(by(BEN), "roemer")
        assert "die mitspielen" in text_of(await said(desk.start(by(CARLA))))
        assert (await desk.keeper.list_battles(HOME.server)) == []


@in_loop
async def test_a_channel_has_one_battle_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle())
        assert "schon für eine Partie gesammelt" in text_of(await said(desk.open_lobby(by(BEN), NewBattle())))
        await desk.join(by(ANNA), "kelten")
        await desk.join(by(BEN), "roemer")
        await desk.start(by(ANNA))
        assert "läuft schon eine Partie" in text_of(await said(desk.open_lobby(by(BEN), NewBattle())))
        await desk.give_up(by(ANNA), True)
        assert "Neue Partie" in text_of(await desk.open_lobby(by(BEN), NewBattle()))


@in_loop
async def test_an_empty_lobby_is_closed_by_whoever_opened_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle())
        assert "keinen Platz" in text_of(await said(desk.leave(by(BEN))))
        await desk.join(by(BEN), "roemer")
        assert "noch andere" in text_of(await said(desk.leave(by(ANNA))))
        await desk.leave(by(BEN))
        assert "aufgelöst" in text_of(await said(desk.leave(by(ANNA))))
        assert (await desk.keeper.room(HOME.server, HOME.channel)).lobby is None


@in_loop
async def test_a_battle_by_points_needs_an_army_for_each_seat(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        card = await desk.open_lobby(by(ANNA), NewBattle("punkte", points=50, map="wald", rounds=3))
        offered = {choice.value for choice in menus(card)[0].choices}
        assert offered == {"kelten_50", "roemer_50", "+"}
        assert "Nimm erst einen Platz" in text_of(await said(desk.act(by(ANNA), "armee", ("kelten_50",))))
        await desk.act(by(ANNA), "platz|blau")
        await desk.act(by(BEN), "platz|rot")
        await desk.act(by(ANNA), "armee", ("kelten_50",))
        assert "hat noch keine Armee" in text_of(await said(desk.start(by(ANNA))))
        card = await said(desk.act(by(BEN), "armee", ("roemer_50",)))
        assert not button(card, "Partie beginnen").disabled
        answer = await desk.start(by(BEN))
        assert "50 Punkte auf" in answer.card.title
        battle = (await desk.keeper.position(1)).position.battle
        assert battle.aufbau.runden == 3


@in_loop
async def test_an_army_over_the_limit_is_refused_with_its_price(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle("punkte", points=50))
        await desk.join(by(ANNA), "blau")
        refused = await said(desk.load_army(by(ANNA), "kelten_75"))
        assert "erlaubt sind 50" in text_of(refused)


@in_loop
async def test_an_army_is_bought_piece_by_piece_kept_and_brought(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle("punkte", points=50))
        await desk.join(by(ANNA), "blau")
        shop = await desk.buy(by(ANNA), "Waldläufer", "Kelten", "bogenschuetze", 2)
        assert "2 × Bogenschütze" in text_of(shop)
        shop = await said(desk.act(by(ANNA), "kauf|Waldläufer", ("held",)))
        assert shop.replaces
        assert "1 × Held" in text_of(shop)
        shop = await said(desk.act(by(ANNA), "weg|Waldläufer"))
        assert "Held" not in text_of(shop)
        brought = await said(desk.act(by(ANNA), button(shop, "In diese Partie").action))
        assert "»Waldläufer« spielt für Blau" in text_of(brought)
        assert await desk.keeper.list_armies(HOME.server, BEN.id) == []
        shown = await desk.show_army(by(ANNA))
        assert "Waldläufer" in shown.card.title


@in_loop
async def test_a_wagon_is_crewed_from_its_own_menu(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        shop = await desk.buy(by(ANNA), "Wagen", "aegypter", "leichter_streitwagen")
        assert "noch ohne Besatzung" in text_of(shop)
        crew = next(menu for menu in menus(shop) if menu.action.startswith("bord"))
        shop = await said(desk.act(by(ANNA), crew.action, ("streitwagenlenker",)))
        assert "Streitwagenlenker" in text_of(shop)


@in_loop
async def test_a_broken_army_file_is_told_with_its_line(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        refused = await said(desk.read_army(by(ANNA), 'name = "X"\nvolk = "kelten"\n[[figur]]\ntyp = 3\n'))
        assert "Zeile 4" in text_of(refused)
        assert await desk.keeper.list_armies(HOME.server, ANNA.id) == []


@in_loop
async def test_a_free_seat_of_a_running_battle_can_be_taken_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await begun(desk)
        left = await desk.leave(by(BEN))
        assert "verlässt die Partie" in left.card.title
        taken = await desk.join(by(CARLA))
        assert "Carla (Römer)" in taken.card.title
        assert "kein Platz frei" in text_of(await said(desk.join(by(LEADER))))


@in_loop
async def test_every_button_of_the_lobby_means_something(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        card = await desk.open_lobby(by(ANNA), NewBattle("punkte"))
        for one in buttons(card):
            if one.action != "worte":
                assert OLD_BUTTON not in text_of(await said(desk.act(by(ANNA), one.action)))
        assert OLD_BUTTON in text_of(await said(desk.act(by(ANNA), "gibtesnicht|1")))
        assert OLD_BUTTON in text_of(await said(desk.act(by(ANNA), "karte|viele")))
