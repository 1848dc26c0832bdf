"""The certificate of a target game: for every state, pieces of x with the probabilities as ratios of polynomials.

    states    by stage and place: a list of pieces
    from      where a piece begins; the first begins at or below the smallest target, each ends where the next begins
    row, col  the common denominator `over`, and for each move of the state its numerator, coefficients constant first

In a solution found in floats the remainder goes to the largest probability, and mixes with negative probabilities
from rounding are corrected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Position
from zerosum.core.limits import require_budget
from zerosum.core.numbers import text
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
    exact_distribution,
    proved,
)
from zerosum.numerics.distribution_arrays import Distribution, Tabulated
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio
from zerosum.numerics.roots import Algebraic

if TYPE_CHECKING:
    from zerosum.models.targets.answer import TargetSolution

ROUNDING = fmpq(1, 10**9)
"""A probability found in floats may be this much below 0; it is then mixed with the uniform strategy."""
BREAK = Fraction(1, 1 << 100)
"""An irrational number between two pieces is replaced by a fraction within this distance."""
STRETCH_SECONDS = 1e-3
"""Estimated seconds for the integrals over one panel of one state."""


def write(solution: TargetSolution) -> Data:
    """Return the strategies at every state: the start of each piece, and both sides' probabilities."""
    game = solution.game
    for left in range(1, game.stages_left(game.start) + 1):
        exact_distribution(game.target(left))  # this rejects distributions that allow no proof
    return {
        "states": {
            position_key((at, place)): _written(parts_of(game, at, state, solution.pieces_at(at, place)))
            for at, layer in enumerate(game.layers())
            for place, state in enumerate(layer.states)
        }
    }


def verify(solution: TargetSolution) -> Value:
    """Return bounds on the value at the solution's state, or at the target seen, from its strategies alone."""
    game, state = solution.game, solution.state
    distributions = [
        distribution_or_table(game.target(left)) for left in range(1, game.stages_left(state) + 1)
    ]
    layers = zip(game.layers(), distributions, strict=False)
    work = sum(len(layer.states) * (3 + len(distribution.panels)) for layer, distribution in layers)
    require_budget("verifying all states of this game", seconds=STRETCH_SECONDS * work)
    if solution.x is not None and distributions:
        distributions[-1] = Mass([(rational(solution.x), fmpq(1))], [])
    return bounds(
        game,
        lambda layer, place: parts_of(
            game, layer, solution.solved.layers[layer].states[place], solution.pieces_at(layer, place)
        ),
        state,
        distributions,
        exact=solution.value.is_exact,
    )


@lru_cache(maxsize=64)
def distribution_or_table(F: Distribution) -> Mass:
    """Return a distribution in exact numbers, from its parameters or from the table that scipy computed."""
    if not isinstance(F, Tabulated) or F.exact:
        return exact_distribution(F)
    atoms = [
        (rational(x), rational(p))
        for x, p in zip(F.arrays.atoms.tolist(), F.arrays.weights.tolist(), strict=True)
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
        drift=rational(F.drift) * (1 + fmpq(1, 1 << 40)),  # the piece was found in floats
    )


def _legendre(series: Sequence[float]) -> Foreign:
    """Return the polynomial with these Legendre coefficients."""
    before, here, x = fmpq_poly([]), fmpq_poly([1]), fmpq_poly([0, 1])
    total = fmpq_poly([])
    for n, c in enumerate(series):
        total += rational(c) * here
        before, here = here, (fmpq(2 * n + 1) * x * here - fmpq(n) * before) / fmpq(n + 1)
    return total


def _written(parts: Sequence[MixPart]) -> Data:
    return [
        {"from": _text(part.start), "row": _written_mix(part.row), "col": _written_mix(part.col)}
        for part in parts
    ]


def _written_mix(mix: MixFunction) -> Data:
    return {
        "over": [_text(rational(c)) for c in mix.bottom.coeffs()],
        "moves": {str(move): [_text(rational(c)) for c in top.coeffs()] for move, top in mix.tops.items()},
    }


def _text(x: Foreign) -> str:
    return text(fraction(x))


def parts_of(game: TargetGame, layer: int, state: Position, pieces: Sequence[Piece]) -> list[MixPart]:
    """Return the strategies of a solution in exact numbers, corrected to distributions if they were floats."""
    distribution = distribution_or_table(game.target(layer + 1))
    rows, cols = game.moves(state)
    low, high = distribution.ends
    starts = [rational_near(piece.low) for piece in pieces]
    starts[0] = min(starts[0], low)
    parts: list[MixPart] = []
    for piece, start, end in zip(pieces, starts, [*starts[1:], high + 1], strict=True):
        if start >= end:
            continue
        row = _distribution(dict(zip(game.row_moves, piece.row, strict=True)), rows, start, end, distribution)
        col = _distribution(dict(zip(game.col_moves, piece.col, strict=True)), cols, start, end, distribution)
        parts.append(MixPart(start, row, col))
    return parts


def _distribution(
    ratios: Mapping[str, Ratio], moves: Sequence[str], start: Foreign, end: Foreign, distribution: Mass
) -> MixFunction:
    """Return ratios as exact probabilities: the largest takes the remainder, so that they sum to 1."""
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
    points = [x for x, _ in distribution.atoms if start <= x < end]
    cuts = [(max(start, panel.low), min(end, panel.high)) for panel in distribution.panels]
    stretches = [(a, b) for a, b in cuts if a < b]
    points += [(a + b) / 2 for a, b in stretches] or ([] if points else [distribution.ends[0]])
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
    """Return the mix (p + e) / (1 + n e) of n moves, with the least e = 0, 2**-80, 2**-78, … that makes it one."""
    lift = fmpq(0)
    while lift <= ROUNDING:
        raised = [top + lift * bottom for top in tops.values()]
        fine = all(top(x) >= 0 for top in raised for x in points)
        if fine and all(proved(top, *stretch) for top in raised for stretch in stretches):
            return MixFunction(dict(zip(tops, raised, strict=True)), (1 + len(tops) * lift) * bottom)
        lift = 4 * lift if lift else fmpq(1, 1 << 80)
    raise InputError("a strategy has a probability that is negative somewhere on its piece")


def rational_near(x: Foreign) -> Foreign:
    """Return the start of a piece as a fraction, rounded if it is an algebraic number."""
    return rational(x.within(BREAK).low if isinstance(x, Algebraic) else x)
