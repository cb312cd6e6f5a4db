"""Discord's gateway, version 10: hello, identify, ready, heartbeats, events by shard and intent, resume with replay.

What an event says is in `payloads.py`; this room decides who is told, in which order, and what a lost line costs.
"""

import asyncio
import contextlib
import json
from collections.abc import Iterator

from aiohttp import WSMsgType, web

from bot.table import events
from bot.table.clock import iso
from bot.table.gateway_session import CloseCode, Intent, Line, Op, Session
from bot.table.model import Channel, Json, Message
from bot.table.payloads import RESUME_GATEWAY, Payloads
from bot.table.world import World

HEARTBEAT_MS = 41_250
SESSIONS = 64
# Closed by the client with one of these, a session is over; with any other it can be resumed.
ENDING = (1000, 1001)


class Gateway:
    def __init__(self, world: World, payloads: Payloads, token: str) -> None:
        self._world = world
        self._payloads = payloads
        self._token = token
        self._sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()
        world.listen(self._hear)

    @property
    def online(self) -> bool:
        return any(session.line is not None for session in self._sessions.values())

    # Bad days, for tests

    async def close(self, code: int = CloseCode.UNKNOWN_ERROR) -> None:
        """Closes every line. The client may resume, depending on the code; what happens meanwhile it is told then."""
        for session in self._sessions.values():
            session.line = None
        self._tell_presence()
        for line in tuple(self._lines):
            await line.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        for line in tuple(self._lines):
            await line.send_op(Op.RECONNECT)

    async def invalidate(self, *, resumable: bool = False) -> None:
        for session in tuple(self._sessions.values()):
            if session.line is not None:
                await session.line.send_op(Op.INVALID_SESSION, resumable)
            if not resumable:
                self._sessions.pop(session.id, None)

    def forget_sessions(self) -> None:
        """The next attempt to resume is refused, and the client identifies anew."""
        self._sessions.clear()

    def inject(self, name: str, data: object) -> None:
        """Tells every session an event that never happened, malformed if you like."""
        for session in self._sessions.values():
            session.add(name, data)

    # The connection

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=64 * 1024, compress=False)
        await socket.prepare(request)
        # Other compressions are not spoken here; the client takes plain text as well.
        line = Line(socket, request.query.get("compress") == "zlib-stream")
        self._lines.add(line)
        session: Session | None = None
        pump = asyncio.create_task(line.pump())
        try:
            await line.send_op(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS})
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                op, data = _read(frame.data)
                if op is None:
                    await socket.close(code=CloseCode.DECODE_ERROR)
                elif op == Op.HEARTBEAT:
                    await line.send_op(Op.HEARTBEAT_ACK)
                elif op in (Op.IDENTIFY, Op.RESUME):
                    if session is not None:
                        await socket.close(code=CloseCode.ALREADY_AUTHENTICATED)
                        continue
                    session = await (self._identify if op == Op.IDENTIFY else self._resume)(line, data)
                elif session is None:
                    await socket.close(code=CloseCode.NOT_AUTHENTICATED)
                elif op == Op.REQUEST_MEMBERS:
                    self._members(session, data)
        except ConnectionError:
            pass
        finally:
            self._lines.discard(line)
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pump
            if session is not None and session.line is line:
                session.line = None
                if socket.close_code in ENDING:
                    self._sessions.pop(session.id, None)
                self._tell_presence()
        return socket

    async def _identify(self, line: Line, data: Json) -> Session | None:
        if data.get("token") != self._token:
            await line.socket.close(code=CloseCode.AUTHENTICATION_FAILED)
            return None
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await line.socket.close(code=CloseCode.INVALID_SHARD)
            return None
        session = Session(shard, shards, Intent(int(data.get("intents") or 0)), line=line)
        self._sessions[session.id] = session
        while len(self._sessions) > SESSIONS:
            self._sessions.pop(next(iter(self._sessions)))
        world, payloads = self._world, self._payloads
        guilds = [guild for guild in world.guilds.values() if session.wants(guild.id)]
        session.add(
            "READY",
            {
                "v": 10,
                "user": payloads.me(),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": RESUME_GATEWAY,
                "shard": [shard, shards],
                "application": {"id": str(world.bot.id), "flags": payloads.application()["flags"]},
                "private_channels": [],
                "presences": [],
                "relationships": [],
                "geo_ordered_rtc_regions": [],
            },
        )
        if Intent.GUILDS in session.intents:
            for guild in guilds:
                session.add("GUILD_CREATE", payloads.guild_create(guild, whole=Intent.MEMBERS in session.intents))
        self._tell_presence()
        return session

    async def _resume(self, line: Line, data: Json) -> Session | None:
        session = self._sessions.get(str(data.get("session_id")))
        sequence = int(data.get("seq") or 0)
        if data.get("token") != self._token or session is None or not session.has_all_since(sequence):
            await line.send_op(Op.INVALID_SESSION, False)
            return None
        if session.line is not None:
            await session.line.socket.close(code=CloseCode.UNKNOWN_ERROR)
        session.resume_on(line, sequence)
        self._tell_presence()
        return session

    def _members(self, session: Session, data: Json) -> None:
        guild = self._world.guilds.get(int(data.get("guild_id") or 0))
        if guild is None:
            return
        wanted = {int(one) for one in data.get("user_ids") or ()}
        query = str(data.get("query") or "").lower()
        users = [self._world.user(one) for one in guild.member_ids if not wanted or one in wanted]
        members = [self._payloads.member(user.id, guild) for user in users if user.name.lower().startswith(query)]
        session.add(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": str(guild.id),
                "members": members,
                "chunk_index": 0,
                "chunk_count": 1,
                **({"nonce": data["nonce"]} if data.get("nonce") else {}),
            },
        )

    def _tell_presence(self) -> None:
        self._world.tell(events.BotSeen(self.online))

    # What the bot is told

    def _hear(self, event: events.Event) -> None:
        match event:
            case events.InteractionSent(interaction):
                channel = self._world.channel(interaction.channel_id)
                self._dispatch("INTERACTION_CREATE", self._payloads.interaction(interaction), channel.guild_id)
            case events.MessagePosted(message):
                self._tell_message("MESSAGE_CREATE", message)
            case events.MessageChanged(message):
                self._tell_message("MESSAGE_UPDATE", message)
            case events.MessageGone(message) if message.viewer_id is None:
                channel = self._world.channel(message.channel_id)
                gone = {"id": str(message.id), **_place(channel)}
                self._dispatch("MESSAGE_DELETE", gone, channel.guild_id, _message_intent(channel))
            case events.ChannelOpened(channel) if channel.guild_id is not None:
                name = "THREAD_CREATE" if channel.kind.is_thread else "CHANNEL_CREATE"
                more = {"newly_created": True} if channel.kind.is_thread else {}
                self._tell_channel(name, channel, more)
            case events.ChannelChanged(channel) if channel.guild_id is not None:
                self._tell_channel("THREAD_UPDATE" if channel.kind.is_thread else "CHANNEL_UPDATE", channel, {})
            case events.ChannelGone(channel) if channel.guild_id is not None:
                self._tell_channel("THREAD_DELETE" if channel.kind.is_thread else "CHANNEL_DELETE", channel, {})
            case events.PinsChanged(channel):
                pins = [one.pinned for one in self._world.messages(channel.id) if one.pinned is not None]
                last = {"last_pin_timestamp": iso(max(pins)) if pins else None}
                self._dispatch("CHANNEL_PINS_UPDATE", _place(channel) | last, channel.guild_id, Intent.GUILDS)
            case events.Typing(channel, user_id):
                intent = Intent.DIRECT_TYPING if channel.guild_id is None else Intent.TYPING
                typing: Json = {"user_id": str(user_id), "timestamp": int(self._world.clock.now())}
                if channel.guild_id is not None:
                    typing["member"] = self._payloads.member(user_id, self._world.guild(channel.guild_id))
                self._dispatch("TYPING_START", _place(channel) | typing, channel.guild_id, intent)
            case _:
                pass

    def _tell_channel(self, name: str, channel: Channel, more: Json) -> None:
        if self._world.sees(self._world.bot.id, channel):
            self._dispatch(name, self._payloads.channel(channel) | more, channel.guild_id, Intent.GUILDS)

    def _tell_message(self, name: str, message: Message) -> None:
        channel = self._world.channel(message.channel_id)
        # What only one player sees is known to the bot by its own call and told to nobody.
        if message.viewer_id is not None or not self._world.sees(self._world.bot.id, channel):
            return
        payload = self._payloads.in_guild(self._payloads.message(message), channel, message.author_id)
        for session in self._listening(channel.guild_id, _message_intent(channel)):
            readable = (
                Intent.MESSAGE_CONTENT in session.intents
                or channel.guild_id is None
                or message.author_id == self._world.bot.id
                or self._world.bot.id in message.mention_ids
            )
            hidden: Json = {} if readable else {"content": "", "embeds": [], "attachments": [], "components": []}
            session.add(name, payload | hidden)

    def _dispatch(self, name: str, data: object, guild_id: int | None, intent: Intent = Intent(0)) -> None:  # noqa: B008
        for session in self._listening(guild_id, intent):
            session.add(name, data)

    def _listening(self, guild_id: int | None, intent: Intent) -> Iterator[Session]:
        for session in self._sessions.values():
            if session.wants(guild_id) and intent in session.intents:
                yield session


def _message_intent(channel: Channel) -> Intent:
    return Intent.DIRECT_MESSAGES if channel.guild_id is None else Intent.MESSAGES


def _place(channel: Channel) -> Json:
    place = {"channel_id": str(channel.id)}
    return place if channel.guild_id is None else place | {"guild_id": str(channel.guild_id)}


def _read(text: str) -> tuple[int | None, Json]:
    try:
        frame = json.loads(text)
        op = frame["op"]
    except (ValueError, TypeError, KeyError):
        return None, {}
    data = frame.get("d")
    return (op if isinstance(op, int) else None), (data if isinstance(data, dict) else {})
