"""Everything that Herold sends in a walk through his commands fits Discord's own description and its limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.table.local import LocalTable
from tests.desk.room import in_loop
from tests.e2e.stage import HILL, SECOND, herold, menu, walk, words
from tests.table.openapi import hold_against_description

WALK: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ben", "bewegen", {"figur": "Istor", "nach": "L3"}),
    ("anna", "bewegen", {"figur": "Istor", "nach": "L3"}),
    ("ben", "karte", {}),
    ("ben", "karte", {"ansicht": "bewegung", "figur": "RS1"}),
    ("anna", "karte", {"ansicht": "reichweite", "figur": "KB1"}),
    ("clara", "karte", {"feld": "F6", "zeigen": "allen"}),
    ("clara", "figur", {"figur": "Darok"}),
    ("ben", "chance", {"befehl": "/bewegen RS1 N3"}),
    ("clara", "regel", {"suche": "Erstschlag"}),
    ("ben", "hilfe", {}),
    ("clara", "hilfe", {}),
    ("anna", "dauerbefehl setzen", {"thema": "erstschlag", "antwort": "nein"}),
    ("anna", "dauerbefehl liste", {}),
    ("anna", "dauerbefehl löschen", {"nummer": 1}),
    ("clara", "würfel frei", {"wurf": "3W12", "anlass": "Wetter"}),
    ("clara", "würfel log", {}),
    ("clara", "würfel statistik", {}),
    ("clara", "würfel prüfen", {}),
    ("clara", "partie liste", {}),
    ("clara", "partie status", {}),
    ("clara", "partie export", {}),
    ("ben", "partie rückgängig", {}),
    ("ben", "partie wiederholen", {}),
    ("anna", "partie einstellungen", {"ruhe": "ja", "erinnerung": 3}),
    ("clara", "kampagne neu", {"name": "Gallien"}),
    ("clara", "kampagne stand", {"name": "Gallien"}),
    ("clara", "kampagne liste", {}),
    ("emil", "spielleiter setzen", {"figur": "Istor", "was": "lp", "wert": "1", "grund": "Zählfehler"}),
    ("emil", "spielleiter fall", {}),
    ("clara", "spielleiter zug", {"seite": "kelten", "grund": "x"}),
    ("anna", "partie verlassen", {}),
    ("clara", "partie beitreten", {}),
    ("ben", "partie aufgeben", {"sicher": "ja"}),
)


@in_loop
async def test_a_walk_through_the_commands_fits_the_description(tmp_path: Path) -> None:
    async with LocalTable(recording=True) as table, herold(tmp_path, table) as stage:
        await stage.begun()
        for who, name, options in WALK:
            answer = await stage.slash(who, HILL, name, **options)
            assert words(answer), name
            assert "schiefgegangen" not in words(answer), name
        card = await stage.slash("anna", SECOND, "partie neu", szenario="punkte", punkte=50, spieler=3)
        card = await stage.press("anna", card, "Blau")
        card = await stage.select("anna", card, "kelten_50")
        assert "Kelten, 50 Punkte" in words(card)
        shop = await stage.slash("ben", SECOND, "armee kaufen", name="Wagen", volk="aegypter")
        shop = await stage.select("ben", shop, menu(shop)["options"][0]["value"])
        for name, options in (
            ("armee zeigen", {}),
            ("armee zeigen", {"name": "kelten_50"}),
            ("armee speichern", {"name": "Meine"}),
            ("armee laden", {"name": "Meine"}),
        ):
            assert words(await stage.slash("anna", SECOND, name, **options)), name
        window = await stage.pressing("anna", card, "Worte")
        await window.modal()
        await stage.finished(await table.submit("anna", window, {"worte": "Hunde heulen"}))
        assert all(record.status < 400 for record in table.records), [r for r in table.records if r.status >= 400]
        for message in [*stage.messages(HILL, "anna"), *stage.messages(SECOND, "anna")]:
            ids = [part["custom_id"] for part in walk(message.components) if "custom_id" in part]
            assert len(set(ids)) == len(ids)
        records = list(table.records)
    hold_against_description(records)
