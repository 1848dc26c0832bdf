"""Compiled loops over the positions of a staged game."""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.matrix.bounds import work_size
from zerosum.matrix.kernel import FINE, solve_into, status

EPSILON = float(np.finfo(np.float64).eps)

CHECKED = 32
"""Allowance for the outward rounding of the verifier at one position, in units of `EPSILON`."""

PositionRuns = tuple[Ints, Ints, Ints, Ints, Ints, Ints]
"""For the positions by rank: the numbers of row's and of col's moves, and the starts of their cells and of both
mixes; and for each cell the start of its outcomes.
"""
OutcomeArrays = tuple[Floats, Floats, Ints, Floats]
"""Probability, reward and the rank of the next position of each outcome; and the amount by which the probabilities of
each cell missed 1.
"""
Answers = tuple[Floats, Floats, Floats, Floats]
"""Midpoint and error of the value at each rank, and both players' mixes, flat."""


@kernel(few=20_000)
def heights(first: Ints, child: Ints) -> Ints:
    """Return the longest path from each position to an end; -1 if some path has no end.

    Position s has the edges child[first[s]:first[s+1]].
    """
    size = len(first) - 1
    # reverse the edges: the parents of each position, sorted by counting
    parent_first = np.zeros(size + 1, dtype=np.int64)
    for t in child:
        parent_first[t + 1] += 1
    for s in range(size):
        parent_first[s + 1] += parent_first[s]
    place = parent_first[:-1].copy()
    parent = np.empty(len(child), dtype=np.int64)
    for s in range(size):
        for t in child[first[s] : first[s + 1]]:
            parent[place[t]] = s
            place[t] += 1
    # begin at the ends; a position is ready when all its successors are done
    waiting = first[1:] - first[:-1]
    height = np.zeros(size, dtype=np.int64)
    queue = np.empty(size, dtype=np.int64)
    tail = 0
    # the ends have height 0 and are ready
    for s in range(size):
        if waiting[s] == 0:
            queue[tail] = s
            tail += 1
    head = 0
    # a position that is done passes its height on to its parents
    while head < tail:
        t = queue[head]
        head += 1
        for s in parent[parent_first[t] : parent_first[t + 1]]:
            height[s] = max(height[s], height[t] + 1)
            waiting[s] -= 1
            if waiting[s] == 0:
                queue[tail] = s
                tail += 1
    # positions that are never ready lie on a cycle or lead into one
    for s in range(size):
        if waiting[s] > 0:
            height[s] = -1
    return height


@kernel(few=0, error_model="numpy")
def solve_one_by_one(
    start: int, stop: int, runs: PositionRuns, outcomes: OutcomeArrays, answers: Answers
) -> int:
    """Solve the positions with ranks from start to stop, all of them decisions; return the first without good
    bounds.

    The computation is that of a batch of matrices (`staged.solve`), for games with few positions at each height.
    """
    rows, cols, cell_first, row_first, col_first, first = runs
    probability, reward, child, missed = outcomes
    middle, error, row_mix, col_mix = answers
    for s in range(start, stop):
        m, n = rows[s], cols[s]
        # the matrix of expected values, and a bound on the error of its entries
        A, most, doubt = np.empty((m, n)), 0, 0.0
        for cell in range(cell_first[s], cell_first[s + 1]):
            most = max(most, first[cell + 1] - first[cell])
        for k in range(m * n):
            cell = cell_first[s] + k
            # a bound on the effect of rounding and of scaled probabilities on the sum, relative to its terms
            # (`staged.solve`)
            slack = (most + 4 + CHECKED) * EPSILON + missed[cell]
            worth = wrong = 0.0
            for t in range(first[cell], first[cell + 1]):
                p, r, v = probability[t], reward[t], middle[child[t]]
                worth += p * (r + v)
                wrong += p * (error[child[t]] + slack * (abs(r) + abs(v)))
            A[k // n, k % n] = worth
            doubt = max(doubt, wrong)
        # solve it, and leave the rest to the caller if the bounds are not tight
        row = row_mix[row_first[s] : row_first[s + 1]]
        col = col_mix[col_first[s] : col_first[s + 1]]
        lower, upper = solve_into(A, row, col, np.empty(work_size(m, n)))
        if status(A, row, col, lower, upper) != FINE:
            return s
        middle[s] = (lower + upper) / 2
        error[s] = (upper - lower) / 2 + doubt * (1 + 1e-9) + EPSILON * abs(middle[s])
    return stop


@kernel(work=lambda *given: given[5])
def walk(
    first: Ints,
    cumulative: Floats,
    child: Ints,
    reward: Floats,
    payoff: Floats,
    plays: int,
    random: np.random.Generator,
) -> Floats:
    """Return the total payoff of each play, drawing outcomes from position 0 until there are no more."""
    totals = np.empty(plays)
    for play in range(plays):
        s, total = 0, 0.0
        while first[s + 1] > first[s]:
            # draw one of the position's outcomes; rounding may leave the last running sum below 1
            a, b = first[s], first[s + 1]
            k = a + np.searchsorted(cumulative[a:b], random.random(), side="right")
            k = min(k, b - 1)
            total += reward[k]
            s = child[k]
        totals[play] = total + payoff[s]
    return totals
