"""Bounds on the value of a target game, proved from the strategies alone.

Stage by stage from the last, each side's strategy meets a best reply:

    lower(s) = E[ min over columns of  sum_i p_i(x) (c + d x + lower(next)) ],    upper(s) likewise with max over rows.

A strategy is a list of pieces of x. On each, the probability of a move is a polynomial over a common denominator, with
exact coefficients. That these are probabilities on the whole piece is proved, not sampled: they add up to 1 as
polynomials, and their Bernstein coefficients on the piece are not negative.

On a stretch [a, b] of a piece, what column j leaves is P_j / D. Let j be best in the middle. The least of all columns
is below P_j / D by at most max over k of max (P_j - P_k) / min D, and both extremes are bounded by Bernstein
coefficients. Where that is too much, the stretch is halved. The integral of P_j / D against the density is found in
fractions and in balls that contain the true number (FLINT's Arb): polynomials in closed form, a linear denominator by
its logarithm, anything else by Arb's rigorous integration.

A law that is given by scipy is a table, and `drift` bounds its Wasserstein distance from the law that was meant. The
value of a matrix game moves by at most max |d| when x moves by 1, so the bounds on the value move by max |d| drift.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import flint
from flint import acb, acb_poly, arb, fmpq, fmpq_poly

from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Position
from zerosum.core.limits import afford
from zerosum.core.numbers import as_fraction
from zerosum.core.outward import float_interval
from zerosum.core.value import Value
from zerosum.models.targets.rules import TargetGame
from zerosum.numerics.laws import Distribution, Exponential, Tabulated, Uniform
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio
from zerosum.numerics.roots import Algebraic

if TYPE_CHECKING:
    from zerosum.models.targets.answer import TargetSolution

PRECISION = 128
"""Bits of the balls; bounds of states are rounded outward to as many bits after the point."""
TAIL = 64
"""An exponential tail is integrated up to this multiple of its mean; what lies beyond is bounded."""
HALVINGS = 45
"""A stretch is halved at most so often."""
ENOUGH = fmpq(1, 1 << 62)
"""A stretch is halved until what its best reply may miss, times its share of the support, is below this."""
ROUNDING = fmpq(1, 10**9)
"""A probability found in floats may be this much below 0; it is then mixed with the uniform strategy."""
BREAK = Fraction(1, 1 << 100)
"""An irrational number between two pieces is replaced by a fraction this near."""
STRETCH_SECONDS = 1e-3
"""Estimated seconds for the integrals over one panel of one state."""


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


@dataclass(frozen=True)
class DensityPiece:
    """A stretch of x with its density: a polynomial, or rate exp(-rate (x - start)) if a rate is given."""

    low: Foreign
    high: Foreign
    density: Foreign
    rate: Foreign = None
    start: Foreign = None


@dataclass(frozen=True)
class Mass:
    """A law in exact numbers."""

    atoms: Sequence[tuple[Foreign, Foreign]]
    panels: Sequence[DensityPiece]
    tail: Foreign
    """Where the last panel of an exponential law ends; None for a bounded law."""
    total: Foreign
    """The total probability, by which bounds are divided; 1 except for the rounding of a table."""
    drift: Foreign
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


def verify(solution: TargetSolution) -> Value:
    """Bounds on the value at the solution's state, or at the target that has been seen, from its strategies alone."""
    return bounds(
        solution.game,
        lambda layer, place: parts_of(
            solution.game,
            layer,
            solution.solved.layers[layer].states[place],
            solution.pieces_at(layer, place),
        ),
        solution.state,
        x=None if solution.x is None else as_fraction(solution.x),
        exact=solution.value.is_exact,
    )


