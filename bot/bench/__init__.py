"""Measurements whose results stand in the docs. Each module measures one part of the house beside a yardstick."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure, and how it stands to its yardstick: `ratio` is meant to keep to `aim`."""

    name: str
    value: float
    unit: str
    beside: str
    """What it is compared with."""
    ratio: float
    aim: str = ""
    """`≤ 50 ms` speaks of the value, `≤ 1.6` of the ratio; without one the figure is only told."""

    @property
    def reached(self) -> bool | None:
        if not self.aim:
            return None
        sign, number, *unit = self.aim.split()
        value = self.value if unit == [self.unit] else self.ratio
        return value <= float(number) if sign == "≤" else value >= float(number)
