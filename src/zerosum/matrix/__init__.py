"""The value of a matrix game: one game, a batch, exact fractions.

Compiled callers use `solve_into` with scratch of `work_size` floats.
"""

from zerosum.matrix.batch import BatchSolution, solve_batch
from zerosum.matrix.kernel import solve_into, work_size
from zerosum.matrix.safe import TOLERANCE, solve_safely
from zerosum.matrix.single import MatrixSolution, solve, solve_exact

__all__ = [
    "TOLERANCE",
    "BatchSolution",
    "MatrixSolution",
    "solve",
    "solve_batch",
    "solve_exact",
    "solve_into",
    "solve_safely",
    "work_size",
]
