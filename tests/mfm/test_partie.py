"""Battles are made as the players agreed, and what cannot be played is refused in one sentence."""

import re

import pytest

from rules.board.square import field_name
from rules.mfm.content import Armee, Karte, armee_einlesen, armeen, karten, voelker, volk_einlesen
from rules.mfm.model import Optionen, Phase, Schlacht
from rules.mfm.partie import punkte_je_sitz, punkte_partie, szenario_partie
from rules.mfm.system import MFM
from rules.referee.content import ContentError
from rules.referee.driver import Fallen
from rules.referee.play import Position, submit
from rules.referee.refusal import Verstoss
from rules.referee.requests import Roll

TWO = {"blau": "blau", "rot": "rot"}


class Sixes:
    """Dice that do not matter here; the second one is higher, so that nobody rolls twice."""

    def __init__(self) -> None:
        self.n = 0

    def fall(self, roll: Roll) -> Fallen:
        self.n += 1
        return Fallen(tuple(6 + self.n % 2 for _ in range(roll.count)), "scripted")


def after(battle: Schlacht, *lines: tuple[str, str]) -> Schlacht:
    position = Position(battle)
    for seat, line in lines:
        outcome = submit(MFM, position, seat, line, Sixes())
        assert outcome.finished
        position = outcome.position
    return position.battle


def set_up(battle: Schlacht) -> Schlacht:
    """The battle on its first turn, everything placed by the referee."""
    battle = after(battle, (MFM.seats(battle)[0], "/beginnen"))
    while battle.phase == Phase.AUFSTELLUNG:
        seat = MFM.to_act(battle)[0]
        battle = after(battle, (seat, "/aufstellen"), (seat, "/zugende"))
    return battle


def by_points(one: str, two: str, karte: str = "ebene", points: int = 75) -> Schlacht:
    return punkte_partie(karte, points, 5, {"blau": armeen()[one], "rot": armeen()[two]}, TWO)


RIDERS = armee_einlesen(
    """
name = "Reiter"
volk = "kelten"
[[figur]]
typ = "reiter"
anzahl = 5
[[figur]]
typ = "gaesate_stossspeer"
[[streitwagen]]
typ = "schwerer_streitwagen"
besatzung = ["streitwagenlenker", "held"]
""",
    "reiter.toml",
)


# Scenarios


def test_the_scenario_has_its_two_groups_and_waits_for_the_start() -> None:
    battle = szenario_partie("geheimdokument", {"ben": "roemer", "eva": "kelten"})
    assert battle.phase == Phase.VORBEREITUNG
    assert [f.id for f in battle.figuren.values() if f.sitz == "eva"] == ["Darok", "KB1", "KB2", "KS1", "KS2"]
    assert [f.id for f in battle.figuren.values() if f.sitz == "ben"] == ["Istor", "RS1", "RS2", "RK1", "RK2"]
    assert battle.aufbau.runden == 20
    assert MFM.violations(battle) == []


def test_two_players_of_a_scenario_side_share_its_figures() -> None:
    battle = szenario_partie("geheimdokument", {"ben": "roemer", "eva": "kelten", "ida": "roemer"})
    assert [f.id for f in battle.figuren.values() if f.sitz == "ben"] == ["Istor", "RS1", "RS2"]
    assert [f.id for f in battle.figuren.values() if f.sitz == "ida"] == ["RK1", "RK2"]


@pytest.mark.parametrize(("runden", "limit"), [("vorgabe", 20), (8, 8), (None, None)])
def test_the_group_may_agree_on_another_limit_or_none(runden, limit: int | None) -> None:
    battle = szenario_partie("geheimdokument", {"blau": "kelten", "rot": "roemer"}, runden=runden)
    assert battle.aufbau.runden == limit


