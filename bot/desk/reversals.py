"""Taking back and doing again, and the consent of the others where it is needed."""

from __future__ import annotations

from dataclasses import replace

from bot.answer import Answer, BoardPicture, Button, Call, Card, Style, Text
from bot.desk.base import DeskError, Here
from bot.desk.calling import Calling
from bot.desk.status import StatusCards
from bot.desk.wording import plain
from rules.journal.keeper import Reversal

__all__ = ["Reversals"]

_NOT_DONE = "lehnt ab: Es bleibt, wie es ist"
GONE = "Seither ist anderes geschehen. /partie rückgängig nimmt den letzten Befehl zurück."


class Reversals(StatusCards, Calling):
    """The part of the desk that takes back."""

    async def undo(self, call: Call, battle: int | None = None, entry: int | None = None) -> Answer:
        """Take back the last order, or propose it. A button names the entry it was shown for."""
        async with self.turn(call.place):
            here = await self.seated(call) if battle is None else await self.addressed(call, battle)
            if not here.mine:
                raise DeskError("Du hast in dieser Partie keinen Platz.")
            live = await self.keeper.load(here.id)
            if entry is not None and entry != live.next_entry - 1:
                raise DeskError(GONE)
            reversal = await self.keeper.undo(here.id, self._seat(here), player=call.person.id)
            return await self._done(here, reversal, "nimmt den letzten Befehl zurück")

    async def redo(self, call: Call) -> Answer:
        async with self.turn(call.place):
            here = await self.seated(call)
            reversal = await self.keeper.redo(here.id, self._seat(here), player=call.person.id)
            return await self._done(here, reversal, "lässt den Befehl wieder gelten")

    async def consent(self, call: Call, battle: int, starts: int, yes: bool) -> Answer:
        """Agree to what is proposed, or turn it down."""
        async with self.turn(call.place):
            here = await self.addressed(call, battle)
            proposal = here.stored.proposal
            if proposal is None or proposal.starts != starts:
                raise DeskError("Dieser Vorschlag steht nicht mehr zur Wahl.")
            if not here.mine:
                raise DeskError("Du hast in dieser Partie keinen Platz.")
            own = here.system.side_of(here.battle, proposal.seat)
            others = [seat for seat in here.mine if here.system.side_of(here.battle, seat) != own]
            if yes and not others:
                raise DeskError("Das hat deine eigene Seite vorgeschlagen; zustimmen müssen die anderen.")
            seat = (others or list(here.mine))[0]
            reversal = await self.keeper.consent(here.id, seat, yes, player=call.person.id)
            again = "gilt nicht mehr" if proposal.kind == "undo" else "gilt wieder"
            title = f"stimmt zu: »{plain(proposal.line)}« {again}" if yes else _NOT_DONE
            return replace(await self._done(here, reversal, title, seat), settles=not reversal.proposal)

    def _seat(self, here: Here) -> str:
        """Of several seats the one that is to act: it gave the last order, as a rule."""
        return next((seat for seat in here.system.to_act(here.battle) if seat in here.mine), here.mine[0])

    async def _done(self, before: Here, reversal: Reversal, title: str, seat: str | None = None) -> Answer:
        seat = seat or self._seat(before)
        proposal = reversal.proposal
        if proposal is not None and not reversal.done:
            reversal = await self._own_consent(before, reversal, seat)
            proposal = reversal.proposal
        here = before.at(await self.keeper.position(before.id))
        room, ping = await self.call_out(here)
        here = replace(here, room=room)
        if proposal is not None:
            return Answer((self._proposed(here),), ping=ping, status=self.status(here))
        title = title if reversal.done else _NOT_DONE
        picture = BoardPicture(here.battle, whole=True) if reversal.done else None
        note = "Gefallene Würfel bleiben gefallen; das Journal vergisst nichts." if reversal.done else ""
        card = Card(f"{here.who(seat)} {title}", (Text("", note),) if note else (), here.side(seat), picture,
                    self.next_rows(here))  # fmt: skip
        return Answer((card,), ping=ping, status=self.status(here))

    async def _own_consent(self, before: Here, reversal: Reversal, seat: str) -> Reversal:
        """Somebody who also holds seats of the other sides need not ask himself."""
        own = before.system.side_of(before.battle, seat)
        for other in before.mine:
            side = before.system.side_of(before.battle, other)
            if reversal.proposal is not None and side != own and side not in reversal.proposal.consents:
                reversal = await self.keeper.consent(before.id, other, True, player=before.call.person.id)
        return reversal

    def _proposed(self, here: Here) -> Card:
        proposal = here.stored.proposal
        assert proposal is not None
        wish = "zurücknehmen" if proposal.kind == "undo" else "wieder gelten lassen"
        own = here.system.side_of(here.battle, proposal.seat)
        seats = here.system.seats(here.battle)
        others = [here.who(seat) for seat in seats if here.system.side_of(here.battle, seat) != own]
        row = (
            Button("Einverstanden", f"einig|{here.id}|{proposal.starts}|ja", Style.SUCCESS),
            Button("Ablehnen", f"einig|{here.id}|{proposal.starts}|nein", Style.DANGER),
        )
        text = Text(
            f"Zustimmen müssen: {', '.join(others)}.",
            "Es fiel ein Würfel, oder die anderen haben Neues erfahren. Wer weiterspielt, lehnt damit ab.",
        )
        title = f"{here.who(proposal.seat)} möchte »{plain(proposal.line)}« {wish}"
        return Card(title, (text,), here.side(proposal.seat), rows=(row,))
