"""The end of a battle: who won, the seed laid open, what the dice did, and the whole of it as a file."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Mapping
from typing import Any

from bot.answer import Button, Call, Card, File, Film, Frame, Text
from bot.desk.base import DeskBase, DeskError, Here
from bot.desk.wording import plain, spelled
from rules.journal.exported import read_export
from rules.journal.tables import DiceMode, EntryKind
from rules.referee.report import Report
from rules.referee.system import System

__all__ = ["Ending"]

MOST_FRAMES = 400
MAX_FILE = 6_000_000
_FILMED = (EntryKind.BEGIN, EntryKind.ORDER, EntryKind.ANSWER, EntryKind.OVERRIDE)


class Ending(DeskBase):
    """The part of the desk that closes a battle."""

    async def result(self, here: Here) -> tuple[Card, File]:
        """The result with everything that anybody needs to check it."""
        battle, stored = here.battle, here.stored
        won = f"{here.label(battle.winner)} gewinnt!" if battle.winner else "Unentschieden."
        texts = [Text(f"{plain(spelled(battle.reason, here.names))}.", "")]
        if stored.dice is DiceMode.SEALED:
            seed = await self.keeper.reveal(here.id)
            texts.append(
                Text(
                    f"Würfelgeheimnis: `{seed}`",
                    f"Siegel vom Anfang: {stored.commitment} · /würfel prüfen rechnet jeden Wurf nach",
                )
            )
        texts.append(Text(await self._dice(here)))
        rows = (
            (
                Button("Karte", f"karte|{here.id}"),
                Button("Würfelstatistik", f"statistik|{here.id}"),
                Button("Film", f"film|{here.id}"),
            ),
        )
        side = None
        if battle.winner:
            seats = here.system.seats(battle)
            side = here.side(next(seat for seat in seats if here.system.side_of(battle, seat) == battle.winner))
        return Card(f"Ende der Partie: {won}", tuple(texts), side, rows=rows), await self.export_file(here)

    async def _dice(self, here: Here) -> str:
        counts = await self.keeper.face_counts(here.call.place.server, battle=here.id)
        if not counts:
            return "Es fiel kein Würfel."
        names = await self.keeper.names(here.call.place.server, [count.player for count in counts])
        lines = []
        for count in counts[:8]:
            mean = sum(face * times for face, times in enumerate(count.faces, 1)) / count.dice
            name = plain(names.get(count.player, "ohne Platz"))
            expected = f"{(count.sides + 1) / 2:.1f}".replace(".", ",")
            shown = f"{mean:.2f}".replace(".", ",")
            lines.append(f"{name}: {count.dice} × W{count.sides}, im Mittel {shown} (erwartet {expected})")
        return "\n".join(lines)

    async def export_file(self, here: Here) -> File:
        """The battle as JSON; packed where it would be too long to send."""
        data = await self.keeper.export(here.id)
        return await asyncio.to_thread(_file, here.id, data)

    async def film(self, call: Call, number: int | None) -> Film:
        """The battle moment by moment, as far as its orders stand."""
        here = await self.numbered(call, number)
        if not here.battle.over:
            raise DeskError("Ein Film entsteht erst, wenn die Partie zu Ende ist.")
        data = await self.keeper.export(here.id)
        return Film(here.stored.title, await asyncio.to_thread(_frames, data, here.system, here.names))


def _file(number: int, data: Mapping[str, Any]) -> File:
    text = json.dumps(data, ensure_ascii=False).encode()
    if len(text) <= MAX_FILE:
        return File(f"partie-{number}.json", text)
    return File(f"partie-{number}.json.gz", gzip.compress(text))


def _frames(data: Mapping[str, Any], system: System[Any], names: Mapping[str, str]) -> tuple[Frame, ...]:
    """What an order left behind, one after the other; of a very long battle a part, evenly."""
    battle = read_export(data)
    frames: list[Frame] = []
    for entry in battle.entries:
        if entry.state is None or entry.undone_by is not None or entry.kind not in _FILMED:
            continue
        report = None if entry.report is None else Report.model_validate(entry.report)
        frames.append(Frame(system.load(battle.setup, entry.state), report, spelled(entry.line, names)))
    if len(frames) > MOST_FRAMES:
        step = len(frames) / MOST_FRAMES
        frames = [frames[int(number * step)] for number in range(MOST_FRAMES - 1)] + frames[-1:]
    return tuple(frames)
