"""How even a die has fallen: the chi-square test, and its result in words that need no statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["DieStats", "Kind", "Verdict", "chi_square", "tail", "verdict"]

_EACH_FACE = 5
"""Throws that each face should have had before the test means anything."""


@dataclass(frozen=True, slots=True)
class DieStats:
    """How often each face of a die has fallen, from 1 on, for one player."""

    player: str
    sides: int
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.sides < 2 or len(self.counts) != self.sides or min(self.counts) < 0:
            raise ValueError("a die needs one count a face")

    @property
    def throws(self) -> int:
        return sum(self.counts)

    @property
    def expected(self) -> float:
        return self.throws / self.sides


def chi_square(counts: Sequence[int]) -> float:
    """The squared distance from even, each face weighed by what was expected of it."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts) if expected else 0.0


def tail(value: float, freedom: int) -> float:
    """How often an even die comes out at least as uneven as this."""
    half = value / 2
    if freedom % 2:
        share, at, term = math.erfc(math.sqrt(half)), 0.5, math.sqrt(half / math.pi) * 2 * math.exp(-half)
    else:
        share, at, term = math.exp(-half), 1.0, math.exp(-half) * half
    while at < freedom / 2:
        share += term
        at += 1
        term *= half / at
    return min(1.0, share)


class Kind(StrEnum):
    FEW = "few"
    EVEN = "even"
    DOUBTFUL = "doubtful"
    UNEVEN = "uneven"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A word that stands out, and the sentence that explains it."""

    kind: Kind
    word: str
    sentence: str


def verdict(stats: DieStats) -> Verdict:
    if stats.throws < _EACH_FACE * stats.sides:
        return Verdict(
            Kind.FEW,
            "Noch zu wenige Würfe.",
            f"Für ein Urteil braucht es {_EACH_FACE * stats.sides}, es sind {stats.throws}.",
        )
    value = chi_square(stats.counts)
    share = tail(value, stats.sides - 1)
    number = f"χ²\u00a0=\u00a0{value:.1f}".replace(".", ",")
    often = f"Mindestens so ungleich fallen faire Würfel in {_of(share)} Fällen ({number})."
    if share >= 0.05:
        return Verdict(Kind.EVEN, "Unauffällig.", often)
    if share >= 0.01:
        return Verdict(Kind.DOUBTFUL, "Etwas ungleich.", often)
    return Verdict(Kind.UNEVEN, "Auffällig ungleich.", often)


def _of(share: float) -> str:
    """A share as a layman says it: 37 von 100, 4 von 1000."""
    for whole in (100, 1000, 10_000):
        if share * whole >= 1:
            return f"{round(share * whole)} von {whole}".replace("10000", "10\u00a0000")
    return "weniger als 1 von 10\u00a0000"
