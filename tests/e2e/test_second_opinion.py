"""The main flow once more against `simcord`, which was written by others and knows Discord's rules in its own way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import simcord

from bot.client import Herold
from bot.messages.delivery import Delivery
from tests.desk.room import in_loop, opened
from tests.e2e.stage import walk

SETTLE_SECONDS = 30.0
"""Pictures are drawn in threads, which simcord waits for like for anything else."""


def words(result: simcord.InteractionResult | simcord.ResponseMessage) -> str:
    message = result.response if isinstance(result, simcord.InteractionResult) else result
    assert message is not None
    return "\n".join(part["content"] for part in walk(message.components) if part["type"] == 10)


def buttons(result: simcord.InteractionResult) -> dict[str, str]:
    assert result.response is not None
    return {part["label"]: part["custom_id"] for part in walk(result.response.components) if part["type"] == 2}


async def click(actor: Any, result: simcord.InteractionResult, label: str) -> simcord.InteractionResult:
    custom_id = next(found for name, found in buttons(result).items() if name.startswith(label))
    clicked: simcord.InteractionResult = await actor.click(result.response, custom_id=custom_id)
    return clicked


@in_loop
async def test_a_battle_begins_and_moves_in_another_discord_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        bot = Herold(desk, Delivery(desk), timers=False)
        async with simcord.run(bot, shard_count=1, settle_timeout=SETTLE_SECONDS) as env:
            guild = env.create_guild(name="Runde")
            channel = guild.create_text_channel("kanal")
            anna, ben, clara = (guild.add_member(env.create_user(name)) for name in ("Anna", "Ben", "Clara"))
            card = await anna.slash(channel, "partie neu", szenario="geheimdokument")
            assert "Neue Partie" in words(card)
            await click(anna, card, "Kelten")
            await click(ben, card, "Römer")
            begun = await click(ben, card, "Partie beginnen")
            setup = await click(anna, begun, "Alles aufstellen")
            assert setup.response is not None
            assert len(setup.response.attachments) == 1
            ready = await click(anna, setup, "Aufstellung beenden")
            assert f"<@{ben.id}>" in words(ready)
            offered = await ben.autocomplete(channel, "bewegen", "figur", "")
            assert {choice["value"] for choice in offered} >= {"Istor", "RS1"}
            moved = await ben.slash(channel, "bewegen", figur="Istor", nach="L3")
            assert "Istor betritt die Karte" in words(moved)
            refused = await clara.slash(channel, "zugende")
            assert refused.ephemeral
            assert "keinen Platz" in words(refused)
            back = await click(ben, moved, "Zurücknehmen")
            assert "nimmt den letzten Befehl zurück" in words(back)
            end = await ben.slash(channel, "partie aufgeben", sicher="ja")
            assert "Würfelgeheimnis" in words(end)
