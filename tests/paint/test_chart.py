"""Dice statistics: the numbers are right, and the words fit them."""

from __future__ import annotations

import pytest

from bot.paint import DieStats, PaintError, dice_chart
from bot.paint.chance import Kind, chi_square, tail, verdict
from bot.paint.chart import MOST_PANELS
from tests.paint.battles import opened


@pytest.mark.parametrize(
    ("value", "freedom", "share"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (19.675, 11, 0.05), (24.725, 11, 0.01), (30.144, 19, 0.05)],
)
def test_the_tail_agrees_with_the_printed_tables(value, freedom, share):
    assert tail(value, freedom) == pytest.approx(share, rel=0.002)


def test_even_dice_have_no_distance_and_a_full_tail():
    assert chi_square((10, 10, 10, 10)) == 0
    assert tail(0.0, 11) == 1.0
    assert chi_square((0, 0)) == 0


@pytest.mark.parametrize(
    ("counts", "kind", "words"),
    [
        ((4, 4, 4, 4, 4, 4), Kind.FEW, "es sind 24"),
        ((10, 9, 11, 10, 12, 8), Kind.EVEN, "96 von 100 Fällen"),
        ((18, 6, 9, 12, 5, 16), Kind.DOUBTFUL, "3 von 100 Fällen"),
        ((30, 4, 6, 8, 5, 7), Kind.UNEVEN, "weniger als 1 von 10\u00a0000"),
    ],
)
def test_a_layman_reads_how_even_the_dice_were(counts, kind, words):
    said = verdict(DieStats("Anna", 6, counts))
    assert said.kind is kind
    assert words in said.sentence


def test_the_chart_shows_each_player_and_die():
    picture = dice_chart([DieStats("Anna", 12, (5,) * 12), DieStats("Ben", 6, (9, 1, 8, 7, 5, 6))])
    assert opened(picture).mode == "P"
    assert picture.width == 800
    assert "Anna, W12, 60 Würfe" in picture.alt
    assert "Ben, W6, 36 Würfe" in picture.alt
    assert "χ²" in picture.alt


def test_a_chart_of_many_stays_small_and_within_the_limits():
    many = [DieStats("Ein Spieler mit einem sehr langen Namen " * 3, 20, tuple(range(20)))] * (MOST_PANELS + 5)
    picture = dice_chart(many)
    assert picture.height < 4000
    assert len(picture.alt) <= 1024
    assert len(picture.png) < 400_000


@pytest.mark.parametrize("sides", [2, 3, 4, 8, 10, 100])
def test_any_die_can_be_charted(sides):
    assert dice_chart([DieStats("Anna", sides, (0,) * sides)]).png
    assert dice_chart([DieStats("Anna", sides, (1000,) * sides)]).png


@pytest.mark.parametrize("counts", [(1, 2), (1, 2, -3)])
def test_counts_that_do_not_fit_the_die_are_refused(counts):
    with pytest.raises(ValueError, match="one count a face"):
        DieStats("Anna", 3, counts)


def test_no_throws_at_all_is_a_paint_error():
    with pytest.raises(PaintError):
        dice_chart([])
