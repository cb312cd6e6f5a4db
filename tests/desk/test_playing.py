"""Orders at the desk: who may give them, for which seat, how often they act, and what everybody hears."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from bot.answer import Answer, BoardPicture, Form, Person, Place
from bot.desk.lobbies import NewBattle
from bot.desk.questions import question_page, question_rows
from rules.referee.requests import Ask, Option
from tests.desk.room import (
    ANNA,
    BEN,
    CARLA,
    HOME,
    begun,
    button,
    buttons,
    by,
    in_loop,
    in_play,
    menus,
    opened,
    placed,
    said,
    text_of,
)

MOVE = "/bewegen figur:S1 nach:D5"


@in_loop
async def test_an_order_is_answered_with_who_did_what_by_which_rule_and_a_picture(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        answer = await desk.order(by(ANNA), "/bewegen S2 H6")
        assert answer.card.title == "Anna (Blau): Schwertkämpfer S2 zieht von H8 nach H6"
        assert any("GR 3" in text.small for text in answer.card.texts)
        assert isinstance(answer.card.picture, BoardPicture)
        assert answer.card.picture.report is not None
        assert not answer.private
        assert {one.label for one in buttons(answer)} >= {"Karte", "Was kann ich tun?", "Zug beenden", "Zurücknehmen"}


@in_loop
async def test_somebody_without_a_seat_is_refused_kindly_and_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        refused = await said(desk.order(by(CARLA), "/zugende"))
        assert refused.private
        assert "keinen Platz; hier spielen Anna und Ben" in text_of(refused)


@in_loop
async def test_the_other_side_cannot_move_my_figures(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        refused = await said(desk.order(by(BEN), MOVE))
        assert refused.private
        assert "gehört nicht dir" in text_of(refused)
        assert (await desk.keeper.position(1)).version == 2


@in_loop
async def test_somebody_with_both_seats_speaks_for_the_owner_of_the_figure(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk, seats={"blau": ANNA, "rot": ANNA})
        answer = await desk.order(by(ANNA), "/bewegen S2 H6")
        assert answer.card.title.startswith("Anna (Blau)")
        answer = await desk.order(by(ANNA), "/zugende")
        assert answer.ping == ()
        answer = await desk.order(by(ANNA), "/bewegen R9 S10")
        assert answer.card.title.startswith("Anna (Rot)")


@in_loop
async def test_the_same_message_delivered_twice_acts_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        first = await desk.order(by(ANNA, key="x"), "/bewegen S2 H6")
        version = (await desk.keeper.position(1)).version
        second = await desk.order(by(ANNA, key="x"), "/bewegen S2 H6")
        assert (await desk.keeper.position(1)).version == version
        assert second.card.title == first.card.title


@in_loop
async def test_a_double_click_on_ending_the_turn_ends_one_turn(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk, seats={"blau": ANNA, "rot": ANNA})
        answer = await desk.order(by(ANNA), "/bewegen S2 H6")
        end = button(answer, "Zug beenden").action
        await desk.act(by(ANNA), end)
        second = await said(desk.act(by(ANNA), end))
        assert second.private
        assert (await desk.keeper.position(1)).position.battle.active == "rot"


@in_loop
async def test_a_button_of_last_turn_does_nothing_in_this_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        end = button(await desk.order(by(ANNA), "/bewegen S2 H6"), "Zug beenden").action
        await desk.order(by(ANNA), "/zugende")
        await desk.order(by(BEN), "/zugende")
        assert "gilt nicht mehr" in text_of(await said(desk.act(by(ANNA), end)))


@in_loop
async def test_two_players_at_once_both_get_an_answer_and_one_order_wins(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk, seats={"blau": ANNA, "rot": BEN})
        answers = await asyncio.gather(
            said(desk.order(by(ANNA), "/zugende")), said(desk.order(by(ANNA), "/bewegen S2 H6")),
            said(desk.order(by(BEN), "/bewegen R9 S10")),
        )  # fmt: skip
        assert all(isinstance(answer, Answer) for answer in answers)
        assert (await desk.keeper.check(1)).problems == ()


@in_loop
async def test_nothing_of_another_server_is_found(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        number = await placed(desk)
        other = Place("fremd", HOME.channel)
        for asked in (
            desk.order(by(ANNA, other), "/zugende"),
            desk.act(by(ANNA, other), f"karte|{number}"),
            desk.export(by(ANNA, other), number),
            desk.check_dice(by(ANNA, other), number),
            desk.show_status(by(ANNA, other)),
            desk.film_answer(by(ANNA, other), number),
        ):
            answer = await said(asked)
            assert answer.private
            assert answer.card.picture is None
            assert answer.files == ()
            assert "Probe" not in text_of(answer)


@pytest.mark.parametrize(
    "line", ["/bewegen", "/bewegen S1", "/bewegen S9 D5", "/tanzen S1", "", "/" * 2000, "/bewegen S1 Z99", "\x00", "💥"]
)
def test_bad_input_gets_one_german_sentence_in_private(line: str, tmp_path: Path) -> None:
    @in_loop
    async def check() -> None:
        async with opened(tmp_path) as desk:
            await placed(desk)
            answer = await said(desk.order(by(ANNA), line))
            assert answer.private
            assert len(answer.card.texts) == 1
            assert answer.card.texts[0].body.endswith((".", "?"))
            assert "\n" not in answer.card.texts[0].body

    check()


# -- questions --------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_question_goes_to_the_one_who_decides_and_survives_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        asked = await desk.order(by(ANNA), MOVE)
        assert asked.ping == (BEN.id,)
        assert "Erstschlag" in text_of(asked)
        no = button(asked, "Nein").action
        refused = await said(desk.act(by(ANNA), no))
        assert refused.private
        assert "geht an Ben (Rot)" in text_of(refused)
    async with opened(tmp_path) as desk:
        answer = await said(desk.act(by(BEN), no))
        assert answer.settles
        assert answer.card.title == "Ben (Rot) wählt »Nein«"
        assert answer.ping == (ANNA.id,)
        assert "Schwertkämpfer S1 zieht" in text_of(answer)
        again = await said(desk.act(by(BEN), no))
        assert "schon beantwortet" in text_of(again)


@in_loop
async def test_an_answer_delivered_twice_acts_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        yes = button(await desk.order(by(ANNA), MOVE), "Ja").action
        first = await said(desk.act(by(BEN, key="y"), yes))
        version = (await desk.keeper.position(1)).version
        second = await said(desk.act(by(BEN, key="y"), yes))
        assert not second.private
        assert first.cards[0].picture is not None
        assert (await desk.keeper.position(1)).version == version


@in_loop
async def test_an_old_question_button_never_answers_a_new_question(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        old = button(await desk.order(by(ANNA), MOVE), "Nein").action
        await desk.act(by(BEN), old)
        await desk.undo(by(ANNA))
        await desk.act(by(BEN), "einig|1|3|ja")
        await desk.order(by(ANNA), "/zugende")
        await desk.order(by(BEN), "/zugende")
        new = button(await desk.order(by(ANNA), MOVE), "Nein").action
        assert new != old
        assert "schon beantwortet" in text_of(await said(desk.act(by(BEN), old)))


@in_loop
async def test_a_question_with_many_options_is_a_menu_with_pages(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        await desk.order(by(ANNA), MOVE)
        here = await desk.here(by(BEN))
        pending = here.stored.position.pending
        assert pending is not None
        options = tuple(Option(f"o{number}", f"Feld {number}") for number in range(60))
        ask = Ask("rot", "Wohin?", options, "GR 1", "sprungfeld", default="o30")
        many = type(pending)(pending.seat, pending.line, pending.order, pending.tape, ask)
        menu, more = question_rows(here, many)
        assert len(menu.choices) == 25  # type: ignore[union-attr]
        assert more[0].label == "Alle 60 Möglichkeiten"  # type: ignore[index]
        last = question_page(here, many, 0, 2)
        assert [choice.value for choice in last.rows[0].choices] == [str(n) for n in range(50, 60)]  # type: ignore[union-attr]
        beyond = question_page(here, many, 0, 99)
        assert beyond.rows == last.rows


@in_loop
async def test_own_dice_are_typed_into_a_form_by_the_one_who_rolls(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk, dice="own")
        asked = await desk.order(by(ANNA), MOVE)
        rolls = await said(desk.act(by(BEN), button(asked, "Ja").action))
        assert "Ben (Rot) würfelt selbst" in text_of(rolls)
        enter = button(rolls, "Würfel eintragen").action
        assert "Diesen Wurf macht Ben" in text_of(await said(desk.act(by(ANNA), enter)))
        form = await desk.act(by(BEN), enter)
        assert isinstance(form, Form)
        wrong = await said(desk.act(by(BEN), form.action, ("99",)))
        assert wrong.private
        right = await said(desk.act(by(BEN), form.action, ("12",)))
        assert "12" in text_of(right)
        throws = await desk.keeper.dice_log(HOME.server, battle=1)
        assert [throw.source for throw in throws] == ["own"]


@in_loop
async def test_the_open_question_is_on_the_status_card_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        await desk.order(by(ANNA), MOVE)
        status = await desk.show_status(by(BEN))
        answer = await said(desk.act(by(BEN), button(status, "Nein").action))
        assert "wählt »Nein«" in answer.card.title


# -- calling ----------------------------------------------------------------------------------------------------------


@in_loop
async def test_nobody_is_called_for_his_own_doing_or_twice_for_the_same(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await in_play(desk)
        for line in ("/bewegen Istor L3", "/bewegen RS1 N3"):
            assert (await desk.order(by(BEN), line)).ping == ()
        refused = await said(desk.order(by(BEN), "/zugende"))
        assert refused.ping == ()


@in_loop
async def test_a_quiet_room_calls_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        await desk.settings(by(ANNA), True, None)
        assert (await desk.order(by(ANNA), "/zugende")).ping == ()
        assert "stellen die ein, die mitspielen" in text_of(await said(desk.settings(by(CARLA), False, 3)))


# -- the end ----------------------------------------------------------------------------------------------------------


@in_loop
async def test_the_end_shows_the_seed_statistics_and_the_file(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        asked = await desk.order(by(ANNA), MOVE)
        await desk.act(by(BEN), button(asked, "Ja").action)
        assert "sicher" in text_of(await said(desk.give_up(by(ANNA), False)))
        answer = await desk.give_up(by(ANNA), True)
        assert len(answer.cards) == 2
        assert "Rot gewinnt" in answer.cards[1].title
        assert bytes(range(32)).hex() in text_of(answer)
        assert answer.files[0].name == "partie-1.json"
        checked = await desk.check_dice(by(CARLA))
        assert "✅" in text_of(checked)
        stats = await said(desk.act(by(CARLA), "statistik|1"))
        assert stats.card.picture is not None
        film = await said(desk.act(by(CARLA), "film|1"))
        assert film.film is not None
        assert len(film.film.frames) >= 3
        assert "zu Ende" in text_of(await said(desk.order(by(BEN), "/zugende")))


@in_loop
async def test_a_file_from_elsewhere_is_checked_without_trust(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await begun(desk)
        assert "keine Exportdatei" in text_of(await said(desk.check_dice(by(ANNA), file=b"\xff\x00{")))
        assert "❌" in text_of(await said(desk.check_dice(by(ANNA), file=b"{}")))
        assert "keine Exportdatei" in text_of(await said(desk.check_dice(by(ANNA), file=b"\x1f\x8bx")))
        ended = await desk.give_up(by(ANNA), True)
        for file in (ended.files[0].data, gzip.compress(ended.files[0].data)):
            assert "✅" in text_of(await desk.check_dice(by(BEN), file=file))


@in_loop
async def test_plain_lines_are_taken_only_if_they_are_meant_for_the_battle(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        assert not await desk.is_order(by(ANNA), "/bewegen S1 D5")
        await placed(desk)
        assert await desk.is_order(by(ANNA), "/was auch immer")
        assert await desk.is_order(by(ANNA), "Bewegen S1 D5")
        assert not await desk.is_order(by(CARLA), "bewegen wir uns?")
        assert not await desk.is_order(by(ANNA), "Ja, gut so.")
        await desk.say(by(ANNA), MOVE)
        assert not await desk.is_order(by(ANNA), "nein")
        assert await desk.is_order(by(BEN), "Nein")
        assert "wählt »Nein«" in (await desk.say(by(BEN), "Nein")).card.title


@in_loop
async def test_help_leads_to_an_order_by_menus_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        await placed(desk)
        help_card = await desk.help(by(ANNA))
        who = menus(help_card)[0]
        assert {choice.value for choice in who.choices} == {"S1", "S2"}
        what = await said(desk.act(by(ANNA), who.action, ("S2",)))
        assert what.replaces
        menu = menus(what)[0]
        if menu.action.startswith("was"):
            what = await said(desk.act(by(ANNA), menu.action, ("bewegen",)))
            menu = menus(what)[0]
        quiet = next(choice.value for choice in menu.choices if choice.value.endswith("nach:H6"))
        done = await said(desk.act(by(ANNA), menu.action, (quiet,)))
        assert done.card.title == "Anna (Blau): Schwertkämpfer S2 zieht von H8 nach H6"
        assert not done.private


@in_loop
async def test_four_play_two_against_two_and_each_ends_his_own_part(tmp_path: Path) -> None:
    people = (ANNA, BEN, CARLA, Person("4", "Dora"))
    async with opened(tmp_path) as desk:
        await desk.open_lobby(by(ANNA), NewBattle("punkte", points=100, players=4, rounds=2))
        for person in people:
            await desk.join(by(person))
            await desk.load_army(by(person), "kelten_50" if person is not BEN else "roemer_50")
        answer = await desk.start(by(ANNA))
        assert len(answer.ping) >= 1
        for _ in range(2):
            here = await desk.here(by(ANNA))
            for seat in here.system.to_act(here.battle):
                owner = next(person for person in people if person.id == here.sitting(seat).player)  # type: ignore[union-attr]
                await desk.order(by(owner), "/aufstellen")
                answer = await desk.order(by(owner), "/zugende")
        assert (await desk.here(by(ANNA))).battle.phase == "spiel"
        assert "Grün" in text_of(await desk.show_status(by(ANNA)))
