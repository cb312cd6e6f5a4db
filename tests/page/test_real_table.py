"""The page against the real local table, with discord.py's own client and a small bot behind it."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.table.local import LocalTable
from tests.table.tinybot import HILL, playing


class RealTable:
    """The table and its bot on a thread of their own."""

    def __init__(self) -> None:
        self.table: LocalTable | None = None
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._done = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "RealTable":
        self._thread.start()
        assert self._ready.wait(20), "the table did not open"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(20)
        self._loop.close()

    @property
    def url(self) -> str:
        assert self.table is not None
        return self.table.page_url

    def _run(self) -> None:
        logging.getLogger("discord").setLevel(logging.CRITICAL)
        self._loop.run_until_complete(self._live())

    async def _live(self) -> None:
        async with playing() as (table, _):
            self.table = table
            self._ready.set()
            await self._done.wait()


@pytest.fixture(scope="module")
def table() -> Iterator[RealTable]:
    with RealTable() as table:
        yield table


@pytest.fixture
def anna(browser: Browser, table: RealTable) -> Iterator[Page]:
    with window(browser, table, "anna") as page:
        yield page


@contextlib.contextmanager
def window(browser: Browser, table: RealTable, player: str) -> Iterator[Page]:
    context = browser.new_context(locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{table.url}?spieler={player}")
    expect(page.locator("#channel-name")).to_have_text(f"#{HILL}")
    yield page
    context.close()
    assert errors == []


def say(page: Page, line: str) -> None:
    page.locator("#input").fill(line)
    page.keyboard.press("Enter")
    expect(page.locator("#input")).to_have_value("")


def test_players_commands_and_answers_are_those_of_the_table(anna: Page) -> None:
    anna.locator("#input").press_sequentially("/pi")
    expect(anna.get_by_role("option")).to_have_text(["/pingAntwortet sofort."])
    say(anna, "/ping")
    expect(anna.locator(".message").last).to_contain_text("pong")
    expect(anna.locator(".used").last).to_have_text("AAnna nutzt /ping")


def test_autocomplete_member_and_file_reach_the_bot(anna: Page) -> None:
    anna.locator("#input").press_sequentially("/figur")
    anna.keyboard.press("Enter")
    anna.keyboard.type("bog")
    expect(anna.get_by_role("option")).to_have_text(["Bogenschütze"])
    anna.keyboard.press("Enter")
    anna.get_by_role("button", name="spieler").click()
    anna.keyboard.type("ben")
    anna.keyboard.press("Enter")
    anna.get_by_role("button", name="liste").click()
    anna.locator("[data-option=liste]").set_input_files(
        {"name": "liste.txt", "mimeType": "text/plain", "buffer": b"Kelten"}
    )
    anna.get_by_role("button", name="Senden").click()
    expect(anna.locator(".message").last).to_contain_text("bogenschütze 1 Ben Kelten")


def test_a_board_with_menu_button_and_form(anna: Page) -> None:
    say(anna, "/brett")
    board = anna.locator(".message").last
    expect(board.get_by_role("img", name="Das Brett")).to_be_visible()
    expect(anna.locator(".board-picture")).to_have_attribute("alt", "Das Brett")
    board.locator(".menu-button").click()
    anna.get_by_role("button", name="B2").click()
    expect(anna.locator(".message").last).to_contain_text("gewählt: B2")
    anna.get_by_role("button", name="Fragen").click()
    form = anna.get_by_role("dialog", name="Frage")
    form.get_by_label("Name").fill("Anna")
    form.get_by_label("Seite").select_option("rot")
    form.get_by_role("button", name="Absenden").click()
    mine = anna.locator(".message.ephemeral").last
    expect(mine).to_contain_text("Anna spielt rot")
    mine.get_by_role("button", name="Verwerfen").click()
    expect(anna.locator(".message.ephemeral")).to_have_count(0)
    anna.get_by_role("button", name="Weiter").click()
    expect(anna.locator(".message", has_text="Zug 2")).to_have_count(1)


def test_two_players_see_each_other_and_not_each_others_secrets(browser: Browser, table: RealTable, anna: Page) -> None:
    with window(browser, table, "ben") as ben:
        say(anna, "/geheim")
        expect(anna.locator(".message.ephemeral").last).to_contain_text("psst")
        say(ben, "Hallo Anna")
        expect(anna.locator(".message").last).to_contain_text("Hallo Anna")
        expect(ben.locator(".message.ephemeral")).to_have_count(0)


def test_a_thread_appears_in_the_list_and_can_be_opened(anna: Page) -> None:
    say(anna, "/faden")
    expect(anna.get_by_role("button", name="Die Schlacht 1 ungelesen")).to_be_visible()
    expect(anna.locator(".mentions-me, .message", has_text="geändert").last).to_be_visible()
    anna.get_by_role("button", name="Faden „Die Schlacht“ öffnen").click()
    expect(anna.locator("#channel-name")).to_have_text("#Die Schlacht")
    expect(anna.locator(".message").last).to_contain_text("Los geht’s")


def test_a_reload_shows_the_same_talk(anna: Page) -> None:
    say(anna, "Bleibt das stehen?")
    expect(anna.locator(".message").last).to_contain_text("Bleibt das stehen?")
    before = anna.locator(".message").all_inner_texts()
    anna.reload()
    expect(anna.locator(".message").last).to_contain_text("Bleibt das stehen?")
    assert anna.locator(".message").all_inner_texts() == before
