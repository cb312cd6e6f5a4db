"""Sealed dice: fixed by seed, words and number alone, without bias, and nobody's words can be taken for another's."""

from collections import Counter
from itertools import chain, repeat

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.referee.requests import MAX_DICE, Roll
from rules.referee.sealed import SealedDice, Words, commitment, faces, new_seed

SEED = bytes(range(32))

seeds = st.binary(min_size=32, max_size=32)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
words = st.lists(st.builds(Words, seat=texts, text=texts, since=st.integers(0, 3)), max_size=4)
numbers = st.integers(0, 2**40)


def roll(count: int, sides: int = 12) -> Roll:
    return Roll(sides, count, "Probe", "GR 4", "blau")


@given(seeds, words, numbers, st.integers(1, MAX_DICE), st.integers(2, 1000))
def test_every_throw_has_its_dice_and_every_die_its_faces(
    seed: bytes, mixed: list[Words], number: int, count: int, sides: int
) -> None:
    thrown = faces(seed, mixed, number, count, sides)
    assert len(thrown) == count
    assert all(1 <= face <= sides for face in thrown)
    assert thrown == faces(seed, mixed, number, count, sides)


@given(seeds, words, numbers)
def test_every_number_is_a_throw_of_its_own(seed: bytes, mixed: list[Words], number: int) -> None:
    assert faces(seed, mixed, number, 20, 1000) != faces(seed, mixed, number + 1, 20, 1000)


@given(seeds, words, words)
def test_other_words_make_other_dice(seed: bytes, one: list[Words], other: list[Words]) -> None:
    number = 10
    assume([(word.seat, word.text) for word in one] != [(word.seat, word.text) for word in other])
    assert faces(seed, one, number, 20, 1000) != faces(seed, other, number, 20, 1000)


def test_words_are_framed_so_that_none_can_be_taken_for_another() -> None:
    mixes: tuple[list[Words], ...] = (
        [Words(seat="ab", text="c")],
        [Words(seat="a", text="bc")],
        [Words(seat="a", text="b"), Words(seat="c", text="")],
        [Words(seat="a", text=""), Words(seat="b", text="c")],
        [Words(seat="", text="abc")],
        [],
    )
    assert len({faces(SEED, mix, 0, 20, 1000) for mix in mixes}) == len(mixes)


@given(seeds, st.integers(1, 20))
def test_words_count_from_their_throw_on_and_change_none_before(seed: bytes, since: int) -> None:
    late = [Words(seat="rot", text="spät", since=since)]
    assert faces(seed, late, since - 1, 20, 1000) == faces(seed, [], since - 1, 20, 1000)
    assert faces(seed, late, since, 20, 1000) != faces(seed, [], since, 20, 1000)


@pytest.mark.parametrize("sides", [2, 3, 6, 12, 20, 100, 999_983])
def test_numbers_that_would_favour_low_faces_are_dropped(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 2**32 // sides * sides
    assert limit % sides == 0, "every face is reached by the same number of values"
    raw = [2**32 - 1] if limit < 2**32 else []
    raw += [limit, limit - 1, 0] if limit < 2**32 else [limit - 1, 0]
    stream = chain((value.to_bytes(4, "big") for value in raw), repeat(bytes(4)))
    monkeypatch.setattr("rules.referee.sealed.hmac.digest", lambda *_: b"".join(next(stream) for _ in range(8)))
    assert faces(SEED, [], 0, 2, sides) == (sides, 1)


def test_all_faces_come_about_equally_often() -> None:
    thrown = Counter(face for number in range(1000) for face in faces(SEED, [], number, 12, 12))
    squares = sum((thrown[face] - 1000) ** 2 / 1000 for face in range(1, 13))
    assert squares < 31.3, "chi-square with 11 degrees of freedom exceeds this once in a thousand seeds"


def test_dice_of_a_battle_are_numbered_one_by_one() -> None:
    dice = SealedDice(SEED, (), 5)
    fallen = [dice.fall(roll(2)), dice.fall(roll(3, 6))]
    assert [(item.throw, item.source) for item in fallen] == [(5, "sealed"), (6, "sealed")]
    assert fallen[1].faces == faces(SEED, (), 6, 3, 6)
    assert dice.next == 7


def test_the_seal_gives_nothing_away_and_fits_one_seed() -> None:
    seed = new_seed()
    assert len(seed) == 32
    assert commitment(seed) == commitment(bytes(seed))
    assert commitment(seed) != commitment(new_seed())
    assert seed.hex() not in commitment(seed)


@pytest.mark.parametrize(("count", "sides"), [(0, 12), (MAX_DICE + 1, 12), (1, 1), (1, 1_000_001)])
def test_what_nobody_can_throw_is_an_error(count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="cannot throw"):
        faces(SEED, (), 0, count, sides)
