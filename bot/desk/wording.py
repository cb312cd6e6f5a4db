"""How Herold words things in chat: reports, dice, names, times. What they say is decided by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from bot.answer import Text
from rules.referee.report import Choice, Consequence, Dice, Line, Modifier, Report, Said, Sum

__all__ = [
    "Names",
    "and_list",
    "dice_text",
    "headline",
    "hours_text",
    "keep",
    "percent",
    "plain",
    "report_texts",
    "small_refs",
    "wrapped",
]

Names = Callable[[str], str]
"""How a seat or a side is called for reading."""

_MARKUP = re.compile(r"([\\*_~`|<>\[]|^[#-](?=[\s#]))", re.MULTILINE)
_SOURCES = {"standing": "Dauerbefehl", "default": "Vorgabe"}
_DIE = "🎲"


def plain(text: str) -> str:
    """Text that somebody else has written, so that it means nothing but itself to Discord."""
    return _MARKUP.sub(r"\\\1", text.replace("\u200b", ""))


def spelled(text: str, names: Mapping[str, str]) -> str:
    """Keys of seats and sides as players read them: `roemer beginnt` becomes `Römer beginnt`."""
    for key, name in names.items():
        if key != name and key in text:
            text = re.sub(rf"(?<![\w.-]){re.escape(key)}(?!\w|[-.]\w)", name, text)
    return text


def and_list(words: Sequence[str]) -> str:
    return " und ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def keep(text: str, most: int) -> str:
    """The text, or as much of it as fits."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def percent(value: Fraction) -> str:
    """A chance for people: `24,3 %`, with the fraction where it is short."""
    number = f"{float(value) * 100:.1f}".replace(".", ",").removesuffix(",0")
    return f"{number} %" + (f" ({value})" if value.denominator <= 1728 and value not in (0, 1) else "")


def hours_text(hours: int) -> str:
    if hours and hours % 24 == 0:
        days = hours // 24
        return "einem Tag" if days == 1 else f"{days} Tagen"
    return "einer Stunde" if hours == 1 else f"{hours} Stunden"


def wrapped(lines: Iterable[str], most: int = 1_800) -> Iterator[str]:
    """Lines gathered into paragraphs that fit into one text."""
    part: list[str] = []
    for line in lines:
        if part and sum(map(len, part)) + len(part) + len(line) > most:
            yield "\n".join(part)
            part = []
        part.append(keep(line, most))
    if part:
        yield "\n".join(part)


# -- reports ----------------------------------------------------------------------------------------------------------


def headline(report: Report, names: Mapping[str, str]) -> tuple[str, bool]:
    """What the order did, and whether that is its own first sentence; otherwise it is the line as typed."""
    first = report.lines[0] if report.lines else None
    kinds = {line.kind if isinstance(line, Consequence) else "" for line in report.lines}
    alike = (len(report.lines) > 1 and len(kinds) == 1) or " " not in report.title.strip()
    if isinstance(first, Said | Consequence) and not alike:
        return plain(spelled(first.text, names)).removesuffix("."), True
    return plain(report.title), False


def report_texts(report: Report, names: Mapping[str, str], since: int = 0, *, head: bool = False) -> tuple[Text, ...]:
    """The steps from one on, each with its rules in small print; steps by the same rule stand together.

    `head` leaves out the first sentence, because it is the headline.
    """
    found: list[Text] = []
    lines = report.lines[since:]
    refs_before: tuple[str, ...] = ()
    if head and lines and isinstance(lines[0], Said | Consequence):
        refs_before = _refs(lines[0])
        lines = lines[1:]
        if not lines:
            return (Text("", small_refs(refs_before)),)
        found.append(Text("", small_refs(refs_before)))
    for line in lines:
        small = small_refs(_refs(line))
        body = _line(line, names)
        if found and found[-1].small == small and found[-1].body:
            found[-1] = Text(f"{found[-1].body}\n{body}", small)
        else:
            found.append(Text(body, small))
    return tuple(found)


def small_refs(refs: Iterable[str]) -> str:
    return " · ".join(dict.fromkeys(ref for ref in refs if ref))


def _refs(line: Line) -> tuple[str, ...]:
    parts = tuple(part.ref for part in line.modifiers) if isinstance(line, Sum) else ()
    return (line.ref, *parts)


def _line(line: Line, names: Mapping[str, str]) -> str:
    match line:
        case Said(text=text):
            return plain(spelled(text, names))
        case Dice():
            return dice_text(line, names)
        case Sum(name=name, base=base, modifiers=modifiers, result=result, note=note):
            parts = "".join(f" {_signed(part)}" for part in modifiers)
            return f"{plain(name)}: {base}{parts} = **{result}**" + (f", {plain(note)}" if note else "")
        case Choice(who=who, question=question, answer=answer, source=source):
            how = f" ({_SOURCES[source]})" if source in _SOURCES else ""
            asked = plain(spelled(question, names))
            return f"{plain(names.get(who, who))}: {asked} **{plain(spelled(answer, names))}**{how}"
        case Consequence(text=text):
            return f"➜ **{plain(spelled(text, names))}**"


def dice_text(line: Dice, names: Mapping[str, str]) -> str:
    """A throw as text, for those who cannot see the picture. Faces that counted are bold."""
    faces = " ".join(f"**{face}**" if line.hit and face <= line.hit else str(face) for face in line.faces)
    counted = f" · {line.hits} von {len(line.faces)} in 1–{line.hit}" if line.hit is not None else ""
    number = f" · Wurf {line.throw}" if line.throw is not None else ""
    who = plain(names.get(line.by, line.by))
    why = plain(spelled(line.why, names))
    return f"{_DIE} {who}, {len(line.faces)}W{line.sides} für {why}: {faces}{counted}{number}"


def _signed(part: Modifier) -> str:
    return f"{'−' if part.value < 0 else '+'} {abs(part.value)} ({plain(part.name)})"
