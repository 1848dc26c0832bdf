"""Bounds on the value of a target game, proved from the strategies alone.

Stage by stage from the last, the bounds come from a best response to each side's strategy:

    lower(s) = E[ min over columns of  sum_i p_i(x) (c + d x + lower(next)) ],    upper(s) likewise with max over rows.

A strategy is a list of pieces of x. On each, the probability of a move is a polynomial over a common denominator,
with exact coefficients. It is proved that these are probabilities on the whole piece: they add up to 1 as
polynomials, and their Bernstein coefficients on the piece are not negative. Beyond the panels of an exponential
distribution strategies are not checked: there the payoffs of any strategies are bounded.

On a stretch [a, b] of a piece, row's EV against column j is P_j / D. Let j be the best column at the midpoint. The
minimum over all columns is below P_j / D by at most max over k of max (P_j - P_k) / min D, and both extremes are
bounded by Bernstein coefficients. If this bound is too large, the stretch is halved. The integral of P_j / D against
the density is found in fractions and in balls that contain the true number (FLINT's Arb): polynomials in closed form,
anything else by Arb's rigorous integration. Col's strategy is checked as row's is, with payments of the opposite
sign.

`drift` bounds the Wasserstein distance between a distribution and the intended one. The value of a matrix game
changes by at most max |d| when x changes by 1, so the bounds on the value are widened by max |d| drift.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import flint
from flint import acb, acb_poly, arb, fmpq, fmpq_poly

from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.foreign import Foreign
from zerosum.core.game import Position
from zerosum.core.numbers import numbers
from zerosum.core.outward import interval
from zerosum.core.proofs import distinct_names, fields, position_key
from zerosum.core.rationals import bernstein, fraction, polynomial, rational
from zerosum.core.value import Value
from zerosum.models.targets.rules import TargetGame
from zerosum.numerics.distribution_arrays import Distribution, Exponential, Uniform

PRECISION = 128
"""Number of bits of the balls; bounds of states are rounded outward to the same number of binary digits."""
TAIL = 64
"""An exponential tail is integrated up to this multiple of its mean; the part beyond is bounded."""
HALVINGS = 45
"""Maximum number of times that a stretch is halved."""

ENOUGH = fmpq(1, 1 << 62)
"""A stretch is halved until the error of its best response, times its share of the support, is below this."""
UNKNOWN = """nothing can be certified for targets with the distribution {}: it is known only through scipy's \
functions, which come without error bounds. Use uniform, exponential, point or values"""
MAX_COEFFICIENTS = 64
"""Maximum number of coefficients of a polynomial in a certificate."""
MAX_PIECES = 1000
"""Maximum number of pieces at a state."""


class MixFunction(NamedTuple):
    """A player's mix as a function of x: the probability of each move is its polynomial over the denominator."""

    tops: Mapping[str, Foreign]
    bottom: Foreign


class MixPart(NamedTuple):
    """Both players' mixes for x from `low` to the next piece."""

    start: Foreign
    row: MixFunction
    col: MixFunction


PartsAt = Callable[[int, int], Sequence[MixPart]]
"""Maps the indices of a layer and of a state in it to both players' mixes there."""


class DensityPiece(NamedTuple):
    """An interval of x with its density: a polynomial, or rate exp(-rate (x - low)) if a rate is given."""

    low: Foreign
    high: Foreign
    density: Foreign
    rate: Foreign = None


class Mass(NamedTuple):
    """A distribution in exact numbers."""

    atoms: Sequence[tuple[Foreign, Foreign]]
    panels: Sequence[DensityPiece]
    """The density by intervals; if the last panel has a rate, the distribution continues beyond it."""
    drift: Foreign = 0
    """A bound on the Wasserstein distance to the intended distribution."""

    @property
    def ends(self) -> tuple[Foreign, Foreign]:
        """The smallest and the largest number that can occur, up to the last panel."""
        places = [x for x, _ in self.atoms] + [x for panel in self.panels for x in (panel.low, panel.high)]
        return min(places), max(places)


# --- reading ---


def prove(game: TargetGame, claimed: Value, data: Data) -> Value:
    """Return the guarantees of the certificate's strategies at the start."""
    distributions = [
        exact_distribution(game.target(left)) for left in range(1, game.stages_left(game.start) + 1)
    ]
    [said] = fields(data, "states")
    states = {(at, k): one for at, layer in enumerate(game.layers()) for k, one in enumerate(layer.states)}
    entries = zip(fields(said, *map(position_key, states), where="the states"), states.items(), strict=True)
    parts = {key: _read(entry, distributions[key[0]], *game.moves(state)) for entry, (key, state) in entries}
    return bounds(game, lambda *at: parts[at], game.start, distributions, exact=claimed.is_exact)


