"""A player's bound from few corners, where the functions that T only shifts have too many of them, or infinitely many.

A bound needs less than a solution. If a player's W, drawn straight between a few corners, satisfies TW - W >= lo at
those corners, then it does so everywhere, since TW is concave: the player earns lo in every two moves, and announces
nothing but those corners. So each player may keep a W of his own, and the two need not belong together. Where play
ends on few corners the bound is then exact, however many corners the rest of the functions would have.

With the corners S the game is finite, and is solved as Hoffman and Karp do (1966): the player's next moves are kept
fixed, the opponent's best reply to them is a Markov decision problem on S, and its relative values are the next W;
plain moves go between. S are the corners of the iteration's functions, lowered: by much at first, then by less.
Nothing here needs to be rigorous: `certify` takes whatever comes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from zerosum.arrays import Array
from zerosum.progress import Progress
from zerosum.solvers.lagged.concave import Concave, simplified
from zerosum.solvers.lagged.iteration import Result
from zerosum.solvers.lagged.newton import Corners, least_concave, process, solved
from zerosum.solvers.lagged.operator import COL, ROW, Functions, Operator

if TYPE_CHECKING:
    import scipy.sparse as sp

__all__ = ["coarsened"]

COARSE = (1.0, 0.1, 0.01, 1e-3, 1e-4)
"""By how much the functions are lowered when corners are chosen."""
CYCLES, PLAIN = 8, 3
"""How many best replies are computed, and the plain moves after each; before the first are twice CYCLES."""
HOPELESS = 0.01
"""A gap above this after two choices of corners is one of the board itself: its value depends on the start."""
PULL = 1e-9
"""How strongly relative values are pulled to where they were, so that a chain in several parts has some too."""
MOST_REPLIES = 60


@dataclass(frozen=True)
class Sure:
    """Functions of one player, and the least that two moves add to them."""

    functions: Functions
    least: float


def coarsened(operator: Operator, result: Result, goal: float, progress: Progress) -> Result:
    """The result with each player's functions replaced by ones of few corners, where those secure more."""
    own = (result.row, result.col)
    best = [_drifting(operator, own[player], player)[0] for player in (ROW, COL)]
    for done, lowered in enumerate(COARSE):
        progress(done, len(COARSE), "coarse corners")
        for player in (ROW, COL):
            hoped = -best[1 - player].least - goal / 4
            corners = {node: simplified(f, lowered, 0.0).q for node, f in own[player].items()}
            for sure in _cycles(operator, own[player], corners, player):
                best[player] = max(best[player], sure, key=lambda one: one.least)
                if best[player].least >= hoped:
                    break
        gap = -best[COL].least - best[ROW].least
        if gap <= goal:
            return Result(best[ROW].functions, best[COL].functions, gap, result.rounds, "done")
        if done and gap > HOPELESS:
            break
    return replace(result, row=best[ROW].functions, col=best[COL].functions, gap=gap)


def _cycles(operator: Operator, functions: Functions, corners: Corners, player: int) -> Iterator[Sure]:
    """Functions with these corners, better and better: plain moves and best replies in turn."""
    values = {node: functions[node].values(q) for node, q in corners.items()}
    for cycle in range(CYCLES):
        for _ in range(PLAIN if cycle else 2 * CYCLES):
            w = {node: least_concave(q, values[node]) for node, q in corners.items()}
            sure, after, middle = _drifting(operator, w, player)
            yield sure
            values = {node: after[node].values(q) - middle for node, q in corners.items()}
        values = _after_replies(operator, w, corners, player)


def _drifting(operator: Operator, w: Functions, player: int) -> tuple[Sure, dict[int, Concave], float]:
    """The functions with what two moves add to them at least, the functions two moves before, and the middle rise."""
    after = operator.answer(operator.answer(w, 1 - player), player)
    rise = np.concatenate([after[node].values(f.q) - f.w for node, f in w.items()])
    rounding = 2.0**-50 * max(float(np.abs(f.w).max()) for f in w.values())
    return Sure(w, float(rise.min()) - rounding), after, float(rise.min() + rise.max()) / 2


def _after_replies(operator: Operator, w: Functions, corners: Corners, player: int) -> dict[int, Array]:
    """Relative values at the corners if the player's next moves stay as they are, and the opponent replies best."""
    here = process(operator, w, corners, player)
    before = np.concatenate([w[node].values(q) for node, q in corners.items()])
    values, reply = before, np.zeros(before.size, dtype=bool)
    for _ in range(MOST_REPLIES):
        left = here.ways[0] @ values - here.ways[1] @ values
        better = np.where(np.abs(left) < 1e-14, reply, left < 0)
        if values is not before and (better == reply).all():
            break
        reply, found = better, _relative(here.payoff, here.chain(better.astype(float)), before)
        if found is None:
            break
        values = found - found.max()
    return here.by_node(values, corners)


def _relative(payoff: Array, chain: sp.csr_matrix, before: Array) -> Array | None:
    """The relative values of a chain, pulled a little to where they were."""
    import scipy.sparse as sp  # takes long to import

    gain = np.median(payoff + chain @ before - before)
    return solved((1 + PULL) * sp.eye(len(payoff)) - chain, payoff - gain + PULL * before)
