"""The solver of lagged games: concave piecewise-linear functions, no grid, bounds from both sides.

`iteration` finds functions that the recursion shifts by a constant, by value iteration with Newton's steps; for many
digits, `chains` computes only the break points that play needs. Where iteration fails, `coarse` gets bounds from few
break points, and `levels` from functions that grow without limit. `regions` treats boards whose value depends on the
start. `recursion.drift` turns any functions into rigorous bounds, and `strategy` derives optimal play from them.

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
from zerosum.models.lagged.answer import LaggedSolution, as_strategy, round_outward
from zerosum.models.lagged.functions import FLOATS, Scale, within_floats
from zerosum.models.lagged.recursion import COL, ROW, Drift, Operator, Units, drift, start_value
from zerosum.models.lagged.rules import Board, LaggedGame
from zerosum.models.lagged.solve.chains import refine
from zerosum.models.lagged.solve.coarse import choose_break_points
from zerosum.models.lagged.solve.iteration import IterationResult, iterate
from zerosum.models.lagged.solve.levels import GROWN_SCALE, grow_functions
from zerosum.models.lagged.solve.regions import values_by_start
from zerosum.models.lagged.strategy import first_moves, optimal_moves

FEW_PIECES, FEW_ROUNDS = 10_000, 160
"""Limits on pieces and rounds of the first attempt; on boards that need more, break points are chosen where play
leads.
"""
MIN_GAP = 1e-300
"""The smallest gap that can be the goal of iteration."""
THOROUGH = 30
"""Up to this number of digits, functions are found on all of [0, 1]; for more digits, only where play leads."""
EXACT_PIECES = 100_000
"""Functions with more pieces than this are certified in floats, which is fast and costs about 1e-12."""

FoundFunctions = tuple[Operator, IterationResult, str]
"""The functions that were found, their arithmetic, and the method."""


def solve(
    game: LaggedGame,
    *,
    digits: Annotated[int, "digits of the value, for payoffs of about 1; above 12, extended precision"] = 12,
    discount: Annotated[Fraction | None, "discount factor per move, instead of the average payoff"] = None,
    pieces: Annotated[int, "maximum total number of pieces of the functions"] = 1_000_000,
    progress: Progress = silent,
) -> LaggedSolution:
    """Solve a lagged game: value, both players' functions and optimal play."""
    began = time.perf_counter()
    if not 1 <= digits <= 1000:
        raise InputError(f"digits must be a number from 1 to 1000, not {digits}")
    if discount is not None and not 0 < discount < 1:
        raise InputError(f"discount must be a number between 0 and 1, not {discount}")
    if pieces < 1:
        raise InputError(f"pieces must be at least 1, not {pieces}")
    given, beta = game.layout(), Fraction(1 if discount is None else discount)
    units = Units.of(given, beta)
    board = units.board(given)
    operator, result, how = _iterate(board, beta, digits, pieces, progress)
    drifts, (row, col) = _certify(operator, result)
    within = Value(row.lower, col.upper)  # the guarantees of the two strategies
    goal = Fraction(1, 10**digits)
    starts = values_by_start(board, units, result, within, goal, progress) if beta == 1 else None
    value, by_start = units.value(within), dict[int, Value]()
    if starts is not None:
        value, by_start = starts.values[board.start], starts.apart

    def printed(value: Value) -> Value:
        return round_outward(value, digits, units.unit)

    first = first_moves(operator, result.col)
    return LaggedSolution(
        game=game,
        position_keys={} if discount is None else {"discount": discount},
        value=printed(value),
        row=as_strategy(first[ROW]),
        col=as_strategy(first[COL]),
        method=how,
        positions=result.pieces,
        seconds=time.perf_counter() - began,
        board=given,
        discount=beta,
        functions=(units.functions(result.row), units.functions(result.col)),
        drifts=(units.drift(drifts[ROW], ROW), units.drift(drifts[COL], COL)),
        formulations=(printed(units.value(row)), printed(units.value(col))),
        next_moves=(optimal_moves(operator, result.row, ROW), optimal_moves(operator, result.col, COL)),
        first=first,
        digits=digits,
        secured=units.value(within),
        by_start={given.names[k]: printed(v) for k, v in by_start.items()},
        ended=result.ended if starts is None else starts.ended,
    )


