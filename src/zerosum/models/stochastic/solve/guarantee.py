"""What a stationary strategy guarantees on average, from each state, whatever the game's structure.

If one player's stationary strategies are known, the other faces a Markov decision process, which may have
many ergodic classes. It is solved in three parts:

1. its maximal end components: wherever the play settles, it settles in one of them; 2. the best average
within each: all its states communicate, so one number g serves them all, found by the linear program max g
: g + W(s) <= r(s, a) + P W(s, a) and then *certified* from W alone by the bound from the span (see
`average`); 3. which component to steer for: each is shrunk to a point where one may stop and take g, or
leave by an outer action. In this shrunk process every play stops, so it is solved, with bounds, as a
stopping game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Bools, Floats
from zerosum.core.errors import GameError
from zerosum.models.stochastic.solve.discounted import longest_play, solve_discounted
from zerosum.models.stochastic.solve.operator import EPS, Operator, Process
from zerosum.models.stochastic.solve.structure import end_components, inner_actions
from zerosum.models.stochastic.table import StateTable
from zerosum.numerics.programs import NONE, minimise
from zerosum.numerics.sparse import Entries, Matrix, entries, lengths, matrix

__all__ = ["guarantee", "tidy"]


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
    A = Entries(np.concatenate([data, -one, -one]), np.concatenate([row, lines, lines]), both)
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
    shrink = matrix(Entries(np.ones(size), np.arange(size), point), (size, int(point.max()) + 1))
    outer = np.flatnonzero(~inner)
    table = _stopping_table(process, bounds, point[process.state[outer]], (process.to @ shrink)[outer])
    operator = Operator(table)
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
