"""A game with a parameter: how it is made for each value, and the interval on which it is defined."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from flint import fmpq_poly

from zerosum.core.errors import InputError, Unavailable, ZerosumError
from zerosum.core.game import Game
from zerosum.numerics.exact import as_fractions
from zerosum.numerics.roots import compare, roots, simplest

G = TypeVar("G", bound=Game)

FIRST = tuple(map(Fraction, ("1", "1/2", "2", "3/4", "1/4", "10", "1/10", "-1", "100", "1/100")))
"""Values at which a game is tried, in search of one at which it is defined."""

FARTHEST = 2**40
"""A game that is defined this far from where it was tried is taken to be defined without end."""

WIDTH = Fraction(1, 2**60)
"""How closely the end of a range is searched before the simplest fraction there is taken for it."""


@dataclass(frozen=True)
class GameLine(Generic[G]):
    """A game for every value of a parameter in an interval."""

    make: Callable[[Fraction], G]
    """The game at a value; raises where there is none."""
    parameter: str
    """Name of the parameter, as the game has it."""
    letter: str
    """How formulas write it."""
    low: Fraction | None
    """Where the interval begins; None is minus infinity."""
    high: Fraction | None
    whole: bool = False
    """Whether no range was asked for, so that a formula for a part of the interval is an answer too."""

    def points(self, count: int) -> list[Fraction]:
        """Short fractions spread over the interval."""
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

    def refuse_poles(self, denominator: fmpq_poly) -> None:
        """Refuse a range in which a denominator of the payoffs vanishes."""
        for root in roots(tuple(as_fractions(denominator.coeffs()))):
            above, below = self.low is None or compare(self.low, root) < 0, self.high is None
            if above and (below or compare(root, self.high) < 0):  # type: ignore[arg-type]
                raise InputError(
                    f"a denominator of the payoffs vanishes at {self.letter} = {root}; give a range without that"
                )

    def confirm(self, follows: Callable[[Fraction], bool]) -> None:
        """Refuse a game that is not what the functions say at every one of many values, far out and near the ends too.

        This finds payoffs such as min(b, 5), where a bet meets a stack: one function here, and another there. It proves
        nothing about the values between: the rules of a game are a program, and only its answers are known.
        """
        for t in sorted({*self.points(12), *self._towards_the_ends()}):
            if not follows(t):
                raise InputError(
                    f"at {self.letter} = {t} the game does not follow the formula that it follows elsewhere; "
                    "give a smaller range"
                )

    def _towards_the_ends(self) -> list[Fraction]:
        """Values ever nearer to the ends of the interval, and ever farther out where it has no end."""
        ends = [(end, sign) for end, sign in ((self.low, 1), (self.high, -1)) if end is not None]
        steps = [Fraction(1, 2**k) for k in range(2, 11)]
        if self.low is not None and self.high is not None:
            steps = [(self.high - self.low) * step for step in steps]
        else:
            steps += [1 / step**2 for step in steps]
        return [end + sign * step for end, sign in ends or ((0, 1), (0, -1)) for step in steps]

    def _unusual(self) -> tuple[Fraction, Fraction]:
        """Two values inside that no other number of the game is likely to equal."""
        low, high = self.low, self.high
        if low is None:
            low = Fraction(0) if high is None else high - 1
        width = Fraction(1) if high is None else high - low
        return low + width * Fraction(17, 41), low + width * Fraction(23, 47)

    def named(self, tell: Callable[[G], str]) -> str:
        """A text about the game, with the letter in place of the parameter's value."""
        one, two = self._unusual()
        texts = tell(self.make(one)), tell(self.make(two))
        if texts[0] == texts[1]:
            return texts[0]
        lettered = [
            re.sub(rf"(?<![\w/.]){re.escape(str(t))}(?![\w/.])", self.letter, text)
            for t, text in zip((one, two), texts, strict=True)
        ]
        return lettered[0] if lettered[0] == lettered[1] else texts[0]


def read_range(text: str) -> tuple[Fraction | None, Fraction | None]:
    """The ends of a range as typed: 0..4, 1/2.., ..3; None is infinity."""
    low, _, high = text.partition("..")
    return read_ends(low, high)


def read_ends(low: object, high: object) -> tuple[Fraction | None, Fraction | None]:
    """The ends of a range, as texts or numbers; None is infinity."""
    from zerosum.core.numbers import as_fraction

    said = [end.strip() if isinstance(end, str) else end for end in (low, high)]
    ends = [
        None if end is None or end in ("", word, float(word)) else as_fraction(end)
        for end, word in zip(said, ("-inf", "inf"), strict=True)
    ]
    if ends[0] is not None and ends[1] is not None and not ends[0] < ends[1]:
        raise InputError(f"a range must go up, as 0..4 does, and {low}..{high} does not")
    return ends[0], ends[1]


def domain(
    exists: Callable[[Fraction], object], first: Sequence[Fraction]
) -> tuple[Fraction | None, Fraction | None]:
    """The interval around the first value at which a game exists; `exists` raises where it does not.

    An error that says that no value will do (`Unavailable`) ends the search.
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
        raise InputError(f"no usual value of the parameter makes a game: {problems[0]}")

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
