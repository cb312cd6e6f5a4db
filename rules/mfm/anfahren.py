"""Anfahren: a Streitwagen runs enemies down (STW 3, 3.1 to 3.6; MfM 4.10).

The way up to them is a drive like any other (fahrt). Who may be run over, and with how many dice, stands in
`anfahrziele`, what reach weapons take from it in `weitwaffen`, and where those go who get away in `sprung`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.board.square import Field, Vector, add, field_name, shift
from rules.mfm.anfahrziele import (
    Anfahrziel,
    nachrueckfelder,
    naechste_front,
    pruefe_front,
    verteilen,
    ziel_verstoss,
    ziele,
)
from rules.mfm.ausscheiden import Ziel, lp_verlieren
from rules.mfm.befehle import Anfahren
from rules.mfm.fahrt import (
    Fahrt,
    ausfuehren,
    begegnen,
    darf_fahren,
    darf_lenken,
    erreichbar,
    lies_gefaehrt,
    planen,
    richtungen,
)
from rules.mfm.gelaende import kann_stehen, schritt
from rules.mfm.model import Figur, Gefaehrt, Schlacht, namen
from rules.mfm.sprung import springen
from rules.mfm.verteidigen import tier_schutz
from rules.mfm.weitwaffen import aufheben
from rules.referee.refusal import Unverstaendlich, Verstoss, require
from rules.referee.report import Modifier
from rules.referee.requests import Roll, Script, Throw


@dataclass(frozen=True, slots=True)
class Anlauf:
    """An Anfahren that is allowed: the drive up to the targets, where one is still to be made, and who they are."""

    vektor: Vector
    fahrt: Fahrt | None
    ziele: tuple[Anfahrziel, ...]


def anfahren(s: Schlacht, sitz: str, befehl: Anfahren) -> Script[None]:
    wagen = lies_gefaehrt(s, sitz, befehl.wagen)
    darf_anfahren(wagen)
    anlauf = _anlauf(s, wagen, befehl)
    require(not (befehl.warten and wagen.anfahren_offen), "STW 3.1", f"{wagen} wartet schon mit der Anfahrprobe.")

    if anlauf.fahrt is not None:
        # The Erstschlag of those who are run over is not rolled; it costs a die instead (STW 10.1).
        ausser = tuple(figur.id for ziel in anlauf.ziele for figur in ziel.leute(s))
        if not (yield from ausfuehren(s, wagen, anlauf.fahrt, ausser)):
            return
    wagen.anfahren_offen = befehl.warten
    wagen.weiter = False
    if befehl.warten:
        gegen = " und ".join(s.rufname(s.einheit(ziel.key)) for ziel in anlauf.ziele)
        s.report.say(f"{wagen} sagt das Anfahren gegen {gegen} an; gewürfelt wird später.", "STW 3.1")
        return
    yield from _anfahren(s, wagen, anlauf.vektor, anlauf.ziele)


def darf_anfahren(wagen: Gefaehrt) -> None:
    require(wagen.art == "streitwagen", "R-67", "Reiter können niemanden anreiten; nur Streitwagen fahren an.")
    darf_lenken(wagen)
    # What has been declared may wait for the crew's own fights too; what has not comes too late after them.
    require(wagen.anfahren_offen or not wagen.zug_vorbei, "GR 1", f"Der Bewegungszug von {wagen} ist zu Ende.")


# -- the way up to the targets ----------------------------------------------------------------------------------------


def _anlauf(s: Schlacht, wagen: Gefaehrt, befehl: Anfahren) -> Anlauf:
    """How the Streitwagen comes to its targets: straight ahead if that goes, else diagonally; refused if it cannot."""
    ziel = None if befehl.ziel is None else _ziel_lesen(s, wagen, befehl.ziel)
    ueber = None if befehl.ueber is None else s.feld(befehl.ueber)
    if ziel is None and ueber is None and not wagen.bewegt:
        raise Unverstaendlich(f"Bei /anfahren fehlt »ziel«: wen {wagen} anfahren soll.")
    grund: Verstoss | None = None
    for vektor in richtungen(s, wagen):
        schritte = _schritte_bis(s, wagen, vektor, ziel, ueber)
        if schritte is None:
            continue
        try:
            return _pruefe_anlauf(s, wagen, vektor, schritte, ziel)
        except Verstoss as verstoss:
            grund = grund or verstoss
    wohin = "so vor" if ziel is None else f"gerade vor {ziel}"
    raise grund or Verstoss("STW 3", f"{wagen} kann nicht {wohin} fahren: nur geradeaus oder schräg vorwärts.")


def _ziel_lesen(s: Schlacht, wagen: Gefaehrt, key: str) -> Figur | Gefaehrt:
    """The unit that the order names; somebody on board stands for what carries him."""
    einheit = s.einheit(key)
    if isinstance(einheit, Figur):
        einheit = s.gefaehrt_von(einheit) or einheit
    require(not einheit.out, "STW 3", f"{einheit} ist nicht mehr im Spiel.")
    require(s.seite_der(einheit.id) != s.herr_seite(wagen), "STW 3", f"{einheit} gehört zu deiner Seite.")
    require(s.flaeche(einheit), "STW 3", f"{einheit} steht nicht auf der Karte.")
    verstoss = ziel_verstoss(s, wagen, einheit)
    if verstoss is not None:
        raise verstoss
    return einheit


def _schritte_bis(
    s: Schlacht, wagen: Gefaehrt, vektor: Vector, ziel: Figur | Gefaehrt | None, ueber: Field | None
) -> int | None:
    """The steps in this direction after which the target is right before the front, seen from the geometry alone."""
    assert wagen.at is not None
    if ziel is None and ueber is None:
        return 0
    dort = () if ziel is None else s.flaeche(ziel)
    front = naechste_front(s, wagen, s.flaeche(wagen), vektor)
    for schritte in range(max(s.grid.width, s.grid.height)):
        davor = ziel is None or any(feld in dort for feld in shift(front, vektor, schritte))
        if davor and (ueber is None or add(wagen.at, vektor, schritte) == ueber):
            return schritte
        if davor and ziel is not None:
            return None
    return None


def _pruefe_anlauf(
    s: Schlacht, wagen: Gefaehrt, vektor: Vector, schritte: int, ziel: Figur | Gefaehrt | None
) -> Anlauf:
    gefahren = wagen.gefahren if wagen.bewegt else 0
    noetig = s.tabellen.anfahrprobe.anlauf
    require(
        gefahren + schritte >= noetig,
        "STW 3",
        f"{wagen} braucht {noetig} Felder Anlauf in gerader Linie und hat {gefahren + schritte}.",
    )
    if schritte:
        darf_fahren(wagen)
    fahrt = planen(s, wagen, vektor, schritte) if schritte else None
    felder = shift(s.flaeche(wagen), vektor, schritte)
    if ziel is not None:
        verstoss = ziel_verstoss(s, wagen, ziel, naechste_front(s, wagen, felder, vektor))
        if verstoss is not None:
            raise verstoss
    return Anlauf(vektor, fahrt, pruefe_front(s, wagen, felder, vektor))


# -- the Proben -------------------------------------------------------------------------------------------------------


def _anfahren(s: Schlacht, wagen: Gefaehrt, vektor: Vector, gegner: tuple[Anfahrziel, ...]) -> Script[None]:
    """Proben against all targets, jumps, and the step after them; with it the Bewegungszug is over (STW 3)."""
    wagen.angefahren = True
    felder = s.flaeche(wagen)
    wuerfel = yield from verteilen(s, wagen, gegner)
    wuerfel = yield from aufheben(s, wagen, gegner, wuerfel)
    springer: list[Figur] = []
    # Where a crew is put down beside its lost Streitwagen, no enemy steps at that moment (STW 9).
    besatzte = {g.id: s.flaeche(g) for g in s.gefaehrte.values() if g.besatzung and not g.out}
    for ziel in gegner:
        einheit = s.einheit(ziel.key)
        if wuerfel[ziel.key] == 0:
            s.report.say(f"Gegen {s.rufname(einheit)} bleibt keine Anfahrprobe übrig.", "STW 10")
            continue
        verpatzt = yield from _probe(s, wagen, einheit, wuerfel[ziel.key])
        if verpatzt:
            yield from _verlieren(s, einheit, verpatzt, felder)
        elif isinstance(einheit, Figur) and s.felderzahl(einheit) == 1:
            springer.append(einheit)
        else:
            s.report.say(f"{s.rufname(einheit)} hält stand.", _ref(s, einheit))
    yield from springen(s, wagen, springer, nachrueckfelder(felder, vektor))
    gefallene = [z.key for z in gegner if z.key in besatzte and s.gefaehrte[z.key].out and z.ist_streitwagen(s)]
    if any(feld in besatzte[key] for key in gefallene for feld in nachrueckfelder(felder, vektor)):
        s.report.say(f"Wo eben noch ein Streitwagen stand, rückt {wagen} nicht nach.", "STW 9")
    elif any(wuerfel.values()):
        ausser = tuple(figur.id for ziel in gegner for figur in ziel.leute(s))
        yield from _nachruecken(s, wagen, vektor, ausser)


def _probe(s: Schlacht, wagen: Gefaehrt, einheit: Figur | Gefaehrt, anzahl: int) -> Script[int]:
    """The Anfahrprobe: each die up to the limit is a jump that failed. Returns how many did (T-3, R-30)."""
    tabelle = s.tabellen.anfahrprobe
    anfahr = s.wagentyp(wagen).anfahr
    felder = s.felderzahl(einheit)
    ruestung = _schutz(s, einheit)
    grenze = tabelle.grenze(anfahr.k, felder, ruestung)
    abzuege = (
        Modifier(name=f"Größe {felder} Felder", value=-tabelle.groessenabzug(felder), ref=_ref(s, einheit)),
        Modifier(name="Streitwagen S+" if _ist_wagen(einheit) else "Rüstung", value=-ruestung, ref="STW 3.3"),
    )
    note = f"nie unter {tabelle.minimum_k}" if anfahr.k + sum(m.value for m in abzuege) < tabelle.minimum_k else ""
    s.report.sum(
        f"Anfahrwert gegen {s.rufname(einheit)}",
        anfahr.k,
        tuple(m for m in abzuege if m.value),
        grenze,
        _ref(s, einheit),
        note,
    )
    wurf: Throw = yield Roll(
        12, anzahl, f"Anfahrprobe gegen {s.rufname(einheit)}", _ref(s, einheit), s.herr(wagen), hit=grenze
    )
    return wurf.hits


def _ist_wagen(einheit: Figur | Gefaehrt) -> bool:
    return isinstance(einheit, Gefaehrt) and einheit.art == "streitwagen"


def _ref(s: Schlacht, einheit: Figur | Gefaehrt) -> str:
    felder = s.felderzahl(einheit)
    return "STW 3.3" if felder == 1 else "STW 3.4" if felder < 4 else "STW 3.5"


def _schutz(s: Schlacht, einheit: Figur | Gefaehrt) -> int:
    """Armour alone counts, never the ground: of the figure or the Reiter, of a Streitwagen its S+ (STW 3.3, R-54)."""
    if isinstance(einheit, Figur):
        return s.typ(einheit).s
    if einheit.art == "streitwagen":
        return s.wagentyp(einheit).s_plus
    return s.typ(s.crew(einheit)[0]).s if einheit.besatzung else tier_schutz(s, einheit)


def _verlieren(s: Schlacht, einheit: Figur | Gefaehrt, verpatzt: int, board: tuple[Field, ...]) -> Script[None]:
    """One LP for each failed Probe; of a Reiter the first hits his mount, every further one himself (STW 3.4, R-34)."""
    ref = "STW 3.2" if s.felderzahl(einheit) == 1 else _ref(s, einheit)
    if isinstance(einheit, Figur):
        yield from lp_verlieren(s, Ziel(figur=einheit.id), ref, verpatzt)
        return
    if einheit.art == "reittier" and einheit.besatzung:
        # The Reiter before his mount: whoever falls dead needs no field to stand on.
        if verpatzt > 1:
            yield from lp_verlieren(s, Ziel(figur=einheit.besatzung[0]), ref, verpatzt - 1)
        verpatzt = 1
    neben = board if einheit.art == "reittier" else ()
    yield from lp_verlieren(s, Ziel(tiere=einheit.id), ref, verpatzt, neben)


def _nachruecken(s: Schlacht, wagen: Gefaehrt, vektor: Vector, ausser: tuple[str, ...]) -> Script[None]:
    """One free step onto the fields of those who are gone, if all it needs is free (STW 3, R-32)."""
    vorher = s.flaeche(wagen)
    seite = s.herr_seite(wagen)
    if not _kann_nachruecken(s, wagen, vorher, vektor, seite):
        s.report.say(f"{wagen} kann nicht nachrücken.", "STW 3.6")
        return
    assert wagen.at is not None
    s.abheben(wagen)
    wagen.abgestiegen = False
    von, wagen.at = wagen.at, add(wagen.at, vektor)
    s.report.mark("path", namen((von, wagen.at)), wagen.id, seite)
    s.report.consequence(wagen.id, "zug", f"{wagen} rückt auf {field_name(wagen.at)} nach", "R-32")
    if (yield from begegnen(s, wagen, seite, vorher, (von, wagen.at), ausser)):
        s.hinstellen(wagen, wagen.at)


def _kann_nachruecken(s: Schlacht, wagen: Gefaehrt, felder: tuple[Field, ...], vektor: Vector, seite: str) -> bool:
    try:
        schritt(s, wagen, felder, vektor, seite)
    except Verstoss:
        return False
    return kann_stehen(s, wagen, shift(felder, vektor))


def moeglich(s: Schlacht, wagen: Gefaehrt) -> Iterator[Anfahren]:
    """Every Anfahren that the Streitwagen may make now, rolled at once or declared to wait."""
    try:
        darf_anfahren(wagen)
    except Verstoss:
        return
    if wagen.bewegt:
        try:
            _anlauf(s, wagen, Anfahren(wagen=wagen.id))
        except Verstoss:
            pass
        else:
            yield Anfahren(wagen=wagen.id)
            if not wagen.anfahren_offen:
                yield Anfahren(wagen=wagen.id, warten=True)
        if not wagen.weiter or wagen.anfahren_offen:
            return
    for vektor in richtungen(s, wagen):
        for schritte, felder in erreichbar(s, wagen, vektor):
            ziel = next(iter(ziele(s, wagen, felder, vektor)), None)
            if ziel is None:
                continue
            try:
                _pruefe_anlauf(s, wagen, vektor, schritte, s.einheit(ziel.key))
            except Verstoss:
                continue
            for warten in (False, True):
                yield Anfahren(wagen=wagen.id, ziel=ziel.key, ueber=field_name(felder[0]), warten=warten)
