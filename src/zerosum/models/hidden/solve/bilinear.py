"""The bilinear form of a hidden game, as arrays: two trees of sequences and a sparse matrix of payoffs.

The row player maximises x' A y and the col player minimises it, where x and y are reaches: x(0) = 1, and at each
information set the reaches of the moves add up to the reach of the parent. A is stored as integers over one common
denominator, `scale`. Floats hold integers below 2^53 exactly, so A is exact in almost every game. If amounts have
more digits, A is stored both in rounded floats and in Python's integers (`WholeMatrix`): floats find the answer, and
integers prove it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import GameError
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import HiddenForm, InformationSets, SequenceTree
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, entries, matrix

MAX_INTEGER = 2.0**53
"""Floats represent all integers up to here exactly."""

MAX_WHOLE = 1_500
"""Maximum number of sequences for which payoffs are also stored in integers: FLINT solves their systems as dense
systems.
"""


class WholeMatrix(NamedTuple):
    """A matrix whose payoffs are integers of any size, over one denominator."""

    matrix: Matrix
    denominator: int


@dataclass(frozen=True)
class SequenceProgram:
    """Row's linear program: E x = e and F' v - A' x <= 0, for the reaches x and col's concessions v at its
    sets.

    Further variables and equations may follow, to express the payoffs with fewer entries.
    """

    row: SequenceTree
    col: SequenceTree
    lines: Matrix
    """The constraints, as floats that are integers if the game is exact."""
    scale: int
    """The factor by which payoffs are multiplied."""
    whole: WholeMatrix | None = None
    """The constraints in integers, if floats cannot represent them."""

    @property
    def denominator(self) -> int:
        """The factor by which payoffs in integers are multiplied."""
        return self.scale if self.whole is None else self.whole.denominator

    @property
    def most(self) -> slice:
        """The indices of the constraints of col's sequences, which are inequalities."""
        return slice(len(self.row) + 1, len(self.row) + 1 + self.col.sequences)

    @property
    def allowed(self) -> slice:
        """The indices of the variables v."""
        return slice(self.row.sequences, self.row.sequences + len(self.col) + 1)

    @cached_property
    def integers(self) -> Matrix:
        """The constraints in integers, if there are any."""
        return self.lines.astype(np.int64) if self.whole is None else self.whole.matrix

    @cached_property
    def entries(self) -> MatrixEntries:
        return entries(self.lines)

    @cached_property
    def pays(self) -> Bools:
        """For each entry, whether it is a payoff."""
        _, line, variable = self.entries
        most, allowed = self.most, self.allowed
        bounds_col = (line >= most.start) & (line < most.stop)
        pays: Bools = bounds_col & ((variable < allowed.start) | (variable >= allowed.stop))
        return pays

    @cached_property
    def unit(self) -> float:
        """A power of 2; payoffs times this are about 1, so that a tolerance means the same in every game."""
        paid = np.sort(np.abs(self.entries.data[self.pays]))
        return float(2.0 ** -round(np.log2(float(paid[paid.size // 2])))) if paid.size else 1.0

    @cached_property
    def scaled(self) -> MatrixEntries:
        """The constraints with payoffs times the unit, for HiGHS."""
        data, line, variable = self.entries
        return MatrixEntries(np.where(self.pays, data * self.unit, data), line, variable)


@dataclass(frozen=True)
class BilinearGame:
    """Both trees, and the payoffs of all pairs of sequences."""

    row: SequenceTree
    col: SequenceTree
    matrix: Matrix
    """Payoffs to row times `scale`: floats that are integers if `exact`."""
    scale: int
    exact: bool
    whole: WholeMatrix | None = None
    """The payoffs in integers, if floats cannot represent them."""
    rounded: Matrix | None = None
    """The sums of the absolute amounts, if the sums in `matrix` are rounded."""

    @property
    def provable(self) -> bool:
        """Whether the payoffs are known as integers, with which a value can be proved as a fraction."""
        return self.exact or self.whole is not None

    @property
    def denominator(self) -> int:
        """The factor by which payoffs in integers are multiplied."""
        return self.scale if self.whole is None else self.whole.denominator

    def of(self, side: Side) -> SequenceTree:
        return self.row if side == "row" else self.col

    def seen_by(self, side: Side) -> BilinearGame:
        """Return the game with a player as its row player; for col, the players are exchanged."""
        if side == "row":
            return self
        return BilinearGame(self.col, self.row, -self.transpose, self.scale, self.exact, rounded=self.size.T)

    @cached_property
    def size(self) -> Matrix:
        """The absolute payoffs, which bound the effect of rounding."""
        return abs(self.matrix) if self.rounded is None else self.rounded

    @cached_property
    def transpose(self) -> Matrix:
        """The transposed matrix, by col's sequences."""
        return self.matrix.T

    @cached_property
    def integers(self) -> Matrix:
        """The matrix in integers, if there are any."""
        return self.matrix.astype(np.int64) if self.whole is None else self.whole.matrix

    @cached_property
    def program(self) -> SequenceProgram:
        """The linear program, with one entry for each entry of the matrix."""
        whole = self.whole and WholeMatrix(self._constraints(self.whole.matrix), self.whole.denominator)
        return SequenceProgram(self.row, self.col, self._constraints(self.matrix), self.scale, whole)

    def _constraints(self, payoffs: Matrix) -> Matrix:
        flow, back, pay = self.row.flow, self.col.flow, entries(payoffs)
        down, right = len(self.row) + 1, self.row.sequences
        rows = np.concatenate([flow.row, down + pay.col, down + back.col])
        cols = np.concatenate([flow.col, pay.row, right + back.row])
        kind = np.int64 if payoffs.dtype == object else np.float64  # this keeps integers as integers
        data = np.concatenate([flow.data.astype(kind), -pay.data, back.data.astype(kind)])
        shape = down + self.col.sequences, right + len(self.col) + 1
        return matrix(MatrixEntries(data, rows, cols), shape)

    @cached_property
    def against_uniform(self) -> dict[Side, Floats]:
        """The EV of each player's sequences against an opponent who picks every move with equal probability."""
        return {side: self.gains(side, self.of(other(side)).uniform) / self.scale for side in SIDES}

    def gains(self, side: Side, reach: Floats) -> Floats:
        """Return the EV of each of a player's sequences against the opponent's reaches, times the scale."""
        gains: Floats = self.matrix @ reach if side == "row" else -(self.transpose @ reach)
        return gains


def bilinear_game(form: HiddenForm) -> BilinearGame:
    scale = lcm(*(weight.denominator for weight in form.weights)) if form.weights else 1
    integers = [weight.numerator * (scale // weight.denominator) for weight in form.weights]
    exact = max(map(abs, integers), default=0) * max(1, len(form.ends[0])) < MAX_INTEGER
    row, col, number = form.ends
    shape = form.row.sequences, form.col.sequences
    whole = None
    if not exact:
        if sum(shape) <= MAX_WHOLE:
            weights = np.array(integers, object)[number]
            whole = WholeMatrix(matrix(MatrixEntries(weights, row, col), shape), scale)
        try:
            scale, integers = 1, [float(weight) for weight in form.weights]  # type: ignore[misc]
        except OverflowError:
            raise GameError("a payoff of this game is larger than any float") from None
    weights = np.array(integers, np.float64)[number]
    payoffs = matrix(MatrixEntries(weights, row, col), shape)
    rounded = None if exact else matrix(MatrixEntries(np.abs(weights), row, col), shape)
    return BilinearGame(tree_of(form.row), tree_of(form.col), payoffs, scale, exact, whole, rounded)


def tree_of(sets: InformationSets) -> SequenceTree:
    """Return one player's information sets as arrays."""
    first = np.append(np.array(sets.first, np.int64), sets.sequences)
    return SequenceTree(np.array(sets.parent, np.int64), first)
