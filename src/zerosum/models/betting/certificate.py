"""The certificate of a betting game: step functions of the hand at every turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.numbers import distribution, numbers, texts
from zerosum.core.value import Value
from zerosum.models.betting.protocol import BettingAnswer
from zerosum.models.betting.rules import BettingGame
from zerosum.models.betting.steps import StepStrategy
from zerosum.models.betting.verify import verify

__all__ = ["CERTIFICATE", "read_steps", "write_steps"]


def write(solution: BettingAnswer) -> Data:
    """Ends and mixes of the steps."""
    return write_steps(solution.steps)


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
    """The steps at every turn, whose mixes are scaled to add up to one."""
    return {turn: _steps(said) for turn, said in data["turns"].items()}


def prove(game: BettingGame, claimed: Value, data: Data) -> Value:
    """Best replies, in fractions."""
    return verify(game, SimpleNamespace(steps=read_steps(data)))


def _steps(said: Data) -> StepStrategy:
    """A step strategy whose mixes are scaled to add up to one."""
    mixes = []
    for one in said["mixes"]:
        exact = [Fraction(p) for p in distribution(numbers(one))]
        mixes.append(tuple(p / sum(exact) for p in exact))
    return StepStrategy(
        tuple(said["actions"]), tuple(Fraction(end) for end in numbers(said["ends"])), tuple(mixes)
    )


CERTIFICATE = Certificate(write, prove)
