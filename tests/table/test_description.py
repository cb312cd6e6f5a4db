"""Every route of the table, called once and held against Discord's own description of its API."""

import json
from typing import Any

import aiohttp

from bot.table.local import LocalTable
from tests.table.openapi import hold_against_description
from tests.table.tinybot import HILL, PIXEL, scenario

COMMANDS = [
    {"name": "ping", "description": "Antwortet.", "type": 1},
    {
        "name": "figur",
        "description": "Figuren.",
        "type": 1,
        "default_member_permissions": 32,
        "options": [
            {
                "type": 1,
                "name": "zeigen",
                "description": "Zeigt.",
                "options": [
                    {"type": 3, "name": "name", "description": "x", "required": True, "autocomplete": True},
                    {"type": 4, "name": "lp", "description": "x", "min_value": 1, "max_value": 12},
                    {"type": 3, "name": "wie", "description": "x", "choices": [{"name": "kurz", "value": "k"}]},
                    {"type": 6, "name": "wer", "description": "x"},
                    {"type": 11, "name": "liste", "description": "x"},
                ],
            }
        ],
    },
]
BOARD = {
    "flags": 1 << 15,
    "attachments": [{"id": 0, "filename": "brett.png", "description": "Das Brett"}],
    "components": [
        {
            "type": 17,
            "accent_color": 255,
            "components": [
                {
                    "type": 9,
                    "components": [{"type": 10, "content": "Zug 1"}],
                    "accessory": {"type": 11, "media": {"url": "attachment://brett.png"}},
                },
                {"type": 12, "items": [{"media": {"url": "attachment://brett.png"}, "description": "Brett"}]},
                {"type": 13, "file": {"url": "attachment://brett.png"}},
                {"type": 14},
                {"type": 1, "components": [{"type": 2, "style": 1, "label": "Los", "custom_id": "los"}]},
                {
                    "type": 1,
                    "components": [{"type": 3, "custom_id": "m", "options": [{"label": "A", "value": "a"}]}],
                },
                {"type": 1, "components": [{"type": 5, "custom_id": "u", "max_values": 2}]},
            ],
        }
    ],
}


class Client:
    def __init__(self, table: LocalTable, session: aiohttp.ClientSession) -> None:
        self.table = table
        self.session = session

    async def __call__(self, method: str, path: str, body: Any = None, file: bool = False) -> Any:
        headers = {"Authorization": f"Bot {self.table.token}"}
        data: Any = None
        if file:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            data.add_field("files[0]", PIXEL, filename="brett.png", content_type="application/octet-stream")
        url = f"https://discord.com/api/v10{path}"
        sent = {} if file or body is None else {"json": body}
        async with self.session.request(method, url, headers=headers, data=data, **sent) as response:
            assert response.status < 300, await response.text()
            if response.status == 204:
                return None
            assert response.headers["Content-Type"] == "application/json"
            return await response.json()


