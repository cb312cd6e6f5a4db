"""The table's time and its ids: a clock that tests can move forward, and snowflakes that grow with it."""

import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
WORKER_BITS = 22


class Clock:
    """The real time, plus whatever it was advanced by: fifteen minutes pass at once when a test says so."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds


class Snowflakes:
    """Ids as Discord makes them: the time in front, and never the same or a smaller one again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        self._last = max(self._last + 1, snowflake_at(self._clock.now()))
        return self._last

    def seen(self, snowflake: int) -> None:
        """Ids that were given out before a restart are not given out again, even if the clock was set back."""
        self._last = max(self._last, snowflake)


def snowflake_at(seconds: float) -> int:
    return (int(seconds * 1000) - DISCORD_EPOCH_MS) << WORKER_BITS


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
