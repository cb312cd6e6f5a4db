"""`herold play`: a whole battle in the terminal, all players at one keyboard, or from a script."""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from bot.cli._hotseat import Read
    from rules.journal.keeper import Keeper, Stored
    from rules.referee.battle import Battle

POINTS = "punkte"


def play(
    scenario: Annotated[
        str, typer.Argument(metavar="SZENARIO", help="geheimdokument, oder punkte.")
    ] = "geheimdokument",
    board: Annotated[str, typer.Option("--karte", help="Nur punkte: ebene, furt oder wald.")] = "ebene",
    points: Annotated[int, typer.Option("--punkte", help="Nur punkte: für jede Seite.")] = 75,
    rounds: Annotated[int, typer.Option("--runden", help="Nur punkte: Runden bis zur Abrechnung.")] = 8,
    armies: Annotated[
        list[str] | None,
        typer.Option("--armee", help="Nur punkte: SITZ=ARMEE, eine fertige (kelten_75) oder eine Datei."),
    ] = None,
    sides: Annotated[list[str] | None, typer.Option("--seite", help="SITZ=SEITE, etwa blau=kelten.")] = None,
    words: Annotated[list[str] | None, typer.Option("--wort", help="SITZ=WORTE, die in die Würfel eingehen.")] = None,
    seed: Annotated[str, typer.Option("--seed", help="Würfelgeheimnis zum Wiederholen; sonst ein neues.")] = "",
    script: Annotated[
        Path | None, typer.Option("--script", help="Zeilen aus dieser Datei statt von der Tastatur.")
    ] = None,
    journal: Annotated[str, typer.Option("--journal", help="Die Partie in dieser Datenbank behalten.")] = "",
    battle: Annotated[int | None, typer.Option("--partie", help="Diese Partie der Datenbank weiterspielen.")] = None,
    export: Annotated[
        Path | None, typer.Option("--export", help="Die Partie am Ende für herold verify schreiben.")
    ] = None,
) -> None:
    """Set the battle up, play it, and lay the seed open at its end."""
    from rules.journal.errors import JournalError
    from rules.referee.refusal import Refusal

    if battle is not None and not journal:
        raise typer.TyperException("--partie braucht die Datenbank: --journal.")
    try:
        read = _reader(script)
        begun = None if battle is not None else _battle(scenario, board, points, rounds, armies or [], sides or [])
        with tempfile.TemporaryDirectory() if not journal else nullcontext("") as folder:
            where: str | Path = journal or Path(folder) / "partie.db"
            table = _Table(where, bool(journal), read, _pairs(words or [], "--wort"), seed, export)
            asyncio.run(table.play(begun, battle))
    except (JournalError, Refusal) as error:
        raise typer.TyperException(error.satz) from None
    except ValueError as error:
        # Armies and scenarios say in one sentence what is wrong with them.
        raise typer.TyperException(str(error)) from None


# -- setting up -------------------------------------------------------------------------------------------------------


def _battle(scenario: str, board: str, points: int, rounds: int, armies: list[str], sides: list[str]) -> "Battle":
    from rules.mfm.content import szenarien
    from rules.mfm.partie import punkte_partie, szenario_partie

    chosen = _pairs(sides, "--seite")
    if scenario != POINTS:
        if scenario in szenarien():
            chosen = chosen or {key: key for key in szenarien()[scenario].seiten}
        return szenario_partie(scenario, chosen)
    brought = {seat: _army(name) for seat, name in _pairs(armies, "--armee").items()}
    brought = brought or {"blau": _army("kelten_75"), "rot": _army("roemer_75")}
    chosen = chosen or {seat: ("westen", "osten")[number % 2] for number, seat in enumerate(brought)}
    return punkte_partie(board, points, rounds, brought, chosen)


def _army(name: str) -> Any:
    from rules.mfm.content import armee_einlesen, armeen
    from rules.referee.content import Document

    if name in armeen():
        return armeen()[name]
    document = Document.load(Path(name))
    return armee_einlesen(document.text, document.origin)


