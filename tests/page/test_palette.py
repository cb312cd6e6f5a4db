"""Typing `/`: the commands with their descriptions, found by a few letters."""

import pytest
from playwright.sync_api import Page, expect

from tests.page import sample_table as sample
from tests.page.conftest import OpenWindow


def listed(page: Page) -> list[str]:
    return page.locator(".suggestion-title").all_inner_texts()


def test_a_slash_lists_every_command_with_its_description(open_window: OpenWindow) -> None:
    page = open_window()
    page.locator("#input").press_sequentially("/")
    assert listed(page) == [f"/{command['name']}" for command in sample.COMMANDS]
    details = page.locator(".suggestion-detail").all_inner_texts()
    assert details == [command["description"] for command in sample.COMMANDS]


def test_a_button_lists_the_commands_where_there_is_no_slash_key(open_window: OpenWindow) -> None:
    page = open_window(phone=True)
    page.get_by_role("button", name="Befehle zeigen").tap()
    expect(page.locator(".suggestion")).to_have_count(len(sample.COMMANDS))
    page.get_by_role("option", name="/bewegen").tap()
    expect(page.locator("[data-option=figur]")).to_be_focused()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("/bew", "/bewegen"),
        ("/neu", "/partie neu"),
        ("/partie s", "/partie status"),
        ("/wurf", "/würfel frei"),
        ("/wuerf", "/würfel frei"),
        ("/WÜRF", "/würfel frei"),
        ("/schießen", "/fernkampf"),
    ],
)
def test_a_few_letters_find_a_command(open_window: OpenWindow, typed: str, first: str) -> None:
    page = open_window()
    page.locator("#input").press_sequentially(typed)
    assert listed(page)[0] == first


def test_arrow_keys_walk_through_the_list_and_enter_takes(open_window: OpenWindow) -> None:
    page = open_window()
    line = page.locator("#input")
    line.press_sequentially("/partie")
    expect(page.get_by_role("option", selected=True)).to_contain_text("/partie beitreten")
    line.press("ArrowDown")
    line.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_contain_text("/partie status")
    assert line.get_attribute("aria-activedescendant") == page.get_by_role("option", selected=True).get_attribute("id")
    line.press("ArrowUp")
    line.press("Enter")
    expect(page.locator(".command-name")).to_have_text("/partie neu")


def test_tab_takes_the_first_that_fits(open_window: OpenWindow) -> None:
    page = open_window()
    page.locator("#input").press_sequentially("/fern")
    page.keyboard.press("Tab")
    expect(page.locator(".command-name")).to_have_text("/fernkampf")
    expect(page.locator("[data-option=schütze]")).to_be_focused()


def test_escape_closes_the_list_and_keeps_what_was_typed(open_window: OpenWindow) -> None:
    page = open_window()
    page.locator("#input").press_sequentially("/bew")
    page.keyboard.press("Escape")
    expect(page.locator(".suggestions")).to_be_hidden()
    expect(page.locator("#input")).to_have_value("/bew")


def test_an_unknown_command_is_refused_and_stays(open_window: OpenWindow) -> None:
    page = open_window()
    page.locator("#input").press_sequentially("/gibtesnicht")
    page.keyboard.press("Enter")
    expect(page.locator(".composer-note")).to_contain_text("Den Befehl /gibtesnicht gibt es hier nicht.")
    expect(page.locator("#input")).to_have_value("/gibtesnicht")
