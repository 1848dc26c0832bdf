"""The units in which a board is solved: payoffs of a size from 1 to 16, exactly.

Whether a gap is small, or a piece flat, can only be judged beside the payoffs. So they are divided by a power of 16,
which floats and fixed-point numbers carry out exactly; and where they hardly differ from each other, their common part
is subtracted first, which only moves an average. A value, a function or a drift found in these units is brought back
exactly (functions of floats up to underflow), so that everything reported fits the board that was given.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from fractions import Fraction

from zerosum.core.solution import Value
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.solve.certify import Drift
from zerosum.models.lagged.solve.concave import Concave
from zerosum.models.lagged.solve.operator import ROW, Functions

__all__ = ["Units"]

STEP = 4
"""Units are powers of 2**STEP."""
ALIKE = 16
"""The common part of the payoffs is subtracted if they are so many times larger than their spread."""


@dataclass(frozen=True)
class Units:
    """A payoff a is shift + 2**exponent times a payoff of size from 1 to 16."""

    shift: Fraction = Fraction(0)
    exponent: int = 0

    @classmethod
    def of(cls, board: Board, discount: Fraction) -> Units:
        """The units that suit a board; a discounted sum is not shifted."""
        most, least = max(board.payoffs), min(board.payoffs)
        alike = max(abs(most), abs(least)) > ALIKE * (most - least)
        shift = (most + least) / 2 if discount == 1 and alike else Fraction(0)
        return cls(shift, _exponent(max(abs(most - shift), abs(least - shift))))

    @property
    def unit(self) -> Fraction:
        """What 1 stands for."""
        return Fraction(2) ** self.exponent

    def board(self, given: Board) -> Board:
        """The board in these units."""
        payoffs = tuple((a - self.shift) / self.unit for a in given.payoffs)
        return dataclasses.replace(given, payoffs=payoffs)

    def value(self, found: Value) -> Value:
        """An average or a discounted sum, as the given board pays it."""
        lower, upper = (self.unit * Fraction(end) + self.shift for end in (found.lower, found.upper))
        return Value(lower, upper)

    def drift(self, found: Drift, player: int) -> Drift:
        """What a player's functions gain in two moves of the given board."""
        twice = 2 * self.shift * (1 if player == ROW else -1)
        return Drift(self.unit * found.least + twice, self.unit * found.most + twice)

    def functions(self, found: Functions) -> dict[int, Concave]:
        """A player's functions for the given board."""
        return {node: f.doubled(self.exponent) for node, f in found.items()}


def _exponent(size: Fraction) -> int:
    """The exponent of the largest unit that is no larger than a size, 0 for nothing."""
    if size == 0:
        return 0
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    return exponent // STEP * STEP
