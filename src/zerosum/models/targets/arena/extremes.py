"""What the optimal strategies of a target game can earn against a player, from the worst to the best of them.

Where the matrix at (state, x) has several optimal mixes for row, some punish a weak player more than others. With
c_i(x) what move i earns against the player at x, with the best optimal play to follow, the best is

    U(s) = E[ max of c(x)·p   over the mixes p that are optimal at (s, x) ],

and the worst likewise. The extreme optimal mixes are among those that make some columns equally good with as many rows
(Shapley and Snow 1950), so all square parts of the matrix are tried, at many x at once; a mix counts as optimal
if it guarantees the value up to `OPTIMAL`. The maximum may have corners at places that are not known, so stretches of x
are halved until that changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import Unavailable
from zerosum.models.targets.arena.meeting import stretches_of
from zerosum.models.targets.arena.spans import Lowered, Spot
from zerosum.numerics.laws import Distribution

OPTIMAL = 1e-9
"""By how much an optimal mix may miss the value, relative to the spread of the matrix."""
SETTLED = 1e-11
"""Halving a stretch of x goes on until it changes less than this, relative to the matrix."""
DEEPEST = 40
MOST_PARTS = 5000
"""So many square parts of a matrix are tried at the most."""

Gain = Callable[[Floats], Floats]
"""What is earned at each x."""
Stretch = tuple[int, float, float]
"""A panel of the law, and a stretch of it."""


class Below(NamedTuple):
    """The states that follow: their values, and what is earned there."""

    values: Floats
    earned: Floats


def range_of(start: Spot, values: list[Floats], optimal: Lowered, rival: Lowered) -> tuple[float, float]:
    """The least and the most that row's optimal strategies earn.

    `values` are those of every state; `optimal` is one of the strategies, and tells where they change.
    """
    ends = []
    for sign in (-1.0, 1.0):
        below = Below(np.zeros(1), np.zeros(1))
        for at in range(start.at + 1):
            earned = [_earned(spot, (optimal, rival), below, sign) for spot in start.layout.spots(at)]
            below = Below(np.append(values[at], 0.0), np.append(earned, 0.0))
        ends.append(float(below.earned[start.s]))
    return ends[0], ends[1]


def _earned(spot: Spot, players: tuple[Lowered, Lowered], below: Below, sign: float) -> float:
    """The mean over x at one state."""
    rows, cols = spot.moves("row"), spot.moves("col")
    pick = np.ix_(rows, cols)
    c, d = (part[pick] for part in spot.payments())
    child = spot.child[pick]

    def gain(x: Floats) -> Floats:
        mix = players[1].mix(spot, x)[cols]
        lines = d[:, :, None] * x
        A = np.moveaxis(c[:, :, None] + below.values[child][:, :, None] + lines, 2, 0)
        C = np.einsum("ijx,jx->xi", c[:, :, None] + below.earned[child][:, :, None] + lines, mix)
        return sign * _most(A, sign * C)

    law = spot.law
    atoms = float(law.law.weights @ gain(law.law.atoms)) if len(law.law.atoms) else 0.0
    if law.is_finite:
        return atoms
    lows = sorted({float(span.low) for player in players for span in player.spans(spot)})
    scale = float(np.abs(c + below.earned[child]).max() + np.abs(d).max() * abs(law.mean)) or 1.0
    ends = zip(lows, [*lows[1:], np.inf], strict=True)
    stretches = [one for low, high in ends for one in stretches_of(law, low, high, np.empty(0))]
    return atoms + _settled(gain, law, stretches, SETTLED * scale)


def _settled(gain: Gain, law: Distribution, stretches: list[Stretch], small: float) -> float:
    """The integral over some stretches, each halved until that changes nothing."""
    wholes, total = _integrals(gain, law, stretches), 0.0
    for depth in range(DEEPEST + 1):
        halves = [half for k, a, b in stretches for half in ((k, a, (a + b) / 2), (k, (a + b) / 2, b))]
        found = _integrals(gain, law, halves).reshape(-1, 2)
        changed = (np.abs(found.sum(axis=1) - wholes) > small) & (depth < DEEPEST)
        total += float(found[~changed].sum())
        if not changed.any():
            break
        stretches = [halves[2 * i + side] for i in np.flatnonzero(changed) for side in (0, 1)]
        wholes = found[changed].ravel()
    return total


def _integrals(gain: Gain, law: Distribution, stretches: list[Stretch]) -> Floats:
    """The integral over each stretch, by one rule."""
    rules = [law.rule(*stretch) for stretch in stretches]
    worth = gain(np.concatenate([x for x, _ in rules])).reshape(len(rules), -1)
    return np.asarray((worth * np.array([w for _, w in rules])).sum(axis=1))


def _most(A: Floats, c: Floats) -> Floats:
    """For each game, the most of c·p over row's optimal mixes p."""
    mixes = np.stack([mix for rows, cols in _parts(*A.shape[1:]) for mix in [_mix(A, rows, cols)]])
    guaranteed = np.einsum("kgi,gij->kgj", np.nan_to_num(mixes), A).min(axis=2)
    guaranteed = np.where(np.isnan(mixes).any(axis=2), -np.inf, guaranteed)
    spread = A.max(axis=(1, 2)) - A.min(axis=(1, 2))
    optimal = guaranteed >= guaranteed.max(axis=0) - OPTIMAL * spread
    earned = np.einsum("kgi,gi->kg", np.nan_to_num(mixes), c)
    return np.asarray(np.where(optimal, earned, -np.inf).max(axis=0))


def _parts(m: int, n: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The rows and columns of every square part."""
    count = sum(
        sum(1 for _ in combinations(range(m), k)) * sum(1 for _ in combinations(range(n), k))
        for k in range(1, min(m, n) + 1)
    )
    if count > MOST_PARTS:
        raise Unavailable("the range over optimal strategies is computed for games with few moves only")
    for k in range(1, min(m, n) + 1):
        for rows in combinations(range(m), k):
            yield from ((rows, cols) for cols in combinations(range(n), k))


def _mix(A: Floats, rows: tuple[int, ...], cols: tuple[int, ...]) -> Floats:
    """The mix on some rows that makes some columns equally good; not a number where there is none."""
    games, k = len(A), len(rows)
    system = np.zeros((games, k + 1, k + 1))
    system[:, :k, :k] = A[:, rows][:, :, cols].transpose(0, 2, 1)
    system[:, :k, k], system[:, k, :k] = -1.0, 1.0
    scale = np.maximum(np.abs(system).max(axis=(1, 2)), 1e-300)
    single = np.abs(np.linalg.det(system / scale[:, None, None])) < 1e-13
    system[single] = np.eye(k + 1)
    right = np.zeros((games, k + 1, 1))
    right[:, k] = 1.0
    mix = np.full((games, A.shape[1]), 0.0)
    mix[:, list(rows)] = np.linalg.solve(system, right)[:, :k, 0]
    bad = single | (mix < -1e-9).any(axis=1)
    mix = np.maximum(mix, 0.0)
    mix[bad] = np.nan
    return np.asarray(mix / np.where(bad, 1.0, mix.sum(axis=1))[:, None])
