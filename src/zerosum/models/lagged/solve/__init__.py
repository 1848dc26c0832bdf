"""Lagged games, solved: concave piecewise-linear functions, no grid, bounds from both sides.

`units` brings the payoffs to a size of about 1, `operator` has the recursion, `concave` the one operation it
needs, `iteration` finds functions that the recursion only shifts, with leaps from `newton`, `coarse` makes do with few
corners where that fails, `certify` turns any functions into rigorous bounds, `strategy` reads off optimal play, and
`confine`, `levels`, `reach` and `starts` treat boards whose value depends on the start.

Reference: T. S. Ferguson and L. S. Shapley, Gleason's Game.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.lagged.answer import LaggedSolution, chances, enclosed
from zerosum.models.lagged.rules import Board, LaggedGame
from zerosum.models.lagged.solve.certify import Drift, drift, start_value
from zerosum.models.lagged.solve.coarse import coarsened
from zerosum.models.lagged.solve.concave import hull
from zerosum.models.lagged.solve.grid import hoffman_karp
from zerosum.models.lagged.solve.iteration import Result, iterate
from zerosum.models.lagged.solve.levels import SCALE as STRETCHED
from zerosum.models.lagged.solve.levels import stretched
from zerosum.models.lagged.solve.operator import COL, ROW, Operator
from zerosum.models.lagged.solve.scale import FLOATS, Scale, within_floats
from zerosum.models.lagged.solve.starts import values_by_start
from zerosum.models.lagged.solve.strategy import first_moves, optimal_moves
from zerosum.models.lagged.solve.units import Units

__all__ = ["LaggedSolution", "solve"]

FEW_PIECES, FEW_ROUNDS = 10_000, 160
"""Most boards are done with fewer pieces and rounds; on the others corners are chosen by where play goes."""
FINEST = 5000
"""The finest grid, beyond the paper's 1600."""
EXACT_PIECES = 100_000
"""Functions with more pieces are certified in floats, which is fast and costs about 1e-12."""

Found = tuple[Operator, Result, str]
"""The arithmetic that was used, what was found in it, and how."""


def solve(
    game: LaggedGame,
    *,
    digits: Annotated[int, "digits of the value, for payoffs of about 1; above 12, extended precision"] = 12,
    discount: Annotated[Fraction | None, "discount each move by this factor, instead of the average"] = None,
    pieces: Annotated[int, "stop when the functions have this many pieces together"] = 1_000_000,
    grid: Annotated[
        int, "instead: Hoffman and Karp's method with probabilities on a grid of 1/n, as the paper did"
    ] = 0,
    progress: Progress = silent,
) -> LaggedSolution:
    """Solve a lagged game: value, both players' functions and optimal play."""
    began = time.perf_counter()
    _check(digits, discount, pieces, grid)
    given, beta = game.layout(), Fraction(1 if discount is None else discount)
    units = Units.of(given, beta)
    board = units.board(given)
    if grid:
        operator, result, how = _on_grid(Operator(board, FLOATS), grid, units)
    else:
        operator, result, how = _iterated(board, beta, digits, pieces, progress)
    drifts, (row, col) = _certified(operator, result)
    within = Value(max(row.lower, col.lower), min(row.upper, col.upper))
    goal, starts = Fraction(1, 10**digits), None
    if beta == 1:
        starts = values_by_start(board, units, result, within, goal, progress)

    def told(value: Value) -> Value:
        return enclosed(value, digits, units.unit)

    first = first_moves(operator, result.col)
    return LaggedSolution(
        game=game,
        where={} if discount is None else {"discount": discount},
        value=told(units.value(within) if starts is None else starts.values[board.start]),
        row=chances(first[ROW]),
        col=chances(first[COL]),
        method=how,
        positions=result.pieces,
        seconds=time.perf_counter() - began,
        board=given,
        discount=beta,
        functions=(units.functions(result.row), units.functions(result.col)),
        drifts=(units.drift(drifts[ROW], ROW), units.drift(drifts[COL], COL)),
        formulations=(told(units.value(row)), told(units.value(col))),
        next_moves=(optimal_moves(operator, result.row, ROW), optimal_moves(operator, result.col, COL)),
        first=first,
        digits=digits,
        secured=units.value(within),
        by_start={} if starts is None else {given.names[k]: told(v) for k, v in starts.apart.items()},
        ended=result.ended if starts is None else starts.ended,
    )


def _check(digits: int, discount: Fraction | None, pieces: int, grid: int) -> None:
    """Refuse what cannot be asked."""
    if not 1 <= digits <= 300:
        raise InputError(f"digits must be a number from 1 to 300, not {digits}")
    if discount is not None and not 0 < discount < 1:
        raise InputError(f"discount must be a number between 0 and 1, not {discount}")
    if pieces < 1:
        raise InputError(f"pieces must be a number from 1 on, not {pieces}")
    if (grid and discount is not None) or not 0 <= grid <= FINEST:
        raise InputError(f"a grid has from 1 to {FINEST} steps, and no discount")


