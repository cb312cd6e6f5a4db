"""Campaigns: battles that belong together, and how they stand."""

from __future__ import annotations

from collections import Counter

from bot.answer import Answer, Call, Card, Choice, Text
from bot.desk.base import DeskBase, DeskError
from bot.desk.offers import matching
from bot.desk.wording import keep, plain, wrapped
from rules.journal.keeper import BattleInfo, Campaign
from rules.referee.orders import fold

__all__ = ["Campaigns"]


class Campaigns(DeskBase):
    """The part of the desk that keeps campaigns."""

    async def new_campaign(self, call: Call, name: str) -> Answer:
        campaign = await self.keeper.create_campaign(call.place.server, name)
        text = Text(f"Mit **/partie neu kampagne:{plain(campaign.name)}** gehört eine Partie dazu.")
        return Answer((Card(f"Neue Kampagne: {plain(campaign.name)}", (text,)),))

    async def campaign_state(self, call: Call, name: str) -> Answer:
        """The battles of a campaign with their results, and how often each side has won."""
        campaign = await self.keeper.campaign(call.place.server, (await self._named(call, name)).id)
        wins = Counter(self._won(info) for info in campaign.battles if info.winner)
        lines = [f"**{info.id}** {plain(info.title)}: {self._won(info)}" for info in campaign.battles]
        score = ", ".join(f"{side} {times}" for side, times in wins.most_common()) or "noch kein Sieg"
        texts = (Text(f"**Siege:** {score}"), *(Text(part) for part in wrapped(lines)))
        return Answer((Card(f"Kampagne: {plain(campaign.name)}", texts),), private=True)

    async def list_campaigns(self, call: Call) -> Answer:
        found = await self.keeper.list_campaigns(call.place.server)
        if not found:
            raise DeskError("Auf diesem Server gibt es noch keine Kampagne; /kampagne neu legt eine an.")
        texts = tuple(Text(part) for part in wrapped(f"• {plain(one.name)}" for one in found))
        return Answer((Card("Kampagnen auf diesem Server", texts),), private=True)

    async def offer_campaigns(self, call: Call, typed: str) -> tuple[Choice, ...]:
        found = await self.keeper.list_campaigns(call.place.server)
        return matching([Choice(keep(one.name, 100), keep(one.name, 100)) for one in found], typed)

    async def _named(self, call: Call, name: str) -> Campaign:
        for campaign in await self.keeper.list_campaigns(call.place.server):
            if fold(campaign.name) == fold(name):
                return campaign
        raise DeskError(f"Eine Kampagne »{name[:40]}« gibt es hier nicht.")

    def _won(self, info: BattleInfo) -> str:
        if not info.winner:
            return "läuft" if info.winner is None else "unentschieden"
        return plain(self.game(info.system).side_label(info.winner))
