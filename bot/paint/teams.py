"""Teams of animals as sprites: Streitwagen and Reittiere on their real boards, the crew as small counters aboard."""

from __future__ import annotations

from PIL import Image

from bot.paint import animals
from bot.paint.colours import INK, WHITE, Rgb, mix
from bot.paint.counters import PAD, SPENT, badge_row, counter_sprite, lay, name_plate, nose, shade, sign_sprite, sprites
from bot.paint.scene import Side, Team
from bot.paint.vector import Brush, box, shadowed

__all__ = ["team_sprite"]


def team_sprite(team: Team, side: Side, crew_sides: dict[str, Side], unit: int, text: int) -> tuple[Image.Image, int]:
    """The team at `unit` pixels a field with text of this size (0: none), and how far it reaches over its fields.

    Those aboard show the colours of their own sides.
    """
    pad = round(unit * PAD)
    key = (team.label, team.angle, team.board, team.animals, team.animals_left, team.animal_rows, team.crew,
           team.badges, team.spent, team.ownerless, side.colour, side.sign, unit, text,
           tuple((crew_sides[one.label].colour, crew_sides[one.label].sign) for one in team.crew))  # fmt: skip
    return sprites.get(key, lambda: _team(team, side, crew_sides, unit, text, pad)), pad


def _team(team: Team, side: Side, crew_sides: dict[str, Side], unit: int, text: int, pad: int) -> Image.Image:
    across, along = team.board
    colour = mix(side.colour, SPENT, 0.8) if team.ownerless else shade(side.colour, team.spent)
    board = _board(team, colour, unit)
    turned = board.transpose(_TURNS[team.angle]) if team.angle in _TURNS else board
    image = Image.new("RGBA", (turned.width + 2 * pad, turned.height + 2 * pad))
    image.paste(turned, (pad, pad))
    bounds = (pad + unit * 0.05, pad + unit * 0.05, image.width - pad - unit * 0.05, image.height - pad - unit * 0.05)
    front = Brush(*image.size)
    nose(front, bounds, unit, team.angle)
    image = Image.alpha_composite(front.finish(), image)
    image = shadowed(image, unit * 0.02, unit * 0.05, unit * 0.05, 0.5)

    def spot(x: float, y: float) -> tuple[float, float]:
        match team.angle:
            case 90:
                x, y = along - y, x
            case 180:
                x, y = across - x, along - y
            case 270:
                x, y = y, across - x
        return pad + x * unit, pad + y * unit

    mark = unit * 0.1
    sx, sy = pad + unit * 0.13 + mark, pad + unit * 0.13 + mark
    lay(image, sign_sprite(side.sign, round(mark * 2.2)), sx, sy)
    for counter, place in zip(team.crew, _seats(team), strict=False):
        sprite, _ = counter_sprite(counter, crew_sides[counter.label], unit, text, aboard=True)
        lay(image, sprite, *spot(*place))
    if team.label and text:
        at = spot(across / 2, team.animal_rows / 2 + 0.1) if team.cart or not team.crew else None
        if at is not None:
            name_plate(image, at, team.label, text, max(unit * 0.96, min(image.width, image.height) - 2 * pad), INK)
    badge_row(image, team.badges, unit * 0.32, image.width - pad - unit * 0.05, pad + unit * 0.05)
    return image


_TURNS = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}


def _board(team: Team, colour: Rgb, unit: int) -> Image.Image:
    """The board seen from above with its front at the top."""

    def make() -> Image.Image:
        across, along = team.board
        brush = Brush(across * unit, along * unit, 3)
        inset, rim, radius = unit * 0.05, max(2.0, unit * 0.04), unit * 0.17
        x1, y1 = across * unit - inset, along * unit - inset
        brush.poly(box(inset, inset, x1, y1, radius), WHITE)
        brush.poly(box(inset + rim, inset + rim, x1 - rim, y1 - rim, radius - rim), colour)
        field = brush.at(0, 0, unit)
        if team.cart:
            animals.draw_cart(field, across, team.animal_rows, along)
        for i in range(team.animals):
            x = across * (i + 0.5) / team.animals
            width = min(1.0, across / team.animals)
            # Who falls first stands on the right: the left ones are drawn as long as they live.
            alive = i < team.animals_left
            animals.draw_horse(field.at(x, 0, 1), width, team.animal_rows, alive, i)
        return brush.finish()

    key = ("board", team.board, team.animals, team.animals_left, team.animal_rows, colour, unit)
    return sprites.get(key, make)


def _seats(team: Team) -> list[tuple[float, float]]:
    """Where those aboard stand: a field of the cart each, the first ones in front; a rider sits on his mount."""
    across, along = team.board
    if not team.cart:
        return [(across / 2, along * 0.6)] * len(team.crew)
    rows = along - team.animal_rows
    columns = max(across, -(-len(team.crew) // rows))
    seats = []
    left = len(team.crew)
    for row in range(rows):
        here = min(columns, left)
        left -= here
        for i in range(here):
            x = across / 2 + (i - (here - 1) / 2) * (across / columns)
            seats.append((x, team.animal_rows + row + 0.5))
    return seats
