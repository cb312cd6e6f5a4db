"""Windows: who one is, a second window as another player, what survives a reload, and a line that breaks."""

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import OpenWindow
from tests.page.fake_server import FakeServer
from tests.page.sample_table import BATTLE, EMPTY, NEWS, PLAYERS, THREAD

FIRST_IN_SIGHT = """() => {
  const top = document.querySelector("#feed").getBoundingClientRect().top;
  const all = [...document.querySelectorAll("#messages [data-message]")];
  return all.find(node => node.getBoundingClientRect().bottom > top).dataset.message;
}"""


def say(page: Page, line: str) -> None:
    page.locator("#input").fill(line)
    page.keyboard.press("Enter")


def test_whoever_has_not_said_who_he_is_is_asked(open_window: OpenWindow) -> None:
    page = open_window(None)
    assert page.locator(".door-player").all_inner_texts() == ["A\nAnna", "B\nBen", "C\nClara"]
    page.get_by_role("link", name="Ben").click()
    expect(page.locator(".seat-name")).to_contain_text("Ben")


def test_a_player_who_does_not_exist_is_asked_again(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window(None)
    page.goto(server.url + "?spieler=niemand")
    expect(page.locator(".door")).to_contain_text("Wer bist du?")


def test_a_second_window_is_another_player_in_the_same_channel(open_window: OpenWindow) -> None:
    page = open_window(channel=THREAD)
    page.get_by_text("Zweites Fenster").click()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="als Ben öffnen").click()
    second = opened.value
    expect(second.locator(".seat-name")).to_contain_text("Ben")
    expect(second.locator("#channel-name")).to_have_text("#Kelten gegen Römer")
    say(second, "Ich bin da.")
    expect(page.locator(".message").last).to_contain_text("Ich bin da.")
    expect(page.locator(".message").last.locator(".author")).to_have_text("Ben")


def test_what_one_player_alone_sees_is_not_shown_to_the_other(open_window: OpenWindow) -> None:
    anna, ben = open_window("anna"), open_window("ben")
    say(anna, "/hilfe")
    expect(anna.locator(".ephemeral")).to_have_count(1)
    # The answer may come before the line is free for the next words.
    expect(anna.locator("#input")).to_have_value("")
    expect(anna.locator("#input")).to_be_focused()
    say(anna, "Jetzt du, Ben.")
    expect(anna.locator(".message").last).to_contain_text("Jetzt du, Ben.")
    expect(ben.locator(".message").last).to_contain_text("Jetzt du, Ben.")
    expect(ben.locator(".ephemeral")).to_have_count(0)


