"""Discounted strategies in any precision: for discounts so close to 1 that floats cannot distinguish them from 1.

If a player gets arbitrarily close to the value by smaller and smaller probabilities, these are found in the games
with the discounts 1 - t, t = 1/10, 1/100, and then in larger steps. Their values are close to each other, so Newton's
method (fix both players' strategies, solve one linear system) is started from the previous values: a few steps find
the next. All numbers are fractions, rounded after each step to a multiple of the number of bits of t. Nothing has to
be trusted: the caller computes the guarantee of a strategy in fractions.

In a recursive game, in which only ends pay, an optimal strategy of the discounted game guarantees at least the
discounted value in every state with a value above 0, since ending the play sooner only helps there (Everett 1957).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.core.limits import check_deadline
from zerosum.matrix.exact import exact_game
from zerosum.models.stochastic.solve.average import BestStrategies
from zerosum.models.stochastic.solve.decided import Mix, exact_guarantee
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.exact import solve_linear

FIRST, STEP = Fraction(1, 10), 1000
"""The first t, and the factor between the following ones, after the first few."""
NEWTON_STEPS = 60
"""Maximum number of Newton's steps at one t."""
PRECISE = Fraction(1, 2**40)
"""Values are found when one step changes them by less than this share of t."""
MIN_BITS, BITS_PER_DIGIT = 64, 14
"""Precision of the values: in bits, a multiple of the number of digits of t."""
VANISHING = 3
"""A number counts as 0 if its number of leading zeros is at least this times the precision. Each of Newton's steps
doubles the leading zeros of a value that is exactly 0.
"""
MIX_BITS = 64
"""Precision of each probability, relative to its size."""
PATIENT_STATES = 12
"""Maximum number of states for which the bounds below are computed."""
PATIENT_DIGITS = 31
"""The smallest t for them has this many digits."""
FAINT = (Fraction(0), Fraction(1, 2), Fraction(1, 4))
"""Probabilities below t to these powers are also left out: some of them are only an effect of the discount."""


@dataclass(frozen=True)
class DiscountedPlay:
    """Normalised values and strategies at one discount 1 - t."""

    t: Fraction
    values: list[Fraction]
    row: list[Mix]
    col: list[Mix]


def discounted_plays(table: StateTable, most_digits: int) -> Iterator[DiscountedPlay]:
    """Yield values and strategies for smaller and smaller t, until t has this many digits."""
    game = _ExactStages(table)
    t, v = FIRST, [Fraction(0)] * table.size
    while t >= Fraction(1, 10**most_digits):
        bits = MIN_BITS + BITS_PER_DIGIT * len(str(t.denominator))
        v, row, col = game.solve(t, v, bits)
        yield DiscountedPlay(t, v, [*map(_short, row)], [*map(_short, col)])
        t /= 10 if t > Fraction(1, STEP) else STEP


