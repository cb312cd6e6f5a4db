"""A file that is wrong is refused with its name, its line, its field and one German sentence; nothing else escapes."""

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from rules.referee.content import MAX_BYTES, MAX_LINE, ContentError, FieldError, assets_dir, read
from rules.referee.tomllines import line_of, scan


class Farbe(StrEnum):
    ROT = "rot"
    BLAU = "blau"


class Wert(NamedTuple):
    n: Annotated[int, Field(ge=1)]
    k: int


class Figur(BaseModel):
    model_config = ConfigDict(extra="forbid")
    typ: str
    anzahl: Annotated[int, Field(ge=1, le=9)] = 1
    farbe: Farbe = Farbe.ROT
    art: Literal["nah", "fern"] = "nah"
    wert: Wert | None = None

    @field_validator("typ")
    @classmethod
    def _kein_drache(cls, typ: str) -> str:
        if typ == "drache":
            raise ValueError("Drachen gibt es hier nicht.")
        return typ


class Liste(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=2, max_length=8)]
    figuren: Annotated[list[Figur], Field(max_length=3)]

    @model_validator(mode="after")
    def _jeder_typ_einmal(self) -> "Liste":
        for i, figur in enumerate(self.figuren):
            if figur.typ in [other.typ for other in self.figuren[:i]]:
                raise FieldError("Den Typ gibt es schon.", "figuren", i, "typ")
        return self


def refused(text: str) -> ContentError:
    with pytest.raises(ContentError) as caught:
        read(text, Liste, origin="armee.toml")
    return caught.value


def with_figure(*lines: str) -> str:
    return "\n".join(['name = "Testheer"', "", "[[figuren]]", 'typ = "held"', "[[figuren]]", *lines]) + "\n"


def test_a_good_file_becomes_its_model() -> None:
    liste = read(with_figure('typ = "reiter"', "anzahl = 2", "wert = { n = 1, k = 5 }"), Liste, origin="armee.toml")
    assert [(figur.typ, figur.anzahl, figur.wert) for figur in liste.figuren] == [
        ("held", 1, None),
        ("reiter", 2, (1, 5)),
    ]


@pytest.mark.parametrize(
    ("lines", "line", "field", "sentence"),
    [
        (['typ = "a"', "anzahl = 0"], 7, "figuren.2.anzahl", "Der Wert muss mindestens 1 sein."),
        (['typ = "a"', "anzahl = 10"], 7, "figuren.2.anzahl", "Der Wert darf höchstens 9 sein."),
        (['typ = "a"', 'anzahl = "zwei"'], 7, "figuren.2.anzahl", "Hier wird eine ganze Zahl erwartet."),
        (['typ = "a"', "anzahl = 1.5"], 7, "figuren.2.anzahl", "Hier wird eine ganze Zahl erwartet."),
        (["", "typ = 3"], 7, "figuren.2.typ", "Hier wird ein Text in Anführungszeichen erwartet."),
        (["anzahl = 2"], 5, "figuren.2.typ", "Der Eintrag fehlt."),
        (['typ = "a"', "", "lp = 2"], 8, "figuren.2.lp", "Diesen Eintrag gibt es nicht."),
        (['typ = "a"', 'farbe = "grün"'], 7, "figuren.2.farbe", "Erlaubt ist hier nur »rot« oder »blau«."),
        (['typ = "a"', 'art = "weit"'], 7, "figuren.2.art", "Erlaubt ist hier nur »nah« oder »fern«."),
        (['typ = "a"', "wert = { n = 1 }"], 7, "figuren.2.wert.k", "Der Eintrag fehlt."),
        (['typ = "a"', "wert = 5"], 7, "figuren.2.wert", "Hier wird ein Abschnitt mit eigenen Einträgen erwartet."),
        (['typ = "a"', "[figuren.wert]", "k = 2", "n = 0"], 9, "figuren.2.wert.n", "Der Wert muss mindestens 1 sein."),
        (['typ = "drache"'], 6, "figuren.2.typ", "Drachen gibt es hier nicht."),
        (['typ = "held"'], 6, "figuren.2.typ", "Den Typ gibt es schon."),
    ],
)
def test_a_wrong_value_is_named_with_line_and_field(lines: list[str], line: int, field: str, sentence: str) -> None:
    error = refused(with_figure(*lines))
    assert (error.origin, error.line, error.field, error.sentence) == ("armee.toml", line, field, sentence)
    assert str(error) == f"armee.toml, Zeile {line}, Feld »{field}«: {sentence}"


