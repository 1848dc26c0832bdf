"""Families of random games that are hard for floats."""

import numpy as np

from zerosum.core.arrays import Floats


def near_copies(rng: np.random.Generator, n: int) -> Floats:
    """Half of the rows are copies of the others, but for 1e-12."""
    A = rng.integers(-2, 3, (n, n)).astype(float)
    A[n // 2 :] = A[: n - n // 2] + 1e-12 * rng.standard_normal((n - n // 2, n))
    return A


def all_sizes(rng: np.random.Generator, n: int) -> Floats:
    return rng.standard_normal((n, n)) * 10.0 ** rng.integers(-12, 13, (n, n))


def many_units(rng: np.random.Generator, n: int) -> Floats:
    return rng.integers(-1, 2, (n, n)) * 10.0 ** rng.integers(-6, 7, (n, 1))


def nearly_singular(rng: np.random.Generator, n: int) -> Floats:
    return np.outer(rng.standard_normal(n), rng.standard_normal(n)) + 1e-10 * rng.standard_normal((n, n))


def skew(rng: np.random.Generator, n: int) -> Floats:
    upper = np.triu(rng.integers(-1, 2, (n, n)), 1)
    return (upper - upper.T).astype(float)


def nearly_constant(rng: np.random.Generator, n: int) -> Floats:
    return 1.0 + 1e-13 * rng.standard_normal((n, n))


FAMILIES = [near_copies, all_sizes, many_units, nearly_singular, skew, nearly_constant]
