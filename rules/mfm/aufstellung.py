"""Before the first Runde: who begins, and who sets up where (GR 10; MfM 3, 4.26, R-56, R-59, R-79).

Where the referee would put units that their owner leaves to him stands in `aufstellplan`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Facing, Field, field_name, footprint
from rules.mfm.aufstellplan import front, vorschlag
from rules.mfm.befehle import Aufstellen, Beginnen, Zugende
from rules.mfm.gelaende import gangart, halt_verstoss, kann_stehen, kosten
from rules.mfm.model import Figur, Gefaehrt, Phase, Schlacht
from rules.mfm.rahmen import am_zug, spieldurchgang_beginnen
from rules.referee.orders import Order
from rules.referee.refusal import Unverstaendlich, Verstoss, require
from rules.referee.report import Report
from rules.referee.requests import Contest, Script

ROLLOFF = "rolloff"


def beginnen(s: Schlacht, sitz: str, befehl: Beginnen) -> Script[None]:
    """Who begins: as agreed or as the scenario says, else the higher W12; the loser sets up first (R-56)."""
    require(s.phase == Phase.VORBEREITUNG, "GR 10", "Die Partie hat schon begonnen.")
    require(len(s.aufbau.seiten) == 2, "GR 10", "Zu einer Partie gehören zwei Seiten.")
    s.report.reveals = True
    starter = s.aufbau.optionen.starter
    if starter == ROLLOFF:
        eins, zwei = (next(p.key for p in s.aufbau.sitze if p.seite == seite) for seite in s.aufbau.seiten)
        sieger: str = yield Contest(12, eins, zwei, "Wer beginnt?", "R-56")
        starter = s.seite_von(sieger)
    s.reihenfolge = (starter, *(seite for seite in s.aufbau.seiten if seite != starter))
    s.report.consequence(
        "", "beginn", f"Die Seite {s.nennen(starter)} beginnt", "R-59" if s.kiste is not None else "R-56"
    )
    _naechste_aufstellung(s, _folge(s))


def _folge(s: Schlacht) -> tuple[str, ...]:
    """The sides that set up, in their order: the one that begins comes last; who has no zone enters later (R-59)."""
    return tuple(seite for seite in reversed(s.reihenfolge) if s.aufbau.zonen.get(seite))


def _naechste_aufstellung(s: Schlacht, folge: tuple[str, ...]) -> None:
    s.fertig = ()
    if folge:
        s.phase = Phase.AUFSTELLUNG
        s.active = folge[0]
        s.report.say(f"Die Seite {s.nennen(s.active)} stellt auf.", "GR 10")
        return
    s.phase = Phase.SPIEL
    s.report.say(f"Runde {s.turn} beginnt.", "GR 1")
    spieldurchgang_beginnen(s, s.reihenfolge[0])


def aufstellung_beenden(s: Schlacht, sitz: str, befehl: Zugende) -> Script[None]:
    """A player has set up everything; with the last of his side the other one follows, or the game begins."""
    yield from ()
    _stellt_auf(s, sitz)
    fehlt = fehlende(s, sitz)
    if fehlt:
        raise Verstoss(
            "GR 10", f"{_wer(s, fehlt[0])} ist noch nicht aufgestellt; /aufstellen ohne Angaben stellt alles auf."
        )
    s.fertig = (*s.fertig, sitz)
    s.report.reveals = True
    noch = am_zug(s)
    if noch:
        s.report.say(f"{s.nennen(sitz)} hat aufgestellt; {' und '.join(map(s.nennen, noch))} noch nicht.", "R-57")
        return
    folge = _folge(s)
    _naechste_aufstellung(s, folge[folge.index(s.active) + 1 :])


# -- putting units on the map -----------------------------------------------------------------------------------------


def aufstellen(s: Schlacht, sitz: str, befehl: Aufstellen) -> Script[None]:
    """One unit onto a field of one's own zone, as often as one likes; without any word the referee places the rest."""
    yield from ()
    _stellt_auf(s, sitz)
    if befehl.figur is None:
        if befehl.auf is not None or befehl.richtung is not None:
            raise Unverstaendlich("Bei /aufstellen fehlt »figur«: was aufgestellt wird.")
        _den_rest(s, sitz)
        return
    if befehl.auf is None:
        raise Unverstaendlich("Bei /aufstellen fehlt »auf«: das Feld.")
    einheit = _einheit(s, sitz, befehl.figur)
    facing = Facing(befehl.richtung) if befehl.richtung is not None else _bisherige(s, einheit)
    _pruefe_platz(s, einheit, _felder(s, einheit, s.feld(befehl.auf), facing))
    _hinstellen(s, einheit, s.feld(befehl.auf), facing)


def _stellt_auf(s: Schlacht, sitz: str) -> None:
    require(s.phase != Phase.VORBEREITUNG, "GR 10", "Die Partie hat noch nicht begonnen: /beginnen.")
    require(s.phase == Phase.AUFSTELLUNG, "GR 10", "Aufgestellt wird nur vor der ersten Runde.")
    require(s.seite_von(sitz) == s.active, "R-56", f"Jetzt stellt die Seite {s.nennen(s.active)} auf.")


