"""The solver of rivers: discounted regret minimisation on arrays, until best replies prove a gap that is small enough.

    kernels   compiled loops
    program   linear programs for the last digits

At each decision a hand keeps the *regret* of each move: how much more it would have earned than the mix did. Each
round, the player whose turn it is computes what every end is worth to each hand against the other's current mixes,
adds up the tree, updates the regrets and mixes in proportion to the positive ones. In round t positive regrets are
first multiplied by t^1.5 / (t^1.5 + 1) and negative ones by 1/2, and the average strategy gives round t a weight of t².
The averages become optimal, and what best replies earn against them are bounds on the value at any time.

The gap falls about as the inverse of the number of rounds. For a gap below 3e-6 of the pot, a sparse linear program
over the moves that are still in question takes over (`program`).

The cost of a round is proportional to hands × nodes: an end is valued by sums in the order of strength
(`kernels.end_values`), not by all pairs of hands.

Small ranges are solved in fractions: as a hidden game, by the linear program of the sequence form.

References: N. Brown and T. Sandholm, Solving imperfect-information games via discounted regret minimization, AAAI 2019;
M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, Accelerating best response calculation in large extensive games,
IJCAI 2011.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.limits import afford
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.river.answer import RiverSolution
from zerosum.models.river.rules import RiverGame
from zerosum.models.river.solve.kernels import BetArrays, best_reply, end_reaches, end_values, learn

MOST_EXACT = 120_000
"""Maximum number of pairs of hands times nodes that are solved in fractions."""

GAP = 1e-5
"""The gap at which the solver stops by default, as a share of the pot."""

FINE, FIRST = 3e-6, 1e-4
"""Below the first gap linear programs take over, once rounds have come to the second; shares of the pot."""

MOST_IN_A_PROGRAM = 200_000
"""Maximum number of hands of both players times nodes for linear programs."""

MOST_PROGRAMS = 12
"""Maximum number of linear programs."""

SLACK = 1e-4
"""A move that loses less than this share of the pot, or is made more often, is let into the first linear program."""

CHECK_GROWTH = 1.15
"""The gap is computed whenever the number of rounds has grown by this factor."""

LOSSES = 2.0**-53 * 2**14
"""What floats lose at most in a best reply, relative to the largest stake: sums of fewer than 2^13 terms, twice."""

UNITS = 2.0**52
"""Probabilities are whole numbers of units of 2^-52, so that those of a mix add up to 1 exactly."""


def solve(
    game: RiverGame,
    *,
    progress: Progress = silent,
    tolerance: Annotated[
        float | None, "the gap in chips at which to stop; by default 1e-5 of the pot"
    ] = None,
    rounds: Annotated[int, "maximum number of rounds"] = 1_000_000,
    numeric: Annotated[bool, "compute in floats even if the ranges are small enough for fractions"] = False,
) -> RiverSolution:
    """Value and strategies of a river; stopped by Ctrl-C, the best bounds so far."""
    if rounds < 1:
        raise InputError(f"the number of rounds must be at least 1, and {rounds} is not")
    if tolerance is not None and not tolerance > 0:
        raise InputError(f"the tolerance must be positive, and {tolerance} is not; it is a gap in chips")
    began = time.perf_counter()
    pairs = len(game.hands["row"]) * len(game.hands["col"])
    if not numeric and tolerance is None and pairs * len(game.nodes) <= MOST_EXACT:
        value, mixes, method = _in_fractions(game, progress)
    else:
        goal = GAP * 2 * float(game.half_pot) if tolerance is None else tolerance
        value, mixes, method = _in_floats(game, goal, rounds, progress)
    return RiverSolution(
        game=game,
        value=value,
        method=method,
        positions=pairs * len(game.nodes),
        seconds=time.perf_counter() - began,
        mixes=mixes,
    )


def _in_fractions(game: RiverGame, progress: Progress) -> tuple[Value, dict[Side, Array], str]:
    """The solution of the game in which each pair of hands is dealt; in fractions where they are found."""
    from zerosum.models.hidden.solve import solve as solve_hidden
    from zerosum.models.river.extensive import DealtRiver

    found = solve_hidden(DealtRiver(game), progress=progress)
    mixes: dict[Side, Array] = {}
    for side in SIDES:
        mixes[side] = np.full((len(game.hands[side]), len(game.nodes)), 1, object)
        for hand, name in enumerate(game.hands[side].names):
            for node in game.nodes:
                if node.side == side:
                    movers = [SIDES[k % 2] for k in range(len(node.line))]
                    seen = (("chance", name), *zip(movers, node.line, strict=True))
                    shares = [*found.mix(side, seen).values()]
                    mixes[side][hand, node.first : node.first + len(node.moves)] = shares
    if not found.value.is_exact:
        mixes = {side: dyadic(game, side, mix.astype(float)) for side, mix in mixes.items()}
    return found.value, mixes, found.method


def _in_floats(
    game: RiverGame, goal: float, rounds: int, progress: Progress
) -> tuple[Value, dict[Side, Array], str]:
    """Rounds; for a small gap a few rounds and then linear programs. Ctrl-C ends it."""
    work, stopped = Rounds(game), ""
    small = sum(len(game.hands[side]) for side in SIDES) * len(game.nodes) <= MOST_IN_A_PROGRAM
    try:
        if goal < FINE * work.pot and small:
            work.run(FIRST * work.pot, rounds, progress)
            work.finish(goal, rounds, progress)
        work.run(goal, rounds, progress)
    except KeyboardInterrupt:
        if not np.isfinite(work.gap):
            raise
        stopped = ", stopped early"
    value = Value(-work.best["row"][0] - work.margin, work.best["col"][0] + work.margin)
    programs = f", {work.programs} linear programs" if work.programs else ""
    method = f"discounted regret, {work.done:,} rounds{programs}{stopped}"
    return value, {side: work.best[side][1] for side in SIDES}, method


@dataclass
class Rounds:
    """Regret minimisation on one river."""

    game: RiverGame

    def __post_init__(self) -> None:
        nodes = self.game.nodes
        ends = sorted(
            (n for n, node in enumerate(nodes) if node.side is None),
            key=lambda n: nodes[n].folded is not None,
        )
        hands = sum(len(self.game.hands[side]) for side in SIDES)
        afford("solving this river", memory=8 * hands * (8 * len(nodes) + 2 * len(ends)))
        numbers = np.full(len(nodes), -1)
        numbers[ends] = np.arange(len(ends))
        who = {"row": 0, "col": 1, None: 2}
        self.tree: BetArrays = (
            np.array([who[node.side] for node in nodes]),
            np.array([node.first for node in nodes]),
            np.array([len(node.moves) for node in nodes]),
            numbers,
        )
        self.showdowns = sum(nodes[n].folded is None for n in ends)
        self.stakes = {
            side: np.array([float(nodes[n].stake) * (-1 if nodes[n].folded == side else 1) for n in ends])
            for side in SIDES
        }
        most = {side: max(self.game.hands[side].weights) for side in SIDES}
        self.weights = {
            side: np.array([float(w / most[side]) for w in self.game.hands[side].weights]) for side in SIDES
        }
        self.pot = 2 * float(self.game.half_pot)
        self.margin = LOSSES * max(abs(self.stakes["row"]))
        self.done = self.programs = 0
        self.regret, self.total = (
            {side: np.zeros((len(self.game.hands[side]), len(nodes))) for side in SIDES} for _ in range(2)
        )
        self.mixes = {side: averaged(self.game, side, self.total[side]) for side in SIDES}
        self.best = {side: (np.inf, self.mixes[side]) for side in SIDES}
        self.reach = {side: np.zeros((len(self.game.hands[side]), len(ends))) for side in SIDES}
        self.worth = {side: np.zeros((len(self.game.hands[side]), len(ends))) for side in SIDES}

    @cached_property
    def twins(self) -> dict[Side, Ints]:
        """The place of each hand in the other's range; -1 where it is not there."""
        hands = self.game.hands
        return {
            side: np.array([hands[other(side)].place.get(int(n), -1) for n in hands[side].numbers])
            for side in SIDES
        }

    @cached_property
    def whole(self) -> float:
        """The weight of all pairs of hands that can meet."""
        row, col = (self.game.hands[side].cards for side in SIDES)
        shared = (row[:, None, :, None] == col[None, :, None, :]).any(axis=(2, 3))
        return float(self.weights["row"] @ ~shared @ self.weights["col"])

    def values(self, side: Side, foe_mixes: Floats) -> Floats:
        """[hand, end]: what each end is worth to each hand of a side, against the other's mixes."""
        foe = other(side)
        mine, theirs = self.game.hands[side], self.game.hands[foe]
        end_reaches(self.tree, SIDES.index(foe), foe_mixes, self.weights[foe], self.reach[foe])
        end_values(
            self.reach[foe],
            mine.cards,
            mine.strength,
            theirs.cards,
            theirs.strength,
            self.twins[side],
            self.showdowns,
            self.stakes[side],
            self.worth[side],
        )
        return self.worth[side]

    def conceded(self, side: Side, mixes: Floats) -> float:
        """What the best reply earns against a side's mixes."""
        foe = other(side)
        return (
            best_reply(self.tree, SIDES.index(foe), self.values(foe, mixes), self.weights[foe]) / self.whole
        )

    @property
    def gap(self) -> float:
        """The gap of the best strategies so far, in chips, with what floats may have lost."""
        return float(sum(self.best[side][0] for side in SIDES) + 2 * self.margin)

    def offer(self, side: Side, mixes: Floats) -> Floats:
        """Keep a side's mixes if they concede less than the best so far; returned in units."""
        exact = dyadic(self.game, side, mixes)
        conceded = self.conceded(side, exact)
        if conceded < self.best[side][0]:
            self.best[side] = conceded, exact
        return exact

    def run(self, goal: float, rounds: int, progress: Progress) -> None:
        """Rounds until the gap is at most the goal."""
        check = self.done + 8
        while self.gap > goal and self.done < rounds:
            self.done += 1
            t = self.done
            grown = t**1.5 / (t**1.5 + 1)
            for side in SIDES:
                learn(
                    self.tree,
                    SIDES.index(side),
                    self.values(side, self.mixes[other(side)]),
                    self.regret[side],
                    self.mixes[side],
                    self.total[side],
                    (grown, 0.5, (t / (t + 1)) ** 2),
                )
            if t >= check or t == rounds:
                check = int(t * CHECK_GROWTH) + 1
                for side in SIDES:
                    self.offer(side, averaged(self.game, side, self.total[side]))
                progress(t, rounds, f"rounds, gap {self.gap / self.pot:.1e} of the pot")

    def finish(self, goal: float, rounds: int, progress: Progress) -> None:
        """Linear programs until the gap is at most the goal: each has the moves that best replies added to the last."""
        from zerosum.models.river.solve.program import TINY, RiverProgram

        def wait() -> None:
            unit = f"rounds, gap {self.gap / self.pot:.1e} of the pot, linear program {self.programs + 1}"
            progress(self.done, rounds, unit)

        old = {side: self.best[side][1] for side in SIDES}
        allowed = {side: self._nearly_best(side, old, SLACK) | (old[side] > SLACK) for side in SIDES}
        while self.gap > goal and self.programs < MOST_PROGRAMS:
            found = RiverProgram(self.game, "row", self.weights, allowed).solve(wait)
            if found is None:
                return
            self.programs += 1
            new = {}
            for side in SIDES:
                mixes = averaged(self.game, side, found[side])
                for node in self.game.nodes:
                    if node.side == side:
                        after = slice(node.first, node.first + len(node.moves))
                        never = (found[side][:, after].sum(axis=1) <= 0) | (self.weights[side] <= TINY)
                        mixes[never, after] = old[side][never, after]
                new[side] = self.offer(side, mixes)
            allowed = {side: allowed[side] | self._nearly_best(side, new, SLACK / 10) for side in SIDES}

    def _nearly_best(self, side: Side, mixes: dict[Side, Floats], slack: float) -> Bools:
        """[hand, node]: whether the move that leads to a node loses at most `slack` pots against the other's mixes."""
        ends, nodes = self.values(side, mixes[other(side)]), self.game.nodes
        worth = np.empty((len(ends), len(nodes)))
        near = np.ones(worth.shape, bool)
        most = slack * self.pot * self.weights[other(side)].sum()
        for n in range(len(nodes) - 1, -1, -1):
            after = slice(nodes[n].first, nodes[n].first + len(nodes[n].moves))
            if nodes[n].side is None:
                worth[:, n] = ends[:, self.tree[3][n]]
            elif nodes[n].side == side:
                worth[:, n] = worth[:, after].max(axis=1)
                near[:, after] = worth[:, n, None] - worth[:, after] <= most
            else:
                worth[:, n] = worth[:, after].sum(axis=1)
        return near


def averaged(game: RiverGame, side: Side, total: Floats) -> Floats:
    """Mixes from the reaches of all rounds; where a hand never came, all moves alike."""
    mixes = np.ones_like(total)
    for node in game.nodes:
        if node.side == side:
            after = slice(node.first, node.first + len(node.moves))
            whole = total[:, after].sum(axis=1, keepdims=True)
            seldom = np.broadcast_to(1 / len(node.moves), total[:, after].shape).copy()
            mixes[:, after] = np.divide(total[:, after], whole, out=seldom, where=whole > 0)
    return mixes


def dyadic(game: RiverGame, side: Side, mixes: Floats) -> Floats:
    """The same mixes in whole units of 2^-52, each adding up to exactly 1."""
    mixes = np.floor(mixes * UNITS) / UNITS
    for node in game.nodes:
        if node.side == side:
            shares = mixes[:, node.first : node.first + len(node.moves)]
            rows, largest = np.arange(len(shares)), shares.argmax(axis=1)
            shares[rows, largest] = 0.0
            shares[rows, largest] = 1.0 - shares.sum(axis=1)
    return mixes
