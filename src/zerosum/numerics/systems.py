"""Systems of linear equations whose coefficients are polynomials in a parameter, solved as rational functions of it.

The equations are solved at whole numbers, exactly, and the solutions are interpolated
(`zerosum.numerics.functions.vector_from_values`); that the functions solve the equations is then checked as an identity
of polynomials.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from flint import fmpq_poly, fmpz, fmpz_mat, fmpz_poly

from zerosum.core.arrays import Floats, Ints
from zerosum.numerics.exact import solve_whole
from zerosum.numerics.functions import ZERO, Values, vector_from_values

SystemSolver = Callable[[list[int], bool], "Values | None"]
"""Solves a system of whole numbers, or its transpose, for a right side."""

SparseSolver = Callable[[int, Floats, Ints, Ints], "SystemSolver | None"]
"""Size and entries of a large system in, its solver out; None if it is singular."""

DENSE = 400
"""Systems with at most this number of unknowns are solved by FLINT."""


class PolynomialSystem:
    """A square system of equations with polynomial coefficients."""

    def __init__(
        self, size: int, entries: list[tuple[int, int, fmpz_poly]], sparse: SparseSolver | None = None
    ) -> None:
        self.size, self.entries, self.sparse = size, entries, sparse
        self.known: dict[int, SystemSolver | None] = {}

    def at(self, t: int) -> SystemSolver | None:
        """A solver of the equations at one value of the parameter; None if they are singular there."""
        if t not in self.known:
            self.known[t] = self._make(t)
        return self.known[t]

    def _make(self, t: int) -> SystemSolver | None:
        if self.size > DENSE and self.sparse is not None:
            data = np.array([float(int(p(fmpz(t)))) for _, _, p in self.entries])
            rows, cols = (np.array([entry[k] for entry in self.entries]) for k in (0, 1))
            return self.sparse(self.size, data, rows, cols)
        table = fmpz_mat(self.size, self.size)
        for i, j, p in self.entries:
            table[i, j] = p(fmpz(t))
        both = table, table.transpose()

        def dense(right: list[int], transposed: bool) -> Values | None:
            found = solve_whole(both[transposed], right)
            return None if found is None else ([int(a) for a in found[0].entries()], found[1])

        return dense

    def solve(
        self, right: list[int], *, transposed: bool = False
    ) -> tuple[list[fmpq_poly], fmpq_poly] | None:
        """Numerators and common denominator of the solution, proved; None if there is none for any t."""
        failures = 0

        def solve_at(t: int) -> Values | None:
            nonlocal failures
            solver = self.at(t)
            found = None if solver is None else solver(right, transposed)
            failures += found is None
            if failures > self.size + 20:
                raise ZeroDivisionError
            return found

        try:
            vector = vector_from_values(solve_at)
        except ZeroDivisionError:
            return None
        sums = [ZERO] * self.size
        for i, j, p in self.entries:
            line, variable = (j, i) if transposed else (i, j)
            sums[line] += p * vector.tops[variable]
        if any(total != vector.bottom * b for total, b in zip(sums, right, strict=True)):
            raise AssertionError("interpolation failed although two points were superfluous")
        return vector.tops, vector.bottom