def bounds(
    game: TargetGame,
    parts_at: Callable[[int, int], Sequence[MixPart]],
    state: Position,
    *,
    x: Fraction | None = None,
    exact: bool = False,
) -> Value:
    """Bounds on the value at a state, from both players' strategies there and below.

    `parts_at(layer, place)` gives the strategies at a state; layers count from the last stage. With `x`, the target
    at the state is known. Bounds of laws with finitely many values stay fractions if `exact` is true.
    """
    layers = game.layers()
    laws = [game.target(left) for left in range(1, len(layers) + 1)]
    stretches = sum(len(layer.states) * (3 + len(F.panels)) for layer, F in zip(layers, laws, strict=True))
    afford("verifying all states of this game", seconds=STRETCH_SECONDS * stretches)
    if not game.moves(state)[0]:
        return Value.exactly(0)
    below: dict[Position, tuple[Foreign, Foreign]] = {}
    with flint.ctx.workprec(PRECISION):
        for at, (layer, F) in enumerate(zip(layers, laws, strict=True)):
            last = at + 1 == game.stages_left(state)
            law = exact_law(F) if x is None or not last else None
            found = {}
            for place, here in enumerate(layer.states):
                if last and here != state:
                    continue
                payments = _payments(game, here, below)
                parts = parts_at(at, place)
                if law is None:
                    low, high = _seen(parts, payments, rational(x))
                else:
                    low, high = _bounds_at(parts, payments, law)
                found[here] = (low, high) if exact and F.exact else (_down(low), -_down(-high))
            below = found
            if last:
                break
    low, high = (Fraction(int(end.p), int(end.q)) for end in below[state])
    return Value(low, high) if low == high else float_interval(low, high)


@dataclass(frozen=True)
class TargetPayments:
    """What the moves of a state pay, as polynomials of x: for row with what is guaranteed below, for col likewise."""

    rows: Sequence[str]
    cols: Sequence[str]
    least: Sequence[Sequence[Foreign]]
    most: Sequence[Sequence[Foreign]]
    steep: Foreign
    """The greatest factor of x, in size."""


def _payments(
    game: TargetGame, state: Position, below: Mapping[Position, tuple[Foreign, Foreign]]
) -> TargetPayments:
    """The payments at a state, read from the rules."""
    rows, cols = game.moves(state)
    least, most, steep = [], [], fmpq(0)
    for row in rows:
        line = []
        for col in cols:
            (c, d), following = game.play(state, row, col)
            if game.moves(following)[0] and following not in below:
                raise InputError(f"the state {following!r} follows {state!r} but is not laid out")
            low, high = below.get(following, (fmpq(0), fmpq(0)))
            fixed, slope = rational(c), rational(d)
            steep = max(steep, abs(slope))
            line.append((fmpq_poly([fixed + low, slope]), fmpq_poly([fixed + high, slope])))
        least.append([pair[0] for pair in line])
        most.append([pair[1] for pair in line])
    return TargetPayments(rows, cols, least, most, steep)


def _replies(part: MixPart, pay: TargetPayments) -> tuple[list[Foreign], list[Foreign]]:
    """For each column what row gets, and for each row the negative of what col pays; all over the denominators."""
    by_col = [
        sum((part.row.tops[row] * pay.least[i][j] for i, row in enumerate(pay.rows)), fmpq_poly([]))
        for j in range(len(pay.cols))
    ]
    by_row = [
        -sum((part.col.tops[col] * pay.most[i][j] for j, col in enumerate(pay.cols)), fmpq_poly([]))
        for i in range(len(pay.rows))
    ]
    return by_col, by_row


def _seen(parts: Sequence[MixPart], pay: TargetPayments, x: Foreign) -> tuple[Foreign, Foreign]:
    """The bounds at one x, exactly."""
    part = max((part for part in parts if part.start <= x), key=lambda part: part.start, default=parts[0])
    _check_at(part, x)
    by_col, by_row = _replies(part, pay)
    least = min(top(x) for top in by_col) / part.row.bottom(x)
    most = -min(top(x) for top in by_row) / part.col.bottom(x)
    return least, most


