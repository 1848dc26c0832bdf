"""The linear program of the sequence form with one or two parameters: the solution of one basis as functions of them.

The payoffs of the program are linear combinations of the numbers of the game, which are known as rational functions
of the parameter t (`zerosum.formulas.reading`). Multiplied by the numbers' common denominator the payoffs are
polynomials of a known degree. Programs at a few values of t determine them: one more than the degree, and two as
checks.

At a value t0 HiGHS finds an optimal basis (`ProgramSolver`). Its equations B(t) z = b are solved in rational
functions, and so are the transposed equations, whose solutions are the multipliers (`zerosum.numerics.systems`). The
basis is optimal wherever these functions are nonnegative:

    row's reaches and col's reaches, the slacks of the other inequalities, the reduced costs of the other variables.

These are the conditions that `zerosum.numerics.trace` follows. With two parameters the method is the same around one
point (`plane_local`), with elimination over functions of both parameters; this takes longer, so large games are
rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq_poly, fmpz_poly

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.limits import require_budget
from zerosum.core.sides import SIDES, Side
from zerosum.formulas.line import GameLine
from zerosum.formulas.map_answer import PlaneLocal
from zerosum.formulas.reading import Reading
from zerosum.models.hidden.form import HiddenForm, SequenceTree
from zerosum.models.hidden.solve.bilinear import SequenceProgram, bilinear_game
from zerosum.models.hidden.solve.program import ProgramError, ProgramSolver, Vertex
from zerosum.numerics.functions import ZERO, RationalFunction
from zerosum.numerics.plane import PlaneFunction, PlaneNumber, solve_sparse
from zerosum.numerics.roots import Point
from zerosum.numerics.systems import PolynomialSystem
from zerosum.numerics.trace import Local, reach

SECONDS, POWER = 0.2, 7
"""Approximate processor time for all pieces of a program with 200 constraints, and the power with which it grows with
their number.

The degrees of the formulas, their digits and the number of pieces grow. Leduc poker, with 482 constraints, has 307
pieces, and takes 94 s; with four ranks, 842 constraints, a piece takes more than 2 s, and there are many more.
"""

PLANE_SECONDS = 60.0
"""Approximate time for a map in two parameters of a program with 100 constraints."""

MAX_CONSTRAINTS = 1000
"""Maximum number of constraints, whatever time is allowed."""

MAX_SEQUENCES, DRAWS = 40, 12
"""Largest number of a player's sequences for which extreme points are searched, and number of random payments."""

Built = tuple[SequenceProgram, Mapping[Side, Floats]]
"""A program, and the second objectives of both players."""

Places = Mapping[tuple[int, int], Any]
"""Numbers, such as polynomials, by constraint and variable of a program."""


class BasisNumbers(NamedTuple):
    """The numbers that a basis determines; it is optimal where no number of the two lists is negative."""

    values: dict[int, Any]
    """The variables in the basis."""
    prices: dict[int, Any]
    """The multipliers of the constraints that hold with equality."""
    signed_values: list[Any]
    """Row's reaches, and the slacks of col's other constraints."""
    signed_prices: list[Any]
    """Col's reaches, and the costs of row's other sequences."""


def square_vertices(built: Built, weights: tuple[float, ...] = (1e-5, 0.0)) -> Iterator[Vertex]:
    """Yield the vertices that HiGHS finds with these weights of the second objective, if their basis is square."""
    solver = ProgramSolver(*built)
    for weight in weights:
        try:
            vertex = solver.solve(weight)
        except ProgramError:
            continue
        if len(vertex.lines) == len(vertex.variables):
            yield vertex


