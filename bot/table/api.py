"""Discord's HTTP API, version 10, as far as the bot uses it: how a call comes in and how its answer goes out.

The calls themselves are in `api_application.py`, `api_channels.py` and `api_interactions.py`. Each route is named as in
Discord's own description of its API, so that a recorded call can be held against it.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from bot.table import errors, limits
from bot.table.bodies import Upload
from bot.table.errors import ApiError
from bot.table.faults import Fault, Faults
from bot.table.model import Json

BASE = "/api/v10"
FILE_FIELD = re.compile(r"files\[(\d{1,2})\]")


@dataclass(frozen=True)
class Call:
    """One call of the bot, read."""

    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: Mapping[int, Upload]

    def number(self, name: str) -> int:
        text = self.params[name]
        if not text.isdecimal() or len(text) > 20:
            raise errors.not_found()
        return int(text)

    @property
    def form(self) -> Json:
        if not isinstance(self.body, dict):
            raise errors.bad_json()
        return self.body

    def is_set(self, name: str) -> bool:
        return self.query.get(name, "").lower() in ("1", "true")


@dataclass(frozen=True)
class Answer:
    status: int = 204
    body: Any = None


Handler = Callable[[Call], Answer]


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    handler: Handler
    # Interactions carry their own token in the path.
    with_bot_token: bool = True


@dataclass(frozen=True)
class Record:
    """A call and its answer, for tests that hold both against Discord's description."""

    method: str
    route: str | None
    path: str
    sent: Any
    files: tuple[str, ...]
    status: int
    got: Any


class Api:
    def __init__(self, routes: list[Route], token: str, faults: Faults, *, recording: bool = False) -> None:
        self.faults = faults
        self.records: list[Record] = []
        self._recording = recording
        self._token = token
        self._routes = routes

    def add_to(self, app: web.Application) -> None:
        for route in self._routes:
            app.router.add_route(route.method, BASE + route.path, self._endpoint(route))
        app.router.add_route("*", BASE + "/{rest:.*}", self._endpoint(None))

    def _endpoint(self, route: Route | None) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def endpoint(request: web.Request) -> web.StreamResponse:
            path = request.path.removeprefix(BASE)
            fault = self.faults.take(request.method, path)
            if fault is not None:
                await asyncio.sleep(fault.delay)
                if not fault.too_late and (refused := self._refused(request, fault)):
                    await request.read()
                    return refused
            call: Call | None = None
            try:
                call = await _read(request)
                answer = self._answer(request, route, call)
            except ApiError as error:
                answer = Answer(error.status, error.body())
            if self._recording:
                self._record(request.method, route, path, call, answer)
            if fault is not None and (refused := self._refused(request, fault)):
                return refused
            return respond(answer)

        return endpoint

    def _answer(self, request: web.Request, route: Route | None, call: Call) -> Answer:
        if route is None:
            raise errors.not_found()
        if route.with_bot_token and request.headers.get("Authorization") != f"Bot {self._token}":
            raise errors.unauthorized()
        return route.handler(call)

    def _refused(self, request: web.Request, fault: Fault) -> web.Response | None:
        if fault.drop:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        if fault.status is None:
            return None
        if fault.status != 429:
            return respond(Answer(fault.status, {"message": f"{fault.status}: injected", "code": 0}))
        body = {"message": "You are being rate limited.", "retry_after": fault.retry_after, "global": fault.is_global}
        response = respond(Answer(429, body))
        response.headers["Retry-After"] = str(max(1, round(fault.retry_after)))
        if fault.via:
            # Without it the client takes the answer for Cloudflare's and gives up.
            response.headers["Via"] = "1.1 local-table"
        return response

    def _record(self, method: str, route: Route | None, path: str, call: Call | None, answer: Answer) -> None:
        self.records.append(
            Record(
                method=method,
                route=route.path if route else None,
                path=path,
                sent=call.body if call else None,
                files=tuple(upload.filename for upload in call.uploads.values()) if call else (),
                status=answer.status,
                got=answer.body,
            )
        )


def respond(answer: Answer) -> web.Response:
    if answer.body is None:
        return web.Response(status=answer.status)
    # Exactly this content type, without a charset: the client compares it by letter.
    data = json.dumps(answer.body, ensure_ascii=False, separators=(",", ":")).encode()
    return web.Response(status=answer.status, body=data, content_type="application/json")


async def _read(request: web.Request) -> Call:
    uploads: dict[int, Upload] = {}
    body: Any = None
    if request.content_type.startswith("multipart/"):
        body = await _read_parts(request, uploads)
    elif request.can_read_body:
        body = _json(await request.read())
    return Call(request.match_info, request.query, body, uploads)


async def _read_parts(request: web.Request, uploads: dict[int, Upload]) -> Any:
    body: Any = None
    left = limits.REQUEST_BYTES
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytearray()
        while chunk := await part.read_chunk(64 * 1024):
            left -= len(chunk)
            if left < 0:
                raise errors.too_large()
            data += chunk
        field = FILE_FIELD.fullmatch(part.name or "")
        if part.name == "payload_json":
            body = _json(bytes(data))
        elif field is not None:
            uploads[int(field[1])] = Upload(part.filename or "unknown", bytes(data))
    return {} if body is None else body


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise errors.bad_json() from None
