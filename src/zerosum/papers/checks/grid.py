"""Gleason's game as Ferguson and Shapley computed it: I's probabilities on a grid, by Hoffman and Karp's method.

With r and s restricted to multiples of 1/n, equation (4) is a stochastic game of perfect information on the states
(k, q). Hoffman and Karp alternate: the finite game at each state gives I's choices r and s; against these II faces a
Markov decision problem with average payoff, whose gain and relative values W make the next finite games. Two facts
bound the value:

- restricted to the grid I can only do worse, so what his choices guarantee is a lower bound, V_lower;
- for any W, the largest drift of one step of (4), with r and s free, bounds 2V from above: V_upper. It is taken with
  the least concave function above the grid's W, for which the maximum over (r, s) is a minimum over the weight of II's
  choices.

At a state, r matters only between the peaks of W(k+1, ·) and W(k, ·), s between those of W(k, ·) and W(k+2, ·); along s
one of II's two choices gets better and the other worse, so for each r the best s is where they cross.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from zerosum.arrays import Floats, Ints
from zerosum.papers.checks.gleason import solution
from zerosum.papers.verdicts import Found

PAYOFFS = (1.0, 2.0, -3.0)
WARM = 30
"""Steps of Shapley's iteration, each half taken, before the first round."""
RESTART = 1e-10
"""The chance to begin anew after a round."""


class Grid(NamedTuple):
    """What the method found on a grid: bounds on the value, the relative values W[k, q], and its rounds."""

    lower: float
    upper: float
    W: Floats
    rounds: int


def _paid(n: int) -> Floats:
    """P(k, q) at every state."""
    q = np.linspace(0, 1, n + 1)
    return np.array([PAYOFFS[k] + q * PAYOFFS[k - 1] + (1 - q) * PAYOFFS[(k + 1) % 3] for k in range(3)])


@cache
def hoffman_karp(n: int, rounds: int = 40) -> Grid:
    """I's choices from the finite games, II's from the decision problem against them, until the gain stands still."""
    W, gain = _paid(n), -np.inf
    for _ in range(WARM):
        r, s = _choices(W)
        W = (W + _paid(n) + _value(W, r, s, _reply(W, r, s))) / 2
        W = W - W[0, 0]
    done = 0
    while done < rounds:
        r, s = _choices(W)
        before, (gain, W), done = gain, _least_gain(n, r, s, W), done + 1
        if gain - before < 1e-12:
            break
    return Grid(gain / 2, _upper(W), W, done)


def _least_gain(n: int, r: Ints, s: Ints, W: Floats) -> tuple[float, Floats]:
    """II's best reply to stationary choices of I's, by policy iteration: the gain of a round, and relative values."""
    cc = _reply(W, r, s)
    for _ in range(50):
        gain, W = _evaluate(n, r, s, cc)
        better = _reply(W, r, s, cc)
        if (better == cc).all():
            break
        cc = better
    return gain, W


def _reply(W: Floats, r: Ints, s: Ints, cc: Floats | None = None) -> Floats:
    """Where II does best to go cc (1) or cl (0); he changes his mind only for a gain."""
    ones = np.ones_like(W)
    gain = _value(W, r, s, ones * 0) - _value(W, r, s, ones)
    return np.where(gain > 1e-12, 1.0, np.where(gain < -1e-12, 0.0, 1.0 if cc is None else cc))


def _value(W: Floats, r: Ints, s: Ints, cc: Floats) -> Floats:
    """What follows if I plays r and s and II goes cc with these chances."""
    n = W.shape[1] - 1
    q = np.linspace(0, 1, n + 1)
    rows = []
    for k in range(3):
        with_cc = q * W[(k + 1) % 3][r[k]] + (1 - q) * W[k][s[k]]
        with_cl = q * W[k][r[k]] + (1 - q) * W[(k + 2) % 3][s[k]]
        rows.append(cc[k] * with_cc + (1 - cc[k]) * with_cl)
    return np.array(rows)


def _choices(W: Floats) -> tuple[Ints, Ints]:
    """The best pair (r, s) on the grid at every state."""
    n = W.shape[1] - 1
    r, s = np.zeros((3, n + 1), np.int64), np.zeros((3, n + 1), np.int64)
    for k in range(3):
        up, here, down = W[(k + 1) % 3], W[k], W[(k + 2) % 3]
        first, second = _between(up, here), _between(here, down)
        falls = here[second] - down[second]
        for i in range(n + 1):
            r[k, i], s[k, i] = _pair(i / n, (up, here, down), first, second, falls)
    return r, s


