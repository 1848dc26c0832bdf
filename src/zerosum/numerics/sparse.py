"""Matrices with few entries: in full where they are small, else as scipy keeps them, which takes long to import.

Arrays of numpy's and sparse arrays of scipy's share `@`, `.T`, `.shape`, `.astype`, `abs`, comparisons, sums along an
axis, and lines by their numbers. What else is asked of a matrix is here.
"""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Array, Ints
from zerosum.core.foreign import Foreign
from zerosum.numerics.programs import MatrixEntries

SMALL = 40_000
"""Maximum number of cells of a matrix that is stored in full, which is then also faster."""

Matrix = Foreign
"""In full or sparse."""


def matrix(given: MatrixEntries, shape: tuple[int, int]) -> Matrix:
    """A matrix from its entries; those at one place are added."""
    data, row, col = given
    if shape[0] * shape[1] <= SMALL:
        full = np.zeros(shape, data.dtype)
        np.add.at(full, (row, col), data)
        return full
    from scipy.sparse import coo_array  # takes long to import

    sparse = coo_array((data, (row, col)), shape=shape).tocsr()
    sparse.eliminate_zeros()
    return sparse


def entries(given: Matrix) -> MatrixEntries:
    """The nonzero numbers, line after line."""
    if isinstance(given, np.ndarray):
        row, col = np.nonzero(given)
        return MatrixEntries(given[row, col], row, col)
    listed = given.tocsr().tocoo()
    return MatrixEntries(listed.data, listed.row, listed.col)


def identity(size: int) -> Matrix:
    """1 on the diagonal."""
    places = np.arange(size)
    return matrix(MatrixEntries(np.ones(size), places, places), (size, size))


def lengths(given: Matrix) -> Ints:
    """The number of stored entries in each line, which bounds the number of nonzero ones."""
    return np.diff(compressed(given)[2])


def in_full(given: Matrix) -> Array:
    """The same as an array of numpy's."""
    full: Array = given if isinstance(given, np.ndarray) else given.toarray()
    return full


def compressed(given: Matrix) -> tuple[Array, Ints, Ints]:
    """The nonzero entries, line after line: numbers, columns, and where each line begins, with the end of the last."""
    data, row, col = entries(given)
    return data, col, np.searchsorted(row, np.arange(given.shape[0] + 1))
