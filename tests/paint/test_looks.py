"""Pixels: what must be told apart is told apart, and stands where it belongs."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from bot.paint import Whole, board_picture, board_scene
from bot.paint.board import paint_scene
from bot.paint.colours import SIDE_COLOURS, WHITE, Rgb
from bot.paint.counters import counter_sprite
from bot.paint.dice import die_face
from bot.paint.glyphs import Glyph
from bot.paint.landscape import FLAT
from bot.paint.mfm_ground import TERRAIN, ground_of
from bot.paint.mfm_units import glyph_of
from bot.paint.scene import Badge, Counter, Side
from bot.paint.sides import assign
from bot.paint.signs import Sign
from bot.paint.square_ground import ground_layer, terrain_tile
from bot.paint.terrain import Terrain
from bot.paint.text import draw_text, fitted, text_width
from rules.board.square import field_name
from rules.mfm.content import figurtypen, gelaende, karten, wagentypen
from rules.mfm.content.karte import Karte
from tests.paint.battles import battle, figure, middle_of, opened, skirmish

BLUE = Side("blau", "Blau", SIDE_COLOURS["blau"], Sign.TRIANGLE)


def difference(a: Image.Image, b: Image.Image) -> float:
    """Mean difference of two images, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(a, b)).mean) / len(a.getbands())


# -- terrain ----------------------------------------------------------------------------------------------------------


def test_every_terrain_of_the_rules_has_its_own_kind():
    assert set(TERRAIN) == set(gelaende())
    assert sorted(TERRAIN.values()) == sorted(Terrain)
    assert set(FLAT) == set(Terrain)


@pytest.mark.parametrize(("a", "b"), list(combinations(Terrain, 2)))
def test_two_kinds_of_terrain_differ_in_colour_and_in_shape(a, b):
    one, other = terrain_tile(a, 64), terrain_tile(b, 64)
    assert difference(one, other) > 6
    edges = [tile.convert("L").filter(ImageFilter.FIND_EDGES) for tile in (one, other)]
    assert difference(*edges) > 1.5


@pytest.mark.parametrize("key", sorted(gelaende()))
def test_every_terrain_is_drawn_on_a_board(key):
    karte = Karte.aus_zeilen([".....", ".xxx.", ".x.x.", "....."], {".": "wiese", "x": key})
    ground = ground_of(karte)
    drawn = ground_layer(ground, 2, 40, 0, 0, 5, 4)
    meadow = ground_layer(ground_of(Karte.wiese(5, 4)), 2, 40, 0, 0, 5, 4)
    assert drawn.size == (200, 160)
    if key != "wiese":
        assert difference(drawn.crop((40, 40, 160, 80)), meadow.crop((40, 40, 160, 80))) > 4


def test_a_part_of_the_ground_looks_like_the_same_part_of_the_whole():
    ground = ground_of(karten()["geheimdokument"])
    whole = ground_layer(ground, 2, 32, 0, 0, ground.width, ground.height)
    part = ground_layer(ground, 2, 32, 5, 6, 13, 7)
    assert difference(part, whole.crop((5 * 32, 6 * 32, 18 * 32, 13 * 32))) == 0


def test_every_second_line_is_stronger():
    ground = ground_of(Karte.wiese(8, 8))
    row = ground_layer(ground, 2, 40, 0, 0, 8, 8).crop((0, 20, 320, 21)).convert("RGB")
    far, near = row.getpixel((80, 0)), row.getpixel((120, 0))
    assert isinstance(far, tuple)
    assert isinstance(near, tuple)
    assert far[0] - far[2] > near[0] - near[2] + 20


# -- counters ---------------------------------------------------------------------------------------------------------


def near(image: Image.Image, at: tuple[int, int], colour: Rgb, reach: int = 26) -> bool:
    """Whether a fair part of the pixels round this one has about this colour."""
    x, y = at
    cut = image.convert("RGB").crop((x - reach, y - reach, x + reach, y + reach))
    flat = Image.new("RGB", cut.size, colour)
    close = ImageChops.difference(cut, flat).convert("L").point(lambda v: 255 if v < 24 else 0)
    return ImageStat.Stat(close).mean[0] > 40


def test_counters_stand_on_their_fields_and_nowhere_else():
    s = battle(figure("K1", "kelten.held", "blau", "C3"), figure("R1", "roemer.legat", "rot", "P10"))
    image = opened(board_picture(s, view=Whole(legend=False)))
    scene = board_scene(s, view=Whole(legend=False))
    blue = {
        name for name in map(field_name, s.grid.fields()) if near(image, middle_of(scene, name), SIDE_COLOURS["blau"])
    }
    red = {
        name for name in map(field_name, s.grid.fields()) if near(image, middle_of(scene, name), SIDE_COLOURS["rot"])
    }
    assert (blue, red) == ({"C3"}, {"P10"})


