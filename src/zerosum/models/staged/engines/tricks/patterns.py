"""Patterns: the information about two hands of ranked cards that matters in a trick game.

Sort the ranks that the players still hold, from the highest down, and write for each its holder: row (R), both (B) or
col (C). This word is the *pattern*; two pairs of hands with the same pattern have the same future. With k cards each
and at most n ranks there are

    sum over b of (2k - b)! / (b! (k - b)!^2),    2k - b <= n,

patterns. They are numbered in lexicographic order with R < B < C. No pattern is a prefix of another, so the index
follows by counting words (`WAYS`), and exchanging the players, which exchanges R and C, reverses the order: pattern p
of P has the mirror image P - 1 - p, and the middle one is B...B.

Neighbouring ranks of one player with no card of the other between them are equivalent: only the first card of such a
run is listed as a move, so that the matrix of a pattern has no equal rows or columns.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Ints
from zerosum.core.compiled import kernel

ROW, BOTH, COL = 0, 1, 2

Word = NDArray[np.int8]


def count(left: int, ranks: int) -> int:
    """Return the exact number of patterns with `left` cards each from this many ranks."""
    fewest = max(0, 2 * left - ranks)
    return sum(comb(2 * left - b, b) * comb(2 * (left - b), left - b) for b in range(fewest, left + 1))


@lru_cache(maxsize=64)
def ways(ranks: int) -> Ints:
    """Return WAYS[r, c, l]: the number of words of at most l letters with r cards of row and c cards of col."""
    table = np.zeros((ranks + 1, ranks + 1, ranks + 1), dtype=np.int64)
    table[0, 0, :] = 1
    for length in range(1, ranks + 1):
        less = table[:, :, length - 1]
        now = table[:, :, length]
        now[1:, :] += less[:-1, :]
        now[:, 1:] += less[:, :-1]
        now[1:, 1:] += less[:-1, :-1]
        now[0, 0] = 1
    return table


@kernel(work=lambda word, *_: word.size)
def rank(word: Word, length: int, left: int, WAYS: Ints) -> int:
    """Return the index of a pattern with `left` cards each."""
    number, r, c, room = 0, left, left, WAYS.shape[0] - 1
    for t in range(length):
        room -= 1
        # the number of words that agree so far and have an earlier letter here: row's cards come first, then those of
        # both, then col's
        if word[t] == ROW:
            r -= 1
            continue
        if r > 0:
            number += WAYS[r - 1, c, room]
        if word[t] == COL:
            if r > 0 and c > 0:
                number += WAYS[r - 1, c - 1, room]
        else:
            r -= 1
        c -= 1
    return number


@kernel(work=lambda number, left, *_: left)
def unrank(number: int, left: int, WAYS: Ints, word: Word) -> int:
    """Write the pattern with that index into `word` and return its length."""
    r, c, room, length = left, left, WAYS.shape[0] - 1, 0
    while r > 0 or c > 0:
        room -= 1
        # the number of words that continue with row's card here, and with a card that both hold
        rows = WAYS[r - 1, c, room] if r > 0 else 0
        both = WAYS[r - 1, c - 1, room] if r > 0 and c > 0 else 0
        if number < rows:
            word[length] = ROW
            r -= 1
        elif number < rows + both:
            word[length] = BOTH
            number -= rows
            r -= 1
            c -= 1
        else:  # the words with col's card come last
            word[length] = COL
            number -= rows + both
            c -= 1
        length += 1
    return length


@kernel(work=lambda word, *_: word.size)
def moves(word: Word, length: int, player: int, places: Ints) -> int:
    """Write the positions, in the word, of a player's distinct cards, highest first, and return their number."""
    found = 0
    for t in range(length):
        if word[t] == BOTH or (word[t] == player and (t == 0 or word[t - 1] != player)):
            places[found] = t
            found += 1
    return found


@kernel(work=lambda word, *_: word.size)
def child(word: Word, length: int, left: int, a: int, b: int, WAYS: Ints, after: Word) -> int:
    """Return the index of the pattern after row plays the card at position a and col the card at position b."""
    kept = 0
    for t in range(length):
        letter = word[t]
        if t == a:
            if a == b or letter == ROW:
                continue
            letter = COL
        elif t == b:
            if letter == COL:
                continue
            letter = ROW
        after[kept] = letter
        kept += 1
    return int(rank(after, kept, left - 1, WAYS))


def word_of(row: Sequence[int], col: Sequence[int]) -> tuple[Word, list[int]]:
    """Return the pattern of two hands, and the rank at each of its positions."""
    mine, theirs = set(row), set(col)
    ranks = sorted(mine | theirs, reverse=True)
    letters = [BOTH if r in mine and r in theirs else ROW if r in mine else COL for r in ranks]
    return np.array(letters, dtype=np.int8), ranks
