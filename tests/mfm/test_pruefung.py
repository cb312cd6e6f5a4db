"""Each invariant of a battle is noticed when it is broken."""

from collections.abc import Callable

import pytest

from rules.mfm.model import Phase, Schlacht
from rules.mfm.system import MFM

UNITS = [
    {"id": "S1", "type": "kelten.schwertkaempfer", "side": "blau", "at": "A1"},
    {"id": "S2", "type": "kelten.schwertkaempfer", "side": "blau", "at": "C1"},
    {"id": "W1", "type": "kelten.leichter_streitwagen", "side": "blau", "at": "F6", "facing": "nord", "crew": ["L1"]},
    {"id": "L1", "type": "kelten.streitwagenlenker", "side": "blau"},
    {"id": "R1", "type": "roemer.schwertkaempfer", "side": "rot", "at": "J6"},
    {"id": "R2", "type": "roemer.schwertkaempfer", "side": "rot", "at": "J7"},
]


def sound() -> Schlacht:
    return MFM.case(
        {
            "seats": {"blau": "kelten", "rot": "roemer"},
            "map": {"wiese": [12, 12], "felder": {"E1": "baumstamm", "D4": "hecke", "E4": "mauer"}},
            "setup": {
                "kiste": {"traeger": "R1", "zweiter": "R2"},
                "kiste_regel": {"traegt": "rot", "sucht": "blau", "ziel": ["A12:L12"]},
                "runden": 5,
            },
            "unit": UNITS,
        }
    )


def place(s: Schlacht, unit: str, x: int, y: int) -> None:
    s.abheben(s.einheit(unit))
    s.hinstellen(s.einheit(unit), (x, y))


def change(**values: object) -> Callable[[Schlacht], None]:
    def doit(s: Schlacht) -> None:
        for path, value in values.items():
            wer, _, was = path.partition("__")
            target = s if wer == "battle" else s.kiste if wer == "kiste" else s.einheit(wer)
            setattr(target, was, value)

    return doit


BROKEN: dict[str, Callable[[Schlacht], None]] = {
    "stehen beide auf": lambda s: place(s, "S1", 2, 0),
    "gilt als": lambda s: change(S1__at=(0, 5))(s),
    "außerhalb": lambda s: place(s, "S1", 0, 30),
    "wo er nicht darf": lambda s: place(s, "S1", 3, 3),
    "wohin er nicht darf": lambda s: place(s, "W1", 4, 0),
    "ausgeschieden und steht": change(S1__out=True),
    "hat -1 LP": change(S1__lp=-1),
    "keine LP mehr": change(S1__lp=0),
    "nicht zu dessen Seite": change(S1__sitz="rot"),
    "noch beschäftigt": change(L1__out=True),
    "noch besetzt": change(W1__out=True),
    "von 5 Bewegungspunkten": change(S1__verbraucht=6),
    "von 9 Bewegungspunkten": change(W1__verbraucht=10),
    "ohne Weitwaffe": change(S1__nachsetzen=True),
    "gehört nicht auf": change(W1__besatzung=("L1", "S1")),
    "ist überladen": change(W1__besatzung=("L1", "S1", "S2")),
    "ohne an Bord zu sein": change(W1__lenker="S1"),
    "darf es nicht": change(W1__besatzung=("S1",), W1__lenker="S1"),
    "obwohl L1 an Bord": change(W1__lenker=None),
    "beider Seiten": change(W1__besatzung=("L1", "R1")),
    "nicht bekannt": change(S1__an_bord="W1"),
    "führt W1 nicht": change(W1__fuehrer="S1"),
    "S2 führt W1 nicht": change(S2__fuehrt="W1"),
    "wird geführt": change(W1__fuehrer="S1", S1__fuehrt="W1"),
    "steht schon auf der Karte": change(S1__wartet=True),
    "wartet ohne Eingang": change(S1__wartet=True),
    "ist nirgends": change(S1__at=None),
    "verschwunden oder doppelt": change(kiste__at=(0, 5)),
    "niemand sie holen": change(kiste__traeger=None, kiste__zweiter=None, kiste__at=(3, 3)),
    "trägt die Kiste und kann es nicht": change(kiste__traeger="S1"),
    "trägt an der Kiste mit": change(kiste__zweiter="S2"),
    "nicht neben R1": lambda s: place(s, "R2", 11, 10),
    "passt nicht zu den Seiten": change(battle__reihenfolge=("blau",)),
    "am Zug gibt es nicht": change(battle__active="gelb"),
    "niemand kann handeln": change(battle__fertig=("blau",)),
    "ohne am Zug zu sein": change(battle__fertig=("rot",)),
    "Runde 6 von 5": change(battle__turn=6),
    "Sieger 'blau'": change(battle__winner="blau"),
    "die es nicht gibt": change(battle__winner="gelb", battle__phase=Phase.ENDE),
    "hat keine Figuren mehr": change(R1__out=True, R2__out=True),
    "am Ziel, und": lambda s: place(s, "R1", 0, 11),
}


def test_a_sound_battle_has_no_violation() -> None:
    assert MFM.violations(sound()) == []


@pytest.mark.parametrize("sentence", BROKEN)
def test_what_must_hold_is_noticed_when_it_does_not(sentence: str) -> None:
    battle = sound()
    BROKEN[sentence](battle)
    assert any(sentence in text for text in MFM.violations(battle)), MFM.violations(battle)
