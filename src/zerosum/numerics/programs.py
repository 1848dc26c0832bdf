"""Linear programs, solved by HiGHS: minimise c·x where least <= A x <= most and lower <= x <= upper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.foreign import Foreign

NONE = np.inf
"""No bound; positive for an upper bound, negative for a lower one."""


BY_LINES, MINIMISE = 2, 1
"""HiGHS's constants for the form of its input."""

OPTIMAL = "Optimal"
"""HiGHS's statuses for success."""


class MatrixEntries(NamedTuple):
    """A sparse matrix as a list of entries."""

    data: Array
    row: Array
    col: Array


def merged(given: MatrixEntries) -> MatrixEntries:
    """Return the matrix in row order, with duplicate entries added."""
    order = np.lexsort((given.col, given.row))
    data, row, col = (part[order] for part in given)
    new = np.ones(len(row), np.bool_)
    new[1:] = (row[1:] != row[:-1]) | (col[1:] != col[:-1])
    first = np.flatnonzero(new)
    if len(first) == len(row):
        return MatrixEntries(data, row, col)
    return MatrixEntries(np.add.reduceat(data, first), row[first], col[first])


@dataclass(frozen=True)
class ProgramOptimum:
    """An optimal point of a linear program and the dual values of its rows."""

    x: Floats
    prices: Floats


def highs(tolerance: float, **options: bool | int | float | str) -> Foreign:
    """Return a silent HiGHS instance with default options."""
    from highspy import Highs  # slow to import

    solver: Foreign = Highs()  # type: ignore[no-untyped-call]
    both = {f"{kind}_feasibility_tolerance": tolerance for kind in ("primal", "dual")}
    for option, value in {"output_flag": False, **both, **options}.items():
        solver.setOptionValue(option, value)
    return solver


def hand_over(
    solver: Foreign,
    cost: Floats,
    lines: MatrixEntries,
    least: Floats | float,
    most: Floats,
    lower: Floats | float,
    upper: Floats | float = NONE,
) -> None:
    """Pass a program to HiGHS; its entries must be in row order, without duplicates."""
    data, row, index = lines
    height, width = len(most), len(cost)
    starts = np.searchsorted(row, np.arange(height + 1))
    each = ((lower, width), (upper, width), (least, height))
    bounds = (bound if isinstance(bound, np.ndarray) else np.full(size, bound) for bound, size in each)
    solver.passModel(
        *(width, height, len(data), BY_LINES, MINIMISE, 0.0),
        *(cost, *bounds, most),
        *(starts, index, data, np.zeros(width, np.int32)),
    )


def minimise(
    cost: Floats,
    lines: MatrixEntries,
    most: Floats,
    lower: Floats | float,
    upper: Floats | float = NONE,
    *,
    least: Floats | float = -NONE,
    method: str = "choose",
    tolerance: float = 1e-7,
) -> ProgramOptimum | None:
    """Find an optimal vertex by the dual "simplex" method or the interior-point method "ipm"; return None if
    HiGHS finds none.

    Entries may be in any order; duplicates are added.
    """
    solver = highs(tolerance, solver=method)
    hand_over(solver, cost, merged(lines), least, most, lower, upper)
    solver.run()
    if solver.modelStatusToString(solver.getModelStatus()) != OPTIMAL:
        return None
    found = solver.getSolution()
    return ProgramOptimum(np.array(found.col_value), np.array(found.row_dual))
