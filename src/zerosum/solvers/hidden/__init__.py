"""The solver of hidden games: the sequence form as a linear program, in fractions where it can be, proved in any case.

    bilinear    the game as arrays
    reduce      dominated and forced moves taken out
    program     the linear program, and fractions from its basis
    rational    systems of integer equations, solved in fractions
    plan        a strategy, and what it guarantees
    solution    the answer, as a person reads it

The rules are run through once (`zerosum.models.hidden_form`). The program gives an optimal vertex; its basis, solved
in integers, gives strategies in fractions, and exact best replies to both prove the value. Where fractions are not
to be had, best replies with outward rounding enclose it.

Off the path: with a small chance of a tremble each player plays all moves alike, and the strategies are optimal for
that game as the chance goes to 0. So they answer blunders by moves that are not dominated, also where a blunder is
never made. Where a player's own moves never lead, the move is a best reply to the opponent's strategy with such
trembles.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated, Any

from zerosum.errors import InputError
from zerosum.models.hidden import HiddenGame
from zerosum.models.hidden_form import discover
from zerosum.progress import Progress, silent
from zerosum.sides import Side
from zerosum.solution import Value
from zerosum.solvers.hidden.bilinear import Bilinear, bilinear
from zerosum.solvers.hidden.plan import Plan, enclosed, plans_from, proved
from zerosum.solvers.hidden.program import TREMBLE, Program, in_fractions
from zerosum.solvers.hidden.reduce import Reduced, reduced
from zerosum.solvers.hidden.solution import HiddenSolution, solution_of

__all__ = ["HiddenSolution", "solve", "solve_bilinear"]


def solve(
    game: HiddenGame,
    *,
    progress: Progress = silent,
    numeric: Annotated[bool, "be content with floats, and look for no fractions"] = False,
    limit: Annotated[int, "give up on a game with more positions than this"] = 50_000_000,
) -> HiddenSolution:
    """Value and optimal strategies of a hidden game."""
    if limit < 1:
        raise InputError(f"the limit of positions must be at least 1, not {limit}")
    began = time.perf_counter()
    form = discover(game, limit=limit, progress=progress)
    found = time.perf_counter()
    value, plans, method = solve_bilinear(bilinear(form), exact=not numeric)
    ended = time.perf_counter()
    return solution_of(game, form, value, plans, method, (found - began, ended - found))


def solve_bilinear(game: Bilinear, *, exact: bool) -> tuple[Value, dict[Side, Plan], str]:
    """The value, both plans, and how they were found."""
    less = reduced(game)
    program = Program(less.game)
    vertex = program.solve(TREMBLE)
    method = "linear program of the sequence form"
    if exact and game.exact:
        for tremble in (TREMBLE, 0.0):
            whole = in_fractions(less.game, vertex if tremble else program.solve(0.0))
            if whole is not None:
                plans = plans_from(game, _back(less, *whole), less)
                value = proved(game, plans["row"].reach, plans["col"].reach)
                if value is not None:
                    return value, plans, f"{method}, basis solved in fractions"
    vertex = program.solve(0.0)
    plans = plans_from(game, _back(less, vertex.row, vertex.col), less)
    value, row, col = enclosed(game, plans["row"].reach, plans["col"].reach)
    return value, {"row": replace(plans["row"], reach=row), "col": replace(plans["col"], reach=col)}, method


def _back(less: Reduced, row: Any, col: Any) -> dict[Side, Any]:
    """Reaches of the whole game."""
    return {"row": less.carried_back("row", row), "col": less.carried_back("col", col)}
