"""The solver of hidden games: the sequence form as a linear program, in fractions where it can be, proved in any case.

    bilinear    the game as arrays
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
from typing import Annotated

from zerosum.errors import InputError
from zerosum.models.hidden import HiddenGame
from zerosum.models.hidden_form import discover
from zerosum.progress import Progress, silent
from zerosum.solution import Value
from zerosum.solvers.hidden.bilinear import Bilinear, bilinear
from zerosum.solvers.hidden.plan import Plan, enclosed, plan_from, proved
from zerosum.solvers.hidden.program import TREMBLE, Program, in_fractions
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
    value, row, col, method = solve_bilinear(bilinear(form), exact=not numeric)
    ended = time.perf_counter()
    return solution_of(game, form, value, {"row": row, "col": col}, method, (found - began, ended - found))


def solve_bilinear(game: Bilinear, *, exact: bool) -> tuple[Value, Plan, Plan, str]:
    """The value, both plans, and how they were found."""
    program = Program(game)
    vertex = program.solve(TREMBLE)
    if exact and game.exact:
        for tremble in (TREMBLE, 0.0):
            whole = in_fractions(game, vertex if tremble else program.solve(0.0))
            value = proved(game, *whole) if whole is not None else None
            if whole is not None and value is not None:
                row, col = whole
                plans = plan_from(game, "row", row, col), plan_from(game, "col", col, row)
                return value, *plans, "linear program of the sequence form, basis solved in fractions"
    vertex = program.solve(0.0)
    value, x, y = enclosed(game, vertex.row, vertex.col)
    return (
        value,
        plan_from(game, "row", x, y),
        plan_from(game, "col", y, x),
        "linear program of the sequence form",
    )
