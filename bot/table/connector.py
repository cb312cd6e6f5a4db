"""How the bot's real client reaches the table: every name leads to loopback, and only the table's certificate counts.

Given to discord.py as its documented `connector=`; nothing of the client is changed, and nothing it sends can leave the
machine.
"""

import socket

from aiohttp import TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.table.server import LOOPBACK, WireServer


class LoopbackResolver(AbstractResolver):
    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host,
                host=LOOPBACK,
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        return


def table_connector(server: WireServer) -> TCPConnector:
    """A connector for one client; the client closes it with its session."""
    return TCPConnector(resolver=LoopbackResolver(server.port), ssl=server.certificate.client, limit=0)
