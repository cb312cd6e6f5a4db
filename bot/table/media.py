"""Files as they were sent: what kind they are, how large a picture is, and what their name becomes.

Uploads never say their type, so it is read from their first bytes, as Discord does.
"""

import mimetypes
import re
import struct

PNG_START = b"\x89PNG\r\n\x1a\n"
OCTETS = "application/octet-stream"


def content_type(name: str, data: bytes) -> str:
    if data.startswith(PNG_START):
        return "image/png"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    guessed = mimetypes.guess_type(name)[0] or OCTETS
    # A name alone does not make a picture.
    return OCTETS if guessed.startswith("image/") and guessed != "image/svg+xml" else guessed


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, WebP or JPEG; None for anything else and for broken ones."""
    try:
        if data.startswith(PNG_START):
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        if data.startswith((b"GIF87a", b"GIF89a")):
            width, height = struct.unpack("<HH", data[6:10])
            return width, height
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg_size(data)
    except (struct.error, IndexError):
        return None
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L":
            (bits,) = struct.unpack("<I", data[21:25])
            return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at < len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        # The frame headers; 0xC4, 0xC8 and 0xCC share their range and are tables.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + length
    return None


def clean_name(name: str) -> str:
    """Discord keeps ASCII letters, digits, dots, dashes and underscores of a file's name."""
    return re.sub(r"[^A-Za-z0-9_.\-]", "", name.replace(" ", "_")).lstrip(".")[:255] or "unknown"
