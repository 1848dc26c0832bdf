"""The certificate of a betting game: step functions of the hand at every turn."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, texts
from zerosum.core.proofs import distribution, exact_probabilities, fields
from zerosum.core.value import Value
from zerosum.models.betting.answer import BettingSolution
from zerosum.models.betting.form import StepStrategy
from zerosum.models.betting.rules import BettingGame
from zerosum.models.betting.verify import ActionsByTurn, bounds, turns_of


def write(solution: BettingSolution) -> Data:
    """Ends and mixes of the steps."""
    return write_steps(solution.steps)


def prove(game: BettingGame, claimed: Value, data: Data) -> Value:
    """Best replies, in fractions."""
    return bounds(game, read_steps(data, turns_of(game.tree())))


def verify(solution: BettingSolution) -> Value:
    """Bounds on the value, from the solution's step functions as a certificate would have them."""
    return prove(solution.game, solution.value, write(solution))


def write_steps(steps: Mapping[str, StepStrategy]) -> Data:
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


def read_steps(data: Data, turns: ActionsByTurn) -> dict[str, StepStrategy]:
    """The steps at exactly these turns, over exactly their actions."""
    [said] = fields(data, "turns")
    if not isinstance(said, dict) or said.keys() != turns.keys():
        raise InputError(f"the certificate must have strategies at the turns {', '.join(map(repr, turns))}")
    steps = {}
    for turn, actions in turns.items():
        where = f"at {turn!r}"
        named, ends, mixes = fields(said[turn], "actions", "ends", "mixes", where=f"the turn {turn!r}")
        if named != list(actions):
            raise InputError(f"the actions {where} are {', '.join(actions)}, and the certificate has others")
        steps[turn] = StepStrategy(
            tuple(actions),
            tuple(Fraction(end) for end in numbers(ends)),
            tuple(tuple(distribution(mix, len(actions), where)) for mix in mixes),
        )
    return steps


CERTIFICATE = Certificate(write, prove)
