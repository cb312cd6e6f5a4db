"""A small server that speaks the page API with sample data, so that the page can be tested without a bot.

What it answers is scripted: it knows no rule and no Discord. The real one is `bot/table/page.py`; the API is described
there. Run as a program it serves the page for looking at it: `python -m tests.page.fake_server [folder with boards]`.
"""

import asyncio
import json
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.table import page_guard
from bot.table.page_calls import STATIC
from tests.page import sample_table as sample
from tests.page.fake_table import FakeTable
from tests.page.sample_table import Json
from tests.page.scripted_bot import ScriptedBot

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Endpoints:
    """The page API, one method each."""

    def __init__(self, table: FakeTable, script: ScriptedBot) -> None:
        self.table = table
        self.script = script
        self.refuses_lines = False

    def routes(self) -> list[web.RouteDef]:
        def reading(read: Callable[[web.Request, Json], Json]) -> Callable[[web.Request], Awaitable[web.Response]]:
            async def endpoint(request: web.Request) -> web.Response:
                player = _player(request)
                if player is None:
                    return web.json_response({"error": "Wähle zuerst, wer du bist."}, status=401)
                return web.json_response(read(request, player))

            return endpoint

        def doing(
            act: Callable[[web.Request, Json, Json], Awaitable[Json]],
        ) -> Callable[[web.Request], Awaitable[web.Response]]:
            async def endpoint(request: web.Request) -> web.Response:
                player = _player(request)
                assert player is not None
                assert request.content_type == "application/json"
                body = await request.json()
                self.table.calls.append((request.path, body))
                answer = await act(request, player, body)
                return web.json_response(answer, status=400 if list(answer) == ["error"] else 200)

            return endpoint

        script = self.script
        return [
            web.get("/", _index),
            web.get("/api/players", _players),
            web.get("/api/live", self._live),
            web.get("/api/files/{file}/{name}", self._file),
            web.post("/api/files", self._upload),
            web.get("/api/state", reading(self._state)),
            web.get("/api/channels/{channel}/messages", reading(self._messages)),
            web.get("/api/channels/{channel}/commands", reading(lambda *_: {"commands": sample.COMMANDS})),
            web.post("/api/channels/{channel}/messages", doing(self._say)),
            web.post("/api/channels/{channel}/read", doing(self._mark_read)),
            web.post("/api/channels/{channel}/autocomplete", doing(script.autocomplete)),
            web.post("/api/channels/{channel}/command", doing(script.command)),
            web.post("/api/messages/{message}/press", doing(script.press)),
            web.post("/api/messages/{message}/select", doing(script.select)),
            web.post("/api/messages/{message}/dismiss", doing(self._dismiss)),
            web.post("/api/modals/{interaction}", doing(script.submit)),
        ]

    def _state(self, request: web.Request, player: Json) -> Json:
        channels = [self.table.channel(one["id"], player["key"]) for one in sample.CHANNELS]
        return {
            "me": player,
            "players": sample.PLAYERS,
            "bot": self.table.bot,
            "guilds": [sample.GUILD],
            "channels": channels,
            "commands": sample.COMMANDS,
        }

    def _messages(self, request: web.Request, player: Json) -> Json:
        limit, before = int(request.query.get("limit", "50")), int(request.query.get("before", "0"))
        visible = self.table.visible(request.match_info["channel"], player["key"])
        fitting = [one for one in visible if not before or int(one["id"]) < before]
        return {"messages": fitting[-limit:], "more": len(fitting) > limit}

    async def _say(self, request: web.Request, player: Json, body: Json) -> Json:
        message = await self.table.post(request.match_info["channel"], content=body["content"], author=player)
        return {"message": self.table.seen(message, player["key"])}

    async def _mark_read(self, request: web.Request, player: Json, body: Json) -> Json:
        channel = request.match_info["channel"]
        self.table.read[player["key"], channel] = body["message_id"]
        event = {"type": "channel", "channel": self.table.channel(channel, player["key"])}
        await self.table.send_all(lambda key: event if key == player["key"] else None)
        return {}

    async def _dismiss(self, request: web.Request, player: Json, body: Json) -> Json:
        await self.table.drop(self.table.find(request.match_info["message"]))
        return {}

    async def _file(self, request: web.Request) -> web.Response:
        data = self.table.files[request.match_info["file"]]
        kind = "image/png" if request.match_info["name"].endswith("png") else "application/octet-stream"
        return web.Response(body=data, content_type=kind)

    async def _upload(self, request: web.Request) -> web.Response:
        data = await request.read()
        self.table.calls.append(("/api/files", {"name": request.query["name"], "size": len(data)}))
        return web.json_response({"id": self.table.new_id(), "name": request.query["name"], "size": len(data)})

    async def _live(self, request: web.Request) -> web.StreamResponse:
        player = _player(request)
        if player is None or self.refuses_lines:
            return web.Response(status=503)
        line = web.WebSocketResponse()
        await line.prepare(request)
        await line.send_str(json.dumps({"type": "hello"}))
        self.table.lines[line] = player["key"]
        try:
            async for _ in line:
                pass
        finally:
            self.table.lines.pop(line, None)
        return line


def _player(request: web.Request) -> Json | None:
    return next((one for one in sample.PLAYERS if one["key"] == request.query.get("spieler")), None)


async def _index(request: web.Request) -> web.StreamResponse:
    return web.FileResponse(STATIC / "index.html")


async def _players(request: web.Request) -> web.Response:
    return web.json_response({"players": sample.PLAYERS})


class FakeServer:
    """The table on a thread of its own, so that a test can drive a browser meanwhile."""

    def __init__(self, boards: list[bytes] | None = None, port: int = 0) -> None:
        self.port = port
        self.table = FakeTable(boards or [sample.board_picture(number) for number in range(8)])
        self.script = ScriptedBot(self.table)
        self.endpoints = Endpoints(self.table, self.script)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def __enter__(self) -> "FakeServer":
        self._thread.start()
        self.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Awaitable[object]) -> object:
        async def wait() -> object:
            return await work

        return asyncio.run_coroutine_threadsafe(wait(), self._loop).result(10)

    def post(self, channel: str, **more: Any) -> None:
        self.run(self.table.post(channel, **more))

    def release(self) -> None:
        """Lets the bot give the answers it is thinking about."""
        self._loop.call_soon_threadsafe(self.script.may_answer.set)

    def calls_to(self, end: str) -> list[Json]:
        return [body for path, body in self.table.calls if path.endswith(end)]

    async def _start(self) -> None:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            response = await handler(request)
            if not response.prepared:
                response.headers.update(page_guard.headers(self.port))
            return response

        app = web.Application(middlewares=[guard])
        app.add_routes(self.endpoints.routes())
        app.router.add_static("/static", STATIC)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]

    async def _stop(self) -> None:
        await self.table.close_lines()
        await self._runner.cleanup()
        for task in asyncio.all_tasks():
            if task is not asyncio.current_task():
                task.cancel()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    boards = [path.read_bytes() for path in sorted(folder.glob("*.png"))] if folder else None
    with FakeServer(boards, port=8765) as server, suppress(KeyboardInterrupt):
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
