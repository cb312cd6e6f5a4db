"""The units of MfM as counters: which glyph stands for which type, and which marks for which state."""

from __future__ import annotations

from bot.paint.glyphs import Glyph
from bot.paint.scene import Badge, Counter, Team
from rules.board.square import Facing
from rules.mfm.content import Figurtyp
from rules.mfm.model import Figur, Gefaehrt, Kampf, Phase, Schlacht

__all__ = ["ANGLES", "counter", "glyph_of", "team"]

ANGLES = {Facing.NORD: 0, Facing.OST: 90, Facing.SUED: 180, Facing.WEST: 270}

_BY_NAME = (
    ("scharfschütz", Glyph.MARKSMAN),
    ("bogen", Glyph.BOW),
    ("schleuder", Glyph.SLING),
    ("großaxt", Glyph.GREAT_AXE),
    ("axt", Glyph.AXE),
    ("lanze", Glyph.PIKE),
    ("stoßspeer", Glyph.PIKE),
    ("schwert", Glyph.SWORD),
)
_BOW_FROM, _SLING_FROM = 5, 4


def glyph_of(typ: Figurtyp) -> Glyph:
    """By rank, then by what the type is called, then by how it fights: players bring types of their own."""
    if "feldherr" in typ.rolle:
        return Glyph.CROWN
    if "held" in typ.rolle:
        return Glyph.HERO
    if "lenker" in typ.rolle:
        return Glyph.REINS
    if typ.reittier is not None:
        return Glyph.HORSE
    name = typ.name.lower()
    for word, glyph in _BY_NAME:
        if word in name:
            return glyph
    if typ.weit is not None:
        return Glyph.PIKE
    if typ.fern is not None:
        if typ.fern.f >= _BOW_FROM:
            return Glyph.BOW
        return Glyph.SLING if typ.fern.f >= _SLING_FROM else Glyph.JAVELIN
    return Glyph.AXE if typ.nah.n > 1 else Glyph.SWORD


def counter(s: Schlacht, figur: Figur, aboard: bool = False) -> Counter:
    typ = s.typ(figur)
    return Counter(
        label=figur.id,
        side=figur.seite,
        glyph=glyph_of(typ),
        fields=() if aboard else s.flaeche(figur),
        angle=ANGLES[figur.facing] if figur.facing is not None and not aboard else None,
        lp=figur.lp,
        lp_max=max(typ.lp, figur.lp),
        badges=_badges(s, figur),
        spent=_acts(s, figur.seite) and (figur.beendet or (figur.bewegt and figur.kampf is Kampf.FERTIG)),
    )


def team(s: Schlacht, gefaehrt: Gefaehrt) -> Team:
    board = s.board(gefaehrt)
    if gefaehrt.art == "reittier":
        tier = s.aufbau.figurtypen[gefaehrt.typ].reittier
        animals, lives, rows = 1, tier.lp if tier is not None else 1, board[1]
    else:
        wagen = s.wagentyp(gefaehrt)
        animals, lives, rows = wagen.zugtiere, wagen.zugtier_lp, s.tabellen.boards.zugtier_reihen
    side = s.herr_seite(gefaehrt)
    acts = _acts(s, side)
    badges: tuple[Badge, ...] = ()
    if acts and gefaehrt.bewegt:
        badges += (Badge.MOVED,)
    if acts and gefaehrt.angefahren:
        badges += (Badge.FOUGHT,)
    return Team(
        label="" if gefaehrt.art == "reittier" and gefaehrt.besatzung else gefaehrt.id,
        side=side,
        fields=s.flaeche(gefaehrt),
        angle=ANGLES[gefaehrt.facing],
        board=board,
        animals=animals,
        animals_left=min(animals, -(-gefaehrt.lp // lives)),
        animal_rows=rows,
        crew=tuple(counter(s, figur, aboard=True) for figur in s.crew(gefaehrt)),
        badges=badges,
        spent=acts and gefaehrt.beendet,
        ownerless=not gefaehrt.besatzung and gefaehrt.fuehrer is None,
    )


def _acts(s: Schlacht, side: str) -> bool:
    """What a unit has done matters while its side has the turn; before its next turn it is cleared."""
    return s.phase == Phase.SPIEL and s.active == side


def _badges(s: Schlacht, figur: Figur) -> tuple[Badge, ...]:
    found = []
    if s.kiste is not None and figur.id in (s.kiste.traeger, s.kiste.zweiter):
        found.append(Badge.CHEST)
    if figur.fuehrt or (_drives(s, figur) and glyph_of(s.typ(figur)) is not Glyph.REINS):
        found.append(Badge.REINS)
    if _acts(s, figur.seite):
        if figur.bewegt or figur.zu or figur.zug_vorbei:
            found.append(Badge.MOVED)
        if figur.kampf is not Kampf.OFFEN:
            found.append(Badge.FOUGHT)
    return tuple(found)


def _drives(s: Schlacht, figur: Figur) -> bool:
    """Holds the reins of a Streitwagen; that a Reiter holds his own goes without saying."""
    gefaehrt = s.gefaehrt_von(figur)
    return gefaehrt is not None and gefaehrt.art == "streitwagen" and gefaehrt.lenker == figur.id
