"""Sample data in the shapes of the page API: players, channels, commands, and a battle that has gone on for a while."""

import io
from datetime import UTC, datetime, timedelta
from typing import Any

from PIL import Image, ImageDraw

Json = dict[str, Any]

EPOCH_MS = 1_420_070_400_000
BEGIN = datetime(2025, 3, 14, 18, 30, tzinfo=UTC)

PLAYERS: list[Json] = [
    {"key": "anna", "id": "1101", "name": "Anna", "initials": "A", "colour": "#9c2f2f", "owner": True},
    {"key": "ben", "id": "1102", "name": "Ben", "initials": "B", "colour": "#1f5f8b", "owner": False},
    {"key": "clara", "id": "1103", "name": "Clara", "initials": "C", "colour": "#2f6b3c", "owner": False},
]
BOT: Json = {"id": "1100", "name": "Herold", "initials": "H", "colour": "#7a4a12", "online": True}
GUILD: Json = {
    "id": "2000",
    "name": "Spielrunde",
    "initials": "S",
    "roles": [{"id": "2000", "name": "@everyone"}, {"id": "2002", "name": "Spielleitung"}],
}
BATTLE, EMPTY, NEWS, THREAD = "3001", "3002", "3003", "3004"


def channel(number: str, name: str, topic: str | None, kind: str = "text", parent: str | None = None) -> Json:
    return {
        "id": number,
        "guild_id": GUILD["id"],
        "name": name,
        "kind": kind,
        "parent_id": parent,
        "topic": topic,
        "archived": False,
    }


CHANNELS = [
    channel(BATTLE, "feldherrenhügel", "Hier wird gespielt."),
    channel(THREAD, "Kelten gegen Römer", None, "thread", BATTLE),
    channel(EMPTY, "schanze", "Platz für eine zweite Partie."),
    channel(NEWS, "kampagne", "Stand und Listen der Kampagne."),
]


def option(name: str, description: str, kind: str = "string", **more: Any) -> Json:
    bounds: Json = dict.fromkeys(("min_value", "max_value", "min_length", "max_length"))
    shape = {"name": name, "description": description, "type": kind, "required": False, "autocomplete": False}
    return {**shape, "choices": [], **bounds, **more}


def choices(*names: str) -> list[Json]:
    return [{"name": name, "value": name.lower()} for name in names]


SCENARIO = option("szenario", "Welche Schlacht", required=True, autocomplete=True)
COMMANDS: list[Json] = [
    {"name": "aufstellen", "description": "Eine Figur auf das Feld stellen", "options": []},
    {"name": "armee einlesen", "description": "Eine Armee aus einer Datei lesen", "options": [
        option("datei", "Die Datei mit der Armee", "attachment", required=True)]},
    {"name": "bewegen", "description": "Eine Figur bewegen", "options": [
        option("figur", "Wer sich bewegt", required=True, autocomplete=True),
        option("nach", "Wohin, zum Beispiel D5", required=True, autocomplete=True),
        option("gangart", "Wie schnell", choices=choices("Gehen", "Laufen", "Kriechen")),
        option("drehen", "Am Ende umdrehen", "boolean")]},
    {"name": "dauerbefehl", "description": "Was gelten soll, wenn du nicht da bist", "options": []},
    {"name": "fernkampf", "description": "Auf ein Ziel schießen", "options": [
        option("schütze", "Wer schießt", required=True, autocomplete=True),
        option("ziel", "Worauf", required=True, autocomplete=True)]},
    {"name": "hilfe", "description": "Was kann ich jetzt tun?", "options": []},
    {"name": "karte", "description": "Die ganze Karte zeigen", "options": []},
    {"name": "partie beitreten", "description": "Einen Platz in der Partie nehmen", "options": [
        option("gegner", "Gegen wen", "user")]},
    {"name": "partie neu", "description": "Eine neue Partie anlegen", "options": [
        SCENARIO, option("name", "Wie sie heißen soll", max_length=30)]},
    {"name": "partie status", "description": "Wie es steht", "options": []},
    {"name": "schweigen", "description": "Darauf antwortet niemand", "options": []},
    {"name": "würfel frei", "description": "Einfach würfeln", "options": [
        option("anzahl", "Wie viele Würfel", "integer", required=True, min_value=1, max_value=20),
        option("seiten", "Wie viele Seiten", "integer", choices=[
            {"name": "W6", "value": 6}, {"name": "W12", "value": 12}])]},
    {"name": "würfel log", "description": "Was gewürfelt wurde", "options": [
        option("spieler", "Wessen Würfe", "user"), option("partie", "Welche Partie", "integer"),
        option("seiten", "Welche Würfel", "integer"), option("wurf", "Welcher Wurf", "number")]},
    {"name": "zugende", "description": "Den Zug beenden", "options": []},
]  # fmt: skip

