"""The solver of street games: discounted regret minimisation on vectors over private cards, up to suits.

Small games are solved as hidden games, in fractions; the others are solved by rounds of regret minimisation
(`zerosum.models.hidden.engines.regret`). A round of one player takes three sweeps over the public tree of boards and
bets: two carry the reaches of both players down, and one carries the EVs up and updates the regrets. The EV of a
showdown is a sum in the order of strength; a player's own card needs no correction there, since it is neither weaker
nor stronger than itself. Best responses are computed to the averages as they are returned, in whole units of 2^-24,
and their EVs are widened by a bound on rounding.

Rhode Island Hold'em with 52 cards has 325 boards of two cards up to suits, 49 lines of bets before the last round and
at most 37 hands: 3.9 million decisions and 9.8 million probabilities.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import numpy as np

from zerosum.core.arrays import Array, Floats
from zerosum.core.compiled import threads
from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.engines.regret import (
    Fade,
    RegretMinimiser,
    StrategySpace,
    average_mix,
    discounted,
    in_units,
)
from zerosum.models.hidden.engines.streets.answer import UNITS, StreetAnswer, StreetSolution
from zerosum.models.hidden.engines.streets.rules import StreetGame
from zerosum.models.hidden.engines.streets.sweeps import StreetSweeps
from zerosum.models.hidden.solve import solve as solve_hidden

MAX_IN_A_TREE = 100_000
"""Maximum number of positions of a game that is solved as a hidden game."""

GAP = 2e-4
"""The gap at which the solver stops by default, as a share of the smallest stake; the error of the value is at most
half the gap.
"""

LOSSES = 2.0**-53 * 16
"""The maximum rounding error of a best response in floats, relative to the largest stake, for each card, node and
street: twice the allowance of `verify`, so that its interval lies within the solver's.
"""

NUMBER_BYTES, NUMBER_SECONDS = 48, 2e-5
"""Approximate memory and time to solve a game, for each probability in its strategies."""


def solve(
    game: StreetGame,
    *,
    progress: Progress = silent,
    numeric: Annotated[bool, "solve in floating point; do not look for exact fractions"] = False,
    first_order: Annotated[bool, "use the method for large games even if this one is small"] = False,
    tolerance: Annotated[
        float | None, "the gap at which the method for large games stops; by default 2e-4 of the ante"
    ] = None,
    rounds: Annotated[int, "maximum number of rounds of the method for large games"] = 100_000,
    pure: Annotated[
        bool,
        "in small games, also search for the best pure strategies, for up to 20 s per player",
    ] = False,
    refine: Annotated[
        bool, "in small games, find the quasi-perfect equilibrium (the limit of small trembles) and prove it"
    ] = False,
) -> StreetAnswer:
    """Return value and strategies of a street game; in a large one, Ctrl-C returns the best bounds so far."""
    if rounds < 1:
        raise InputError(f"the number of rounds must be at least 1, not {rounds}")
    if tolerance is not None and not tolerance > 0:
        raise InputError(f"the tolerance is a gap in chips and must be positive, not {tolerance}")
    if not first_order and game.tree_size <= MAX_IN_A_TREE:
        return solve_hidden(game, progress=progress, numeric=numeric, pure=pure, refine=refine)
    if pure or refine:
        asked = "pure strategies need" if pure else "a refinement needs"
        raise InputError(
            f"{asked} a game of at most {MAX_IN_A_TREE:,} positions, but this one has about "
            f"{game.tree_size:,}; use a smaller deck or fewer raises"
        )
    began = time.perf_counter()
    with ThreadPoolExecutor(threads()) as pool:
        space = StreetSpace(game, pool)
        work = RegretMinimiser(space)
        with work.until_stopped():
            work.run(GAP * space.unit if tolerance is None else tolerance, rounds, progress)
    return StreetSolution(
        game=game,
        value=work.value,
        method=f"discounted regret on boards up to suits, {work.summary()}",
        positions=game.form.decisions,
        seconds=time.perf_counter() - began,
        mixes=work.best,
    )


class StreetSpace(StrategySpace[list[Array]]):
    """Strategies of a street game: for each street [board, line, slot, hand]."""

    fade = staticmethod(discounted)
    unit_name = "antes"

    def __init__(self, game: StreetGame, pool: ThreadPoolExecutor) -> None:
        form = game.form
        require_budget(
            "solving this game", memory=NUMBER_BYTES * form.size, seconds=NUMBER_SECONDS * form.size
        )
        self.game, self.sweeps = game, StreetSweeps(game, pool)
        stakes = self.sweeps.stakes
        self.unit = float(min(one[one > 0].min() for one in stakes))
        largest = float(max(one.max() for one in stakes))
        self.margin = LOSSES * largest * (len(game.deck) + len(form.bets)) * len(form.streets)
        self.regret, self.total = (
            {side: [np.zeros(shape) for shape in form.shapes(side)] for side in SIDES} for _ in "12"
        )

    def learn(self, side: Side, fade: Fade) -> None:
        self.sweeps.learn(side, self.regret[other(side)], self.regret[side], self.total[side], fade)

    def average(self, side: Side) -> list[Array]:
        return [self._averaged(side, total) for total in self.total[side]]

    def conceded(self, side: Side, strategy: list[Array]) -> float:
        return self.sweeps.response(other(side), [table.astype(float) for table in strategy])

    def _averaged(self, side: Side, total: Floats) -> Array:
        """Return mixes in whole units from the reaches of all rounds; uniform for hands that are not reached."""
        mixes = np.empty(total.shape, np.float32)
        for point in self.game.form.bets:
            if point.side == side:
                after = slice(point.slot, point.slot + len(point.moves))
                mixes[:, :, after] = in_units(average_mix(total[:, :, after], 2), 2, UNITS)
        return mixes
