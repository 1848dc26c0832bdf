"""The last digits: the sequence form of a river as a sparse linear program, solved by interior points.

One player's strategy is z, the weight of each hand times the probability of its moves so far; what the other's best
reply earns with hand j from decision n on is b(j, n). The program minimises the mean of b over the other's hands:

    sum of z over the moves at a decision  =  z of the move that led there, or the hand's weight at the first one
    b(j, n)  >=  what hand j earns at the ends after a move, plus b at its own next decisions      for each move

What hand j earns at a showdown is a sum over hundreds of hands, so as it stands the matrix is dense. But all hands j
take it from the same running totals, in the order of strength: in all, and for each card. With a variable for each
running total (equal to the one before plus the hands between) a showdown takes nine entries: the totals below j, up to
j and over all hands, and the same for both of its cards. This is the factored form of Farina and Sandholm (2022). The
prices of the lines of b are the other's strategy.

Rounds of regret minimisation come first. Moves that they show to lose clearly are left out of the program, and so are
hands of almost no weight. Nothing is taken on trust: best replies in the whole game decide whether the gap is small
enough, and if it is not, more moves are let in.

Reference: G. Farina and T. Sandholm, Fast payoff matrix sparsification techniques for structured extensive-form games,
AAAI 2022.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.river.rules import RiverGame
from zerosum.numerics.programs import MatrixEntries, hand_over, highs, merged

TINY = 1e-9
"""Hands of a smaller weight, relative to the largest of their player, are left out of the program."""

SCALE = 1e-10
"""HiGHS's tolerances for the program, whose entries are stakes in pots."""

Wait = Callable[[], None]
"""Called several times a second while the program is solved; it may raise."""


@dataclass
class ProgramEntries:
    """The entries of a matrix while it is put together, and the bounds of its lines."""

    data: list[Floats] = field(default_factory=list)
    row: list[Ints] = field(default_factory=list)
    col: list[Ints] = field(default_factory=list)
    least: list[Floats] = field(default_factory=list)
    most: list[Floats] = field(default_factory=list)
    lines: int = 0
    width: int = 0

    def columns(self, count: int) -> Ints:
        """New variables."""
        self.width += count
        return np.arange(self.width - count, self.width)

    def new_lines(self, least: Floats, most: Floats) -> Ints:
        """New lines with these bounds."""
        self.least.append(least)
        self.most.append(most)
        self.lines += len(least)
        return np.arange(self.lines - len(least), self.lines)

    def add(self, row: Ints, col: Ints, data: Floats | float) -> None:
        """Entries; those whose column is negative do not exist."""
        there = col >= 0
        self.row.append(row[there])
        self.col.append(col[there])
        self.data.append(np.broadcast_to(data, len(row))[there].astype(float))


@dataclass(frozen=True)
class RunningTotals:
    """The totals of one move's weights over groups of hands of growing strength, as variables."""

    strengths: Ints
    columns: Ints

    def terms(self, strengths: Ints) -> list[tuple[Ints, float]]:
        """Of which variables, with which factors, the weaker minus the stronger hands are made, for each strength."""
        padded = np.concatenate([[-1], self.columns])
        below = padded[np.searchsorted(self.strengths, strengths, "left")]
        upto = padded[np.searchsorted(self.strengths, strengths, "right")]
        return [(below, 1.0), (upto, 1.0), (np.full(len(strengths), self.columns[-1]), -1.0)]

    def whole(self, count: int) -> list[tuple[Ints, float]]:
        """The total of all hands."""
        return [(np.full(count, self.columns[-1]), 1.0)]


