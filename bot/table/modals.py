"""Modals: what the bot may ask in one, and what a player's answers to it look like on the wire."""

from collections.abc import Mapping, Sequence

from bot.table import limits
from bot.table.component_basics import MENUS, Basics, Kind, give_ids, walk
from bot.table.errors import Form
from bot.table.model import Json

IN_A_LABEL = MENUS | {Kind.TEXT_INPUT, Kind.FILE_UPLOAD, Kind.RADIO_GROUP, Kind.CHECKBOX_GROUP, Kind.CHECKBOX}
AT_THE_TOP = frozenset({Kind.ACTION_ROW, Kind.LABEL, Kind.TEXT})
GROUP_OPTIONS = 10

Answer = str | bool | Sequence[str]


class BadAnswer(Exception):
    """A player's answer that does not fit its field. The message is for the player."""


def read_modal(raw: object, form: Form) -> Json:
    data = raw if isinstance(raw, dict) else {}
    reader = _Reader(form)
    items = form.items(data.get("components"), "data.components", 1, limits.MODAL_COMPONENTS)
    modal: Json = {
        "custom_id": form.text(data.get("custom_id"), "data.custom_id", 1, limits.CUSTOM_ID),
        "title": form.text(data.get("title"), "data.title", 1, limits.MODAL_TITLE),
        "components": [reader.read(item, f"data.components.{index}", AT_THE_TOP) for index, item in enumerate(items)],
    }
    give_ids(modal["components"])
    return modal


class _Reader(Basics):
    def read(self, component: Json, place: str, allowed: frozenset[Kind]) -> Json:
        form = self.form
        kind = self.kind(component, place, allowed)
        read: Json = {"type": int(kind or 0), "id": self.id(component, place)}
        match kind:
            case Kind.ACTION_ROW:
                inside = form.items(component.get("components"), f"{place}.components", 1, 1)
                allowed = MENUS | {Kind.TEXT_INPUT}
                read["components"] = [self.read(item, f"{place}.components.0", allowed) for item in inside]
            case Kind.LABEL:
                read["label"] = form.text(component.get("label"), f"{place}.label", 1, limits.INPUT_LABEL)
                if component.get("description") is not None:
                    read["description"] = form.text(component["description"], f"{place}.description", 1, 100)
                inner = component.get("component")
                read["component"] = self.read(
                    inner if isinstance(inner, dict) else {}, f"{place}.component", IN_A_LABEL
                )
            case Kind.TEXT:
                read["content"] = form.text(component.get("content"), f"{place}.content", 1, limits.COMPONENTS_V2_TEXT)
            case Kind.TEXT_INPUT:
                read |= self._input(component, place)
            case Kind.FILE_UPLOAD:
                read |= self._bounds(component, place, 1, 10)
            case Kind.RADIO_GROUP:
                options = self.options(component.get("options"), f"{place}.options", 2, GROUP_OPTIONS)
                read |= {"custom_id": self.custom_id(component, place), "options": options}
            case Kind.CHECKBOX_GROUP:
                read["options"] = self.options(component.get("options"), f"{place}.options", 1, GROUP_OPTIONS)
                read |= self._bounds(component, place, 1, len(read["options"]) or 1)
            case Kind.CHECKBOX:
                read |= {"custom_id": self.custom_id(component, place), "default": bool(component.get("default"))}
            case None:
                pass
            case _:
                read |= self.menu(component, place, kind)
        if kind in IN_A_LABEL and kind is not Kind.CHECKBOX:
            read["required"] = component.get("required") is not False
        return read

    def _input(self, component: Json, place: str) -> Json:
        form = self.form
        read: Json = {
            "custom_id": self.custom_id(component, place),
            "style": form.number(component.get("style"), f"{place}.style", 1, 2),
        }
        for name, most in (("label", limits.INPUT_LABEL), ("placeholder", 100), ("value", limits.INPUT_TEXT)):
            if component.get(name) is not None:
                read[name] = form.text(component[name], f"{place}.{name}", 0, most)
        for name, least in (("min_length", 0), ("max_length", 1)):
            if component.get(name) is not None:
                read[name] = form.number(component[name], f"{place}.{name}", least, limits.INPUT_TEXT)
        return read

    def _bounds(self, component: Json, place: str, low: int, high: int) -> Json:
        least, most = component.get("min_values"), component.get("max_values")
        return {
            "custom_id": self.custom_id(component, place),
            "min_values": low if least is None else self.form.number(least, f"{place}.min_values", 0, high),
            "max_values": high if most is None else self.form.number(most, f"{place}.max_values", 1, high),
        }


def fields(modal: Json) -> list[Json]:
    """Everything in a modal that takes an answer."""
    return [component for component in walk(modal["components"]) if "custom_id" in component]


def answered(modal: Json, answers: Mapping[str, Answer]) -> list[Json]:
    """The components as Discord sends them when a player submits the modal with these answers."""
    unknown = set(answers) - {field["custom_id"] for field in fields(modal)}
    if unknown:
        raise BadAnswer(f"In diesem Fenster gibt es kein Feld „{min(unknown)}“.")
    return [_answered(component, answers) for component in modal["components"]]


def _answered(component: Json, answers: Mapping[str, Answer], label: str = "") -> Json:
    read: Json = {"type": component["type"], "id": component["id"]}
    label = component.get("label") or label
    match Kind(component["type"]):
        case Kind.ACTION_ROW:
            read["components"] = [_answered(inner, answers, label) for inner in component["components"]]
        case Kind.LABEL:
            read["component"] = _answered(component["component"], answers, label)
        case Kind.TEXT:
            pass
        case kind:
            answer = answers.get(component["custom_id"])
            read["custom_id"] = component["custom_id"]
            read |= _value(kind, component, answer, label or component["custom_id"])
    return read


def _value(kind: Kind, field: Json, answer: Answer | None, label: str) -> Json:
    if kind is Kind.CHECKBOX:
        return {"value": field["default"] if answer is None else answer is True}
    if kind is Kind.TEXT_INPUT:
        return {"value": _text(field, answer, label)}
    values = [answer] if isinstance(answer, str) else [] if answer is None or isinstance(answer, bool) else [*answer]
    if not values and field["required"]:
        raise BadAnswer(f"„{label}“ muss ausgefüllt werden.")
    allowed = {option["value"] for option in field.get("options", ())}
    if allowed and not allowed.issuperset(values):
        raise BadAnswer(f"„{label}“ hat diese Auswahl nicht.")
    if kind is Kind.RADIO_GROUP:
        if len(values) > 1:
            raise BadAnswer(f"Bei „{label}“ ist nur eine Wahl möglich.")
        return {"value": values[0] if values else None}
    if values and not field["min_values"] <= len(values) <= field["max_values"]:
        raise BadAnswer(f"Bei „{label}“ sind {field['min_values']} bis {field['max_values']} möglich.")
    return {"values": values}


def _text(field: Json, answer: Answer | None, label: str) -> str:
    text = answer if isinstance(answer, str) else field.get("value", "") if answer is None else ""
    if not text:
        if field["required"]:
            raise BadAnswer(f"„{label}“ muss ausgefüllt werden.")
        return ""
    low, high = field.get("min_length", 0), field.get("max_length", limits.INPUT_TEXT)
    if not low <= len(text) <= high:
        raise BadAnswer(f"„{label}“ braucht {low} bis {high} Zeichen.")
    return str(text)
