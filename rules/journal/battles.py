"""Battles as a whole: beginning one, looking at one, and the campaigns they belong to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from rules.journal.errors import JournalError, fitting
from rules.journal.live import AnyBattle, Entry, Live, Proposal, Seat, now, pack
from rules.journal.store import Store
from rules.journal.tables import DiceMode, EntryKind, battles, campaigns, entries
from rules.referee.play import Position
from rules.referee.sealed import SEED_BYTES, commitment, new_seed

MAX_TITLE = 200
MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class BattleInfo:
    """A battle in a list. `winner` is as in the battle: nothing while it goes on, "" for a draw."""

    id: int
    title: str
    system: str
    commitment: str
    campaign: int | None = None
    winner: str | None = None
    created: int = 0
    updated: int = 0


@dataclass(frozen=True, slots=True)
class Stored:
    """A battle as it stands now. While `held` is set it rests, and `position` has no open question."""

    id: int
    server: str
    campaign: int | None
    system: str
    title: str
    position: Position[Any]
    version: int
    seats: tuple[Seat, ...]
    """Who sits where now."""
    dice: DiceMode
    commitment: str
    revealed: bool
    next_throw: int
    held: str | None
    proposal: Proposal | None

    @classmethod
    def of(cls, live: Live) -> Stored:
        return cls(
            id=live.id,
            server=live.server,
            campaign=live.campaign,
            system=live.system.key,
            title=live.title,
            position=live.position,
            version=live.version,
            seats=tuple(row for row in live.seats if row.left_at is None),
            dice=live.dice,
            commitment=live.commitment,
            revealed=live.revealed,
            next_throw=live.next_throw,
            held=live.held,
            proposal=live.proposal,
        )


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign and how its battles went."""

    id: int
    name: str
    battles: tuple[BattleInfo, ...] = ()


class Battles(Store):
    """The part of the keeper that begins and lists battles."""

    async def create_battle(
        self,
        server: str,
        system: str,
        battle: AnyBattle,
        title: str,
        *,
        campaign: int | None = None,
        dice: Literal["sealed", "own"] | DiceMode = DiceMode.SEALED,
        seed: bytes | None = None,
    ) -> BattleInfo:
        """Begin a battle. Its commitment is to be shown before the first throw."""
        title = fitting(title, "Der Titel", MAX_TITLE, empty=False)
        rules = self.system(system)
        mode = DiceMode(dice)
        if mode is DiceMode.SEALED:
            seed = seed or new_seed()
            if len(seed) != SEED_BYTES:
                raise JournalError(f"Der Schlüssel der Würfel muss {SEED_BYTES} Bytes lang sein.")
        sealed = commitment(seed) if mode is DiceMode.SEALED and seed else ""
        state = battle.state_json()
        at = now()
        async with self._database.write() as connection:
            await self.ensure_server(connection, server)
            if campaign is not None:
                owner = await connection.scalar(select(campaigns.c.server).where(campaigns.c.id == campaign))
                if owner != server:
                    raise JournalError("Diesen Feldzug gibt es hier nicht.")
            made = await connection.execute(
                battles.insert()
                .returning(battles.c.id)
                .values(
                    server=server,
                    campaign=campaign,
                    system=system,
                    title=title,
                    setup=rules.dump_setup(battle),
                    state=state,
                    version=0,
                    dice=mode.value,
                    seed=seed.hex() if sealed and seed else None,
                    commitment=sealed,
                    next_throw=0,
                    revealed=False,
                    edition=rules.edition,
                    winner=battle.winner,
                    created=at,
                    updated=at,
                )
            )
            battle_id = int(made.scalar_one())
            begin = Entry(battle_id, 0, EntryKind.BEGIN, 0, rules.edition, at, line=title, state=pack(state))
            await connection.execute(entries.insert(), vars(begin))
        return BattleInfo(battle_id, title, system, sealed, campaign, battle.winner, at, at)

    async def position(self, battle_id: int) -> Stored:
        """The battle as it stands now."""
        return Stored.of(await self.load(battle_id))

    async def list_battles(
        self, server: str, *, campaign: int | None = None, running: bool = False
    ) -> list[BattleInfo]:
        """The battles of a server, newest first."""
        wanted = select(battles).where(battles.c.server == server).order_by(battles.c.id.desc())
        if campaign is not None:
            wanted = wanted.where(battles.c.campaign == campaign)
        if running:
            wanted = wanted.where(battles.c.winner.is_(None))
        columns = [battles.c[name] for name in BattleInfo.__dataclass_fields__]
        async with self._database.read() as connection:
            found = await connection.execute(wanted.with_only_columns(*columns))
            return [BattleInfo(*row) for row in found]

    async def create_campaign(self, server: str, name: str) -> Campaign:
        name = fitting(name, "Der Name des Feldzugs", MAX_NAME, empty=False)
        try:
            async with self._database.write() as connection:
                await self.ensure_server(connection, server)
                made = await connection.execute(
                    campaigns.insert().returning(campaigns.c.id).values(server=server, name=name, created=now())
                )
                return Campaign(int(made.scalar_one()), name)
        except IntegrityError as error:
            raise JournalError(f"Einen Feldzug »{name}« gibt es hier schon.") from error

    async def list_campaigns(self, server: str) -> list[Campaign]:
        async with self._database.read() as connection:
            found = await connection.execute(
                select(campaigns.c.id, campaigns.c.name).where(campaigns.c.server == server).order_by(campaigns.c.id)
            )
            return [Campaign(row.id, row.name) for row in found]

    async def campaign(self, server: str, campaign_id: int) -> Campaign:
        """The campaign with its battles, oldest first, and their results."""
        async with self._database.read() as connection:
            name = await connection.scalar(
                select(campaigns.c.name).where(campaigns.c.id == campaign_id, campaigns.c.server == server)
            )
        if name is None:
            raise JournalError("Diesen Feldzug gibt es hier nicht.")
        found = await self.list_battles(server, campaign=campaign_id)
        return Campaign(campaign_id, name, tuple(reversed(found)))
