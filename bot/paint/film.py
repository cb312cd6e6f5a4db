"""A finished battle as a film: one frame an order, as an animated WebP.

Frames are drawn one after another while the encoder asks for them: a long battle needs no more memory than a short one.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import replace

from PIL import Image

from bot.paint.board import paint_scene
from bot.paint.colours import PAPER
from bot.paint.picture import PaintError, guarded
from bot.paint.scene import Scene, Throw

__all__ = ["FILM_WIDTH", "film"]

FILM_WIDTH = 1000
_FRAME_MS, _LAST_MS = 1400, 5000
_MOST_THROWS = 2


@guarded
def film(frames: Iterable[Scene], progress: Callable[[int, int], None] | None = None) -> bytes:
    """The scenes as an animated WebP. `progress` is told how many of how many frames are done."""
    scenes = list(frames)
    if not scenes:
        raise PaintError("a film needs at least one scene")
    reel = _Reel(scenes, progress)
    durations = [_FRAME_MS] * (len(scenes) - 1) + [_LAST_MS]
    buffer = io.BytesIO()
    reel.save(
        buffer, "WEBP", save_all=True, duration=durations, loop=0, quality=72, method=2, minimize_size=False,
        kmin=24, kmax=48,
    )  # fmt: skip
    if progress is not None:
        progress(len(scenes), len(scenes))
    return buffer.getvalue()


class _Reel(Image.Image):
    """An image of many frames that draws each one when it is sought."""

    def __init__(self, scenes: list[Scene], progress: Callable[[int, int], None] | None) -> None:
        super().__init__()
        self._scenes = scenes
        self._progress = progress
        self._at = -1
        self._told = 0
        self._frame_size = paint_scene(_roomy(scenes[0]), FILM_WIDTH).size
        self.seek(0)

    @property
    def n_frames(self) -> int:
        return len(self._scenes)

    def tell(self) -> int:
        return self._at

    def seek(self, frame: int) -> None:
        if not 0 <= frame < len(self._scenes):
            raise EOFError("no such frame")
        if frame == self._at:
            return
        scene = self._scenes[frame]
        drawn = paint_scene(replace(scene, throws=scene.throws[-_MOST_THROWS:]), FILM_WIDTH)
        # All frames of a film have one size, whatever their footers hold.
        canvas = Image.new("RGB", self._frame_size, PAPER)
        canvas.paste(drawn, (0, 0))
        self._mode, self._size, self.im = canvas.mode, canvas.size, canvas.im
        self._at = frame
        # The encoder ends by seeking back to where it began.
        if self._progress is not None and frame > self._told:
            self._told = frame
            self._progress(frame, len(self._scenes))


def _roomy(scene: Scene) -> Scene:
    """The scene with a footer as full as any may be."""
    throw = Throw("Wurf", scene.sides[0].key if scene.sides else "", 12, (1,), 1)
    return replace(scene, caption=scene.caption or "…", throws=(throw,) * _MOST_THROWS)
