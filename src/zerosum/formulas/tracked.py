"""Run the rules of a game with a parameter, with numbers that carry their function of the parameter.

The rules of a game are a program. To find its payoffs for every value of a parameter t, the program is run at one
value, t0, with a number that carries two things: its value at t0, and itself as a function of t. Sums, products and
quotients carry both. A comparison is decided at t0, and its outcome holds as long as the difference keeps its sign;
the difference is noted as a *condition*. Wherever all conditions keep their signs, the program takes the same path
through its rules, so the resulting functions are the payoffs there: this is a proof, not a guess from values. If
the path may be another one where the difference is 0, the condition is *strict*. It is not strict if the comparison
has the same outcome for 0, as a <= b has if a < b.

A number that is looked up in a table, or printed into a name, must stay different from the other numbers used in
this way; their differences are conditions as well. If a number cannot be followed (it is rounded, made a float or
taken apart, or a cache has kept it from another run), the path is marked as *lost*, and nothing is proved. One case
goes unnoticed: the entry of a table in the rules at single points where two of its keys become equal.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from contextvars import ContextVar
from fractions import Fraction
from numbers import Number
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from zerosum.numerics.exact import as_fractions
from zerosum.numerics.functions import RationalFunction


class Field(Protocol):
    """A field of functions of one or several parameters."""

    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...
    def __truediv__(self, other: Self, /) -> Self: ...
    def __neg__(self) -> Self: ...
    def __bool__(self) -> bool: ...


F = TypeVar("F", bound=Field)


class ParameterPath(Generic[F]):
    """One path of a program through its rules, and the conditions under which it is taken."""

    def __init__(self, constant: Callable[[Fraction], F]) -> None:
        """Set up the path; `constant` makes the function that equals a number everywhere."""
        self.constant = constant
        self.conditions: list[F] = []
        """Functions that are positive wherever the same path is taken."""
        self.strict: list[F] = []
        """The conditions at whose zeros another path is taken."""
        self.lost = False
        """Whether a number was used in a way that cannot be followed."""
        self.known: list[TrackedNumber] = []
        """Numbers that were looked up in tables, or printed."""
        self.variables: list[TrackedNumber] = []
        """The parameters themselves."""
        LATEST.set(self)

    def variable(self, value: Fraction, function: F) -> TrackedNumber:
        """Return the parameter itself."""
        self.variables.append(TrackedNumber.of(value, function, self))
        return self.variables[-1]

    def note(self, value: Fraction, function: F, *, strict: bool = True) -> None:
        """Record the sign of a number as a condition; it is strict if the path differs at 0.

        If it is 0 here, the path is taken at this one point only.
        """
        latest = LATEST.get()
        if latest is not None and latest is not self:  # a number from a cache of the rules
            latest.lost = True
        self.conditions.append(-function if value < 0 else function)
        if strict:
            self.strict.append(self.conditions[-1])

    def separate(self) -> None:
        """Record that numbers used as keys of a table must stay different."""
        unique = {str(one.function): one for one in self.known}
        for one, two in itertools.combinations(unique.values(), 2):
            self.note(one.plain - two.plain, one.function - two.function, strict=False)
        self.known.clear()


LATEST: ContextVar[ParameterPath[Any] | None] = ContextVar("latest", default=None)
"""The path that is taken now."""


def _unfollowed(name: str) -> Callable[..., Any]:
    """Return a replacement for a method of fractions whose result is not a function of the parameter."""

    def method(self: TrackedNumber, *args: Any) -> Any:
        self.path.lost = True
        plain = [arg.plain if isinstance(arg, TrackedNumber) else arg for arg in args]
        return getattr(self.plain, name)(*plain)

    method.__name__ = name
    return method


def _arithmetic(operation: Callable[[Any, Any], Any], *, turned: bool = False) -> Callable[..., Any]:
    """Return a method that combines two numbers and their functions; a divisor's sign is a condition."""

    def method(self: TrackedNumber, other: Any) -> Any:
        both = self._both(other)
        if both is None:
            return NotImplemented
        one, two = (self.plain, self.function), both
        if operation is operator.truediv and (turned or isinstance(other, TrackedNumber)):
            self.path.note(*(one if turned else two))
        if turned:
            one, two = two, one
        return TrackedNumber.of(operation(one[0], two[0]), operation(one[1], two[1]), self.path)

    return method


def _comparison(relation: Callable[[Any, Any], Any], *, closed: int) -> Callable[..., Any]:
    """Return a method that records the sign of a difference as a condition; 0 counts as the sign `closed`."""

    def method(self: TrackedNumber, other: Any) -> Any:
        both = self._both(Fraction(other) if isinstance(other, float) and math.isfinite(other) else other)
        if both is None:
            return relation(self.plain, other)
        sign = (self.plain > both[0]) - (self.plain < both[0])
        if difference := self.function - both[1]:
            self.path.note(self.plain - both[0], difference, strict=sign != closed)
        return relation(sign, 0)

    return method


