"""The average payoff of any finite game: the span first, then stationary strategies, then the limit.

1. Hoffman–Karp with bounds from the span (`solve_average`). In a unichain game this closes the gap.
2. If it does not, strategies that are optimal for discounts near 1 are judged by their *guaranteed* average from each
start (`guarantee`). This solves games whose value depends on the start but in which both players have good stationary
strategies, for example games of perfect information.
3. If there is still a gap, as in the Big Match, then no stationary strategies were found that prove the value, and
often none exist. If the game's parts are small, the value itself is then proved in exact arithmetic as the limit of
the discounted values (`limit`), and the guarantees of the strategies are shown as well. For a larger game the proved
interval is the answer, and the estimate of the limit is reported next to it.

**Bounds from the span.** For *any* vector W, if T W(s) - W(s) >= g in every state, then row can guarantee an average
of at least g from every start by playing in each state the optimal strategy of the stage game at W: after N stages
the payoffs sum to at least N g - max W + min W, whatever col does. The upper bound is proved in the same way. So
every W proves

    min_s (T W - W)(s)  <=  value from any start  <=  max_s (T W - W)(s),

and the strategies of the stage prove it. Nothing is assumed about the game; but the two bounds can be equal only if
the value is the same from every start and a suitable W exists, as in every unichain game.

**Method** (Hoffman and Karp 1966). Solve the stage games at W; fix row's strategies; let col solve the resulting
decision process, for the average payoff; its relative values are the next W. Before that, Newton's step is tried: fix
both players' strategies and take the relative values of the chain. A step is kept if it shrinks the span of T W - W
enough; if none does, use W <- (W + T W) / 2 for some rounds, which avoids the oscillation of plain iteration on
periodic chains. The iteration ends when the span shrinks no further because of rounding or of the game's structure.

**Guarantees.** If one player's stationary strategies are known, the other faces a Markov decision process, which may
have many ergodic classes. It is solved in three parts:

1. its maximal end components: every play settles in one of them;
2. the best average within each: all its states communicate, so one number g is valid for all. It is found by the linear
   program max g: g + W(s) <= r(s, a) + P W(s, a), and then *certified* from W alone by the bound from the span;
3. the choice among components: each is contracted to a point where the player may stop and take g, or leave by an
outer action. In the contracted process every play stops, so it is solved, with bounds, as a stopping game.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.errors import GameError
from zerosum.core.foreign import Foreign
from zerosum.core.limits import MINUTE, require_budget
from zerosum.core.numbers import Number, as_fraction
from zerosum.core.outward import float_below
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.models.stochastic.answer import LimitProof
from zerosum.models.stochastic.solve.decided import Decided, Mix, one_sided
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
from zerosum.models.stochastic.solve.reach import Reach
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.programs import NONE, MatrixEntries, minimise
from zerosum.numerics.sparse import Matrix, entries, lengths, matrix

ROUNDS, DAMPED = 60, 20
"""Maximum number of rounds of the iteration, and of damped steps in one of them."""
FLOOR = 6.4 * EPS
"""The smallest span that rounding permits, as a share of the largest entry."""
GAP_TOLERANCE = 1e-9
"""A gap above this, as a share of the largest payoff, counts as open."""
SHARP = 1e-12
"""If the gap is below this, as a share of the largest payoff, no better strategies are sought."""
INTERESTS = (1e-3, 1e-5, 1e-7)
"""The values of 1 - beta at which candidates for good strategies are computed."""
CANDIDATES, FIRST_CANDIDATES = 5 * len(INTERESTS) - 1, 4
"""Numbers of pairs of strategies that are tried if the value depends on the start: in total, and for one discount."""


@dataclass(frozen=True, eq=False)
class AverageValues:
    """The average value from each state, strategies, and their guarantees."""

    values: list[Value]
    row: Sequence[Number]
    """Row's probabilities, state after state."""
    col: Sequence[Number]
    row_guarantee: Sequence[Number]
    """The guarantee of row's stationary strategies from each state."""
    col_guarantee: Sequence[Number]
    method: str
    settles: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Two sets of states in either of which a play can settle forever, if two were found."""
    limits: Floats | None = None
    """Estimates of the limits of the discounted values, if stationary strategies left a gap."""
    in_the_limit: Mapping[Side, LimitProof] = field(default_factory=dict)
    """The proof of the value if a side's stationary strategies miss it."""
    reaches: Mapping[Side, Reach] = field(default_factory=dict)
    """The states from which each side reaches the ends that are best for it, if there are ends."""
    lengths: Mapping[str, Fraction | None] = field(default_factory=dict)
    """With strategies within a margin: the mean length of a play, with both strategies or against any opponent."""


