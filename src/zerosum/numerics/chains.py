"""Markov chains: their equations, and the parts of their graphs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.foreign import Foreign
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, entries, identity, in_full, matrix

DENSE = 600
"""Largest linear system that is solved as a dense matrix, unless the caller says otherwise."""
PRECISE = 1e-14
"""Maximum relative residual of a solution of sparse equations; if it is larger, the solution is improved."""
MIN_SPREAD, NEARLY_FULL = 0.1, 0.3
"""If a band along the diagonal holds more than the first fraction of a matrix even in a good order, SuperLU's
factors would be large, and iteration is tried. If it holds more than the second fraction and iteration fails,
LAPACK solves the dense matrix.
"""
MAX_DENSE = 6_000
"""Size of the largest matrix that is solved as a dense matrix for this reason."""
LONG = 10
"""A row or column with more entries than this factor times the square root of the size is not counted in the band."""
ROUNDS, STEPS, GAIN = 20, 40, 0.1
"""Maximum number of rounds of the iteration, and of steps in each; a round must reduce the error to this fraction."""
FEW_STATES = 200
"""Up to this number of states, numpy finds the components of a graph, which is faster than importing scipy."""


def solve_system(left: Matrix, right: Floats, dense: int = DENSE) -> Array | None:
    """Solve a linear system in floats; return None if the matrix is numerically singular.

    SuperLU factorises large sparse matrices. If the next states can be any states, its factors would be nearly
    dense; but such a chain mixes fast, so a few steps of GMRES suffice. If they do not, LAPACK solves the dense
    matrix.
    """
    try:
        if right.size <= dense or isinstance(left, np.ndarray):
            found: Array | None = np.linalg.solve(in_full(left), right)
        else:
            spread = band_share(left)
            found = iterate(left, right) if spread > MIN_SPREAD else None
            if found is None and spread > NEARLY_FULL and right.size <= MAX_DENSE:
                found = np.linalg.solve(in_full(left), right)
            elif found is None:
                solve = factorise(left)
                found = solve(right, False)
                if not _is_precise(missed := right - left @ found, right, found):
                    found = found + solve(missed, False)
    except np.linalg.LinAlgError:
        return None
    return found if found is not None and np.isfinite(found).all() else None


def factorise(given: Matrix) -> Callable[[Floats, bool], Floats]:
    """Factorise a square matrix by SuperLU; return a function that solves systems with the matrix or its transpose.

    Raises LinAlgError if the matrix is singular.
    """
    from scipy.sparse import csc_array  # slow to import
    from scipy.sparse.linalg import splu

    try:
        factors = splu(csc_array(given, dtype=np.float64))
    except RuntimeError as error:  # a pivot is zero
        raise np.linalg.LinAlgError("the matrix is singular") from error

    def solve(right: Floats, transposed: bool) -> Floats:
        found: Floats = factors.solve(right, "T" if transposed else "N")
        return found

    return solve


def band_share(given: Foreign) -> float:
    """Return the fraction of a sparse matrix below the diagonal that lies in a band under the Cuthill-McKee
    order.

    The band goes from the first entry of each row to the diagonal, without long rows and columns. It bounds the
    fill of a factorisation in this order.
    """
    from scipy.sparse.csgraph import reverse_cuthill_mckee  # slow to import

    size = given.shape[0]
    _, row, col = entries(given)
    short = max(16.0, LONG * np.sqrt(size))
    kept = (np.bincount(row, minlength=size) <= short) & (np.bincount(col, minlength=size) <= short)
    row, col = (ends[kept[row] & kept[col]] for ends in (row, col))
    graph = type(given)((np.ones(row.size), (row, col)), shape=given.shape)
    place = np.argsort(reverse_cuthill_mckee(graph.tocsr()))
    first = place.copy()
    for one, two in ((row, col), (col, row)):
        np.minimum.at(first, one, place[two])
    share: float = 2 * (place - first).sum() / size**2
    return share


def iterate(left: Foreign, right: Floats) -> Floats | None:
    """Solve sparse equations by rounds of GMRES, each for the residual of the last one; return None if this
    converges slowly.
    """
    from scipy.sparse.linalg import gmres  # slow to import

    found: Floats = np.zeros(right.size)
    missed = right
    for _ in range(ROUNDS):
        found = found + gmres(left, missed, rtol=1e-8, atol=0.0, restart=STEPS, maxiter=1)[0]
        before, missed = np.abs(missed).max(), right - left @ found
        if not np.abs(missed).max() <= GAIN * before:
            return None
        if _is_precise(missed, right, found):
            return found
    return None


def _is_precise(missed: Floats, right: Floats, found: Floats) -> bool:
    return bool(np.abs(missed).max() <= PRECISE * (np.abs(right).max() + np.abs(found).max()))


def relative_value_equations(chain: Matrix) -> Matrix:
    """Return the matrix of the equations h + g = payoff + chain h in h and then g, with h = 0 at the first state."""
    size = chain.shape[0]
    data, row, col = entries(identity(size) - chain)
    gain, pin = np.full(size, size), np.array([0])
    rows, cols = np.concatenate([row, np.arange(size), pin + size]), np.concatenate([col, gain, pin])
    return matrix(MatrixEntries(np.append(data, np.ones(size + 1)), rows, cols), (size + 1, size + 1))


def visits(chain: Matrix, steps: int) -> Floats:
    """Return the distribution after these many lazy steps from a uniform start: each stays in place with
    probability 1/2.
    """
    size, back = chain.shape[0], chain.T
    share = np.full(size, 1 / size)
    for _ in range(steps):
        share = (share + back @ share) / 2
    return share


def connected_parts(given: Matrix) -> tuple[int, Ints]:
    """Find the strongly connected components of a graph; return their number, and the component of each node.

    No edge leads to a component of a larger number.
    """
    if given.shape[0] > FEW_STATES:
        from scipy.sparse import csr_array  # slow to import
        from scipy.sparse.csgraph import connected_components

        count, part = connected_components(csr_array(given), directed=True, connection="strong")
        return int(count), part.astype(np.int64)
    reached = (in_full(given) != 0) | np.eye(given.shape[0], dtype=bool)
    for _ in range(given.shape[0].bit_length()):  # paths of 1, 2, 4, ... edges
        reached = reached.astype(np.float64) @ reached > 0
    both, found = reached & reached.T, reached.sum(axis=1)  # later components reach fewer nodes
    first = both.argmax(axis=1)
    heads = np.flatnonzero(first == np.arange(first.size))
    heads = heads[np.argsort(found[heads], kind="stable")]
    part = np.empty(first.size, np.int64)
    part[heads] = np.arange(heads.size)
    return heads.size, part[first]
