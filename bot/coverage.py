"""Which rules of the catalogues have a ruling file, which cannot have one, and what is missing or cited in vain.

Here the catalogue, the ruling files and the citations in code and content are held against each other, and the page
docs/regelabdeckung.md is written from what comes of it. How that looks in a terminal is the command's business.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules.referee.catalogue import Art, Katalog, Regel, katalog
from rules.referee.content import assets_dir
from rules.referee.ruling import CaseError, load_case

__all__ = ["PAGE", "ROOT", "Coverage", "Entry", "page", "survey"]

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "regelabdeckung.md"

CITATION = re.compile(
    r"(?<![\w-])(?:(?:GR|STW KR|STW|MfM) \d+(?:\.\d+)*(?![\w])|GR Geheimdokument|R-\d+(?!\w)|T-\d+[a-z]?(?!\w))"
)
"""What looks like a rule in code, comment or content: all of it may come before a player or the next who reads it."""

_PARTS = {
    Art.BUCH: "Abschnitte der Regelhefte",
    Art.HANDLUNG: "Handlungen",
    Art.TABELLE: "Tabellen",
    Art.ENTSCHEID: "Entscheide des Schiedsrichters",
}
_LINKS = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule with the ruling files that cover it and the modules that cite it."""

    regel: Regel
    files: tuple[str, ...]
    modules: tuple[str, ...]

    @property
    def hole(self) -> str:
        """What is wrong with it; nothing if it is covered or says why it cannot be."""
        if not self.files and self.regel.ohne_fall is None:
            return f"{self.regel.nummer} »{self.regel.titel}«: kein Fall und kein Grund, warum es keinen gibt."
        if self.files and self.regel.ohne_fall is not None:
            return (
                f"{self.regel.nummer} »{self.regel.titel}« nennt einen Grund, keinen Fall zu haben, und hat doch einen."
            )
        return ""


@dataclass
class Coverage:
    """A system's rules, and every citation that leads nowhere."""

    system: str
    name: str
    cases: int
    entries: list[Entry] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)

    @property
    def holes(self) -> list[str]:
        return [*(entry.hole for entry in self.entries if entry.hole), *self.astray]

    @property
    def covered(self) -> int:
        return sum(bool(entry.files) for entry in self.entries)

    @property
    def excused(self) -> int:
        return sum(entry.regel.ohne_fall is not None and not entry.files for entry in self.entries)


def survey(system: str, name: str, root: Path = ROOT) -> Coverage:
    """Hold the catalogue of a system against its ruling files, its code and its content."""
    book = katalog(system)
    files = sorted((root / "tests" / "rulings" / system).rglob("*.toml"))
    found = Coverage(system, name, len(files))
    covered = _covered(files, root, book, found.astray)
    cited = _cited(system, root, book, found.astray)
    found.entries = [
        Entry(regel, tuple(covered.get(regel.nummer, ())), tuple(cited.get(regel.nummer, ()))) for regel in book.regeln
    ]
    return found


def _covered(files: Sequence[Path], root: Path, book: Katalog, astray: list[str]) -> dict[str, list[str]]:
    """The ruling files by the rules they name."""
    covered: dict[str, list[str]] = {}
    for path in files:
        place = path.relative_to(root).as_posix()
        try:
            case = load_case(path)
        except CaseError as error:
            astray.append(f"{place}: {error}")
            continue
        for nummer in dict.fromkeys(case.rules):
            if nummer in book:
                covered.setdefault(nummer, []).append(place)
            else:
                astray.append(f"{place} nennt {nummer}, das im Regelkatalog fehlt.")
    return covered


def _cited(system: str, root: Path, book: Katalog, astray: list[str]) -> dict[str, list[str]]:
    """The modules by the rules they cite; content counts only when it cites what does not exist."""
    cited: dict[str, list[str]] = {}
    catalogue = assets_dir() / system / "regeln.toml"
    content = (path for path in sorted((assets_dir() / system).rglob("*.toml")) if path != catalogue)
    for path in (*sorted((root / "rules" / system).rglob("*.py")), *content):
        place = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
        for line, nummer in _citations(path.read_text(encoding="utf-8")):
            if nummer not in book:
                astray.append(f"{place}, Zeile {line}, nennt {nummer}, das im Regelkatalog fehlt.")
            elif path.suffix == ".py" and place not in cited.setdefault(nummer, []):
                cited[nummer].append(place)
    return cited


def _citations(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        for match in CITATION.finditer(line):
            yield number, match.group()


# -- the page ---------------------------------------------------------------------------------------------------------


def page(coverages: Sequence[Coverage]) -> str:
    """The page as it must stand in docs/; the same rules and files always give the same text."""
    lines = [
        "# Regelabdeckung",
        "",
        "Diese Seite schreibt `herold coverage`. Sie sagt zu jeder Regel, welche Fälle sie durchspielen (wie ein Fall",
        "aussieht, erklärt [faelle.md](faelle.md)) und welche Kapitel des Programms sich auf sie berufen.",
    ]
    for coverage in coverages:
        lines += ["", f"## {coverage.name}", "", *_summary(coverage)]
        for art, title in _PARTS.items():
            entries = [entry for entry in coverage.entries if entry.regel.art is art]
            if entries:
                lines += ["", f"### {title}", "", "| Regel | Titel | Fälle | Kapitel |", "|---|---|---|---|"]
                lines += [_row(entry) for entry in entries]
    return "\n".join(lines) + "\n"


def _summary(coverage: Coverage) -> list[str]:
    total = len(coverage.entries)
    lines = [
        f"{total} Regeln, {coverage.cases} Fälle. {coverage.covered} Regeln haben einen Fall, "
        f"{coverage.excused} können keinen haben, {len(coverage.holes)} Lücken bleiben."
    ]
    return [*lines, "", *(f"- {hole}" for hole in coverage.holes)] if coverage.holes else lines


def _row(entry: Entry) -> str:
    links = [f"[{Path(file).stem}](../{file})" for file in entry.files[:_LINKS]]
    more = len(entry.files) - _LINKS
    cases = ", ".join(links) + (f" und {more} weitere" if more > 0 else "")
    if entry.files:
        cases = f"{len(entry.files)}: {cases}"
    elif entry.regel.ohne_fall is not None:
        cases = f"keiner: {_cell(entry.regel.ohne_fall)}"
    else:
        cases = "**Lücke**"
    modules = ", ".join(f"`{Path(module).stem}`" for module in entry.modules)
    return f"| {entry.regel.nummer} | {_cell(entry.regel.titel)} | {cases} | {modules} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
