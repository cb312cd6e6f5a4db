"""Ways over any board: the cheapest way, the same way every time, and never a step that may not be made."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.paths import path_to, ray, reach
from rules.board.square import DIRECTIONS, Field, Grid, add, walk

Prices = dict[Field, int | None]
GRID = Grid(6, 5)

prices = st.lists(
    st.one_of(st.none(), st.integers(0, 4)), min_size=len(GRID.fields()), max_size=len(GRID.fields())
).map(lambda values: dict(zip(GRID.fields(), values, strict=True)))
budgets = st.integers(0, 9)
starts = st.sampled_from(GRID.fields())


def entering(ground: Prices) -> Callable[[Field, Field], int | None]:
    return lambda _, field: ground[field]


def cheapest_by_relaxing(start: Field, ground: Prices) -> dict[Field, int]:
    """The cheapest costs found without a queue: relax every step until nothing improves."""
    best = {start: 0}
    improved = True
    while improved:
        improved = False
        for field in GRID.fields():
            for other in GRID.neighbours(field) if field in best else ():
                price = ground[other]
                if price is not None and best[field] + price < best.get(other, 10**9):
                    best[other] = best[field] + price
                    improved = True
    return best


@given(starts, prices, budgets)
def test_exactly_the_fields_within_the_budget_are_reached_at_the_cheapest_cost(
    start: Field, ground: Prices, budget: int
) -> None:
    reached = reach(start, GRID.neighbours, entering(ground), budget)
    expected = {field: cost for field, cost in cheapest_by_relaxing(start, ground).items() if cost <= budget}
    assert {field: cost for field, (cost, _) in reached.items()} == expected


@given(starts, prices, budgets)
def test_every_way_is_made_of_allowed_steps_and_costs_what_it_says(start: Field, ground: Prices, budget: int) -> None:
    reached = reach(start, GRID.neighbours, entering(ground), budget)
    for field, (cost, _) in reached.items():
        path = path_to(reached, field)
        assert (path[0], path[-1]) == (start, field)
        assert all(other in GRID.neighbours(one) for one, other in pairwise(path))
        paid = [ground[entered] for entered in path[1:]]
        assert sum(price for price in paid if price is not None) == cost
        assert None not in paid


@given(starts, prices, budgets)
def test_the_nearest_come_first_and_the_start_before_all(start: Field, ground: Prices, budget: int) -> None:
    reached = reach(start, GRID.neighbours, entering(ground), budget)
    costs = [cost for cost, _ in reached.values()]
    assert costs == sorted(costs)
    assert next(iter(reached.items())) == (start, (0, None))


def test_of_equally_cheap_ways_the_first_named_is_taken() -> None:
    ways = {"start": ("links", "rechts"), "links": ("ziel",), "rechts": ("ziel",), "ziel": ()}
    reached = reach("start", ways.__getitem__, lambda _a, _b: 1, 5)
    assert path_to(reached, "ziel") == ("start", "links", "ziel")
    mirrored = ways | {"start": ("rechts", "links")}
    reached = reach("start", mirrored.__getitem__, lambda _a, _b: 1, 5)
    assert path_to(reached, "ziel") == ("start", "rechts", "ziel")


def test_a_detour_is_taken_where_it_is_cheaper() -> None:
    prices = {("a", "z"): 5, ("a", "b"): 1, ("b", "c"): 1, ("c", "z"): 1}
    following = {"a": ("z", "b"), "b": ("c",), "c": ("z",), "z": ()}
    reached = reach("a", following.__getitem__, lambda one, other: prices[one, other], 9)
    assert path_to(reached, "z") == ("a", "b", "c", "z")
    assert reached["z"] == (3, "c")


def test_nodes_need_no_order_of_their_own() -> None:
    one, two, three = frozenset({1}), frozenset({2}), frozenset({3})
    following = {one: (two, three), two: (one,), three: (one,)}
    assert list(reach(one, following.__getitem__, lambda _a, _b: 1, 1)) == [one, two, three]


def test_a_node_out_of_reach_has_no_way() -> None:
    reached = reach((0, 0), GRID.neighbours, lambda _a, _b: 1, 1)
    with pytest.raises(KeyError):
        path_to(reached, (2, 0))


def test_a_step_that_would_give_points_back_is_refused() -> None:
    with pytest.raises(ValueError, match="zero or more"):
        reach((0, 0), GRID.neighbours, lambda _a, _b: -1, 3)
    with pytest.raises(ValueError, match="zero or more"):
        list(ray((0, 0), lambda field: add(field, (1, 0)), lambda _a, _b: -1, 3))


@given(starts, st.sampled_from(DIRECTIONS), prices, budgets)
def test_a_ray_goes_straight_until_the_ground_the_map_or_the_budget_ends_it(
    start: Field, vector: Field, ground: Prices, budget: int
) -> None:
    def step(field: Field) -> Field | None:
        ahead = add(field, vector)
        return ahead if ahead in GRID else None

    expected: list[tuple[Field, int]] = []
    spent = 0
    for field in walk(start, vector, 10):
        price = ground.get(field)
        if price is None or spent + price > budget:
            break
        spent += price
        expected.append((field, spent))
    assert list(ray(start, step, entering(ground), budget)) == expected


def test_a_ray_asks_for_the_price_of_each_step_from_where_it_stands() -> None:
    asked: list[tuple[int, int]] = []

    def cost(one: int, other: int) -> int:
        asked.append((one, other))
        return 2

    assert list(ray(0, lambda node: node + 1, cost, 5)) == [(1, 2), (2, 4)]
    assert asked == [(0, 1), (1, 2), (2, 3)]
