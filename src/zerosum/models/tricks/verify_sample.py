"""Check a large trick game at random positions: each one's bounds from its strategies and its children's values.

If every position's bounds follow from those of its children, all are right, by induction from the last trick. So where
there are too many positions to look at, some are drawn by random play, stopped after a random number of tricks; if
none of n fails, then with confidence 1 - a fewer than 1 - a^(1/n) of the positions so drawn do. The start is looked at
in any case, and counts by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.value import Value
from zerosum.core.verdict import Verdict
from zerosum.models.tricks.rules import Chance, Context, TrickAnswer, TrickGame, in_order
from zerosum.models.tricks.verify import Bounds, Check, Hand

__all__ = ["Sample", "allow", "openings", "positions", "sampled"]

CONFIDENCE = 0.95
MOST_SAMPLED = 1_000_000

Position = tuple[Hand, Hand, Context]


class Sample(NamedTuple):
    """What a look at random positions found."""

    size: int
    failed: int
    worst: float
    """By how much a position's bounds miss at most what follows from its children's."""
    opening: Value
    """What the start's strategies guarantee if its children's values are right."""

    @property
    def share(self) -> float:
        """With `CONFIDENCE`, a smaller share of the positions fails, if none of these did."""
        return float(1 - (1 - CONFIDENCE) ** (1 / self.size))

    def json(self) -> Json:
        """What was found, as data."""
        return {"size": self.size, "failed": self.failed, "worst": self.worst, "share": self.share}

    def __str__(self) -> str:
        said = f"of {self.size:,} random positions {self.failed:,} fail, the worst by {self.worst:.2g}"
        sure = f"; with confidence {CONFIDENCE:.0%} fewer than {self.share:.2g} of them all do"
        return said + (sure if not self.failed else "")


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
        lower, upper = self.bounds(row, col, at)
        return Verdict(Value(*self.position(row, col, at)), Value(min(lower, upper), upper))


def sampled(game: TrickGame, solution: TrickAnswer, size: int, seed: int = 0) -> Sample:
    """Look at the start and at so many random positions."""
    allow(game, size)
    local = Local(game, solution)
    verdicts = [local.verdict(*position) for position in positions(game, size, seed)]
    hand = game.hand
    lower, upper = local.node(hand, hand, game.start, local.bounds)
    worst = max(float(max(verdict.short.values())) for verdict in verdicts)
    failed = sum(not verdict.holds for verdict in verdicts)
    return Sample(size, failed, worst, Value(min(lower, upper), upper))


def allow(game: object, size: int) -> None:
    """Refuse a sample that cannot be had."""
    if not isinstance(game, TrickGame) or not 1 <= size <= MOST_SAMPLED:
        raise InputError(f"a sample has 1 to {MOST_SAMPLED:,} random positions, of a trick game")


def positions(game: TrickGame, size: int, seed: int) -> Iterator[Position]:
    """So many positions of random play."""
    luck = random.Random(seed)
    for _ in range(size):
        yield _drawn(game, luck)


def openings(game: TrickGame) -> list[Position]:
    """What can be the start."""
    start = game.start
    contexts = [one for _, one in start.branches] if isinstance(start, Chance) else [start]
    return [(game.hand, game.hand, at) for at in contexts]


def _drawn(game: TrickGame, luck: random.Random) -> Position:
    """A position after a random number of random tricks."""
    row = col = game.hand
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
