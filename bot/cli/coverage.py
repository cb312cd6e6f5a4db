"""`herold coverage`: which rules are covered by ruling files; writes docs/regelabdeckung.md and names every hole."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from bot.coverage import Coverage


def coverage(
    check: Annotated[
        bool, typer.Option("--check", help="Nichts schreiben; auch prüfen, ob docs/regelabdeckung.md stimmt.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Für Programme lesbar.")] = False,
) -> None:
    """Print the table, write the page, end with 1 if there is a hole."""
    from bot.cli._text import counted, ok, say, wrong
    from bot.coverage import PAGE, ROOT, page, survey
    from rules.systems import SYSTEMS

    surveys = [survey(system.key, system.name) for system in SYSTEMS.values()]
    faults = [hole for found in surveys for hole in found.holes]
    text = page(surveys)
    if check:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
            faults.append("docs/regelabdeckung.md ist nicht auf dem Stand; herold coverage schreibt sie neu.")
    else:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    if as_json:
        say(json.dumps({"systems": [_data(found) for found in surveys], "holes": faults}, ensure_ascii=False))
    else:
        for found in surveys:
            say(_table(found))
            say(f"{found.name}: {len(found.entries)} Regeln, {found.cases} Fälle, {found.covered} Regeln mit Fall, "
                f"{found.excused} ohne, weil es keinen geben kann.")  # fmt: skip
        for fault in faults:
            say(f"{wrong('Lücke')} {fault}")
        say(wrong(f"{counted(len(faults), 'Lücke', 'Lücken')}.") if faults else ok("Keine Lücke."))
        if not check:
            say(f"Geschrieben: {PAGE.relative_to(ROOT).as_posix()}")
    if faults:
        raise typer.Exit(1)


def _table(found: "Coverage") -> str:
    from bot.cli._text import table

    rows = []
    for entry in found.entries:
        reason = entry.regel.ohne_fall or "–"
        cases = str(len(entry.files)) if entry.files else reason
        rows.append((entry.regel.nummer, entry.regel.titel, cases))
    return table(("Regel", "Titel", "Fälle"), rows)


def _data(found: "Coverage") -> dict[str, object]:
    rules = [
        {
            "nummer": entry.regel.nummer,
            "titel": entry.regel.titel,
            "files": entry.files,
            "modules": entry.modules,
            "ohne_fall": entry.regel.ohne_fall,
        }
        for entry in found.entries
    ]
    return {"system": found.system, "cases": found.cases, "rules": rules}
