"""The solver of hidden games: the sequence form as a linear program, in fractions where possible, always with a proof.

    bilinear    the game as arrays, and its linear program
    reduce      dominated and forced moves removed
    program     the linear program solved, and fractions from its basis
    rational    systems of integer equations, solved in fractions
    trees       large games, by regrets on both trees
    guarantees  what a strategy guarantees, by best responses, which also solve games at which the program fails
    refine      quasi-perfect equilibria, by exact trembles
    ranges      all optimal strategies: the range of each move's probability
    optimal     more about optimal strategies: their range of EVs against an opponent, and pure strategies
    kernels     compiled loops

All histories are visited once (`zerosum.models.hidden.search`). The program gives an optimal vertex; fractions near
its floats, or else the exact solution of its basis in integers, give strategies in fractions, and exact best
responses to both prove the value. If no fractions are found, best responses with outward rounding enclose the value.

Off the path: with a small probability each player trembles and picks all moves with equal probability, and the
strategies are optimal in the game with trembles as the probability goes to 0. So they answer blunders by moves that
are not dominated, even if an optimal opponent never blunders. At sets that a player's own moves never reach, the move
is a best response to the opponent's strategy with these trembles.
"""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np

from zerosum.core.errors import InputError, Unavailable
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Reach, RealizationPlan
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve.bilinear import BilinearGame, bilinear_game
from zerosum.models.hidden.solve.guarantees import best_response, enclose, prove_value, solve_by_responses
from zerosum.models.hidden.solve.program import TREMBLE, ProgramError, ProgramSolver, pure_start
from zerosum.models.hidden.solve.reduce import ReducedGame, reduce_game, reduce_symmetric, unreduced

__all__ = ["solve"]

MAX_IN_A_PROGRAM = 20_000
"""Maximum number of sequences, without dominated ones, for the linear program; regret matching solves larger games."""

LIBRARIES, LIBRARY_SHARE, POSITION_BYTES = 150 * 10**6, 10**5, 500
"""Number of bytes for the compiler and the linear solver, the share of them that small games need, and the bytes for
a position.
"""

REFINE_SECONDS = 2e-5
"""Approximate time of a refinement for the square of the number of moves."""

PURE_SECONDS = 20
"""Maximum time for the search for a player's best pure strategy."""

RESPONSE_TREMBLE = 2.0**-20
"""The weight of uniform play in the opponent's strategy to which unreached sets respond."""


def solve(
    game: HiddenGame,
    *,
    progress: Progress = silent,
    numeric: Annotated[bool, "solve in floating point; do not look for exact fractions"] = False,
    first_order: Annotated[bool, "use the method for large games even if this one is small"] = False,
    tolerance: Annotated[float, "gap at which the method for large games stops"] = 1e-4,
    rounds: Annotated[int, "maximum number of rounds of the method for large games"] = 100_000,
    pure: Annotated[
        bool,
        f"also the guarantees of the best pure strategies, as far as {PURE_SECONDS} s of search show for each player",
    ] = False,
    refine: Annotated[
        bool, "find the quasi-perfect equilibrium (the limit of small trembles) and prove it"
    ] = False,
) -> HiddenSolution:
    """Return value and optimal strategies of a hidden game; in a large one, Ctrl-C returns the best bounds so far."""
    if rounds < 1:
        raise InputError(f"the number of rounds must be at least 1, not {rounds}")
    if not tolerance > 0:
        raise InputError(f"the tolerance must be positive, not {tolerance}; a typical value is 1e-4")
    began = time.perf_counter()
    form = discover(game, progress=progress)
    size = form.positions
    require_budget(
        f"solving {size:,} positions", memory=min(LIBRARIES, LIBRARY_SHARE * size) + POSITION_BYTES * size
    )
    whole = bilinear_game(form)
    alike = None if pure else game.alike(form)  # the best pure strategy may distinguish suits
    less = reduce_game(whole) if alike is None else reduce_symmetric(whole, alike)
    if refine:
        if numeric or first_order:
            raise InputError("refinements are computed in fractions; remove numeric and first-order")
        value, plans, method = _refined(whole)
    elif first_order or less.game.row.sequences + less.game.col.sequences > MAX_IN_A_PROGRAM:
        # this needs the compiler, which takes long to import
        from zerosum.models.hidden.engines.regret import RegretMinimiser
        from zerosum.models.hidden.solve.trees import TreeSpace

        work = RegretMinimiser(TreeSpace(less.game))
        with work.until_stopped():
            work.run(tolerance * 0.999, rounds, progress)
        value, plans = enclose(whole, complete_plans(whole, less, work.best["row"], work.best["col"]))
        method = f"predictive regret matching, {work.summary()}"
    else:
        try:
            value, plans, method = _solve_by_program(whole, less, exact=not numeric)
        except ProgramError:
            if not whole.provable:
                raise
            value, row, col = solve_by_responses(whole)
            plans = complete_plans(whole, unreduced(whole), row, col)
            method = "exact best responses, added one by one"
    best = {}
    if pure:
        from zerosum.models.hidden.solve.optimal import best_pure  # rarely needed

        searched = less.game if whole.exact else whole
        best = {side: best_pure(searched, side, seconds=PURE_SECONDS) for side in SIDES}
    return HiddenSolution(
        game=game,
        value=value,
        method=method,
        positions=form.positions,
        pure=best,
        seconds=time.perf_counter() - began,
        form=form,
        reaches=plans,
    )


