"""The average value of a game of any structure, proved in exact arithmetic, if its parts are small.

Every finite stochastic game has a value for the average payoff, the limit of the normalised discounted values v_t =
(1 - beta) v(beta) as t = 1 - beta goes to 0 (Mertens and Neyman 1981); but there may be no optimal stationary
strategies that prove it (the Big Match). For pure stationary strategies i, j (one move in each state) let

    d0(i, j) = det(Id - (1 - t) P(i, j)),    dk(i, j) = the determinant with column k replaced by t r(i, j).

The normalised discounted payoff from state k is dk / d0 (Cramer), and determinants are linear in each row, so v_t(k)
is the unique z for which the matrix game dk - z d0 has value 0; that value falls as z grows (Attia and Oliu-Barton, A
formula for the value of a stochastic game, PNAS 116, 2019). Its sign tells whether v_t(k) is above z or below.

**All small t at once.** With integers a, b, z = a / b, all entries, after clearing denominators, are polynomials in t
with integer coefficients, and the sign of the value is determined by the signs of minors of the bordered matrix
(Shapley and Snow 1950), polynomials whose coefficients have absolute values of at most H. An integer polynomial that
is not zero has no root in (0, 1 / (1 + H)). So the sign at the single point t = 2^-B with 2^B > 1 + H is the sign for
every smaller t, and one exact solution of one matrix game proves that the limit is >= z, or <= z, or, at sign 0,
equal to z.

**Part by part.** States that can reach each other form a *part*. A play that leaves a part never comes back, and both
players can guarantee almost the value of the state to which it goes. So the parts are solved from the last to the
first, and a state of a later part counts in an earlier one as an absorbing state that pays its value; if only bounds
on it are known, they give bounds. Only the number of strategies of a single part matters.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.limits import MINUTE, check_deadline, require_budget
from zerosum.core.numbers import simple_fraction
from zerosum.core.outward import float_below
from zerosum.core.solution import Value
from zerosum.matrix.exact import exact_game
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.chains import connected_parts
from zerosum.numerics.exact import determinant
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import matrix

MAX_PURE = 16
"""Maximum number of pure stationary strategies of either player in a part."""
DIGITS = 40
"""Number of binary digits of a value that is not a simple fraction."""
FIRST_STATES = 8
"""Number of states after which the time for all of them is estimated, and again whenever it has doubled."""
NARROW = Fraction(1, 2**DIGITS)
"""Width to which an interval is narrowed."""

Matrix = list[list[Fraction]]
Profile = tuple[int, ...]
StatePart = tuple[int, ...]
"""States that can reach each other."""


def limit_values(table: StateTable, guess: Floats, known: Sequence[Value]) -> list[Value]:
    """Return bounds on the average value from each state, near `guess` and within `known`.

    A part that is too large keeps the bounds that are known.
    """
    values: dict[int, Value] = {}
    began, done = time.thread_time(), 0
    for part in parts(table):
        plans = (math.prod(len(moves[s]) for s in part) for moves in (table.rows, table.cols))
        small = max(plans) <= MAX_PURE
        later = dict(values)
        for s in part:
            values[s] = known[s]
            if not small:
                continue
            found = _bounded(table, part, s, float(guess[s]), later)
            values[s] = found if found.gap <= known[s].gap else known[s]
            done += 1
            if done >= FIRST_STATES and done.bit_count() == 1:
                # estimate the total time from the work so far
                seconds = (time.thread_time() - began) * table.size / done
                what = f"the limits of the values of {table.size:,} states"
                require_budget(what, seconds=seconds, most=MINUTE)
    return [values[s] for s in range(table.size)]


def parts(table: StateTable) -> Iterator[StatePart]:
    """Yield the parts of a game, each after those that play can reach from it."""
    cells = np.repeat(np.arange(table.size), np.diff(table.first))
    source = np.repeat(cells, np.diff(table.next_first))
    used = table.next_probability > 0
    shape = (table.size, table.size)
    reach = matrix(MatrixEntries(np.ones(used.sum()), source[used], table.next_state[used]), shape)
    count, label = connected_parts(reach)
    for k in range(count):
        yield tuple(np.flatnonzero(label == k).tolist())


def _bounded(
    table: StateTable, part: StatePart, state: int, guess: float, later: Mapping[int, Value]
) -> Value:
    """Return the value from one state of a part, with the bounds of the later states as payoffs there."""
    low = {s: _simple_below(v) for s, v in later.items()}
    high = {s: -_simple_below(-v) for s, v in later.items()}
    least = _limit(_LimitSign(table, part, state, low), guess)
    if low == high:
        return least
    return Value(least.lower, _limit(_LimitSign(table, part, state, high), guess).upper)


def _simple_below(value: Value) -> Fraction:
    """Return a fraction with few digits that is at most a given number."""
    exact = Fraction(value.lower)
    return exact if value.gap == 0 else NARROW * (exact // NARROW)


def _limit(signs: _LimitSign, guess: float) -> Value:
    """Return bounds on the limit, given its estimate `guess`."""
    for simple in _simple_fractions(guess):
        if signs.at(simple) == 0:
            return Value.exactly(simple)
        if signs.at(simple - NARROW) >= 0 and signs.at(simple + NARROW) <= 0:
            return Value(float_below(simple - NARROW), -float_below(-simple - NARROW))
    middle = Fraction(round(guess * 2**DIGITS), 2**DIGITS)
    for digits in range(DIGITS, -8, -4):
        step = Fraction(1, 2**digits) if digits >= 0 else Fraction(2**-digits)
        low, high = middle - step, middle + step
        if signs.at(low) >= 0 and signs.at(high) <= 0:
            return _bisect(signs, low, high)
    return Value(signs.least, signs.most)


def _simple_fractions(guess: float) -> list[Fraction]:
    """Return fractions with small denominators near the guess, since values often have these."""
    near = [simple_fraction(guess, most) for most in (1, 2, 3, 4, 6, 1000)]
    return [simple for simple in dict.fromkeys(near) if abs(simple - Fraction(guess)) < Fraction(1, 200)]


def _bisect(signs: _LimitSign, low: Fraction, high: Fraction) -> Value:
    """Halve an interval that contains the value until it is narrow."""
    while high - low > 2 * NARROW:
        middle = (low + high) / 2
        sign = signs.at(middle)
        if sign == 0:
            return Value.exactly(middle)
        low, high = (middle, high) if sign > 0 else (low, middle)
    return Value(float_below(low), -float_below(-high))


class _LimitSign:
    """The sign of (limit of v_t(k)) - z, for one part of a game, a state k of it, and any fraction z."""

    def __init__(self, table: StateTable, part: StatePart, state: int, later: Mapping[int, Fraction]) -> None:
        self.column = part.index(state)
        self.rows, self.cols = ([len(moves[s]) for s in part] for moves in (table.rows, table.cols))
        self.cells = _cells(table, part, later)
        every = [cell for lines in self.cells for cell in lines]
        self.least = min([payoff for payoff, _, _ in every] + list(later.values()))
        self.most = max([payoff for payoff, _, _ in every] + list(later.values()))
        self.row_plans = list(itertools.product(*map(range, self.rows)))
        self.col_plans = list(itertools.product(*map(range, self.cols)))
        self.entry = _largest_coefficient(every, len(part))
        self.cached: dict[int, tuple[Matrix, Matrix]] = {}
        self.supports: tuple[list[int], list[int]] = ([], [])

    def at(self, z: Fraction) -> int:
        """Return the sign (+1, 0 or -1) of the value at z for all sufficiently small t."""
        check_deadline()
        dk, d0 = self._determinants(self._bits(z))
        pairs = zip(dk, d0, strict=True)
        game = [[a - z * b for a, b in zip(*lines, strict=True)] for lines in pairs]
        value, row, col = exact_game(game, *self.supports)
        self.supports = [i for i, p in enumerate(row) if p], [j for j, p in enumerate(col) if p]
        return 1 if value > 0 else -1 if value < 0 else 0

    def _bits(self, z: Fraction) -> int:
        """Return some B with 2^B > 1 + H, rounded up so that nearby z share their determinants."""
        order = min(len(self.row_plans), len(self.col_plans)) + 2
        bound: int = (order * self.entry * (abs(z.numerator) + z.denominator)) ** order
        return -(-(bound.bit_length() + 2) // 256) * 256

    def _determinants(self, bits: int) -> tuple[Matrix, Matrix]:
        """Return dk and d0 at t = 2^-bits, by row's and col's pure strategies."""
        if bits not in self.cached:
            t = Fraction(1, 2**bits)
            both = [[self._pair(t, i, j) for j in self.col_plans] for i in self.row_plans]
            dk = [[pair[0] for pair in line] for line in both]
            d0 = [[pair[1] for pair in line] for line in both]
            self.cached[bits] = (dk, d0)
        return self.cached[bits]

    def _pair(self, t: Fraction, i: Profile, j: Profile) -> tuple[Fraction, Fraction]:
        """Return dk and d0 for one pair of pure strategies."""
        plain, replaced = [], []
        for s, lines in enumerate(self.cells):
            payoff, inside, outside = lines[i[s] * self.cols[s] + j[s]]
            line = [
                Fraction(int(s == u)) - (1 - t) * inside.get(u, Fraction(0)) for u in range(len(self.cells))
            ]
            plain.append(line)
            brings = t * payoff + (1 - t) * outside
            replaced.append([brings if u == self.column else entry for u, entry in enumerate(line)])
        return determinant(replaced), determinant(plain)


PartCell = tuple[Fraction, dict[int, Fraction], Fraction]
"""A payoff, the probabilities of the part's states by their index in it, and the mean value after leaving the part."""


