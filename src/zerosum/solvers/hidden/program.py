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
from typing import Any

import highspy
import numpy as np
from scipy.sparse import block_array, csc_array

from zerosum.arrays import Bools, Floats, Ints
from zerosum.errors import ZerosumError
from zerosum.sides import SIDES, Side, other
from zerosum.solvers.hidden.bilinear import Bilinear
from zerosum.solvers.hidden.rational import Rationals, factorised

__all__ = ["TREMBLE", "Program", "Vertex", "in_fractions"]

TREMBLE = 1e-5
"""The chance of a tremble."""

TOLERANCE = 1e-9
"""By how much HiGHS may miss a constraint."""


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
    """The program of a bilinear form, kept by HiGHS so that it can be solved again from where it stands."""

    def __init__(self, game: Bilinear, taste: Mapping[Side, Floats] | None = None) -> None:
        """`taste` is what players like beside the payoff, for each of their sequences, in the same unit; without it,
        what the sequences earn against uniform play."""
        self.game = game
        typical = float(np.median(np.abs(game.matrix.data))) if game.matrix.nnz else 1.0
        self.unit = 2.0 ** -round(np.log2(typical))
        """Payoffs are multiplied by this, so that a tolerance means the same in every game."""
        self.highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        if taste is None:
            taste = {side: game.gains(side, game.of(other(side)).uniform) / game.scale for side in SIDES}
        self.taste = {side: taste[side] * (self.unit * game.scale) for side in SIDES}
        for option, value in (
            ("output_flag", False),
            ("primal_feasibility_tolerance", TOLERANCE),
            ("dual_feasibility_tolerance", TOLERANCE),
        ):
            self.highs.setOptionValue(option, value)

    def solve(self, tremble: float, allowed: Bools | None = None) -> Vertex:
        """The optimal vertex, where players tremble with this chance, or give their taste so much weight.

        `allowed` are the sequences that row may use, if not all.
        """
        self._pass(tremble, allowed)
        self.highs.run()
        status = self.highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            said = self.highs.modelStatusToString(status)
            raise ZerosumError(f"the linear program of the game failed: {said}")
        return self._vertex()

    def _pass(self, tremble: float, allowed: Bools | None) -> None:
        """Hand the program over; a basis that HiGHS has is kept."""
        game, width, sets = self.game, self.game.row.sequences, len(self.game.col) + 1
        cost, one = np.zeros(width + sets), np.zeros(len(game.row) + 1)
        cost[:width], cost[width], one[0] = -tremble * self.taste["row"], -1.0, 1.0
        nothing, spare = np.full(game.col.sequences, -highspy.kHighsInf), -tremble * self.taste["col"]
        lp, basis = highspy.HighsLp(), self.highs.getBasis()
        lp.num_row_, lp.num_col_ = (len(one) + len(spare), len(cost))
        lp.col_cost_ = cost
        lp.col_lower_ = np.concatenate([np.zeros(width), np.full(sets, -highspy.kHighsInf)])
        upper = np.full(width + sets, highspy.kHighsInf)
        if allowed is not None:
            upper[:width][~allowed] = 0.0
        lp.col_upper_ = upper
        lp.row_lower_, lp.row_upper_ = np.concatenate([one, nothing]), np.concatenate([one, spare])
        scaled = lines_of(game, self.unit)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_, lp.a_matrix_.index_ = scaled.indptr, scaled.indices
        lp.a_matrix_.value_ = scaled.data
        self.highs.passModel(lp)
        if basis.valid:
            self.highs.setBasis(basis)

    def _vertex(self) -> Vertex:
        """The reaches and the basis that HiGHS has."""
        found, basis, width = self.highs.getSolution(), self.highs.getBasis(), self.game.row.sequences
        basic = highspy.HighsBasisStatus.kBasic
        equal = np.array([status != basic for status in basis.row_status])
        inside = np.array([status == basic for status in basis.col_status])
        return Vertex(
            np.array(found.col_value)[:width],
            -np.array(found.row_dual)[len(self.game.row) + 1 :],
            np.nonzero(inside)[0],
            np.nonzero(equal)[0],
        )


def lines_of(game: Bilinear, unit: float = 1.0) -> csc_array:
    """All lines of the program, with payoffs in some unit: E x = e, and F' v - A' x <= 0."""
    return block_array([[game.row.flow, None], [game.matrix.T * -unit, game.col.flow.T]]).tocsc()


def in_fractions(game: Bilinear, vertex: Vertex) -> tuple[list[int], list[int]] | None:
    """Both players' reaches at a vertex as integers, each in a unit of its own; None where that fails."""
    lines, width, flows = lines_of(game), game.row.sequences, len(game.row) + 1
    solver = factorised(lines.tocsr()[vertex.lines][:, vertex.variables].tocsc())
    if solver is None:
        return None
    one, cost = np.zeros(lines.shape[0], np.int64), np.zeros(lines.shape[1], np.int64)
    one[0] = cost[width] = 1
    x = solver.solve(one[vertex.lines])
    y = solver.solve(cost[vertex.variables], transposed=True)
    if x is None or y is None:
        return None
    row = _spread(x, vertex.variables, lines.shape[1])[:width]
    col = _spread(y, vertex.lines, lines.shape[0])[flows:]
    return row, col


def _spread(found: Rationals, places: Ints, length: int) -> list[int]:
    """Numerators at their places, with 0 elsewhere."""
    answer = [0] * length
    for place, numerator in zip(places.tolist(), found[0], strict=True):
        answer[place] = numerator
    return answer
