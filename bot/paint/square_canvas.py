"""What is laid on the ground of a square board: overlays, names of fields, units, arrows and rings."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.paint import strokes
from bot.paint.badges import draw_chest
from bot.paint.cache import Store, pixels
from bot.paint.colours import ALARM, INK, WHITE, Rgb, mix, rgb, with_alpha
from bot.paint.counters import counter_sprite, name_plate
from bot.paint.scene import Fallen, Field, Point, Ring, RingKind, Scene, Tint, TintKind, Trail, TrailKind
from bot.paint.teams import team_sprite
from bot.paint.text import Weight, draw_text, text_width
from bot.paint.vector import Brush
from rules.board.square import field_name

__all__ = ["TINTS", "Canvas", "TintStyle"]

_AIRY = 2.2
"""How much wider than its text a field has to be to carry its name without crowding."""

_parts: Store[Image.Image] = Store(4_000_000, pixels)


class Canvas:
    """The board's pixels, and where its fields lie on them."""

    def __init__(self, image: Image.Image, scene: Scene, unit: int, text: int, labels: int) -> None:
        self.image = image
        self.scene = scene
        self.unit = unit
        self.text = text
        self.labels = labels

    def xy(self, point: Point) -> Point:
        window = self.scene.window
        return (point[0] - window.x) * self.unit, (point[1] - window.y) * self.unit

    def bounds(self, fields: tuple[Field, ...], inset: float = 0.0) -> tuple[float, float, float, float]:
        x0, y0 = self.xy((min(x for x, _ in fields) + inset, min(y for _, y in fields) + inset))
        x1, y1 = self.xy((max(x for x, _ in fields) + 1 - inset, max(y for _, y in fields) + 1 - inset))
        return x0, y0, x1, y1

    def colour(self, side: str) -> Rgb:
        return self.scene.side(side).colour if side else INK

    def seen(self, fields: tuple[Field, ...]) -> bool:
        return any(field in self.scene.window for field in fields)

    # -- overlays -----------------------------------------------------------------------------------------------------

    def tint(self, tint: Tint) -> None:
        fields = [field for field in tint.fields if field in self.scene.window]
        if not fields:
            return
        style = TINTS[tint.kind]
        colour = style.colour or self.colour(tint.side)
        alpha = round(255 * style.alpha)
        left, top, right, bottom = (0.0, 0.0, *self.image.size) if style.veil else self.bounds(tuple(fields))
        mask = Image.new("L", (round(right - left), round(bottom - top)), alpha if style.veil else 0)
        draw = ImageDraw.Draw(mask)
        gap = round(self.unit * style.gap)
        for px, py in (self.xy(field) for field in fields):
            x, y = round(px - left), round(py - top)
            box = (x + gap, y + gap, x + self.unit - gap - 1, y + self.unit - gap - 1)
            if style.gap:
                draw.rounded_rectangle(box, self.unit * 0.16, fill=alpha)
            else:
                draw.rectangle(box, fill=0 if style.veil else alpha)
        self.image.paste(_VEIL if style.veil else colour, (round(left), round(top)), mask)
        if style.outline:
            self._outline(frozenset(fields), mix(colour, INK, 0.15), style.outline)

    def _outline(self, fields: frozenset[Field], colour: Rgb, share: float) -> None:
        draw = ImageDraw.Draw(self.image)
        width = max(2, round(self.unit * share))
        window = self.scene.window
        for x, y in fields:
            px, py = self.xy((x, y))
            for ox, oy, line in (
                (0, -1, (px, py, px + self.unit, py)),
                (0, 1, (px, py + self.unit, px + self.unit, py + self.unit)),
                (-1, 0, (px, py, px, py + self.unit)),
                (1, 0, (px + self.unit, py, px + self.unit, py + self.unit)),
            ):
                beyond = (x + ox, y + oy)
                if beyond not in fields and beyond in window:
                    draw.line(line, fill=colour, width=width)

    def field_names(self) -> None:
        """Names in the fields of an overlay, clearly; in the free fields of a cut-out, faintly."""
        text = self.text
        named = {field for tint in self.scene.tints if tint.named for field in tint.fields}
        taken = {field for one in self.scene.units for field in one.fields}
        window = self.scene.window
        faint = not self.scene.whole and not named and self.unit >= text * _AIRY
        if not named and not faint:
            return
        for y in range(window.y, window.y + window.height):
            for x in range(window.x, window.x + window.width):
                if (x, y) in taken:
                    continue
                name = field_name((x, y))
                px, py = self.xy((x + 0.5, y + 0.5))
                if (x, y) in named:
                    if text_width(name, text) <= self.unit * 0.96:
                        draw_text(self.image, (px, py), name, text, INK, Weight.SEMIBOLD, "m")
                elif faint:
                    at = (px + self.unit * 0.45, py + self.unit * 0.45 - text * 0.3)
                    draw_text(self.image, at, name, text, with_alpha(INK, 0.16), Weight.REGULAR, "r")

    # -- units --------------------------------------------------------------------------------------------------------

    def units(self) -> None:
        """From the back to the front, so that a counter's badge lies over the one behind it."""
        sides = {side.key: side for side in self.scene.sides}
        drawn: list[tuple[int, Image.Image, tuple[int, int]]] = []
        for counter in self.scene.counters:
            if self.seen(counter.fields):
                sprite, pad = counter_sprite(counter, sides[counter.side], self.unit, self.labels)
                drawn.append(self._placed(sprite, pad, counter.fields))
        for team in self.scene.teams:
            if self.seen(team.fields):
                crew = {one.label: sides[one.side] for one in team.crew}
                sprite, pad = team_sprite(team, sides[team.side], crew, self.unit, self.labels)
                drawn.append(self._placed(sprite, pad, team.fields))
        for _, sprite, at in sorted(drawn, key=lambda one: one[0]):
            self.image.paste(sprite, at, sprite)

    def _placed(
        self, sprite: Image.Image, pad: int, fields: tuple[Field, ...]
    ) -> tuple[int, Image.Image, tuple[int, int]]:
        x, y, _, bottom = self.bounds(fields)
        return round(bottom), sprite, (round(x) - pad, round(y) - pad)

    def ghost(self, fields: tuple[Field, ...], side: str) -> None:
        strokes.frame(
            self.image,
            self.bounds(fields, 0.1),
            self.unit * 0.14,
            self.unit * 0.045,
            self.colour(side),
            WHITE,
            self.unit * 0.14,
        )

    def fallen(self, fallen: Fallen) -> None:
        """An empty frame, struck out; it shows on whoever has taken the place."""
        if not self.seen(fallen.fields):
            return
        x0, y0, x1, y1 = self.bounds(fallen.fields, 0.12)
        width = self.unit * 0.05
        strokes.frame(self.image, (x0, y0, x1, y1), self.unit * 0.14, width, self.colour(fallen.side), WHITE)
        inset = self.unit * 0.14
        for a, b in (((x0, y0), (x1, y1)), ((x1, y0), (x0, y1))):
            strokes.line(self.image, strokes.trimmed([a, b], inset, inset), self.unit * 0.08, ALARM, WHITE)
        if self.labels:
            name_plate(
                self.image, ((x0 + x1) / 2, y1), fallen.label, self.text, self.unit * 1.2, self.colour(fallen.side)
            )

    def chest(self, field: Field) -> None:
        unit = self.unit

        def make() -> Image.Image:
            brush = Brush(unit, unit)
            draw_chest(brush.at(unit / 2, unit * 0.54, unit * 0.3))
            return brush.finish()

        if field in self.scene.window:
            sprite = _parts.get(("chest", unit), make)
            x, y = self.xy(field)
            self.image.paste(sprite, (round(x), round(y)), sprite)

    # -- lines --------------------------------------------------------------------------------------------------------

    def trail(self, trail: Trail) -> None:
        points = [self.xy(point) for point in trail.points]
        if len(points) < 2 or points[0] == points[-1]:
            return
        unit, colour = self.unit, self.colour(trail.side)
        gaps = (trail.start_gap * unit, trail.end_gap * unit)
        match trail.kind:
            case TrailKind.PATH:
                strokes.arrow(self.image, strokes.trimmed(points, *gaps), unit * 0.13, colour, WHITE)
            case TrailKind.SHOT:
                line = strokes.trimmed([points[0], points[-1]], *gaps)
                strokes.dashed(self.image, line, unit * 0.065, unit * 0.2, colour, WHITE)
            case TrailKind.JUMP:
                arch = strokes.trimmed(strokes.arched(points[0], points[-1], 0.35), *gaps)
                strokes.arrow(self.image, arch, unit * 0.08, colour, WHITE)
            case TrailKind.LEASH:
                strokes.line(self.image, points, unit * 0.05, rgb("#5a4027"), rgb("#e9d9b4"))

    def ring(self, ring: Ring) -> None:
        if not self.seen(ring.fields):
            return
        unit = self.unit
        bounds = self.bounds(ring.fields, 0.0)
        match ring.kind:
            case RingKind.HIT:
                strokes.frame(self.image, bounds, unit * 0.22, unit * 0.075, ALARM, WHITE)
            case RingKind.TARGET:
                strokes.frame(self.image, bounds, unit * 0.22, unit * 0.06, ALARM, WHITE, unit * 0.16)
            case RingKind.FIELD:
                strokes.frame(self.image, self.bounds(ring.fields, 0.06), unit * 0.1, unit * 0.05, INK, WHITE)


@dataclass(frozen=True, slots=True)
class TintStyle:
    alpha: float
    gap: float = 0.0
    outline: float = 0.0
    """Width of the line round the area, in fields."""
    colour: Rgb | None = None
    veil: bool = False
    """Darken everything else instead: the area keeps its own colours."""


_VEIL = rgb("#3d3a33")
TINTS = {
    TintKind.REACH: TintStyle(0.34, gap=0.07),
    TintKind.RANGE: TintStyle(0.42, outline=0.075, veil=True),
    TintKind.ZONE: TintStyle(0.2, outline=0.05),
    TintKind.GOAL: TintStyle(0.34, outline=0.05, colour=rgb("#e0b52e")),
}
