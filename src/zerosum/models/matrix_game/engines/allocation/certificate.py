"""The certificate of an allocation game: both strategies, stage by stage.

    {"row": {"1 | 20": ["0", "0.25", …], …}, "col": …}

For each stage that a strategy reaches, except those at the last field, where there is no choice: the field and the
soldiers left, and the probabilities of placing 0, 1, 2 and so on of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.numbers import texts
from zerosum.core.proofs import position_key
from zerosum.core.sides import SIDES
from zerosum.core.value import Value
from zerosum.models.matrix_game.engines.allocation.verify import prove

if TYPE_CHECKING:
    from zerosum.models.matrix_game.engines.allocation.answer import AllocationSolution


def write(solution: AllocationSolution) -> Data:
    last = solution.game.count
    return {
        side: {
            position_key(stand): texts([mix.get(placed, 0) for placed in range(stand.left + 1)])
            for stand, mix in solution.mixes[side].items()
            if stand.field < last
        }
        for side in SIDES
    }


def verify(solution: AllocationSolution) -> Value:
    """Return the interval that the solution's strategies guarantee."""
    return prove(solution.game, solution.value, write(solution))
