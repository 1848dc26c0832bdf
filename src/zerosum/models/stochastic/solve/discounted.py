"""Discounted and stopping games: Shapley iteration, Hoffman–Karp, and a Newton method with a safeguard.

**Bounds.** Let w satisfy w >= 1 + beta P w for every pair of moves: a bound on the expected length of a play. If T v
- v <= c with c >= 0, then T(v + c w) <= T v + c (w - 1) <= v + c w; as T is monotone and its iterates converge to the
value v*, v* <= T v + c (w - 1). The lower bound is similar. With a plain discount w = 1 / (1 - beta), and this is
Shapley's contraction bound. Rounding enters only through T v and w, both bounded outward.

**Methods.** `shapley` repeats v <- T v: the error falls by beta each time. `hoffman-karp` fixes row's strategies at v
and lets col solve the resulting decision process; it is at least as fast (Rao, Chandrasekaran and Nair 1973).
`newton` fixes both players' strategies and solves the resulting chain (Pollatschek and Avi-Itzhak 1969), which is
Newton's method on T v - v = 0: a few steps are enough near the solution, but far from it the method can cycle (van
der Wal 1978). So a step that does not halve the smallest residual so far is replaced by a Hoffman–Karp step. A game
with long plays is solved by way of games with shorter plays.

References: Shapley, Stochastic games, PNAS 39 (1953); Ferguson, Game Theory, part II, section 6; the textbook is Filar
and Vrieze, Competitive Markov Decision Processes (1997).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import GameError
from zerosum.core.limits import check_deadline
from zerosum.core.progress import Progress, silent
from zerosum.models.stochastic.solve.operator import ShapleyOperator, StageGames
from zerosum.models.stochastic.solve.processes import EPS, best_total, closed_states, total
from zerosum.numerics.sparse import lengths

METHODS = {"newton": "Newton", "hoffman-karp": "Hoffman–Karp", "shapley": "Shapley iteration"}
"""The methods by the name of the option, with their displayed names."""
PATIENCE = 40
"""Number of iterations without a clearly smaller gap after which the search ends."""
LONG = 30
"""If a play can be expected to last longer than this many stages, the search starts from a shorter game."""
ROUGH = 1e-6
"""Tolerance for the shorter game, per stage that a play can last."""


@dataclass(frozen=True, eq=False)
class DiscountedValues:
    """Certified values of all states, and stationary strategies."""

    lower: Floats
    upper: Floats
    stage: StageGames
    """T at the last vector; its strategies are those of the solution."""
    iterations: int

    @property
    def gap(self) -> float:
        """The widest of the states' intervals."""
        return float((self.upper - self.lower).max())


def solve_discounted(
    operator: ShapleyOperator, *, method: str = "newton", tolerance: float = 0.0, progress: Progress = silent
) -> DiscountedValues:
    """Return values of all states within `tolerance`, or as accurately as rounding permits."""
    lasting = longest_play(operator)
    longest = float(lasting.max())
    patience = PATIENCE + (int(2 * longest) if method == "shapley" else 0)
    v = np.zeros(operator.table.size)
    if method != "shapley" and longest > LONG:
        # Newton's method needs a start nearby: the solution of a game with plays one tenth as long, scaled up
        shorter = operator.shortened(1 - 10 / longest)
        there = solve_discounted(shorter, method=method, tolerance=ROUGH * longest)
        v = 0.5 * (there.lower + there.upper) * lasting / longest_play(shorter)
    record = np.inf
    mark = found = best = _bounds(v, operator(v), lasting, 0)
    while best.gap > tolerance and found.iterations - mark.iterations < patience:
        check_deadline()
        progress(found.iterations, found.iterations + patience, "iterations")
        record = min(record, _residual(v, found.stage))
        v = _step(operator, method, found.stage, record)
        found = _bounds(v, operator(v), lasting, found.iterations + 1)
        mark = found if found.gap < 0.9 * mark.gap else mark
        best = found if found.gap < best.gap else best
        if np.all((found.stage.lower <= v) & (v <= found.stage.upper)):
            break  # v = T v up to rounding
    return best


def _bounds(v: Floats, stage: StageGames, lasting: Floats, iterations: int) -> DiscountedValues:
    """Return the interval of each state that v and T v prove."""
    up = max(0.0, float((stage.upper - v).max())) * (1 + 8 * EPS)
    down = max(0.0, float((v - stage.lower).max())) * (1 + 8 * EPS)
    more = (lasting - 1) * (1 + 4 * EPS)
    slack = 4 * EPS * (np.abs(stage.lower) + np.abs(stage.upper))
    slack[stage.lower == stage.upper] = 0
    lower, upper = stage.lower - down * more - slack, stage.upper + up * more + slack
    return DiscountedValues(lower, upper, stage, iterations)


def _residual(v: Floats, stage: StageGames) -> float:
    """Return the size of T v - v."""
    return float(np.abs(stage.middle - v).max())


def _step(operator: ShapleyOperator, method: str, stage: StageGames, record: float) -> Floats:
    """Return the next vector; `record` is the smallest residual so far."""
    if method == "shapley":
        return stage.middle
    if method == "newton":
        there = total(*operator.chain(stage.row, stage.col))
        if there is not None and _residual(there, operator(there)) <= 0.5 * record:
            return there
    # Hoffman and Karp's step: the values of row's present strategies against col's best response
    worth = best_total(operator.response_process(row=stage.row))
    return stage.middle if worth is None else worth


def longest_play(operator: ShapleyOperator) -> Floats:
    """Return a w with w >= 1 + beta P w for every pair of moves, despite rounding."""
    size = operator.table.size
    most = float(operator.to.sum(axis=1).max(initial=0.0)) * (1 + (size + 8) * EPS)
    if most < 1:
        return np.full(size, (1 + 16 * EPS) / (1 - most))
    process = dataclasses.replace(operator.response_process(), payoff=np.ones(operator.table.payoff.size))
    if operator.table.discount not in (None, 1):
        raise GameError("the discount is too close to 1 for floats; use a smaller one, or the average payoff")
    endless = closed_states(operator.response_process())
    w = None if endless else best_total(process)
    if w is None:
        where = ", ".join(str(operator.table.states[s]) for s in endless[:8]) or "some states"
        raise GameError(f"play need not stop in {where}; use a discount below 1, or the average payoff")
    terms = lengths(process.to)
    room = w[process.state] - (process.to @ w) * (1 + (2 * terms + 8) * EPS)
    if room.min() < 0.5:
        raise GameError("play lasts too long to solve the game without a discount; use one below 1")
    lasting: Floats = w / room.min() * (1 + 8 * EPS)
    return lasting
