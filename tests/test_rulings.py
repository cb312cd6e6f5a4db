"""Every ruling file comes out as it says. A new file is found by itself."""

from pathlib import Path

import pytest

from rules.referee.ruling import load_case, run_case
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
