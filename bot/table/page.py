"""The page's side of the local table: plain HTTP on loopback for the browser. What it serves is described here.

The files of the page live in `static/`; what a player's action does lives in `actions.py`; the little Discord itself
in `world.py`. This module only carries between them.

The page API
============

`GET /` gives `static/index.html`, `GET /static/<path>` the other files. All else is JSON under `/api/`.

- A window says who plays in it by the query `?spieler=<key>` (for instance `?spieler=anna`), on **every** call below
  except `GET /api/players` and `GET /api/files/…`. Two windows, two players; there are no cookies.
- Ids are strings of digits (snowflakes): compare them by length, then by text, or as BigInt; never as numbers.
- Every POST sends `Content-Type: application/json` (also with an empty body `{}`), except `POST /api/files`.
- Whatever is refused answers 4xx with `{"error": "<one German sentence for the player>"}`. Show the sentence.
- Scripts, styles and pictures come from the page itself only (Content-Security-Policy `default-src 'self'`): no inline
  `<script>`, no inline `style=`, no `javascript:`; styles may be set from scripts (`element.style…`). Pictures may also
  be `data:` and `blob:`.

Reading
-------

`GET /api/players` → `{"players": [Player]}`

`GET /api/state?spieler=` → all a window needs after loading:
    `{"me": Player, "players": [Player], "bot": Bot, "guilds": [Guild], "channels": [Channel], "commands": [Command]}`
    Only what this player may see. `guilds` has one entry with `"id": "0"`, named "Direktnachrichten", if there are any.

`GET /api/channels/{channel}/messages?spieler=[&before=<message id>][&limit=1..100, 50 by default]`
    → `{"messages": [Message], "more": bool}`, oldest first, the newest `limit` before `before`.

`GET /api/channels/{channel}/commands?spieler=` → `{"commands": [Command]}`: what can be typed in this channel.
    `commands` of `/api/state` is the same list for the first channel; guilds may differ.

`GET /api/files/{id}/{filename}` → the bytes of an attachment. Urls of this kind stand ready in messages.

Doing
-----

`POST /api/channels/{channel}/messages` `{"content": str}` → `{"message": Message}`: says something (2,000 characters).

`POST /api/channels/{channel}/threads` `{"name": str}` → `{"channel": Channel}`

`POST /api/channels/{channel}/read` `{"message_id": str}` → `{}`: all up to this message has been seen.

`POST /api/channels/{channel}/autocomplete` `{"command": "partie neu", "options": {name: value}, "focused": name}`
    → `{"choices": [{"name": str, "value": str|number}], "failed": bool}`
    `options` holds what is filled in so far, the focused one as typed so far. `failed`: the bot did not answer in 3 s.
    Debounce by about 150 ms, and drop answers to questions that are out of date.

`POST /api/channels/{channel}/command` `{"command": "partie neu", "options": {name: value}}` → Outcome
    Values: string for `string`; number for `integer` and `number`; bool for `boolean`; an id for `user`, `channel`,
    `role`, `mentionable`; the id that `POST /api/files` gave for `attachment`. Leave out what is not filled in.
    A choice (also one from autocomplete) is sent by its `value`, not by its `name`.

`POST /api/messages/{message}/press` `{"custom_id": str}` → Outcome
`POST /api/messages/{message}/select` `{"custom_id": str, "values": [str]}` → Outcome
    `values`: option values, or ids of users/roles/channels for those kinds of menus.

`POST /api/modals/{interaction}` `{"values": {custom_id: str | [str] | bool}}` → Outcome
    `interaction` is the `interaction` of the Outcome that brought the modal. A text input takes a string, menus,
    radio groups and checkbox groups a list of values, a checkbox a bool, a file upload a list of file ids.
    Closing a modal unsent needs no call.

`POST /api/messages/{message}/dismiss` `{}` → `{}`: the player puts away a message that only he can see.

`POST /api/files?spieler=&name=<filename>` body: the raw bytes, 10 MiB at most → `{"id": str, "name": str, "size": int}`
    For attachment options; an upload that is not used within 15 minutes is forgotten.

Each call that answers with an Outcome waits for the bot's first answer, 3 s at most:
    `{"interaction": id, "state": S, "modal": Modal|null, "error": str|null}` where S is
    `"answered"`  a message was posted or changed (it comes by the live line),
    `"thinking"`  acknowledged; the answer follows (a message with `thinking` stands in the channel meanwhile),
    `"modal"`     show `modal`,
    `"failed"`    the bot did not answer in time; `error` is the sentence to show beside the button or the input.

The live line
-------------

`GET /api/live?spieler=` is a WebSocket. The server sends one JSON object a frame; the page need not send anything.
First comes `hello`; after each (re)connect reload `/api/state` and the open channel, as nothing is repeated.
    `{"type": "hello"}`
    `{"type": "message", "message": Message}`            new
    `{"type": "message_changed", "message": Message}`    replace by id, keep its place
    `{"type": "message_gone", "channel_id": id, "message_id": id}`
    `{"type": "channel", "channel": Channel}`            new or changed: name, unread counters, archived, last message
    `{"type": "channel_gone", "channel_id": id}`
    `{"type": "typing", "channel_id": id, "user_id": id, "name": str, "seconds": 10}`
    `{"type": "commands"}`                               the list has changed: fetch it again
    `{"type": "bot", "bot": Bot}`                        gone offline or back

Shapes
------

Player   `{"key": "anna", "id": id, "name": "Anna", "initials": "A", "colour": "#rrggbb", "owner": bool}`; white text on
         `colour` has a contrast of at least 4.5 : 1
Bot      `{"id": id, "name": "Herold", "initials": "H", "colour": "#rrggbb", "online": bool}`
Guild    `{"id": id, "name": str, "initials": str, "roles": [{"id": id, "name": str}]}`
Channel  `{"id": id, "guild_id": id, "name": str, "kind": "text"|"thread"|"dm", "parent_id": id|null, "topic": str|null,
         "archived": bool, "unread": int, "mentions": int, "last_message_id": id|null, "last_read_id": id|null}`;
         `mentions` counts unread messages that name this player: make that counter stand out
Command  `{"name": "partie neu", "description": str, "options": [Option]}`, one for each thing that can be typed;
         groups are already unfolded into names of two or three words
Option   `{"name": str, "description": str, "type": "string"|"integer"|"number"|"boolean"|"user"|"channel"|"role"|
         "mentionable"|"attachment", "required": bool, "autocomplete": bool, "choices": [{"name": str, "value": …}],
         "min_value", "max_value", "min_length", "max_length": number|null}`; required ones come first
Message  Discord's own message object (`id`, `channel_id`, `author`, `content`, `embeds`, `components`, `attachments`,
         `timestamp`, `edited_timestamp`, `pinned`, `flags`, `message_reference`, …) with these changes:
         - urls of attachments, also inside `components` and `embeds`, are paths of this server, ready for `<img src>`;
           attachments have `id`, `filename`, `size`, `url`, `content_type`, `width`, `height`, `description`
         - `author`: `{"id", "name", "initials", "colour", "bot": bool}`
         - `ephemeral`: only this player sees it; offer to put it away
         - `thinking`: "Herold denkt nach …"; `failed`: he never answered
         - `mentions_me`: highlight it
         - `used`: `null` or `{"name": "Anna", "command": "/partie neu"}` for "Anna nutzt /partie neu"
         - `v2`: true if `components` are the whole message (Components V2); else content, embeds, then components
         - `mentions`: `{id: name}` for `<@id>`, `<@&id>` and `<#id>` in texts, also those inside components
Components as Discord documents them, by `type`: 1 action row, 2 button (`style` 1 to 5, `label`, `emoji`, `disabled`,
         `custom_id` or `url`), 3 string menu (`options`, `placeholder`, `min_values`, `max_values`), 5 to 8 menus of
         users, roles, both, channels, 9 section (`components`, `accessory`), 10 text (`content`, Discord's markdown
         with `-#` small print), 11 thumbnail (`media.url`, `description`, `spoiler`), 12 media gallery (`items` of
         `media.url`, `media.width`, `media.height`, `description`, `spoiler`), 13 file (`file.url`, `name`, `size`),
         14 separator (`divider`, `spacing` 1|2), 17 container (`accent_color` int|null, `spoiler`, `components`)
Modal    `{"interaction": id, "title": str, "components": […]}`: action rows with one text input (type 4: `label`,
         `style` 1 short, 2 paragraph, `placeholder`, `value`, `required`, `min_length`, `max_length`), labels (type 18:
         `label`, `description`, `component`: a text input, a menu, 19 file upload, 21 radio group, 22 checkbox group,
         23 checkbox), and texts (type 10)
"""

