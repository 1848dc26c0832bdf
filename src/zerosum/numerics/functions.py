"""Rational functions of one parameter with rational coefficients, and their interpolation from values.

A `RationalFunction` is a quotient of two polynomials in lowest terms. FLINT does the arithmetic. It is printed in
factored form, as in a paper: `b/((b + 1)(b + 4))`.

The solution of a system of linear equations whose coefficients are polynomials in t is a vector of rational
functions with a common denominator D. `vector_from_values` finds it from solutions at integers t (Cauchy
interpolation): a combination of the unknowns with random weights has the denominator D, and D follows from its
values by the extended Euclidean algorithm; D times each unknown is then a polynomial, which is interpolated. More
points are taken until two of them are redundant. The caller then checks the equations as identities of polynomials,
so the result does not depend on the random weights.

Reference: J. von zur Gathen and J. Gerhard, Modern Computer Algebra, 2003, section 5.8.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly, nmod_poly

from zerosum.core.errors import ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.numerics.exact import as_fractions, as_polynomial, as_rational
from zerosum.numerics.polynomials import Poly
from zerosum.numerics.quotients import Fractional
from zerosum.numerics.roots import Point, compare, roots

MAX_POINTS = 400
"""Maximum number of points for an interpolation; formulas short enough to print have far lower degrees."""

PRIMES = (2**61 - 1, 2**31 - 1)
"""Primes for modular arithmetic: the first one that divides no denominator is used."""

ZERO, ONE = fmpq_poly([]), fmpq_poly([1])


class RationalFunction(Fractional[fmpq_poly]):
    """A quotient of polynomials in lowest terms, with 1 as the denominator's leading coefficient."""

    __slots__ = ("__dict__",)

    def __init__(self, top: fmpq_poly, bottom: fmpq_poly = ONE) -> None:
        if not bottom:
            raise ZeroDivisionError("a rational function with denominator 0")
        if bottom.degree() > 0:
            shared = top.gcd(bottom)
            if shared.degree() > 0:
                top, bottom = top // shared, bottom // shared
        leading = bottom[bottom.degree()]
        self.top: fmpq_poly = top / leading
        self.bottom: fmpq_poly = bottom / leading

    @classmethod
    def of(cls, number: Fraction | int) -> RationalFunction:
        """Return a constant."""
        return cls(fmpq_poly([as_rational(Fraction(number))]))

    @classmethod
    def variable(cls) -> RationalFunction:
        """Return the parameter itself."""
        return cls(fmpq_poly([0, 1]))

    @classmethod
    def polynomial(cls, coefficients: Poly) -> RationalFunction:
        """Return a polynomial, constant first."""
        return cls(as_polynomial(coefficients))

    def __call__(self, t: Fraction | int) -> Fraction:
        """Return the value at a fraction, exactly."""
        at = as_rational(Fraction(t))
        below = self.bottom(at)
        if not below:
            raise ZeroDivisionError(f"the denominator vanishes at {t}")
        return as_fractions([self.top(at) / below])[0]

    def about(self, t: float) -> float:
        """Return the value near a float, rounded only at the end."""
        return float(self(Fraction(t)))

    @property
    def constant(self) -> Fraction | None:
        """The number that the function equals for every t, if there is one."""
        if self.top.degree() > 0 or self.bottom.degree() > 0:
            return None
        return as_fractions([self.top[0]])[0] if self.top else Fraction(0)

    @cached_property
    def sign_polynomial(self) -> fmpz_poly:
        """A polynomial in lowest terms with the same sign wherever the function is defined."""
        p = (self.top * self.bottom).numer()
        content = p.content()
        return p / content if content and content != 1 else p

    def sign_at(self, point: Point) -> int:
        """Return the sign, -1, 0 or 1; at an algebraic number by exact arithmetic."""
        if isinstance(point, Fraction):
            value = self.top(as_rational(point)) * self.bottom(as_rational(point))
            return int(value > 0) - int(value < 0)
        modulus = as_polynomial(point.polynomial)
        if not self.top % modulus:
            return 0
        while may_vanish(self.sign_polynomial, point.low, point.high):
            point = point.within((point.high - point.low) / 16)
        return self.sign_at((point.low + point.high) / 2)

    def has_pole(self, point: Point) -> bool:
        """Return whether the denominator vanishes at a point."""
        return RationalFunction(self.bottom).sign_at(point) == 0

    def agrees(self, other: object, point: Point) -> bool:
        """Return whether two functions have the same value at a point."""
        if isinstance(other, RationalFunction):
            return (self - other).sign_at(point) == 0
        return bool(hasattr(other, "agrees") and other.agrees(self, point))

    def is_positive_above(self, low: Fraction, *, or_zero: bool = False) -> bool:
        """Return whether the function is positive (or zero) for every t > low."""
        if not self.top:
            return or_zero
        found = roots(tuple(as_fractions(fmpq_poly(self.sign_polynomial).coeffs())), crossings=or_zero)
        beyond = [root for root in found if compare(root, low) > 0]
        return not beyond and self.sign_at(low + 1) > 0

    def limit(self, above: bool = True) -> Fraction | float:
        """Return the limit as t goes to infinity, or to minus infinity."""
        high, low = self.top.degree(), self.bottom.degree()
        if not self.top or high < low:
            return Fraction(0)
        leading = as_fractions([self.top[high]])[0]
        if high == low:
            return leading
        flips = not above and (high - low) % 2
        return math.inf if (leading > 0) != bool(flips) else -math.inf

    def text(self, letter: str = "t") -> str:
        """Write the function in typed form: b/((b + 1)(b + 4))."""
        above, below = self._factors()
        if below == (1, ()):
            return _product(*above, letter, inside=False)
        return f"{_product(*above, letter, inside=True)}/{_product(*below, letter, inside=True, bottom=True)}"

    @property
    def shape(self) -> str:
        """Return the degrees of the numerator and the denominator, as text."""
        return f"degree {int(self.top.degree())}/{int(self.bottom.degree())}"

    def latex(self, letter: str = "t") -> str:
        """Return the function in LaTeX."""
        above, below = self._factors()
        (top, _), sign = above, "-" if above[0] < 0 else ""
        size = abs(top), above[1]
        if below == (1, ()):
            return sign + _product(*size, letter, inside=False, latex=True)
        return (
            sign
            + r"\frac{"
            + _product(*size, letter, inside=False, latex=True)
            + "}{"
            + _product(*below, letter, inside=False, latex=True)
            + "}"
        )

    def to_sympy(self, letter: str = "t") -> Foreign:
        """Return the function as a sympy expression."""
        import sympy

        x = sympy.Symbol(letter, real=True)
        top, bottom = (
            sum(
                (sympy.Rational(int(a.p), int(a.q)) * x**i for i, a in enumerate(p.coeffs())),
                sympy.Integer(0),
            )
            for p in (self.top, self.bottom)
        )
        return sympy.factor(top / bottom)

    def _function(self, x: RationalFunction | Fraction | int) -> RationalFunction:
        return x if isinstance(x, RationalFunction) else RationalFunction.of(x)

    def __repr__(self) -> str:
        return f"RationalFunction({self.text()})"

    def __str__(self) -> str:
        return self.text()

    def _factors(self) -> tuple[Factors, Factors]:
        """Factor numerator and denominator: an integer and irreducible polynomials with their powers, for each."""
        found = []
        for p in (self.top, self.bottom):
            number, factors = p.numer().factor() if p else (0, [])
            parts = sorted(
                ((tuple(int(a) for a in f.coeffs()), int(m)) for f, m in factors),
                key=lambda part: (len([a for a in part[0] if a]), len(part[0]), part),
            )
            found.append((Fraction(int(number), int(p.denom())), tuple(parts)))
        (above, tops), (below, bottoms) = found
        ratio, lower, upper = above / below, list(bottoms), list(tops)
        for parts in (lower, upper) if ratio < 0 else ():
            for k, (coefficients, power) in enumerate(parts):
                if coefficients[0] < 0 and sum(map(bool, coefficients)) == 2 and power % 2:
                    parts[k] = tuple(-a for a in coefficients), power  # 1/(1 - d), not -1/(d - 1)
                    return (-ratio.numerator, tuple(upper)), (ratio.denominator, tuple(lower))
        return (ratio.numerator, tops), (ratio.denominator, bottoms)


