"""The rule catalogue: every citation of a system with its title and a summary that players can read.

Here live the shape of a catalogue, reading it from `assets/<system>/regeln.toml`, and finding an entry by its number or
by words. What a rule does lives with its system; how an entry looks as a message is decided elsewhere.
"""

import math
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from rules.referee.content import assets_dir

__all__ = ["Art", "Katalog", "KatalogFehler", "Regel", "katalog"]


# Words of a typed question that say nothing about which rule is meant.
FILLER = re.compile(
    "wie|was|wer|wo|wann|warum|der|die|das|den|dem|des|ein|eine[nmrs]?|und|oder|ist|sind|kann|darf|muss|man|ich|meine?"
    "|es|im|in|am|an|auf|mit|von|zu|zum|zur|bei|fur"
)


class KatalogFehler(Exception):
    """A catalogue that cannot be used, told in one German sentence."""


class Art(StrEnum):
    BUCH = "buch"
    HANDLUNG = "handlung"
    TABELLE = "tabelle"
    ENTSCHEID = "entscheid"


def _unwrapped(value: object) -> object:
    """Texts are wrapped in the file for those who edit it; players get one paragraph."""
    return " ".join(value.split()) if isinstance(value, str) else value


_Text = Annotated[str, BeforeValidator(_unwrapped), StringConstraints(min_length=1)]


