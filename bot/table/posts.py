"""Posting, editing, deleting and pinning messages, and opening threads, with the permissions Discord asks for."""

from collections.abc import Mapping

from bot.table import errors, limits
from bot.table.bodies import Draft, Mentions, Upload, read_body, read_mentions
from bot.table.errors import Form
from bot.table.model import Channel, ChannelKind, Json, Message, MessageFlag, MessageKind, Permission, Used, User
from bot.table.world import World

PLAIN = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
EDITABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class Posts:
    def __init__(self, world: World) -> None:
        self._world = world

    def say(self, user: User, channel: Channel, payload: Json, uploads: Mapping[int, Upload] | None = None) -> Message:
        """A message written by a player, or by the bot outside of any interaction."""
        world = self._world
        self._require(user.id, channel, Permission.VIEW_CHANNEL)
        sending = Permission.SEND_MESSAGES_IN_THREADS if channel.kind.is_thread else Permission.SEND_MESSAGES
        self._require(user.id, channel, sending)
        if channel.kind.is_thread and channel.locked and not user.is_bot:
            raise errors.thread_is_archived()
        reply_to = self._reference(channel, payload.get("message_reference"))
        message = self.post(
            channel,
            user.id,
            payload,
            uploads or {},
            kind=MessageKind.DEFAULT if reply_to is None else MessageKind.REPLY,
            reply_to=reply_to,
            settable=PLAIN,
        )
        if channel.kind.is_thread:
            joined = user.id in channel.member_ids
            members = channel.member_ids if joined else (*channel.member_ids, user.id)
            if channel.archived or not joined:
                world.change_channel(channel.id, archived=False, member_ids=members)
        return message

    def post(
        self,
        channel: Channel,
        author_id: int,
        payload: Json,
        uploads: Mapping[int, Upload],
        *,
        kind: MessageKind,
        settable: MessageFlag,
        reply_to: int | None = None,
        used: Used | None = None,
        viewer_id: int | None = None,
    ) -> Message:
        world = self._world
        draft = read_body(payload, uploads, channel_id=channel.id, new_id=world.ids.next, settable=settable)
        message = Message(
            id=world.ids.next(),
            channel_id=channel.id,
            author_id=author_id,
            time=world.clock.now(),
            kind=kind,
            reply_to=reply_to,
            used=used,
            viewer_id=viewer_id,
            nonce=payload.get("nonce"),
        )
        return self._lay(draft, message, self._mentions(draft, payload, channel, author_id))

    def edit(self, message: Message, payload: Json, uploads: Mapping[int, Upload]) -> Message:
        world = self._world
        draft = read_body(
            payload,
            uploads,
            channel_id=message.channel_id,
            new_id=world.ids.next,
            settable=EDITABLE,
            old=message,
        )
        if message.is_loading:
            # The answer takes the place of "thinks …": it is new to its reader, not edited, and may ping.
            channel = world.channel(message.channel_id)
            return self._lay(draft, message, self._mentions(draft, payload, channel, message.author_id))
        edited = message.model_copy(update={"edited": world.clock.now()})
        return self._lay(
            draft, edited, Mentions(message.mention_ids, message.mention_role_ids, message.mention_everyone)
        )

    def edit_own(self, user: User, message: Message, payload: Json, uploads: Mapping[int, Upload]) -> Message:
        if message.author_id != user.id:
            raise errors.not_your_message()
        return self.edit(message, payload, uploads)

    def delete(self, user: User, message: Message) -> None:
        channel = self._world.channel(message.channel_id)
        if message.author_id != user.id:
            self._require(user.id, channel, Permission.MANAGE_MESSAGES)
        self._world.drop_message(message)

    def pin(self, user: User, message: Message, pinned: bool) -> None:
        world = self._world
        channel = world.channel(message.channel_id)
        self._require(user.id, channel, Permission.PIN_MESSAGES)
        if pinned == (message.pinned is not None):
            return
        if pinned and sum(one.pinned is not None for one in world.messages(channel.id)) >= limits.PINS:
            raise errors.too_many_pins(limits.PINS)
        world.put_message(message.model_copy(update={"pinned": world.clock.now() if pinned else None}))
        world.pins_changed(channel)

    def open_thread(self, user: User, channel: Channel, payload: Json, start: Message | None = None) -> Channel:
        """A thread on a channel, or on one of its messages; then it shares the message's id."""
        world = self._world
        if channel.kind is not ChannelKind.TEXT:
            raise errors.wrong_channel_type()
        form = Form()
        name = form.text(payload.get("name"), "name", 1, limits.THREAD_NAME)
        minutes = payload.get("auto_archive_duration") or 4320
        if minutes not in ARCHIVE_MINUTES:
            form.refuse("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}.")
        # Without a type a thread without a message is private: Discord's own default.
        asked = ChannelKind.PUBLIC_THREAD if start else payload.get("type") or ChannelKind.PRIVATE_THREAD
        if asked not in (ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD):
            form.refuse("type", "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
        form.done()
        private = asked == ChannelKind.PRIVATE_THREAD
        wanted = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        self._require(user.id, channel, wanted)
        if start is not None and start.id in world.channels:
            raise errors.thread_exists()
        return world.put_channel(
            Channel(
                id=start.id if start else world.ids.next(),
                kind=ChannelKind(asked),
                name=name,
                guild_id=channel.guild_id,
                parent_id=channel.id,
                owner_id=user.id,
                member_ids=(user.id,),
                auto_archive_minutes=minutes,
                archive_time=world.clock.now(),
            )
        )

    def open_dm(self, user: User) -> Channel:
        world = self._world
        if user.is_bot:
            raise errors.ApiError(403, 50007, "Cannot send messages to this user")
        members = (user.id, world.bot.id)
        for channel in world.channels.values():
            if channel.kind is ChannelKind.DM and channel.member_ids == members:
                return channel
        return world.put_channel(
            Channel(id=world.ids.next(), kind=ChannelKind.DM, name=world.bot.name, member_ids=members)
        )

    def _lay(self, draft: Draft, message: Message, mentions: Mentions) -> Message:
        for file_id, data in draft.files.items():
            self._world.store.put_file(file_id, data)
        hidden = message.viewer_id is not None
        flags = draft.flags | (MessageFlag.EPHEMERAL if hidden else 0)
        return self._world.put_message(
            message.model_copy(
                update={
                    "content": draft.content,
                    "embeds": draft.embeds,
                    "components": draft.components,
                    "attachments": tuple(one.model_copy(update={"is_ephemeral": hidden}) for one in draft.attachments),
                    "flags": int(flags),
                    "mention_ids": mentions.user_ids,
                    "mention_role_ids": mentions.role_ids,
                    "mention_everyone": mentions.everyone,
                }
            )
        )

    def _mentions(self, draft: Draft, payload: Json, channel: Channel, author_id: int) -> Mentions:
        world = self._world
        found = read_mentions(draft.words, payload.get("allowed_mentions"))
        guild = world.guilds.get(channel.guild_id or 0)
        roles = {role.id for role in guild.roles} if guild else set()
        return Mentions(
            tuple(one for one in found.user_ids if one in world.users),
            tuple(one for one in found.role_ids if one in roles),
            found.everyone and Permission.MENTION_EVERYONE in world.permissions(author_id, channel),
        )

    def _reference(self, channel: Channel, raw: object) -> int | None:
        if not isinstance(raw, dict) or raw.get("message_id") is None:
            return None
        message_id = int(raw["message_id"])
        if any(message.id == message_id for message in self._world.messages(channel.id)):
            return message_id
        if raw.get("fail_if_not_exists") is False:
            return None
        form = Form()
        form.refuse("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.done()
        return None

    def _require(self, user_id: int, channel: Channel, wanted: Permission) -> None:
        allowed = self._world.permissions(user_id, channel)
        if Permission.VIEW_CHANNEL not in allowed:
            raise errors.missing_access()
        if wanted not in allowed:
            raise errors.missing_permissions()
