"""Every throw of a server, newest first, and throws outside any battle."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import RowMapping, select

from rules.journal.errors import JournalError, fitting
from rules.journal.live import Thrown, now
from rules.journal.store import Store
from rules.journal.tables import throws
from rules.referee.requests import MAX_DICE

MAX_SIDES = 1_000_000
MAX_WHY = 200
MAX_PAGE = 500


@dataclass(frozen=True, slots=True)
class LoggedThrow:
    """A throw in the dice log. A free one has no battle, number and rule."""

    id: int
    battle: int | None
    number: int | None
    entry: int | None
    seat: str
    player: str
    sides: int
    faces: tuple[int, ...]
    why: str
    rule: str
    source: str
    at: int


class DiceLog(Store):
    """The part of the keeper that remembers dice."""

    async def dice_log(
        self,
        server: str,
        *,
        battle: int | None = None,
        player: str | None = None,
        sides: int | None = None,
        limit: int = 50,
        before: int | None = None,
    ) -> list[LoggedThrow]:
        """The newest throws of this server; `before` is the `id` at which the last page ended."""
        wanted = select(throws).where(throws.c.server == server)
        if battle is not None:
            wanted = wanted.where(throws.c.battle == battle)
        if player is not None:
            wanted = wanted.where(throws.c.player == player)
        if sides is not None:
            wanted = wanted.where(throws.c.sides == sides)
        if before is not None:
            wanted = wanted.where(throws.c.id < before)
        async with self._database.read() as connection:
            found = await connection.execute(wanted.order_by(throws.c.id.desc()).limit(max(1, min(limit, MAX_PAGE))))
            return [_logged(row) for row in found.mappings()]

    async def free_throw(self, server: str, player: str, count: int, sides: int, why: str = "") -> LoggedThrow:
        """Throw dice that belong to no battle. They are not sealed, but they are logged like all others."""
        if not 1 <= count <= MAX_DICE:
            raise JournalError(f"Es lassen sich 1 bis {MAX_DICE} Würfel auf einmal werfen.")
        if not 2 <= sides <= MAX_SIDES:
            raise JournalError(f"Ein Würfel hat 2 bis {MAX_SIDES} Seiten.")
        why = fitting(why, "Der Anlass", MAX_WHY)
        faces = tuple(secrets.randbelow(sides) + 1 for _ in range(count))
        thrown = Thrown(
            server=server,
            battle=None,
            number=None,
            entry=None,
            seat="",
            player=player,
            sides=sides,
            count=count,
            faces=",".join(map(str, faces)),
            why=why,
            rule="",
            source="free",
            at=now(),
        )
        async with self._database.write() as connection:
            await self.ensure_server(connection, server)
            made = await connection.execute(throws.insert().returning(throws.c.id).values(vars(thrown)))
            throw_id = int(made.scalar_one())
        return LoggedThrow(throw_id, None, None, None, "", player, sides, faces, why, "", "free", thrown.at)


def _logged(row: RowMapping) -> LoggedThrow:
    return LoggedThrow(
        id=row["id"],
        battle=row["battle"],
        number=row["number"],
        entry=row["entry"],
        seat=row["seat"],
        player=row["player"],
        sides=row["sides"],
        faces=read_faces(row["faces"]),
        why=row["why"],
        rule=row["rule"],
        source=row["source"],
        at=row["at"],
    )


def read_faces(text: str) -> tuple[int, ...]:
    return tuple(int(face) for face in text.split(","))