class RiverProgram:
    """The program of one player, `side`, with the moves and hands that are let in."""

    def __init__(
        self, game: RiverGame, side: Side, weights: dict[Side, Floats], allowed: dict[Side, Bools]
    ) -> None:
        self.game, self.side, self.foe = game, side, other(side)
        self.kept = {one: np.flatnonzero(weights[one] > TINY) for one in SIDES}
        self.weights = {one: weights[one][self.kept[one]] for one in SIDES}
        self.cards = {one: game.hands[one].cards[self.kept[one]] for one in SIDES}
        self.strength = {one: game.hands[one].strength[self.kept[one]] for one in SIDES}
        self.pot = 2 * float(game.half_pot)
        nodes = game.nodes
        self.last = [0] * len(nodes)
        """The node after the side's last move on the way to each node; 0 where it has not moved."""
        open_to = {one: np.ones((len(self.kept[one]), len(nodes)), bool) for one in SIDES}
        for n, node in enumerate(nodes):
            for k in range(node.first, node.first + len(node.moves)):
                self.last[k] = k if node.side == side else self.last[n]
                for one in SIDES:
                    mine = allowed[one][self.kept[one], k] if node.side == one else True
                    open_to[one][:, k] = open_to[one][:, n] & mine
        self.matrix = ProgramEntries()
        self.z = np.full(open_to[side].shape, -1)
        """The variable of each hand and move of the side."""
        self.b = np.full(open_to[self.foe].shape, -1)
        """The variable of each hand of the other and each of its decisions."""
        self.lines = np.full(open_to[self.foe].shape, -1)
        """The line of each hand and move of the other."""
        for node in nodes:
            for k in range(node.first, node.first + len(node.moves)) if node.side == side else ():
                here = open_to[side][:, k]
                self.z[here, k] = self.matrix.columns(int(here.sum()))
        for n, node in enumerate(nodes):
            if node.side == self.foe:
                here = open_to[self.foe][:, n]
                self.b[here, n] = self.matrix.columns(int(here.sum()))
        self._flow(open_to[side])
        self.totals = {
            s: self._totals(s) for s in {self.last[n] for n, node in enumerate(nodes) if not node.side}
        }
        hands = len(self.kept[self.foe])
        self.mean = self.matrix.new_lines(np.full(hands, -np.inf), np.full(hands, np.inf))
        """Lines without bounds: minus what each of the other's hands earns, of which the objective is the mean."""
        self._earned(self.mean, 0, np.arange(hands))
        self._replies(open_to[self.foe])

    def _flow(self, open_to: Bools) -> None:
        """A hand's moves at a decision share what came there."""
        for n, node in enumerate(self.game.nodes):
            if node.side == self.side:
                here = np.flatnonzero(open_to[:, n])
                weights = self.weights[self.side][here] if not self.last[n] else np.zeros(len(here))
                row = self.matrix.new_lines(weights, weights)
                for k in range(node.first, node.first + len(node.moves)):
                    self.matrix.add(row, self.z[here, k], 1.0)
                if self.last[n]:
                    self.matrix.add(row, self.z[here, self.last[n]], -1.0)

    def _totals(self, move: int) -> tuple[RunningTotals, dict[int, RunningTotals]]:
        """The running totals of a move's weights: over all hands, and over those with each card."""
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
        """The ends and the other's decisions that follow a node without a move of the other between."""
        ends, decisions, todo = list[int](), list[int](), [start]
        while todo:
            n = todo.pop()
            node = self.game.nodes[n]
            if node.side == self.side:
                todo += range(node.first, node.first + len(node.moves))
            else:
                (decisions if node.side else ends).append(n)
        return ends, decisions

    def _earned(self, lines: Ints, start: int, every: Ints) -> None:
        """Into these lines, one for each of these hands of the other's: minus what it earns from a node on."""
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
        """At a fold the same hand has been taken out twice, once for each card."""
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

    def _replies(self, open_to: Bools) -> None:
        """What the other's best reply earns is at least what each of its moves does."""
        for n, node in enumerate(self.game.nodes):
            for k in range(node.first, node.first + len(node.moves)) if node.side == self.foe else ():
                hands = np.flatnonzero(open_to[:, k])
                row = self.matrix.new_lines(np.zeros(len(hands)), np.full(len(hands), np.inf))
                self.lines[hands, k] = row
                self.matrix.add(row, self.b[hands, n], 1.0)
                self._earned(row, k, hands)

    def solve(self, wait: Wait) -> dict[Side, Array] | None:
        """For each side [hand, node] the reaches that the program found; None if it found nothing."""
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
