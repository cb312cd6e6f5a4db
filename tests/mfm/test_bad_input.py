"""Whatever a player types wrong is answered by one German sentence with the right rule, and changes nothing."""

import re
from typing import Any

import pytest

from rules.mfm.content import armee_einlesen
from rules.mfm.model import Schlacht
from rules.mfm.partie import punkte_partie
from rules.mfm.system import MFM
from rules.referee.content import ContentError
from rules.referee.play import Position, reply, submit
from rules.referee.refusal import Refusal
from rules.referee.ruling import ScriptedDice

UNREADABLE, AMBIGUOUS, AGAINST = "unverstaendlich", "mehrdeutig", "verstoss"


def unit(key: str, typ: str, side: str, at: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "type": typ, "side": side, "at": at, **more}


def table() -> Schlacht:
    """Meadow with a wood in the middle: blau with a swordsman, an archer, a Reiter and two Streitwagen, against rot."""
    return MFM.case(
        {
            "map": {"wiese": [24, 16], "felder": {"L2": "hecke", "L3": "mauer", "B3": "dornen", "H13": "baumstamm"}},
            "seats": {"blau": "kelten", "rot": "roemer"},
            "unit": [
                unit("S1", "kelten.schwertkaempfer", "blau", "C5"),
                unit("S2", "kelten.schwertkaempfer", "blau", "D5"),
                unit("B1", "kelten.bogenschuetze", "blau", "B3"),
                unit("B2", "kelten.bogenschuetze", "blau", "C8"),
                unit("G1", "kelten.gaesate_stossspeer", "blau", "F6"),
                unit("W1", "kelten.leichter_streitwagen", "blau", "D10", facing="ost"),
                unit("W2", "kelten.leichter_streitwagen", "blau", "D14", facing="ost"),
                unit("W3", "kelten.leichter_streitwagen", "blau", "M6", facing="ost", crew=[]),
                unit("Q1", "kelten.reiter", "blau", "A15", facing="nord"),
                unit("R1", "roemer.schwertkaempfer", "rot", "E10"),
                unit("R2", "roemer.schwertkaempfer", "rot", "G6"),
                unit("R3", "roemer.schwertkaempfer", "rot", "X1"),
                unit("V1", "roemer.leichter_streitwagen", "rot", "K14", facing="west"),
            ],
        }
    )


def is_one_sentence(text: str) -> bool:
    """One line that begins like a sentence, ends with its only full stop, and has German quotes alone."""
    return (
        re.fullmatch(r"[A-ZÄÖÜ»/0-9][^\n]*\.", text) is not None
        and re.search(r"[.?!] +[A-ZÄÖÜ»]", text) is None
        and not set(text) & set("\"'„“_{}[]<>")
        and "  " not in text
    )


@pytest.mark.parametrize("text", ["kein Anfang.", "Zwei. Sätze.", "Ohne Ende", 'Mit "Strichen".', "mfm_wort.", "Was?"])
def test_what_is_no_sentence_is_seen(text: str) -> None:
    assert not is_one_sentence(text)


def refused(position: Position[Schlacht], seat: str, message: str, answer: bool = False) -> Refusal:
    """The refusal of an order or answer; the sentence is one, and not a byte of the battle has changed."""
    before = position.battle.state_json()
    with pytest.raises(Refusal) as caught:
        (reply if answer else submit)(MFM, position, seat, message, ScriptedDice([]))
    assert is_one_sentence(caught.value.satz), caught.value.satz
    assert position.battle.state_json() == before
    return caught.value


