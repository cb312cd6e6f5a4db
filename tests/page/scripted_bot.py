"""What the fake server's "bot" answers: one scripted answer for each thing that the page must be able to show."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from aiohttp import web

from tests.page import sample_table as sample
from tests.page.fake_table import FakeTable
from tests.page.sample_table import Json, button, container, gallery, row, text

ANSWERED: Json = {"interaction": "9001", "state": "answered", "modal": None, "error": None}
SILENT: Json = {**ANSWERED, "state": "failed", "error": "Herold hat nicht geantwortet. Versuch es noch einmal."}

FORM: Json = {
    "interaction": "9002",
    "title": "Dauerbefehl",
    "components": [
        {"type": 10, "content": "Er gilt, bis du ihn **aufhebst**."},
        row({"type": 4, "custom_id": "wann", "label": "Wann", "style": 1, "required": True, "max_length": 40}),
        {"type": 18, "label": "Was dann", "description": "In deinen Worten", "component": {
            "type": 4, "custom_id": "was", "style": 2, "required": False}},
        {"type": 18, "label": "Figur", "description": None, "component": {
            "type": 3, "custom_id": "figur", "required": True, "min_values": 1, "max_values": 1,
            "options": [{"label": "S1", "value": "s1"}, {"label": "S2", "value": "s2", "description": "verletzt"}]}},
        {"type": 18, "label": "Vorrang", "description": None, "component": {
            "type": 21, "custom_id": "vorrang", "required": True,
            "options": [{"label": "Immer", "value": "immer"}, {"label": "Nur im Notfall", "value": "not"}]}},
        {"type": 18, "label": "Still", "description": None, "component": {
            "type": 23, "custom_id": "still", "default": False}},
    ],
}  # fmt: skip


class ScriptedBot:
    def __init__(self, table: FakeTable) -> None:
        self.table = table
        self.autocomplete_delay = 0.0
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self._later: set[asyncio.Task[None]] = set()

    async def autocomplete(self, request: web.Request, player: Json, body: Json) -> Json:
        await asyncio.sleep(self.autocomplete_delay)
        typed = str(body["options"].get(body["focused"], "")).lower()
        match body["focused"]:
            case "figur" | "schütze" | "ziel":
                offers = [{"name": name, "value": name.split()[0]} for name in sample.FIGURES]
            case "nach":
                offers = [{"name": f"{field} · Wiese", "value": field} for field in sample.FIELDS]
            case _:
                offers = [
                    {"name": "Das Geheimdokument", "value": "geheimdokument"},
                    {"name": "Die Furt", "value": "furt"},
                ]
        return {"choices": [offer for offer in offers if typed in offer["name"].lower()], "failed": False}

    async def command(self, request: web.Request, player: Json, body: Json) -> Json:
        channel, name, options = request.match_info["channel"], body["command"], body["options"]
        used = {"name": player["name"], "command": f"/{name}"}
        by = {"used": used, "interaction_metadata": {"user": {"id": player["id"]}}}
        match name:
            case "schweigen":
                return SILENT
            case "dauerbefehl":
                return {**ANSWERED, "state": "modal", "modal": FORM}
            case "hilfe":
                words = container(text("Du kannst dich **bewegen** oder schießen."), row(button("Verstanden", "ok", 1)))
                await self.table.post(channel, components=[words], **by, ephemeral=True, viewer=player["key"])
            case "bewegen" if options["figur"] == "X9":
                return {"error": "Eine Figur X9 gibt es nicht."}
            case "bewegen" | "karte":
                message = await self.table.post(channel, **by, thinking=True)
                self._soon(self._answer(message, options))
                return {**ANSWERED, "state": "thinking"}
            case _:
                given = ", ".join(f"{key} {value}" for key, value in options.items())
                await self.table.post(channel, components=[container(text(f"**/{name}** {given}"))], **by)
        return ANSWERED

    async def _answer(self, message: Json, options: Json) -> None:
        await self.may_answer.wait()
        field = options.get("nach", "überall")
        picture = gallery(self.table.board(len(field)), f"S1 steht auf {field}.")
        words = text(f"**S1 geht nach {field}.**\n-# GR 4.1")
        await self.table.change(message, thinking=False, v2=True, components=[container(words, picture)])

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def press(self, request: web.Request, player: Json, body: Json) -> Json:
        message = self.table.find(request.match_info["message"])
        custom_id = body["custom_id"]
        if custom_id == "cancel":
            return {"error": "Nur wer die Partie angelegt hat, kann absagen."}
        if custom_id == "ready":
            words = container(text(f"{player['name']} ist bereit."), row(button("Doch nicht", "ready", 2)))
            await self.table.change(message, components=[words])
        elif custom_id.startswith("karte"):
            picture = gallery(self.table.board(3), "Die ganze Karte.")
            await self.table.post(message["channel_id"], components=[picture], ephemeral=True, viewer=player["key"])
        else:
            by = {"interaction_metadata": {"user": {"id": player["id"]}}}
            words = text(f"{player['name']} drückt {custom_id}.")
            await self.table.post(message["channel_id"], components=[words], **by)
        return ANSWERED

    async def select(self, request: web.Request, player: Json, body: Json) -> Json:
        message = self.table.find(request.match_info["message"])
        chosen = ", ".join(body["values"])
        await self.table.post(message["channel_id"], components=[text(f"{player['name']} wählt {chosen}.")])
        return ANSWERED

    async def submit(self, request: web.Request, player: Json, body: Json) -> Json:
        if body["values"]["wann"] == "nie":
            return {"error": "Ein Dauerbefehl, der nie gilt, hilft nicht."}
        await self.table.post(sample.BATTLE, components=[text(f"Dauerbefehl: {body['values']['wann']}.")])
        return ANSWERED
