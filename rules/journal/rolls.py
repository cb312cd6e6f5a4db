"""Reading back from a tape what was rolled: the dice log and the checks need it, the rules do not."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROLL = re.compile(r"roll\|(.*?)\|([^|]*)\|(\d+)W(\d+)(?::\d*)?\|(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TapedRoll:
    """What a roll on a tape asked for."""

    ref: str
    by: str
    count: int
    sides: int
    why: str


def read_roll(identity: str) -> TapedRoll:
    """The roll that has this identity. Raises ValueError if it is none."""
    found = _ROLL.fullmatch(identity)
    if found is None:
        raise ValueError(f"not a roll: {identity!r}")
    ref, by, count, sides, why = found.groups()
    return TapedRoll(ref, by, int(count), int(sides), why)
