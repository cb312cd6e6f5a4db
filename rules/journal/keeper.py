"""The door of the journal. Everything that is kept of battles goes through one `Keeper`.

Each part stands in its own room; here is the list of them.
"""

from __future__ import annotations

from rules.journal.armies import Armies
from rules.journal.battles import BattleInfo, Battles, Campaign, Stored
from rules.journal.dice_log import DiceLog, LoggedThrow
from rules.journal.dice_statistics import DiceStatistics, FaceCount
from rules.journal.export import Checked, Exporting
from rules.journal.ordering import Kept, Ordering
from rules.journal.rooms import Room, Rooms
from rules.journal.seats import Seating
from rules.journal.timers import Timer, Timers
from rules.journal.undo import Reversal, Undoing


class Keeper(Ordering, Undoing, Seating, Battles, Exporting, DiceLog, DiceStatistics, Armies, Rooms, Timers):
    """Keeps battles: takes orders and answers, takes back, and never forgets.

    `order` and `answer` raise the rule's own `Refusal`; what the journal itself refuses is a `JournalError`. Either
    carries one German sentence in `satz`, and nothing has changed then.
    """


__all__ = [
    "BattleInfo",
    "Campaign",
    "Checked",
    "FaceCount",
    "Keeper",
    "Kept",
    "LoggedThrow",
    "Reversal",
    "Room",
    "Stored",
    "Timer",
]
