"""The linear program of a player whose strategy is constant on the cells of a grid.

In the sequence form, A's reach r of each sequence in each cell, and a bound v(J, y) on what B allows A at
each of B's turns J with hand y, satisfy

    v(J, y) <= sum over next turns J' of v(J', y) + what B's action pays A against r,   for every action,

and A maximises the mean over y of the v at B's first turns. Against a step function B's payoffs are linear in y
inside a cell, and the smallest of linear functions lies above its chord: so it is enough to write the inequalities at
the two ends of every cell, and the program's value is a lower bound on the value of the game on [0, 1]. Its error
comes only from cells in which B changes action, and is of the order of the square of their width.

The payoff of an action at a showdown depends on the mass of A's reach above and below y. Written out, this is a dense
matrix; with the running sums C(i) = C(i-1) + w(i) r(i) as variables it has a few entries per row, and the program
grows with the number of cells, not with its square.

Reference: D. Koller, N. Megiddo and B. von Stengel, STOC 1994. The solver of linear programs is HiGHS.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import ZerosumError
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.form import BettingForm, BettingTurn, Kind, Leaf
from zerosum.models.continuum.response import Mix
from zerosum.numerics.programs import NONE, MatrixEntries, ProgramOptimum, minimise

SMALL = 4000
"""Programs with fewer variables go to the dual simplex method first, larger ones to the interior point method."""

ATTEMPTS = (("simplex", 1e-10), ("ipm", 1e-10), ("simplex", 1e-8), ("choose", 1e-7))
"""Methods and tolerances for HiGHS, in turn; sometimes it stops with an error, and the next method usually succeeds."""

RANK: dict[Kind, int] = {"fold": 0, "on": 1, "showdown": 2}
"""The preferred order of actions, from the weakest hands up, if the order makes no difference: fold, bluff, see."""


@dataclass
class ConstraintLines:
    """The entries of a sparse matrix, added one block of rows at a time."""

    rows: list[NDArray[np.int64]] = field(default_factory=list)
    cols: list[NDArray[np.int64]] = field(default_factory=list)
    data: list[Floats] = field(default_factory=list)
    count: int = 0

    def new(self, n: int) -> NDArray[np.int64]:
        self.count += n
        return np.arange(self.count - n, self.count)

    def add(self, rows: ArrayLike, cols: ArrayLike, data: ArrayLike) -> None:
        """Add entries; scalars are broadcast."""
        r, c, d = np.broadcast_arrays(rows, cols, np.asarray(data, np.float64))
        self.rows.append(r.ravel())
        self.cols.append(c.ravel())
        self.data.append(d.ravel())

    @property
    def entries(self) -> MatrixEntries:
        """All entries; entries with the same indices are added."""
        nothing = np.zeros(0, np.int64)
        return MatrixEntries(
            *(np.concatenate([nothing, *part]) for part in (self.data, self.rows, self.cols))
        )

    def and_then(self, others: ConstraintLines) -> ConstraintLines:
        below = [rows + self.count for rows in others.rows]
        return ConstraintLines(
            self.rows + below, self.cols + others.cols, self.data + others.data, self.count + others.count
        )


@dataclass(frozen=True)
class Points:
    """The opponent's hands for which inequalities are written."""

    cell: NDArray[np.int64]
    """The cell that contains each point."""
    twice: Floats
    """Twice the fraction of the cell that lies below the point."""
    share: Floats
    """The weight of each point in the mean over hands."""


def ends(edges: Floats) -> Points:
    """Return the two ends of every cell, shared by neighbours."""
    width, m = np.diff(edges), len(edges) - 1
    half = np.concatenate([width, [0.0]]) / 2 + np.concatenate([[0.0], width]) / 2
    return Points(np.append(np.arange(m), m - 1), np.append(np.zeros(m), 2 * width[-1]), half)


