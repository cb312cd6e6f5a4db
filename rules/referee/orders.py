"""Orders, and how a typed line becomes one.

An order is a frozen model; its fields are the options that a player types, in the order in which he may leave their
names out: `/bewegen figur:S1 nach:D5` and `/bewegen S1 D5` are the same order. What a unit or a field is called is the
game's to say (`Names`); here lives only the form.
"""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Protocol, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict

from rules.board.square import Facing
from rules.referee.refusal import Unverstaendlich, shown

MAX_LINE = 1000
MAX_ITEMS = 40


class OptKind(StrEnum):
    """What an option's value names; decides how it is read and, in chat, how it is picked."""

    UNIT = "unit"
    UNITS = "units"
    FIELD = "field"
    FIELDS = "fields"
    FACING = "facing"
    FLAG = "flag"
    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Opt:
    """Says of an order's field what kind of option it is and what a player reads about it."""

    kind: OptKind
    about: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option of a verb, as the parser and the chat see it."""

    name: str
    kind: OptKind
    about: str
    choices: tuple[str, ...]
    required: bool


class Order(BaseModel):
    """What a player wants to happen. `verb` is written as players write it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verb: ClassVar[str]
    about: ClassVar[str]

    @classmethod
    def options(cls) -> tuple[OptionSpec, ...]:
        return _options(cls)

    def line(self) -> str:
        """The order as a player would type it; reading the line gives this order again."""
        parts = [f"/{self.verb}"]
        for spec in self.options():
            value = getattr(self, spec.name)
            if value is None or value == () or value is False:
                continue
            text = ",".join(value) if isinstance(value, tuple) else "ja" if value is True else str(value)
            parts.append(f"{spec.name}:{text}")
        return " ".join(parts)


@lru_cache(maxsize=256)
def _options(cls: type[Order]) -> tuple[OptionSpec, ...]:
    found = []
    for name, info in cls.model_fields.items():
        opt = next((item for item in info.metadata if isinstance(item, Opt)), None) or _inner_opt(info.annotation)
        if opt is None:
            raise TypeError(f"{cls.__name__}.{name} does not say what option it is")
        found.append(OptionSpec(name, opt.kind, opt.about, opt.choices, info.is_required()))
    return tuple(found)


def _inner_opt(annotation: Any) -> Opt | None:
    """The `Opt` inside `Annotated[str, Opt(...)] | None`."""
    if get_origin(annotation) is Annotated:
        return next((item for item in get_args(annotation) if isinstance(item, Opt)), None)
    if get_origin(annotation) in (Union, types.UnionType):
        for inner in get_args(annotation):
            found = _inner_opt(inner)
            if found:
                return found
    return None


class Names(Protocol):
    """How the game reads names in the battle at hand. Both raise a refusal for what they do not know."""

    def unit(self, text: str) -> str: ...

    def field(self, text: str) -> str: ...


_FOLD = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def fold(text: str) -> str:
    """Lower case without umlauts: `Führen`, `führen` and `fuehren` are the same word."""
    return text.strip().lower().translate(_FOLD)


def dump_order(order: Order) -> dict[str, Any]:
    """The order as JSON data, its verb beside its options."""
    return {"verb": order.verb, **order.model_dump(exclude_defaults=True)}


def load_order(verbs: Iterable[type[Order]], data: dict[str, Any]) -> Order:
    """The order that `dump_order` wrote."""
    options = dict(data)
    verb = options.pop("verb", None)
    for cls in verbs:
        if cls.verb == verb:
            return cls.model_validate(options)
    raise Unverstaendlich(f"Den Befehl »{verb}« gibt es in diesem Spiel nicht.")


def parse_line(line: str, verbs: Sequence[type[Order]], names: Names) -> Order:
    """Read a line as a player types it. Raises a refusal of one of the kinds, never anything else."""
    if len(line) > MAX_LINE:
        raise Unverstaendlich(f"Der Befehl ist zu lang: höchstens {MAX_LINE} Zeichen.")
    text = " ".join(line.split())
    if not text:
        raise Unverstaendlich("Da steht kein Befehl.")
    cls, rest = _split_verb(text.removeprefix("/").strip(), verbs)
    given = _split_options(rest, cls)
    values: dict[str, Any] = {}
    for spec in cls.options():
        raw = given.get(spec.name)
        if raw is None:
            if spec.required:
                raise Unverstaendlich(f"Bei /{cls.verb} fehlt »{spec.name}«: {spec.about}.")
            continue
        values[spec.name] = _read_value(spec, raw, names)
    return cls(**values)


