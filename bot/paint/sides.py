"""Which colour and sign a side has. The same everywhere: on counters, in headers, as the accent of a message.

A side that is called by a colour gets it; otherwise its people's colour, or the first that is still free.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.paint.colours import SIDE_COLOURS, Rgb
from bot.paint.signs import Sign

__all__ = ["assign"]

_SPELLED = {
    "grün": "gruen",
    "gelb": "ocker",
    "gold": "ocker",
    "lila": "violett",
    "purpur": "violett",
    "grau": "schwarz",
}
_PEOPLES = {"roemer": "rot", "kelten": "blau", "aegypter": "ocker"}


def assign(sides: Iterable[tuple[str, str]]) -> Mapping[str, tuple[Rgb, Sign]]:
    """Colour and sign for each (side, people), in the order in which they were seated."""
    seated = list(sides)
    taken: dict[str, str] = {}

    def take(side: str, colour: str) -> None:
        if side not in taken and colour in SIDE_COLOURS and colour not in taken.values():
            taken[side] = colour

    for side, _ in seated:
        take(side, _SPELLED.get(side.lower(), side.lower()))
    for side, people in seated:
        take(side, _PEOPLES.get(people, ""))
    for number, (side, _) in enumerate(seated):
        free = [colour for colour in SIDE_COLOURS if colour not in taken.values()]
        taken.setdefault(side, (free or list(SIDE_COLOURS))[0 if free else number % len(SIDE_COLOURS)])
    signs = list(Sign)
    return {side: (SIDE_COLOURS[taken[side]], signs[i % len(signs)]) for i, (side, _) in enumerate(seated)}
