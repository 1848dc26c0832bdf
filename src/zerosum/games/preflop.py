"""Hold'em before the flop: for any two of the 169 classes of hands, in how many deals each of them wins an all-in.

A *deal* is a hand of the one class, a hand of the other that shares no card with it, and one of the boards that are
left, C(48, 5) = 1,712,304. The counts are exact. They are stored in `preflop.npz` beside this file;

    python -m zerosum.games.preflop

counts them again and writes that file. It goes through the boards and not through pairs of hands: of the 2,598,960
boards 134,459 differ by more than their suits. On each the 1,081 hands are ranked, and gone through from the weakest; a
hand beats, of each class, as many hands as came before it, without those that have one of its cards. These numbers are
kept for each class, and for each class and card, so a step is a sum of three rows of 169 numbers.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Ints
from zerosum.core.compiled import kernel
from zerosum.models.hidden.engines.river.ranges import CLASSES, HANDS

__all__ = ["BOARDS", "NAMES", "PAIRS", "Counts", "count_all", "counts", "hand_rank"]

BOARDS = comb(48, 5)
"""The boards that two hands leave."""

NAMES: tuple[str, ...] = tuple(CLASSES)
"""The classes, in the order of all arrays here."""

FILE = Path(__file__).with_name("preflop.npz")

CLASS = np.zeros(len(HANDS), np.int64)
"""The class of each hand."""
for _number, _hands in enumerate(CLASSES.values()):
    CLASS[list(_hands)] = _number


def _disjoint_pairs() -> Ints:
    """Return the number of pairs of hands of two classes that share no card."""
    cards = np.array(HANDS)
    meet = (cards[:, None, :, None] == cards[None, :, None, :]).any((2, 3))
    members = np.eye(len(NAMES), dtype=np.int64)[CLASS]
    pairs: Ints = members.T @ (~meet).astype(np.int64) @ members
    return pairs


PAIRS = _disjoint_pairs()
"""Return, for each pair of classes, the number of pairs of their hands that share no card."""


class Counts(NamedTuple):
    """For two classes, the number of deals that the first wins and of ties, out of PAIRS * BOARDS."""

    wins: Ints
    ties: Ints


@cache
def counts() -> Counts:
    """Return the stored counts."""
    with np.load(FILE, allow_pickle=False) as stored:
        upper = np.ascontiguousarray(stored["bytes"].T).view(np.uint32)[:, 0].astype(np.int64).reshape(2, -1)
    wins, ties = np.zeros((2, len(NAMES), len(NAMES)), np.int64)
    above = np.triu_indices(len(NAMES))
    # A class is stored with itself and with later ones; the loser's deals are all that are left.
    wins[above], ties[above] = SUITS_ALIKE * upper
    ties.T[above] = ties[above]
    wins.T[above] = (PAIRS * BOARDS - wins - ties)[above]
    return Counts(wins, ties)


SUITS_ALIKE = 4
"""Each count is a multiple of this: by exchanging suits a deal becomes 4, 12 or 24 deals of the same two classes."""


def store(found: Counts, path: Path = FILE) -> None:
    """Write the counts without redundant parts: half a matrix of wins, and half a matrix of ties."""
    above = np.triu_indices(len(NAMES))
    upper = np.array([found.wins[above], found.ties[above]])
    assert not (upper % SUITS_ALIKE).any()
    # All first bytes, all second bytes and so on: this way they compress better.
    parts = (upper // SUITS_ALIKE).astype(np.uint32).ravel().view(np.uint8).reshape(-1, 4)
    np.savez_compressed(path, bytes=np.ascontiguousarray(parts.T))


def count_all() -> Counts:
    """Return the counts, from all boards; this takes about a minute."""
    boards, weights = canonical_boards()
    found = Counts(*np.zeros((2, len(NAMES), len(NAMES)), np.int64))
    _count(boards, weights, np.array(HANDS), CLASS, found.wins, found.ties)
    return found


def canonical_boards() -> tuple[Array, Ints]:
    """Return one board for each class of boards, up to suits, and the number of boards in the class."""
    # A board is the set of suits with each rank; all orders of suits are tried, the smallest code stands for all.
    boards = np.array(list(combinations(range(52), 5)), dtype=np.int8)
    ranks, suits = boards // 4, boards % 4
    codes = []
    for order in np.array(list(permutations(range(4)))):
        cards = np.sort(4 * ranks.astype(np.int64) + order[suits], axis=1)
        codes.append(
            ((cards[:, 0] * 52 + cards[:, 1]) * 52 + cards[:, 2]) * 2704 + cards[:, 3] * 52 + cards[:, 4]
        )
    _, first, weights = np.unique(np.min(codes, axis=0), return_index=True, return_counts=True)
    return boards[first], weights


@kernel()
def hand_rank(cards: Array) -> int:
    """Return the strength of the best five of at most seven cards, a larger number for a better hand.

    The number is the kind of hand, then the ranks that make it and the other ranks that count, each as a set of bits:
    sets of equally many ranks compare as the ranks do, the highest first.
    """
    s = h = d = c = 0  # the ranks of each suit
    for card in cards:
        rank, suit = 1 << int(card) // 4, int(card) % 4
        s |= rank * (suit == 0)
        h |= rank * (suit == 1)
        d |= rank * (suit == 2)
        c |= rank * (suit == 3)
    for suited in (s, h, d, c):
        if _bits(suited) >= 5:  # with five of a suit no hand of seven has four of a kind or a full house
            run = _straight(suited)
            return 8 << 26 | run if run else 5 << 26 | _highest(suited, 5)
    once, four = s | h | d | c, s & h & d & c
    twice = s & h | s & d | s & c | h & d | h & c | d & c
    thrice = s & h & d | s & h & c | s & d & c | h & d & c
    if four:
        return 7 << 26 | four << 13 | _highest(once & ~four, 1)
    if thrice:
        best = _highest(thrice, 1)
        if twice & ~best:
            return 6 << 26 | best << 13 | _highest(twice & ~best, 1)
    run = _straight(once)
    if run:
        return 4 << 26 | run
    if thrice:
        return 3 << 26 | thrice << 13 | _highest(once & ~thrice, 2)
    if twice:
        best = _highest(twice, 2)
        kind = 2 if best & (best - 1) else 1
        return kind << 26 | best << 13 | _highest(once & ~best, 5 - 2 * kind)
    return _highest(once, 5)


@kernel()
def _bits(mask: int) -> int:
    """Return the number of ranks in a set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel()
