"""The value of a matrix game: one game, a batch, exact fractions.

`solve`, `solve_batch` and `solve_exact` are for Python. Compiled code calls `solve_into` with scratch of
`work_size` floats, and guards itself as `zerosum.matrix.value` explains.
"""

from zerosum.matrix.answer import BatchSolution, Certified, Optimum
from zerosum.matrix.bounds import prove, work_size
from zerosum.matrix.kernel import TOLERANCE, solve_into
from zerosum.matrix.value import solve, solve_batch, solve_exact, solve_fallback

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
