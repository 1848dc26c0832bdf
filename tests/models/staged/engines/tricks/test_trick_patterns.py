"""Patterns: counted, numbered, mirrored, and true to the hands."""

from itertools import combinations
from math import factorial

import numpy as np
import pytest

from zerosum.models.staged.engines.tricks.patterns import (
    BOTH,
    COL,
    ROW,
    child,
    count,
    moves,
    rank,
    unrank,
    ways,
    word_of,
)


def closed_form(left: int, ranks: int) -> int:
    return sum(
        factorial(2 * left - b) // (factorial(b) * factorial(left - b) ** 2)
        for b in range(left + 1)
        if 2 * left - b <= ranks
    )


@pytest.mark.parametrize("ranks", [1, 4, 13, 16])
def test_the_count_is_the_closed_form(ranks: int) -> None:
    table = ways(ranks)
    for left in range(1, ranks + 1):
        assert count(left, ranks) == table[left, left, ranks] == closed_form(left, ranks)


def test_thirteen_cards_have_326197_patterns() -> None:
    assert sum(count(left, 13) for left in range(1, 14)) == 326_197


@pytest.mark.parametrize("ranks", [1, 3, 6])
def test_numbers_and_patterns_are_one_to_one_and_mirrors_turn_the_order_around(ranks: int) -> None:
    table = ways(ranks)
    for left in range(1, ranks + 1):
        patterns = count(left, ranks)
        for number in range(patterns):
            word = np.zeros(ranks, np.int8)
            length = unrank(number, left, table, word)
            assert rank(word, length, left, table) == number
            mirror = (COL - word[:length]).astype(np.int8)
            assert rank(mirror, length, left, table) == patterns - 1 - number
            assert (word[:length] != COL).sum() == (word[:length] != ROW).sum() == left


def test_every_pair_of_hands_keeps_its_pattern_after_every_trick() -> None:
    ranks, left = 5, 3
    table, after = ways(ranks), np.empty(ranks, np.int8)
    for row in combinations(range(1, ranks + 1), left):
        for col in combinations(range(1, ranks + 1), left):
            word, held = word_of(row, col)
            for a in row:
                for b in col:
                    rest, _ = word_of(
                        [card for card in row if card != a], [card for card in col if card != b]
                    )
                    expected = rank(rest, rest.size, left - 1, table)
                    at = held.index(a), held.index(b)
                    assert child(word, word.size, left, *at, table, after) == expected


def test_cards_that_fare_alike_are_listed_once() -> None:
    word, held = word_of([9, 8, 5, 3], [7, 6, 5, 1])
    places = np.empty(4, np.int64)
    assert word.tolist() == [ROW, ROW, COL, COL, BOTH, ROW, COL]
    assert [held[p] for p in places[: moves(word, word.size, ROW, places)]] == [9, 5, 3]
    assert [held[p] for p in places[: moves(word, word.size, COL, places)]] == [7, 5, 1]
