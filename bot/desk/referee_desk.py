"""The group's referee: corrects the battle where people erred. Everything he does is logged, and said aloud."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.answer import Answer, BoardPicture, Call, Card, File, Text
from bot.desk.base import DeskError, Here
from bot.desk.calling import Calling
from bot.desk.status import StatusCards
from bot.desk.wording import plain
from rules.referee.orders import fold
from rules.referee.tomltext import to_toml

__all__ = ["RefereeDesk"]

WORDS = {"feld": "at", "richtung": "facing", "lp": "lp", "ausgeschieden": "out"}
MAX_FILE = 200_000


class RefereeDesk(StatusCards, Calling):
    """The part of the desk at which the group's referee sits."""

    async def appoint(self, call: Call, person: str, name: str) -> Answer:
        """Who is the referee in this room from now on."""
        async with self.turn(call.place):
            room = await self.room(call)
            if not self.leads(call, room) and not call.person.leads:
                raise DeskError(_only_referee())
            await self.keeper.save_room(replace(room, referee=person))
            return Answer((Card(f"Spielleitung in diesem Kanal: {plain(name)}"),))

    async def case_file(self, call: Call) -> Answer:
        """The situation as a file that can be changed and put back."""
        here = await self._ruled(call)
        text = to_toml(dict(here.system.describe(here.battle)))
        note = Text("Ändere die Datei und gib sie mit **/spielleiter einsetzen** zurück.")
        return Answer((Card("Die Lage als Fall", (note,)),), private=True, files=(File("lage.toml", text.encode()),))

    async def put_case(self, call: Call, text: str, reason: str) -> Answer:
        """The situation of a file takes the place of the present one."""
        if len(text) > MAX_FILE:
            raise DeskError("Diese Datei ist zu groß für eine Lage.")
        async with self.turn(call.place):
            here = await self._ruled(call)
            try:
                data = tomllib.loads(text)
            except tomllib.TOMLDecodeError:
                raise DeskError("Die Datei ist kein gültiges TOML.") from None
            return await self._override(here, data, reason, "setzt eine neue Lage ein")

    async def set_unit(self, call: Call, unit: str, what: str, value: str, reason: str) -> Answer:
        """One value of one unit."""
        async with self.turn(call.place):
            here = await self._ruled(call)
            key = here.system.names(here.battle, "").unit(unit)
            data = dict(here.system.describe(here.battle))
            name = WORDS.get(fold(what), fold(what))
            units = [dict(row) for row in data["unit"]]
            row = next((one for one in units if one.get("id") == key), None)
            if row is None:
                raise DeskError(f"{plain(key)} steht nicht für sich allein in der Lage; nimm /spielleiter fall.")
            row[name] = _value(value)
            if name == "out" and row[name]:
                row.pop("at", None)
            told = f"setzt {plain(key)}: {plain(what)} = {plain(value)}"
            return await self._override(here, {**data, "unit": units}, reason, told)

    async def set_turn(self, call: Call, side: str, reason: str) -> Answer:
        """Whose turn it is."""
        async with self.turn(call.place):
            here = await self._ruled(call)
            sides = dict.fromkeys(here.system.side_of(here.battle, seat) for seat in here.system.seats(here.battle))
            key = next((one for one in sides if fold(side) in (fold(one), fold(here.label(one)))), None)
            if key is None:
                raise DeskError(f"Es spielen {', '.join(here.label(one) for one in sides)}.")
            data = dict(here.system.describe(here.battle))
            setup = {**data["setup"], "active": key}
            return await self._override(here, {**data, "setup": setup}, reason, f"gibt {here.label(key)} den Zug")

    async def free_seat(self, call: Call, seat: str, reason: str) -> Answer:
        """Somebody has vanished; his seat is free for another."""
        async with self.turn(call.place):
            here = await self._ruled(call)
            seats = here.system.seats(here.battle)
            key = next((one for one in seats if fold(seat) in (fold(one), fold(here.label(one)))), None)
            if key is None:
                raise DeskError(f"Plätze sind {', '.join(here.label(one) for one in seats)}.")
            who = here.who(key)
            await self.keeper.leave_seat(here.id, key)
            here = here.at(await self.keeper.position(here.id))
            return await self._said(here, f"gibt den Platz von {who} frei", reason, None)

    async def _ruled(self, call: Call) -> Here:
        here = await self.here(call)
        if not self.leads(call, here.room):
            raise DeskError(_only_referee())
        return here

    async def _override(self, here: Here, data: Mapping[str, Any], reason: str, told: str) -> Answer:
        try:
            battle = here.system.case(data)
        except ValueError as error:
            raise DeskError(str(error)) from None
        faults = here.system.violations(battle)
        if faults:
            raise DeskError(f"So kann die Lage nicht sein: {faults[0]}")
        reversal = await self.keeper.override(here.id, here.call.person.id, battle.state_json(), reason)
        here = here.at(await self.keeper.position(here.id))
        return await self._said(here, told, reason, BoardPicture(reversal.position.battle, whole=True))

    async def _said(self, here: Here, told: str, reason: str, picture: BoardPicture | None) -> Answer:
        room, ping = await self.call_out(here)
        here = replace(here, room=room)
        text = Text(f"Grund: {plain(reason)}", "Eingriff der Spielleitung · steht im Journal")
        title = f"{plain(here.call.person.name)} (Spielleitung) {told}"
        card = Card(title, (text,), picture=picture, rows=self.next_rows(here))
        return Answer((card,), ping=ping, status=self.status(here))


def _only_referee() -> str:
    return "Das darf nur die Spielleitung dieses Kanals; ohne eine benannte sind es die, die den Server verwalten."


def _value(text: str) -> Any:
    word = fold(text)
    if word in ("ja", "wahr", "true"):
        return True
    if word in ("nein", "falsch", "false"):
        return False
    return int(text) if text.strip().lstrip("-").isdecimal() and len(text) < 7 else text.strip()
