"""The best strategy of bounded memory, by a sequence of linear programs from many starts.

A strategy p guards against every reply to the extent g if some W satisfies, in every state s of the
opponent and for each of his exits,

    g + W(s) >= sum over the hidden exit h of p_h (payoff + W(next state)).

The best p minimises g over p, W and g together. The constraints are bilinear in p and W, so at the present
point they are linearised and the linear program is solved with p kept within a trust radius; the step is
taken if it lowers the true worth of the best reply, else the radius shrinks. At a vertex, where as many
replies are best as there are parameters, this is Newton's method. The problem is not convex: that the best
of many starts is the best of all is not proved here (see `proof`), but what the strategy found guarantees
is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.progress import Progress, silent
from zerosum.core.workers import HERE, Workers
from zerosum.models.lagged.memory.reply import Histories, histories, solve_reply
from zerosum.numerics.programs import NONE, minimise
from zerosum.numerics.sparse import Entries

__all__ = ["best_strategy"]

STEPS = 200
SMALLEST = 1e-11


def best_strategy(
    seen: Histories,
    *,
    starts: int = 8,
    seed: int = 0,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> tuple[Floats, float]:
    """The best strategy found from so many random starts, and what the best reply to it brings the opponent."""
    found, first = [], list(_starts(seen, starts, seed, workers))
    for one in workers.each(partial(improve, seen), first):
        found.append(one)
        progress(len(found), starts + (seen.memory > 1), "starts")
    return min(found, key=lambda one: one[1])


def _starts(seen: Histories, starts: int, seed: int, workers: Workers) -> Iterator[Floats]:
    """The best strategy of one node less, as a strategy of this memory, and random ones."""
    if seen.memory > 1:
        shorter = histories(seen.board, seen.player, seen.memory - 1)
        best, _ = best_strategy(shorter, starts=starts, seed=seed, workers=workers)
        cc = dict(zip(shorter.keys, best, strict=True))
        yield np.array([cc[key[1:]] for key in seen.keys])
    random = np.random.default_rng(seed)
    for _ in range(starts):
        yield random.random(len(seen.keys))


def improve(seen: Histories, start: Floats) -> tuple[Floats, float]:
    """A strategy that no small step improves, from `start`; with the opponent's worth of the best reply."""
    p = start
    W, _, worth = solve_reply(seen, p)
    radius = 0.3
    for _ in range(STEPS):
        if radius < SMALLEST:
            break
        there = _step(seen, p, W, radius)
        W_there, _, worth_there = solve_reply(seen, there)
        if worth_there < worth - 1e-15:
            p, W, worth = there, W_there, worth_there
            radius = min(1.0, 2 * radius)
        else:
            radius /= 4
    return p, worth


def _step(seen: Histories, p: Floats, W: Floats, radius: float) -> Floats:
    """The solution of the linear program at (p, W), with p kept within the radius."""
    states, count = len(seen.paths), p.size
    cc = p[seen.key]
    chance = np.stack([cc, 1 - cc], axis=-1)
    worth = seen.payoff + W[seen.after]
    lines = np.arange(2 * states)
    own = np.repeat(np.arange(states), 2)
    after = seen.after.reshape(2 * states, 2)
    entries = [
        (lines, seen.key[own], (worth[..., 0] - worth[..., 1]).ravel()),
        (lines, count + after[:, 0], chance[own, 0]),
        (lines, count + after[:, 1], chance[own, 1]),
        (lines, count + own, np.full(2 * states, -1.0)),
        (lines, np.full(2 * states, count + states), np.full(2 * states, -1.0)),
    ]
    at, column, value = (np.concatenate(part) for part in zip(*entries, strict=True))
    b = -np.einsum("sah,sh->sa", seen.payoff, chance).ravel()
    lower, upper = (np.concatenate([p * 0, [0.0], np.full(states, bound)]) for bound in (-NONE, NONE))
    lower[:count], upper[:count] = np.maximum(-radius, -p), np.minimum(radius, 1 - p)
    found = minimise(np.eye(1, len(lower), len(lower) - 1)[0], Entries(value, at, column), b, lower, upper)
    step: Floats = np.zeros(count) if found is None else found.x[:count]
    return np.clip(p + step, 0.0, 1.0)