def _split_verb(text: str, verbs: Sequence[type[Order]]) -> tuple[type[Order], str]:
    known = _verb_index(tuple(verbs))
    words = text.split(" ")
    for length in (2, 1):
        key = fold(" ".join(words[:length]))
        if len(words) >= length and key in known:
            return known[key], " ".join(words[length:])
    word = shown(words[0])
    close = difflib.get_close_matches(fold(word), known, n=1, cutoff=0.6)
    hint = f" Meintest du /{known[close[0]].verb}?" if close else ""
    raise Unverstaendlich(f"Den Befehl »/{word}« kenne ich nicht.{hint}")


@lru_cache(maxsize=64)
def _verb_index(verbs: tuple[type[Order], ...]) -> dict[str, type[Order]]:
    return {fold(cls.verb): cls for cls in verbs}


_OPTION = re.compile(r"(?:^|(?<=\s))([^\W\d]\w{0,31}):\s*")


def _split_options(rest: str, cls: type[Order]) -> dict[str, str]:
    """The raw text of each option: named ones by their name, the others by their place."""
    specs = {spec.name: spec for spec in cls.options()}
    found: dict[str, str] = {}
    heads = list(_OPTION.finditer(rest))
    for index, head in enumerate(heads):
        name = fold(head.group(1))
        if name not in specs:
            offered = ", ".join(specs) or "nichts"
            raise Unverstaendlich(f"/{cls.verb} kennt keine Angabe »{shown(head.group(1))}«; möglich: {offered}.")
        if name in found:
            raise Unverstaendlich(f"Die Angabe »{name}« steht zweimal im Befehl.")
        end = heads[index + 1].start() if index + 1 < len(heads) else len(rest)
        value = rest[head.end() : end].strip()
        if not value:
            raise Unverstaendlich(f"Hinter »{name}:« steht nichts.")
        found[name] = value
    loose = rest[: heads[0].start()] if heads else rest
    words = loose.split()
    free = [name for name in specs if name not in found]
    if len(words) > len(free):
        raise Unverstaendlich(f"»{shown(' '.join(words[len(free) :]), 60)}« verstehe ich bei /{cls.verb} nicht.")
    found.update(zip(free, words, strict=False))
    return found


_YES = {"ja", "j", "yes", "wahr", "true", "1"}
_NO = {"nein", "n", "no", "falsch", "false", "0"}


def _read_value(spec: OptionSpec, raw: str, names: Names) -> Any:
    match spec.kind:
        case OptKind.UNIT:
            return names.unit(raw)
        case OptKind.UNITS:
            return tuple(names.unit(part) for part in _split_list(raw))
        case OptKind.FIELD:
            return names.field(raw)
        case OptKind.FIELDS:
            return tuple(names.field(part) for part in _split_list(raw))
        case OptKind.FACING:
            try:
                return Facing.parse(raw).value
            except ValueError:
                raise Unverstaendlich(f"»{shown(raw)}« ist keine Richtung: nord, ost, sued oder west.") from None
        case OptKind.FLAG:
            word = fold(raw)
            if word not in _YES | _NO:
                raise Unverstaendlich(f"»{spec.name}« ist ja oder nein, nicht »{shown(raw)}«.")
            return word in _YES
        case OptKind.CHOICE:
            word = fold(raw)
            if word not in spec.choices:
                raise Unverstaendlich(f"»{spec.name}« ist {' oder '.join(spec.choices)}, nicht »{shown(raw)}«.")
            return word
        case OptKind.NUMBER:
            if not re.fullmatch(r"[0-9]{1,6}", raw):
                raise Unverstaendlich(f"»{spec.name}« ist eine Zahl, nicht »{shown(raw)}«.")
            return int(raw)
        case OptKind.TEXT:
            return raw[:200]


def _split_list(raw: str) -> list[str]:
    parts = [part for part in re.split(r"[,;\s]+", raw) if part]
    if len(parts) > MAX_ITEMS:
        raise Unverstaendlich(f"Das sind zu viele auf einmal: höchstens {MAX_ITEMS}.")
    return parts
