from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.mfm.befehle import Absteigen
from rules.mfm.model import Schlacht
from rules.referee.orders import Order
from rules.referee.refusal import Verstoss
from rules.referee.requests import Script


def absteigen(s: Schlacht, sitz: str, befehl: Absteigen) -> Script[None]:
    yield from ()
    raise Verstoss("GR 1", "…")


def moeglich(s: Schlacht, einheit: Any) -> Iterator[Order]:
    yield from ()
