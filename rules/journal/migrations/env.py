"""Alembic's entry: runs the steps on the connection that `engine` hands over, inside its transaction."""

from alembic import context

from rules.journal.tables import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    # SQLite can take back a half-made step as well, but Alembic does not expect it to.
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
