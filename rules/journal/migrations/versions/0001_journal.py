"""The first form of the journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "armies",
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_armies_server")),
        sa.PrimaryKeyConstraint("server", "player", "name", name=op.f("pk_armies")),
    )
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_campaigns_server")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
        sa.UniqueConstraint("server", "name", name=op.f("uq_campaigns_server_name")),
    )
    op.create_table(
        "battles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("campaign", sa.Integer(), nullable=True),
        sa.Column("system", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("pending", sa.Text(), nullable=True),
        sa.Column("held", sa.Text(), nullable=True),
        sa.Column("proposal", sa.Text(), nullable=True),
        sa.Column("dice", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=True),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("next_throw", sa.Integer(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("winner", sa.String(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"], name=op.f("fk_battles_campaign")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_battles_server")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battles")),
    )
    op.create_index(op.f("ix_battles_server_campaign"), "battles", ["server", "campaign"], unique=False)
    op.create_table(
        "entries",
        sa.Column("battle", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("order", sa.Text(), nullable=True),
        sa.Column("tape", sa.Text(), nullable=True),
        sa.Column("report", sa.Text(), nullable=True),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.Column("starts", sa.Integer(), nullable=True),
        sa.Column("waiting", sa.Boolean(), nullable=False),
        sa.Column("free_undo", sa.Boolean(), nullable=False),
        sa.Column("undone_by", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_entries_battle")),
        sa.PrimaryKeyConstraint("battle", "number", name=op.f("pk_entries")),
        sa.UniqueConstraint("battle", "key", name=op.f("uq_entries_battle_key")),
    )
    op.create_table(
        "seats",
        sa.Column("battle", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("taken", sa.BigInteger(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_seats_battle")),
        sa.PrimaryKeyConstraint("battle", "place", name=op.f("pk_seats")),
    )
    op.create_table(
        "standing_orders",
        sa.Column("battle", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("only", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_standing_orders_battle")),
        sa.PrimaryKeyConstraint("battle", "seat", "place", name=op.f("pk_standing_orders")),
    )
    op.create_table(
        "throws",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("battle", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("faces", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["battle", "entry"], ["entries.battle", "entries.number"], name=op.f("fk_throws_battle_entry")
        ),
        sa.ForeignKeyConstraint(["battle"], ["battles.id"], name=op.f("fk_throws_battle")),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name=op.f("fk_throws_server")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_throws")),
        sa.UniqueConstraint("battle", "number", name=op.f("uq_throws_battle_number")),
    )
    op.create_index(op.f("ix_throws_server_id"), "throws", ["server", "id"], unique=False)
    op.create_index(op.f("ix_throws_server_player_id"), "throws", ["server", "player", "id"], unique=False)
