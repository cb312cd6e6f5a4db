"""Any MfM battle written down as the data of a ruling file, so that it can be sent, read and played on.

Reading it back (`fall.lesen`) gives the same battle, to the byte of its stored state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from rules.board.square import Field, field_name
from rules.mfm import content
from rules.mfm.content import Figurtyp, Karte, Wagentyp
from rules.mfm.fall_einheiten import angepasst
from rules.mfm.model import Figur, Gefaehrt, Optionen, Schlacht, Sitz

T = TypeVar("T", Figurtyp, Wagentyp)


def beschreiben(s: Schlacht) -> Mapping[str, Any]:
    """The battle as the data of a ruling file, complete enough to read the same battle from it again."""
    typen: dict[str, dict[str, Any]] = {}
    units = [
        *(_figur_data(s, figur, typen) for figur in s.figuren.values()),
        *(_gefaehrt_data(s, gefaehrt, typen) for gefaehrt in s.gefaehrte.values()),
    ]
    setup = _setup(s)
    if typen:
        setup["typen"] = list(typen.values())
    return {
        "system": "mfm",
        "map": _karte(s.karte),
        "seats": {sitz.key: _sitz(sitz) for sitz in s.aufbau.sitze},
        "setup": setup,
        "unit": units,
    }


def _sitz(sitz: Sitz) -> Any:
    return sitz.volk if sitz.punkte is None else {"volk": sitz.volk, "punkte": sitz.punkte}


def _setup(s: Schlacht) -> dict[str, Any]:
    aufbau = s.aufbau
    setup: dict[str, Any] = {
        "phase": str(s.phase),
        "turn": s.turn,
        "active": s.active,
        "reihenfolge": list(s.reihenfolge),
        "sides": {seite: [sitz.key for sitz in aufbau.sitze if sitz.seite == seite] for seite in aufbau.seiten},
        "szenario": aufbau.szenario,
        "titel": aufbau.titel,
        "nach_punkten": aufbau.nach_punkten,
    }
    setup |= _knapp(s, ("figuren", "gefaehrte", "kiste", "phase", "turn", "active", "reihenfolge"))
    if aufbau.runden is not None:
        setup["runden"] = aufbau.runden
    if aufbau.optionen != Optionen():
        setup["optionen"] = aufbau.optionen.model_dump()
    for name in ("zonen", "eingang"):
        bereiche: dict[str, tuple[Field, ...]] = getattr(aufbau, name)
        if bereiche:
            setup[name] = {seite: _namen(felder) for seite, felder in bereiche.items()}
    if aufbau.eingang_richtung:
        setup["eingang_richtung"] = {seite: list(richtung) for seite, richtung in aufbau.eingang_richtung.items()}
    if aufbau.kiste is not None:
        setup["kiste_regel"] = aufbau.kiste.model_dump() | {"ziel": _namen(aufbau.kiste.ziel)}
    if s.kiste is not None:
        setup["kiste"] = _mit_feldern(_knapp(s.kiste, ()), s.kiste.at)
    return setup


def _karte(karte: Karte) -> Any:
    if content.karten().get(karte.key) == karte:
        return karte.key
    benutzt = dict.fromkeys(zeichen for zeile in karte.zeilen for zeichen in zeile)
    data: dict[str, Any] = {
        "rows": list(karte.zeilen),
        "legend": {zeichen: karte.legende[zeichen] for zeichen in benutzt},
    }
    if karte.treppen:
        data["treppen"] = [_namen(treppe) for treppe in karte.treppen]
    if karte.baeume:
        data["baum"] = [{"felder": _namen(baum.felder)} for baum in karte.baeume]
    return data


def _namen(felder: tuple[Field, ...]) -> list[str]:
    return [field_name(feld) for feld in felder]


def _knapp(model: BaseModel, weg: tuple[str, ...]) -> dict[str, Any]:
    """The values of a model that are not its defaults."""
    return model.model_dump(mode="json", exclude_none=True, exclude_defaults=True, exclude=set(weg))


def _mit_feldern(data: dict[str, Any], at: Field | None) -> dict[str, Any]:
    return data | ({} if at is None else {"at": field_name(at)})


def _figur_data(s: Schlacht, figur: Figur, typen: dict[str, dict[str, Any]]) -> dict[str, Any]:
    typ = s.typ(figur)
    data: dict[str, Any] = {"id": figur.id, "type": "", "side": figur.sitz}
    data |= _mit_feldern(_knapp(figur, ("sitz", "seite", "typ", "an_bord", "start", "facing")), figur.at)
    if figur.facing is not None:
        data["facing"] = str(figur.facing)
    if figur.an_bord:
        data["aboard"] = figur.an_bord
    elif typ.reittier is not None:
        data["zu_fuss"] = True
    if typ.weit is not None:
        data["start"] = _namen(figur.start)
    return data | _typ(typ, content.figurtypen().get(_stamm(figur)), figur, typen)


def _gefaehrt_data(s: Schlacht, gefaehrt: Gefaehrt, typen: dict[str, dict[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {"id": gefaehrt.id, "type": gefaehrt.typ, "side": gefaehrt.sitz}
    data |= _mit_feldern(_knapp(gefaehrt, ("sitz", "seite", "typ", "besatzung", "facing")), gefaehrt.at)
    data |= {"facing": str(gefaehrt.facing), "crew": list(gefaehrt.besatzung), "lenker": gefaehrt.lenker or ""}
    if gefaehrt.art == "reittier":
        return data
    return data | _typ(s.wagentyp(gefaehrt), content.wagentypen().get(_stamm(gefaehrt)), gefaehrt, typen)


def _stamm(einheit: Figur | Gefaehrt) -> str:
    return einheit.typ.partition("#")[0]


def _typ(typ: T, stamm: T | None, einheit: Figur | Gefaehrt, typen: dict[str, Any]) -> dict[str, Any]:
    """How the unit names its type: from the list, with the values in which it differs, or written out in full."""
    if typ == stamm:
        return {"type": typ.key}
    if stamm is not None and typ.key == f"{stamm.key}#{einheit.id}":
        mine, base = typ.model_dump(mode="json"), stamm.model_dump(mode="json")
        weg = ("key", "volk", "name", "lp", "quellen")
        eigen = {k: v for k, v in mine.items() if k not in weg and v != base[k] and v is not None}
        eigen = {name: _ohne_none(value) for name, value in eigen.items()}
        if angepasst(stamm, dict(eigen), einheit.id, type(einheit)) == typ:
            return {"type": stamm.key, **eigen}
    typen[typ.key] = _ohne_none(typ.model_dump(mode="json"))
    return {"type": typ.key}


def _ohne_none(value: Any) -> Any:
    """TOML has no word for nothing."""
    if isinstance(value, dict):
        return {key: _ohne_none(inner) for key, inner in value.items() if inner is not None}
    return [_ohne_none(inner) for inner in value] if isinstance(value, list) else value
