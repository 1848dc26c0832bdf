"""The value of a matrix game whose payoffs are functions of a parameter.

At a value of the parameter some square kernel of the matrix is optimal (`zerosum.matrix.exact`). Bordered with ones
it is the matrix of a system of equations for the strategies and the value, which is solved in rational functions of
the parameter. The kernel stays optimal while no probability is negative and no other row or column is a better
response.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import Side
from zerosum.formulas.answer import Formula, MixRule, Named, Rule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.reading import Shaped, read_numbers
from zerosum.formulas.tracked import evaluated
from zerosum.matrix.parametric import Mixes, kernel_formula
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.trace import Local, trace

MAX_NESTED = 100
"""Maximum number of brackets and signs in a payoff, since each may be nested in the previous one."""


def formula(
    line: GameLine[MatrixGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 200,
) -> Formula:
    """Return the value and both strategies as rational functions of the parameter, piece by piece."""
    began = time.perf_counter()
    reading = read_numbers(line, lambda game: Shaped(game.shape, [x for row in game.payoffs for x in row]))
    width, common = line.make(line.points(4)[1]).shape[1], reading.common
    payoffs = [reading.functions[k : k + width] for k in range(0, len(reading.functions), width)]
    tops = [[f.top * (common // f.bottom) for f in row] for row in payoffs]
    unit = lcm(*(int(top.denom()) for row in tops for top in row))
    whole = [[(top * unit).numer() for top in row] for row in tops]
    scale = RationalFunction(common * unit)

    def local(t: Fraction) -> Local[Mixes] | None:
        sign = scale.sign_at(t)
        return kernel_formula(
            [[p * sign for p in row] for row in whole], scale * RationalFunction.of(sign), t
        )

    found = trace(local, line.low, line.high, most=pieces, progress=progress)
    moves = line.make(line.points(4)[1]).moves()

    def answer(mixes: Mixes) -> tuple[RationalFunction, tuple[Rule, ...]]:
        sides: list[tuple[Side, list[RationalFunction], list[object]]] = [
            ("row", mixes[1], moves[0]),
            ("col", mixes[2], moves[1]),
        ]
        return mixes[0], tuple(
            MixRule(side, "", {str(m): Named(p, line.letter) for m, p in zip(names, mix, strict=True) if p})
            for side, mix, names in sides
        )

    return assemble(line, found, answer, began, proved=reading.proved)


def lettered_matrix(entries: Sequence[Sequence[object]], letter: str) -> Callable[[Fraction], MatrixGame]:
    """Return a matrix game for each value of a letter, given entries such as 2x - 1, x^2 or 1/(x + 1)."""
    readers = [[read_entry(entry, letter) for entry in row] for row in entries]
    if not readers or not readers[0] or any(len(row) != len(readers[0]) for row in readers):
        raise InputError("all rows of a matrix need the same number of payoffs, at least one")

    def make(t: Fraction) -> MatrixGame:
        try:
            return MatrixGame.of([[evaluated(f, t) for f in row] for row in readers])
        except ZeroDivisionError:
            raise InputError(
                f"a denominator in the matrix vanishes at {letter} = {t}; choose another range"
            ) from None

    return make


_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[A-Za-z]+|\*\*|[-+*/^()])")


def read_entry(entry: object, letter: str) -> RationalFunction:
    """Return a payoff with a letter: numbers, the letter, + - * / ^ and brackets; 2x means 2 times x."""
    if not isinstance(entry, str):
        return RationalFunction.of(as_fraction(entry))
    tokens, place = [], 0
    while place < len(entry.rstrip()):
        match = _TOKEN.match(entry, place)
        if match is None:
            raise InputError(
                f"the payoff {entry!r} is not a formula in {letter}, such as 2{letter} - 1 or {letter}^2"
            )
        tokens.append(match[1])
        place = match.end()
    reader = _EntryReader(tokens, entry, letter)
    found = reader.sum()
    if reader.rest:
        raise reader.problem()
    return found


class _EntryReader:
    """A recursive-descent reader of a formula."""

    def __init__(self, tokens: list[str], entry: str, letter: str) -> None:
        self.rest, self.entry, self.letter = tokens, entry, letter
        if sum(token in "(+-" for token in tokens) > MAX_NESTED:
            raise InputError(
                f"a payoff may have at most {MAX_NESTED} brackets and signs, but there are more in {entry:.60}…"
            )

    def problem(self) -> InputError:
        return InputError(
            f"the payoff {self.entry!r} is not a formula in {self.letter}, "
            f"such as 2{self.letter} - 1 or {self.letter}^2"
        )

    def next_is(self, *tokens: str) -> bool:
        return bool(self.rest) and self.rest[0] in tokens

    def sum(self) -> RationalFunction:
        total = self.product()
        while self.next_is("+", "-"):
            sign = self.rest.pop(0)
            term = self.product()
            total = total + term if sign == "+" else total - term
        return total

    def product(self) -> RationalFunction:
        if self.next_is("-", "+"):
            sign = self.rest.pop(0)
            found = self.product()
            return -found if sign == "-" else found
        total = self.power()
        while self.rest and not self.next_is("+", "-", ")"):
            if self.next_is("/"):
                self.rest.pop(0)
                below = self.power()
                if not below:
                    raise InputError(f"the payoff {self.entry!r} divides by zero")
                total = total / below
            else:
                if self.next_is("*"):
                    self.rest.pop(0)
                total = total * self.power()
        return total

    def power(self) -> RationalFunction:
        base = self.atom()
        if self.next_is("^", "**"):
            self.rest.pop(0)
            if not self.rest or not self.rest[0].isdigit() or int(self.rest[0]) > 20:
                raise InputError(f"powers in {self.entry!r} must be whole numbers up to 20")
            found = RationalFunction.of(1)
            for _ in range(int(self.rest.pop(0))):
                found = found * base
            return found
        return base

    def atom(self) -> RationalFunction:
        if not self.rest:
            raise self.problem()
        token = self.rest.pop(0)
        if token == "(":
            found = self.sum()
            if not self.next_is(")"):
                raise self.problem()
            self.rest.pop(0)
            return found
        if token == self.letter:
            return RationalFunction.variable()
        if token[0].isdigit():
            return RationalFunction.of(as_fraction(token))
        if token.isalpha():
            raise InputError(
                f"the payoff {self.entry!r} contains {token}, but the parameter is {self.letter}"
            )
        raise self.problem()
