"""A lobby as a card: what is to be played, who sits where, and what is still missing."""

from __future__ import annotations

from bot.answer import Button, Card, Choice, Menu, Row, Style, Text
from bot.desk.games import Game
from bot.desk.lobby_model import Lobby, LobbySeat
from bot.desk.wording import keep, plain

__all__ = ["lobby_card"]


def lobby_card(game: Game, lobby: Lobby) -> Card:
    about = next(one.about for one in game.scenarios() if one.key == lobby.scenario)
    lines = [_seat_line(seat) for seat in lobby.seats]
    terms = [game.system.name]
    if lobby.rounds:
        terms += [
            f"{lobby.points} Punkte",
            f"{lobby.rounds} Runden",
            f"Karte {game.maps().get(lobby.map, lobby.map)}",
        ]
    seal = "Die Spieler würfeln selbst." if lobby.dice == "own" else f"Würfelsiegel (SHA-256): {lobby.commitment}"
    texts = (Text(plain(about), " · ".join(terms)), Text("\n".join(lines)), Text("", seal))
    rows: list[Row] = [
        tuple(
            Button(
                keep(f"{seat.label}: {'mitspielen' if seat.free else seat.name}", 80),
                f"platz|{seat.key}",
                Style.PRIMARY if seat.free else Style.SECONDARY,
            )
            for seat in lobby.seats
        )
    ]
    rows += _army_rows(game, lobby)
    rows.append(
        (
            Button("Partie beginnen", "start", Style.SUCCESS, disabled=not lobby.full),
            Button("Worte für die Würfel", "worte"),
            Button("Platz verlassen", "gehen"),
        )
    )
    footer = f"Eröffnet von {plain(lobby.opener)}. Wer mehrere Plätze nimmt, spielt sie alle."
    return Card(f"Neue Partie: {plain(lobby.title)}", texts, rows=tuple(rows), footer=footer)


def _seat_line(seat: LobbySeat) -> str:
    army = ""
    if seat.points is not None and not seat.free:
        army = f" · {plain(seat.army_name)}" if seat.army else f" · wählt eine Armee ({seat.points} Punkte)"
    return f"**{seat.label}**: {plain(seat.name) if seat.player else '*frei*'}{army}"


def _army_rows(game: Game, lobby: Lobby) -> list[Row]:
    limits = [seat.points for seat in lobby.seats if seat.points is not None]
    if not limits:
        return []
    ready = game.ready_armies(max(limits))
    choices = [Choice(keep(name, 100), key) for key, name in ready.items()][:24]
    choices.append(Choice("Eine eigene Armee …", "+", "aufgehobene zeigen, kaufen oder einlesen"))
    return [Menu("Armee wählen", "armee", tuple(choices))]