def _read(entries: Data, distribution: Mass, rows: Sequence[str], cols: Sequence[str]) -> list[MixPart]:
    """Read the pieces at a state, which must cover all targets."""
    if not isinstance(entries, list) or not 0 < len(entries) <= MAX_PIECES:
        raise InputError(f"a state of the certificate needs from 1 to {MAX_PIECES} pieces")
    parts = []
    for entry in entries:
        start, row, col = fields(entry, "from", "row", "col", where="a piece")
        parts.append(MixPart(rational(numbers([start])[0]), _mixture(row, rows), _mixture(col, cols)))
    if parts[0].start > distribution.ends[0] or not all(a.start < b.start for a, b in pairwise(parts)):
        raise InputError("the certificate does not cover every value of a target")
    return parts


def _mixture(entry: Data, moves: Sequence[str]) -> MixFunction:
    over, said = fields(entry, "over", "moves", where="a mix")
    tops = fields(said, *distinct_names(moves, "two moves of a state"), where="the moves of a mix")
    for one in (over, *tops):
        if not isinstance(one, list) or len(one) > MAX_COEFFICIENTS:
            raise InputError(f"a polynomial is a list of at most {MAX_COEFFICIENTS} numbers")
    bottom, *polynomials = (polynomial(numbers(one)) for one in (over, *tops))
    return MixFunction(dict(zip(moves, polynomials, strict=True)), bottom)


@lru_cache(maxsize=64)
def exact_distribution(F: Distribution) -> Mass:
    """Return a distribution in exact numbers, given by its parameters."""
    if F.exact:
        return Mass([(rational(x), rational(p)) for x, p in F.exact], [])
    if isinstance(F, Uniform) and F.ends:
        low, high = map(rational, F.ends)
        return Mass([], [DensityPiece(low, high, fmpq_poly([1 / (high - low)]))])
    if isinstance(F, Exponential):
        start, rate = (rational(end) for end in F.arrays.ends.tolist())
        drift = rational(F.drift) * (1 + fmpq(1, 1 << 40))  # the distribution was computed in floats
        return Mass([], [DensityPiece(start, start + TAIL / rate, fmpq_poly([1]), rate)], drift)
    raise Unavailable(UNKNOWN.format(F))


# --- best responses ---


def bounds(
    game: TargetGame, parts_at: PartsAt, state: Position, distributions: Sequence[Mass], *, exact: bool
) -> Value:
    """Return bounds on the value at a state, from both players' strategies there and at later ones.

    `parts_at(layer, place)` gives the strategies at a state; layers and distributions are counted from the last
    stage. If `exact`, bounds remain fractions for distributions with finitely many values.
    """
    layers = game.layers()[: game.stages_left(state)]
    below: dict[Position, tuple[Foreign, Foreign]] = {state: (fmpq(0), fmpq(0))}
    with flint.ctx.workprec(PRECISION):
        for at, (layer, distribution) in enumerate(zip(layers, distributions, strict=False)):
            found = {}
            for place, here in enumerate(layer.states):
                if layer is not layers[-1] or here == state:
                    parts, (for_row, for_col) = parts_at(at, place), _payments(game, here, below)
                    low = _guaranteed([(part.start, part.row) for part in parts], for_row, distribution)
                    high = -_guaranteed([(part.start, part.col) for part in parts], for_col, distribution)
                    is_exact = exact and not distribution.panels
                    found[here] = (low, high) if is_exact else (_down(low), -_down(-high))
            below = found
    low, high = map(fraction, below.get(state, (fmpq(0), fmpq(0))))
    return interval(low, high, exact=low == high)


Payments = Mapping[str, Mapping[str, Foreign]]
"""The payments to a side, by its own move and the response, as polynomials in x."""


def _payments(
    game: TargetGame, state: Position, below: Mapping[Position, tuple[Foreign, Foreign]]
) -> tuple[Payments, Payments]:
    """Return the payments to row and to col at a state, including the later guarantees."""
    rows, cols = game.moves(state)
    for_row: dict[str, dict[str, Foreign]] = {row: {} for row in rows}
    for_col: dict[str, dict[str, Foreign]] = {col: {} for col in cols}
    for row in rows:
        for col in cols:
            (c, d), following = game.play(state, row, col)
            if game.moves(following)[0] and following not in below:
                raise InputError(f"the state {following!r} follows {state!r} but is not in the game's layers")
            low, high = below.get(following, (fmpq(0), fmpq(0)))
            fixed, slope = rational(c), rational(d)
            for_row[row][col] = fmpq_poly([fixed + low, slope])
            for_col[col][row] = -fmpq_poly([fixed + high, slope])
    return for_row, for_col


