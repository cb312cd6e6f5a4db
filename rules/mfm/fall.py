"""MfM in ruling files: a battle read from a file's data, its facts, and any battle written down again as such data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from rules.board.square import Facing, Field, field_name, parse_field
from rules.mfm import content
from rules.mfm.content import Figurtyp, Karte, Wagentyp
from rules.mfm.model import Aufbau, Figur, Gefaehrt, Kampf, Phase, Schlacht, Sitz
from rules.mfm.rahmen import punktestand

EINHEIT_FAKTEN: Mapping[str, str] = {
    "at": "Feld; bei mehreren Feldern das linke vordere, an Bord das des Gefährts, sonst leer",
    "facing": "Blickrichtung nord, ost, sued, west",
    "out": "ausgeschieden",
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
}

_KURZ = {"ruestung": "s", "bewegung": "b", "symbols": "symbole", "row": "zeile"}
_WERT = re.compile(r"(?:F(?P<f>\d+)\s*)?T?(?P<n>\d+)\s*[x×]\s*1-(?P<k>\d+)", re.IGNORECASE)
_UNIT_KEYS = {"id", "type", "side", "at", "facing", "aboard", "crew"}
_SETUP_AUFBAU = ("optionen", "runden", "zonen", "eingang", "kiste_regel", "szenario", "nach_punkten")
MAX_UNITS = 200


def lesen(data: Mapping[str, Any]) -> Schlacht:
    """The battle that a ruling file describes; ValueError with one sentence if it cannot be made."""
    try:
        return _lesen(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"»{where}«: {first['msg']}") from None
    except KeyError as error:
        raise ValueError(f"Es fehlt {error}.") from None
    except TypeError as error:
        raise ValueError(f"Die Datei hat nicht die erwartete Form: {error}") from None


def _lesen(data: Mapping[str, Any]) -> Schlacht:
    setup = dict(data.get("setup", {}))
    sitze = _sitze(data.get("seats", {}), setup.pop("sides", None))
    units = list(data.get("unit", ()))
    if len(units) > MAX_UNITS:
        raise ValueError(f"Mehr als {MAX_UNITS} Einheiten.")
    figurtypen: dict[str, Figurtyp] = {}
    wagentypen: dict[str, Wagentyp] = {}
    figuren: dict[str, Figur] = {}
    gefaehrte: dict[str, Gefaehrt] = {}
    seiten = {sitz.key: sitz.seite for sitz in sitze}
    for unit in units:
        _einheit_lesen(dict(unit), seiten, figurtypen, wagentypen, figuren, gefaehrte)
    _besatzung_ordnen(figuren, gefaehrte, figurtypen)
    kiste = setup.pop("kiste", None)
    aufbau = _aufbau(data, setup, sitze, figurtypen, wagentypen)
    unbekannt = [key for key in setup if key not in Schlacht.model_fields]
    if unbekannt:
        raise ValueError(f"setup kennt »{unbekannt[0]}« nicht.")
    reihenfolge = aufbau.seiten
    schlacht = Schlacht.neu(
        aufbau,
        **{
            "phase": Phase.SPIEL,
            "active": reihenfolge[0],
            "reihenfolge": reihenfolge,
            "figuren": figuren,
            "gefaehrte": gefaehrte,
            "kiste": None if kiste is None else {k: _feld(v) if k == "at" else v for k, v in kiste.items()},
            **setup,
        },
    )
    if schlacht.active not in aufbau.seiten:
        raise ValueError(f"Eine Seite »{schlacht.active}« gibt es nicht.")
    _start_merken(schlacht)
    return schlacht


def _sitze(seats: Mapping[str, Any], sides: Mapping[str, list[str]] | None) -> tuple[Sitz, ...]:
    """`seats = { blau = "kelten" }`; `setup.sides = { links = ["blau", "gruen"] }` puts several seats on one side."""
    if not seats:
        raise ValueError('seats fehlt: seats = { blau = "kelten", rot = "roemer" }.')
    where = {seat: side for side, members in (sides or {}).items() for seat in members}
    return tuple(Sitz(key=key, seite=where.get(key, key), volk=str(volk)) for key, volk in seats.items())


def _aufbau(
    data: Mapping[str, Any],
    setup: dict[str, Any],
    sitze: tuple[Sitz, ...],
    figurtypen: dict[str, Figurtyp],
    wagentypen: dict[str, Wagentyp],
) -> Aufbau:
    extra = {key: setup.pop(key) for key in _SETUP_AUFBAU if key in setup}
    for key in ("zonen", "eingang"):
        if key in extra:
            extra[key] = {seite: tuple(_feld(feld) for feld in felder) for seite, felder in extra[key].items()}
    regel = extra.pop("kiste_regel", None)
    if regel is not None:
        extra["kiste"] = {**regel, "ziel": tuple(_feld(feld) for feld in regel.get("ziel", ()))}
    return Aufbau(
        **{
            "szenario": "fall",
            "karte": _karte(data.get("map", {"wiese": [20, 12]})),
            "gelaende": dict(content.gelaende()),
            "tabellen": content.tabellen(),
            "figurtypen": figurtypen,
            "wagentypen": wagentypen,
            "sitze": sitze,
            "seiten": tuple(dict.fromkeys(sitz.seite for sitz in sitze)),
            **extra,
        }
    )


def _karte(data: Any) -> Karte:
    if isinstance(data, str):
        if data not in content.karten():
            raise ValueError(f"Eine Karte »{data}« gibt es nicht.")
        return content.karten()[data]
    if "wiese" in data:
        breite, hoehe = data["wiese"]
        karte = Karte.wiese(breite, hoehe)
        return _bemalt(karte, data.get("felder", {}))
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


def _feld(value: Any) -> Any:
    return parse_field(value) if isinstance(value, str) else value


def _einheit_lesen(
    unit: dict[str, Any],
    seiten: Mapping[str, str],
    figurtypen: dict[str, Figurtyp],
    wagentypen: dict[str, Wagentyp],
    figuren: dict[str, Figur],
    gefaehrte: dict[str, Gefaehrt],
) -> None:
    key, typ, sitz = str(unit.pop("id")), str(unit.pop("type")), str(unit.pop("side"))
    if key in figuren or key in gefaehrte:
        raise ValueError(f"Die Kennung »{key}« ist doppelt.")
    if sitz not in seiten:
        raise ValueError(f"{key}: einen Sitz »{sitz}« gibt es nicht.")
    at, facing = _feld(unit.pop("at", None)), unit.pop("facing", None)
    unit = {_KURZ.get(name, name): value for name, value in unit.items()}
    common = {"id": key, "sitz": sitz, "seite": seiten[sitz]}
    if typ in content.wagentypen():
        wagen = _angepasst(content.wagentypen()[typ], unit, key, Gefaehrt)
        wagentypen[wagen.key] = wagen
        crew = tuple(unit.pop("crew", ()))
        gefaehrte[key] = Gefaehrt(
            **{
                **common, "typ": wagen.key, "name": unit.pop("name", f"{_gross(wagen.name)} {key}"), "lp": wagen.pool,
                "at": at, "facing": Facing.parse(facing or "nord"), "besatzung": crew, "wartet": at is None, **unit,
            }
        )  # fmt: skip
        return
    if typ in content.figurtypen() and unit.get("art") == "reittier":
        figurtypen[typ] = content.figurtypen()[typ]
        gefaehrte[key] = Gefaehrt(
            **{
                **common, "typ": typ, "name": f"Reittier {key}", "lp": 1, "at": at,
                "facing": Facing.parse(facing or "nord"), "besatzung": tuple(unit.pop("crew", ())), **unit,
            }
        )  # fmt: skip
        return
    if typ not in content.figurtypen():
        raise ValueError(f"{key}: den Typ »{typ}« gibt es nicht.")
    figurtyp = _angepasst(content.figurtypen()[typ], unit, key, Figur)
    figurtypen[figurtyp.key] = figurtyp
    an_bord = unit.pop("aboard", None)
    zu_fuss = unit.pop("zu_fuss", False)
    name = unit.pop("name", f"{figurtyp.name} {key}")
    tier_lp = unit.pop("reittier_lp", None)
    mehrere = figurtyp.board != (1, 1) and figurtyp.reittier is None
    figuren[key] = Figur(
        **{
            **common, "typ": figurtyp.key, "name": name, "lp": figurtyp.lp, "at": at, "an_bord": an_bord,
            "facing": Facing.parse(facing or "nord") if mehrere else None,
            "wartet": at is None and an_bord is None and "out" not in unit, **unit,
        }
    )  # fmt: skip
    if figurtyp.reittier is not None and not zu_fuss and an_bord is None:
        aufsitzen(figuren[key], figurtyp, gefaehrte, Facing.parse(facing or "nord"), tier_lp)


def aufsitzen(
    figur: Figur, typ: Figurtyp, gefaehrte: dict[str, Gefaehrt], facing: Facing, lp: int | None = None
) -> None:
    """Put a Reiter onto the Reittier that comes with him (R-67)."""
    assert typ.reittier is not None
    tier = Gefaehrt(
        id=f"{figur.id}-Pferd",
        sitz=figur.sitz,
        seite=figur.seite,
        typ=typ.key,
        art="reittier",
        name=f"Reittier von {figur.id}",
        lp=typ.reittier.lp if lp is None else lp,
        at=figur.at,
        facing=facing,
        besatzung=(figur.id,),
        lenker=figur.id,
        wartet=figur.wartet,
    )
    gefaehrte[tier.id] = tier
    figur.at = None
    figur.an_bord = tier.id
    figur.wartet = False


def _gross(text: str) -> str:
    return text[:1].upper() + text[1:]


def _angepasst(typ: Any, unit: dict[str, Any], key: str, state: type[BaseModel]) -> Any:
    """A type of its own for a unit whose values the file overrides; what is state stays in `unit`."""
    allowed = set(type(typ).model_fields) - {"key", "volk", "name", "lp", "quellen"}
    own = {name: unit.pop(name) for name in list(unit) if name in allowed and name not in state.model_fields}
    for name in unit:
        known = _UNIT_KEYS | {"name", "zu_fuss", "reittier_lp"}
        if name not in state.model_fields and name not in known:
            raise ValueError(f"{key}: »{name}« gibt es nicht.")
    if not own:
        return typ
    values = {**typ.model_dump(), **{name: _wert(value) for name, value in own.items()}, "key": f"{typ.key}#{key}"}
    if "anfahr" not in values:
        # A weapon that the type does not have needs a row of the Verteidigungstabelle to be defended against.
        zeile = dict(values["verteidigung"])
        if values.get("fern") and not zeile.get("fern"):
            zeile["fern"] = "-------FFFFF"
        if values.get("weit") and not zeile.get("weit"):
            zeile["weit"] = "-------*****"
        for name in ("fern", "weit"):
            if not values.get(name):
                zeile[name] = None
        values["verteidigung"] = zeile
    return type(typ).model_validate(values)


def _wert(value: Any) -> Any:
    match = _WERT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return value
    found = {name: int(number) for name, number in match.groupdict().items() if number is not None}
    return found


def _besatzung_ordnen(
    figuren: dict[str, Figur], gefaehrte: dict[str, Gefaehrt], figurtypen: dict[str, Figurtyp]
) -> None:
    """Make `aboard` and `crew` agree, and give the reins to the first who may drive."""
    for figur in figuren.values():
        if figur.an_bord is None:
            continue
        if figur.an_bord not in gefaehrte:
            raise ValueError(f"{figur.id}: ein Gefährt »{figur.an_bord}« gibt es nicht.")
        wagen = gefaehrte[figur.an_bord]
        if figur.id not in wagen.besatzung:
            wagen.besatzung = (*wagen.besatzung, figur.id)
    for wagen in gefaehrte.values():
        for key in wagen.besatzung:
            if key not in figuren:
                raise ValueError(f"{wagen.id}: eine Figur »{key}« gibt es nicht.")
            figuren[key].an_bord = wagen.id
            figuren[key].wartet = False
            figuren[key].at = None
        if wagen.lenker is None:
            wagen.lenker = next((k for k in wagen.besatzung if figurtypen[figuren[k].typ].darf_lenken), None)
        if wagen.fuehrer:
            figuren[wagen.fuehrer].fuehrt = wagen.id
    for figur in figuren.values():
        if figur.fuehrt:
            gefaehrte[figur.fuehrt].fuehrer = figur.id


def _start_merken(s: Schlacht) -> None:
    """Every Weitkämpfer of the active side began its Spieldurchgang where it stands (R-23)."""
    for figur in s.figuren.values():
        if s.typ(figur).weit and not figur.start and figur.seite == s.active:
            figur.start = s.flaeche(figur)


# -- facts ------------------------------------------------------------------------------------------------------------


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
    if was.startswith("kiste"):
        kiste = s.kiste
        if kiste is None:
            raise KeyError("In dieser Partie gibt es keine Kiste.")
        if was == "kiste":
            at = s.figuren[kiste.traeger].at if kiste.traeger else kiste.at
            return "" if at is None else field_name(at)
        return {"kiste_traeger": kiste.traeger, "kiste_zweiter": kiste.zweiter}[was] or ""
    if was not in SCHLACHT_FAKTEN:
        raise KeyError(f"Den Fakt »battle.{was}« gibt es nicht.")
    return _klar(getattr(s, was))


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
    "reittier": _reittier_id,
    "reittier_lp": _reittier_lp,
}


# -- writing a battle down --------------------------------------------------------------------------------------------


def beschreiben(s: Schlacht) -> Mapping[str, Any]:
    """The battle as the data of a ruling file, complete enough to read the same battle from it again."""
    aufbau = s.aufbau
    setup: dict[str, Any] = s.model_dump(
        mode="json", exclude={"figuren", "gefaehrte", "kiste"}, exclude_none=True, exclude_defaults=True
    )
    setup["sides"] = {seite: [sitz.key for sitz in aufbau.sitze if sitz.seite == seite] for seite in aufbau.seiten}
    setup |= {"phase": str(s.phase), "turn": s.turn, "active": s.active, "szenario": aufbau.szenario}
    setup |= {"runden": aufbau.runden} if aufbau.runden is not None else {}
    setup["optionen"] = aufbau.optionen.model_dump()
    setup["nach_punkten"] = aufbau.nach_punkten
    for name in ("zonen", "eingang"):
        setup[name] = {k: [field_name(f) for f in felder] for k, felder in getattr(aufbau, name).items()}
    if aufbau.kiste is not None:
        setup["kiste_regel"] = aufbau.kiste.model_dump() | {"ziel": [field_name(f) for f in aufbau.kiste.ziel]}
    if s.kiste is not None:
        setup["kiste"] = _einheit_data(s.kiste, ())
    return {
        "system": "mfm",
        "map": {
            "rows": list(aufbau.karte.zeilen),
            "legend": dict(aufbau.karte.legende),
            "treppen": [[field_name(a), field_name(b)] for a, b in aufbau.karte.treppen],
            "baum": [{"felder": [field_name(f) for f in baum.felder]} for baum in aufbau.karte.baeume],
        },
        "seats": {sitz.key: sitz.volk for sitz in aufbau.sitze},
        "setup": setup,
        "unit": [*(_figur_data(s, f) for f in s.figuren.values()), *(_wagen_data(s, g) for g in s.gefaehrte.values())],
    }


def _einheit_data(model: BaseModel, weg: tuple[str, ...]) -> dict[str, Any]:
    data = model.model_dump(mode="json", exclude_none=True, exclude_defaults=True, exclude=set(weg))
    if getattr(model, "at", None) is not None:
        data["at"] = field_name(model.at)  # type: ignore[attr-defined]
    return data


def _figur_data(s: Schlacht, figur: Figur) -> dict[str, Any]:
    data = _einheit_data(figur, ("sitz", "seite", "typ", "an_bord"))
    typ = s.typ(figur)
    data |= {"type": figur.typ.partition("#")[0], "side": figur.sitz, "lp": figur.lp}
    if figur.an_bord:
        data["aboard"] = figur.an_bord
    elif typ.reittier is not None:
        data["zu_fuss"] = True
    return data | _abweichend(typ, content.figurtypen().get(data["type"]))


def _wagen_data(s: Schlacht, gefaehrt: Gefaehrt) -> dict[str, Any]:
    data = _einheit_data(gefaehrt, ("sitz", "seite", "typ", "besatzung"))
    data |= {"type": gefaehrt.typ.partition("#")[0], "side": gefaehrt.sitz, "lp": gefaehrt.lp}
    data |= {"crew": list(gefaehrt.besatzung), "facing": str(gefaehrt.facing)}
    if gefaehrt.art == "streitwagen":
        data |= _abweichend(s.wagentyp(gefaehrt), content.wagentypen().get(data["type"]))
    return data


def _abweichend(typ: Figurtyp | Wagentyp, stamm: Figurtyp | Wagentyp | None) -> dict[str, Any]:
    """The values in which a unit's own type differs from the list."""
    if stamm is None or typ.key == stamm.key:
        return {}
    mine, base = typ.model_dump(mode="json"), stamm.model_dump(mode="json")
    skip = ("key", "quellen", "lp")
    return {
        name: value for name, value in mine.items() if name not in skip and value != base[name] and value is not None
    }


__all__ = ["EINHEIT_FAKTEN", "SCHLACHT_FAKTEN", "Field", "aufsitzen", "beschreiben", "fakt", "lesen"]
