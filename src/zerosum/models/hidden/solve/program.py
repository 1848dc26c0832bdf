"""The linear program of the sequence form, solved by HiGHS: both players' reaches and the basis that gives them.

With E x = e and F y = f for the reaches, the row player's program is

    maximise v(0)   subject to   E x = e,   F' v <= A' x,   x >= 0,

where v(J) is row's EV against col's best response from the set J on; the dual gives y. At the optimum many reaches
are not determined, since moves after a blunder do not change the value. So both players tremble: with a small
probability each picks all moves with equal probability instead. In the program this adds a small multiple of A u to
row's objective, and of A' w to the right-hand side, where u and w are the uniform reaches. If the probability is
small enough, a basis that is optimal with trembles is optimal without them. Its strategies are best responses to
opponents who make every move with positive probability, so they are not dominated. Large programs start from a pair
of pure strategies (`pure_start`), which is close to the solution: in liar's dice most moves are certain.

Reference: D. Koller, N. Megiddo and B. von Stengel, STOC 1994; on trembles, P. B. Miltersen and T. B. Sørensen,
Fast algorithms for finding proper strategies in game trees, SODA 2008.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.errors import ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.solve.bilinear import BilinearGame, SequenceProgram
from zerosum.models.hidden.solve.guarantees import best_response, normalise
from zerosum.models.hidden.solve.rational import (
    About,
    FullSystem,
    IntegerSystem,
    exact_product,
    factorise,
    near_fractions,
)
from zerosum.numerics.programs import NONE, OPTIMAL, hand_over, highs

TREMBLE = 1e-5
"""The probability of a tremble."""

TOLERANCE = 1e-9
"""The amount by which HiGHS may violate a constraint."""

DUAL, PRIMAL = 1, 4
"""HiGHS's numbers of the two simplex methods."""

MIN_PRESOLVED = 64
"""A program with fewer constraints is solved without presolve."""

LARGE, SPARSE = 3_000, 10
"""A program with more constraints than the first number, and at most the second number of payoffs per sequence,
starts from pure strategies. HiGHS then needs half to two thirds of the time; with more payoffs players mix more, and
it takes longer.
"""


class Start(NamedTuple):
    """A starting basis: the status of each variable and each constraint, and the simplex method to use."""

    variables: list[Foreign]
    lines: list[Foreign]
    method: int = PRIMAL


class ProgramError(ZerosumError):
    """An error: HiGHS found no vertex."""


@dataclass(frozen=True)
class Vertex:
    """A vertex of the program: reaches in floats, and which variables and constraints are in the basis."""

    row: Floats
    col: Floats
    variables: Ints
    """The variables in the basis."""
    lines: Ints
    """The constraints that hold with equality: those whose slack is not in the basis."""


def basis_of(solver: Foreign) -> tuple[Ints, Ints]:
    """Return the variables in the basis of HiGHS's last optimum, and the constraints that hold with equality."""
    basic = solver.getBasicVariables()[1]
    tight = np.ones(len(basic), np.bool_)
    tight[-1 - basic[basic < 0]] = False
    return np.sort(basic[basic >= 0]), np.nonzero(tight)[0]


def pure_start(game: BilinearGame) -> Start | None:
    """Return the basis of two pure strategies: col's best response to row's uniform play, and row's best response
    to that.

    One move of each set is in the basis, so the matrix is triangular. Row's move is the best one at every set, also
    against trembles, so the dual simplex method needs no first phase. None if it would not save time.
    """
    program = game.program
    height, width = program.lines.shape
    if height < LARGE or np.count_nonzero(program.pays) > SPARSE * game.row.sequences:
        return None
    from highspy import HighsBasisStatus as Status  # takes long to import

    best: dict[Side, Ints] = {}
    reach = game.row.uniform
    for side in ("col", "row"):
        tree = game.of(side)
        best[side] = tree.first[:-1] + best_response(tree, game.gains(side, reach))[0]
        pure = np.zeros(tree.sequences)
        pure[best[side]] = 1.0
        reach = normalise(tree, pure) + TREMBLE * tree.uniform
    lines, variables = [Status.kLower] * height, [Status.kLower] * width
    for k in (0, *best["row"].tolist(), *range(program.allowed.start, program.allowed.stop)):
        variables[k] = Status.kBasic
    lines[program.most] = [Status.kBasic] * game.col.sequences
    for k in (0, *best["col"].tolist()):
        lines[program.most.start + k] = Status.kUpper
    return Start(variables, lines, DUAL)


