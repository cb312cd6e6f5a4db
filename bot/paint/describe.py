"""A scene in words: in German for those who cannot see the picture, and line by line for tests."""

from __future__ import annotations

from collections.abc import Iterator

from bot.paint.picture import ALT_LIMIT
from bot.paint.scene import Field, RingKind, Scene, TrailKind
from rules.board.square import field_name

__all__ = ["alt_text", "scene_text"]


def _place(fields: tuple[Field, ...]) -> str:
    if not fields:
        return ""
    first, last = min(fields, key=sum), max(fields, key=sum)
    return field_name(first) if first == last else f"{field_name(first)}–{field_name(last)}"


def alt_text(scene: Scene) -> str:
    """What happened first, then who stands where; as much as Discord takes."""
    text = " ".join(_sentences(scene))
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1].rsplit(" ", 1)[0] + "…"


def _sentences(scene: Scene) -> Iterator[str]:
    header = scene.header
    yield ", ".join(part for part in (header.game, header.turn, header.phase, header.status) if part) + "."
    window = scene.window
    last = (window.x + window.width - 1, window.y + window.height - 1)
    corners = f"{field_name((window.x, window.y))} bis {field_name(last)}"
    yield f"Ganze Karte, {corners}." if scene.whole else f"Ausschnitt {corners}."
    if scene.caption:
        yield scene.caption.rstrip(".") + "."
    for trail in scene.trails:
        word = {TrailKind.PATH: "Zug", TrailKind.SHOT: "Schuss", TrailKind.JUMP: "Sprung"}.get(trail.kind)
        if word is not None:
            whose = f" von {trail.label}" if trail.label else ""
            yield f"{word}{whose}: {' nach '.join(map(field_name, trail.ends))}."
    for kind, word in ((RingKind.HIT, "Getroffen"), (RingKind.TARGET, "Ziel")):
        names = [ring.label or _place(ring.fields) for ring in scene.rings if ring.kind is kind]
        if names:
            yield f"{word}: {', '.join(names)}."
    if scene.fallen:
        yield f"Ausgeschieden: {', '.join(fallen.label for fallen in scene.fallen)}."
    for throw in scene.throws:
        limit = f" (1–{throw.hit} zählt)" if throw.hit is not None else ""
        yield f"{throw.why}, W{throw.sides}{limit}: {', '.join(map(str, throw.faces))}."
    for tint in scene.tints:
        if tint.named:
            yield f"{tint.label[:1].upper()}{tint.label[1:]}: {', '.join(map(field_name, tint.fields))}."
        else:
            yield f"{tint.label[:1].upper()}{tint.label[1:]} ist hervorgehoben."
    for side in scene.sides:
        names = list(_standing(scene, side.key))
        if names:
            yield f"{side.name}: {', '.join(names)}."
    for item in scene.items:
        yield f"Die Kiste liegt auf {field_name(item.field)}."


def _standing(scene: Scene, side: str) -> Iterator[str]:
    for counter in scene.counters:
        if counter.side == side and any(field in scene.window for field in counter.fields):
            lives = f" ({counter.lp} LP)" if counter.lp_max > 1 else ""
            yield f"{counter.label} {_place(counter.fields)}{lives}"
    for team in scene.teams:
        if team.side == side and any(field in scene.window for field in team.fields):
            crew = ", ".join(one.label for one in team.crew)
            name = f"{team.label} mit {crew}" if team.label and crew else team.label or crew
            yield f"{name} {_place(team.fields)}"


def scene_text(scene: Scene) -> str:
    """Everything a scene holds but the terrain, one thing a line: two scenes are compared by reading."""
    return "\n".join(_lines(scene)) + "\n"


def _lines(scene: Scene) -> Iterator[str]:
    header, window = scene.header, scene.window
    yield f"header {' | '.join((header.game, header.turn, header.phase, header.status, header.active))}"
    yield f"window {_place(((window.x, window.y), (window.x + window.width - 1, window.y + window.height - 1)))}"
    for side in scene.sides:
        yield f"side {side.key} {side.name} #{bytes(side.colour).hex()} {side.sign} {side.note}".rstrip()
    for counter in scene.counters:
        yield f"counter {_counter(counter.label, counter.side, counter.glyph, counter.lp, counter.lp_max)}" + _rest(
            f"at {_place(counter.fields)}", _angle(counter.angle), *counter.badges, "spent" if counter.spent else ""
        )
    for team in scene.teams:
        yield f"team {team.label or '-'} {team.side} at {_place(team.fields)}" + _rest(
            _angle(team.angle),
            f"{team.board[0]}x{team.board[1]}",
            f"animals {team.animals_left}/{team.animals} in {team.animal_rows} rows",
            *team.badges,
            "spent" if team.spent else "",
            "ownerless" if team.ownerless else "",
        )
        for one in team.crew:
            yield f"  aboard {_counter(one.label, one.side, one.glyph, one.lp, one.lp_max)}" + _rest(
                *one.badges, "spent" if one.spent else ""
            )
    for item in scene.items:
        yield f"chest at {field_name(item.field)}"
    for ghost in scene.ghosts:
        yield f"ghost {ghost.side} at {_place(ghost.fields)}"
    for fallen in scene.fallen:
        yield f"fallen {fallen.label} {fallen.side} at {_place(fallen.fields)}"
    for trail in scene.trails:
        way = " ".join(f"{x:g},{y:g}" for x, y in trail.points)
        yield f"trail {trail.kind} {trail.label or '-'} {trail.side} {way}"
    for ring in scene.rings:
        yield f"ring {ring.kind} {ring.label or '-'} at {_place(ring.fields)}"
    for tint in scene.tints:
        yield f"tint {tint.kind} {tint.side or '-'} {len(tint.fields)} fields: {tint.label}"
    for throw in scene.throws:
        limit = "" if throw.hit is None else f" hit {throw.hit}"
        yield f"throw {throw.why} {throw.side} W{throw.sides} {' '.join(map(str, throw.faces))}{limit}"
    for kind, name in scene.terrain_names:
        yield f"legend {kind} {name}"
    if scene.caption:
        yield f"caption {scene.caption}"


def _counter(label: str, side: str, glyph: str, lp: int, lp_max: int) -> str:
    return f"{label} {side} {glyph} {lp}/{lp_max}"


def _angle(angle: int | None) -> str:
    return "" if angle is None else f"facing {angle}"


def _rest(*words: str) -> str:
    return "".join(f" {word}" for word in words if word)
