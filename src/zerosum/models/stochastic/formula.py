"""The value of a stochastic game as an algebraic function of its discount, or of another parameter.

For pure stationary strategies i and j (a move in each state) let

    d0(i, j) = det(Id - beta P(i, j)),    dk(i, j) = the determinant with column k replaced by the payoffs r(i, j).

The payoff from state k is dk / d0 by Cramer's rule, and the value is the unique z for which the matrix game dk - z d0
has value 0 (Attia and Oliu-Barton 2019; `solve/limit.py` uses the same theorem). Its entries are polynomials in the
parameter t and in z. At a value of t some square kernel of it is optimal, so that its determinant P(t, z) vanishes: z
is a branch of an algebraic curve. The kernel stays optimal as long as certain minors Q(t, z) keep their signs along
the branch. The signs can change only where the resultant of P and Q vanishes, a polynomial in t alone; and the branch
continues until the discriminant or the leading coefficient of P vanishes. So the formula is proved between two
neighbouring roots of these polynomials.

For the average payoff, payoffs are multiplied by 1 - beta, and beta goes to 1. The formula on the last interval before
1 is proved for all discounts in it, so its limit is the value, and P at that point is divisible by the value's minimal
polynomial.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Annotated

from flint import fmpq_mat, fmpq_poly, fmpz_mpoly, fmpz_poly

from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES
from zerosum.formulas.answer import Formula, MixRule, Named, Rule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.number import AlgebraicValue
from zerosum.formulas.reading import Shaped, read_numbers
from zerosum.matrix.exact import optimal_kernel
from zerosum.matrix.parametric import function_kernel
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.solve.discounted import solve_discounted
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.table import StateTable, tabulate
from zerosum.numerics.algebraic import (
    CONTEXT,
    AlgebraicFunction,
    Coefficients,
    at,
    barriers_of,
    by_powers,
    common_branch,
    curve,
    frozen,
    minor,
    nearest,
    positive,
    quotient_on,
    sign_on,
)
from zerosum.numerics.exact import as_fractions, as_rational, factors
from zerosum.numerics.functions import ONE, ZERO, RationalFunction
from zerosum.numerics.roots import Point, between, compare, roots
from zerosum.numerics.trace import Local, reach, trace

MAX_PURE = 40
"""Maximum number of pure stationary strategies of either player."""

SHORT = 10**6
"""Maximum denominator in the search for values that are fractions."""

StateFunction = AlgebraicFunction | RationalFunction
StateCells = list[tuple[RationalFunction, dict[int, RationalFunction]]]
"""For each cell: its payoff, and the probabilities of the next states, as functions of the parameter."""


def formula(
    line: GameLine[StochasticGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 200,
) -> Formula:
    """Return the value from the first state as a rational or algebraic function of the parameter, piece by piece."""
    began = time.perf_counter()
    table = tabulate(line.make(line.points(4)[1]))
    reading = read_numbers(line, _numbers)
    given = iter(reading.functions)
    discount = next(given)
    cells = [(next(given), {table.index(name): next(given) for name in to}) for _, to in table.cells]
    one = RationalFunction.of(1)
    kernels = [
        CurveGame(dataclasses.replace(table, start=s), cells, discount, one) for s in range(table.size)
    ]

    def local(t: Fraction) -> Local[StateFormulas] | None:
        found = solve_discounted(ShapleyOperator(tabulate(line.make(t))))
        about = [Fraction(float(low + high) / 2) for low, high in zip(found.lower, found.upper, strict=True)]
        values, conditions = list[StateFunction](), list[RationalFunction]()
        for kernel, near in zip(kernels, about, strict=True):
            branch = kernel.local(t, near)
            if branch is None:
                return None
            values.append(branch.answer)
            conditions += branch.conditions
        mixes = {}
        for s in range(table.size):
            if table.m[s] > 1 or table.n[s] > 1:
                here = _state_mixes(table, s, cells, discount, values, about, t)
                if here is not None:
                    mixes[s] = here.answer
                    conditions += here.conditions
        return Local(StateFormulas(values[table.start], mixes), conditions)

    found = trace(local, line.low, line.high, most=pieces, progress=progress)

    def answer(states: StateFormulas) -> tuple[StateFunction, tuple[Rule, ...]]:
        rules: list[Rule] = []
        for s, mixes in states.mixes.items():
            for side, mix, moves in zip(SIDES, mixes, (table.rows[s], table.cols[s]), strict=True):
                if len(moves) > 1:
                    named = {str(m): Named(p, line.letter) for m, p in zip(moves, mix, strict=True) if p}
                    rules.append(MixRule(side, f"in {table.states[s]}", named))
        return states.value, tuple(rules)

    choices = [s for s in range(table.size) if table.m[s] > 1 or table.n[s] > 1]
    missing = [table.states[s] for s in choices if any(s not in one.answer.mixes for one in found)]
    note = (
        f"Strategies are omitted if the values of several next states are roots of different equations (in "
        f"{', '.join(map(str, missing))}); use solve for a single value of {line.letter}."
        if missing
        else ""
    )
    return assemble(line, found, answer, began, proved=reading.proved, note=note)


@dataclass(frozen=True)
class StateFormulas:
    """The value from the first state, and both strategies in each state."""

    value: StateFunction
    mixes: dict[int, tuple[list[StateFunction], list[StateFunction]]]
    """The strategies in each state; a state is left out if the values of its next states are not found as functions
    of one root.
    """


def _state_mixes(
    table: StateTable,
    s: int,
    cells: StateCells,
    discount: RationalFunction,
    values: list[StateFunction],
    about: list[Fraction],
    t: Fraction,
) -> Local[tuple[list[StateFunction], list[StateFunction]]] | None:
    """Return both strategies in a state near t: the kernel of the game r + discount times the values of the next
    states.

    If one of these values is a root z of P(t, z), its entries are a + b z, the strategies are quotients of minors, and
    each of these is a root of a resultant. Two values that are roots of different equations are first written as
    functions of one root.
    """
    # the curves on which the values of the next states lie; two can be reduced to one, more cannot
    mine = cells[int(table.first[s]) : int(table.first[s + 1])]
    next_states = {u for _, to in mine for u in to if to[u]}
    curves = dict[AlgebraicFunction, int]()
    for u in sorted(next_states):
        value = values[u]
        if isinstance(value, AlgebraicFunction):
            curves.setdefault(value, u)
    if len(curves) > 2:
        return None
    # each entry of the matrix as a constant and a factor for each curve's root
    wide, zero = int(table.n[s]), RationalFunction.of(0)
    constants, slopes = list[RationalFunction](), list[list[RationalFunction]]()
    for payoff, to in mine:
        fixed, by_curve = payoff, dict.fromkeys(curves, zero)
        for u, p in to.items():
            value = values[u]
            if isinstance(value, RationalFunction):
                fixed = fixed + discount * p * value
            elif p:
                by_curve[value] = by_curve[value] + discount * p
        constants.append(fixed)
        slopes.append(list(by_curve.values()))
    if not curves:
        found = function_kernel([constants[k : k + wide] for k in range(0, len(constants), wide)], t)
        return (
            None if found is None else Local((list(found.answer[1]), list(found.answer[2])), found.conditions)
        )
    # clear denominators, so that entries are polynomials in the parameter and in one root
    common = _common([*constants, *(f for line in slopes for f in line)])
    common *= RationalFunction(common).sign_at(t)
    scaled = [
        [f.top * (common // f.bottom) for f in (fixed, *line)]
        for fixed, line in zip(constants, slopes, strict=True)
    ]
    unit = math.lcm(*(int(p.denom()) for line in scaled for p in line))
    whole = [[(p * unit).numer() for p in line] for line in scaled]
    below = list[fmpz_mpoly]()
    if len(curves) == 1:
        ((z, u),) = curves.items()
        branch, root, near = z.curve, z(t), about[u]
        flat = [curve(line) for line in whole]
    else:
        one, two = curves
        both = common_branch(one, two, t)
        if both is None:
            return None
        branch, root, (first, second, bottom) = both
        near = root if isinstance(root, Fraction) else root.within(Fraction(1, 2**80)).low
        flat = [curve([a]) * bottom + curve([b]) * first + curve([c]) * second for a, b, c in whole]
        below.append(bottom)
    # the kernel that is optimal at t stays optimal while its minors keep their signs along the curve
    entries = [flat[k : k + wide] for k in range(0, len(flat), wide)]
    numbers = [[RationalFunction(at(entry, t))(near) for entry in row] for row in entries]
    rows, cols = optimal_kernel(numbers)
    kernel = [[entries[i][j] for j in cols] for i in rows]
    determinant, over_rows, over_cols, total = _kernel_minors(kernel)
    sign = sign_on(total, t, root)
    needs = [total, *over_rows, *over_cols]
    for i in set(range(len(entries))) - set(rows):
        earned = _sum(entries[i][j] * weight for j, weight in zip(cols, over_cols, strict=True))
        needs.append(determinant - earned)
    for j in set(range(wide)) - set(cols):
        earned = _sum(entries[i][j] * weight for i, weight in zip(rows, over_rows, strict=True))
        needs.append(earned - determinant)
    barriers = barriers_of(branch, [*below, *(c * sign for c in needs)], t, root) if sign else None
    if barriers is None:
        return None
    # probabilities are quotients of minors
    mixes: tuple[list[StateFunction], list[StateFunction]] = (
        [RationalFunction.of(0)] * len(entries),
        [RationalFunction.of(0)] * wide,
    )
    for mix, places, tops in ((mixes[0], rows, over_rows), (mixes[1], cols, over_cols)):
        for place, top in zip(places, tops, strict=True):
            quotient = quotient_on(branch, top, total, t, root)
            if quotient is None:
                return None
            mix[place], more = quotient
            barriers += more
    return Local(mixes, [positive(barrier, t) for barrier in barriers])


def _numbers(game: StochasticGame) -> Shaped:
    """Return the states and moves, which must not change with the parameter, and all numbers."""
    table = tabulate(game)
    if table.discount is None:
        raise InputError(
            "a formula needs a discount; give one, or make it the parameter with a range such as 0..1"
        )
    cells = table.exact_cells()
    shape = table.states, table.rows, table.cols, tuple(tuple(to) for _, to in cells)
    numbers = [as_fraction(table.discount), *(x for payoff, to in cells for x in (payoff, *to.values()))]
    return Shaped(shape, numbers)


def _common(functions: Iterable[RationalFunction]) -> fmpq_poly:
    """Return a common denominator."""
    found = ONE
    for f in functions:
        found *= f.bottom // found.gcd(f.bottom)
    return found


class CurveGame:
    """The matrix game dk - z d0, as polynomials in the parameter and in z."""

    def __init__(
        self, table: StateTable, cells: StateCells, discount: RationalFunction, weight: RationalFunction
    ) -> None:
        """Set up; `weight` multiplies all payoffs: 1 for the total, 1 - discount for the average."""
        row_plans = list(itertools.product(*(range(len(moves)) for moves in table.rows)))
        col_plans = list(itertools.product(*(range(len(moves)) for moves in table.cols)))
        if max(len(row_plans), len(col_plans)) > MAX_PURE:
            raise InputError(
                f"formulas of stochastic games are limited to {MAX_PURE} pure stationary strategies per player, but "
                f"this game has {len(row_plans):,} and {len(col_plans):,}"
            )
        size, state = table.size, table.start
        lines: list[list[tuple[list[fmpq_poly], fmpq_poly]]] = []
        common = _common([discount, weight, *(f for payoff, to in cells for f in (payoff, *to.values()))])
        power = RationalFunction(common * common)
        for s in range(size):
            mine = []
            for payoff, to in cells[int(table.first[s]) : int(table.first[s + 1])]:
                entries = [
                    (RationalFunction.of(int(s == u)) - discount * to.get(u, RationalFunction.of(0))) * power
                    for u in range(size)
                ]
                mine.append(([_polynomial(e) for e in entries], _polynomial(weight * payoff * power)))
            lines.append(mine)
        dk, d0 = [], []
        for i in row_plans:
            tops, bottoms = [], []
            for j in col_plans:
                chosen = [lines[s][i[s] * len(table.cols[s]) + j[s]] for s in range(size)]
                plain = [entries for entries, _ in chosen]
                replaced = [
                    [payoff if u == state else entry for u, entry in enumerate(entries)]
                    for entries, payoff in chosen
                ]
                tops.append(_determinant(replaced))
                bottoms.append(_determinant(plain))
            dk.append(tops)
            d0.append(bottoms)
        self.dk: list[list[fmpq_poly]] = dk
        self.d0: list[list[fmpq_poly]] = d0
        unit = math.lcm(*(int(p.denom()) for part in (dk, d0) for row in part for p in row))
        self.entries: list[list[fmpz_mpoly]] = [
            [curve([(a * unit).numer(), -(b * unit).numer()]) for a, b in zip(*pair, strict=True)]
            for pair in zip(dk, d0, strict=True)
        ]

    def matrix(self, t: Fraction, z: Fraction) -> list[list[Fraction]]:
        """Return the matrix game at one value of the parameter and one z."""
        here = as_rational(t)
        return [
            as_fractions([a(here) - as_rational(z) * b(here) for a, b in zip(*pair, strict=True)])
            for pair in zip(self.dk, self.d0, strict=True)
        ]

    def local(self, t: Fraction, about: Fraction) -> Local[StateFunction] | None:
        """Return the branch that contains the value near t, given an approximation of the value.

        A kernel may be optimal only at the exact value, so a short fraction is tried as well.
        """
        return self._local(t, about) or self._local(t, about.limit_denominator(SHORT))

    def _local(self, t: Fraction, about: Fraction) -> Local[StateFunction] | None:
        """Return the branch for a kernel that is optimal at this number."""
        rows, cols = optimal_kernel(self.matrix(t, about))
        kernel = [[self.entries[i][j] for j in cols] for i in rows]
        whole, p, q, total = _kernel_minors(kernel)
        choices = []
        for factor, _ in factors(whole)[1]:
            if len(by_powers(factor)) > 1:
                found = roots(tuple(as_fractions(at(factor, t).coeffs())))
                if found:
                    index = nearest(found, about)
                    choices.append((abs(float(found[index]) - float(about)), index, factor, found[index]))
        if not choices:
            return None
        _, index, branch, value = min(choices, key=lambda choice: choice[0])
        sign = sign_on(total, t, value)
        if not sign:
            return None
        conditions = [*p, *q]
        for i in set(range(len(self.entries))) - set(rows):
            earned = [self.entries[i][j] * weight for j, weight in zip(cols, q, strict=True)]
            conditions.append(-sum(earned[1:], earned[0]))
        for j in set(range(len(self.entries[0]))) - set(cols):
            earned = [self.entries[i][j] * weight for i, weight in zip(rows, p, strict=True)]
            conditions.append(sum(earned[1:], earned[0]))
        barriers = barriers_of(branch, [c * sign for c in (total, *conditions)], t, value)
        if barriers is None:
            return None
        return Local(AlgebraicFunction.of(branch, index, t), [positive(b, t) for b in barriers])


def _kernel_minors(
    kernel: list[list[fmpz_mpoly]],
) -> tuple[fmpz_mpoly, list[fmpz_mpoly], list[fmpz_mpoly], fmpz_mpoly]:
    """Return a kernel's determinant, those of the matrices bordered by ones on either side, and their sum."""
    return _minors_of(tuple(tuple(map(frozen, row)) for row in kernel))


