"""The value of a matrix game: for one game or a batch of games, in floats or exact fractions.

`solve`, `solve_batch` and `solve_exact` are for Python. Compiled code calls `solve_into` with a scratch array of
`work_size` floats, and handles wide gaps as `zerosum.matrix.value` explains.
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
