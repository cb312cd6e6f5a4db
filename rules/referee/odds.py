"""Exact chances of an order, by feeding every outcome to the very script that the referee runs.

Where a player decides, the chances go on separately for each of his options: what he will choose is not a matter of
chance. Everything reached with the same question is taken together, so the tree stays as small as the questions are
few. All numbers are fractions; outcomes and questions of one table sum to exactly one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from rules.referee.battle import Battle
from rules.referee.report import Consequence, MarkKind, Modifier, Report
from rules.referee.requests import Ask, AskAll, Checkpoint, Contest, Roll, Script
from rules.referee.standing import StandingOrder, standing_answer

B = TypeVar("B", bound=Battle)

NOTHING = "nichts geschieht"
MAX_RUNS = 6_000
MAX_DEPTH = 100
"""Requests of one order, one behind the other."""
MAX_DEPTH = 100


class TooWide(Exception):
    """The order has more outcomes than can be listed; the sentence says so."""

    satz = "Dieser Befehl hat zu viele mögliche Ausgänge, um sie alle aufzuzählen."


@dataclass
class Chances:
    """A table of outcomes. `events` counts each consequence on its own, whatever else happens beside it."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    events: dict[str, Fraction] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)

    @property
    def total(self) -> Fraction:
        return sum(self.outcomes.values(), Fraction(0)) + sum((item.chance for item in self.decisions), Fraction(0))


@dataclass
class Decision:
    """A question that is reached with this chance, and how things stand after each answer to it."""

    ask: Ask
    chance: Fraction
    options: dict[str, Chances] = field(default_factory=dict)


class _Consequences(Report):
    """A report that keeps what chances are counted over, and nothing else."""

    def say(self, text: str, ref: str = "") -> None: ...

    def sum(
        self, name: str, base: int, modifiers: tuple[Modifier, ...], result: int, ref: str = "", note: str = ""
    ) -> None: ...

    def mark(self, kind: MarkKind, fields: tuple[str, ...] = (), unit: str = "", side: str = "") -> None: ...


@dataclass(slots=True)
class _Leaf:
    weight: Fraction
    consequences: tuple[Consequence, ...]


@dataclass(slots=True)
class _Fork:
    """A question met at the end of a list of answers, and the leaves and forks behind each option."""

    weight: Fraction
    ask: Ask
    branches: dict[str, list[_Leaf | _Fork]]


@dataclass(slots=True)
class _Run:
    """A script that stands at a request. Only one of the request's branches can have it."""

    battle: Battle
    steps: Script[None]
    report: Report
    taken: bool = False


def chances(
    battle: B,
    script: Callable[[B], Script[None]],
    standing: Sequence[StandingOrder] = (),
) -> Chances:
    """The exact chances of an order in this battle. Raises the order's refusal if it is illegal."""
    explorer = _Explorer(battle, script, standing)
    return _table(explorer.explore((), Fraction(1)))


