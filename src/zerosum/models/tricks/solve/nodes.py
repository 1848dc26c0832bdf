"""Every node's linear program by itself, as in the appendix of Sanwal and Drechsler's paper on Jujitsu.

The hands lie open, and each position is a matrix game solved by the interior-point method of their time
(`matrix.lipsol`), on the values that the same method found below it. Where a game has many optimal strategies this
gives one inside of them, and the tables over patterns one at a corner.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.progress import Progress
from zerosum.core.value import Value
from zerosum.models.staged import solve as staged
from zerosum.models.tricks.answer import SolvedPosition
from zerosum.models.tricks.open_hands import Hands
from zerosum.models.tricks.rules import Chance, Context, TrickGame

__all__ = ["NodeTables"]


@dataclass
class NodeTables:
    """All positions of a trick game, each by its own program."""

    solution: staged.StagedSolution

    @classmethod
    def of(cls, game: TrickGame, progress: Progress) -> NodeTables:
        """Solve a game node by node."""
        return cls(staged.solve(game.as_staged(by_order=True), lp="lipsol", progress=progress))

    def answer(self, row: Sequence[int], col: Sequence[int], at: Context | Chance) -> SolvedPosition:
        """The value at two hands in a context, and both strategies; in a Chance, the value only."""
        if isinstance(at, Chance):
            return SolvedPosition(self._mean(row, col, at), {}, {})
        here = Hands(tuple(sorted(row)), tuple(sorted(col)), at)
        found = self.solution.at_position(here.in_order())
        mixes = (
            dict(zip(hand, mix.values(), strict=True))
            for hand, mix in zip(here[:2], (found.row, found.col), strict=True)
        )
        return SolvedPosition(found.value, *mixes)

    def digest(self) -> str:
        """The SHA-256 of all values."""
        said = "\n".join(f"{at!r} {value!r}" for at, value in self.solution.values.items())
        return hashlib.sha256(said.encode()).hexdigest()

    def _mean(self, row: Sequence[int], col: Sequence[int], at: Chance) -> Value:
        """The value before chance."""
        after = [(Fraction(p), self.answer(row, col, one).value) for p, one in at.branches]
        lower = sum((p * Fraction(value.lower) for p, value in after), Fraction(0))
        upper = sum((p * Fraction(value.upper) for p, value in after), Fraction(0))
        return Value(math.nextafter(float(lower), -math.inf), math.nextafter(float(upper), math.inf))