@scenario
async def test_every_route_answers_as_discord_describes_it():
    async with (
        LocalTable(recording=True) as table,
        aiohttp.ClientSession(connector=table.connector()) as session,
    ):
        call = Client(table, session)
        world = table.world
        guild, hill, anna = (
            world.guilds[world.channel(table.channel(HILL).id).guild_id or 0],
            table.channel(HILL),
            table.player("anna"),
        )
        app = f"/applications/{world.bot.id}"

        for path in ("/gateway", "/gateway/bot", "/users/@me", "/users/@me/guilds", "/oauth2/applications/@me"):
            await call("GET", path)
        for path in ("/applications/@me", f"{app}/emojis", f"/users/{anna.id}", f"/channels/{hill.id}"):
            await call("GET", path)
        for more in ("?with_counts=1", "/channels", "/roles", "/members?limit=3", f"/members/{anna.id}"):
            await call("GET", f"/guilds/{guild.id}{more}")

        for scope in (app, f"{app}/guilds/{guild.id}"):
            (first, _) = await call("PUT", f"{scope}/commands", COMMANDS)
            await call("GET", f"{scope}/commands")
            await call("GET", f"{scope}/commands/{first['id']}")
            added = await call("POST", f"{scope}/commands", {"name": "neu", "description": "x", "type": 1})
            again = await call("POST", f"{scope}/commands", {"name": "neu", "description": "y", "type": 1})
            assert added["id"] == again["id"]
            assert added["version"] != again["version"]
            await call("DELETE", f"{scope}/commands/{added['id']}")

        messages = f"/channels/{hill.id}/messages"
        board = await call("POST", messages, BOARD, file=True)
        plain = await call("POST", messages, {"content": f"<@{anna.id}>", "embeds": [{"title": "x", "fields": []}]})
        reply = {"content": "ja", "message_reference": {"message_id": plain["id"], "type": 0}}
        await call("POST", messages, reply)
        for query in ("", f"?before={plain['id']}", f"?after={plain['id']}&limit=1", f"?around={plain['id']}"):
            await call("GET", messages + query)
        await call("GET", f"{messages}/{board['id']}")
        await call("PATCH", f"{messages}/{board['id']}", {**BOARD, "attachments": [{"id": "0"}]}, file=True)
        await call("PUT", f"{messages}/pins/{plain['id']}")
        assert len((await call("GET", f"{messages}/pins"))["items"]) == 1
        await call("DELETE", f"{messages}/pins/{plain['id']}")
        await call("POST", f"/channels/{hill.id}/typing")

        thread = await call("POST", f"{messages}/{plain['id']}/threads", {"name": "Faden"})
        other = await call("POST", f"/channels/{hill.id}/threads", {"name": "Faden 2", "type": 11})
        members = f"/channels/{thread['id']}/thread-members"
        for who in ("@me", str(anna.id)):
            await call("PUT", f"{members}/{who}")
        assert len(await call("GET", members)) == 2
        for who in ("@me", str(anna.id)):
            await call("DELETE", f"{members}/{who}")
        await call("GET", f"/guilds/{guild.id}/threads/active")
        await call("PATCH", f"/channels/{thread['id']}", {"name": "Neuer Name", "archived": True})
        await call("DELETE", f"/channels/{other['id']}")
        doomed = [(await call("POST", messages, {"content": str(one)}))["id"] for one in range(3)]
        await call("POST", f"{messages}/bulk-delete", {"messages": doomed[:2]})
        await call("DELETE", f"{messages}/{doomed[2]}")
        direct = await call("POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
        assert direct == await call("POST", "/users/@me/channels", {"recipient_id": str(anna.id)})
        await call("POST", f"/channels/{direct['id']}/messages", {"content": "Du bist dran"})
        await call("GET", f"/channels/{direct['id']}")

        handle = await table.slash("anna", HILL, "ping")
        answer = f"/interactions/{handle.id}/{handle.interaction.token}/callback?with_response=1"
        await call("POST", answer, {"type": 5})
        webhook = f"/webhooks/{world.bot.id}/{handle.interaction.token}"
        await call("GET", f"{webhook}/messages/@original")
        await call("PATCH", f"{webhook}/messages/@original", BOARD, file=True)
        followup = await call("POST", webhook, {"content": "noch etwas", "flags": 64})
        for method, body in (("GET", None), ("PATCH", {"content": "anders"}), ("DELETE", None)):
            await call(method, f"{webhook}/messages/{followup['id']}", body)
        press = await table.press("ben", handle.messages[0], "los")
        token = press.interaction.token
        await call(
            "POST", f"/interactions/{press.id}/{token}/callback?with_response=1", {"type": 7, "data": BOARD}, True
        )
        await call("DELETE", f"{webhook}/messages/@original")

        called = {(record.method, record.route) for record in table.records}
        assert called == {(route.method, route.path) for route in table.routes}
        hold_against_description(table.records)


@scenario
async def test_refusals_look_as_described_too():
    async with (
        LocalTable(recording=True) as table,
        aiohttp.ClientSession(connector=table.connector()) as session,
    ):
        base = "https://discord.com/api/v10"
        hill = table.channel(HILL)
        headers = {"Authorization": f"Bot {table.token}"}
        for method, path, body, status, code in (
            ("GET", "/channels/1", None, 404, 10003),
            ("GET", f"/channels/{hill.id}/messages/1", None, 404, 10008),
            ("GET", "/guilds/1", None, 404, 10004),
            ("GET", "/users/1", None, 404, 10013),
            ("POST", f"/channels/{hill.id}/messages", {"content": ""}, 400, 50006),
            ("POST", f"/channels/{hill.id}/messages", {"content": "x" * 2001}, 400, 50035),
            ("PATCH", f"/channels/{hill.id}", {"name": "neu"}, 403, 50013),
            ("POST", "/interactions/1/x/callback", {"type": 4}, 404, 10062),
            ("POST", f"/webhooks/{table.world.bot.id}/x", {"content": "x"}, 404, 10015),
            ("PUT", "/applications/1/commands", [], 403, 50001),
        ):
            async with session.request(method, base + path, headers=headers, json=body) as response:
                got = await response.json()
            assert (response.status, got["code"]) == (status, code), path
        async with session.get(base + "/users/@me") as response:
            assert response.status == 401
        async with session.post(f"{base}/channels/{hill.id}/messages", headers=headers, data=b"{") as response:
            assert (response.status, (await response.json())["code"]) == (400, 50109)
        hold_against_description(table.records)
        async with session.get(base + "/gibtesnicht", headers=headers) as response:
            assert response.status == 404
        assert table.records[-1].route is None