def _between(a: Floats, b: Floats) -> Ints:
    """The grid's points from the peak of a to that of b."""
    start, end = int(a.argmax()), int(b.argmax())
    return np.arange(start, end + (1 if end >= start else -1), 1 if end >= start else -1)


def _pair(
    q: float, W: tuple[Floats, Floats, Floats], first: Ints, second: Ints, falls: Floats
) -> tuple[int, int]:
    """The r and s with the greatest lesser payoff: for each r the s where II's choices cross, or the one before."""
    up, here, down = W
    needs = q * (here[first] - up[first])
    cross = np.searchsorted(-(1 - q) * falls, -needs)
    best, pair = -np.inf, (int(first[0]), int(second[0]))
    for at in (cross, cross - 1):
        s = second[np.clip(at, 0, len(second) - 1)]
        worst = np.minimum(q * up[first] + (1 - q) * here[s], q * here[first] + (1 - q) * down[s])
        i = int(worst.argmax())
        if worst[i] > best:
            best, pair = float(worst[i]), (int(first[i]), int(s[i]))
    return pair


def _evaluate(n: int, r: Ints, s: Ints, cc: Floats) -> tuple[float, Floats]:
    """The gain of a round, and relative values, of a pair of stationary choices: a Markov chain's linear equations."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.linalg import spsolve

    size, q = 3 * (n + 1), np.linspace(0, 1, n + 1)
    rows, cols, chances = [], [], []
    for k in range(3):
        here = k * (n + 1) + np.arange(n + 1)
        for chance, node, to in (
            (cc[k] * q, (k + 1) % 3, r[k]),
            (cc[k] * (1 - q), k, s[k]),
            ((1 - cc[k]) * q, k, r[k]),
            ((1 - cc[k]) * (1 - q), (k + 2) % 3, s[k]),
        ):
            rows.append(here)
            cols.append(node * (n + 1) + to)
            chances.append(chance)
    step = coo_matrix((np.concatenate(chances), (np.concatenate(rows), np.concatenate(cols))), (size, size))
    step = (
        1 - RESTART
    ) * step  # the rest goes to the first state, whose W is 0: so the chain cannot fall apart
    system = (coo_matrix((np.ones(size), (np.arange(size), np.arange(size))), (size, size)) - step).tolil()
    system[:, 0] = np.ones((size, 1))
    found = spsolve(system.tocsc(), _paid(n).ravel())
    return float(found[0]), np.concatenate([[0.0], found[1:]]).reshape(3, n + 1)


def _upper(W: Floats) -> float:
    """The largest drift over all states when I may use any probabilities, W being made concave; half of it bounds V."""
    n = W.shape[1] - 1
    hull = np.array([_concave(row) for row in W])
    q = np.linspace(0, 1, n + 1)
    weights = np.linspace(0, 1, 401)
    drift = []
    for k in range(3):
        r, s = (_peaks(hull[i], hull[j], weights) for i, j in (((k + 1) % 3, k), (k, (k + 2) % 3)))
        best = (q[:, None] * r + (1 - q[:, None]) * s).min(axis=1)
        drift.append(_paid(n)[k] + best - hull[k])
    return float(np.max(drift)) / 2


def _peaks(a: Floats, b: Floats, weights: Floats) -> Floats:
    """The maximum of w a + (1 - w) b for each weight."""
    return np.array([float((w * a + (1 - w) * b).max()) for w in weights])


def _concave(values: Floats) -> Floats:
    """The least concave function above points on a grid."""
    kept: list[int] = []
    for i, v in enumerate(values):
        while len(kept) > 1:
            a, b = kept[-2], kept[-1]
            if (values[b] - values[a]) * (i - a) >= (v - values[a]) * (b - a):
                break
            kept.pop()
        kept.append(i)
    return np.asarray(np.interp(np.arange(len(values)), kept, values[kept]))


def grid_bounds(n: int) -> Found:
    """Whether the grid's bounds enclose the value that is known without a grid."""
    grid, value = hoffman_karp(n), float(solution().value)
    text = f"on a grid of 1/{n}, after {grid.rounds} rounds, {grid.lower:.5f} <= V <= {grid.upper:.5f}; V = {value:.7f}"
    return Found(grid.lower <= value <= grid.upper, text)


def grid_bound(n: int, side: Literal["lower", "upper"]) -> float:
    """V_lower or V_upper of a grid."""
    grid = hoffman_karp(n)
    return grid.lower if side == "lower" else grid.upper
