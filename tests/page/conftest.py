"""A browser for the page's tests, and windows in it. Without Chromium they are skipped; on CI that is a failure."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, sync_playwright

from tests.page.fake_server import FakeServer

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

Scheme = Literal["light", "dark"]

OpenWindow = Callable[..., Page]


# For a module and not for all tests: while it runs, its thread can have no other event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "Chromium is not installed; the page is not tested in a browser."
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as server:
        yield server


@pytest.fixture
def open_window(browser: Browser, server: FakeServer) -> Iterator[OpenWindow]:
    """Opens a window of a player; each call has a browser profile of its own. Any error of a script fails the test."""
    contexts = []
    errors: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and "violates the following Content Security Policy" in message.text:
            errors.append(message.text)

    def open_window(
        player: str | None = "anna", channel: str = "", *, phone: bool = False, scheme: Scheme = "light"
    ) -> Page:
        context = browser.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            color_scheme=scheme,
            locale="de-DE",
            reduced_motion="reduce",
        )
        context.set_default_timeout(5000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", hear)
        page.goto(server.url + (f"?spieler={player}#{channel}" if player else ""))
        if player:
            page.wait_for_selector("[data-channel]", state="attached")
            page.wait_for_selector(".message, .start-card", state="attached")
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert errors == []
