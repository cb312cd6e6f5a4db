"""MfM as a picture: a battle, and the report of its last order if there is one, become a scene."""

from __future__ import annotations

from collections.abc import Iterator

from bot.paint import sides as side_styles
from bot.paint.mfm_ground import ground_of, terrain_names
from bot.paint.mfm_order import LastOrder
from bot.paint.mfm_units import counter, team
from bot.paint.scene import (
    Field,
    Header,
    Item,
    Ring,
    RingKind,
    Scene,
    Side,
    SquareBoard,
    Tint,
    TintKind,
    Trail,
    TrailKind,
    Window,
)
from bot.paint.views import Cutout, Overlay, Range, Reach, View, Whole
from bot.paint.windows import MOST, cut, middle, span
from rules.board.square import parse_field
from rules.mfm import content
from rules.mfm.model import Figur, Phase, Schlacht
from rules.referee.report import Report

__all__ = ["mfm_scene", "mfm_sides"]

_PHASES = {
    Phase.VORBEREITUNG: "Vorbereitung",
    Phase.AUFSTELLUNG: "Aufstellung",
    Phase.SPIEL: "Spiel",
    Phase.ENDE: "Ende",
}
_NAMES = {"gruen": "Grün"}


def mfm_scene(
    s: Schlacht,
    report: Report | None = None,
    *,
    view: View | None = None,
    overlay: Overlay | None = None,
    title: str | None = None,
    before: Schlacht | None = None,
    caption: str = "",
) -> Scene:
    """The picture of a battle; `before` is the battle as the order found it and tells where the fallen stood."""
    order = LastOrder(s, before, report)
    window = _window(s, order, view, overlay)
    tints = tuple(tint for tint in _tints(s, overlay) if any(field in window for field in tint.fields))
    board = SquareBoard(ground_of(s.karte))
    whole = window == Window(0, 0, board.width, board.height)
    # One idea a picture: dice and overlays bring their own explanations.
    legend = whole and overlay is None and not order.throws() and (not isinstance(view, Whole) or view.legend)
    return Scene(
        header=_header(s, title),
        board=board,
        window=window,
        sides=mfm_sides(s),
        counters=tuple(counter(s, f) for f in s.figuren.values() if f.at is not None and not f.out and not f.an_bord),
        teams=tuple(team(s, g) for g in s.gefaehrte.values() if g.at is not None and not g.out),
        items=tuple(_items(s)),
        ghosts=tuple(order.ghosts()),
        fallen=tuple(order.fallen()),
        trails=(*_leashes(s), *order.trails()),
        rings=(*order.rings(), *_targets(s, overlay)),
        tints=tints,
        throws=order.throws(),
        terrain_names=terrain_names(s) if legend else (),
        caption=caption,
    )


def mfm_sides(s: Schlacht) -> tuple[Side, ...]:
    """The sides with colour, sign and strength."""
    people = {side: next(sitz.volk for sitz in s.aufbau.sitze if sitz.seite == side) for side in s.aufbau.seiten}
    styles = side_styles.assign(people.items())
    return tuple(Side(key, _side_name(key), *styles[key], _strength(s, key)) for key in s.aufbau.seiten)


def _side_name(key: str) -> str:
    if key in content.voelker():
        return content.voelker()[key].name
    return _NAMES.get(key, key[:1].upper() + key[1:])


def _strength(s: Schlacht, side: str) -> str:
    alive = list(s.lebende(side))
    waiting = sum(1 for figur in alive if figur.wartet or _waits(s, figur))
    return f"{len(alive)}" + (f" ({waiting} warten)" if waiting > 1 else " (1 wartet)" if waiting else "")


def _waits(s: Schlacht, figur: Figur) -> bool:
    return figur.an_bord is not None and s.gefaehrte[figur.an_bord].wartet


