from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.mfm.befehle import Bewegen
from rules.mfm.model import Schlacht
from rules.referee.orders import Order
from rules.referee.refusal import Verstoss
from rules.referee.requests import Script


def eintreten(s: Schlacht, sitz: str, befehl: Bewegen) -> Script[None]:
    yield from ()
    raise Verstoss("GR 1", "…")


def moeglich(s: Schlacht, einheit: Any) -> Iterator[Order]:
    yield from ()
