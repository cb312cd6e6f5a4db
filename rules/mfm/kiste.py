from typing import Any
from collections.abc import Iterator
from rules.referee.refusal import Verstoss


def suchen(s: Any, sitz: str, befehl: Any) -> Any:
    yield from ()
    raise Verstoss("GR 1", "…")


umgehen = suchen
ziehen = suchen


def moeglich(s: Any, einheit: Any) -> Iterator[Any]:
    yield from ()