def _header(s: Schlacht, title: str | None) -> Header:
    game = title if title is not None else s.aufbau.titel or _map_name(s) or "Man for Man"
    turn = f"Runde {s.turn}" + (f"/{s.aufbau.runden}" if s.aufbau.runden is not None else "")
    phase = _PHASES.get(Phase(s.phase), "")
    if s.over:
        status = f"Sieg: {_side_name(s.winner)}" if s.winner else "Unentschieden"
        return Header(game, turn, "Ende", status, s.winner or "")
    if s.phase == Phase.VORBEREITUNG:
        return Header(game, "", phase, "noch nicht begonnen")
    return Header(game, turn, phase, f"{_side_name(s.active)} am Zug", s.active)


def _map_name(s: Schlacht) -> str:
    return s.karte.name if s.karte.key in content.karten() else ""


# -- what lies on it --------------------------------------------------------------------------------------------------


def _items(s: Schlacht) -> Iterator[Item]:
    if s.kiste is not None and s.kiste.at is not None and s.kiste.traeger is None:
        yield Item(s.kiste.at)


def _leashes(s: Schlacht) -> Iterator[Trail]:
    for figur in s.figuren.values():
        if figur.fuehrt and figur.at is not None and s.gefaehrte[figur.fuehrt].at is not None:
            animal = s.flaeche(s.gefaehrte[figur.fuehrt])
            front = min(animal, key=lambda field: _apart(field, figur.at or field))
            yield Trail(TrailKind.LEASH, (middle((figur.at,)), middle((front,))), figur.seite, figur.id)


def _apart(a: Field, b: Field) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _tints(s: Schlacht, overlay: Overlay | None) -> Iterator[Tint]:
    if isinstance(overlay, Reach):
        fields = tuple(parse_field(name) for name in overlay.fields)
        yield Tint(TintKind.REACH, fields, s.seite_der(overlay.unit), overlay.label, named=True)
        return
    if isinstance(overlay, Range):
        fields = tuple(parse_field(name) for name in overlay.fields)
        yield Tint(TintKind.RANGE, fields, s.seite_der(overlay.unit), overlay.label)
        return
    if s.phase in (Phase.VORBEREITUNG, Phase.AUFSTELLUNG):
        for side, fields in s.aufbau.zonen.items():
            if fields:
                yield Tint(TintKind.ZONE, tuple(fields), side, f"Aufstellung {_side_name(side)}")
    if s.aufbau.kiste is not None and s.aufbau.kiste.ziel and not s.over:
        yield Tint(TintKind.GOAL, tuple(s.aufbau.kiste.ziel), "", "Ziel der Kiste")


def _targets(s: Schlacht, overlay: Overlay | None) -> Iterator[Ring]:
    if isinstance(overlay, Range):
        for key in overlay.targets:
            fields = s.flaeche(s.einheit(key))
            if fields:
                yield Ring(RingKind.TARGET, fields, key)


# -- what to show -----------------------------------------------------------------------------------------------------


def _window(s: Schlacht, order: LastOrder, view: View | None, overlay: Overlay | None) -> Window:
    width, height = s.karte.breite, s.karte.hoehe
    whole = Window(0, 0, width, height)
    if isinstance(view, Whole):
        return whole
    focus = _named(s, view.around) if isinstance(view, Cutout) and view.around else order.focus()
    room = 2
    if overlay is not None:
        room = 1
        focus += tuple(parse_field(name) for name in overlay.fields) + s.flaeche(s.einheit(overlay.unit))
        if view is None and focus and any(a > b for a, b in zip(span(focus), MOST, strict=True)):
            return whole
    if not focus:
        if isinstance(view, Cutout):
            focus = tuple(f for unit in s.einheiten() for f in s.flaeche(unit)) or ((width // 2, height // 2),)
        else:
            return whole
    return cut(focus, room, width, height)


def _named(s: Schlacht, names: tuple[str, ...]) -> tuple[Field, ...]:
    found: list[Field] = []
    for name in names:
        if name in s.figuren or name in s.gefaehrte:
            found += s.flaeche(s.einheit(name))
        else:
            found.append(parse_field(name))
    return tuple(found)
