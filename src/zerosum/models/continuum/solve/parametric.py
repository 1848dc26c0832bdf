"""Hands on [0, 1] with a parameter: end points as rational functions of it.

At one value t0 of the parameter the solver finds pure strategies: the sequence of actions along [0, 1] for both
players, and the order of all end points (`pieces`). The end points satisfy indifference equations, which are linear;
their coefficients are functions of the amounts at stake, so the end points are rational functions of the parameter.

Which strategies are optimal where? Against a step function the EV of a *course* (the player's actions at all turns)
is a linear function of the hand between two neighbouring end points. So both strategies are optimal as long as

    the end points keep their order, and
    in each cell between neighbours no course beats the player's own at either end of the cell.

All of these are signs of rational functions. Both strategies are then best responses to each other, which proves the
value: the mean EV of A's own course.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from math import lcm
from typing import Any

import numpy as np
from flint import fmpq_poly

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.progress import silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.formulas.reading import Reading
from zerosum.models.continuum.form import BettingForm, BettingTurn
from zerosum.models.continuum.response import Mix
from zerosum.models.continuum.solve.continuum import solve_continuum
from zerosum.models.continuum.solve.pieces import Pieces, cut, equations, settle, solve_exactly
from zerosum.numerics.exact import echelon_form, solve_linear
from zerosum.numerics.functions import (
    ZERO,
    DegreeError,
    FunctionVector,
    RationalFunction,
    Values,
    vector_from_values,
)
from zerosum.numerics.plane import PlaneFunction, solve_sparse
from zerosum.numerics.trace import Local

MAX_COURSES = 5000
"""Maximum number of courses of a player from one turn on."""

Course = tuple[int, ...]
"""The sequences that a player uses from one turn on, if the opponent's actions allow."""


@dataclass(frozen=True)
class FormulaSteps:
    """The value, and for each turn its steps: their ends and the index of the action."""

    value: RationalFunction
    steps: dict[int, list[tuple[RationalFunction, RationalFunction, int]]]