@lru_cache(maxsize=256)
def _minors_of(
    frozen_kernel: tuple[tuple[Coefficients, ...], ...],
) -> tuple[fmpz_mpoly, list[fmpz_mpoly], list[fmpz_mpoly], fmpz_mpoly]:
    kernel = [[CONTEXT.from_dict(dict(entry)) for entry in row] for row in frozen_kernel]
    one = curve([fmpz_poly([1])])
    size = len(kernel)
    p = [minor([[one] * size if k == i else row for k, row in enumerate(kernel)]) for i in range(size)]
    q = [
        minor([[one if k == j else entry for k, entry in enumerate(row)] for row in kernel])
        for j in range(size)
    ]
    return minor(kernel), p, q, _sum(p)


def _sum(terms: Iterable[fmpz_mpoly]) -> fmpz_mpoly:
    first, *rest = terms
    return sum(rest, first)


def _polynomial(f: RationalFunction) -> fmpq_poly:
    """Return a function whose denominator is 1."""
    assert f.bottom.degree() == 0
    return f.top


def _determinant(rows: list[list[fmpq_poly]]) -> fmpq_poly:
    """Return the determinant of a small matrix of polynomials, by interpolation."""
    degree = sum(max(int(entry.degree()) for entry in row) if any(row) else 0 for row in rows)
    size, xs, ys = len(rows), [], []
    for x in range(max(degree, 0) + 1):
        xs.append(x)
        ys.append(fmpq_mat(size, size, [entry(x) for row in rows for entry in row]).det())
    modulus, through = ONE, ZERO
    for x, y in zip(xs, ys, strict=True):
        through += modulus * ((y - through(x)) / modulus(x))
        modulus *= fmpq_poly([-x, 1])
    return through