def _bounds_at(parts: Sequence[MixPart], pay: TargetPayments, law: Mass) -> tuple[Foreign, Foreign]:
    """What each side's strategy guarantees at one state, given the bounds of the next stage."""
    low = high = fmpq(0)
    for x, p in law.atoms:
        least, most = _seen(parts, pay, x)
        low, high = low + p * least, high + p * most
    if law.panels:
        support = law.panels[-1].high - law.panels[0].low
        ends = [part.start for part in parts[1:]]
        for part, (start, end) in zip(parts, pairwise([None, *ends, None]), strict=True):
            stretch = law.within(start, end)
            if stretch is None:
                continue
            _check_on(part, *stretch)
            by_col, by_row = _replies(part, pay)
            for panel in law.panels:
                a = panel.low if start is None else max(start, panel.low)
                b = panel.high if end is None else min(end, panel.high)
                if a < b:
                    low += _least_mean(by_col, part.row.bottom, a, b, panel, support)
                    high -= _least_mean(by_row, part.col.bottom, a, b, panel, support)
    if law.tail is not None:
        beyond = _beyond(pay, law)
        low, high = low - beyond, high + beyond
    if law.total != 1:
        low, high = low / law.total, high / law.total
    return low - pay.steep * law.drift, high + pay.steep * law.drift


def _beyond(pay: TargetPayments, law: Mass) -> Foreign:
    """A bound on what any strategies can win or lose on average beyond the last panel of an exponential law."""
    panel = law.panels[-1]
    fixed = max(abs(entry[0]) for side in (pay.least, pay.most) for line in side for entry in line)
    reach = abs(law.tail) + 1 / panel.rate
    share = (-arb(panel.rate * (law.tail - panel.start))).exp()
    return -_lower(-share * arb(fixed + pay.steep * reach))


# --- laws ---


@lru_cache(maxsize=64)
def exact_law(F: Distribution) -> Mass:
    """A law in exact numbers: as its parameters say, or as its table does."""
    if F.exact:
        return Mass([(rational(x), rational(p)) for x, p in F.exact], [], None, fmpq(1), fmpq(0))
    if isinstance(F, Uniform) and F.ends:
        low, high = map(rational, F.ends)
        return Mass([], [DensityPiece(low, high, fmpq_poly([1 / (high - low)]))], None, fmpq(1), fmpq(0))
    drift = rational(F.drift) * (1 + fmpq(1, 1 << 40))  # it was found in floats
    if isinstance(F, Exponential):
        start, rate = (rational(end) for end in F.law.ends.tolist())
        tail = start + TAIL / rate
        return Mass([], [DensityPiece(start, tail, fmpq_poly([1]), rate, start)], tail, fmpq(1), drift)
    atoms = [
        (rational(x), rational(p)) for x, p in zip(F.law.atoms.tolist(), F.law.weights.tolist(), strict=True)
    ]
    panels, total = [], sum((p for _, p in atoms), fmpq(0))
    series = F.series.tolist() if isinstance(F, Tabulated) else []
    for coefficients, (low, high) in zip(series, F.panels, strict=True):
        a, b = rational(low), rational(high)
        density = _legendre(coefficients)(fmpq_poly([(a + b) / (a - b), 2 / (b - a)]))
        panels.append(DensityPiece(a, b, density))
        total += _primitive(density, a, b)
    return Mass(atoms, panels, None, total, drift)


def is_known_exactly(F: Distribution) -> bool:
    """Whether a law is known by its parameters, and not only through scipy's functions."""
    return bool(F.exact) or isinstance(F, Uniform | Exponential)


def _legendre(series: Sequence[float]) -> Foreign:
    """The polynomial with these coefficients in Legendre's polynomials."""
    before, here, x = fmpq_poly([]), fmpq_poly([1]), fmpq_poly([0, 1])
    total = fmpq_poly([])
    for n, c in enumerate(series):
        total += rational(c) * here
        before, here = here, (fmpq(2 * n + 1) * x * here - fmpq(n) * before) / fmpq(n + 1)
    return total


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
    """The integral from a to b of a ratio against the density: a fraction, or a ball that contains it."""
    if panel.rate is not None:
        return _exponential_integral(top, bottom, a, b, panel.rate, panel.start)
    whole, rest = divmod(top * panel.density, bottom)
    value = _primitive(whole, a, b)
    if not rest:
        return value
    if bottom.degree() == 1:
        return arb(value) + arb(rest[0] / bottom[1]) * arb(bottom(b) / bottom(a)).log()
    return arb(value) + _numeric(rest, bottom, a, b, None)


