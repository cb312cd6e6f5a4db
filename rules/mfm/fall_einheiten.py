"""The units of a ruling file: read one by one, with values of their own, and put aboard what carries them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from rules.board.square import Facing, parse_field
from rules.mfm import content
from rules.mfm.content import Figurtyp, Rolle, Wagentyp
from rules.mfm.model import Figur, Gefaehrt
from rules.mfm.sprache import gross
from rules.mfm.truppen import aufsitzen
from rules.referee.content import worded

T = TypeVar("T", Figurtyp, Wagentyp)

_KURZ = {"ruestung": "s", "bewegung": "b", "symbols": "symbole", "row": "zeile"}
_WERT = re.compile(r"(?:F(?P<f>\d+)\s*)?T?(?P<n>\d+)\s*[x×]\s*1-(?P<k>\d+)", re.IGNORECASE)
_UNIT_KEYS = {"id", "type", "side", "at", "facing", "aboard", "crew", "name", "zu_fuss", "reittier_lp"}


@dataclass
class Einheiten:
    """What has been read so far. `seiten` says for which side each seat fights."""

    seiten: Mapping[str, str]
    stamm_figuren: dict[str, Figurtyp]
    stamm_wagen: dict[str, Wagentyp]
    figurtypen: dict[str, Figurtyp] = field(default_factory=dict)
    wagentypen: dict[str, Wagentyp] = field(default_factory=dict)
    figuren: dict[str, Figur] = field(default_factory=dict)
    gefaehrte: dict[str, Gefaehrt] = field(default_factory=dict)

    def lesen(self, units: list[Any]) -> None:
        for unit in units:
            try:
                self._einheit(dict(unit))
            except ValidationError as error:
                raise ValueError(f"{unit['id']}: {fehlersatz(error)}") from None
        for unit in units:
            if "crew" not in unit:
                self._lenker_stellen(self.gefaehrte.get(str(unit["id"])))
        self._besatzung_ordnen()

    def _einheit(self, unit: dict[str, Any]) -> None:
        key, typ, sitz = str(unit.pop("id")), str(unit.pop("type")), str(unit.pop("side"))
        if key in self.figuren or key in self.gefaehrte:
            raise ValueError(f"Die Kennung »{key}« ist doppelt.")
        if sitz not in self.seiten:
            raise ValueError(f"{key}: einen Sitz »{sitz}« gibt es nicht.")
        unit = {_KURZ.get(name, name): value for name, value in unit.items()}
        at = feld_lesen(unit.pop("at", None))
        if "start" in unit:
            unit["start"] = tuple(feld_lesen(feld) for feld in unit["start"])
        common = {"id": key, "sitz": sitz, "seite": self.seiten[sitz], "at": at}
        if typ in self.stamm_wagen:
            self._wagen(self.stamm_wagen[typ], unit, common)
        elif unit.get("art") == "reittier" and (typ in self.figurtypen or typ in self.stamm_figuren):
            self.figurtypen.setdefault(typ, self.stamm_figuren.get(typ) or self.figurtypen[typ])
            self._reittier(typ, unit, common)
        elif typ in self.stamm_figuren:
            self._figur(self.stamm_figuren[typ], unit, common)
        else:
            raise ValueError(f"{key}: den Typ »{typ}« gibt es nicht.")

    def _wagen(self, stamm: Wagentyp, unit: dict[str, Any], common: dict[str, Any]) -> None:
        key = common["id"]
        typ = angepasst(stamm, unit, key, Gefaehrt)
        self.wagentypen[typ.key] = typ
        values = {"typ": typ.key, "name": f"{gross(typ.name)} {key}", "lp": typ.pool}
        self.gefaehrte[key] = _gefaehrt({**common, **values}, unit)

    def _reittier(self, typ: str, unit: dict[str, Any], common: dict[str, Any]) -> None:
        key = common["id"]
        _unbekanntes(unit, key, Gefaehrt)
        self.gefaehrte[key] = _gefaehrt({**common, "typ": typ, "name": f"Reittier {key}", "lp": 1}, unit)

    def _figur(self, stamm: Figurtyp, unit: dict[str, Any], common: dict[str, Any]) -> None:
        key = common["id"]
        typ = angepasst(stamm, unit, key, Figur)
        self.figurtypen[typ.key] = typ
        facing = Facing.parse(unit.pop("facing", "nord"))
        an_bord = unit.pop("aboard", None)
        zu_fuss = unit.pop("zu_fuss", False)
        tier_lp = unit.pop("reittier_lp", None)
        values = {
            "typ": typ.key,
            "name": f"{typ.name} {key}",
            "lp": typ.lp,
            "an_bord": an_bord,
            "facing": facing if typ.board != (1, 1) and typ.reittier is None else None,
            "wartet": common["at"] is None and an_bord is None and not unit.get("out"),
        }
        self.figuren[key] = Figur(**{**common, **values, **unit})
        if typ.reittier is not None and not zu_fuss and an_bord is None and not unit.get("out"):
            aufsitzen(self.figuren[key], typ, self.gefaehrte, facing, tier_lp)

    def _lenker_stellen(self, wagen: Gefaehrt | None) -> None:
        """A Streitwagen without a named crew has a Lenker of its people (STW 1.1); `crew = []` has none."""
        if wagen is None or wagen.art != "streitwagen" or wagen.fuehrer or wagen.out:
            return
        if any(wagen.id in (figur.an_bord, figur.fuehrt) for figur in self.figuren.values()):
            return
        volk = wagen.typ.partition(".")[0]
        typ = next((t for t in self.stamm_figuren.values() if t.volk == volk and Rolle.LENKER in t.rolle), None)
        if typ is None:
            raise ValueError(f"{wagen.id}: einen Lenker hat das Volk nicht; die Besatzung muss genannt werden.")
        self.figurtypen[typ.key] = typ
        key = f"{wagen.id}-Lenker"
        self.figuren[key] = Figur(
            id=key, sitz=wagen.sitz, seite=wagen.seite, typ=typ.key, name=f"{typ.name} {key}", lp=typ.lp,
            an_bord=wagen.id,
        )  # fmt: skip

    def _besatzung_ordnen(self) -> None:
        """Make `aboard` and `crew` agree, and give the reins to the first who may drive; `lenker = ""` is nobody."""
        for figur in self.figuren.values():
            if figur.an_bord is not None:
                wagen = self._gefaehrt(figur.an_bord, figur.id)
                if figur.id not in wagen.besatzung:
                    wagen.besatzung = (*wagen.besatzung, figur.id)
        for wagen in self.gefaehrte.values():
            for key in wagen.besatzung:
                figur = self._figur_von(key, wagen.id)
                figur.an_bord = wagen.id
                figur.wartet = False
                figur.at = None
            if wagen.lenker is None:
                wagen.lenker = next((k for k in wagen.besatzung if self._darf_lenken(k)), None)
            wagen.lenker = wagen.lenker or None
            if wagen.fuehrer:
                self._figur_von(wagen.fuehrer, wagen.id).fuehrt = wagen.id
        for figur in self.figuren.values():
            if figur.fuehrt:
                self._gefaehrt(figur.fuehrt, figur.id).fuehrer = figur.id

    def _darf_lenken(self, key: str) -> bool:
        return self.figurtypen[self.figuren[key].typ].darf_lenken

    def _gefaehrt(self, key: str, wer: str) -> Gefaehrt:
        if key not in self.gefaehrte:
            raise ValueError(f"{wer}: ein Gefährt »{key}« gibt es nicht.")
        return self.gefaehrte[key]

    def _figur_von(self, key: str, wer: str) -> Figur:
        if key not in self.figuren:
            raise ValueError(f"{wer}: eine Figur »{key}« gibt es nicht.")
        return self.figuren[key]


def stammtypen(eigene: list[Any]) -> tuple[dict[str, Figurtyp], dict[str, Wagentyp]]:
    """The types that units may name: those of the peoples, and those that the file brings along in full."""
    figuren, wagen = dict(content.figurtypen()), dict(content.wagentypen())
    for data in eigene:
        if "anfahr" in data:
            wagentyp = Wagentyp.model_validate(data)
            wagen[wagentyp.key] = wagentyp
        else:
            figurtyp = Figurtyp.model_validate(data)
            figuren[figurtyp.key] = figurtyp
    return figuren, wagen


def _gefaehrt(values: dict[str, Any], unit: dict[str, Any]) -> Gefaehrt:
    facing = Facing.parse(unit.pop("facing", "nord"))
    crew = tuple(unit.pop("crew", ()))
    wartet = values["at"] is None and not unit.get("out")
    return Gefaehrt(**{**values, "facing": facing, "besatzung": crew, "wartet": wartet, **unit})


def angepasst(typ: T, unit: dict[str, Any], key: str, state: type[BaseModel]) -> T:
    """A type of its own for a unit whose values the file overrides; what is state stays in `unit`."""
    allowed = set(type(typ).model_fields) - {"key", "volk", "name", "lp", "quellen"}
    own = {name: unit.pop(name) for name in list(unit) if name in allowed and name not in state.model_fields}
    _unbekanntes(unit, key, state)
    if not own:
        return typ
    values = {**typ.model_dump(), **{name: _wert(value) for name, value in own.items()}, "key": f"{typ.key}#{key}"}
    if "anfahr" not in values and "verteidigung" not in own:
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


def _unbekanntes(unit: dict[str, Any], key: str, state: type[BaseModel]) -> None:
    for name in unit:
        if name not in state.model_fields and name not in _UNIT_KEYS:
            raise ValueError(f"{key}: »{name}« gibt es nicht.")


def _wert(value: Any) -> Any:
    match = _WERT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return value
    return {name: int(number) for name, number in match.groupdict().items() if number is not None}


def fehlersatz(error: ValidationError) -> str:
    """What is wrong with a value that a model does not take, in one sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"»{where}«: {worded(first)}" if where else worded(first)


def feld_lesen(value: Any) -> Any:
    """A field as the file names it (`D5`); what is not text is left to the model to check."""
    return parse_field(value) if isinstance(value, str) else value
