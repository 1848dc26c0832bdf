"""The certificate of a phased game: step functions of numbers and scores at every turn."""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.value import Value
from zerosum.models.betting.certificate import write_steps
from zerosum.models.phased.answer import PhasedSolution
from zerosum.models.phased.verify import prove


def write(solution: PhasedSolution) -> Data:
    """Ends and mixes of the steps."""
    return write_steps(solution.steps)


def verify(solution: PhasedSolution) -> Value:
    """Bounds on the value, from the solution's step functions as a certificate would have them."""
    return prove(solution.game, solution.value, write(solution))


CERTIFICATE = Certificate(write, prove)
