"""Every ruling file comes out as it says. A new file is found by itself. The page on them says how to write one."""

import re
from pathlib import Path

import pytest

from rules.referee.ruling import Case, Step, load_case, run_case
from rules.systems import SYSTEMS

CASES = Path(__file__).parent / "rulings"
FILES = sorted(CASES.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CASES).as_posix())
def test_comes_out_as_it_says(path: Path) -> None:
    case = load_case(path)
    assert case.system == path.relative_to(CASES).parts[0]
    run_case(case, SYSTEMS)


def test_no_two_cases_tell_the_same() -> None:
    titles = [load_case(path).title for path in FILES]
    assert titles
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


# -- docs/faelle.md ---------------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[1] / "docs" / "faelle.md").read_text(encoding="utf-8")


def test_the_page_explains_every_entry_and_every_fact() -> None:
    explained = set(re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE))
    facts = {fact for system in SYSTEMS.values() for fact in (*system.unit_facts, *system.battle_facts)}
    assert {*Case.model_fields, *Step.model_fields, *facts} - explained == set()


def test_the_example_on_the_page_comes_out(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "beispiel.toml"
    path.write_text(example, encoding="utf-8")
    run_case(load_case(path), SYSTEMS)