@pytest.mark.parametrize("key", sorted(figurtypen()))
def test_every_type_of_figure_is_drawn(key):
    s = battle(figure("X1", key, "blau", "D4", facing="nord"))
    empty = paint_scene(board_scene(battle(), view=Whole(legend=False)))
    drawn = paint_scene(board_scene(s, view=Whole(legend=False)))
    x, y = middle_of(board_scene(s, view=Whole(legend=False)), "D4")
    cut = (x - 30, y - 30, x + 30, y + 30)
    assert difference(drawn.crop(cut), empty.crop(cut)) > 40


@pytest.mark.parametrize("facing", ["nord", "ost", "sued", "west"])
@pytest.mark.parametrize("key", sorted(wagentypen()))
def test_every_streitwagen_covers_its_board(key, facing):
    people = key.partition(".")[0]
    crew = [figure(f"L{i}", f"{people}.streitwagenlenker", "blau") for i in range(wagentypen()[key].plaetze)]
    s = battle(*crew, figure("W1", key, "blau", "J6", facing=facing, crew=[one["id"] for one in crew]))
    view = Whole(legend=False)
    scene = board_scene(s, view=view)
    drawn, empty = paint_scene(scene), paint_scene(board_scene(battle(), view=view))
    changed = set()
    for field in s.grid.fields():
        x, y = middle_of(scene, field_name(field))
        cut = (x - 12, y - 12, x + 12, y + 12)
        if difference(drawn.crop(cut), empty.crop(cut)) > 25:
            changed.add(field)
    assert changed == set(s.flaeche(s.einheit("W1")))


def test_a_team_looks_where_it_is_turned():
    def drawn(facing: str) -> Image.Image:
        s = battle(figure("X1", "roemer.reiter", "blau", "J6", facing=facing))
        return paint_scene(board_scene(s, view=Whole(legend=False)))

    north, south = drawn("nord"), drawn("sued")
    assert difference(north, south) > 0


def counter(**changes: object) -> Counter:
    return Counter(**{"label": "K1", "side": "blau", "glyph": Glyph.SWORD, "fields": ((0, 0),), **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {"label": "K2"},
        {"lp_max": 2, "lp": 2},
        {"badges": (Badge.MOVED,)},
        {"badges": (Badge.FOUGHT,)},
        {"badges": (Badge.CHEST,)},
        {"badges": (Badge.REINS,)},
        {"spent": True},
        {"angle": 90},
    ],
)
def test_whatever_changes_on_a_figure_changes_its_counter(changes):
    plain, _ = counter_sprite(counter(), BLUE, 80, 27)
    other, _ = counter_sprite(counter(**changes), BLUE, 80, 27)
    assert plain.tobytes() != other.tobytes()


def test_a_lost_life_shows():
    both, _ = counter_sprite(counter(lp=2, lp_max=2), BLUE, 80, 27)
    one, _ = counter_sprite(counter(lp=1, lp_max=2), BLUE, 80, 27)
    assert both.tobytes() != one.tobytes()


@pytest.mark.parametrize(("a", "b"), list(combinations(Glyph, 2)))
def test_no_two_glyphs_look_alike(a, b):
    one, _ = counter_sprite(counter(glyph=a), BLUE, 80, 27)
    other, _ = counter_sprite(counter(glyph=b), BLUE, 80, 27)
    assert difference(one.convert("L"), other.convert("L")) > 4


def test_glyphs_follow_rank_then_name_then_weapon():
    types = figurtypen()
    assert {key: str(glyph_of(types[key])) for key in (
        "kelten.feldherr", "roemer.zenturio", "aegypter.streitwagenlenker", "roemer.reiter", "roemer.scharfschuetze",
        "aegypter.streitwagenkrieger_bogen", "kelten.steinschleuderer", "kelten.grossaxtkaempfer",
        "kelten.streitaxtkaempfer", "aegypter.streitwagenkrieger_lanze", "roemer.triarier", "roemer.veles",
        "aegypter.nubischer_plaenkler", "roemer.schwertkaempfer",
    )} == {
        "kelten.feldherr": "crown", "roemer.zenturio": "hero", "aegypter.streitwagenlenker": "reins",
        "roemer.reiter": "horse", "roemer.scharfschuetze": "marksman", "aegypter.streitwagenkrieger_bogen": "bow",
        "kelten.steinschleuderer": "sling", "kelten.grossaxtkaempfer": "great_axe",
        "kelten.streitaxtkaempfer": "axe", "aegypter.streitwagenkrieger_lanze": "pike", "roemer.triarier": "pike",
        "roemer.veles": "javelin", "aegypter.nubischer_plaenkler": "bow", "roemer.schwertkaempfer": "sword",
    }  # fmt: skip


