"""How players name units and fields of a battle: by id, by proper name, or by the beginning of either."""

from __future__ import annotations

from rules.board.square import field_name, parse_field
from rules.mfm.model import Schlacht
from rules.referee.orders import fold
from rules.referee.refusal import Mehrdeutig, Unverstaendlich, shown


class Namen:
    """Reads names in one battle."""

    def __init__(self, schlacht: Schlacht) -> None:
        self.schlacht = schlacht

    def unit(self, text: str) -> str:
        key = text.strip()
        s = self.schlacht
        if key in s.figuren or key in s.gefaehrte:
            return key
        wanted = fold(key)
        keys = (*s.figuren, *s.gefaehrte)
        exact = [unit for unit in keys if wanted in (fold(unit), fold(s.einheit(unit).name))]
        found = exact or [
            unit
            for unit in keys
            if wanted and (fold(unit).startswith(wanted) or fold(s.einheit(unit).name).startswith(wanted))
        ]
        if len(found) == 1:
            return found[0]
        if found:
            raise Mehrdeutig(f"»{shown(key)}« kann {_oder(found)} sein.")
        raise Unverstaendlich(f"Eine Figur »{shown(key)}« gibt es in dieser Partie nicht.")

    def field(self, text: str) -> str:
        try:
            feld = parse_field(text.strip())
        except ValueError as error:
            raise Unverstaendlich(str(error)) from None
        if feld not in self.schlacht.grid:
            karte = self.schlacht.karte
            ecke = field_name((karte.breite - 1, karte.hoehe - 1))
            raise Unverstaendlich(f"{field_name(feld)} liegt nicht auf der Karte; sie reicht von A1 bis {ecke}.")
        return field_name(feld)


def _oder(found: list[str]) -> str:
    shown = found[:6]
    return ", ".join(shown[:-1]) + " oder " + shown[-1] + (" …" if len(found) > 6 else "")
