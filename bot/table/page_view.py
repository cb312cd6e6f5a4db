"""The world as one player's window sees it: the shapes of the page API, described in `page.py`."""

import re
from collections.abc import Sequence
from typing import Any

from bot.table.bodies import CDN_ADDRESS
from bot.table.commands import Leaf, OptionKind
from bot.table.interactions import Interactions
from bot.table.model import Channel, ChannelKind, Guild, Interaction, Json, Message, Stage, User
from bot.table.payloads import Payloads
from bot.table.world import World

DIRECT = "0"
NAMED = re.compile(r"<(@!?|@&|#)(\d{1,20})>")
KINDS = {ChannelKind.TEXT: "text", ChannelKind.DM: "dm"}
BOUNDS = ("min_value", "max_value", "min_length", "max_length")
SILENT = "Herold hat nicht geantwortet. Versuch es noch einmal."


class View:
    def __init__(self, world: World, interactions: Interactions, payloads: Payloads) -> None:
        self._world = world
        self._interactions = interactions
        self._payloads = payloads

    def player(self, user: User) -> Json:
        owned = any(guild.owner_id == user.id for guild in self._world.guilds.values())
        return {"key": user.key, **self._person(user), "owner": owned}

    def bot(self, online: bool) -> Json:
        return {**self._person(self._world.bot), "online": online}

    def _person(self, user: User) -> Json:
        return {"id": str(user.id), "name": user.name, "initials": user.initials, "colour": user.colour}

    def guilds(self, user: User) -> list[Json]:
        guilds = [self._guild(guild) for guild in self._world.guilds.values() if user.id in guild.member_ids]
        if any(channel.guild_id is None for channel in self.visible_channels(user)):
            guilds.append({"id": DIRECT, "name": "Direktnachrichten", "initials": "D", "roles": []})
        return guilds

    def _guild(self, guild: Guild) -> Json:
        roles = [{"id": str(role.id), "name": role.name} for role in guild.roles]
        return {"id": str(guild.id), "name": guild.name, "initials": guild.name[:1], "roles": roles}

    def visible_channels(self, user: User) -> list[Channel]:
        """In the order of a channel list: each channel followed by its threads."""
        world = self._world
        seen = [channel for channel in world.channels.values() if world.sees(user.id, channel)]
        order = list(world.guilds)

        def place(channel: Channel) -> tuple[int, int, int, int]:
            home = world.home(channel)
            guild = order.index(channel.guild_id) if channel.guild_id in order else len(order)
            return guild, home.position, home.id, 0 if channel is home else channel.id

        return sorted(seen, key=place)

    def channel(self, channel: Channel, user: User) -> Json:
        world = self._world
        unread = world.unread(user.id, channel.id)
        seen = [one.id for one in world.messages(channel.id) if one.viewer_id in (None, user.id)]
        last_read = world.last_read_id(user.id, channel.id)
        return {
            "id": str(channel.id),
            "guild_id": DIRECT if channel.guild_id is None else str(channel.guild_id),
            "name": channel.name,
            "kind": KINDS.get(channel.kind, "thread"),
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "topic": channel.topic,
            "archived": channel.archived,
            "unread": len(unread),
            "mentions": sum(world.names(user.id, one) for one in unread),
            "last_message_id": str(seen[-1]) if seen else None,
            "last_read_id": None if last_read is None else str(last_read),
        }

    def commands(self, leaves: Sequence[Leaf]) -> list[Json]:
        return [
            {
                "name": leaf.name,
                "description": leaf.description,
                "options": [_option(option) for option in leaf.options],
            }
            for leaf in leaves
        ]

    def message(self, message: Message, user: User) -> Json:
        world = self._world
        author = world.user(message.author_id)
        payload: Json = _local(self._payloads.message(message))
        used = message.used
        while used is not None and used.command is None and used.trigger is not None:
            used = used.trigger
        return payload | {
            "author": {**self._person(author), "bot": author.is_bot},
            "ephemeral": message.viewer_id is not None,
            "thinking": message.is_loading and not self._interactions.gives_up(message),
            "failed": self._interactions.gives_up(message),
            "mentions_me": world.names(user.id, message),
            "used": None
            if used is None or used.command is None
            else {"name": world.user(used.user_id).name, "command": f"/{used.command}"},
            "v2": message.is_v2,
            "mentions": self._names(payload),
        }

    def _names(self, payload: Json) -> dict[str, str]:
        """What stands behind each mention, wherever in the message it is."""
        names: dict[str, str] = {}
        for sign, number in NAMED.findall(" ".join(_strings(payload))):
            if sign == "@&":
                roles = [role for guild in self._world.guilds.values() for role in guild.roles]
                found = next((role.name for role in roles if role.id == int(number)), None)
            elif sign == "#":
                channel = self._world.channels.get(int(number))
                found = channel.name if channel else None
            else:
                person = self._world.users.get(int(number))
                found = person.name if person else None
            if found is not None:
                names[number] = found
        return names

    def outcome(self, interaction: Interaction) -> Json:
        modal = None
        if interaction.modal is not None:
            modal = {
                "interaction": str(interaction.id),
                "title": interaction.modal["title"],
                "components": interaction.modal["components"],
            }
        failed = interaction.stage is Stage.SENT
        return {
            "interaction": str(interaction.id),
            "state": "failed" if failed else str(interaction.stage),
            "modal": modal,
            "error": SILENT if failed else None,
        }


def _option(option: Json) -> Json:
    return {
        "name": option["name"],
        "description": option["description"],
        "type": OptionKind(option["type"]).name.lower(),
        "required": option["required"],
        "autocomplete": bool(option.get("autocomplete")),
        "choices": option.get("choices", []),
        **{name: option.get(name) for name in BOUNDS},
    }


def _local(value: Any) -> Any:
    """The same JSON with addresses of attachments leading to this server."""
    if isinstance(value, dict):
        return {name: _local(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_local(inner) for inner in value]
    if isinstance(value, str) and (address := CDN_ADDRESS.match(value)):
        return f"/api/files/{address[1]}/{value[address.end() :]}"
    return value


def _strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for name, inner in value.items() if name not in ("author", "used") for text in _strings(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _strings(inner)]
    return [value] if isinstance(value, str) else []
