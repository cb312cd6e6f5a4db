"""Etage wechseln: over a stair or ladder to another floor (GR 9; MfM 4.8, R-70).

A floor is an area of its own on the map; the map knows which two fields a stair joins.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Field, field_name
from rules.mfm.befehle import Etage
from rules.mfm.gelaende import gangart, halt_verstoss, kosten
from rules.mfm.model import Figur, Kampf, Schlacht, feldname
from rules.referee.refusal import Verstoss, require
from rules.referee.requests import Script


def etage(s: Schlacht, sitz: str, befehl: Etage) -> Script[None]:
    yield from ()
    figur = s.eigene(sitz, befehl.figur)
    von, nach = treppe(s, figur)

    s.abheben(figur)
    # Placed, not moved up: no Erstschlag.
    s.hinstellen(figur, nach)
    figur.bewegt = True
    figur.zug_vorbei = True
    figur.kampf = Kampf.FERTIG
    figur.unterwegs = True
    s.report.mark("path", (field_name(von), field_name(nach)), figur.id, figur.seite)
    s.report.consequence(figur.id, "etage", f"{figur} wechselt die Etage nach {field_name(nach)}", "R-70")


def treppe(s: Schlacht, figur: Figur) -> tuple[Field, Field]:
    """Both ends of the stair that the figure takes; refused if it may not. It costs the whole Spielzug (GR 9)."""
    require(figur.an_bord is None and figur.at is not None, "R-70", f"{figur} ist nicht zu Fuß auf der Karte.")
    assert figur.at is not None
    nach = s.karte.treppe(figur.at)
    if nach is None:
        raise Verstoss("GR 9", f"Auf {feldname(figur.at)} ist weder Treppe noch Leiter.")
    require(s.felderzahl(figur) == 1, "R-70", f"{figur} ist zu groß für eine Treppe.")
    require(not figur.fuehrt, "STW 6.1", f"{figur} führt Tiere; die kommen keine Treppe hinauf: erst /loslassen.")
    require(not s.traegt_kiste(figur), "R-60", f"{figur} trägt die Kiste und hat keine Hand für die Treppe frei.")
    frisch = not figur.bewegt and not figur.verbraucht and not figur.zu and figur.kampf is Kampf.OFFEN
    require(frisch, "R-70", f"Die Etage zu wechseln kostet den ganzen Spielzug; {figur} hat schon gehandelt.")
    kosten(s, figur, gangart(s, figur), nach)
    verstoss = halt_verstoss(s, figur, (nach,))
    if verstoss is not None:
        raise verstoss
    return figur.at, nach


def moeglich(s: Schlacht, figur: Figur) -> Iterator[Etage]:
    """The change of floor, where a stair begins under the figure."""
    if figur.at is None or s.karte.treppe(figur.at) is None:
        return
    try:
        treppe(s, figur)
    except Verstoss:
        return
    yield Etage(figur=figur.id)
