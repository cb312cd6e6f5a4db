"""What the desk is asked and what it says, before anybody has decided how it looks in Discord.

An answer is data: who may see it, whom it calls, what it tells, and what may be done next. `bot/messages` turns it into
Components V2; tests read it as it is. Pictures are orders to the painter; they are drawn when the answer is sent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self, TypeAlias

from rules.referee.battle import Battle
from rules.referee.report import Report

__all__ = [
    "Answer",
    "BoardPicture",
    "Button",
    "Call",
    "Card",
    "ChartPicture",
    "Choice",
    "DieCount",
    "Entry",
    "File",
    "Film",
    "Form",
    "Frame",
    "Menu",
    "Person",
    "PictureOrder",
    "Place",
    "Reply",
    "Row",
    "Side",
    "Status",
    "Style",
    "Text",
]


# -- who asks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was said: a server and the channel or thread in it."""

    server: str
    channel: str


@dataclass(frozen=True, slots=True)
class Person:
    """Who said it. `leads` is set for those who may act as the group's referee anywhere on the server."""

    id: str
    name: str
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One message to the desk. The same `key` is the same message, however often it is delivered."""

    place: Place
    person: Person
    key: str


# -- pictures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board to draw. Without a word about its part it is a cut-out round what the report tells of."""

    battle: Battle
    report: Report | None = None
    before: Battle | None = None
    title: str | None = None
    whole: bool = False
    around: tuple[str, ...] = ()
    reach_of: str = ""
    range_of: str = ""


@dataclass(frozen=True, slots=True)
class DieCount:
    """How often each face of a die has fallen for somebody, from 1 on."""

    name: str
    sides: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """Dice statistics to draw."""

    dice: tuple[DieCount, ...]


PictureOrder: TypeAlias = BoardPicture | ChartPicture


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a battle for its film."""

    battle: Battle
    report: Report | None
    caption: str


@dataclass(frozen=True, slots=True)
class Film:
    """A finished battle to film; takes a while."""

    title: str
    frames: tuple[Frame, ...]


# -- what is said -----------------------------------------------------------------------------------------------------


class Style(StrEnum):
    """How much a button asks to be pressed."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. `action` is what the desk reads when it is pressed; it survives a restart."""

    label: str
    action: str
    style: Style = Style.SECONDARY
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a menu."""

    label: str
    value: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of at most 25 entries; one is chosen."""

    hint: str
    action: str
    choices: tuple[Choice, ...]


Row: TypeAlias = tuple[Button, ...] | Menu


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph, with the rules it rests on in small print below."""

    body: str
    small: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a battle, for its colour."""

    battle: Battle
    key: str


@dataclass(frozen=True, slots=True)
class Card:
    """One framed block: an accent in the colour of a side, a bold first line, the steps, a picture, what comes next."""

    title: str = ""
    texts: tuple[Text, ...] = ()
    side: Side | None = None
    picture: PictureOrder | None = None
    rows: tuple[Row, ...] = ()
    footer: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """Something to download."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Status:
    """How the room's status card should look now. It is edited where it stands."""

    message: str
    card: Card
    anyway: bool = False
    """Also if it should look so already: somebody may have deleted it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One message. `private` is for the one who asked alone; `ping` are the people who must act now."""

    cards: tuple[Card, ...]
    private: bool = False
    ping: tuple[str, ...] = ()
    files: tuple[File, ...] = ()
    status: Status | None = None
    replaces: bool = False
    """It takes the place of the message whose button was pressed."""
    settles: bool = False
    """What could be pressed on that message is done with."""
    is_card: bool = False
    """This message becomes the room's status card."""
    film: Film | None = None
    """To be made and added once the message stands."""

    @classmethod
    def sentence(cls, text: str, small: str = "") -> Self:
        """A refusal or a short word to one person."""
        return cls((Card(texts=(Text(text, small),)),), private=True)

    @property
    def card(self) -> Card:
        return self.cards[0]

    def to_all(self) -> Self:
        return replace(self, private=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of a form."""

    key: str
    label: str
    hint: str = ""
    value: str = ""
    long: bool = False
    required: bool = True
    most: int = 200


@dataclass(frozen=True, slots=True)
class Form:
    """A window in which somebody types. What he types comes back to `action`."""

    title: str
    action: str
    entries: tuple[Entry, ...]


Reply: TypeAlias = Answer | Form
