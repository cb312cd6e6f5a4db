"""Messages as they stand in the feed, and what a player does with them."""

from playwright.sync_api import Page, expect

from tests.page.conftest import OpenWindow
from tests.page.fake_server import FakeServer
from tests.page.sample_table import BATTLE, container, gallery, text


def say(page: Page, line: str) -> None:
    page.locator("#input").fill(line)
    page.keyboard.press("Enter")


def test_an_answer_says_who_used_what_and_shows_its_container(open_window: OpenWindow) -> None:
    page = open_window()
    say(page, "/bewegen figur:S1 nach:D5")
    answer = page.locator(".message").last
    expect(answer.locator(".used")).to_have_text("AAnna nutzt /bewegen")
    expect(answer.locator(".author")).to_have_text("Herold")
    expect(answer.locator("strong", has_text="S1 geht nach D5.")).to_be_visible()
    expect(answer.locator(".small", has_text="GR 4.1")).to_be_visible()
    assert answer.locator(".container").evaluate("node => getComputedStyle(node).borderLeftColor") == "rgb(31, 95, 139)"


def test_thinking_is_shown_until_the_answer_is_there(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    server.script.may_answer.clear()
    say(page, "/karte")
    expect(page.locator(".thinking")).to_contain_text("Herold denkt nach")
    server.release()
    expect(page.locator(".message").last).to_contain_text("S1 geht nach überall.")
    expect(page.locator(".thinking")).to_have_count(0)


def test_a_pressed_button_changes_its_message_and_keeps_the_focus(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    page.get_by_role("button", name="Bereit").click()
    again = page.get_by_role("button", name="Doch nicht")
    expect(again).to_be_focused()
    expect(page.locator(".message").last).to_contain_text("Anna ist bereit.")
    assert server.calls_to("/press") == [{"custom_id": "ready"}]


def test_a_refusal_stands_beside_the_button(open_window: OpenWindow) -> None:
    page = open_window()
    page.get_by_role("button", name="Absagen").click()
    note = page.locator(".message", has=page.get_by_role("button", name="Absagen")).locator(".message-note")
    expect(note).to_have_text("Nur wer die Partie angelegt hat, kann absagen.")


def test_a_button_that_is_off_cannot_be_pressed(open_window: OpenWindow) -> None:
    expect(open_window().get_by_role("button", name="Nicht jetzt")).to_be_disabled()


def test_a_menu_sends_the_one_that_is_chosen(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    page.get_by_role("button", name="Welche Figur?").click()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="S2 Schwertkämpfer, 1 LP")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".message").last).to_contain_text("Anna wählt s2.")
    assert server.calls_to("/select") == [{"custom_id": "pick", "values": ["s2"]}]