def solve_basis(
    program: SequenceProgram,
    entries: Places,
    vertex: Vertex,
    zero: Any,
    solve: Callable[[int, Places, list[int], list[int]], tuple[list[Any], list[Any]] | None],
) -> BasisNumbers | None:
    """Return the numbers that a basis determines, in any arithmetic; None if it is singular or cannot be optimal.

    `solve` gets the size of a system, its entries, and the right-hand sides of the system and of its transpose.
    """
    lines, variables = vertex.lines.tolist(), vertex.variables.tolist()
    start, width, most = program.allowed.start, program.row.sequences, program.most
    if start not in variables or 0 not in lines:
        return None
    place = {line: k for k, line in enumerate(lines)}
    where = {variable: k for k, variable in enumerate(variables)}
    inside = {(place[i], where[j]): a for (i, j), a in entries.items() if i in place and j in where and a}
    one, cost = [0] * len(lines), [0] * len(lines)
    one[place[0]] = cost[where[start]] = 1
    found = solve(len(lines), inside, one, cost)
    if found is None:
        return None
    values, prices = dict(zip(variables, found[0], strict=True)), dict(zip(lines, found[1], strict=True))
    slacks: dict[int, Any] = {}
    costs: dict[int, Any] = {}
    for (i, j), a in entries.items():
        if most.start <= i < most.stop and i not in place and j in values:
            slacks[i] = slacks.get(i, zero) - a * values[j]
        if j not in where and i in prices:
            costs[j] = costs.get(j, zero) + a * prices[i]
    if any(total and j >= width for j, total in costs.items()):
        return None  # a free variable outside the basis must have no effect
    row = [x for j, x in values.items() if j < width]
    col = [y for i, y in prices.items() if most.start <= i < most.stop]
    return BasisNumbers(
        values, prices, [*row, *slacks.values()], col + [total for j, total in costs.items() if j < width]
    )


@dataclass(frozen=True)
class FormulaReaches:
    """The value, and the reaches of all sequences, as functions of the parameter."""

    value: RationalFunction
    row: list[RationalFunction]
    col: list[RationalFunction]


def require_budget_for_formula(program: SequenceProgram) -> None:
    """Raise an error if a formula for a program would take too long."""
    size = program.lines.shape[0]
    if size > MAX_CONSTRAINTS:
        raise InputError(
            f"formulas are available for games with at most about {MAX_CONSTRAINTS} constraints, but this "
            f"one has {size:,}; choose a smaller game or deck, or solve it for single values of the parameter"
        )
    require_budget(f"a formula of a game with {size:,} constraints", seconds=SECONDS * (size / 200) ** POWER)


