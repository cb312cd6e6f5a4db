"""What must hold in every MfM battle, whatever has been ordered. Random play checks it after each order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Field, field_name
from rules.mfm.model import Figur, Gefaehrt, Phase, Schlacht


def verletzungen(s: Schlacht) -> list[str]:
    return [*_felder(s), *_leben(s), *_bord(s), *_kiste(s), *_ende(s)]


def _felder(s: Schlacht) -> Iterator[str]:
    """Nobody off the map, no two units on a field, and the index of fields agrees with the units."""
    steht: dict[Field, str] = {}
    for einheit in s.einheiten():
        if isinstance(einheit, Figur) and einheit.an_bord:
            if einheit.at is not None:
                yield f"{einheit.id} ist an Bord und steht zugleich auf der Karte"
            continue
        if einheit.out and einheit.at is not None:
            yield f"{einheit.id} ist ausgeschieden und steht noch auf der Karte"
        for feld in s.flaeche(einheit):
            if feld not in s.grid:
                yield f"{einheit.id} steht außerhalb der Karte"
                continue
            if feld in steht:
                yield f"{steht[feld]} und {einheit.id} stehen beide auf {field_name(feld)}"
            steht[feld] = einheit.id
            if not s.gelaende(feld).halt or not s.gelaende(feld).betretbar:
                yield f"{einheit.id} steht auf {field_name(feld)}, wo niemand stehen darf"
            if s.besetzt(feld) != einheit.id:
                yield f"{field_name(feld)} gilt als {s.besetzt(feld)}, dort steht {einheit.id}"
    for feld, key in s._besetzt.items():
        if steht.get(feld) != key:
            yield f"{field_name(feld)} gilt als besetzt von {key}"


def _leben(s: Schlacht) -> Iterator[str]:
    for einheit in s.einheiten():
        if einheit.lp < 0:
            yield f"{einheit.id} hat {einheit.lp} LP"
        if not einheit.out and einheit.lp == 0:
            yield f"{einheit.id} hat keine LP mehr und ist noch im Spiel"
    for figur in s.figuren.values():
        if figur.verbraucht > 2 * _punkte(s, figur):
            yield f"{figur.id} hat {figur.verbraucht} Bewegungspunkte verbraucht"
    for gefaehrt in s.gefaehrte.values():
        if gefaehrt.verbraucht > _punkte(s, gefaehrt):
            yield f"{gefaehrt.id} hat {gefaehrt.verbraucht} Bewegungspunkte verbraucht"


def _punkte(s: Schlacht, einheit: Figur | Gefaehrt) -> int:
    if isinstance(einheit, Figur):
        return s.typ(einheit).b + 1
    if einheit.art == "streitwagen":
        return s.wagentyp(einheit).b
    reittier = s.aufbau.figurtypen[einheit.typ].reittier
    return reittier.b if reittier else 0


def _bord(s: Schlacht) -> Iterator[str]:
    """Who is aboard, who drives and who leads agree on both sides."""
    for gefaehrt in s.gefaehrte.values():
        for key in gefaehrt.besatzung:
            if s.figuren[key].an_bord != gefaehrt.id or s.figuren[key].out:
                yield f"{key} gehört nicht auf {gefaehrt.id}"
        if gefaehrt.lenker is not None and gefaehrt.lenker not in gefaehrt.besatzung:
            yield f"{gefaehrt.lenker} lenkt {gefaehrt.id}, ohne an Bord zu sein"
        if gefaehrt.art == "streitwagen" and len(gefaehrt.besatzung) > s.wagentyp(gefaehrt).plaetze:
            yield f"{gefaehrt.id} ist überladen"
        if gefaehrt.fuehrer is not None and s.figuren[gefaehrt.fuehrer].fuehrt != gefaehrt.id:
            yield f"{gefaehrt.fuehrer} führt {gefaehrt.id} nicht"
        seiten = {s.figuren[key].seite for key in gefaehrt.besatzung}
        if len(seiten) > 1:
            yield f"auf {gefaehrt.id} sind Leute beider Seiten"
    for figur in s.figuren.values():
        if figur.an_bord is not None and figur.id not in s.gefaehrte[figur.an_bord].besatzung:
            yield f"{figur.id} ist auf {figur.an_bord} nicht bekannt"
        if figur.fuehrt is not None and s.gefaehrte[figur.fuehrt].fuehrer != figur.id:
            yield f"{figur.id} führt {figur.fuehrt} nicht"


def _kiste(s: Schlacht) -> Iterator[str]:
    if s.kiste is None:
        return
    if s.kiste.traeger is not None and s.figuren[s.kiste.traeger].out:
        yield "die Kiste wird von einer ausgeschiedenen Figur getragen"
    if s.kiste.traeger is None and s.kiste.at is None:
        yield "die Kiste ist verschwunden"


def _ende(s: Schlacht) -> Iterator[str]:
    if s.over != (s.phase == Phase.ENDE):
        yield f"die Partie ist {s.phase}, Sieger {s.winner!r}"
    if s.active not in s.aufbau.seiten and s.phase == Phase.SPIEL:
        yield f"die Seite {s.active!r} am Zug gibt es nicht"