@pytest.mark.parametrize(
    ("text", "line", "field", "sentence"),
    [
        ('name = "Heer"\nfiguren = 3\n', 2, "figuren", "Hier wird eine Liste in eckigen Klammern erwartet."),
        ('name = "Heer"\nfiguren = [\n  { typ = "a" },\n  7,\n]\n', 4, "figuren.2",
         "Hier wird ein Abschnitt mit eigenen Einträgen erwartet."),
        ('name = "H"\nfiguren = []\n', 1, "name", "Der Text ist zu kurz: mindestens 2 Zeichen."),
        ('name = "Heerscharen"\nfiguren = []\n', 1, "name", "Der Text ist zu lang: höchstens 8 Zeichen."),
        ("name = 'Heer'\n" + "[[figuren]]\ntyp = 'a'\n" * 4, 2, "figuren",
         "Hier stehen zu viele Einträge: höchstens 3."),
        ("figuren = []\n", None, "name", "Der Eintrag fehlt."),
    ],
)  # fmt: skip
def test_lists_and_texts_are_measured(text: str, line: int | None, field: str, sentence: str) -> None:
    error = refused(text)
    assert (error.line, error.field, error.sentence) == (line, field, sentence)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("name = 'Heer'\nfiguren\n", 2, "Nach dem Namen fehlt ein »=«."),
        ("name = Heer\n", 1, "Der Wert ist nicht lesbar: Text gehört in Anführungszeichen."),
        ("name = 'a'\n\nname = 'b'\n", 3, "Der Eintrag steht schon weiter oben."),
        ("[a]\nx = 1\n[a]\n", 3, "Der Abschnitt steht schon weiter oben."),
        ("name = 'a' figuren = []\n", 1, "Nach dem Wert steht noch etwas: jeder Eintrag braucht seine eigene Zeile."),
        ("name = 'a'\nfiguren = [1\n", 2, "Die Datei endet mitten in einem Eintrag."),
        ("name = 'a'\nfiguren = [1 2]\n", 2, "Eine Liste ist nicht abgeschlossen: »]« oder ein Komma fehlt."),
        ("name = 'a'\n[[figuren]\n", 2, "Eine Abschnittszeile endet mit »]«."),
    ],
)
def test_broken_toml_is_named_with_its_line(text: str, line: int, sentence: str) -> None:
    error = refused(text)
    assert str(error) == f"armee.toml, Zeile {line}: {sentence}"
    assert (error.line, error.field) == (line, "")


def test_all_faults_are_kept_in_the_order_of_their_lines() -> None:
    error = refused("[[figuren]]\nanzahl = 0\n[[figuren]]\ntyp = 1\n")
    assert [(problem.line, problem.field) for problem in error.errors] == [
        (None, "name"),
        (1, "figuren.1.typ"),
        (2, "figuren.1.anzahl"),
        (4, "figuren.2.typ"),
    ]
    assert str(error) == str(error.errors[0]) == "armee.toml, Feld »name«: Der Eintrag fehlt."


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * (MAX_LINE - 10),
        "x = " + "9" * 5000,
        "x = " + "1.e" * 40_000,
        ".".join("a" * 100_000) + " = 1",
        "[" + ".".join("a" * 400) + "]\n" + "".join(f"b{i} = 1\n" for i in range(2000)),
        "a\x00b = 1",
        "name = '\ud800'",
        "\ufeff\ufeff",
    ],
)
def test_a_hostile_text_is_refused_like_any_other(text: str) -> None:
    assert refused(text).errors


