"""Anfahren gegen Weitwaffen: reach weapons take dice from whoever runs at them (STW 10, 10.1, 10.2; MfM 4.11)."""

from __future__ import annotations

from rules.mfm.anfahrziele import Anfahrziel
from rules.mfm.erstschlag import erstschlag_bereit, weitschlag_bereit
from rules.mfm.model import Figur, Gefaehrt, Kampf, Schlacht
from rules.referee.requests import Ask, AskKind, Option, Script


def aufheben(
    s: Schlacht, wagen: Gefaehrt, gegner: tuple[Anfahrziel, ...], wuerfel: dict[str, int]
) -> Script[dict[str, int]]:
    """The dice that are left for each target once weapon has cancelled weapon, and weapon die (R-38).

    All of it happens by itself, and whatever took part counts as used.
    """
    offen = {ziel.key: [figur for figur in ziel.leute(s) if erstschlag_bereit(s, figur)] for ziel in gegner}
    for krieger in s.crew(wagen):
        if weitschlag_bereit(s, krieger) and any(offen.values()):
            yield from _gegenwaffe(s, wagen, krieger, offen)
    uebrig = dict(wuerfel)
    for ziel in gegner:
        ref = "STW 10.2" if ziel.ist_streitwagen(s) else "STW 10.1"
        for figur in offen[ziel.key][: uebrig[ziel.key]]:
            figur.erst_genutzt = True
            uebrig[ziel.key] -= 1
            s.report.say(f"Der Erstschlag von {figur} hebt eine Anfahrprobe auf.", ref)
    return uebrig


def _gegenwaffe(s: Schlacht, wagen: Gefaehrt, krieger: Figur, offen: dict[str, list[Figur]]) -> Script[None]:
    """A reach weapon of the crew cancels one of the defenders'; against which target, the attacker says."""
    bedroht = tuple(Option(key, s.rufname(s.einheit(key))) for key, waffen in offen.items() if waffen)
    key: str = yield Ask(
        s.herr(wagen),
        f"Gegen wen hält {krieger} die Weitwaffe?",
        bedroht,
        "STW 10.2",
        topic="wuerfelaufteilung",
        kind=AskKind.UNIT,
        default=bedroht[0].key,
    )
    gegner = offen[key].pop(0)
    gegner.erst_genutzt = True
    krieger.kampf = Kampf.WEIT
    s.report.say(
        f"Der Weitschlag von {krieger} und der Erstschlag von {gegner} heben sich auf; die Anfahrprobe bleibt.",
        "STW 10.2",
    )
