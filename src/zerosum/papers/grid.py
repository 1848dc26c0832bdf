"""A lagged game as Ferguson and Shapley computed it: row's probabilities on a grid, by Hoffman and Karp's method.

With r and s restricted to multiples of 1/n, equation (4) is a stochastic game of perfect information on the states
(k, q). Hoffman and Karp alternate: the finite game at each state gives row's choices r and s; against these column
faces a Markov decision problem with average payoff, whose gain and relative values W make the next finite games. Two
facts bound the value:

- restricted to the grid row can only do worse, so what his choices guarantee is a lower bound, V_lower;
- for any W, the largest drift of one step of (4), with r and s free, bounds 2V from above: V_upper. It is taken with
  the least concave function above the grid's W, for which the maximum over (r, s) is a minimum over the weight of
  column's choices.

At a state, r matters only between the peaks of the two W to which column may lead after cc, s between those after cl;
along s one of column's two choices gets better and the other worse, so for each r the best s is where they cross.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.models.lagged.functions import FLOATS, hull
from zerosum.models.lagged.rules import Board
from zerosum.numerics.chains import solve_system
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import matrix

WARM = 30
"""Number of half-steps of Shapley's iteration before the first round."""
RESTART = 1e-10
"""Probability that play starts again from the first state after a round."""


class Grid(NamedTuple):
    """The grid method's result: bounds on the value, the relative values W[k, q], and its rounds."""

    lower: float
    upper: float
    W: Floats
    rounds: int


def _paid(board: Board, n: int) -> Floats:
    """Return P(k, q) at every state."""
    q, a = np.linspace(0, 1, n + 1), [float(a) for a in board.payoffs]
    return np.array([a[k] + q * a[cc] + (1 - q) * a[cl] for k, (cc, cl) in enumerate(board.exits)])


