"""Square fields: names, facings, boards, distances and the large grid keep their promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.square import (
    DIRECTIONS,
    MAX_COLUMNS,
    MAX_ROWS,
    Facing,
    Field,
    Grid,
    add,
    direction_label,
    distance,
    far_distance,
    far_field,
    far_fields_area,
    field_name,
    footprint,
    front_row,
    is_adjacent,
    parse_field,
    placements,
    ring,
    row_order,
    shift,
    squeezed,
    straight,
    walk,
)

named_fields = st.tuples(st.integers(0, MAX_COLUMNS - 1), st.integers(0, MAX_ROWS - 1))
fields = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
few_fields = st.lists(fields, min_size=1, max_size=6, unique=True).map(tuple)
facings = st.sampled_from(Facing)
directions = st.sampled_from(DIRECTIONS)
boards = st.builds(footprint, fields, facings, st.integers(1, 4), st.integers(1, 5))
grids = st.builds(Grid, st.integers(1, 12), st.integers(1, 12))


def turned_right(field: Field) -> Field:
    """A quarter turn clockwise about the origin, with y growing downward."""
    return -field[1], field[0]


def chebyshev(a: Field, b: Field) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


# Names


@pytest.mark.parametrize(
    ("field", "name"),
    [((0, 0), "A1"), ((3, 4), "D5"), ((25, 15), "Z16"), ((26, 0), "AA1"), ((51, 8), "AZ9"), ((701, 998), "ZZ999")],
)
def test_columns_are_letters_and_rows_count_from_one(field: Field, name: str) -> None:
    assert field_name(field) == name
    assert parse_field(name) == parse_field(name.lower()) == field


@given(named_fields)
def test_every_name_leads_back_to_its_field(field: Field) -> None:
    assert parse_field(field_name(field)) == field


@pytest.mark.parametrize(
    "text",
    [
        "",
        "D",
        "5",
        "5D",
        "D0",
        "D05",
        "D-1",
        "D5 ",
        "D 5",
        "D5\n",
        "Ä1",
        "ſ1",
        "D5E",
        "AAA1",
        "A1000",
        "D٣",
        "A1" * 9999,
    ],
)
def test_anything_else_is_no_field(text: str) -> None:
    with pytest.raises(ValueError, match="ist kein Feld") as refused:
        parse_field(text)
    assert len(str(refused.value)) < 100


@given(st.text(max_size=6))
def test_reading_a_field_gives_its_name_or_a_clear_refusal(text: str) -> None:
    try:
        field = parse_field(text)
    except ValueError:
        return
    assert field_name(field) == text.upper()


@pytest.mark.parametrize("field", [(-1, 0), (0, -1), (MAX_COLUMNS, 0), (0, MAX_ROWS)])
def test_a_field_that_could_not_be_read_back_has_no_name(field: Field) -> None:
    with pytest.raises(ValueError, match="has no name"):
        field_name(field)


# Facings and directions


@pytest.mark.parametrize(
    ("facing", "spellings"),
    [
        (Facing.NORD, "n N nord Nord NORDEN north"),
        (Facing.OST, "o O e E ost Osten EAST"),
        (Facing.SUED, "s S süd SÜD Süden sued SUEDEN south su\u0308d"),
        (Facing.WEST, "w W west Westen WEST"),
    ],
)
def test_facings_are_read_as_players_write_them(facing: Facing, spellings: str) -> None:
    assert [Facing.parse(spelling) for spelling in spellings.split()] == [facing] * len(spellings.split())
    assert Facing.parse(facing.value) is Facing.parse(facing.label) is Facing.parse(f" {facing} ") is facing


@pytest.mark.parametrize("text", ["", "x", "nordost", "no", "nord" + " " * 40, "nord" + " " * 40 + "x", "n" * 9999])
def test_anything_else_is_no_facing(text: str) -> None:
    with pytest.raises(ValueError, match="ist keine Blickrichtung") as refused:
        Facing.parse(text)
    assert len(str(refused.value)) < 120


def test_the_directions_run_clockwise_from_north() -> None:
    assert [direction_label(direction) for direction in DIRECTIONS] == [
        "Norden", "Nordosten", "Osten", "Südosten", "Süden", "Südwesten", "Westen", "Nordwesten",
    ]  # fmt: skip
    assert [turned_right(direction) for direction in DIRECTIONS] == [*DIRECTIONS[2:], *DIRECTIONS[:2]]
    assert DIRECTIONS[0] == Facing.NORD.ahead == (0, -1)


def test_the_four_facings_follow_each_other_clockwise() -> None:
    assert [facing.ahead for facing in Facing] == list(DIRECTIONS[::2])
    assert [facing.label for facing in Facing] == ["Norden", "Osten", "Süden", "Westen"]
    for facing in Facing:
        assert facing.right == turned_right(facing.ahead)


@pytest.mark.parametrize("vector", [(0, 0), (2, 0), (1, 2)])
def test_only_the_eight_directions_have_a_name(vector: Field) -> None:
    with pytest.raises(ValueError, match="none of the eight"):
        direction_label(vector)


# The map


@given(grids)
def test_a_grid_names_each_of_its_fields_once_row_by_row(grid: Grid) -> None:
    assert len(grid.fields()) == grid.width * grid.height
    assert list(grid.fields()) == sorted(set(grid.fields()), key=row_order)
    assert grid.covers(grid.fields())


@given(grids, st.tuples(st.integers(-2, 13), st.integers(-2, 13)))
def test_a_field_is_on_the_map_if_the_map_names_it(grid: Grid, field: Field) -> None:
    assert (field in grid) == (field in grid.fields()) == grid.covers([(0, 0), field])


@given(grids, st.tuples(st.integers(-2, 13), st.integers(-2, 13)))
def test_neighbours_are_the_fields_of_the_map_one_step_away_clockwise(grid: Grid, field: Field) -> None:
    neighbours = grid.neighbours(field)
    assert set(neighbours) == {other for other in grid.fields() if chebyshev(field, other) == 1}
    steps = [DIRECTIONS.index((x - field[0], y - field[1])) for x, y in neighbours]
    assert steps == sorted(steps)


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, 0), (-1, 5), (MAX_COLUMNS + 1, 5), (5, MAX_ROWS + 1)])
def test_a_map_is_never_empty_nor_larger_than_its_names(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="Eine Karte hat"):
        Grid(width, height)


# Boards of several fields


@pytest.mark.parametrize(
    ("facing", "names"),
    [
        (Facing.NORD, "D5 E5 D6 E6 D7 E7"),
        (Facing.OST, "D5 D6 C5 C6 B5 B6"),
        (Facing.SUED, "D5 C5 D4 C4 D3 C3"),
        (Facing.WEST, "D5 D4 E5 E4 F5 F4"),
    ],
)
def test_a_chariot_of_six_fields_trails_behind_its_front_left_field(facing: Facing, names: str) -> None:
    assert [field_name(field) for field in footprint((3, 4), facing, 2, 3)] == names.split()


@given(fields, facings, st.integers(1, 4), st.integers(1, 5))
def test_the_rows_of_a_board_follow_from_front_to_tail(anchor: Field, facing: Facing, w: int, l: int) -> None:  # noqa: E741
    board = footprint(anchor, facing, w, l)
    assert len(set(board)) == w * l
    assert board[0] == anchor
    assert board[:w] == front_row(anchor, facing, w)
    for row in range(l):
        assert board[row * w : (row + 1) * w] == shift(front_row(anchor, facing, w), facing.ahead, -row)


@given(fields, facings, st.integers(1, 4), st.integers(2, 5))
def test_driving_ahead_enters_only_the_row_before_the_horses(anchor: Field, facing: Facing, w: int, l: int) -> None:  # noqa: E741
    board = footprint(anchor, facing, w, l)
    ahead = shift(board, facing.ahead)
    assert tuple(field for field in ahead if field not in board) == shift(board[:w], facing.ahead)
    assert ahead[w : 2 * w] == board[:w]
    assert ahead == footprint(add(anchor, facing.ahead), facing, w, l)


@given(fields, st.integers(1, 4), st.integers(1, 5))
def test_turning_the_world_turns_the_board_with_it(anchor: Field, w: int, l: int) -> None:  # noqa: E741
    board = footprint(anchor, Facing.NORD, w, l)
    for facing in (Facing.OST, Facing.SUED, Facing.WEST):
        board = tuple(turned_right(field) for field in board)
        assert footprint(board[0], facing, w, l) == board


@pytest.mark.parametrize(("w", "l"), [(0, 3), (2, 0), (-1, 1)])
def test_a_board_without_fields_is_refused(w: int, l: int) -> None:  # noqa: E741
    with pytest.raises(ValueError, match="covers nothing"):
        footprint((0, 0), Facing.NORD, w, l)


@given(few_fields, directions, st.integers(-5, 5))
def test_shifting_there_and_back_changes_nothing(some: tuple[Field, ...], vector: Field, n: int) -> None:
    there = shift(some, vector, n)
    assert there == tuple(add(field, vector, n) for field in some)
    assert shift(there, vector, -n) == some


@given(fields, facings, facings, st.integers(1, 3), st.integers(1, 4), st.data())
def test_placements_are_all_boards_that_keep_enough_fields(
    anchor: Field,
    old: Facing,
    new: Facing,
    w: int,
    l: int,  # noqa: E741
    data: st.DataObject,
) -> None:
    shared = data.draw(st.integers(1, w * l), label="shared")
    board = footprint(anchor, old, w, l)
    near = [add(anchor, (dx, dy)) for dy in range(-8, 9) for dx in range(-8, 9)]
    overlap = {at: len(set(board) & set(footprint(at, new, w, l))) for at in near}
    expected = sorted(
        (at for at in near if overlap[at] >= shared),
        key=lambda at: (-overlap[at], at[1], at[0]),
    )
    assert list(placements(board, new, w, l, shared)) == expected


def test_a_chariot_of_six_fields_can_face_about_on_the_spot_or_swing_within_half_its_fields() -> None:
    board = footprint((3, 4), Facing.NORD, 2, 3)
    assert placements(board, Facing.SUED, 2, 3, shared=6) == ((4, 6),)
    turned = placements(board, Facing.OST, 2, 3, shared=3)
    assert [field_name(at) for at in turned] == ["E5", "F5", "E6", "F6"]
    assert all(len(set(footprint(at, Facing.OST, 2, 3)) & set(board)) == 4 for at in turned)


def test_a_field_named_twice_is_kept_once() -> None:
    assert placements(((3, 4), (3, 4)), Facing.NORD, 1, 1, shared=1) == ((3, 4),)
    assert placements(((3, 4), (3, 4)), Facing.NORD, 1, 1, shared=2) == ()


def test_placements_want_at_least_one_field_kept() -> None:
    with pytest.raises(ValueError, match="anywhere"):
        placements(((0, 0),), Facing.NORD, 1, 1, shared=0)


# Distances


@given(few_fields, few_fields)
def test_distance_is_the_shortest_of_all_pairs_and_the_same_both_ways(
    a: tuple[Field, ...], b: tuple[Field, ...]
) -> None:
    assert distance(a, b) == distance(b, a) == min(chebyshev(one, other) for one in a for other in b)


@given(fields, fields)
def test_distance_of_single_fields_is_the_number_of_king_steps(a: Field, b: Field) -> None:
    assert distance((a,), (b,)) == distance((a, a), (b,)) == chebyshev(a, b)


@given(fields, fields, fields)
def test_no_detour_is_shorter(a: Field, b: Field, c: Field) -> None:
    assert distance((a,), (c,)) <= distance((a,), (b,)) + distance((b,), (c,))


@given(boards, st.tuples(st.integers(-8, 8), st.integers(-8, 8)))
def test_adjacent_is_touching_by_edge_or_corner_without_sharing_a_field(
    board: tuple[Field, ...], offset: Field
) -> None:
    other = (add(board[0], offset),)
    touches = any(add(other[0], direction) in board for direction in DIRECTIONS)
    assert is_adjacent(board, other) == is_adjacent(other, board) == (touches and other[0] not in board)


@given(few_fields, st.integers(0, 3))
def test_a_ring_holds_every_field_near_enough_and_none_of_its_own(some: tuple[Field, ...], radius: int) -> None:
    xs, ys = [x for x, _ in some], [y for _, y in some]
    box = [
        (x, y)
        for y in range(min(ys) - radius - 1, max(ys) + radius + 2)
        for x in range(min(xs) - radius - 1, max(xs) + radius + 2)
    ]
    assert list(ring(some, radius)) == [field for field in box if 1 <= distance(some, (field,)) <= radius]


@pytest.mark.parametrize(("w", "l", "count"), [(1, 1, 8), (1, 2, 10), (2, 3, 14), (3, 4, 18)])
def test_the_ring_round_a_board_is_its_outline(w: int, l: int, count: int) -> None:  # noqa: E741
    assert len(ring(footprint((5, 5), Facing.WEST, w, l))) == count


# Straight lines


@given(fields, directions, st.integers(1, 20))
def test_walking_straight_arrives_where_straight_says(a: Field, vector: Field, n: int) -> None:
    way = walk(a, vector, n)
    assert len(way) == n
    assert straight(a, way[-1]) == (vector, n)
    assert all(add(one, vector) == other for one, other in zip((a, *way), way, strict=False))


@given(fields, fields)
def test_straight_finds_exactly_the_fields_on_the_eight_rays(a: Field, b: Field) -> None:
    on_a_ray = [(vector, n) for vector in DIRECTIONS for n in range(1, 61) if add(a, vector, n) == b]
    assert straight(a, b) == (on_a_ray[0] if on_a_ray else None)


def test_nothing_is_walked_in_no_steps() -> None:
    assert walk((3, 4), (1, 0), 0) == ()
    assert straight((3, 4), (3, 4)) is None


@given(fields, directions)
def test_a_diagonal_step_squeezes_between_the_two_fields_beside_both_ends(a: Field, vector: Field) -> None:
    b = add(a, vector)
    beside_both = sorted(
        {add(a, step) for step in DIRECTIONS[::2]} & {add(b, step) for step in DIRECTIONS[::2]}, key=row_order
    )
    assert squeezed(a, vector) == (tuple(beside_both) or None)


@given(fields, directions)
def test_a_step_and_its_way_back_squeeze_between_the_same_fields(a: Field, vector: Field) -> None:
    assert squeezed(a, vector) == squeezed(add(a, vector), (-vector[0], -vector[1]))


# The large grid


@given(fields, st.integers(1, 4))
def test_each_field_lies_in_the_large_field_that_names_it(field: Field, size: int) -> None:
    area = far_fields_area(far_field(field, size), size)
    assert field in area
    assert len(area) == size * size
    assert {far_field(other, size) for other in area} == {far_field(field, size)}
    assert list(area) == sorted(area, key=row_order)


@given(few_fields, few_fields, st.integers(1, 4))
def test_far_distance_counts_large_fields_and_never_less_than_one(
    a: tuple[Field, ...], b: tuple[Field, ...], size: int
) -> None:
    pairs = [(far_field(one, size), far_field(other, size)) for one in a for other in b]
    assert far_distance(a, b, size) == max(1, min(chebyshev(one, other) for one, other in pairs))


@pytest.mark.parametrize(
    ("a", "b", "far"),
    [("A1", "B2", 1), ("A1", "C1", 1), ("B1", "C1", 1), ("A1", "E2", 2), ("B2", "M1", 6), ("A1", "O1", 7)],
)
def test_large_fields_are_two_by_two_and_start_at_the_top_left(a: str, b: str, far: int) -> None:
    assert far_distance((parse_field(a),), (parse_field(b),)) == far