def _einheit(s: Schlacht, sitz: str, key: str) -> Figur | Gefaehrt:
    """What stands on the map for this id: whoever is aboard is set up with his Streitwagen or Reittier."""
    einheit = s.einheit(key)
    if isinstance(einheit, Figur) and einheit.an_bord:
        einheit = s.gefaehrte[einheit.an_bord]
    require(einheit.sitz == sitz, "GR 10", f"{einheit} gehört nicht dir.")
    return einheit


def _wer(s: Schlacht, einheit: Figur | Gefaehrt) -> Figur | Gefaehrt:
    """Whom a player knows it by: a Reittier is its Reiter's."""
    if isinstance(einheit, Gefaehrt) and einheit.art == "reittier" and einheit.besatzung:
        return s.figuren[einheit.besatzung[0]]
    return einheit


def _bisherige(s: Schlacht, einheit: Figur | Gefaehrt) -> Facing:
    """Without another word a unit keeps its facing, and one that is new looks towards the enemy (R-79)."""
    if einheit.wartet or einheit.facing is None:
        return front(s, einheit.seite)
    return einheit.facing


def _felder(s: Schlacht, einheit: Figur | Gefaehrt, at: Field, facing: Facing) -> tuple[Field, ...]:
    return footprint(at, facing, *s.board(einheit))


def _pruefe_platz(s: Schlacht, einheit: Figur | Gefaehrt, felder: tuple[Field, ...]) -> None:
    """The whole board inside the zone, on ground that the unit may enter and stop on, and free."""
    zone = s.aufbau.zonen[einheit.seite]
    draussen = next((feld for feld in felder if feld not in zone), None)
    if draussen is not None:
        wo = f"{field_name(draussen)} gehört" if draussen in s.grid else "Ein Feld des Boards gehört"
        raise Verstoss(
            "R-59" if s.kiste is not None else "R-56", f"{wo} nicht zum Aufstellbereich von {einheit.seite}."
        )
    for feld in felder:
        kosten(s, einheit, gangart(s, einheit), feld)
    verstoss = halt_verstoss(s, einheit, felder)
    if verstoss is not None:
        raise verstoss


def _hinstellen(s: Schlacht, einheit: Figur | Gefaehrt, at: Field, facing: Facing) -> None:
    s.abheben(einheit)
    mehrfeldrig = isinstance(einheit, Gefaehrt) or s.felderzahl(einheit) > 1
    s.hinstellen(einheit, at, facing if mehrfeldrig else None)
    einheit.wartet = False
    blick = f", Blick nach {facing.label}" if mehrfeldrig else ""
    text = f"{_wer(s, einheit)} steht auf {field_name(at)}{blick}"
    s.report.consequence(_wer(s, einheit).id, "aufstellung", text, "GR 10")


def _den_rest(s: Schlacht, sitz: str) -> None:
    fehlt = fehlende(s, sitz)
    require(fehlt, "GR 10", "Es ist schon alles aufgestellt.")
    for einheit, at, facing in vorschlag(s, sitz, fehlt):
        _hinstellen(s, einheit, at, facing)
    uebrig = fehlende(s, sitz)
    if uebrig:
        raise Verstoss("R-56", f"Für {_wer(s, uebrig[0])} ist kein Platz mehr; stelle zuerst etwas um.")


def fehlende(s: Schlacht, sitz: str) -> tuple[Figur | Gefaehrt, ...]:
    """What a player has still to set up: Streitwagen and Reittiere with those aboard, then figures."""
    einheiten: list[Figur | Gefaehrt] = [*s.gefaehrte.values(), *s.figuren.values()]
    return tuple(e for e in einheiten if e.sitz == sitz and e.wartet and not e.out)


# -- what is possible -------------------------------------------------------------------------------------------------


def moeglich(s: Schlacht, sitz: str, unit: str | None = None) -> Iterator[Order]:
    """Every place for what is still missing; for a unit that is named also every other place it could take."""
    if s.phase == Phase.VORBEREITUNG:
        if unit is None:
            yield Beginnen()
        return
    if s.phase != Phase.AUFSTELLUNG or sitz not in am_zug(s):
        return
    fehlt = fehlende(s, sitz)
    if unit is not None:
        einheit = s.einheit(unit)
        if isinstance(einheit, Figur) and einheit.an_bord:
            einheit = s.gefaehrte[einheit.an_bord]
        if einheit.sitz == sitz:
            yield from _plaetze(s, einheit)
        return
    for einheit in fehlt:
        yield from _plaetze(s, einheit)
    if not fehlt:
        yield Zugende()
    elif _alles_hat_platz(s, sitz):
        yield Aufstellen()


def _alles_hat_platz(s: Schlacht, sitz: str) -> bool:
    """Whether the referee would find a place for everything that is missing; only trying tells."""
    try:
        _den_rest(s.copy_for(Report()), sitz)
    except Verstoss:
        return False
    return True


def _plaetze(s: Schlacht, einheit: Figur | Gefaehrt) -> Iterator[Order]:
    zone = s.aufbau.zonen[einheit.seite]
    mehrfeldrig = isinstance(einheit, Gefaehrt) or s.felderzahl(einheit) > 1
    innen = dict.fromkeys(zone)
    for facing in Facing if mehrfeldrig else (None,):
        for at in zone:
            felder = _felder(s, einheit, at, facing or Facing.NORD)
            if all(feld in innen for feld in felder) and kann_stehen(s, einheit, felder):
                richtung = None if facing is None else facing.value
                yield Aufstellen(figur=_wer(s, einheit).id, auf=field_name(at), richtung=richtung)
