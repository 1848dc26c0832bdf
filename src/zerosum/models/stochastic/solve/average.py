"""The average payoff of any finite game: the span first, then stationary strategies, then the limit.

1. Hoffman–Karp with bounds from the span (`solve_average`). In a unichain game this closes the gap.
2. If it does not, strategies that are optimal for discounts near 1 are judged by what they *guarantee* on average
   from each start (`guarantee`). This solves games whose value depends on the start but in which both players have
   good stationary strategies: games of perfect information, for instance.
3. If a gap is still left, as in the Big Match, then no stationary strategies were found that prove the value, and
   often none exist. If the game's parts are small, the value itself is then proved in exact arithmetic as the limit of
   the discounted values (`limit`), and the guarantees say what the strategies shown are worth. For a larger game the
   proved interval is the answer, and the estimate of the limit is reported beside it.

**Bounds from the span.** For *any* vector W, if T W(s) - W(s) >= g in every state, then row can guarantee an average
of at least g from every start by playing in each state the optimal strategy of the stage game at W: after N stages the
payoffs sum to at least N g - max W + min W, whatever col does. The same holds above. So every W proves

    min_s (T W - W)(s)  <=  value from any start  <=  max_s (T W - W)(s),

and the strategies of the stage prove it. Nothing is assumed about the game; but the two ends can meet only
if the value is the same from every start and W exists, as they do in every unichain game.

**Method** (Hoffman and Karp 1966). Solve the stage games at W; fix row's strategies; let col solve the
decision process that is left, for the average payoff; its relative values are the next W. Before that,
Newton's step is tried: fix both players' strategies and take the relative values of the chain. A step is
kept if it shrinks the span of T W - W enough; if none does, W <- (W + T W) / 2 for a while, which cures
what periodic chains do to plain iteration. The iteration ends when rounding, or the game's structure, lets
the span shrink no further.

**Guarantees.** If one player's stationary strategies are known, the other faces a Markov decision process, which may
have many ergodic classes. It is solved in three parts:

1. its maximal end components: wherever the play settles, it settles in one of them;
2. the best average within each: all its states communicate, so one number g serves them all. It is found by the linear
   program max g: g + W(s) <= r(s, a) + P W(s, a), and then *certified* from W alone by the bound from the span;
3. which component to steer for: each is shrunk to a point where the player may stop and take g, or leave by an
   outer action. In this shrunk process every play stops, so it is solved, with bounds, as a stopping game.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.errors import GameError
from zerosum.core.limits import MINUTE, afford
from zerosum.core.progress import Progress, silent
from zerosum.core.solution import Value
from zerosum.models.stochastic.solve.discounted import longest_play, solve_discounted
from zerosum.models.stochastic.solve.operator import ShapleyOperator, StageGames
from zerosum.models.stochastic.solve.processes import (
    EPS,
    Process,
    average,
    best_average,
    end_components,
    inner_actions,
    structure,
)
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.programs import NONE, MatrixEntries, minimise
from zerosum.numerics.sparse import Matrix, entries, lengths, matrix

ROUNDS, DAMPED = 60, 20
"""Maximum number of rounds of the iteration, and of damped steps in one of them."""
FLOOR = 6.4 * EPS
"""What rounding leaves of the span at best, as a share of the largest entry."""
CLOSED = 1e-9
"""A gap above this, as a share of the largest payoff, counts as open."""
SHARP = 1e-12
"""Below this, as a share of the largest payoff, no better strategies are sought."""
INTERESTS = (1e-3, 1e-5, 1e-7)
"""The 1 - beta at which candidates for good strategies are sought."""
CANDIDATES, FIRST_CANDIDATES = 5 * len(INTERESTS) - 1, 4
"""Numbers of pairs of strategies that are tried where the value depends on the start: in all, and at one discount."""


@dataclass(frozen=True, eq=False)
class AverageValues:
    """The average value from each state, strategies, and what they guarantee."""

    values: list[Value]
    row: Floats
    col: Floats
    row_guarantee: Floats
    """What row's stationary strategies guarantee from each state."""
    col_guarantee: Floats
    method: str
    settles: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Two sets of states in either of which a play can settle for ever, where such were found."""
    limits: Floats | None = None
    """About what the discounted values come to, where stationary strategies left a gap."""


@dataclass(eq=False)
class _BestStrategies:
    """The best stationary strategies so far, judged at all states together, and the bounds of all tried."""

    row: Floats
    col: Floats
    lower: Floats
    upper: Floats
    row_guarantee: Floats
    col_guarantee: Floats

    def judge(self, operator: ShapleyOperator, row: Floats, col: Floats) -> None:
        """Take what a pair of strategies proves."""
        low = guarantee(operator.reply_process(row=row))
        high = guarantee(operator.reply_process(col=col))
        self.lower, self.upper = np.maximum(self.lower, low), np.minimum(self.upper, high)
        if low.sum() > self.row_guarantee.sum():
            self.row, self.row_guarantee = row, low
        if high.sum() < self.col_guarantee.sum():
            self.col, self.col_guarantee = col, high


def solve_undiscounted(operator: ShapleyOperator, *, progress: Progress = silent) -> AverageValues:
    """The average value from each state, with the best proof that was found."""
    found, table = solve_average(operator, progress=progress), operator.table
    scale = float(np.abs(table.payoff).max()) or 1.0
    low, high = np.full(table.size, found.lower), np.full(table.size, found.upper)
    if found.gap <= CLOSED * scale:
        values = [Value(found.lower, found.upper)] * table.size
        method = f"Hoffman–Karp, average payoff, {found.iterations} iterations"
        return AverageValues(values, found.row, found.col, low, high, method)
    best, guess = _BestStrategies(found.row, found.col, low, high, low, high), low
    began = time.thread_time()
    for tried, (row, col, estimate) in enumerate(_candidates(operator), 1):
        best.judge(operator, row, col)
        guess = estimate
        progress(tried, CANDIDATES, "pairs of strategies")
        if tried == FIRST_CANDIDATES:
            seconds = (time.thread_time() - began) * CANDIDATES / tried
            what = f"the average payoff of {table.size:,} states, which depends on the start,"
            afford(what, seconds=seconds, most=MINUTE)
        if (best.upper - best.lower).max() <= SHARP * scale:
            break
    for s in range(table.size):
        paid = table.end_payoff(s)
        if paid is not None and float(paid) == paid:  # exact, so no slack for rounding
            for bound in (best.lower, best.upper, best.row_guarantee, best.col_guarantee):
                bound[s] = float(paid)
    lower, upper = np.minimum(best.lower, best.upper), np.maximum(best.lower, best.upper)
    values = [Value(float(a), float(b)) for a, b in zip(lower, upper, strict=True)]
    shape = structure(operator.reply_process())
    method = "stationary strategies near the discount 1, each with its guarantee"
    open_states = [s for s in range(table.size) if values[s].gap > CLOSED * scale]
    if open_states:
        from zerosum.models.stochastic.solve.limit import limit_values  # FLINT takes long to import

        values, small = limit_values(table, guess, values)
        if small or all(values[s].gap < 1e-6 for s in open_states):
            method = "the limit of the discounted values, proved in exact arithmetic"
    return AverageValues(
        values,
        best.row,
        best.col,
        best.row_guarantee,
        best.col_guarantee,
        method,
        (shape.witness[0], shape.witness[1]) if shape.kind == "multichain" else None,
        guess if open_states else None,
    )


def _candidates(operator: ShapleyOperator) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Row's and col's strategies that are good at discounts near 1, and an estimate of the values.

    At each discount: the strategies without small probabilities; rounded to sixtieths, since limits are often such
    simple fractions; and extrapolated to the discount 1 on the straight line through the last two discounts.
    """
    earlier: tuple[float, StageGames] | None = None
    firsts = operator.row_first, operator.col_first
    for interest in INTERESTS:
        found = solve_discounted(ShapleyOperator(operator.table, 1 - interest), tolerance=1e-9 / interest)
        guess = interest * 0.5 * (found.lower + found.upper)
        both = found.stage.row, found.stage.col
        for smallest in (1e-12, 0.3 * np.sqrt(interest), 0.03):
            row, col = (tidy(x, first, smallest) for x, first in zip(both, firsts, strict=True))
            yield row, col, guess
        row, col = (_sixtieths(x, first) for x, first in zip(both, firsts, strict=True))
        yield row, col, guess
        if earlier:
            share, before = interest / (earlier[0] - interest), (earlier[1].row, earlier[1].col)
            row, col = (
                tidy(near + share * (near - far), first, 1e-12)
                for far, near, first in zip(before, both, firsts, strict=True)
            )
            yield row, col, guess
        earlier = interest, found.stage


