"""Looking at a battle: maps, units, chances, rules, dice, campaigns, and the referee's corrections."""

from __future__ import annotations

from pathlib import Path

from bot.answer import BoardPicture, ChartPicture, Person
from bot.desk.dice_desk import LogFilter
from bot.desk.lobbies import NewBattle
from tests.desk.room import (
    ANNA,
    BEN,
    CARLA,
    HOME,
    LEADER,
    button,
    buttons,
    by,
    in_loop,
    opened,
    placed,
    said,
    text_of,
)


@in_loop
async def test_the_map_is_shown_whole_in_part_or_as_what_a_figure_can_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        whole = (await desk.show_map(by(CARLA))).card.picture
        assert isinstance(whole, BoardPicture)
        assert whole.whole
        part = (await desk.show_map(by(CARLA), unit="S1")).card.picture
        assert isinstance(part, BoardPicture)
        assert part.around == ("S1",)
        reach = (await desk.show_map(by(ANNA), "bewegung", "S1")).card.picture
        assert isinstance(reach, BoardPicture)
        assert reach.reach_of == "S1"
        assert "welche Figur" in text_of(await said(desk.show_map(by(ANNA), "reichweite")))
        assert (await desk.show_map(by(ANNA))).private
        assert not (await desk.show_map(by(ANNA), to_all=True)).private


