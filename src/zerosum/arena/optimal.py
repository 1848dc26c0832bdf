"""The range over all equilibrium strategies: how much and how little optimal play earns against a player.

An equilibrium strategy against a weak player is not one number: where a position has many optimal mixes, some punish
the weak player more than others. The range is over all strategies that are optimal at *every* position. At
a position with matrix A, let c(i) be what move i earns against the fixed player, with the best (or worst)
optimal play to follow; then

    U = max c·x    over the mixes x that are optimal in A.

That maximum is the right derivative of val(A + t c 1') at t = 0 (Mills 1956), and for all small t an optimal mix of
A + t c 1' attains it. So one more batch of matrix games per depth does it, and what they return is checked: each mix
must be optimal in A itself.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from zerosum import matrix
from zerosum.arena.players import Player, Seen, answer
from zerosum.arena.results import EquilibriumRange
from zerosum.arrays import Floats
from zerosum.errors import ZerosumError
from zerosum.models.staged_layout import Batch
from zerosum.sides import Side, other

# The matrices of all positions are laid out as the solver has them.
from zerosum.solvers.staged import StagedSolution

__all__ = ["best_optimal", "equilibrium_range"]


NUDGES = (1e-5, 1e-6, 1e-7, 1e-8)
"""Sizes of t to try, until the mixes found are optimal in A."""
OPTIMAL = 1e-9
"""By how much an optimal mix may miss the value, relative to the matrix."""


def equilibrium_range(
    solution: StagedSolution, rival: Player, side: Side = "row", *, of: Callable[[float], float] = float
) -> EquilibriumRange:
    """What `side` can earn against `rival` on average, over all strategies optimal at every position.

    `of` maps the payoff at the end to what is averaged: `lambda pay: pay > 0` asks how often row wins; it
    needs a game whose rewards all come at the end.
    """
    ends = [_propagate(solution, rival, side, of, sign) for sign in (-1.0, 1.0)]
    return EquilibriumRange(rival.name, min(ends), max(ends))


def _propagate(
    solution: StagedSolution, rival: Player, side: Side, of: Callable[[float], float], sign: float
) -> float:
    """What optimal play earns at the start when, among optimal mixes, `side` seeks the most of sign × earning."""
    solved = solution.solved
    graph, layout = solved.graph, solved.layout
    middle = (np.asarray(solved.lower, dtype=np.float64) + np.asarray(solved.upper, dtype=np.float64)) / 2
    earned = np.zeros(len(middle))
    p = np.array(graph.probability, dtype=np.float64)[layout.source]
    r = np.array(graph.reward, dtype=np.float64)[layout.source]
    for batch in layout.batches:
        here = batch.positions
        if batch.m == 0:
            earned[here] = [of(float(graph.payoff[s])) for s in layout.order[here]]
            continue
        child = layout.child[batch.outcomes]
        chance, reward = p[batch.outcomes], r[batch.outcomes]
        count = layout.outcomes[batch.cells]
        A = _cells(batch, count, chance * (reward + middle[child]))
        C = _cells(batch, count, chance * (reward + earned[child]))
        mixes = _mixes(solution, batch, rival, other(side))
        earned[here] = best_optimal(A, C, mixes, side, sign)
    return float(earned[solved.rank(solution.game.start)])


def _cells(batch: Batch, count: NDArray[np.int64], worth: Floats) -> Floats:
    """The batch's matrices of expected worth."""
    summed = np.add.reduceat(worth, np.cumsum(count) - count)
    return summed.reshape(-1, batch.m, batch.n)


def _mixes(solution: StagedSolution, batch: Batch, rival: Player, side: Side) -> Floats:
    """The rival's mix at each position of the batch."""
    graph, order = solution.solved.graph, solution.solved.layout.order
    mixes = np.zeros((batch.positions.stop - batch.positions.start, batch.n if side == "col" else batch.m))
    for mix, s in zip(mixes, order[batch.positions].tolist(), strict=True):
        moves = solution.game.moves(graph.positions[s])[0 if side == "row" else 1]
        for move, p in answer(rival, Seen(side, graph.positions[s], moves)).items():
            mix[list(moves).index(move)] = p
    return mixes


def best_optimal(A: Floats, C: Floats, rival: Floats, side: Side, sign: float) -> Floats:
    """For each game, the most (times sign) of c·x over the optimal mixes x of A, c what each move earns."""
    if side == "col":
        A, C = -A.transpose(0, 2, 1), -C.transpose(0, 2, 1)
        sign, flip = -sign, -1.0
    else:
        flip = 1.0
    c = sign * np.einsum("gij,gj->gi", C, rival)
    value = (lambda found: (found.lower + found.upper) / 2)(matrix.solve_batch(np.ascontiguousarray(A)))
    scale = np.maximum(np.abs(A).max(axis=(1, 2)), 1.0)
    best = np.full(len(A), np.nan)
    todo = np.arange(len(A))
    for nudge in NUDGES:
        found = matrix.solve_batch(np.ascontiguousarray(A[todo] + nudge * c[todo, :, None]))
        missed = value[todo] - np.einsum("gi,gij->gj", found.row, A[todo]).min(axis=1)
        fine = missed <= OPTIMAL * scale[todo]
        best[todo[fine]] = np.einsum("gi,gi->g", found.row, c[todo])[fine]
        todo = todo[~fine]
        if not len(todo):
            return flip * sign * best
    raise ZerosumError(f"{len(todo)} positions have optimal mixes too close to others to tell the range")
