"""Rock, paper, scissors for a prize that may grow.

The column player holds a prize. The first round that somebody wins decides: the row player takes the prize, or
the column player keeps it. After a tie a coin is tossed: heads adds 1 to the prize. After the last round
the column player keeps it anyway.

Both should mix evenly, by symmetry. A round then ends in a win, a loss or a tie with probability 1/3 each; the
prize is worth prize + (t - 1)/2 on average in round t; so the value is

    sum over t = 1 … rounds of (prize + (t - 1)/2) / 3^t.

The coin is chance: `play` gives two outcomes, each with its probability. Halves are fractions, so the game can be
solved exactly.

    zerosum solve examples/rps_prize.py:RpsPrize --rounds 4 --exact
"""

from dataclasses import dataclass
from fractions import Fraction

from zerosum import StagedGame, option

BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
OVER = (0, 0)


@dataclass(frozen=True)
class RpsPrize(StagedGame):
    """The position is (rounds left, prize)."""

    rounds: int = option(3, "how many rounds there are at most")
    prize: int = option(1, "the prize in the first round")

    @property
    def start(self):
        return self.rounds, self.prize

    def moves(self, position):
        left, _ = position
        return (tuple(BEATS), tuple(BEATS)) if left else ((), ())

    def play(self, position, row, col):
        left, prize = position
        if row == col:
            half = Fraction(1, 2)
            return [(half, 0, (left - 1, prize)), (half, 0, (left - 1, prize + 1))]
        return [(1, prize if BEATS[row] == col else 0, OVER)]
