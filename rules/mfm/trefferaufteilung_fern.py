"""Who defends after a FERN hit: Besatzung or animals by W12, and the Streitwagen-Infanterie among the Besatzung.

STW 7, 8.2, 8.3 (MfM 4.20, 4.23), R-47, R-48; Reiter and geführte animals likewise (R-67, STW 6.1). Whom a hand
weapon hits is chosen, not rolled: trefferaufteilung.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.mfm.ausscheiden import Ziel
from rules.mfm.content import Symbol
from rules.mfm.gelaende import kontakt
from rules.mfm.model import Figur, Gefaehrt, Schlacht
from rules.mfm.trefferaufteilung import ansagbar, option
from rules.referee.report import Modifier
from rules.referee.requests import Ask, AskKind, Option, Roll, Script, Throw


@dataclass(frozen=True, slots=True)
class Verteidiger:
    """Who defends, and the S+ that a Streitwagen lends him although he does not ride on it."""

    ziel: Ziel
    s_plus: Modifier | None = None


def aufteilen(s: Schlacht, getroffen: Figur | Gefaehrt) -> Script[Verteidiger | None]:
    """The one who must defend after a FERN hit; nobody if the shot is lost (R-48)."""
    gefaehrt = yield from _gefaehrt(s, getroffen)
    if gefaehrt is None:
        return Verteidiger(Ziel(figur=getroffen.id))
    grenze = besatzung_bis(s, gefaehrt)
    wurf: Throw = yield Roll(12, 1, f"Trefferaufteilung FERN {gefaehrt}", "STW 8.2", s.herr(gefaehrt), hit=grenze)
    if not wurf.hits:
        s.report.say(f"Getroffen: {Ziel(tiere=gefaehrt.id).name(s)}.", "STW 8.2")
        return Verteidiger(Ziel(tiere=gefaehrt.id))
    leute = _besatzung(s, gefaehrt)
    if not leute:
        s.report.say(f"Auf {gefaehrt} ist niemand, der sich verteidigen könnte: Der Schuss ist verloren.", "R-48")
        return None
    wen = f"die Besatzung von {gefaehrt}" if gefaehrt.art == "streitwagen" else leute[0].ziel.name(s)
    s.report.say(f"Getroffen: {wen}.", "STW 8.2")
    return (yield from _wer_verteidigt(s, gefaehrt, leute))


def besatzung_bis(s: Schlacht, gefaehrt: Gefaehrt) -> int:
    """The highest W12 that hits the Besatzung, or the Reiter: a value of each Streitwagen and Reittier (T-5)."""
    if gefaehrt.art == "streitwagen":
        return s.wagentyp(gefaehrt).fern_besatzung_max
    reittier = s.aufbau.figurtypen[gefaehrt.typ].reittier
    return reittier.fern_split if reittier else 0


def _gefaehrt(s: Schlacht, getroffen: Figur | Gefaehrt) -> Script[Gefaehrt | None]:
    """The Gefährt whose split decides: the one hit, the one led, or the Streitwagen an Infanterist walks beside."""
    if isinstance(getroffen, Gefaehrt):
        return getroffen
    if getroffen.fuehrt:
        return s.gefaehrte[getroffen.fuehrt]
    wagen = wagen_neben(s, getroffen)
    if not wagen:
        return None
    key: str = yield Ask(
        getroffen.sitz,
        f"Zu welchem Streitwagen gehört {getroffen}?",
        tuple(Option(gefaehrt.id, str(gefaehrt)) for gefaehrt in wagen),
        "STW 7",
        topic="infanterie",
        kind=AskKind.UNIT,
        default=max(wagen, key=lambda gefaehrt: s.wagentyp(gefaehrt).s_plus).id,
    )
    return s.gefaehrte[key]


def wagen_neben(s: Schlacht, figur: Figur) -> tuple[Gefaehrt, ...]:
    """The own and allied Streitwagen that an Infanterist touches (STW 7, R-57)."""
    return tuple(g for g in s.gefaehrte.values() if _gehoert_zu(s, figur, g))


def infanterie(s: Schlacht, gefaehrt: Gefaehrt) -> tuple[Figur, ...]:
    """The Streitwagen-Infanterie that touches a Streitwagen of its side."""
    return tuple(figur for figur in s.figuren.values() if _gehoert_zu(s, figur, gefaehrt))


def _gehoert_zu(s: Schlacht, figur: Figur, gefaehrt: Gefaehrt) -> bool:
    return (
        gefaehrt.art == "streitwagen"
        and gefaehrt.at is not None
        and figur.at is not None
        and Symbol.RAD in s.typ(figur).symbole
        and not figur.fuehrt
        and not figur.unterwegs
        and s.herr_seite(gefaehrt) == figur.seite
        and kontakt(s, s.flaeche(figur), s.flaeche(gefaehrt))
    )


def _besatzung(s: Schlacht, gefaehrt: Gefaehrt) -> tuple[Verteidiger, ...]:
    """Lenker, Krieger, whoever leads the animals, and the Infanterie beside them, who alone borrow the S+ (R-47)."""
    leute = [Verteidiger(ziel) for ziel in ansagbar(s, gefaehrt) if ziel.figur is not None]
    if gefaehrt.art == "streitwagen":
        wert = s.wagentyp(gefaehrt).s_plus
        s_plus = Modifier(name="Streitwagen S+", value=wert, ref="STW 7") if wert else None
        leute += [Verteidiger(Ziel(figur=figur.id), s_plus) for figur in infanterie(s, gefaehrt)]
    return tuple(leute)


def _wer_verteidigt(s: Schlacht, gefaehrt: Gefaehrt, leute: tuple[Verteidiger, ...]) -> Script[Verteidiger]:
    """The defending player picks; left to himself he spares the one who drives (STW 8.2)."""
    vorgabe = next((wer for wer in leute if wer.ziel.figur != gefaehrt.lenker), leute[0])
    key: str = yield Ask(
        s.herr(gefaehrt),
        f"Wer von {gefaehrt} verteidigt sich?",
        tuple(option(s, wer.ziel) for wer in leute),
        "STW 8.2",
        topic="verteidiger",
        kind=AskKind.UNIT,
        default=option(s, vorgabe.ziel).key,
    )
    return next(wer for wer in leute if option(s, wer.ziel).key == key)
