"""Walking where two may go as one or the Kiste comes along: the way is planned whole, then taken step by step (R-60).

Used by the carriers of the Kiste and by everybody who enters the map from its edge. Which orders lead here stands in
`kiste` and `eingang`; a single figure without the Kiste walks by `bewegen`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.board.square import Field, Vector, add, field_name
from rules.mfm.bewegen import restpunkte
from rules.mfm.erstschlag import erstschlaege
from rules.mfm.gelaende import halt_verstoss, kontakt, schritt
from rules.mfm.model import Figur, Kampf, Schlacht, namen
from rules.mfm.sprache import bewegungspunkte
from rules.referee.refusal import Verstoss
from rules.referee.requests import Ask, AskKind, Option, Script


@dataclass(frozen=True, slots=True)
class Gang:
    """A way that is allowed: who takes it from where, in which direction, and what has been spent after each step.

    Somebody who enters starts on a field beside the map.
    """

    wer: tuple[str, ...]
    von: tuple[Field, ...]
    vektor: Vector
    kosten: tuple[int, ...]
    nimmt: bool = False
    """Takes the Kiste along if the way leads over it."""

    def feld(self, wer: int, schritte: int) -> Field:
        return add(self.von[wer], self.vektor, schritte)

    @property
    def schritte(self) -> int:
        return len(self.kosten)


def tragpunkte(s: Schlacht, figur: Figur, zu_zweit: bool) -> int:
    """What a carrier may spend: B - 3 alone, B - 1 with a second one, never less than 1 (GR Geheimdokument, R-60)."""
    tabelle = s.tabellen.kiste
    abzug = tabelle.zwei_traeger if zu_zweit else tabelle.ein_traeger
    b = s.typ(figur).b
    return max(tabelle.minimum_b, b + abzug) - (b - restpunkte(s, figur))


def kann_tragen(s: Schlacht, figur: Figur) -> bool:
    """Whether the figure may carry the Kiste: of the right side, on foot, with nothing else in its hands."""
    regel = s.aufbau.kiste
    return (
        regel is not None
        and figur.seite == regel.traegt
        and not figur.out
        and not figur.an_bord
        and not figur.fuehrt
        and s.felderzahl(figur) == 1
    )


def schrittkosten(s: Schlacht, figuren: tuple[Figur, ...], felder: tuple[Field, ...], vektor: Vector) -> int:
    """What the next step costs those who walk together: the dearer of their fields (R-60)."""
    return max(schritt(s, figur, (feld,), vektor, figur.seite) for figur, feld in zip(figuren, felder, strict=True))


def haltverstoss(s: Schlacht, figuren: tuple[Figur, ...], felder: tuple[Field, ...]) -> Verstoss | None:
    """Why they may not end on these fields; a field that one of them leaves is free for the other."""
    wer = tuple(figur.id for figur in figuren)
    for figur, feld in zip(figuren, felder, strict=True):
        if s.besetzt(feld) in wer:
            continue
        verstoss = halt_verstoss(s, figur, (feld,))
        if verstoss is not None:
            return verstoss
    return None


def planen(
    s: Schlacht,
    figuren: tuple[Figur, ...],
    von: tuple[Field, ...],
    vektor: Vector,
    schritte: int,
    punkte: int,
    ref: str,
    nimmt: bool = False,
) -> Gang:
    """The way of so many steps, refused by the first rule that stands against it; `ref` is the one that limits B."""
    felder = von
    kosten: list[int] = []
    for _ in range(schritte):
        kosten.append((kosten[-1] if kosten else 0) + schrittkosten(s, figuren, felder, vektor))
        felder = tuple(add(feld, vektor) for feld in felder)
    if kosten[-1] > punkte:
        wer = " und ".join(str(figur) for figur in figuren)
        hat = "haben" if len(figuren) > 1 else "hat"
        kiste = "" if ref != "R-60" else " mit der Kiste" if len(figuren) > 1 else " allein mit der Kiste"
        raise Verstoss(ref, f"Der Zug kostet {bewegungspunkte(kosten[-1])}, {wer} {hat}{kiste} {punkte}.")
    verstoss = haltverstoss(s, figuren, felder)
    if verstoss is not None:
        raise verstoss
    return Gang(tuple(figur.id for figur in figuren), von, vektor, tuple(kosten), nimmt)


def gehen(s: Schlacht, gang: Gang) -> Script[None]:
    """Take the way. Each step may bring an Erstschlag upon each of them, the first named first (GR 8.2)."""
    figuren = tuple(s.figuren[key] for key in gang.wer)
    schon_bewegt = {figur.id: figur.bewegt for figur in figuren}
    kiste, lag, trug = s.kiste, kistenfeld(s), s.kiste.traeger if s.kiste else None
    for figur in figuren:
        s.abheben(figur)
    stand = 0
    while stand < gang.schritte and not any(figur.out for figur in figuren):
        stand += 1
        yield from _schritt(s, gang, figuren, stand)
    verbraucht = gang.kosten[stand - 1]
    ueberlebt = tuple(figur for figur in figuren if not figur.out)
    if len(ueberlebt) < len(figuren):
        for figur in ueberlebt:
            stand, verbraucht = yield from _allein_weiter(s, gang, figur, stand)
    for figur in ueberlebt:
        if not figur.out:
            _angekommen(s, gang, figur, stand, verbraucht, schon_bewegt[figur.id])
    if kiste is not None and kistenfeld(s) != lag:
        # It changes its field in one Spielzug of each Spieldurchgang.
        kiste.bewegt = True
        selbst = kiste.traeger in gang.wer and (gang.nimmt or kiste.traeger == trug)
        kiste.bewegt_von = kiste.traeger if selbst else None


def loslassen(s: Schlacht) -> None:
    """A second carrier who is no longer beside the first has let go of the Kiste (R-60)."""
    kiste = s.kiste
    if kiste is None or kiste.zweiter is None:
        return
    vorn = s.figuren[kiste.traeger] if kiste.traeger is not None else None
    hinten = s.figuren[kiste.zweiter]
    if vorn is None or not kann_tragen(s, hinten) or not _beisammen(s, vorn, hinten):
        kiste.zweiter = None


def _beisammen(s: Schlacht, vorn: Figur, hinten: Figur) -> bool:
    """Next to each other, or both still waiting to come in."""
    if vorn.at is None or hinten.at is None:
        return vorn.wartet and hinten.wartet
    return kontakt(s, s.flaeche(vorn), s.flaeche(hinten))


def kistenfeld(s: Schlacht) -> Field | None:
    """Where the Kiste is: on its own, or with its lead carrier."""
    if s.kiste is None:
        return None
    return s.kiste.at if s.kiste.traeger is None else s.figuren[s.kiste.traeger].at


def _schritt(s: Schlacht, gang: Gang, figuren: tuple[Figur, ...], nummer: int) -> Script[None]:
    vorher = tuple(s.flaeche(figur) for figur in figuren)
    for figur in figuren:
        figur.at = gang.feld(gang.wer.index(figur.id), nummer)
        figur.wartet = False
    for figur, felder in zip(figuren, vorher, strict=True):
        traegt = s.kiste is not None and s.kiste.traeger == figur.id
        # Somebody who enters comes from outside every Erstschlagbereich.
        yield from erstschlaege(s, figur, figur.seite, felder)
        if figur.out:
            _gefallen(s, gang, figur, nummer, traegt)
        elif gang.nimmt:
            aufheben(s, figur)


def aufheben(s: Schlacht, figur: Figur) -> bool:
    """Whoever may carry the Kiste and stands where it lies without an owner has it (R-60)."""
    kiste = s.kiste
    if kiste is None or kiste.traeger is not None or kiste.at != figur.at or not kann_tragen(s, figur):
        return False
    kiste.traeger = figur.id
    kiste.zweiter = None
    kiste.at = None
    s.report.consequence(figur.id, "kiste", f"{figur} hat die Kiste", "R-60")
    return True


def _gefallen(s: Schlacht, gang: Gang, figur: Figur, nummer: int, trug: bool) -> None:
    """One fell on the way. If he had the Kiste it lies on the last field of his way on which one may stand."""
    wer = gang.wer.index(figur.id)
    s.report.mark("path", namen(_auf_karte(s, gang, wer, nummer)), figur.id, figur.seite)
    kiste = s.kiste
    if kiste is None or not trug:
        return
    wege = reversed(_auf_karte(s, gang, wer, nummer))
    kiste.at = next((feld for feld in wege if s.gelaende(feld).halt), kiste.at)
    if kiste.at is not None and kiste.at != gang.feld(wer, nummer):
        s.report.say(f"Dort kann niemand stehen; sie kommt auf {field_name(kiste.at)} zu liegen.", "R-63")
    unter = s.besetzt(kiste.at) if kiste.at is not None else None
    if unter is not None and unter in s.figuren:
        aufheben(s, s.figuren[unter])


def _allein_weiter(s: Schlacht, gang: Gang, figur: Figur, nummer: int) -> Script[tuple[int, int]]:
    """The other one has fallen: how far does this one still go? Returns his steps and what they cost (R-60).

    He may end his move or go on along the announced line; with the Kiste only while the cost stays within what a single
    carrier has.
    """
    wer = gang.wer.index(figur.id)
    traegt = s.kiste is not None and s.kiste.traeger == figur.id
    punkte = tragpunkte(s, figur, zu_zweit=False) if traegt else restpunkte(s, figur)
    kosten = {nummer: gang.kosten[nummer - 1]}
    for weiter in range(nummer + 1, gang.schritte + 1):
        feld = gang.feld(wer, weiter - 1)
        summe = kosten[weiter - 1] + schritt(s, figur, (feld,), gang.vektor, figur.seite)
        if summe > punkte:
            break
        kosten[weiter] = summe
    ziele = [n for n in kosten if haltverstoss(s, (figur,), (gang.feld(wer, n),)) is None]
    if not ziele:
        return _zurueck(s, gang, figur, nummer), kosten[nummer]
    key: str = yield Ask(
        figur.sitz,
        f"Bis wohin geht {figur} allein weiter?",
        tuple(Option(field_name(gang.feld(wer, n)), field_name(gang.feld(wer, n))) for n in ziele),
        "R-60",
        topic="kiste_allein",
        kind=AskKind.FIELD,
        default=field_name(gang.feld(wer, ziele[-1])),
    )
    ziel = next(n for n in ziele if field_name(gang.feld(wer, n)) == key)
    for weiter in range(nummer + 1, ziel + 1):
        yield from _schritt(s, gang, (figur,), weiter)
        if figur.out:
            break
    return ziel, kosten[ziel]


def _zurueck(s: Schlacht, gang: Gang, figur: Figur, nummer: int) -> int:
    """Where he may neither go on nor stop he is set back along his line (as R-39)."""
    wer = gang.wer.index(figur.id)
    while nummer > 0 and haltverstoss(s, (figur,), (gang.feld(wer, nummer),)) is not None:
        nummer -= 1
    return nummer


def _angekommen(s: Schlacht, gang: Gang, figur: Figur, schritte: int, verbraucht: int, schon_bewegt: bool) -> None:
    wer = gang.wer.index(figur.id)
    ziel = gang.feld(wer, schritte)
    figur.verbraucht += verbraucht
    figur.bewegt = True
    figur.nachsetzen = False
    if schon_bewegt:
        # A Plänkler's second move takes the place of his fight (STW 7.2).
        figur.zweiter_zug = True
        figur.kampf = Kampf.FERTIG
    if ziel not in s.grid:
        figur.at = None
        figur.wartet = True
        s.report.say(f"{figur} kommt nicht auf die Karte und wartet.", "R-59")
        return
    s.hinstellen(figur, ziel)
    s.report.mark("path", namen(_auf_karte(s, gang, wer, schritte)), figur.id, figur.seite)
    if gang.von[wer] not in s.grid:
        text, ref = f"{figur} betritt die Karte und zieht nach {field_name(ziel)}", "R-59"
    else:
        text, ref = f"{figur} zieht von {field_name(gang.von[wer])} nach {field_name(ziel)}", "GR 3"
    s.report.consequence(figur.id, "zug", text, ref, verbraucht)
    aufheben(s, figur)


def _auf_karte(s: Schlacht, gang: Gang, wer: int, schritte: int) -> tuple[Field, ...]:
    felder = (gang.feld(wer, n) for n in range(schritte + 1))
    return tuple(feld for feld in felder if feld in s.grid)