class ParametricHands:
    """A betting tree whose amounts are functions of a parameter, with hands on [0, 1]."""

    quotient: Callable[..., Any] = RationalFunction
    zero: Any = ZERO

    def __init__(self, form: BettingForm, reading: Reading, t: Fraction) -> None:
        """Set up; `reading` holds the constant and the stake of each leaf, and t is a value in the range."""
        self.form = form
        self.functions = list(zip(reading.functions[::2], reading.functions[1::2], strict=True))
        """Constant and stake of every leaf."""
        self.common: Any = reading.common * RationalFunction(reading.common).sign_at(t)
        self.amounts: Any = [
            tuple(f.top * (self.common // f.bottom) for f in pair) for pair in self.functions
        ]
        """The amounts as polynomials over their common denominator."""
        self.courses = {
            turn.index: list(_courses(self.form, turn)) for turn in self.form.turns if turn.parent == 0
        }

    def local(self, t: Fraction) -> Local[FormulaSteps] | None:
        """Return the formulas of the strategies that are optimal at t; None if none are proved."""
        form = self._at(t)
        assert form is not None
        return self.around(form, lambda condition: condition.sign_at(t))

    def around(self, form: BettingForm, sign: Callable[[Any], int]) -> Local[FormulaSteps] | None:
        """Return the formulas around a point, given the form at the point, and a way to find signs of functions."""
        proved = solve_continuum(form, cells=32, tolerance=1e-9, exact=True, rounds=12, progress=silent)
        if not proved.value.is_exact:
            return None
        mix: Mix = [table.astype(np.float64) for table in proved.mix]
        edges = proved.edges.astype(np.float64)
        for shared in (True, False):
            pieces = solve_exactly(form, settle(form, cut(form, mix, edges, shared)))
            if pieces is None:
                continue
            points = self._points(form, pieces)
            if points is None:
                continue
            found = self._conditions(pieces, points)
            if all(sign(condition) >= 0 for condition in found.conditions if condition):
                return found
        return None

    def _at(self, t: Fraction) -> BettingForm | None:
        """Return the form with the amounts at a value of the parameter; None at a pole."""
        try:
            leaves = [
                replace(leaf, constant=constant(t), stake=stake(t))
                for leaf, (constant, stake) in zip(self.form.leaves, self.functions, strict=True)
            ]
        except ZeroDivisionError:
            return None
        return replace(self.form, leaves=leaves)

    def _points(self, form: BettingForm, pieces: Pieces) -> FunctionVector | None:
        """Solve the equations for all points as functions of the parameter; undetermined points stay."""
        used = pieces.moving_points()
        system = equations(form, pieces)
        table = [[Fraction(row[k]) for k in used] + [-Fraction(row[1])] for row in system]
        pivots, _ = echelon_form(table)
        if len(used) in pivots:
            return None
        columns = [j for j in range(len(used)) if j in pivots]
        # an independent set of equations: the pivots of the transposed table
        lines = list(echelon_form([list(line) for line in zip(*table, strict=True)][:-1])[0]) if table else []
        fixed = {j: Fraction(pieces.points[used[j]]) for j in range(len(used)) if j not in pivots}

        def solve_at(t: int) -> Values | None:
            at = self._at(Fraction(t))
            if at is None:
                return None
            rows = list(equations(at, pieces)[lines]) if lines else list[Array]()
            lined = []
            for row in rows:
                right = -Fraction(row[1]) - sum(
                    (Fraction(row[used[j]]) * x for j, x in fixed.items()), Fraction(0)
                )
                lined.append([Fraction(row[used[j]]) for j in columns] + [right])
            found = solve_linear(lined)
            if found is None:
                return None
            places = [Fraction(0), Fraction(1), *(Fraction(0) for _ in pieces.points[2:])]
            for j, x in fixed.items():
                places[used[j]] = x
            for j, x in zip(columns, found, strict=True):
                places[used[j]] = x
            below = lcm(*(x.denominator for x in places))
            return [int(x * below) for x in places], below

        try:
            return vector_from_values(solve_at)
        except DegreeError:
            return None

    def _conditions(self, pieces: Pieces, points: FunctionVector) -> Local[FormulaSteps]:
        """Return the value, and the functions that must stay nonnegative."""
        here = pieces.points
        used = sorted({0, 1, *pieces.moving_points()}, key=lambda k: (here[k], k != 0))
        order = [used[0]]
        for k in used[1:]:
            if here[k] > here[order[-1]]:
                order.append(k)
        tops, bottom = points.tops, points.bottom
        quotient = self.quotient
        conditions = [quotient(self.common)]
        conditions += [quotient(tops[b] - tops[a], bottom) for a, b in pairwise(order)]
        for k in used:  # points that coincide at t0 must coincide everywhere
            same = next(j for j in order if here[j] == here[k])
            if tops[k] != tops[same]:
                conditions += [quotient(tops[k] - tops[same], bottom)]
                conditions += [quotient(tops[same] - tops[k], bottom)]
        # in each cell, at both of its ends, no course earns more than the own one; of A's own courses the mean over
        # the cells is the value
        value = self.zero
        worth = _Worth(self, pieces, tops)
        for side in SIDES:
            for turn in self.form.of(side):
                if turn.parent != 0 or not pieces.of[turn.index]:
                    continue
                for a, b in pairwise(order):
                    own = self._own(pieces, turn, here[a], here[b])
                    mine = [worth.of(side, own, point) for point in (a, b)]
                    if side == "row":
                        value += (tops[b] - tops[a]) * (mine[0] + mine[1]) / 2
                    for course in self.courses[turn.index]:
                        if course != own:
                            for point, best in zip((a, b), mine, strict=True):
                                gap = best - worth.of(side, course, point)
                                if gap:
                                    conditions.append(quotient(gap, bottom * self.common))
        free = worth.of("row", (0,), 1)  # leaves without any action of A's
        total = quotient(value, bottom * bottom * self.common) + quotient(free, bottom * self.common)
        steps = {
            turn.index: [(points[p.low], points[p.high], p.action) for p in pieces.of[turn.index]]
            for turn in self.form.turns
        }
        return Local(FormulaSteps(total, steps), conditions)

    def _own(self, pieces: Pieces, turn: BettingTurn, low: Fraction, high: Fraction) -> Course:
        """Return the player's own actions with the hands of a cell at a turn and after it."""
        middle = (low + high) / 2
        action = next(
            (
                p.action
                for p in pieces.of[turn.index]
                if pieces.points[p.low] < middle < pieces.points[p.high]
            ),
            0,
        )
        sequence = turn.sequences[action]
        found = [sequence]
        for later in self.form.of(turn.player):
            if later.parent == sequence:
                found += self._own(pieces, later, low, high)
        return tuple(found)


class PlaneHands(ParametricHands):
    """A betting tree on [0, 1] with two parameters, around one point."""

    quotient = staticmethod(lambda top, bottom=PlaneFunction.of(1): top / bottom)  # noqa: B008
    zero = PlaneFunction.of(0)

    def __init__(self, form: BettingForm, numbers: list[PlaneFunction]) -> None:
        """Set up; `numbers` are the constant and the stake of each leaf."""
        self.form = form
        self.common: Any = PlaneFunction.of(1)
        self.amounts: Any = list(zip(numbers[::2], numbers[1::2], strict=True))
        self.courses = {turn.index: list(_courses(form, turn)) for turn in form.turns if turn.parent == 0}

    def _points(self, form: BettingForm, pieces: Pieces) -> Any:
        """Solve the equations for all points as functions of both parameters."""
        used = pieces.moving_points()
        table = [[Fraction(row[k]) for k in used] + [-Fraction(row[1])] for row in equations(form, pieces)]
        pivots, _ = echelon_form(table)
        if len(used) in pivots:
            return None
        lines = list(echelon_form([list(line) for line in zip(*table, strict=True)][:-1])[0]) if table else []
        leaves = [
            replace(leaf, constant=constant, stake=stake)
            for leaf, (constant, stake) in zip(form.leaves, self.amounts, strict=True)
        ]
        rows: list[Any] = list(equations(replace(form, leaves=leaves), pieces))
        free = [j for j in range(len(used)) if j not in pivots]
        places = {k: PlaneFunction.of(int(k == 1)) for k in (0, 1)}
        places |= {used[j]: PlaneFunction.of(Fraction(pieces.points[used[j]])) for j in free}
        columns = [used[j] for j in range(len(used)) if j in pivots]
        right = [-sum((rows[i][k] * at for k, at in places.items()), self.zero) for i in lines]
        system = [
            {
                j: rows[i][k]
                for j, k in enumerate(columns)
                if isinstance(rows[i][k], PlaneFunction) or rows[i][k]
            }
            for i in lines
        ]
        found = solve_sparse([{j: a for j, a in row.items() if a} for row in system], right)
        if found is None:
            return None
        places |= {k: self.zero + at for k, at in zip(columns, found, strict=True)}
        return PlanePoints([places.get(k, self.zero) for k in range(len(pieces.points))])


@dataclass(frozen=True)
class PlanePoints:
    """Points as functions of two parameters; they have no common denominator."""

    tops: list[PlaneFunction]
    bottom: PlaneFunction = PlaneFunction.of(1)  # noqa: RUF009

    def __getitem__(self, k: int) -> PlaneFunction:
        return self.tops[k]


def _courses(form: BettingForm, turn: BettingTurn) -> Iterator[Course]:
    """Yield all of a player's lines of play from a turn."""
    children = form.children(turn.player)

    def below(turn: BettingTurn) -> Iterator[Course]:
        for sequence in turn.sequences:
            for parts in product(*(list(below(child)) for child in children[sequence])):
                yield (sequence, *(s for part in parts for s in part))

    for count, course in enumerate(below(turn)):
        if count > MAX_COURSES:
            raise InputError("the betting tree is too large for a formula; use fewer bets or raises")
        yield course


class _Worth:
    """The EVs of lines of play at points, multiplied by the common denominators of amounts and points."""

    def __init__(self, hands: ParametricHands, pieces: Pieces, tops: list[fmpq_poly]) -> None:
        self.hands, self.pieces, self.tops = hands, pieces, tops
        self.known: dict[tuple[Side, int, int], fmpq_poly] = {}
        self.spans: dict[tuple[Side, int], list[tuple[int, int]]] = {
            ("row", 0): [(0, 1)],
            ("col", 0): [(0, 1)],
        }
        for turn in hands.form.turns:
            for k, sequence in enumerate(turn.sequences):
                self.spans[turn.player, sequence] = [
                    (p.low, p.high) for p in pieces.of[turn.index] if p.action == k
                ]

    def of(self, side: Side, course: Course, point: int) -> Any:
        """Return the EV of a line with the hand at a point."""
        total = self.hands.zero
        for sequence in course:
            total += self._sequence(side, sequence, point)
        return total

    def _sequence(self, side: Side, sequence: int, point: int) -> Any:
        """Return the EV of the leaves directly after a sequence, with the hand at a point."""
        key = side, sequence, point
        if key not in self.known:
            total = self.hands.zero
            for leaf, (constant, stake) in zip(self.hands.form.leaves, self.hands.amounts, strict=True):
                if leaf.sequence(side) == sequence:
                    theirs = leaf.sequence(other(side))
                    whole = self._below(other(side), theirs, 1)
                    total += (constant if side == "row" else -constant) * whole
                    if stake:
                        total += stake * (self._below(other(side), theirs, point) * 2 - whole)
            self.known[key] = total
        return self.known[key]

    def _below(self, side: Side, sequence: int, point: int) -> Any:
        """Return the mass of a player's hands that take a sequence and lie below a point."""
        here, total = self.pieces.points[point], self.hands.zero
        for low, high in self.spans[side, sequence]:
            if self.pieces.points[low] < here:
                total += self.tops[high if self.pieces.points[high] <= here else point] - self.tops[low]
        return total