@dataclass(eq=False)
class BestStrategies:
    """The stationary strategies so far that are best over all states together, and the best bounds from any
    strategies.

    Bounds are arrays over the states, of floats or of fractions.
    """

    row: Foreign
    col: Foreign
    row_guarantee: Array
    col_guarantee: Array
    lower: Array
    """The best of all guarantees in each state, whichever strategy gives it."""
    upper: Array

    def judge(self, row: Foreign, col: Foreign, low: Array, high: Array) -> None:
        """Record a pair of strategies with their guarantees."""
        self.lower, self.upper = np.maximum(self.lower, low), np.minimum(self.upper, high)
        if low.sum() > self.row_guarantee.sum():
            self.row, self.row_guarantee = row, low
        if high.sum() < self.col_guarantee.sum():
            self.col, self.col_guarantee = col, high


def solve_undiscounted(operator: ShapleyOperator, *, progress: Progress = silent) -> AverageValues:
    """Return the average value from each state, with the best proof found."""
    table = operator.table
    # games that reachability or one player alone decides, and games whose value is the same from every start
    decided = Decided.of(table)
    if decided.is_complete:
        return _decided(decided)
    found = solve_average(operator, progress=progress)
    scale = float(np.abs(table.payoff).max()) or 1.0
    low, high = np.full(table.size, found.lower), np.full(table.size, found.upper)
    if found.gap <= GAP_TOLERANCE * scale:
        values = [Value(found.lower, found.upper)] * table.size
        method = f"Hoffman–Karp, average payoff, {found.iterations} iterations"
        return AverageValues(
            values, found.row.tolist(), found.col.tolist(), low.tolist(), high.tolist(), method
        )
    if (alone := one_sided(table)) is not None:
        return _one_sided(*alone)
    # stationary strategies that are good at discounts near 1, each judged by its guarantee
    best, guess = BestStrategies(found.row, found.col, low, high, low, high), low
    began = time.thread_time()
    for tried, (row, col, estimate) in enumerate(_candidates(operator), 1):
        floor, ceiling = (
            guarantee(process)
            for process in (operator.response_process(row=row), operator.response_process(col=col))
        )
        best.judge(row, col, floor, ceiling)
        guess = estimate
        progress(tried, CANDIDATES, "pairs of strategies")
        if tried == FIRST_CANDIDATES:
            seconds = (time.thread_time() - began) * CANDIDATES / tried
            what = f"the average payoff of {table.size:,} states, which depends on the start,"
            require_budget(what, seconds=seconds, most=MINUTE)
        if (best.upper - best.lower).max() <= SHARP * scale:
            break
    for s in range(table.size):
        paid = table.end_payoff(s)
        if paid is not None and float(paid) == paid:  # exact, so there is no slack for rounding
            for bound in (best.lower, best.upper, best.row_guarantee, best.col_guarantee):
                bound[s] = float(paid)
    lower, upper = np.minimum(best.lower, best.upper), np.maximum(best.lower, best.upper)
    values = [Value(float(a), float(b)) for a, b in zip(lower, upper, strict=True)]
    values = [
        _narrowed(value, a, b) if value.gap else value
        for value, a, b in zip(values, *decided.bounds, strict=True)
    ]
    # close remaining gaps in fractions: patient strategies, proofs in the limit, the limit itself
    shape = structure(operator.response_process())
    method = "stationary strategies near the discount 1, each with its guarantee"
    shown = best.row.tolist(), best.col.tolist()
    guaranteed = best.row_guarantee.tolist(), best.col_guarantee.tolist()
    open_states = [s for s in range(table.size) if values[s].gap > GAP_TOLERANCE * scale]
    if open_states:
        # FLINT takes long to import
        from zerosum.models.stochastic.solve.patient import patient_bounds

        patient = patient_bounds(table, SHARP * scale)
        if patient:
            values = [
                _narrowed(value, float_below(a), -float_below(-b) + 0.0)
                for value, a, b in zip(values, patient.lower, patient.upper, strict=True)
            ]
            if sum(patient.row_guarantee) > sum(guaranteed[0]) + SHARP * scale:
                shown, guaranteed = (
                    (_flat(patient.row), shown[1]),
                    (patient.row_guarantee.tolist(), guaranteed[1]),
                )
            if sum(patient.col_guarantee) < sum(guaranteed[1]) - SHARP * scale:
                shown, guaranteed = (
                    (shown[0], _flat(patient.col)),
                    (guaranteed[0], patient.col_guarantee.tolist()),
                )
            method = "discounted strategies in fractions, each with its guarantee"
    proofs = dict(decided.proofs)
    short = _short_sides(values, guaranteed, SHARP * scale)
    if short:
        proved: list[Sequence[Number]] = [*guaranteed]
        # FLINT takes long to import
        from zerosum.models.stochastic.solve.composed import composed_proofs, whole_proofs

        for prove in (whole_proofs, composed_proofs):
            for side, proof in prove(decided, short).items():
                proofs[side] = proof if side not in proofs else _better_proof(side, proofs[side], proof)
                limits = [proof.limit(state) for state in table.states]
                least, most = (limits, decided.bounds[1]) if side == "row" else (decided.bounds[0], limits)
                values = [_narrowed(value, a, b) for value, a, b in zip(values, least, most, strict=True)]
            for k, side in enumerate(SIDES):
                if side in proofs:
                    proved[k] = [proofs[side].limit(state) for state in table.states]
            still = _short_sides(values, (proved[0], proved[1]), SHARP * scale)
            short = [side for side in short if side in still]
        if open_states and proofs:
            method = "the limit of discounted strategies, as functions of the discount"
    open_states = [s for s in open_states if values[s].gap > GAP_TOLERANCE * scale]
    if open_states:
        from zerosum.models.stochastic.solve.limit import limit_values  # FLINT takes long to import

        lower, upper = np.array([(float(v.lower), float(v.upper)) for v in values]).T
        # if a discounted game did not converge, its values are not an estimate
        guess = np.clip(guess, lower, upper)
        values = limit_values(table, guess, values)
        if all(values[s].gap < 1e-6 for s in open_states):
            method = "the limit of the discounted values, proved in exact arithmetic"
    return AverageValues(
        values,
        *shown,
        *guaranteed,
        method,
        (shape.witness[0], shape.witness[1]) if shape.kind == "multichain" else None,
        guess if open_states else None,
        proofs,
        decided.reaches,
    )