def _exponential_integral(
    top: Foreign, bottom: Foreign, a: Foreign, b: Foreign, rate: Foreign, start: Foreign
) -> Foreign:
    """The integral of a ratio against rate exp(-rate (x - start)); that of a polynomial Q has the primitive
    -exp(-rate (x - start)) (Q + Q'/rate + Q''/rate² + …)."""
    whole, rest = divmod(top, bottom)
    derivatives, term = fmpq_poly([]), whole
    while term:
        derivatives += term
        term = term.derivative() / rate
    value = arb(derivatives(a)) * (-arb(rate * (a - start))).exp()
    value -= arb(derivatives(b)) * (-arb(rate * (b - start))).exp()
    return value if not rest else value + _numeric(rest * rate, bottom, a, b, (rate, start))


def _numeric(
    top: Foreign, bottom: Foreign, a: Foreign, b: Foreign, decay: tuple[Foreign, Foreign] | None
) -> Foreign:
    """The integral of a ratio, with an exponential factor where a rate is given, by Arb."""
    over: Foreign = acb_poly(top)
    under: Foreign = acb_poly(bottom)

    def f(z: Foreign, analytic: bool) -> Foreign:
        value = over(z) / under(z)
        return value if decay is None else value * (acb(decay[0]) * (acb(decay[1]) - z)).exp()

    return acb.integral(f, acb(a), acb(b)).real


def _primitive(p: Foreign, a: Foreign, b: Foreign) -> Foreign:
    """The integral of a polynomial from a to b."""
    primitive = p.integral()
    return primitive(b) - primitive(a)


def _lower(ball: Foreign) -> Foreign:
    """A fraction below every number of a ball."""
    if not ball.is_finite():
        raise InputError("an integral of the strategies cannot be enclosed")
    mantissa, exponent = ball.lower().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def _down(x: Foreign) -> Foreign:
    """x rounded down to multiples of 2**-PRECISION."""
    return fmpq((x * (1 << PRECISION)).floor(), 1 << PRECISION)


# --- strategies ---


def bernstein(p: Foreign, a: Foreign, b: Foreign | None) -> list[Foreign]:
    """Numbers whose least is at most p and whose greatest is at least p, everywhere from a to b.

    They are p's Bernstein coefficients. Without b, where p is taken from a to infinity, they are the coefficients of
    p(a + t), of which only the signs say something.
    """
    moved = p(fmpq_poly([a, 1 if b is None else b - a]))
    coefficients = moved.coeffs() or [fmpq(0)]
    n = len(coefficients) - 1
    if b is None:
        return list(coefficients)
    return [
        sum((fmpq(math.comb(i, k), math.comb(n, k)) * coefficients[k] for k in range(i + 1)), fmpq(0))
        for i in range(n + 1)
    ]


def proved(p: Foreign, a: Foreign, b: Foreign | None, *, positive: bool = False, halvings: int = 20) -> bool:
    """Whether p >= 0, or p > 0, can be proved from a to b, or from a to infinity."""
    found = bernstein(p, a, b)
    if min(found) >= 0 and (not positive or (found[0] if b is None else min(found)) > 0):
        return True
    middle = (a + b) / 2 if b is not None else 2 * abs(a) + 1
    ends = [p(x) for x in (a, middle, b) if x is not None]
    if not halvings or min(ends) < 0 or (positive and min(ends) == 0):
        return False
    parts = ((a, middle), (middle, b))
    return all(proved(p, *part, positive=positive, halvings=halvings - 1) for part in parts)


def _check_at(part: MixPart, x: Foreign) -> None:
    """Refuse mixes that are not distributions at x."""
    for mix in (part.row, part.col):
        _check_sum(mix)
        if not mix.bottom(x) > 0 or min(top(x) for top in mix.tops.values()) < 0:
            raise InputError(f"a strategy is not a distribution where the target is {x}"[:200])


