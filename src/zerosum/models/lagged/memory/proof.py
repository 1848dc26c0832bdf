"""That no strategy of so short a memory does better: branch and bound over its parameters.

Take a box of strategies, lo <= p <= hi. Whatever p in the box is played, the opponent gets at least what he
gets when p may be chosen anew at every move, anywhere in the box, against him: for any W,

    min over s of [ max over exits of  min over p in {lo, hi} of (payoff + P W) - W(s) ]

is a bound (from the span, as in `zerosum.models.stochastic.solve.average`) on what he can guarantee. W comes
from policy iteration on this game, started at the middle of the box. If the bound reaches the target the
box is done; if not it is split along the parameter that matters most. When no box is left, no strategy
gives the opponent less than the target. The number of boxes grows fast with the number of parameters: with
three it is a matter of seconds. Boxes do not wait for each other: once there are many, they are shared out.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats
from zerosum.core.errors import TooLargeError
from zerosum.core.progress import Progress, silent
from zerosum.core.workers import HERE, Workers
from zerosum.models.lagged.memory.reply import Histories

__all__ = ["prove_best"]

ROUNDS = 6
DAMPED = 30
BATCH = 4096
"""So many boxes are looked at together."""
SHARES = 64
"""Into so many tasks boxes are shared out, once there is a batch of them."""
EPS = float(np.finfo(np.float64).eps)


Boxes = tuple[Floats, Floats]
"""The least and the greatest of each parameter: (boxes, parameters)."""


def prove_best(
    seen: Histories,
    target: float,
    *,
    most: int = 2_000_000,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> int:
    """Prove that every strategy leaves the opponent at least `target` (as he counts it); returns how many boxes.

    Raises `TooLargeError` if more than `most` boxes would be needed, which is also what happens if it is false.
    """
    whole = np.zeros((1, len(seen.keys))), np.ones((1, len(seen.keys)))
    boxes, (lows, highs) = _look(seen, target, most, whole, enough=BATCH)
    shares = [(lows[k::SHARES], highs[k::SHARES]) for k in range(min(SHARES, len(lows)))]
    looks = workers.each(partial(_look, seen, target, most), shares)
    for done, (_, (more, _)) in enumerate(zip(shares, looks, strict=True), 1):
        boxes += more
        _check(boxes, most)
        progress(done, len(shares), "parts of the proof")
    return boxes


def _check(boxes: int, most: int) -> None:
    if boxes > most:
        raise TooLargeError(f"the proof needs more than {most} boxes; the target may be too near the best")


def _look(
    seen: Histories, target: float, most: int, boxes: Boxes, enough: float = np.inf
) -> tuple[int, Boxes]:
    """Look at boxes, the last first, until none or `enough` are open; return how many were looked at, and the open."""
    looked, (lows, highs) = 0, boxes
    while 0 < len(lows) < enough:
        looked += min(BATCH, len(lows))
        _check(looked + len(lows), most)
        low, high = lows[-BATCH:], highs[-BATCH:]
        bound, matters, W = _bounds(seen, low, high)
        left = bound < target
        bound[left] = np.maximum(bound[left], _damped(seen, W[left], low[left], high[left]))
        left = bound < target
        halves = _split(low[left], high[left], matters[left])
        lows = np.concatenate([lows[:-BATCH], halves[0]])
        highs = np.concatenate([highs[:-BATCH], halves[1]])
    return looked, (lows, highs)


def _split(low: Floats, high: Floats, matters: Floats) -> tuple[Floats, Floats]:
    """Each box in two, across the parameter that matters most."""
    axis = matters.argmax(axis=1)
    at = np.arange(len(low))
    middle = 0.5 * (low[at, axis] + high[at, axis])
    upper_low, lower_high = low.copy(), high.copy()
    upper_low[at, axis] = middle
    lower_high[at, axis] = middle
    return np.concatenate([low, upper_low]), np.concatenate([lower_high, high])


def _bounds(seen: Histories, low: Floats, high: Floats) -> tuple[Floats, Floats, Floats]:
    """For each box, what the opponent can guarantee, how much each parameter matters, and the last W."""
    boxes, states = len(low), len(seen.paths)
    ends = np.stack([low[:, seen.key], high[:, seen.key]], axis=-1)
    bound = np.full(boxes, -np.inf)
    cc = ends.mean(axis=-1)
    W = np.zeros((boxes, states))
    matters = high - low
    for _ in range(ROUNDS):
        _, exits, _ = _stage(seen, W, np.stack([cc, cc], axis=-1))
        W = _chain_values(seen, exits, cc)
        worth, exits, end = _stage(seen, W, ends)
        bound = np.maximum(bound, _least(seen, worth, W))
        cc = np.take_along_axis(ends, end[..., None], axis=-1)[..., 0]
        matters = _matters(seen, W, exits, low, high)
    return bound, matters, W


def _damped(seen: Histories, W: Floats, low: Floats, high: Floats) -> Floats:
    """The best bound over some rounds of W <- (W + T W) / 2, where policy iteration went astray."""
    ends = np.stack([low[:, seen.key], high[:, seen.key]], axis=-1)
    bound = np.full(len(low), -np.inf)
    W = np.where(np.abs(W).max(axis=1, keepdims=True) < 1e3, W, 0.0)
    for _ in range(DAMPED):
        worth, _, _ = _stage(seen, W, ends)
        bound = np.maximum(bound, _least(seen, worth, W))
        W = 0.5 * (W + worth)
    return bound


def _least(seen: Histories, worth: Floats, W: Floats) -> Floats:
    """The least of T W - W in each box, less what rounding may have added: two products and a few sums."""
    size = np.abs(W).max(axis=1) + np.abs(seen.payoff).max()
    least: Floats = (worth - W).min(axis=1) - 16 * EPS * size
    return least


def _stage(seen: Histories, W: Floats, ends: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """The opponent's best exit in each state against the worst end of the box: worth, exit, which end."""
    worth = seen.payoff + W[:, seen.after]
    by_end = worth[..., 0, None] * ends[:, :, None, :] + worth[..., 1, None] * (1 - ends[:, :, None, :])
    end = by_end.argmin(axis=-1)
    against = by_end.min(axis=-1)
    exits = against.argmax(axis=-1)
    chosen = np.take_along_axis(end, exits[..., None], axis=-1)[..., 0]
    return against.max(axis=-1), exits, chosen


