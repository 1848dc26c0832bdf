"""The bilinear form of a hidden game, as arrays: two trees of sequences and a sparse matrix of payoffs.

The row player maximises x' A y and the col player minimises it, where x and y are reaches: x(0) = 1, and at each
information set the reaches of the moves add up to the reach of the parent. A is kept as integers over one
common denominator, `scale`, which floats hold exactly as long as they stay below 2^53; that is almost always so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.errors import GameError
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import HiddenForm, Sets
from zerosum.numerics.sparse import Entries, Matrix, entries, matrix

__all__ = ["LARGEST", "Bilinear", "Layout", "Tree", "bilinear"]

LARGEST = 2.0**53
"""Integers up to here are floats."""


@dataclass(frozen=True)
class Tree:
    """A player's information sets, each after its parent."""

    parent: Ints
    """The sequence that leads to each set."""
    first: Ints
    """The first sequence of each set, and at the end the number of sequences."""

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def sequences(self) -> int:
        """How many sequences there are, the empty one included."""
        return int(self.first[-1])

    @cached_property
    def moves(self) -> Ints:
        """How many moves each set has."""
        return np.diff(self.first)

    @cached_property
    def owner(self) -> Ints:
        """The set of each sequence; -1 for the empty one."""
        return np.repeat(np.arange(-1, len(self)), np.concatenate([[1], self.moves]))

    @cached_property
    def uniform(self) -> Floats:
        """The reaches of one who picks every move alike."""
        reach = np.ones(self.sequences)
        for i, parent in enumerate(self.parent.tolist()):
            reach[self.first[i] : self.first[i + 1]] = reach[parent] / self.moves[i]
        return reach

    @cached_property
    def flow(self) -> Entries:
        """The equations of the reaches: the first says x(0) = 1, the others that moves add up to their parent."""
        n = len(self)
        sets = np.concatenate([[0], np.arange(1, n + 1), 1 + self.owner[1:]])
        sequences = np.concatenate([[0], self.parent, np.arange(1, self.sequences)])
        signs = np.concatenate([[1.0], -np.ones(n), np.ones(self.sequences - 1)])
        return Entries(signs, sets, sequences)


@dataclass(frozen=True)
class Layout:
    """Row's linear program: E x = e and F' v - A' x <= 0, for the reaches x and what col allows at its sets, v.

    There may be more variables and equations, after these, by which payoffs take fewer entries.
    """

    row: Tree
    col: Tree
    lines: Matrix
    """Floats that are integers if the game is exact."""
    scale: int
    """Payoffs are multiplied by this."""

    @property
    def most(self) -> slice:
        """The lines of col's sequences, which are inequalities."""
        return slice(len(self.row) + 1, len(self.row) + 1 + self.col.sequences)

    @property
    def allowed(self) -> slice:
        """The variables v."""
        return slice(self.row.sequences, self.row.sequences + len(self.col) + 1)

    @cached_property
    def integers(self) -> Matrix:
        """The lines in integers, if the game is exact."""
        return self.lines.astype(np.int64)

    @cached_property
    def entries(self) -> Entries:
        """The lines, entry by entry."""
        return entries(self.lines)

    @cached_property
    def pays(self) -> Bools:
        """Which entries are payoffs."""
        _, line, variable = self.entries
        most, allowed = self.most, self.allowed
        bounds_col = (line >= most.start) & (line < most.stop)
        pays: Bools = bounds_col & ((variable < allowed.start) | (variable >= allowed.stop))
        return pays


@dataclass(frozen=True)
class Bilinear:
    """Both trees, and the payoffs of all pairs of sequences."""

    row: Tree
    col: Tree
    matrix: Matrix
    """Payoffs to row times `scale`: floats that are integers if `exact`."""
    size: Matrix
    """The same sums of absolute amounts, which bound what rounding did."""
    scale: int
    exact: bool

    def of(self, side: Side) -> Tree:
        """A player's tree."""
        return self.row if side == "row" else self.col

    @cached_property
    def transpose(self) -> Matrix:
        """The matrix by col's sequences."""
        return self.matrix.T

    @cached_property
    def integers(self) -> Matrix:
        """The matrix in integers, if the game is exact."""
        return self.matrix.astype(np.int64)

    @cached_property
    def layout(self) -> Layout:
        """The linear program, with a payoff for each entry of the matrix."""
        flow, back, pay = self.row.flow, self.col.flow, entries(self.matrix)
        down, right = len(self.row) + 1, self.row.sequences
        rows = np.concatenate([flow.row, down + pay.col, down + back.col])
        cols = np.concatenate([flow.col, pay.row, right + back.row])
        data = np.concatenate([flow.data, -pay.data, back.data])
        shape = down + self.col.sequences, right + len(self.col) + 1
        return Layout(self.row, self.col, matrix(Entries(data, rows, cols), shape), self.scale)

    @cached_property
    def against_uniform(self) -> dict[Side, Floats]:
        """What each player's sequences earn against an opponent who picks every move alike."""
        return {side: self.gains(side, self.of(other(side)).uniform) / self.scale for side in SIDES}

    def gains(self, side: Side, reach: Floats) -> Floats:
        """What each sequence of a player earns this player against the other's reaches, times the scale."""
        gains: Floats = self.matrix @ reach if side == "row" else -(self.transpose @ reach)
        return gains


def bilinear(form: HiddenForm) -> Bilinear:
    """The arrays of a form."""
    scale = lcm(*(weight.denominator for weight in form.weights)) if form.weights else 1
    integers = [weight.numerator * (scale // weight.denominator) for weight in form.weights]
    exact = max(map(abs, integers), default=0) * max(1, len(form.ends[0])) < LARGEST
    if not exact:
        try:
            scale, integers = 1, [float(weight) for weight in form.weights]  # type: ignore[misc]
        except OverflowError:
            raise GameError("a payoff of this game is larger than any float") from None
    row, col, number = form.ends
    weights = np.array(integers, np.float64)[number]
    shape = form.row.sequences, form.col.sequences
    payoffs = matrix(Entries(weights, row, col), shape)
    size = abs(payoffs) if exact else matrix(Entries(np.abs(weights), row, col), shape)
    return Bilinear(_tree(form.row), _tree(form.col), payoffs, size, scale, exact)


def _tree(sets: Sets) -> Tree:
    """The tree of a player's sets."""
    return Tree(np.array(sets.parent, np.int64), np.append(np.array(sets.first, np.int64), sets.sequences))
