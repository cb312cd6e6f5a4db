"""How a battle ends: the Kiste at its goal, a side without figures, the last Runde, the score (R-58, R-62, R-78).

The Suchwurf that wins "Das Geheimdokument" stands in the chapter of the Kiste; it ends the battle through `beenden`.
"""

from __future__ import annotations

from rules.mfm.model import Phase, Schlacht


def sieg_pruefen(s: Schlacht) -> None:
    """Look for the end of the battle; done after every order (MfM 3)."""
    if s.over or s.phase != Phase.SPIEL:
        return
    regel = s.aufbau.kiste
    traeger = s.kiste.traeger if s.kiste is not None else None
    if regel is not None and traeger is not None and s.figuren[traeger].at in regel.ziel:
        beenden(s, regel.traegt, "die Kiste hat die Zielseite erreicht", "R-62")
        return
    stehen = [seite for seite in s.aufbau.seiten if any(True for _ in s.lebende(seite))]
    ref = "R-62" if s.kiste is not None else "R-58"
    if len(stehen) == 1:
        beenden(s, stehen[0], f"nur die Seite {s.nennen(stehen[0])} hat noch Figuren", ref)
    elif not stehen:
        beenden(s, "", "niemand hat mehr Figuren", ref)


def nach_der_letzten_runde(s: Schlacht) -> None:
    """The agreed Runden are over: the score decides, or in a scenario nobody has won (R-58, R-78)."""
    if not s.aufbau.nach_punkten:
        beenden(s, "", f"die {s.turn}. Runde ist vorbei", "R-78")
        return
    stand = punktestand(s)
    hoch = max(stand.values())
    beste = [seite for seite, punkte in stand.items() if punkte == hoch]
    text = ", ".join(f"{s.nennen(seite)} {punkte}" for seite, punkte in stand.items())
    beenden(s, beste[0] if len(beste) == 1 else "", f"nach Punkten: {text}", "R-58")


def punktestand(s: Schlacht) -> dict[str, int]:
    """The price of every enemy that is out, and of every enemy Streitwagen that the side drives or leads (R-58)."""
    stand = dict.fromkeys(s.aufbau.seiten, 0)
    for seite in stand:
        for figur in s.figuren.values():
            if figur.out and figur.seite != seite:
                stand[seite] += s.typ(figur).punkte
        for gefaehrt in s.gefaehrte.values():
            if gefaehrt.art != "streitwagen" or gefaehrt.seite == seite:
                continue
            halter = gefaehrt.lenker or gefaehrt.fuehrer
            if gefaehrt.out or (halter is not None and s.figuren[halter].seite == seite):
                stand[seite] += s.wagentyp(gefaehrt).punkte
    return stand


def beenden(s: Schlacht, sieger: str, grund: str, ref: str) -> None:
    """End the battle; without a winner it is drawn."""
    s.winner = sieger
    s.reason = grund
    s.phase = Phase.ENDE
    text = f"Die Seite {s.nennen(sieger)} gewinnt: {grund}" if sieger else f"Unentschieden: {grund}"
    s.report.consequence("", "sieg", text, ref)