def _chain_values(seen: Histories, exits: NDArray[np.int64], cc: Floats) -> Floats:
    """Relative values of the chains that these exits and these probabilities make, one for each box."""
    boxes, states = exits.shape
    at, s = np.arange(boxes)[:, None], np.arange(states)[None, :]
    chance = (cc, 1 - cc)
    matrix = np.zeros((boxes, states + 1, states + 1))
    matrix[:, np.arange(states), np.arange(states)] = 1.0 + 1e-9  # regular even with two ergodic classes
    matrix[:, :states, states] = 1.0
    matrix[:, states, 0] = 1.0
    right = np.zeros((boxes, states + 1))
    for hidden in range(2):
        after = seen.after[s, exits, hidden]
        np.add.at(matrix, (at, s, after), -chance[hidden])
        right[:, :states] += chance[hidden] * seen.payoff[s, exits, hidden]
    W: Floats = np.linalg.solve(matrix, right[..., None])[..., 0][:, :states]
    return W


def _matters(seen: Histories, W: Floats, exits: NDArray[np.int64], low: Floats, high: Floats) -> Floats:
    """The width of each parameter times the most that it moves the worth of a state."""
    s = np.arange(exits.shape[1])[None, :]
    worth = (seen.payoff + W[:, seen.after])[np.arange(len(W))[:, None], s, exits]
    swing = np.abs(worth[..., 0] - worth[..., 1])
    matters = np.zeros_like(low)
    for state, key in enumerate(seen.key):
        matters[:, key] = np.maximum(matters[:, key], swing[:, state])
    answer: Floats = (matters + 1e-3) * (high - low)
    return answer
