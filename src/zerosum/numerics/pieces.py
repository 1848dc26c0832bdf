"""A piece: an interval of x on which one formula gives the value of a matrix game and both strategies."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.core.arrays import Scalar
from zerosum.numerics.polynomials import Ratio

__all__ = ["Piece"]


@dataclass(frozen=True)
class Piece:
    """An interval of x on which one formula gives the value and both optimal strategies."""

    low: Scalar
    """Where it begins: a fraction, an algebraic number, or a float."""
    high: Scalar
    """Where it ends, perhaps infinity."""
    value: Ratio
    row: tuple[Ratio, ...]
    col: tuple[Ratio, ...]

    @property
    def is_pure(self) -> bool:
        """Whether neither player mixes here."""
        return all(len(p.top) <= 1 and p(0) in (0, 1) for p in (*self.row, *self.col) if p.top)

    def in_floats(self) -> Piece:
        """The same piece with every number a float."""
        row, col = (tuple(ratio.in_floats() for ratio in side) for side in (self.row, self.col))
        return Piece(float(self.low), float(self.high), self.value.in_floats(), row, col)
