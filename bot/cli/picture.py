"""`herold picture`: the pictures of the README and of the handbook, made from real battles.

The first battle of the handbook is played by the referee as its chapter 2 tells it, with the dice named here; each
picture shows one moment of it. The same call always makes the same pictures.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.answer import ChartPicture
    from bot.paint import Picture
    from rules.mfm.model import Schlacht
    from rules.referee.report import Report

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "bilder"

ENTERING = (
    ("kelten", "/beginnen"),
    ("kelten", "/aufstellen figur:Darok auf:D6"),
    ("kelten", "/aufstellen"),
    ("kelten", "/zugende"),
    ("roemer", "/bewegen figur:Istor nach:H4"),
    ("roemer", "/bewegen figur:RK1 nach:L3 mit:RK2"),
    ("roemer", "/bewegen figur:RS1 nach:L4"),
    ("roemer", "/bewegen figur:RS2 nach:M4"),
    ("roemer", "/zugende"),
)
"""The first battle until all Römer are on the map and the Kelten are to move."""
MEETING = (
    ("kelten", "/fernkampf figur:KB1 ziel:Istor"),
    ("kelten", "/bewegen figur:Darok nach:G3"),
    ("kelten", "/nahkampf figur:Darok ziel:Istor"),
)
"""What the Kelten do then."""
DICE = (4, 5, 8, 1, 5)
"""The dice of the first battle, as they fall in the handbook."""
THROWS = 120
"""So many throws of each player are in the statistics."""


def picture(
    folder: Annotated[Path, typer.Option("--nach", help="Der Ordner für die Bilder.", show_default=False)] = FOLDER,
    check: Annotated[
        bool, typer.Option("--check", help="Nichts schreiben; nachsehen, ob die Bilder dort auf dem Stand sind.")
    ] = False,
) -> None:
    """Draw all pictures and write them, or compare; ends with 1 if a picture is missing or looks otherwise."""
    from bot.cli._text import counted, ok, say, wrong

    stale = 0
    for name, draw in pictures().items():
        drawn, path = draw(), folder / name
        try:
            if not check:
                folder.mkdir(parents=True, exist_ok=True)
                path.write_bytes(drawn.png)
            elif not path.is_file() or not looks_the_same(path.read_bytes(), drawn.png):
                stale += 1
                say(f"{wrong('veraltet')} {name}")
                continue
        except OSError as error:
            raise typer.TyperException(f"»{path}« geht nicht: {error.strerror or error}.") from None
        say(f"{ok('gut')} {name}: {drawn.width} × {drawn.height}, {round(len(drawn.png) / 1024)} KB")
    if stale:
        say(wrong(f"{counted(stale, 'Bild', 'Bilder')} nicht auf dem Stand; herold picture macht sie neu."))
        raise typer.Exit(1)


def pictures() -> "Mapping[str, Callable[[], Picture]]":
    """What there is to draw, by file name. Those of the handbook are drawn as the players of that battle see them."""
    from bot.answer import BoardPicture
    from bot.messages.drawing import paint
    from bot.paint import readme_picture

    entered, _, _ = first_battle(ENTERING)
    met, before, report = first_battle((*ENTERING, *MEETING))
    return {
        "furt.png": readme_picture,
        "karte.png": lambda: paint(BoardPicture(entered, whole=True)),
        "bewegung.png": lambda: paint(BoardPicture(entered, around=("Darok",), reach_of="Darok")),
        "nahkampf.png": lambda: paint(BoardPicture(met, report, before)),
        "statistik.png": lambda: paint(_throws()),
    }


def first_battle(orders: tuple[tuple[str, str], ...]) -> "tuple[Schlacht, Schlacht, Report]":
    """Das Geheimdokument after these orders, before the last of them, and the account of the last."""
    from rules.mfm.partie import szenario_partie
    from rules.mfm.system import MFM
    from rules.referee.play import Position, submit
    from rules.referee.ruling import ScriptedDice

    position = Position(szenario_partie("geheimdokument", {"kelten": "kelten", "roemer": "roemer"}))
    dice = ScriptedDice(list(DICE))
    for seat, line in orders:
        before = position.battle
        outcome = submit(MFM, position, seat, line, dice)
        position = outcome.position
    return position.battle, before, outcome.report


def _throws() -> "ChartPicture":
    """Sealed throws of two players; Anna has thrown two dice each time and Ben one."""
    from collections import Counter

    from bot.answer import ChartPicture, DieCount
    from rules.referee.sealed import Words, faces

    dice = []
    for name, count in (("Anna", 2), ("Ben", 1)):
        words = (Words(seat=name, text=f"Würfel von {name}"),)
        fallen = Counter(face for number in range(THROWS) for face in faces(bytes(32), words, number, count, 12))
        dice.append(DieCount(name, 12, tuple(fallen[face] for face in range(1, 13))))
    return ChartPicture(tuple(dice))


def looks_the_same(one: bytes, other: bytes) -> bool:
    """Whether two pictures differ by no more than another build of the drawing library may account for.

    Edges of letters may; a counter that has moved is more than a thousandth of the largest board.
    """
    import io

    from PIL import Image, ImageChops

    if one == other:
        return True
    first, second = (Image.open(io.BytesIO(data)).convert("RGB") for data in (one, other))
    if first.size != second.size:
        return False
    seen = ImageChops.difference(first, second).convert("L").point(lambda value: 255 if value > 24 else 0)
    return seen.histogram()[255] * 1000 < first.width * first.height
