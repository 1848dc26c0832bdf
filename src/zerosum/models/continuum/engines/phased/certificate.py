"""The certificate of a phased game: step functions of numbers and scores at every turn."""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.value import Value
from zerosum.models.continuum.certificate import write_steps
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.engines.phased.verify import prove


def write(solution: PhasedSolution) -> Data:
    return write_steps(solution.steps)


def verify(solution: PhasedSolution) -> Value:
    """Return bounds on the value, from the solution's step functions in the form of a certificate."""
    return prove(solution.game, solution.value, write(solution))
