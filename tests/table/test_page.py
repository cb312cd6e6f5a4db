"""The page's server: what a window reads and does, what it hears live, and who is turned away."""

import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from bot.table.local import LocalTable
from bot.table.model import Json
from tests.table.tinybot import HILL, PIXEL, playing, scenario, until


class Window:
    """A browser's window with one player in it."""

    def __init__(self, table: LocalTable, session: aiohttp.ClientSession, key: str) -> None:
        self.table = table
        self.session = session
        self.key = key
        self.heard: list[Json] = []

    def url(self, path: str) -> str:
        return f"{self.table.page_url.rstrip('/')}{path}{'&' if '?' in path else '?'}spieler={self.key}"

    def channel(self, name: str = HILL) -> str:
        return f"/api/channels/{self.table.channel(name).id}"

    async def get(self, path: str, status: int = 200) -> Any:
        async with self.session.get(self.url(path)) as response:
            assert response.status == status, await response.text()
            return await response.json()

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        async with self.session.post(self.url(path), json=body or {}) as response:
            assert response.status == status, await response.text()
            return await response.json()

    async def command(self, name: str, options: Json | None = None, status: int = 200) -> Any:
        return await self.post(self.channel() + "/command", {"command": name, "options": options or {}}, status)

    async def messages(self, name: str = HILL) -> list[Json]:
        found: list[Json] = (await self.get(self.channel(name) + "/messages"))["messages"]
        return found

    async def last(self) -> Json:
        return (await self.messages())[-1]

    async def listen(self) -> None:
        async with self.session.ws_connect(self.url("/api/live")) as line:
            async for frame in line:
                self.heard.append(json.loads(frame.data))

    def kinds(self) -> list[str]:
        return [event["type"] for event in self.heard]


@contextlib.asynccontextmanager
async def windows(*keys: str, live: bool = False) -> AsyncIterator[list[Window]]:
    async with playing() as (table, _), aiohttp.ClientSession() as session:
        opened = [Window(table, session, key) for key in keys]
        lines = [asyncio.create_task(window.listen()) for window in opened if live]
        if live:
            await until(lambda: all(window.heard for window in opened))
        try:
            yield opened
        finally:
            for line in lines:
                line.cancel()
            await asyncio.gather(*lines, return_exceptions=True)


@scenario
async def test_a_window_sees_its_players_guilds_channels_and_commands():
    async with windows("anna", "david") as (anna, david):
        state = await anna.get("/api/state")
        assert state["me"]["name"] == "Anna"
        assert state["bot"]["online"] is True
        assert [one["name"] for one in state["guilds"]] == ["Spielrunde"]
        assert [one["name"] for one in state["channels"]] == [HILL, "kampagne", "würfelturm", "schanze"]
        show = next(one for one in state["commands"] if one["name"] == "figur zeigen")
        assert [(one["name"], one["type"], one["required"]) for one in show["options"]] == [
            ("name", "string", True),
            ("lp", "integer", False),
            ("spieler", "user", False),
            ("liste", "attachment", False),
        ]
        assert (show["options"][0]["autocomplete"], show["options"][1]["max_value"]) == (True, 12)
        other = await david.get("/api/state")
        assert [one["name"] for one in other["guilds"]] == ["Spielrunde", "Nachbarrunde"]
        assert len((await anna.get("/api/players"))["players"]) == 5


@scenario
async def test_a_command_typed_on_the_page_goes_through_the_bot_and_back():
    async with windows("anna") as (anna,):
        assert (await anna.command("ping"))["state"] == "answered"
        last = await anna.last()
        assert (last["content"], last["used"]) == ("pong", {"name": "Anna", "command": "/ping"})
        assert (last["author"]["name"], last["author"]["bot"], last["mentions_me"]) == ("Herold", True, False)


@scenario
async def test_pictures_come_from_the_page_itself():
    async with windows("anna") as (anna,):
        assert (await anna.command("brett"))["state"] == "thinking"
        await until(lambda: any(one.attachments for one in anna.table.messages(HILL)))
        last = await anna.last()
        assert (last["v2"], last["thinking"]) == (True, False)
        item = next(one for one in last["components"][0]["components"] if one["type"] == 12)["items"][0]
        assert item["media"]["url"] == last["attachments"][0]["url"]
        assert item["media"]["url"].startswith("/api/files/")
        async with anna.session.get(anna.table.page_url.rstrip("/") + item["media"]["url"]) as response:
            assert await response.read() == PIXEL
            assert response.content_type == "image/png"
            assert "immutable" in response.headers["Cache-Control"]