def _short_sides(
    values: Sequence[Value], guaranteed: tuple[Sequence[Number], Sequence[Number]], most: float
) -> list[Side]:
    """Return the sides whose strategies may miss a value by more than this tolerance."""
    low, high = guaranteed
    missed: dict[Side, list[float]] = {
        "row": [float(value.upper) - float(bound) for value, bound in zip(values, low, strict=True)],
        "col": [float(bound) - float(value.lower) for value, bound in zip(values, high, strict=True)],
    }
    return [side for side, gaps in missed.items() if max(gaps) > most]


def _better_proof(side: Side, one: LimitProof, other: LimitProof) -> LimitProof:
    """Return the proof that guarantees a side more in all states together."""
    sums = [sum((proof.limit(state) for state in proof.values), Fraction(0)) for proof in (one, other)]
    return one if (sums[0] >= sums[1]) == (side == "row") or sums[0] == sums[1] else other


def _flat(mixes: list[Mix]) -> list[Fraction]:
    return [p for mix in mixes for p in mix]


def _one_sided(values: list[Fraction], row: list[Mix], col: list[Mix]) -> AverageValues:
    """Return the values of a game in which only one side chooses."""
    return AverageValues(
        [Value.exactly(v) for v in values],
        _flat(row),
        _flat(col),
        values,
        values,
        "policy iteration in fractions, average payoff",
    )


def _decided(decided: Decided) -> AverageValues:
    """Return the values of a game in which reachability determines all of them."""
    row, col = (decided.strategy(side) for side in SIDES)
    return AverageValues(
        [Value(a, b) for a, b in zip(*decided.bounds, strict=True)],
        _flat(row),
        _flat(col),
        decided.guarantee("row", row),
        decided.guarantee("col", col),
        "states that are won surely, almost surely or limit-surely",
        in_the_limit=decided.proofs,
        reaches=decided.reaches,
    )


