"""Bounds on the value of a target game, proved from the strategies alone.

Stage by stage from the last, each side's strategy meets a best reply:

    lower(s) = E[ min over columns of  sum_i p_i(x) (c + d x + lower(next)) ],    upper(s) likewise with max over rows.

A strategy is a list of pieces of x. On each, the probability of a move is a polynomial over a common denominator, with
exact coefficients. That these are probabilities on the whole piece is proved, not sampled: they add up to 1 as
polynomials, and their Bernstein coefficients on the piece are not negative.

On a stretch [a, b] of a piece, what column j leaves is P_j / D. Let j be best in the middle. The least of all columns
is below P_j / D by at most max over k of max (P_j - P_k) / min D, and both extremes are bounded by Bernstein
coefficients. Where that is too much, the stretch is halved. The integral of P_j / D against the density is found in
fractions and in balls that contain the true number (FLINT's Arb): polynomials in closed form, anything else by Arb's
rigorous integration. Col's strategy is checked as row's is, with payments of the opposite sign.

`drift` bounds the Wasserstein distance of a law from the law that was meant. The value of a matrix game moves by at
most max |d| when x moves by 1, so the bounds on the value move by max |d| drift.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import flint
from flint import acb, acb_poly, arb, fmpq, fmpq_poly

from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.foreign import Foreign
from zerosum.core.game import Position
from zerosum.core.limits import afford, tick
from zerosum.core.numbers import numbers
from zerosum.core.outward import interval
from zerosum.core.proofs import fields, position_key
from zerosum.core.rationals import bernstein, fraction, polynomial, rational
from zerosum.core.value import Value
from zerosum.models.targets.rules import TargetGame
from zerosum.numerics.laws import Distribution, Exponential, Uniform

PRECISION = 128
"""Bits of the balls; bounds of states are rounded outward to as many bits after the point."""
TAIL = 64
"""An exponential tail is integrated up to this multiple of its mean; what lies beyond is bounded."""
HALVINGS = 45
"""A stretch is halved at most so often."""
ENOUGH = fmpq(1, 1 << 62)
"""A stretch is halved until what its best reply may miss, times its share of the support, is below this."""
STRETCH_SECONDS = 1e-3
"""Estimated seconds for the integrals over one panel of one state."""
UNKNOWN = """nothing can be certified for targets with the law {}: it is known only through scipy's functions, which \
come without error bounds. Use uniform, exponential, point or values"""
MOST_COEFFICIENTS = 64
"""Maximum number of coefficients of a polynomial in a certificate."""
MOST_PIECES = 1000
"""Maximum number of pieces at a state."""


@dataclass(frozen=True)
class MixFunction:
    """A player's mix as a function of x: the probability of each move is its polynomial over the denominator."""

    tops: Mapping[str, Foreign]
    bottom: Foreign


@dataclass(frozen=True)
class MixPart:
    """What both players do from some x on."""

    start: Foreign
    row: MixFunction
    col: MixFunction


PartsAt = Callable[[int, int], Sequence[MixPart]]
"""The number of a layer and of a state in it in, what both players do there out."""


@dataclass(frozen=True)
class DensityPiece:
    """A stretch of x with its density: a polynomial, or rate exp(-rate (x - low)) if a rate is given."""

    low: Foreign
    high: Foreign
    density: Foreign
    rate: Foreign = None


@dataclass(frozen=True)
class Mass:
    """A law in exact numbers."""

    atoms: Sequence[tuple[Foreign, Foreign]]
    panels: Sequence[DensityPiece]
    tail: Foreign = None
    """Where the last panel of an exponential law ends; None for a bounded law."""
    drift: Foreign = 0
    """How far it is at most from the law that was meant, in Wasserstein's distance."""

    @property
    def low(self) -> Foreign:
        """The smallest number that can occur."""
        return min([x for x, _ in self.atoms[:1]] + [panel.low for panel in self.panels[:1]])

    def within(self, start: Foreign | None, end: Foreign | None) -> tuple[Foreign, Foreign | None] | None:
        """Where there is density between start and end: from a to b, or to infinity; None where there is none."""
        if not self.panels:
            return None
        a, last = self.panels[0].low, self.panels[-1].high
        a = a if start is None else max(start, a)
        b = end if self.tail is not None else last if end is None else min(end, last)
        return None if b is not None and a >= b else (a, b)


# --- reading ---


def prove(game: TargetGame, claimed: Value, data: Data) -> Value:
    """What the written strategies guarantee at the start."""
    laws = [exact_law(game.target(left)) for left in range(1, game.stages_left(game.start) + 1)]
    states = {
        position_key((at, place)): (law, state)
        for at, (layer, law) in enumerate(zip(game.layers(), laws, strict=True))
        for place, state in enumerate(layer.states)
    }
    [said] = fields(data, "states")
    entries = fields(said, *states, where="the states")
    parts = {
        key: _read(entry, law, *game.moves(state))
        for (key, (law, state)), entry in zip(states.items(), entries, strict=True)
    }
    return bounds(game, lambda *place: parts[position_key(place)], game.start, laws, exact=claimed.is_exact)


