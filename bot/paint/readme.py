"""The picture for the README: a real battle and a real order, carried out by the referee with the dice named here."""

from __future__ import annotations

from typing import Any

from bot.paint.board import board_picture
from bot.paint.picture import PaintError, Picture, guarded
from bot.paint.views import Cutout
from rules.mfm.system import MFM
from rules.referee.play import Position, submit
from rules.referee.ruling import ScriptedDice

__all__ = ["readme_picture"]

_ORDER = "/anfahren wagen:W1 ziel:KS1"
_DICE = [3, 9]
_SHOWN = Cutout(("K6", "R10"))


def _figure(key: str, kind: str, side: str, at: str | None = None, **state: Any) -> dict[str, Any]:
    place = {} if at is None else {"at": at}
    return {"id": key, "type": kind, "side": side, **place, **state}


def _team(key: str, kind: str, side: str, at: str, facing: str, crew: list[str], **state: Any) -> dict[str, Any]:
    return {"id": key, "type": kind, "side": side, "at": at, "facing": facing, "crew": crew, **state}


_UNITS = [
    _figure("WL1", "aegypter.streitwagenlenker", "aegypter"),
    _figure("WB1", "aegypter.streitwagenkrieger_bogen", "aegypter"),
    _team("W1", "aegypter.leichter_streitwagen", "aegypter", "O5", "sued", ["WL1", "WB1"]),
    _figure("WL2", "aegypter.streitwagenlenker", "aegypter"),
    _figure("FH1", "aegypter.feldherr", "aegypter"),
    _figure("WZ1", "aegypter.streitwagenkrieger_lanze", "aegypter"),
    _team("W2", "aegypter.schwerer_streitwagen", "aegypter", "Q6", "west", ["WL2", "FH1", "WZ1"]),
    _figure("BS1", "aegypter.bogenschuetze", "aegypter", "L6", kampf="fertig"),
    _figure("BS2", "aegypter.bogenschuetze", "aegypter", "M5"),
    _figure("NP1", "aegypter.nubischer_plaenkler", "aegypter", "L8", bewegt=True),
    _figure("KS1", "kelten.schwertkaempfer", "kelten", "N9"),
    _figure("KS2", "kelten.schwertkaempfer", "kelten", "P10"),
    _figure("GA1", "kelten.grossaxtkaempfer", "kelten", "K11"),
    _figure("H1", "kelten.held", "kelten", "M11", lp=1),
    _figure("GS1", "kelten.gaesate_stossspeer", "kelten", "O12"),
    _figure("SL1", "kelten.steinschleuderer", "kelten", "S8"),
    _figure("KB1", "kelten.bogenschuetze", "kelten", "Q11"),
    _figure("R1", "kelten.reiter", "kelten", "I11", facing="nord"),
]


@guarded
def readme_picture() -> Picture:
    """The chariot's charge at the ford."""
    battle = MFM.case(
        {
            "map": "furt",
            "seats": {"aegypter": "aegypter", "kelten": "kelten"},
            "setup": {"turn": 4, "runden": 12, "active": "aegypter"},
            "unit": _UNITS,
        }
    )
    outcome = submit(MFM, Position(battle), "aegypter", _ORDER, ScriptedDice(_DICE))
    if not outcome.finished:
        raise PaintError("the order of the README waits for an answer")
    return board_picture(outcome.position.battle, outcome.report, view=_SHOWN, before=battle)
