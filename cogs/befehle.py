"""The orders of all games: a verb is one command for every game that knows it.

The battle of the channel decides what a verb means, and the game's own parser refuses what it does not know. The
commands are made from the games' own order classes, so that a game which learns an order has its command.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import discord
from discord import app_commands

from bot.messages.delivery import call_of
from cogs.base import Choices, HeroldCog, Interaction, choices
from rules.referee.orders import OptionSpec, OptKind, Order
from rules.systems import SYSTEMS

if TYPE_CHECKING:
    from bot.client import Herold

__all__ = ["Befehle", "Verb", "order_line", "verbs"]

FRAMED = frozenset({"beginnen", "aufgeben"})
"""Orders that have their place under `/partie`."""
SPELLED = {"ueber": "über"}
"""Options whose name a player reads with its umlaut; the parser takes both."""
FACINGS = {"Norden": "nord", "Osten": "ost", "Süden": "sued", "Westen": "west"}
MAX_ABOUT = 100


@dataclass(frozen=True, slots=True)
class Verb:
    """An order as a command: its options are all those that any game gives it."""

    name: str
    about: str
    options: tuple[OptionSpec, ...]


def verbs(classes: Sequence[type[Order]] | None = None) -> tuple[Verb, ...]:
    """The verbs of all games; an option is required only where every game requires it."""
    known = classes if classes is not None else [cls for system in SYSTEMS.values() for cls in system.verbs]
    grouped: dict[str, list[type[Order]]] = {}
    for cls in known:
        if cls.verb not in FRAMED:
            grouped.setdefault(cls.verb, []).append(cls)
    return tuple(Verb(name, _short(same[0].about), _options(same)) for name, same in grouped.items())


def _options(classes: Sequence[type[Order]]) -> tuple[OptionSpec, ...]:
    names = dict.fromkeys(spec.name for cls in classes for spec in cls.options())
    merged = []
    for name in names:
        specs = [spec for cls in classes for spec in cls.options() if spec.name == name]
        required = len(specs) == len(classes) and all(spec.required for spec in specs)
        same = len({(spec.kind, spec.choices) for spec in specs}) == 1
        kind = specs[0].kind if same else OptKind.TEXT
        merged.append(OptionSpec(name, kind, _short(specs[0].about), specs[0].choices if same else (), required))
    return tuple(sorted(merged, key=lambda spec: not spec.required))


def _short(text: str) -> str:
    return text if len(text) <= MAX_ABOUT else text[: MAX_ABOUT - 1] + "…"


def order_line(verb: str, given: Mapping[str, object]) -> str:
    """The order as a player types it."""
    words = [f"{name}:{' '.join(str(value).split())}" for name, value in given.items() if value not in (None, "")]
    return " ".join([f"/{verb}", *words])


class Befehle(HeroldCog):
    """Everything that a figure can do."""

    def __init__(self, bot: Herold) -> None:
        super().__init__(bot)
        self._commands = [_command(verb) for verb in verbs()]

    async def cog_load(self) -> None:
        for command in self._commands:
            self.bot.tree.add_command(command)

    async def cog_unload(self) -> None:
        for command in self._commands:
            self.bot.tree.remove_command(command.name)


def _command(verb: Verb) -> app_commands.Command[Any, ..., None]:
    async def give(interaction: Interaction, **given: Any) -> None:
        line = order_line(verb.name, given)
        await interaction.client.delivery.command(interaction, lambda call: interaction.client.desk.order(call, line))

    give.__name__ = "give"
    give.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)]
        + [_parameter(spec) for spec in verb.options]
    )
    decorated: Any = give
    if verb.options:
        decorated = app_commands.describe(**{spec.name: spec.about for spec in verb.options})(decorated)
    fixed = {spec.name: _fixed(spec) for spec in verb.options if _fixed(spec)}
    if fixed:
        decorated = app_commands.choices(**fixed)(decorated)
    renamed = {spec.name: SPELLED[spec.name] for spec in verb.options if spec.name in SPELLED}
    if renamed:
        decorated = app_commands.rename(**renamed)(decorated)
    offered = {spec.name: _completer(verb, spec) for spec in verb.options if _is_offered(spec)}
    if offered:
        decorated = app_commands.autocomplete(**offered)(decorated)
    return app_commands.Command(name=verb.name, description=verb.about, callback=decorated)


def _parameter(spec: OptionSpec) -> inspect.Parameter:
    plain: Any = int if spec.kind is OptKind.NUMBER else str
    annotation = plain if spec.required else Optional[plain]  # noqa: UP045 - a runtime value for discord.py
    default = inspect.Parameter.empty if spec.required else None
    return inspect.Parameter(spec.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, default=default)


def _fixed(spec: OptionSpec) -> list[app_commands.Choice[str]]:
    match spec.kind:
        case OptKind.FLAG:
            return [app_commands.Choice(name=word, value=word) for word in ("ja", "nein")]
        case OptKind.FACING:
            return [app_commands.Choice(name=name, value=value) for name, value in FACINGS.items()]
        case OptKind.CHOICE:
            return [app_commands.Choice(name=word, value=word) for word in spec.choices[:25]]
    return []


def _is_offered(spec: OptionSpec) -> bool:
    return spec.kind is not OptKind.NUMBER and not _fixed(spec)


def _completer(verb: Verb, spec: OptionSpec) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    async def complete(interaction: Interaction, current: str) -> Choices:
        typed = {name: value for name, value in interaction.namespace}  # noqa: C416 - it has no keys()
        given = {one.name: str(typed.get(SPELLED.get(one.name, one.name)) or "") for one in verb.options}
        desk = interaction.client.desk
        return await choices(desk.offer(call_of(interaction), verb.name, spec.name, current, given))

    return complete
