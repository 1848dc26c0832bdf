"""The linear program of the sequence form, solved by HiGHS: both players' reaches and the basis that gives them.

With E x = e and F y = f for the reaches, the row player's program is

    maximise v(0)   subject to   E x = e,   F' v <= A' x,   x >= 0,

where v(J) is what col must allow at the set J; the dual gives y. At the optimum many reaches and payoffs are free:
what happens after a blunder changes no value. So both players are made to tremble: with a small chance each plays
all moves alike instead. In the program that adds a little of A u to row's objective, and of A' w to the right
side, u and w being the uniform reaches. For a small enough chance a basis that is optimal with trembles is optimal
without; its strategies are best replies to opponents who do everything now and then, so no plan of play that is never
worse and sometimes better exists for them.

Reference: D. Koller, N. Megiddo and B. von Stengel, STOC 1994; on trembles, P. B. Miltersen and T. B. Sørensen,
Fast algorithms for finding proper strategies in game trees, SODA 2008.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.errors import ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.solve.bilinear import Layout
from zerosum.models.hidden.solve.rational import Rationals, factorised, near_fractions, product
from zerosum.numerics.programs import NONE, OPTIMAL, hand_over, highs
from zerosum.numerics.sparse import Entries

__all__ = ["TREMBLE", "Exact", "Program", "Statuses", "Vertex", "in_fractions"]

TREMBLE = 1e-5
"""The chance of a tremble."""

TOLERANCE = 1e-9
"""By how much HiGHS may miss a constraint."""


DUAL, PRIMAL = 1, 4
"""HiGHS's names of the two methods. From where a smaller program ended, the second takes a fourth of the time."""

TINY = 64
"""A program with fewer lines is solved as it stands."""

Statuses = tuple[list[Foreign], list[Foreign]]
"""For each variable and for each line, whether it is in the basis, and at which bound it is if not."""


@dataclass(frozen=True)
class Vertex:
    """What the program found: reaches in floats, and which variables and lines are in the basis."""

    row: Floats
    col: Floats
    variables: Ints
    """The variables in the basis."""
    lines: Ints
    """The lines that hold with equality: those whose slack is not in the basis."""


