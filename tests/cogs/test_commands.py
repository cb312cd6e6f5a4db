"""The commands as Discord gets them: all that are promised, within every limit, in German."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.client import Herold, intents
from bot.messages.delivery import Delivery
from cogs import COGS
from cogs.befehle import order_line, verbs
from rules.referee.orders import parse_line
from rules.systems import SYSTEMS
from tests.desk.room import in_loop, opened

NAME = re.compile(r"[-_\w]{1,32}")
PROMISED = {
    "partie neu",
    "partie beitreten",
    "partie start",
    "partie status",
    "partie verlassen",
    "partie aufgeben",
    "partie rückgängig",
    "partie wiederholen",
    "partie export",
    "partie liste",
    "aufstellen",
    "armee kaufen",
    "armee zeigen",
    "armee speichern",
    "armee laden",
    "armee einlesen",
    "bewegen",
    "nahkampf",
    "fernkampf",
    "weitschlag",
    "anfahren",
    "wenden",
    "absteigen",
    "aufsteigen",
    "einfangen",
    "führen",
    "loslassen",
    "etage",
    "suchen",
    "kiste",
    "zugende",
    "karte",
    "figur",
    "chance",
    "regel",
    "würfel frei",
    "würfel log",
    "würfel statistik",
    "würfel prüfen",
    "kampagne neu",
    "kampagne stand",
    "kampagne liste",
    "hilfe",
}


async def payloads(folder: Path) -> list[dict[str, Any]]:
    async with opened(folder) as desk:
        client = Herold(desk, Delivery(desk))
        for cog in COGS:
            await client.add_cog(cog(client))
        return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def leaves(commands: list[dict[str, Any]], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for command in commands:
        inner = [option for option in command.get("options", []) if option["type"] in (1, 2)]
        if inner:
            yield from leaves(inner, f"{before}{command['name']} ")
        else:
            yield f"{before}{command['name']}", command


@in_loop
async def test_every_command_that_is_promised_is_there(tmp_path: Path) -> None:
    names = {name for name, _ in leaves(await payloads(tmp_path))}
    assert names >= PROMISED
    assert any(name.startswith("spielleiter ") for name in names)
    assert any(name.startswith("dauerbefehl ") for name in names)


@in_loop
async def test_the_commands_keep_every_limit_of_discord(tmp_path: Path) -> None:
    commands = await payloads(tmp_path)
    assert len(commands) <= 100
    assert len({command["name"] for command in commands}) == len(commands)
    for command in commands:
        assert len(command.get("options", [])) <= 25
        size = 0
        for name, leaf in leaves([command]):
            options = leaf.get("options", [])
            assert len(options) <= 25, name
            assert 1 <= len(leaf["description"]) <= 100, name
            size += len(leaf["name"]) + len(leaf["description"])
            required = [option.get("required", False) for option in options]
            assert required == sorted(required, reverse=True), name
            for option in [leaf, *options]:
                assert NAME.fullmatch(option["name"]), name
                assert option["name"] == option["name"].lower(), name
                assert 1 <= len(option["description"]) <= 100, (name, option["name"])
            for option in options:
                size += len(option["name"]) + len(option["description"])
                chosen = option.get("choices", [])
                assert len(chosen) <= 25
                assert not (chosen and option.get("autocomplete"))
                size += sum(len(choice["name"]) + len(str(choice["value"])) for choice in chosen)
        assert size <= 8_000, command["name"]


@in_loop
async def test_commands_are_for_servers_only(tmp_path: Path) -> None:
    for command in await payloads(tmp_path):
        assert command.get("contexts") == [0], command["name"]


def test_every_order_of_every_game_has_its_command() -> None:
    known = {verb.name for verb in verbs()}
    framed = {"beginnen", "aufgeben"}
    for system in SYSTEMS.values():
        assert {cls.verb for cls in system.verbs} - framed <= known


def test_what_is_filled_in_reads_as_the_order_that_is_typed() -> None:
    class Names:
        def unit(self, text: str) -> str:
            return text

        def field(self, text: str) -> str:
            return text

    line = order_line("bewegen", {"figur": "S1", "nach": "D5", "richtung": None, "kiste": "ja"})
    assert line == "/bewegen figur:S1 nach:D5 kiste:ja"
    order = parse_line(line, SYSTEMS["mfm"].verbs, Names())
    assert order.line() == line


def test_as_little_as_needed_is_asked_of_discord() -> None:
    assert {name for name, wanted in intents(False) if wanted} == {"guilds"}
    assert {name for name, wanted in intents(True) if wanted} == {"guilds", "guild_messages", "message_content"}
