"""Backward induction for staged games: each depth is one batch of matrix games.

`staged.positions` finds the positions and orders them; here the values are computed backward,

    v(s) = val[ sum_k p_k (r_k + v(s_k)) ],

a slice at a time. Every value is stored as a midpoint and an error. The error of a matrix entry is at most the mean
of its children's errors plus the rounding error of the sum; the value of a matrix changes by no more than the largest
change of an entry; the matrix solver adds the gap of its own strategies. So the interval midpoint ± error is valid in
spite of rounding. In exact mode everything is a fraction, and the error is 0.

Reference: L. S. Shapley, Stochastic games (1953); for finite games, backward induction as in Zermelo (1913).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum import matrix
from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.limits import MINUTE, check_deadline, within
from zerosum.core.numbers import Number
from zerosum.core.progress import Progress, silent
from zerosum.core.value import Value
from zerosum.matrix.value import ENTRIES, is_small
from zerosum.models.staged.answer import SolvedPositions, StagedSolution
from zerosum.models.staged.kernels import CHECKED, EPSILON, solve_one_by_one
from zerosum.models.staged.positions import (
    OFTEN,
    Batch,
    PositionGraph,
    SolveOrder,
    discover,
    order_positions,
    starts,
)
from zerosum.models.staged.rules import StagedGame

BatchSolver = Callable[[Floats], matrix.BatchSolution]
"""A function that solves the matrices A[g, i, j], one for each g."""

MANY, FEW_EACH = 2_000, 4
"""Positions are solved one by one if there are more batches than the first number, with at most the second number of
positions on average.
"""

WORTH_THREADS = 1 << 16
"""Smallest number of entries in a batch of matrices that is solved by several threads."""


def solve(
    game: StagedGame,
    *,
    progress: Progress = silent,
    exact: Annotated[bool, "work in fractions; the rules may use only ints and fractions"] = False,
    solver: BatchSolver | None = None,
) -> StagedSolution:
    """Return value and optimal strategies at every position of a staged game.

    `solver` solves the batches of matrices instead of `matrix.solve_batch`; in a game with many optimal strategies it
    decides which of them are in the solution.
    """
    if exact and solver is not None:
        raise InputError("custom solvers work in floats; remove the solver, or do not ask for fractions")
    began = time.perf_counter()
    graph = discover(game, exact=exact, progress=progress)
    found = time.perf_counter()
    if not exact and solver is None and (small := _in_fractions(game, graph)) is not None:
        graph, exact = small, True
    layout = order_positions(graph)
    if exact:
        with within(f"{game.slug} in fractions", MINUTE):
            solved = _backward_exact(graph, layout, progress)
    else:
        solved = _backward(graph, layout, progress, solver)
    ended = time.perf_counter()
    method = "backward induction in fractions" if exact else "backward induction in batches"
    method += f", {solver.__name__}" if solver is not None else ""
    unplaced = StagedSolution(
        value=Value(0.0, 0.0),
        method=method,
        positions=len(graph.positions),
        seconds=ended - began,
        game=game,
        position=game.start,
        solved=solved,
        rules_seconds=found - began,
    )
    return unplaced.at_position(game.start)


def _in_fractions(game: StagedGame, graph: PositionGraph) -> PositionGraph | None:
    """Return the graph in fractions if the game is one small matrix of fractions; otherwise None."""
    if np.count_nonzero(graph.rows) != 1 or int((graph.rows * graph.cols).sum()) > ENTRIES:
        return None
    try:
        found = discover(game, exact=True, progress=silent)
    except InputError:  # the rules use floats
        return None
    parts = found.probability, found.reward, found.payoff
    return found if all(is_small([part]) for part in parts) else None


def _backward(
    graph: PositionGraph, layout: SolveOrder, progress: Progress, solver: BatchSolver | None
) -> SolvedPositions:
    """Return midpoints, errors and strategies of all positions, batch by batch, ends first."""
    size = len(graph.positions)
    middle, error = np.zeros(size), np.zeros(size)
    row_mix, col_mix = np.zeros(int(layout.row_first[-1])), np.zeros(int(layout.col_first[-1]))
    probability = np.array(graph.probability, dtype=np.float64)[layout.source]
    reward = np.array(graph.reward, dtype=np.float64)[layout.source]
    payoff = np.array(graph.payoff, dtype=np.float64)[layout.order]

    def solve_batch(batch: Batch) -> None:
        here = batch.positions
        if batch.m == 0:
            middle[here], error[here] = payoff[here], EPSILON * np.abs(payoff[here])
            return
        p, r, child = probability[batch.outcomes], reward[batch.outcomes], layout.child[batch.outcomes]
        counts, missed = layout.outcomes[batch.cells], layout.missed[batch.cells]
        A, doubt = _matrices(batch, counts, missed, p, r, middle[child], error[child])
        lower, upper, row, col = _values(A, solver)
        row_mix[batch.row_mix], col_mix[batch.col_mix] = row.ravel(), col.ravel()
        middle[here] = (lower + upper) / 2
        error[here] = (upper - lower) / 2 + doubt + EPSILON * np.abs(middle[here])
        progress(here.stop, size, "positions solved")

    # batches do not help long games with few positions at each height: one compiled loop solves them
    batches = layout.batches
    if solver is None and len(batches) > MANY and size <= FEW_EACH * len(batches):
        rows, cols = graph.rows[layout.order], graph.cols[layout.order]
        runs = rows, cols, starts(rows * cols), layout.row_first, layout.col_first, starts(layout.outcomes)
        outcomes = probability, reward, layout.child, layout.missed
        solve_batch(batches[0])  # the ends
        done = batches[0].positions.stop
        while done < size:
            stop = min(size, done + OFTEN)
            done = solve_one_by_one(done, stop, runs, outcomes, (middle, error, row_mix, col_mix))
            if done < stop:  # the loop's bounds were not tight at this position
                solve_batch(layout.alone(done))
                done += 1
            progress(done, size, "positions solved")
    else:
        for batch in batches:
            solve_batch(batch)
    # the two sums are also rounded
    lower, upper = np.nextafter(middle - error, -np.inf), np.nextafter(middle + error, np.inf)
    return SolvedPositions(layout, lower, upper, row_mix, col_mix)


def _matrices(
    batch: Batch, outcomes: Ints, missed: Floats, p: Floats, r: Floats, v: Floats, error: Floats
) -> tuple[Floats, Floats]:
    """Return the batch's matrices, and a bound on the error of the entries of each.

    With K outcomes per cell, rounding (also of p and r, which may have been fractions) changes the sum of p (r + v)
    by less than (K + 4) epsilon times the sum of p (|r| + |v|). The verifier rounds outward by at most `CHECKED`
    further epsilons, and its bounds must lie in the interval. If probabilities missed 1 by d before they were scaled,
    this changes the sum by at most d times the same amount.
    """
    most = int(outcomes.max())
    worth = p * (r + v)
    slack = (most + 4 + CHECKED) * EPSILON + np.repeat(missed, outcomes)
    doubt = p * (error + slack * (np.abs(r) + np.abs(v)))
    if most > 1:
        first = np.cumsum(outcomes) - outcomes
        worth, doubt = np.add.reduceat(worth, first), np.add.reduceat(doubt, first)
    cells = batch.m * batch.n
    return worth.reshape(-1, batch.m, batch.n), doubt.reshape(-1, cells).max(axis=1) * (1 + 1e-9)


def _values(A: Floats, solver: BatchSolver | None = None) -> tuple[Floats, Floats, Floats, Floats]:
    """Return bounds and strategies of a batch; if one side has a single move, the other picks its best."""
    games, m, n = A.shape
    if m > 1 and n > 1:
        found = solver(A) if solver else matrix.solve_batch(A, 1 if A.size < WORTH_THREADS else None)
        return found.lower, found.upper, found.row, found.col
    row, col = np.zeros((games, m)), np.zeros((games, n))
    each = np.arange(games)
    i, j = A[:, :, 0].argmax(axis=1), A[:, 0, :].argmin(axis=1)
    i, j = (i, j * 0) if n == 1 else (i * 0, j)
    row[each, i], col[each, j] = 1.0, 1.0
    return A[each, i, j], A[each, i, j], row, col


def _backward_exact(graph: PositionGraph, layout: SolveOrder, progress: Progress) -> SolvedPositions:
    """Return values and strategies in fractions, one position at a time."""
    size = len(graph.positions)
    value: list[Fraction] = []
    row_mix: list[Number] = []
    col_mix: list[Number] = []
    probability, reward, source = graph.probability, graph.reward, layout.source.tolist()
    outcomes, child = layout.outcomes.tolist(), layout.child.tolist()
    cell = k = 0
    for rank, s in enumerate(layout.order.tolist()):
        m, n = int(graph.rows[s]), int(graph.cols[s])
        if m == 0:
            value.append(graph.payoff[s])
            continue
        entries = []
        for count in outcomes[cell : cell + m * n]:
            terms = range(k, k + count)
            entries.append(sum(probability[source[t]] * (reward[source[t]] + value[child[t]]) for t in terms))
            k += count
        cell += m * n
        check_deadline()
        found = matrix.solve_exact([entries[i * n : (i + 1) * n] for i in range(m)])
        value.append(Fraction(found.value.lower))
        row_mix += found.row
        col_mix += found.col
        if rank % 64 == 0:
            progress(rank, size, "positions solved")
    return SolvedPositions(layout, value, value, row_mix, col_mix)