class Program:
    """A linear program, kept by HiGHS so that it can be solved again from where it stands."""

    def __init__(self, layout: Layout, taste: Mapping[Side, Floats], start: Statuses | None = None) -> None:
        """`taste` is what players like beside the payoff, for each of their sequences; it may be known where to
        start."""
        self.layout, self.start = layout, start
        paid = np.sort(np.abs(layout.entries.data[layout.pays]))
        self.unit = 2.0 ** -round(np.log2(float(paid[paid.size // 2]))) if paid.size else 1.0
        """Payoffs are multiplied by this, so that a tolerance means the same in every game."""
        self.taste = {side: taste[side] * (self.unit * layout.scale) for side in SIDES}
        self.highs = highs(
            TOLERANCE,
            simplex_strategy=DUAL if start is None else PRIMAL,
            presolve="off" if layout.lines.shape[0] < TINY else "choose",
        )

    def solve(self, tremble: float, allowed: Bools | None = None) -> Vertex:
        """The optimal vertex, where players tremble with this chance, or give their taste so much weight.

        `allowed` are the sequences that row may use, if not all.
        """
        self._pass(tremble, allowed)
        self.highs.run()
        said = self.highs.modelStatusToString(self.highs.getModelStatus())
        if said != OPTIMAL:
            raise ZerosumError(f"the linear program of the game failed: {said}")
        return self._vertex()

    @cached_property
    def scaled(self) -> Entries:
        """The lines with payoffs in the unit."""
        data, row, col = self.layout.entries
        return Entries(np.where(self.layout.pays, data * self.unit, data), row, col)

    def _pass(self, tremble: float, allowed: Bools | None) -> None:
        """Hand the program over; a basis that HiGHS has is kept."""
        lines, most, width = self.layout.lines, self.layout.most, self.layout.row.sequences
        cost, right = np.zeros(lines.shape[1]), np.zeros(lines.shape[0])
        cost[:width], cost[width], right[0] = -tremble * self.taste["row"], -1.0, 1.0
        right[most] = -tremble * self.taste["col"]
        least = right.copy()
        least[most] = -NONE
        lower, upper = (np.full(len(cost), bound) for bound in (-NONE, NONE))
        lower[:width] = 0.0
        if allowed is not None:
            upper[:width][~allowed] = 0.0
        basis = self._basis()
        hand_over(self.highs, cost, self.scaled, least, right, lower, upper)
        if basis.valid:
            self.highs.setBasis(basis)

    def _basis(self) -> Foreign:
        """The basis that HiGHS has, or else the one to start with; it need not be quite one."""
        basis = self.highs.getBasis()
        if not basis.valid and self.start is not None:
            basis.col_status, basis.row_status = self.start
            basis.valid = basis.alien = True
        return basis

    @property
    def statuses(self) -> Statuses:
        """Where HiGHS stands."""
        basis = self.highs.getBasis()
        return list(basis.col_status), list(basis.row_status)

    def _vertex(self) -> Vertex:
        """The reaches and the basis that HiGHS has."""
        found, width = self.highs.getSolution(), self.layout.row.sequences
        basic = self.highs.getBasicVariables()[1]
        tight = np.ones(self.layout.lines.shape[0], np.bool_)
        tight[-1 - basic[basic < 0]] = False
        return Vertex(
            np.array(found.col_value)[:width],
            -np.array(found.row_dual)[self.layout.most],
            np.sort(basic[basic >= 0]),
            np.nonzero(tight)[0],
        )

    def in_fractions(self, vertex: Vertex) -> Exact | None:
        """A vertex just found in integers: as its floats suggest, if that is proved, else by its basis."""
        guess = self._guess()
        return guess if guess is not None and guess.value is not None else in_fractions(self.layout, vertex)

    def _guess(self) -> Exact | None:
        """Short fractions near the vertex without trembles, by the factors of the basis that HiGHS has."""
        layout, basic = self.layout, self.highs.getBasicVariables()[1]
        one, values, multiplied = (np.zeros(size) for size in (len(basic), *layout.lines.shape[::-1]))
        one[0] = 1.0
        values[basic[basic >= 0]] = self.highs.getBasisSolve(one)[1][basic >= 0]
        values[layout.allowed] /= self.unit
        multiplied[:] = self.highs.getBasisTransposeSolve((basic == layout.allowed.start).astype(np.float64))[
            1
        ]
        multiplied[layout.most] *= self.unit  # so all are right but for the unit, which is a power of 2
        variables, multipliers = near_fractions(values), near_fractions(multiplied)
        if variables is None or multipliers is None:
            return None
        return Exact(layout, variables[0], multipliers[0])


@dataclass(frozen=True)
class Exact:
    """A vertex in integers: all variables, and the multipliers of all lines, each in a unit of its own."""

    layout: Layout
    variables: list[int]
    multipliers: list[int]

    @property
    def row(self) -> list[int]:
        """Row's reaches."""
        return self.variables[: self.layout.row.sequences]

    @property
    def col(self) -> list[int]:
        """Col's reaches."""
        return self.multipliers[self.layout.most]

    @cached_property
    def value(self) -> Fraction | None:
        """The value, if the vertex is optimal, by weak duality: no variables earn more than any multipliers allow."""
        if not (self.row[0] and self.col[0]):  # floats that suggest nothing: no strategies at all
            return None
        lines, most, allowed = self.layout.integers, self.layout.most, self.layout.allowed
        left, costs = product(lines, self.variables), product(lines.T, self.multipliers)
        left[0] -= self.row[0]
        costs[allowed.start] -= self.col[0]
        left[most] = np.maximum(left[most], 0)
        costs[: allowed.start] = np.minimum(costs[: allowed.start], 0)
        fine = min(self.row) >= 0 and min(self.col) >= 0 and not left.any() and not costs.any()
        lower, upper = (
            Fraction(self.variables[allowed.start], self.row[0]),
            Fraction(self.multipliers[0], self.col[0]),
        )
        return lower / self.layout.scale if fine and lower == upper else None


def in_fractions(layout: Layout, vertex: Vertex, taste: tuple[Ints, int] | None = None) -> Exact | None:
    """A vertex in integers; None where that fails.

    The multipliers are those of the payoff, or of a taste for row's sequences and so many times the payoff.
    """
    lines = layout.integers
    solver = factorised(lines[vertex.lines][:, vertex.variables])
    if solver is None:
        return None
    one, cost = np.zeros(lines.shape[0], np.int64), np.zeros(lines.shape[1], np.int64)
    one[0] = cost[layout.allowed.start] = 1
    if taste is not None:
        cost[: layout.allowed.start], cost[layout.allowed.start] = taste
    x = solver.solve(one[vertex.lines])
    y = solver.solve(cost[vertex.variables], transposed=True)
    if x is None or y is None:
        return None
    return Exact(
        layout, _spread(x, vertex.variables, lines.shape[1]), _spread(y, vertex.lines, lines.shape[0])
    )


def _spread(found: Rationals, places: Ints, length: int) -> list[int]:
    """Numerators at their places, with 0 elsewhere."""
    answer = [0] * length
    for place, numerator in zip(places.tolist(), found[0], strict=True):
        answer[place] = numerator
    return answer
