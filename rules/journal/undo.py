"""Taking back and doing again. Both are entries; nothing is ever deleted, and dice that fell stay fallen.

Undo is free for the author of the newest order as long as nothing came to light through it: no die, no decision of
another seat, nothing the other side could not see before, no turn handed over. Otherwise it is a proposal, and one seat
of every other side has to agree. Playing on is a no.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import RowMapping, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.journal.errors import JournalError, fitting
from rules.journal.live import Live, Proposal, StoredPending, compact, load_tape, pack, replay, unpack
from rules.journal.loading import load_battle, state_before
from rules.journal.ordering import must_be_playable
from rules.journal.store import Change, Store, changed, entry_of
from rules.journal.tables import EntryKind, entries
from rules.referee.orders import load_order
from rules.referee.play import Position
from rules.referee.tape import Tape

MAX_REASON = 500
_OTHER_RULES = "Der Befehl stammt aus einer anderen Fassung der Regeln; gib ihn bitte neu."
_MOVES = (EntryKind.ORDER, EntryKind.ANSWER, EntryKind.OVERRIDE)


@dataclass(frozen=True, slots=True)
class Reversal:
    """What became of a wish to undo or to redo: done, or a proposal that waits for others, or neither any more."""

    done: bool
    proposal: Proposal | None
    position: Position[Any]
    entry: int
    version: int


@dataclass(frozen=True, slots=True)
class _Target:
    starts: int
    author: str
    line: str
    free: bool


class Undoing(Store):
    """The part of the keeper that takes back."""

    async def undo(self, battle_id: int, seat: str, *, player: str = "") -> Reversal:
        """Take back the newest order that stands, finished or waiting, or propose it to the other sides."""

        async def step(live: Live) -> tuple[Change, Reversal]:
            _must_be_changeable(live)
            target = await self._newest_order(live)
            return await self._wish(live, "undo", seat, player, target)

        return await self.change(battle_id, step)

    async def redo(self, battle_id: int, seat: str, *, player: str = "") -> Reversal:
        """Put back what was undone last, as long as nothing else was ordered since."""

        async def step(live: Live) -> tuple[Change, Reversal]:
            _must_be_changeable(live)
            target, _ = await self._newest_undone(live)
            return await self._wish(live, "redo", seat, player, target)

        return await self.change(battle_id, step)

    async def consent(self, battle_id: int, seat: str, yes: bool, *, player: str = "") -> Reversal:
        """Agree to the open proposal or turn it down; its author can withdraw it by a no."""

        async def step(live: Live) -> tuple[Change, Reversal]:
            _must_be_changeable(live)
            proposal = live.proposal
            side = live.side_of(seat)
            if proposal is None:
                raise JournalError("Gerade ist nichts zurückzunehmen vorgeschlagen.")
            own = side == live.side_of(proposal.seat)
            if not yes:
                entry = entry_of(live, EntryKind.DECLINE, seat=seat, player=player, line=proposal.line)
                return _told(Change(changed(live, proposal=None), (entry,)), done=False)
            if own:
                raise JournalError("Das hat deine eigene Seite vorgeschlagen; zustimmen müssen die anderen.")
            if side in proposal.consents:
                raise JournalError("Deine Seite hat schon zugestimmt.")
            agreed = proposal.model_copy(update={"consents": (*proposal.consents, side)})
            entry = entry_of(live, EntryKind.CONSENT, seat=seat, player=player, line=proposal.line)
            if set(live.other_sides(proposal.seat)) - set(agreed.consents):
                return _told(Change(changed(live, proposal=agreed), (entry,)), done=False)
            # The consent and what it brings about are one message: one version, two entries.
            after = replace(live, next_entry=live.next_entry + 1)
            change = await self._carry_out(after, agreed.kind, proposal.seat, live.player_of(proposal.seat), False)
            return _told(replace(change, entries=(entry, *change.entries)), done=True)

        return await self.change(battle_id, step)

    async def override(self, battle_id: int, who: str, state: str, reason: str) -> Reversal:
        """The referee's correction: this state from now on. An order that waits ends with it."""
        reason = fitting(reason, "Die Begründung", MAX_REASON, empty=False)

        async def step(live: Live) -> tuple[Change, Reversal]:
            try:
                battle = live.system.load(live.setup, state)
                text = battle.state_json()
            except Exception as error:
                raise JournalError("Der neue Stand passt nicht zu dieser Partie.") from error
            entry = entry_of(live, EntryKind.OVERRIDE, player=who, line=reason, state=pack(text))
            new = changed(live, state=text, position=Position(battle), pending=None, held=None, proposal=None)
            also = None if live.pending is None else _marking(live.id, live.pending.starts, entry.number)
            return _told(Change(new, (entry,), also=also), done=True)

        return await self.change(battle_id, step)

    async def _wish(self, live: Live, kind: str, seat: str, player: str, target: _Target) -> tuple[Change, Reversal]:
        others = live.other_sides(seat)
        if live.proposal is not None:
            raise JournalError(f"Es ist schon vorgeschlagen, »{live.proposal.line}« zu ändern; das geht vor.")
        free = target.free and target.author == seat
        if free or not others:
            return _told(await self._carry_out(live, kind, seat, player, free), done=True)
        proposal = Proposal.model_validate({"kind": kind, "seat": seat, "starts": target.starts, "line": target.line})
        entry = entry_of(
            live, EntryKind.PROPOSAL, seat=seat, player=player, line=target.line, order=proposal.model_dump_json()
        )
        return _told(Change(changed(live, proposal=proposal), (entry,)), done=False)

    async def _carry_out(self, live: Live, kind: str, seat: str, player: str, free: bool) -> Change:
        return await (self._undone if kind == "undo" else self._redone)(live, seat, player, free)

    async def _undone(self, live: Live, seat: str, player: str, free: bool) -> Change:
        target = await self._newest_order(live)
        async with self._database.read() as connection:
            state = await state_before(connection, live.id, target.starts)
        entry = entry_of(
            live,
            EntryKind.UNDO,
            seat=seat,
            player=player,
            line=target.line,
            order=compact({"undoes": target.starts, "free": free}),
            state=pack(state),
        )
        new = changed(
            live,
            state=state,
            position=Position(load_battle(live.system, live.setup, state)),
            pending=None,
            held=None,
            proposal=None,
        )
        return Change(new, (entry,), also=_marking(live.id, target.starts, entry.number))

    async def _redone(self, live: Live, seat: str, player: str, free: bool) -> Change:
        target, undo = await self._newest_undone(live)
        async with self._database.read() as connection:
            found = await connection.execute(
                select(entries)
                .where(
                    entries.c.battle == live.id, entries.c.number >= target.starts, entries.c.starts == target.starts
                )
                .where(entries.c.kind.in_((EntryKind.ORDER, EntryKind.ANSWER)))
                .order_by(entries.c.number)
            )
            group = found.mappings().all()
        first, last = group[0], group[-1]
        state, pending = live.state, None
        if last["waiting"]:
            position = _waiting_again(live, first, load_tape(last["tape"]))
            pending = StoredPending.of(position.pending, target.starts) if position.pending else None
        else:
            state = unpack(last["state"])
            position = Position(load_battle(live.system, live.setup, state))
        entry = entry_of(
            live,
            EntryKind.REDO,
            seat=seat,
            player=player,
            line=target.line,
            order=compact({"redoes": target.starts, "free": free}),
            state=pack(state),
        )

        async def mark(connection: AsyncConnection) -> None:
            here = entries.c.battle == live.id
            await connection.execute(
                update(entries)
                .where(here, entries.c.number >= target.starts, entries.c.undone_by == undo)
                .values(undone_by=None)
            )
            await connection.execute(
                update(entries).where(here, entries.c.number == undo).values(undone_by=entry.number)
            )

        return Change(
            changed(live, state=state, position=position, pending=pending, proposal=None), (entry,), also=mark
        )

    async def _newest_order(self, live: Live) -> _Target:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(entries.c.kind, entries.c.starts, entries.c.free_undo)
                .where(entries.c.battle == live.id, entries.c.undone_by.is_(None), entries.c.kind.in_(_MOVES))
                .order_by(entries.c.number.desc())
                .limit(1)
            )
            newest = found.first()
            if newest is None:
                raise JournalError("Es gibt nichts zurückzunehmen.")
            if newest.kind == EntryKind.OVERRIDE:
                raise JournalError("Zuletzt hat die Spielleitung eingegriffen; das kann nur sie selbst ändern.")
            return await _target(connection, live.id, newest.starts, newest.free_undo and live.held is None)

    async def _newest_undone(self, live: Live) -> tuple[_Target, int]:
        """What a redo would put back, and the number of the undo that took it away."""
        async with self._database.read() as connection:
            here = (entries.c.battle == live.id, entries.c.undone_by.is_(None))
            found = await connection.execute(
                select(entries.c.number, entries.c.order)
                .where(*here, entries.c.kind == EntryKind.UNDO)
                .order_by(entries.c.number.desc())
                .limit(1)
            )
            undo = found.first()
            if undo is None:
                raise JournalError("Es ist nichts zurückgenommen, das wieder gelten könnte.")
            since = await connection.scalar(
                select(entries.c.number)
                .where(*here, entries.c.number > undo.number, entries.c.kind.in_(_MOVES))
                .limit(1)
            )
            if since is not None:
                raise JournalError("Seither ist anderes geschehen; das Zurückgenommene gilt nicht mehr.")
            what = json.loads(undo.order)
            return await _target(connection, live.id, what["undoes"], what["free"]), undo.number


