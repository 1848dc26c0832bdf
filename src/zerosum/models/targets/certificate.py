"""The certificate of a target game: at every state pieces of x, on each the probabilities as ratios of polynomials.

    states    by stage and place: a list of pieces
    from      where a piece begins; the first begins at or below the smallest target, each ends where the next begins
    row, col  the common denominator `over`, and for each move of the state its numerator, coefficients constant first

Files of version 0.2 have a list of pairs [numerator, denominator] in floats for `row` and `col`, one for every move of
the game. They are read as a solution found in floats is: the remainder goes to the largest probability, and what is
below 0 by rounding is lifted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.family import Certificate
from zerosum.core.foreign import Foreign
from zerosum.core.game import Position
from zerosum.core.numbers import numbers, text
from zerosum.core.proofs import position_key
from zerosum.core.value import Value
from zerosum.models.targets.rules import TargetGame
from zerosum.models.targets.verify import (
    MixFunction,
    MixPart,
    bounds,
    exact_law,
    is_known_exactly,
    parts_of,
    polynomial,
    rational,
)
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio

if TYPE_CHECKING:
    from zerosum.models.targets.answer import TargetSolution

MOST_COEFFICIENTS = 64
"""Maximum number of coefficients of a polynomial in a certificate."""
MOST_PIECES = 1000
"""Maximum number of pieces at a state."""
NO_VALUE = Ratio((), (1.0,))
"""Stands for the value on a piece, which a certificate does not state."""


def write(solution: TargetSolution) -> Data:
    """The strategies at every state: where each piece begins, and both sides' probabilities."""
    game = solution.game
    if unknown := _known_only_by_scipy(game):
        raise Unavailable(unknown)
    return {
        "states": {
            position_key((at, place)): [
                {"from": _text(part.start), "row": _written(part.row), "col": _written(part.col)}
                for part in parts_of(game, at, state, solution.pieces_at(at, place))
            ]
            for at, layer in enumerate(game.layers())
            for place, state in enumerate(layer.states)
        }
    }


def prove(game: TargetGame, claimed: Value, data: Data) -> Value:
    """What the written strategies guarantee at the start."""
    if unknown := _known_only_by_scipy(game):
        raise InputError(unknown)
    states = {
        position_key((at, place)): (at, state)
        for at, layer in enumerate(game.layers())
        for place, state in enumerate(layer.states)
    }
    _same_keys("the certificate", data, ["states"])
    _same_keys("the certificate's states", data["states"], states)
    parts = {key: _read(game, at, state, data["states"][key]) for key, (at, state) in states.items()}
    return bounds(game, lambda *place: parts[position_key(place)], game.start, exact=claimed.is_exact)


def _known_only_by_scipy(game: TargetGame) -> str:
    """Why a law of the game allows no proof; empty where each does."""
    for left in range(1, game.stages_left(game.start) + 1):
        if not is_known_exactly(F := game.target(left)):
            return (
                f"nothing can be certified for targets with the law {F}: it is known only through scipy's functions, "
                "which come without error bounds. Use uniform, exponential, point or values"
            )
    return ""


def _text(x: Foreign) -> str:
    return text(Fraction(int(x.p), int(x.q)))


def _written(mix: MixFunction) -> Data:
    return {
        "over": [_text(rational(c)) for c in mix.bottom.coeffs()],
        "moves": {move: [_text(rational(c)) for c in top.coeffs()] for move, top in mix.tops.items()},
    }


def _read(game: TargetGame, layer: int, state: Position, entries: Data) -> list[MixPart]:
    """Pieces that leave no target out."""
    if not isinstance(entries, list) or not 0 < len(entries) <= MOST_PIECES:
        raise InputError(f"a state of the certificate needs from 1 to {MOST_PIECES} pieces")
    for entry in entries:
        _same_keys("a piece of the certificate", entry, ["from", "row", "col"])
    starts = [rational(x) for x in numbers(entry["from"] for entry in entries)]
    if starts[0] > exact_law(game.target(layer + 1)).low or not all(a < b for a, b in pairwise(starts)):
        raise InputError("the certificate does not say what to do at every value of a target")
    if isinstance(entries[0]["row"], list):
        pieces = [
            Piece(
                start,
                None,
                NO_VALUE,
                _ratios(entry["row"], game.row_moves),
                _ratios(entry["col"], game.col_moves),
            )
            for start, entry in zip(starts, entries, strict=True)
        ]
        return parts_of(game, layer, state, pieces)
    rows, cols = game.moves(state)
    return [
        MixPart(start, _mixture(entry["row"], rows), _mixture(entry["col"], cols))
        for start, entry in zip(starts, entries, strict=True)
    ]


def _mixture(entry: Data, moves: Sequence[str]) -> MixFunction:
    _same_keys("a mix of the certificate", entry, ["over", "moves"])
    _same_keys("the moves of a mix of the certificate", entry["moves"], moves)
    return MixFunction(
        {move: _polynomial(entry["moves"][move]) for move in moves}, _polynomial(entry["over"])
    )


def _polynomial(entry: Data) -> Foreign:
    return polynomial(_coefficients(entry))


def _coefficients(entry: Data) -> list[Foreign]:
    if not isinstance(entry, list) or len(entry) > MOST_COEFFICIENTS:
        raise InputError(
            f"a polynomial of the certificate must be a list of at most {MOST_COEFFICIENTS} numbers"
        )
    return list(numbers(entry))


def _ratios(entry: Data, moves: Sequence[str]) -> tuple[Ratio, ...]:
    """The pairs of version 0.2."""
    ratios = tuple(Ratio(tuple(_coefficients(top)), tuple(_coefficients(over))) for top, over in entry)
    if len(ratios) != len(moves) or not all(any(ratio.bottom) for ratio in ratios):
        raise InputError("a strategy of the certificate does not have a probability for every move")
    return ratios


def _same_keys(what: str, entry: Data, expected: Sequence[str] | Data) -> None:
    """Refuse what is missing, and what nobody asked for."""
    if not isinstance(entry, dict):
        raise InputError(f"{what} must be a table")
    for key in expected:
        if key not in entry:
            raise InputError(f"{what} lacks {key!r}")
    if extra := next((key for key in entry if key not in expected), None):
        raise InputError(f"{what} has {extra!r}, which the rules do not ask for")


CERTIFICATE = Certificate(write, prove)
