"""The solver of hidden games: the sequence form as a linear program, in fractions where it can be, proved in any case.

    bilinear    the game as arrays
    reduce      dominated and forced moves taken out
    program     the linear program, and fractions from its basis
    rational    systems of integer equations, solved in fractions
    regret      large games, by regret matching
    reaches     a strategy, and what it guarantees
    pure        what pure strategies guarantee
    extremes    the range over optimal strategies against a rival
    solution    the answer, as a person reads it

The rules are run through once (`zerosum.models.hidden.search`). The program gives an optimal vertex; fractions next to
its floats, or else its basis solved in integers, give strategies in fractions, and exact best replies to both prove the
value. Where fractions are not to be had, best replies with outward rounding enclose it.

Off the path: with a small chance of a tremble each player plays all moves alike, and the strategies are optimal for
that game as the chance goes to 0. So they answer blunders by moves that are not dominated, also where a blunder is
never made. Where a player's own moves never lead, the move is a best reply to the opponent's strategy with such
trembles.
"""

from __future__ import annotations

import time
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.models.hidden.answer import HiddenSolution, solution_of
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve.bilinear import Bilinear, bilinear
from zerosum.models.hidden.solve.program import TREMBLE, Program
from zerosum.models.hidden.solve.pure import best_pure
from zerosum.models.hidden.solve.reaches import Reaches, enclosed, proved, reaches_from
from zerosum.models.hidden.solve.reduce import Reduced, reduced

__all__ = ["HiddenSolution", "solve", "solve_bilinear"]

MOST_IN_A_PROGRAM = 20_000
"""Games with more sequences, dominated ones aside, are solved by regret matching."""


def solve(
    game: HiddenGame,
    *,
    progress: Progress = silent,
    numeric: Annotated[bool, "be content with floats, and look for no fractions"] = False,
    first_order: Annotated[bool, "use the method for large games, however small this one is"] = False,
    tolerance: Annotated[float, "the gap at which the method for large games stops"] = 1e-4,
    rounds: Annotated[int, "how many rounds the method for large games has at most"] = 100_000,
    pure: Annotated[bool, "also what the best pure strategies guarantee"] = False,
) -> HiddenSolution:
    """Value and optimal strategies of a hidden game."""
    if rounds < 1:
        raise InputError(f"the number of rounds must be at least 1, and {rounds} is not")
    if not tolerance > 0:
        raise InputError(f"the tolerance must be positive, and {tolerance} is not; 1e-4 is usual")
    began = time.perf_counter()
    form = discover(game, progress=progress)
    whole = bilinear(form)
    less = reduced(whole)
    if first_order or less.game.row.sequences + less.game.col.sequences > MOST_IN_A_PROGRAM:
        found = solve_largely(whole, less, tolerance, rounds, progress)
    else:
        found = solve_bilinear(whole, less, exact=not numeric)
    searched = less.game if whole.exact else whole
    guaranteed = {side: best_pure(searched, side) for side in SIDES} if pure else {}
    return solution_of(game, form, *found, time.perf_counter() - began, guaranteed)


Found = tuple[Value, dict[Side, Reaches], str]
"""The value, both plans, and how they were found."""


def solve_bilinear(game: Bilinear, less: Reduced, *, exact: bool) -> Found:
    """By the linear program, in fractions if they are asked for and can be had."""
    program = Program(less.game.layout, less.game.against_uniform)
    vertex = program.solve(TREMBLE)
    method = "linear program of the sequence form"
    if exact and game.exact:
        for tremble in (TREMBLE, 0.0):
            found = program.in_fractions(vertex if tremble else program.solve(0.0))
            if found is not None:
                plans = reaches_from(game, less, found.row, found.col)
                value = proved(game, plans["row"].reach, plans["col"].reach)
                if value is not None:
                    return value, plans, f"{method}, its vertex in fractions, proved by best replies"
    vertex = program.solve(0.0)
    return *enclosed(game, reaches_from(game, less, vertex.row, vertex.col)), method


def solve_largely(game: Bilinear, less: Reduced, tolerance: float, rounds: int, progress: Progress) -> Found:
    """By predictive regret matching."""
    # it needs the compiler, which takes long to import
    from zerosum.models.hidden.solve.regret import solve_by_regret

    found = solve_by_regret(less.game, tolerance=tolerance * 0.999, rounds=rounds, progress=progress)
    plans = reaches_from(game, less, found.row, found.col)
    return *enclosed(game, plans), f"predictive regret matching, {found.rounds:,} rounds"
