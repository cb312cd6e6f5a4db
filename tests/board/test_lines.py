"""Lines between fields: what they cross, what they merely touch, and which of several is the nearest."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.lines import nearest_lines, trace
from rules.board.square import (
    Facing,
    Field,
    add,
    field_name,
    footprint,
    parse_field,
    row_order,
    squeezed,
    straight,
    walk,
)

fields = st.tuples(st.integers(-25, 25), st.integers(-25, 25))
few_fields = st.lists(fields, min_size=1, max_size=6, unique=True).map(tuple)


def names(some: tuple[Field, ...]) -> str:
    return " ".join(field_name(field) for field in some)


def stretch(a: Field, b: Field, field: Field) -> tuple[Fraction, Fraction] | None:
    """Which part of the way from centre to centre lies in the closed square of a field, if any: slab by slab."""
    first, last = Fraction(0), Fraction(1)
    for axis in (0, 1):
        way, gap = b[axis] - a[axis], field[axis] - a[axis]
        low, high = gap - Fraction(1, 2), gap + Fraction(1, 2)
        if way == 0:
            if not low <= 0 <= high:
                return None
            continue
        one, other = sorted((low / way, high / way))
        first, last = max(first, one), min(last, other)
    return (first, last) if first <= last else None


def by_fractions(a: Field, b: Field) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """Crossed and touched fields, found by looking at every field around, in order along the line."""
    crossed: list[tuple[Fraction, int, int]] = []
    touched: list[tuple[Fraction, int, int]] = []
    for y in range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2):
        for x in range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2):
            part = stretch(a, b, (x, y))
            if part is None or (x, y) in (a, b):
                continue
            # A line between centres never runs along an edge, so a stretch of some length lies inside.
            (crossed if part[0] < part[1] else touched).append((part[0], y, x))
    return tuple((x, y) for _, y, x in sorted(crossed)), tuple((x, y) for _, y, x in sorted(touched))


def test_every_line_of_a_small_map_agrees_with_exact_fractions() -> None:
    for dy in range(-7, 8):
        for dx in range(-10, 11):
            line = trace((10, 7), (10 + dx, 7 + dy))
            assert (line.crossed, line.touched) == by_fractions(line.start, line.end), (dx, dy)


@given(fields, fields)
def test_long_lines_agree_with_exact_fractions(a: Field, b: Field) -> None:
    line = trace(a, b)
    assert (line.crossed, line.touched) == by_fractions(a, b)


@given(fields, fields)
def test_the_way_back_passes_the_same_fields_in_reverse(a: Field, b: Field) -> None:
    there, back = trace(a, b), trace(b, a)
    assert back.crossed == there.crossed[::-1]
    assert back.pairs == there.pairs[::-1]
    assert set(back.touched) == set(there.touched)
    assert back.diagonal == there.diagonal


@given(fields, fields, fields)
def test_a_line_is_the_same_anywhere_on_the_map(a: Field, b: Field, offset: Field) -> None:
    here, there = trace(a, b), trace(add(a, offset), add(b, offset))
    assert there.crossed == tuple(add(field, offset) for field in here.crossed)
    assert there.pairs == tuple((add(one, offset), add(other, offset)) for one, other in here.pairs)


@given(fields, fields)
def test_mirroring_the_map_mirrors_the_line(a: Field, b: Field) -> None:
    here, there = trace(a, b), trace(a[::-1], b[::-1])
    assert there.crossed == tuple((y, x) for x, y in here.crossed)
    assert {frozenset(pair) for pair in there.pairs} == {
        frozenset((one[::-1], other[::-1])) for one, other in here.pairs
    }


@given(fields, fields)
def test_every_corner_passed_is_a_diagonal_step_between_the_two_fields_touched_there(a: Field, b: Field) -> None:
    line = trace(a, b)
    way = (a, *line.crossed, b) if a != b else (a,)
    steps = [(one, (other[0] - one[0], other[1] - one[1])) for one, other in pairwise(way)]
    assert all(max(abs(dx), abs(dy)) == 1 for _, (dx, dy) in steps)
    assert line.pairs == tuple(pair for one, step in steps if (pair := squeezed(one, step)) is not None)
    assert line.touched == tuple(field for pair in line.pairs for field in sorted(pair, key=row_order))


@given(fields, fields)
def test_ends_crossed_and_touched_fields_are_all_different(a: Field, b: Field) -> None:
    line = trace(a, b)
    every = [*dict.fromkeys((a, b)), *line.crossed, *line.touched]
    assert len(set(every)) == len(every)


@given(
    fields, st.sampled_from([(0, -1), (1, 0), (1, 1), (-1, 1), (-1, -1), (1, -1), (0, 1), (-1, 0)]), st.integers(1, 20)
)
def test_a_straight_line_crosses_the_fields_walked_over(a: Field, vector: Field, n: int) -> None:
    line = trace(a, add(a, vector, n))
    assert line.crossed == walk(a, vector, n)[:-1]
    assert line.diagonal == (vector[0] != 0 and vector[1] != 0)
    assert len(line.pairs) == (n if line.diagonal else 0)


@given(fields, fields)
def test_only_lines_along_a_diagonal_direction_are_called_diagonal(a: Field, b: Field) -> None:
    way = straight(a, b)
    assert trace(a, b).diagonal == (way is not None and 0 not in way[0])


@given(fields)
def test_a_line_to_its_own_field_passes_nothing(a: Field) -> None:
    line = trace(a, a)
    assert (line.crossed, line.touched, line.pairs, line.diagonal) == ((), (), (), False)


@pytest.mark.parametrize(
    ("a", "b", "crossed", "touched"),
    [
        # GR 7.3, R-15: corners met on lines that are no diagonals make fields unclear, several on long lines.
        ("A1", "D2", "B1 C2", "C1 B2"),
        ("A1", "B4", "A2 B3", "B2 A3"),
        ("D2", "A1", "C2 B1", "C1 B2"),
        ("A2", "D1", "B2 C1", "B1 C2"),
        ("A1", "G3", "B1 C2 D2 E2 F3", "C1 B2 F2 E3"),
        ("A1", "F4", "B1 B2 C2 D3 E3 E4", "D2 C3"),
        # These come near a corner and do not meet it: everything is clear.
        ("A1", "C2", "B1 B2", ""),
        ("A1", "E2", "B1 C1 C2 D2", ""),
        ("A1", "D3", "B1 B2 C2 C3", ""),
        ("A1", "A4", "A2 A3", ""),
        # Neighbours have nothing between them but the corner.
        ("A1", "B1", "", ""),
        ("A1", "B2", "", "B1 A2"),
    ],
)
def test_fields_met_at_a_corner_only_are_told_apart(a: str, b: str, crossed: str, touched: str) -> None:
    line = trace(parse_field(a), parse_field(b))
    assert (names(line.crossed), names(line.touched)) == (crossed, touched)
    assert not line.diagonal or b == "B2"


def test_a_hedge_at_the_corner_of_a_shot_is_touched_and_not_crossed() -> None:
    """S-38: the shot from A1 to D2 passes exactly through the corner of a hedge on C1."""
    line = trace(parse_field("A1"), parse_field("D2"))
    hedge = parse_field("C1")
    assert hedge in line.touched
    assert hedge not in line.crossed
    assert not line.diagonal


def test_a_pure_diagonal_names_the_fields_it_squeezes_between_corner_by_corner() -> None:
    """R-05, R-81: two walls that meet at a corner of the diagonal are found as one pair."""
    line = trace(parse_field("B2"), parse_field("E5"))
    assert line.diagonal
    assert names(line.crossed) == "C3 D4"
    assert [names(pair) for pair in line.pairs] == ["C2 B3", "D3 C4", "E4 D5"]


# The nearest of several lines


@given(few_fields, few_fields)
def test_nearest_lines_are_all_pairs_that_no_other_pair_beats(a: tuple[Field, ...], b: tuple[Field, ...]) -> None:
    def apart(pair: tuple[Field, Field]) -> tuple[int, int]:
        dx, dy = pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]
        return max(abs(dx), abs(dy)), dx**2 + dy**2

    pairs = [(one, other) for one in a for other in b]
    least = min(apart(pair) for pair in pairs)
    assert nearest_lines(a, b) == tuple(pair for pair in pairs if apart(pair) == least)


@given(few_fields, few_fields)
def test_the_nearest_lines_are_the_same_seen_from_the_other_end(a: tuple[Field, ...], b: tuple[Field, ...]) -> None:
    assert {(one, other) for other, one in nearest_lines(b, a)} == set(nearest_lines(a, b))


def test_equal_lines_to_a_broad_front_are_left_to_the_shooter() -> None:
    chariot = footprint(parse_field("D5"), Facing.NORD, 2, 3)
    beside, before = (parse_field("H6"),), (*map(parse_field, ("D2", "E2")),)
    assert [names(pair) for pair in nearest_lines(beside, chariot)] == ["H6 E6"]
    assert [names(pair) for pair in nearest_lines(before, chariot)] == ["D2 D5", "E2 E5"]


def test_of_lines_with_as_many_steps_the_straighter_one_is_nearer() -> None:
    assert nearest_lines(((0, 0),), ((3, 2), (3, 0), (3, 1))) == (((0, 0), (3, 0)),)
