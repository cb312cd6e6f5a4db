"""MfM in ruling files: a battle read from a file's data (the form is described in docs/faelle.md).

The units stand in `fall_einheiten`, what a file may expect in `fakten`, the way back in `beschreiben`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from rules.board.square import Field, field_name, parse_field
from rules.mfm import content, partie
from rules.mfm.content import Karte
from rules.mfm.fall_einheiten import Einheiten, fehlersatz, feld_lesen, stammtypen
from rules.mfm.model import Aufbau, Optionen, Phase, Schlacht, Sitz

_SETUP_AUFBAU = (
    "optionen", "runden", "zonen", "eingang", "eingang_richtung", "kiste_regel", "szenario", "titel", "nach_punkten",
)  # fmt: skip
MAX_UNITS = 200


def lesen(data: Mapping[str, Any]) -> Schlacht:
    """The battle that a ruling file describes; ValueError with one sentence if it cannot be made."""
    try:
        return _lesen(data)
    except ValidationError as error:
        raise ValueError(fehlersatz(error)) from None
    except KeyError as error:
        raise ValueError(f"Es fehlt »{error.args[0]}«.") from None
    except (AttributeError, TypeError):
        raise ValueError("Die Datei hat nicht die erwartete Form.") from None


def _lesen(data: Mapping[str, Any]) -> Schlacht:
    setup = dict(data.get("setup", {}))
    sides = setup.pop("sides", None) or {}
    sitze = _sitze(data.get("seats", {}), sides)
    units = list(data.get("unit", ()))
    if "partie" in setup:
        return _neue_partie(setup, sitze, units)
    if len(units) > MAX_UNITS:
        raise ValueError(f"Mehr als {MAX_UNITS} Einheiten.")
    truppen = Einheiten({sitz.key: sitz.seite for sitz in sitze}, *stammtypen(list(setup.pop("typen", ()))))
    truppen.lesen(units)
    kiste = setup.pop("kiste", None)
    seiten = tuple(dict.fromkeys((*sides, *(sitz.seite for sitz in sitze))))
    aufbau = _aufbau(data, setup, sitze, seiten, truppen)
    unbekannt = [key for key in setup if key not in Schlacht.model_fields]
    if unbekannt:
        raise ValueError(f"setup kennt »{unbekannt[0]}« nicht.")
    schlacht = Schlacht.neu(
        aufbau,
        **{
            "phase": Phase.SPIEL,
            "active": "" if setup.get("phase") == Phase.VORBEREITUNG else aufbau.seiten[0],
            "reihenfolge": () if setup.get("phase") == Phase.VORBEREITUNG else aufbau.seiten,
            "figuren": truppen.figuren,
            "gefaehrte": truppen.gefaehrte,
            "kiste": None if kiste is None else {k: feld_lesen(v) if k == "at" else v for k, v in kiste.items()},
            **setup,
        },
    )
    if schlacht.active not in aufbau.seiten and schlacht.reihenfolge:
        raise ValueError(f"Eine Seite »{schlacht.active}« gibt es nicht.")
    _platz_pruefen(schlacht)
    _start_merken(schlacht, {str(unit["id"]) for unit in units if "start" in unit})
    return schlacht


def _platz_pruefen(s: Schlacht) -> None:
    """Everybody on the map, and nobody on a field of somebody else."""
    steht: dict[Field, str] = {}
    for einheit in s.einheiten():
        if einheit.at is None:
            continue
        for feld in s.flaeche(einheit):
            if feld not in s.grid:
                raise ValueError(f"{einheit.id} steht nicht ganz auf der Karte.")
            if feld in steht:
                raise ValueError(f"{steht[feld]} und {einheit.id} stehen beide auf {field_name(feld)}.")
            steht[feld] = einheit.id


def _start_merken(s: Schlacht, genannt: set[str]) -> None:
    """Where the file says nothing, the active side's Weitkämpfer began the Spieldurchgang where they stand (R-23)."""
    for figur in s.figuren.values():
        if s.typ(figur).weit and figur.id not in genannt and figur.seite == s.active:
            figur.start = s.flaeche(figur)


def _sitze(seats: Mapping[str, Any], sides: Mapping[str, list[str]]) -> tuple[Sitz, ...]:
    """`seats = { blau = "kelten" }`; `setup.sides = { links = ["blau", "gruen"] }` puts several seats on one side.

    A seat may also be a table, `{ volk = "kelten", punkte = 75 }`.
    """
    if not seats:
        raise ValueError('seats fehlt: seats = { blau = "kelten", rot = "roemer" }.')
    where = {seat: side for side, members in sides.items() for seat in members}
    sitze = []
    for key, value in seats.items():
        values = dict(value) if isinstance(value, Mapping) else {"volk": str(value)}
        sitze.append(Sitz(**{"key": key, "seite": where.get(key, key), **values}))
    if len({*sides, *(sitz.seite for sitz in sitze)}) > 2:
        raise ValueError("Mehr als zwei Seiten gibt es nicht: setup.sides sagt, wer zusammengehört.")
    return tuple(sitze)


