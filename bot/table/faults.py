"""Bad days for tests: the next calls of a kind are refused, delayed, cut off, or answered with an error after all.

What goes wrong on the gateway is asked of the gateway itself: it can close, reconnect, invalidate and send nonsense.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong with a call.

    `status` answers with that error; `delay` waits first; `drop` cuts the connection without an answer. With
    `too_late` the call takes effect and only its answer is lost. A 429 without `via` looks like one of Cloudflare.
    """

    status: int | None = None
    retry_after: float = 0.1
    via: bool = True
    is_global: bool = False
    delay: float = 0.0
    drop: bool = False
    too_late: bool = False


@dataclass
class _Planned:
    method: str
    path: str
    fault: Fault
    left: int


class Faults:
    def __init__(self) -> None:
        self._planned: list[_Planned] = []
        self.happened = 0

    def plan(self, method: str, path: str, fault: Fault, times: int = 1) -> None:
        """The next calls with this method (or `*`) and path, a pattern like `/webhooks/*/messages/@original`."""
        self._planned.append(_Planned(method, path, fault, times))

    def clear(self) -> None:
        self._planned.clear()

    def take(self, method: str, path: str) -> Fault | None:
        for planned in self._planned:
            if planned.method in ("*", method) and fnmatchcase(path, planned.path):
                planned.left -= 1
                if planned.left <= 0:
                    self._planned.remove(planned)
                self.happened += 1
                return planned.fault
        return None