def _cells(table: StateTable, part: StatePart, later: Mapping[int, Fraction]) -> list[list[PartCell]]:
    """Return the cells of a part, state by state."""
    number, place = {name: s for s, name in enumerate(table.states)}, {s: k for k, s in enumerate(part)}
    exact = table.exact_cells()
    found: list[list[PartCell]] = []
    for s in part:
        lines: list[PartCell] = []
        for payoff, to in exact[int(table.first[s]) : int(table.first[s + 1])]:
            chances = {number[name]: p for name, p in to.items()}
            inside = {place[u]: p for u, p in chances.items() if u in place}
            outside = sum((p * later[u] for u, p in chances.items() if u not in place), Fraction(0))
            lines.append((payoff, inside, outside))
        found.append(lines)
    return found


def _largest_coefficient(cells: Sequence[PartCell], size: int) -> int:
    """Return the maximum sum of the absolute coefficients of a determinant, after clearing denominators.

    A row of it has coefficients that sum to at most 3, and a column of payoffs adds |r| + 2 |e|.
    """
    common = math.lcm(*(p.denominator for _, inside, _ in cells for p in inside.values()))
    scale = math.lcm(*(x.denominator for payoff, _, outside in cells for x in (payoff, outside)))
    largest = max(abs(payoff) + 2 * abs(outside) for payoff, _, outside in cells)
    coefficient: int = (common * scale * math.ceil(3 + largest)) ** size
    return coefficient
