"""Reading content: a TOML text becomes a checked model, or one clear sentence that names file, line and field.

Files come from players as well as from the house, so nothing here trusts them: size is capped, and whatever is wrong
with a file ends as a `ContentError`. What a file means is said by the model that the caller hands in.
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from rules.referee.tomllines import line_of, scan

__all__ = ["MAX_BYTES", "MAX_LINE", "ContentError", "Document", "FieldError", "Problem", "assets_dir", "read", "worded"]

MAX_BYTES = 256 * 1024
MAX_LINE = 1000
"""Characters. Nobody writes longer lines by hand, and a dotted key of thousands of parts keeps the reader busy."""

M = TypeVar("M", bound=BaseModel)
FieldPath: TypeAlias = tuple[str | int, ...]


class FieldError(ValueError):
    """Raised by a model's own check to name the field at fault, seen from the model."""

    def __init__(self, sentence: str, *field: str | int) -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file. In `field`, entries of a list count from 1, as people count them."""

    origin: str
    line: int | None
    field: str
    sentence: str

    def __str__(self) -> str:
        place = self.origin
        if self.line is not None:
            place += f", Zeile {self.line}"
        if self.field:
            place += f", Feld »{self.field}«"
        return f"{place}: {self.sentence}"


class ContentError(ValueError):
    """A file that cannot be used. It speaks of its first fault and holds them all, in the order of their lines."""

    def __init__(self, *errors: Problem) -> None:
        super().__init__(str(errors[0]))
        self.errors = errors

    @property
    def origin(self) -> str:
        return self.errors[0].origin

    @property
    def line(self) -> int | None:
        return self.errors[0].line

    @property
    def field(self) -> str:
        return self.errors[0].field

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        return self.errors[0].sentence


@dataclass(frozen=True)
class Document:
    """A text with the name its writer knows it by. Kept by those who find faults only after reading."""

    origin: str
    text: str

    @classmethod
    def load(cls, path: Path, *, origin: str | None = None) -> Self:
        name = path.name if origin is None else origin
        try:
            with path.open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
        except OSError as fault:
            raise ContentError(Problem(name, None, "", "Die Datei lässt sich nicht lesen.")) from fault
        if len(raw) > MAX_BYTES:
            raise ContentError(_too_big(name))
        try:
            return cls(name, raw.decode("utf-8-sig"))
        except UnicodeDecodeError as fault:
            line = raw.count(b"\n", 0, fault.start) + 1
            raise ContentError(Problem(name, line, "", "Die Datei ist nicht in UTF-8 gespeichert.")) from fault

    @cached_property
    def lines(self) -> Mapping[FieldPath, int]:
        """The line on which each key and each entry of a list begins."""
        return scan(self.text)

    def error(self, sentence: str, *field: str | int) -> ContentError:
        """The fault, to be raised, of a field that was read without complaint."""
        return ContentError(self._problem(sentence, field))

    def read(self, model: type[M]) -> M:
        data = self._parse()
        try:
            return model.model_validate(data)
        except ValidationError as fault:
            problems = [self._translate(error, data) for error in fault.errors(include_url=False, include_input=False)]
            problems.sort(key=lambda problem: problem.line or 0)
            raise ContentError(*problems) from fault

    def _parse(self) -> dict[str, Any]:
        if len(self.text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
            raise ContentError(_too_big(self.origin))
        for number, line in enumerate(self.text.split("\n"), start=1):
            if len(line) > MAX_LINE:
                sentence = f"Die Zeile ist länger als {MAX_LINE} Zeichen."
                raise ContentError(Problem(self.origin, number, "", sentence))
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as fault:
            raise ContentError(Problem(self.origin, self._syntax_line(str(fault)), "", _syntax(str(fault)))) from fault
        except RecursionError as fault:
            raise ContentError(Problem(self.origin, None, "", "Die Datei ist zu tief verschachtelt.")) from fault
        except ValueError as fault:
            # Such as a number with thousands of digits: Python itself refuses it, and tomllib lets that through.
            raise ContentError(Problem(self.origin, None, "", "Ein Wert der Datei ist nicht lesbar.")) from fault

    def _syntax_line(self, message: str) -> int:
        found = re.search(r"at line (\d+)", message)
        return int(found[1]) if found else self.text.rstrip().count("\n") + 1

    def _problem(self, sentence: str, field: Sequence[str | int]) -> Problem:
        dotted = ".".join(str(part + 1) if isinstance(part, int) else part for part in field)
        return Problem(self.origin, line_of(self.lines, tuple(field)), dotted, sentence)

    def _translate(self, error: ErrorDetails, data: object) -> Problem:
        field = _within(error["loc"], data, missing=error["type"] == "missing")
        inner = error.get("ctx", {}).get("error")
        if isinstance(inner, FieldError):
            field += inner.field
        return self._problem(worded(error), field)


def read(path_or_text: Path | str, model: type[M], *, origin: str) -> M:
    """A checked model from a file (a Path) or from its text (a str); `origin` is the name shown in errors."""
    if isinstance(path_or_text, Path):
        return Document.load(path_or_text, origin=origin).read(model)
    return Document(origin, path_or_text).read(model)


def assets_dir() -> Path:
    """Where the content lies; HEROLD_ASSETS names another place."""
    other = os.environ.get("HEROLD_ASSETS")
    return Path(other) if other else Path(__file__).resolve().parents[2] / "assets"


def _too_big(origin: str) -> Problem:
    return Problem(origin, None, "", f"Die Datei ist größer als {MAX_BYTES // 1024} KB.")


def _within(loc: FieldPath, data: object, *, missing: bool) -> FieldPath:
    """The part of pydantic's path that the file really has; it also names validators and forms a file never wrote."""
    field: FieldPath = ()
    for part in loc:
        match data, part:
            case dict(), _ if part in data:
                data = data[part]
            case list(), int(index) if index < len(data):
                data = data[index]
            case _:
                return (*field, part) if missing and isinstance(data, dict) else field
        field = (*field, part)
    return field


