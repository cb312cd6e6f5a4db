"""What is drawn once and used often: a store that several threads share and that never outgrows its share of memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from PIL import Image

__all__ = ["Store", "pixels"]

V = TypeVar("V")


def pixels(image: Image.Image) -> int:
    """Bytes that an image holds."""
    return image.width * image.height * len(image.getbands())


class Store(Generic[V]):
    """Values by key, the longest unused leaving first once all of them weigh more than `limit`.

    A missing value is made outside the lock: two threads may make the same one, neither waits for the other's drawing.
    What comes out is shared, so nobody may draw on it.
    """

    def __init__(self, limit: int, weigh: Callable[[V], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._lock = threading.Lock()
        self._values: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._weight = 0

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
                return found[0]
        value = make()
        weight = self._weigh(value)
        with self._lock:
            if key not in self._values:
                self._values[key] = (value, weight)
                self._weight += weight
                while self._weight > self._limit and len(self._values) > 1:
                    _, (_, gone) = self._values.popitem(last=False)
                    self._weight -= gone
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._weight = 0

    @property
    def weight(self) -> int:
        return self._weight

    def __len__(self) -> int:
        return len(self._values)
