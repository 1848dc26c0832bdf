"""Matrices with few entries: in full where they are small, else as `SparseMatrix`, line after line.

Arrays of numpy's and sparse matrices share `@`, `.T`, `.shape`, `.astype`, `abs`, comparisons with 0, sums along an
axis, and lines and columns by their numbers. What else is asked of a matrix is here, in plain numpy; its factors are
those of `factors`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from zerosum.core.arrays import Array, Floats, Ints
from zerosum.core.foreign import Foreign
from zerosum.numerics.programs import MatrixEntries, merged

SMALL = 40_000
"""Maximum number of cells of a matrix that is stored in full, which is then also faster."""

Matrix = Foreign
"""In full or sparse."""


@dataclass(frozen=True, eq=False)
class SparseMatrix:
    """The nonzero entries, line after line: numbers, columns, and where each line begins, with the end of the last."""

    data: Array
    col: Ints
    starts: Ints
    shape: tuple[int, int]

    __array_ufunc__ = None  # so that numpy leaves `array @ matrix` to it

    @classmethod
    def of(cls, given: MatrixEntries, shape: tuple[int, int]) -> SparseMatrix:
        """A matrix from its entries in any order; those at one place are added."""
        data, row, col = merged(MatrixEntries(given.data, *(np.asarray(at, np.int64) for at in given[1:])))
        if not (there := data != 0).all():
            data, row, col = data[there], row[there], col[there]
        return cls(data, col, np.searchsorted(row, np.arange(shape[0] + 1)), shape)

    @cached_property
    def row(self) -> Ints:
        """The line of each entry."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.starts))

    @property
    def dtype(self) -> np.dtype[Any]:
        """What kind of numbers the entries are."""
        kind: np.dtype[Any] = self.data.dtype
        return kind

    @property
    def entries(self) -> MatrixEntries:
        """Numbers, lines and columns."""
        return MatrixEntries(self.data, self.row, self.col)

    @cached_property
    def T(self) -> SparseMatrix:  # noqa: N802 - as numpy calls it
        """The transpose."""
        order = np.argsort(self.col, kind="stable")
        starts = np.searchsorted(self.col[order], np.arange(self.shape[1] + 1))
        turned = SparseMatrix(self.data[order], self.row[order], starts, self.shape[::-1])
        vars(turned)["T"] = self
        return turned

    def astype(self, kind: DTypeLike, copy: bool = True) -> SparseMatrix:
        """The same in numbers of another kind."""
        same = not copy and self.data.dtype == kind
        return self if same else replace(self, data=self.data.astype(kind, copy=copy))

    def __abs__(self) -> SparseMatrix:
        return replace(self, data=np.abs(self.data))

    def __neg__(self) -> SparseMatrix:
        return replace(self, data=-self.data)

    def __add__(self, other: Matrix) -> SparseMatrix:
        parts = zip(self.entries, entries(other), strict=True)
        return SparseMatrix.of(MatrixEntries(*map(np.concatenate, parts)), self.shape)

    def __sub__(self, other: Matrix) -> SparseMatrix:
        negative: Matrix = -other
        return self.__add__(negative)

    __radd__ = __add__

    def __rsub__(self, other: Array) -> SparseMatrix:
        return -self + other

    def __gt__(self, least: float) -> SparseMatrix:
        assert least >= 0  # so that what is not stored is not greater
        return SparseMatrix.of(self.entries._replace(data=self.data > least), self.shape)

    def sum(self, axis: int | None = None) -> Foreign:
        """The sum of all entries, or of those in each column (0) or line (1)."""
        if axis is None:
            return self.data.sum()
        return _sums(self.data, self.starts) if axis == 1 else self.T.sum(axis=1)

    def __matmul__(self, other: Foreign) -> Foreign:
        if isinstance(other, SparseMatrix):
            lengths = np.diff(other.starts)[self.col]
            within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            theirs = np.repeat(other.starts[self.col], lengths) + within
            data = np.repeat(self.data, lengths) * other.data[theirs]
            made = MatrixEntries(data, np.repeat(self.row, lengths), other.col[theirs])
            return SparseMatrix.of(made, (self.shape[0], other.shape[1]))
        met = np.asarray(other)[self.col]
        return _sums(self.data.reshape(-1, *(1,) * (met.ndim - 1)) * met, self.starts)

    def __rmatmul__(self, other: Array) -> Array:
        found: Array = (self.T @ other.T).T
        return found

    def __getitem__(self, lines: Foreign) -> SparseMatrix:
        """Some lines, by their numbers or marks; or, after `:`, some columns."""
        if isinstance(lines, tuple):
            columns = np.atleast_1d(np.arange(self.shape[1])[lines[1]])
            if not (columns[1:] > columns[:-1]).all():
                chosen: SparseMatrix = self.T[columns].T
                return chosen
            place = np.full(self.shape[1], -1)
            place[columns] = np.arange(len(columns))
            col = place[self.col]
            there = col >= 0
            starts = np.concatenate([[0], np.cumsum(there)])[self.starts]
            return SparseMatrix(self.data[there], col[there], starts, (self.shape[0], len(columns)))
        lines = np.atleast_1d(np.arange(self.shape[0])[lines])
        lengths = np.diff(self.starts)[lines]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        places = np.arange(starts[-1]) + np.repeat(self.starts[lines] - starts[:-1], lengths)
        return SparseMatrix(self.data[places], self.col[places], starts, (len(lines), self.shape[1]))

    def toarray(self) -> Array:
        """In full."""
        full = np.zeros(self.shape, self.data.dtype)
        full[self.row, self.col] = self.data
        return full