async def _target(connection: AsyncConnection, battle_id: int, starts: int, free: bool) -> _Target:
    found = await connection.execute(
        select(entries.c.seat, entries.c.line).where(entries.c.battle == battle_id, entries.c.number == starts)
    )
    started = found.one()
    return _Target(starts, started.seat, started.line, free)


def _waiting_again(live: Live, started: RowMapping, tape: Tape) -> Position[Any]:
    """The battle with the order on this tape waiting in it, as it did when it was taken back."""
    try:
        order = load_order(live.system.verbs, json.loads(started["order"]))
        outcome = replay(live.system, live.battle, started["seat"], started["line"], order, tape)
    except Exception as error:
        raise JournalError(_OTHER_RULES) from error
    if outcome.finished or outcome.tape != tape:
        raise JournalError(_OTHER_RULES)
    return outcome.position


def _marking(battle_id: int, starts: int, by: int) -> Callable[[AsyncConnection], Awaitable[None]]:
    async def mark(connection: AsyncConnection) -> None:
        await connection.execute(
            update(entries)
            .where(entries.c.battle == battle_id, entries.c.number >= starts, entries.c.starts == starts)
            .where(entries.c.undone_by.is_(None), entries.c.kind.in_(_MOVES))
            .values(undone_by=by)
        )

    return mark


def _must_be_changeable(live: Live) -> None:
    """A battle that is held can be taken back; that is the way out."""
    must_be_playable(replace(live, held=None))


def _told(change: Change, *, done: bool) -> tuple[Change, Reversal]:
    live = change.live
    return change, Reversal(done, live.proposal, live.position, change.entries[-1].number, live.version)
