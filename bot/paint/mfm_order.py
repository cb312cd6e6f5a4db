"""The last order of MfM as lines and rings: what its report marks, and where those it removed had stood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.paint.scene import Fallen, Field, Ghost, Ring, RingKind, Throw, Trail, TrailKind
from bot.paint.windows import middle, span
from rules.board.square import parse_field
from rules.mfm.model import Figur, Gefaehrt, Schlacht
from rules.referee.report import Mark, Report

__all__ = ["LastOrder"]

_NAMED = re.compile(r":\s*(\S+)")


class LastOrder:
    """What the report of an order gives to draw."""

    def __init__(self, s: Schlacht, before: Schlacht | None, report: Report | None) -> None:
        self.s = s
        self.before = before
        self.report = report
        self.marks = _joined(report.marks) if report is not None else ()

    def known(self, key: str) -> bool:
        return key in self.s.figuren or key in self.s.gefaehrte

    def fields_of(self, key: str) -> tuple[Field, ...]:
        """Where a unit stands, or last stood."""
        if not self.known(key):
            return ()
        now = self.s.flaeche(self.s.einheit(key))
        if now:
            return now
        for mark in reversed(self.marks):
            if mark.unit == key and mark.kind in ("path", "hit", "jump") and mark.fields:
                return (parse_field(mark.fields[-1]),)
        return self.fields_before(key)

    def fields_before(self, key: str) -> tuple[Field, ...]:
        unit = _unit(self.before, key)
        return self.before.flaeche(unit) if self.before is not None and unit is not None else ()

    def side_of(self, mark: Mark) -> str:
        if mark.side in self.s.aufbau.seiten:
            return mark.side
        if mark.unit and self.known(mark.unit):
            return self.s.seite_der(mark.unit)
        return self.s.active if self.s.active in self.s.aufbau.seiten else ""

    def ghosts(self) -> Iterator[Ghost]:
        for mark in self.marks:
            if mark.kind == "path" and len(mark.fields) > 1:
                yield Ghost(self._start(mark), self.side_of(mark))

    def _start(self, mark: Mark) -> tuple[Field, ...]:
        """The fields a unit left: as they were before, else its present board moved back along its way."""
        first, last = parse_field(mark.fields[0]), parse_field(mark.fields[-1])
        carrier = self._carrier(mark.unit)
        # In the present battle too: an order that waits for an answer has moved nobody yet.
        for battle in (self.before, self.s):
            unit = _unit(battle, carrier)
            if battle is not None and unit is not None and unit.at == first:
                return battle.flaeche(unit)
        unit = _unit(self.s, carrier)
        if unit is not None and unit.at == last:
            return tuple((x + first[0] - last[0], y + first[1] - last[1]) for x, y in self.s.flaeche(unit))
        return (first,)

    def _carrier(self, key: str) -> str:
        figur = self.s.figuren.get(key)
        return figur.an_bord if figur is not None and figur.an_bord else key

    def trails(self) -> Iterator[Trail]:
        for mark in self.marks:
            if len(mark.fields) < 2 or mark.kind not in ("path", "shot", "jump"):
                continue
            fields = [parse_field(name) for name in mark.fields]
            side = self.side_of(mark)
            if mark.kind == "path":
                yield self._path(mark, fields, side)
            elif mark.kind == "shot":
                ends = middle((fields[0],)), middle((fields[-1],))
                yield Trail(TrailKind.SHOT, ends, side, mark.unit, (fields[0], fields[-1]), 0.5, 0.58)
            else:
                ends = middle((fields[0],)), middle((fields[-1],))
                yield Trail(TrailKind.JUMP, ends, side, mark.unit, (fields[0], fields[-1]), 0.1, 0.4)

    def _path(self, mark: Mark, fields: list[Field], side: str) -> Trail:
        """Along the middle of the unit's board, up to its edge."""
        start = self._start(mark)
        sx, sy = middle(start)
        dx, dy = sx - fields[0][0], sy - fields[0][1]
        points = tuple((x + dx, y + dy) for x, y in fields)
        (ax, ay), (bx, by) = points[-2:]
        columns, rows = span(start)
        reach = min(
            columns / 2 / abs(bx - ax) if bx != ax else 99.0,
            rows / 2 / abs(by - ay) if by != ay else 99.0,
        )
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        return Trail(TrailKind.PATH, points, side, mark.unit, (fields[0], fields[-1]), 0.0, reach * length - 0.06)

    def fallen(self) -> Iterator[Fallen]:
        for key in self._out():
            fields = self.fields_of(key)
            if fields:
                einheit = self.s.einheit(key)
                yield Fallen(key, einheit.seite, fields)

    def _out(self) -> tuple[str, ...]:
        if self.report is None:
            return ()
        gone = (line.unit for line in self.report.consequences if line.kind == "out" and self.known(line.unit))
        return tuple(key for key in dict.fromkeys(gone) if self.s.einheit(key).out)

    def rings(self) -> Iterator[Ring]:
        hit = dict.fromkeys(mark.unit for mark in self.marks if mark.kind == "hit" and self.known(mark.unit))
        for key in hit:
            if not self.s.einheit(key).out:
                fields = self.fields_of(key)
                if fields:
                    yield Ring(RingKind.HIT, fields, key)
        for key in self._aimed_at():
            if key not in hit and not self.s.einheit(key).out and (fields := self.fields_of(key)):
                yield Ring(RingKind.TARGET, fields, key)
        for mark in self.marks:
            if mark.kind == "field" and mark.fields:
                yield Ring(RingKind.FIELD, tuple(parse_field(name) for name in mark.fields), mark.unit)

    def _aimed_at(self) -> tuple[str, ...]:
        """An attack that missed leaves no mark; the order as typed tells whom it was meant for."""
        if self.report is None:
            return ()
        found = re.search(r"\bziel:\s*(\S+)", self.report.title)
        return self.units([found[1]]) if found is not None else ()

    def units(self, names: Iterable[str]) -> tuple[str, ...]:
        ids = {key.casefold(): key for key in (*self.s.figuren, *self.s.gefaehrte)}
        return tuple(ids[name.casefold()] for name in names if name.casefold() in ids)

    def throws(self) -> tuple[Throw, ...]:
        if self.report is None:
            return ()
        seats = {sitz.key: sitz.seite for sitz in self.s.aufbau.sitze}
        return tuple(
            Throw(dice.why, seats.get(dice.by, ""), dice.sides, dice.faces, dice.hit) for dice in self.report.dice
        )

    def focus(self) -> tuple[Field, ...]:
        """Every field that has to do with the order."""
        found: list[Field] = []
        for mark in self.marks:
            found += [parse_field(name) for name in mark.fields]
            found += self.fields_of(mark.unit)
            found += self.fields_before(mark.unit) if mark.kind == "path" else ()
        if self.report is not None:
            for line in self.report.consequences:
                found += self.fields_of(line.unit)
            for key in self.units(_NAMED.findall(self.report.title)):
                found += self.fields_of(key)
        return tuple(field for field in dict.fromkeys(found) if field in self.s.grid)


def _unit(battle: Schlacht | None, key: str) -> Figur | Gefaehrt | None:
    if battle is None:
        return None
    return battle.figuren.get(key) or battle.gefaehrte.get(key)


def _joined(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """A way in several legs is one way: each leg that begins where the unit's last one ended goes on with it."""
    found: list[Mark] = []
    for mark in marks:
        for i, earlier in enumerate(found):
            if (
                mark.kind == earlier.kind == "path"
                and mark.unit == earlier.unit
                and mark.fields[:1] == earlier.fields[-1:]
            ):
                found[i] = earlier.model_copy(update={"fields": earlier.fields + mark.fields[1:]})
                break
        else:
            found.append(mark)
    return tuple(found)
