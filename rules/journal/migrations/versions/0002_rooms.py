"""Rooms, timers, and the names of people."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("lobby", sa.Text(), nullable=True),
        sa.Column("battle", sa.Integer(), nullable=True),
        sa.Column("card", sa.String(), nullable=True),
        sa.Column("quiet", sa.Boolean(), nullable=False),
        sa.Column("reminder_hours", sa.Integer(), nullable=False),
        sa.Column("referee", sa.String(), nullable=False),
        sa.Column("called", sa.String(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_rooms_battle")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_rooms_server")),
        sa.PrimaryKeyConstraint("server", "channel", name=op.f("pk_rooms")),
        sa.UniqueConstraint("battle", name=op.f("uq_rooms_battle")),
    )
    op.create_table(
        "timers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_timers_server")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_timers")),
        sa.UniqueConstraint("server", "channel", "kind", name=op.f("uq_timers_server_channel_kind")),
    )
    op.create_index(op.f("ix_timers_due"), "timers", ["due"], unique=False)
    op.create_table(
        "people",
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_people_server")),
        sa.PrimaryKeyConstraint("server", "player", name=op.f("pk_people")),
    )
