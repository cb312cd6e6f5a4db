"""The painter: battles, dice statistics and films as pictures. It decides nothing; it draws what the rules decided.

Every function here is plain and synchronous; callers run it in a thread. What is drawn once (terrain, counters,
letters) is kept and shared between threads. The only error that comes out is `PaintError`.
"""

from bot.paint.board import board_picture, board_scene, scene_picture
from bot.paint.chance import DieStats
from bot.paint.chart import dice_chart
from bot.paint.film import film
from bot.paint.mfm import mfm_sides
from bot.paint.mfm_overlays import range_of, reach_of
from bot.paint.picture import PaintError, Picture
from bot.paint.readme import readme_picture
from bot.paint.scene import Scene, Side
from bot.paint.views import Cutout, Range, Reach, Whole

__all__ = [
    "Cutout",
    "DieStats",
    "PaintError",
    "Picture",
    "Range",
    "Reach",
    "Scene",
    "Side",
    "Whole",
    "board_picture",
    "board_scene",
    "dice_chart",
    "film",
    "mfm_sides",
    "range_of",
    "reach_of",
    "readme_picture",
    "scene_picture",
]