@scenario
async def test_buttons_menus_and_forms_work_on_the_page():
    async with windows("anna", "ben") as (anna, ben):
        await anna.command("brett")
        await until(lambda: any(one.attachments for one in anna.table.messages(HILL)))
        board = f"/api/messages/{(await anna.last())['id']}"
        assert (await ben.post(board + "/select", {"custom_id": "feld", "values": ["A1"]}))["state"] == "answered"
        assert (await ben.last())["content"] == "gewählt: A1"
        opened = await ben.post(board + "/press", {"custom_id": "fragen"})
        assert (opened["state"], opened["modal"]["title"]) == ("modal", "Frage")
        form = f"/api/modals/{opened['modal']['interaction']}"
        refused = await ben.post(form, {"values": {"seite": ["rot"]}}, 400)
        assert refused == {"error": "„Name“ muss ausgefüllt werden."}
        await anna.post(form, {"values": {"name": "Anna", "seite": ["rot"]}}, 404)
        done = await ben.post(form, {"values": {"name": "Ben", "seite": ["rot"]}})
        assert done["state"] == "answered"
        assert (await ben.last())["content"] == "Ben spielt rot"
        gone = await ben.post(board + "/press", {"custom_id": "gibtesnicht"}, 409)
        assert gone == {"error": "Das steht nicht mehr in der Nachricht."}


@scenario
async def test_autocomplete_and_attachments_work_on_the_page():
    async with windows("anna") as (anna,):
        question = {"command": "figur zeigen", "options": {"name": "speer"}, "focused": "name"}
        answer = await anna.post(anna.channel() + "/autocomplete", question)
        assert answer == {"choices": [{"name": "Speerwerfer", "value": "speerwerfer"}], "failed": False}
        origin = {"Origin": anna.table.page_url.rstrip("/")}
        async with anna.session.post(anna.url("/api/files?name=liste.txt"), data=b"Liste", headers=origin) as response:
            file = await response.json()
        await anna.command("figur zeigen", {"name": "x", "lp": 2, "liste": file["id"]})
        assert (await anna.last())["content"] == "x 2 niemand Liste"


@pytest.mark.parametrize(
    ("name", "options", "status", "sentence"),
    [
        ("gibtesnicht", {}, 404, "Den Befehl /gibtesnicht gibt es hier nicht."),
        ("figur zeigen", {}, 400, "Bei /figur zeigen fehlt noch „name“."),
        ("figur zeigen", {"name": "x", "lp": 13}, 400, "„lp“ liegt zwischen 1 und 12."),
        ("figur zeigen", {"name": "x", "lp": 1.5}, 400, "„lp“ ist eine ganze Zahl."),
        ("figur zeigen", {"name": "x", "lp": "1"}, 400, "„lp“ ist eine Zahl."),
        ("figur zeigen", {"name": "x", "spieler": "1"}, 400, "„spieler“ braucht einen Spieler dieser Runde."),
        ("figur zeigen", {"name": "x", "liste": "1"}, 400, "„liste“ braucht eine hochgeladene Datei."),
        ("figur zeigen", {"name": "x", "weg": "1"}, 400, "/figur zeigen hat keine Option „weg“."),
        ("figur zeigen", {"name": {"x": 1}}, 400, "Diese Optionen lassen sich nicht lesen."),
    ],
)
@scenario
async def test_what_cannot_be_sent_gets_one_german_sentence(name: str, options: Json, status: int, sentence: str):
    async with windows("anna") as (anna,):
        assert await anna.command(name, options, status) == {"error": sentence}
        assert await anna.messages() == []


@scenario
async def test_what_one_player_alone_sees_stays_with_him():
    async with windows("anna", "ben", live=True) as (anna, ben):
        await anna.command("geheim")
        secret = await anna.last()
        assert (secret["content"], secret["ephemeral"]) == ("psst", True)
        assert await ben.messages() == []
        await ben.post(f"/api/messages/{secret['id']}/dismiss", status=404)
        await ben.post(f"/api/messages/{secret['id']}/press", {"custom_id": "x"}, 404)
        await until(lambda: "message" in anna.kinds())
        await anna.post(f"/api/messages/{secret['id']}/dismiss")
        await until(lambda: "message_gone" in anna.kinds())
        assert await anna.messages() == []
        assert {"message", "message_gone", "message_changed"} & set(ben.kinds()) == set()


@scenario
async def test_a_guild_is_closed_to_who_is_not_in_it():
    async with windows("anna", "david", live=True) as (anna, david):
        await david.post(david.channel("nebenan") + "/messages", {"content": "nur für uns"})
        nearby = anna.channel("nebenan")
        for path in ("/messages", "/commands"):
            assert await anna.get(nearby + path, 404) == {"error": "Diesen Kanal gibt es nicht."}
        for path in ("/messages", "/command", "/read", "/threads", "/autocomplete"):
            await anna.post(nearby + path, {"content": "x", "name": "x", "command": "ping", "focused": "x"}, 404)
        await until(lambda: "message" in david.kinds())
        assert "message" not in anna.kinds()


