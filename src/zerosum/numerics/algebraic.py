"""Algebraic functions of one parameter: a branch z(t) of a curve P(t, z) = 0 with integer coefficients.

Between two roots of the discriminant of P, as a polynomial in z, and of its leading coefficient, the real roots z(t)
keep their number and their order. So a branch is a polynomial and the number of the root, counted from the lowest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key, lru_cache

from flint import fmpq_poly, fmpz, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign
from zerosum.numerics.exact import as_fractions, as_rational, factors
from zerosum.numerics.functions import RationalFunction, polynomial_text
from zerosum.numerics.roots import Point, between, compare, roots

CONTEXT = fmpz_mpoly_ctx.get(("t", "z"), "lex")
"""Polynomials in the parameter t and the value z."""

MAX_DEGREE = 4
"""Maximum degree of an equation for z1 + c z2 such that the roots z1 and z2 are written as functions of it."""

BRANCH_TOLERANCE = 1e-9
"""Branches that differ by no more than this at a common end are treated as equal there."""


def curve(parts: Sequence[fmpz_poly]) -> fmpz_mpoly:
    """Return the polynomial in t and z whose coefficients of 1, z, z², … are these polynomials in t."""
    return CONTEXT.from_dict(
        {(i, j): int(a) for j, p in enumerate(parts) for i, a in enumerate(p.coeffs()) if a}
    )


def by_powers(p: fmpz_mpoly) -> list[fmpz_poly]:
    """Return the coefficients of 1, z, z², … as polynomials in t."""
    found: dict[int, dict[int, int]] = {}
    for (i, j), a in p.to_dict().items():
        found.setdefault(int(j), {})[int(i)] = int(a)
    return [
        fmpz_poly([found.get(j, {}).get(i, 0) for i in range(max(found.get(j, {0: 0})) + 1)])
        for j in range(max(found, default=0) + 1)
    ]


def at(p: fmpz_mpoly, t: Fraction) -> fmpq_poly:
    """Return the polynomial in z at one value of t."""
    return fmpq_poly([fmpq_poly(part)(as_rational(t)) for part in by_powers(p)])


@dataclass(frozen=True)
class AlgebraicFunction:
    """A branch of an algebraic curve P(t, z) = 0, as a function of t."""

    coefficients: tuple[tuple[int, ...], ...]
    """The coefficients of 1, z, z², …: polynomials in t, each by its coefficients, constant first."""
    index: int
    """The number of the real root, from the lowest."""
    inside: Fraction = field(compare=False)
    """A value of the parameter inside the interval on which the root has this number."""

    @classmethod
    def of(cls, p: fmpz_mpoly, index: int, inside: Fraction) -> AlgebraicFunction | RationalFunction:
        """Return the branch; a rational function if the curve is the graph of one."""
        parts = by_powers(p)
        if len(parts) == 2:
            return RationalFunction(-fmpq_poly(parts[0]), fmpq_poly(parts[1]))
        return cls(tuple(tuple(int(a) for a in part.coeffs()) for part in parts), index, inside)

    @property
    def curve(self) -> fmpz_mpoly:
        """The polynomial P(t, z)."""
        return curve([fmpz_poly(list(part)) for part in self.coefficients])

    def __bool__(self) -> bool:
        return True

    def __call__(self, t: Fraction | int) -> Point:
        """Return the value at a fraction: a fraction or an algebraic number."""
        here = Fraction(t)
        found = self._roots(here)
        if len(found) == len(self._roots(self.inside)):
            return found[self.index]
        near = here + (self.inside - here) / 2**40
        about = float(self._roots(near)[self.index])
        return min(found, key=lambda root: abs(float(root) - about))

    def _roots(self, t: Fraction) -> tuple[Point, ...]:
        values = [as_fractions([fmpq_poly(list(part))(as_rational(t))])[0] for part in self.coefficients]
        while values and not values[-1]:
            values.pop()
        return roots(tuple(values))

    def about(self, t: float) -> float:
        """Return the value near a float; at an end of its interval, which a float cannot hit exactly, the limit
        from inside.
        """
        here = Fraction(t)
        return float(self(here + (self.inside - here) / 2**40))

    def has_pole(self, point: Point) -> bool:
        """Return whether the function is unbounded near a point: fewer roots remain there, and none of them is
        close.
        """
        leading = RationalFunction(fmpq_poly(list(self.coefficients[-1])))
        return leading.sign_at(point) == 0 and abs(self._before(point)) > 2.0**20

    def agrees(self, other: object, point: Point) -> bool:
        """Return whether two branches meet at a point, in floats; the value of a game is continuous."""
        if not isinstance(other, AlgebraicFunction | RationalFunction):
            return False
        there = other._before(point) if isinstance(other, AlgebraicFunction) else other.about(float(point))
        return math.isclose(self._before(point), there, rel_tol=BRANCH_TOLERANCE, abs_tol=1e-6)

    def _before(self, point: Point) -> float:
        """Return the value just inside an end of its interval; beyond it the root may have another index."""
        if isinstance(point, Fraction):
            return float(self(point + (self.inside - point) / 2**100))
        close = point.within(Fraction(1, 2**100))
        return float(self(close.low if compare(self.inside, point) < 0 else close.high))

    @property
    def constant(self) -> Fraction | None:
        """None, since the function is never the same fraction for all t."""
        return None

    def polynomial_text(self, letter: str, value: str = "v") -> str:
        """Return P(t, v) as text, highest power of v first."""
        parts = []
        for power, part in reversed(list(enumerate(self.coefficients))):
            if any(part):
                single = len([a for a in part if a]) == 1
                shown = polynomial_text(part, letter)
                name = "" if power == 0 else value if power == 1 else f"{value}^{power}"
                shown = shown if (single or not name) and power == 0 else shown if single else f"({shown})"
                shown = "" if name and shown == "1" else "-" if name and shown == "-1" else shown
                parts.append(f"{shown}{' ' if shown not in ('', '-') and name else ''}{name}")
        return " + ".join(parts).replace("+ -", "- ")

    def text(self, letter: str = "t") -> str:
        """Return the function as text: with a square root if quadratic in z, otherwise the equation and the root's
        index.
        """
        if len(self.coefficients) == 3:
            a, minus_b, inner = self._quadratic()
            below = polynomial_text(a, letter)
            below = f"({below})" if " " in below or not below.isdigit() else below
            top = polynomial_text(minus_b, letter)
            sign = "+" if self.index == 1 else "-"  # the leading coefficient is positive
            first = "" if top == "0" else f"{top} "
            lone = "-" if sign == "-" and not first else ""
            middle = f"{first}{sign} " if first else lone
            return f"({middle}sqrt({polynomial_text(inner, letter)}))/{below}"
        many = len(self._roots(self.inside))
        which = "the root" if many == 1 else f"root {self.index + 1} of {many}"
        return f"{which} of {self.polynomial_text(letter)}"

    @property
    def shape(self) -> str:
        """Describe the degree of the function as text."""
        if len(self.coefficients) == 3:
            return f"square root of a polynomial of degree {len(self._quadratic()[2]) - 1}"
        return f"root of an equation of degree {len(self.coefficients) - 1}"

    def latex(self, letter: str = "t") -> str:
        """Return the function in LaTeX."""
        if len(self.coefficients) == 3:
            a, minus_b, inner = self._quadratic()
            sign = "+" if self.index == 1 else "-"
            top, under, below = (polynomial_text(p, letter, latex=True) for p in (minus_b, inner, a))
            return rf"\frac{{{'' if top == '0' else top} {sign} \sqrt{{{under}}}}}{{{below}}}"
        return rf"\text{{root {self.index + 1} of }} {self.polynomial_text(letter)} = 0"

    def to_sympy(self, letter: str = "t") -> Foreign:
        """Return the function as a sympy expression, if the curve is quadratic."""
        import sympy

        if len(self.coefficients) != 3:
            raise InputError(
                "sympy has no expression for a root of a polynomial of degree 3 or more with a parameter"
            )
        x = sympy.Symbol(letter, real=True)
        c, b, a = (sum(k * x**i for i, k in enumerate(part)) for part in self.coefficients)
        root = sympy.sqrt(b**2 - 4 * a * c)
        return sympy.simplify((-b + (root if (self.index == 1) == self._rises() else -root)) / (2 * a))

    def _rises(self) -> bool:
        """Return whether the leading coefficient is positive at `inside`."""
        leading = fmpq_poly(list(self.coefficients[-1]))(as_rational(self.inside))
        return bool(leading > 0)

    def _quadratic(self) -> tuple[list[int], list[int], list[int]]:
        """Return 2a, -b and b² - 4ac without square factors, with a leading coefficient that is positive inside."""
        c, b, a = (fmpz_poly(list(part)) for part in self.coefficients)
        if not self._rises():
            a, b, c = -a, -b, -c
        inner, below, top = b * b - 4 * a * c, 2 * a, -b
        content = math.gcd(*(int(x) for x in (*below.coeffs(), *top.coeffs())))
        for k in range(content, 1, -1):
            if content % k == 0 and all(int(x) % (k * k) == 0 for x in inner.coeffs()):
                inner, below, top = inner / (k * k), below / k, top / k
                break
        return tuple([int(x) for x in p.coeffs()] or [0] for p in (below, top, inner))  # type: ignore[return-value]


WITH_QUOTIENT = fmpz_mpoly_ctx.get(("t", "z", "w"), "lex")


def quotient_on(
    branch: fmpz_mpoly, top: fmpz_mpoly, bottom: fmpz_mpoly, t: Fraction, z: Point
) -> tuple[AlgebraicFunction | RationalFunction, list[fmpz_poly]] | None:
    """Return the quotient w of two polynomials in t and z at a root z of P(t, z), as a function of t near a
    value.

    The quotient is a root of the resultant of P and w bottom - top. Also return polynomials in t between whose
    roots it stays on the same branch.
    """
    top, bottom = _on_curve((top, bottom), branch)
    choices = [
        (root, index, factor, barriers)
        for factor, barriers in _quotient_curves(*map(frozen, (branch, top, bottom)))
        for index, root in enumerate(roots(tuple(as_fractions(at(factor, t).coeffs()))))
    ]
    in_order = cmp_to_key(compare)
    choices.sort(key=lambda choice: in_order(choice[0]))
    found = _place_of([choice[0] for choice in choices], top, bottom, t, z)
    if found is None:
        return None
    _, index, factor, barriers = choices[found]
    return AlgebraicFunction.of(factor, index, t), [*barriers]


def _place_of(
    places: Sequence[Point], top: fmpz_mpoly, bottom: fmpz_mpoly, t: Fraction, z: Point
) -> int | None:
    """Return the index, in increasing order, of the quotient of two polynomials at (t, z), exactly.

    It must be one of `places`. Return None if the denominator vanishes, or if the place occurs twice.
    """
    sign, low, high = sign_on(bottom, t, z), 0, len(places) - 1
    if not sign or not places:
        return None
    while low < high:
        middle = (low + high) // 2
        if compare(places[middle], places[middle + 1]) == 0:
            return None
        limit = between(places[middle], places[middle + 1])
        if sign_on(top * limit.denominator - bottom * limit.numerator, t, z) == sign:
            low = middle + 1
        else:
            high = middle
    return low


Coefficients = tuple[tuple[tuple[int, ...], fmpz], ...]
"""A hashable form of a polynomial in t and z: exponents and coefficients."""


def frozen(p: fmpz_mpoly) -> Coefficients:
    """Return a hashable key for a polynomial."""
    return tuple(p.to_dict().items())


@lru_cache(maxsize=256)
def _quotient_curves(
    branch: Coefficients, top: Coefficients, bottom: Coefficients
) -> list[tuple[fmpz_mpoly, list[fmpz_poly]]]:
    """Return the factors of the resultant of P and w bottom - top, and the points where branches may change."""
    p, above, below = (
        CONTEXT.from_dict(dict(one)).project_to_context(WITH_QUOTIENT) for one in (branch, top, bottom)
    )
    found = p.resultant(below * WITH_QUOTIENT.gens()[2] - above, "z")
    plain = found.project_to_context(CONTEXT, {"t": "t", "z": 0, "w": "z"})
    curves = []
    for factor, _ in factors(plain)[1]:
        powers = by_powers(factor)
        if len(powers) > 1:
            more = [radical(factor.discriminant("z"))] if len(powers) > 2 else []
            curves.append((factor, [powers[-1], *more]))
    return curves


def radical(p: fmpz_mpoly | fmpz_poly) -> fmpz_poly:
    """Return a polynomial in t alone with the same roots, each simple."""
    whole = by_powers(p)[0] if isinstance(p, fmpz_mpoly) else p
    return whole // whole.gcd(whole.derivative()) if whole.degree() > 0 else fmpz_poly([1])


def nearest(found: Sequence[Point], about: Fraction) -> int:
    """Guess in floats which root is nearest to a point; the caller proves it."""
    return min(range(len(found)), key=lambda k: abs(float(found[k]) - float(about)))


def barriers_of(
    branch: fmpz_mpoly, conditions: Iterable[fmpz_mpoly], t: Fraction, value: Point
) -> list[fmpz_poly] | None:
    """Return polynomials in t between whose roots the branch continues and conditions hold; None if one fails."""
    curve_key = frozen(branch)
    barriers = [*_own_barriers(curve_key)]
    for condition in conditions:
        if sign_on(condition, t, value) < 0:
            return None
        crossing = _crossing(curve_key, frozen(condition))
        if crossing is not None:
            barriers.append(crossing)
    return barriers


@lru_cache(maxsize=256)
def _own_barriers(branch: Coefficients) -> list[fmpz_poly]:
    """Return polynomials in t at whose roots a branch may end or change its index."""
    p = CONTEXT.from_dict(dict(branch))
    parts = by_powers(p)
    return [parts[-1], *([radical(p.discriminant("z"))] if len(parts) > 2 else [])]


@lru_cache(maxsize=4096)
def _crossing(branch: Coefficients, condition: Coefficients) -> fmpz_poly | None:
    """Return a polynomial in t at whose roots a condition may vanish on the branch; None if it is 0 everywhere."""
    p, q = (CONTEXT.from_dict(dict(one)) for one in (branch, condition))
    return radical(p.resultant(q, "z")) if q and divmod(q, p)[1] else None


def positive(p: fmpz_poly, t: Fraction) -> RationalFunction:
    """Return a polynomial with the sign that makes it positive at t, each root simple."""
    found = _simple_roots(tuple(p.coeffs()))
    return found if found.sign_at(t) >= 0 else -found


@lru_cache(maxsize=4096)
def _simple_roots(coefficients: tuple[fmpz, ...]) -> RationalFunction:
    return RationalFunction(fmpq_poly(radical(fmpz_poly(list(coefficients)))))


def sign_on(p: fmpz_mpoly, t: Fraction, z: Point) -> int:
    """Return the sign of a polynomial in two letters at a point, exactly."""
    return RationalFunction(at(p, t)).sign_at(z) if p else 0


def common_branch(
    one: AlgebraicFunction, two: AlgebraicFunction, t: Fraction
) -> tuple[fmpz_mpoly, Point, tuple[fmpz_mpoly, fmpz_mpoly, fmpz_mpoly]] | None:
    """Return two algebraic functions as rational functions of one root z near t; None if no simple sum works.

    Let z = z1 + c z2. Then z1 is a common root w of P1(t, w) and P2(t, (z - w)/c): their resultant has a factor P.
    If it is the only one, their first subresultant s1 w + s0 vanishes there: z1 = -s0/s1 and z2 = (z + s0/s1)/c. It
    is the only one if s1 does not vanish on P. Both are needed on P only, so they are reduced modulo P. Return P,
    the root at t, and three polynomials: numerators of z1 and z2, and their denominator, positive at t.
    """
    exact = one(t), two(t)
    z1, z2 = (x if isinstance(x, Fraction) else x.within(Fraction(1, 2**80)).low for x in exact)
    for c in (1, -1, 2, 3):
        about = float(z1 + c * z2)
        # the curves on which z may lie, with their roots at t; try the nearest to the floats first
        choices = [
            (branch, root)
            for branch in _sum_curves(one.coefficients, two.coefficients, c)
            for root in roots(tuple(as_fractions(at(branch, t).coeffs())))
        ]
        for branch, root in sorted(choices, key=lambda choice: abs(float(choice[1]) - about)):
            quotients = _quotients(one.coefficients, two.coefficients, c, frozen(branch))
            if quotients is None:
                continue
            # make the denominator positive at t; then compare both quotients with the exact values there
            sign = sign_on(quotients[2], t, root)
            top1, top2, bottom = (p * sign for p in quotients)
            if all(
                _place_of(f._roots(t), top, bottom, t, root) == f._roots(t).index(x)
                for f, top, x in zip((one, two), (top1, top2), exact, strict=True)
            ):
                return branch, root, (top1, top2, bottom)
    return None


Powers = tuple[tuple[int, ...], ...]
"""The coefficients of an algebraic function."""


def _sum_pair(one: Powers, two: Powers, c: int) -> tuple[fmpz_mpoly, fmpz_mpoly]:
    """Return P1(t, w) and P2(t, (z - w)/c)."""
    (_, z, w), degree, zero = WITH_QUOTIENT.gens(), len(two) - 1, WITH_QUOTIENT.from_dict({})

    def lifted(part: tuple[int, ...]) -> fmpz_mpoly:
        return WITH_QUOTIENT.from_dict({(i, 0, 0): a for i, a in enumerate(part) if a})

    p1 = sum((lifted(a) * w**j for j, a in enumerate(one)), zero)
    p2 = sum((lifted(a) * (z - w) ** j * c ** (degree - j) for j, a in enumerate(two)), zero)
    return p1, p2


@lru_cache(maxsize=64)
def _sum_curves(one: Powers, two: Powers, c: int) -> list[fmpz_mpoly]:
    """Return the curves of low degree on which z1 + c z2 may lie."""
    p1, p2 = _sum_pair(one, two, c)
    plain = p1.resultant(p2, "w").project_to_context(CONTEXT)
    found = factors(plain)[1]
    return [factor for factor, _ in found if 1 < len(by_powers(factor)) <= MAX_DEGREE + 1]


@lru_cache(maxsize=64)
def _quotients(
    one: Powers, two: Powers, c: int, branch: Coefficients
) -> tuple[fmpz_mpoly, fmpz_mpoly, fmpz_mpoly] | None:
    """Return numerators of z1 and z2 for z1 + c z2 on a branch, and their denominator; None if there are none."""
    p1, p2 = (_in_w(p) for p in _sum_pair(one, two, c))
    factor = CONTEXT.from_dict(dict(branch))
    s0, s1 = _on_curve((_subresultant(p1, p2, 0), _subresultant(p1, p2, 1)), factor)
    if not s1:
        return None
    z = curve([fmpz_poly([0]), fmpz_poly([1])])
    return -s0 * c, z * s1 + s0, s1 * c


def _on_curve(pair: tuple[fmpz_mpoly, fmpz_mpoly], branch: fmpz_mpoly) -> list[fmpz_mpoly]:
    """Reduce a quotient of two polynomials on a curve to low degree in z, modulo P."""
    *lower, leading = by_powers(branch)
    found = [by_powers(p) for p in pair]
    while max(map(len, found)) > len(lower):
        # pseudo-division by P: multiply by its leading coefficient and subtract the multiple of P that removes the
        # highest power; numerator and denominator get the same factor, so their quotient does not change
        for k, parts in enumerate(found):
            parts = [*parts]
            top = parts.pop() if len(parts) > len(lower) else fmpz_poly([0])
            parts = [a * leading for a in parts]
            for j, a in enumerate(lower, len(parts) - len(lower)):
                if top:
                    parts[j] -= a * top
            found[k] = parts
        # divide both by their common content, and drop leading zeros
        shared = fmpz_poly([0])
        for parts in found:
            for a in parts:
                shared = shared.gcd(a)
        if shared:
            found = [[a // shared for a in parts] for parts in found]
        while any(parts and not parts[-1] for parts in found):
            found = [parts[:-1] if parts and not parts[-1] else parts for parts in found]
    return [curve(parts) for parts in found]


def _in_w(p: fmpz_mpoly) -> list[fmpz_mpoly]:
    """Return the coefficients of 1, w, w², … as polynomials in t and z."""
    found: dict[int, dict[tuple[int, ...], int]] = {}
    for (i, j, k), a in p.to_dict().items():
        found.setdefault(int(k), {})[int(i), int(j)] = int(a)
    return [CONTEXT.from_dict(found.get(k, {})) for k in range(max(found) + 1)]


def _subresultant(a: list[fmpz_mpoly], b: list[fmpz_mpoly], power: int) -> fmpz_mpoly:
    """Return the coefficient of a power in the first subresultant of two polynomials, given by their coefficients."""
    m, n = len(a) - 1, len(b) - 1
    columns = [*range(m + n - 2, 1, -1), power]
    rows = [
        [p[k - shift] if 0 <= k - shift < len(p) else 0 * a[0] for k in columns]
        for p, count in ((a, n - 1), (b, m - 1))
        for shift in range(count - 1, -1, -1)
    ]
    return minor(rows)


def minor(rows: Sequence[Sequence[fmpz_mpoly]]) -> fmpz_mpoly:
    """Return the determinant of a matrix of polynomials in two letters, row by row over sets of columns."""
    known: dict[frozenset[int], fmpz_mpoly] = {frozenset(): curve([fmpz_poly([1])])}
    for row in rows:
        after: dict[frozenset[int], fmpz_mpoly] = {}
        for used, found in known.items():
            for j in range(len(row)):
                if j not in used:
                    sign = -1 if sum(u > j for u in used) % 2 else 1
                    term = row[j] * found * sign
                    place = used | {j}
                    after[place] = after[place] + term if place in after else term
        known = after
    return known[frozenset(range(len(rows)))]
