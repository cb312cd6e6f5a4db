"""How answers look: within Discord's limits whatever they hold, no mention but the one that is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answer import Answer, Button, Card, Choice, Entry, File, Form, Menu, Text
from bot.desk.wording import plain
from bot.messages.fitting import MAX_COMPONENTS, MAX_TEXT, card_text, fitted
from bot.messages.items import HeroldButton, HeroldMenu, action_of, form_window
from bot.messages.layout import mentions, view_of
from bot.paint import Picture
from tests.desk.room import in_loop


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from walk(component.get("components", []))


def drawn(
    answer: Answer, pictures: dict[int, Picture] | None = None, files: tuple[File, ...] = ()
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = view_of(answer, pictures, files).to_components()  # type: ignore[no-untyped-call]
    return list(walk(found))


@in_loop
async def test_a_card_is_a_frame_with_bold_title_steps_small_print_picture_and_rows() -> None:
    card = Card(
        "Anna (Blau): S1 zieht",
        (Text("Erster Schritt", "GR 3"), Text("Zweiter Schritt", "STW 3.3 · GR 4.1")),
        rows=((Button("Karte", "karte|1"),), Menu("Wähle", "frage|1", (Choice("A", "a"), Choice("B", "b", "mehr")))),
        footer="unten",
    )
    parts = drawn(Answer((card,), ping=("77",)), {0: Picture(b"", 1, 1, "was zu sehen ist", "karte.png")})
    texts = [part["content"] for part in parts if part["type"] == 10]
    assert texts[0] == "<@77>"
    assert texts[1].startswith(
        "**Anna (Blau): S1 zieht**\nErster Schritt\n-# GR 3\nZweiter Schritt\n-# STW 3.3 · GR 4.1"
    )
    gallery = next(part for part in parts if part["type"] == 12)
    assert gallery["items"][0]["media"]["url"] == "attachment://karte.png"
    assert gallery["items"][0]["description"] == "was zu sehen ist"
    assert {part["custom_id"] for part in parts if "custom_id" in part} == {"h:b:karte|1", "h:m:frage|1"}


@in_loop
async def test_only_those_who_are_called_are_mentioned() -> None:
    quiet = mentions(Answer((Card("<@1> @everyone"),)))
    assert quiet.to_dict() == {"parse": [], "replied_user": False} or quiet.to_dict()["parse"] == []
    called = mentions(Answer((Card("x"),), ping=("77",))).to_dict()
    assert called["users"] == [77]
    assert called["parse"] == []


@in_loop
async def test_no_two_custom_ids_of_a_message_are_the_same() -> None:
    card = Card("x", rows=((Button("A", "karte|1"), Button("B", "karte|1")),))
    ids = [part["custom_id"] for part in drawn(Answer((card, card))) if "custom_id" in part]
    assert len(set(ids)) == 4
    assert {action_of(one.removeprefix("h:b:")) for one in ids} == {"karte|1"}


@given(st.lists(st.text(min_size=1, max_size=600), max_size=40), st.integers(0, 12), st.integers(1, 3))
def test_any_answer_fits_into_one_message(lines: list[str], rows: int, cards: int) -> None:
    card = Card(
        "Titel " + "".join(lines)[:300],
        tuple(Text(plain(line), "GR 1") for line in lines),
        rows=tuple(tuple(Button("B", f"karte|{row}{place}") for place in range(5)) for row in range(rows)),
    )
    answer = Answer((card,) * cards, ping=("1", "2"))
    fit = fitted(answer)

    @in_loop
    async def check() -> None:
        files = (fit.report,) if fit.report else ()
        parts = drawn(fit.answer, None, files)
        assert sum(len(part["content"]) for part in parts if part["type"] == 10) <= MAX_TEXT
        assert len(parts) <= MAX_COMPONENTS

    check()


def test_what_was_cut_stands_in_a_file() -> None:
    lines = tuple(Text(f"Schritt {number} " + "x" * 90, "GR 1") for number in range(100))
    fit = fitted(Answer((Card("Viel", lines),)))
    assert fit.report is not None
    assert "Schritt 50 " in fit.report.data.decode()
    shown = card_text(fit.answer.card)
    assert "Schritt 0 " in shown
    assert "Schritt 99 " in shown
    assert "bericht.txt" in shown


@pytest.mark.parametrize("name", ["**fett**", "<@123>", "# Titel", "- Liste", "`code`", "||spoiler||", "[a](http://x)"])
def test_names_mean_nothing_but_themselves(name: str) -> None:
    escaped = plain(name)
    assert escaped != name
    assert escaped.replace("\\", "") == name


@in_loop
async def test_buttons_and_menus_are_recognised_again_after_a_restart() -> None:
    button = HeroldButton.of(Button("A", "frage|1|abc|0|3"))
    match = HeroldButton.__discord_ui_compiled_template__.fullmatch(button.custom_id)
    assert match is not None
    assert match["action"] == "frage|1|abc|0|3"
    menu = HeroldMenu.of(Menu("h", "frage|1|abc|0", (Choice("A", "0"),)))
    assert HeroldMenu.__discord_ui_compiled_template__.fullmatch(menu.custom_id)
    assert HeroldButton.__discord_ui_compiled_template__.fullmatch(menu.custom_id) is None


@in_loop
async def test_a_form_has_a_labelled_field_for_each_entry() -> None:
    window = form_window(Form("Würfel", "wurf|1|abc", (Entry("augen", "Augen", "drei Zahlen"),)))
    data = window.to_dict()
    assert data["custom_id"] == "h:f:wurf|1|abc"
    assert data["components"][0]["component"]["custom_id"] == "augen"


def test_an_action_too_long_for_discord_is_found_when_it_is_made() -> None:
    @in_loop
    async def check() -> None:
        with pytest.raises(ValueError, match="too long"):
            view_of(Answer((Card("x", rows=((Button("A", "x" * 100),),)),)))

    check()