FIGURES = ["S1 Schwertkämpfer", "S2 Schwertkämpfer", "B1 Bogenschütze", "W1 Streitwagen"]
FIELDS = ["D4", "D5", "D6", "E4", "E5", "E6", "F5", "D15"]


def board_picture(number: int, size: int = 8, field: int = 72) -> bytes:
    """A small board on paper with one counter that walks."""
    side = size * field
    picture = Image.new("RGB", (side + 1, side + 1), "#f4efe3")
    draw = ImageDraw.Draw(picture)
    for column in range(size):
        for row in range(size):
            left, top = column * field, row * field
            ground = "#d9c9a3" if (column * 3 + row * 5) % 7 == 0 else "#e6e4c3"
            draw.rectangle((left, top, left + field, top + field), fill=ground, outline="#c6ae86")
            draw.text((left + 4, top + 2), f"{'ABCDEFGH'[column]}{row + 1}", fill="#6f6962")
    left, top = (number % size) * field + 8, 4 * field + 8
    draw.rounded_rectangle((left, top, left + field - 16, top + field - 16), 10, "#1f5f8b", "#ffffff", 3)
    draw.text((left + 20, top + 18), "S1", fill="#ffffff")
    data = io.BytesIO()
    picture.quantize(32).save(data, "PNG")
    return data.getvalue()


def snowflake(time: datetime, number: int) -> str:
    return str((int(time.timestamp() * 1000) - EPOCH_MS << 22) + number)


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def button(label: str, custom_id: str, style: int = 2, **more: Any) -> Json:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, **more}


def gallery(board: Json, description: str) -> Json:
    media = {**board, "content_type": "image/png"}
    return {"type": 12, "items": [{"media": media, "description": description, "spoiler": False}]}


def container(*components: Json, colour: int | None = 0x1F5F8B) -> Json:
    return {"type": 17, "accent_color": colour, "spoiler": False, "components": list(components)}


def order_report(turn: int, board: Json) -> Json:
    """What Herold says after an order, as Components V2."""
    field = FIELDS[turn % len(FIELDS)]
    return container(
        text(f"**Anna bewegt S1 Schwertkämpfer nach {field}.**\n-# GR 4.1 · GR 4.3"),
        text("S1 schlägt auf KB1: W12 ≤ 4 → **3**, 9 · *1 Treffer*\nKB1 verteidigt: 7 · kein Schutz\n-# NK 2.1 · GR 7"),
        gallery(board, f"Ausschnitt um {field}: S1 steht auf {field}, KB1 auf E4."),
        row(
            button("Nahkampf mit S1", f"nah:{turn}", 1),
            button("Ganze Karte", f"karte:{turn}"),
            button("Zug beenden", "ende", 4),
        ),
    )


def menu(custom_id: str, placeholder: str, most: int, *options: Json) -> Json:
    shape = {"type": 3, "custom_id": custom_id, "placeholder": placeholder}
    return {**shape, "min_values": 1, "max_values": most, "options": list(options)}


def one_of_each(file_url: str) -> list[Json]:
    """A message that holds one of each component."""
    quoted = text("Die ganze Karte liegt bereit.\n> Wer zuerst die Kiste hat, gewinnt.")
    return [
        container(
            text("## Lage\n- **Kelten** 5 Figuren\n- *Römer* 4 Figuren\n  - davon `1` verletzt\n-# Runde 3 von 20"),
            {"type": 14, "divider": True, "spacing": 1},
            {"type": 9, "components": [quoted], "accessory": button("Karte öffnen", "karte:1", 1)},
            row(
                button("Bereit", "ready", 3),
                button("Absagen", "cancel", 4),
                button("Nicht jetzt", "no", 2, disabled=True),
                {"type": 2, "style": 5, "label": "Regelbuch", "url": "https://example.org/regeln"},
            ),
            row(
                menu(
                    "pick",
                    "Welche Figur?",
                    1,
                    {"label": "S1", "value": "s1", "description": "Schwertkämpfer, 3 LP"},
                    {"label": "S2", "value": "s2", "description": "Schwertkämpfer, 1 LP"},
                )
            ),
            row(
                menu(
                    "many", "Mehrere Figuren", 2, *({"label": one, "value": one.lower()} for one in ("B1", "B2", "B3"))
                )
            ),
            colour=0x9C2F2F,
        ),
        {"type": 13, "file": {"url": file_url}, "name": "partie.json", "size": 2},
    ]


def time_of(turn: int) -> datetime:
    return BEGIN + timedelta(minutes=7 * turn)