def _pairs(given: list[str], option: str) -> dict[str, str]:
    pairs = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise typer.TyperException(f"{option} ist SITZ=WERT, nicht »{text}«.")
        pairs[key] = value
    return pairs


# -- lines ------------------------------------------------------------------------------------------------------------


def _reader(script: Path | None) -> "Read":
    """Lines from a script, a pipe or the keyboard; what is not typed is shown, so that one can read along."""
    if script is None and sys.stdin.isatty():
        return _typed
    try:
        lines: Iterator[str] = iter(sys.stdin if script is None else script.read_text(encoding="utf-8").splitlines())
    except OSError as error:
        raise typer.TyperException(f"»{script}« lässt sich nicht lesen: {error.strerror}.") from None

    def read(prompt: str) -> str | None:
        from bot.cli._text import say

        line = next(lines, None)
        if line is not None:
            say(f"{prompt}{line.rstrip()}")
        return line

    return read


def _typed(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None


# -- the table --------------------------------------------------------------------------------------------------------


class _Table:
    """Opens the journal, seats the players, and closes the battle when they rise."""

    def __init__(
        self, where: str | Path, kept: bool, read: "Read", words: dict[str, str], seed: str, export: Path | None
    ) -> None:
        self.where = where
        self.kept = kept
        self.read = read
        self.words = words
        self.seed = seed
        self.export = export

    async def play(self, begun: "Battle | None", battle_id: int | None) -> None:
        from bot.cli._hotseat import Hotseat
        from bot.cli._text import say
        from rules.journal.keeper import Keeper
        from rules.systems import SYSTEMS

        async with await Keeper.open(self.where, SYSTEMS) as keeper:
            if begun is not None:
                battle_id = await self._begin(keeper, begun)
            assert battle_id is not None
            stored = await keeper.position(battle_id)
            say(f"{stored.title}. Würfelsiegel (SHA-256): {stored.commitment}")
            say("/hilfe sagt, was erlaubt ist; /ende hört auf.")
            stored = await Hotseat(keeper, battle_id, SYSTEMS[stored.system], self.read).play()
            await self._close(keeper, stored)

    async def _begin(self, keeper: "Keeper", begun: "Battle") -> int:
        from rules.systems import SYSTEMS

        system = SYSTEMS["mfm"]
        seats = system.seats(begun)
        for seat in self.words:
            if seat not in seats:
                raise typer.TyperException(f"Einen Sitz »{seat}« gibt es nicht: {', '.join(seats)}.")
        title = str(getattr(getattr(begun, "aufbau", None), "titel", "")) or system.name
        info = await keeper.create_battle("terminal", system.key, begun, title, seed=_seed(self.seed))
        for seat in seats:
            await keeper.take_seat(info.id, seat, seat, seat, self.words.get(seat, ""))
        return info.id

    async def _close(self, keeper: "Keeper", stored: "Stored") -> None:
        """Who won, and the seed, unless the battle goes on some other day."""
        from bot.cli._text import say, strong

        battle = stored.position.battle
        if battle.over:
            say(strong(f"{battle.winner} gewinnt" if battle.winner else "Unentschieden") + f": {battle.reason}.")
        elif self.kept:
            say(f"Die Partie bleibt: herold play --journal {self.where} --partie {stored.id}")
        if battle.over or not self.kept:
            key = await keeper.reveal(stored.id, early=not battle.over)
            say(f"Würfelgeheimnis: {key} ({stored.next_throw} Würfe)")
            if self.export is not None:
                data = await keeper.export(stored.id, reveal=True)
                self._write(self.export, json.dumps(data, ensure_ascii=False))
                say(f"Geschrieben: {self.export}; herold verify {self.export} rechnet jeden Wurf nach.")

    def _write(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise typer.TyperException(f"»{path}« lässt sich nicht schreiben: {error.strerror}.") from None


def _seed(text: str) -> bytes | None:
    """A seed of one's own: the digits themselves, or any text, of which they are made."""
    import hashlib

    if not text:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    return seed if len(seed) == hashlib.sha256().digest_size else hashlib.sha256(text.encode()).digest()
