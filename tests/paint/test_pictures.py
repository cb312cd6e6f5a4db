"""What a caller may rely on whatever he asks to be drawn: form, size, words, and the one error."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.paint import (
    Cutout,
    PaintError,
    Range,
    Reach,
    Whole,
    board_picture,
    board_scene,
    dice_chart,
    film,
    readme_picture,
    scene_picture,
)
from bot.paint.cache import Store
from bot.paint.square import DESK, FIELD_LEAST, PHONE, SMALLEST, WHOLE_WIDTH, layout
from rules.mfm.content import karten
from rules.mfm.partie import szenario_partie
from rules.referee.report import Dice, Mark, Report
from tests.paint.battles import battle, figure, opened, skirmish
from tests.referee.toy import Toy


def shot() -> Report:
    report = Report(title="/fernkampf figur:RS1 ziel:Darok", seat="rot")
    report.mark("path", ("L10", "K10", "J10", "I10"), "RS1", "rot")
    report.mark("shot", ("I10", "H9", "G9"), "RS1", "rot")
    report.mark("hit", unit="Darok")
    report.lines.append(Dice(why="Angriff", by="rot", sides=12, faces=(3, 9), hit=4, hits=1))
    return report


@pytest.mark.parametrize("view", [None, Whole(), Whole(legend=False), Cutout(("RS1",)), Cutout()])
def test_a_picture_is_a_small_palette_png_that_says_what_it_shows(view):
    picture = board_picture(skirmish(), shot(), view=view)
    image = opened(picture)
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert len(picture.png) < 400_000
    assert "Runde 3/20" in picture.alt
    assert "Darok" in picture.alt
    assert 0 < len(picture.alt) <= 1024
    assert picture.name.endswith("das-geheimdokument-runde-3-20.png")


def test_the_same_battle_gives_the_same_bytes():
    assert board_picture(skirmish(), shot()).png == board_picture(skirmish(), shot()).png


def test_after_an_order_the_picture_is_a_cutout_round_it_and_otherwise_the_whole_board():
    assert not board_scene(skirmish(), shot()).whole
    assert board_scene(skirmish()).whole


@pytest.mark.parametrize("key", sorted(karten()))
def test_every_map_is_drawn_whole_within_the_width(key):
    picture = board_picture(battle(figure("A1", "kelten.held", "blau", "A1"), on=key), view=Whole())
    assert picture.width <= WHOLE_WIDTH
    assert len(picture.png) < 400_000


def test_the_largest_map_is_drawn_too():
    huge = battle(figure("A1", "kelten.held", "blau", "A1"), on={"wiese": [100, 100]})
    assert board_picture(huge, view=Whole()).width <= WHOLE_WIDTH
    assert board_picture(huge, view=Cutout(("A1",))).width < 900


@given(st.integers(1, 16), st.integers(1, 12))
def test_a_cutout_has_fields_of_64_pixels_and_text_to_read_on_a_phone(columns, rows):
    lay = layout(columns, rows, whole=False)
    width = columns * lay.unit + 2 * lay.side
    assert lay.unit >= FIELD_LEAST
    assert lay.text * min(1.0, PHONE / width) >= SMALLEST * 0.98


@given(st.integers(1, 100), st.integers(1, 100))
def test_a_whole_board_has_text_to_read_on_a_desk(columns, rows):
    lay = layout(columns, rows, whole=True)
    width = columns * lay.unit + 2 * lay.side
    assert width <= WHOLE_WIDTH
    assert lay.text * min(1.0, DESK / width) >= SMALLEST * 0.98


def test_a_battle_before_its_start_is_drawn_with_its_zones():
    picture = board_picture(szenario_partie("geheimdokument", {"anna": "kelten", "ben": "roemer"}))
    assert "noch nicht begonnen" in picture.alt
    assert "Aufstellung Kelten ist hervorgehoben" in picture.alt


def test_a_long_list_of_figures_is_cut_at_the_limit_of_discord():
    many = [
        figure(f"Kaempfer{i}", "kelten.schwertkaempfer", "blau", f"{'ABCDEFGHIJ'[i % 10]}{i // 10 + 1}")
        for i in range(100)
    ]
    picture = board_picture(battle(*many), view=Whole())
    assert len(picture.alt) <= 1024
    assert picture.alt.endswith("…")


def broken() -> Report:
    report = Report()
    report.marks.append(Mark(kind="path", unit="RS1", fields=("nirgends", "I10")))
    return report


@pytest.mark.parametrize(
    "draw",
    [
        lambda: board_picture(skirmish(), view=Cutout(("gibt es nicht",))),
        lambda: board_picture(skirmish(), broken()),
        lambda: board_picture(skirmish(), overlay=Reach("gibt es nicht", ())),
        lambda: board_picture(skirmish(), overlay=Range("RS1", ("kein Feld",))),
        lambda: board_picture(Toy()),
        lambda: scene_picture(None),  # type: ignore[arg-type]
        lambda: dice_chart([]),
        lambda: film([]),
    ],
)
def test_whatever_cannot_be_drawn_ends_in_a_paint_error(draw):
    with pytest.raises(PaintError):
        draw()


def test_threads_that_paint_at_once_give_the_same_pictures():
    views = [None, Whole(), Cutout(("RS1",)), Cutout(("KB1", "RK1"))] * 4
    alone = [board_picture(skirmish(), shot(), view=view).png for view in views]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda view: board_picture(skirmish(), shot(), view=view).png, views))
    assert together == alone


def test_a_store_keeps_what_was_used_last_within_its_limit():
    store: Store[str] = Store(10, len)
    made: list[str] = []

    def get(key: str) -> None:
        def make() -> str:
            made.append(key)
            return key * 4

        store.get(key, make)

    for key in "abacab":
        get(key)
    assert made == ["a", "b", "c", "b"]
    assert store.weight <= 10


def test_the_picture_of_the_readme_shows_the_charge():
    picture = readme_picture()
    assert "Zug von W1: O5 nach O9" in picture.alt
    assert "Ausgeschieden: KS1" in picture.alt
    assert opened(picture).size == (picture.width, picture.height)


def test_a_film_has_a_frame_for_each_scene_and_tells_how_far_it_is():
    scenes = [board_scene(skirmish(), shot(), view=Whole(legend=False), caption=f"Zug {i}") for i in range(4)]
    told: list[tuple[int, int]] = []
    movie = Image.open(io.BytesIO(film(iter(scenes), lambda done, total: told.append((done, total)))))
    assert (movie.format, getattr(movie, "n_frames", 1)) == ("WEBP", 4)
    assert movie.width <= 1000
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_frames_with_different_footers_make_one_film():
    plain = board_scene(skirmish(), view=Whole(legend=False))
    full = board_scene(skirmish(), shot(), view=Whole(legend=False), caption="RS1 schießt.")
    movie = Image.open(io.BytesIO(film([plain, full, plain])))
    assert getattr(movie, "n_frames", 1) == 3
