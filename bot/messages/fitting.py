"""Answers cut to what Discord takes in one message; what does not fit goes into a file beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.answer import Answer, Card, File, Row, Text

__all__ = [
    "MAX_COMPONENTS",
    "MAX_CUSTOM_ID",
    "MAX_TEXT",
    "Fitted",
    "card_text",
    "fitted",
    "ping_text",
]

MAX_TEXT = 4_000
MAX_COMPONENTS = 40
MAX_CUSTOM_ID = 100
MAX_ROW = 5
MAX_ENTRIES = 25
MAX_LABEL = 80
_SPARE = 60
"""Left for the line that tells of what was cut."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """An answer that fits, and the whole of its text if it had to be cut."""

    answer: Answer
    report: File | None = None


def ping_text(answer: Answer) -> str:
    return " ".join(f"<@{player}>" for player in answer.ping)


def card_text(card: Card) -> str:
    """The words of a card as Discord's markdown: a bold first line, one line a step, small print."""
    parts = [f"**{card.title}**"] if card.title else []
    for text in card.texts:
        if text.body:
            parts.append(text.body)
        if text.small:
            parts.append(f"-# {text.small}")
    if card.footer:
        parts.append(f"-# {card.footer}")
    return "\n".join(parts)


def fitted(answer: Answer) -> Fitted:
    """The answer with no more words and rows than one message holds."""
    answer = _few_rows(answer)
    room = MAX_TEXT - len(ping_text(answer))
    if sum(len(card_text(card)) for card in answer.cards) <= room:
        return Fitted(answer)
    whole = "\n\n".join(card_text(card) for card in answer.cards)
    cards: list[Card] = []
    # The last cards matter most when a battle ends, so they keep their words; the longest one gives way.
    longest = max(range(len(answer.cards)), key=lambda number: len(card_text(answer.cards[number])))
    others = sum(len(card_text(card)) for number, card in enumerate(answer.cards) if number != longest)
    for number, card in enumerate(answer.cards):
        cards.append(_cut(card, max(200, room - others - _SPARE)) if number == longest else card)
    return Fitted(replace(answer, cards=tuple(cards)), File("bericht.txt", whole.encode()))


def _cut(card: Card, most: int) -> Card:
    """The first and the last steps of a card; those in the middle are left out."""
    title = card.title if len(card.title) <= 200 else card.title[:199] + "…"
    pieces = [piece for text in card.texts for piece in _pieces(text)]
    most -= len(card_text(replace(card, title=title, texts=())))
    head: list[Text] = []
    tail: list[Text] = []
    used = 0
    low, high = 0, len(pieces)
    while low < high:
        from_front = len(head) <= 2 * len(tail)
        piece = pieces[low] if from_front else pieces[high - 1]
        size = len(card_text(Card(texts=(piece,)))) + 1
        if used + size > most:
            break
        used += size
        if from_front:
            head.append(piece)
            low += 1
        else:
            tail.insert(0, piece)
            high -= 1
    gap = Text(f"*… {high - low} weitere Zeilen stehen in bericht.txt …*")
    return replace(card, title=title, texts=(*head, gap, *tail))


def _pieces(text: Text) -> list[Text]:
    lines = text.body.split("\n")
    return [*(Text(line) for line in lines[:-1]), Text(lines[-1], text.small)]


def _few_rows(answer: Answer) -> Answer:
    """Rows as far as there is room for their components; a frame, its text and its picture come first."""
    left = MAX_COMPONENTS - (1 if answer.ping else 0) - 3 * len(answer.cards) - len(answer.files) - 1
    cards = []
    for card in answer.cards:
        rows: list[Row] = []
        for row in card.rows:
            size = 1 + (min(len(row), MAX_ROW) if isinstance(row, tuple) else 1)
            if not _empty(row) and size <= left:
                rows.append(row[:MAX_ROW] if isinstance(row, tuple) else row)
                left -= size
        cards.append(replace(card, rows=tuple(rows)))
    return replace(answer, cards=tuple(cards))


def _empty(row: Row) -> bool:
    return not (row if isinstance(row, tuple) else row.choices)