def _guaranteed(parts: Sequence[tuple[Foreign, MixFunction]], pay: Payments, distribution: Mass) -> Foreign:
    """Return a lower bound on the mean payoff of a side's mixes against any response."""
    total, (low, high) = fmpq(0), distribution.ends
    ends = [*(start for start, _ in parts[1:]), high + 1]
    for (start, mix), end in zip(parts, ends, strict=True):
        if sum(mix.tops.values(), fmpq_poly([])) != mix.bottom:
            raise InputError("the probabilities of a strategy do not add up to exactly 1")
        responses = [
            sum((top * pay[move][response] for move, top in mix.tops.items()), fmpq_poly([]))
            for response in pay[next(iter(pay))]
        ]
        for x, p in distribution.atoms:
            if start <= x < end:
                if not mix.bottom(x) > 0 or min(top(x) for top in mix.tops.values()) < 0:
                    raise InputError(f"a strategy is not a distribution where the target is {x}"[:200])
                total += p * min(response(x) for response in responses) / mix.bottom(x)
        for panel in distribution.panels:
            a, b = max(start, panel.low), min(end, panel.high)
            if a < b:
                if not proved(mix.bottom, a, b, positive=True):
                    raise InputError("a strategy has a denominator that is not positive on its whole piece")
                if not all(proved(top, a, b) for top in mix.tops.values()):
                    raise InputError("a strategy has a probability that is negative somewhere on its piece")
                total += _least_mean(responses, mix.bottom, a, b, panel, high - low)
    fixed, steep = (max(abs(p[k]) for line in pay.values() for p in line.values()) for k in (0, 1))
    for panel in distribution.panels[-1:]:
        if panel.rate is not None:  # a bound on the payoffs of any strategies beyond the panel
            share = (-arb(panel.rate * (panel.high - panel.low))).exp()
            total += _lower(-share * arb(fixed + steep * (abs(panel.high) + 1 / panel.rate)))
    return total - steep * distribution.drift


# --- integrals ---


def _least_mean(
    tops: Sequence[Foreign], bottom: Foreign, a: Foreign, b: Foreign, panel: DensityPiece, support: Foreign
) -> Foreign:
    """Return a lower bound on the integral from a to b of the minimum of some ratios, against the density."""
    total, todo = fmpq(0), [(a, b, HALVINGS)]
    while todo:
        left, right, more = todo.pop()
        middle = (left + right) / 2
        best = min(tops, key=lambda top: top(middle))
        least = min(bernstein(bottom, left, right))
        above = max(max(bernstein(best - top, left, right)) for top in tops)  # best - best is 0
        enough = ENOUGH * support * (1 + abs(best(middle)))
        if least > 0 and (not more or above / least * (right - left) <= enough):
            value = _integral(best, bottom, left, right, panel)
            if above:
                value -= above / least * _integral(fmpq_poly([1]), fmpq_poly([1]), left, right, panel)
            total += value if isinstance(value, fmpq) else _lower(value)
        elif more:
            todo += [(left, middle, more - 1), (middle, right, more - 1)]
        else:
            raise InputError("a denominator of a strategy nearly vanishes at some value of the target")
    return total


def _integral(top: Foreign, bottom: Foreign, a: Foreign, b: Foreign, panel: DensityPiece) -> Foreign:
    """Return the integral from a to b of a ratio against the density: a fraction, or a ball that contains it.

    A polynomial Q against rate exp(-rate (x - start)) has the antiderivative -exp(-rate (x - start)) (Q + Q'/rate +
    …).
    """
    whole, rest = divmod(top * panel.density, bottom)
    if panel.rate is None:
        primitive = whole.integral()
        value = primitive(b) - primitive(a)
    else:
        derivatives, term = fmpq_poly([]), whole
        while term:
            derivatives += term
            term = term.derivative() / panel.rate
        decay = [(-arb(panel.rate * (x - panel.low))).exp() for x in (a, b)]
        value = arb(derivatives(a)) * decay[0] - arb(derivatives(b)) * decay[1]
    if not rest:
        return value
    over: Foreign = acb_poly(rest)
    under: Foreign = acb_poly(bottom)

    def f(z: Foreign, analytic: bool) -> Foreign:
        if panel.rate is None:
            return over(z) / under(z)
        return acb(panel.rate) * over(z) / under(z) * (acb(panel.rate) * (acb(panel.low) - z)).exp()

    return arb(value) + acb.integral(f, acb(a), acb(b)).real


def _lower(ball: Foreign) -> Foreign:
    """Return a fraction below every number of a ball."""
    if not ball.is_finite():
        raise InputError("an integral of the strategies cannot be enclosed")
    mantissa, exponent = ball.lower().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def _down(x: Foreign) -> Foreign:
    """Return x rounded down to a multiple of 2**-PRECISION."""
    return fmpq((x * (1 << PRECISION)).floor(), 1 << PRECISION)


def proved(p: Foreign, a: Foreign, b: Foreign, *, positive: bool = False, halvings: int = 20) -> bool:
    """Return whether p >= 0, or p > 0, can be proved from a to b."""
    least, middle = min(bernstein(p, a, b)), (a + b) / 2
    if least > 0 or (least == 0 and not positive):
        return True
    ends = min(p(x) for x in (a, middle, b))
    if not halvings or ends < 0 or (positive and ends == 0):
        return False
    parts = ((a, middle), (middle, b))
    return all(proved(p, *part, positive=positive, halvings=halvings - 1) for part in parts)