def _narrowed(value: Value, least: Number, most: Number) -> Value:
    """Return the intersection of a value with exact bounds; if rounding makes them disjoint, return
    the exact bounds.
    """
    lower = least if least > value.lower else value.lower
    upper = most if most < value.upper else value.upper
    if lower == upper and Fraction in (type(least), type(most)):
        return Value.exactly(as_fraction(lower))
    return Value(lower, upper) if lower <= upper else Value(least, most)


def _candidates(operator: ShapleyOperator) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield row's and col's strategies that are good at discounts near 1, and an estimate of the values.

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
    """Return the strategies with probabilities rounded to sixtieths; unchanged if all probabilities of a mix round to
    0.
    """
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
        """The smallest span that rounding permits."""
        return FLOOR * float(np.abs(self.stage.upper).max() + np.abs(self.W).max())


def solve_average(operator: ShapleyOperator, *, progress: Progress = silent) -> SpanBounds:
    """Return the best bounds that the method finds; they meet, up to rounding, in every unichain game."""
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
    """Return T at W, and the bounds from the span."""
    W = W - W[0]
    stage = operator(W)
    slack = 2 * EPS * np.abs(W)
    down, up = stage.lower - W - slack, stage.upper - W + slack
    outward = 2 * EPS * float(np.abs(stage.upper).max() + np.abs(W).max()) if W.any() else 0.0
    return _BoundedVector(W, stage, float(down.min()) - outward, float(up.max()) + outward)


def _next(operator: ShapleyOperator, here: _BoundedVector) -> _BoundedVector:
    """Return the result of the first sufficient method: Newton, Hoffman and Karp, or damped iteration."""
    best = None
    chain = average(*operator.chain(here.stage.row, here.stage.col))
    if chain is not None:
        best = _point(operator, chain[1])
        if best.span <= 0.5 * here.span:
            return best
    responded = best_average(operator.response_process(row=here.stage.row))
    if responded is not None:
        best = min([_point(operator, responded), *([best] if best else [])], key=lambda point: point.span)
        if best.span <= 0.9 * here.span:
            return best
    damped = here
    for _ in range(DAMPED):
        damped = _point(operator, 0.5 * (damped.W + damped.stage.middle))
    return damped if best is None or damped.span <= best.span else best


def guarantee(process: Process) -> Floats:
    """Return, for each start, a bound on the average payoff that the responding player cannot exceed.

    If the responding player minimises (row's strategy is fixed), the payoff is at least this; if the player
    maximises, it is at most this.
    """
    everywhere = np.ones(process.first.size - 1, dtype=bool)
    components = end_components(process, everywhere)
    bounds = [_inside(process, part) for part in components]
    return _steer(process, components, bounds)


def tidy(strategy: Floats, first: NDArray[np.int64], smallest: float = 1e-9) -> Floats:
    """Return the strategies without probabilities that are rounding errors; the probabilities of each state still add
    up to 1.
    """
    kept = np.where(strategy < smallest, 0.0, strategy)
    sums = np.add.reduceat(kept, first[:-1])
    tidied: Floats = kept / np.repeat(sums, np.diff(first))
    return tidied


def _inside(process: Process, part: Bools) -> float:
    """Return a certified bound on the responding player's best average inside an end component."""
    actions, states = inner_actions(process, part), np.flatnonzero(part)
    number = np.cumsum(part) - 1
    here = number[process.state[actions]]
    to = process.to[actions][:, states]
    payoff = process.sign * process.payoff[actions]
    # the responding player maximises sign * payoff, so g is the least number with g + W(s) >= payoff + P W
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
    """Contract each component to a point, and solve the stopping process that results."""
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
    except (
        GameError
    ):  # a component is left so rarely that floats are not accurate enough: the play may settle in any
        # component
        worst = min(bounds) if process.sign < 0 else max(bounds)
        return np.full(size, worst)
    best: Floats = (solved.lower if process.sign < 0 else solved.upper)[point]
    if process.mixed > 1:  # the mixture of the fixed strategy was also rounded
        slack = (process.mixed + 4) * EPS * float(np.abs(bounds).max()) * float(longest_play(operator).max())
        best = best + process.sign * slack
    return best


def _stopping_table(
    process: Process, bounds: list[float], owner: NDArray[np.int64], to: Matrix
) -> StateTable:
    """Return the contracted process as a game in which the other player has no choice: stop for g, or leave."""
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
