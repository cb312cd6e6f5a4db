"""The facts of an MfM battle that ruling files may expect, each with its meaning for players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.board.square import Facing, field_name
from rules.mfm.model import Figur, Gefaehrt, Kampf, Schlacht
from rules.mfm.sieg import punktestand
from rules.mfm.tragen import kistenfeld

EINHEIT_FAKTEN: Mapping[str, str] = {
    "at": "Feld; bei mehreren Feldern das linke vordere, an Bord das des Gefährts, sonst leer",
    "facing": "Blickrichtung nord, ost, sued, west",
    "out": "ausgeschieden",
    "typ": "Typ aus der Armeeliste",
    "side": "Seite, zu der die Einheit jetzt gehört",
    "lp": "Lebenspunkte; beim Streitwagen die der Zugtiere",
    "kampf": "offen, weit (Nahkampf noch möglich) oder fertig",
    "bewegt": "hat sich in diesem Spieldurchgang bewegt",
    "zu": "darf in diesem Spieldurchgang nicht mehr ziehen",
    "verbraucht": "verbrauchte Bewegungspunkte",
    "beendet": "Spielzug zu Ende",
    "unterwegs": "wechselt die Etage",
    "wartet": "noch nicht auf der Karte",
    "erst_genutzt": "Erstschlag verbraucht",
    "an_bord": "Gefährt, auf dem die Figur ist, sonst leer",
    "fuehrt": "Gefährt, das die Figur führt, sonst leer",
    "reittier": "Kennung des Reittiers unter der Figur, sonst leer",
    "reittier_lp": "LP des Reittiers unter der Figur",
    "besatzung": "wer an Bord ist",
    "lenker": "wer lenkt, sonst leer",
    "fuehrer": "wer führt, sonst leer",
    "gefahren": "in gerader Linie gefahrene Felder",
    "angefahren": "hat in diesem Spieldurchgang angefahren",
    "anfahren_offen": "Anfahrprobe steht noch aus",
}

SCHLACHT_FAKTEN: Mapping[str, str] = {
    "turn": "Runde",
    "phase": "vorbereitung, aufstellung, spiel oder ende",
    "active": "Seite am Zug",
    "winner": "siegreiche Seite; leer bei Unentschieden; fehlt, solange gespielt wird",
    "reason": "warum die Partie endete",
    "kiste": "Feld der Kiste",
    "kiste_traeger": "wer sie trägt, sonst leer",
    "kiste_zweiter": "zweiter Träger, sonst leer",
    "punkte.<seite>": "Punktestand einer Seite",
    "budget.<sitz>": "wie viele Punkte ein Spieler ausgeben darf",
}


def fakt(s: Schlacht, path: str) -> Any:
    """The value of `<unit>.<fact>` or `battle.<fact>`; KeyError with a sentence if there is none."""
    wer, _, was = path.partition(".")
    if wer == "battle":
        return _schlacht_fakt(s, was)
    if wer not in s.figuren and wer not in s.gefaehrte:
        raise KeyError(f"Eine Einheit »{wer}« gibt es nicht.")
    if was not in EINHEIT_FAKTEN:
        raise KeyError(f"Den Fakt »{was}« gibt es nicht.")
    einheit = s.einheit(wer)
    special = _BESONDERE.get(was)
    if special is not None:
        return special(s, einheit)
    return _klar(getattr(einheit, was, ""))


def _schlacht_fakt(s: Schlacht, was: str) -> Any:
    if was.startswith("punkte."):
        seite = was.removeprefix("punkte.")
        if seite not in s.aufbau.seiten:
            raise KeyError(f"Eine Seite »{seite}« gibt es nicht.")
        return punktestand(s)[seite]
    if was.startswith("budget."):
        budget = {sitz.key: sitz.punkte for sitz in s.aufbau.sitze}.get(was.removeprefix("budget."))
        if budget is None:
            raise KeyError(f"Für »{was}« gibt es in dieser Partie keine Punkte.")
        return budget
    if was in ("kiste", "kiste_traeger", "kiste_zweiter"):
        return _kiste_fakt(s, was)
    if was not in SCHLACHT_FAKTEN:
        raise KeyError(f"Den Fakt »battle.{was}« gibt es nicht.")
    return _klar(getattr(s, was))


def _kiste_fakt(s: Schlacht, was: str) -> str:
    if s.kiste is None:
        raise KeyError("In dieser Partie gibt es keine Kiste.")
    if was == "kiste":
        at = kistenfeld(s)
        return "" if at is None else field_name(at)
    return (s.kiste.traeger if was == "kiste_traeger" else s.kiste.zweiter) or ""


def _klar(value: Any) -> Any:
    """A fact as TOML can write it: nothing is an empty string, tuples are lists."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, Facing | Kampf) else value


def _at(s: Schlacht, einheit: Figur | Gefaehrt) -> str:
    traeger = s.gefaehrt_von(einheit) if isinstance(einheit, Figur) else None
    at = (traeger or einheit).at
    return "" if at is None else field_name(at)


def _facing(s: Schlacht, einheit: Figur | Gefaehrt) -> str:
    traeger = s.gefaehrt_von(einheit) if isinstance(einheit, Figur) else None
    facing = (traeger or einheit).facing
    return "" if facing is None else facing.value


def _reittier(s: Schlacht, einheit: Figur | Gefaehrt) -> Gefaehrt | None:
    traeger = s.gefaehrt_von(einheit) if isinstance(einheit, Figur) else None
    return traeger if traeger is not None and traeger.art == "reittier" else None


def _reittier_id(s: Schlacht, einheit: Figur | Gefaehrt) -> str:
    tier = _reittier(s, einheit)
    return "" if tier is None else tier.id


def _reittier_lp(s: Schlacht, einheit: Figur | Gefaehrt) -> int:
    tier = _reittier(s, einheit)
    return 0 if tier is None else tier.lp


_BESONDERE: Mapping[str, Callable[[Schlacht, Figur | Gefaehrt], Any]] = {
    "at": _at,
    "facing": _facing,
    "side": lambda s, einheit: s.seite_der(einheit.id),
    "typ": lambda s, einheit: einheit.typ.partition("#")[0],
    "reittier": _reittier_id,
    "reittier_lp": _reittier_lp,
}