def _read(entries: Data, law: Mass, rows: Sequence[str], cols: Sequence[str]) -> list[MixPart]:
    """The pieces at a state, which leave no target out."""
    if not isinstance(entries, list) or not 0 < len(entries) <= MOST_PIECES:
        raise InputError(f"a state of the certificate needs from 1 to {MOST_PIECES} pieces")
    parts = []
    for entry in entries:
        start, row, col = fields(entry, "from", "row", "col", where="a piece")
        parts.append(MixPart(rational(numbers([start])[0]), _mixture(row, rows), _mixture(col, cols)))
    if parts[0].start > law.low or not all(a.start < b.start for a, b in pairwise(parts)):
        raise InputError("the certificate does not say what to do at every value of a target")
    return parts


def _mixture(entry: Data, moves: Sequence[str]) -> MixFunction:
    over, said = fields(entry, "over", "moves", where="a mix")
    tops = fields(said, *moves, where="the moves of a mix")
    for one in (over, *tops):
        if not isinstance(one, list) or len(one) > MOST_COEFFICIENTS:
            raise InputError(f"a polynomial is a list of at most {MOST_COEFFICIENTS} numbers")
    bottom, *polynomials = (polynomial(numbers(one)) for one in (over, *tops))
    return MixFunction(dict(zip(moves, polynomials, strict=True)), bottom)


@lru_cache(maxsize=64)
def exact_law(F: Distribution) -> Mass:
    """A law in exact numbers, as its parameters say."""
    if F.exact:
        return Mass([(rational(x), rational(p)) for x, p in F.exact], [])
    if isinstance(F, Uniform) and F.ends:
        low, high = map(rational, F.ends)
        return Mass([], [DensityPiece(low, high, fmpq_poly([1 / (high - low)]))])
    if isinstance(F, Exponential):
        start, rate = (rational(end) for end in F.law.ends.tolist())
        tail = start + TAIL / rate
        drift = rational(F.drift) * (1 + fmpq(1, 1 << 40))  # it was found in floats
        return Mass([], [DensityPiece(start, tail, fmpq_poly([1]), rate)], tail, drift)
    raise Unavailable(UNKNOWN.format(F))


# --- best replies ---


def bounds(
    game: TargetGame, parts_at: PartsAt, state: Position, laws: Sequence[Mass], *, exact: bool
) -> Value:
    """Bounds on the value at a state, from both players' strategies there and below.

    `parts_at(layer, place)` gives the strategies at a state; layers and laws count from the last stage. Bounds of laws
    with finitely many values stay fractions if `exact` is true.
    """
    layers = game.layers()[: game.stages_left(state)]
    work = sum(len(layer.states) * (3 + len(law.panels)) for layer, law in zip(layers, laws, strict=False))
    afford("verifying all states of this game", seconds=STRETCH_SECONDS * work)
    below: dict[Position, tuple[Foreign, Foreign]] = {state: (fmpq(0), fmpq(0))}
    with flint.ctx.workprec(PRECISION):
        for at, (layer, law) in enumerate(zip(layers, laws, strict=False)):
            found = {}
            for place, here in enumerate(layer.states):
                if layer is not layers[-1] or here == state:
                    parts, (for_row, for_col, steep) = parts_at(at, place), _payments(game, here, below)
                    low = _guaranteed([(part.start, part.row) for part in parts], for_row, law, steep)
                    high = -_guaranteed([(part.start, part.col) for part in parts], for_col, law, steep)
                    is_exact = exact and not law.panels
                    found[here] = (low, high) if is_exact else (_down(low), -_down(-high))
            below = found
    low, high = map(fraction, below.get(state, (fmpq(0), fmpq(0))))
    return interval(low, high, exact=low == high)


Payments = Mapping[str, Mapping[str, Foreign]]
"""What a side is paid, by its own move and the reply, as polynomials of x."""


def _payments(
    game: TargetGame, state: Position, below: Mapping[Position, tuple[Foreign, Foreign]]
) -> tuple[Payments, Payments, Foreign]:
    """What row and what col is paid at a state with what is guaranteed below, and the greatest factor of x, in size."""
    rows, cols = game.moves(state)
    for_row: dict[str, dict[str, Foreign]] = {row: {} for row in rows}
    for_col: dict[str, dict[str, Foreign]] = {col: {} for col in cols}
    steep = fmpq(0)
    for row in rows:
        for col in cols:
            (c, d), following = game.play(state, row, col)
            if game.moves(following)[0] and following not in below:
                raise InputError(f"the state {following!r} follows {state!r} but is not laid out")
            low, high = below.get(following, (fmpq(0), fmpq(0)))
            fixed, slope = rational(c), rational(d)
            for_row[row][col] = fmpq_poly([fixed + low, slope])
            for_col[col][row] = -fmpq_poly([fixed + high, slope])
            steep = max(steep, abs(slope))
    return for_row, for_col, steep


