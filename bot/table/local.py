"""The local table as one thing: start it, give its connector to the bot, open its page; play through it in tests."""

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from aiohttp import TCPConnector

from bot.table import limits
from bot.table.actions import Actions, Handle
from bot.table.api import Api, Record, Route
from bot.table.api_application import ApplicationApi
from bot.table.api_channels import ChannelApi
from bot.table.api_interactions import InteractionApi
from bot.table.clock import Clock
from bot.table.connector import table_connector
from bot.table.faults import Faults
from bot.table.gateway import Gateway
from bot.table.interactions import Interactions
from bot.table.modals import Answer
from bot.table.model import Channel, Json, Message, User
from bot.table.options import OptionValue, Refused
from bot.table.page import Page
from bot.table.payloads import Payloads
from bot.table.posts import Posts
from bot.table.server import WireServer
from bot.table.store import FolderStore, MemoryStore
from bot.table.world import World

Who = User | str
Where = Channel | str


class LocalTable:
    """A Discord of one's own on loopback. With a folder it is kept there; without one it is forgotten at the end."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        shards: int = 1,
        patience: float = limits.FIRST_ANSWER_SECONDS,
        recording: bool = False,
    ) -> None:
        self.token = secrets.token_urlsafe(32)
        self.clock = Clock()
        self.world = World(MemoryStore() if folder is None else FolderStore(folder), self.clock)
        self.faults = Faults()
        payloads = Payloads(self.world)
        posts = Posts(self.world)
        self.interactions = Interactions(self.world, posts, patience)
        self.gateway = Gateway(self.world, payloads, self.token)
        self.actions = Actions(self.world, posts, self.interactions, payloads)
        self.routes: list[Route] = [
            *ApplicationApi(self.world, posts, payloads, shards).routes(),
            *ChannelApi(self.world, posts, payloads).routes(),
            *InteractionApi(self.world, self.interactions, payloads).routes(),
        ]
        self._api = Api(self.routes, self.token, self.faults, recording=recording)
        self.server = WireServer(self.world, self._api, self.gateway)
        self.page = Page(self.world, self.actions, self.interactions, payloads, self.gateway)

    async def start(self, port: int = 0) -> None:
        """Opens the wire for the bot and the page for the browser; the page on this port, or on a free one."""
        await self.server.start()
        try:
            await self.page.start(port)
        except OSError:
            await self.server.stop()
            raise

    async def stop(self) -> None:
        await self.page.stop()
        await self.server.stop()
        self.world.store.close()

    async def __aenter__(self) -> "LocalTable":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def connector(self) -> TCPConnector:
        """For discord.py's `connector=`; each client needs one of its own."""
        return table_connector(self.server)

    @property
    def page_url(self) -> str:
        return self.page.url

    @property
    def records(self) -> Sequence[Record]:
        """Every call of the bot with its answer, if the table was made with `recording=True`."""
        return self._api.records

    # What players do, for tests. The page does the same through `actions`.

    def player(self, who: Who) -> User:
        user = who if isinstance(who, User) else self.world.player(who)
        if user is None:
            raise Refused(f"„{who}“ sitzt nicht an diesem Tisch.", 404)
        return user

    def channel(self, where: Where) -> Channel:
        """A channel by itself or by its name, as it is now."""
        for channel in self.world.channels.values():
            if channel.id == where.id if isinstance(where, Channel) else channel.name == where:
                return channel
        raise Refused(f"Den Kanal „{where}“ gibt es nicht.", 404)

    def messages(self, where: Where, who: Who | None = None) -> list[Message]:
        """What stands in a channel; for one player with what only he sees, for nobody without such messages."""
        viewer = None if who is None else self.player(who).id
        return [one for one in self.world.messages(self.channel(where).id) if one.viewer_id in (None, viewer)]

    async def say(self, who: Who, where: Where, content: str) -> Message:
        return self.actions.say(self.player(who), self.channel(where), content)

    async def slash(
        self, who: Who, where: Where, name: str, options: Mapping[str, OptionValue] | None = None
    ) -> Handle:
        return self.actions.slash(self.player(who), self.channel(where), name, options or {})

    async def autocomplete(
        self, who: Who, where: Where, name: str, focused: str, options: Mapping[str, OptionValue] | None = None
    ) -> list[Json]:
        handle = self.actions.autocomplete(self.player(who), self.channel(where), name, options or {}, focused)
        return list(await handle.choices())

    async def press(self, who: Who, message: Message, custom_id: str) -> Handle:
        return self.actions.press(self.player(who), self._now(message), custom_id)

    async def select(self, who: Who, message: Message, custom_id: str, values: Sequence[str]) -> Handle:
        return self.actions.select(self.player(who), self._now(message), custom_id, values)

    async def submit(self, who: Who, modal: Handle, answers: Mapping[str, Answer]) -> Handle:
        return self.actions.submit(self.player(who), modal.id, answers)

    def deliver_again(self, handle: Handle) -> None:
        """The bot gets the same interaction a second time."""
        self.interactions.deliver_again(handle.interaction)

    def _now(self, message: Message) -> Message:
        return self.world.message(message.channel_id, message.id)