ORDERS = [
    # Cannot be read.
    ("blau", "", UNREADABLE, ""),
    ("blau", "/", UNREADABLE, ""),
    ("blau", "/tanzen figur:S1", UNREADABLE, ""),
    ("blau", "/bewegen figur:X9 nach:D4", UNREADABLE, ""),
    ("blau", "/bewegen figur:S1", UNREADABLE, ""),
    ("blau", "/bewegen figur:S1 nach:D99", UNREADABLE, ""),
    ("blau", "/bewegen figur:S1 nach:Y1", UNREADABLE, ""),
    ("blau", "/bewegen figur:S1 nach:5D", UNREADABLE, ""),
    ("blau", "/bewegen figur:S1 nach:D4 nach:D5", UNREADABLE, ""),
    ("blau", "/bewegen figur:S1 nach:D4 farbe:rot", UNREADABLE, ""),
    ("blau", "/bewegen figur:S1 nach:D4 richtung:nord", UNREADABLE, ""),
    ("blau", "/wenden wagen:W1 richtung:oben", UNREADABLE, ""),
    ("blau", "/fernkampf figur:B2 ziel:R1 bewegt:vielleicht", UNREADABLE, ""),
    ("blau", "/anfahren wagen:W1", UNREADABLE, ""),
    ("blau", "/nahkampf figur:W2-Lenker ziel:V1 gegen:Kutscher", AGAINST, "GR 4"),
    # Can be read in two ways.
    ("blau", "/bewegen figur:S nach:D4", AMBIGUOUS, ""),
    # Somebody else's.
    ("blau", "/bewegen figur:R1 nach:F10", AGAINST, "GR 1"),
    ("blau", "/bewegen figur:V1 nach:J14", AGAINST, "GR 1"),
    ("rot", "/bewegen figur:R1 nach:F10", AGAINST, "GR 1"),
    ("rot", "/zugende", AGAINST, "GR 1"),
    ("gelb", "/bewegen figur:S1 nach:D4", AGAINST, ""),
    # Moves.
    ("blau", "/bewegen figur:S1 nach:E6", AGAINST, "GR 3"),
    ("blau", "/bewegen figur:S1 nach:C11", AGAINST, "GR 3"),
    ("blau", "/bewegen figur:S1 nach:D5", AGAINST, "GR 3"),
    ("blau", "/bewegen figur:S1 nach:C5", AGAINST, "GR 3"),
    ("blau", "/bewegen figur:G1 nach:H6", AGAINST, "GR 3"),
    ("blau", "/bewegen figur:W1 nach:C10", AGAINST, "STW 2"),
    ("blau", "/bewegen figur:W2 nach:N14", AGAINST, "GR 3"),
    ("blau", "/bewegen figur:W3 nach:N6", AGAINST, "STW 6"),
    ("blau", "/bewegen figur:Q1 nach:A5", AGAINST, "GR 3"),
    # Fights.
    ("blau", "/nahkampf figur:S1 ziel:R1", AGAINST, "GR 4"),
    ("blau", "/nahkampf figur:S1 ziel:S2", AGAINST, "GR 4"),
    ("blau", "/nahkampf figur:W1 ziel:R1", AGAINST, "GR 1"),
    ("blau", "/fernkampf figur:B2 ziel:R3", AGAINST, "GR 7"),
    ("blau", "/fernkampf figur:S1 ziel:R1", AGAINST, "GR 7"),
    ("blau", "/fernkampf figur:B1 ziel:R2", AGAINST, "GR 9"),
    ("blau", "/weitschlag figur:G1 ziel:R2", AGAINST, "GR 8.1"),
    ("blau", "/weitschlag figur:S1 ziel:R1", AGAINST, "GR 8"),
    # Streitwagen.
    ("blau", "/anfahren wagen:W1 ziel:R1", AGAINST, "STW 3"),
    ("blau", "/anfahren wagen:W2 ziel:V1", AGAINST, "STW 3.3"),
    ("blau", "/anfahren wagen:W2 ziel:S1", AGAINST, "STW 3"),
    ("blau", "/anfahren wagen:Q1 ziel:R1", AGAINST, "R-67"),
    ("blau", "/anfahren wagen:S1 ziel:R1", AGAINST, "STW 2"),
    ("blau", "/wenden wagen:W2 richtung:ost", AGAINST, "STW 2"),
    ("blau", "/wenden wagen:S1 richtung:ost", AGAINST, "STW 2"),
    ("blau", "/absteigen figur:S1 auf:D4", AGAINST, "STW 5"),
    ("blau", "/absteigen figur:W1-Lenker auf:E11", AGAINST, "STW 5.1"),
    ("blau", "/aufsteigen figur:S1 wagen:W3", AGAINST, "STW 5.1"),
    ("blau", "/aufsteigen figur:S1 wagen:S2", AGAINST, "STW 9.3"),
    ("blau", "/aufsteigen figur:S1 wagen:V1", AGAINST, "R-50"),
    ("blau", "/einfangen figur:S1 wagen:W3", AGAINST, "STW 6.1"),
    ("blau", "/führen figur:S1 nach:C4", AGAINST, "STW 6.1"),
    ("blau", "/loslassen figur:S1", AGAINST, "STW 6.1"),
    # What this battle does not have.
    ("blau", "/etage figur:S1", AGAINST, "GR 9"),
    ("blau", "/suchen figur:S1", AGAINST, "GR Geheimdokument"),
    ("blau", "/kiste figur:S1 was:aufnehmen", AGAINST, "GR Geheimdokument"),
    ("blau", "/bewegen figur:S1 nach:C4 mit:S2", AGAINST, "R-60"),
    ("blau", "/aufstellen figur:S1 auf:C4", AGAINST, "GR 10"),
    ("blau", "/beginnen", AGAINST, "GR 10"),
]


@pytest.mark.parametrize(("seat", "line", "kind", "ref"), ORDERS, ids=[line for _, line, _, _ in ORDERS])
def test_a_bad_order_gets_one_sentence_and_changes_nothing(seat: str, line: str, kind: str, ref: str) -> None:
    refusal = refused(Position(table()), seat, line)
    assert (refusal.kind, refusal.ref) == (kind, ref), refusal.satz


def after(*orders: tuple[str, list[int]]) -> Position[Schlacht]:
    """The table after blau's orders, each with its dice."""
    position = Position(table())
    for line, dice in orders:
        position = submit(MFM, position, "blau", line, ScriptedDice(dice)).position
    return position


