"""The undiscounted value of a small game of any structure, proved in exact arithmetic.

Every finite stochastic game has a value for the average payoff, the limit of the normalised discounted
values v_t = (1 - beta) v(beta) as t = 1 - beta goes to 0 (Mertens and Neyman 1981); but there need be no
optimal stationary strategies to prove it by (the Big Match). For pure stationary strategies i, j (one move
in each state) let

    d0(i, j) = det(Id - (1 - t) P(i, j)),    dk(i, j) = the same with column k replaced by t r(i, j).

The normalised discounted payoff from state k is dk / d0 (Cramer), and determinants are linear in each row,
so v_t(k) is the one z for which the matrix game dk - z d0 has value 0; that value falls as z grows (Attia
and Oliu-Barton, A formula for the value of a stochastic game, PNAS 116, 2019). Its sign tells whether
v_t(k) is above z or below.

**All small t at once.** With integers a, b, z = a / b, all entries, after clearing denominators, are
polynomials in t with integer coefficients, and the sign of the value is settled by the signs of minors of
the bordered matrix (Shapley and Snow 1950), polynomials whose coefficients are at most H in size. An
integer polynomial that is not zero has no root in (0, 1 / (1 + H)). So the sign at the single point t =
2^-B with 2^B > 1 + H is the sign for every smaller t, and one exact solution of one matrix game proves that
the limit is >= z, or <= z, or, at sign 0, equal to z.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

from zerosum.matrix import solve_exact
from zerosum.models.stochastic import StateTable
from zerosum.solution import Value

__all__ = ["MOST", "fits", "limit_value"]

MOST = 16
"""The largest number of pure stationary strategies, for either player, that is tried."""
DIGITS = 40
NARROW = Fraction(1, 2**DIGITS)

Matrix = list[list[Fraction]]
Profile = tuple[int, ...]


def fits(table: StateTable) -> bool:
    """Whether a game is small enough for the exact method."""
    return math.prod(map(len, table.rows)) <= MOST and math.prod(map(len, table.cols)) <= MOST


def limit_value(table: StateTable, state: int, guess: float) -> Value:
    """Bounds on the average value from one state, of which `guess` is an estimate."""
    signs = _Signs(table, state)
    for simple in _simple_fractions(guess):
        if signs.at(simple) == 0:
            return Value.exactly(simple)
        if signs.at(simple - NARROW) >= 0 and signs.at(simple + NARROW) <= 0:
            return Value(_below(simple - NARROW), -_below(-simple - NARROW))
    middle = Fraction(round(guess * 2**DIGITS), 2**DIGITS)
    for digits in range(DIGITS, -8, -4):
        step = Fraction(1, 2**digits) if digits >= 0 else Fraction(2**-digits)
        low, high = middle - step, middle + step
        if signs.at(low) >= 0 and signs.at(high) <= 0:
            return _bisect(signs, low, high)
    return Value(min(signs.payoffs), max(signs.payoffs))


def _simple_fractions(guess: float) -> list[Fraction]:
    """Fractions with small denominators near the guess: values are often such."""
    near = [Fraction(guess).limit_denominator(most) for most in (1, 2, 3, 4, 6, 1000)]
    return [simple for simple in dict.fromkeys(near) if abs(simple - Fraction(guess)) < Fraction(1, 200)]


def _bisect(signs: _Signs, low: Fraction, high: Fraction) -> Value:
    """Halve an interval that holds the value until it is narrow."""
    while high - low > 2 * NARROW:
        middle = (low + high) / 2
        sign = signs.at(middle)
        if sign == 0:
            return Value.exactly(middle)
        low, high = (middle, high) if sign > 0 else (low, middle)
    return Value(_below(low), -_below(-high))


def _below(x: Fraction) -> float:
    """A float that is at most x."""
    near = float(x)
    return near if Fraction(near) <= x else math.nextafter(near, -math.inf)


class _Signs:
    """The sign of (limit of v_t(k)) - z, for one game and state k and any fraction z."""

    def __init__(self, table: StateTable, state: int) -> None:
        self.table, self.state = table, state
        self.cells = table.exact_cells()
        self.payoffs = [payoff for payoff, _ in self.cells]
        self.number = {name: s for s, name in enumerate(table.states)}
        self.row_plans = list(itertools.product(*(range(len(moves)) for moves in table.rows)))
        self.col_plans = list(itertools.product(*(range(len(moves)) for moves in table.cols)))
        self.cached: dict[int, tuple[Matrix, Matrix]] = {}

    def at(self, z: Fraction) -> int:
        """+1, 0 or -1, for every small enough t."""
        dk, d0 = self._determinants(self._bits(z))
        pairs = zip(dk, d0, strict=True)
        game = [[a - z * b for a, b in zip(*lines, strict=True)] for lines in pairs]
        value = solve_exact(game).value.lower
        return 1 if value > 0 else -1 if value < 0 else 0

    def _bits(self, z: Fraction) -> int:
        """Some B with 2^B > 1 + H, rounded up so that nearby z share their determinants."""
        chances = [p for _, to in self.cells for p in to.values()]
        common = math.lcm(*(p.denominator for p in chances))
        scale = math.lcm(*(payoff.denominator for payoff in self.payoffs))
        largest = max(abs(payoff) for payoff in self.payoffs) * scale
        # a row of the determinants has coefficients that sum to at most 3 common + common largest
        entry: int = (math.ceil(common * (3 + largest)) * scale) ** self.table.size
        entry *= abs(z.numerator) + z.denominator
        order = min(len(self.row_plans), len(self.col_plans)) + 2
        bound: int = (order * entry) ** order
        return -(-(bound.bit_length() + 2) // 256) * 256

    def _determinants(self, bits: int) -> tuple[Matrix, Matrix]:
        """dk and d0 at t = 2^-bits, a line for each of row's plans, a column for each of col's."""
        if bits not in self.cached:
            t = Fraction(1, 2**bits)
            both = [[self._pair(t, i, j) for j in self.col_plans] for i in self.row_plans]
            dk = [[pair[0] for pair in line] for line in both]
            d0 = [[pair[1] for pair in line] for line in both]
            self.cached[bits] = (dk, d0)
        return self.cached[bits]

    def _pair(self, t: Fraction, i: Profile, j: Profile) -> tuple[Fraction, Fraction]:
        """dk and d0 for one pair of plans."""
        plain, replaced = [], []
        for s in range(self.table.size):
            cell = int(self.table.first[s]) + i[s] * len(self.table.cols[s]) + j[s]
            payoff, to = self.cells[cell]
            line = [Fraction(int(s == u)) for u in range(self.table.size)]
            for name, p in to.items():
                line[self.number[name]] -= (1 - t) * p
            plain.append(line)
            replaced.append([t * payoff if u == self.state else entry for u, entry in enumerate(line)])
        return _determinant(replaced), _determinant(plain)


def _determinant(matrix: Matrix) -> Fraction:
    """Determinant by elimination in fractions."""
    lines = [line[:] for line in matrix]
    answer = Fraction(1)
    for k in range(len(lines)):
        pivot = next((r for r in range(k, len(lines)) if lines[r][k]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            lines[k], lines[pivot] = lines[pivot], lines[k]
            answer = -answer
        answer *= lines[k][k]
        for r in range(k + 1, len(lines)):
            factor = lines[r][k] / lines[k][k]
            if factor:
                lines[r] = [a - factor * b for a, b in zip(lines[r], lines[k], strict=True)]
    return answer