Factors = tuple[int, tuple[tuple[tuple[int, ...], int], ...]]
"""An integer, and irreducible polynomials (coefficients, constant first) with their powers."""


def may_vanish(p: fmpz_poly, low: Fraction | None, high: Fraction | None) -> bool:
    """Return False only if a polynomial has no root between two points, by Descartes' rule; None is infinity."""
    q = fmpq_poly(p)
    if low is None and high is None:
        return q.degree() > 0
    if low is None:  # reverse the line
        assert high is not None
        q, low, high = q(fmpq_poly([0, -1])), -high, None
    start = as_rational(low)
    if high is None:
        moved = q(fmpq_poly([start, 1]))
    else:
        scaled = q(fmpq_poly([start, as_rational(high) - start]))
        size = q.degree() + 1
        reversed_ = fmpq_poly([scaled[size - 1 - i] for i in range(size)])
        moved = reversed_(fmpq_poly([1, 1]))
    signs = [a > 0 for a in moved.coeffs() if a]
    return any(one != two for one, two in pairwise(signs))


def _product(
    number: int,
    factors: tuple[tuple[tuple[int, ...], int], ...],
    letter: str,
    *,
    inside: bool,
    bottom: bool = False,
    latex: bool = False,
) -> str:
    """Write a product of factors; if it is `inside` a quotient, put it in brackets if necessary."""
    if not factors:
        return str(number)
    alone = len(factors) == 1 and factors[0][1] == 1 and abs(number) == 1
    parts = []
    for coefficients, power in factors:
        single = len([a for a in coefficients if a]) == 1
        if alone and number < 0 and not single and not (inside and min(coefficients) >= 0):
            coefficients, number = tuple(-a for a in coefficients), 1
        shown = polynomial_text(coefficients, letter, latex=latex)
        raised = "" if power == 1 else f"^{{{power}}}" if latex and power > 9 else f"^{power}"
        parts.append(shown + raised if (single or alone) and (power == 1 or single) else f"({shown}){raised}")
    sign = "-" if number < 0 else ""
    joined = ("" if abs(number) == 1 else str(abs(number))) + "".join(parts)
    is_sum = alone and not single
    many = is_sum or (bottom and (len(parts) > 1 or abs(number) != 1))
    return f"{sign}({joined})" if inside and many else sign + joined


