"""How often each face has fallen: for a server, a battle, a player, a die. What that means is for others to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import select

from rules.journal.dice_log import read_faces
from rules.journal.store import Store
from rules.journal.tables import throws

_BATCH = 2_000


@dataclass(frozen=True, slots=True)
class FaceCount:
    """The faces of one kind of die as one player has thrown it; `faces[0]` counts the ones."""

    player: str
    sides: int
    throws: int
    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.faces)


class DiceStatistics(Store):
    """The part of the keeper that counts dice."""

    async def face_counts(
        self,
        server: str,
        *,
        battle: int | None = None,
        player: str | None = None,
        sides: int | None = None,
        free: bool = True,
        largest: int = 100,
    ) -> list[FaceCount]:
        """Counts for each player and die with at most `largest` sides, those with the most dice first."""
        faces: dict[tuple[str, int], Counter[int]] = {}
        thrown: Counter[tuple[str, int]] = Counter()
        async for who, size, fallen in self._thrown(server, battle, player, sides, free, largest):
            faces.setdefault((who, size), Counter()).update(fallen)
            thrown[who, size] += 1
        found = [
            FaceCount(who, size, thrown[who, size], tuple(count[face] for face in range(1, size + 1)))
            for (who, size), count in faces.items()
        ]
        return sorted(found, key=lambda count: (-count.dice, count.player, count.sides))

    async def _thrown(
        self, server: str, battle: int | None, player: str | None, sides: int | None, free: bool, largest: int
    ) -> AsyncIterator[tuple[str, int, tuple[int, ...]]]:
        """A batch at a time: a busy server need not fit into memory, and others get their turn in between."""
        wanted = select(throws.c.id, throws.c.player, throws.c.sides, throws.c.faces).where(
            throws.c.server == server, throws.c.sides <= largest
        )
        if battle is not None:
            wanted = wanted.where(throws.c.battle == battle)
        if player is not None:
            wanted = wanted.where(throws.c.player == player)
        if sides is not None:
            wanted = wanted.where(throws.c.sides == sides)
        if not free:
            wanted = wanted.where(throws.c.battle.is_not(None))
        after = 0
        while True:
            async with self._database.read() as connection:
                found = await connection.execute(wanted.where(throws.c.id > after).order_by(throws.c.id).limit(_BATCH))
                part = found.all()
            for row in part:
                yield row.player, row.sides, read_faces(row.faces)
            if len(part) < _BATCH:
                return
            after = part[-1].id
