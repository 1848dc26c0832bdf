"""The last digits: the sequence form of a river as a sparse linear program, solved by interior points.

One player's strategy is z, the weight of each hand times the probability of its moves so far; the EV of the
opponent's best response with hand j from decision n onwards is b(j, n). The program minimises the mean of b over the
opponent's hands:

    sum of z over the moves at a decision  =  z of the move that led there, or the hand's weight at the first one
    b(j, n)  >=  what hand j earns at the ends after a move, plus b at its own next decisions      for each move

The EV of hand j at a showdown is a sum over hundreds of hands, so written directly the matrix is dense. But all hands
j use the same running totals in the order of strength: one over all hands, and one for each card. With a variable for
each running total (equal to the one before plus the hands between) a showdown takes nine entries: the totals below j,
up to j and over all hands, and the same for both of its cards. This is the factored form of Farina and Sandholm
(2022). The multipliers of the constraints on b are the opponent's strategy.

Rounds of regret minimisation come first. The program leaves out moves that clearly lose EV according to them, and
hands of almost no weight. This is checked: best responses in the whole game decide whether the gap is small enough,
and if it is not, more moves are added (`finish`).

Reference: G. Farina and T. Sandholm, Fast payoff matrix sparsification techniques for structured extensive-form games,
AAAI 2022.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.progress import Progress
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.engines.regret import RegretMinimiser
from zerosum.models.hidden.engines.river.rules import RiverGame
from zerosum.models.hidden.engines.river.solve.rounds import RiverSpace, averaged, dyadic, moves_of
from zerosum.numerics.programs import MatrixEntries, hand_over, highs, merged

MAX_PROGRAMS = 12
"""Maximum number of linear programs."""

SLACK = 1e-4
"""The first linear program contains the moves whose EV loss is less than this share of the pot, or whose frequency is
greater than this.
"""

WEIGHT_TOLERANCE = 1e-9
"""Hands of a smaller weight, relative to the largest of their player, are left out of the program."""

SCALE = 1e-10
"""HiGHS's tolerances for the program, whose entries are stakes in pots."""

Wait = Callable[[], None]
"""Called several times a second while the program is solved; it may raise."""


def finish(
    work: RegretMinimiser[Floats], space: RiverSpace, goal: float, rounds: int, progress: Progress
) -> None:
    """Solve linear programs until the gap is small enough; each adds moves of best responses to the one before."""

    def wait() -> None:
        unit = f"rounds, gap {work.gap / space.unit:.1e} of the pot, linear program {space.programs + 1}"
        progress(work.rounds, rounds, unit)

    old = dict(work.best)
    allowed = {side: _nearly_best(space, side, old, SLACK) | (old[side] > SLACK) for side in SIDES}
    while work.gap > goal and space.programs < MAX_PROGRAMS:
        found = RiverProgram(space.game, "row", space.weights, allowed).solve(wait)
        if found is None:
            return
        space.programs += 1
        new = {}
        for side in SIDES:
            mixes = averaged(space.nodes, side, found[side])
            for after in moves_of(space.nodes, side):
                never = (found[side][:, after].sum(axis=1) <= 0) | (space.weights[side] <= WEIGHT_TOLERANCE)
                mixes[never, after] = old[side][never, after]
            new[side] = dyadic(space.nodes, side, mixes)
            work.offer(side, new[side])
        allowed = {side: allowed[side] | _nearly_best(space, side, new, SLACK / 10) for side in SIDES}


def _nearly_best(space: RiverSpace, side: Side, mixes: dict[Side, Floats], slack: float) -> Bools:
    """Return [hand, node]: whether the move to a node loses at most `slack` pots against the other's mixes."""
    ends, nodes = space.values(side, mixes[other(side)]), space.nodes
    worth = np.empty((len(ends), len(nodes)))
    near = np.ones(worth.shape, bool)
    most = slack * space.unit * space.weights[other(side)].sum()
    for n in range(len(nodes) - 1, -1, -1):
        after = slice(nodes[n].first, nodes[n].first + len(nodes[n].moves))
        if nodes[n].side is None:
            worth[:, n] = ends[:, space.tree[3][n]]
        elif nodes[n].side == side:
            worth[:, n] = worth[:, after].max(axis=1)
            near[:, after] = worth[:, n, None] - worth[:, after] <= most
        else:
            worth[:, n] = worth[:, after].sum(axis=1)
    return near


@dataclass
class ProgramEntries:
    """The entries of a matrix under construction, and the bounds of its rows."""

    data: list[Floats] = field(default_factory=list)
    row: list[Ints] = field(default_factory=list)
    col: list[Ints] = field(default_factory=list)
    least: list[Floats] = field(default_factory=list)
    most: list[Floats] = field(default_factory=list)
    lines: int = 0
    width: int = 0

    def columns(self, count: int) -> Ints:
        self.width += count
        return np.arange(self.width - count, self.width)

    def new_lines(self, least: Floats, most: Floats) -> Ints:
        self.least.append(least)
        self.most.append(most)
        self.lines += len(least)
        return np.arange(self.lines - len(least), self.lines)

    def add(self, row: Ints, col: Ints, data: Floats | float) -> None:
        """Add entries; those with a negative column are skipped."""
        there = col >= 0
        self.row.append(row[there])
        self.col.append(col[there])
        self.data.append(np.broadcast_to(data, len(row))[there].astype(float))


