"""A finished picture, how it is encoded, and the one error that drawing may end in."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from PIL import Image

__all__ = ["ALT_LIMIT", "PaintError", "Picture", "encode", "guarded"]

ALT_LIMIT = 1024
"""The longest description that Discord takes for an attachment."""

# Level 6 costs as much as all the drawing and saves a fifth of the upload; beyond it time explodes.
_LEVEL = 6

P = ParamSpec("P")
R = TypeVar("R")


class PaintError(Exception):
    """A picture could not be drawn. The battle is unharmed; the answer goes out without it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture, ready to be attached."""

    png: bytes
    width: int
    height: int
    alt: str
    """What is to be seen, in German, for those who cannot see it."""
    name: str
    """File name."""


def encode(image: Image.Image) -> bytes:
    """The image as a palette PNG: a third of the bytes of a full-colour one."""
    flat = image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    flat.save(buffer, "PNG", compress_level=_LEVEL)
    return buffer.getvalue()


def guarded(function: Callable[P, R]) -> Callable[P, R]:
    """Whatever goes wrong inside comes out as a PaintError: a caller has one thing to expect."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except PaintError:
            raise
        except Exception as error:
            raise PaintError(f"{function.__name__}: {type(error).__name__}: {error}") from error

    return call
