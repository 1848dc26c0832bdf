"""The lowest and highest EV of optimal strategies against a given opponent, with proofs.

With a deck this is a hidden game's range, found by the program of cards (`extremes_with_deck`). The rest of this
chapter is about hands on [0, 1].

Let s* be an optimal strategy of the opponent, a step function. A strategy r is optimal if and only if r is a best
response to s*, and s* is a best response to r. The first says which actions r may take with which hands: the tied
actions. The second says that with every hand y the opponent does as well with the course of s* as with any other. The
opponent's EV is continuous in y, so this holds at both ends of a cell; and if r is constant on cells, everything is
linear between the ends, so the conditions at the ends are enough. That is a finite program, and its solution is an
optimal strategy.

Step functions lose only the order of hands within a cell, since the mean of an optimal r over each cell is also
optimal. So let r have two values in a cell, one at each end with half the weight: then the program's value is a bound
for all measurable r. Its dual is the proof: masses M(y) >= 0 that the opponent takes out of s*, at the ends of cells
or spread over a cell, and moves to other courses S(y). For optimal r the change D = S - M s* gives the player a gain
of at least 0, so with q for the opponent's strategy

    r·Aq <= r·A(q + D) <= the most that a best response to s* can earn against q + D.

This maximum is a sum over cells: only tied actions count, their EVs are linear within a cell, and the maximum of
linear functions lies below its chord. All of it is computed in fractions; floats only suggest r, M and S.

Cells in which the EV of r and the bound differ are cut at the points where the actions that mix in them would change
if they were in order. So the end points of the required strategy join the grid, and the EV and the bound become
equal, or nearly equal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.limits import require_budget
from zerosum.core.numbers import simple_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import Side, other
from zerosum.core.solution import Value
from zerosum.core.value import Extreme
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.form import BettingForm, BettingTurn, Leaf
from zerosum.models.continuum.response import Mix, best_response, evs, on_one_grid, reach, refine
from zerosum.models.continuum.rules import Deck
from zerosum.models.continuum.solve.cards import as_hidden_game, program_layout
from zerosum.models.continuum.solve.exact import exact_behaviour
from zerosum.models.continuum.solve.program import ConstraintLines, GridProgram
from zerosum.models.hidden.solve.optimal import bilinear_extremes
from zerosum.numerics.sparse import Matrix, entries, matrix, scale_lines

PAIR_BYTES, PAIR_SECONDS = 200, 5e-6
"""Memory and time for each leaf with each pair of ranks: the largest measured values."""

ROUNDS = 8
"""Maximum number of grids that are tried."""

GAP_TOLERANCE = Fraction(1, 10**9)
"""Gap between what a strategy earns and the proved bound at which the search stops."""

SIMPLE = (10**3, 10**6, 10**15)
"""Largest denominators of the masses, all of which are tried: small ones are often exact, large ones always close."""

OPTIMAL_TOLERANCE = Fraction(1, 10**10)
"""A strategy that guarantees this much less than the value still counts as optimal; the shortfall is reported."""

MAX_CUT = 8
"""Maximum number of cells that are cut in one round, in the order of their gaps, the largest first."""

SHORT = 10**6
"""Largest denominator of a cut, relative to its cell."""


def find_extremes(
    solution: BettingSolution, opponent: Mix, edges: Array, *, progress: Progress = silent
) -> tuple[Extreme, Extreme] | None:
    """Find the lowest and the highest EV of row's optimal strategies against an opponent; None if they are
    not found.

    `opponent` holds the opponent's probabilities at col's turns, in fractions: card by card, or on a grid that has the
    solution's end points among its edges.
    """
    form, deck = solution.form, solution.game.deck
    if deck is not None:
        return extremes_with_deck(form, deck, solution.value, opponent)
    if not solution.value.is_exact:
        return None
    optimal = refine(*on_one_grid(form, solution.steps), edges)
    least, most = (
        extreme_on_line(form, "row", opponent, optimal, edges, solution.value, most=most, progress=progress)
        for most in (False, True)
    )
    return least, most


def extremes_with_deck(
    form: BettingForm, deck: Deck, value: Value, opponent: Mix
) -> tuple[Extreme, Extreme] | None:
    """Return the extremes of `find_extremes` for a deck, as the range of a hidden game."""
    pairs = len(form.leaves) * deck.ranks**2
    require_budget(
        f"the range with {deck.ranks:,} cards", memory=PAIR_BYTES * pairs, seconds=PAIR_SECONDS * pairs
    )
    game, reaches = as_hidden_game(form, deck), reach(form, "col", opponent)[1:].T.ravel()
    if not game.provable:
        return None
    program = program_layout(form, deck) if game.exact else game.program
    return bilinear_extremes(game, program, value, [Fraction(1), *reaches])


@dataclass(frozen=True, kw_only=True)
class ExtremeOnLine(Extreme):
    """One end of the range and the strategy that attains it; at the opponent's turns the strategy has the mix of the
    opponent.
    """

    edges: Array
    mix: Mix


class FaceProgram(GridProgram):
    """A linear program over the optimal strategies that have two values in each cell, one at each end.

    The grid has every cell twice, so its points are the ends of the cells and, between them, their middles; what holds
    in the middle holds on average over the cell.
    """

    def __init__(
        self, form: BettingForm, player: Side, edges: Floats, star: Floats, tied: dict[int, Array]
    ) -> None:
        super().__init__(form, player, np.sort(np.concatenate([edges, (edges[:-1] + edges[1:]) / 2])))
        for turn in form.of(player):
            for sequence, ok in zip(turn.sequences, tied[turn.index], strict=True):
                self._equal_to_nothing([(self.reach[sequence][np.repeat(~ok, 2)], 1)])
        self.courses = self.most.count
        """Number of inequalities about the opponent's courses; the inequalities that keep s* optimal come after them.
        """
        for place in range(3):
            self._keep_star_optimal(star, 2 * np.arange(len(edges) - 1) + place)

    def _equal_to_nothing(self, parts: list[tuple[Array, int]]) -> None:
        """Add the equation that a weighted sum of variables is 0."""
        lines = self.equal.new(len(parts[0][0]))
        for columns, factor in parts:
            self.equal.add(lines, columns, factor)
        self.right += [0.0] * len(lines)

    def _keep_star_optimal(self, star: Floats, at: Array) -> None:
        """Require that s* stays a best response: at a point of each cell, its line is as good as any other."""
        foe = other(self.player)
        leaves: list[list[Leaf]] = [[] for _ in star]
        for leaf in self.form.leaves:
            leaves[leaf.sequence(foe)].append(leaf)
        gain = -self._paid(self.form.children(foe)[0], leaves[0])[at]
        for share, ends in zip(star, leaves, strict=True):
            gain = gain + scale_lines(self._paid([], ends)[at], share)
        data, row, col = entries(gain)
        self.most.add(self.most.new(len(at))[row], col, data)

    def _paid(self, turns: list[BettingTurn], leaves: list[Leaf]) -> Matrix:
        """Return the player's payoffs from turns and leaves of the opponent, a row per point."""
        lines = ConstraintLines()
        self._pay(lines, lines.new(len(self.points.cell)), turns, leaves, 1.0)
        return matrix(lines.entries, (lines.count, self.width))

    def join(self) -> None:
        """Constrain the two values in a cell to be equal from now on."""
        self._equal_to_nothing([(self.reach[:, ::2].ravel(), 1), (self.reach[:, 1::2].ravel(), -1)])


