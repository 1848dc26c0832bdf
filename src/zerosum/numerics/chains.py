"""Markov chains: their equations, and the parts of their graphs."""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.compiled import kernel
from zerosum.numerics.factors import Factors
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, compressed, entries, identity, in_full, matrix

DENSE = 600
"""Largest linear system that is solved as a dense matrix, unless the caller says otherwise."""
PRECISE = 1e-14
"""A solution of sparse equations that misses more than this share of its numbers is improved once."""
MANY = 20_000
"""With fewer entries than this, numpy does the steps of a chain, which takes less time than to import the compiler."""


def solve_system(left: Matrix, right: Floats, dense: int = DENSE) -> Array | None:
    """The solution of a linear system; None if the matrix is singular in floats."""
    try:
        if right.size <= dense:
            found: Array = np.linalg.solve(in_full(left), right)
        else:
            factors = Factors(left)
            found = factors.solve(right)
            if not np.isfinite(found).all():
                return None
            missed = right - left @ found
            if np.abs(missed).max() > PRECISE * (np.abs(right).max() + np.abs(found).max()):
                found = found + factors.solve(missed)
    except np.linalg.LinAlgError:
        return None
    return found if np.isfinite(found).all() else None


def relative_value_equations(chain: Matrix) -> Matrix:
    """The equations h + g = payoff + chain h for h and then g, with h = 0 at the first state."""
    size = chain.shape[0]
    data, row, col = entries(identity(size) - chain)
    gain, pin = np.full(size, size), np.array([0])
    rows, cols = np.concatenate([row, np.arange(size), pin + size]), np.concatenate([col, gain, pin])
    return matrix(MatrixEntries(np.append(data, np.ones(size + 1)), rows, cols), (size + 1, size + 1))


def visits(chain: Matrix, steps: int) -> Floats:
    """How often each state is visited after this many steps from anywhere, each of which is a rest half of the time."""
    size, back = chain.shape[0], chain.T
    share = np.full(size, 1 / size)
    data, col, starts = compressed(back)
    if data.size >= MANY:
        return half_steps(starts, col, data, share, steps)
    for _ in range(steps):
        share = (share + back @ share) / 2
    return share


@kernel(lambda starts, col, *_: int(col.size))
def half_steps(starts: Ints, col: Ints, data: Floats, share: Floats, steps: int) -> Floats:
    """The same by a loop; the chain is given backwards."""
    for _ in range(steps):
        after = np.empty_like(share)
        for i in range(share.size):
            total = share[i]
            for j in range(starts[i], starts[i + 1]):
                total += data[j] * share[col[j]]
            after[i] = total / 2
        share = after
    return share


def connected_parts(given: Matrix) -> tuple[int, Ints]:
    """The number of strongly connected parts of a graph, and the part of each node.

    No edge leads to a part of a larger number. R. Tarjan, Depth-first search and linear graph algorithms, SIAM J.
    Comput. 1, 1972.
    """
    _, col, starts = compressed(given)
    count, part = _parts(starts, col)
    return int(count), part


@kernel(lambda starts, col: int(col.size))
def _parts(starts: Ints, col: Ints) -> tuple[int, Ints]:
    size = starts.size - 1
    number, low, part = np.full(size, -1), np.zeros(size, np.int64), np.full(size, -1)
    waiting, stack, position = np.empty(size, np.int64), np.empty(size, np.int64), starts[:-1].copy()
    met, kept, count = 0, 0, 0
    for root in range(size):
        if number[root] >= 0:
            continue
        depth = 0
        stack[0] = root
        number[root] = low[root] = met
        met += 1
        waiting[kept] = root
        kept += 1
        while depth >= 0:
            i = stack[depth]
            if position[i] < starts[i + 1]:
                j = col[position[i]]
                position[i] += 1
                if number[j] < 0:
                    number[j] = low[j] = met
                    met += 1
                    waiting[kept] = j
                    kept += 1
                    depth += 1
                    stack[depth] = j
                elif part[j] < 0:
                    low[i] = min(low[i], number[j])
                continue
            depth -= 1
            if depth >= 0:
                low[stack[depth]] = min(low[stack[depth]], low[i])
            if low[i] == number[i]:
                while True:
                    kept -= 1
                    part[waiting[kept]] = count
                    if waiting[kept] == i:
                        break
                count += 1
    return count, part
