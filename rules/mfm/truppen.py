"""The units of a battle while it is being put together: figures, Streitwagen and crews, Reiter on their mounts."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.board.square import Facing
from rules.mfm.content import Figurtyp, Wagentyp
from rules.mfm.model import Figur, Gefaehrt, Sitz
from rules.mfm.sprache import gross


@dataclass
class Truppen:
    """The units, and the types they use."""

    figuren: dict[str, Figur] = field(default_factory=dict)
    gefaehrte: dict[str, Gefaehrt] = field(default_factory=dict)
    figurtypen: dict[str, Figurtyp] = field(default_factory=dict)
    wagentypen: dict[str, Wagentyp] = field(default_factory=dict)

    def figur(self, typ: Figurtyp, key: str, sitz: Sitz, name: str | None, lp: int | None, an_bord: str | None) -> None:
        """A figure that waits beside the map, or aboard; a Reiter comes with his Reittier."""
        if lp is not None and lp != typ.lp:
            # A type of his own, so that everybody can see how many LP he began with.
            typ = typ.model_copy(update={"key": f"{typ.key}#{key}", "lp": lp})
        self.figurtypen[typ.key] = typ
        figur = Figur(
            id=key,
            sitz=sitz.key,
            seite=sitz.seite,
            typ=typ.key,
            name=name or f"{typ.name} {key}",
            lp=typ.lp,
            an_bord=an_bord,
            facing=Facing.NORD if typ.board != (1, 1) and typ.reittier is None else None,
            wartet=an_bord is None,
        )
        self.figuren[key] = figur
        if typ.reittier is not None and an_bord is None:
            aufsitzen(figur, typ, self.gefaehrte, Facing.NORD)

    def wagen(
        self, typ: Wagentyp, key: str, sitz: Sitz, name: str | None, crew: tuple[str, ...], lenker: str | None
    ) -> None:
        self.wagentypen[typ.key] = typ
        self.gefaehrte[key] = Gefaehrt(
            id=key,
            sitz=sitz.key,
            seite=sitz.seite,
            typ=typ.key,
            name=name or f"{gross(typ.name)} {key}",
            lp=typ.pool,
            besatzung=crew,
            lenker=lenker,
            wartet=True,
        )


def aufsitzen(
    figur: Figur, typ: Figurtyp, gefaehrte: dict[str, Gefaehrt], facing: Facing, lp: int | None = None
) -> None:
    """Put a Reiter onto the Reittier that comes with him (R-67)."""
    assert typ.reittier is not None
    tier = Gefaehrt(
        id=f"{figur.id}-Pferd",
        sitz=figur.sitz,
        seite=figur.seite,
        typ=typ.key,
        art="reittier",
        name=f"Reittier von {figur.id}",
        lp=typ.reittier.lp if lp is None else lp,
        at=figur.at,
        facing=facing,
        besatzung=(figur.id,),
        lenker=figur.id,
        wartet=figur.wartet,
    )
    gefaehrte[tier.id] = tier
    figur.at = None
    figur.an_bord = tier.id
    figur.wartet = False
