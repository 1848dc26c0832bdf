"""Systems of linear equations whose coefficients are polynomials in a parameter, solved as rational functions of it.

Most entries of a large system are 0, and many others are 1 or -1. An equation with an entry 1 or -1 is solved for
that unknown, which is substituted into the other equations; no denominators appear. The remaining equations form
the *core*, a small system in which no entry is 1 or -1. It is solved exactly at integers, and the solutions are
interpolated (`zerosum.numerics.functions.vector_from_values`); the other unknowns follow. That the functions solve
all equations is then checked as an identity of polynomials.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import NamedTuple

from flint import fmpq_poly, fmpz, fmpz_mat, fmpz_poly

from zerosum.numerics.exact import solve_whole
from zerosum.numerics.functions import ONE, ZERO, FunctionVector, Values, vector_from_values

UNITS = fmpz_poly([1]), fmpz_poly([-1])
NO_TERMS = fmpz_poly([])


class Pivot(NamedTuple):
    """A pivot of the elimination: its entry, and the other entries of its row and its column at that time."""

    line: int
    column: int
    unit: int
    along: list[tuple[int, fmpz_poly]]
    below: list[tuple[int, fmpz_poly]]

    def turned(self) -> Pivot:
        """Return the corresponding pivot of the transposed system."""
        return Pivot(self.column, self.line, self.unit, self.below, self.along)


class PolynomialSystem:
    """A square system of equations with polynomial coefficients."""

    def __init__(self, size: int, entries: list[tuple[int, int, fmpz_poly]]) -> None:
        self.size, self.entries = size, [entry for entry in entries if entry[2]]
        self.pivots: list[Pivot] = []
        self.lines: list[dict[int, fmpz_poly]] = [{} for _ in range(size)]
        """The remaining entries of each equation."""
        for i, j, p in self.entries:
            self.lines[i][j] = p
        degrees = (max((p.degree() for p in line.values()), default=0) for line in self.lines)
        self.most_roots = sum(map(int, degrees))
        """A bound on the number of roots of the determinant, unless it is 0."""
        self._eliminate()
        solved = {pivot.line for pivot in self.pivots}, {pivot.column for pivot in self.pivots}
        self.core = tuple([k for k in range(size) if k not in done] for done in solved)
        """The remaining equations and unknowns."""
        self.known: dict[int, tuple[fmpz_mat, fmpz_mat]] = {}

    def _eliminate(self) -> None:
        """Solve equations with an entry 1 or -1 for their unknown, short ones first."""
        columns: list[set[int]] = [set() for _ in range(self.size)]
        for i, line in enumerate(self.lines):
            for j in line:
                columns[j].add(i)
        # rows by length; a row whose length has changed is in the heap again
        waiting = [(len(line), i) for i, line in enumerate(self.lines)]
        heapify(waiting)
        while waiting:
            length, i = heappop(waiting)
            line = self.lines[i]
            units = [j for j, p in line.items() if p in UNITS] if length == len(line) else []
            if not units:
                continue  # the row has changed and is elsewhere in the heap, or has no entry to solve for
            # pivot on the unknown that occurs in the fewest rows, and remove its column from them
            j = min(units, key=lambda j: len(columns[j]))
            unit = int(line.pop(j)[0])
            columns[j].remove(i)
            below = [(k, self.lines[k].pop(j)) for k in columns[j]]
            self.pivots.append(Pivot(i, j, unit, list(line.items()), below))
            # add the multiple of the row that removes the unknown from row k
            for k, factor in below:
                other, times = self.lines[k], factor * -unit
                for column, p in line.items():
                    total = other.get(column, NO_TERMS) + times * p
                    if total:
                        other[column] = total
                        columns[column].add(k)
                    else:
                        del other[column]
                        columns[column].remove(k)
                heappush(waiting, (len(other), k))
            for column in line:
                columns[column].remove(i)
            columns[j], self.lines[i] = set(), {}

    def _core_at(self, t: int) -> tuple[fmpz_mat, fmpz_mat]:
        """Return the remaining equations at one value of the parameter, and their transpose."""
        if t not in self.known:
            lines, unknowns = self.core
            place = {column: k for k, column in enumerate(unknowns)}
            table = fmpz_mat(len(lines), len(lines))
            for k, i in enumerate(lines):
                for column, p in self.lines[i].items():
                    table[k, place[column]] = p(fmpz(t))
            self.known[t] = table, table.transpose()
        return self.known[t]

    def solve(
        self, right: list[int], *, transposed: bool = False
    ) -> tuple[list[fmpq_poly], fmpq_poly] | None:
        """Return the proved numerators and common denominator of the solution; None if there is no solution for any
        t.
        """
        pivots = [pivot.turned() for pivot in self.pivots] if transposed else self.pivots
        # the right-hand side after the eliminations, in their order
        rest = [fmpz_poly([b]) for b in right]
        for line, _, unit, _, below in pivots:
            if rest[line]:
                for k, factor in below:
                    rest[k] -= factor * unit * rest[line]
        lines, unknowns = reversed(self.core) if transposed else self.core
        found = self._solve_core([rest[line] for line in lines], transposed)
        if found is None:
            return None
        # the unknowns of the core, then the eliminated ones, in reverse order
        tops, bottom = [ZERO] * self.size, found.bottom
        for column, top in zip(unknowns, found.tops, strict=True):
            tops[column] = top
        for line, column, unit, along, _ in reversed(pivots):
            total = bottom * rest[line]
            for k, factor in along:
                if tops[k]:
                    total -= factor * tops[k]
            tops[column] = total * unit
        # the proof: the numerators solve the original system as polynomials
        sums = [ZERO] * self.size
        for i, j, p in self.entries:
            line, column = (j, i) if transposed else (i, j)
            if tops[column]:
                sums[line] += p * tops[column]
        if any(total != bottom * b for total, b in zip(sums, right, strict=True)):
            raise AssertionError("interpolation failed although there were two extra points")
        return tops, bottom

    def _solve_core(self, right: list[fmpz_poly], transposed: bool) -> FunctionVector | None:
        """Return the unknowns of the core, interpolated; None if its determinant is 0."""
        if not right:
            return FunctionVector([], ONE)
        failures = 0

        def solve_at(t: int) -> Values | None:
            nonlocal failures
            found = solve_whole(self._core_at(t)[transposed], [int(p(fmpz(t))) for p in right])
            failures += found is None
            if failures > self.most_roots:
                raise ZeroDivisionError
            return None if found is None else ([int(a) for a in found[0].entries()], found[1])

        try:
            return vector_from_values(solve_at)
        except ZeroDivisionError:
            return None
