"""What a battle and its report become: scenes as text, read line by line."""

from __future__ import annotations

from textwrap import dedent

from bot.paint import Cutout, Reach, Whole, board_scene, range_of, reach_of
from bot.paint.describe import alt_text, scene_text
from bot.paint.scene import RingKind, TintKind
from rules.mfm.befehle import Bewegen
from rules.mfm.model import Schlacht
from rules.mfm.system import MFM
from rules.referee.play import Position, submit
from rules.referee.report import Report
from rules.referee.ruling import ScriptedDice
from tests.paint.battles import battle, figure, skirmish


def chariots() -> Schlacht:
    return battle(
        figure("L1", "kelten.streitwagenlenker", "blau"),
        figure("H1", "kelten.held", "blau"),
        figure("W1", "kelten.leichter_streitwagen", "blau", "D4", facing="ost", crew=["L1", "H1"]),
        figure("S1", "roemer.schwertkaempfer", "rot", "I4"),
        figure("S2", "roemer.schwertkaempfer", "rot", "S11"),
        figure("R1", "roemer.reiter", "rot", "L8", facing="sued"),
        figure("W9", "roemer.dreispaenner", "rot", "P3", facing="west", lp=2),
        figure("Z1", "roemer.zenturio", "rot", "O2", fuehrt="W9"),
        setup={"turn": 2},
    )


def carried_out(before: Schlacht, seat: str, line: str, dice: list[int]) -> tuple[Schlacht, Report]:
    outcome = submit(MFM, Position(before), seat, line, ScriptedDice(dice))
    return outcome.position.battle, outcome.report


def test_a_standing_battle_becomes_counters_with_their_state():
    assert scene_text(board_scene(skirmish(), view=Cutout(("G8", "J8")))) == dedent(
        """\
        header Das Geheimdokument | Runde 3/20 | Spiel | Blau am Zug | blau
        window E5–M10
        side blau Blau #1f5fae triangle 3
        side rot Rot #a81c2c disc 3
        counter Darok blau great_axe 2/2 at G9
        counter KB1 blau bow 1/1 at F7 moved
        counter KS1 blau javelin 1/1 at H8 moved fought spent
        counter Istor rot hero 1/2 at J8
        counter RS1 rot javelin 1/1 at I10
        counter RK1 rot sword 1/1 at J6 chest
        """
    )


def test_streitwagen_and_reiter_stand_on_their_boards():
    assert scene_text(board_scene(chariots(), view=Whole(legend=False))) == dedent(
        """\
        header Man for Man | Runde 2 | Spiel | Blau am Zug | blau
        window A1–T12
        side blau Blau #1f5fae triangle 2
        side rot Rot #a81c2c disc 4
        counter S1 rot sword 1/1 at I4
        counter S2 rot sword 1/1 at S11
        counter Z1 rot hero 2/2 at O2 reins
        team W1 blau at B4–D5 facing 90 2x3 animals 2/2 in 2 rows
          aboard L1 blau reins 1/1
          aboard H1 blau hero 2/2
        team - rot at L7–L8 facing 180 1x2 animals 1/1 in 2 rows
          aboard R1 rot horse 1/1
        team W9 rot at P1–R3 facing 270 3x3 animals 2/3 in 2 rows
        trail leash Z1 rot 14.5,1.5 15.5,2.5
        """
    )


def test_a_charge_is_drawn_as_one_way_with_its_dice_and_its_victim():
    before = chariots()
    after, report = carried_out(before, "blau", "/anfahren wagen:W1 ziel:S1", [3, 9])
    text = scene_text(board_scene(after, report, before=before))
    events = [line for line in text.splitlines() if line.split()[0] in {"ghost", "fallen", "trail", "ring", "throw"}]
    assert events == [
        "ghost blau at B4–D5",
        "fallen S1 rot at I4",
        "trail leash Z1 rot 14.5,1.5 15.5,2.5",
        "trail path W1 blau 2.5,4 3.5,4 4.5,4 5.5,4 6.5,4 7.5,4",
        "throw Anfahrprobe gegen Schwertkämpfer S1 blau W12 3 9 hit 3",
    ]


def test_without_the_battle_before_the_way_is_still_known():
    before = chariots()
    after, report = carried_out(before, "blau", "/anfahren wagen:W1 ziel:S1", [3, 9])
    scene = board_scene(after, report)
    assert [ghost.fields for ghost in scene.ghosts] == [before.flaeche(before.einheit("W1"))]
    assert scene.fallen == ()