def test_a_text_beyond_the_cap_is_refused() -> None:
    filling = ("# " + "x" * 97 + "\n") * (MAX_BYTES // 100)
    assert str(refused("name = 'a'\n" + filling + "#" * 200)) == "armee.toml: Die Datei ist größer als 256 KB."


def test_a_file_is_read_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "heer.toml"
    path.write_text('name = "Heer"\nfiguren = []\n', encoding="utf-8-sig")
    assert read(path, Liste, origin="heer.toml").name == "Heer"


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (None, "fehlt.toml: Die Datei lässt sich nicht lesen."),
        (b"a = 1\nname = '\xff'\n", "fehlt.toml, Zeile 2: Die Datei ist nicht in UTF-8 gespeichert."),
        (b"#" * (MAX_BYTES + 1), "fehlt.toml: Die Datei ist größer als 256 KB."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, raw: bytes | None, sentence: str) -> None:
    path = tmp_path / "fehlt.toml"
    if raw is not None:
        path.write_bytes(raw)
    with pytest.raises(ContentError) as caught:
        read(path, Liste, origin=path.name)
    assert str(caught.value) == sentence


def test_the_assets_lie_in_the_house_unless_the_environment_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("HEROLD_ASSETS", raising=False)
    assert (assets_dir() / "mfm" / "gelaende.toml").is_file()
    monkeypatch.setenv("HEROLD_ASSETS", str(tmp_path))
    assert assets_dir() == tmp_path


SAMPLE = '''# a comment with = and [brackets]
titel = "x # ] y"
a.b."c d" = 1

[tisch.fuss]
zahlen = [1, # [
  { y = 2, z = ["]", 'b'] },
  """several
lines "quoted" """", 3,
]
text = """
[not.a.table]
key = 1
"""
[[figur]]
typ = 'x'
[[figur]]
tag = 1979-05-27T07:32:00Z
[figur.tier]
lp = 1
[[figur.platz]]
h = { a.b = 1 }
[[figur.platz]]
h = 2
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("titel",), 2),
        (("a",), 3),
        (("a", "b", "c d"), 3),
        (("tisch",), 5),
        (("tisch", "fuss", "zahlen"), 6),
        (("tisch", "fuss", "zahlen", 0), 6),
        (("tisch", "fuss", "zahlen", 1, "z", 1), 7),
        (("tisch", "fuss", "zahlen", 2), 8),
        (("tisch", "fuss", "zahlen", 3), 9),
        (("tisch", "fuss", "text"), 11),
        (("figur", 0, "typ"), 16),
        (("figur", 1), 17),
        (("figur", 1, "tag"), 18),
        (("figur", 1, "tier", "lp"), 20),
        (("figur", 1, "platz", 0, "h", "a", "b"), 22),
        (("figur", 1, "platz", 1, "h"), 24),
        (("figur", 1, "gibt", "es", "nicht"), 17),
        (("tisch", "fuss", "zahlen", 1, "y", "v"), 7),
        (("gibt_es_nicht",), None),
    ],
)
def test_a_path_leads_to_its_line_or_to_its_nearest_parent(path: tuple[str | int, ...], line: int | None) -> None:
    tomllib.loads(SAMPLE)
    assert line_of(scan(SAMPLE), path) == line


def paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for name, child in children for found in paths(child, (*path, name)))]


KEYS = st.sampled_from(["a", "b", "c-1", '"d e"', "'f.g'", '"h\\u0041"'])
VALUES = st.recursive(
    st.sampled_from(["1", "-2.5", "true", '"x"', "'#'", '"a\\"b"', '"""m\n]}"""', "'''n\n='''", "1979-05-27 07:32:00"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda values: "[ " + ", # ]\n".join(values) + "\n]")
        | st.dictionaries(KEYS, inner, max_size=3).map(
            lambda pairs: "{ " + ", ".join(f"{key} = {value}" for key, value in pairs.items()) + " }"
        )
    ),
    max_leaves=6,
)
LINES = st.one_of(
    st.tuples(st.lists(KEYS, min_size=1, max_size=2), VALUES).map(lambda pair: f"{'.'.join(pair[0])} = {pair[1]}"),
    st.lists(KEYS, min_size=1, max_size=2).map(lambda key: f"[{'. '.join(key)}]"),
    st.lists(KEYS, min_size=1, max_size=2).map(lambda key: f"[[ {'.'.join(key)} ]]"),
    st.sampled_from(["", "# comment", "\t"]),
)


@given(st.lists(LINES, max_size=8))
def test_every_key_of_every_toml_text_has_a_line(lines: list[str]) -> None:
    text = ""
    for line in lines:
        try:
            tomllib.loads(text + line + "\n")
        except tomllib.TOMLDecodeError:
            continue
        text += line + "\n"
    found = scan(text)
    assert {path for path in paths(tomllib.loads(text)) if path} == set(found)
    assert all(1 <= line <= text.count("\n") for line in found.values())


@given(st.text(max_size=200))
def test_any_text_that_is_no_army_is_refused(text: str) -> None:
    assert refused(text).errors
