"""A game with a parameter: a function that makes the game for each value, and the interval on which it is defined."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from flint import fmpq_poly

from zerosum.core.errors import InputError, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.numerics.exact import as_fractions
from zerosum.numerics.roots import is_inside, roots, simplest

G = TypeVar("G", bound=Game)
AnyGame = TypeVar("AnyGame", bound=Game, covariant=True)

FIRST = tuple(map(Fraction, ("1", "1/2", "2", "3/4", "1/4", "10", "1/10", "-1", "100", "1/100")))
"""Values that are tried in search of one at which the game is defined."""

FARTHEST = 2**40
"""A game that is defined this far from the first value is assumed to be defined up to infinity."""

WIDTH = Fraction(1, 2**60)
"""Precision to which the end of a range is located before the simplest fraction there is chosen."""


UNUSUAL = 41
"""An integer larger than most denominators of a game's numbers."""


@dataclass(frozen=True)
class GameLine(Generic[AnyGame]):
    """A game for all values of a parameter in an interval."""

    make: Callable[[Fraction], AnyGame]
    """A function that returns the game at a value, or raises an error if there is none."""
    parameter: str
    """Name of the parameter in the game."""
    letter: str
    """Letter of the parameter in formulas."""
    low: Fraction | None
    """The lower end of the interval; None is minus infinity."""
    high: Fraction | None

    def points(self, count: int) -> list[Fraction]:
        """Return short fractions spread over the interval."""
        low, high = self.low, self.high
        if low is None and high is None:
            return [Fraction(k - count // 2) for k in range(count)]
        if high is None:
            assert low is not None
            return [low + k for k in range(1, count + 1)]
        if low is None:
            return [high - k for k in range(1, count + 1)]
        step = (high - low) / (count + 1)
        return [simplest(low + k * step - step / 4, low + k * step + step / 4) for k in range(1, count + 1)]

    def reject_poles(self, denominator: fmpq_poly) -> None:
        """Reject a range in which a denominator of the payoffs vanishes."""
        for root in roots(tuple(as_fractions(denominator.coeffs()))):
            if is_inside(root, self.low, self.high):
                raise InputError(
                    f"a denominator of the payoffs vanishes at {self.letter} = {root}; use a range without it"
                )

    def confirm(self, follows: Callable[[Fraction], bool]) -> None:
        """Reject a game that differs from its formulas at any of many test values, including very large ones
        and ones near the ends.

        This detects payoffs such as min(b, 5), which change from one function to another where a bet reaches the
        stack. It proves nothing about other values: the rules are a program, of which only results are known.
        """
        # values that approach the ends of the interval, or infinity if it has no end
        ends = [(end, sign) for end, sign in ((self.low, 1), (self.high, -1)) if end is not None]
        steps = [Fraction(1, 2**k) for k in range(2, 11)]
        if self.low is not None and self.high is not None:
            steps = [(self.high - self.low) * step for step in steps]
        else:
            steps += [1 / step**2 for step in steps]
        near = {end + sign * step for end, sign in ends or ((0, 1), (0, -1)) for step in steps}
        for t in sorted({*self.points(12), *near}):
            if not follows(t):
                where = f"at {self.letter} = {t}"
                raise InputError(
                    f"{where} the game does not follow the same formula as elsewhere; use a smaller range"
                )

    def named(self, tell: Callable[[AnyGame], Sequence[str]]) -> list[str]:
        """Return texts about the game, with the letter in place of the parameter's value."""
        low = Fraction(0) if self.low is None and self.high is None else self.low
        if low is None:
            assert self.high is not None
            low = self.high - 1
        # the texts for two values: if they differ only by the value, the letter replaces it
        values = itertools.islice(unusual(low, low + 1 if self.high is None else self.high), 2)
        told = [(t, tell(self.make(t))) for t in values]
        lettered = [[lettered_text(text, t, self.letter) for text in texts] for t, texts in told]
        return [one if one == two else plain for one, two, plain in zip(*lettered, told[0][1], strict=True)]


def lettered_text(text: str, t: Fraction, letter: str) -> str:
    """Return a text with a letter in place of a number."""
    return re.sub(rf"(?<![\w/.]){re.escape(str(t))}(?![\w/.])", letter, text)


def unusual(low: Fraction, high: Fraction) -> Iterator[Fraction]:
    """Yield values in an interval that no other number of a game is likely to equal; none is an integer."""
    for k in itertools.count(41, 6):
        t = low + (high - low) * Fraction(17, k)
        if t.denominator >= UNUSUAL:
            yield t


def game_line(
    make: Callable[[Fraction], Game],
    parameter: str,
    letter: str,
    ends: tuple[Fraction | None, Fraction | None] | None,
    starts: Sequence[Fraction],
) -> GameLine[Game]:
    """Return the line of a game on a range; an open end reaches as far as the game is defined.

    `starts` are values at which the game may be tried first.
    """

    def exists(t: Fraction) -> None:
        made = make(t)
        made.family.lay_out(made)

    low, high = ends if ends is not None else domain(exists, starts)
    if (low is None) != (high is None):
        edge = low if low is not None else high
        assert edge is not None
        inside = [t for t in (*starts, edge / 2, edge * 2) if (t > edge if low is not None else t < edge)]
        try:
            found = domain(exists, inside)
        except InputError:  # no start is known; the rules will raise an error with the reason
            found = None, None
        low, high = (found[0], high) if low is None else (low, found[1])
    return GameLine(make, parameter, letter, low, high)


def read_range(text: str) -> tuple[Fraction | None, Fraction | None]:
    """Return the ends of a range as typed: 0..4, 1/2.., ..3; None is infinity."""
    low, _, high = text.partition("..")
    return read_ends(low, high)


def read_ends(low: object, high: object) -> tuple[Fraction | None, Fraction | None]:
    """Return the ends of a range, as texts or numbers; None is infinity."""
    from zerosum.core.numbers import as_fraction

    said = [end.strip() if isinstance(end, str) else end for end in (low, high)]
    ends = [
        None if end is None or end in ("", word, float(word)) else as_fraction(end)
        for end, word in zip(said, ("-inf", "inf"), strict=True)
    ]
    if ends[0] is not None and ends[1] is not None and not ends[0] < ends[1]:
        raise InputError(f"a range must be increasing, for example 0..4, not {low}..{high}")
    return ends[0], ends[1]


def domain(
    exists: Callable[[Fraction], object], first: Sequence[Fraction]
) -> tuple[Fraction | None, Fraction | None]:
    """Return the interval around the first value at which a game exists; `exists` raises elsewhere.

    An error that means that no value is valid (`Unavailable`) ends the search.
    """

    problems: list[str] = []

    def fine(t: Fraction) -> bool:
        try:
            exists(t)
        except Unavailable:
            raise
        except ZerosumError as problem:
            problems.append(f"at {t}, {problem}")
            return False
        return True

    start = next((t for t in (*first, *FIRST) if fine(t)), None)
    if start is None:
        raise InputError(f"no typical value of the parameter defines a game: {problems[0]}")

    def end(direction: int) -> Fraction | None:
        good, step = start, Fraction(1)
        while fine(start + direction * step):
            good = start + direction * step
            step *= 2
            if step > FARTHEST:
                return None
        bad = start + direction * step
        while abs(bad - good) > WIDTH:
            middle = (good + bad) / 2
            good, bad = (middle, bad) if fine(middle) else (good, middle)
        return simplest(min(good, bad), max(good, bad))

    return end(-1), end(1)