def test_a_menu_for_several_sends_them_together(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    page.get_by_role("button", name="Mehrere Figuren").click()
    for name in ("B1", "B3", "B2"):
        page.get_by_role("button", name=name, exact=True).click()
    assert server.calls_to("/select") == []
    page.get_by_role("button", name="Übernehmen").click()
    expect(page.locator(".message").last).to_contain_text("Anna wählt b1, b3.")


def test_escape_folds_a_menu_up_again(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    toggle = page.get_by_role("button", name="Welche Figur?")
    toggle.click()
    page.keyboard.press("Escape")
    expect(toggle).to_be_focused()
    expect(toggle).to_have_attribute("aria-expanded", "false")
    assert server.calls_to("/select") == []


def test_a_form_is_filled_in_and_sent(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    say(page, "/dauerbefehl")
    form = page.get_by_role("dialog", name="Dauerbefehl")
    expect(form.get_by_label("Wann")).to_be_focused()
    page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_have_text("„Wann“ muss ausgefüllt werden.")
    form.get_by_label("Wann").fill("nie")
    form.get_by_label("Was dann").fill("Zurückweichen")
    form.get_by_label("Figur").select_option("s2")
    form.get_by_label("Nur im Notfall").check()
    form.get_by_label("Still").check()
    form.get_by_role("button", name="Absenden").click()
    expect(form.get_by_role("alert")).to_have_text("Ein Dauerbefehl, der nie gilt, hilft nicht.")
    form.get_by_label("Wann").fill("immer")
    form.get_by_role("button", name="Absenden").click()
    expect(form).to_have_count(0)
    expect(page.locator(".message").last).to_contain_text("Dauerbefehl: immer.")
    values = {"wann": "immer", "was": "Zurückweichen", "figur": ["s2"], "vorrang": ["not"], "still": True}
    assert server.calls_to("/modals/9002")[-1] == {"values": values}


def test_a_form_is_closed_with_escape_and_gives_the_focus_back(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    say(page, "/dauerbefehl")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#input")).to_be_focused()
    assert server.calls_to("/modals/9002") == []


def test_a_message_for_one_is_marked_and_can_be_put_away(open_window: OpenWindow) -> None:
    page = open_window()
    say(page, "/hilfe")
    mine = page.locator(".message.ephemeral")
    expect(mine).to_contain_text("Nur du siehst dies")
    mine.get_by_role("button", name="Verwerfen").click()
    expect(mine).to_have_count(0)


def test_a_picture_has_its_words_and_can_be_looked_at_large(open_window: OpenWindow) -> None:
    page = open_window()
    say(page, "/bewegen figur:S1 nach:D5")
    picture = page.locator(".message").last.get_by_role("img", name="S1 steht auf D5.")
    picture.click()
    large = page.get_by_role("dialog")
    expect(large.get_by_role("img", name="S1 steht auf D5.")).to_be_visible()
    page.keyboard.press("+")
    transform = large.get_by_role("img").evaluate("node => node.style.transform")
    assert "scale(1.35)" in transform
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)


def test_a_file_can_be_downloaded(open_window: OpenWindow) -> None:
    page = open_window()
    with page.expect_download() as download:
        page.get_by_role("link", name="partie.json").click()
    assert download.value.suggested_filename == "partie.json"


def test_the_newest_board_stays_in_view_and_earlier_ones_can_be_paged(
    open_window: OpenWindow, server: FakeServer
) -> None:
    page = open_window()
    board = page.locator(".board-picture")
    say(page, "/bewegen figur:S1 nach:D5")
    expect(board).to_have_attribute("alt", "S1 steht auf D5.")
    page.get_by_role("button", name="Früheres Brett").click()
    expect(page.locator(".board-title")).to_contain_text("Früheres Brett")
    held = board.get_attribute("src")
    server.post(BATTLE, components=[gallery(server.table.board(2), "S1 steht auf F5.")])
    expect(page.locator(".message").last.get_by_role("img")).to_have_attribute("alt", "S1 steht auf F5.")
    assert board.get_attribute("src") == held
    page.get_by_role("button", name="Zum neuesten Brett").click()
    expect(board).to_have_attribute("alt", "S1 steht auf F5.")


def test_a_message_that_is_edited_later_does_not_bring_its_old_board_back(
    open_window: OpenWindow, server: FakeServer
) -> None:
    page = open_window()
    board = page.locator(".board-picture")
    newest = board.get_attribute("src")
    old = server.table.messages[BATTLE][-4]
    assert old["components"][0]["components"][2]["items"][0]["media"]["url"] != newest
    server.run(server.table.change(old, edited_timestamp="2030-01-01T00:00:00+00:00"))
    server.post(BATTLE, content="Weiter!")
    expect(page.locator(".message").last).to_contain_text("Weiter!")
    assert board.get_attribute("src") == newest


def test_a_chart_does_not_take_the_place_of_the_board(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    newest = page.locator(".board-picture").get_attribute("src")
    chart = server.table.board(1)
    chart["url"] = chart["url"].replace("brett.png", "wuerfelstatistik.png")
    server.post(BATTLE, components=[gallery(chart, "Wie die Würfel fielen.")])
    expect(page.locator(".message").last.get_by_role("img")).to_have_attribute("alt", "Wie die Würfel fielen.")
    assert page.locator(".board-picture").get_attribute("src") == newest


def test_what_players_write_is_never_read_as_html(open_window: OpenWindow) -> None:
    page = open_window()
    say(page, "<img src=x onerror=alert(1)> <b>fett</b>")
    expect(page.locator(".message").last).to_contain_text("<img src=x onerror=alert(1)> <b>fett</b>")
    expect(page.locator(".message").last.locator("img, b")).to_have_count(0)


def test_the_feed_stays_put_while_one_reads_further_up(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    feed = page.locator("#feed")
    feed.hover()
    page.mouse.wheel(0, -1500)
    page.wait_for_function("() => document.querySelector('#feed').scrollTop > 0")
    page.wait_for_timeout(100)
    before = feed.evaluate("node => node.scrollTop")
    server.post(BATTLE, components=[container(text("Etwas Neues."))])
    expect(page.get_by_role("button", name="Zu den neuen Nachrichten")).to_be_visible()
    assert feed.evaluate("node => node.scrollTop") == before
    page.get_by_role("button", name="Zu den neuen Nachrichten").click()
    expect(page.locator(".message", has_text="Etwas Neues.")).to_be_in_viewport()


def test_the_answer_to_what_one_does_further_up_comes_into_view(open_window: OpenWindow) -> None:
    page = open_window()
    page.get_by_role("button", name="Nahkampf mit S1").first.click()
    expect(page.locator(".message", has_text="Anna drückt nah:")).to_be_in_viewport()
    page.locator(".message", has_text="Runde 50").scroll_into_view_if_needed()
    expect(page.locator(".message").last).not_to_be_in_viewport()
    say(page, "/zugende")
    expect(page.locator(".message", has=page.get_by_text("/zugende")).last).to_be_in_viewport()


def test_older_messages_come_when_one_scrolls_up(open_window: OpenWindow) -> None:
    page = open_window()
    expect(page.locator(".message")).to_have_count(50)
    page.locator("#feed").evaluate("node => { node.scrollTop = 0; }")
    expect(page.locator(".message")).to_have_count(100)
    assert page.locator("#feed").evaluate("node => node.scrollTop") > 1000
