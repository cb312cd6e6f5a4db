from typing import Any
from collections.abc import Iterator
from rules.referee.refusal import Verstoss


def fahren(s: Any, sitz: str, befehl: Any) -> Any:
    yield from ()
    raise Verstoss("GR 1", "…")


wenden = fahren


def moeglich(s: Any, einheit: Any) -> Iterator[Any]:
    yield from ()
