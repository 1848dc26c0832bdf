"""The value of a matrix game with functions of a parameter as payoffs.

At a value of the parameter some square kernel of the matrix is optimal (`zerosum.matrix.exact`). Bordered with ones it
is a system of equations for the strategies and the value, which is solved in rational functions of the parameter. The
kernel stays optimal while no probability is negative and no other row or column is a better reply.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Annotated

from flint import fmpq_poly, fmpz_poly

from zerosum.core.errors import InputError
from zerosum.core.numbers import as_fraction
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import Side
from zerosum.formulas.answer import Formula, MixRule, Named, Rule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.reading import read_numbers
from zerosum.formulas.trace import Local, trace
from zerosum.formulas.tracked import evaluated
from zerosum.matrix.exact import optimal_kernel
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.numerics.functions import ONE, ZERO, RationalFunction
from zerosum.numerics.systems import PolynomialSystem

Mixes = tuple[RationalFunction, list[RationalFunction], list[RationalFunction]]
"""The value, the row strategy and the column strategy."""

SMALL = 4
"""Kernels with at most this number of rows are solved by their minors."""


def formula(
    line: GameLine[MatrixGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 200,
) -> Formula:
    """The value and both strategies as rational functions of the parameter, piece by piece."""
    began = time.perf_counter()
    reading = read_numbers(line, lambda game: (game.shape, [x for row in game.payoffs for x in row]))
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


def function_kernel(entries: Sequence[Sequence[RationalFunction]], t: Fraction) -> Local[Mixes] | None:
    """The formulas of the kernel that is optimal at t, for payoffs that are rational functions."""
    common = ONE
    for entry in (entry for line in entries for entry in line):
        common *= entry.bottom // common.gcd(entry.bottom)
    common *= RationalFunction(common).sign_at(t)
    tops = [[entry.top * (common // entry.bottom) for entry in line] for line in entries]
    unit = lcm(*(int(top.denom()) for line in tops for top in line))
    whole = [[(top * unit).numer() for top in line] for line in tops]
    return kernel_formula(whole, RationalFunction(common * unit), t)


def kernel_formula(whole: list[list[fmpz_poly]], scale: RationalFunction, t: Fraction) -> Local[Mixes] | None:
    """The formulas of the kernel that is optimal at t, for payoffs that are polynomials times a positive scale."""
    at = [[RationalFunction(fmpq_poly(p))(t) for p in row] for row in whole]
    rows, cols = optimal_kernel(at)
    kernel = [[whole[i][j] for j in cols] for i in rows]
    solved = _by_minors(kernel) if len(rows) <= SMALL else _by_interpolation(kernel)
    if solved is None:
        return None
    y, x = solved
    col = [RationalFunction(top, y[1]) for top in y[0][:-1]]
    row = [RationalFunction(top, x[1]) for top in x[0][:-1]]
    value = RationalFunction(y[0][-1], y[1])
    conditions = [*row, *col, scale]
    for i in set(range(len(whole))) - set(rows):
        reply = _dot([whole[i][j] for j in cols], y[0])
        conditions.append(value - RationalFunction(reply, y[1]))
    for j in set(range(len(whole[0]))) - set(cols):
        reply = _dot([whole[i][j] for i in rows], x[0])
        conditions.append(RationalFunction(reply, x[1]) - value)
    nothing = RationalFunction.of(0)
    mixes = [nothing] * len(whole), [nothing] * len(whole[0])
    for mix, places, part in ((mixes[0], rows, row), (mixes[1], cols, col)):
        for place, p in zip(places, part, strict=True):
            mix[place] = p
    return Local((value / scale, *mixes), conditions)


Solved = tuple[list[fmpq_poly], fmpq_poly]
"""Numerators of a mix and of the value, and their denominator."""


def _by_minors(kernel: list[list[fmpz_poly]]) -> tuple[Solved, Solved] | None:
    """Both mixes and the value by Cramer's rule: sums of cofactors over the sum of all (Shapley and Snow 1950)."""
    size = len(kernel)
    cofactors = [
        [
            (-1) ** (i + j)
            * _determinant([[p for b, p in enumerate(r) if b != j] for a, r in enumerate(kernel) if a != i])
            for j in range(size)
        ]
        for i in range(size)
    ]
    row = [sum(line[1:], line[0]) for line in cofactors]
    col = [sum((line[j] for line in cofactors[1:]), cofactors[0][j]) for j in range(size)]
    total, value = sum(row[1:], row[0]), _determinant(kernel)
    if not total:
        return None
    below = fmpq_poly(total)
    y, x = ([*(fmpq_poly(p) for p in mix), fmpq_poly(value)] for mix in (col, row))
    return (y, below), (x, below)


def _determinant(rows: list[list[fmpz_poly]]) -> fmpz_poly:
    """The determinant of a small matrix, by its first row."""
    if not rows:
        return fmpz_poly([1])
    total = fmpz_poly([0])
    for j, p in enumerate(rows[0]):
        if p:
            total += (-1) ** j * p * _determinant([line[:j] + line[j + 1 :] for line in rows[1:]])
    return total


def _by_interpolation(kernel: list[list[fmpz_poly]]) -> tuple[Solved, Solved] | None:
    """The same by solving the equations at many points."""
    size, one = len(kernel), fmpz_poly([1])
    entries = [(i, j, p) for i, line in enumerate(kernel) for j, p in enumerate(line)]
    entries += [(i, size, -one) for i in range(size)] + [(size, j, one) for j in range(size)]
    system = PolynomialSystem(size + 1, entries)
    y = system.solve([0] * size + [1])
    x = system.solve([0] * size + [-1], transposed=True)
    return None if y is None or x is None else (y, x)


def _dot(payoffs: list[fmpz_poly], mix: list[fmpq_poly]) -> fmpq_poly:
    """What a row or column earns against the numerators of a mix; the last of them is the value's."""
    total = ZERO
    for p, weight in zip(payoffs, mix, strict=False):
        total += weight * p
    return total


def lettered_matrix(entries: Sequence[Sequence[object]], letter: str) -> Callable[[Fraction], MatrixGame]:
    """A matrix game for each value of a letter, from entries such as 2x - 1, x^2 or 1/(x + 1)."""
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
    """A payoff with a letter in it: numbers, the letter, + - * / ^ and brackets; 2x means 2 times x."""
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
    """Reads a formula token by token, by recursive descent."""

    def __init__(self, tokens: list[str], entry: str, letter: str) -> None:
        self.rest, self.entry, self.letter = tokens, entry, letter

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
                raise InputError(f"powers in {self.entry!r} are whole numbers up to 20")
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
                f"the payoff {self.entry!r} has the letter {token}, and the parameter is {self.letter}"
            )
        raise self.problem()