def _iterate(board: Board, beta: Fraction, digits: int, pieces: int, progress: Progress) -> FoundFunctions:
    """Return functions whose gap gives the requested digits, in floats and then, if needed, in fixed point."""
    goal = Fraction(1, 10**digits) * (Fraction(3, 2) if beta == 1 else (1 - beta**2) / 2)
    wider = 1 if beta == 1 else 3
    rough = wider * within_floats(goal / wider, board.payoffs)
    operator = Operator(board, FLOATS, beta)
    if beta == 1:
        operator, result = _iterate_average(operator, float(rough), pieces, progress)
    else:
        result = iterate(operator, operator.zero(ROW), float(rough), pieces, progress)
    if rough > goal and result.ended == "done" and not operator.scale.bits:
        scale = Scale(int(np.log2(10) * (digits + 6) - float(np.log2(float(goal * 10**digits)))) + 8)
        refined = refine(board, result, goal, digits, progress) if beta == 1 and digits > THOROUGH else None
        if refined is not None:
            operator, result = refined
        else:
            operator = Operator(board, scale, beta)
            warm = {node: f.convert(scale) for node, f in result.row.items()}
            result = iterate(operator, warm, max(float(goal), MIN_GAP), pieces, progress)
            if result.ended == "done" and goal < MIN_GAP:
                result = replace(result, ended="smallest")
    if operator.scale.bits:
        arithmetic = f"{operator.scale.bits} binary digits"
    elif result.pieces <= EXACT_PIECES:
        arithmetic = "floats, certified in fixed point"
    else:
        arithmetic = "floats with rounding slack"
    steps = "value iteration and Newton's steps" if result.ended == "chains" else "value iteration"
    return operator, result, f"{steps} on concave functions, {_rounds(result)}, {arithmetic}"


def _iterate_average(
    operator: Operator, goal: float, pieces: int, progress: Progress
) -> tuple[Operator, IterationResult]:
    """Return functions from iteration; on a slow board, first with few break points, where play leads."""
    few = min(pieces, FEW_PIECES)
    soon = iterate(operator, operator.zero(ROW), goal, few, progress, most_rounds=FEW_ROUNDS)
    if soon.ended == "done" or soon.pieces > pieces:
        return operator, soon
    result = choose_break_points(operator, soon, goal, pieces, progress)
    if result.ended in ("done", "pieces"):
        return operator, result
    # replace each player's functions by functions grown by doubling if these guarantee more
    finer, best = Operator(operator.board, GROWN_SCALE), []
    for player, functions in ((ROW, result.row), (COL, result.col)):
        given = {node: f.convert(GROWN_SCALE) for node, f in functions.items()}
        both = (given, grow_functions(finer, player, Fraction(goal) / 2))
        best.append(max(((drift(finer, w, player).least, w) for w in both), key=lambda one: one[0]))
    (least_row, row), (least_col, col) = best
    ended = "grown" if -least_col - least_row <= Fraction(goal) else "stalled"
    return finer, replace(result, row=row, col=col, gap=float(-least_col - least_row), ended=ended)


def _certify(operator: Operator, result: IterationResult) -> tuple[tuple[Drift, Drift], tuple[Value, Value]]:
    """Return rigorous bounds from both players' functions."""
    bits = operator.scale.bits or (96 if result.pieces <= EXACT_PIECES else 0)
    judge = Operator(operator.board, Scale(bits), operator.discount)
    drifts = drift(judge, result.row, ROW), drift(judge, result.col, COL)
    if operator.discount < 1:
        found = [start_value(judge, f, p, drifts[p]) for p, f in ((ROW, result.row), (COL, result.col))]
        return drifts, (Value(found[0].least, found[0].most), Value(found[1].least, found[1].most))
    row, col = (Value(d.least / 2, d.most / 2) for d in drifts)
    return drifts, (row, -col)


def _rounds(result: IterationResult) -> str:
    """Return the number of rounds in words."""
    return f"{result.rounds} round{'s' * (result.rounds != 1)}"