class Regel(BaseModel):
    """One entry: a section of the book, an action, a table or a ruling of the referee."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nummer: _Text
    art: Art
    titel: _Text
    text: _Text
    siehe: tuple[str, ...] = ()
    ohne_fall: _Text | None = None


class Katalog(BaseModel):
    """All entries of one system in the order of its file; no number twice, no `siehe` that leads nowhere."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    regeln: tuple[Regel, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _check(self) -> Self:
        # "R-1" and "R-01" are one number to a player, so they must not be two entries.
        for key, times in Counter(_key(nummer) for nummer in self.nummern).items():
            if times > 1:
                twice = next(nummer for nummer in self.nummern if _key(nummer) == key)
                raise KatalogFehler(f"Der Regelkatalog „{self.system}“ enthält {twice} mehrfach.")
        for regel in self.regeln:
            for ziel in regel.siehe:
                if ziel not in self:
                    raise KatalogFehler(
                        f"Der Regelkatalog „{self.system}“ verweist bei {regel.nummer} auf {ziel}, doch das fehlt."
                    )
        return self

    @classmethod
    def from_toml(cls, system: str, text: str) -> Self:
        """Read the `[[regel]]` tables of a file; whatever is wrong with it is a `KatalogFehler`."""
        name = f"Der Regelkatalog „{system}“"
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            raise KatalogFehler(f"{name} ist {f'in Zeile {line[1]} ' if line else ''}kein gültiges TOML.") from error
        if set(data) != {"regel"}:
            raise KatalogFehler(f"{name} muss allein aus Einträgen der Form [[regel]] bestehen.")
        try:
            return cls.model_validate({"system": system, "regeln": data["regel"]})
        except ValidationError as error:
            raise KatalogFehler(f"{name} ist fehlerhaft: {_complaint(data['regel'], error)}.") from error

    @cached_property
    def nummern(self) -> tuple[str, ...]:
        return tuple(regel.nummer for regel in self.regeln)

    def __contains__(self, nummer: object) -> bool:
        """Exact: code cites a rule just as players see it. `get` is the tolerant one."""
        return nummer in self._exact

    def get(self, nummer: str) -> Regel | None:
        """The entry that a player means by "r1", "gr4.1", "KR 3,1" or "Geheimdokument"."""
        return self._by_key.get(_key(nummer))

    def suche(self, text: str, limit: int = 10) -> list[Regel]:
        """The entries that fit these words, best first; one whose number was typed leads."""
        scores = [0.0] * len(self.regeln)
        for word in dict.fromkeys(_words(text)):
            fits = [_fit(word, titel, body) for titel, body in self._index]
            hits = sum(fit > 0 for fit in fits)
            # A word that stands everywhere says little about which entry is meant.
            weight = math.log(1 + len(fits) / hits) if hits else 0.0
            scores = [score + weight * fit for score, fit in zip(scores, fits, strict=True)]
        named = self.get(text)
        # The sort is stable: entries that fit equally well keep the order of the file.
        ranked = sorted(zip(scores, self.regeln, strict=True), key=lambda pair: -pair[0])
        found = [regel for score, regel in ranked if score > 0 and regel is not named]
        return ([named, *found] if named else found)[: max(0, limit)]

    @cached_property
    def _exact(self) -> frozenset[str]:
        return frozenset(self.nummern)

    @cached_property
    def _by_key(self) -> Mapping[str, Regel]:
        """Full numbers, and their tails ("KR 3.1" of "STW KR 3.1") where only one entry ends so."""
        tails = [(tail, regel) for regel in self.regeln for tail in _tails(regel.nummer)]
        times = Counter(tail for tail, _ in tails)
        unique = {tail: regel for tail, regel in tails if times[tail] == 1}
        return unique | {_key(regel.nummer): regel for regel in self.regeln}

    @cached_property
    def _index(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        return tuple((_words(regel.titel), _words(f"{regel.nummer} {regel.text}")) for regel in self.regeln)


def katalog(system: str) -> Katalog:
    """The catalogue of a system, read once."""
    if not re.fullmatch(r"[a-z0-9_]+", system):
        raise KatalogFehler(f"Ein Spielsystem „{system}“ gibt es nicht.")
    return _read(system, assets_dir() / system / "regeln.toml")


@lru_cache(maxsize=16)
def _read(system: str, path: Path) -> Katalog:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise KatalogFehler(f"Zum Spielsystem „{system}“ gibt es keinen Regelkatalog.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise KatalogFehler(f"Der Regelkatalog „{system}“ lässt sich nicht lesen.") from error
    return Katalog.from_toml(system, text)


def _complaint(entries: Any, error: ValidationError) -> str:
    """The first fault as half a German sentence that names the entry and the field."""
    fault = error.errors()[0]
    _, *place = fault["loc"]
    if not place or not isinstance(place[0], int):
        return "Er enthält keine Einträge"
    entry = entries[place[0]]
    nummer = entry.get("nummer") if isinstance(entry, dict) else None
    where = f"Bei {nummer or f'Eintrag {place[0] + 1}'}"
    field = f"das Feld „{place[1] if len(place) > 1 else 'regel'}“"
    if fault["type"] == "missing":
        return f"{where} fehlt {field}"
    return f"{where} ist {field} {'unbekannt' if fault['type'] == 'extra_forbidden' else 'ungültig'}"


def _folded(text: str) -> str:
    """One spelling for "Gelände", "Gelaende" and "Gelande", for "Groß" and "gross"."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return plain.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in re.findall(r"[a-z0-9]+", _folded(text)) if not FILLER.fullmatch(word))


def _tokens(nummer: str) -> list[str]:
    """The letters and numbers of a citation without case, signs and leading zeros: "STW KR 3,1" is stw, kr, 3.1."""
    dotted = re.sub(r"(?<=\d),(?=\d)", ".", _folded(nummer))
    return [re.sub(r"\b0+(?=\d)", "", token) for token in re.findall(r"[a-z]+|\d+(?:\.\d+)*", dotted)]


def _key(nummer: str) -> str:
    return "".join(_tokens(nummer))


def _tails(nummer: str) -> list[str]:
    tokens = _tokens(nummer)
    return ["".join(tokens[at:]) for at in range(1, len(tokens)) if tokens[at].isalpha() and len(tokens[at]) > 1]


def _fit(word: str, titel: Sequence[str], body: Sequence[str]) -> float:
    """How well an entry fits a word; the title tells more than the text, and a short title more than a long one."""
    return 4 * _closeness(word, titel) * (1 + 1 / max(1, len(titel))) + _closeness(word, body)


def _closeness(word: str, words: Sequence[str]) -> int:
    """3 for the word itself, 2 for another word from its stem, 1 for a compound that contains it."""
    if word in words:
        return 3
    stem = re.sub(r"(?<=\w{4})(?:e[nmrst]?|[nst])$", "", word)
    if len(stem) > 2 and any(other.startswith(stem) for other in words):
        return 2
    return int(len(word) > 3 and any(word in other for other in words))
