"""What must hold in every MfM battle, whatever has been ordered. Random play checks it after each order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board.square import Field, field_name
from rules.mfm.gelaende import gangart, halt_verstoss, kontakt, kosten
from rules.mfm.model import Figur, Phase, Schlacht
from rules.mfm.rahmen import am_zug
from rules.mfm.tragen import kann_tragen
from rules.referee.refusal import Verstoss


def verletzungen(s: Schlacht) -> list[str]:
    return [
        *_felder(s), *_stand(s), *_leben(s), *_punkte(s), *_bord(s), *_fuehren(s), *_warten(s), *_kiste(s), *_ablauf(s),
        *_ende(s),
    ]  # fmt: skip


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
            if s.besetzt(feld) != einheit.id:
                yield f"{field_name(feld)} gilt als {s.besetzt(feld)}, dort steht {einheit.id}"
    for feld, key in s._besetzt.items():
        if steht.get(feld) != key:
            yield f"{field_name(feld)} gilt als besetzt von {key}"


def _stand(s: Schlacht) -> Iterator[str]:
    """Everybody stands where he may enter and stop (GR 9)."""
    for einheit in s.einheiten():
        if einheit.at is None:
            continue
        felder = tuple(feld for feld in s.flaeche(einheit) if feld in s.grid)
        try:
            for feld in felder:
                kosten(s, einheit, gangart(s, einheit), feld)
        except Verstoss as grund:
            yield f"{einheit.id} steht, wohin er nicht darf: {grund}"
        verstoss = halt_verstoss(s, einheit, felder)
        if verstoss is not None:
            yield f"{einheit.id} steht, wo er nicht darf: {verstoss}"


def _leben(s: Schlacht) -> Iterator[str]:
    for einheit in s.einheiten():
        if einheit.lp < 0:
            yield f"{einheit.id} hat {einheit.lp} LP"
        if not einheit.out and einheit.lp == 0:
            yield f"{einheit.id} hat keine LP mehr und ist noch im Spiel"
        if einheit.seite != s.seite_von(einheit.sitz):
            yield f"{einheit.id} gehört {einheit.sitz}, aber nicht zu dessen Seite"
    for figur in s.figuren.values():
        if figur.out and (figur.an_bord or figur.fuehrt or figur.wartet):
            yield f"{figur.id} ist ausgeschieden und noch beschäftigt"
    for gefaehrt in s.gefaehrte.values():
        if gefaehrt.out and (gefaehrt.besatzung or gefaehrt.lenker or gefaehrt.fuehrer or gefaehrt.anfahren_offen):
            yield f"{gefaehrt.id} ist ausgeschieden und noch besetzt"


def _punkte(s: Schlacht) -> Iterator[str]:
    """Nobody spends more than his B; a Plänkler has two moves on foot, a Reiter his own B when he has got off."""
    for figur in s.figuren.values():
        typ = s.typ(figur)
        b = max(typ.b, typ.reittier.b if typ.reittier else 0)
        grenze = b * (2 if figur.zweiter_zug else 1)
        if not 0 <= figur.verbraucht <= grenze:
            yield f"{figur.id} hat {figur.verbraucht} von {grenze} Bewegungspunkten verbraucht"
        if figur.nachsetzen and typ.weit is None:
            yield f"{figur.id} setzt ohne Weitwaffe nach"
    for gefaehrt in s.gefaehrte.values():
        if not 0 <= gefaehrt.verbraucht <= s.bewegung(gefaehrt):
            yield f"{gefaehrt.id} hat {gefaehrt.verbraucht} von {s.bewegung(gefaehrt)} Bewegungspunkten verbraucht"


def _bord(s: Schlacht) -> Iterator[str]:
    """Who is aboard and who drives agree on both sides."""
    for gefaehrt in s.gefaehrte.values():
        for key in gefaehrt.besatzung:
            if s.figuren[key].an_bord != gefaehrt.id or s.figuren[key].out:
                yield f"{key} gehört nicht auf {gefaehrt.id}"
        plaetze = s.wagentyp(gefaehrt).plaetze if gefaehrt.art == "streitwagen" else 1
        if len(gefaehrt.besatzung) > plaetze:
            yield f"{gefaehrt.id} ist überladen"
        if gefaehrt.lenker is not None and gefaehrt.lenker not in gefaehrt.besatzung:
            yield f"{gefaehrt.lenker} lenkt {gefaehrt.id}, ohne an Bord zu sein"
        fahrkundig = [key for key in gefaehrt.besatzung if s.typ(s.figuren[key]).darf_lenken]
        if gefaehrt.lenker is not None and gefaehrt.lenker not in fahrkundig:
            yield f"{gefaehrt.lenker} lenkt {gefaehrt.id} und darf es nicht"
        if gefaehrt.lenker is None and fahrkundig:
            yield f"{gefaehrt.id} ist lenkerlos, obwohl {fahrkundig[0]} an Bord ist"
        if len({s.figuren[key].seite for key in gefaehrt.besatzung}) > 1:
            yield f"auf {gefaehrt.id} sind Leute beider Seiten"
    for figur in s.figuren.values():
        if figur.an_bord is not None and figur.id not in s.gefaehrte[figur.an_bord].besatzung:
            yield f"{figur.id} ist auf {figur.an_bord} nicht bekannt"


def _fuehren(s: Schlacht) -> Iterator[str]:
    for gefaehrt in s.gefaehrte.values():
        if gefaehrt.fuehrer is None:
            continue
        fuehrer = s.figuren[gefaehrt.fuehrer]
        if fuehrer.fuehrt != gefaehrt.id:
            yield f"{fuehrer.id} führt {gefaehrt.id} nicht"
        if gefaehrt.lenker is not None:
            yield f"{gefaehrt.id} hat einen Lenker und wird geführt"
        if any(s.figuren[key].seite != fuehrer.seite for key in gefaehrt.besatzung):
            yield f"{fuehrer.id} führt {gefaehrt.id} mit Gegnern an Bord"
    for figur in s.figuren.values():
        if figur.fuehrt is not None and s.gefaehrte[figur.fuehrt].fuehrer != figur.id:
            yield f"{figur.id} führt {figur.fuehrt} nicht"
        if figur.fuehrt is not None and figur.an_bord is not None:
            yield f"{figur.id} führt von Bord aus"


def _warten(s: Schlacht) -> Iterator[str]:
    """Beside the map is only who has still to be set up or to enter; everybody else is somewhere."""
    for einheit in s.einheiten():
        if einheit.wartet and einheit.at is not None:
            yield f"{einheit.id} wartet und steht schon auf der Karte"
        if einheit.wartet and s.phase == Phase.SPIEL and einheit.seite not in s.aufbau.eingang:
            yield f"{einheit.id} wartet ohne Eingang"
        an_bord = isinstance(einheit, Figur) and einheit.an_bord is not None
        if einheit.at is None and not (einheit.out or einheit.wartet or an_bord):
            yield f"{einheit.id} ist nirgends"


def _kiste(s: Schlacht) -> Iterator[str]:
    kiste = s.kiste
    if kiste is None:
        return
    if (kiste.traeger is None) == (kiste.at is None):
        yield "die Kiste ist verschwunden oder doppelt"
    if kiste.at is not None and (kiste.at not in s.grid or not s.gelaende(kiste.at).halt):
        yield "die Kiste liegt, wo niemand sie holen kann"
    if kiste.traeger is not None and not kann_tragen(s, s.figuren[kiste.traeger]):
        yield f"{kiste.traeger} trägt die Kiste und kann es nicht"
    if kiste.zweiter is None:
        return
    if kiste.traeger is None or kiste.zweiter == kiste.traeger or not kann_tragen(s, s.figuren[kiste.zweiter]):
        yield f"{kiste.zweiter} trägt an der Kiste mit und kann es nicht"
        return
    vorn, hinten = s.flaeche(s.figuren[kiste.traeger]), s.flaeche(s.figuren[kiste.zweiter])
    if bool(vorn) != bool(hinten) or (vorn and not kontakt(s, vorn, hinten)):
        yield f"{kiste.zweiter} ist nicht neben {kiste.traeger}"


def _ablauf(s: Schlacht) -> Iterator[str]:
    """Somebody is always on turn, and the Runden stay within what was agreed."""
    if s.phase == Phase.VORBEREITUNG or (s.over and not s.reihenfolge):
        return
    if sorted(s.reihenfolge) != sorted(s.aufbau.seiten):
        yield f"die Reihenfolge {s.reihenfolge} passt nicht zu den Seiten"
    if s.active not in s.aufbau.seiten:
        yield f"die Seite {s.active!r} am Zug gibt es nicht"
        return
    if s.phase != Phase.ENDE and not am_zug(s):
        yield f"{s.active} ist am Zug, aber niemand kann handeln"
    if any(s.seite_von(sitz) != s.active for sitz in s.fertig):
        yield f"{s.fertig} sind fertig, ohne am Zug zu sein"
    if s.aufbau.runden is not None and s.turn > s.aufbau.runden:
        yield f"Runde {s.turn} von {s.aufbau.runden}"


def _ende(s: Schlacht) -> Iterator[str]:
    """A battle that is won is over, and one that is over was won or drawn."""
    if s.over != (s.phase == Phase.ENDE):
        yield f"die Partie ist {s.phase}, Sieger {s.winner!r}"
    if s.winner and s.winner not in s.aufbau.seiten:
        yield f"gewonnen hat {s.winner!r}, eine Seite, die es nicht gibt"
    if s.phase != Phase.SPIEL:
        return
    for seite in s.aufbau.seiten:
        if next(s.lebende(seite), None) is None:
            yield f"{seite} hat keine Figuren mehr, und es wird weitergespielt"
    traeger = s.kiste.traeger if s.kiste is not None else None
    if traeger is not None and s.aufbau.kiste is not None and s.figuren[traeger].at in s.aufbau.kiste.ziel:
        yield "die Kiste ist am Ziel, und es wird weitergespielt"


__all__ = ["verletzungen"]
