"""The numbers of a game as functions of its parameter.

The rules are run with a number that carries its function (`zerosum.formulas.tracked`), repeatedly until the range
is covered: this proves every payoff and every probability for every value of the parameter. If the functions are
not the same everywhere, for example because a bet reaches the stack, the range is rejected, and the message names
the point.

Rules that cannot be followed are run at several values instead, and their numbers are interpolated by rational
functions of low degree; about thirty more values must agree. This is not a proof, and the formula says so.
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
from zerosum.formulas.line import G, GameLine
from zerosum.formulas.text import show_point
from zerosum.formulas.tracked import ParameterPath, function_of
from zerosum.numerics.exact import as_fractions, as_rational
from zerosum.numerics.functions import ONE, ZERO, RationalFunction, function_from_values
from zerosum.numerics.roots import Point, is_inside, roots
from zerosum.numerics.trace import Local, trace

POINTS = (4, 6, 9, 14, 20)
"""Numbers of values from which functions are interpolated, in turn; two of them are checks."""

MAX_PARTS = 40
"""Maximum number of intervals on which rules are run."""

Shape = tuple[Hashable, list[RationalFunction], Sequence[int]]
"""The structure, which must not change with the parameter; the functions; and the index of the function at each
entry of the game.
"""


class Shaped:
    """A game's structure, which must not change with the parameter, and its numbers, which may."""

    def __init__(
        self, shape: Hashable, values: Sequence[Fraction], places: Sequence[int] | None = None
    ) -> None:
        self.shape = shape
        self.values = values
        self.places = range(len(values)) if places is None else places
        """For each entry in the game, the index of its value; equal values may be listed once."""


@dataclass(frozen=True)
class Reading:
    """The numbers of a game, as functions of the parameter."""

    functions: list[RationalFunction]
    proved: bool
    """Whether the rules were followed; otherwise the functions were interpolated."""

    @cached_property
    def common(self) -> fmpq_poly:
        """A common denominator of the functions."""
        found = ONE
        for f in self.functions:
            found *= f.bottom // found.gcd(f.bottom)
        return found

    @cached_property
    def degree(self) -> int:
        """The degree of the numbers' common denominator, and of their products with it."""
        whole = int(self.common.degree())
        return max([whole, *(int(f.top.degree()) + whole - int(f.bottom.degree()) for f in self.functions)])

    def polynomial(self, points: Sequence[Fraction], values: Sequence[Fraction]) -> fmpq_poly | None:
        """Return a linear combination of the numbers times their common denominator, from sufficiently many values
        of the combination.

        As many points as needed for the degree determine it; None if the remaining points disagree.
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
    """Return all numbers of a game as functions of the parameter; `numbers` writes a game's numbers down."""
    found = _followed(line, numbers)
    if found is None:
        found = _interpolated(line, numbers)
    line.reject_poles(found.common)
    return found


def _followed(line: GameLine[G], numbers: Callable[[G], Shaped]) -> Reading | None:
    """Return the functions, computed by the rules themselves; None if the rules cannot be followed."""

    class Lost(Exception):  # noqa: N818 - it never leaves this function
        pass

    touched: list[RationalFunction] = []  # conditions that may be 0 without a change of sign

    def local(t: Fraction) -> Local[Shape | ZerosumError]:
        path: ParameterPath[RationalFunction] = ParameterPath(RationalFunction.of)
        make: Callable[[Any], G] = line.make
        answer: Shape | ZerosumError
        try:
            laid = numbers(make(path.variable(t, RationalFunction.variable())))
            answer = laid.shape, [function_of(number, path) for number in laid.values], laid.places
        except ZerosumError as problem:
            answer = problem
        path.separate()
        if path.lost:
            raise Lost
        touched.extend(condition for condition in path.strict if condition.top.degree() > 1)
        return Local(answer, path.conditions)

    try:
        parts = trace(local, line.low, line.high, most=MAX_PARTS)
    except (Lost, TypeError, AttributeError):
        return None
    for part in parts:
        if isinstance(part.answer, ZerosumError):
            raise InputError(
                f"at {line.letter} = {show_point(part.sample)}, {part.answer}; give a range with a game at each value"
            ) from part.answer
    for one, two in pairwise(parts):
        if one.answer != two.answer:
            assert one.high is not None
            raise _change(line, one.high, one.answer[0] == two.answer[0])  # type: ignore[index]
    shape, functions, places = parts[0].answer  # type: ignore[misc]

    line.reject_poles(Reading(functions, proved=True).common)

    def holds_at(t: Fraction) -> bool:
        here = numbers(line.make(t))
        values = [f(t) for f in functions]
        return here.shape == shape and [values[k] for k in places] == [here.values[k] for k in here.places]

    edges = {end for part in parts for end in (part.low, part.high)}
    edges |= {root for f in touched for root in roots(tuple(as_fractions(f.top.coeffs())))}
    for t in edges:
        if isinstance(t, Fraction) and is_inside(t, line.low, line.high, closed=True):
            try:
                same = holds_at(t)
            except (ZerosumError, ZeroDivisionError):  # the game may be undefined at an end of the range
                same = t in (line.low, line.high)
            if not same:
                raise ChangeError(
                    f"at {line.letter} = {t} the game differs from its neighbours; give a range without that value",
                    t,
                )
    if not all(map(holds_at, line.points(3))):  # this detects rules that print the parameter and read it back
        return None
    return Reading(functions, proved=True)


class ChangeError(InputError):
    """An error about payoffs or a tree that change at a point inside the range."""

    def __init__(self, sentence: str, point: Point) -> None:
        super().__init__(sentence)
        self.point = point


def _change(line: GameLine[G], point: Point, same_shape: bool) -> ChangeError:
    what = "the payoffs follow a different formula" if same_shape else "the game has another tree"
    return ChangeError(
        f"{what} on the other side of {line.letter} = {point}; give a range that ends there: "
        f"{line.parameter}=..{point} or {line.parameter}={point}..",
        point,
    )


def _interpolated(line: GameLine[G], numbers: Callable[[G], Shaped]) -> Reading:
    """Return the functions interpolated from values at several points, confirmed at others."""

    def at(t: Fraction) -> Sequence[Fraction]:
        here = numbers(line.make(t))
        if (here.shape, here.places) != shape:
            raise InputError(
                f"the game has a different tree at {line.letter} = {t} than at {line.points(4)[0]}; "
                "give a range on which it does not change"
            )
        return here.values

    first = numbers(line.make(line.points(4)[0]))
    shape = first.shape, first.places
    for count in POINTS:
        points = line.points(count)
        table = [at(t) for t in points]
        found = [function_from_values(points, values) for values in zip(*table, strict=True)]
        complete = [f for f in found if f is not None]
        if len(complete) == len(found):
            line.confirm(
                lambda t, functions=complete: [f(t) for f in functions] == list(at(t))  # type: ignore[misc]
            )
            return Reading(complete, proved=False)
    raise InputError(
        "the payoffs are not rational functions of low degree in the parameter over the whole range; "
        "give a smaller range, or another parameter"
    )


def value_of(f: fmpq_poly, t: Fraction) -> Fraction:
    """Return the value of a polynomial at a fraction."""
    return as_fractions([f(as_rational(t))])[0]