def test_an_order_that_waits_for_an_answer_is_drawn_from_where_the_unit_stands():
    before = chariots()
    after, report = carried_out(before, "blau", "/anfahren wagen:W1 ziel:S1", [9, 10])
    scene = board_scene(after, report)
    assert [ghost.fields for ghost in scene.ghosts] == [before.flaeche(before.einheit("W1"))]


def test_an_attack_that_missed_still_shows_whom_it_was_meant_for():
    before = battle(
        figure("S1", "kelten.schwertkaempfer", "blau", "D5"), figure("R1", "roemer.speerkaempfer", "rot", "D6")
    )
    after, report = carried_out(before, "blau", "/nahkampf figur:s1 ziel:r1", [12])
    scene = board_scene(after, report, before=before)
    assert [(ring.kind, ring.label) for ring in scene.rings] == [(RingKind.TARGET, "R1")]
    assert not scene.whole


def test_a_hit_that_does_not_kill_is_ringed():
    before = battle(
        figure("S1", "kelten.schwertkaempfer", "blau", "D5"),
        figure("Z1", "roemer.zenturio", "rot", "D6"),
        figure("Z2", "roemer.zenturio", "rot", "T12"),
    )
    after, report = carried_out(before, "blau", "/nahkampf figur:S1 ziel:Z1", [1, 1])
    scene = board_scene(after, report, before=before)
    assert [(ring.kind, ring.label) for ring in scene.rings] == [(RingKind.HIT, "Z1")]
    assert next(counter for counter in scene.counters if counter.label == "Z1").lp == 1


def test_reach_names_exactly_the_fields_of_the_legal_moves():
    s = skirmish()
    reach = reach_of(s, "Darok")
    legal = {order.nach for order in MFM.legal(s, "blau", "Darok") if isinstance(order, Bewegen)}
    assert set(reach.fields) == legal != set()
    scene = board_scene(s, overlay=reach)
    assert [(tint.kind, len(tint.fields), tint.named) for tint in scene.tints] == [(TintKind.REACH, len(legal), True)]


def test_nothing_is_in_reach_of_a_side_that_waits():
    assert reach_of(skirmish(), "RS1").fields == ()


def test_range_counts_in_fernfelder_and_rings_whom_it_may_hit():
    s = battle(figure("B1", "roemer.speerkaempfer", "rot", "J6"), figure("K1", "kelten.held", "blau", "M6"),
               figure("K2", "kelten.held", "blau", "T12"), setup={"active": "rot"})  # fmt: skip
    reach = range_of(s, "B1")
    columns = {name[0] for name in reach.fields}
    assert (min(columns), max(columns)) == ("C", "P")
    assert reach.targets == ("K1",)
    assert [ring.label for ring in board_scene(s, overlay=reach).rings] == ["K1"]


def test_who_has_no_such_weapon_has_no_range():
    assert range_of(skirmish(), "RK1").fields == ()


def test_an_overlay_too_large_for_a_phone_is_shown_on_the_whole_board():
    assert board_scene(skirmish(), overlay=range_of(skirmish(), "KB1")).whole
    assert not board_scene(skirmish(), overlay=Reach("KB1", ("F6", "F5"))).whole


def test_the_winner_stands_in_the_header():
    over = skirmish()
    over.winner, over.phase = "rot", "ende"
    header = board_scene(over).header
    assert (header.phase, header.status, header.active) == ("Ende", "Sieg: Rot", "rot")
    over.winner = ""
    assert board_scene(over).header.status == "Unentschieden"


def test_the_chest_lies_where_nobody_carries_it():
    s = skirmish()
    assert s.kiste is not None
    s.kiste.traeger, s.kiste.at = None, (4, 4)
    assert "chest at E5" in scene_text(board_scene(s))
    assert "Die Kiste liegt auf E5." in alt_text(board_scene(s))


def test_several_seats_of_one_side_share_its_colour():
    s = MFM.case(
        {
            "seats": {"anna": "kelten", "ben": "roemer", "cleo": "kelten"},
            "setup": {"sides": {"links": ["anna", "cleo"], "rechts": ["ben"]}},
            "unit": [
                figure("A1", "kelten.held", "anna", "A1"),
                figure("C1", "kelten.held", "cleo", "B1"),
                figure("B1", "roemer.zenturio", "ben", "T12"),
            ],
        }
    )
    scene = board_scene(s)
    assert [side.name for side in scene.sides] == ["Links", "Rechts"]
    assert {counter.label: counter.side for counter in scene.counters} == {"A1": "links", "C1": "links", "B1": "rechts"}
