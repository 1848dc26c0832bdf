"""Quasi-perfect equilibria: the limit of exact trembles, solved symbolically.

Moves after a blunder do not change the value, so an optimal strategy may answer blunders badly. A quasi-perfect
equilibrium does not: at every information set each player plays a best response to an opponent who may tremble at
every set, in the limit of small trembles. It is sequential, and neither strategy is dominated.

Miltersen and Sørensen give every sequence s of length |s| at least the reach e^|s|, for a tremble e > 0. With l(e)
and k(e) for these smallest reaches, x = l(e) + x' and y = k(e) + y', the program of the sequence form becomes

    maximise  x' A k(e) + v (f - F k(e))   subject to   E x' = e0 - E l(e),   F' v - A' x' <= A' l(e),   x' >= 0.

The matrix is that of the program without trembles; only the right-hand side and the objective are polynomials in e. A
basis that is optimal for all small enough e > 0 gives the equilibrium, and this condition can be decided exactly: its
reaches and its multipliers are polynomials with rational coefficients, one system of equations for each power, and a
polynomial is positive for small e if its first nonzero coefficient is. HiGHS proposes a basis, with a tremble of some
size. If it is feasible for all small trembles but not optimal, the simplex method continues from it in polynomials,
which are compared by their coefficients from the lowest power up. The probability of a move is the limit of a ratio
of two polynomials: the ratio of the coefficients of the lowest power in the reach of its information set.

Reference: P. B. Miltersen and T. B. Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic
Theory 42, 2010; E. van Damme, A relation between perfect equilibria in extensive form games and proper equilibria in
normal form, 1984 (quasi-perfection).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.errors import Unavailable
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.form import BehaviourPlan, SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame
from zerosum.models.hidden.solve.program import basis_of
from zerosum.models.hidden.solve.ranges import basis_system
from zerosum.models.hidden.solve.rational import Rationals, exact_product
from zerosum.numerics.programs import NONE, OPTIMAL, hand_over, highs
from zerosum.numerics.sparse import in_full

TREMBLES = (0.02, 0.05, 0.01, 0.1, 0.005, 0.002, 0.2, 0.001)
"""The sizes of trembles with which HiGHS proposes a basis."""

STEPS = 500
"""Maximum number of steps of the simplex method in polynomials."""

TIGHT = 1e-10
"""The amount by which HiGHS may violate a constraint; it is tiny, since trembles are small."""

Polynomials = list[list[Fraction]]
"""The coefficients of all numbers, for each power of the tremble."""


@dataclass(frozen=True)
class PerturbedProgram:
    """The linear program with trembles: right-hand side and objective, with one column for each power."""

    right: Ints
    cost: Ints


def quasi_perfect(game: BilinearGame) -> dict[Side, BehaviourPlan]:
    """Return both strategies of a quasi-perfect equilibrium, with their probabilities at every information set."""
    if not game.exact:
        raise Unavailable(
            "the payoffs of this game have too many digits for an exact refinement; shorten them"
        )
    depths = {side: game.of(side).level_of_sequence + 1 for side in SIDES}
    perturbed = _perturbed(game, depths)
    for tremble in TREMBLES:
        proposed = _propose(game, perturbed, tremble)
        if proposed is None:
            continue
        try:
            first = SymbolicBasis(game, perturbed, *proposed)
            basis = _improved(first) if first.is_feasible else None
        except ArithmeticError:
            continue
        if basis is not None:
            own, most = game.row.sequences, game.program.most
            reaches = [part[:own] for part in basis.values], [part[most] for part in basis.prices]
            plans = {}
            for side, polynomials in zip(SIDES, reaches, strict=True):
                for power, numbers in enumerate(polynomials):
                    for k in np.nonzero(depths[side][1:] == power)[0].tolist():
                        numbers[k + 1] += 1
                plans[side] = _limit(game.of(side), polynomials)
            return plans
    raise Unavailable("no basis was found that is optimal for all small trembles")


def _perturbed(game: BilinearGame, depths: Mapping[Side, Array]) -> PerturbedProgram:
    """Return the right-hand side and the objective for every power of the tremble."""
    program, payoffs = game.program, game.integers
    powers = 1 + max(int(depth.max(initial=0)) for depth in depths.values())
    height, width = program.lines.shape
    right, cost = np.zeros((height, powers), np.int64), np.zeros((width, powers), np.int64)
    right[0, 0] = cost[program.allowed.start, 0] = 1
    down, own = len(game.row) + 1, game.row.sequences
    for power in range(1, powers):
        least, met = ((depths[side] == power).astype(np.int64) for side in SIDES)
        right[:down, power] -= _flow(game.row, least)
        right[program.most, power] += payoffs.T @ least
        cost[:own, power] += payoffs @ met
        cost[program.allowed, power] -= _flow(game.col, met)
    return PerturbedProgram(right, cost)


def _flow(tree: SequenceTree, reach: Ints) -> Ints:
    """Return E x: at each set, the reach of its moves minus that of their parent."""
    signs, sets, sequences = tree.flow
    found = np.zeros(len(tree) + 1, np.int64)
    np.add.at(found, sets, signs.astype(np.int64) * reach[sequences])
    return found


def _propose(game: BilinearGame, perturbed: PerturbedProgram, tremble: float) -> tuple[Ints, Ints] | None:
    """Return the basis that is optimal for a tremble of some size: variables, and tight constraints."""
    program = game.program
    powers = tremble ** np.arange(perturbed.right.shape[1])
    right: Floats = perturbed.right @ powers
    right[program.most] *= program.unit
    cost: Floats = -(perturbed.cost @ powers)
    cost[: game.row.sequences] *= program.unit
    least = right.copy()
    least[program.most] = -NONE
    lower = np.full(program.lines.shape[1], -NONE)
    lower[: game.row.sequences] = 0.0
    solver = highs(TIGHT)
    hand_over(solver, cost, program.scaled, least, right, lower)
    solver.run()
    if solver.modelStatusToString(solver.getModelStatus()) != OPTIMAL:
        return None
    return basis_of(solver)


class SymbolicBasis:
    """A basis, with the numbers that it determines as polynomials in the tremble."""

    def __init__(self, game: BilinearGame, perturbed: PerturbedProgram, variables: Ints, lines: Ints) -> None:
        self.game, self.perturbed, self.variables, self.lines = game, perturbed, variables, lines
        program = game.program
        self.own, self.most = game.row.sequences, program.most
        integers = program.integers
        system = basis_system(integers[lines][:, variables])
        if system is None:
            raise ArithmeticError("the basis is singular")
        self.system = system
        height, width = integers.shape
        self.values: Polynomials = []
        """Row's reaches minus the smallest ones, and col's concessions."""
        self.prices: Polynomials = []
        """The multipliers: for the constraints of col's sequences, col's reaches minus the smallest ones."""
        self.slacks: Polynomials = []
        self.costs: Polynomials = []
        """The reduced costs of the variables."""
        for power in range(perturbed.right.shape[1]):
            x = self._solve(perturbed.right[lines, power])
            y = self._solve(perturbed.cost[variables, power], transposed=True)
            whole, priced = _scattered(x[0], variables, width), _scattered(y[0], lines, height)
            left, earned = exact_product(integers, whole), exact_product(integers.T, priced)
            right, cost = perturbed.right[:, power].tolist(), perturbed.cost[:, power].tolist()
            self.values.append([Fraction(n, x[1]) for n in whole])
            self.prices.append([Fraction(n, y[1]) for n in priced])
            self.slacks.append([b - Fraction(int(n), x[1]) for b, n in zip(right, left, strict=True)])
            self.costs.append([Fraction(int(n), y[1]) - c for c, n in zip(cost, earned, strict=True)])

    def _solve(self, right: Ints, *, transposed: bool = False) -> Rationals:
        solved = self.system.solve(right, transposed=transposed)
        if solved is None:
            raise ArithmeticError("the basis is too close to a singular one")
        return solved

    @property
    def is_feasible(self) -> bool:
        """Whether row's reaches and col's constraints hold for all small trembles."""
        rows = range(len(self.slacks[0]))
        return all(_sign(self.values, k) >= 0 for k in range(self.own)) and all(
            _sign(self.slacks, k) >= 0 if self.most.start <= k < self.most.stop else not _sign(self.slacks, k)
            for k in rows
        )

    def wrong(self) -> tuple[list[int], list[int]]:
        """Return the sequences that should enter the basis, and col's constraints that should be slack."""
        if any(_sign(self.costs, k) for k in range(self.own, len(self.costs[0]))):
            raise ArithmeticError("a variable without bounds is not in the basis")
        unused = [k for k in range(self.own) if _sign(self.costs, k) < 0]
        return unused, [k for k in range(self.most.start, self.most.stop) if _sign(self.prices, k) < 0]

    def step(self, unused: list[int], loose: list[int]) -> SymbolicBasis:
        """Return the next basis of the simplex method: one of the candidates enters, and the first variable that
        reaches 0 leaves.
        """
        integers = self.game.program.integers
        height, width = integers.shape
        # the column of what enters: a variable, or the slack of a line; and how the basis answers to it
        enters = np.zeros(height, np.int64)
        if unused:
            enters[:] = in_full(integers[:, [unused[0]]]).ravel()
        else:
            enters[loose[0]] = 1
        numbers, unit = self._solve(enters[self.lines])
        falls = _scattered(numbers, self.variables, width)
        shrinks = [
            int(n) * unit - int(m) for n, m in zip(enters, exact_product(integers, falls), strict=True)
        ]
        if not unused:
            shrinks[loose[0]] = 0
        # by how much it may enter until a reach or a slack is 0: vectors, one entry for each power of the tremble
        ends = [
            ([part[k] / falls[k] for part in self.values], (0, k))
            for k in self.variables.tolist()
            if k < self.own and falls[k] > 0
        ]
        tight = set(self.lines.tolist())
        ends += [
            ([part[k] / shrinks[k] for part in self.slacks], (1, k))
            for k in range(self.most.start, self.most.stop)
            if k not in tight and shrinks[k] > 0
        ]
        if not ends:
            raise ArithmeticError("the program has no bound")
        _, (kind, leaving) = min(ends)
        # exchange what enters for what leaves
        variables, lines = set(self.variables.tolist()), tight
        if unused:
            variables.add(unused[0])
        else:
            lines.remove(loose[0])
        if kind:
            lines.add(leaving)
        else:
            variables.remove(leaving)
        return SymbolicBasis(self.game, self.perturbed, np.array(sorted(variables)), np.array(sorted(lines)))


