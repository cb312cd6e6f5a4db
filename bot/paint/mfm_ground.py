"""The maps of MfM as ground: which terrain of the rulebook is drawn as which kind."""

from __future__ import annotations

from functools import lru_cache

from bot.paint.terrain import Field, Ground, Terrain
from rules.mfm.content import Karte
from rules.mfm.model import Schlacht

__all__ = ["TERRAIN", "ground_of", "terrain_names"]

TERRAIN = {
    "wiese": Terrain.MEADOW,
    "strasse": Terrain.ROAD,
    "lehm": Terrain.CLAY,
    "zaun": Terrain.FENCE,
    "hecke": Terrain.HEDGE,
    "steinbrocken": Terrain.BOULDERS,
    "gebuesch_klein": Terrain.BUSH,
    "gebuesch_gross": Terrain.THICKET,
    "dornen": Terrain.THORNS,
    "baumast": Terrain.BRANCHES,
    "baumstamm": Terrain.TRUNK,
    "hang_braun": Terrain.SLOPE_BROWN,
    "hang_gruen": Terrain.SLOPE_GREEN,
    "wasser_seicht": Terrain.SHALLOWS,
    "wasser_tief": Terrain.DEEP_WATER,
    "sumpf": Terrain.SWAMP,
    "urwaldsumpf": Terrain.JUNGLE_SWAMP,
    "furt": Terrain.FORD,
    "felsenfeld": Terrain.MOUNTAIN,
    "felsen": Terrain.CLIFF,
    "mauer": Terrain.WALL,
    "fenster": Terrain.WINDOW,
    "tuer": Terrain.DOOR,
}


def ground_of(karte: Karte) -> Ground:
    trees: dict[int, list[Field]] = {}
    for field in karte.grid.fields():
        number = karte.baum(field)
        if number is not None:
            trees.setdefault(number, []).append(field)
    grown = tuple(tuple(fields) for fields in trees.values())
    return _ground(karte.zeilen, tuple(sorted(karte.legende.items())), grown, karte.treppen)


@lru_cache(maxsize=64)
def _ground(
    rows: tuple[str, ...],
    legend: tuple[tuple[str, str], ...],
    trees: tuple[tuple[Field, ...], ...],
    stairs: tuple[tuple[Field, Field], ...],
) -> Ground:
    kinds = {sign: TERRAIN[key] for sign, key in legend}
    return Ground(tuple(tuple(kinds[sign] for sign in row) for row in rows), trees, stairs)


def terrain_names(s: Schlacht) -> tuple[tuple[Terrain, str], ...]:
    """What the legend explains: terrain on the map in the order of the rulebook's table, without the meadow."""
    found = {s.karte.legende[sign] for row in s.karte.zeilen for sign in row}
    return tuple(
        (TERRAIN[key], _short(ground.name))
        for key, ground in s.aufbau.gelaende.items()
        if key in found and key != "wiese" and key in TERRAIN
    )


def _short(name: str) -> str:
    """»Lehmfeld« is Lehm; with an adjective before it the word is needed for the grammar."""
    return name if " " in name else name.removesuffix("feld")