@pytest.mark.parametrize(
    ("key", "seats", "sentence"),
    [
        ("waterloo", {"blau": "kelten"}, "Ein Szenario »waterloo« gibt es nicht"),
        ("geheimdokument", {"blau": "kelten"}, "Niemand spielt Istors Trupp (roemer)."),
        ("geheimdokument", {"blau": "gallier", "rot": "roemer"}, "eine Seite »gallier« hat"),
    ],
)
def test_a_scenario_that_cannot_be_seated_is_refused(key: str, seats: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        szenario_partie(key, seats)


# Points and Runden


@pytest.mark.parametrize(
    ("sides", "shares"),
    [
        ({"a": "x", "b": "y"}, {"a": 150, "b": 150}),
        ({"a": "x", "b": "y", "c": "y"}, {"a": 150, "b": 75, "c": 75}),
        ({"a": "x", "b": "y", "c": "x"}, {"a": 75, "b": 150, "c": 75}),
        ({"a": "x", "b": "y", "c": "x", "d": "y"}, {"a": 75, "b": 75, "c": 75, "d": 75}),
    ],
)
def test_allies_share_the_points(sides: dict[str, str], shares: dict[str, int]) -> None:
    assert punkte_je_sitz(150, sides) == shares


def test_half_of_an_odd_sum_is_rounded_down() -> None:
    assert punkte_je_sitz(75, {"a": "x", "b": "y", "c": "y"}) == {"a": 75, "b": 37, "c": 37}


@pytest.mark.parametrize(
    "sides",
    [
        {"a": "x"},
        {"a": "x", "b": "x"},
        {"a": "x", "b": "y", "c": "z"},
        {"a": "x", "b": "y", "c": "y", "d": "y"},
        {"a": "x", "b": "y", "c": "x", "d": "y", "e": "x"},
    ],
)
def test_other_numbers_of_players_are_refused(sides: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="zwei"):
        punkte_je_sitz(100, sides)


def test_an_army_that_costs_too_much_for_an_ally_is_refused() -> None:
    bought = {"a": armeen()["kelten_75"], "b": armeen()["roemer_75"], "c": armeen()["roemer_75"]}
    with pytest.raises(ContentError, match="Die Armee kostet 75 Punkte, erlaubt sind 50"):
        punkte_partie("ebene", 100, 5, bought, {"a": "x", "b": "y", "c": "y"})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"karte": "mond"}, "Eine Karte »mond« gibt es nicht"),
        ({"punkte": 0}, "nicht 0"),
        ({"runden": 0}, "1 bis 99 Runden, nicht 0"),
        ({"armeen": {"blau": armeen()["kelten_75"]}}, "rot hat noch keine Armee."),
        ({"karte": Karte.wiese(20, 8)}, "Die Karte ist zu klein"),
        ({"optionen": Optionen(starter="gelb")}, "Beginnen soll »gelb«"),
    ],
)
def test_a_battle_by_points_that_cannot_be_played_is_refused(change: dict, sentence: str) -> None:
    usual = {"karte": "ebene", "punkte": 75, "runden": 5}
    usual["armeen"] = {"blau": armeen()["kelten_75"], "rot": armeen()["roemer_75"]}
    with pytest.raises(ValueError, match=re.escape(sentence)):
        punkte_partie(**{**usual, "seiten": TWO, **change})


def test_armies_that_do_not_fit_into_the_strip_are_refused() -> None:
    crowd = Armee.model_validate(
        {"name": "Viele", "volk": "kelten", "figur": [{"typ": "schwertkaempfer", "anzahl": 60}]}
    )
    with pytest.raises(ValueError, match="brauchen 60 Felder, der Aufstellstreifen hat 48"):
        punkte_partie(Karte.wiese(12, 12), 300, 5, {"blau": crowd, "rot": armeen()["roemer_75"]}, TWO)


@pytest.mark.parametrize("karte", ["ebene", "furt", "wald"])
def test_the_strips_are_four_deep_along_the_long_edges(karte: str) -> None:
    battle = by_points("kelten_75", "roemer_75", karte)
    wide, high = karten()[karte].breite, karten()[karte].hoehe
    assert (24, 16) <= (wide, high) <= (32, 20)
    assert battle.aufbau.zonen["blau"] == tuple((x, y) for y in range(4) for x in range(wide))
    assert battle.aufbau.zonen["rot"] == tuple((x, y) for y in range(high - 4, high) for x in range(wide))


