"""Matrices with few entries: small ones as numpy arrays, others as scipy sparse arrays.

Both types share `@`, `.T`, `.shape`, `.astype`, `abs`, comparisons with 0, sums along an axis, and indexing of rows
and columns by lists. Operations that they do not share are here. Scipy is imported when the first large matrix is
made.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.foreign import Foreign
from zerosum.numerics.programs import MatrixEntries

SMALL = 150_000
"""Maximum number of entries of a matrix that is stored as dense, which is faster than importing scipy."""

Matrix = Foreign
"""A matrix, dense or sparse."""


def matrix(given: MatrixEntries, shape: tuple[int, int]) -> Matrix:
    """Build a matrix from its entries; duplicates are added. Integers of unlimited size are stored in a dense array."""
    data, row, col = given
    if shape[0] * shape[1] <= SMALL or data.dtype == object:
        full = np.zeros(shape, data.dtype)
        np.add.at(full, (row, col), data)
        return full
    from scipy.sparse import csr_array  # slow to import

    made = csr_array((data, (row, col)), shape=shape)
    made.eliminate_zeros()
    return made


def entries(given: Matrix) -> MatrixEntries:
    """Return the nonzero numbers, row by row."""
    if isinstance(given, np.ndarray):
        # a one-dimensional search in a Boolean array takes a tenth of the time of np.nonzero
        row, col = np.divmod(np.flatnonzero(given != 0), given.shape[1])
        return MatrixEntries(given[row, col], row, col)
    data, col, starts = compressed(given)
    return MatrixEntries(data, np.repeat(np.arange(given.shape[0]), np.diff(starts)), col)


def compressed(given: Matrix) -> tuple[Array, Ints, Ints]:
    """Return the matrix in CSR format: the nonzero numbers row by row, their columns, and the offsets of the rows."""
    if isinstance(given, np.ndarray):
        data, row, col = entries(given)
        return data, col, np.searchsorted(row, np.arange(given.shape[0] + 1))
    lines = given.tocsr()
    if not lines.has_sorted_indices or not lines.data.all():
        lines = lines.copy()
        lines.sum_duplicates()
        lines.eliminate_zeros()
    return lines.data, lines.indices.astype(np.int64), lines.indptr.astype(np.int64)


def identity(size: int, scale: float = 1.0) -> Matrix:
    """Return the identity matrix, or a multiple of it."""
    places = np.arange(size)
    return matrix(MatrixEntries(np.full(size, scale), places, places), (size, size))


def lengths(given: Matrix) -> Ints:
    """Return the number of nonzero entries in each row."""
    return np.diff(compressed(given)[2])


def in_full(given: Matrix) -> Array:
    """Return the matrix as a dense numpy array."""
    full: Array = given if isinstance(given, np.ndarray) else given.toarray()
    return full


def scale_lines(given: Matrix, factors: Floats) -> Matrix:
    """Multiply each row by its factor."""
    if isinstance(given, np.ndarray):
        return factors[:, None] * given
    return given.multiply(factors[:, None]).tocsr()