def polynomial_text(coefficients: Sequence[int], letter: str, *, latex: bool = False) -> str:
    """Write a polynomial with integer coefficients: highest power first, or last if only the constant is positive."""
    terms = []
    upwards = coefficients[-1] < 0 < coefficients[0]
    for power, a in enumerate(coefficients) if upwards else reversed(list(enumerate(coefficients))):
        if not a:
            continue
        raised = "" if power < 2 else f"^{{{power}}}" if latex and power > 9 else f"^{power}"
        name = letter + raised if power else ""
        size = name if abs(a) == 1 and name else f"{abs(a)}{name}"
        terms.append(("- " if a < 0 else "+ ") + size)
    joined = " ".join(terms) or "+ 0"
    return ("-" if joined[0] == "-" else "") + joined[2:]


Values = tuple[list[int], int]
"""Numerators, and their common denominator."""


@dataclass(frozen=True)
class FunctionVector:
    """A vector of rational functions with a common denominator."""

    tops: list[fmpq_poly]
    bottom: fmpq_poly

    def __getitem__(self, k: int) -> RationalFunction:
        return RationalFunction(self.tops[k], self.bottom)


class DegreeError(ZerosumError):
    """An error about functions with too many coefficients to compute."""


def vector_from_values(solve_at: Callable[[int], Values | None]) -> FunctionVector:
    """Interpolate rational functions, given a function that returns their values at integers, or None at a pole."""
    random_weights = random.Random(20)
    xs: list[fmpq] = []
    known: list[Values] = []
    weights: list[int] = []
    # collect points until one random combination of all unknowns is interpolated with two points to spare;
    # its denominator is that of all unknowns
    wanted = 6
    for t in range(1, 1 + 4 * MAX_POINTS):
        values = solve_at(t)
        if values is None:
            continue
        xs.append(fmpq(t))
        known.append(values)
        weights = weights or [random_weights.randrange(1, 10**6) for _ in values[0]]
        if len(xs) < wanted:
            continue
        # the combination at each point; with random weights no denominator cancels
        sums = [
            fmpq(sum(w * a for w, a in zip(weights, numbers, strict=True)), below) for numbers, below in known
        ]
        found = _through(xs, sums)
        if found is not None:
            tops = _polynomials(xs, known, found[1])
            if tops is not None:
                return FunctionVector(tops, found[1])
        # too few points: half as many more
        wanted = wanted * 3 // 2
        if wanted > MAX_POINTS:
            break
    raise DegreeError("the formula has too many coefficients; choose a smaller game or a smaller deck")