def _neue_partie(setup: dict[str, Any], sitze: tuple[Sitz, ...], units: list[Any]) -> Schlacht:
    """A whole battle: `setup.partie = { szenario = "geheimdokument" }` or `{ karte, punkte, runden, armeen }`."""
    if units:
        raise ValueError("Eine ganze Partie bringt ihre Einheiten selbst mit.")
    wahl = dict(setup.pop("partie"))
    fremd = [key for key in wahl if key not in ("szenario", "karte", "punkte", "runden", "armeen")]
    if fremd:
        raise ValueError(f"partie kennt »{fremd[0]}« nicht.")
    optionen = Optionen(**setup.pop("optionen", {}))
    if setup:
        raise ValueError(f"Neben »partie« kennt setup »{next(iter(setup))}« nicht.")
    if "szenario" in wahl:
        key = str(wahl.pop("szenario"))
        szenario = content.szenarien().get(key)
        seiten = {
            sitz.key: next((k for k, seite in szenario.seiten.items() if seite.volk == sitz.volk), sitz.seite)
            if szenario is not None and sitz.seite == sitz.key
            else sitz.seite
            for sitz in sitze
        }
        return partie.szenario_partie(key, seiten, optionen=optionen, **wahl)
    armeen = {}
    for sitz, name in wahl.pop("armeen").items():
        if name not in content.armeen():
            raise ValueError(f"{sitz}: eine Armee »{name}« gibt es nicht.")
        armeen[sitz] = content.armeen()[name]
    seiten = {sitz.key: sitz.seite for sitz in sitze}
    return partie.punkte_partie(armeen=armeen, seiten=seiten, optionen=optionen, **wahl)


def _aufbau(
    data: Mapping[str, Any],
    setup: dict[str, Any],
    sitze: tuple[Sitz, ...],
    seiten: tuple[str, ...],
    truppen: Einheiten,
) -> Aufbau:
    extra = {key: setup.pop(key) for key in _SETUP_AUFBAU if key in setup}
    for key in ("zonen", "eingang"):
        if key in extra:
            extra[key] = {seite: _bereich(felder) for seite, felder in extra[key].items()}
    regel = extra.pop("kiste_regel", None)
    if regel is not None:
        extra["kiste"] = {**regel, "ziel": _bereich(regel.get("ziel", ()))}
    return Aufbau(
        **{
            "szenario": "fall",
            "karte": _karte(data.get("map", {"wiese": [20, 12]})),
            "gelaende": dict(content.gelaende()),
            "tabellen": content.tabellen(),
            "figurtypen": truppen.figurtypen,
            "wagentypen": truppen.wagentypen,
            "sitze": sitze,
            "seiten": seiten,
            **extra,
        }
    )


def _bereich(felder: Any) -> tuple[Any, ...]:
    """Fields by name or as a rectangle, `["A1:D4", "F2"]`."""
    gefunden: dict[Any, None] = {}
    for feld in felder:
        for einzeln in content.Bereich.model_validate(feld).felder if isinstance(feld, str) else (tuple(feld),):
            gefunden[einzeln] = None
    return tuple(gefunden)


def _karte(data: Any) -> Karte:
    if isinstance(data, str):
        if data not in content.karten():
            raise ValueError(f"Eine Karte »{data}« gibt es nicht.")
        return content.karten()[data]
    if "wiese" in data:
        masse = data["wiese"]
        if not isinstance(masse, list | tuple) or len(masse) != 2 or not all(isinstance(zahl, int) for zahl in masse):
            raise ValueError("map.wiese ist eine Breite und eine Höhe: [20, 12].")
        return _bemalt(Karte.wiese(*masse), data.get("felder", {}))
    rows = data["rows"]
    rows = [row for row in rows.splitlines() if row.strip()] if isinstance(rows, str) else rows
    legend = {**_legende(), **data.get("legend", {})}
    more = {key: data[key] for key in ("treppen", "baum") if key in data}
    return Karte.aus_zeilen([row.replace(" ", "") for row in rows], legend, **more)


def _legende() -> dict[str, str]:
    """The signs of the house maps, so that a case need not repeat them."""
    return {
        ".": "wiese", "=": "strasse", "a": "baumast", "T": "baumstamm", "b": "gebuesch_klein", "B": "gebuesch_gross",
        "s": "steinbrocken", "h": "hecke", "z": "zaun", "m": "sumpf", "l": "lehm", "W": "wasser_tief", "f": "furt",
        "g": "hang_gruen", "n": "hang_braun", "D": "dornen", "w": "wasser_seicht", "u": "urwaldsumpf",
        "F": "felsenfeld", "R": "felsen", "M": "mauer", "o": "fenster", "d": "tuer",
    }  # fmt: skip


def _bemalt(karte: Karte, felder: Mapping[str, str]) -> Karte:
    """`map = { wiese = [20, 12], felder = { D5 = "hecke" } }`: a meadow with single fields of other terrain."""
    signs = {terrain: sign for sign, terrain in _legende().items()}
    rows = [list(row) for row in karte.zeilen]
    for name, terrain in felder.items():
        x, y = parse_field(name)
        if terrain not in signs or not (y < len(rows) and x < len(rows[0])):
            raise ValueError(f'map.felder: {name} = "{terrain}" geht nicht.')
        rows[y][x] = signs[terrain]
    return Karte.aus_zeilen(["".join(row) for row in rows], _legende())