def _scattered(numbers: list[int], places: Ints, size: int) -> list[int]:
    """Return a vector with the given numbers at the given indices, and zeros elsewhere."""
    whole = [0] * size
    for place, number in zip(places.tolist(), numbers, strict=True):
        whole[place] = number
    return whole


def _improved(basis: SymbolicBasis) -> SymbolicBasis | None:
    """Return the optimal basis, found by the simplex method."""
    for _ in range(STEPS):
        unused, loose = basis.wrong()
        if not unused and not loose:
            return basis if basis.is_feasible else None
        basis = basis.step(unused, loose)
    return None


def _sign(polynomials: Polynomials, place: int) -> int:
    """Return a number's sign for all small trembles: that of its first nonzero coefficient."""
    first = next((part[place] for part in polynomials if part[place]), Fraction(0))
    return (first > 0) - (first < 0)


def _limit(tree: SequenceTree, reach: Polynomials) -> BehaviourPlan:
    """Return the limit of the plan, and the probabilities at every set, including unreached ones."""
    first, mixes, spare = tree.first.tolist(), [], []
    for i, parent in enumerate(tree.parent.tolist()):
        power = next(k for k, part in enumerate(reach) if part[parent])
        mix = [reach[power][k] / reach[power][parent] for k in range(first[i], first[i + 1])]
        mixes.append(tuple(mix))
        spare.append(max(range(len(mix)), key=mix.__getitem__))
    unit = lcm(*(part.denominator for part in reach[0]))
    whole = [int(part * unit) for part in reach[0]]
    return BehaviourPlan(tree, whole, np.array(spare, np.int64), tuple(mixes))