def _guaranteed(
    parts: Sequence[tuple[Foreign, MixFunction]], pay: Payments, law: Mass, steep: Foreign
) -> Foreign:
    """A lower bound on what a side's mixes earn it on average, whatever the reply."""
    total = fmpq(0)
    cuts = [None, *(start for start, _ in parts[1:]), None]
    for (_, mix), (start, end) in zip(parts, pairwise(cuts), strict=True):
        if sum(mix.tops.values(), fmpq_poly([])) != mix.bottom:
            raise InputError("the probabilities of a strategy do not add up to exactly 1")
        replies = [
            sum((top * pay[move][reply] for move, top in mix.tops.items()), fmpq_poly([]))
            for reply in pay[next(iter(pay))]
        ]
        for x, p in law.atoms:
            if (start is None or start <= x) and (end is None or x < end):
                if not mix.bottom(x) > 0 or min(top(x) for top in mix.tops.values()) < 0:
                    raise InputError(f"a strategy is not a distribution where the target is {x}"[:200])
                total += p * min(reply(x) for reply in replies) / mix.bottom(x)
        stretch = law.within(start, end)
        if stretch is None:
            continue
        if not proved(mix.bottom, *stretch, positive=True):
            raise InputError("a strategy has a denominator that is not positive on its whole piece")
        if not all(proved(top, *stretch) for top in mix.tops.values()):
            raise InputError("a strategy has a probability that is negative somewhere on its piece")
        support = law.panels[-1].high - law.panels[0].low
        for panel in law.panels:
            a = panel.low if start is None else max(start, panel.low)
            b = panel.high if end is None else min(end, panel.high)
            if a < b:
                total += _least_mean(replies, mix.bottom, a, b, panel, support)
    if law.tail is not None:
        # what any strategies can win or lose beyond the last panel of an exponential law
        panel = law.panels[-1]
        fixed = max(abs(entry[0]) for line in pay.values() for entry in line.values())
        share = (-arb(panel.rate * (law.tail - panel.low))).exp()
        total += _lower(-share * arb(fixed + steep * (abs(law.tail) + 1 / panel.rate)))
    return total - steep * law.drift


# --- integrals ---


def _least_mean(
    tops: Sequence[Foreign], bottom: Foreign, a: Foreign, b: Foreign, panel: DensityPiece, support: Foreign
) -> Foreign:
    """A lower bound on the integral from a to b of the least of some ratios, against the density."""
    total = fmpq(0)
    for left, right, best, missed in _stretches(list(tops), bottom, a, b, support):
        value = _integral(tops[best], bottom, left, right, panel)
        if missed:
            value -= missed * _integral(fmpq_poly([1]), fmpq_poly([1]), left, right, panel)
        total += value if isinstance(value, fmpq) else _lower(value)
    return total


def _stretches(
    tops: list[Foreign], bottom: Foreign, a: Foreign, b: Foreign, support: Foreign
) -> Iterator[tuple[Foreign, Foreign, int, Foreign]]:
    """Stretches from a to b, on each the ratio that is least up to the amount that comes with it."""
    todo = [(a, b, HALVINGS)]
    while todo:
        left, right, more = todo.pop()
        middle = (left + right) / 2
        best = min(range(len(tops)), key=lambda j: tops[j](middle))
        least = min(bernstein(bottom, left, right))
        above = max(max(bernstein(tops[best] - top, left, right)) for top in tops)
        if least > 0 and (
            above <= 0
            or not more
            or above / least * (right - left) <= ENOUGH * support * (1 + abs(tops[best](middle)))
        ):
            yield left, right, best, max(above, fmpq(0)) / least
        elif more:
            todo += [(left, middle, more - 1), (middle, right, more - 1)]
        else:
            raise InputError("a denominator of a strategy nearly vanishes at some value of the target")


def _integral(top: Foreign, bottom: Foreign, a: Foreign, b: Foreign, panel: DensityPiece) -> Foreign:
    """The integral from a to b of a ratio against the density: a fraction, or a ball that contains it.

    A polynomial Q against rate exp(-rate (x - start)) has the primitive -exp(-rate (x - start)) (Q + Q'/rate + …).
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
    """A fraction below every number of a ball."""
    if not ball.is_finite():
        raise InputError("an integral of the strategies cannot be enclosed")
    mantissa, exponent = ball.lower().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def _down(x: Foreign) -> Foreign:
    """x rounded down to multiples of 2**-PRECISION."""
    return fmpq((x * (1 << PRECISION)).floor(), 1 << PRECISION)


def proved(p: Foreign, a: Foreign, b: Foreign | None, *, positive: bool = False, halvings: int = 20) -> bool:
    """Whether p >= 0, or p > 0, can be proved from a to b, or from a to infinity."""
    tick()
    found = bernstein(p, a, b)
    if min(found) >= 0 and (not positive or (found[0] if b is None else min(found)) > 0):
        return True
    middle = (a + b) / 2 if b is not None else 2 * abs(a) + 1
    ends = [p(x) for x in (a, middle, b) if x is not None]
    if not halvings or min(ends) < 0 or (positive and min(ends) == 0):
        return False
    parts = ((a, middle), (middle, b))
    return all(proved(p, *part, positive=positive, halvings=halvings - 1) for part in parts)
