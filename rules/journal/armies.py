"""Armies that players keep between battles. What makes an army legal is the game's to say."""

from __future__ import annotations

from sqlalchemy import select, update

from rules.journal.errors import JournalError, fitting
from rules.journal.live import now
from rules.journal.store import Store
from rules.journal.tables import armies

MAX_NAME = 60
MAX_TEXT = 50_000
MAX_ARMIES = 200


class Armies(Store):
    """The part of the keeper that keeps armies, each as the text of its TOML file."""

    async def save_army(self, server: str, player: str, name: str, text: str) -> None:
        """Keep an army under a name; one of the same name is replaced."""
        name = fitting(name, "Der Name der Armee", MAX_NAME, empty=False)
        text = fitting(text, "Die Armee", MAX_TEXT, empty=False)
        mine = (armies.c.server == server, armies.c.player == player)
        async with self._database.write() as connection:
            await self.ensure_server(connection, server)
            changed = await connection.execute(
                update(armies).where(*mine, armies.c.name == name).values(text=text, updated=now())
            )
            if changed.rowcount:
                return
            kept = (await connection.execute(select(armies.c.name).where(*mine))).all()
            if len(kept) >= MAX_ARMIES:
                raise JournalError(f"Mehr als {MAX_ARMIES} Armeen lassen sich nicht aufheben.")
            await connection.execute(
                armies.insert().values(server=server, player=player, name=name, text=text, updated=now())
            )

    async def load_army(self, server: str, player: str, name: str) -> str:
        """The text of the army, as it was saved."""
        async with self._database.read() as connection:
            text = await connection.scalar(
                select(armies.c.text).where(
                    armies.c.server == server, armies.c.player == player, armies.c.name == name.strip()
                )
            )
        if text is None:
            raise JournalError(f"Eine Armee »{name.strip()[:MAX_NAME]}« hast du hier nicht aufgehoben.")
        return str(text)

    async def list_armies(self, server: str, player: str) -> list[str]:
        """The names of the player's armies, in order of the alphabet."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(armies.c.name)
                .where(armies.c.server == server, armies.c.player == player)
                .order_by(armies.c.name)
            )
            return list(found.scalars())
