"""One client on the gateway: its line while it has one, and its session, which outlives a lost line."""

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import web

from bot.table.clock import WORKER_BITS

REPLAYABLE = 2_000


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    UNKNOWN_ERROR = 4000
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010


class Intent(IntFlag):
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    MESSAGES = 1 << 9
    TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


class Line:
    """One connection. Compression is a single stream, so frames are written one after the other."""

    def __init__(self, socket: web.WebSocketResponse, compressed: bool) -> None:
        self.socket = socket
        self._deflate = zlib.compressobj() if compressed else None
        self._turn = asyncio.Lock()
        self._events: asyncio.Queue[str] = asyncio.Queue()

    def put(self, event: str) -> None:
        self._events.put_nowait(event)

    async def pump(self) -> None:
        """Sends events as they come, until the line is lost."""
        with contextlib.suppress(ConnectionError):
            while True:
                await self.send(await self._events.get())

    async def send(self, text: str) -> None:
        async with self._turn:
            if self._deflate is None:
                await self.socket.send_str(text)
            else:
                data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(data)

    async def send_op(self, op: Op, data: object = None) -> None:
        await self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))


@dataclass
class Session:
    shard: int
    shards: int
    intents: Intent
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    line: Line | None = None
    past: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYABLE))

    def add(self, name: str, data: object) -> None:
        self.sequence += 1
        text = json.dumps({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": data}, ensure_ascii=False)
        self.past.append((self.sequence, text))
        if self.line is not None:
            self.line.put(text)

    def resume_on(self, line: Line, sequence: int) -> None:
        self.line = line
        for number, text in self.past:
            if number > sequence:
                line.put(text)
        self.add("RESUMED", {})

    def has_all_since(self, sequence: int) -> bool:
        oldest = self.past[0][0] if self.past else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def wants(self, guild_id: int | None) -> bool:
        return (0 if guild_id is None else (guild_id >> WORKER_BITS) % self.shards) == self.shard
