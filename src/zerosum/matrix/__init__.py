"""The value of a matrix game: one game, a batch, exact fractions.

`solve`, `solve_batch` and `solve_exact` are for Python. Compiled code calls `solve_into` with scratch of
`work_size` floats, and guards itself as `fallback` says.
"""

from __future__ import annotations

import warnings

from zerosum.matrix.batch import BatchSolution, solve_batch
from zerosum.matrix.bounds import prove
from zerosum.matrix.fallback import TOLERANCE, Certified, solve_fallback
from zerosum.matrix.kernel import solve_into
from zerosum.matrix.scratch import work_size
from zerosum.matrix.single import Optimum, solve, solve_exact

__all__ = [
    "TOLERANCE",
    "BatchSolution",
    "Certified",
    "Optimum",
    "prove",
    "solve",
    "solve_batch",
    "solve_exact",
    "solve_fallback",
    "solve_into",
    "work_size",
]


def __getattr__(name: str) -> object:
    """Old names, for one release."""
    if name == "MatrixSolution":
        warnings.warn("zerosum.matrix.MatrixSolution is now Optimum", DeprecationWarning, stacklevel=2)
        return Optimum
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