_SYNTAX = (
    ("Cannot overwrite", "Der Eintrag steht schon weiter oben."),
    ("Cannot declare", "Der Abschnitt steht schon weiter oben."),
    ("Cannot redefine", "Der Abschnitt steht schon weiter oben."),
    ("Cannot mutate", "Ein fertiger Eintrag lässt sich nicht erweitern."),
    ("Duplicate inline table key", "Der Eintrag steht doppelt in der Klammer."),
    ("Expected '='", "Nach dem Namen fehlt ein »=«."),
    ("Unterminated string", "Eine Zeichenkette ist nicht abgeschlossen: das Anführungszeichen am Ende fehlt."),
    ("Illegal character", "Hier steht ein Zeichen, das nicht erlaubt ist (fehlt ein Anführungszeichen?)."),
    ("Unclosed array", "Eine Liste ist nicht abgeschlossen: »]« oder ein Komma fehlt."),
    ("Unclosed inline table", "Eine Klammer ist nicht abgeschlossen: »}« oder ein Komma fehlt."),
    ("Invalid initial character for a key", "Hier wird ein Name aus Buchstaben, Ziffern, »_« und »-« erwartet."),
    ("Invalid statement", "Die Zeile ist kein Eintrag der Form »name = wert«."),
    ("Invalid value", "Der Wert ist nicht lesbar: Text gehört in Anführungszeichen."),
    ("Expected newline", "Nach dem Wert steht noch etwas: jeder Eintrag braucht seine eigene Zeile."),
    ("Expected ']", "Eine Abschnittszeile endet mit »]«."),
    ("Unescaped '\\\\'", "Der umgekehrte Schrägstrich ist hier nicht erlaubt."),
)


def _syntax(message: str) -> str:
    if "at end of document" in message:
        return "Die Datei endet mitten in einem Eintrag."
    known = next((sentence for start, sentence in _SYNTAX if start in message), None)
    return known or "Die Zeile ist kein gültiges TOML."


_NOT_A_NUMBER = "Hier wird eine ganze Zahl erwartet."
_NOT_A_TEXT = "Hier wird ein Text in Anführungszeichen erwartet."
_NOT_A_LIST = "Hier wird eine Liste in eckigen Klammern erwartet."
_NOT_A_TABLE = "Hier wird ein Abschnitt mit eigenen Einträgen erwartet."
_SENTENCES = {
    "missing": "Der Eintrag fehlt.",
    "extra_forbidden": "Diesen Eintrag gibt es nicht.",
    "int_type": _NOT_A_NUMBER,
    "int_parsing": _NOT_A_NUMBER,
    "int_from_float": _NOT_A_NUMBER,
    "int_parsing_size": "Die Zahl ist zu groß.",
    "float_type": "Hier wird eine Zahl erwartet.",
    "float_parsing": "Hier wird eine Zahl erwartet.",
    "finite_number": "Hier wird eine endliche Zahl erwartet.",
    "bool_type": "Hier wird true oder false erwartet.",
    "bool_parsing": "Hier wird true oder false erwartet.",
    "string_type": _NOT_A_TEXT,
    "string_too_short": "Der Text ist zu kurz: mindestens {min_length} Zeichen.",
    "string_too_long": "Der Text ist zu lang: höchstens {max_length} Zeichen.",
    "string_pattern_mismatch": "Der Text hat nicht die verlangte Form.",
    "greater_than": "Der Wert muss größer als {gt} sein.",
    "greater_than_equal": "Der Wert muss mindestens {ge} sein.",
    "less_than": "Der Wert muss kleiner als {lt} sein.",
    "less_than_equal": "Der Wert darf höchstens {le} sein.",
    "literal_error": "Erlaubt ist hier nur {expected}.",
    "enum": "Erlaubt ist hier nur {expected}.",
    "list_type": _NOT_A_LIST,
    "tuple_type": _NOT_A_LIST,
    "set_type": _NOT_A_LIST,
    "frozen_set_type": _NOT_A_LIST,
    "too_short": "Hier stehen zu wenige Einträge: mindestens {min_length}.",
    "too_long": "Hier stehen zu viele Einträge: höchstens {max_length}.",
    "dict_type": _NOT_A_TABLE,
    "model_type": _NOT_A_TABLE,
    "model_attributes_type": _NOT_A_TABLE,
    "named_tuple_type": _NOT_A_TABLE,
}


def worded(error: ErrorDetails) -> str:
    """What pydantic found, in German and for the person who wrote the value."""
    kind, ctx = error["type"], error.get("ctx", {})
    if kind == "value_error":
        return str(ctx["error"])
    words = {name: re.sub("'([^']*)'", "»\\1«", str(value)).replace(" or ", " oder ") for name, value in ctx.items()}
    return _SENTENCES.get(kind, "Der Wert hat nicht die verlangte Form.").format(**words)
