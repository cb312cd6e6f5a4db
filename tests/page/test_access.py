"""For everyone: all by keyboard, focus to be seen, names for all controls, contrast of at least 4.5 : 1."""

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import OpenWindow
from tests.page.fake_server import FakeServer
from tests.page.sample_table import BATTLE, EMPTY, NEWS, container, text

LEAST = 4.5

# Each piece of text in sight with the colours it has, where they differ by less than asked for.
FAINT = """(least) => {
  const parse = colour => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });
  const ground = node => {
    const layers = [];
    for (let up = node; up; up = up.parentElement) {
      const colour = parse(getComputedStyle(up).backgroundColor);
      if (colour.a > 0) layers.push(colour);
      if (colour.a === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
  };
  const light = ({ r, g, b }) => {
    const linear = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const ratio = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  let checked = 0;
  const check = (node, colour, words) => {
    checked += 1;
    const below = ground(node);
    const value = ratio(over(parse(colour), below), below);
    if (value < least) found.push(`${words.trim().slice(0, 40)} (${node.className}) ${value.toFixed(2)}`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest(".unseen, noscript, [inert]")) continue;
    check(node, getComputedStyle(node).color, texts.currentNode.data);
  }
  for (const input of document.querySelectorAll("input, textarea")) {
    if (!input.checkVisibility()) continue;
    check(input, getComputedStyle(input).color, input.value);
    if (input.placeholder) check(input, getComputedStyle(input, "::placeholder").color, input.placeholder);
  }
  return { found, checked };
}"""

NAMELESS = """() => [...document.querySelectorAll("button, a, input, select, textarea, img, summary")]
  .filter(node => node.checkVisibility() && !node.closest("[aria-hidden=true]"))
  .filter(node => {
    if (node.tagName === "IMG") return !node.hasAttribute("alt");
    const words = [node.getAttribute("aria-label"), node.textContent, node.labels?.[0]?.textContent];
    return !words.some(one => one?.trim());
  }).map(node => node.outerHTML.slice(0, 100))"""

FOCUS_SHOWN = """() => {
  const node = document.activeElement.closest(".line") ?? document.activeElement;
  const style = getComputedStyle(node);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
}"""


def assert_readable(page: Page) -> None:
    result = page.evaluate(FAINT, LEAST)
    assert result["checked"] > 5
    assert result["found"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(open_window: OpenWindow, server: FakeServer, scheme: str) -> None:
    page = open_window(channel=NEWS, scheme=scheme)
    assert_readable(page)
    page.locator(f"[data-channel='{BATTLE}']").click()
    words = "# Titel\n> Zitat\n`code` <@1101> <@1102> <#3001> [Link](https://example.org)\n```\nblock\n```\n-# klein"
    server.post(BATTLE, components=[container(text(words))], ephemeral=True, viewer="anna")
    server.post(BATTLE, thinking=True)
    server.post(BATTLE, failed=True)
    expect(page.locator(".message").last).to_contain_text("hat nicht geantwortet")
    page.get_by_role("button", name="Absagen").click()
    page.get_by_role("button", name="Mehrere Figuren").click()
    expect(page.locator(".message-note:visible")).to_have_count(1)
    page.get_by_text("Zweites Fenster").click()
    server.run(server.table.send_all(lambda _: {"type": "bot", "bot": {**server.table.bot, "online": False}}))
    page.locator("#input").fill("/")
    expect(page.locator(".suggestion").first).to_be_visible()
    assert_readable(page)
    page.locator("#input").fill("/bewegen")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Senden").click()
    expect(page.locator(".option-note").first).to_be_visible()
    assert_readable(page)
    page.get_by_role("button", name="Befehl verwerfen").click()
    page.locator("#input").fill("/dauerbefehl")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Absenden").click()
    expect(page.locator(".form-note")).to_be_visible()
    assert_readable(page)
    page.keyboard.press("Escape")
    page.locator(f"[data-channel='{EMPTY}']").click()
    expect(page.locator(".start-card")).to_be_visible()
    assert_readable(page)
    page.goto(server.url)
    expect(page.locator(".door-player").first).to_be_visible()
    assert_readable(page)


def test_the_contrast_check_sees_what_is_too_faint(open_window: OpenWindow) -> None:
    page = open_window()
    page.evaluate("() => document.documentElement.style.setProperty('--ink-soft', '#a09a90')")
    assert page.evaluate(FAINT, LEAST)["found"] != []


def test_every_control_has_a_name(open_window: OpenWindow) -> None:
    page = open_window()
    assert page.evaluate(NAMELESS) == []
    page.locator("#input").fill("/bewegen")
    page.keyboard.press("Enter")
    assert page.evaluate(NAMELESS) == []
    page.get_by_role("button", name="Befehl verwerfen").click()
    page.locator("#input").fill("/dauerbefehl")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(NAMELESS) == []


def test_a_game_is_played_by_keyboard_alone(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    press, write = page.keyboard.press, page.keyboard.type

    def tab_to(name: str, most: int = 40) -> None:
        for _ in range(most):
            press("Tab")
            words = page.evaluate(
                "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
            )
            assert page.evaluate(FOCUS_SHOWN), f"the focus on {words!r} is not to be seen"
            if name in (words or ""):
                return
        raise AssertionError(f"{name!r} was not reached")

    tab_to("Zur Eingabe")
    press("Enter")
    expect(page.locator("#input")).to_be_focused()
    write("/bew")
    press("Enter")
    expect(page.get_by_role("option")).to_have_count(4)
    press("ArrowDown")
    press("Enter")
    expect(page.get_by_role("option").first).to_contain_text("D4")
    press("Enter")
    press("Enter")
    expect(page.locator(".message").last).to_contain_text("S1 geht nach D4.")
    press("Shift+Tab")
    for _ in range(60):
        if page.evaluate("() => document.activeElement.innerText") == "Bereit":
            break
        press("Shift+Tab")
    press("Enter")
    expect(page.get_by_role("button", name="Doch nicht")).to_be_focused()
    assert page.evaluate(FOCUS_SHOWN)
    assert server.calls_to("/command")[0]["options"] == {"figur": "S2", "nach": "D4"}
    page.locator("#skip").focus()
    tab_to("kampagne")
    press("Enter")
    expect(page.locator("#channel-name")).to_have_text("#kampagne")
    expect(page.locator("[aria-current=page]")).to_be_focused()


def test_the_board_is_magnified_and_moved_by_keyboard(open_window: OpenWindow) -> None:
    page = open_window()
    page.locator(".board-frame").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    moved = page.locator(".board-picture").evaluate("node => node.style.transform")
    assert "translate(-60px" in moved
    page.keyboard.press("0")
    assert "translate(0px, 0px) scale(1)" in page.locator(".board-picture").evaluate("node => node.style.transform")


def test_new_messages_are_announced_and_ones_own_are_not(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    region = page.locator("#announcer")
    assert region.get_attribute("aria-live") == "polite"
    page.locator("#input").fill("Ich sage etwas.")
    page.keyboard.press("Enter")
    expect(page.locator(".message").last).to_contain_text("Ich sage etwas.")
    page.locator("#input").fill("/bewegen figur:S1 nach:D5")
    page.keyboard.press("Enter")
    expect(region.locator("p").last).to_have_text("Herold: S1 geht nach D5. GR 4.1")
    assert "Ich sage etwas." not in region.inner_text()