@in_loop
async def test_a_figure_tells_what_it_is_and_where(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        answer = await desk.show_unit(by(CARLA), "t1")
        assert "D4" in text_of(answer)
        assert answer.card.side is not None


@in_loop
async def test_chances_are_exact_and_change_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        case = """
map = { wiese = [12, 8] }
seats = { blau = "kelten", rot = "roemer" }
[[unit]]
id = "S1"
type = "kelten.schwertkaempfer"
side = "blau"
at = "D4"
[[unit]]
id = "R1"
type = "roemer.speerkaempfer"
side = "rot"
at = "D5"
[[unit]]
id = "R2"
type = "roemer.speerkaempfer"
side = "rot"
at = "K7"
"""
        await placed(desk, case)
        answer = await desk.show_chances(by(ANNA), "/nahkampf S1 R1")
        assert "24,3 % (35/144)" in text_of(answer)
        assert answer.private
        assert (await desk.keeper.position(1)).version == 2


@in_loop
async def test_rules_are_found_by_number_and_by_word(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        assert "GR 8.2" in text_of(await desk.show_rule(by(ANNA), "gr8.2"))
        assert "Erstschlag" in text_of(await desk.show_rule(by(ANNA), "Erstschlag"))
        assert "steht nichts" in text_of(await said(desk.show_rule(by(ANNA), "Weltraumlaser")))


@in_loop
async def test_free_throws_and_those_of_battles_stand_in_one_log_of_the_server(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        for _ in range(20):
            await desk.known(by(ANNA))
            await desk.free_throw(by(ANNA), "2W12", "Wetter")
        await desk.free_throw(by(BEN), "w6")
        log = await desk.dice_log(by(CARLA), LogFilter())
        assert log.private
        older = button(log, "Ältere")
        page = await said(desk.act(by(CARLA), older.action))
        assert page.replaces
        assert [one.label for one in buttons(page)] == ["‹‹ Neueste"]
        assert "für Wetter" in text_of(page)
        only = await desk.dice_log(by(CARLA), LogFilter(BEN.id))
        assert text_of(only).count("🎲") == 0
        assert "1W6" in text_of(only)
        assert buttons(only) == []
        stats = await desk.statistics(by(CARLA), LogFilter(ANNA.id))
        assert isinstance(stats.card.picture, ChartPicture)
        assert stats.card.picture.dice[0].name == "Anna"
        assert sum(stats.card.picture.dice[0].counts) == 40


@in_loop
async def test_dice_that_cannot_be_thrown_are_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        for dice in ("", "drei", "0W6", "101W6", "2W1", "W", "-1W6", "9" * 50 + "W6"):
            answer = await said(desk.free_throw(by(ANNA), dice))
            assert answer.private, dice
        assert "noch kein Würfel" in text_of(await said(desk.dice_log(by(ANNA), LogFilter())))


@in_loop
async def test_a_campaign_knows_its_battles_and_their_winners(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        assert "noch keine Kampagne" in text_of(await said(desk.list_campaigns(by(ANNA))))
        await desk.new_campaign(by(ANNA), "Gallien")
        await desk.open_lobby(by(ANNA), NewBattle("geheimdokument", campaign="gallien"))
        await desk.join(by(ANNA), "kelten")
        await desk.join(by(BEN), "roemer")
        await desk.start(by(ANNA))
        await desk.give_up(by(ANNA), True)
        state = text_of(await desk.campaign_state(by(CARLA), "Gallien"))
        assert "Römer 1" in state
        missing = await said(desk.open_lobby(by(ANNA), NewBattle("geheimdokument", campaign="Rom")))
        assert "gibt es hier nicht" in text_of(missing)


@in_loop
async def test_standing_orders_answer_in_advance_and_stay_private(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        listed = await desk.set_standing(by(BEN), "erstschlag", "nein")
        assert listed.private
        answer = await desk.order(by(ANNA), "/bewegen S1 D5")
        assert "(Dauerbefehl)" in text_of(answer)
        assert answer.ping == ()
        assert "wird nie gefragt" in text_of(await said(desk.set_standing(by(BEN), "kuchen", "ja")))
        await desk.remove_standing(by(BEN), 1)
        assert "keine Dauerbefehle" in text_of(await desk.list_standing(by(BEN)))
        assert "keinen Platz" in text_of(await said(desk.list_standing(by(CARLA))))


# -- the referee of the group -----------------------------------------------------------------------------------------


@in_loop
async def test_only_the_referee_corrects_and_everybody_hears_of_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        refused = await said(desk.set_unit(by(ANNA), "S1", "lp", "2", "weil"))
        assert "nur die Spielleitung" in text_of(refused)
        done = await desk.set_unit(by(LEADER), "S1", "feld", "E9", "stand falsch")
        assert not done.private
        assert "stand falsch" in text_of(done)
        assert (await desk.keeper.position(1)).position.battle.figuren["S1"].at == (4, 8)
        assert "Spielleitung" in text_of(await said(desk.undo(by(ANNA))))
        assert (await desk.keeper.check(1)).problems == ()


@in_loop
async def test_an_impossible_correction_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        for what, value in (("feld", "Z99"), ("feld", "D4"), ("lp", "viele"), ("flügel", "2")):
            answer = await said(desk.set_unit(by(LEADER), "S1", what, value, "Probe"))
            assert answer.private, (what, value)
        assert (await desk.keeper.position(1)).version == 2


@in_loop
async def test_a_situation_goes_out_as_a_file_and_comes_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        file = (await desk.case_file(by(LEADER))).files[0]
        changed = file.data.decode().replace('at = "D8"', 'at = "D9"')
        await desk.put_case(by(LEADER), changed, "Messfehler")
        assert (await desk.keeper.position(1)).position.battle.figuren["S1"].at == (3, 8)
        assert "kein gültiges TOML" in text_of(await said(desk.put_case(by(LEADER), "[[[", "x")))


@in_loop
async def test_an_appointed_referee_takes_the_place_of_those_who_run_the_server(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        assert "nur die Spielleitung" in text_of(await said(desk.appoint(by(ANNA), ANNA.id, "Anna")))
        await desk.appoint(by(LEADER), CARLA.id, "Carla")
        await desk.free_seat(by(CARLA), "rot", "verschwunden")
        assert "nur die Spielleitung" in text_of(await said(desk.set_turn(by(LEADER), "rot", "x")))
        joined = await desk.join(by(Person("4", "Dora")))
        assert "Dora (Rot)" in joined.card.title


@in_loop
async def test_the_list_names_the_battles_of_this_server_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        assert "noch keine Partie" in text_of(await said(desk.list_battles(by(ANNA))))
        await placed(desk)
        assert f"<#{HOME.channel}>" in text_of(await desk.list_battles(by(ANNA)))