def _sixtieths(strategy: Floats, first: Ints) -> Floats:
    """The strategies with probabilities rounded to sixtieths; unchanged if nothing is left of one."""
    near = np.round(strategy * 60) / 60
    return tidy(near, first) if np.add.reduceat(near, first[:-1]).min() > 0.5 else strategy


@dataclass(frozen=True, eq=False)
class SpanBounds:
    """Bounds on the average value that hold from every start, and stationary strategies that prove them."""

    lower: float
    upper: float
    row: Floats
    col: Floats
    iterations: int

    @property
    def gap(self) -> float:
        """The width of the interval."""
        return self.upper - self.lower


@dataclass(frozen=True, eq=False)
class _BoundedVector:
    """A vector W with T W, and the bounds that they prove."""

    W: Floats
    stage: StageGames
    lower: float
    upper: float

    @property
    def span(self) -> float:
        return self.upper - self.lower

    @property
    def floor(self) -> float:
        """What rounding leaves of the span at best."""
        return FLOOR * float(np.abs(self.stage.upper).max() + np.abs(self.W).max())


def solve_average(operator: ShapleyOperator, *, progress: Progress = silent) -> SpanBounds:
    """The best bounds that the method finds; they meet, up to rounding, in every unichain game."""
    here = _point(operator, np.zeros(operator.table.size))
    low = high = here
    rounds = poor = 0
    while rounds < ROUNDS and poor < 4 and high.upper - low.lower > here.floor:
        progress(rounds, ROUNDS, "iterations")
        there = _next(operator, here)
        poor = 0 if there.span < 0.9 * here.span else poor + 1
        here = there
        low = max(low, here, key=lambda point: point.lower)
        high = min(high, here, key=lambda point: point.upper)
        rounds += 1
    lower, upper = min(low.lower, high.upper), max(low.lower, high.upper)
    return SpanBounds(lower, upper, low.stage.row, high.stage.col, rounds)


