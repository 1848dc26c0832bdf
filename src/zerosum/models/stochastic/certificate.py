"""The certificate of a stochastic game: stationary strategies, and what proves the average payoff."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.numbers import as_fraction, texts
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.guesses import relative_values
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.verify import process_of, prove


def write(solution: StochasticSolution) -> Data:
    """Both strategies by state; with the average payoff, the relative values that prove the bounds."""
    game = solution.game
    mixes = [
        {
            state: exact_probabilities(
                [by_state[state].get(move, Fraction(0)) for move in game.moves(state)[at]]
            )
            for state in game.states
        }
        for at, by_state in enumerate((solution.rows, solution.cols))
    ]
    rows, cols = ([[as_fraction(p) for p in mix] for mix in side.values()] for side in mixes)
    processes = (
        []
        if solution.game.discount is not None
        else [process_of(game, cols, of_row=True), process_of(game, rows, of_row=False)]
    )
    row, col = (
        {
            state: dict(zip(map(str, game.moves(state)[at]), texts(mix), strict=True))
            for state, mix in side.items()
        }
        for at, side in enumerate(mixes)
    )
    return {"row": row, "col": col, "relative": [texts(relative_values(process)) for process in processes]}


def verify(solution: StochasticSolution) -> Value:
    """Bounds on the value at the solution's state, from its strategies as a certificate would have them."""
    return prove(solution.game, solution.value, write(solution), solution.state)


def older(game: StochasticGame, claimed: Value, data: Data) -> Data:
    """The data of version 0.2, which named the state, and left out moves that are never made."""
    if data["state"] != game.first_state:
        raise InputError("the certificate is about another state than the game's first")
    mixes = {
        side: {
            state: {**{str(move): "0" for move in game.moves(state)[at]}, **data[side][state]}
            for state in game.states
        }
        for at, side in enumerate(("row", "col"))
    }
    return {**mixes, "relative": data["relative"]}


CERTIFICATE = Certificate(write, prove, older)
