"""What all cogs share: asking the desk, offering choices while somebody types, and reading a file."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.answer import Choice
from bot.desk.base import DeskError
from bot.desk.desk import Desk
from bot.messages.delivery import Ask
from bot.messages.sending import FAILURES

if TYPE_CHECKING:
    from bot.client import Herold

__all__ = ["Choices", "HeroldCog", "Interaction", "choices", "file_bytes", "file_text"]

log = logging.getLogger(__name__)
Interaction: TypeAlias = discord.Interaction[Any]
Choices: TypeAlias = list[app_commands.Choice[str]]
MAX_FILE = 8_000_000


class HeroldCog(commands.Cog):
    """A group of commands."""

    def __init__(self, bot: Herold) -> None:
        self.bot = bot

    @property
    def desk(self) -> Desk:
        return self.bot.desk

    async def ask(self, interaction: Interaction, ask: Ask) -> None:
        await self.bot.delivery.command(interaction, ask)

    async def offer(self, offered: Awaitable[Sequence[Choice]]) -> Choices:
        return await choices(offered)


async def choices(offered: Awaitable[Sequence[Choice]]) -> Choices:
    """Offers as Discord wants them. Somebody who types must never see an error, so a failure offers nothing."""
    try:
        found = await offered
    except Exception:
        log.exception("nothing could be offered")
        return []
    return [app_commands.Choice(name=one.label, value=one.value) for one in found[:25] if one.label and one.value]


async def file_bytes(attachment: discord.Attachment, most: int = MAX_FILE) -> bytes:
    """What somebody has sent along."""
    if attachment.size > most:
        raise DeskError(f"Die Datei ist zu groß: höchstens {most // 1000} KB.")
    try:
        return await attachment.read()
    except FAILURES as error:
        log.warning("an attachment could not be read: %s", error)
        raise DeskError("Die Datei ließ sich nicht laden; schick sie bitte noch einmal.") from error


async def file_text(attachment: discord.Attachment, most: int) -> str:
    try:
        return (await file_bytes(attachment, most)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DeskError("Die Datei ist kein Text in UTF-8.") from None