def _point(operator: ShapleyOperator, W: Floats) -> _BoundedVector:
    """T at W, and the bounds from the span."""
    W = W - W[0]
    stage = operator(W)
    slack = 2 * EPS * np.abs(W)
    down, up = stage.lower - W - slack, stage.upper - W + slack
    outward = 2 * EPS * float(np.abs(stage.upper).max() + np.abs(W).max()) if W.any() else 0.0
    return _BoundedVector(W, stage, float(down.min()) - outward, float(up.max()) + outward)


def _next(operator: ShapleyOperator, here: _BoundedVector) -> _BoundedVector:
    """The first of Newton's step, Hoffman and Karp's step and damped iteration that does well enough."""
    best = None
    chain = average(*operator.chain(here.stage.row, here.stage.col))
    if chain is not None:
        best = _point(operator, chain[1])
        if best.span <= 0.5 * here.span:
            return best
    replied = best_average(operator.reply_process(row=here.stage.row))
    if replied is not None:
        best = min([_point(operator, replied), *([best] if best else [])], key=lambda point: point.span)
        if best.span <= 0.9 * here.span:
            return best
    damped = here
    for _ in range(DAMPED):
        damped = _point(operator, 0.5 * (damped.W + damped.stage.middle))
    return damped if best is None or damped.span <= best.span else best


def guarantee(process: Process) -> Floats:
    """For each start, a bound on the average payoff that the replying player cannot pass.

    If he minimises (row's strategy is fixed) the payoff is at least this; if he maximises, at most.
    """
    everywhere = np.ones(process.first.size - 1, dtype=bool)
    components = end_components(process, everywhere)
    bounds = [_inside(process, part) for part in components]
    return _steer(process, components, bounds)


def tidy(strategy: Floats, first: NDArray[np.int64], smallest: float = 1e-9) -> Floats:
    """The strategies without probabilities that are rounding dust; each state's still sum to 1."""
    kept = np.where(strategy < smallest, 0.0, strategy)
    sums = np.add.reduceat(kept, first[:-1])
    tidied: Floats = kept / np.repeat(sums, np.diff(first))
    return tidied