class ProgramSolver:
    """A linear program in HiGHS, which continues from its last basis."""

    def __init__(
        self, program: SequenceProgram, tie_break: Mapping[Side, Floats], start: Start | None = None
    ) -> None:
        """Set up; `tie_break` is a second objective of each player, and `start` a basis to start from, if known."""
        self.program, self.start = program, start
        self.tie_break = {side: tie_break[side] * (program.unit * program.scale) for side in SIDES}
        self.highs = highs(
            TOLERANCE,
            simplex_strategy=DUAL if start is None else start.method,
            # trembles are small costs; HiGHS would perturb the costs by larger amounts and then clean up
            dual_simplex_cost_perturbation_multiplier=float(start is None or start.method != DUAL),
            presolve="off" if program.lines.shape[0] < MIN_PRESOLVED else "choose",
        )

    def solve(self, weight: float, allowed: Bools | None = None) -> Vertex:
        """Return the optimal vertex for this weight of the second objective (the probability of a tremble).

        `allowed` marks the sequences that row may use; by default all.
        """
        program, most, width = self.program, self.program.most, self.program.row.sequences
        cost, right = np.zeros(program.lines.shape[1]), np.zeros(program.lines.shape[0])
        cost[:width], cost[width], right[0] = -weight * self.tie_break["row"], -1.0, 1.0
        right[most] = -weight * self.tie_break["col"]
        least = right.copy()
        least[most] = -NONE
        lower, upper = (np.full(len(cost), bound) for bound in (-NONE, NONE))
        lower[:width] = 0.0
        if allowed is not None:
            upper[:width][~allowed] = 0.0
        basis = self.highs.getBasis()
        if not basis.valid and self.start is not None:
            basis.col_status, basis.row_status, _ = self.start
            basis.valid = basis.alien = True  # it need not be exactly a basis
        hand_over(self.highs, cost, program.scaled, least, right, lower, upper)
        if basis.valid:
            self.highs.setBasis(basis)
        self.highs.run()
        said = self.highs.modelStatusToString(self.highs.getModelStatus())
        if said != OPTIMAL:
            raise ProgramError(f"the linear program of the game failed: {said}")
        found, self.basic = self.highs.getSolution(), self.highs.getBasicVariables()[1]
        return Vertex(
            np.array(found.col_value)[:width], -np.array(found.row_dual)[most], *basis_of(self.highs)
        )

    @property
    def statuses(self) -> Start:
        basis = self.highs.getBasis()
        return Start(list(basis.col_status), list(basis.row_status))

    def in_fractions(self, vertex: Vertex) -> ExactVertex | None:
        """Return the last vertex in integers: as its floats suggest if that is proved, else from its basis."""
        guess = self._guess()
        if guess is not None and guess.value is not None:
            return guess
        return exact_vertex(self.program, vertex, known=self.factors(vertex))

    def factors(self, vertex: Vertex) -> About:
        """Return a solver in floats for the last vertex's equations, which uses HiGHS's factors of the basis.

        Its matrix has the payoffs times the unit, which is equivalent to scaling rows and columns by powers of 2.
        """
        program, lines, variables = self.program, vertex.lines, vertex.variables
        inside = np.argsort(self.basic)[-len(variables) :]
        line_scale, scale = np.ones(program.lines.shape[0]), np.ones(program.lines.shape[1])
        line_scale[program.most], scale[program.allowed] = program.unit, 1 / program.unit

        def about(right: Floats, transposed: bool) -> Floats:
            whole = np.zeros(len(self.basic))
            if transposed:
                whole[inside] = right * scale[variables]
                multipliers: Floats = self.highs.getBasisTransposeSolve(whole)[1]
                return np.asarray(multipliers[lines] * line_scale[lines])
            whole[lines] = right * line_scale[lines]
            values: Floats = self.highs.getBasisSolve(whole)[1]
            return np.asarray(values[inside] * scale[variables])

        return about

    def _guess(self) -> ExactVertex | None:
        """Return short fractions near the vertex without trembles, found with HiGHS's factors of the basis."""
        program, basic = self.program, self.basic
        one, values = (np.zeros(size) for size in program.lines.shape)
        one[0] = 1.0
        values[basic[basic >= 0]] = self.highs.getBasisSolve(one)[1][basic >= 0]
        values[program.allowed] /= program.unit
        variables = near_fractions(values)
        if variables is None:
            return None
        objective = (basic == program.allowed.start).astype(np.float64)
        multiplied: Floats = self.highs.getBasisTransposeSolve(objective)[1]
        multiplied[program.most] *= program.unit  # all are correct up to the unit, which is a power of 2
        multipliers = near_fractions(multiplied)
        return multipliers and ExactVertex(program, variables[0], multipliers[0])


