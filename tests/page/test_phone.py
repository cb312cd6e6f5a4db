"""On a phone: one column, the board above the input, nothing wider than the screen, everything large enough to hit."""

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import OpenWindow
from tests.page.sample_table import BATTLE, EMPTY

TOUCH = 44

WIDER_THAN_THE_SCREEN = """() => {
  const reachesOut = node => {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height || (box.right <= innerWidth + 1 && box.left >= -1)) return false;
    for (let up = node; up; up = up.parentElement) {
      if (up.matches(".unseen, .side, .board-frame") || getComputedStyle(up).overflowX === "auto") return false;
    }
    return true;
  };
  return [...document.querySelectorAll("body *")].filter(reachesOut).map(node => node.outerHTML.slice(0, 80));
}"""

TOO_SMALL = """(least) => [...document.querySelectorAll("button, a, input, select, textarea, summary")]
  .filter(node => node.checkVisibility() && !node.closest("[inert]"))
  .filter(node => !node.matches(".skip, .shade, .mention, .words a, .covered"))
  .filter(node => !(node.matches("[type=radio], [type=checkbox]") && node.closest("label")))
  .map(node => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""


def no_sideways_scroll(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth") == page.viewport_size["width"]  # type: ignore[index]
    assert page.evaluate(WIDER_THAN_THE_SCREEN) == []


def test_talk_board_and_input_stand_one_above_the_other(open_window: OpenWindow) -> None:
    page = open_window(phone=True)
    boxes = [page.locator(place).bounding_box() for place in ("#feed", "#board", "#composer")]
    feed, board, composer = (box for box in boxes if box)
    assert feed["y"] + feed["height"] <= board["y"] + 1
    assert board["y"] + board["height"] <= composer["y"] + 1
    assert composer["y"] + composer["height"] <= 844
    assert feed["height"] >= 250
    expect(page.locator(".board-picture")).to_be_in_viewport(ratio=1)


def test_the_board_can_be_folded_up_and_stays_so(open_window: OpenWindow) -> None:
    page = open_window(phone=True)
    fold = page.get_by_role("button", name="Brett zeigen")
    expect(fold).to_have_attribute("aria-expanded", "true")
    fold.tap()
    expect(page.locator(".board-frame")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("button", name="Brett zeigen")).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".message").last).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 390, 768])
def test_nothing_is_wider_than_the_screen(open_window: OpenWindow, width: int) -> None:
    page = open_window(phone=True)
    page.set_viewport_size({"width": width, "height": 844})
    no_sideways_scroll(page)
    page.locator("#input").fill("/bewegen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("option").first).to_be_visible()
    no_sideways_scroll(page)
    page.get_by_role("button", name="Befehl verwerfen").tap()
    page.locator("#input").fill("Ein" + "sehr" * 60 + "langes Wort")
    page.keyboard.press("Enter")
    expect(page.locator(".message").last).to_contain_text("langes Wort")
    no_sideways_scroll(page)


def test_whatever_can_be_touched_is_large_enough(open_window: OpenWindow) -> None:
    page = open_window(phone=True, channel=BATTLE)
    assert page.evaluate(TOO_SMALL, TOUCH) == []
    page.locator("#input").fill("/bewegen")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="gangart").tap()
    expect(page.get_by_role("option").first).to_be_visible()
    assert page.evaluate(TOO_SMALL, TOUCH) == []
    page.get_by_role("button", name="Befehl verwerfen").tap()
    page.get_by_role("button", name="Kanäle und Spieler zeigen").tap()
    page.get_by_text("Zweites Fenster").tap()
    assert page.evaluate(TOO_SMALL, TOUCH) == []
    page.locator(f"[data-channel='{EMPTY}']").tap()
    expect(page.locator(".start-card")).to_be_visible()
    assert page.evaluate(TOO_SMALL, TOUCH) == []


def test_the_list_of_channels_slides_in_and_goes_when_one_is_chosen(open_window: OpenWindow) -> None:
    page = open_window(phone=True)
    side = page.locator("#side")
    expect(side).not_to_be_in_viewport()
    page.get_by_role("button", name="Kanäle und Spieler zeigen").tap()
    expect(side).to_be_in_viewport()
    page.locator(f"[data-channel='{EMPTY}']").tap()
    expect(side).not_to_be_in_viewport()
    expect(page.locator("#channel-name")).to_have_text("#schanze")


def test_a_whole_order_is_given_by_touch(open_window: OpenWindow) -> None:
    page = open_window(phone=True)
    page.get_by_role("button", name="Befehle zeigen").tap()
    page.get_by_role("option", name="/bewegen").tap()
    page.get_by_role("option", name="W1 Streitwagen").tap()
    page.get_by_role("option", name="D5 · Wiese").tap()
    page.get_by_role("button", name="Senden").tap()
    expect(page.locator(".message").last).to_contain_text("S1 geht nach D5.")
    expect(page.locator(".board-picture")).to_have_attribute("alt", "S1 steht auf D5.")
