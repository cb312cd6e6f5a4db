"""What a unit of MfM can reach and shoot at, as overlays. The rules say it; here it is only collected."""

from __future__ import annotations

from bot.paint.views import Range, Reach
from rules.board.square import distance, far_distance, field_name
from rules.mfm.befehle import Bewegen, Fernkampf, Weitschlag
from rules.mfm.model import Figur, Gefaehrt, Schlacht
from rules.mfm.system import MFM

__all__ = ["range_of", "reach_of"]


def _seat(s: Schlacht, unit: str) -> str:
    einheit = s.einheit(unit)
    return s.herr(einheit) if isinstance(einheit, Gefaehrt) else einheit.sitz


def reach_of(s: Schlacht, unit: str) -> Reach:
    """Every field on which the unit may end a move now; none if it is not its turn."""
    einheit = s.einheit(unit)
    carrier = s.gefaehrt_von(einheit) if isinstance(einheit, Figur) else None
    mover = carrier or einheit
    orders = MFM.legal(s, _seat(s, unit), mover.id)
    fields = dict.fromkeys(order.nach for order in orders if isinstance(order, Bewegen))
    several = len(s.flaeche(mover)) > 1
    label = f"{unit} erreicht (linkes vorderes Feld)" if several else f"{unit} erreicht"
    return Reach(unit, tuple(fields), label)


def range_of(s: Schlacht, unit: str) -> Range:
    """The fields that the unit's weapon covers from where it stands, and whom it may aim at now."""
    einheit = s.einheit(unit)
    here = s.flaeche(einheit)
    if not isinstance(einheit, Figur) or not here:
        return Range(unit, (), (), f"{unit} schießt nicht")
    typ = s.typ(einheit)
    if typ.fern is not None:
        reach = typ.fern.f
        fields = tuple(f for f in s.grid.fields() if f not in here and far_distance(here, (f,)) <= reach)
        label = f"{unit}: Reichweite {reach} Fernfelder" if reach > 1 else f"{unit}: Reichweite 1 Fernfeld"
    elif typ.weit is not None:
        reach = 2 * typ.weit.f
        fields = tuple(f for f in s.grid.fields() if 2 <= distance(here, (f,)) <= reach)
        label = f"{unit}: Weitschlag bis {reach} Felder"
    else:
        return Range(unit, (), (), f"{unit} hat nur eine Nahkampfwaffe")
    orders = MFM.legal(s, einheit.sitz, unit)
    targets = dict.fromkeys(order.ziel for order in orders if isinstance(order, Fernkampf | Weitschlag))
    return Range(unit, tuple(map(field_name, fields)), tuple(targets), label)
