"""The tables of the journal. What is written into them, and when, is decided elsewhere.

Times are milliseconds since 1970 in UTC. JSON stands in text columns as it was made, so that the same state always has
the same bytes. Numbers of entries and throws count from 0 within a battle.
"""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import BigInteger, ForeignKeyConstraint, Index, LargeBinary, MetaData, Table, Text, UniqueConstraint
from sqlmodel import Field, SQLModel


class EntryKind(StrEnum):
    """What an entry of the journal tells."""

    BEGIN = "begin"
    ORDER = "order"
    ANSWER = "answer"
    UNDO = "undo"
    REDO = "redo"
    PROPOSAL = "proposal"
    CONSENT = "consent"
    DECLINE = "decline"
    OVERRIDE = "override"
    HOLD = "hold"
    SEAT = "seat"
    LEAVE = "leave"
    REVEAL = "reveal"


class DiceMode(StrEnum):
    """Where the dice of a battle come from: the sealed seed, or the players' own hands."""

    SEALED = "sealed"
    OWN = "own"


class Row(SQLModel):
    """Gives constraints names that migrations can rely on in any database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class ServerRow(Row, table=True):
    """A place where people play; on Discord a server."""

    __tablename__ = "servers"

    id: str = Field(primary_key=True)
    created: int = Field(sa_type=BigInteger)


class CampaignRow(Row, table=True):
    """Battles that belong together."""

    __tablename__ = "campaigns"
    __table_args__ = (UniqueConstraint("server", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    server: str = Field(foreign_key="servers.id")
    name: str
    created: int = Field(sa_type=BigInteger)


class BattleRow(Row, table=True):
    """A battle as it stands now. `version` rises with every change and is compared when writing."""

    __tablename__ = "battles"
    __table_args__ = (Index(None, "server", "campaign"),)

    id: int | None = Field(default=None, primary_key=True)
    server: str = Field(foreign_key="servers.id")
    campaign: int | None = Field(default=None, foreign_key="campaigns.id")
    system: str
    title: str
    setup: str = Field(sa_type=Text)
    state: str = Field(sa_type=Text)
    version: int
    pending: str | None = Field(default=None, sa_type=Text)
    held: str | None = Field(default=None, sa_type=Text)
    proposal: str | None = Field(default=None, sa_type=Text)
    dice: str
    seed: str | None = None
    commitment: str
    next_throw: int
    revealed: bool
    edition: str
    winner: str | None = None
    created: int = Field(sa_type=BigInteger)
    updated: int = Field(sa_type=BigInteger)


class SeatRow(Row, table=True):
    """Who took a seat, with the words that he added to the dice.

    Words count from throw `since` to the end of the battle, also when the player has left: a mix that lost somebody's
    words again could be steered.
    """

    __tablename__ = "seats"

    battle: int = Field(primary_key=True, foreign_key="battles.id")
    place: int = Field(primary_key=True)
    seat: str
    player: str
    name: str
    words: str
    since: int
    taken: int = Field(sa_type=BigInteger)
    left_at: int | None = Field(default=None, sa_type=BigInteger)


class EntryRow(Row, table=True):
    """One message that changed a battle. Only `undone_by` is ever written again.

    An order that has to wait is an entry, and so is each answer to it; they share `starts`, the number of the entry
    that gave the order. `tape` and `report` hold the order from its beginning up to here. `state` is the battle after
    this entry, compressed; nothing where the entry did not touch it.
    """

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("battle", "key"),)

    battle: int = Field(primary_key=True, foreign_key="battles.id")
    number: int = Field(primary_key=True)
    kind: str
    seat: str
    player: str
    key: str | None = None
    line: str = Field(sa_type=Text)
    order: str | None = Field(default=None, sa_type=Text)
    tape: str | None = Field(default=None, sa_type=Text)
    report: str | None = Field(default=None, sa_type=Text)
    state: bytes | None = Field(default=None, sa_type=LargeBinary)
    starts: int | None = None
    waiting: bool = False
    free_undo: bool = False
    undone_by: int | None = None
    version: int
    edition: str
    at: int = Field(sa_type=BigInteger)


class ThrowRow(Row, table=True):
    """A throw: of a battle, numbered in the order of falling, or a free one without battle and number."""

    __tablename__ = "throws"
    __table_args__ = (
        UniqueConstraint("battle", "number"),
        ForeignKeyConstraint(["battle", "entry"], ["entries.battle", "entries.number"]),
        Index(None, "server", "id"),
        Index(None, "server", "player", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    server: str = Field(foreign_key="servers.id")
    battle: int | None = Field(default=None, foreign_key="battles.id")
    number: int | None = None
    entry: int | None = None
    seat: str
    player: str
    sides: int
    count: int
    faces: str
    why: str
    rule: str
    source: str
    at: int = Field(sa_type=BigInteger)


class StandingOrderRow(Row, table=True):
    """An answer left in advance; of a seat's orders the one with the lowest place is asked first."""

    __tablename__ = "standing_orders"

    battle: int = Field(primary_key=True, foreign_key="battles.id")
    seat: str = Field(primary_key=True)
    place: int = Field(primary_key=True)
    topic: str
    answer: str
    only: str


class ArmyRow(Row, table=True):
    """An army that a player keeps for later battles, as the text of its file."""

    __tablename__ = "armies"

    server: str = Field(primary_key=True, foreign_key="servers.id")
    player: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    text: str = Field(sa_type=Text)
    updated: int = Field(sa_type=BigInteger)


def _table(name: str) -> Table:
    return Row.metadata.tables[name]


servers = _table("servers")
campaigns = _table("campaigns")
battles = _table("battles")
seats = _table("seats")
entries = _table("entries")
throws = _table("throws")
standing_orders = _table("standing_orders")
armies = _table("armies")
