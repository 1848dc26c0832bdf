"""The certificate of a target game: at every state pieces of x, on each the probabilities as ratios of polynomials.

    states    by stage and place: a list of pieces
    from      where a piece begins; the first begins at or below the smallest target, each ends where the next begins
    row, col  the common denominator `over`, and for each move of the state its numerator, coefficients constant first

Files of version 0.2 have a list of pairs [numerator, denominator] in floats for `row` and `col`, one for every move of
the game. They are read as a solution found in floats is: the remainder goes to the largest probability, and what is
below 0 by rounding is lifted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.foreign import Foreign
from zerosum.core.game import Position
from zerosum.core.numbers import numbers, text
from zerosum.core.proofs import position_key
from zerosum.core.rationals import fraction, polynomial, rational
from zerosum.core.value import Value
from zerosum.models.targets.rules import TargetGame
from zerosum.models.targets.verify import (
    DensityPiece,
    Mass,
    MixFunction,
    MixPart,
    bounds,
    exact_law,
    prove,
    proved,
)
from zerosum.numerics.laws import Distribution, Tabulated
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio
from zerosum.numerics.roots import Algebraic

if TYPE_CHECKING:
    from zerosum.models.targets.answer import TargetSolution

ROUNDING = fmpq(1, 10**9)
"""A probability found in floats may be this much below 0; it is then mixed with the uniform strategy."""
BREAK = Fraction(1, 1 << 100)
"""An irrational number between two pieces is replaced by a fraction this near."""
NO_VALUE = Ratio((), (1.0,))
"""Stands for the value on a piece, which a certificate does not state."""


def write(solution: TargetSolution) -> Data:
    """The strategies at every state: where each piece begins, and both sides' probabilities."""
    game = solution.game
    for left in range(1, game.stages_left(game.start) + 1):
        exact_law(game.target(left))  # refuses laws that allow no proof
    return {
        "states": {
            position_key((at, place)): _written(parts_of(game, at, state, solution.pieces_at(at, place)))
            for at, layer in enumerate(game.layers())
            for place, state in enumerate(layer.states)
        }
    }


def verify(solution: TargetSolution) -> Value:
    """Bounds on the value at the solution's state, or at the target that has been seen, from its strategies alone."""
    game, state = solution.game, solution.state
    laws = [law_or_table(game.target(left)) for left in range(1, game.stages_left(state) + 1)]
    if solution.x is not None and laws:
        laws[-1] = Mass([(rational(solution.x), fmpq(1))], [])
    return bounds(
        game,
        lambda layer, place: parts_of(
            game, layer, solution.solved.layers[layer].states[place], solution.pieces_at(layer, place)
        ),
        state,
        laws,
        exact=solution.value.is_exact,
    )


@lru_cache(maxsize=64)
def law_or_table(F: Distribution) -> Mass:
    """A law in exact numbers, as its parameters say; else as its table does, which rests on scipy's functions."""
    if not isinstance(F, Tabulated) or F.exact:
        return exact_law(F)
    atoms = [
        (rational(x), rational(p)) for x, p in zip(F.law.atoms.tolist(), F.law.weights.tolist(), strict=True)
    ]
    panels, total = [], sum((p for _, p in atoms), fmpq(0))
    for coefficients, (low, high) in zip(F.series.tolist(), F.panels, strict=True):
        a, b = rational(low), rational(high)
        density = _legendre(coefficients)(fmpq_poly([(a + b) / (a - b), 2 / (b - a)]))
        panels.append((a, b, density))
        primitive = density.integral()
        total += primitive(b) - primitive(a)
    return Mass(
        [(x, p / total) for x, p in atoms],
        [DensityPiece(a, b, density / total) for a, b, density in panels],
        drift=rational(F.drift) * (1 + fmpq(1, 1 << 40)),  # it was found in floats
    )


def _legendre(series: Sequence[float]) -> Foreign:
    """The polynomial with these coefficients in Legendre's polynomials."""
    before, here, x = fmpq_poly([]), fmpq_poly([1]), fmpq_poly([0, 1])
    total = fmpq_poly([])
    for n, c in enumerate(series):
        total += rational(c) * here
        before, here = here, (fmpq(2 * n + 1) * x * here - fmpq(n) * before) / fmpq(n + 1)
    return total


def older(game: TargetGame, claimed: Value, data: Data) -> Data:
    """The data of version 0.2, whose probabilities are pairs in floats, made exact."""
    states = {}
    for at, layer in enumerate(game.layers()):
        for place, state in enumerate(layer.states):
            key = position_key((at, place))
            pieces = [
                Piece(
                    rational(numbers([entry["from"]])[0]),
                    None,
                    NO_VALUE,
                    _ratios(entry["row"], game.row_moves),
                    _ratios(entry["col"], game.col_moves),
                )
                for entry in data["states"][key]
            ]
            states[key] = _written(parts_of(game, at, state, pieces))
    if extra := data["states"].keys() - states.keys():
        raise InputError(f"the certificate has the state {min(extra):.60}, which the rules do not ask for")
    return {"states": states}


