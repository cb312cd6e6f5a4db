"""What is written as TOML reads back as the same data, in lines that a ruling file may have."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from rules.referee.content import MAX_LINE
from rules.referee.tomltext import to_toml

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalar = st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | text
value = st.recursive(
    scalar,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(text, value, max_size=6))
def test_what_is_written_reads_back_the_same(data: dict[str, object]) -> None:
    assert tomllib.loads(to_toml(data)) == data


def test_a_long_list_is_broken_into_lines_that_a_case_may_have() -> None:
    data = {"setup": {"zonen": {"blau": [f"A{n}" for n in range(1, 600)]}}, "unit": [{"id": "S1", "at": "D5"}]}
    written = to_toml(data)
    assert tomllib.loads(written) == data
    assert max(map(len, written.splitlines())) < MAX_LINE
    assert "[setup.zonen]" in written
    assert "[[unit]]" in written


def test_what_toml_cannot_say_is_left_out() -> None:
    assert to_toml({"a": None, "b": {"c": None, "d": 1}}) == "[b]\nd = 1\n"
