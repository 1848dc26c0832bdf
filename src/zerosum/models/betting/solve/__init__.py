"""The solver of betting games: bluffing, solved exactly where it can be, and proved in any case.

`solve` lays the tree out in sequence form and hands it to the solver for hands on [0, 1] or for a deck. What
comes back are step functions in fractions, and bounds on the value that exact best responses prove. See the modules:

    response     what a strategy earns, and the best response to it, exactly
    program      the linear program of a player on a grid
    pieces       mixed cells cut into pure pieces
    thresholds   the indifference equations of the pieces, solved
    vertex       exact probabilities from those in floats
    continuum    the rounds for hands on [0, 1]
    written      a tree and a deck as a hidden game
    cards        a deck of any size, by that model's program
    proved       strategies on a grid with the bounds that they prove
    solution     the solution
    extremes     the range over optimal strategies against a rival, with a deck, by that model's
    extremes_on_line   the same for hands on [0, 1]
"""

from __future__ import annotations

import time
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.limits import afford
from zerosum.core.progress import Progress, silent
from zerosum.models.betting.answer import BettingSolution, solution_of
from zerosum.models.betting.form import betting_form
from zerosum.models.betting.rules import BettingGame, Deck
from zerosum.models.betting.solve.cards import solve_cards
from zerosum.models.betting.solve.continuum import solve_continuum
from zerosum.models.betting.solve.proved import sensible

__all__ = ["BettingSolution", "solve"]

PAIR_SECONDS, PAIR_BYTES, CARD_SECONDS = 4e-6, 2000, 4e-7
"""As measured, at the most: for the square of actions times cells, for each of them, and for actions times the square
of the cards."""


def solve(
    game: BettingGame,
    *,
    progress: Progress = silent,
    numeric: Annotated[bool, "be content with the tolerance, and look for no fractions"] = False,
    tolerance: Annotated[
        float, "the gap between the bounds that is good enough where no fractions are found"
    ] = 1e-9,
    cells: Annotated[int, "how many even cells the first grid has, with hands on [0, 1]"] = 32,
    rounds: Annotated[int, "how many grids are tried at most, with hands on [0, 1]"] = 12,
) -> BettingSolution:
    """Optimal strategies of a betting game as step functions, with bounds that hold exactly."""
    if not tolerance > 0:
        raise InputError(f"the tolerance must be positive, and {tolerance} is not; 1e-9 is usual")
    if cells < 2 or rounds < 1:
        raise InputError("a grid needs at least 2 cells, and a solver at least 1 round")
    start = time.perf_counter()
    form, deck = betting_form(game.tree()), game.deck
    _check_size(sum(form.sequences.values()), cells, deck)
    if deck is None:
        found = solve_continuum(
            form, cells=cells, tolerance=tolerance, exact=not numeric, rounds=rounds, progress=progress
        )
    else:
        found = solve_cards(form, deck, exact=not numeric)
    edges, mix = sensible(form, found, deck)
    return solution_of(game, form, found, edges, mix, time.perf_counter() - start)


def _check_size(sequences: int, cells: int, deck: Deck | None) -> None:
    """Refuse what would take too long: programs grow with sequences times cells, a deck's sums with its cards."""
    size = sequences * (cells if deck is None else min(cells, deck.ranks))
    cards = 0 if deck is None else deck.ranks
    what = f"{sequences:,} actions on {cells:,} cells" + (f" with {cards:,} cards" if cards else "")
    afford(
        what, memory=PAIR_BYTES * size, seconds=PAIR_SECONDS * size**2 + CARD_SECONDS * sequences * cards**2
    )
