"""Losing Lebenspunkte and leaving the battle: figures, Zugtiere, and what becomes of those who rode behind them.

GR 4.1, STW 3.2, STW 9 (MfM 4.24), R-46, R-51, R-67.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.board.square import Field, ring
from rules.mfm.gelaende import kann_stehen, kontakt
from rules.mfm.model import Figur, Gefaehrt, Schlacht, feldname, stammtyp
from rules.mfm.sprache import gross
from rules.referee.requests import Ask, AskKind, Option, Script


@dataclass(frozen=True, slots=True)
class Ziel:
    """Who defends: a person, or the animals of a Gefährt. Exactly one of the two is named."""

    figur: str | None = None
    tiere: str | None = None

    def name(self, s: Schlacht) -> str:
        """What it is called inside a sentence."""
        if self.figur is not None:
            return str(s.figuren[self.figur])
        gefaehrt = s.gefaehrte[self.tiere or ""]
        return f"die Zugtiere von {gefaehrt}" if self.mehrere(s) else str(gefaehrt)

    def mehrere(self, s: Schlacht) -> bool:
        """Whether one speaks of it in the plural: the Zugtiere of a Streitwagen."""
        return self.figur is None and s.gefaehrte[self.tiere or ""].art == "streitwagen"

    def tut(self, s: Schlacht, einzahl: str, mehrzahl: str) -> str:
        """The beginning of a sentence about it: its name, and the verb that goes with it."""
        return f"{gross(self.name(s))} {mehrzahl if self.mehrere(s) else einzahl}"

    def sitz(self, s: Schlacht) -> str:
        """The seat that rolls for it."""
        return s.figuren[self.figur].sitz if self.figur is not None else s.herr(s.gefaehrte[self.tiere or ""])

    def einheit(self, s: Schlacht) -> Figur | Gefaehrt:
        return s.figuren[self.figur] if self.figur is not None else s.gefaehrte[self.tiere or ""]

    def lebt(self, s: Schlacht) -> bool:
        return not self.einheit(s).out


def lp_verlieren(s: Schlacht, ziel: Ziel, ref: str, anzahl: int = 1, neben: tuple[Field, ...] = ()) -> Script[None]:
    """Take Lebenspunkte; at none left the figure, or the whole Gefährt, is out (STW 3.2, STW 9).

    `neben` is the board at which whoever loses his Gefährt must come to stand: that of the Streitwagen which ran it
    down (STW 3.6, R-37).
    """
    einheit = ziel.einheit(s)
    anzahl = min(anzahl, einheit.lp)
    einheit.lp -= anzahl
    s.report.mark("hit", unit=einheit.id)
    if einheit.lp > 0:
        text = f"{ziel.tut(s, 'verliert', 'verlieren')} {anzahl} LP"
        s.report.consequence(einheit.id, "lp", text, ref, anzahl)
        return
    if isinstance(einheit, Figur):
        s.report.consequence(einheit.id, "out", f"{einheit} scheidet aus", ref, anzahl)
        figur_entfernen(s, einheit)
    else:
        s.report.consequence(einheit.id, "out", f"{einheit} scheidet aus", "STW 9", anzahl)
        yield from gefaehrt_entfernen(s, einheit, neben)


def figur_entfernen(s: Schlacht, figur: Figur) -> None:
    """Take a figure off the map, with everything that hung on it."""
    if s.traegt_kiste(figur):
        _kiste_fallen_lassen(s, figur)
    gefaehrt = s.gefaehrt_von(figur)
    if gefaehrt is not None:
        von_bord(s, figur, gefaehrt)
    elif figur.at is not None:
        s.abheben(figur)
    if figur.fuehrt:
        fuehrung_loesen(s, s.gefaehrte[figur.fuehrt])
    figur.at = None
    figur.out = True


def _kiste_fallen_lassen(s: Schlacht, figur: Figur) -> None:
    """The Kiste stays where its lead carrier fell; without the second one it is simply carried alone (R-60)."""
    kiste = s.kiste
    assert kiste is not None
    if figur.id == kiste.traeger:
        kiste.at = figur.at
        kiste.traeger = None
        if kiste.at is not None:
            s.report.say(f"Die Kiste bleibt auf {feldname(kiste.at)} liegen.", "R-60")
    kiste.zweiter = None


def fuehrung_loesen(s: Schlacht, gefaehrt: Gefaehrt) -> None:
    """Nobody leads it any more (STW 6.1)."""
    if gefaehrt.fuehrer is None:
        return
    s.figuren[gefaehrt.fuehrer].fuehrt = None
    gefaehrt.fuehrer = None
    if not gefaehrt.out:
        s.report.say(f"{gefaehrt} wird nicht mehr geführt.", "STW 6.1")


def von_bord(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> None:
    """A figure is no longer aboard; if it drove, another with a symbol takes the reins at once (R-46)."""
    gefaehrt.besatzung = tuple(key for key in gefaehrt.besatzung if key != figur.id)
    figur.an_bord = None
    if gefaehrt.lenker != figur.id:
        return
    gefaehrt.lenker = None
    for key in gefaehrt.besatzung:
        if s.typ(s.figuren[key]).darf_lenken:
            gefaehrt.lenker = key
            s.report.say(f"{s.figuren[key]} übernimmt die Zügel von {gefaehrt}.", "R-46")
            return
    # Nobody is left to drive on or to run anybody down (STW 6).
    gefaehrt.weiter = False
    gefaehrt.anfahren_offen = False
    if gefaehrt.art == "streitwagen":
        s.report.say(f"{gefaehrt} ist jetzt lenkerlos.", "STW 6")


def gefaehrt_entfernen(s: Schlacht, gefaehrt: Gefaehrt, neben: tuple[Field, ...] = ()) -> Script[None]:
    """A Streitwagen or Reittier is out; whoever rode on it is set up on foot on its fields (STW 9, R-51)."""
    felder = s.flaeche(gefaehrt)
    crew = s.crew(gefaehrt)
    im_nahkampf = any(_an_gegner(s, figur, felder) for figur in crew)
    # What is in motion has been lifted off its fields: it has moved, even if the drive is not over yet.
    gezogen = gefaehrt.bewegt or any(s.besetzt(feld) != gefaehrt.id for feld in felder)
    s.abheben(gefaehrt)
    gefaehrt.out = True
    gefaehrt.at = None
    gefaehrt.besatzung = ()
    gefaehrt.lenker = None
    gefaehrt.weiter = False
    gefaehrt.anfahren_offen = False
    fuehrung_loesen(s, gefaehrt)
    for figur in crew:
        figur.an_bord = None
        figur.facing = None
        # The flags of the drive go with the crew: who has moved has moved.
        figur.bewegt = figur.bewegt or gezogen
        figur.zug_vorbei = figur.zug_vorbei or gezogen
        figur.zu = figur.zu or gefaehrt.zu
        figur.beendet = figur.beendet or gefaehrt.beendet
    for figur in crew:
        yield from _absetzen(s, figur, _absetzfelder(s, figur, felder, im_nahkampf, neben))


def _absetzfelder(
    s: Schlacht, figur: Figur, felder: tuple[Field, ...], im_nahkampf: bool, neben: tuple[Field, ...]
) -> tuple[Field, ...]:
    """Fields of the old board that are free; next to an enemy, as far as possible, if it was im Nahkampf (STW 9).

    In the middle of a drive the whole board may lie over own figures or hedges: then the nearest free fields serve.
    """
    frei = tuple(feld for feld in felder if kann_stehen(s, figur, (feld,)))
    if neben:
        frei = tuple(feld for feld in frei if kontakt(s, (feld,), neben)) or frei
    if im_nahkampf:
        frei = tuple(feld for feld in frei if _an_gegner(s, figur, (feld,))) or frei
    return frei or naechste_freie(s, figur, felder)


def naechste_freie(s: Schlacht, figur: Figur, felder: tuple[Field, ...]) -> tuple[Field, ...]:
    """The free fields nearest to these on which the figure may stand; what is in motion still covers its own."""
    belegt = {feld for einheit in s.einheiten() if not einheit.out for feld in s.flaeche(einheit)}
    for radius in range(1, max(s.grid.width, s.grid.height)):
        rund = ring(felder, radius)
        frei = tuple(feld for feld in rund if feld not in belegt and kann_stehen(s, figur, (feld,)))
        if frei:
            return frei
    return ()


def _absetzen(s: Schlacht, figur: Figur, felder: tuple[Field, ...]) -> Script[None]:
    """Its owner chooses the field. Placing is not moving: no Erstschlag (R-51)."""
    if not felder:
        s.report.consequence(figur.id, "out", f"{figur} findet keinen Platz und scheidet aus", "R-51")
        figur.out = True
        return
    key: str = yield Ask(
        figur.sitz,
        f"Wohin wird {figur} gestellt?",
        tuple(Option(feldname(feld), feldname(feld)) for feld in felder),
        "STW 9",
        topic="absetzen",
        kind=AskKind.FIELD,
        default=feldname(felder[0]),
        tags=(stammtyp(figur),),
    )
    s.hinstellen(figur, s.feld(key))
    s.report.consequence(figur.id, "absetzen", f"{figur} steht jetzt auf {key}", "STW 9")


def _an_gegner(s: Schlacht, figur: Figur, felder: tuple[Field, ...]) -> bool:
    return any(
        gegner.seite != figur.seite and not gegner.unterwegs and kontakt(s, felder, s.flaeche(gegner))
        for gegner in s.auf_karte()
    )