def _sums(terms: Array, starts: Ints) -> Array:
    """The sum of the terms of each line."""
    total = np.zeros((len(starts) - 1, *terms.shape[1:]), terms.dtype)
    filled = starts[:-1] < starts[1:]
    if filled.any():
        total[filled] = np.add.reduceat(terms, starts[:-1][filled])
    return total


def matrix(given: MatrixEntries, shape: tuple[int, int]) -> Matrix:
    """A matrix from its entries; those at one place are added."""
    data, row, col = given
    if shape[0] * shape[1] <= SMALL:
        full = np.zeros(shape, data.dtype)
        np.add.at(full, (row, col), data)
        return full
    return SparseMatrix.of(given, shape)


def entries(given: Matrix) -> MatrixEntries:
    """The nonzero numbers, line after line."""
    if isinstance(given, np.ndarray):
        row, col = np.nonzero(given)
        return MatrixEntries(given[row, col], row, col)
    found: MatrixEntries = given.entries
    return found


def identity(size: int, scale: float = 1.0) -> Matrix:
    """1, or another number, on the diagonal."""
    places = np.arange(size)
    return matrix(MatrixEntries(np.full(size, scale), places, places), (size, size))


def lengths(given: Matrix) -> Ints:
    """The number of stored entries in each line, which bounds the number of nonzero ones."""
    return np.diff(compressed(given)[2])


def in_full(given: Matrix) -> Array:
    """The same as an array of numpy's."""
    full: Array = given if isinstance(given, np.ndarray) else given.toarray()
    return full


def compressed(given: Matrix) -> tuple[Array, Ints, Ints]:
    """The nonzero entries, line after line: numbers, columns, and where each line begins, with the end of the last."""
    if isinstance(given, SparseMatrix):
        return given.data, given.col, given.starts
    data, row, col = entries(given)
    return data, col, np.searchsorted(row, np.arange(given.shape[0] + 1))


def scale_lines(given: Matrix, factors: Floats) -> Matrix:
    """Each line times its factor."""
    if isinstance(given, np.ndarray):
        return factors[:, None] * given
    return replace(given, data=given.data * factors[given.row])
