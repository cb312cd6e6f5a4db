"""What the table's world is made of: players, guilds, channels, messages, commands, interactions, as frozen values.

How they look on Discord's wire is said in `payloads.py`, what the page sees in `page_view.py`. Components, embeds and
command options keep Discord's own JSON: the table checks them and hands them on, it never interprets them.
"""

from enum import IntEnum, IntFlag, StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict

Json = dict[str, Any]


class Permission(IntFlag):
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


class MessageFlag(IntFlag):
    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class ChannelKind(IntEnum):
    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12

    @property
    def is_thread(self) -> bool:
        return self in (ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD)


class MessageKind(IntEnum):
    DEFAULT = 0
    REPLY = 19
    COMMAND = 20


class InteractionKind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Stage(StrEnum):
    """How far the bot has come with an interaction."""

    SENT = "sent"
    THINKING = "thinking"
    ANSWERED = "answered"
    CHOICES = "choices"
    MODAL = "modal"


class Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class User(Value):
    id: int
    key: str
    name: str
    colour: str
    is_bot: bool = False

    @property
    def initials(self) -> str:
        return self.name[:1].upper()


class Role(Value):
    id: int
    name: str
    permissions: int
    position: int
    member_ids: tuple[int, ...] = ()
    is_managed: bool = False


class Guild(Value):
    id: int
    name: str
    owner_id: int
    member_ids: tuple[int, ...]
    roles: tuple[Role, ...]


class Channel(Value):
    id: int
    kind: ChannelKind
    name: str
    guild_id: int | None = None
    topic: str | None = None
    position: int = 0
    parent_id: int | None = None
    owner_id: int | None = None
    member_ids: tuple[int, ...] = ()
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 4320
    archive_time: float = 0.0
    bot_may_write: bool = True


class Attachment(Value):
    id: int
    channel_id: int
    filename: str
    size: int
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    is_ephemeral: bool = False


class Used(Value):
    """Which interaction a message answers: what Discord shows as "Anna used /partie neu"."""

    id: int
    kind: InteractionKind
    user_id: int
    guild_id: int | None = None
    command: str | None = None
    original_id: int | None = None
    message_id: int | None = None
    trigger: "Used | None" = None


class Message(Value):
    id: int
    channel_id: int
    author_id: int
    time: float
    kind: MessageKind = MessageKind.DEFAULT
    content: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: int = 0
    edited: float | None = None
    pinned: float | None = None
    mention_ids: tuple[int, ...] = ()
    mention_role_ids: tuple[int, ...] = ()
    mention_everyone: bool = False
    reply_to: int | None = None
    used: Used | None = None
    viewer_id: int | None = None
    nonce: str | int | None = None

    @property
    def is_loading(self) -> bool:
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & MessageFlag.COMPONENTS_V2)


class Command(Value):
    id: int
    version: int
    guild_id: int | None
    body: Json

    @property
    def name(self) -> str:
        return str(self.body["name"])


class ReadMarks(Value):
    """Up to which message a player has read each channel."""

    user_id: int
    seen: dict[int, int] = {}


class Interaction(Value):
    id: int
    token: str
    kind: InteractionKind
    user_id: int
    channel_id: int
    time: float
    data: Json
    used: Used
    message_id: int | None = None
    stage: Stage = Stage.SENT
    # True once something for the player's eyes has come of it: an answer, the edit of a deferred one, a followup.
    is_settled: bool = False
    original_id: int | None = None
    followup_ids: tuple[int, ...] = ()
    choices: tuple[Json, ...] = ()
    modal: Json | None = None
