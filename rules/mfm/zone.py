"""Where one gets on and off: the Absteig- and Aufsteigzone of a Streitwagen or Reittier (T-6; STW 5.1, R-67)."""

from __future__ import annotations

from rules.board.square import Field, add, footprint, ring
from rules.mfm.gelaende import kontakt
from rules.mfm.model import Gefaehrt, Schlacht


def zone(s: Schlacht, gefaehrt: Gefaehrt) -> tuple[Field, ...]:
    """The fields beside and behind the cart, never those beside or before the horses; round a Reittier every field.

    A corner that is only reached between two fields of wall is no part of it, as it is no contact either (R-05).
    """
    kasten = wagenkasten(s, gefaehrt)
    if not kasten:
        return ()
    rand = ring(kasten) if gefaehrt.art == "reittier" else _neben_und_hinter(s, gefaehrt, kasten)
    return tuple(feld for feld in rand if feld in s.grid and kontakt(s, kasten, (feld,)))


def wagenkasten(s: Schlacht, gefaehrt: Gefaehrt) -> tuple[Field, ...]:
    """The fields on which the crew stands: those behind the Zugtiere; of a Reittier the whole board (R-40)."""
    felder = s.flaeche(gefaehrt)
    if gefaehrt.art == "reittier":
        return felder
    breite, _ = s.board(gefaehrt)
    return felder[breite * s.tabellen.boards.zugtier_reihen :]


def _neben_und_hinter(s: Schlacht, gefaehrt: Gefaehrt, kasten: tuple[Field, ...]) -> tuple[Field, ...]:
    """The cart made one field wider on both sides and one longer behind, without the cart itself."""
    breite = s.board(gefaehrt)[0]
    reihen = len(kasten) // breite
    links = add(kasten[0], gefaehrt.facing.right, -1)
    return tuple(feld for feld in footprint(links, gefaehrt.facing, breite + 2, reihen + 1) if feld not in kasten)
