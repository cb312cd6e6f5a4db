"""The three ways in which an order can be refused. A refused order has changed nothing.

Every refusal carries one German sentence for the player who typed the order and, where a rule forbids it, the citation.
"""

from __future__ import annotations

from typing import ClassVar


class Refusal(Exception):
    """An order that does not take place. `satz` is what the player reads."""

    kind: ClassVar[str]

    def __init__(self, satz: str, ref: str = "") -> None:
        super().__init__(satz)
        self.satz = satz
        self.ref = ref

    def __str__(self) -> str:
        return f"{self.satz} ({self.ref})" if self.ref else self.satz


class Unverstaendlich(Refusal):
    """The order cannot be read: an unknown verb, figure, field or value."""

    kind = "unverstaendlich"


class Mehrdeutig(Refusal):
    """The order can be read in more than one way; the sentence names them."""

    kind = "mehrdeutig"


class Verstoss(Refusal):
    """The order is clear, and a rule forbids it."""

    kind = "verstoss"

    def __init__(self, ref: str, satz: str) -> None:
        super().__init__(satz, ref)


def shown(text: str, limit: int = 40) -> str:
    """A player's own words inside a sentence: printable, on one line, and short whatever he typed."""
    clean = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 2 * limit]).split())
    return clean[:limit] + "…" if len(clean) > limit or len(text) > 2 * limit else clean


def require(condition: object, ref: str, satz: str) -> None:
    """Refuse the order by the rule `ref` unless the condition holds."""
    if not condition:
        raise Verstoss(ref, satz)
