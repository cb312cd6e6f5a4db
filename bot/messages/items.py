"""Buttons and menus that keep working after a restart: all they need stands in their custom id.

Whoever presses one is handed to the delivery, which asks the desk. A form comes back through an event instead, because
discord.py forgets its forms when the program ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, cast

import discord
from discord import ui

from bot.answer import Button, Form, Menu, Style

if TYPE_CHECKING:
    from bot.messages.delivery import Delivery

__all__ = ["FORM", "HeroldButton", "HeroldMenu", "action_of", "form_action", "form_values", "form_window"]

BUTTON, MENU, FORM = "h:b:", "h:m:", "h:f:"
_AGAIN = re.compile(r"~\d+$")
_STYLES = {
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SECONDARY: discord.ButtonStyle.secondary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}
FORM_SECONDS = 900


class _Client(Protocol):
    delivery: Delivery


def action_of(text: str) -> str:
    """The action without the number that tells two of the same apart within one message."""
    return _AGAIN.sub("", text)


class HeroldButton(ui.DynamicItem[ui.Button[Any]], template=r"h:b:(?P<action>.+)"):
    """A button; its action stands in its custom id."""

    def __init__(self, item: ui.Button[Any], action: str) -> None:
        super().__init__(item)
        self.action = action

    @classmethod
    def of(cls, button: Button, again: str = "") -> Self:
        item: ui.Button[Any] = ui.Button(
            label=button.label,
            style=_STYLES[button.style],
            disabled=button.disabled,
            custom_id=f"{BUTTON}{button.action}{again}",
        )
        return cls(item, button.action)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(item, action_of(match["action"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: _Client = interaction.client
        await client.delivery.pressed(interaction, self.action, ())


class HeroldMenu(ui.DynamicItem[ui.Select[Any]], template=r"h:m:(?P<action>.+)"):
    """A menu; what was chosen comes with the interaction."""

    def __init__(self, item: ui.Select[Any], action: str) -> None:
        super().__init__(item)
        self.action = action

    @classmethod
    def of(cls, menu: Menu, again: str = "") -> Self:
        item: ui.Select[Any] = ui.Select(
            custom_id=f"{MENU}{menu.action}{again}",
            placeholder=menu.hint,
            options=[
                discord.SelectOption(label=choice.label, value=choice.value, description=choice.about or None)
                for choice in menu.choices
            ],
        )
        return cls(item, menu.action)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, ui.Select)
        return cls(item, action_of(match["action"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: _Client = interaction.client
        await client.delivery.pressed(interaction, self.action, tuple(_data(interaction).get("values", ())))


# -- forms ------------------------------------------------------------------------------------------------------------


def form_window(form: Form) -> ui.Modal:
    window = ui.Modal(title=form.title, custom_id=f"{FORM}{form.action}", timeout=FORM_SECONDS)
    for entry in form.entries:
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=entry.key,
            style=discord.TextStyle.paragraph if entry.long else discord.TextStyle.short,
            placeholder=entry.hint or None,
            default=entry.value or None,
            required=entry.required,
            max_length=entry.most,
        )
        window.add_item(ui.Label(text=entry.label, component=field))
    return window


def form_action(interaction: discord.Interaction[Any]) -> str | None:
    """The action of a form that was sent off; nothing if it is not one of ours."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    custom_id = str(_data(interaction).get("custom_id", ""))
    return custom_id.removeprefix(FORM) if custom_id.startswith(FORM) else None


def form_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """What was typed, field by field."""
    found: list[str] = []

    def walk(components: Sequence[Any]) -> None:
        for component in components:
            if "value" in component:
                found.append(str(component["value"] or ""))
            walk(component.get("components", ()))
            inner = component.get("component")
            if inner:
                walk((inner,))

    walk(_data(interaction).get("components", ()))
    return tuple(found)


def _data(interaction: discord.Interaction[Any]) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", interaction.data or {})
