"""Rational functions of one parameter with rational coefficients, and how they are found from their values.

A `RationalFunction` is a quotient of two polynomials in lowest terms. FLINT does the arithmetic. It prints itself in
factors, as a paper would: `b/((b + 1)(b + 4))`.

The solution of a system of linear equations whose coefficients are polynomials in t is a vector of rational functions
with a common denominator D. `vector_from_values` finds it from solutions at whole numbers t (Cauchy interpolation): a
combination of the unknowns with random weights has the denominator D, and D follows from its values by the extended
Euclidean algorithm; D times each unknown is then a polynomial, which is interpolated. More points are taken until two
of them were superfluous. The caller checks the equations afterwards, as identities of polynomials, so that
nothing depends on luck.

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

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_mat, fmpz_poly, nmod_poly

from zerosum.core.errors import ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.numerics.exact import as_fractions, as_polynomial, as_rational, solve_whole
from zerosum.numerics.polynomials import Poly
from zerosum.numerics.roots import Point, compare, roots

MAX_POINTS = 400
"""Maximum number of points for an interpolation; the degrees of any formula worth printing are far below."""

PRIME = 2**61 - 1
"""For tests that need not be exact."""

ZERO, ONE = fmpq_poly([]), fmpq_poly([1])


class RationalFunction:
    """A quotient of polynomials in lowest terms, with 1 as the denominator's leading coefficient."""

    __slots__ = ("__dict__", "bottom", "top")

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

    def __add__(self, other: Operand) -> RationalFunction:
        other = _function(other)
        return RationalFunction(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __neg__(self) -> RationalFunction:
        return RationalFunction(-self.top, self.bottom)

    def __sub__(self, other: Operand) -> RationalFunction:
        return self + -_function(other)

    def __mul__(self, other: Operand) -> RationalFunction:
        other = _function(other)
        return RationalFunction(self.top * other.top, self.bottom * other.bottom)

    def __truediv__(self, other: Operand) -> RationalFunction:
        other = _function(other)
        return RationalFunction(self.top * other.bottom, self.bottom * other.top)

    def __rsub__(self, other: Operand) -> RationalFunction:
        return _function(other) - self

    def __rtruediv__(self, other: Operand) -> RationalFunction:
        return _function(other) / self

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power: Fraction | int) -> RationalFunction:
        if power != int(power) or power < 0:
            raise ValueError("powers of rational functions must be non-negative integers")
        return RationalFunction(self.top ** int(power), self.bottom ** int(power))

    def __bool__(self) -> bool:
        return bool(self.top)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RationalFunction) and self.top == other.top and self.bottom == other.bottom

    def __hash__(self) -> int:
        return hash((str(self.top), str(self.bottom)))

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
        """The number that it equals for every t, if there is one."""
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
        """Return whether it has the same value as another function at a point."""
        if isinstance(other, RationalFunction):
            return (self - other).sign_at(point) == 0
        return bool(hasattr(other, "agrees") and other.agrees(self, point))

    def is_positive_above(self, low: Fraction, *, or_zero: bool = False) -> bool:
        """Return whether it is positive (or zero) for every t > low."""
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
        """Describe its degrees in words."""
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

    def __repr__(self) -> str:
        return f"RationalFunction({self.text()})"

    def __str__(self) -> str:
        return self.text()

    def _factors(self) -> tuple[Factors, Factors]:
        """Factor numerator and denominator: an integer and irreducible polynomials with their powers each."""
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


Operand = RationalFunction | Fraction | int


def _function(x: Operand) -> RationalFunction:
    return x if isinstance(x, RationalFunction) else RationalFunction.of(x)


Factors = tuple[int, tuple[tuple[tuple[int, ...], int], ...]]
"""A whole number, and irreducible polynomials (coefficients, constant first) with their powers."""


def may_vanish(p: fmpz_poly, low: Fraction | None, high: Fraction | None) -> bool:
    """Return False only if a polynomial has no root between two points, by Descartes' rule; None is infinity."""
    q = fmpq_poly(p)
    if low is None and high is None:
        return q.degree() > 0
    if low is None:  # turn the line around
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
    """Write a product of factors; in brackets if it stands `inside` a quotient and needs them."""
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
    """An error: the functions have too many coefficients to compute."""


def vector_from_values(solve_at: Callable[[int], Values | None]) -> FunctionVector:
    """Interpolate rational functions, given a function that returns their values at integers, or None at a pole."""
    random_weights = random.Random(20)
    xs: list[int] = []
    known: list[Values] = []
    weights: list[int] = []
    # collect points until one random combination of all unknowns is interpolated with two points to spare;
    # its denominator is that of all unknowns
    wanted = 6
    for t in range(1, 1 + 4 * MAX_POINTS):
        values = solve_at(t)
        if values is None:
            continue
        xs.append(t)
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
    found = _cauchy([as_rational(x) for x in xs], [as_rational(y) for y in ys])
    return None if found is None else RationalFunction(*found)


