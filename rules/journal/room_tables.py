"""The tables of what surrounds battles: rooms, timers, and the names that people go by."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Text, UniqueConstraint
from sqlmodel import Field

from rules.journal.tables import Row


class RoomRow(Row, table=True):
    """A channel in which people gather for a battle or play one.

    `lobby` is text that its owner can read and the journal does not. `called` says who was called last and for what,
    so that nobody is called twice for the same thing.
    """

    __tablename__ = "rooms"
    __table_args__ = (UniqueConstraint("battle"),)

    server: str = Field(primary_key=True, foreign_key="servers.id")
    channel: str = Field(primary_key=True)
    version: int
    lobby: str | None = Field(default=None, sa_type=Text)
    battle: int | None = Field(default=None, foreign_key="battles.id")
    card: str | None = None
    quiet: bool
    reminder_hours: int
    referee: str
    called: str
    updated: int = Field(sa_type=BigInteger)


class TimerRow(Row, table=True):
    """Something to do at a time, also if the program was not running in between. One of a kind for each room."""

    __tablename__ = "timers"
    __table_args__ = (UniqueConstraint("server", "channel", "kind"), Index(None, "due"))

    id: int | None = Field(default=None, primary_key=True)
    server: str = Field(foreign_key="servers.id")
    channel: str
    kind: str
    due: int = Field(sa_type=BigInteger)
    note: str = Field(sa_type=Text)
    created: int = Field(sa_type=BigInteger)


class PersonRow(Row, table=True):
    """What somebody was called when he was last heard of on a server."""

    __tablename__ = "people"

    server: str = Field(primary_key=True, foreign_key="servers.id")
    player: str = Field(primary_key=True)
    name: str
    seen: int = Field(sa_type=BigInteger)


rooms = Row.metadata.tables["rooms"]
timers = Row.metadata.tables["timers"]
people = Row.metadata.tables["people"]
