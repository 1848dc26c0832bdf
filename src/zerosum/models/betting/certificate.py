"""The certificate of a betting game: step functions of the hand at every turn."""

from __future__ import annotations

from collections.abc import Mapping

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import texts
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.betting.answer import BettingSolution
from zerosum.models.betting.form import StepStrategy
from zerosum.models.betting.verify import prove


def write(solution: BettingSolution) -> Data:
    """Ends and mixes of the steps; the ranges, too, if they were asked for."""
    said: dict[str, Data] = write_steps(solution.steps)
    if "ranges" in vars(solution):
        said["ranges"] = solution.game.family.range_proofs(solution)
    return said


def verify(solution: BettingSolution) -> Value:
    """Bounds on the value, from the solution's step functions as a certificate would have them."""
    return prove(solution.game, solution.value, write(solution))


def write_steps(steps: Mapping[str, StepStrategy]) -> dict[str, Data]:
    """Ends and mixes of the steps at every turn."""
    return {
        "turns": {
            turn: {
                "actions": list(one.actions),
                "ends": texts(one.ends),
                "mixes": [texts(exact_probabilities(mix)) for mix in one.mixes],
            }
            for turn, one in steps.items()
        }
    }


CERTIFICATE = Certificate(write, prove)
