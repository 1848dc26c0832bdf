"""Stochastic games that a person writes: what is wrong is told in one sentence, what is too large before the work."""

import pytest

from zerosum.core.errors import GameError, TooLargeError
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.solve import solve


class One(StochasticGame):
    """One state, whatever its moves are."""

    states = ("here",)
    first_state = "here"

    def __init__(self, rows):
        object.__setattr__(self, "rows", rows)

    def moves(self, state):
        return self.rows, "ab"

    def play(self, state, row, col):
        return 1, {state: 1}


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ("xx", GameError, "two moves in state 'here' are called 'x'"),
        ("", GameError, "state 'here' needs at least one move"),
        (range(10**9), TooLargeError, "2,000,000,000 pairs of moves in 1 states would need about 1.2 TB"),
    ],
)
def test_one_sentence(rows, error, message):
    with pytest.raises(error, match=message):
        solve(One(rows))
