"""Filling in a command: fields one after the other, suggestions, wrong values, and lines typed by hand."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import OpenWindow
from tests.page.fake_server import FakeServer
from tests.page.sample_table import Json


def start(page: Page, command: str) -> None:
    page.locator("#input").press_sequentially(f"/{command}")
    page.keyboard.press("Tab")
    expect(page.locator(".command-name")).to_have_text(f"/{command}")


def say(page: Page, line: str) -> None:
    page.locator("#input").fill(line)
    page.keyboard.press("Enter")


def sent(server: FakeServer) -> Json:
    return server.calls_to("/command")[-1]


def test_required_options_come_one_after_the_other_and_are_sent_by_their_values(
    open_window: OpenWindow, server: FakeServer
) -> None:
    page = open_window()
    start(page, "bewegen")
    expect(page.locator("[data-option]")).to_have_count(2)
    page.keyboard.type("s2")
    expect(page.get_by_role("option")).to_have_text(["S2 Schwertkämpfer"])
    page.keyboard.press("Enter")
    expect(page.locator("[data-option=nach]")).to_be_focused()
    page.keyboard.type("d5")
    expect(page.get_by_role("option")).to_have_text(["D5 · Wiese"])
    page.keyboard.press("Enter")
    assert server.calls_to("/command") == []
    page.keyboard.press("Enter")
    expect(page.locator(".message").last).to_contain_text("S1 geht nach D5.")
    assert sent(server) == {"command": "bewegen", "options": {"figur": "S2", "nach": "D5"}}
    expect(page.locator("#input")).to_be_focused()
    expect(page.locator("#input")).to_have_value("")


def test_autocomplete_is_told_what_is_filled_in_so_far(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    start(page, "bewegen")
    expect(page.get_by_role("option")).to_have_count(4)
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="D4")).to_be_visible()
    asked = server.calls_to("/autocomplete")[-1]
    assert asked == {"command": "bewegen", "options": {"figur": "S1", "nach": ""}, "focused": "nach"}


def test_autocomplete_waits_for_a_pause_in_typing(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    start(page, "bewegen")
    expect(page.get_by_role("option")).to_have_count(4)
    before = len(server.calls_to("/autocomplete"))
    page.locator("[data-option=figur]").evaluate(
        """input => ["S", "Sch", "Schwert"].forEach(text => {
          input.value = text;
          input.dispatchEvent(new Event("input"));
        })"""
    )
    expect(page.get_by_role("option")).to_have_count(2)
    assert len(server.calls_to("/autocomplete")) - before == 1


def test_enter_before_the_suggestions_takes_what_was_typed_and_not_an_old_suggestion(
    open_window: OpenWindow, server: FakeServer
) -> None:
    page = open_window()
    start(page, "bewegen")
    expect(page.get_by_role("option")).to_have_count(4)
    server.script.autocomplete_delay = 0.3
    page.keyboard.type("w1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-option=nach]")).to_be_focused()
    page.keyboard.type("e5")
    page.keyboard.press("Enter")
    expect(page.locator(".message").last).to_contain_text("S1 geht nach E5.")
    assert sent(server)["options"] == {"figur": "W1", "nach": "E5"}


def test_optional_options_are_one_press_away(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    start(page, "bewegen")
    page.locator("[data-option=figur]").fill("S1")
    page.locator("[data-option=nach]").fill("D5")
    page.get_by_role("button", name="gangart").click()
    expect(page.locator("[data-option=gangart]")).to_be_focused()
    page.keyboard.type("lauf")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="drehen").click()
    page.keyboard.type("j")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Senden").click()
    expect(page.locator(".message").last).to_contain_text("S1 geht nach D5.")
    assert sent(server)["options"] == {"figur": "S1", "nach": "D5", "gangart": "laufen", "drehen": True}


def test_many_optional_options_are_listed_on_demand(open_window: OpenWindow) -> None:
    page = open_window()
    start(page, "würfel log")
    expect(page.locator(".extra")).to_have_text(["4 weitere Angaben"])
    page.locator(".extra").click()
    expect(page.locator(".extra")).to_have_text(["spieler", "partie", "seiten", "wurf"])
    expect(page.locator(".extra").first).to_be_focused()


def test_an_optional_option_can_be_left_out_again(open_window: OpenWindow) -> None:
    page = open_window()
    start(page, "bewegen")
    page.get_by_role("button", name="gangart").click()
    page.get_by_role("button", name="„gangart“ weglassen").click()
    expect(page.locator("[data-option]")).to_have_count(2)
    expect(page.get_by_role("button", name="gangart")).to_be_visible()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("/würfel frei anzahl:drei", "„anzahl“ ist eine ganze Zahl."),
        ("/würfel frei anzahl:0", "„anzahl“ ist mindestens 1."),
        ("/würfel frei anzahl:21", "„anzahl“ ist höchstens 20."),
        ("/würfel frei anzahl:2 seiten:W7", "„seiten“ hat die Auswahl „W7“ nicht."),
        ("/bewegen figur:S1 nach:D5 drehen:vielleicht", "„drehen“ ist Ja oder Nein."),
        ("/partie beitreten gegner:Zoe", "„gegner“ braucht einen Spieler dieser Runde."),
        ("/partie neu szenario:furt name:" + "x" * 31, "„name“ hat höchstens 30 Zeichen."),
        ("/bewegen S1 D5", "„S1 D5“ lässt sich nicht zuordnen."),
        ("/bewegen figur:X9 nach:D5", "Eine Figur X9 gibt es nicht."),
        ("/schweigen", "Herold hat nicht geantwortet."),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_one_sentence_and_the_line_stays(
    open_window: OpenWindow, line: str, sentence: str
) -> None:
    page = open_window()
    say(page, line)
    expect(page.locator(".composer-note")).to_contain_text(sentence)
    expect(page.locator("#input")).to_have_value(line)


@pytest.mark.parametrize(
    ("line", "command", "options"),
    [
        ("/bewegen figur:S1 nach:D5", "bewegen", {"figur": "S1", "nach": "D5"}),
        ("/bewegen nach:D5 figur:S2 Schwertkämpfer", "bewegen", {"figur": "S2", "nach": "D5"}),
        ("/bewegen figur:Der Alte nach:D5", "bewegen", {"figur": "Der Alte", "nach": "D5"}),
        ("/würfel frei anzahl:3 seiten:w12", "würfel frei", {"anzahl": 3, "seiten": 12}),
        ("/würfel frei 4", "würfel frei", {"anzahl": 4}),
        ("/partie beitreten gegner:@Ben", "partie beitreten", {"gegner": "1102"}),
        ("/partie beitreten gegner:ben", "partie beitreten", {"gegner": "1102"}),
        ("/bewegen figur:S1 nach:D5 drehen:nein", "bewegen", {"figur": "S1", "nach": "D5", "drehen": False}),
        ("/zugende", "zugende", {}),
        ("/partie neu szenario:Das Geheimdokument", "partie neu", {"szenario": "geheimdokument"}),
    ],
)
def test_a_line_typed_by_hand_goes_out_with_enter(
    open_window: OpenWindow, server: FakeServer, line: str, command: str, options: Json
) -> None:
    page = open_window()
    say(page, line)
    expect(page.locator("#input")).to_have_value("")
    assert sent(server) == {"command": command, "options": options}


def test_a_line_with_something_missing_becomes_fields_with_the_rest_filled_in(open_window: OpenWindow) -> None:
    page = open_window()
    say(page, "/bewegen figur:S1")
    expect(page.locator("[data-option=figur]")).to_have_value("S1")
    expect(page.locator("[data-option=nach]")).to_be_focused()


def test_typing_by_hand_suggests_options_and_values(open_window: OpenWindow) -> None:
    page = open_window()
    line = page.locator("#input")
    line.press_sequentially("/bewegen ")
    expect(page.get_by_role("option", name="figur:")).to_be_visible()
    line.press("Tab")
    expect(line).to_have_value("/bewegen figur:")
    line.press_sequentially("w")
    expect(page.get_by_role("option")).to_have_count(3)
    line.press_sequentially("1")
    expect(page.get_by_role("option")).to_have_text(["W1 Streitwagen"])
    line.press("Tab")
    expect(line).to_have_value("/bewegen figur:W1 ")
    line.press_sequentially("gang")
    line.press("Tab")
    line.press_sequentially("lau")
    line.press("Tab")
    expect(line).to_have_value("/bewegen figur:W1 gangart:Laufen ")


def test_a_missing_field_is_named_when_the_form_is_sent(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    start(page, "bewegen")
    page.locator("[data-option=nach]").fill("D5")
    page.get_by_role("button", name="Senden").click()
    expect(page.locator(".option-note").first).to_have_text("„figur“ fehlt noch.")
    expect(page.locator("[data-option=figur]")).to_be_focused()
    assert server.calls_to("/command") == []


def test_a_refused_form_keeps_what_was_filled_in(open_window: OpenWindow) -> None:
    page = open_window()
    start(page, "bewegen")
    page.locator("[data-option=figur]").fill("X9")
    page.locator("[data-option=nach]").fill("D5")
    page.get_by_role("button", name="Senden").click()
    expect(page.locator(".composer-note")).to_have_text("Eine Figur X9 gibt es nicht.")
    expect(page.locator("[data-option=figur]")).to_have_value("X9")


def test_escape_turns_the_fields_back_into_a_line(open_window: OpenWindow) -> None:
    page = open_window()
    start(page, "würfel frei")
    page.keyboard.type("3")
    page.keyboard.press("Escape")
    expect(page.locator("#input")).to_have_value("/würfel frei anzahl:3")
    expect(page.locator("#input")).to_be_focused()


def test_a_file_is_uploaded_and_sent_by_its_id(open_window: OpenWindow, server: FakeServer, tmp_path: Path) -> None:
    page = open_window()
    army = tmp_path / "armee.txt"
    army.write_text("Kelten", encoding="utf-8")
    start(page, "armee einlesen")
    page.locator("[data-option=datei]").set_input_files(army)
    page.get_by_role("button", name="Senden").click()
    expect(page.locator("#input")).to_be_focused()
    assert server.calls_to("/api/files") == [{"name": "armee.txt", "size": 6}]
    assert sent(server)["options"]["datei"].isdecimal()


def test_arrow_up_calls_back_what_was_sent(open_window: OpenWindow) -> None:
    page = open_window()
    line = page.locator("#input")
    for words in ("/würfel frei anzahl:3", "Gut gemacht!"):
        say(page, words)
        expect(line).to_have_value("")
    line.press("ArrowUp")
    expect(line).to_have_value("Gut gemacht!")
    line.press("ArrowUp")
    expect(line).to_have_value("/würfel frei anzahl:3")
    line.press("ArrowDown")
    line.press("ArrowDown")
    expect(line).to_have_value("")


def test_plain_words_are_a_message_and_shift_enter_breaks_the_line(open_window: OpenWindow, server: FakeServer) -> None:
    page = open_window()
    line = page.locator("#input")
    line.press_sequentially("Ich komme")
    line.press("Shift+Enter")
    line.press_sequentially("über die Furt.")
    line.press("Enter")
    expect(page.locator(".message").last).to_contain_text("über die Furt.")
    assert server.calls_to("/messages") == [{"content": "Ich komme\nüber die Furt."}]


def test_typing_goes_to_the_input_wherever_the_focus_is(open_window: OpenWindow) -> None:
    page = open_window()
    page.locator(".message").last.click()
    page.keyboard.type("/zug")
    expect(page.locator("#input")).to_have_value("/zug")
    expect(page.get_by_role("option")).to_have_text(["/zugendeDen Zug beenden"])