@dataclass(frozen=True)
class DualMasses:
    """The mass that the dual shifts from s* to other lines, at the ends and midpoints of cells."""

    plan: Floats
    """By sequence and point."""
    taken: Floats
    """At the lower end, in the middle and at the upper end (rows) of each cell."""

    def change(self, form: BettingForm, foe: Side, star: Array, denominator: int) -> Array:
        """Return D, by sequence and point, in fractions: lines of an exact plan less those they replace."""
        change = np.zeros(self.plan.shape, object) + Fraction(0)
        plan = change.copy()
        for place, taken in enumerate(self.taken.tolist()):
            mass = np.array([simple_fraction(m, denominator) for m in taken], object)
            at = slice(place, place + 2 * len(mass) - 1, 2)
            plan[0, at] += mass
            change[:, at] -= mass * star
        for turn in form.of(foe):
            own = list(turn.sequences)
            for j in np.nonzero(plan[turn.parent])[0]:
                plan[own, j] = plan[turn.parent, j] * _simple(self.plan[own, j], denominator)
        total: Array = change + plan
        return total


def _simple(shares: Floats, denominator: int) -> Array:
    """Return shares as simple fractions that add up to 1."""
    if not shares.sum() > 0:
        shares = np.eye(len(shares))[0]
    simple = [simple_fraction(x, denominator) for x in (shares / shares.sum()).tolist()]
    exact: Array = np.array(simple, object) / sum(simple, Fraction(0))
    return exact