def _inside(process: Process, part: Bools) -> float:
    """A certified bound on the best average that the replying player gets inside an end component."""
    actions, states = inner_actions(process, part), np.flatnonzero(part)
    number = np.cumsum(part) - 1
    here = number[process.state[actions]]
    to = process.to[actions][:, states]
    payoff = process.sign * process.payoff[actions]
    # the replying player maximises sign * payoff, so g is the least number with g + W(s) >= payoff + P W
    data, row, col = entries(to)
    lines, one = np.arange(actions.size), np.ones(actions.size)
    both = np.concatenate([col, here, one.astype(np.int64) * states.size])
    A = MatrixEntries(np.concatenate([data, -one, -one]), np.concatenate([row, lines, lines]), both)
    free = np.append(0.0, np.full(states.size, NONE))
    cost = np.append(np.zeros(states.size), 1.0)
    found = minimise(cost, A, -payoff, -free, free)
    W = np.zeros(states.size) if found is None else found.x[:-1]
    worth = payoff + to @ W - W[here]
    terms = lengths(to) + 2 * process.mixed
    slack = (0.5 * terms + 10) * EPS * (np.abs(payoff) + to @ np.abs(W) + np.abs(W[here]))
    pure = not W.any() and process.mixed == 1
    return process.sign * float((worth if pure else worth + slack).max())


def _steer(process: Process, components: list[Bools], bounds: list[float]) -> Floats:
    """Shrink each component to a point, and solve the stopping process that is left."""
    size = process.first.size - 1
    point = np.full(size, -1, dtype=np.int64)
    for k, part in enumerate(components):
        point[part] = k
    loose = point < 0
    point[loose] = len(components) + np.arange(loose.sum())
    inner = np.zeros(process.payoff.size, dtype=bool)
    for part in components:
        inner[inner_actions(process, part)] = True
    shrink = matrix(MatrixEntries(np.ones(size), np.arange(size), point), (size, int(point.max()) + 1))
    outer = np.flatnonzero(~inner)
    table = _stopping_table(process, bounds, point[process.state[outer]], (process.to @ shrink)[outer])
    operator = ShapleyOperator(table)
    try:
        solved = solve_discounted(operator)
    except GameError:  # a component is left so seldom that floats cannot follow: the play may settle in any
        worst = min(bounds) if process.sign < 0 else max(bounds)
        return np.full(size, worst)
    best: Floats = (solved.lower if process.sign < 0 else solved.upper)[point]
    if process.mixed > 1:  # the mixture of the fixed strategy was rounded too
        slack = (process.mixed + 4) * EPS * float(np.abs(bounds).max()) * float(longest_play(operator).max())
        best = best + process.sign * slack
    return best


def _stopping_table(
    process: Process,
    bounds: list[float],
    owner: NDArray[np.int64],
    to: Matrix,
) -> StateTable:
    """The shrunk process as a game in which the other player has no choice: stop for g, or leave."""
    points = to.shape[1]
    cells: list[list[tuple[float, dict[int, float]]]] = [[] for _ in range(points)]
    for k, bound in enumerate(bounds):
        cells[k].append((bound, {}))
    for action, k in enumerate(owner):
        line = to[[action]]
        total = float(line.sum())
        scale = total if abs(total - 1) < 1e-9 else 1.0
        found = entries(line)
        chances = {int(t): float(p) / scale for t, p in zip(found.col, found.data, strict=True)}
        cells[int(k)].append((0.0, chances))
    names = tuple(str(k) for k in range(points))
    moves = tuple(tuple(str(a) for a in range(len(group))) for group in cells)
    only = tuple(("",) for _ in range(points))
    flat = [cell for group in cells for cell in group]
    return StateTable(
        states=names,
        start=0,
        discount=1,
        rows=moves if process.sign > 0 else only,
        cols=only if process.sign > 0 else moves,
        first=np.cumsum([0, *(len(group) for group in cells)], dtype=np.int64),
        payoff=np.array([payoff for payoff, _ in flat]),
        next_first=np.cumsum([0, *(len(chances) for _, chances in flat)], dtype=np.int64),
        next_state=np.array([t for _, chances in flat for t in chances], dtype=np.int64),
        next_probability=np.array([p for _, chances in flat for p in chances.values()]),
        cells=(),
    )