def test_the_drafts_of_two_players_in_one_browser_do_not_mix(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    page.locator("#input").fill("Annas Gedanke")
    second = page.context.new_page()
    second.goto(server.url + "?spieler=ben")
    expect(second.locator(".message").first).to_be_attached()
    expect(second.locator("#input")).to_have_value("")


def test_channels_count_what_is_unread_and_make_mentions_stand_out(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    news = page.locator(f"[data-channel='{NEWS}']")
    expect(news.locator(".count.mentions")).to_have_text("1 Erwähnungen")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    for words in ("Hallo", "Noch etwas"):
        server.post(THREAD, content=words, author=PLAYERS[1])
    expect(page.locator(f"[data-channel='{THREAD}'] .count")).to_have_text("2 ungelesen")
    news.click()
    expect(page.locator(".mentions-me")).to_contain_text("@Anna, du bist am Zug.")
    expect(news.locator(".count")).to_have_count(0)
    expect(page).to_have_title(re.compile(r"^#kampagne"))


def test_what_is_new_since_the_last_visit_stands_below_a_line(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window(channel=NEWS)
    server.post(THREAD, content="Neu für Anna", author=PLAYERS[1])
    page.locator(f"[data-channel='{THREAD}']").click()
    expect(page.locator(".message").last).to_contain_text("Neu für Anna")
    rows = page.locator("#messages > li").all_inner_texts()
    line = rows.index("Neu")
    assert "Hier reden wir über die Schlacht." in rows[line - 1]
    assert "Neu für Anna" in rows[line + 1]


def test_a_mentioned_channel_can_be_opened(open_window: OpenWindow) -> None:
    page = open_window(channel=NEWS)
    page.get_by_role("button", name="#feldherrenhügel", exact=True).last.click()
    expect(page.locator("#channel-name")).to_have_text("#feldherrenhügel")


def test_channel_scroll_and_draft_survive_a_reload(open_window: OpenWindow) -> None:
    page = open_window(channel=EMPTY)
    page.locator("#input").fill("Ein halber Satz")
    page.locator(f"[data-channel='{BATTLE}']").click()
    expect(page.locator(".message")).to_have_count(50)
    page.locator("#feed").hover()
    page.mouse.wheel(0, -4000)
    page.wait_for_timeout(200)
    before = page.evaluate(FIRST_IN_SIGHT)
    page.reload()
    expect(page.locator("#channel-name")).to_have_text("#feldherrenhügel")
    expect(page.locator(".message")).not_to_have_count(0)
    page.wait_for_function(f"(wanted) => ({FIRST_IN_SIGHT})() === wanted", arg=before)
    page.locator(f"[data-channel='{EMPTY}']").click()
    expect(page.locator("#input")).to_have_value("Ein halber Satz")


def test_a_command_that_is_half_filled_in_survives_a_reload(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    page.locator("#input").fill("/bewegen")
    page.keyboard.press("Enter")
    page.get_by_role("option", name="S2 Schwertkämpfer").click()
    page.keyboard.type("D5")
    page.reload()
    expect(page.locator("[data-option=figur]")).to_have_value("S2 Schwertkämpfer")
    expect(page.locator("[data-option=nach]")).to_have_value("D5")
    page.get_by_role("button", name="Senden").click()
    expect(page.locator("#input")).to_be_visible()
    assert server.calls_to("/command")[-1]["options"] == {"figur": "S2", "nach": "D5"}


def test_a_broken_line_is_said_and_mends_itself_without_losing_anything(
    open_window: OpenWindow, server: FakeServer
) -> None:
    page = open_window()
    page.locator("#input").fill("Mitten im Satz")
    server.endpoints.refuses_lines = True
    server.run(server.table.close_lines())
    expect(page.locator(".notice-line")).to_contain_text("Die Verbindung ist unterbrochen.")
    server.post(BATTLE, content="Das kam, als niemand zuhörte.")
    server.endpoints.refuses_lines = False
    expect(page.locator(".message").last).to_contain_text("Das kam, als niemand zuhörte.")
    expect(page.locator(".notice-line")).to_have_count(0)
    expect(page.locator("#input")).to_have_value("Mitten im Satz")


def test_an_absent_herold_is_said(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    away = {"type": "bot", "bot": {**server.table.bot, "online": False}}
    server.run(server.table.send_all(lambda _: away))
    expect(page.locator(".notice-bot")).to_contain_text("Herold ist gerade nicht da.")
    server.run(server.table.send_all(lambda _: {"type": "bot", "bot": server.table.bot}))
    expect(page.locator(".notice-bot")).to_have_count(0)


def test_typing_is_shown(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    typing = {"type": "typing", "channel_id": BATTLE, "user_id": "1100", "name": "Herold", "seconds": 10}
    server.run(server.table.send_all(lambda _: typing))
    expect(page.locator("#typing")).to_have_text("Herold schreibt …")
    server.post(BATTLE, content="Fertig.")
    expect(page.locator("#typing")).to_have_text("")


def test_a_newcomer_has_his_first_battle_filled_in_by_one_press(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window(channel=EMPTY)
    expect(page.get_by_role("heading", name="Willkommen am Tisch, Anna!")).to_be_visible()
    page.get_by_role("button", name="Neue Partie: Das Geheimdokument").click()
    expect(page.locator("[data-option=szenario]")).to_have_value("Das Geheimdokument")
    page.keyboard.press("Enter")
    expect(page.locator(".message").last).to_contain_text("/partie neu")
    assert server.calls_to("/command") == [{"command": "partie neu", "options": {"szenario": "geheimdokument"}}]
    link = page.locator(".start-card").get_by_role("link", name="als Ben öffnen")
    assert link.get_attribute("href") == f"/?spieler=ben#{EMPTY}"


def test_the_card_for_newcomers_stays_away_once_put_away_and_comes_back_when_asked(open_window: OpenWindow) -> None:
    page = open_window(channel=EMPTY)
    page.get_by_role("button", name="Karte weglegen").click()
    page.reload()
    expect(page.locator("#channel-name")).to_have_text("#schanze")
    expect(page.locator(".start-card")).to_have_count(0)
    page.get_by_role("button", name="Erste Schritte").click()
    expect(page.locator(".start-card")).to_be_visible()