class _ExactStages:
    """The stage games of a stochastic game in fractions."""

    def __init__(self, table: StateTable) -> None:
        number = {name: s for s, name in enumerate(table.states)}
        self.shapes = [(len(rows), len(cols)) for rows, cols in zip(table.rows, table.cols, strict=True)]
        exact = table.exact_cells()
        cells = iter([(payoff, [(number[t], p) for t, p in to.items() if p]) for payoff, to in exact])
        self.cells = [[[next(cells) for _ in range(n)] for _ in range(m)] for m, n in self.shapes]
        self.scale = max((abs(payoff) for payoff, _ in exact), default=Fraction(0))
        self.bases: list[tuple[list[int], list[int]]] = [([], [])] * table.size
        """The moves that were played in each state in the last solution, with which the next search begins."""

    def solve(self, t: Fraction, v: list[Fraction], bits: int) -> tuple[list[Fraction], list[Mix], list[Mix]]:
        """Return the normalised values at a discount 1 - t, computed from a guess, and optimal strategies."""
        least = Fraction(1, 2 ** (VANISHING * bits))
        for _ in range(NEWTON_STEPS):
            check_deadline()
            stages = [self._stage(s, t, v) for s in range(len(v))]
            row, col = [x for _, x, _ in stages], [y for _, _, y in stages]
            if max(abs(value - w) for (value, _, _), w in zip(stages, v, strict=True)) <= PRECISE * t:
                break
            x, y = ([_rounded(mix, bits, least) for mix in mixes] for mixes in (row, col))
            v = [_nearest(w, bits, least * self.scale) for w in self._both_fixed(t, x, y)]
        return v, row, col

    def _stage(self, s: int, t: Fraction, v: Sequence[Fraction]) -> tuple[Fraction, Mix, Mix]:
        """Solve the stage game of a state with these continuation values."""
        matrix = [
            [t * payoff + (1 - t) * sum((p * v[u] for u, p in to), Fraction(0)) for payoff, to in line]
            for line in self.cells[s]
        ]
        if self.shapes[s] == (1, 1):
            return matrix[0][0], [Fraction(1)], [Fraction(1)]
        value, x, y = exact_game(matrix, *self.bases[s])
        self.bases[s] = [i for i, p in enumerate(x) if p], [j for j, q in enumerate(y) if q]
        return value, x, y

    def _both_fixed(self, t: Fraction, row: list[Mix], col: list[Mix]) -> list[Fraction]:
        """Return the normalised payoffs of a pair of stationary strategies."""
        size = len(row)
        table = []
        for s, (x, y) in enumerate(zip(row, col, strict=True)):
            line = [Fraction(int(s == u)) for u in range(size)] + [Fraction(0)]
            for p, cells in zip(x, self.cells[s], strict=True):
                for q, (payoff, to) in zip(y, cells, strict=True):
                    if p and q:
                        line[-1] += p * q * t * payoff
                        for u, chance in to:
                            line[u] -= p * q * (1 - t) * chance
            table.append(line)
        found = solve_linear(table)
        assert found is not None  # a discount makes it nonsingular
        return found


def _nearest(x: Fraction, bits: int, least: Fraction) -> Fraction:
    """Return a number rounded to this many significant bits; 0 if it is smaller than `least`."""
    if not x or abs(x) < least:
        return Fraction(0)
    shift = bits - abs(x.numerator).bit_length() + x.denominator.bit_length()
    unit = Fraction(2) ** -shift
    return round(x / unit) * unit


def _rounded(mix: Mix, bits: int, least: Fraction = Fraction(0)) -> Mix:
    """Return a mix with rounded probabilities; the largest takes the remainder."""
    near = [_nearest(p, bits, least) for p in mix]
    largest = max(range(len(near)), key=near.__getitem__)
    near[largest] = 1 - sum(near[:largest] + near[largest + 1 :], Fraction(0))
    return near


def _short(mix: Mix) -> Mix:
    """Return a mix with probabilities of few significant digits, however small they are."""
    return _rounded(mix, MIX_BITS)


def patient_bounds(table: StateTable, narrow: float) -> BestStrategies | None:
    """Return exact guarantees at ever smaller t until all gaps are narrow; None for a game with many states."""
    if table.size > PATIENT_STATES:
        return None
    best: BestStrategies | None = None
    for play in discounted_plays(table, PATIENT_DIGITS):
        for power in FAINT:
            least = Fraction(float(play.t) ** float(power)) if power else Fraction(0)
            row, col = ([_without(mix, least) for mix in mixes] for mixes in (play.row, play.col))
            if power and (row, col) == (play.row, play.col):
                continue
            low = np.array(exact_guarantee(table, "row", row), object)
            high = np.array(exact_guarantee(table, "col", col), object)
            if best is None:
                best = BestStrategies(row, col, low, high, low, high)
            best.judge(row, col, low, high)
        assert best is not None
        if (best.upper - best.lower).max() <= narrow:
            break
    return best


def _without(mix: Mix, least: Fraction) -> Mix:
    """Return a mix without its smallest probabilities, which are added to the largest one."""
    kept = [p if p >= least else Fraction(0) for p in mix]
    largest = max(range(len(kept)), key=kept.__getitem__)
    kept[largest] += 1 - sum(kept)
    return kept
