"""Erstschlag: a Weitkämpfer strikes first at whoever moves up to him in the opponent's turn (GR 8.2; MfM 4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Field, ring
from rules.mfm.ausscheiden import Ziel
from rules.mfm.gelaende import auf_dornen, kontakt
from rules.mfm.kampf import abwickeln, angriff
from rules.mfm.model import Angriffsart, Figur, Gefaehrt, Kampf, Schlacht, stammtyp
from rules.mfm.trefferaufteilung import ansagen, reichweite_nah
from rules.referee.requests import JA, NEIN, Ask, AskKind, Checkpoint, Option, Script


def erstschlag_bereit(s: Schlacht, figur: Figur) -> bool:
    """An unused Erstschlag: once in an opposing Spieldurchgang, not on Dornen, not while leading (R-09, R-70, R-80)."""
    return (
        figur.seite != s.active
        and s.typ(figur).weit is not None
        and not figur.erst_genutzt
        and not figur.out
        and not figur.unterwegs
        and not figur.fuehrt
        and not auf_dornen(s, figur)
    )


def weitschlag_bereit(s: Schlacht, figur: Figur) -> bool:
    """A Weitschlag that has not been used in this Spieldurchgang; it cancels an Erstschlag (R-26)."""
    return s.typ(figur).weit is not None and figur.kampf is Kampf.OFFEN and not figur.fuehrt


def betroffene(s: Schlacht, seite: str, vorher: tuple[Field, ...], nachher: tuple[Field, ...]) -> tuple[Figur, ...]:
    """The Weitkämpfer into whose Erstschlagbereich this step leads, from outside (R-25)."""
    found = tuple(
        figur
        for figur in _nachbarn(s, nachher)
        if figur.seite != seite
        and erstschlag_bereit(s, figur)
        and kontakt(s, s.flaeche(figur), nachher)
        and not (vorher and kontakt(s, s.flaeche(figur), vorher))
    )
    if len(found) < 2:
        return found
    folge = list(s.figuren)
    return tuple(sorted(found, key=lambda figur: folge.index(figur.id)))


def _nachbarn(s: Schlacht, felder: tuple[Field, ...]) -> Iterator[Figur]:
    """Whoever stands or rides next to these fields. The map knows that at once; asking every figure takes long."""
    nahe = dict.fromkeys(key for feld in ring(felder) if (key := s.besetzt(feld)) is not None)
    for key in nahe:
        if key in s.figuren:
            yield s.figuren[key]
        else:
            yield from s.crew(s.gefaehrte[key])


def erstschlaege(
    s: Schlacht, wer: Figur | Gefaehrt, seite: str, vorher: tuple[Field, ...], ausser: tuple[str, ...] = ()
) -> Script[bool]:
    """All that a step brings upon the mover, who stands on his new fields. Returns whether he goes on.

    `ausser` are Weitkämpfer that the mover is about to run over: those are settled with the Anfahrprobe (STW 10.1).
    """
    offen = [f for f in betroffene(s, seite, vorher, _felder(s, wer)) if f.id not in ausser]
    while offen:
        schlaeger = yield from _naechster(s, offen)
        offen.remove(schlaeger)
        yield from _erstschlag(s, schlaeger, wer)
        if wer.out or (isinstance(wer, Gefaehrt) and wer.beendet):
            return False
        # Whoever is on the way knows no more of a blow than what it has left in the battle.
        yield Checkpoint(f"{wer.id} {','.join(figur.id for figur in offen)}")
    return True


def _felder(s: Schlacht, wer: Figur | Gefaehrt) -> tuple[Field, ...]:
    """Where the mover stands; whoever leads animals moves as one with them (R-50)."""
    if isinstance(wer, Gefaehrt) and wer.fuehrer:
        return s.flaeche(wer) + s.flaeche(s.figuren[wer.fuehrer])
    return s.flaeche(wer)


def _naechster(s: Schlacht, offen: list[Figur]) -> Script[Figur]:
    """Several Weitkämpfer reached by one step strike in their owner's order (MfM 4.7)."""
    eigene = [figur for figur in offen if figur.sitz == offen[0].sitz]
    key: str = yield Ask(
        offen[0].sitz,
        "Wer schlägt zuerst?",
        tuple(Option(figur.id, str(figur)) for figur in eigene),
        "GR 8.2",
        topic="erstschlag_reihenfolge",
        kind=AskKind.UNIT,
        default=eigene[0].id,
        auto=True,
    )
    return s.figuren[key]


def _erstschlag(s: Schlacht, schlaeger: Figur, wer: Figur | Gefaehrt) -> Script[None]:
    reicht = reichweite_nah(s, s.flaeche(schlaeger), wer) if isinstance(wer, Gefaehrt) else (wer.id,)
    if not reicht:
        # Only the leader came within reach, and another Erstschlag has just killed him.
        return
    gegenwaffe = _gegenwaffe(s, wer)
    if gegenwaffe is not None:
        # Automatic: no standing order prevents it.
        schlaeger.erst_genutzt = True
        gegenwaffe.kampf = Kampf.WEIT
        s.report.say(f"Der Erstschlag von {schlaeger} und der Weitschlag von {gegenwaffe} heben sich auf.", "GR 8.2")
        return
    if not (yield from _will(s, schlaeger, wer)):
        return
    schlaeger.erst_genutzt = True
    weit = s.typ(schlaeger).weit
    assert weit is not None
    gefaehrt = wer if isinstance(wer, Gefaehrt) else None
    if gefaehrt is not None:
        # A hand weapon is aimed: target and Ziel verändern as in close combat.
        ziel = yield from ansagen(s, schlaeger, gefaehrt, None, reicht)
    else:
        ziel = Ziel(figur=wer.id)
    s.report.say(f"{schlaeger} führt den Erstschlag gegen {ziel.name(s)}.", "GR 8.2")
    if (yield from angriff(s, schlaeger, Angriffsart.ERST, weit.treffer, "GR 8.2")):
        yield from abwickeln(s, schlaeger, Angriffsart.ERST, ziel, gefaehrt)


def _gegenwaffe(s: Schlacht, wer: Figur | Gefaehrt) -> Figur | None:
    """The unused Weitschlag on the mover's side: his own, or one of his crew (R-26, R-28)."""
    leute = s.crew(wer) if isinstance(wer, Gefaehrt) else (wer,)
    return next((figur for figur in leute if weitschlag_bereit(s, figur)), None)


def _will(s: Schlacht, schlaeger: Figur, wer: Figur | Gefaehrt) -> Script[bool]:
    """The owner may decline; unless he said otherwise the first who comes is struck (R-27)."""
    wahl = s.aufbau.optionen.erstschlag_default
    key: str = yield Ask(
        schlaeger.sitz,
        f"Erstschlag von {schlaeger} gegen {s.rufname(wer)}?",
        (JA, NEIN),
        "GR 8.2",
        topic="erstschlag",
        kind=AskKind.YES_NO,
        default=NEIN.key if wahl == "never" else JA.key,
        tags=(stammtyp(wer),),
        auto=wahl != "ask",
    )
    return key == JA.key