@dataclass(frozen=True)
class RunningTotals:
    """The cumulative weights of one move over groups of hands of increasing strength, as variables."""

    strengths: Ints
    columns: Ints

    def terms(self, strengths: Ints) -> list[tuple[Ints, float]]:
        """Return, for each strength, the variables and coefficients of the weight of the weaker hands minus that of
        the stronger ones.
        """
        padded = np.concatenate([[-1], self.columns])
        below = padded[np.searchsorted(self.strengths, strengths, "left")]
        upto = padded[np.searchsorted(self.strengths, strengths, "right")]
        return [(below, 1.0), (upto, 1.0), (np.full(len(strengths), self.columns[-1]), -1.0)]

    def whole(self, count: int) -> list[tuple[Ints, float]]:
        return [(np.full(count, self.columns[-1]), 1.0)]


class RiverProgram:
    """The program of one player, `side`, restricted to some moves and hands."""

    def __init__(
        self, game: RiverGame, side: Side, weights: dict[Side, Floats], allowed: dict[Side, Bools]
    ) -> None:
        self.game, self.side, self.foe = game, side, other(side)
        self.kept = {one: np.flatnonzero(weights[one] > WEIGHT_TOLERANCE) for one in SIDES}
        self.weights = {one: weights[one][self.kept[one]] for one in SIDES}
        self.cards = {one: game.hands[one].cards[self.kept[one]] for one in SIDES}
        self.strength = {one: game.hands[one].strength[self.kept[one]] for one in SIDES}
        self.pot = 2 * float(game.half_pot)
        nodes = game.nodes
        self.last = [0] * len(nodes)
        """The node after the side's last move on the way to each node; 0 where it has not moved."""
        # which hands come to each node by moves that are allowed
        open_to = {one: np.ones((len(self.kept[one]), len(nodes)), bool) for one in SIDES}
        for n, node in enumerate(nodes):
            for k in node.children:
                self.last[k] = k if node.side == side else self.last[n]
                for one in SIDES:
                    mine = allowed[one][self.kept[one], k] if node.side == one else True
                    open_to[one][:, k] = open_to[one][:, n] & mine
        self.matrix = ProgramEntries()
        self.z = np.full(open_to[side].shape, -1)
        """The variable of each hand and move of the side."""
        self.b = np.full(open_to[self.foe].shape, -1)
        """The variable of each of the opponent's hands at each of the opponent's decisions."""
        self.lines = np.full(open_to[self.foe].shape, -1)
        """The constraint of each hand and move of the opponent."""
        # variables: the reaches of the side's moves, then what the other's decisions are worth
        for node in nodes:
            for k in node.children if node.side == side else ():
                here = open_to[side][:, k]
                self.z[here, k] = self.matrix.columns(int(here.sum()))
        for n, node in enumerate(nodes):
            if node.side == self.foe:
                here = open_to[self.foe][:, n]
                self.b[here, n] = self.matrix.columns(int(here.sum()))
        # constraints: flows, running totals of the moves before ends, and the other's best responses
        self._flow(open_to[side])
        self.totals = {
            s: self._totals(s) for s in {self.last[n] for n, node in enumerate(nodes) if not node.side}
        }
        hands = len(self.kept[self.foe])
        self.mean = self.matrix.new_lines(np.full(hands, -np.inf), np.full(hands, np.inf))
        """Rows without bounds: minus the EV of each of the opponent's hands; the objective is their mean."""
        self._earned(self.mean, 0, np.arange(hands))
        self._responses(open_to[self.foe])

    def _flow(self, open_to: Bools) -> None:
        """Add the flow constraints: a hand's moves at a decision share its reach."""
        for n, node in enumerate(self.game.nodes):
            if node.side == self.side:
                here = np.flatnonzero(open_to[:, n])
                weights = self.weights[self.side][here] if not self.last[n] else np.zeros(len(here))
                row = self.matrix.new_lines(weights, weights)
                for k in node.children:
                    self.matrix.add(row, self.z[here, k], 1.0)
                if self.last[n]:
                    self.matrix.add(row, self.z[here, self.last[n]], -1.0)

    def _totals(self, move: int) -> tuple[RunningTotals, dict[int, RunningTotals]]:
        """Return the cumulative weights of a move: over all hands, and over those with each card."""
        cards, every = self.cards[self.side], np.arange(len(self.kept[self.side]))
        if move:
            every = every[self.z[:, move] >= 0]
        by_card = {card: every[(cards[every] == card).any(axis=1)] for card in range(52)}
        return self._chain(move, every), {
            card: self._chain(move, hands) for card, hands in by_card.items() if len(hands)
        }

    def _chain(self, move: int, hands: Ints) -> RunningTotals:
        strengths, group = np.unique(self.strength[self.side][hands], return_inverse=True)
        if not len(strengths):
            strengths = np.zeros(1, int)
        columns = self.matrix.columns(len(strengths))
        more = np.zeros(len(strengths))
        if not move:
            np.add.at(more, group, self.weights[self.side][hands])
        row = self.matrix.new_lines(more, more)
        self.matrix.add(row, columns, 1.0)
        self.matrix.add(row[1:], columns[:-1], -1.0)
        if move:
            self.matrix.add(row[group], self.z[hands, move], -1.0)
        return RunningTotals(strengths, columns)

    def _after(self, start: int) -> tuple[list[int], list[int]]:
        """Return the ends and the opponent's decisions that follow a node before the opponent moves."""
        ends, decisions, todo = list[int](), list[int](), [start]
        while todo:
            n = todo.pop()
            node = self.game.nodes[n]
            if node.side == self.side:
                todo += node.children
            else:
                (decisions if node.side else ends).append(n)
        return ends, decisions

    def _earned(self, lines: Ints, start: int, every: Ints) -> None:
        """Add minus the EV from a node to these rows, one for each of the opponent's hands."""
        ends, decisions = self._after(start)
        for n in decisions:
            self.matrix.add(lines, self.b[every, n], -1.0)
        cards, strength = self.cards[self.foe][every], self.strength[self.foe][every]
        for n in ends:
            node = self.game.nodes[n]
            over_all, by_card = self.totals[self.last[n]]
            stake = float(node.stake) / self.pot * (-1 if node.folded == self.foe else 1)
            for which, totals, sign in [
                (np.arange(len(every)), over_all, 1.0),
                *((np.flatnonzero((cards == card).any(axis=1)), one, -1.0) for card, one in by_card.items()),
            ]:
                parts = totals.whole(len(which)) if node.folded else totals.terms(strength[which])
                for columns, factor in parts:
                    self.matrix.add(lines[which], columns, -sign * factor * stake)
            if node.folded:
                self._add_twins(lines, every, self.last[n], stake)

    def _add_twins(self, lines: Ints, every: Ints, move: int, stake: float) -> None:
        """Correct the terms of a fold: the same hand has been subtracted twice, once for each card."""
        places = {
            int(hand): i for i, hand in enumerate(self.game.hands[self.side].numbers[self.kept[self.side]])
        }
        numbers = self.game.hands[self.foe].numbers[self.kept[self.foe]][every]
        twins = np.array([places.get(int(number), -1) for number in numbers], int)
        there = np.flatnonzero(twins >= 0)
        if move:
            self.matrix.add(lines[there], self.z[twins[there], move], -stake)
        else:
            fixed = self.matrix.columns(len(there))
            self.matrix.add(self.matrix.new_lines(*[self.weights[self.side][twins[there]]] * 2), fixed, 1.0)
            self.matrix.add(lines[there], fixed, -stake)

    def _responses(self, open_to: Bools) -> None:
        """Require that the opponent's best response has at least the EV of each of its moves."""
        for n, node in enumerate(self.game.nodes):
            for k in node.children if node.side == self.foe else ():
                hands = np.flatnonzero(open_to[:, k])
                row = self.matrix.new_lines(np.zeros(len(hands)), np.full(len(hands), np.inf))
                self.lines[hands, k] = row
                self.matrix.add(row, self.b[hands, n], 1.0)
                self._earned(row, k, hands)

    def solve(self, wait: Wait) -> dict[Side, Array] | None:
        """Solve the program; return the reaches of each side as an array [hand, node], or None if it fails."""
        matrix = self.matrix
        entries = merged(
            MatrixEntries(*(np.concatenate(part) for part in (matrix.data, matrix.row, matrix.col)))
        )
        cost, lower = np.zeros(matrix.width), np.full(matrix.width, -np.inf)
        inside = np.isin(entries.row, self.mean)
        weights = self.weights[self.foe][entries.row[inside] - self.mean[0]]
        np.add.at(cost, entries.col[inside], -entries.data[inside] * weights)
        lower[self.z[self.z >= 0]] = 0.0
        least, most = np.concatenate(matrix.least), np.concatenate(matrix.most)
        solver = highs(
            SCALE, solver="ipm", run_crossover="off", ipm_optimality_tolerance=SCALE, small_matrix_value=1e-12
        )
        hand_over(solver, cost / abs(cost).max(), entries, least, most, lower)
        solver.HandleUserInterrupt = True
        running = solver.startSolve()
        try:
            while running.is_alive():
                running.join(0.2)
                wait()
        except BaseException:
            solver.cancelSolve()
            running.join()
            raise
        found = solver.getSolution()
        if not found.value_valid or not found.dual_valid:
            return None
        x, prices = np.array(found.col_value), np.array(found.row_dual)
        reaches = {one: np.zeros((len(self.game.hands[one]), len(self.game.nodes))) for one in SIDES}
        reaches[self.side][self.kept[self.side]] = np.where(self.z >= 0, np.maximum(x[self.z], 0), 0)
        reaches[self.foe][self.kept[self.foe]] = np.where(
            self.lines >= 0, np.maximum(prices[self.lines], 0), 0
        )
        return reaches
