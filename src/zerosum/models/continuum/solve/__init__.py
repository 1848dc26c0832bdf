"""The solver of betting games: exact strategies if they can be found, proved bounds in any case.

`solve` takes the tree in sequence form and hands it to the solver for hands on [0, 1] or for a deck. The result is
step functions in fractions, and bounds on the value that exact best responses prove. The chapters:

    continuum          hands on [0, 1]: grids that adapt to the thresholds
    program            the linear program of a player on a grid
    pieces             mixed cells cut into pure pieces, and the equations for their end points
    exact              from floats to exact strategies and proofs
    cards              decks of any size, by the linear program of a hidden game
    extreme_points  all optimal strategies with a small deck
    ranges          ranges of the probabilities of actions over all optimal strategies with a deck
    extremes           lowest and highest EVs of optimal strategies against an opponent
"""

from __future__ import annotations

import time
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.models.continuum.answer import (
    BettingSolution,
    first_frequencies,
    probabilities,
    turn_frequencies,
)
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import BettingGame
from zerosum.models.continuum.solve.exact import with_responses_off_path

__all__ = ["solve"]

LIMIT = "limit of exact trembles; its basis is optimal for all small trembles"
"""A name for the method that found a refined solution."""

FIRST_CELLS, MAX_GRIDS = 32, 12
"""The defaults for hands on [0, 1]."""
PAIR_SECONDS, PAIR_BYTES, CARD_SECONDS = 4e-6, 2000, 4e-7
"""The largest measured costs: seconds for the square of actions times cells, bytes for actions times cells, and
seconds for actions times the square of the cards.
"""


def solve(
    game: BettingGame,
    *,
    progress: Progress = silent,
    numeric: Annotated[bool, "stop at the tolerance; do not look for exact fractions"] = False,
    tolerance: Annotated[float, "gap at which to stop if no exact fractions are found"] = 1e-9,
    cells: Annotated[int, "number of cells of the first grid, with hands on [0, 1]"] = FIRST_CELLS,
    grids: Annotated[int, "maximum number of grids, with hands on [0, 1]"] = MAX_GRIDS,
    refine: Annotated[
        bool, "find the quasi-perfect equilibrium, the limit of exact trembles (games with a deck)"
    ] = False,
) -> BettingSolution:
    """Return optimal strategies of a betting game as step functions, with bounds that hold exactly."""
    if not tolerance > 0:
        raise InputError(f"the tolerance must be positive, not {tolerance}; a typical value is 1e-9")
    if cells < 2 or grids < 1:
        raise InputError(f"the solver needs at least 1 grid of at least 2 cells, not {grids} of {cells}")
    if game.deck is not None and (cells, grids) != (FIRST_CELLS, MAX_GRIDS):
        raise InputError("cells and grids are for hands on [0, 1]; a game with a deck is solved without them")
    if refine and (game.deck is None or numeric):
        raise InputError("a refinement needs a game with a deck that is solved in fractions")
    start = time.perf_counter()
    form, deck = game.form, game.deck
    # programs grow with sequences times cells, the sums over a deck with its cards
    sequences, cards = sum(form.sequences.values()), 0 if deck is None else deck.ranks
    size = sequences * (cells if deck is None else min(cells, deck.ranks))
    require_budget(
        f"{sequences:,} actions on {cells:,} cells" + (f" with {cards:,} cards" if cards else ""),
        memory=PAIR_BYTES * size,
        seconds=PAIR_SECONDS * size**2 + CARD_SECONDS * sequences * cards**2,
    )
    if deck is None:
        from zerosum.models.continuum.solve.continuum import solve_continuum

        found = solve_continuum(
            form, cells=cells, tolerance=tolerance, exact=not numeric, rounds=grids, progress=progress
        )
    else:
        from zerosum.models.continuum.solve.cards import refine_cards, solve_cards

        found = refine_cards(form, deck) if refine else solve_cards(form, deck, exact=not numeric)
    edges, mix = (found.edges, found.mix) if refine else with_responses_off_path(form, found, deck)
    steps = {
        turn.name: StepStrategy.merged(turn.actions, list(edges), mix[turn.index].tolist())
        for turn in form.turns
    }
    programs = (
        f"linear programs on {found.rounds} grid{'s' * (found.rounds != 1)} of up to {found.cells} cells"
    )
    exact = "fractions recovered and proved by" if found.value.is_exact else "bounds proved by"
    often = turn_frequencies(form, edges, mix, deck)
    return BettingSolution(
        value=found.value,
        row=probabilities(first_frequencies(form, often, "row"), found.value),
        col=probabilities(first_frequencies(form, often, "col"), found.value),
        method=f"quasi-perfect: {LIMIT}" if refine else f"{programs}, {exact} exact best responses",
        positions=len(form.turns),
        seconds=time.perf_counter() - start,
        game=game,
        steps=steps,
        refinement="quasi-perfect" if refine else "",
    )
