"""The certificate of a stochastic game: stationary strategies, and what proves the average payoff."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import number, numbers, texts
from zerosum.core.proofs import written_mix
from zerosum.core.value import Value
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.verify import bounds, relative_values


def write(solution: StochasticSolution) -> Data:
    """Both strategies by state; with the average payoff, the relative values that prove the bounds."""
    mixes = {
        side: {state: written_mix(mix) for state, mix in by_state.items()}
        for side, by_state in (("row", solution.rows), ("col", solution.cols))
    }
    relative = [texts(values) for values in relative_values(solution.game, solution.rows, solution.cols)]
    return {"state": solution.state, **mixes, "relative": relative}


def prove(game: StochasticGame, claimed: Value, data: Data) -> Value:
    """What either strategy guarantees against every reply, in fractions."""
    rows, cols = (
        {state: {move: number(p) for move, p in mix.items()} for state, mix in data[side].items()}
        for side in ("row", "col")
    )
    if data["state"] != game.first_state:
        raise InputError("the certificate is about another state than the game's first")
    relative = [[Fraction(w) for w in numbers(values)] for values in data["relative"]]
    return bounds(game, data["state"], rows, cols, relative)


CERTIFICATE = Certificate(write, prove)
