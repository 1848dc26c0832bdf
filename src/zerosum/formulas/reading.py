"""The numbers of a game as functions of its parameter.

The rules are run with a number that remembers its function (`zerosum.formulas.tracked`), as often as it takes to cover
the range: that proves what every payoff and every chance is, for every value of the parameter. If the functions are not
the same everywhere, as where a bet meets a stack, the range is refused, and the message names the point.

Rules that cannot be followed are run at several values instead, and their numbers are interpolated by rational
functions of low degree; some thirty more values must agree. That is not a proof, and the formula says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import fmpq_poly

from zerosum.core.errors import InputError, ZerosumError
from zerosum.formulas.line import FARTHEST, WIDTH, G, GameLine
from zerosum.formulas.tracked import ParameterPath, function_of
from zerosum.numerics.exact import as_fractions, as_rational
from zerosum.numerics.functions import ONE, ZERO, RationalFunction, function_from_values
from zerosum.numerics.roots import Point, compare
from zerosum.numerics.trace import Local, Stretch, trace

POINTS = (4, 6, 9, 14, 20)
"""Numbers of values from which functions are interpolated, in turn; two of them are checks."""

MOST_PARTS = 40
"""Maximum number of intervals on which rules are run."""

Shape = tuple[Hashable, list[RationalFunction]]
"""What must not change with the parameter, and the functions."""

Shaped = tuple[Hashable, Sequence[Fraction]]
"""What must not change with the parameter, and the numbers that may."""


@dataclass(frozen=True)
class Reading:
    """The numbers of a game, as functions of the parameter."""

    functions: list[RationalFunction]
    proved: bool
    """Whether the rules were followed; otherwise the functions were interpolated."""

    @cached_property
    def common(self) -> fmpq_poly:
        """A common denominator."""
        found = ONE
        for f in self.functions:
            found *= f.bottom // found.gcd(f.bottom)
        return found

    @cached_property
    def degree(self) -> int:
        """The degree of the numbers times their common denominator, and of that itself."""
        whole = int(self.common.degree())
        return max([whole, *(int(f.top.degree()) + whole - int(f.bottom.degree()) for f in self.functions)])

    def polynomial(self, points: Sequence[Fraction], values: Sequence[Fraction]) -> fmpq_poly | None:
        """A linear combination of the numbers times their common denominator, from enough values of it.

        More points than the degree determine it; None if those that are left over disagree.
        """
        modulus, through = ONE, ZERO
        for t, value in zip(points, values, strict=True):
            x = as_rational(t)
            rest = as_rational(value) * self.common(x) - through(x)
            if rest and modulus.degree() > self.degree:
                return None
            through += modulus * (rest / modulus(x))
            modulus *= fmpq_poly([-x, 1])
        return through


def read_numbers(line: GameLine[G], numbers: Callable[[G], Shaped]) -> Reading:
    """All numbers of a game as functions of the parameter; `numbers` lays a game out."""
    found = _followed(line, numbers)
    if found is None:
        found = _interpolated(line, numbers)
    line.refuse_poles(found.common)
    return found


def _followed(line: GameLine[G], numbers: Callable[[G], Shaped]) -> Reading | None:
    """The functions from the rules themselves; None if they cannot be followed."""

    class Lost(Exception):  # noqa: N818 - it never leaves this function
        pass

    def local(t: Fraction) -> Local[Shape | ZerosumError]:
        path: ParameterPath[RationalFunction] = ParameterPath(RationalFunction.of)
        make: Callable[[Any], G] = line.make
        answer: Shape | ZerosumError
        try:
            shape, found = numbers(make(path.variable(t, RationalFunction.variable())))
            answer = shape, [function_of(number, path) for number in found]
        except ZerosumError as problem:
            answer = problem
        path.separate()
        if path.lost:
            raise Lost
        return Local(answer, path.conditions)

    try:
        parts = trace(local, line.low, line.high, most=MOST_PARTS)
    except (Lost, TypeError, AttributeError):
        return None
    inner = [part for part in parts if not _is_beyond(part)]
    for part in inner:
        if isinstance(part.answer, ZerosumError):
            raise part.answer
    for one, two in pairwise(inner):
        if one.answer != two.answer:
            assert one.high is not None
            raise _change(line, one.high, one.answer[0] == two.answer[0])  # type: ignore[index]
    shape, functions = inner[0].answer  # type: ignore[misc]
    for t in line.points(3):  # rules that print the parameter and read it back would show here
        here, found = numbers(line.make(t))
        if here != shape or [f(t) for f in functions] != list(found):
            return None
    return Reading(functions, proved=True)


def _is_beyond(part: Stretch[Any]) -> bool:
    """Whether a game is not defined because a number is too large or too small for it, at the end of the range."""
    if not isinstance(part.answer, ZerosumError):
        return False
    low, high = part.low, part.high
    far = (low is not None and compare(low, Fraction(FARTHEST)) >= 0) or (
        high is not None and compare(high, Fraction(-FARTHEST)) <= 0
    )
    return far or (low is not None and high is not None and float(high) - float(low) < WIDTH)


class ChangeError(InputError):
    """The payoffs or the tree change at a point inside the range."""

    def __init__(self, sentence: str, point: Point) -> None:
        super().__init__(sentence)
        self.point = point


def _change(line: GameLine[G], point: Point, same_shape: bool) -> ChangeError:
    what = "the payoffs follow another formula" if same_shape else "the game has another tree"
    return ChangeError(
        f"{what} on the other side of {line.letter} = {point}; give a range that ends there: "
        f"{line.parameter}=..{point} or {line.parameter}={point}..",
        point,
    )


def _interpolated(line: GameLine[G], numbers: Callable[[G], Shaped]) -> Reading:
    """The functions through values at several points, confirmed at others."""

    def at(t: Fraction) -> Shaped:
        here, values = numbers(line.make(t))
        if here != shape:
            raise InputError(
                f"the game has another tree at {line.letter} = {t} than at {line.points(4)[0]}; "
                "give a range on which it does not change"
            )
        return here, values

    shape = numbers(line.make(line.points(4)[0]))[0]
    for count in POINTS:
        points = line.points(count)
        table = [at(t)[1] for t in points]
        found = [function_from_values(points, values) for values in zip(*table, strict=True)]
        complete = [f for f in found if f is not None]
        if len(complete) == len(found):
            line.confirm(
                lambda t, functions=complete: [f(t) for f in functions] == list(at(t)[1])  # type: ignore[misc]
            )
            return Reading(complete, proved=False)
    raise InputError(
        "the payoffs are not rational functions of low degree in the parameter over the whole range; "
        "give a smaller range, or another parameter"
    )


def value_of(f: fmpq_poly, t: Fraction) -> Fraction:
    """The value of a polynomial at a fraction."""
    return as_fractions([f(as_rational(t))])[0]
