from typing import Any
from collections.abc import Iterator
from rules.referee.refusal import Verstoss


def einfangen(s: Any, sitz: str, befehl: Any) -> Any:
    yield from ()
    raise Verstoss("GR 1", "…")


fuehren = einfangen
loslassen = einfangen


def moeglich(s: Any, einheit: Any) -> Iterator[Any]:
    yield from ()
