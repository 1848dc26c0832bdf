"""Lagged games, solved: concave piecewise-linear functions, no grid, bounds from both sides.

`units` brings the payoffs to a size of about 1, `operator` has the recursion, `concave` the one operation it
needs, `iteration` finds functions that the recursion only shifts, with leaps from `newton`, `certify` turns any
functions into rigorous bounds, `strategy` reads off optimal play, and `confine` and `starts` treat boards whose value
depends on the start.

Reference: T. S. Ferguson and L. S. Shapley, Gleason's Game.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.errors import InputError
from zerosum.models.lagged import Board, LaggedGame
from zerosum.progress import Progress, silent
from zerosum.reports.table import Table
from zerosum.sides import SIDES
from zerosum.solution import Value
from zerosum.solvers.lagged.certify import Drift, drift, start_value
from zerosum.solvers.lagged.iteration import Result, iterate
from zerosum.solvers.lagged.operator import COL, ROW, Operator
from zerosum.solvers.lagged.scale import FLOATS, Scale
from zerosum.solvers.lagged.solution import LaggedSolution, chances, enclosed, pair_table
from zerosum.solvers.lagged.starts import WIDE, report_on_starts
from zerosum.solvers.lagged.strategy import Plan, first_moves, plans
from zerosum.solvers.lagged.units import Units

__all__ = ["LaggedSolution", "solve"]

EXITS_TOLD = "The two exits of a node are cc and cl, on a ring counterclockwise and clockwise."
"""What the tables' letters mean."""
NODES_SHOWN = 3
"""A table of next moves has at most so many nodes, so that a terminal holds it."""
EXACT_PIECES = 20_000
"""Functions with more pieces are certified in floats, which is fast and costs about 1e-12."""


def solve(
    game: LaggedGame,
    *,
    digits: Annotated[int, "digits of the value, for payoffs of about 1; above 12, extended precision"] = 12,
    discount: Annotated[Fraction | None, "discount each move by this factor, instead of the average"] = None,
    pieces: Annotated[int, "stop when the functions have this many pieces together"] = 300_000,
    progress: Progress = silent,
) -> LaggedSolution:
    """Solve a lagged game: value, both players' functions and optimal play."""
    began = time.perf_counter()
    if not 1 <= digits <= 300:
        raise InputError(f"--digits takes a number from 1 to 300, not {digits}")
    if discount is not None and not 0 < discount < 1:
        raise InputError(f"--discount takes a number between 0 and 1, not {discount}")
    if pieces < 1:
        raise InputError(f"--pieces takes a number from 1 on, not {pieces}")
    given, beta = game.layout(), Fraction(1 if discount is None else discount)
    units = Units.of(given, beta)
    board = units.board(given)
    operator, result = _iterated(board, beta, digits, pieces, progress)
    drifts, found = _certified(operator, result)
    within = Value(max(v.lower for v in found), min(v.upper for v in found))
    play = (plans(operator, result.row, ROW), plans(operator, result.col, COL))
    both = units.value(found[ROW]), units.value(found[COL])
    notes = [EXITS_TOLD, _formulations(both, digits, units.unit), *_why_it_ended(result)]
    tables = _pairs(play, board)
    if beta == 1:
        report = report_on_starts(board, units, result, within, progress)
        value, notes, tables = report.value, [*notes, *report.notes], [*tables, *report.tables]
    else:
        value = units.value(within)
        each = float((1 - beta) * value.middle)
        notes += [f"The value is the discounted sum; times 1 - β it is {each:.12g} per move."]
    first = first_moves(operator, result.col)
    return LaggedSolution(
        game=game,
        where={} if discount is None else {"discount": discount},
        title=game.title if discount is None else f"{game.title} · discount {discount}",
        value=enclosed(value, digits, units.unit),
        row=chances(first[ROW]),
        col=chances(first[COL]),
        move="first move",
        method=f"value iteration on concave functions, {_rounds(result)}, {_arithmetic(operator, result)}",
        positions=result.pieces,
        seconds=time.perf_counter() - began,
        tables=tables,
        notes=notes,
        board=given,
        discount=beta,
        functions=(units.functions(result.row), units.functions(result.col)),
        drifts=(units.drift(drifts[ROW], ROW), units.drift(drifts[COL], COL)),
        formulations=both,
        plans=play,
        first=first,
        digits=digits,
    )


def _iterated(
    board: Board, beta: Fraction, digits: int, pieces: int, progress: Progress
) -> tuple[Operator, Result]:
    """Functions whose gap gives the digits asked for: in floats, and then in fixed point if floats fall short."""
    goal = Fraction(1, 10**digits) * (Fraction(3, 2) if beta == 1 else (1 - beta**2) / 2)
    size = max([Fraction(4), *(abs(a) for a in board.payoffs)])
    rough = max(goal, Fraction(4, 10**14) * size * (1 if beta == 1 else 3))
    operator = Operator(board, FLOATS, beta)
    result = iterate(operator, operator.zero(ROW), float(rough), pieces, progress)
    if rough == goal or result.ended != "done":
        return operator, result
    scale = Scale(int(np.log2(10) * (digits + 6) - float(np.log2(float(goal * 10**digits)))) + 8)
    operator = Operator(board, scale, beta)
    warm = {node: f.convert(scale) for node, f in result.row.items()}
    return operator, iterate(operator, warm, float(goal), pieces, progress)


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


def _why_it_ended(result: Result) -> list[str]:
    """What stopped the iteration, if it was not the gap."""
    if result.ended == "pieces":
        return [
            "Stopped at the number of pieces allowed, short of the digits asked for; --pieces takes more."
        ]
    if result.ended != "done" and result.gap / 2 <= WIDE:
        return ["On this board the gap closes only slowly, like a power of the number of rounds."]
    return []


def _formulations(both: Sequence[Value], digits: int, unit: Fraction) -> str:
    """What each player's formulation gives, as a sentence."""
    row, col = (enclosed(v, digits, unit) for v in both)
    return f"The row player's formulation gives {row}, the column player's {col}."


def _pairs(play: Sequence[dict[int, Plan]], board: Board) -> list[Table]:
    """The players' next moves at a few q, on boards small enough to show, a few nodes to a table."""
    if board.size > 5:
        return []
    tables = []
    for name, plan in zip(SIDES, play, strict=True):
        title = f"{name} left node k, going cc with probability q: cc next after cc (r), after cl (s)"
        nodes = list(plan)
        for first in range(0, len(nodes), NODES_SHOWN):
            some = {node: plan[node] for node in nodes[first : first + NODES_SHOWN]}
            tables.append(pair_table(some, board, title if first == 0 else f"{name}, further nodes"))
    return tables


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
