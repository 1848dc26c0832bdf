"""Follow an optimal basis along the line: formulas on intervals that cover a range of the parameter.

At one value t0 of the parameter a solver finds an optimal basis. The basis determines the value and both strategies
as functions of t, wherever they exist. They stay optimal as long as finitely many functions stay nonnegative:
reaches, slacks and reduced costs of a linear program, or the differences between thresholds and between the EVs of
actions. So the formula is *proved* on the whole interval around t0 that is bounded by the nearest sign changes
(roots of polynomials, isolated exactly). The rest of the range on either side is covered in the same way.

If a function is zero at t0 but not everywhere, its sign near t0 is unknown; then another t0 is used. There are
finitely many roots, so this terminates.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Generic, TypeVar

from flint import fmpz_poly

from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.limits import check_deadline, within
from zerosum.core.progress import Progress, silent
from zerosum.numerics.functions import RationalFunction, may_vanish
from zerosum.numerics.roots import Algebraic, Point, between, compare, roots

T = TypeVar("T")

MAX_SECONDS = 120.0
"""Seconds of processor time for a formula whose work cannot be estimated, unless the user sets a limit."""
MAX_SAMPLES = 40
"""Number of values of the parameter that are tried inside one interval before the search fails."""


@dataclass(frozen=True)
class Local(Generic[T]):
    """The formulas of one basis, and the functions that must stay nonnegative for them to hold."""

    answer: T
    conditions: list[RationalFunction]


@dataclass(frozen=True)
class Stretch(Generic[T]):
    """An interval and the formulas that hold there; None is infinity."""

    low: Point | None
    high: Point | None
    sample: Fraction
    """A value of the parameter inside the interval."""
    answer: T


def trace(
    local: Callable[[Fraction], Local[T] | None],
    low: Point | None,
    high: Point | None,
    *,
    most: int,
    progress: Progress = silent,
    longest: float = MAX_SECONDS,
) -> list[Stretch[T]]:
    """Cover the interval from low to high; `local` returns the formulas around a value of the parameter, or
    None.

    The work is stopped after `longest` seconds of processor time, unless the user sets another limit.
    """
    if most < 1:
        raise InputError(f"pieces must be at least 1, not {most}")
    with within("this formula", longest):
        return _trace(local, low, high, most, progress)


def _trace(
    local: Callable[[Fraction], Local[T] | None],
    low: Point | None,
    high: Point | None,
    most: int,
    progress: Progress,
) -> list[Stretch[T]]:
    covered: list[Stretch[T]] = []
    todo = [(low, high)]
    while todo:
        left, right = todo.pop()
        if len(covered) == most:
            raise InputError(
                f"there are more than {most} pieces; use a smaller range, or allow more with pieces"
            )
        stretch = _around_some_point(local, left, right)
        covered.append(stretch)
        progress(len(covered), 0, "pieces")
        if stretch.low is not None and (left is None or compare(left, stretch.low) < 0):
            todo.append((left, stretch.low))
        if stretch.high is not None and (right is None or compare(stretch.high, right) < 0):
            todo.append((stretch.high, right))
    return sorted(covered, key=cmp_to_key(_order))


def _order(one: Stretch[T], two: Stretch[T]) -> int:
    """Compare intervals by their lower ends; None is minus infinity."""
    a, b = one.low, two.low
    if a is None or b is None:
        return (a is not None) - (b is not None)
    return compare(a, b)


def _around_some_point(
    local: Callable[[Fraction], Local[T] | None], left: Point | None, right: Point | None
) -> Stretch[T]:
    for sample in itertools.islice(samples(left, right), MAX_SAMPLES):
        check_deadline()
        found = local(sample)
        if found is None:
            continue
        conditions = [condition for condition in found.conditions if condition]
        if all(condition.sign_at(sample) > 0 for condition in conditions):
            low, high = reach(conditions, sample, left, right)
            return Stretch(low, high, sample, found.answer)
    raise ZerosumError(
        f"no formula was found between {show_end(left)} and {show_end(right)}: the solver finds no exact solution there"
    )


def show_end(point: Point | None) -> str:
    """Write an end of an interval, for a sentence."""
    return "infinity" if point is None else str(point)


def samples(left: Point | None, right: Point | None) -> Iterator[Fraction]:
    """Yield infinitely many fractions strictly between two points, short ones first."""
    if left is None and right is None:
        yield from (Fraction(i * sign) for i in itertools.count(1) for sign in (1, -1))
    elif right is None:
        assert left is not None
        near = left if isinstance(left, Fraction) else left.high
        start = between(left, near + 1)
        yield from itertools.chain.from_iterable(
            (start + i, start + i + Fraction(1, 7)) for i in itertools.count()
        )
    elif left is None:
        near = right if isinstance(right, Fraction) else right.low
        start = between(near - 1, right)
        yield from itertools.chain.from_iterable(
            (start - i, start - i - Fraction(1, 7)) for i in itertools.count()
        )
    else:
        # bisect ever shorter intervals, breadth first
        queue: list[tuple[Point, Point]] = [(left, right)]
        for a, b in queue:
            middle = between(a, b)
            yield middle
            queue += [(a, middle), (middle, b)]


def reach(
    conditions: Iterable[RationalFunction], sample: Fraction, left: Point | None, right: Point | None
) -> tuple[Point | None, Point | None]:
    """Return the largest interval around the sample on which no condition changes its sign or has a pole."""
    unique: dict[str, fmpz_poly] = {}
    for condition in conditions:
        for p in (condition.top, condition.bottom):
            if p.degree() > 0:
                whole = p.numer()
                unique.setdefault(str(whole), whole)
    for whole in sorted(unique.values(), key=lambda p: int(p.degree())):
        check_deadline()
        a = left if not isinstance(left, Algebraic) else left.low
        b = right if not isinstance(right, Algebraic) else right.high
        if not may_vanish(whole, a, b):
            continue
        for root in roots(tuple(Fraction(int(c)) for c in whole.coeffs()), crossings=True):
            if compare(root, sample) < 0:
                left = root if left is None or compare(left, root) < 0 else left
            else:
                right = root if right is None or compare(root, right) < 0 else right
    return left, right