def _iterated(board: Board, beta: Fraction, digits: int, pieces: int, progress: Progress) -> Found:
    """Functions whose gap gives the digits asked for: in floats, and then in fixed point if floats fall short."""
    goal = Fraction(1, 10**digits) * (Fraction(3, 2) if beta == 1 else (1 - beta**2) / 2)
    wider = 1 if beta == 1 else 3
    rough = wider * within_floats(goal / wider, board.payoffs)
    operator = Operator(board, FLOATS, beta)
    if beta == 1:
        operator, result = _undiscounted(operator, float(rough), pieces, progress)
    else:
        result = iterate(operator, operator.zero(ROW), float(rough), pieces, progress)
    if rough > goal and result.ended == "done" and not operator.scale.bits:
        scale = Scale(int(np.log2(10) * (digits + 6) - float(np.log2(float(goal * 10**digits)))) + 8)
        operator = Operator(board, scale, beta)
        warm = {node: f.convert(scale) for node, f in result.row.items()}
        result = iterate(operator, warm, float(goal), pieces, progress)
    how = f"value iteration on concave functions, {_rounds(result)}, {_arithmetic(operator, result)}"
    return operator, result, how


def _on_grid(operator: Operator, n: int, units: Units) -> Found:
    """The grid's relative values as functions, and what was done, with the paper's two bounds."""
    found = hoffman_karp(operator.board, n)
    q = np.linspace(0, 1, n + 1)
    row = {node: hull(q, found.W[node], FLOATS) for node in operator.nodes(ROW)}
    result = Result(row, operator.answer(row, COL), 2 * (found.upper - found.lower), found.rounds, "done")
    bounds = units.value(Value(found.lower, found.upper))
    told = f"V_lower = {float(bounds.lower):.5f}, V_upper = {float(bounds.upper):.5f} in floats"
    how = f"Hoffman and Karp on a grid of 1/{n}, {_rounds(result)}: {told}; certified in fixed point"
    return operator, result, how


def _undiscounted(
    operator: Operator, goal: float, pieces: int, progress: Progress
) -> tuple[Operator, Result]:
    """Iteration; on a board that is not done soon, corners where play goes, and then functions that grow."""
    few = min(pieces, FEW_PIECES)
    soon = iterate(operator, operator.zero(ROW), goal, few, progress, most_rounds=FEW_ROUNDS)
    if soon.ended == "done" or soon.pieces > pieces:
        return operator, soon
    found = coarsened(operator, soon, goal, pieces, progress)
    if found.ended in ("done", "pieces"):
        return operator, found
    return _stretched(operator.board, found, Fraction(goal))


def _stretched(board: Board, result: Result, goal: Fraction) -> tuple[Operator, Result]:
    """The result with each player's functions replaced by ones that have grown by doubling, where those secure more."""
    operator = Operator(board, STRETCHED)
    sure = []
    for player, functions in ((ROW, result.row), (COL, result.col)):
        given = {node: f.convert(STRETCHED) for node, f in functions.items()}
        both = [(drift(operator, w, player).least, w) for w in (given, stretched(operator, player, goal / 2))]
        sure.append(max(both, key=lambda one: one[0]))
    (row, own), (col, others) = sure
    ended = "grown" if -col - row <= goal else "stalled"
    return operator, replace(result, row=own, col=others, gap=float(-col - row), ended=ended)


def _certified(operator: Operator, result: Result) -> tuple[tuple[Drift, Drift], tuple[Value, Value]]:
    """Rigorous bounds from each player's formulation."""
    bits = operator.scale.bits or (96 if result.pieces <= EXACT_PIECES else 0)
    judge = Operator(operator.board, Scale(bits), operator.discount)
    drifts = drift(judge, result.row, ROW), drift(judge, result.col, COL)
    if operator.discount < 1:
        found = [start_value(judge, f, p, drifts[p]) for p, f in ((ROW, result.row), (COL, result.col))]
        return drifts, (Value(found[0].least, found[0].most), Value(found[1].least, found[1].most))
    row, col = (Value(d.least / 2, d.most / 2) for d in drifts)
    return drifts, (row, -col)


def _rounds(result: Result) -> str:
    """How many rounds it took."""
    return f"{result.rounds} round{'s' * (result.rounds != 1)}"


def _arithmetic(operator: Operator, result: Result) -> str:
    """In which numbers the work was done."""
    if operator.scale.bits:
        return f"{operator.scale.bits} binary digits"
    return (
        "floats, certified in fixed point" if result.pieces <= EXACT_PIECES else "floats with rounding slack"
    )
