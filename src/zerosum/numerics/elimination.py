"""Linear equations in fractions: Gauss and Jordan's elimination, written once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Matrix = list[list[Fraction]]


class Eliminated(NamedTuple):
    """A table after elimination."""

    pivots: dict[int, int]
    """The row of each column that has been solved for, in the order of the columns."""
    table: Matrix
    determinant: Fraction
    """The determinant of the first columns, where they make a square; zero where one is not solved for."""

    @property
    def is_contradictory(self) -> bool:
        """Whether an equation says that nothing equals something."""
        return any(line[-1] for line in self.table[len(self.pivots) :])


def eliminate(table: Matrix, width: int, *, above: bool = True) -> Eliminated:
    """Solve for the first columns, from left to right; without `above`, the table is made triangular only."""
    lines, pivots, determinant = list(table), dict[int, int](), Fraction(1)
    for j in range(width):
        done = len(pivots)
        row = next((i for i in range(done, len(lines)) if lines[i][j]), None)
        if row is None:
            determinant = Fraction(0)
            continue
        if row != done:
            lines[done], lines[row], determinant = lines[row], lines[done], -determinant
        head = lines[done][j]
        determinant *= head
        lines[done] = [x / head if x else x for x in lines[done]]
        for i in range(0 if above else done + 1, len(lines)):
            if i != done and (factor := lines[i][j]):
                lines[i] = [x - factor * y if y else x for x, y in zip(lines[i], lines[done], strict=True)]
        pivots[j] = done
    return Eliminated(pivots, lines, determinant)


def solve_linear(table: Matrix) -> tuple[list[Fraction], Fraction] | None:
    """The solution of a square system, its right side in the last column, and its determinant; None if that is 0."""
    found = eliminate(table, len(table))
    return ([line[-1] for line in found.table], found.determinant) if found.determinant else None


def determinant(matrix: Sequence[Sequence[Fraction]]) -> Fraction:
    """The determinant of a square matrix."""
    return eliminate([list(line) for line in matrix], len(matrix), above=False).determinant