def function_from_values(xs: Sequence[Fraction], ys: Sequence[Fraction]) -> RationalFunction | None:
    """Return the rational function of least degree through points, if at least two of the points were redundant."""
    found = _through([as_rational(x) for x in xs], [as_rational(y) for y in ys])
    return None if found is None else RationalFunction(*found)


def _through(xs: Sequence[fmpq], ys: Sequence[fmpq]) -> tuple[fmpq_poly, fmpq_poly] | None:
    """Interpolate: return numerator and denominator of least total degree; return None unless two points are redundant.

    The degrees are found modulo a prime; one system then gives the coefficients. Euclid's algorithm in fractions
    would have ever longer intermediate numbers; those of the system are as long as those of the answer.
    """
    degrees = _degrees(xs, ys)
    if degrees is None:
        return None
    # a0 + a1 x + ... - y (b0 + b1 x + ...) = y x^lower at as many points as there are coefficients
    upper, lower = degrees
    size, table, right = upper + lower + 1, list[fmpq](), list[fmpq]()
    for x, y in zip(xs[:size], ys[:size], strict=True):
        powers = [x**k for k in range(max(upper, lower) + 1)]
        table += [*powers[: upper + 1], *(-y * power for power in powers[:lower])]
        right.append(y * powers[lower])
    try:
        found = fmpq_mat(size, size, table).solve(fmpq_mat(size, 1, right)).entries()
    except ZeroDivisionError:
        return None
    # the solution must pass through the other points as well, otherwise the prime was unsuitable
    top, bottom = fmpq_poly(found[: upper + 1]), fmpq_poly([*found[upper + 1 :], 1])
    is_wrong = any(top(x) != y * bottom(x) or not bottom(x) for x, y in zip(xs, ys, strict=True))
    return None if is_wrong else (top, bottom)


def _degrees(xs: Sequence[fmpq], ys: Sequence[fmpq]) -> tuple[int, int] | None:
    """Return the degrees of numerator and denominator of least total degree through points, modulo a prime.

    Return None if fewer than two points are redundant, or if every prime divides a denominator.
    """
    below = math.prod(int(number.q) for number in (*xs, *ys))
    prime = next((prime for prime in PRIMES if below % prime), None)
    if prime is None:
        return None

    def reduced(number: fmpq) -> int:
        return int(number.p) * pow(int(number.q), -1, prime) % prime

    # Newton's form of the interpolant
    modulus, through = nmod_poly([1], prime), nmod_poly([0], prime)
    for x, y in zip(map(reduced, xs), map(reduced, ys), strict=True):
        through += modulus * ((y - int(through(x))) * pow(int(modulus(x)), -1, prime) % prime)
        modulus *= nmod_poly([-x % prime, 1], prime)
    # Euclid's algorithm on the node polynomial and the interpolant: each remainder over its cofactor interpolates;
    # the one with the fewest coefficients is the answer
    best, least = None, len(xs) - 2
    before, now, s_before, s_now = modulus, through, nmod_poly([0], prime), nmod_poly([1], prime)
    while True:
        upper, lower = max(now.degree(), 0), max(s_now.degree(), 0)
        if upper + lower + 1 <= least:
            best, least = (upper, lower), upper + lower + 1
        if not now:
            return best
        quotient, rest = divmod(before, now)
        before, now, s_before, s_now = now, rest, s_now, s_before - quotient * s_now


def _polynomials(xs: list[fmpq], known: list[Values], bottom: fmpq_poly) -> list[fmpq_poly] | None:
    """Return the unknowns times the denominator, as polynomials; None if their degree leaves no redundant point."""
    size = len(xs)
    vandermonde = fmpq_mat(size, size, [x**k for x in xs for k in range(size)])
    table: list[fmpq] = []
    for x, (numbers, below) in zip(xs, known, strict=True):
        factor = bottom(x) / below
        table += [factor * a for a in numbers]
    columns = len(known[0][0])
    coefficients = vandermonde.solve(fmpq_mat(size, columns, table))
    if any(coefficients[size - 1, j] or coefficients[size - 2, j] for j in range(columns)):
        return None
    return [fmpq_poly([coefficients[i, j] for i in range(size - 2)]) for j in range(columns)]