@scenario
async def test_unread_messages_and_mentions_are_counted_until_they_are_read():
    async with windows("anna", "ben", live=True) as (anna, ben):
        await ben.post(ben.channel() + "/messages", {"content": "hallo"})
        ping = f"<@{anna.table.player('anna').id}>, du bist dran"
        said = (await ben.post(ben.channel() + "/messages", {"content": ping}))["message"]
        assert said["mentions"] == {str(anna.table.player("anna").id): "Anna"}

        async def counters(window: Window) -> tuple[int, int]:
            hill = (await window.get("/api/state"))["channels"][0]
            return hill["unread"], hill["mentions"]

        assert await counters(anna) == (2, 1)
        assert await counters(ben) == (0, 0)
        assert (await anna.last())["mentions_me"] is True
        await anna.post(anna.channel() + "/read", {"message_id": said["id"]})
        assert await counters(anna) == (0, 0)
        await until(lambda: anna.heard[-1]["type"] == "channel" and anna.heard[-1]["channel"]["unread"] == 0)


@scenario
async def test_the_bot_may_not_call_everyone():
    async with playing() as (table, bot), aiohttp.ClientSession() as session:
        channel = bot.get_channel(table.channel(HILL).id)
        assert isinstance(channel, discord.TextChannel)
        everything = discord.AllowedMentions.all()
        await channel.send(f"@everyone <@{table.player('ben').id}>", allowed_mentions=everything)
        for key, named in (("anna", False), ("ben", True)):
            assert (await Window(table, session, key).last())["mentions_me"] is named


@scenario
async def test_a_window_hears_what_happens():
    async with windows("anna", live=True) as (anna,):
        assert anna.kinds() == ["hello"]
        await anna.command("brett")
        await until(lambda: "message_changed" in anna.kinds())
        thinking = next(one for one in anna.heard if one["type"] == "message")
        assert thinking["message"]["thinking"] is True
        await anna.command("faden")
        await until(lambda: "typing" in anna.kinds())
        assert any(one["type"] == "channel" and one["channel"]["kind"] == "thread" for one in anna.heard)
        await anna.table.gateway.close(4000)
        await until(lambda: anna.kinds().count("bot") == 2)
        assert [one["bot"]["online"] for one in anna.heard if one["type"] == "bot"] == [False, True]


@scenario
async def test_older_messages_are_read_page_by_page():
    async with windows("anna") as (anna,):
        for number in range(7):
            await anna.post(anna.channel() + "/messages", {"content": str(number)})
        newest = await anna.get(anna.channel() + "/messages?limit=3")
        assert ([one["content"] for one in newest["messages"]], newest["more"]) == (["4", "5", "6"], True)
        before = newest["messages"][0]["id"]
        older = await anna.get(anna.channel() + f"/messages?limit=4&before={before}")
        assert ([one["content"] for one in older["messages"]], older["more"]) == (["0", "1", "2", "3"], False)


@scenario
async def test_a_thread_is_opened_from_the_page():
    async with windows("anna", "ben") as (anna, ben):
        thread = (await anna.post(anna.channel() + "/threads", {"name": "Runde 2"}))["channel"]
        assert (thread["kind"], thread["parent_id"]) == ("thread", str(anna.table.channel(HILL).id))
        names = [one["name"] for one in (await ben.get("/api/state"))["channels"]]
        assert names[:2] == [HILL, "Runde 2"]


@scenario
async def test_a_bot_that_does_not_answer_is_said_so():
    async with LocalTable(patience=0.1) as table, aiohttp.ClientSession() as session:
        anna = Window(table, session, "anna")
        body = {"type": 1, "name": "stumm", "description": "x", "contexts": None, "dm_permission": True}
        option = {"type": 3, "name": "wer", "description": "x", "required": False, "autocomplete": True}
        table.world.put_commands(None, [{**body, "options": [option], "default_member_permissions": None}])
        outcome = await anna.command("stumm")
        assert (outcome["state"], outcome["modal"]) == ("failed", None)
        assert outcome["error"].startswith("Herold hat nicht geantwortet")
        question = {"command": "stumm", "options": {}, "focused": "wer"}
        assert await anna.post(anna.channel() + "/autocomplete", question) == {"choices": [], "failed": True}
        assert (await anna.get("/api/state"))["bot"]["online"] is False