class GridProgram:
    """The program of one player, who maximises against the other's best response."""

    def __init__(self, form: BettingForm, player: Side, edges: Floats) -> None:
        self.form, self.player, self.points = form, player, ends(edges)
        self.weight, self.middle = np.diff(edges), (edges[:-1] + edges[1:]) / 2
        m, n = len(self.weight), len(self.points.cell)
        own, theirs = form.sequences[player], form.of(other(player))
        self.reach = np.arange(own * m).reshape(own, m)
        self.sums = own * m + np.arange(own * (m + 1)).reshape(own, m + 1)
        first = own * (2 * m + 1)
        self.value = {turn.index: first + j * n + np.arange(n) for j, turn in enumerate(theirs)}
        self.width = first + len(theirs) * n
        self.equal, self.most = ConstraintLines(), ConstraintLines()
        self.right: list[float] = []
        self._flow()
        self.objective = self._respond()

    def _flow(self) -> None:
        """Add the flow constraints: actions share the reach of their turn, and partial sums follow."""
        m = len(self.weight)
        self.equal.add(self.equal.new(m), self.reach[0], 1)
        self.right += [1.0] * m
        for turn in self.form.of(self.player):
            lines = self.equal.new(m)
            self.equal.add(lines, self.reach[turn.parent], -1)
            for sequence in turn.sequences:
                self.equal.add(lines, self.reach[sequence], 1)
        for sums, reach in zip(self.sums, self.reach, strict=True):
            self.equal.add(self.equal.new(1), sums[0], 1)
            lines = self.equal.new(m)
            self.equal.add(lines, sums[1:], 1)
            self.equal.add(lines, sums[:-1], -1)
            self.equal.add(lines, reach, -self.weight)
        self.right += [0.0] * (self.equal.count - m)

    def _respond(self) -> Floats:
        """Add the opponent's inequalities; return the objective, the opponent's average concession."""
        opponent = other(self.player)
        children = self.form.children(opponent)
        leaves: list[list[Leaf]] = [[] for _ in children]
        for leaf in self.form.leaves:
            leaves[leaf.sequence(opponent)].append(leaf)
        for turn in self.form.of(opponent):
            for sequence in turn.sequences:
                lines = self.most.new(len(self.points.cell))
                self.most.add(lines, self.value[turn.index], 1)
                self._pay(self.most, lines, children[sequence], leaves[sequence], -1.0)
        gain = ConstraintLines()
        self._pay(gain, gain.new(len(self.points.cell)), children[0], leaves[0], 1.0)
        data, rows, cols = gain.entries
        return np.bincount(cols, self.points.share[rows] * data, self.width).astype(np.float64)

    def _pay(
        self, into: ConstraintLines, lines: Ints, turns: list[BettingTurn], leaves: list[Leaf], sign: float
    ) -> None:
        """Add the player's payoffs after an action of the opponent, at each of the opponent's points."""
        cell = self.points.cell
        for turn in turns:
            into.add(lines, self.value[turn.index], sign)
        for leaf in leaves:
            mine = leaf.sequence(self.player)
            constant = sign * float(leaf.constant) * (1 if self.player == "row" else -1)
            stake = sign * float(leaf.stake)
            if constant:
                into.add(lines, self.sums[mine, -1], constant)
            if stake:
                into.add(lines, self.sums[mine, -1], stake)
                into.add(lines, self.sums[mine, cell], -2 * stake)
                into.add(lines, self.reach[mine, cell], -stake * self.points.twice)

    def tidiness(self, passive: bool) -> Floats:
        """Return an objective that grows as folds move to the weakest hands, then bluffs, then showdowns.

        If passive, it grows above all with the probabilities of the actions that are listed first; early turns count
        most.
        """
        objective = np.zeros(self.width)
        for turn in self.form.of(self.player):
            order = sorted(range(len(turn.actions)), key=lambda k: RANK[turn.kinds[k]])
            for level, action in enumerate(range(len(turn.actions)) if passive else order):
                taste = (self.middle / 2 - 1) * 0.25 ** len(turn.history) if passive else self.middle
                objective[self.reach[turn.sequences[action]]] += level * taste * self.weight
        return objective

    def run(self, objective: Floats) -> Floats:
        """Return the reaches that maximise an objective."""
        reach: Floats = self.answer(objective).x[self.reach]
        return reach

    def answer(self, objective: Floats) -> ProgramOptimum:
        low = np.full(self.width, -NONE)
        low[: self.reach.size] = 0.0
        lines = self.most.and_then(self.equal).entries
        right = np.concatenate([np.zeros(self.most.count), self.right])
        least = np.concatenate([np.full(self.most.count, -NONE), self.right])
        attempts = ATTEMPTS if self.width < SMALL else (ATTEMPTS[1], ATTEMPTS[0], *ATTEMPTS[2:])
        for method, tolerance in attempts:
            answer = minimise(-objective, lines, right, low, least=least, method=method, tolerance=tolerance)
            if answer is not None:
                return answer
        raise ZerosumError("the linear program of the betting game failed")


def solve_grid(form: BettingForm, edges: Floats, tidy: float, passive: bool) -> Mix:
    """Return the best strategies that are constant on the cells of a grid, as measured against all responses.

    `tidy` is approximately the largest EV loss that a player accepts to have the hands in order, or to be passive.
    """
    programs = [GridProgram(form, player, edges) for player in SIDES]

    def run(program: GridProgram) -> Floats:
        return program.run(program.objective + tidy * program.tidiness(passive))

    if max(program.width for program in programs) < SMALL:
        found = [run(program) for program in programs]
    else:
        from concurrent.futures import ThreadPoolExecutor  # takes long to import

        with ThreadPoolExecutor(len(programs)) as pool:  # HiGHS works outside the interpreter's lock
            found = list(pool.map(run, programs))
    return behaviour(form, dict(zip(SIDES, found, strict=True)))


def behaviour(form: BettingForm, reach: dict[Side, Floats]) -> Mix:
    """Return probabilities at each turn from the reaches of sequences; uniform where nothing is reached."""
    mix: Mix = []
    for turn in form.turns:
        share = np.clip(reach[turn.player][list(turn.sequences)], 0.0, None).T
        share = np.where(share < 1e-11, 0.0, share)
        total = share.sum(axis=1, keepdims=True)
        even = np.full_like(share, 1.0 / len(turn.actions))
        mix.append(np.where(total > 1e-10, share / np.where(total > 1e-10, total, 1.0), even))
    return mix
