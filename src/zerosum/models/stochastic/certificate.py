"""The certificate of a stochastic game: stationary strategies, and what proves the average payoff."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import numbers, texts
from zerosum.core.proofs import fields, is_old_file, read_mix, written_mix
from zerosum.core.value import Value
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.verify import bounds, relative_values


def write(solution: StochasticSolution) -> Data:
    """Both strategies by state; with the average payoff, the relative values that prove the bounds."""
    game, sides = solution.game, ("row", "col")
    mixes = {
        side: {
            state: written_mix(
                {move: by_state[state].get(move, Fraction(0)) for move in game.moves(state)[at]}
            )
            for state in game.states
        }
        for at, (side, by_state) in enumerate(zip(sides, (solution.rows, solution.cols), strict=True))
    }
    relative = [texts(values) for values in relative_values(game, solution.rows, solution.cols)]
    return {**mixes, "relative": relative}


def prove(game: StochasticGame, claimed: Value, data: Data) -> Value:
    """What either strategy guarantees against every reply, in fractions."""
    if is_old_file():
        data, state = {key: part for key, part in data.items() if key != "state"}, data["state"]
        if state != game.first_state:
            raise InputError("the certificate is about another state than the game's first")
    *mixes, relative = fields(data, "row", "col", "relative")
    rows, cols = (_read_side(game, said, at) for at, said in enumerate(mixes))
    size = len(list(game.states))
    if not isinstance(relative, list) or [len(values) for values in relative] not in ([], [size, size]):
        raise InputError(
            "the relative values of this certificate must be one number for each state and player"
        )
    return bounds(
        game, game.first_state, rows, cols, [[Fraction(w) for w in numbers(values)] for values in relative]
    )


def _read_side(game: StochasticGame, said: Data, at: int) -> dict[str, dict[str, Fraction]]:
    """One player's mix in every state of the game."""
    states = list(game.states)
    mixes = fields(said, *states, where="the states")
    if is_old_file():  # moves that are never made were left out
        mixes = [
            {**dict.fromkeys(game.moves(s)[at], "0"), **mix} for s, mix in zip(states, mixes, strict=True)
        ]
    return {
        state: read_mix(mix, game.moves(state)[at], f"in state {state!r}")
        for state, mix in zip(states, mixes, strict=True)
    }


CERTIFICATE = Certificate(write, prove)
