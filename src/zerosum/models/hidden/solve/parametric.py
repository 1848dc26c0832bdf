"""The linear program of the sequence form with a parameter: one basis, solved as rational functions of it.

The payoffs of the program are linear combinations of the numbers of the game, which are known as rational functions of
the parameter t (`zerosum.formulas.reading`). So times the numbers' common denominator they are polynomials of a known
degree, and programs at a few values of t, one more than the degree and two as checks, determine them.

At a value t0 HiGHS finds an optimal basis (`ProgramSolver`). Its equations B(t) z = b are solved in rational
functions, and so are the transposed equations, whose solution are the multipliers (`zerosum.numerics.systems`). The
basis is optimal wherever these functions are nonnegative:

    row's reaches and col's reaches, the slacks of the other inequalities, the reduced costs of the other variables.

They are the conditions that `zerosum.numerics.trace` follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random
from typing import Any

import numpy as np
from flint import fmpq_poly, fmpz_poly

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.limits import afford
from zerosum.core.sides import SIDES, Side
from zerosum.formulas.line import GameLine
from zerosum.formulas.reading import Reading
from zerosum.models.hidden.form import SequenceTree
from zerosum.models.hidden.solve.bilinear import SequenceProgram
from zerosum.models.hidden.solve.program import ProgramError, ProgramSolver, Vertex
from zerosum.numerics.functions import ZERO, RationalFunction
from zerosum.numerics.roots import Point
from zerosum.numerics.systems import PolynomialSystem
from zerosum.numerics.trace import Local, reach

SECONDS, POWER = 0.2, 7
"""About how long all pieces of a program with 200 constraints take, in processor time, and how that grows with them.

The degrees of the formulas, their digits and the number of pieces grow. Leduc poker, with 482 constraints, has 307
pieces, and takes 94 s; with four ranks, 842 constraints, a piece takes more than 2 s, and there are many more.
"""

MOST = 1000
"""Maximum number of constraints, whatever time is allowed."""

MOST_SEQUENCES, DRAWS = 40, 12
"""Largest number of a player's sequences for which corners are searched, and number of random payments."""

Built = tuple[SequenceProgram, Mapping[Side, Floats]]
"""A program, and the second objectives of both players."""


@dataclass(frozen=True)
class FormulaReaches:
    """The value, and the reaches of all sequences, as functions of the parameter."""

    value: RationalFunction
    row: list[RationalFunction]
    col: list[RationalFunction]


def afford_formula(program: SequenceProgram) -> None:
    """Refuse a program for which a formula would take too long."""
    size = program.lines.shape[0]
    if size > MOST:
        raise InputError(
            f"formulas are for games with at most about {MOST} constraints, and this one has {size:,}; "
            "choose a smaller game or deck, or solve it for single values"
        )
    afford(f"a formula of a game with {size:,} constraints", seconds=SECONDS * (size / 200) ** POWER)