def _ratios(entry: Data, moves: Sequence[str]) -> tuple[Ratio, ...]:
    """The pairs of version 0.2."""
    ratios = tuple(Ratio(tuple(numbers(top)), tuple(numbers(over))) for top, over in entry)
    if len(ratios) != len(moves) or not all(any(ratio.bottom) for ratio in ratios):
        raise InputError("a strategy of the certificate does not have a probability for every move")
    return ratios


def _written(parts: Sequence[MixPart]) -> Data:
    return [
        {"from": _text(part.start), "row": _written_mix(part.row), "col": _written_mix(part.col)}
        for part in parts
    ]


def _written_mix(mix: MixFunction) -> Data:
    return {
        "over": [_text(rational(c)) for c in mix.bottom.coeffs()],
        "moves": {move: [_text(rational(c)) for c in top.coeffs()] for move, top in mix.tops.items()},
    }


def _text(x: Foreign) -> str:
    return text(fraction(x))


def parts_of(game: TargetGame, layer: int, state: Position, pieces: Sequence[Piece]) -> list[MixPart]:
    """The strategies of a solution in exact numbers, made true distributions where they were found in floats."""
    law = law_or_table(game.target(layer + 1))
    rows, cols = game.moves(state)
    low, high = law.ends
    starts = [rational_near(piece.low) for piece in pieces]
    starts[0] = min(starts[0], low)
    parts: list[MixPart] = []
    for piece, start, end in zip(pieces, starts, [*starts[1:], high + 1], strict=True):
        if start >= end:
            continue
        row = _distribution(dict(zip(game.row_moves, piece.row, strict=True)), rows, start, end, law)
        col = _distribution(dict(zip(game.col_moves, piece.col, strict=True)), cols, start, end, law)
        parts.append(MixPart(start, row, col))
    return parts


def _distribution(
    ratios: Mapping[str, Ratio], moves: Sequence[str], start: Foreign, end: Foreign, law: Mass
) -> MixFunction:
    """Ratios as exact probabilities from start to end: the remainder goes to the largest, so that they sum to 1."""
    for move, ratio in ratios.items():
        if move not in moves and any(ratio.top):
            raise InputError(f"a strategy plays {move!r}, which the rules do not allow there")
    used = {move: ratios[move] for move in moves if any(ratios[move].top)}
    bottom = fmpq_poly([1])
    for other in {str(p): p for p in (polynomial(ratio.bottom) for ratio in used.values())}.values():
        bottom *= other
    tops = {move: fmpq_poly([]) for move in moves}
    for move, ratio in used.items():
        tops[move] = polynomial(ratio.top) * divmod(bottom, polynomial(ratio.bottom))[0]
    points = [x for x, _ in law.atoms if start <= x < end]
    cuts = [(max(start, panel.low), min(end, panel.high)) for panel in law.panels]
    stretches = [(a, b) for a, b in cuts if a < b]
    points += [(a + b) / 2 for a, b in stretches] or ([] if points else [law.ends[0]])
    middle = points[-1]
    if bottom(middle) < 0:
        tops, bottom = {move: -top for move, top in tops.items()}, -bottom
    largest = max(moves, key=lambda move: tops[move](middle))
    tops[largest] = bottom - sum((top for move, top in tops.items() if move != largest), fmpq_poly([]))
    return _lifted(tops, bottom, points, stretches)


def _lifted(
    tops: Mapping[str, Foreign],
    bottom: Foreign,
    points: Sequence[Foreign],
    stretches: Sequence[tuple[Foreign, Foreign]],
) -> MixFunction:
    """The mix, lifted from p to (p + e) / (1 + n e) for n moves, with the least e = 0, 2**-80, 2**-78, … that makes it
    a distribution."""
    lift = fmpq(0)
    while lift <= ROUNDING:
        raised = [top + lift * bottom for top in tops.values()]
        fine = all(top(x) >= 0 for top in raised for x in points)
        if fine and all(proved(top, *stretch) for top in raised for stretch in stretches):
            return MixFunction(dict(zip(tops, raised, strict=True)), (1 + len(tops) * lift) * bottom)
        lift = 4 * lift if lift else fmpq(1, 1 << 80)
    raise InputError("a strategy has a probability that is negative somewhere on its piece")


def rational_near(x: Foreign) -> Foreign:
    """Where a piece begins, as a fraction; near by where it is an algebraic number."""
    return rational(x.within(BREAK).low if isinstance(x, Algebraic) else x)


CERTIFICATE = Certificate(write, prove, older)
