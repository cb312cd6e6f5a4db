"""Application commands: what Discord accepts when the bot registers them, and how a player's typing finds them.

Only chat commands can be typed; commands of context menus are accepted and kept, the page has no menu for them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from bot.table import errors, limits
from bot.table.errors import Form
from bot.table.model import Command, Json

CHAT = 1


class OptionKind(IntEnum):
    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


BRANCHES = (OptionKind.SUBCOMMAND, OptionKind.GROUP)
NUMBERS = (OptionKind.INTEGER, OptionKind.NUMBER)
WITH_CHOICES = (OptionKind.STRING, *NUMBERS)


@dataclass(frozen=True)
class Leaf:
    """One thing that can be typed: `partie neu` with its options."""

    command: Command
    path: tuple[str, ...]
    description: str
    options: Sequence[Json]

    @property
    def name(self) -> str:
        return " ".join(self.path)


def leaves(command: Command) -> Iterator[Leaf]:
    if command.body["type"] == CHAT:
        yield from _leaves(command, (), command.body)


def _leaves(command: Command, path: tuple[str, ...], node: Json) -> Iterator[Leaf]:
    path = (*path, node["name"])
    options = node.get("options", [])
    branches = [option for option in options if option["type"] in BRANCHES]
    if not branches:
        yield Leaf(command, path, node["description"], options)
    for branch in branches:
        yield from _leaves(command, path, branch)


def read_commands(raw: object) -> list[Json]:
    """The bodies of a bulk registration, in the shape in which Discord gives them back."""
    if not isinstance(raw, list):
        raise errors.bad_json()
    form = Form()
    bodies = [_command(body if isinstance(body, dict) else {}, str(index), form) for index, body in enumerate(raw)]
    seen: set[tuple[int, str]] = set()
    for index, body in enumerate(bodies):
        name = (body["type"], body["name"])
        if body["name"] and name in seen:
            form.refuse(
                f"{index}.name",
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(name)
    form.done()
    for kind, most in ((CHAT, limits.COMMANDS), (2, limits.MENU_COMMANDS), (3, limits.MENU_COMMANDS)):
        if sum(body["type"] == kind for body in bodies) > most:
            raise errors.too_many_commands(most)
    return bodies


def is_name(name: str) -> bool:
    """Lower case letters of any script, digits, `-`, `_` and the apostrophe."""
    return name == name.lower() and all(letter.isalnum() or letter in "-_'" for letter in name)


def _command(body: Json, place: str, form: Form) -> Json:
    kind = body.get("type") or CHAT
    if kind not in (1, 2, 3):
        form.refuse(f"{place}.type", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3}.")
        kind = CHAT
    read: Json = {
        "type": kind,
        "name": form.text(body.get("name"), f"{place}.name", 1, limits.NAME),
        "description": "",
        "default_member_permissions": None,
        "dm_permission": body.get("dm_permission") is not False,
        "contexts": body.get("contexts"),
        "integration_types": body.get("integration_types") or [0],
        "nsfw": bool(body.get("nsfw")),
    }
    if body.get("default_member_permissions") is not None:
        read["default_member_permissions"] = str(body["default_member_permissions"])
    _localizations(body, read, place, form)
    if kind != CHAT:
        if body.get("options") or body.get("description"):
            form.refuse(f"{place}.description", "APPLICATION_COMMAND_CONTEXT_MENU", "Only chat commands have these")
        return read
    _name(read["name"], f"{place}.name", form)
    read["description"] = form.text(body.get("description"), f"{place}.description", 1, limits.DESCRIPTION)
    read["options"] = _options(body.get("options"), f"{place}.options", form, depth=0)
    if _letters(read) > limits.COMMAND_TOTAL:
        form.refuse(
            place,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({limits.COMMAND_TOTAL})",
        )
    return read


def _name(name: str, place: str, form: Form) -> None:
    if name and not is_name(name):
        form.refuse(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _localizations(body: Json, read: Json, place: str, form: Form) -> None:
    for name, most in (("name_localizations", limits.NAME), ("description_localizations", limits.DESCRIPTION)):
        if body.get(name):
            read[name] = {
                locale: form.text(text, f"{place}.{name}.{locale}", 1, most) for locale, text in body[name].items()
            }


def _options(raw: object, place: str, form: Form, depth: int) -> list[Json]:
    if raw is None:
        return []
    options = [
        _option(option, f"{place}.{index}", form, depth)
        for index, option in enumerate(form.items(raw, place, 0, limits.COMMAND_OPTIONS))
    ]
    names: set[str] = set()
    optional_before = False
    for index, option in enumerate(options):
        here = f"{place}.{index}"
        if option["name"] in names:
            form.refuse(f"{here}.name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "Option name is duplicated")
        names.add(option["name"])
        if option["type"] in BRANCHES:
            continue
        if option["required"] and optional_before:
            form.refuse(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_before = optional_before or not option["required"]
    if len({option["type"] in BRANCHES for option in options}) > 1:
        form.refuse(
            place,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    return options


def _option(option: Json, place: str, form: Form, depth: int) -> Json:
    kind = form.number(option.get("type"), f"{place}.type", OptionKind.SUBCOMMAND, OptionKind.ATTACHMENT)
    read: Json = {
        "type": kind,
        "name": form.text(option.get("name"), f"{place}.name", 1, limits.NAME),
        "description": form.text(option.get("description"), f"{place}.description", 1, limits.DESCRIPTION),
    }
    _name(read["name"], f"{place}.name", form)
    _localizations(option, read, place, form)
    if kind in BRANCHES:
        # A group stands at the top only, a subcommand there or in a group; neither stands in a subcommand.
        if depth > (0 if kind == OptionKind.GROUP else 1):
            form.refuse(f"{place}.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
        inner = depth + (1 if kind == OptionKind.GROUP else 2)
        read["options"] = _options(option.get("options"), f"{place}.options", form, inner)
        return read
    read["required"] = bool(option.get("required"))
    if kind in WITH_CHOICES:
        read["autocomplete"] = bool(option.get("autocomplete"))
        if option.get("choices"):
            read["choices"] = _choices(option["choices"], f"{place}.choices", kind, form)
            if read["autocomplete"]:
                form.refuse(
                    f"{place}.autocomplete",
                    "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
                    "Choices and autocomplete are mutually exclusive",
                )
    bounds = ("min_value", "max_value") if kind in NUMBERS else ("min_length", "max_length")
    read |= {name: option[name] for name in bounds if option.get(name) is not None and kind in WITH_CHOICES}
    if kind == OptionKind.CHANNEL and option.get("channel_types"):
        read["channel_types"] = option["channel_types"]
    return read


def _choices(raw: object, place: str, kind: int, form: Form) -> list[Json]:
    return [
        read_choice(choice, f"{place}.{index}", kind, form)
        for index, choice in enumerate(form.items(raw, place, 0, limits.CHOICES))
    ]


def read_choice(choice: Json, place: str, kind: int, form: Form) -> Json:
    """A choice of a command, or one that the bot offers as autocomplete."""
    read: Json = {"name": form.text(choice.get("name"), f"{place}.name", 1, limits.CHOICE_TEXT)}
    value = choice.get("value")
    if kind == OptionKind.STRING:
        read["value"] = form.text(value, f"{place}.value", 0, limits.CHOICE_TEXT)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        form.refuse(f"{place}.value", "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")
        read["value"] = 0
    elif abs(value) > limits.SAFE_INTEGER:
        form.refuse(f"{place}.value", "NUMBER_TYPE_RANGE", "Value is out of range.")
        read["value"] = 0
    else:
        read["value"] = value
    return read


def _letters(node: Json) -> int:
    own = len(node["name"]) + len(node["description"])
    choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in node.get("choices", ()))
    return own + choices + sum(_letters(option) for option in node.get("options", ()))
