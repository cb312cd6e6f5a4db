"""Ways over any board: how far a budget reaches, and by which way.

A node is whatever the board makes of it: a square field, a hex, a point of the open table, a board with its facing.
Shape, terrain and who stands in the way are told by the functions handed in. Of ways that cost the same, the one whose
nodes were named first is taken, so that the same question always has the same answer.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import TypeVar

__all__ = ["path_to", "ray", "reach"]

N = TypeVar("N", bound=Hashable)


def reach(
    start: N,
    neighbours: Callable[[N], Iterable[N]],
    cost: Callable[[N, N], int | None],
    budget: int,
) -> dict[N, tuple[int, N | None]]:
    """Every node within the budget, with what it costs to get there and the node before it; nearest first.

    `cost(a, b)` is the price of entering `b` from `a`, None where that is impossible. The start costs nothing and has
    no node before it.
    """
    found: dict[N, tuple[int, N | None]] = {start: (0, None)}
    reached: dict[N, tuple[int, N | None]] = {}
    # The running number settles ties by age, so that nodes themselves are never compared.
    waiting: list[tuple[int, int, N]] = [(0, 0, start)]
    number = 0
    while waiting:
        spent, _, node = heappop(waiting)
        if node in reached:
            continue
        reached[node] = found[node]
        for other in neighbours(node):
            if other in reached:
                continue
            price = _checked(cost(node, other))
            if price is None or spent + price > budget:
                continue
            known = found.get(other)
            if known is None or spent + price < known[0]:
                found[other] = (spent + price, node)
                number += 1
                heappush(waiting, (spent + price, number, other))
    return reached


def path_to(reached: Mapping[N, tuple[int, N | None]], node: N) -> tuple[N, ...]:
    """The way from the start to a reached node, both included. A node out of reach is a KeyError."""
    path = [node]
    previous = reached[node][1]
    while previous is not None:
        path.append(previous)
        previous = reached[previous][1]
    path.reverse()
    return tuple(path)


def ray(
    start: N,
    step: Callable[[N], N | None],
    cost: Callable[[N, N], int | None],
    budget: int,
) -> Iterator[tuple[N, int]]:
    """Walk on with the same step while the budget lasts: each node entered, with what has been spent by then.

    It ends where `step` or `cost` says None, or where the next node costs more than is left. The start is not named.
    """
    node, spent = start, 0
    while (ahead := step(node)) is not None:
        price = _checked(cost(node, ahead))
        if price is None or spent + price > budget:
            return
        node, spent = ahead, spent + price
        yield node, spent


def _checked(price: int | None) -> int | None:
    if price is not None and price < 0:
        raise ValueError("A way never pays for being walked: costs are zero or more.")
    return price
