"""Calls about channels, threads and the messages in them."""

from collections.abc import Sequence

from bot.table import errors, limits
from bot.table.api import Answer, Call, Route
from bot.table.clock import iso
from bot.table.errors import Form
from bot.table.model import Channel, Message, Permission
from bot.table.payloads import Payloads
from bot.table.posts import ARCHIVE_MINUTES, Posts
from bot.table.world import World


class ChannelApi:
    def __init__(self, world: World, posts: Posts, payloads: Payloads) -> None:
        self._world = world
        self._posts = posts
        self._payloads = payloads

    def routes(self) -> list[Route]:
        messages = "/channels/{channel_id}/messages"
        return [
            Route("GET", "/channels/{channel_id}", self.channel),
            Route("PATCH", "/channels/{channel_id}", self.edit_channel),
            Route("DELETE", "/channels/{channel_id}", self.delete_channel),
            Route("POST", "/channels/{channel_id}/typing", self.typing),
            Route("GET", messages, self.messages),
            Route("POST", messages, self.post),
            Route("POST", messages + "/bulk-delete", self.bulk_delete),
            Route("GET", messages + "/pins", self.pins),
            Route("PUT", messages + "/pins/{message_id}", self.pin),
            Route("DELETE", messages + "/pins/{message_id}", self.unpin),
            Route("GET", messages + "/{message_id}", self.message),
            Route("PATCH", messages + "/{message_id}", self.edit),
            Route("DELETE", messages + "/{message_id}", self.delete),
            Route("POST", messages + "/{message_id}/threads", self.open_thread_on),
            Route("POST", "/channels/{channel_id}/threads", self.open_thread),
            Route("GET", "/channels/{channel_id}/thread-members", self.thread_members),
            Route("PUT", "/channels/{channel_id}/thread-members/@me", self.join_thread),
            Route("DELETE", "/channels/{channel_id}/thread-members/@me", self.leave_thread),
            Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", self.add_to_thread),
            Route("DELETE", "/channels/{channel_id}/thread-members/{user_id}", self.remove_from_thread),
        ]

    def _channel(self, call: Call) -> Channel:
        channel = self._world.channel(call.number("channel_id"))
        if not self._world.sees(self._world.bot.id, channel):
            raise errors.missing_access()
        return channel

    def _message(self, call: Call) -> Message:
        message = self._world.message(self._channel(call).id, call.number("message_id"))
        if message.viewer_id is not None:
            # A message for one player's eyes is reached by its interaction's token only.
            raise errors.unknown_message()
        return message

    # Channels

    def channel(self, call: Call) -> Answer:
        return Answer(200, self._payloads.channel(self._channel(call)))

    def edit_channel(self, call: Call) -> Answer:
        world = self._world
        channel = self._channel(call)
        own = channel.owner_id == world.bot.id and channel.kind.is_thread
        wanted = Permission.MANAGE_THREADS if channel.kind.is_thread else Permission.MANAGE_CHANNELS
        if not own and wanted not in world.permissions(world.bot.id, channel):
            raise errors.missing_permissions()
        form = Form()
        changes: dict[str, object] = {}
        body = call.form
        if "name" in body:
            changes["name"] = form.text(body["name"], "name", 1, limits.THREAD_NAME)
        if "topic" in body:
            changes["topic"] = form.text(body["topic"], "topic", 0, 1_024) or None
        if channel.kind.is_thread:
            for name in ("archived", "locked"):
                if body.get(name) is not None:
                    changes[name] = bool(body[name])
            if body.get("auto_archive_duration") is not None:
                changes["auto_archive_minutes"] = form.number(
                    body["auto_archive_duration"], "auto_archive_duration", ARCHIVE_MINUTES[0], ARCHIVE_MINUTES[-1]
                )
            if changes.get("archived") is not None:
                changes["archive_time"] = world.clock.now()
        form.done()
        return Answer(200, self._payloads.channel(world.change_channel(channel.id, **changes)))

    def delete_channel(self, call: Call) -> Answer:
        world = self._world
        channel = self._channel(call)
        wanted = Permission.MANAGE_THREADS if channel.kind.is_thread else Permission.MANAGE_CHANNELS
        if wanted not in world.permissions(world.bot.id, channel):
            raise errors.missing_permissions()
        payload = self._payloads.channel(channel)
        world.drop_channel(channel)
        return Answer(200, payload)

    def typing(self, call: Call) -> Answer:
        self._world.typing(self._channel(call), self._world.bot.id)
        return Answer()

    # Messages

    def messages(self, call: Call) -> Answer:
        limit = min(max(_number(call, "limit", 50), 1), limits.MESSAGES_PER_QUERY)
        found: Sequence[Message] = [
            one for one in self._world.messages(self._channel(call).id) if one.viewer_id is None
        ]
        if "after" in call.query:
            found = [one for one in found if one.id > _number(call, "after", 0)][:limit]
        elif "before" in call.query:
            found = [one for one in found if one.id < _number(call, "before", 0)][-limit:]
        elif "around" in call.query:
            middle = sum(one.id < _number(call, "around", 0) for one in found)
            found = found[max(0, middle - limit // 2) :][:limit]
        else:
            found = found[-limit:]
        return Answer(200, [self._payloads.message(one) for one in reversed(found)])

    def message(self, call: Call) -> Answer:
        return Answer(200, self._payloads.message(self._message(call)))

    def post(self, call: Call) -> Answer:
        message = self._posts.say(self._world.bot, self._channel(call), call.form, call.uploads)
        return Answer(200, self._payloads.message(message))

    def edit(self, call: Call) -> Answer:
        message = self._posts.edit_own(self._world.bot, self._message(call), call.form, call.uploads)
        return Answer(200, self._payloads.message(message))

    def delete(self, call: Call) -> Answer:
        self._posts.delete(self._world.bot, self._message(call))
        return Answer()

    def bulk_delete(self, call: Call) -> Answer:
        channel = self._channel(call)
        if Permission.MANAGE_MESSAGES not in self._world.permissions(self._world.bot.id, channel):
            raise errors.missing_permissions()
        wanted = call.form.get("messages")
        form = Form()
        if not isinstance(wanted, list) or not 2 <= len(wanted) <= limits.MESSAGES_PER_QUERY:
            form.length("messages", 2, limits.MESSAGES_PER_QUERY)
            wanted = []
        form.done()
        ids = {str(one) for one in wanted}
        for message in self._world.messages(channel.id):
            if str(message.id) in ids and message.viewer_id is None:
                self._world.drop_message(message)
        return Answer()

    def pins(self, call: Call) -> Answer:
        pinned = [(one.pinned, one) for one in self._world.messages(self._channel(call).id) if one.pinned is not None]
        items = [
            {"pinned_at": iso(time), "message": self._payloads.message(one)}
            for time, one in sorted(pinned, key=lambda pair: -pair[0])
        ]
        return Answer(200, {"items": items[: limits.PINS], "has_more": False})

    def pin(self, call: Call) -> Answer:
        self._posts.pin(self._world.bot, self._message(call), True)
        return Answer()

    def unpin(self, call: Call) -> Answer:
        self._posts.pin(self._world.bot, self._message(call), False)
        return Answer()

    # Threads

    def open_thread(self, call: Call) -> Answer:
        thread = self._posts.open_thread(self._world.bot, self._channel(call), call.form)
        return Answer(201, self._payloads.own_thread(thread))

    def open_thread_on(self, call: Call) -> Answer:
        message = self._message(call)
        thread = self._posts.open_thread(self._world.bot, self._channel(call), call.form, message)
        return Answer(201, self._payloads.own_thread(thread))

    def thread_members(self, call: Call) -> Answer:
        thread = self._thread(call)
        return Answer(200, [self._payloads.thread_member(thread, one) for one in thread.member_ids])

    def join_thread(self, call: Call) -> Answer:
        return self._set_member(call, self._world.bot.id, True)

    def leave_thread(self, call: Call) -> Answer:
        return self._set_member(call, self._world.bot.id, False)

    def add_to_thread(self, call: Call) -> Answer:
        return self._set_member(call, self._world.user(call.number("user_id")).id, True)

    def remove_from_thread(self, call: Call) -> Answer:
        return self._set_member(call, self._world.user(call.number("user_id")).id, False)

    def _thread(self, call: Call) -> Channel:
        channel = self._channel(call)
        if not channel.kind.is_thread:
            raise errors.wrong_channel_type()
        return channel

    def _set_member(self, call: Call, user_id: int, joins: bool) -> Answer:
        thread = self._thread(call)
        others = tuple(one for one in thread.member_ids if one != user_id)
        self._world.change_channel(thread.id, member_ids=(*others, user_id) if joins else others)
        return Answer()


def _number(call: Call, name: str, default: int) -> int:
    text = call.query.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= 20 else default
