"""How a battle stands, as one card: who plays, whose turn it is, what is asked, and the seal of the dice."""

from __future__ import annotations

from bot.answer import Button, Card, Row, Side, Status, Style, Text
from bot.desk.base import Here
from bot.desk.calling import wanted
from bot.desk.offers import Offers
from bot.desk.questions import question_rows, question_texts
from bot.desk.wording import and_list, hours_text, plain
from rules.journal.tables import DiceMode
from rules.referee.orders import Order

__all__ = ["StatusCards", "order_label"]

_LABELS = {
    "zugende": "Zug beenden",
    "aufstellen": "Alles aufstellen",
    "beginnen": "Partie beginnen",
}


def order_label(here: Here, order: Order) -> str:
    if order.verb == "zugende" and here.battle.phase == "aufstellung":
        return "Aufstellung beenden"
    return _LABELS.get(order.verb, f"/{order.verb}")


class StatusCards(Offers):
    """The part of the desk that says how things stand."""

    def status(self, here: Here) -> Status | None:
        """The room's status card as it should look now; nothing if the room has none."""
        return Status(here.room.card, self.status_card(here)) if here.room.card else None

    def status_card(self, here: Here) -> Card:
        battle, stored = here.battle, here.stored
        lines = [self._where(here), *self._seats(here)]
        texts = [Text("\n".join(lines))]
        rows: tuple[Row, ...] = ()
        pending = stored.position.pending
        if stored.held is not None:
            texts.append(Text(f"⚠ {plain(stored.held)}"))
        elif pending is not None:
            texts += question_texts(here, pending)
            rows = question_rows(here, pending)[:6]
        texts.append(Text("", self._small(here)))
        side = None if battle.over or not battle.active else Side(battle, battle.active)
        title = f"{plain(stored.title)} · Partie {stored.id}"
        return Card(title, tuple(texts), side, rows=(*rows, self.looking_row(here)))

    def _where(self, here: Here) -> str:
        battle = here.battle
        if battle.over:
            won = f"{here.label(battle.winner)} gewinnt" if battle.winner else "Unentschieden"
            return f"**Zu Ende.** {won}: {plain(battle.reason)}."
        want = wanted(here)
        phase = here.game.phase_label(battle)
        if here.stored.held is not None:
            return f"**{phase}** · die Partie ruht"
        who = and_list([here.who(seat) for seat in want.seats]) if want else "niemand"
        verb = ("sind" if len(want.seats) > 1 else "ist") if want and want.what == "am Zug" else "muss"
        return f"**{phase}** · {who} {verb} {want.what if want else 'nichts tun'}"

    def _seats(self, here: Here) -> list[str]:
        lines = []
        for seat in here.system.seats(here.battle):
            row = here.sitting(seat)
            alive = len(here.system.units(here.battle, seat))
            who = plain(row.name) if row else "frei – /partie beitreten"
            lines.append(f"{here.label(seat)}: {who} · {alive} Einheiten")
        return lines

    def _small(self, here: Here) -> str:
        stored, room = here.stored, here.room
        dice = "Die Spieler würfeln selbst"
        if stored.dice is DiceMode.SEALED:
            dice = f"Würfelsiegel {stored.commitment} · {stored.next_throw} Würfe"
        remind = f"Erinnerung nach {hours_text(room.reminder_hours)}" if room.reminder_hours else "ohne Erinnerung"
        return " · ".join([dice, remind, "niemand wird gerufen" if room.quiet else ""]).removesuffix(" · ")

    # -- what to press next -------------------------------------------------------------------------------------------

    def looking_row(self, here: Here) -> tuple[Button, ...]:
        """What anybody may press at any time."""
        row = [Button("Karte", f"karte|{here.id}")]
        if not here.battle.over:
            row.append(Button("Was kann ich tun?", f"hilfe|{here.id}"))
        return tuple(row)

    def next_rows(self, here: Here, entry: int | None = None) -> tuple[Row, ...]:
        """The likely next steps: what is asked, or what needs no further word; taking back; looking."""
        pending = here.stored.position.pending
        if pending is not None:
            return (*question_rows(here, pending)[:6], self._row(here, entry, ()))
        steps: list[Button] = []
        if not here.battle.over and here.stored.held is None:
            for seat in here.system.to_act(here.battle)[:2]:
                for order in self.plain_orders(here, seat)[:2]:
                    name = order_label(here, order)
                    several = len(here.system.to_act(here.battle)) > 1
                    label = f"{name} ({here.label(seat)})" if several and order.verb != "beginnen" else name
                    style = Style.PRIMARY if order.verb != "zugende" else Style.SECONDARY
                    action = f"tu|{here.id}|{here.battle.turn}.{here.battle.phase}|{seat}|{order.verb}"
                    if all(other.label != label for other in steps):
                        steps.append(Button(label, action, style))
        return (self._row(here, entry, tuple(steps)),)

    def _row(self, here: Here, entry: int | None, steps: tuple[Button, ...]) -> tuple[Button, ...]:
        back = () if entry is None or here.battle.over else (Button("Zurücknehmen", f"zurueck|{here.id}|{entry}"),)
        return (*self.looking_row(here), *steps[: 3 - len(back)], *back)
