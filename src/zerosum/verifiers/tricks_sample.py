"""Check a large trick game at random positions: each one's bounds from its strategies and its children's values.

If every position's bounds follow from those of its children, all are right, by induction from the last trick. So where
there are too many positions to look at, some are drawn by random play, stopped after a random number of tricks; if
none of n fails, then with confidence 1 - a fewer than 1 - a^(1/n) of the positions so drawn do.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from zerosum.models.tricks import Chance, Context, TrickAnswer, TrickGame, in_order
from zerosum.value import Value
from zerosum.verdict import Verdict
from zerosum.verifiers.tricks import Bounds, Check, Hand

__all__ = ["Sample", "sampled"]

CONFIDENCE = 0.95


class Sample(NamedTuple):
    """What a look at random positions found."""

    size: int
    failed: int
    worst: float
    """By how much a position's bounds miss at most what follows from its children's."""

    @property
    def share(self) -> float:
        """With `CONFIDENCE`, a smaller share of the positions fails, if none of these did."""
        return float(1 - (1 - CONFIDENCE) ** (1 / self.size))


class Local(Check):
    """Bounds at one position from the claims about its children."""

    def position(self, row: Hand, col: Hand, at: Context) -> Bounds:
        """What is claimed."""
        if not row:
            return self._end(at)
        value = self.solution.answer_at(row, col, at).value
        return value.lower, value.upper

    def verdict(self, row: Hand, col: Hand, at: Context) -> Verdict:
        """What is claimed beside what follows."""
        lower, upper = self._solve(row, col, at)
        return Verdict(Value(*self.position(row, col, at)), Value(min(lower, upper), upper))


def sampled(game: TrickGame, solution: TrickAnswer, size: int, seed: int = 0) -> Sample:
    """Look at so many random positions."""
    luck, local = random.Random(seed), Local(game, solution)
    verdicts = [local.verdict(*_drawn(game, luck)) for _ in range(size)]
    worst = max((float(max(verdict.short.values())) for verdict in verdicts), default=0.0)
    return Sample(size, sum(not verdict.holds for verdict in verdicts), worst)


def _drawn(game: TrickGame, luck: random.Random) -> tuple[Hand, Hand, Context]:
    """A position after a random number of random tricks."""
    row = col = tuple(range(1, game.cards + 1))
    at = _settled(game.start, luck)
    for _ in range(luck.randrange(game.cards)):
        a, b = luck.choice(row), luck.choice(col)
        _, then = game.trick(at, (a > b) - (a < b))
        row, col = in_order(tuple(c for c in row if c != a), tuple(c for c in col if c != b))
        at = _settled(then, luck)
    return row, col, at


def _settled(at: Context | Chance, luck: random.Random) -> Context:
    """What chance brings."""
    if not isinstance(at, Chance):
        return at
    return luck.choices([one for _, one in at.branches], [float(p) for p, _ in at.branches])[0]
