"""Dice outside the rules: free throws, the log of the server, statistics, and checking a finished battle."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.answer import Answer, Button, Call, Card, ChartPicture, DieCount, Row, Text
from bot.desk.base import DeskBase, DeskError
from bot.desk.wording import keep, plain, wrapped
from rules.journal.keeper import LoggedThrow
from rules.journal.verify import verify_export

__all__ = ["DiceDesk", "LogFilter"]

PAGE = 12
PACKED = b"\x1f\x8b"
MAX_UNPACKED = 100_000_000
LARGEST = 100
_DICE = re.compile(r"\s*(\d{0,3})\s*[wWdD]\s*(\d{1,7})\s*")


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Which throws somebody wants to see. `player` is an id."""

    player: str = ""
    battle: int | None = None
    sides: int | None = None

    def text(self, before: int | None) -> str:
        parts = (self.player, self.battle, self.sides, before)
        return "|".join("" if part is None else str(part) for part in parts)

    @classmethod
    def read(cls, player: str, battle: str, sides: str) -> LogFilter:
        return cls(player, int(battle) if battle else None, int(sides) if sides else None)


class DiceDesk(DeskBase):
    """The part of the desk that deals in dice."""

    async def free_throw(self, call: Call, dice: str, why: str = "") -> Answer:
        found = _DICE.fullmatch(dice)
        if found is None:
            raise DeskError("Schreib den Wurf wie »3W12« oder »W6«.")
        count, sides = int(found[1] or 1), int(found[2])
        thrown = await self.keeper.free_throw(call.place.server, call.person.id, count, sides, why)
        faces = " ".join(map(str, thrown.faces))
        total = f" = **{sum(thrown.faces)}**" if count > 1 else ""
        title = f"{plain(call.person.name)} würfelt {count}W{sides}" + (f" für {plain(why)}" if why else "")
        text = Text(f"🎲 {keep(faces, 1500)}{total}", "freier Wurf · steht im Würfellog")
        return Answer((Card(title, (text,)),))

    # -- the log ------------------------------------------------------------------------------------------------------

    async def dice_log(self, call: Call, wish: LogFilter, before: int | None = None, *, turned: bool = False) -> Answer:
        """A page of the server's throws, newest first."""
        server = call.place.server
        found = await self.keeper.dice_log(
            server, battle=wish.battle, player=wish.player or None, sides=wish.sides, limit=PAGE + 1, before=before
        )
        if not found:
            raise DeskError("So ist auf diesem Server noch kein Würfel gefallen.")
        page = found[:PAGE]
        names = await self.keeper.names(server, [throw.player for throw in page])
        lines = [_log_line(throw, names.get(throw.player, "")) for throw in page]
        rows: list[Row] = []
        buttons = []
        if before is not None:
            buttons.append(Button("‹‹ Neueste", f"log|{wish.text(None)}"))
        if len(found) > PAGE:
            buttons.append(Button("Ältere ›", f"log|{wish.text(page[-1].id)}"))
        if buttons:
            rows.append(tuple(buttons))
        what = [
            f"von {names.get(wish.player, 'einem Spieler')}" if wish.player else "",
            f"in Partie {wish.battle}" if wish.battle else "",
            f"mit W{wish.sides}" if wish.sides else "",
        ]
        title = " ".join(["Würfellog", *filter(None, what)])
        texts = tuple(Text(part) for part in wrapped(lines))
        return Answer((Card(plain(title), texts, rows=tuple(rows)),), private=True, replaces=turned)

    # -- statistics ---------------------------------------------------------------------------------------------------

    async def statistics(self, call: Call, wish: LogFilter) -> Answer:
        """How often each face fell, against what was to be expected."""
        server = call.place.server
        if wish.battle is not None:
            await self.numbered(call, wish.battle)
        counts = await self.keeper.face_counts(
            server, battle=wish.battle, player=wish.player or None, sides=wish.sides, largest=LARGEST
        )
        if not counts:
            raise DeskError("So ist auf diesem Server noch kein Würfel gefallen.")
        names = await self.keeper.names(server, [count.player for count in counts])
        dice = tuple(DieCount(names.get(count.player, "ohne Platz"), count.sides, count.faces) for count in counts[:8])
        lines = [f"{plain(one.name)} · W{one.sides}: {sum(one.counts)} Würfel, {_faces(one.counts)}" for one in dice]
        where = f" in Partie {wish.battle}" if wish.battle is not None else ""
        texts = tuple(Text(part) for part in wrapped(lines))
        return Answer((Card(f"Würfelstatistik{where}", texts, picture=ChartPicture(dice)),), private=True)

    # -- checking -----------------------------------------------------------------------------------------------------

    async def check_dice(self, call: Call, number: int | None = None, file: bytes | None = None) -> Answer:
        """Compute every throw of a battle again, from its export."""
        systems = {key: game.system for key, game in self.games.items()}
        if file is not None:
            data = _json(file)
            title = "Die eingereichte Datei"
        else:
            here = await self.numbered(call, number)
            data = await self.keeper.export(here.id)
            title = f"Partie {here.id}: {plain(here.stored.title)}"
            if not here.battle.over:
                seal = here.stored.commitment or "keins: die Spieler würfeln selbst"
                text = Text(
                    f"Die Partie läuft noch; ihr Würfelgeheimnis bleibt bis zum Ende verschlossen. Siegel: `{seal}`"
                )
                return Answer((Card(title, (text,)),), private=True)
        result = await asyncio.to_thread(verify_export, data, systems)
        sign = "✅" if result.ok else "❌"
        text = Text(f"{sign} {plain(result.satz)}", f"{result.throws} Würfe · {result.entries} Einträge")
        return Answer((Card(title, (text,)),), private=True)


def _log_line(throw: LoggedThrow, name: str) -> str:
    who = plain(name or throw.seat or "jemand")
    where = "frei" if throw.battle is None else f"Partie {throw.battle}"
    why = f" für {plain(throw.why)}" if throw.why else ""
    rule = f" · {plain(throw.rule)}" if throw.rule else ""
    faces = keep(" ".join(map(str, throw.faces)), 120)
    return f"<t:{throw.at // 1000}:d> {who} · {len(throw.faces)}W{throw.sides}{why}: **{faces}** · {where}{rule}"


def _faces(counts: Sequence[int]) -> str:
    if len(counts) > 20:
        mean = sum(face * times for face, times in enumerate(counts, 1)) / max(1, sum(counts))
        return f"im Mittel {mean:.1f}".replace(".", ",")
    return " ".join(f"{face}×{times}" for face, times in enumerate(counts, 1))


def _json(file: bytes) -> Any:
    try:
        if file.startswith(PACKED):
            # No more than this, however much a small file claims to hold.
            file = zlib.decompressobj(wbits=31).decompress(file, MAX_UNPACKED)
        return json.loads(file)
    except (ValueError, RecursionError, zlib.error):
        raise DeskError("Das ist keine Exportdatei von Herold.") from None
