"""Who is hit on a Streitwagen or Reittier by a hand weapon: the attacker chooses, the crew may object.

STW 8.1 (MfM 4.22), R-28, R-48, R-50. At range the dice decide: trefferaufteilung_fern.
"""

from __future__ import annotations

from fractions import Fraction

from rules.mfm.ausscheiden import Ziel
from rules.mfm.gelaende import kontakt
from rules.mfm.model import Figur, Gefaehrt, Schlacht, stammtyp
from rules.referee.orders import fold
from rules.referee.refusal import Unverstaendlich, Verstoss, shown
from rules.referee.requests import JA, NEIN, Ask, AskKind, Option, Roll, Script, Throw

ZUGTIER = "zugtier"
_TIERWORTE = ("zugtier", "zugtiere", "pferd", "pferde", "tier", "tiere", "reittier")


def ansagbar(s: Schlacht, gefaehrt: Gefaehrt, reicht: tuple[str, ...] | None = None) -> tuple[Ziel, ...]:
    """Whom an attacker may name: Lenker, each Krieger, and the animals; of a geführtes Gefährt its leader too (R-50).

    `reicht` narrows it to the units the attacker can touch: the board for everything on it, the leader for himself.
    """
    found: list[Ziel] = []
    if reicht is None or gefaehrt.id in reicht:
        found += [Ziel(figur=key) for key in _lenker_zuerst(gefaehrt)]
        found.append(Ziel(tiere=gefaehrt.id))
    if gefaehrt.fuehrer and (reicht is None or gefaehrt.fuehrer in reicht):
        found.append(Ziel(figur=gefaehrt.fuehrer))
    return tuple(found)


def _lenker_zuerst(gefaehrt: Gefaehrt) -> tuple[str, ...]:
    return tuple(sorted(gefaehrt.besatzung, key=lambda key: key != gefaehrt.lenker))


def option(s: Schlacht, ziel: Ziel) -> Option:
    """How a possible target is offered for choice; its key is what a player may type as `gegen:`."""
    if ziel.figur is None:
        gefaehrt = s.gefaehrte[ziel.tiere or ""]
        return Option(ZUGTIER, "Zugtiere" if gefaehrt.art == "streitwagen" else "Reittier")
    figur = s.figuren[ziel.figur]
    return Option(figur.id, str(figur))


def ansagen(
    s: Schlacht, angreifer: Figur, gefaehrt: Gefaehrt, gegen: str | None, reicht: tuple[str, ...] | None = None
) -> Script[Ziel]:
    """Step 1 of the Trefferaufteilung NAH: the attacker says whom he means, before any die falls (STW 8.1)."""
    moeglich = ansagbar(s, gefaehrt, reicht)
    if gegen is not None:
        return lies_gegen(s, gefaehrt, gegen, moeglich)
    key: str = yield Ask(
        angreifer.sitz,
        f"Wen auf {gefaehrt} meint {angreifer}?",
        tuple(option(s, ziel) for ziel in moeglich),
        "STW 8.1",
        topic="ansage",
        kind=AskKind.UNIT,
        default=option(s, moeglich[0]).key,
    )
    return next(ziel for ziel in moeglich if option(s, ziel).key == key)


def lies_gegen(s: Schlacht, gefaehrt: Gefaehrt, gegen: str, moeglich: tuple[Ziel, ...]) -> Ziel:
    """The target that the player named with `gegen:`."""
    wort = fold(gegen)
    for ziel in moeglich:
        angebot = option(s, ziel)
        worte = {fold(angebot.key), fold(angebot.label)}
        if ziel.figur is None:
            worte.update(_TIERWORTE)
        elif ziel.figur == gefaehrt.lenker:
            worte.add("reiter" if gefaehrt.art == "reittier" else "lenker")
        if wort in worte:
            return ziel
    offered = ", ".join(option(s, ziel).key for ziel in moeglich)
    if wort in _TIERWORTE or wort in {fold(key) for key in s.figuren}:
        raise Verstoss("STW 8.1", f"»{shown(gegen)}« kann hier nicht angesagt werden; möglich: {offered}.")
    raise Unverstaendlich(f"»{shown(gegen)}« ist auf {gefaehrt} nicht zu finden; möglich: {offered}.")


