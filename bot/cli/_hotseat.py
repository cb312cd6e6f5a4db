"""A battle on one screen: all players type at the same keyboard, and Herold says whose turn it is to type.

The battle itself is kept by the journal, as everywhere. Here lives what is said and read in between; where lines come
from and where they go is the caller's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from bot.cli._text import (
    board_text,
    chances_text,
    question_text,
    quiet,
    refusal_text,
    report_text,
    say,
    strong,
    wrong,
)
from rules.journal.errors import JournalError
from rules.journal.keeper import Keeper, Kept, Reversal, Stored
from rules.referee.catalogue import Regel, katalog
from rules.referee.odds import TooWide
from rules.referee.orders import OptKind, Order, fold
from rules.referee.play import Pending
from rules.referee.refusal import Refusal
from rules.referee.requests import Ask, AskAll
from rules.referee.ruling import order_chances
from rules.referee.system import System
from rules.referee.tomltext import to_toml

__all__ = ["Hotseat", "Read"]

Read = Callable[[str], str | None]
"""Shows a prompt and gives the line typed after it; nothing when there are no more."""

SHOWN = 12
_SEAT = re.compile(r"([^\W_]\w*):\s+(.*)", re.DOTALL)


class Hotseat:
    """One battle, played to its end or until the lines end."""

    def __init__(self, keeper: Keeper, battle_id: int, system: System[Any], read: Read) -> None:
        self.keeper = keeper
        self.id = battle_id
        self.system = system
        self.read = read
        self.author = ""
        self._told = 0
        self._shown: tuple[object, ...] = ()
        self._asked = ""
        self._stop = False
        self._commands = {
            "hilfe": ("was jetzt erlaubt ist; /hilfe FIGUR zeigt alles zu einer Figur", self._help),
            "befehle": ("alle Befehle des Spiels mit ihren Angaben", self._verbs),
            "karte": ("die Karte zeigen", self._board),
            "figur": ("alles über eine Figur: /figur S1", self._unit),
            "chance": ("die genauen Aussichten eines Befehls: /chance /nahkampf S1 R1", self._chance),
            "regel": ("eine Regel nachlesen, nach Nummer oder Stichwort: /regel STW 3", self._rule),
            "rückgängig": ("den letzten Befehl zurücknehmen", self._undo),
            "wiederholen": ("das Zurückgenommene wieder gelten lassen", self._redo),
            "fall": ("die Lage als Fall aufschreiben: /fall DATEI", self._case),
            "ende": ("aufhören", self._end),
        }
        self._folded = {fold(name): command for name, command in self._commands.items()}

    async def play(self) -> Stored:
        """Read lines until the battle is over or nobody types any more; the battle as it then stands."""
        while True:
            stored = await self.keeper.position(self.id)
            if stored.position.battle.over:
                self._show_board(stored)
                return stored
            self._announce(stored)
            line = self.read(self._prompt(stored))
            if line is None:
                say("Hier endet die Eingabe.")
                return stored
            if line.strip() and not line.lstrip().startswith("#"):
                await self._take(stored, line.strip())
            if self._stop:
                return stored

    # -- what stands on the screen ------------------------------------------------------------------------------------

    def _announce(self, stored: Stored) -> None:
        """The board when the turn has passed on, and an open question once."""
        battle = stored.position.battle
        turn = (battle.turn, battle.phase, battle.active)
        if turn != self._shown:
            self._shown = turn
            self._show_board(stored)
            say(
                strong(f"Runde {battle.turn}, {battle.phase}")
                + (f": Am Zug ist die Seite {self.system.seat_name(battle, battle.active)}." if battle.active else "")
            )
        pending = stored.position.pending
        asked = "" if pending is None else f"{len(pending.tape)} {pending.request.identity}"
        if pending is not None and asked != self._asked:
            say(question_text(pending.request))
        self._asked = asked

    def _show_board(self, stored: Stored) -> None:
        say(board_text(self.system, stored.position.battle))

    def _prompt(self, stored: Stored) -> str:
        pending = stored.position.pending
        if pending is not None:
            return f"{pending.waits_for[0]}? "
        return "/".join(self.system.to_act(stored.position.battle)) + "> "

    # -- what is typed ------------------------------------------------------------------------------------------------

    async def _take(self, stored: Stored, line: str) -> None:
        seat, line = self._speaker(stored, line)
        word, _, rest = line.removeprefix("/").strip().partition(" ")
        command = self._folded.get(fold(word)) if line.startswith("/") else None
        try:
            if command is not None:
                await command[1](stored, rest.strip())
            elif stored.position.pending is not None and not line.startswith("/"):
                await self._answer(stored, stored.position.pending, seat, line)
            else:
                await self._order(stored, seat, line)
        except Refusal as refusal:
            say(refusal_text(refusal))
        except JournalError as error:
            say(wrong(error.satz))

    def _speaker(self, stored: Stored, line: str) -> tuple[str, str]:
        """Somebody may put his seat before the line: `rot: ja`. Otherwise the one speaks whose turn it is."""
        found = _SEAT.fullmatch(line)
        if found and found[1] in self.system.seats(stored.position.battle):
            return found[1], found[2]
        return "", line

    async def _order(self, stored: Stored, seat: str, line: str) -> None:
        seat = seat or self._owner(stored, line)
        kept = await self.keeper.order(self.id, seat, line, player=seat)
        self.author, self._told = seat, 0
        self._tell(kept)

    async def _answer(self, stored: Stored, pending: Pending, seat: str, line: str) -> None:
        seat = seat or pending.waits_for[0]
        self._tell(await self.keeper.answer(self.id, seat, _chosen(pending, seat, line), player=seat))

    def _tell(self, kept: Kept) -> None:
        """What is new; an order that has waited tells its beginning once only."""
        text = report_text(kept.report, since=self._told)
        self._told = len(kept.report.lines)
        if text:
            say(text)

    def _owner(self, stored: Stored, line: str) -> str:
        """Of several who may order now, the one whose unit the line names."""
        battle = stored.position.battle
        seats = self.system.to_act(battle)
        if len(seats) > 1:
            try:
                order = self.system.parse(battle, seats[0], line)
            except Refusal:
                return seats[0]
            unit = _unit_of(order)
            return next((seat for seat in seats if unit in self.system.units(battle, seat)), seats[0])
        return seats[0]

    # -- commands of the table ----------------------------------------------------------------------------------------

    async def _help(self, stored: Stored, rest: str) -> None:
        battle = stored.position.battle
        if stored.position.pending is not None:
            say(question_text(stored.position.pending.request))
            return
        wanted = self.system.names(battle, "").unit(rest) if rest else None
        for seat in self.system.to_act(battle):
            units = [wanted] if wanted else list(self.system.units(battle, seat))
            for unit in units:
                offers = list(self.system.legal(battle, seat, unit))
                if offers:
                    say(strong(f"{unit} ({seat})"))
                    for text in _grouped(offers, None if wanted else SHOWN):
                        say(f"  {text}")
        if not wanted:
            self._help_commands(stored)

    def _help_commands(self, stored: Stored) -> None:
        say(strong("Am Tisch"))
        for name, (about, _) in self._commands.items():
            say(f"  /{name}".ljust(16) + about)
        say(quiet("Ohne Einheit: /zugende und andere; /befehle nennt sie alle."))

    async def _verbs(self, stored: Stored, rest: str) -> None:
        for verb in self.system.verbs:
            options = " ".join(
                f"{option.name}:…" if option.required else f"[{option.name}:…]" for option in verb.options()
            )
            say(f"{strong('/' + verb.verb)} {options}")
            say(f"    {verb.about}")

    async def _board(self, stored: Stored, rest: str) -> None:
        self._show_board(stored)

    async def _unit(self, stored: Stored, rest: str) -> None:
        battle = stored.position.battle
        unit = self.system.names(battle, "").unit(rest)
        say(strong(unit))
        for fact, about in self.system.unit_facts.items():
            value = self.system.fact(battle, f"{unit}.{fact}")
            if value not in ("", None, [], False, 0):
                shown = "ja" if value is True else ", ".join(value) if isinstance(value, list) else value
                say(f"  {fact}: {shown}  {quiet(about)}")

    async def _chance(self, stored: Stored, rest: str) -> None:
        if stored.position.pending is not None:
            say(wrong("Erst muss die offene Frage beantwortet sein."))
            return
        try:
            say(chances_text(order_chances(self.system, stored.position, self._owner(stored, rest), rest, []), "  "))
        except TooWide as error:
            say(wrong(error.satz))

    async def _rule(self, stored: Stored, rest: str) -> None:
        book = katalog(self.system.key)
        regel = book.get(rest)
        found = [regel] if regel else book.suche(rest, 5)
        if not found:
            say(wrong(f"Zu »{rest[:40]}« steht nichts im Regelkatalog."))
            return
        say(_rule_text(found[0]))
        for other in found[1:]:
            say(quiet(f"  auch: {other.nummer} {other.titel}"))

    async def _undo(self, stored: Stored, rest: str) -> None:
        await self._reverse(stored, await self.keeper.undo(self.id, self._asking(stored)))

    async def _redo(self, stored: Stored, rest: str) -> None:
        await self._reverse(stored, await self.keeper.redo(self.id, self._asking(stored)))

    def _asking(self, stored: Stored) -> str:
        return self.author or self.system.to_act(stored.position.battle)[0]

    async def _reverse(self, stored: Stored, reversal: Reversal) -> None:
        """Ask the other sides where they have to agree."""
        battle = stored.position.battle
        while reversal.proposal is not None:
            proposal = reversal.proposal
            own = self.system.side_of(battle, proposal.seat)
            open_sides = [
                seat
                for seat in self.system.seats(battle)
                if (side := self.system.side_of(battle, seat)) != own and side not in proposal.consents
            ]
            wish = "nicht mehr gilt" if proposal.kind == "undo" else "wieder gilt"
            answer = self.read(f"{open_sides[0]}, einverstanden, dass »{proposal.line}« {wish}? (ja/nein) ")
            yes = answer is not None and fold(answer) in ("ja", "j")
            reversal = await self.keeper.consent(self.id, open_sides[0], yes)
            if not yes:
                break
        self._shown = ()
        say("Getan." if reversal.done else "Es bleibt, wie es ist.")

    async def _case(self, stored: Stored, rest: str) -> None:
        """The situation as a file that anybody can run."""
        book = katalog(self.system.key)
        head = {"title": stored.title, "system": self.system.key, "rules": [book.nummern[0]]}
        text = to_toml({**head, **self.system.describe(stored.position.battle)})
        if not rest:
            say(text)
            return
        try:
            Path(rest).write_text(text, encoding="utf-8")
        except OSError as error:
            say(wrong(f"»{rest}« lässt sich nicht schreiben: {error.strerror}."))
        else:
            say(f"Geschrieben: {rest}")

    async def _end(self, stored: Stored, rest: str) -> None:
        self._stop = True


def _chosen(pending: Pending, seat: str, line: str) -> str:
    """Options may also be chosen by their place in the list, where that is no option itself."""
    request = pending.request
    asks: Iterable[Ask] = (
        request.asks if isinstance(request, AskAll) else (request,) if isinstance(request, Ask) else ()
    )
    ask = next((ask for ask in asks if ask.who == seat), None)
    if ask is not None and ask.match(line) is None and line.isdecimal() and 1 <= int(line) <= len(ask.options):
        return ask.options[int(line) - 1].key
    return line


def _unit_of(order: Order) -> str | None:
    """The first unit that an order names: the one that acts."""
    for option in order.options():
        if option.kind is OptKind.UNIT:
            value = getattr(order, option.name)
            return value if isinstance(value, str) else None
    return None


def _grouped(offers: list[Order], limit: int | None) -> Iterator[str]:
    """Orders that differ in one value only share a line: the value that varies most comes last, with all it may be."""
    verbs: dict[str, list[Order]] = {}
    for order in offers:
        verbs.setdefault(order.verb, []).append(order)
    for orders in verbs.values():
        name = _varying(orders)
        groups: dict[str, list[str]] = {}
        for order in orders:
            value = "" if name is None else getattr(order, name)
            fixed = order.line() if not isinstance(value, str) else order.line().replace(f" {name}:{value}", "")
            groups.setdefault(fixed, []).append(value if isinstance(value, str) else "")
        for fixed, values in groups.items():
            named = [value for value in values if value]
            shown = named if limit is None else named[:limit]
            more = f" und {len(named) - len(shown)} weitere" if len(shown) < len(named) else ""
            yield f"{fixed} {name}: {', '.join(shown)}{more}" if named else fixed


def _varying(orders: list[Order]) -> str | None:
    """The option with the most different values."""
    counts = {option.name: len({getattr(order, option.name) for order in orders}) for option in orders[0].options()}
    name = max(counts, key=lambda option: counts[option], default=None)
    return name if name is not None and counts[name] > 1 else None


def _rule_text(regel: Regel) -> str:
    see = f"\n  Siehe {', '.join(regel.siehe)}." if regel.siehe else ""
    return f"{strong(f'{regel.nummer} {regel.titel}')}\n  {regel.text}{see}"