class TrackedNumber(Fraction):
    """A fraction that carries its function of the parameter."""

    __slots__ = ("function", "path", "plain")

    plain: Fraction
    function: Any
    path: ParameterPath[Any]
    is_tracked: ClassVar = True

    @classmethod
    def of(cls, value: Fraction, function: Any, path: ParameterPath[Any]) -> TrackedNumber:
        """Return a number with its function."""
        self = Fraction.__new__(cls, value)
        self.plain, self.function, self.path = value, function, path
        return self

    def _both(self, other: object) -> tuple[Fraction, Any] | None:
        """Return the value and the function of the other operand."""
        if isinstance(other, TrackedNumber):
            self.path.lost |= (
                other.path is not self.path
            )  # kept by a cache, from another path through the rules
            return other.plain, other.function
        if isinstance(other, int | Fraction):
            exact = Fraction(other)
            return exact, self.path.constant(exact)
        if isinstance(other, Number):
            self.path.lost = True
        return None

    __add__ = __radd__ = _arithmetic(operator.add)
    __sub__ = _arithmetic(operator.sub)
    __rsub__ = _arithmetic(operator.sub, turned=True)
    __mul__ = __rmul__ = _arithmetic(operator.mul)
    __truediv__ = _arithmetic(operator.truediv)
    __rtruediv__ = _arithmetic(operator.truediv, turned=True)

    def __pow__(self, power: Any) -> Any:
        if type(power) is not int or power < 0:
            self.path.lost = True
            return self.plain**power
        found: Any = Fraction(1)
        for _ in range(power):
            found = found * self
        return found

    def __neg__(self) -> Any:
        return TrackedNumber.of(-self.plain, -self.function, self.path)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TrackedNumber) and other.path is not self.path:
            return False  # kept by a cache, from another path through the rules
        both = self._both(other)
        if both is None:
            return bool(self.plain == other)
        difference = self.function - both[1]
        if difference:
            self.path.note(self.plain - both[0], difference)
        return not difference

    def __hash__(self) -> int:  # type: ignore[override]
        self.path.known.append(self)
        return hash((id(self.path), str(self.function)))

    __lt__ = _comparison(operator.lt, closed=1)
    __le__ = _comparison(operator.le, closed=-1)
    __gt__ = _comparison(operator.gt, closed=-1)
    __ge__ = _comparison(operator.ge, closed=1)

    def __bool__(self) -> bool:
        if self.function:
            self.path.note(self.plain, self.function)
        return bool(self.plain)

    def __str__(self) -> str:
        self.path.known.append(self)
        return str(self.plain)

    def __repr__(self) -> str:
        self.path.known.append(self)
        return repr(self.plain)

    def __format__(self, spec: str) -> str:
        self.path.known.append(self)
        self.path.lost |= bool(spec)
        return format(self.plain if not spec else float(self.plain), spec)

    @property
    def numerator(self) -> int:
        """Reject, since a numerator is not a function of the parameter."""
        self.path.lost = True
        return self.plain.numerator

    @property
    def denominator(self) -> int:
        """Reject, since a denominator is not a function of the parameter."""
        self.path.lost = True
        return self.plain.denominator

    __float__ = _unfollowed("__float__")
    __trunc__ = __int__ = _unfollowed("__trunc__")
    __floor__ = _unfollowed("__floor__")
    __ceil__ = _unfollowed("__ceil__")
    __round__ = _unfollowed("__round__")
    __floordiv__ = _unfollowed("__floordiv__")
    __rfloordiv__ = _unfollowed("__rfloordiv__")
    __mod__ = _unfollowed("__mod__")
    __rmod__ = _unfollowed("__rmod__")
    __divmod__ = _unfollowed("__divmod__")
    __rdivmod__ = _unfollowed("__rdivmod__")
    __rpow__ = _unfollowed("__rpow__")
    __reduce__ = _unfollowed("__reduce__")
    as_integer_ratio = _unfollowed("as_integer_ratio")
    limit_denominator = _unfollowed("limit_denominator")


def evaluated(f: RationalFunction, t: Fraction) -> Fraction:
    """Return the value of a rational function at a number; it is tracked if the number is."""
    if not isinstance(t, TrackedNumber):
        return f(t)
    top, bottom = (
        sum((a * t**k for k, a in enumerate(as_fractions(p.coeffs()))), Fraction(0))
        for p in (f.top, f.bottom)
    )
    return top / bottom


def function_of(number: Fraction, path: ParameterPath[F]) -> F:
    """Return the function of the parameter that a number of the game equals."""
    if isinstance(number, TrackedNumber):
        if number.path is not path:  # kept by a cache
            path.lost = True
        function: F = number.function
        return function
    return path.constant(number)
