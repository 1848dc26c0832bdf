"""The certificate of a betting game: step functions of the hand at every turn."""

from __future__ import annotations

from collections.abc import Mapping

from zerosum.core.data import Data
from zerosum.core.limits import require_budget
from zerosum.core.numbers import texts
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import count
from zerosum.models.continuum.verify import prove

CARD_BYTES, CARD_SECONDS = 200, 5e-5
"""Approximate memory and time for one card at one node; fractions with long denominators need more."""


def write(solution: BettingSolution) -> Data:
    """Return the end points and mixes of the steps, and the ranges if requested."""
    said: dict[str, Data] = write_steps(solution.steps)
    if "ranges" in vars(solution):
        said["ranges"] = solution.game.family.range_proofs(solution)
    return said


def verify(solution: BettingSolution) -> Value:
    """Return bounds on the value, from the solution's step functions in the form of a certificate."""
    game = solution.game
    if game.deck is not None:
        size = game.deck.ranks * count(game.tree())
        what = f"the best responses with {game.deck.ranks:,} cards"
        require_budget(what, memory=CARD_BYTES * size, seconds=CARD_SECONDS * size)
    return prove(game, solution.value, write(solution))


def write_steps(steps: Mapping[str, StepStrategy]) -> dict[str, Data]:
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