def test_on_a_high_map_the_long_edges_are_left_and_right() -> None:
    bought = {"blau": armeen()["kelten_50"], "rot": armeen()["roemer_50"]}
    zones = punkte_partie(Karte.wiese(14, 20), 50, 5, bought, TWO).aufbau.zonen
    assert {x for x, _ in zones["blau"]} == {0, 1, 2, 3}
    assert {x for x, _ in zones["rot"]} == {10, 11, 12, 13}


def test_streitwagen_come_with_their_crew_and_reiter_with_their_mounts() -> None:
    battle = punkte_partie("ebene", 100, 5, {"blau": RIDERS, "rot": armeen()["roemer_75"]}, TWO)
    wagon = next(w for w in battle.gefaehrte.values() if w.sitz == "blau" and w.art == "streitwagen")
    assert len(wagon.besatzung) == 2
    assert battle.typ(battle.figuren[wagon.lenker or ""]).name == "Streitwagenlenker"
    mounts = [g for g in battle.gefaehrte.values() if g.art == "reittier"]
    assert len(mounts) == 5
    assert all(mount.wartet and battle.figuren[mount.besatzung[0]].an_bord == mount.id for mount in mounts)


# Setting up


@pytest.mark.parametrize("karte", ["ebene", "furt", "wald"])
@pytest.mark.parametrize("one", ["kelten_75", "aegypter_75", "roemer_75"])
def test_the_referee_finds_a_place_for_everything(karte: str, one: str) -> None:
    battle = set_up(by_points(one, "aegypter_75", karte))
    assert battle.phase == Phase.SPIEL
    assert MFM.violations(battle) == []
    for unit in battle.einheiten():
        assert all(field in battle.aufbau.zonen[unit.seite] for field in battle.flaeche(unit))


def test_the_referee_faces_streitwagen_to_the_enemy_with_open_ground_before_them() -> None:
    battle = set_up(by_points("kelten_75", "aegypter_75"))
    for wagon in battle.gefaehrte.values():
        ahead = wagon.facing.ahead
        assert wagon.facing == ("sued" if wagon.seite == "blau" else "nord")
        for x, y in battle.flaeche(wagon):
            field = (x + 6 * ahead[0], y + 6 * ahead[1])
            assert battle.besetzt(field) in (None, wagon.id)
            assert battle.gelaende(field).betretbar


def test_the_referee_puts_shooters_behind_fighters() -> None:
    battle = set_up(by_points("kelten_50", "roemer_50", points=50))
    rows = {f.typ.partition(".")[2]: f.at[1] for f in battle.figuren.values() if f.sitz == "blau" and f.at}
    assert rows["bogenschuetze"] < rows["schwertkaempfer"] == 3


def test_the_same_battle_is_always_set_up_in_the_same_way() -> None:
    assert (
        set_up(by_points("kelten_75", "roemer_75")).state_json()
        == set_up(by_points("kelten_75", "roemer_75")).state_json()
    )


def test_the_referee_leaves_alone_what_the_player_has_placed() -> None:
    battle = after(by_points("kelten_50", "roemer_50", points=50), ("blau", "/beginnen"))
    seat = MFM.to_act(battle)[0]
    own = next(f.id for f in battle.figuren.values() if f.sitz == seat)
    corner = field_name(battle.aufbau.zonen[seat][0])
    battle = after(battle, (seat, f"/aufstellen figur:{own} auf:{corner}"), (seat, "/aufstellen"))
    assert MFM.fact(battle, f"{own}.at") == corner


def test_allies_are_placed_in_their_own_part_of_the_strip() -> None:
    bought = {"a": armeen()["kelten_75"], "b": armeen()["roemer_75"], "c": armeen()["roemer_75"]}
    battle = set_up(punkte_partie("ebene", 150, 5, bought, {"a": "x", "b": "y", "c": "y"}))
    columns = {seat: [f[0] for u in battle.einheiten() if u.sitz == seat for f in battle.flaeche(u)] for seat in "bc"}
    assert max(columns["c"]) < min(columns["b"]) or max(columns["b"]) < min(columns["c"])


# Allies in play