def _refined(game: BilinearGame) -> tuple[Value, dict[Side, RealizationPlan], str]:
    """Return the value, both plans and the method of a quasi-perfect equilibrium."""
    from zerosum.models.hidden.solve.refine import quasi_perfect  # rarely needed

    sequences = game.row.sequences + game.col.sequences
    require_budget(f"a refinement of {sequences:,} moves", seconds=REFINE_SECONDS * sequences**2)
    plans: dict[Side, RealizationPlan] = {**quasi_perfect(game)}
    value = prove_value(game, plans["row"].reach, plans["col"].reach)
    if value is None:
        raise Unavailable("the limit of trembles was not proved optimal")
    return value, plans, "limit of exact trembles; its basis is optimal for all small trembles"


def _solve_by_program(
    game: BilinearGame, less: ReducedGame, *, exact: bool
) -> tuple[Value, dict[Side, RealizationPlan], str]:
    """Return the value, both plans and the method: by the linear program, in fractions if requested and possible."""
    solver = ProgramSolver(less.game.program, less.game.against_uniform, pure_start(less.game))
    vertex = solver.solve(TREMBLE)
    method = "linear program of the sequence form"
    if exact and game.provable:
        for tremble in (TREMBLE, 0.0):
            found = solver.in_fractions(vertex if tremble else solver.solve(0.0))
            if found is not None:
                plans = complete_plans(game, less, found.row, found.col)
                value = prove_value(game, plans["row"].reach, plans["col"].reach)
                if value is not None:
                    return value, plans, f"{method}, its vertex in fractions, proved by best responses"
    vertex = solver.solve(0.0)
    return *enclose(game, complete_plans(game, less, vertex.row, vertex.col)), method


def complete_plans(
    game: BilinearGame, less: ReducedGame, row: Reach, col: Reach
) -> dict[Side, RealizationPlan]:
    """Return plans of the whole game from reaches of the reduced one.

    At sets that they do not reach, or where nothing is at stake any more, they follow the best response to small
    trembles.
    """
    reaches: dict[Side, Reach] = {"row": less.carry_back("row", row), "col": less.carry_back("col", col)}
    plans = {}
    for side in SIDES:
        tree, reach, foe = game.of(side), reaches[side], reaches[other(side)]
        about = foe if isinstance(foe, np.ndarray) else np.array([y / foe[0] for y in foe])
        trembling = (1 - RESPONSE_TREMBLE) * about + RESPONSE_TREMBLE * game.of(other(side)).uniform
        gains = np.where(less.kept[side], game.gains(side, trembling), -np.inf)
        spare, _ = best_response(tree, gains)
        if less.idle[side].any():
            reach, first, parents = reach.copy(), tree.first.tolist(), tree.parent.tolist()
            for i in np.nonzero(less.idle[side])[0].tolist():
                for k in range(first[i], first[i + 1]):
                    reach[k] = reach[parents[i]] if k - first[i] == spare[i] else reach[k] * 0
        plans[side] = RealizationPlan(tree, reach, spare)
    return plans