def _highest(mask: int, count: int) -> int:
    """Return the highest ranks of a set."""
    for _ in range(_bits(mask) - count):
        mask &= mask - 1
    return mask


@kernel()
def _straight(mask: int) -> int:
    """Return the highest rank of a straight as a bit mask; 0 if there is no straight."""
    low = mask << 1 | mask >> 12  # the ace is below the deuce as well
    run = _highest(low & low >> 1 & low >> 2 & low >> 3 & low >> 4, 1)
    return run << 3


@kernel()
def _count(boards: Array, weights: Ints, hands: Ints, classes: Ints, beaten: Ints, level: Ints) -> None:
    """Add to `beaten` and `level`, for each pair of classes, the numbers of deals that the first wins and
    that are ties.
    """
    kinds = len(beaten)
    seven = np.zeros(7, np.int64)
    ranks, live = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    seen, tied = np.zeros((53, kinds), np.int32), np.zeros((53, kinds), np.int32)
    won, drawn = np.zeros((kinds, kinds), np.int32), np.zeros((kinds, kinds), np.int32)
    for number in range(len(boards)):
        board, weight = boards[number], weights[number]
        seven[:5] = board
        count = 0
        for hand in range(len(hands)):
            a, b = hands[hand]
            if not ((board == a) | (board == b)).any():
                seven[5], seven[6] = a, b
                ranks[count], live[count] = hand_rank(seven), hand
                count += 1
        order = np.argsort(ranks[:count])
        seen[:], won[:], drawn[:] = (
            0,
            0,
            0,
        )  # rows 0 to 51: hands of each class with a card; row 52: all of them
        start = 0
        while start < count:
            stop = start
            tied[:] = 0
            while stop < count and ranks[order[stop]] == ranks[order[start]]:
                hand = live[order[stop]]
                a, b = hands[hand]
                tied[52, classes[hand]] += 1
                tied[a, classes[hand]] += 1
                tied[b, classes[hand]] += 1
                stop += 1
            for place in order[start:stop]:
                hand = live[place]
                a, b = hands[hand]
                own = classes[hand]
                for other in range(kinds):
                    won[own, other] += seen[52, other] - seen[a, other] - seen[b, other]
                    drawn[own, other] += tied[52, other] - tied[a, other] - tied[b, other]
                drawn[own, own] += 1  # the hand itself has both cards, and was taken away twice
            for place in order[start:stop]:
                hand = live[place]
                for row in (52, hands[hand][0], hands[hand][1]):
                    seen[row, classes[hand]] += 1
            start = stop
        beaten += weight * won
        level += weight * drawn


@kernel(lambda cards: BOARDS)
def on_all_boards(cards: Ints) -> tuple[int, int]:
    """Return the number of boards on which the first two of four cards beat the others, and of those on which
    they tie.

    This is the definition; `count_all` is compared with it.
    """
    left = [card for card in range(52) if not (cards == card).any()]
    one, other = np.zeros(7, np.int64), np.zeros(7, np.int64)
    one[:2], other[:2] = cards[:2], cards[2:]
    wins = ties = 0
    for a in range(4, 48):
        for b in range(3, a):
            for c in range(2, b):
                for d in range(1, c):
                    for e in range(d):
                        for place, card in enumerate((left[a], left[b], left[c], left[d], left[e])):
                            one[2 + place] = other[2 + place] = card
                        first, second = hand_rank(one), hand_rank(other)
                        wins += first > second
                        ties += first == second
    return wins, ties


if __name__ == "__main__":
    store(count_all())