class ParametricProgram:
    """A program whose payoffs are polynomials over one common denominator."""

    def __init__(self, build: Callable[[Fraction], Built], line: GameLine[Any], reading: Reading) -> None:
        """Set up; `build` makes the program at a value of the parameter, and `reading` holds the game's numbers."""
        self.build, self.line = lru_cache(maxsize=2)(build), line
        points = line.points(reading.degree + 3)
        programs = [self.build(t)[0] for t in points]
        first = self.shape = programs[0]
        require_budget_for_formula(first)
        tables = [_payoffs(program) for program in programs]
        if not all(_same_shape(first, program) for program in programs):
            raise InputError("the tree of the game changes with the parameter; use a smaller range")
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
        """The factor by which payoffs are multiplied, in addition to the common denominator."""
        data, row, col = (part[~first.pays].tolist() for part in first.entries)
        self.entries: dict[tuple[int, int], fmpz_poly] = {
            (i, j): fmpz_poly([int(x)]) for x, i, j in zip(data, row, col, strict=True)
        } | {place: (top * (unit * sign)).numer() for place, top in tops.items()}
        """All constraints, entry by entry, as polynomials."""

    def local(self, t: Fraction) -> Local[FormulaReaches] | None:
        """Return the formulas of the basis that is optimal at t; None if no basis is proved optimal."""
        for vertex in square_vertices(self.build(t)):
            found = self._solve(vertex)
            if found is not None and all(c.sign_at(t) >= 0 for c in found.conditions):
                return found
        return None

    def extreme_points(
        self, t: Fraction, low: Point | float, high: Point | float
    ) -> dict[Side, list[FormulaReaches]]:
        """Return extreme points of each player's set of optimal strategies that are valid from `low` to `high`, where
        t lies between them.

        A small extra payment for random sequences makes the program choose an extreme point; its basis proves that it
        is optimal, as in `local`.
        """
        program, _ = self.build(t)
        if max(program.row.sequences, program.col.sequences) > MAX_SEQUENCES:
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
                vertex = next(square_vertices((program, extra), (1e-5,)), None)
                local = None if vertex is None else self._solve(vertex)
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
        """Return the functions that a basis determines, and the conditions under which it is optimal."""
        bottoms: list[fmpq_poly] = []

        def solve(size: int, inside: Places, one: list[int], cost: list[int]) -> tuple[Any, Any] | None:
            system = PolynomialSystem(size, [(i, j, p) for (i, j), p in inside.items()])
            x, y = system.solve(one), system.solve(cost, transposed=True)
            if x is None or y is None:
                return None
            bottoms.extend((x[1], y[1]))
            return x[0], y[0]

        program, nothing = self.shape, RationalFunction(ZERO)
        found = solve_basis(program, self.entries, vertex, ZERO, solve)
        if found is None:
            return None
        under, over = bottoms
        row = [
            RationalFunction(found.values[j], under) if j in found.values else nothing
            for j in range(program.row.sequences)
        ]
        col = [
            RationalFunction(found.prices[i], over) if i in found.prices else nothing
            for i in range(program.most.start, program.most.stop)
        ]
        value = RationalFunction(found.values[program.allowed.start], under * self.common * self.unit)
        conditions = [RationalFunction(self.common)]
        conditions += [RationalFunction(top, under) for top in found.signed_values]
        conditions += [RationalFunction(top, over) for top in found.signed_prices]
        return Local(FormulaReaches(value, row, col), conditions)


def _payoffs(program: SequenceProgram) -> dict[tuple[int, int], Fraction]:
    """Return the payoffs of a program by constraint and variable, without its scale."""
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

    def alike(a: SequenceTree, b: SequenceTree) -> bool:
        return np.array_equal(a.parent, b.parent) and np.array_equal(a.first, b.first)

    return one.lines.shape == two.lines.shape and alike(one.row, two.row) and alike(one.col, two.col)


def plane_local(form: HiddenForm, weights: list[PlaneFunction]) -> PlaneLocal | None:
    """Return the value around a point, and its conditions; `form` is the sequence form at the point, with functions
    as weights.
    """
    game = bilinear_game(form)
    program, size = game.program, game.program.lines.shape[0]
    require_budget(f"a map of a game with {size:,} constraints", seconds=PLANE_SECONDS * (size / 100) ** 4)
    data, lines, variables = (part[~program.pays].tolist() for part in program.entries)
    entries: dict[tuple[int, int], PlaneNumber] = {
        (i, j): Fraction(int(x)) for x, i, j in zip(data, lines, variables, strict=True)
    }
    zero = PlaneFunction.of(0)
    for i, j, k in zip(*(column.tolist() for column in form.ends), strict=True):
        place = program.most.start + j, i
        entries[place] = entries.get(place, zero) - weights[k]

    def solve(size: int, inside: Places, one: list[int], cost: list[int]) -> tuple[Any, Any] | None:
        system: list[dict[int, PlaneNumber]] = [{} for _ in range(size)]
        turned: list[dict[int, PlaneNumber]] = [{} for _ in range(size)]
        for (i, j), a in inside.items():
            system[i][j] = turned[j][i] = a
        x, y = solve_sparse(system, one), solve_sparse(turned, cost)
        return None if x is None or y is None else (x, y)

    for vertex in square_vertices((program, game.against_uniform)):
        found = solve_basis(program, entries, vertex, zero, solve)
        if found is not None:
            conditions = [zero + signed for signed in found.signed_values + found.signed_prices]
            return PlaneLocal(zero + found.values[program.allowed.start], conditions)
    return None