# -- sides ------------------------------------------------------------------------------------------------------------

# How the three cones see a colour when one kind is missing (Machado and others 2009, severity 1), for linear light.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: Rgb) -> list[float]:
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (part / 255 for part in colour)]


def lab(light: list[float]) -> tuple[float, float, float]:
    r, g, b = (min(1.0, max(0.0, v)) for v in light)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(a: Rgb, b: Rgb) -> float:
    bright = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b_ for r, g, b_ in (linear(a), linear(b)))
    return (bright[1] + 0.05) / (bright[0] + 0.05)


@pytest.mark.parametrize("name", sorted(SIDE_COLOURS))
def test_white_reads_well_on_every_side_colour(name):
    assert contrast(SIDE_COLOURS[name], WHITE) >= 4.5


@pytest.mark.parametrize("kind", sorted(BLINDNESS))
@pytest.mark.parametrize(("a", "b"), list(combinations(SIDE_COLOURS, 2)))
def test_side_colours_are_told_apart_by_the_colour_blind(a, b, kind):
    seen = []
    for name in (a, b):
        light = linear(SIDE_COLOURS[name])
        seen.append(lab([sum(m * v for m, v in zip(row, light, strict=True)) for row in BLINDNESS[kind]]))
    assert sum((p - q) ** 2 for p, q in zip(*seen, strict=True)) ** 0.5 > 15


def test_sides_differ_in_colour_and_in_sign():
    styles = assign([(f"s{i}", "") for i in range(6)])
    assert len({colour for colour, _ in styles.values()}) == 6
    assert len({sign for _, sign in styles.values()}) == 6


@pytest.mark.parametrize(
    ("sides", "colours"),
    [
        ([("rot", "kelten"), ("blau", "roemer")], ["rot", "blau"]),
        ([("a", "roemer"), ("b", "roemer")], ["rot", "blau"]),
        ([("grün", "x"), ("gelb", "x")], ["gruen", "ocker"]),
        ([("a", "kelten"), ("blau", "kelten")], ["rot", "blau"]),
    ],
)
def test_a_side_gets_the_colour_of_its_name_or_of_its_people_or_one_that_is_free(sides, colours):
    styles = assign(sides)
    assert [styles[side][0] for side, _ in sides] == [SIDE_COLOURS[name] for name in colours]


def test_more_sides_than_colours_still_have_one():
    assert len(assign([(f"s{i}", "") for i in range(9)])) == 9


@pytest.mark.parametrize(("a", "b"), list(combinations(Sign, 2)))
def test_signs_differ_on_counters_of_one_colour(a, b):
    one, _ = counter_sprite(counter(), Side("x", "X", SIDE_COLOURS["blau"], a), 80, 27)
    other, _ = counter_sprite(counter(), Side("x", "X", SIDE_COLOURS["blau"], b), 80, 27)
    assert one.tobytes() != other.tobytes()


# -- dice and text ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 12, 20, 100])
def test_every_face_of_every_die_is_its_own(sides):
    faces = {die_face(sides, face, None, SIDE_COLOURS["rot"], 44, 27).tobytes() for face in range(1, sides + 1)}
    assert len(faces) == sides


def test_a_die_shows_whether_it_counted():
    looks = {die_face(12, 7, counted, SIDE_COLOURS["rot"], 44, 27).tobytes() for counted in (True, False, None)}
    assert len(looks) == 3


def test_text_that_is_too_wide_is_cut_and_never_shrunk():
    assert fitted("Das Geheimdokument", 1000, 27) == "Das Geheimdokument"
    cut = fitted("Das Geheimdokument", 120, 27)
    assert cut.endswith("…")
    assert text_width(cut, 27) <= 120
    assert fitted("Wort", 3, 27) == ""


def test_a_line_drawn_within_a_width_stays_within_it():
    image = Image.new("RGB", (400, 60), WHITE)
    used = draw_text(image, (200, 30), "Boudicca von den Icenern", 27, (0, 0, 0), anchor="m", width=150)
    box = ImageChops.invert(image.convert("L")).getbbox()
    assert used <= 150
    assert box is not None
    assert box[2] - box[0] <= 154


def test_drawing_twice_gives_the_same_pixels():
    scene = board_scene(skirmish(), view=Whole(legend=False))
    assert difference(paint_scene(scene), paint_scene(scene)) == 0
