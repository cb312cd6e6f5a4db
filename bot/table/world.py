"""The little Discord: who and what there is, who may see it, and one place where it changes.

Each change is kept in the store and told to whoever listens. What makes a message right is in `posts.py`, how the bot
and a player talk to each other in `interactions.py`; this room knows neither the wire nor the page.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from bot.table import errors, sample
from bot.table.clock import Clock, Snowflakes
from bot.table.commands import Leaf, leaves
from bot.table.events import (
    ChannelChanged,
    ChannelGone,
    ChannelOpened,
    CommandsChanged,
    Event,
    Listener,
    MessageChanged,
    MessageGone,
    MessagePosted,
    PinsChanged,
    ReadUpTo,
    Typing,
)
from bot.table.model import (
    Channel,
    ChannelKind,
    Command,
    Guild,
    Json,
    Message,
    Permission,
    ReadMarks,
    Role,
    User,
    Value,
)
from bot.table.store import Store

# Boards are large, and nobody scrolls back further than this.
KEPT_MESSAGES = 2_000

ALL = Permission((1 << 53) - 1)

V = TypeVar("V", bound=Value)


class World:
    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.bot = sample.HEROLD
        self.users: dict[int, User] = {user.id: user for user in sample.USERS}
        self.guilds: dict[int, Guild] = {guild.id: guild for guild in sample.GUILDS}
        self.channels: dict[int, Channel] = {channel.id: channel for channel in sample.CHANNELS}
        self.commands: dict[int, Command] = {}
        self._messages: dict[int, dict[int, Message]] = {}
        self._marks: dict[int, ReadMarks] = {}
        self._listeners: list[Listener] = []
        self._load()

    def _load(self) -> None:
        for channel in self.kept("channel", Channel):
            self.channels[channel.id] = channel
            self.ids.seen(channel.id)
        for command in self.kept("command", Command):
            self.commands[command.id] = command
            self.ids.seen(command.version)
        in_use: set[int] = set()
        for message in self.kept("message", Message):
            self._messages.setdefault(message.channel_id, {})[message.id] = message
            in_use.update(attachment.id for attachment in message.attachments)
            self.ids.seen(max(message.id, *(attachment.id for attachment in message.attachments), 0))
        for mark in self.kept("read", ReadMarks):
            self._marks[mark.user_id] = mark
        for key in self.store.file_keys():
            # An upload that nobody used, or the file of a message that was never finished.
            if key not in in_use:
                self.store.drop_file(key)

    def kept(self, kind: str, model: type[V]) -> Iterator[V]:
        return (model.model_validate_json(body) for body in self.store.load(kind))

    # Listening

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    # Looking up

    @property
    def players(self) -> list[User]:
        return [user for user in self.users.values() if not user.is_bot]

    def player(self, key: str) -> User | None:
        return next((user for user in self.players if user.key == key), None)

    def user(self, user_id: int) -> User:
        if user_id not in self.users:
            raise errors.unknown_user()
        return self.users[user_id]

    def guild(self, guild_id: int) -> Guild:
        if guild_id not in self.guilds:
            raise errors.unknown_guild()
        return self.guilds[guild_id]

    def channel(self, channel_id: int) -> Channel:
        if channel_id not in self.channels:
            raise errors.unknown_channel()
        return self.channels[channel_id]

    def channels_of(self, guild_id: int) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.guild_id == guild_id]

    def message(self, channel_id: int, message_id: int) -> Message:
        try:
            return self._messages[channel_id][message_id]
        except KeyError:
            raise errors.unknown_message() from None

    def find_message(self, message_id: int) -> Message | None:
        return next((kept[message_id] for kept in self._messages.values() if message_id in kept), None)

    def messages(self, channel_id: int) -> Sequence[Message]:
        """Oldest first."""
        return tuple(self._messages.get(channel_id, {}).values())

    def last_message_id(self, channel_id: int) -> int | None:
        return next((one.id for one in reversed(self.messages(channel_id)) if one.viewer_id is None), None)

    # Who may do what

    def roles_of(self, user_id: int, guild: Guild) -> list[Role]:
        return [role for role in guild.roles if role.id == guild.id or user_id in role.member_ids]

    def permissions(self, user_id: int, channel: Channel) -> Permission:
        if channel.guild_id is None:
            return ALL if user_id in channel.member_ids else Permission(0)
        guild = self.guild(channel.guild_id)
        if user_id not in guild.member_ids:
            return Permission(0)
        if user_id == guild.owner_id:
            return ALL
        allowed = Permission(0)
        for role in self.roles_of(user_id, guild):
            allowed |= Permission(role.permissions)
        if user_id == self.bot.id and not self.home(channel).bot_may_write:
            allowed &= ~(Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS)
        if channel.kind is ChannelKind.PRIVATE_THREAD and user_id not in channel.member_ids:
            allowed &= ~Permission.VIEW_CHANNEL
        return allowed

    def home(self, channel: Channel) -> Channel:
        """The channel a thread hangs on; any other channel itself."""
        return channel if channel.parent_id is None else self.channels.get(channel.parent_id, channel)

    def sees(self, user_id: int, channel: Channel) -> bool:
        return Permission.VIEW_CHANNEL in self.permissions(user_id, channel)

    # Changing

    def put_channel(self, channel: Channel) -> Channel:
        is_new = channel.id not in self.channels
        self.channels[channel.id] = channel
        self.store.put("channel", channel.id, channel.model_dump_json())
        self.tell(ChannelOpened(channel) if is_new else ChannelChanged(channel))
        return channel

    def change_channel(self, channel_id: int, **changes: object) -> Channel:
        return self.put_channel(self.channel(channel_id).model_copy(update=changes))

    def drop_channel(self, channel: Channel) -> None:
        for message in self.messages(channel.id):
            self._forget(message)
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self.drop_channel(thread)
        del self.channels[channel.id]
        self.store.drop("channel", channel.id)
        self.tell(ChannelGone(channel))

    def put_message(self, message: Message) -> Message:
        kept = self._messages.setdefault(message.channel_id, {})
        old = kept.get(message.id)
        kept[message.id] = message
        self.store.put("message", message.id, message.model_dump_json())
        if old is None:
            self.tell(MessagePosted(message))
            self._thin_out(message.channel_id)
        else:
            gone = {one.id for one in old.attachments} - {one.id for one in message.attachments}
            for attachment_id in gone:
                self.store.drop_file(attachment_id)
            self.tell(MessageChanged(message))
        return message

    def drop_message(self, message: Message) -> None:
        self._forget(message)
        self.tell(MessageGone(message))

    def _thin_out(self, channel_id: int) -> None:
        kept = self._messages[channel_id]
        while len(kept) > KEPT_MESSAGES:
            self._forget(next((one for one in kept.values() if one.pinned is None), next(iter(kept.values()))))

    def _forget(self, message: Message) -> None:
        del self._messages[message.channel_id][message.id]
        self.store.drop("message", message.id)
        for attachment in message.attachments:
            self.store.drop_file(attachment.id)

    def pins_changed(self, channel: Channel) -> None:
        self.tell(PinsChanged(channel))

    def typing(self, channel: Channel, user_id: int) -> None:
        self.tell(Typing(channel, user_id))

    # Commands

    def commands_of(self, guild_id: int | None) -> list[Command]:
        return [command for command in self.commands.values() if command.guild_id == guild_id]

    def put_commands(self, guild_id: int | None, bodies: Sequence[Json]) -> list[Command]:
        """Replaces all commands of a guild, or the global ones. A command that keeps its name keeps its id."""
        old = {(command.body["type"], command.name): command for command in self.commands_of(guild_id)}
        for command in old.values():
            del self.commands[command.id]
            self.store.drop("command", command.id)
        for body in bodies:
            before = old.get((body["type"], body["name"]))
            self._put_command(
                Command(
                    id=before.id if before else self.ids.next(),
                    version=before.version if before and before.body == body else self.ids.next(),
                    guild_id=guild_id,
                    body=body,
                )
            )
        self.tell(CommandsChanged(guild_id))
        return self.commands_of(guild_id)

    def _put_command(self, command: Command) -> None:
        self.commands[command.id] = command
        self.store.put("command", command.id, command.model_dump_json())

    def leaves(self, user_id: int, channel: Channel) -> list[Leaf]:
        """Everything this player can type here."""
        allowed = self.permissions(user_id, channel)
        if Permission.USE_APPLICATION_COMMANDS not in allowed:
            return []
        own = self.commands_of(channel.guild_id) if channel.guild_id is not None else []
        names = {command.name for command in own}
        commands = [*own, *(command for command in self.commands_of(None) if command.name not in names)]
        return [
            leaf
            for command in sorted(commands, key=lambda command: command.name)
            if _fits(command, channel, allowed)
            for leaf in leaves(command)
        ]

    # Reading

    def mark_read(self, user_id: int, channel: Channel, message_id: int) -> None:
        if message_id <= (self.last_read_id(user_id, channel.id) or 0):
            return
        old = self._marks.get(user_id, ReadMarks(user_id=user_id))
        mark = old.model_copy(update={"seen": {**old.seen, channel.id: message_id}})
        self._marks[user_id] = mark
        self.store.put("read", user_id, mark.model_dump_json())
        self.tell(ReadUpTo(channel, user_id))

    def last_read_id(self, user_id: int, channel_id: int) -> int | None:
        mark = self._marks.get(user_id)
        return mark.seen.get(channel_id) if mark else None

    def unread(self, user_id: int, channel_id: int) -> list[Message]:
        mark = self.last_read_id(user_id, channel_id) or 0
        unread: list[Message] = []
        for message in reversed(self.messages(channel_id)):
            if message.id <= mark:
                break
            if message.author_id != user_id and message.viewer_id in (None, user_id):
                unread.append(message)
        return unread

    def names(self, user_id: int, message: Message) -> bool:
        """Whether a message pings this player."""
        if message.mention_everyone or user_id in message.mention_ids:
            return True
        channel = self.channels.get(message.channel_id)
        if channel is None or channel.guild_id is None or not message.mention_role_ids:
            return False
        roles = self.roles_of(user_id, self.guild(channel.guild_id))
        return any(role.id in message.mention_role_ids for role in roles)


def _fits(command: Command, channel: Channel, allowed: Permission) -> bool:
    contexts = command.body["contexts"]
    if channel.guild_id is None:
        if not (1 in contexts if contexts is not None else command.body["dm_permission"]):
            return False
    elif contexts is not None and 0 not in contexts:
        return False
    needed = command.body["default_member_permissions"]
    return needed is None or (Permission(int(needed)) & allowed) == Permission(int(needed))
