"""The certificate of a betting game: step functions of the hand at every turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import distribution, numbers, texts
from zerosum.core.value import Value
from zerosum.models.betting.answer import BettingSolution
from zerosum.models.betting.form import StepStrategy
from zerosum.models.betting.rules import BettingGame
from zerosum.models.betting.verify import bounds


def write(solution: BettingSolution) -> Data:
    """Ends and mixes of the steps."""
    return write_steps(solution.steps)


def prove(game: BettingGame, claimed: Value, data: Data) -> Value:
    """Best replies, in fractions."""
    return bounds(game, read_steps(data))


def write_steps(steps: Mapping[str, StepStrategy]) -> Data:
    """Ends and mixes of the steps at every turn."""
    return {
        "turns": {
            turn: {
                "actions": list(one.actions),
                "ends": texts(one.ends),
                "mixes": [texts(mix) for mix in one.mixes],
            }
            for turn, one in steps.items()
        }
    }


def read_steps(data: Data) -> dict[str, StepStrategy]:
    """The steps at every turn, with mixes scaled to add up to one."""
    steps = {}
    for turn, entry in data["turns"].items():
        mixes = []
        for mix in entry["mixes"]:
            exact = [Fraction(p) for p in distribution(numbers(mix))]
            mixes.append(tuple(p / sum(exact) for p in exact))
        ends = tuple(Fraction(end) for end in numbers(entry["ends"]))
        steps[turn] = StepStrategy(tuple(entry["actions"]), ends, tuple(mixes))
    return steps


CERTIFICATE = Certificate(write, prove)