@scenario
async def test_a_direct_message_is_between_the_bot_and_one_player():
    async with playing() as (table, bot), aiohttp.ClientSession() as session:
        anna, ben = Window(table, session, "anna"), Window(table, session, "ben")
        user = await bot.fetch_user(table.player("anna").id)
        await user.send("Du bist dran")
        state = await anna.get("/api/state")
        assert state["guilds"][-1] == {"id": "0", "name": "Direktnachrichten", "initials": "D", "roles": []}
        direct = state["channels"][-1]
        assert (direct["kind"], direct["guild_id"], direct["unread"]) == ("dm", "0", 1)
        assert "dm" not in [one["kind"] for one in (await ben.get("/api/state"))["channels"]]
        path = f"/api/channels/{direct['id']}"
        await ben.get(path + "/messages", 404)
        assert (await anna.post(path + "/command", {"command": "ping"}))["state"] == "answered"
        texts = [one["content"] for one in (await anna.get(path + "/messages"))["messages"]]
        assert texts == ["Du bist dran", "pong"]


FOREIGN = [
    {"Host": "evil.example"},
    {"Host": "evil.example:{port}"},
    {"Host": "127.0.0.1:1"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Origin": "http://127.0.0.1:{port}.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
@scenario
async def test_foreign_hosts_and_origins_are_turned_away(headers: dict[str, str]):
    async with LocalTable() as table, aiohttp.ClientSession() as session:
        anna = Window(table, session, "anna")
        sent = {name: value.format(port=table.page.port) for name, value in headers.items()}
        for method, path in (
            ("GET", "/api/state"),
            ("GET", "/api/players"),
            ("GET", "/api/files/1/x.png"),
            ("GET", "/api/live"),
            ("GET", "/gibtesnicht"),
            ("POST", anna.channel() + "/messages"),
        ):
            async with session.request(method, anna.url(path), headers=sent, json={"content": "x"}) as response:
                assert response.status == 403
                assert "Access-Control-Allow-Origin" not in response.headers
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(anna.url("/api/live"), headers=sent)
        assert table.messages(HILL) == []


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
@scenario
async def test_the_pages_own_names_are_welcome(name: str):
    async with LocalTable() as table, aiohttp.ClientSession() as session:
        anna = Window(table, session, "anna")
        host = f"{name}:{table.page.port}"
        own = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
        async with session.get(anna.url("/api/state"), headers=own) as response:
            assert response.status == 200
            policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy


@scenario
async def test_a_form_of_another_kind_is_not_taken_for_json():
    async with LocalTable() as table, aiohttp.ClientSession() as session:
        anna = Window(table, session, "anna")
        path = anna.url(anna.channel() + "/messages")
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            async with session.post(path, data=b'{"content": "x"}', headers={"Content-Type": kind}) as response:
                assert response.status == 415
        async with session.post(anna.url("/api/files?name=x"), data=b"x") as response:
            assert response.status == 403
        assert table.messages(HILL) == []


@scenario
async def test_too_much_at_once_is_refused():
    async with LocalTable() as table, aiohttp.ClientSession() as session:
        anna = Window(table, session, "anna")
        say = anna.channel() + "/messages"
        assert "2000 Zeichen" in (await anna.post(say, {"content": "x" * 2001}, 413))["error"]
        await anna.post(say, {"content": "x" * 100_000}, 413)
        await anna.post(say, {"content": " "}, 400)
        await anna.post(say, ["x"], 400)
        origin = {"Origin": table.page_url.rstrip("/")}
        large = bytes(10 * 1024 * 1024 + 1)
        async with session.post(anna.url("/api/files?name=x"), data=io.BytesIO(large), headers=origin) as response:
            assert (response.status, (await response.json())["error"]) == (413, "Eine Datei hat höchstens 10 MiB.")
        assert table.messages(HILL) == []


@scenario
async def test_who_has_not_said_who_he_is_is_asked():
    async with LocalTable() as table, aiohttp.ClientSession() as session:
        for key in ("", "herold", "niemand"):
            stranger = Window(table, session, key)
            assert await stranger.get("/api/state", 401) == {"error": "Wähle zuerst, wer du bist."}


@scenario
async def test_the_table_listens_on_loopback_only_and_says_if_its_port_is_taken():
    async with LocalTable() as table:
        assert table.page_url.startswith("http://127.0.0.1:")
        second = LocalTable()
        with pytest.raises(OSError, match="address already in use"):
            await second.start(table.page.port)
        await second.stop()


@scenario
async def test_a_file_that_is_no_picture_is_saved_and_never_run():
    async with LocalTable() as table, aiohttp.ClientSession() as session:
        for name in ("x.html", "x.svg", "x.js"):
            file = table.actions.upload(table.player("anna"), name, b"<svg onload=alert(1)>")
            async with session.get(f"{table.page_url}api/files/{file.id}/{name}") as response:
                assert response.content_type == "application/octet-stream"
                assert response.headers["Content-Disposition"] == "attachment"
                assert "sandbox" in response.headers["Content-Security-Policy"]
