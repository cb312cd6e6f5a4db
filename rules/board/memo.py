"""Remembering pure results, for geometry that is asked for again and again.

The standard cache forgets the signature of what it wraps, so that a type checker accepts any argument; this one keeps
it. Only for pure functions of small hashable arguments that return immutable values.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

__all__ = ["remembered"]

P = ParamSpec("P")
R = TypeVar("R")


def remembered(maxsize: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a pure function so that its `maxsize` most recently used results are kept."""

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        return cast(Callable[P, R], lru_cache(maxsize)(function))

    return wrap
