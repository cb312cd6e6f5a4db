"""What a player filled in behind a command, checked as Discord's own client checks it, and put into its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.table import limits
from bot.table.commands import NUMBERS, Leaf, OptionKind
from bot.table.model import Attachment, Channel, Json
from bot.table.payloads import Payloads
from bot.table.world import World

OptionValue = str | int | float | bool


class Refused(Exception):
    """What a player wanted cannot be. The message is one German sentence for him."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass
class Resolver:
    """Finds what ids in options and menus stand for, and collects it the way Discord sends it along."""

    world: World
    payloads: Payloads
    channel: Channel
    uploads: Mapping[int, Attachment]
    found: Json = field(default_factory=dict)

    def user(self, number: int) -> bool:
        guild = self.world.guilds.get(self.channel.guild_id or 0)
        members = guild.member_ids if guild else self.channel.member_ids
        if number not in members:
            return False
        self._add("users", number, self.payloads.user(self.world.user(number)))
        if guild is not None:
            member = self.payloads.member(number, guild)
            del member["user"]
            permissions = self.world.permissions(number, self.channel)
            self._add("members", number, {**member, "permissions": str(int(permissions))})
        return True

    def role(self, number: int) -> bool:
        guild = self.world.guilds.get(self.channel.guild_id or 0)
        role = next((one for one in guild.roles if one.id == number), None) if guild else None
        if role is not None:
            self._add("roles", number, self.payloads.role(role))
        return role is not None

    def place(self, number: int) -> bool:
        channel = self.world.channels.get(number)
        if channel is None or channel.guild_id != self.channel.guild_id:
            return False
        permissions = self.world.permissions(self.world.bot.id, channel)
        self._add("channels", number, {**self.payloads.channel(channel), "permissions": str(int(permissions))})
        return True

    def file(self, number: int) -> bool:
        if number not in self.uploads:
            return False
        self._add("attachments", number, self.payloads.attachment(self.uploads[number]))
        return True

    def _add(self, kind: str, number: int, payload: Json) -> None:
        self.found.setdefault(kind, {})[str(number)] = payload


def command_data(
    leaf: Leaf, values: Mapping[str, OptionValue], resolver: Resolver, *, focused: str | None = None
) -> Json:
    """The data of a command, or of a question for autocomplete if an option is focused."""
    known = {option["name"]: option for option in leaf.options}
    for name in values:
        if name not in known:
            raise Refused(f"/{leaf.name} hat keine Option „{name}“.")
    if focused is not None and not known.get(focused, {}).get("autocomplete"):
        raise Refused(f"Für „{focused}“ gibt es keine Vorschläge.")
    options: list[Json] = []
    for name, option in known.items():
        if name == focused:
            options.append({"name": name, "type": option["type"], "value": str(values.get(name, "")), "focused": True})
        elif name in values:
            try:
                value = _value(option, values[name], resolver)
            except Refused:
                if focused is not None:
                    continue  # half-typed neighbours are not the question
                raise
            options.append({"name": name, "type": option["type"], "value": value})
        elif option["required"] and focused is None:
            raise Refused(f"Bei /{leaf.name} fehlt noch „{name}“.")
    for level, name in enumerate(reversed(leaf.path[1:])):
        kind = OptionKind.SUBCOMMAND if level == 0 else OptionKind.GROUP
        options = [{"name": name, "type": int(kind), "options": options}]
    data: Json = {"id": str(leaf.command.id), "name": leaf.command.name, "type": 1, "options": options}
    if leaf.command.guild_id is not None:
        data["guild_id"] = str(leaf.command.guild_id)
    if resolver.found:
        data["resolved"] = resolver.found
    return data


def _value(option: Json, value: OptionValue, resolver: Resolver) -> OptionValue:
    name, kind = option["name"], OptionKind(option["type"])
    if kind is OptionKind.STRING:
        return _string(option, value)
    if kind in NUMBERS:
        return _number(option, value)
    if kind is OptionKind.BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(f"„{name}“ ist ja oder nein.")
        return value
    number = int(value) if isinstance(value, str) and value.isdecimal() and len(value) <= 20 else 0
    find = {
        OptionKind.USER: (resolver.user, "einen Spieler dieser Runde"),
        OptionKind.CHANNEL: (resolver.place, "einen Kanal dieser Runde"),
        OptionKind.ROLE: (resolver.role, "eine Rolle dieser Runde"),
        OptionKind.MENTIONABLE: (lambda one: resolver.user(one) or resolver.role(one), "einen Spieler oder eine Rolle"),
        OptionKind.ATTACHMENT: (resolver.file, "eine hochgeladene Datei"),
    }[kind]
    if not find[0](number):
        raise Refused(f"„{name}“ braucht {find[1]}.")
    return str(number)


def _string(option: Json, value: OptionValue) -> str:
    name = option["name"]
    if not isinstance(value, str):
        raise Refused(f"„{name}“ ist ein Text.")
    _check_choice(option, value)
    low, high = option.get("min_length", 0), option.get("max_length", 6_000)
    if not low <= len(value) <= high:
        raise Refused(f"„{name}“ braucht {low} bis {high} Zeichen.")
    return value


def _number(option: Json, value: OptionValue) -> int | float:
    name = option["name"]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Refused(f"„{name}“ ist eine Zahl.")
    if option["type"] == OptionKind.INTEGER:
        if value != int(value):
            raise Refused(f"„{name}“ ist eine ganze Zahl.")
        value = int(value)
    _check_choice(option, value)
    low, high = option.get("min_value", -limits.SAFE_INTEGER), option.get("max_value", limits.SAFE_INTEGER)
    if not low <= value <= high:
        raise Refused(f"„{name}“ liegt zwischen {low} und {high}.")
    return value


def _check_choice(option: Json, value: OptionValue) -> None:
    if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
        raise Refused(f"„{option['name']}“ hat diese Auswahl nicht.")
