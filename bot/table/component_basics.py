"""What components of messages and of modals have in common: their kinds, their ids, menus and options."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

from bot.table import limits
from bot.table.errors import Form
from bot.table.model import Json


class Kind(IntEnum):
    ACTION_ROW = 1
    BUTTON = 2
    STRING_MENU = 3
    TEXT_INPUT = 4
    USER_MENU = 5
    ROLE_MENU = 6
    MENTIONABLE_MENU = 7
    CHANNEL_MENU = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


MENUS = frozenset({Kind.STRING_MENU, Kind.USER_MENU, Kind.ROLE_MENU, Kind.MENTIONABLE_MENU, Kind.CHANNEL_MENU})


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component with all that is inside it, in the order of the message."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for inner in ("accessory", "component"):
            if component.get(inner):
                yield from walk((component[inner],))


def find(components: Sequence[Json], custom_id: str) -> Json | None:
    return next((component for component in walk(components) if component.get("custom_id") == custom_id), None)


def texts(components: Sequence[Json]) -> Iterator[str]:
    return (component["content"] for component in walk(components) if component["type"] == Kind.TEXT)


def give_ids(components: Sequence[Json]) -> None:
    """Numbers whatever has no id of its own, as Discord does."""
    taken = {component["id"] for component in walk(components) if component["id"]}
    number = 0
    for component in walk(components):
        if not component["id"]:
            number += 1
            while number in taken:
                number += 1
            component["id"] = number


class Basics:
    """What every component of messages and modals has: a kind that may stand here, an id, often a custom_id."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.count = 0
        self._ids: set[int] = set()
        self._custom_ids: set[str] = set()

    def kind(self, component: Json, place: str, allowed: frozenset[Kind]) -> Kind | None:
        self.count += 1
        kind = component.get("type")
        if isinstance(kind, bool) or kind not in allowed:
            choices = ", ".join(str(int(one)) for one in sorted(allowed))
            self.form.refuse(
                f"{place}.type", "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({choices}).'
            )
            return None
        return Kind(kind)

    def id(self, component: Json, place: str) -> int:
        number = component.get("id")
        if number in (None, 0):
            return 0
        number = self.form.number(number, f"{place}.id", 1, 2**31 - 1)
        if number in self._ids:
            self.form.refuse(f"{place}.id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self._ids.add(number)
        return number

    def custom_id(self, component: Json, place: str) -> str:
        custom_id = self.form.text(component.get("custom_id"), f"{place}.custom_id", 1, limits.CUSTOM_ID)
        if custom_id and custom_id in self._custom_ids:
            self.form.refuse(
                f"{place}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
            )
        self._custom_ids.add(custom_id)
        return custom_id

    def menu(self, component: Json, place: str, kind: Kind) -> Json:
        form = self.form
        read: Json = {"custom_id": self.custom_id(component, place)}
        if component.get("placeholder") is not None:
            read["placeholder"] = form.text(component["placeholder"], f"{place}.placeholder", 0, limits.PLACEHOLDER)
        low, high = component.get("min_values"), component.get("max_values")
        read["min_values"] = 1 if low is None else form.number(low, f"{place}.min_values", 0, limits.MENU_OPTIONS)
        read["max_values"] = 1 if high is None else form.number(high, f"{place}.max_values", 1, limits.MENU_OPTIONS)
        if read["min_values"] > read["max_values"]:
            form.refuse(f"{place}.min_values", "SELECT_COMPONENT_MIN_VALUES", "min_values cannot exceed max_values")
        if component.get("disabled") is not None:
            read["disabled"] = bool(component["disabled"])
        if kind is Kind.STRING_MENU:
            read["options"] = self.options(component.get("options"), f"{place}.options", 1, limits.MENU_OPTIONS)
            if read["options"] and read["max_values"] > len(read["options"]):
                form.refuse(f"{place}.max_values", "SELECT_COMPONENT_MAX_VALUES", "More values than options")
        elif component.get("default_values"):
            read["default_values"] = component["default_values"]
        if kind is Kind.CHANNEL_MENU and component.get("channel_types"):
            read["channel_types"] = component["channel_types"]
        return read

    def options(self, raw: object, place: str, low: int, high: int) -> list[Json]:
        options: list[Json] = []
        values: set[str] = set()
        for index, option in enumerate(self.form.items(raw, place, low, high)):
            here = f"{place}.{index}"
            read: Json = {
                "label": self.form.text(option.get("label"), f"{here}.label", 1, limits.OPTION_TEXT),
                "value": self.form.text(option.get("value"), f"{here}.value", 1, limits.OPTION_TEXT),
            }
            if read["value"] in values:
                self.form.refuse(
                    f"{here}.value",
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            values.add(read["value"])
            if option.get("description") is not None:
                read["description"] = self.form.text(
                    option["description"], f"{here}.description", 0, limits.OPTION_TEXT
                )
            if option.get("default") is not None:
                read["default"] = bool(option["default"])
            if option.get("emoji") is not None:
                read["emoji"] = emoji(option["emoji"])
            options.append(read)
        return options


def emoji(raw: Mapping[str, object]) -> Json:
    read: Json = {"name": str(raw.get("name") or "")}
    if raw.get("id") is not None:
        read |= {"id": str(raw["id"]), "animated": bool(raw.get("animated"))}
    return read
