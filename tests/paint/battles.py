"""Battles to draw, and how to find a field on the picture of one."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from bot.paint import Picture
from bot.paint.scene import Scene
from bot.paint.square import layout
from rules.board.square import parse_field
from rules.mfm.model import Schlacht
from rules.mfm.system import MFM


def figure(key: str, kind: str, side: str, at: str | None = None, **state: Any) -> dict[str, Any]:
    place = {} if at is None else {"at": at}
    return {"id": key, "type": kind, "side": side, **place, **state}


def battle(*units: dict[str, Any], on: Any = None, setup: dict[str, Any] | None = None) -> Schlacht:
    """A battle of blau (Kelten) against rot (Römer), on a meadow unless another map is named."""
    return MFM.case(
        {
            "map": on or {"wiese": [20, 12]},
            "seats": {"blau": "kelten", "rot": "roemer"},
            "setup": setup or {},
            "unit": list(units),
        }
    )


def skirmish() -> Schlacht:
    """A few of everything round the road of Das Geheimdokument."""
    return battle(
        figure("Darok", "kelten.grossaxtkaempfer", "blau", "G9", lp=2),
        figure("KB1", "kelten.bogenschuetze", "blau", "F7", bewegt=True),
        figure("KS1", "kelten.speerkaempfer", "blau", "H8", bewegt=True, kampf="fertig"),
        figure("Istor", "roemer.zenturio", "rot", "J8", lp=1),
        figure("RS1", "roemer.speerkaempfer", "rot", "I10"),
        figure("RK1", "roemer.schwertkaempfer", "rot", "J6"),
        on="geheimdokument",
        setup={"turn": 3, "active": "blau", "runden": 20, "kiste": {"traeger": "RK1"}},
    )


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png))


def middle_of(scene: Scene, name: str) -> tuple[int, int]:
    """The pixel in the middle of a field."""
    lay = layout(scene.window.width, scene.window.height, scene.whole)
    x, y = parse_field(name)
    head = round(lay.text * 1.75)
    return (
        round(lay.side + (x - scene.window.x + 0.5) * lay.unit),
        round(head + lay.top + (y - scene.window.y + 0.5) * lay.unit),
    )
