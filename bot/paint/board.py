"""The painter's door: a battle goes in, a picture comes out. It knows which game and board has which painter."""

from __future__ import annotations

import re
import unicodedata

from PIL import Image

from bot.paint import square
from bot.paint.describe import alt_text
from bot.paint.mfm import mfm_scene
from bot.paint.picture import PaintError, Picture, encode, guarded
from bot.paint.scene import Scene
from bot.paint.views import Overlay, View
from rules.mfm.model import Schlacht
from rules.referee.battle import Battle
from rules.referee.report import Report

__all__ = ["board_picture", "board_scene", "paint_scene", "scene_picture"]


@guarded
def board_picture(
    battle: Battle,
    report: Report | None = None,
    *,
    view: View | None = None,
    overlay: Overlay | None = None,
    title: str | None = None,
    before: Battle | None = None,
) -> Picture:
    """The battle as it stands, with the order that the report tells of drawn on it.

    Without a view it is a cut-out round what happened, or the whole board where nothing did. `before` is the battle as
    the order found it: with it those who fell are drawn where they stood. Raises PaintError and nothing else.
    """
    return scene_picture(board_scene(battle, report, view=view, overlay=overlay, title=title, before=before))


@guarded
def board_scene(
    battle: Battle,
    report: Report | None = None,
    *,
    view: View | None = None,
    overlay: Overlay | None = None,
    title: str | None = None,
    before: Battle | None = None,
    caption: str = "",
) -> Scene:
    """What the picture would show."""
    match battle:
        case Schlacht():
            old = before if isinstance(before, Schlacht) else None
            return mfm_scene(battle, report, view=view, overlay=overlay, title=title, before=old, caption=caption)
    raise PaintError(f"no painter for {type(battle).__name__}")


@guarded
def scene_picture(scene: Scene) -> Picture:
    image = paint_scene(scene)
    return Picture(encode(image), image.width, image.height, alt_text(scene), _file_name(scene))


def paint_scene(scene: Scene, width: int | None = None) -> Image.Image:
    """The scene as pixels, with the painter for its board."""
    return square.paint(scene, width)


def _file_name(scene: Scene) -> str:
    part = "karte" if scene.whole else "ausschnitt"
    plain = unicodedata.normalize("NFKD", f"{part} {scene.header.game} {scene.header.turn}".replace("ß", "ss"))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    return "-".join(words)[:60].strip("-") + ".png"
