"""The certificate of a stochastic game: stationary strategies, and the vectors that prove the average payoff."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.data import Data
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number, as_fraction, text, texts
from zerosum.core.proofs import distinct_names
from zerosum.core.value import Value
from zerosum.core.writing import exact_probabilities
from zerosum.models.stochastic.answer import LimitProof, Polynomial, StochasticSolution
from zerosum.models.stochastic.guesses import relative_values
from zerosum.models.stochastic.verify import process_of, prove


def write(solution: StochasticSolution) -> Data:
    """Return both strategies by state; for averages also the relative values that prove the bounds."""
    game = solution.game
    distinct_names(game.states, "two states")
    sides: list[dict[Position, dict[Move, Number]]] = [{}, {}]
    for at, by_state in enumerate((solution.rows, solution.cols)):
        for state in game.states:
            moves = game.moves(state)[at]
            mix = exact_probabilities([by_state[state].get(move, Fraction(0)) for move in moves])
            sides[at][state] = dict(zip(moves, mix, strict=True))
    row, col = (
        {str(state): {str(move): text(p) for move, p in mix.items()} for state, mix in side.items()}
        for side in sides
    )
    relative: Data = []
    if solution.discount is None:
        rows, cols = ([[as_fraction(p) for p in mix.values()] for mix in side.values()] for side in sides)
        processes = process_of(game, cols, of_row=True), process_of(game, rows, of_row=False)
        relative = [texts(relative_values(process)) for process in processes]
    limit = [_written(solution.in_the_limit.get(side)) for side in ("col", "row") if relative]
    return {"row": row, "col": col, "relative": relative, "limit": limit}


def _written(proof: LimitProof | None) -> Data:
    """Return a proof in the limit, with polynomials as coefficients by their powers."""
    if proof is None:
        return None
    return {
        "power": str(proof.power),
        "over": _polynomial(proof.over),
        "values": {str(state): _polynomial(p) for state, p in proof.values.items()},
        "mixes": {
            str(state): {str(move): _polynomial(p) for move, p in mix.items()}
            for state, mix in proof.mixes.items()
        },
    }


def _polynomial(p: Polynomial) -> Data:
    return {str(power): text(coefficient) for power, coefficient in p.items()}


def verify(solution: StochasticSolution) -> Value:
    """Return bounds on the value at the solution's state, from its strategies in the form of a certificate."""
    return prove(solution.game, solution.value, write(solution), solution.state)