def _ahead(board: Board, k: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the targets of column's cc and cl after row's cc from node k, and after row's cl."""
    cc, cl = board.exits[k]
    return board.exits[cc], board.exits[cl]


def hoffman_karp(board: Board, n: int, rounds: int = 40) -> Grid:
    """Alternate row's choices from the finite games and column's from the decision problem until the gain converges."""
    paid = _paid(board, n)
    W, gain = paid, -np.inf
    for _ in range(WARM):
        r, s = _choices(board, W)
        W = (W + paid + _value(board, W, r, s, _response(board, W, r, s))) / 2
        W = W - W[0, 0]
    done = 0
    while done < rounds:
        r, s = _choices(board, W)
        before, (gain, W), done = gain, _least_gain(board, n, r, s, W), done + 1
        if gain - before < 1e-12:
            break
    return Grid(gain / 2, _upper(board, W), W, done)


def _least_gain(board: Board, n: int, r: Ints, s: Ints, W: Floats) -> tuple[float, Floats]:
    """Return column's best response to stationary choices, by policy iteration: the gain of a round, and relative
    values."""
    cc = _response(board, W, r, s)
    for _ in range(50):
        gain, W = _evaluate(board, n, r, s, cc)
        better = _response(board, W, r, s, cc)
        if (better == cc).all():
            break
        cc = better
    return gain, W


def _response(board: Board, W: Floats, r: Ints, s: Ints, cc: Floats | None = None) -> Floats:
    """Return where column's best response is cc (1) or cl (0); it changes only for a gain."""
    ones = np.ones_like(W)
    gain = _value(board, W, r, s, ones * 0) - _value(board, W, r, s, ones)
    return np.where(gain > 1e-12, 1.0, np.where(gain < -1e-12, 0.0, 1.0 if cc is None else cc))


def _value(board: Board, W: Floats, r: Ints, s: Ints, cc: Floats) -> Floats:
    """Return the continuation value if row plays r and s and column goes cc with these probabilities."""
    q = np.linspace(0, 1, W.shape[1])
    rows = []
    for k in range(board.size):
        first, second = _ahead(board, k)
        ways = [q * W[i][r[k]] + (1 - q) * W[j][s[k]] for i, j in zip(first, second, strict=True)]
        rows.append(cc[k] * ways[0] + (1 - cc[k]) * ways[1])
    return np.array(rows)


def _choices(board: Board, W: Floats) -> tuple[Ints, Ints]:
    """Return the best pair (r, s) on the grid at every state."""
    n = W.shape[1] - 1
    r, s = np.zeros(W.shape, np.int64), np.zeros(W.shape, np.int64)
    for k in range(board.size):
        after_cc, after_cl = (tuple(W[node] for node in pair) for pair in _ahead(board, k))
        first, second = _between(*after_cc), _between(*after_cl)
        for i in range(n + 1):
            r[k, i], s[k, i] = _pair(i / n, after_cc, after_cl, first, second)
    return r, s


def _between(a: Floats, b: Floats) -> Ints:
    """Return the grid's points from the peak of a to that of b."""
    start, end = int(a.argmax()), int(b.argmax())
    return np.arange(start, end + (1 if end >= start else -1), 1 if end >= start else -1)


def _pair(
    q: float, after_cc: tuple[Floats, ...], after_cl: tuple[Floats, ...], first: Ints, second: Ints
) -> tuple[int, int]:
    """Return the r and s with the best smaller payoff: for each r the s where column's choices cross, or one below."""
    (a, b), (c, d) = after_cc, after_cl
    needs = q * (b[first] - a[first])
    cross = np.searchsorted(-(1 - q) * (c[second] - d[second]), -needs)
    best, pair = -np.inf, (int(first[0]), int(second[0]))
    for at in (cross, cross - 1):
        s = second[np.clip(at, 0, len(second) - 1)]
        worst = np.minimum(q * a[first] + (1 - q) * c[s], q * b[first] + (1 - q) * d[s])
        i = int(worst.argmax())
        if worst[i] > best:
            best, pair = float(worst[i]), (int(first[i]), int(s[i]))
    return pair


def _evaluate(board: Board, n: int, r: Ints, s: Ints, cc: Floats) -> tuple[float, Floats]:
    """Return the gain of a round and the relative values of two stationary choices, by linear equations."""
    size, q = board.size * (n + 1), np.linspace(0, 1, n + 1)
    # the first unknown is the gain, and with a small chance play starts again at the first state, whose W is 0, so
    # that the chain has one class
    states = np.arange(size)
    rows, cols, weights = [states, states], [np.zeros(size, np.int64), states], [np.ones(size), np.ones(size)]
    for k in range(board.size):
        here = k * (n + 1) + np.arange(n + 1)
        for went, announced, pair in zip((q, 1 - q), (r[k], s[k]), _ahead(board, k), strict=True):
            for goes, node in zip((cc[k], 1 - cc[k]), pair, strict=True):
                rows.append(here)
                cols.append(node * (n + 1) + announced)
                weights.append((RESTART - 1) * goes * went)
    col, weight = np.concatenate(cols), np.concatenate(weights)
    weight[size:][col[size:] == 0] = 0.0
    system = matrix(MatrixEntries(weight, np.concatenate(rows), col), (size, size))
    found = solve_system(system, _paid(board, n).ravel())
    assert found is not None, "a chain with one class has one gain"
    return float(found[0]), np.concatenate([[0.0], found[1:]]).reshape(board.size, n + 1)


def _upper(board: Board, W: Floats) -> float:
    """Return half the largest drift over all states, with W made concave, if row may use any probabilities."""
    n = W.shape[1] - 1
    q, weights, paid = np.linspace(0, 1, n + 1), np.linspace(0, 1, 401), _paid(board, n)
    concave = np.array([hull(q, row, FLOATS).values(q) for row in W])
    drift = []
    for k in range(board.size):
        r, s = (
            np.array([float((w * concave[i] + (1 - w) * concave[j]).max()) for w in weights])
            for i, j in _ahead(board, k)
        )
        best = (q[:, None] * r + (1 - q[:, None]) * s).min(axis=1)
        drift.append(paid[k] + best - concave[k])
    return float(np.max(drift)) / 2
