"""Which part of a board of fields a picture shows."""

from __future__ import annotations

from bot.paint.scene import Field, Point, Window

__all__ = ["LEAST", "MOST", "cut", "middle", "span"]

LEAST = (9, 6)
MOST = (16, 12)
"""Fewer fields show no surroundings, more are too small for a phone."""


def middle(fields: tuple[Field, ...]) -> Point:
    """The point in the middle of the rectangle round these fields."""
    xs, ys = [x for x, _ in fields], [y for _, y in fields]
    return (min(xs) + max(xs) + 1) / 2, (min(ys) + max(ys) + 1) / 2


def span(fields: tuple[Field, ...]) -> tuple[int, int]:
    """Columns and rows of the rectangle round these fields."""
    xs, ys = [x for x, _ in fields], [y for _, y in fields]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def cut(focus: tuple[Field, ...], room: int, width: int, height: int) -> Window:
    """The part of a board of this size that shows these fields with some room round them."""
    columns, rows = span(focus)
    w, h = max(LEAST[0], columns + 2 * room), max(LEAST[1], rows + 2 * room)
    # A tall, narrow picture wastes a phone's width, and a very flat one its height.
    w = max(w, round(h * 0.85))
    h = max(h, round(w * 0.5))
    w, h = min(w, width, MOST[0]), min(h, height, MOST[1])
    mx, my = middle(focus)
    x = min(max(0, round(mx - w / 2)), width - w)
    y = min(max(0, round(my - h / 2)), height - h)
    return Window(x, y, w, h)
