"""The solver of games in two phases on [0, 1]: linear programs on grids, whose solutions are cut into pure strategies
and proved exactly.

    program     the game on a grid, as a linear program
    pure        pure strategies from its solution, and the points where they change, to the last digit

Best responses among all strategies (`response.py`) to the strategies found on a grid enclose the value. At points
where a best response changes its action, the grid was too coarse: they become end points of new cells, and the
program is solved again, until the gap is small enough. The best strategy of each player over all rounds is kept. If
more digits are wanted than a grid gives, Newton's method moves the points where the strategies change until both
players are indifferent at them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

import numpy as np

from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Value
from zerosum.models.continuum.answer import first_frequencies, turn_frequencies
from zerosum.models.continuum.engines.phased.answer import PhasedSolution, in_floats
from zerosum.models.continuum.engines.phased.response import PhasedResponse, best_response
from zerosum.models.continuum.engines.phased.rules import PhasedGame
from zerosum.models.continuum.engines.phased.solve.program import ScoreGrid, solve_on_grid
from zerosum.models.continuum.engines.phased.solve.pure import place, polish, pure_steps
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.response import on_one_grid

MIN_CELLS = 4
"""Smallest number of cells of first numbers."""

MIN_GAP = 1e-13
"""Smallest permitted target for the gap; end points in floats cannot guarantee less."""

FIRST_GOAL, GOAL_FACTOR = 1e-4, 0.1
"""The gap at which polishing is first tried, and the factor for the next attempt if it fails."""

SHORT = (0.003, 0.03)
"""Lengths of pieces of a strategy below which they count as noise; tried in turn."""

BYTES = 400
"""Approximate memory for one pair of cells in the linear program, for each gate."""
SECONDS = 7e-7
"""Approximate time to solve the program once, for each gate and the third power of the number of cells."""


def solve(
    game: PhasedGame,
    *,
    progress: Progress = silent,
    tolerance: Annotated[float, "gap at which to stop refining the grid"] = 1e-4,
    cells: Annotated[int, "initial number of cells for the first number (twice as many for the score)"] = 24,
    grids: Annotated[int, "maximum number of grids"] = 30,
) -> PhasedSolution:
    """Return value and pure strategies of a game in two phases."""
    if cells < MIN_CELLS or grids < 1:
        raise InputError(
            f"the solver needs at least 1 grid of at least {MIN_CELLS} cells, not {grids} of {cells}"
        )
    if not tolerance > 0:
        raise InputError(f"the tolerance must be positive, not {tolerance}; a typical value is 1e-4")
    pairs = len(game.form.gates) * cells**2
    size = f"up to {grids:,} grids of {cells:,} first numbers and more"
    require_budget(size, memory=BYTES * pairs, seconds=SECONDS * grids * pairs * cells)
    began, wanted = time.perf_counter(), max(tolerance, MIN_GAP)
    search = GridSearch(game, cells)
    for done in range(1, grids + 1):
        progress(done - 1, grids, "grids")
        search.step()
        if wanted < search.gap <= search.goal:
            search.polish()
        if search.gap <= wanted:
            break
    return search.solution(done, time.perf_counter() - began)


class GridSearch:
    """A grid under refinement, and the best strategy of each player so far."""

    def __init__(self, game: PhasedGame, cells: int) -> None:
        self.game = game
        self.first = {place(k / cells) for k in range(cells + 1)}
        self.score = {place(k / (2 * cells)) for k in range(2 * cells + 1)}
        self.steps: dict[Side, dict[str, StepStrategy]] = {}
        self.conceded: dict[Side, Fraction] = {}
        """The EV of the best response to each player's strategy."""
        self.goal = FIRST_GOAL
        self.moved = False
        """Whether the best strategies come from polishing."""

    @property
    def gap(self) -> float:
        return float(sum(self.conceded.values()))

    def step(self) -> None:
        """Solve on the grid, compute best responses, refine."""
        grid = ScoreGrid(*(np.array(sorted(map(float, ends))) for ends in (self.first, self.score)))
        steps = pure_steps(self.game.form, grid, solve_on_grid(self.game.form, self.game.score, grid))
        responses = self._meet(steps)
        self._refine([steps, *(response.steps for response in responses.values())])

    def polish(self) -> None:
        """Move the points at which the best strategies change until they are exact."""
        self.goal *= GOAL_FACTOR
        for short in SHORT:
            steps = polish(self.game, self._best(), short)
            if steps is not None:
                self._meet(steps)
                self.moved |= steps in self.steps.values()
            if self.gap <= self.goal:
                break

    def _meet(self, steps: dict[str, StepStrategy]) -> dict[Side, PhasedResponse]:
        """Return the best response to each player's strategy, and keep each strategy that is the best so far."""
        responses = {side: best_response(self.game, steps, other(side)) for side in SIDES}
        for side, response in responses.items():
            if side not in self.conceded or response.ev < self.conceded[side]:
                self.conceded[side], self.steps[side] = response.ev, steps
        return responses

    def _best(self) -> dict[str, StepStrategy]:
        return {turn.name: self.steps[turn.player][turn.name] for turn in self.game.form.turns}

    def _refine(self, plans: Iterable[Mapping[str, StepStrategy]]) -> None:
        """Add to the grid every point at which a strategy or a response changes."""
        early = {turn.name for turn in self.game.form.first.turns}
        for steps in plans:
            for name, plan in steps.items():
                (self.first if name in early else self.score).update(map(place, plan.ends))

    def solution(self, rounds: int, seconds: float) -> PhasedSolution:
        """Return the best strategies and their guarantees."""
        steps, first = self._best(), self.game.form.first
        often = turn_frequencies(first, *on_one_grid(first, steps), None)
        lower, upper = -self.conceded["row"], self.conceded["col"]
        grids = f"linear programs on {rounds} grid{'s' * (rounds != 1)} of up to {len(self.first) - 1} first numbers"
        places = ", thresholds by Newton's method" * self.moved
        return PhasedSolution(
            game=self.game,
            value=Value(math.nextafter(float(lower), -math.inf), math.nextafter(float(upper), math.inf)),
            row=in_floats(first_frequencies(first, often, "row")),
            col=in_floats(first_frequencies(first, often, "col")),
            method=f"{grids} and {len(self.score) - 1} scores{places}, bounds proved by exact best responses",
            positions=len(steps),
            seconds=seconds,
            steps=steps,
        )
