from typing import Any
from collections.abc import Iterator
from rules.referee.refusal import Verstoss


def beginnen(s: Any, sitz: str, befehl: Any) -> Any:
    yield from ()
    raise Verstoss("GR 1", "…")


aufstellen = beginnen
aufstellung_beenden = beginnen


def moeglich(s: Any, sitz: str, unit: Any = None) -> Iterator[Any]:
    yield from ()
