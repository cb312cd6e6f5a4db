"""The board for a terminal: terrain as the signs of the map, units as the first letters of their names."""

from __future__ import annotations

from rules.board.square import field_name
from rules.mfm.model import Figur, Gefaehrt, Schlacht

_WEITE = 4


def karte_text(s: Schlacht) -> str:
    """One row a line, every field four signs wide; units by id, the front of a Streitwagen with an arrow."""
    breite, hoehe = s.karte.breite, s.karte.hoehe
    zellen = {(x, y): sign for y, row in enumerate(s.karte.zeilen) for x, sign in enumerate(row)}
    for einheit in s.einheiten():
        if not einheit.out and einheit.at is not None and not (isinstance(einheit, Figur) and einheit.an_bord):
            _zeichnen(s, einheit, zellen)
    if s.kiste is not None and s.kiste.at is not None and s.kiste.traeger is None and s.besetzt(s.kiste.at) is None:
        zellen[s.kiste.at] = "[#]"
    kopf = "     " + "".join(field_name((x, 0))[:-1].ljust(_WEITE) for x in range(breite))
    zeilen = [kopf.rstrip()]
    for y in range(hoehe):
        zeilen.append(f"{y + 1:>3}  " + "".join(zellen[(x, y)].ljust(_WEITE) for x in range(breite)).rstrip())
    return "\n".join(zeilen)


def _zeichnen(s: Schlacht, einheit: Figur | Gefaehrt, zellen: dict[tuple[int, int], str]) -> None:
    felder = s.flaeche(einheit)
    if isinstance(einheit, Figur):
        for feld in felder:
            zellen[feld] = einheit.id[:_WEITE]
        return
    arrow = {"nord": "^", "ost": ">", "sued": "v", "west": "<"}[einheit.facing.value]
    name = einheit.besatzung[0] if einheit.art == "reittier" and einheit.besatzung else einheit.id
    w, _ = s.board(einheit)
    for index, feld in enumerate(felder):
        zellen[feld] = arrow + name[: _WEITE - 1] if index < w else "·" + name[: _WEITE - 1]