class ParametricProgram:
    """A program whose payoffs are polynomials over one common denominator."""

    def __init__(self, build: Callable[[Fraction], Built], line: GameLine[Any], reading: Reading) -> None:
        """`build` makes the program at a value of the parameter on the line; `reading` has the game's numbers."""
        self.build, self.line = lru_cache(maxsize=2)(build), line
        points = line.points(reading.degree + 3)
        programs = [self.build(t)[0] for t in points]
        first = self.shape = programs[0]
        afford_formula(first)
        tables = [_payoffs(program) for program in programs]
        if not all(_same_shape(first, program) for program in programs):
            raise InputError("the tree of the game changes with the parameter; give a smaller range")
        known: dict[tuple[Fraction, ...], fmpq_poly] = {}
        tops: dict[tuple[int, int], fmpq_poly] = {}
        for place in sorted(set().union(*tables)):
            values = tuple(table.get(place, Fraction(0)) for table in tables)
            if values not in known:
                found = reading.polynomial(points, values)
                if found is None:
                    raise ZerosumError("the payoffs of the program do not follow the numbers of the game")
                known[values] = found
            tops[place] = known[values]
        sign = RationalFunction(reading.common).sign_at(points[0])
        self.common = reading.common * sign
        """The common denominator of all payoffs."""
        unit = lcm(*(int(top.denom()) for top in known.values())) if known else 1
        self.unit = unit
        """Payoffs are multiplied by the common denominator and by this."""
        data, row, col = first.entries
        fixed = ~first.pays
        self.entries: dict[tuple[int, int], fmpz_poly] = {
            (i, j): fmpz_poly([int(x)])
            for x, i, j in zip(data[fixed], row[fixed].tolist(), col[fixed].tolist(), strict=True)
        } | {place: (top * (unit * sign)).numer() for place, top in tops.items()}
        """All constraints, entry by entry, as polynomials."""
        self.by_line: dict[int, list[tuple[int, fmpz_poly]]] = {}
        self.by_variable: dict[int, list[tuple[int, fmpz_poly]]] = {}
        for (i, j), p in self.entries.items():
            self.by_line.setdefault(i, []).append((j, p))
            self.by_variable.setdefault(j, []).append((i, p))

    def local(self, t: Fraction) -> Local[FormulaReaches] | None:
        """The formulas of the basis that is optimal at t; None if no basis is proved to be."""
        program, tie_break = self.build(t)
        solver = ProgramSolver(program, tie_break)
        for weight in (1e-5, 0.0):
            try:
                vertex = solver.solve(weight)
            except ProgramError:
                continue
            if len(vertex.lines) != len(vertex.variables):
                continue
            found = self._solve(vertex)
            if found is not None and all(c.sign_at(t) >= 0 for c in found.conditions):
                return found
        return None

    def corners(
        self, t: Fraction, low: Point | float, high: Point | float
    ) -> dict[Side, list[FormulaReaches]]:
        """Corners of each player's set of optimal strategies that hold from low to high, where t lies.

        A small extra payment for random sequences makes the program choose a corner; its basis proves that it is
        optimal, as in `local`.
        """
        program, _ = self.build(t)
        if max(program.row.sequences, program.col.sequences) > MOST_SEQUENCES:
            return {}
        ends = tuple(None if isinstance(end, float) else end for end in (low, high))
        chance, found = Random(0), dict[Side, list[FormulaReaches]]()
        for side in SIDES:
            known: dict[str, FormulaReaches] = {}
            for _ in range(DRAWS):
                extra = {
                    one: np.array(
                        [
                            chance.gauss(0, 1) if one == side else 0.0
                            for _ in range((program.row if one == "row" else program.col).sequences)
                        ]
                    )
                    for one in SIDES
                }
                try:
                    vertex = ProgramSolver(program, extra).solve(1e-5)
                except ProgramError:
                    continue
                local = self._solve(vertex) if len(vertex.lines) == len(vertex.variables) else None
                if local is None or any(c.sign_at(t) < 0 for c in local.conditions if c):
                    continue
                needs = [c for c in local.conditions if c and c.sign_at(t)]
                if len(needs) < sum(map(bool, local.conditions)) or reach(needs, t, *ends) != ends:
                    continue
                mine = local.answer.row if side == "row" else local.answer.col
                known.setdefault(" ".join(map(str, mine)), local.answer)
            found[side] = list(known.values())
        return found

    def _solve(self, vertex: Vertex) -> Local[FormulaReaches] | None:
        """The functions that a basis determines, and the conditions under which it is optimal."""
        program = self.shape
        lines, variables = vertex.lines.tolist(), vertex.variables.tolist()
        start = program.allowed.start
        if start not in variables or 0 not in lines:
            return None
        place = {line: k for k, line in enumerate(lines)}
        where = {variable: k for k, variable in enumerate(variables)}
        inside = [(place[i], where[j], p) for (i, j), p in self.entries.items() if i in place and j in where]
        one, cost = [0] * len(lines), [0] * len(lines)
        one[place[0]] = cost[where[start]] = 1
        system = PolynomialSystem(len(lines), inside)
        x, y = system.solve(one, transposed=False), system.solve(cost, transposed=True)
        if x is None or y is None:
            return None
        above = dict(zip(variables, x[0], strict=True))
        below = dict(zip(lines, y[0], strict=True))
        width, most = program.row.sequences, program.most
        conditions = [RationalFunction(self.common)]
        conditions += [RationalFunction(above[j], x[1]) for j in variables if j < width]
        conditions += [RationalFunction(below[i], y[1]) for i in lines if most.start <= i < most.stop]
        for i in range(most.start, most.stop):
            if i not in place:
                total = ZERO
                for j, p in self.by_line.get(i, ()):
                    if j in above:
                        total -= p * above[j]
                conditions.append(RationalFunction(total, x[1]))
        for j in range(program.lines.shape[1]):
            if j not in where:
                total = ZERO
                for i, p in self.by_variable.get(j, ()):
                    if i in below:
                        total += p * below[i]
                if j < width:
                    conditions.append(RationalFunction(total, y[1]))
                elif total:
                    return None  # a free variable outside the basis must not matter
        nothing = RationalFunction(ZERO)
        row = [RationalFunction(above[j], x[1]) if j in above else nothing for j in range(width)]
        col = [
            RationalFunction(below[i], y[1]) if i in below else nothing for i in range(most.start, most.stop)
        ]
        value = RationalFunction(above[start], x[1] * self.common * self.unit)
        return Local(FormulaReaches(value, row, col), conditions)


def _payoffs(program: SequenceProgram) -> dict[tuple[int, int], Fraction]:
    """The payoffs of a program by line and variable, without its scale."""
    data, row, col = program.entries
    pays = program.pays
    known: dict[float, Fraction] = {}
    found: dict[tuple[int, int], Fraction] = {}
    for x, i, j in zip(data[pays].tolist(), row[pays].tolist(), col[pays].tolist(), strict=True):
        if x != int(x):
            raise ZerosumError("the payoffs of this game are too long for exact arithmetic")
        if x not in known:
            known[x] = Fraction(int(x), program.scale)
        found[i, j] = known[x]
    return found


def _same_shape(one: SequenceProgram, two: SequenceProgram) -> bool:
    """Whether two programs have the same sequences."""

    def alike(a: SequenceTree, b: SequenceTree) -> bool:
        return np.array_equal(a.parent, b.parent) and np.array_equal(a.first, b.first)

    return one.lines.shape == two.lines.shape and alike(one.row, two.row) and alike(one.col, two.col)
