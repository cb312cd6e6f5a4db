"""Files: kind and size of a picture are read from its bytes, and names are cleaned."""

import io

import pytest
from PIL import Image

from bot.table.media import clean_name, content_type, picture_size


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("PNG", {}),
        ("GIF", {}),
        ("JPEG", {}),
        ("WEBP", {"lossless": True}),
        ("WEBP", {"lossless": False}),
        ("WEBP", {"save_all": True}),
    ],
)
def test_pictures_are_measured_without_opening_them(kind: str, options: dict[str, bool]):
    file = io.BytesIO()
    frames = [Image.new("RGB", (37, 21), colour) for colour in ("red", "blue")]
    more = {"append_images": frames[1:]} if "save_all" in options else {}
    frames[0].save(file, kind, **options, **more)
    assert picture_size(file.getvalue()) == (37, 21)
    assert content_type("name", file.getvalue()) == f"image/{kind.lower()}"
    for length in range(0, 60, 7):
        picture_size(file.getvalue()[:length])  # a broken picture is no error


def test_a_name_makes_no_picture():
    assert content_type("brett.png", b"<script>") == "application/octet-stream"
    assert content_type("liste.txt", b"Zehn") == "text/plain"
    assert picture_size(b"Zehn") is None


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("brett 1.png", "brett_1.png"),
        ("Größe.txt", "Gre.txt"),
        ("../../x", "x"),
        ("..", "unknown"),
        ("a/b\\c.png", "abc.png"),
        ("", "unknown"),
    ],
)
def test_names_keep_plain_letters_only(name: str, clean: str):
    assert clean_name(name) == clean
    assert not set(clean_name(name)) & set("/\\ ")
