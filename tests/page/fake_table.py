"""The state behind the fake server: messages, files, what is read, and the live lines that are told of it."""

import json
import struct
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from aiohttp import web

from tests.page import sample_table as sample
from tests.page.sample_table import BATTLE, NEWS, THREAD, Json

TURNS = 70


class FakeTable:
    """All of it lives on the loop of its server."""

    def __init__(self, boards: list[bytes]) -> None:
        self.boards = boards
        self.files: dict[str, bytes] = {}
        self.messages: dict[str, list[Json]] = defaultdict(list)
        self.read: dict[tuple[str, str], str] = {}
        self.lines: dict[web.WebSocketResponse, str] = {}
        self.calls: list[tuple[str, Json]] = []
        self.bot = dict(sample.BOT)
        self.refuses_lines = False
        self._number = 0
        self.files["1"] = b"{}"
        self._fill()

    def _fill(self) -> None:
        for turn in range(TURNS):
            time = sample.time_of(turn)
            self.add(BATTLE, time=time, content=f"Runde {turn}: Ich gehe vor.", author=sample.PLAYERS[turn % 2])
            report = sample.order_report(turn, self.board(turn, time))
            self.add(BATTLE, time=time, components=[report], used={"name": "Anna", "command": "/bewegen"})
        self.add(BATTLE, components=sample.one_of_each("/api/files/1/partie.json"))
        self.add(THREAD, content="Hier reden wir über die Schlacht.", author=sample.PLAYERS[1])
        self.add(NEWS, content="Der Stand der Kampagne steht in der Liste.", author=sample.PLAYERS[2])
        for player in sample.PLAYERS:
            for channel in (BATTLE, THREAD):
                self.read[player["key"], channel] = self.messages[channel][-1]["id"]
        self.add(NEWS, content="<@1101>, du bist am Zug. Siehe <#3001>.")

    # What the script and the tests use

    def board(self, number: int, time: datetime | None = None) -> Json:
        """A new board: where it is to be had, and how large it is."""
        file_id = self.new_id(time)
        data = self.files[file_id] = self.boards[number % len(self.boards)]
        width, height = struct.unpack(">II", data[16:24])
        return {"url": f"/api/files/{file_id}/brett.png", "width": width, "height": height}

    def new_id(self, time: datetime | None = None) -> str:
        self._number += 1
        return sample.snowflake(time or datetime.now(UTC), self._number)

    def add(self, channel: str, *, time: datetime | None = None, **more: Any) -> Json:
        """Posts a message as Herold, or as whoever `author` is. It is told to nobody: see `post`."""
        author = more.pop("author", None) or self.bot
        components = more.get("components") or []
        person = {name: author[name] for name in ("id", "name", "initials", "colour")}
        message: Json = {
            "id": self.new_id(time),
            "channel_id": channel,
            "author": {**person, "bot": author is self.bot},
            "content": "",
            "embeds": [],
            "components": components,
            "attachments": [],
            "timestamp": (time or datetime.now(UTC)).isoformat(),
            "edited_timestamp": None,
            "pinned": False,
            "flags": 0,
            "ephemeral": False,
            "thinking": False,
            "failed": False,
            "used": None,
            "v2": bool(components),
            "mentions": {player["id"]: player["name"] for player in sample.PLAYERS} | {BATTLE: "feldherrenhügel"},
            "viewer": None,
            **more,
        }
        self.messages[channel].append(message)
        return message

    async def post(self, channel: str, **more: Any) -> Json:
        message = self.add(channel, **more)
        await self.tell(message, {"type": "message"})
        return message

    async def change(self, message: Json, **changes: object) -> None:
        channel = self.messages[message["channel_id"]]
        changed = {**message, **changes}
        channel[[one["id"] for one in channel].index(message["id"])] = changed
        await self.tell(changed, {"type": "message_changed"})

    async def drop(self, message: Json) -> None:
        channel = self.messages[message["channel_id"]]
        channel[:] = [one for one in channel if one["id"] != message["id"]]
        gone = {"type": "message_gone", "channel_id": message["channel_id"], "message_id": message["id"]}
        await self.send_all(lambda key: gone if message["viewer"] in (None, key) else None)

    async def tell(self, message: Json, event: Json) -> None:
        await self.send_all(
            lambda key: {**event, "message": self.seen(message, key)} if message["viewer"] in (None, key) else None
        )
        await self.send_all(lambda key: {"type": "channel", "channel": self.channel(message["channel_id"], key)})

    async def send_all(self, event_for: Callable[[str], Json | None]) -> None:
        for line, key in list(self.lines.items()):
            event = event_for(key)
            if event is not None:
                with suppress(ConnectionError):
                    await line.send_str(json.dumps(event))

    async def close_lines(self) -> None:
        for line in list(self.lines):
            await line.close(code=1001)

    # How things look to one player

    def seen(self, message: Json, key: str) -> Json:
        me = next(player for player in sample.PLAYERS if player["key"] == key)
        named = f"<@{me['id']}>" in json.dumps([message["content"], message["components"]])
        return {**{name: value for name, value in message.items() if name != "viewer"}, "mentions_me": named}

    def visible(self, channel: str, key: str) -> list[Json]:
        return [self.seen(message, key) for message in self.messages[channel] if message["viewer"] in (None, key)]

    def channel(self, number: str, key: str) -> Json:
        shape = next(one for one in sample.CHANNELS if one["id"] == number)
        visible = self.visible(number, key)
        last_read = self.read.get((key, number))
        me = next(player for player in sample.PLAYERS if player["key"] == key)
        unread = [
            one
            for one in visible
            if (last_read is None or int(one["id"]) > int(last_read)) and one["author"]["id"] != me["id"]
        ]
        return {
            **shape,
            "unread": len(unread),
            "mentions": sum(one["mentions_me"] for one in unread),
            "last_message_id": visible[-1]["id"] if visible else None,
            "last_read_id": last_read,
        }

    def find(self, message_id: str) -> Json:
        return next(one for channel in self.messages.values() for one in channel if one["id"] == message_id)