class _Explorer:
    """Follows the script into every branch. A script cannot be copied midway, so the first branch of a request goes on
    with the script that made it, and each of the others begins anew and is given the same answers up to there. Ways
    that meet in the same battle at a checkpoint are followed once."""

    def __init__(self, battle: Any, script: Callable[[Any], Script[None]], standing: Sequence[StandingOrder]) -> None:
        self.battle = battle
        self.script = script
        self.standing = standing
        self.runs = 0
        self.known: dict[tuple[str, str], list[_Leaf | _Fork]] = {}

    def explore(self, answers: tuple[Any, ...], weight: Fraction) -> list[_Leaf | _Fork]:
        """Everything that can follow these answers."""
        self.runs += 1
        if self.runs > MAX_RUNS:
            raise TooWide
        report = _Consequences()
        battle = self.battle.copy_for(report)
        steps = self.script(battle)
        given: Any = None
        for answer in answers:
            while isinstance(steps.send(given), Checkpoint):
                given = None
            given = answer
        return self.go_on(_Run(battle, steps, report), given, answers, weight)

    def go_on(self, run: _Run, given: Any, answers: tuple[Any, ...], weight: Fraction) -> list[_Leaf | _Fork]:
        """Give the script its answer and follow it to the next request that opens several ways, or to its end."""
        while True:
            if len(answers) > MAX_DEPTH:
                raise TooWide
            try:
                request = run.steps.send(given)
            except StopIteration:
                return [_Leaf(weight, run.report.consequences)]
            if isinstance(request, Checkpoint):
                return self.meet(run, request, answers, weight)
            if isinstance(request, Roll) and request.sorting is not None and len(set(request.sorting)) == 1:
                given = request.read((1,) * request.count)
            else:
                alone = self.alone(request) if isinstance(request, Ask) else None
                if alone is None:
                    return self.branch(run, request, answers, weight)
                given = alone
            answers = (*answers, given)

    def meet(
        self, run: _Run, checkpoint: Checkpoint, answers: tuple[Any, ...], weight: Fraction
    ) -> list[_Leaf | _Fork]:
        """What follows a checkpoint, counted from there; put behind the way that led to it."""
        place = (checkpoint.key, run.battle.state_json())
        before = run.report.consequences
        if place not in self.known:
            onward = self.go_on(run, None, answers, Fraction(1))
            self.known[place] = [_behind(item, len(before)) for item in onward]
        return [_joined(item, weight, before) for item in self.known[place]]

    def follow(self, run: _Run, answers: tuple[Any, ...], given: Any, weight: Fraction) -> list[_Leaf | _Fork]:
        """One of the branches of a request: on the script itself if it is still there, else on a new one."""
        if run.taken:
            return self.explore((*answers, given), weight)
        run.taken = True
        return self.go_on(_Run(run.battle, run.steps, run.report), given, (*answers, given), weight)

    def alone(self, ask: Ask) -> str | None:
        if len(ask.options) == 1:
            return ask.options[0].key
        found = standing_answer(ask, self.standing)
        return found[0] if found else None

    def branch(
        self, run: _Run, request: Roll | Contest | Ask | AskAll, answers: tuple[Any, ...], weight: Fraction
    ) -> list[_Leaf | _Fork]:
        found: list[_Leaf | _Fork] = []
        if isinstance(request, Roll):
            total = request.sides**request.count
            for part, throw in request.outcomes():
                found += self.follow(run, answers, throw, weight * Fraction(part, total))
        elif isinstance(request, Contest):
            for seat in (request.first, request.second):
                found += self.follow(run, answers, seat, weight / 2)
        elif isinstance(request, Ask):
            branches = {key: self.follow(run, answers, key, weight) for key in request.keys}
            found.append(_Fork(weight, request, branches))
        else:
            found += self.branch_all(run, request, answers, weight, ())
        return found

    def branch_all(
        self, run: _Run, request: AskAll, answers: tuple[Any, ...], weight: Fraction, keys: tuple[str, ...]
    ) -> list[_Leaf | _Fork]:
        """Decisions made at once, unfolded one seat after the other."""
        if len(keys) == len(request.asks):
            return self.follow(run, answers, keys, weight)
        ask = request.asks[len(keys)]
        branches = {key: self.branch_all(run, request, answers, weight, (*keys, key)) for key in ask.keys}
        return [_Fork(weight, ask, branches)]


def _behind(item: _Leaf | _Fork, count: int) -> _Leaf | _Fork:
    """The same without its first consequences."""
    if isinstance(item, _Leaf):
        return _Leaf(item.weight, item.consequences[count:])
    branches = {key: [_behind(inner, count) for inner in behind] for key, behind in item.branches.items()}
    return _Fork(item.weight, item.ask, branches)


def _joined(item: _Leaf | _Fork, weight: Fraction, before: tuple[Consequence, ...]) -> _Leaf | _Fork:
    """The same behind what happened before, and with the weight of the way that led there."""
    if isinstance(item, _Leaf):
        return _Leaf(item.weight * weight, before + item.consequences)
    branches = {key: [_joined(inner, weight, before) for inner in behind] for key, behind in item.branches.items()}
    return _Fork(item.weight * weight, item.ask, branches)


def _table(found: Sequence[_Leaf | _Fork], scale: Fraction = Fraction(1)) -> Chances:
    """Put leaves with the same outcome and forks with the same question together; weights are divided by `scale`."""
    table = Chances()
    forks: dict[str, list[_Fork]] = {}
    ends: dict[tuple[str, ...], Fraction] = {}
    for item in found:
        if isinstance(item, _Fork):
            forks.setdefault(item.ask.identity, []).append(item)
        else:
            texts = tuple([part.text for part in item.consequences])
            ends[texts] = ends[texts] + item.weight if texts in ends else item.weight
    for texts, weight in ends.items():
        share = weight / scale
        table.outcomes["; ".join(texts) or NOTHING] = share
        for text in dict.fromkeys(texts):
            table.events[text] = table.events[text] + share if text in table.events else share
    for same in forks.values():
        reached = sum((fork.weight for fork in same), Fraction(0))
        decision = Decision(same[0].ask, reached / scale)
        for key in same[0].ask.keys:
            behind = [leaf for fork in same for leaf in fork.branches[key]]
            decision.options[key] = _table(behind, reached)
        table.decisions.append(decision)
    table.outcomes = dict(sorted(table.outcomes.items(), key=lambda item: (-item[1], item[0])))
    return table