def exact_value(game: StochasticGame) -> AlgebraicValue:
    """Return the value from the first state as an algebraic number, with its minimal polynomial and an explanation."""
    table = tabulate(game)
    cells: StateCells = [
        (RationalFunction.of(payoff), {table.index(name): RationalFunction.of(p) for name, p in to.items()})
        for payoff, to in table.exact_cells()
    ]
    t, one = RationalFunction.variable(), RationalFunction.of(1)
    if table.discount is not None:
        beta = as_fraction(table.discount)
        kernel = CurveGame(table, cells, RationalFunction.of(beta), one)
        found = solve_discounted(ShapleyOperator(table))
        middle = Fraction(float(found.lower[table.start] + found.upper[table.start]) / 2)
        local = kernel.local(Fraction(1), middle)
        if local is None:
            raise ZerosumError("could not prove that any kernel of the game is optimal; use solve for bounds")
        value = local.answer(Fraction(1))
        proof = f"proved by a kernel of the game of stationary strategies at the discount {beta}"
        return AlgebraicValue(game.title, value, proof)
    kernel = CurveGame(table, cells, one - t, t)
    small = Fraction(1, 8)
    while small > Fraction(1, 2**40):
        nearly = dataclasses.replace(table, discount=1 - small)
        found = solve_discounted(ShapleyOperator(nearly))
        about = small * Fraction(float(found.lower[table.start] + found.upper[table.start]) / 2)
        local = kernel.local(small, about)
        if local is not None and all(c.sign_at(small) > 0 for c in local.conditions):
            low, _ = reach(local.conditions, small, Fraction(0), small * 2)
            if low == 0:
                return AlgebraicValue(
                    game.title,
                    _limit_at_zero(local.answer, small),
                    f"proved for every discount from {1 - small} to 1: (1 - discount) times the discounted value is "
                    f"{local.answer.text('t')} with t = 1 - discount, and t goes to 0",
                )
        small /= 4
    raise ZerosumError("found no formula that holds for all discounts near 1; use solve for bounds")


def _limit_at_zero(branch: StateFunction, inside: Fraction) -> Point:
    """Return the limit of a bounded branch, as the parameter falls from `inside` to 0.

    It is a root of P(0, z). At a point s between two of these roots P(0, s) is not 0. So the branch is not at s for
    any positive t below the smallest positive root of P(t, s), and for these t it lies between the same points as its
    limit.
    """
    if isinstance(branch, RationalFunction):
        return branch(Fraction(0))
    at_zero = fmpq_poly([part[0] if part else 0 for part in branch.coefficients])
    limits = roots(tuple(as_fractions(at_zero.coeffs())))
    places = [between(one, two) for one, two in pairwise(limits)]
    t = inside
    for place in places:
        crossing = ZERO
        for part in reversed(branch.coefficients):
            crossing = crossing * as_rational(place) + fmpq_poly(list(part))
        for root in roots(tuple(as_fractions(crossing.coeffs()))):
            if compare(root, Fraction(0)) > 0 and compare(root, t) <= 0:
                t = between(Fraction(0), root)
    value = branch(t)
    return limits[sum(compare(place, value) < 0 for place in places)]
