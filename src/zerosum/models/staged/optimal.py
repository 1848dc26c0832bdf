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

from zerosum import matrix
from zerosum.arena.players import Player, Seen, answer
from zerosum.arena.results import EquilibriumRange
from zerosum.core.arrays import Floats
from zerosum.core.errors import ZerosumError
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.staged.layout import Batch, Layout
from zerosum.models.staged.rules import StagedGame

__all__ = ["best_optimal", "equilibrium_range", "values_of"]


NUDGES = (1e-5, 1e-6, 1e-7, 1e-8)
"""Sizes of t to try, until the mixes found are optimal in A."""
OPTIMAL = 1e-9
"""By how much an optimal mix may miss the value, relative to the matrix."""


def equilibrium_range(
    game: StagedGame,
    layout: Layout,
    rival: Player,
    side: Side = "row",
    *,
    of: Callable[[float], float] = float,
) -> EquilibriumRange:
    """What `side` can earn against `rival` on average, over all strategies optimal at every position.

    `of` maps the payoff at the end to what is averaged: `lambda pay: pay > 0` asks how often row wins; it
    needs a game whose rewards all come at the end.
    """
    graph = layout.graph
    value, least, most = np.zeros((3, len(layout.order)))
    chance, reward = (np.array(part, np.float64)[layout.source] for part in (graph.probability, graph.reward))
    for batch in layout.batches:
        here = batch.positions
        if batch.m == 0:
            value[here] = [float(graph.payoff[s]) for s in layout.order[here]]
            least[here] = most[here] = [of(paid) for paid in value[here].tolist()]
            continue
        p, r, child = chance[batch.outcomes], reward[batch.outcomes], layout.child[batch.outcomes]
        A = layout.summed(batch, p * (r + value[child]))
        value[here] = values_of(A)
        mixes = _mixes(game, layout, batch, rival, other(side))
        for earned, sign in ((least, -1.0), (most, 1.0)):
            C = layout.summed(batch, p * (r + earned[child]))
            earned[here] = best_optimal(A, value[here], C, mixes, side, sign)
    ends = [float(earned[layout.rank[0]]) for earned in (least, most)]
    return EquilibriumRange(rival.name, min(ends), max(ends))


def values_of(A: Floats) -> Floats:
    """The value of each game."""
    found = matrix.solve_batch(np.ascontiguousarray(A))
    return (found.lower + found.upper) / 2


def _mixes(game: StagedGame, layout: Layout, batch: Batch, rival: Player, side: Side) -> Floats:
    """The rival's mix at each position of the batch."""
    order, positions = layout.order, layout.graph.positions
    mixes = np.zeros((batch.positions.stop - batch.positions.start, batch.n if side == "col" else batch.m))
    for mix, s in zip(mixes, order[batch.positions].tolist(), strict=True):
        moves = list(game.moves(positions[s])[SIDES.index(side)])
        for move, p in answer(rival, Seen(side, positions[s], moves)).items():
            mix[moves.index(move)] = p
    return mixes


def best_optimal(A: Floats, value: Floats, C: Floats, rival: Floats, side: Side, sign: float) -> Floats:
    """For each game A and its value, the most (times sign) of c·x over its optimal mixes x, c what each move earns."""
    if side == "col":
        A, C, value = -A.transpose(0, 2, 1), -C.transpose(0, 2, 1), -value
        sign, flip = -sign, -1.0
    else:
        flip = 1.0
    c = sign * np.einsum("gij,gj->gi", C, rival)
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