@dataclass(frozen=True)
class OptimalFace:
    """The optimal strategies of a player on a grid, and an opponent."""

    form: BettingForm
    player: Side
    edges: Array
    optimal: Mix
    opponent: Mix
    sign: int
    """1 for the highest EV, -1 for the lowest."""

    def on(self, edges: Array) -> OptimalFace:
        optimal, opponent = (refine(self.edges, mix, edges) for mix in (self.optimal, self.opponent))
        return replace(self, edges=edges, optimal=optimal, opponent=opponent)

    @cached_property
    def star(self) -> Array:
        return reach(self.form, other(self.player), self.optimal)

    @cached_property
    def tied(self) -> dict[int, Array]:
        """For each of the player's turns, whether each action (row) is a best response to s* in each cell."""
        response = best_response(self.form, self.player, self.optimal, self.edges, None)
        best = {index: worth == worth.max(axis=0) for index, worth in response.worth.items()}
        return {index: (at[:, :-1] & at[:, 1:]).astype(bool) for index, at in best.items()}

    @cached_property
    def evs_at_ends(self) -> Array:
        """The EV of each sequence against the opponent, times the sign, at both ends of each cell."""
        against = reach(self.form, other(self.player), self.opponent) * self.sign
        earned = evs(self.form, self.player, against, self.edges, None)
        return np.stack([earned[:, :-1], earned[:, 1:]], axis=1)

    def solve(self) -> tuple[Mix, DualMasses]:
        """Return a strategy that is constant on cells, and the dual of the program with two values in each cell."""
        edges = self.edges.astype(float)
        program = FaceProgram(self.form, self.player, edges, self.star.astype(float), self.tied)
        worth = self.evs_at_ends.astype(float) * np.diff(edges) / 2
        objective = np.zeros(program.width)
        objective[program.reach[:, ::2]], objective[program.reach[:, 1::2]] = worth[:, 0], worth[:, 1]
        dual = np.clip(-program.answer(objective).prices[: program.most.count], 0.0, None)
        foe = other(self.player)
        sequences = [s for turn in self.form.of(foe) for s in turn.sequences]
        plan = np.zeros((self.form.sequences[foe], 2 * len(edges) - 1))
        plan[sequences] = dual[: program.courses].reshape(len(sequences), plan.shape[1])
        program.join()
        found = program.run(objective)[:, ::2]
        mix = exact_behaviour(self.form, self.player, found, self.opponent, self.edges)
        return mix, DualMasses(plan, dual[program.courses :].reshape(3, -1))

    def worth(self, change: Array) -> Array:
        """Return the EV of each sequence against q + D: at both ends of each cell."""
        below = np.cumsum(change, axis=1)
        total, sign = below[:, -1:], 1 if self.player == "row" else -1
        ahead = 2 * np.stack([below[:, :-1:2], below[:, 1::2]], axis=1) - total[:, :, None]
        worth = self.evs_at_ends.copy()
        for leaf in self.form.leaves:
            theirs = leaf.sequence(other(self.player))
            gained = sign * leaf.constant * total[theirs] + leaf.stake * ahead[theirs]
            worth[leaf.sequence(self.player)] += gained
        return worth

    def ceiling(self, worth: Array) -> Array:
        """Return the greatest EV of a best response to s*, at both ends of each cell."""
        tied, children = self.tied, self.form.children(self.player)
        best: dict[int, Array] = {}
        for turn in reversed(self.form.of(self.player)):
            rows = [worth[s] + sum(best[t.index] for t in children[s]) for s in turn.sequences]
            least = min(row.min() for row in rows)
            allowed = [np.where(ok, row, least) for ok, row in zip(tied[turn.index], rows, strict=True)]
            best[turn.index] = np.stack(allowed).max(axis=0)
        top: Array = worth[0] + sum(best[turn.index] for turn in children[0])
        return top

    def mean(self, at_ends: Array) -> Scalar:
        """Return the integral over all hands of a function that is linear in each cell."""
        return np.sum(at_ends.sum(axis=0) / 2 * np.diff(self.edges))

    def proved(self, masses: DualMasses) -> tuple[Array, Array]:
        """Return the EVs of sequences and the ceiling, for the masses that prove the best bound."""
        tried = []
        for denominator in SIMPLE:
            worth = self.worth(masses.change(self.form, other(self.player), self.star, denominator))
            tried.append((worth, self.ceiling(worth)))
        return min(tried, key=lambda found: self.mean(found[1]))

    def cuts(self, own: Array, open_in: Array) -> list[Fraction]:
        """Return points that divide the cells with the largest gap, as if actions were in order, and midpoints."""
        points = []
        for i in np.argsort(-open_in.astype(float), kind="stable")[:MAX_CUT]:
            if open_in[i] > 0:
                shares = {Fraction(1, 2)}
                for turn in self.form.of(self.player):
                    shares |= _sums([simple_fraction(own[s, i], SHORT) for s in turn.sequences])
                low, width = self.edges[i], self.edges[i + 1] - self.edges[i]
                points += [low + width * x for share in shares for x in (share, 1 - share) if 0 < x < 1]
        return points


