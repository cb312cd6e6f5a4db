"""The calls of the page API, each between a window's request and the world. What they promise is said in `page.py`."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.table import limits, page_guard
from bot.table.actions import Actions, Handle
from bot.table.gateway import Gateway
from bot.table.media import OCTETS, content_type
from bot.table.model import Channel, Json, Message, User
from bot.table.options import OptionValue, Refused
from bot.table.page_view import View
from bot.table.world import World

STATIC = Path(__file__).parent / "static"
# These a browser may show in place; anything else it is told to save.
SHOWN = ("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain")
FILE_POLICY = "default-src 'none'; sandbox"


class Calls:
    def __init__(self, world: World, actions: Actions, view: View, gateway: Gateway) -> None:
        self._world = world
        self._actions = actions
        self._view = view
        self._gateway = gateway

    def _channel(self, request: web.Request, user: User) -> Channel:
        channel = self._world.channels.get(int(request.match_info["channel"]))
        if channel is None or not self._world.sees(user.id, channel):
            raise Refused("Diesen Kanal gibt es nicht.", 404)
        return channel

    def _message(self, request: web.Request, user: User) -> Message:
        message = self._world.find_message(int(request.match_info["message"]))
        if (
            message is None
            or message.viewer_id not in (None, user.id)
            or not self._world.sees(user.id, self._world.channel(message.channel_id))
        ):
            raise Refused("Diese Nachricht gibt es nicht.", 404)
        return message

    # Reading

    async def index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / "index.html")

    async def players(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"players": [self._view.player(user) for user in self._world.players]})

    def state(self, request: web.Request, user: User) -> Json:
        view = self._view
        channels = view.visible_channels(user)
        return {
            "me": view.player(user),
            "players": [view.player(one) for one in self._world.players],
            "bot": view.bot(self._gateway.online),
            "guilds": view.guilds(user),
            "channels": [view.channel(one, user) for one in channels],
            "commands": view.commands(self._world.leaves(user.id, channels[0])) if channels else [],
        }

    def messages(self, request: web.Request, user: User) -> Json:
        channel = self._channel(request, user)
        limit = min(max(_number(request.query.get("limit"), 50), 1), limits.MESSAGES_PER_QUERY)
        before = _number(request.query.get("before"), 0)
        seen = [
            one
            for one in self._world.messages(channel.id)
            if one.viewer_id in (None, user.id) and (not before or one.id < before)
        ]
        return {
            "messages": [self._view.message(one, user) for one in seen[-limit:]],
            "more": len(seen) > limit,
        }

    def commands(self, request: web.Request, user: User) -> Json:
        leaves = self._world.leaves(user.id, self._channel(request, user))
        return {"commands": self._view.commands(leaves)}

    async def file(self, request: web.Request) -> web.StreamResponse:
        number = int(request.match_info["file"])
        data = await asyncio.to_thread(self._world.store.file, number)
        if data is None:
            raise Refused("Diese Datei gibt es nicht mehr.", 404)
        kind = content_type(request.match_info["name"], data)
        response = web.Response(body=data, content_type=kind if kind in SHOWN else OCTETS)
        if kind not in SHOWN:
            response.headers["Content-Disposition"] = "attachment"
        response.headers["Content-Security-Policy"] = FILE_POLICY
        # An attachment never changes; a new board is a new attachment.
        response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
        return response

    # Doing

    async def say(self, request: web.Request, user: User, body: Json) -> Json:
        message = self._actions.say(user, self._channel(request, user), _text(body, "content"))
        return {"message": self._view.message(message, user)}

    async def open_thread(self, request: web.Request, user: User, body: Json) -> Json:
        thread = self._actions.open_thread(user, self._channel(request, user), _text(body, "name"))
        return {"channel": self._view.channel(thread, user)}

    async def mark_read(self, request: web.Request, user: User, body: Json) -> Json:
        self._world.mark_read(user.id, self._channel(request, user), _number(body.get("message_id"), 0))
        return {}

    async def autocomplete(self, request: web.Request, user: User, body: Json) -> Json:
        channel = self._channel(request, user)
        name, focused = _text(body, "command"), _text(body, "focused")
        handle = self._actions.autocomplete(user, channel, name, _options(body), focused)
        try:
            return {"choices": list(await handle.choices()), "failed": False}
        except TimeoutError:
            return {"choices": [], "failed": True}

    async def command(self, request: web.Request, user: User, body: Json) -> Json:
        channel = self._channel(request, user)
        return await self._outcome(self._actions.slash(user, channel, _text(body, "command"), _options(body)))

    async def press(self, request: web.Request, user: User, body: Json) -> Json:
        message = self._message(request, user)
        return await self._outcome(self._actions.press(user, message, _text(body, "custom_id")))

    async def select(self, request: web.Request, user: User, body: Json) -> Json:
        message = self._message(request, user)
        values = _texts(body.get("values"))
        return await self._outcome(self._actions.select(user, message, _text(body, "custom_id"), values))

    async def submit(self, request: web.Request, user: User, body: Json) -> Json:
        raw = body.get("values")
        answers = {
            str(name): _texts(value) if isinstance(value, list) else value
            for name, value in (raw if isinstance(raw, dict) else {}).items()
            if isinstance(value, str | bool | list)
        }
        return await self._outcome(self._actions.submit(user, int(request.match_info["interaction"]), answers))

    async def dismiss(self, request: web.Request, user: User, body: Json) -> Json:
        self._actions.dismiss(user, self._message(request, user))
        return {}

    async def upload(self, request: web.Request, user: User) -> web.StreamResponse:
        if request.headers.get("Origin") is None and request.headers.get("Sec-Fetch-Site") != "same-origin":
            # Unlike JSON, raw bytes can be sent by any form on any site, so here the sender must say who he is.
            raise Refused(page_guard.FOREIGN, 403)
        try:
            data = await request.read()
        except web.HTTPRequestEntityTooLarge:
            raise Refused("Eine Datei hat höchstens 10 MiB.", 413) from None
        file = self._actions.upload(user, request.query.get("name", "")[:255], data)
        return web.json_response({"id": str(file.id), "name": file.filename, "size": file.size})

    async def _outcome(self, handle: Handle) -> Json:
        try:
            return self._view.outcome(await handle.acknowledged())
        except TimeoutError:
            return self._view.outcome(handle.interaction)


def _text(body: Json, name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str):
        raise Refused(f"Es fehlt „{name}“.")
    return value


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value) or len(value) > 100:
        raise Refused("Hier wird eine Liste von Texten erwartet.")
    return value


def _options(body: Json) -> Mapping[str, OptionValue]:
    options = body.get("options") or {}
    if not isinstance(options, dict) or not all(isinstance(one, str | int | float | bool) for one in options.values()):
        raise Refused("Diese Optionen lassen sich nicht lesen.")
    return options


def _number(value: Any, default: int) -> int:
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) <= 20 else default
