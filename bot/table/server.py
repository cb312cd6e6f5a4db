"""The table's end of the wire: one TLS server on loopback that is Discord's API, gateway and file store at once."""

import asyncio

from aiohttp import web

from bot.table.api import Api
from bot.table.gateway import Gateway
from bot.table.media import OCTETS
from bot.table.tls import Certificate, make_certificate
from bot.table.world import World

LOOPBACK = "127.0.0.1"
# aiohttp's own 128 make two hundred clients at once wait for a second.
BACKLOG = 1_024


class WireServer:
    def __init__(self, world: World, api: Api, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        self._runner: web.AppRunner | None = None
        self._app = web.Application()
        self._app.router.add_get("/", gateway.handle)
        self._app.router.add_get("/attachments/{channel_id:\\d+}/{attachment_id:\\d+}/{filename}", self._file)
        api.add_to(self._app)
        self.certificate: Certificate = make_certificate()
        self.port = 0

    async def start(self) -> None:
        self._runner = web.AppRunner(self._app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(
            self._runner, LOOPBACK, 0, ssl_context=self.certificate.server, backlog=BACKLOG, reuse_address=False
        )
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        await self._gateway.close(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()
            # TLS transports finish closing in callbacks of their own.
            await asyncio.sleep(0)
            self._runner = None

    async def _file(self, request: web.Request) -> web.Response:
        data = self._world.store.file(int(request.match_info["attachment_id"]))
        if data is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type=OCTETS)
