"""Making a battle: from a scenario, or by points and Runden with bought armies (GR 10; MfM 4.26, 4.27).

What cannot be played is refused with a `ValueError` that holds one German sentence; a fault in an army file comes as
the `ContentError` of `armee_pruefen`, with its line. The battle that is returned waits for `/beginnen`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from rules.board.square import Field
from rules.mfm import content
from rules.mfm.content import Armee, Aufgebot, Karte, Szenario, Volk
from rules.mfm.model import Aufbau, Kiste, Kistenregel, Optionen, Phase, Schlacht, Sitz
from rules.mfm.truppen import Truppen

MAX_PUNKTE = 1000
MAX_RUNDEN = 99
VORGABE: Literal["vorgabe"] = "vorgabe"
"""In place of a number of Runden: what the scenario says."""


# -- scenarios --------------------------------------------------------------------------------------------------------


def szenario_partie(
    key: str,
    sitze: Mapping[str, str],
    *,
    optionen: Optionen | None = None,
    runden: int | Literal["vorgabe"] | None = VORGABE,
) -> Schlacht:
    """A battle by scenario. `sitze` says which seat plays which side; several seats of a side share its figures.

    The number of Runden is the scenario's unless another is given; None plays on until somebody wins (R-78).
    """
    szenario = content.szenarien().get(key)
    if szenario is None:
        raise ValueError(f"Ein Szenario »{key}« gibt es nicht: möglich sind {', '.join(content.szenarien())}.")
    for sitz, seite in sitze.items():
        if seite not in szenario.seiten:
            raise ValueError(f"{sitz}: eine Seite »{seite}« hat »{szenario.name}« nicht: {_oder(szenario.seiten)}.")
    for seite in szenario.seiten:
        if seite not in sitze.values():
            raise ValueError(f"Niemand spielt {szenario.seiten[seite].name} ({seite}).")
    plaetze = tuple(Sitz(key=sitz, seite=seite, volk=szenario.seiten[seite].volk) for sitz, seite in sitze.items())
    truppen = _szenariotruppen(szenario, plaetze)
    grenze = szenario.runden if runden == VORGABE else runden
    if grenze is not None:
        _runden_pruefen(grenze)
    optionen = optionen or Optionen()
    if optionen.starter == Optionen().starter and szenario.beginnt is not None:
        optionen = optionen.model_copy(update={"starter": szenario.beginnt})
    aufbau = _aufbau(
        szenario.key, szenario.name, content.karten()[szenario.karte], plaetze, tuple(szenario.seiten), truppen,
        optionen, grenze,
    ).model_copy(
        update={
            "zonen": {k: s.aufstellfelder for k, s in szenario.seiten.items() if s.aufstellung},
            "eingang": {k: s.eingang for k, s in szenario.seiten.items() if s.eingang},
            "eingang_richtung": {k: s.eingang_richtung for k, s in szenario.seiten.items() if s.eingang},
            "kiste": _kistenregel(szenario, truppen),
        }
    )  # fmt: skip
    kiste = None
    if szenario.kiste is not None:
        traeger = szenario.kiste.traeger
        kiste = Kiste(traeger=traeger[0], zweiter=traeger[1] if len(traeger) > 1 else None)
    return _schlacht(aufbau, truppen, kiste)


def _szenariotruppen(szenario: Szenario, plaetze: Sequence[Sitz]) -> Truppen:
    """Every side's figures; among several players of a side they are dealt out in order, as evenly as possible."""
    truppen = Truppen()
    for seite, vorgabe in szenario.seiten.items():
        spieler = [platz for platz in plaetze if platz.seite == seite]
        for nummer, figur in enumerate(vorgabe.figuren):
            sitz = spieler[nummer * len(spieler) // len(vorgabe.figuren)]
            typ = content.figurtypen()[figur.typ]
            if typ.reittier is not None and not vorgabe.aufstellung:
                raise ValueError(f"{figur.id}: ein Reiter wird aufgestellt und kann nicht vom Rand hereinkommen.")
            truppen.figur(typ, figur.id, sitz, figur.name, figur.lp, None)
    return truppen


def _kistenregel(szenario: Szenario, truppen: Truppen) -> Kistenregel | None:
    if szenario.kiste is None:
        return None
    traegt = truppen.figuren[szenario.kiste.traeger[0]].seite
    sucht = next(seite for seite in szenario.seiten if seite != traegt)
    return Kistenregel(traegt=traegt, sucht=sucht, ziel=szenario.kiste.zielfelder)


# -- points and Runden ------------------------------------------------------------------------------------------------


def punkte_partie(
    karte: str | Karte,
    punkte: int,
    runden: int,
    armeen: Mapping[str, Armee],
    seiten: Mapping[str, str],
    *,
    optionen: Optionen | None = None,
    voelker: Mapping[str, Volk] | None = None,
) -> Schlacht:
    """A battle by points for two to four players. `armeen` and `seiten` say what each seat brings and for whom.

    Three play one against two, who have half the points each; four play two against two (GR 10).
    """
    if isinstance(karte, str):
        if karte not in content.karten():
            raise ValueError(f"Eine Karte »{karte}« gibt es nicht: möglich sind {', '.join(content.karten())}.")
        karte = content.karten()[karte]
    if not 1 <= punkte <= MAX_PUNKTE:
        raise ValueError(f"Eine Partie hat 1 bis {MAX_PUNKTE} Punkte, nicht {punkte}.")
    _runden_pruefen(runden)
    grenzen = punkte_je_sitz(punkte, seiten)
    for sitz in seiten:
        if sitz not in armeen:
            raise ValueError(f"{sitz} hat noch keine Armee.")
    peoples = content.voelker() if voelker is None else voelker
    for sitz in seiten:
        content.armee_pruefen(armeen[sitz], grenzen[sitz], peoples)
    plaetze = tuple(
        Sitz(key=sitz, seite=seite, volk=armeen[sitz].volk, punkte=grenzen[sitz]) for sitz, seite in seiten.items()
    )
    truppen = Truppen()
    aufgebote = content.kuerzel({sitz: armeen[sitz] for sitz in seiten}, peoples)
    for platz in plaetze:
        _anwerben(truppen, platz, aufgebote[platz.key], peoples[platz.volk])
    reihe = tuple(dict.fromkeys(seiten.values()))
    aufbau = _aufbau(
        "punkte", f"{punkte} Punkte, {runden} Runden", karte, plaetze, reihe, truppen, optionen or Optionen(), runden
    ).model_copy(update={"nach_punkten": True, "zonen": _streifen(karte, reihe)})
    schlacht = _schlacht(aufbau, truppen, None)
    _platz_pruefen(schlacht)
    return schlacht


def punkte_je_sitz(punkte: int, seiten: Mapping[str, str]) -> dict[str, int]:
    """What each seat may spend: the full sum alone, half of it beside an ally, rounded down (GR 10)."""
    koepfe = {seite: sum(1 for s in seiten.values() if s == seite) for seite in seiten.values()}
    if len(seiten) not in (2, 3, 4) or len(koepfe) != 2:
        raise ValueError("Nach Punkten spielen zwei bis vier Spieler auf zwei Seiten.")
    spieler: Literal[2, 3, 4] = 2 if len(seiten) == 2 else 3 if len(seiten) == 3 else 4
    anteile = {len(teil): teil for teil in content.tabellen().punktespiel.anteile(spieler)}
    for seite, anzahl in koepfe.items():
        if anzahl not in anteile:
            raise ValueError(f"Zu viert spielen zwei gegen zwei; {seite} hat {anzahl} Spieler.")
    return {sitz: int(punkte * anteile[koepfe[seite]][0]) for sitz, seite in seiten.items()}


def _anwerben(truppen: Truppen, sitz: Sitz, aufgebot: Aufgebot, volk: Volk) -> None:
    figurtypen = {typ.key: typ for typ in volk.figuren.values()}
    wagentypen = {typ.key: typ for typ in volk.streitwagen.values()}
    for figur in aufgebot.figuren:
        truppen.figur(figurtypen[figur.typ], figur.id, sitz, figur.name, None, figur.an_bord)
    for wagen in aufgebot.streitwagen:
        truppen.wagen(wagentypen[wagen.typ], wagen.id, sitz, wagen.name, wagen.besatzung, wagen.lenker)


def _streifen(karte: Karte, seiten: Sequence[str]) -> dict[str, tuple[Field, ...]]:
    """Strips along the two long edges; the side that was seated first has the upper or the left one (R-56)."""
    tiefe = content.tabellen().punktespiel.streifen
    quer = karte.breite >= karte.hoehe
    lang = karte.hoehe if quer else karte.breite
    if 2 * tiefe >= lang:
        raise ValueError(f"Die Karte ist zu klein: zwischen den Aufstellstreifen von {tiefe} Feldern bleibt nichts.")
    felder = karte.grid.fields()
    stelle = 1 if quer else 0
    return {
        seiten[0]: tuple(feld for feld in felder if feld[stelle] < tiefe),
        seiten[1]: tuple(feld for feld in felder if feld[stelle] >= lang - tiefe),
    }


def _platz_pruefen(s: Schlacht) -> None:
    for seite, zone in s.aufbau.zonen.items():
        frei = sum(1 for feld in zone if s.gelaende(feld).betretbar and s.gelaende(feld).halt)
        braucht = sum(s.felderzahl(e) for e in s.einheiten() if e.seite == seite and e.wartet)
        if braucht > frei:
            raise ValueError(f"Die Armeen von {seite} brauchen {braucht} Felder, der Aufstellstreifen hat {frei}.")


# -- both -------------------------------------------------------------------------------------------------------------


def _aufbau(
    szenario: str,
    titel: str,
    karte: Karte,
    sitze: tuple[Sitz, ...],
    seiten: tuple[str, ...],
    truppen: Truppen,
    optionen: Optionen,
    runden: int | None,
) -> Aufbau:
    if len(seiten) != 2:
        raise ValueError(f"Eine Partie hat zwei Seiten, nicht {len(seiten)}.")
    if optionen.starter not in (*seiten, Optionen().starter):
        raise ValueError(f"Beginnen soll »{optionen.starter}«, aber es spielen {' und '.join(seiten)}.")
    return Aufbau(
        szenario=szenario,
        titel=titel,
        karte=karte,
        gelaende=dict(content.gelaende()),
        tabellen=content.tabellen(),
        figurtypen=truppen.figurtypen,
        wagentypen=truppen.wagentypen,
        sitze=sitze,
        seiten=seiten,
        optionen=optionen,
        runden=runden,
        namen=_namen((*seiten, *(sitz.key for sitz in sitze))),
    )


_UMLAUTE = {"gruen": "Grün", "sueden": "Süden"}


def _namen(keys: tuple[str, ...]) -> dict[str, str]:
    """The names of seats and sides that are called after a people, or whose key has lost its umlaut."""
    bekannt = _UMLAUTE | {key: volk.name for key, volk in content.voelker().items()}
    return {key: bekannt[key] for key in keys if key in bekannt}


def _schlacht(aufbau: Aufbau, truppen: Truppen, kiste: Kiste | None) -> Schlacht:
    return Schlacht.neu(
        aufbau, phase=Phase.VORBEREITUNG, figuren=truppen.figuren, gefaehrte=truppen.gefaehrte, kiste=kiste
    )


def _runden_pruefen(runden: int) -> None:
    if not 1 <= runden <= MAX_RUNDEN:
        raise ValueError(f"Eine Partie hat 1 bis {MAX_RUNDEN} Runden, nicht {runden}.")


def _oder(namen: Mapping[str, object]) -> str:
    return " oder ".join(namen)
