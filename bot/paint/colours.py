"""The colours of the house: paper and ink, and the sides' colours, which colour-blind people can tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

__all__ = [
    "ALARM",
    "FAR_LINE",
    "INK",
    "MUTED",
    "PAPER",
    "PAPER_DARK",
    "SIDE_COLOURS",
    "WHITE",
    "Colour",
    "Rgb",
    "mix",
    "rgb",
    "with_alpha",
]

Rgb: TypeAlias = tuple[int, int, int]
Colour: TypeAlias = tuple[int, int, int] | tuple[int, int, int, int]


def rgb(code: str) -> Rgb:
    """`#f4efe3` as numbers."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """The colour between two, `share` of the way to the second."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def with_alpha(colour: Rgb, alpha: float) -> tuple[int, int, int, int]:
    return (*colour, round(255 * alpha))


PAPER = rgb("#f4efe3")
PAPER_DARK = rgb("#e4dcc8")
INK = rgb("#2b2a28")
MUTED = rgb("#6b655b")
WHITE = rgb("#ffffff")
ALARM = rgb("#d3222a")
FAR_LINE = rgb("#a8452f")
"""The red lines of the large fields."""

SIDE_COLOURS: Mapping[str, Rgb] = MappingProxyType(
    {
        "blau": rgb("#1f5fae"),
        "rot": rgb("#a81c2c"),
        "gruen": rgb("#0f8265"),
        "ocker": rgb("#8f6b00"),
        "violett": rgb("#a03e86"),
        "schwarz": rgb("#2c2d33"),
    }
)
"""By name, in the order in which sides that ask for none take them. White reads well on each."""
