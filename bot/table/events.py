"""What can happen in the table's world. The gateway tells the bot of it, the live line tells the page."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.table.model import Channel, Interaction, Message


@dataclass(frozen=True)
class MessagePosted:
    message: Message


@dataclass(frozen=True)
class MessageChanged:
    message: Message


@dataclass(frozen=True)
class MessageGone:
    message: Message


@dataclass(frozen=True)
class ChannelOpened:
    channel: Channel


@dataclass(frozen=True)
class ChannelChanged:
    channel: Channel


@dataclass(frozen=True)
class ChannelGone:
    channel: Channel


@dataclass(frozen=True)
class PinsChanged:
    channel: Channel


@dataclass(frozen=True)
class Typing:
    channel: Channel
    user_id: int


@dataclass(frozen=True)
class CommandsChanged:
    guild_id: int | None


@dataclass(frozen=True)
class ReadUpTo:
    channel: Channel
    user_id: int


@dataclass(frozen=True)
class InteractionSent:
    interaction: Interaction


@dataclass(frozen=True)
class BotSeen:
    """The bot came online or went."""

    online: bool


Event = (
    MessagePosted
    | MessageChanged
    | MessageGone
    | ChannelOpened
    | ChannelChanged
    | ChannelGone
    | PinsChanged
    | Typing
    | CommandsChanged
    | ReadUpTo
    | InteractionSent
    | BotSeen
)
Listener = Callable[[Event], None]