@dataclass(frozen=True)
class ExactVertex:
    """A vertex in integers: all variables, and the multipliers of all constraints, each list with its own unit."""

    program: SequenceProgram
    variables: list[int]
    multipliers: list[int]

    @property
    def row(self) -> list[int]:
        return self.variables[: self.program.row.sequences]

    @property
    def col(self) -> list[int]:
        return self.multipliers[self.program.most]

    @cached_property
    def value(self) -> Fraction | None:
        """The value, if weak duality proves the vertex optimal: both objectives are equal."""
        if not (self.row[0] and self.col[0]):  # the floats are not close to any strategies
            return None
        lines, most, allowed = self.program.integers, self.program.most, self.program.allowed
        left, costs = exact_product(lines, self.variables), exact_product(lines.T, self.multipliers)
        left[0] -= self.row[0]
        costs[allowed.start] -= self.col[0]
        left[most] = np.maximum(left[most], 0)
        costs[: allowed.start] = np.minimum(costs[: allowed.start], 0)
        fine = min(self.row) >= 0 and min(self.col) >= 0 and not left.any() and not costs.any()
        lower, upper = (
            Fraction(self.variables[allowed.start], self.row[0]),
            Fraction(self.multipliers[0], self.col[0]),
        )
        return lower / self.program.denominator if fine and lower == upper else None


def exact_vertex(
    program: SequenceProgram,
    vertex: Vertex,
    tie_break: tuple[Ints, int] | None = None,
    *,
    known: About | None = None,
) -> ExactVertex | None:
    """Return a vertex in integers, or None if that fails; `known` solves its equations in floats, if available.

    The multipliers are those of the payoff; or, with `tie_break`, of a second objective for row's sequences (the array)
    plus a multiple of the payoff (the number).
    """
    lines = program.integers
    matrix = lines[vertex.lines][:, vertex.variables]
    system: IntegerSystem | FullSystem | None
    if program.whole is not None:
        system = FullSystem(matrix)
    else:
        system = factorise(matrix) if known is None else IntegerSystem(matrix, known)
    if system is None:
        return None
    kind = np.int64 if program.whole is None else object
    one, cost = np.zeros(lines.shape[0], kind), np.zeros(lines.shape[1], kind)
    one[0] = cost[program.allowed.start] = 1
    if tie_break is not None:
        cost[: program.allowed.start], cost[program.allowed.start] = tie_break
    x = system.solve(one[vertex.lines])
    y = system.solve(cost[vertex.variables], transposed=True, known=x[1]) if x else None
    if x is None or y is None:
        again = known is not None and program.whole is None
        return exact_vertex(program, vertex, tie_break) if again else None
    variables, multipliers = [0] * lines.shape[1], [0] * lines.shape[0]
    for numbers, (numerators, _), places in (
        (variables, x, vertex.variables),
        (multipliers, y, vertex.lines),
    ):
        for place, numerator in zip(places.tolist(), numerators, strict=True):
            numbers[place] = numerator
    return ExactVertex(program, variables, multipliers)
