"""Gauss and Legendre's rule, and polynomials that are known by their values at its nodes."""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats

__all__ = ["BARYCENTRIC", "CUMULATE", "NODES", "TO_SERIES", "WEIGHTS", "gauss", "places", "series_at"]

NODES, WEIGHTS = (array.astype(np.float64) for array in np.polynomial.legendre.leggauss(16))
"""The nodes and weights on [-1, 1]; exact for polynomials up to degree 31."""


def _barycentric() -> Floats:
    """The weights of Lagrange's interpolation through the nodes, in barycentric form."""
    differences = NODES[:, None] - NODES[None, :] + np.eye(len(NODES))
    weights = 1.0 / differences.prod(axis=1)
    return np.asarray(weights / np.abs(weights).max())


BARYCENTRIC = _barycentric()

TO_SERIES: Floats = np.asarray(
    np.linalg.inv(np.polynomial.legendre.legvander(NODES, len(NODES) - 1)), np.float64
)
"""The matrix that takes values at the nodes to Legendre's coefficients of the interpolant."""


def _cumulate() -> Floats:
    """The matrix that takes values at the nodes to the interpolant's integrals from -1 to each node and to 1."""
    size = len(NODES)
    integrals = np.polynomial.legendre.legint(np.eye(size), lbnd=-1, axis=0)
    ends = np.polynomial.legendre.legvander(np.append(NODES, 1.0), size)
    return np.asarray(ends @ integrals @ TO_SERIES)


CUMULATE = _cumulate()


def places(a: float, b: float) -> Floats:
    """The nodes on [a, b]."""
    return np.asarray((a + b) / 2 + (b - a) / 2 * NODES)


def gauss(a: float, b: float) -> tuple[Floats, Floats]:
    """The nodes and weights on [a, b]."""
    return places(a, b), np.asarray((b - a) / 2 * WEIGHTS)


def series_at(series: Floats, x: Floats, a: float, b: float) -> Floats:
    """A polynomial on [a, b], given by Legendre's coefficients, at x."""
    return np.asarray(np.polynomial.legendre.legval((2 * x - a - b) / (b - a), series))
