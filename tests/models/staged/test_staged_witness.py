"""Other models' games written as plain staged games: two unlike solvers must agree at every position.

The rules are written here a second time, from the papers, and share nothing with zerosum.games.
"""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from zerosum.core.game import WAIT
from zerosum.games.goofspiel import Goofspiel, PrizeState
from zerosum.games.jujitsu import Jujitsu
from zerosum.games.nakai import Nakai
from zerosum.models.staged import solve as staged
from zerosum.models.staged.engines.tricks import solve as tricks
from zerosum.models.staged.rules import StagedGame
from zerosum.models.targets import solve as targets


def without(hand, card):
    return tuple(other for other in hand if other != card)


@dataclass(frozen=True)
class PlainJujitsu(StagedGame):
    """The position is both hands, the tricks won less lost, and the ties carried."""

    cards: int

    @property
    def start(self):
        hand = tuple(range(1, self.cards + 1))
        return hand, hand, 0, 0

    def moves(self, position):
        return position[0], position[1]

    def play(self, position, row, col):
        mine, theirs, score, ties = position
        if row == col:
            score, ties = score, ties + 1
        else:
            score, ties = score + (ties + 1) * (1 if row > col else -1), 0
        return [(1, 0, (without(mine, row), without(theirs, col), score, ties))]

    def payoff(self, position):
        return (position[2] > 0) - (position[2] < 0)


@dataclass(frozen=True)
class PlainGoofspiel(StagedGame):
    """The position is both hands, the prizes face down, and the one turned up; None before it is turned."""

    cards: int

    @property
    def start(self):
        hand = tuple(range(1, self.cards + 1))
        return hand, hand, hand, None

    def moves(self, position):
        mine, theirs, hidden, up = position
        if up is None:
            return (WAIT, WAIT) if hidden else ((), ())
        return mine, theirs

    def play(self, position, row, col):
        mine, theirs, hidden, up = position
        if up is None:
            share = Fraction(1, len(hidden))
            return [(share, 0, (mine, theirs, without(hidden, prize), prize)) for prize in hidden]
        points = up * ((row > col) - (row < col))
        return [(1, points, (without(mine, row), without(theirs, col), hidden, None))]


@dataclass(frozen=True)
class PlainNakai(StagedGame):
    """The position is (stages, high, low, middle) and the target seen; None before it is seen."""

    stages: int
    high: int
    low: int
    middle: int
    worths: tuple

    @property
    def start(self):
        return self.stages, self.high, self.low, self.middle, None

    def moves(self, position):
        stages, high, low, middle, x = position
        if middle == 0 or high + low == 0:
            return (), ()
        if x is None:
            return WAIT, WAIT
        row = ["H"] * (high > 0) + ["L"] * (low > 0) + ["pass"] * (high + low < stages)
        return row, ["M"] + ["pass"] * (middle < stages)

    def play(self, position, row, col):
        stages, high, low, middle, x = position
        if x is None:
            share = Fraction(1, len(self.worths))
            return [(share, 0, (*position[:4], worth)) for worth in self.worths]
        won = {"H": x, "L": -x, "pass": 0}[row] if col == "M" else 0
        after = (stages - 1, high - (row == "H"), low - (row == "L"), middle - (col == "M"), None)
        return [(1, won, after)]


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_jujitsu_by_patterns_and_by_positions(cards):
    plain = staged.solve(PlainJujitsu(cards), exact=True)
    patterns = tricks.solve(Jujitsu(cards=cards), exact=True)
    compared = 0
    for mine, theirs, score, ties in plain.values:
        if mine:
            there = patterns.at(row=mine, col=theirs, score=score, carried=ties)
            assert there.value == plain.values[mine, theirs, score, ties]
            compared += 1
    assert compared == plain.positions - sum(not position[0] for position in plain.values)
    assert compared >= cards


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_goofspiel_by_patterns_and_by_positions(cards):
    plain = staged.solve(PlainGoofspiel(cards), exact=True)
    patterns = tricks.solve(Goofspiel(cards=cards), exact=True)
    compared = 0
    for mine, theirs, hidden, up in plain.values:
        if up is not None:
            answer = patterns.answer_at(mine, theirs, PrizeState(hidden, up, 0))
            assert answer.value == plain.values[mine, theirs, hidden, up]
            compared += 1
    assert compared >= cards


@pytest.mark.parametrize(
    ("n", "k", "l", "m"), [(2, 1, 1, 1), (3, 1, 1, 2), (3, 2, 1, 2), (4, 1, 2, 2), (4, 2, 1, 3)]
)
def test_nakai_with_few_values_by_pieces_and_by_positions(n, k, l, m):  # noqa: E741 - Nakai's letters
    plain = staged.solve(PlainNakai(n, k, l, m, (1, 2, 5)), exact=True)
    pieces = targets.solve(Nakai(n, k, l, m, "values(1,2,5)"), exact=True)
    for *state, x in plain.values:
        if x is None:
            assert pieces.value_at(tuple(state)) == plain.values[*state, x]
