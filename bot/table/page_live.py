"""The live line: every open window hears what happens in the channels its player can see."""

import asyncio
import contextlib
import json

from aiohttp import WSMsgType, web

from bot.table import events, limits
from bot.table.model import Channel, Json, Message, User
from bot.table.page_view import View
from bot.table.world import World

# A window that hears nothing for so long is asleep; it reloads when it wakes.
BACKLOG = 1_000


class _Window:
    def __init__(self, user: User) -> None:
        self.user = user
        self.queue: asyncio.Queue[Json | None] = asyncio.Queue(BACKLOG)

    def put(self, event: Json) -> None:
        try:
            self.queue.put_nowait(event)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Live:
    def __init__(self, world: World, view: View) -> None:
        self._world = world
        self._view = view
        self._windows: set[_Window] = set()
        world.listen(self._hear)

    async def handle(self, request: web.Request, user: User) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=4 * 1024)
        await socket.prepare(request)
        window = _Window(user)
        window.put({"type": "hello"})
        self._windows.add(window)
        pump = asyncio.create_task(self._pump(window, socket))
        try:
            async for frame in socket:
                if frame.type is WSMsgType.ERROR:
                    break
        finally:
            self._windows.discard(window)
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pump
        return socket

    async def close(self) -> None:
        for window in tuple(self._windows):
            window.end()

    async def _pump(self, window: _Window, socket: web.WebSocketResponse) -> None:
        with contextlib.suppress(ConnectionError):
            while (event := await window.queue.get()) is not None:
                await socket.send_str(json.dumps(event, ensure_ascii=False))
            await socket.close(code=1001)

    def _hear(self, event: events.Event) -> None:
        match event:
            case events.MessagePosted(message):
                self._tell_message("message", message)
                self._tell_channel(self._world.channel(message.channel_id), message.viewer_id)
            case events.MessageChanged(message):
                self._tell_message("message_changed", message)
            case events.MessageGone(message):
                gone = {"type": "message_gone", "channel_id": str(message.channel_id), "message_id": str(message.id)}
                channel = self._world.channel(message.channel_id)
                for window in self._watching(channel, message.viewer_id):
                    window.put(gone)
                self._tell_channel(channel, message.viewer_id)
            case events.ChannelOpened(channel) | events.ChannelChanged(channel):
                self._tell_channel(channel, None)
            case events.ChannelGone(channel):
                for window in self._windows:
                    window.put({"type": "channel_gone", "channel_id": str(channel.id)})
            case events.ReadUpTo(channel, user_id):
                self._tell_channel(channel, user_id)
            case events.Typing(channel, user_id):
                typing = {
                    "type": "typing",
                    "channel_id": str(channel.id),
                    "user_id": str(user_id),
                    "name": self._world.user(user_id).name,
                    "seconds": limits.TYPING_SECONDS,
                }
                for window in self._watching(channel, None):
                    window.put(typing)
            case events.CommandsChanged():
                for window in self._windows:
                    window.put({"type": "commands"})
            case events.BotSeen(online):
                for window in self._windows:
                    window.put({"type": "bot", "bot": self._view.bot(online)})
            case _:
                pass

    def _watching(self, channel: Channel, viewer_id: int | None) -> list[_Window]:
        return [
            window
            for window in self._windows
            if viewer_id in (None, window.user.id) and self._world.sees(window.user.id, channel)
        ]

    def _tell_message(self, kind: str, message: Message) -> None:
        for window in self._watching(self._world.channel(message.channel_id), message.viewer_id):
            window.put({"type": kind, "message": self._view.message(message, window.user)})

    def _tell_channel(self, channel: Channel, viewer_id: int | None) -> None:
        for window in self._watching(channel, viewer_id):
            window.put({"type": "channel", "channel": self._view.channel(channel, window.user)})
