"""Matching pennies, played several times.

Both players turn a penny. Two heads pay the row player `heads`, two tails pay `tails`, and a mismatch costs
the row player `miss`. Rewards are paid along the way, so nothing is left to pay at the end.

One round has the value (heads · tails - miss²) / (heads + tails + 2 miss), and the row player shows heads with
probability (tails + miss) / (heads + tails + 2 miss). Rounds do not touch each other, so n rounds have n
times that value.

    zerosum solve examples/matching_pennies.py:MatchingPennies --rounds 5 --heads 2
"""

from dataclasses import dataclass

from zerosum import StagedGame, option


@dataclass(frozen=True)
class MatchingPennies(StagedGame):
    """The position is the number of rounds left."""

    rounds: int = option(3, "how many rounds are played")
    heads: int = option(1, "what two heads pay")
    tails: int = option(1, "what two tails pay")
    miss: int = option(1, "what a mismatch costs")

    @property
    def start(self):
        return self.rounds

    def moves(self, left):
        return (("heads", "tails"), ("heads", "tails")) if left else ((), ())

    def play(self, left, row, col):
        reward = -self.miss if row != col else self.heads if row == "heads" else self.tails
        return [(1, reward, left - 1)]