def _check_on(part: MixPart, a: Foreign, b: Foreign | None) -> None:
    """Refuse mixes that cannot be proved to be distributions from a to b."""
    for mix in (part.row, part.col):
        _check_sum(mix)
        if not proved(mix.bottom, a, b, positive=True):
            raise InputError("a strategy has a denominator that is not positive on its whole piece")
        if not all(proved(top, a, b) for top in mix.tops.values()):
            raise InputError("a strategy has a probability that is negative somewhere on its piece")


def _check_sum(mix: MixFunction) -> None:
    """Refuse a mix whose probabilities do not add up to 1."""
    if sum(mix.tops.values(), fmpq_poly([])) != mix.bottom:
        raise InputError("the probabilities of a strategy do not add up to exactly 1")


def parts_of(game: TargetGame, layer: int, state: Position, pieces: Sequence[Piece]) -> list[MixPart]:
    """The strategies of a solution in exact numbers, made true distributions where they were found in floats."""
    law = exact_law(game.target(layer + 1))
    rows, cols = game.moves(state)
    starts = [rational_near(piece.low) for piece in pieces]
    parts: list[MixPart] = []
    for piece, start, end in zip(pieces, starts, [*starts[1:], None], strict=True):
        if end is not None and start >= end:
            continue
        first = None if not parts else start
        row = _distribution(dict(zip(game.row_moves, piece.row, strict=True)), rows, first, end, law)
        col = _distribution(dict(zip(game.col_moves, piece.col, strict=True)), cols, first, end, law)
        parts.append(MixPart(start, row, col))
    return parts


def _distribution(
    ratios: Mapping[str, Ratio], moves: Sequence[str], start: Foreign | None, end: Foreign | None, law: Mass
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
    points = [x for x, _ in law.atoms if (start is None or start <= x) and (end is None or x < end)]
    stretch = law.within(start, end)
    if stretch is not None:
        a, b = stretch
        points.append((a + b) / 2 if b is not None else a + 1)
    if not points:
        points.append(law.atoms[0][0] if law.atoms else law.panels[0].low)
    middle = points[-1]
    if bottom(middle) < 0:
        tops, bottom = {move: -top for move, top in tops.items()}, -bottom
    largest = max(moves, key=lambda move: tops[move](middle))
    tops[largest] = bottom - sum((top for move, top in tops.items() if move != largest), fmpq_poly([]))
    return _lifted(tops, bottom, points, stretch)


def _lifted(
    tops: Mapping[str, Foreign],
    bottom: Foreign,
    points: Sequence[Foreign],
    stretch: tuple[Foreign, Foreign | None] | None,
) -> MixFunction:
    """The mix, lifted from p to (p + e) / (1 + n e) for n moves, with the least e = 0, 2**-80, 2**-78, … that makes it
    a distribution."""
    lift = fmpq(0)
    while lift <= ROUNDING:
        raised = [top + lift * bottom for top in tops.values()]
        fine = all(top(x) >= 0 for top in raised for x in points)
        if fine and (stretch is None or all(proved(top, *stretch) for top in raised)):
            return MixFunction(dict(zip(tops, raised, strict=True)), (1 + len(tops) * lift) * bottom)
        lift = 4 * lift if lift else fmpq(1, 1 << 80)
    raise InputError("a strategy has a probability that is negative somewhere on its piece")


def polynomial(coefficients: Sequence[Foreign]) -> Foreign:
    """A polynomial with exact coefficients, constant first."""
    return fmpq_poly([rational(c) for c in coefficients])


def rational(x: Foreign) -> Foreign:
    """A number of Python as FLINT's fraction."""
    if isinstance(x, fmpq):
        return x
    fraction = as_fraction(x)
    return fmpq(fraction.numerator, fraction.denominator)


def rational_near(x: Foreign) -> Foreign:
    """Where a piece begins, as a fraction; near by where it is an algebraic number."""
    return rational(x.within(BREAK).low if isinstance(x, Algebraic) else x)
