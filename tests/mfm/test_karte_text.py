"""The board in a terminal: everybody where he stands, in a width that fits."""

import re
from typing import Any

from rules.mfm.content import armeen
from rules.mfm.karte_text import karte_text
from rules.mfm.model import Schlacht
from rules.mfm.partie import punkte_partie, szenario_partie
from rules.mfm.system import MFM

CASE: dict[str, Any] = {
    "seats": {"blau": "kelten", "rot": "roemer"},
    "map": {"wiese": [24, 16], "felder": {"C3": "baumstamm"}},
    "setup": {
        "active": "rot",
        "kiste": {"at": "H8"},
        "kiste_regel": {"traegt": "rot", "sucht": "blau", "ziel": ["A16:X16"]},
    },
    "unit": [
        {"id": "S1", "type": "kelten.schwertkaempfer", "side": "blau", "at": "A1"},
        {
            "id": "W1",
            "type": "kelten.leichter_streitwagen",
            "side": "blau",
            "at": "F6",
            "facing": "ost",
            "crew": ["L1"],
        },
        {"id": "L1", "type": "kelten.streitwagenlenker", "side": "blau"},
        {"id": "P1", "type": "roemer.reiter", "side": "rot", "at": "J6", "facing": "nord"},
        {"id": "Schreiber1", "type": "roemer.triarier", "side": "rot", "at": "L9", "kampf": "fertig", "bewegt": True},
        {"id": "Schreiber2", "type": "roemer.triarier", "side": "rot", "at": "X16"},
        {"id": "R9", "type": "roemer.triarier", "side": "rot", "out": True, "lp": 0},
    ],
}


def rows(battle: Schlacht) -> dict[int, str]:
    return {int(line[:3]): line for line in karte_text(battle).splitlines() if re.match(r" *\d+  ", line)}


def cell(battle: Schlacht, column: int, row: int) -> str:
    return rows(battle)[row][5 + 4 * column : 9 + 4 * column].strip()


def test_units_stand_on_their_fields() -> None:
    battle = MFM.case(CASE)
    assert cell(battle, 0, 1) == "S1"
    assert cell(battle, 2, 3) == "T"
    assert cell(battle, 7, 8) == "[#]"
    assert [cell(battle, x, 6) for x in (3, 4, 5)] == ["·W1", "·W1", ">W1"]
    assert [cell(battle, x, 7) for x in (3, 4, 5)] == ["·W1", "·W1", ">W1"]
    assert [cell(battle, 9, y) for y in (6, 7)] == ["^P1", "·P1"]


def test_long_ids_are_shortened_but_never_to_the_same() -> None:
    battle = MFM.case(CASE)
    first, second = cell(battle, 11, 9), cell(battle, 23, 16)
    assert first != second
    assert f"Schreiber1 ({first})" in karte_text(battle) or first == "Schr"
    assert f"Schreiber2 ({second})" in karte_text(battle)


def test_the_list_says_how_everybody_is() -> None:
    text = karte_text(MFM.case(CASE))
    assert re.search(r"Schreiber1.*Triarier.*1 LP +L9, gezogen, gekämpft", text)
    assert re.search(r"P1 .*Reiter.*J6, beritten \(1 LP\)", text)
    assert re.search(r"L1 .*auf W1", text)
    assert re.search(r"W1 .*leichter Streitwagen +2 LP +F6, Lenker L1", text)
    assert re.search(r"R9 .*ausgeschieden", text)
    assert "Kiste (#): auf H8, niemand trägt sie" in text
    assert "Rot (am Zug)" in text
    assert "T Baumstammfeld" in text


def test_a_carried_kiste_is_seen_at_its_carrier() -> None:
    data = {**CASE, "setup": {**CASE["setup"], "kiste": {"traeger": "Schreiber1"}}}
    battle = MFM.case(data)
    assert cell(battle, 11, 9) == "Sch#"
    assert "getragen von Schreiber1" in karte_text(battle)


def test_a_board_of_24_columns_fits_into_120_signs() -> None:
    for battle in (
        MFM.case(CASE),
        szenario_partie("geheimdokument", {"blau": "kelten", "rot": "roemer"}),
        punkte_partie("ebene", 75, 5, {"a": armeen()["kelten_75"], "b": armeen()["aegypter_75"]}, {"a": "a", "b": "b"}),
    ):
        assert max(len(line) for line in karte_text(battle).splitlines()) <= 120


def test_coordinates_stand_on_all_four_sides() -> None:
    lines = karte_text(MFM.case(CASE)).splitlines()
    assert lines[0].split()[0] == lines[17].split()[0] == "A"
    assert all(line.split()[0] == line.split()[-1] for line in lines[1:17])


def test_colour_is_only_there_where_it_is_wanted() -> None:
    battle = MFM.case(CASE)
    coloured = karte_text(battle, farbe=True)
    assert "\x1b[" not in karte_text(battle)
    assert "\x1b[1;34mS1" in coloured
    assert "\x1b[1;31m^P1" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == karte_text(battle)
