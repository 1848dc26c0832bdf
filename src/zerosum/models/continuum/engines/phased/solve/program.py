"""The linear program of a game in two phases, in which strategies depend only on the grid cells of numbers and
scores.

Row's variables are masses: the mass of the first numbers, or of the scores, in a cell that take the actions of a
sequence. The masses of scores at the start of the second phase are linear in those of first numbers. If both scores
lie in one cell, a showdown counts as a draw, with an error of the order of the third power of the cell's width. Col's
best response enters the program by its values: v(turn, cell) is the most that row can get there against a best
response, per unit of col's mass. Showdowns need row's mass below each cell, so sums along the grid are variables as
well, which keeps the program sparse; the dual is col's strategy.

Among all optimal strategies the program should choose a readable one. Bluffs may lie anywhere among low numbers; a
tie-break, a very small extra payment for strong actions with high numbers, puts them at the upper end, as Bellman and
Blackwell do.

Reference: D. Koller, N. Megiddo and B. von Stengel, STOC 1994.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import ZerosumError
from zerosum.core.sides import Side
from zerosum.models.continuum.engines.phased.rules import PhasedForm, Score
from zerosum.models.continuum.form import BettingForm, Leaf
from zerosum.models.continuum.solve.program import ConstraintLines
from zerosum.numerics.programs import NONE, minimise

TIE_BREAK = 1e-8
"""The extra payment for the second action of a turn with the number 1; the third action gets twice this payment."""

SLACK = 1e-10
"""Tolerance of HiGHS for constraints."""


@dataclass(frozen=True)
class ScoreGrid:
    """Cells of first numbers and cells of scores, given by their end points from 0 to 1."""

    first: Floats
    score: Floats

    def chances(self, score: Score) -> Floats:
        """Return the probability of each cell of scores, given each cell of first numbers."""
        below = score.below(self.first[:, None], self.score[None])
        return np.diff(np.diff(below, axis=0), axis=1) / np.diff(self.first)[:, None]


Masses = dict[tuple[Side, int, int], Floats]
"""By player, phase (0, or the gate's number from 1) and sequence: the mass in each cell."""


class PhasedProgram:
    """The linear program under construction: row's masses and sums, col's values, and its constraints."""

    def __init__(self, form: PhasedForm, score: Score, grid: ScoreGrid) -> None:
        self.form, self.grid, self.chances = form, grid, grid.chances(score)
        self.widths = np.diff(grid.first)
        self.size = 0
        self.free: list[Ints] = []
        self.equal, self.most = ConstraintLines(), ConstraintLines()
        self.goal: dict[int, float] = {}
        self.mass: dict[tuple[int, int], Ints] = {}
        self.sums: dict[tuple[int, int], Ints] = {}
        self.duals: dict[tuple[int, int], Ints] = {}
        self.totals: dict[int, float] = {}
        """The right-hand sides of equations, where they are not 0."""
        self.spare: dict[int, float] = {}
        """The right-hand sides of inequalities: extra payments to col."""

    def new(self, size: int, *, free: bool = False) -> Ints:
        self.size += size
        made = np.arange(self.size - size, self.size)
        if free:
            self.free.append(made)
        return made

    @property
    def phases(self) -> list[BettingForm]:
        """The first phase, and the second phase after each gate."""
        return [self.form.first, *(gate.form for gate in self.form.gates)]

    def row(self) -> None:
        """Add row's masses, and their flow from sequence to sequence and from phase to phase."""
        cells = len(self.widths)
        start = self.mass[0, 0] = self.new(cells)
        lines = self.equal.new(cells)
        self.equal.add(lines, start, 1.0)
        self.totals = dict(zip(lines.tolist(), self.widths, strict=True))
        self._flow(0, self.form.first)
        for number, gate in enumerate(self.form.gates, 1):
            scores = self.chances.shape[1]
            start = self.mass[number, 0] = self.new(scores)
            lines = self.equal.new(scores)
            self.equal.add(lines, start, -1.0)
            self.equal.add(lines[None], self.mass[0, gate.leaf.row][:, None], self.chances)
            self._flow(number, gate.form)

    def _flow(self, phase: int, form: BettingForm) -> None:
        for turn in form.of("row"):
            cells = len(self.mass[phase, 0])
            lines = self.equal.new(cells)
            self.equal.add(lines, self.mass[phase, turn.parent], -1.0)
            for action, sequence in enumerate(turn.sequences):
                mass = self.mass[phase, sequence] = self.new(cells)
                self.equal.add(lines, mass, 1.0)
                self.goal |= dict(zip(mass.tolist(), -action * self.tie_break(phase), strict=True))

    def tie_break(self, phase: int) -> Floats:
        """Return the extra payment for the second action in each cell."""
        return TIE_BREAK * (self.grid.score if phase else self.grid.first)[1:]

    def sum_up(self, phase: int, sequence: int) -> Ints:
        """Return row's mass in all cells up to each, from no cell to all cells; the variables are created on first
        use.
        """
        if (phase, sequence) not in self.sums:
            mass = self.mass[phase, sequence]
            sums = self.sums[phase, sequence] = self.new(len(mass) + 1)
            lines = self.equal.new(len(mass) + 1)
            self.equal.add(lines, sums, 1.0)
            self.equal.add(lines[1:], sums[:-1], -1.0)
            self.equal.add(lines[1:], mass, -1.0)
        return self.sums[phase, sequence]

    def col(self) -> None:
        """Add col's values at each turn, and the constraints that no action concedes less than these values."""
        starts = {number: self.new(self.chances.shape[1], free=True) for number in range(1, len(self.phases))}
        for phase in range(1, len(self.phases)):
            self._values(phase, starts, starts[phase])
        whole = self.new(len(self.widths), free=True)
        self._values(0, starts, whole)
        self.goal |= dict(zip(whole.tolist(), -self.widths, strict=True))

    def _values(self, phase: int, starts: Mapping[int, Ints], start: Ints) -> None:
        """Add the values of one phase: the value of its start, and those of col's turns."""
        form = self.phases[phase]
        values = {turn.index: self.new(len(start), free=True) for turn in form.of("col")}
        owner = [(0, start, 0)]
        for turn in form.of("col"):
            owner += [(sequence, values[turn.index], k) for k, sequence in enumerate(turn.sequences)]
        for sequence, value, action in owner:
            lines = self.duals[phase, sequence] = self.most.new(len(start))
            self.spare |= dict(zip(lines.tolist(), -action * self.tie_break(phase), strict=True))
            self.most.add(lines, value, 1.0)
            for turn in form.children("col")[sequence]:
                self.most.add(lines, values[turn.index], -1.0)
            for leaf in form.leaves:
                if leaf.col == sequence and (phase or not leaf.stake):
                    self._paid(phase, leaf, lines)
            if phase == 0:
                for number, gate in enumerate(self.form.gates, 1):
                    if gate.leaf.col == sequence:
                        self.most.add(lines[:, None], starts[number][None], -self.chances)

    def _paid(self, phase: int, leaf: Leaf, lines: Ints) -> None:
        """Add row's payoff at a leaf: the constant times all of row's mass, plus the stake times the mass above minus
        the mass below.
        """
        sums = self.sum_up(phase, leaf.row)
        total = float(leaf.constant + leaf.stake)
        self.most.add(lines, sums[-1], -total)
        if leaf.stake:
            for side in (sums[:-1], sums[1:]):
                self.most.add(lines, side, float(leaf.stake))

    def solve(self) -> Masses:
        """Return both players' masses at the optimum."""
        self.row()
        self.col()
        lower = np.zeros(self.size)
        lower[np.concatenate(self.free)] = -NONE
        lines, totals = self.most.and_then(self.equal), _spread(self.totals, self.equal.count)
        most = np.append(_spread(self.spare, self.most.count), totals)
        least = np.append(np.full(self.most.count, -NONE), totals)
        goal = _spread(self.goal, self.size)
        found = minimise(goal, lines.entries, most, lower, least=least, method="ipm", tolerance=SLACK)
        if found is None:
            raise ZerosumError("the linear program of the game failed")
        masses: Masses = {("row", *key): found.x[places] for key, places in self.mass.items()}
        return masses | {("col", *key): -found.prices[lines] for key, lines in self.duals.items()}


def _spread(entries: Mapping[int, float], size: int) -> Floats:
    """Return a vector with the given entries at the given indices and 0 elsewhere."""
    spread = np.zeros(size)
    spread[list(entries)] = list(entries.values())
    return spread


def solve_on_grid(form: PhasedForm, score: Score, grid: ScoreGrid) -> Masses:
    """Return both players' masses at the optimum of the game on a grid."""
    return PhasedProgram(form, score, grid).solve()
