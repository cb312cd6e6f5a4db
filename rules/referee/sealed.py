"""Dice nobody has to trust.

Each battle has a secret seed, and its SHA-256 is shown before the first throw. Whoever takes a seat adds words of his
own. Throw n is the HMAC-SHA256 of the words and n under the seed, cut into numbers without bias. When the seed is shown
at the end, anybody can compute every throw again.

What this proves: the throws were fixed by the seed and the words, and nobody changed one, left one out or threw again.
What it does not prove: that whoever runs the program did not look ahead. He holds the seed and can compute the throws
to come; the players' words only make sure that he could not choose a seed to fit.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from rules.referee.driver import Fallen
from rules.referee.requests import MAX_DICE, Roll

SEED_BYTES = 32
MAX_WORDS = 200


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is shown before the first throw."""
    return hashlib.sha256(seed).hexdigest()


class Words(BaseModel):
    """What a player added to the mix; it counts from the throw with the number `since` on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: str
    text: str = Field(max_length=MAX_WORDS)
    since: int = 0


def _key_material(words: Sequence[Words], number: int) -> bytes:
    """The words that count for this throw, each with its length, so that no two lists can be taken for one another."""
    parts = []
    for entry in words:
        if entry.since <= number:
            for text in (entry.seat, entry.text):
                raw = text.encode()
                parts.append(len(raw).to_bytes(4, "big") + raw)
    return b"".join(parts)


def faces(seed: bytes, words: Sequence[Words], number: int, count: int, sides: int) -> tuple[int, ...]:
    """The faces of throw `number`: `count` dice with `sides` sides."""
    if not 0 < count <= MAX_DICE or not 2 <= sides <= 1_000_000:
        raise ValueError(f"cannot throw {count} dice with {sides} sides")
    material = _key_material(words, number)
    # A number above the last full multiple of `sides` is dropped: taking it too would favour the low faces.
    limit = (1 << 32) // sides * sides
    found: list[int] = []
    block = 0
    while len(found) < count:
        message = b"herold-throw-1" + number.to_bytes(8, "big") + block.to_bytes(4, "big") + material
        digest = hmac.digest(seed, message, "sha256")
        for start in range(0, 32, 4):
            value = int.from_bytes(digest[start : start + 4], "big")
            if value < limit and len(found) < count:
                found.append(value % sides + 1)
        block += 1
    return tuple(found)


@dataclass
class SealedDice:
    """The dice of one battle; `next` is the number of the throw to come."""

    seed: bytes
    words: tuple[Words, ...] = ()
    next: int = 0

    def fall(self, roll: Roll) -> Fallen:
        number = self.next
        self.next += 1
        return Fallen(faces(self.seed, self.words, number, roll.count, roll.sides), "sealed", number)