def _through(xs: Sequence[int], ys: Sequence[fmpq]) -> tuple[fmpq_poly, fmpq_poly] | None:
    """Interpolate like `_cauchy`, but find the degrees modulo a prime; one system then gives the
    coefficients.

    Euclid's algorithm in fractions has ever longer numbers on its way; the system has those of the answer only.
    """
    degrees = _degrees(xs, ys)
    if degrees is None:
        return _cauchy(xs, ys)
    if not degrees:
        return None
    # one linear equation for each point in the coefficients of numerator and denominator, whose leading one is 1
    upper, lower = degrees
    size = upper + lower + 1
    table, right = fmpz_mat(size, size), list[int]()
    for i, (x, y) in enumerate(zip(xs[:size], ys[:size], strict=True)):
        p, q, power = int(y.p), int(y.q), 1
        for k in range(max(upper, lower) + 1):  # q (a0 + a1 x + ...) - p (b0 + b1 x + ...) = p x^lower
            if k <= upper:
                table[i, k] = q * power
            if k < lower:
                table[i, upper + 1 + k] = -p * power
            elif k == lower:
                right.append(p * power)
            power *= x
    found = solve_whole(table, right)
    if found is None:
        return _cauchy(xs, ys)
    # the solution must pass through the other points as well, or the prime misled
    numbers, below = [int(a) for a in found[0].entries()], found[1]
    top = fmpq_poly([fmpq(a, below) for a in numbers[: upper + 1]])
    bottom = fmpq_poly([*(fmpq(a, below) for a in numbers[upper + 1 :]), 1])
    if any(top(x) != y * bottom(x) or not bottom(x) for x, y in zip(xs, ys, strict=True)):
        return _cauchy(xs, ys)
    return top, bottom


def _degrees(xs: Sequence[int], ys: Sequence[fmpq]) -> tuple[int, int] | tuple[()] | None:
    """Return the degrees of numerator and denominator of least total degree through points, modulo a prime.

    Empty if no two points were superfluous; None if the prime divides a denominator.
    """
    modulus, through = nmod_poly([1], PRIME), nmod_poly([0], PRIME)
    for x, y in zip(xs, ys, strict=True):
        if not int(y.q) % PRIME:
            return None
        number = int(y.p) * pow(int(y.q), -1, PRIME) % PRIME
        inverse = pow(int(modulus(x)), -1, PRIME)
        through += modulus * ((number - int(through(x))) * inverse % PRIME)
        modulus *= nmod_poly([-x % PRIME, 1], PRIME)
    best: tuple[int, int] | tuple[()] = ()
    least = len(xs) - 2
    before, now, s_before, s_now = modulus, through, nmod_poly([0], PRIME), nmod_poly([1], PRIME)
    while True:
        upper, lower = max(now.degree(), 0), max(s_now.degree(), 0)
        if upper + lower + 1 <= least:
            best, least = (upper, lower), upper + lower + 1
        if not now:
            return best
        quotient, rest = divmod(before, now)
        before, now, s_before, s_now = now, rest, s_now, s_before - quotient * s_now


def _cauchy(xs: Sequence[int | fmpq], ys: Sequence[fmpq]) -> tuple[fmpq_poly, fmpq_poly] | None:
    """Interpolate: return numerator and denominator of least total degree; None unless two points were redundant."""
    modulus = ONE
    through = ZERO
    for x, y in zip(xs, ys, strict=True):  # Newton's form
        through += modulus * ((y - through(x)) / modulus(x))
        modulus *= fmpq_poly([-x, 1])
    # Euclid's algorithm on the node polynomial and the interpolant: each remainder over its cofactor interpolates;
    # the one with the fewest coefficients is the answer
    best: tuple[fmpq_poly, fmpq_poly] | None = None
    before, now, s_before, s_now = modulus, through, ZERO, ONE
    least = len(xs) - 2
    while True:
        size = max(now.degree(), 0) + max(s_now.degree(), 0) + 1
        if size <= least and s_now:
            best, least = (now, s_now), size
        if not now:
            break
        quotient = before // now
        before, now, s_before, s_now = now, before - quotient * now, s_now, s_before - quotient * s_now
    # no denominator may vanish at a point
    if best is None:
        return None
    top, bottom = best
    if any(not bottom(x) for x in xs):
        return None
    leading = bottom[bottom.degree()]
    return top / leading, bottom / leading


def _polynomials(xs: list[int], known: list[Values], bottom: fmpq_poly) -> list[fmpq_poly] | None:
    """Return the unknowns times the denominator, as polynomials; None if their degree leaves no redundant point."""
    size = len(xs)
    vandermonde = fmpq_mat(size, size, [fmpq(x) ** k for x in xs for k in range(size)])
    table: list[fmpq] = []
    for x, (numbers, below) in zip(xs, known, strict=True):
        factor = bottom(x) / below
        table += [factor * a for a in numbers]
    columns = len(known[0][0])
    coefficients = vandermonde.solve(fmpq_mat(size, columns, table))
    if any(coefficients[size - 1, j] or coefficients[size - 2, j] for j in range(columns)):
        return None
    return [fmpq_poly([coefficients[i, j] for i in range(size - 2)]) for j in range(columns)]