import json
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.table import limits, page_guard
from bot.table.actions import Actions
from bot.table.errors import ApiError
from bot.table.gateway import Gateway
from bot.table.interactions import Interactions
from bot.table.model import Json, User
from bot.table.options import Refused
from bot.table.page_calls import STATIC, Calls
from bot.table.page_live import Live
from bot.table.page_view import View
from bot.table.payloads import Payloads
from bot.table.server import LOOPBACK
from bot.table.world import World

BODY_BYTES = 64 * 1024
TOO_MUCH = "Das ist zu viel auf einmal."

Endpoint = Callable[[web.Request], Awaitable[web.StreamResponse]]
Action = Callable[[web.Request, User, Json], Awaitable[Json]]


class Page:
    def __init__(
        self, world: World, actions: Actions, interactions: Interactions, payloads: Payloads, gateway: Gateway
    ) -> None:
        self._world = world
        view = View(world, interactions, payloads)
        self._calls = Calls(world, actions, view, gateway)
        self._live = Live(world, view)
        self._runner: web.AppRunner | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}/"

    async def start(self, port: int = 0) -> None:
        app = web.Application(middlewares=[self._guard], client_max_size=limits.FILE_BYTES + 1024)
        self._add_routes(app.router)
        runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self.port = runner.addresses[0][1]

    async def stop(self) -> None:
        await self._live.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def _add_routes(self, router: web.UrlDispatcher) -> None:
        calls = self._calls
        channel, message = r"/api/channels/{channel:\d{1,20}}", r"/api/messages/{message:\d{1,20}}"
        router.add_get("/", calls.index)
        router.add_static("/static", STATIC)
        router.add_get("/api/players", calls.players)
        router.add_get(r"/api/files/{file:\d{1,20}}/{name}", calls.file)
        router.add_post("/api/files", self._upload)
        router.add_get("/api/live", self._line)
        router.add_get("/api/state", self._reading(calls.state))
        router.add_get(channel + "/messages", self._reading(calls.messages))
        router.add_get(channel + "/commands", self._reading(calls.commands))
        router.add_post(channel + "/messages", self._doing(calls.say))
        router.add_post(channel + "/threads", self._doing(calls.open_thread))
        router.add_post(channel + "/read", self._doing(calls.mark_read))
        router.add_post(channel + "/autocomplete", self._doing(calls.autocomplete))
        router.add_post(channel + "/command", self._doing(calls.command))
        router.add_post(message + "/press", self._doing(calls.press))
        router.add_post(message + "/select", self._doing(calls.select))
        router.add_post(message + "/dismiss", self._doing(calls.dismiss))
        router.add_post(r"/api/modals/{interaction:\d{1,20}}", self._doing(calls.submit))

    # The frame of every call

    @web.middleware
    async def _guard(self, request: web.Request, handler: Endpoint) -> web.StreamResponse:
        response: web.StreamResponse
        if not page_guard.is_welcome(request, self.port):
            response = page_guard.refuse(403, page_guard.FOREIGN)
        else:
            try:
                response = await handler(request)
            except Refused as refused:
                response = page_guard.refuse(refused.status, str(refused))
            except ApiError:
                response = page_guard.refuse(404, "Das gibt es nicht mehr.")
            except web.HTTPException as error:
                response = page_guard.refuse(error.status, "Das gibt es hier nicht.")
        if not response.prepared:
            for name, value in page_guard.headers(self.port).items():
                response.headers.setdefault(name, value)
        return response

    async def _line(self, request: web.Request) -> web.StreamResponse:
        return await self._live.handle(request, self._player(request))

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        return await self._calls.upload(request, self._player(request))

    def _reading(self, read: Callable[[web.Request, User], Json]) -> Endpoint:
        async def endpoint(request: web.Request) -> web.StreamResponse:
            return web.json_response(read(request, self._player(request)))

        return endpoint

    def _doing(self, act: Action) -> Endpoint:
        async def endpoint(request: web.Request) -> web.StreamResponse:
            user = self._player(request)
            return web.json_response(await act(request, user, await _body(request)))

        return endpoint

    def _player(self, request: web.Request) -> User:
        user = self._world.player(request.query.get("spieler", ""))
        if user is None:
            raise Refused("Wähle zuerst, wer du bist.", 401)
        return user


async def _body(request: web.Request) -> Json:
    if request.content_type != "application/json":
        raise Refused("Hier wird JSON erwartet.", 415)
    try:
        data = await request.read() if (request.content_length or 0) <= BODY_BYTES else None
    except web.HTTPRequestEntityTooLarge:
        data = None
    if data is None or len(data) > BODY_BYTES:
        raise Refused(TOO_MUCH, 413)
    try:
        body = json.loads(data or b"{}")
    except ValueError:
        raise Refused("Hier wird JSON erwartet.") from None
    if not isinstance(body, dict):
        raise Refused("Hier wird ein JSON-Objekt erwartet.")
    return body