TWICE = [
    ("/bewegen figur:S1 nach:C4", [], "/bewegen figur:S1 nach:C3", "GR 1"),
    ("/bewegen figur:W2 nach:F14", [], "/bewegen figur:W2 nach:G14", "GR 1"),
    ("/wenden wagen:W2 richtung:nord auf:C13", [], "/bewegen figur:W2 nach:C12", "STW 2"),
    ("/bewegen figur:Q1 nach:A12", [], "/bewegen figur:Q1 nach:A11", "GR 1"),
    ("/nahkampf figur:G1 ziel:R2", [12], "/nahkampf figur:G1 ziel:R2", "GR 1"),
    ("/fernkampf figur:B2 ziel:R1", [12], "/fernkampf figur:B2 ziel:R1", "GR 1"),
    ("/fernkampf figur:B2 ziel:R1", [12], "/bewegen figur:B2 nach:C9", "R-17"),
]


@pytest.mark.parametrize(("line", "dice", "again", "ref"), TWICE, ids=[f"{one}, {two}" for one, _, two, _ in TWICE])
def test_nobody_moves_or_fights_twice(line: str, dice: list[int], again: str, ref: str) -> None:
    refusal = refused(after((line, dice)), "blau", again)
    assert (refusal.kind, refusal.ref) == (AGAINST, ref), refusal.satz


def test_an_answer_without_a_question_is_refused() -> None:
    refusal = refused(Position(table()), "blau", "ja", answer=True)
    assert (refusal.kind, refusal.ref) == (AGAINST, "")


def waiting() -> Position[Schlacht]:
    """Both dice of the Anfahrprobe passed: rot must say where R3 jumps."""
    battle = MFM.case(
        {
            "seats": {"blau": "kelten", "rot": "roemer"},
            "unit": [
                unit("W1", "kelten.leichter_streitwagen", "blau", "D5", facing="ost"),
                unit("S1", "kelten.schwertkaempfer", "blau", "A1"),
                unit("R3", "roemer.schwertkaempfer", "rot", "I5"),
            ],
        }
    )
    position = submit(MFM, Position(battle), "blau", "/anfahren wagen:W1 ziel:R3", ScriptedDice([12, 12])).position
    assert position.pending is not None
    assert position.pending.waits_for == ("rot",)
    return position


def test_an_answer_from_the_wrong_player_is_refused() -> None:
    refusal = refused(waiting(), "blau", "J5", answer=True)
    assert (refusal.kind, refusal.ref) == (AGAINST, "")


def test_an_answer_that_is_not_offered_is_refused() -> None:
    refusal = refused(waiting(), "rot", "I5", answer=True)
    assert refusal.kind == UNREADABLE


@pytest.mark.parametrize("seat", ["blau", "rot"])
@pytest.mark.parametrize("line", ["/bewegen figur:S1 nach:A2", "/zugende", "/aufgeben"])
def test_no_order_is_taken_while_the_battle_waits(seat: str, line: str) -> None:
    refusal = refused(waiting(), seat, line)
    assert (refusal.kind, refusal.ref) == (AGAINST, "")


def test_a_second_answer_is_refused() -> None:
    position = reply(MFM, waiting(), "rot", "J5", ScriptedDice([])).position
    assert MFM.fact(position.battle, "R3.at") == "J5"
    refusal = refused(position, "rot", "J6", answer=True)
    assert (refusal.kind, refusal.ref) == (AGAINST, "")


GOOD = """
name = "Zwei Schwerter"
volk = "kelten"

[[figur]]
typ = "schwertkaempfer"
anzahl = 2
"""
BROKEN = [
    (GOOD.replace("anzahl = 2", "anzahl = "), 7, ""),
    (GOOD.replace("anzahl = 2", "anzahl = 0"), 7, "figur.1.anzahl"),
    (GOOD.replace("anzahl = 2", "anzahl = 'zwei'"), 7, "figur.1.anzahl"),
    (GOOD.replace("anzahl = 2", "anzhal = 2"), 7, "figur.1.anzhal"),
    (GOOD.replace('volk = "kelten"\n', ""), None, "volk"),
    (GOOD.replace("schwertkaempfer", "drache"), 6, "figur.1.typ"),
    (GOOD.replace("kelten", "trolle"), 3, "volk"),
]


def bought(text: str, points: int) -> None:
    armies = {"blau": armee_einlesen(text, "meine Armee"), "rot": armee_einlesen(GOOD, "die andere")}
    punkte_partie("ebene", points, 5, armies, {"blau": "blau", "rot": "rot"})


def test_the_whole_army_file_is_good() -> None:
    bought(GOOD, 50)


@pytest.mark.parametrize(("text", "line", "field"), BROKEN, ids=[field or "toml" for _, _, field in BROKEN])
def test_a_broken_army_file_is_named_by_line_and_field(text: str, line: int | None, field: str) -> None:
    with pytest.raises(ContentError) as caught:
        bought(text, 50)
    assert is_one_sentence(caught.value.sentence.replace("_", "")), caught.value.sentence
    assert (caught.value.line, caught.value.field) == (line, field), str(caught.value)


def test_an_army_over_its_points_is_refused() -> None:
    with pytest.raises(ContentError) as caught:
        bought(GOOD.replace("anzahl = 2", "anzahl = 20"), 50)
    assert is_one_sentence(caught.value.sentence)
    assert "erlaubt sind 50" in caught.value.sentence