def ziel_veraendern(s: Schlacht, gefaehrt: Gefaehrt, angesagt: Ziel) -> Script[Ziel]:
    """Step 3: after a hit the defender may try, once, to bring another of the crew before the blow (STW 8.1, R-48).

    He tests the NAH value of whomever he chooses; passed, he names who defends.
    """
    proben = s.crew(gefaehrt) or tuple(s.figuren[key] for key in (gefaehrt.fuehrer,) if key)
    auswahl = ansagbar(s, gefaehrt)
    if not proben or len(auswahl) < 2:
        return angesagt
    sitz = s.herr(gefaehrt)
    will: str = yield Ask(
        sitz,
        f"{angesagt.tut(s, 'ist', 'sind')} getroffen. Ziel verändern?",
        (JA, NEIN),
        "STW 8.1",
        topic="ziel_veraendern",
        kind=AskKind.YES_NO,
        default=NEIN.key,
        tags=tuple(stammtyp(figur) for figur in proben),
    )
    if will == NEIN.key:
        return angesagt
    tester = yield from _wer_prueft(s, sitz, proben)
    bestanden = yield from probe_auf_nah(s, tester, "STW 8.1")
    if not bestanden:
        s.report.say(f"Ziel verändern misslingt: {angesagt.tut(s, 'muss', 'müssen')} sich verteidigen.", "STW 8.1")
        return angesagt
    key: str = yield Ask(
        sitz,
        "Wer verteidigt?",
        tuple(option(s, ziel) for ziel in auswahl),
        "STW 8.1",
        topic="verteidiger",
        kind=AskKind.UNIT,
        default=option(s, angesagt).key,
    )
    return next(ziel for ziel in auswahl if option(s, ziel).key == key)


def _wer_prueft(s: Schlacht, sitz: str, proben: tuple[Figur, ...]) -> Script[Figur]:
    """Whose NAH value is tested: any of the crew, the best one offered first."""
    beste = sorted(proben, key=lambda figur: nah_misslingt(s, figur))
    key: str = yield Ask(
        sitz,
        "Mit wessen NAH-Wert?",
        tuple(Option(figur.id, f"{figur} ({s.typ(figur).nah})") for figur in beste),
        "STW 8.1",
        topic="probe_nah",
        kind=AskKind.UNIT,
        default=beste[0].id,
        auto=True,
    )
    return s.figuren[key]


def nah_misslingt(s: Schlacht, figur: Figur) -> Fraction:
    """The chance that a Probe auf NAH fails."""
    nah = s.typ(figur).nah
    return Fraction(12 - nah.k, 12) ** nah.n


def probe_auf_nah(s: Schlacht, figur: Figur, ref: str) -> Script[bool]:
    """Roll the figure's NAH value as a test: at least one die within 1..k (STW 5.1)."""
    nah = s.typ(figur).nah
    wurf: Throw = yield Roll(12, nah.n, f"Probe auf NAH von {figur}", ref, figur.sitz, hit=nah.k)
    return wurf.hits > 0


def reichweite_nah(s: Schlacht, felder: tuple[tuple[int, int], ...], gefaehrt: Gefaehrt) -> tuple[str, ...]:
    """Which of a Gefährt and its leader touch these fields (R-50)."""
    found = []
    if kontakt(s, felder, s.flaeche(gefaehrt)):
        found.append(gefaehrt.id)
    if gefaehrt.fuehrer and kontakt(s, felder, s.flaeche(s.figuren[gefaehrt.fuehrer])):
        found.append(gefaehrt.fuehrer)
    return tuple(found)
