"""Reading lines: named or by place, with or without umlauts, and one clear sentence for everything else."""

from __future__ import annotations

from typing import Annotated, ClassVar

import pytest

from rules.referee.orders import MAX_LINE, Opt, OptKind, Order, dump_order, load_order, parse_line
from rules.referee.refusal import Mehrdeutig, Unverstaendlich


class Fuehren(Order):
    verb: ClassVar[str] = "führen"
    about: ClassVar[str] = "Führen"
    figur: Annotated[str, Opt(OptKind.UNIT, "die Figur")]
    nach: Annotated[str, Opt(OptKind.FIELD, "das Feld")]
    richtung: Annotated[str, Opt(OptKind.FACING, "wohin")] | None = None
    warten: Annotated[bool, Opt(OptKind.FLAG, "warten")] = False
    wer: Annotated[tuple[str, ...], Opt(OptKind.UNITS, "wer noch")] = ()
    punkte: Annotated[int, Opt(OptKind.NUMBER, "Punkte")] | None = None
    was: Annotated[str, Opt(OptKind.CHOICE, "was", ("geben", "nehmen"))] | None = None


class ChipZiehen(Order):
    verb: ClassVar[str] = "chip draw"
    about: ClassVar[str] = "Chip ziehen"


VERBS = (Fuehren, ChipZiehen)


class Names:
    def unit(self, text: str) -> str:
        if text == "S":
            raise Mehrdeutig("S1 oder S2?")
        if text not in ("S1", "S2"):
            raise Unverstaendlich(f"»{text}« gibt es nicht.")
        return text

    def field(self, text: str) -> str:
        return text.upper()


@pytest.mark.parametrize(
    "line",
    [
        "/führen figur:S1 nach:d5",
        "/fuehren S1 D5",
        "  /FÜHREN   figur: S1   nach:D5 ",
        "führen nach:D5 figur:S1",
        "/führen S1 nach:D5",
    ],
)
def test_many_ways_to_say_the_same(line: str) -> None:
    assert parse_line(line, VERBS, Names()) == Fuehren(figur="S1", nach="D5")


def test_a_verb_may_have_two_words() -> None:
    assert parse_line("/chip draw", VERBS, Names()) == ChipZiehen()


def test_every_kind_of_option_is_read() -> None:
    line = "/führen S1 D5 richtung:Süd warten:ja wer:S1,S2 punkte:12 was:geben"
    order = parse_line(line, VERBS, Names())
    assert order == Fuehren(
        figur="S1", nach="D5", richtung="sued", warten=True, wer=("S1", "S2"), punkte=12, was="geben"
    )
    assert parse_line(order.line(), VERBS, Names()) == order
    assert load_order(VERBS, dump_order(order)) == order


@pytest.mark.parametrize(
    ("line", "satz"),
    [
        ("", "kein Befehl"),
        ("/", "kenne ich nicht"),
        ("/führer S1 D5", "Meintest du /führen?"),
        ("/xyzzy", "kenne ich nicht"),
        ("/führen", "fehlt »figur«"),
        ("/führen S1", "fehlt »nach«"),
        ("/führen X9 D5", "»X9« gibt es nicht"),
        ("/führen S1 D5 tempo:3", "keine Angabe »tempo«"),
        ("/führen figur:S1 figur:S2 nach:D5", "steht zweimal"),
        ("/führen figur: nach:D5", "steht nichts"),
        ("/führen S1 D5 nord ja S2 3 geben zuviel", "verstehe ich"),
        ("/führen S1 D5 richtung:oben", "keine Richtung"),
        ("/führen S1 D5 warten:vielleicht", "ja oder nein"),
        ("/führen S1 D5 punkte:-3", "eine Zahl"),
        ("/führen S1 D5 was:behalten", "geben oder nehmen"),
        ("/führen S1 D5 wer:" + "S1," * 41, "zu viele"),
        ("/" + "x" * MAX_LINE, "zu lang"),
    ],
)
def test_what_cannot_be_read_gets_one_sentence(line: str, satz: str) -> None:
    with pytest.raises(Unverstaendlich) as caught:
        parse_line(line, VERBS, Names())
    assert satz in caught.value.satz
    assert len(caught.value.satz) < 200


def test_an_ambiguous_name_is_a_refusal_of_its_own_kind() -> None:
    with pytest.raises(Mehrdeutig):
        parse_line("/führen S D5", VERBS, Names())