def _sums(parts: list[Fraction]) -> set[Fraction]:
    sums = {Fraction(0)}
    for part in parts:
        sums |= {known + part for known in sums}
    return sums


def extreme_on_line(
    form: BettingForm,
    player: Side,
    opponent: Mix,
    optimal: Mix,
    edges: Array,
    value: Value,
    *,
    most: bool,
    progress: Progress = silent,
) -> ExtremeOnLine:
    """Return the highest, or the lowest, EV of a player's optimal strategies against an opponent.

    `opponent` and `optimal` hold the opponent's probabilities and those of an exact solution, in fractions on one grid.
    """
    face = OptimalFace(form, player, edges, optimal, opponent, 1 if most else -1)
    face = face.on(best_response(form, player, optimal, edges, None).edges)
    found: list[ExtremeOnLine] = []
    for turn in range(ROUNDS):
        progress(turn, ROUNDS, "grids")
        mix, masses = face.solve()
        worth, ceiling = face.proved(masses)
        own = reach(form, player, mix)
        earned, bound = face.mean((own[:, None] * face.evs_at_ends).sum(axis=0)), face.mean(ceiling)
        allowed: Fraction = best_response(form, other(player), mix, face.edges, None).value
        guarantee = Fraction(value.upper) if player == "row" else -Fraction(value.lower)
        short = max(guarantee + allowed, Fraction(0))
        ends = face.sign * earned, face.sign * bound
        found.append(ExtremeOnLine(*ends, short, edges=face.edges, mix=mix))
        if bound - earned <= GAP_TOLERANCE:
            break
        open_in = (ceiling - (own[:, None] * worth).sum(axis=0)).sum(axis=0) * np.diff(face.edges)
        face = face.on(np.unique(np.concatenate([face.edges, face.cuts(own, open_in)])))
    # the strategy with the highest EV (an exact one, if several have the same EV), with the best of the bounds
    sign = face.sign
    best = min(
        found,
        key=lambda end: (end.short > OPTIMAL_TOLERANCE, -round(sign * float(end.ev), 12), end.short),
    )
    return replace(best, bound=sign * min(sign * end.bound for end in found))
