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
    aim: str