def test_the_turn_passes_when_the_last_figure_of_the_one_who_was_not_done_falls() -> None:
    battle = MFM.case(
        {
            "seats": {"a": "kelten", "b": "kelten", "c": "roemer"},
            "setup": {"sides": {"x": ["a", "b"], "y": ["c"]}},
            "unit": [
                {"id": "A1", "type": "kelten.schwertkaempfer", "side": "a", "at": "A1"},
                {"id": "B1", "type": "kelten.schwertkaempfer", "side": "b", "at": "D4"},
                {"id": "C1", "type": "roemer.triarier", "side": "c", "at": "F4"},
            ],
        }
    )
    position = submit(MFM, Position(battle), "a", "/zugende", Sixes()).position
    assert MFM.to_act(position.battle) == ("b",)

    class Low:
        def fall(self, roll: Roll) -> Fallen:
            return Fallen((1,) * roll.count, "scripted")

    fallen = submit(MFM, position, "b", "/bewegen B1 E4", Low()).position.battle
    assert fallen.figuren["B1"].out
    assert fallen.active == "y"
    assert MFM.violations(fallen) == []


def test_a_player_without_figures_cannot_end_the_turn_of_his_ally() -> None:
    battle = MFM.case(
        {
            "seats": {"a": "kelten", "b": "kelten", "c": "roemer"},
            "setup": {"sides": {"x": ["a", "b"], "y": ["c"]}},
            "unit": [
                {"id": "A1", "type": "kelten.schwertkaempfer", "side": "a", "at": "A1"},
                {"id": "B1", "type": "kelten.schwertkaempfer", "side": "b", "out": True, "lp": 0},
                {"id": "C1", "type": "roemer.triarier", "side": "c", "at": "F4"},
            ],
        }
    )
    for line in ("/zugende", "/aufgeben"):
        with pytest.raises(Verstoss, match="keine Figuren mehr"):
            submit(MFM, Position(battle), "b", line, Sixes())


def test_a_battle_may_be_given_up_before_it_begins() -> None:
    battle = after(by_points("kelten_75", "roemer_75"), ("blau", "/aufgeben"))
    assert (battle.winner, battle.phase) == ("rot", Phase.ENDE)
    assert MFM.violations(battle) == []
    assert MFM.case(MFM.describe(battle)).state_json() == battle.state_json()


# Writing down


def test_a_battle_with_reiter_and_own_types_can_be_written_down() -> None:
    people = volk_einlesen(
        """
key = "daker"
name = "Daker"
[figur.sichelkaempfer]
name = "Sichelkämpfer"
zeile = 1
nah = { n = 2, k = 4 }
weit = { f = 1, n = 1, k = 3 }
s = 0
b = 5
lp = 2
board = [1, 1]
punkte = 9
verteidigung = { nah = "RRRRRRRYYYYY", weit = "-------*****" }
""",
        "daker.toml",
    )
    own = Armee.model_validate({"name": "Daker", "volk": "daker", "figur": [{"typ": "sichelkaempfer", "anzahl": 3}]})
    battle = set_up(
        punkte_partie("wald", 100, 5, {"blau": RIDERS, "rot": own}, TWO, voelker={**voelker(), people.key: people})
    )
    again = MFM.case(MFM.describe(battle))
    assert again.state_json() == battle.state_json()
    assert again.aufbau.figurtypen == battle.aufbau.figurtypen
    assert again.aufbau.model_dump(exclude={"figurtypen"}) == battle.aufbau.model_dump(exclude={"figurtypen"})


def test_values_that_a_case_overrides_survive_being_written_down() -> None:
    unit = {"id": "S1", "type": "kelten.schwertkaempfer", "side": "blau", "at": "D5", "ruestung": 2, "fern": "F3 1x1-2"}
    rider = {"id": "P1", "type": "roemer.reiter", "side": "rot", "at": "H5", "facing": "ost", "nah": "3x1-2"}
    battle = MFM.case({"seats": {"blau": "kelten", "rot": "roemer"}, "unit": [unit, rider]})
    described = MFM.describe(battle)
    assert described["unit"][0]["s"] == 2
    again = MFM.case(described)
    assert again.state_json() == battle.state_json()
    assert again.aufbau.figurtypen == battle.aufbau.figurtypen
