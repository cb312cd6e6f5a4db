"""Every rule is covered by a ruling file or says why it cannot be, and no citation leads nowhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.coverage import CITATION, PAGE, ROOT, Coverage, page, survey
from rules.referee.catalogue import katalog
from rules.referee.odds import Chances
from rules.referee.play import Outcome
from rules.referee.refusal import Refusal
from rules.referee.requests import AskAll
from rules.referee.ruling import Step, load_case, run_case
from rules.systems import SYSTEMS

CATALOGUE = """
[[regel]]
nummer = "GR 1"
art = "buch"
titel = "Runde"
text = "Text."

[[regel]]
nummer = "GR 2"
art = "buch"
titel = "Vorrede"
text = "Text."
ohne_fall = "Reine Einleitung."

[[regel]]
nummer = "R-03"
art = "entscheid"
titel = "Angrenzen"
text = "Text."
"""


def surveys() -> list[Coverage]:
    return [survey(system.key, system.name) for system in SYSTEMS.values()]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_no_rule_is_without_a_case_and_no_citation_leads_nowhere(system) -> None:
    assert survey(system.key, system.name).holes == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(surveys()), "herold coverage writes it anew"


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "rulings").rglob("*.toml")), ids=lambda path: path.stem)
def test_every_rule_that_the_referee_names_is_in_the_catalogue(path: Path) -> None:
    named: set[str] = set()

    def listen(step: Step, heard: Outcome[Any] | Refusal | Chances) -> None:
        named.update(_refs(heard))

    case = load_case(path)
    run_case(case, SYSTEMS, listen)
    assert sorted(ref for ref in named if ref and ref not in katalog(case.system)) == []


def _refs(heard: Outcome[Any] | Refusal | Chances) -> Iterator[str]:
    if isinstance(heard, Refusal):
        yield heard.ref
    elif isinstance(heard, Chances):
        for decision in heard.decisions:
            yield decision.ask.ref
    else:
        yield from heard.report.refs
        if heard.position.pending is not None:
            request = heard.position.pending.request
            yield from (ask.ref for ask in request.asks) if isinstance(request, AskAll) else (request.ref,)


# -- the survey itself, on a house of its own -------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for place in ("assets/probe", "rules/probe", "tests/rulings/probe"):
        (tmp_path / place).mkdir(parents=True)
    (tmp_path / "assets/probe/regeln.toml").write_text(CATALOGUE, encoding="utf-8")
    monkeypatch.setenv("HEROLD_ASSETS", str(tmp_path / "assets"))
    return tmp_path


def put_case(house: Path, name: str, *rules: str) -> None:
    text = f'title = "{name}"\nsystem = "probe"\nrules = {list(rules)}\n'
    (house / "tests/rulings/probe" / f"{name}.toml").write_text(text, encoding="utf-8")


def test_a_house_in_order_has_no_hole(house: Path) -> None:
    put_case(house, "a", "GR 1", "R-03")
    put_case(house, "b", "GR 1")
    (house / "rules/probe/zug.py").write_text('REF = "GR 1"\n', encoding="utf-8")
    found = survey("probe", "Probe", house)
    assert found.holes == []
    assert (found.cases, found.covered, found.excused) == (2, 2, 1)
    first = found.entries[0]
    assert first.files == ("tests/rulings/probe/a.toml", "tests/rulings/probe/b.toml")
    assert first.modules == ("rules/probe/zug.py",)


def test_a_rule_without_case_or_reason_is_a_hole(house: Path) -> None:
    put_case(house, "a", "GR 1")
    assert survey("probe", "Probe", house).holes == [
        "R-03 »Angrenzen«: kein Fall und kein Grund, warum es keinen gibt."
    ]


def test_a_reason_that_a_case_refutes_is_a_hole(house: Path) -> None:
    put_case(house, "a", "GR 1", "GR 2", "R-03")
    assert survey("probe", "Probe", house).holes == [
        "GR 2 »Vorrede« nennt einen Grund, keinen Fall zu haben, und hat doch einen."
    ]


def test_a_case_that_names_an_unknown_rule_is_a_hole(house: Path) -> None:
    put_case(house, "a", "GR 1", "R-03", "R-3")
    assert survey("probe", "Probe", house).holes == ["tests/rulings/probe/a.toml nennt R-3, das im Regelkatalog fehlt."]


def test_a_case_that_cannot_be_read_is_a_hole(house: Path) -> None:
    put_case(house, "a", "GR 1", "R-03")
    (house / "tests/rulings/probe/b.toml").write_text("title = ", encoding="utf-8")
    assert len(survey("probe", "Probe", house).holes) == 1


@pytest.mark.parametrize("place", ["rules/probe/zug.py", "assets/probe/tabelle.toml"])
def test_a_citation_that_does_not_exist_is_found_with_its_line(house: Path, place: str) -> None:
    put_case(house, "a", "GR 1", "R-03")
    (house / place).write_text("# GR 1\n# STW KR 3.1 und R-03\n", encoding="utf-8")
    assert survey("probe", "Probe", house).holes == [f"{place}, Zeile 2, nennt STW KR 3.1, das im Regelkatalog fehlt."]


def test_the_page_is_the_same_for_the_same_house(house: Path) -> None:
    put_case(house, "a", "GR 1", "R-03")
    text = page([survey("probe", "Probe", house)])
    assert text == page([survey("probe", "Probe", house)])
    assert "| R-03 | Angrenzen | 1: [a](../tests/rulings/probe/a.toml) |  |" in text
    assert "| GR 2 | Vorrede | keiner: Reine Einleitung. |  |" in text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('require(x, "GR 4.1", "…")', ["GR 4.1"]),
        ("(GR 4, 4.1; STW KR 3.1, STW 9.3)", ["GR 4", "STW KR 3.1", "STW 9.3"]),
        ("T-1b und T-2, R-07.", ["T-1b", "T-2", "R-07"]),
        ("GR Geheimdokument, MfM 4.27", ["GR Geheimdokument", "MfM 4.27"]),
        ("UTF-8, ART-1, MfM, STW", []),
    ],
)
def test_citations_are_recognised_wherever_they_stand(text: str, found: list[str]) -> None:
    assert CITATION.findall(text) == found
