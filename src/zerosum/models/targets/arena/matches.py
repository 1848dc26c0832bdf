"""Two players of a target game against each other: mean, results, best response, simulation, range over optimal play.

*The mean.* Stage by stage from the last, row's EV at a state, if p plays q, is

    u(s) = E[ sum of p_i(x) q_j(x) (c_ij + d_ij x + u(next)) ],

a mean over x of a function that is smooth between the points where either player changes. It is a sum over the atoms
of the distribution, if there are any; for a density it is a sum over Gauss-Legendre nodes on stretches that end where
a player changes and are no longer than half their distance from any pole of the players' functions. The error of
sixteen nodes then falls like ρ^-32 with ρ above 9; even if a panel's density, a polynomial of degree fifteen, grows
like ρ^15 away from its panel, this is less than rounding, so the bound consists of rounding errors only. The
tabulated distribution counts as exact.

*The best response.* With one player fixed, the EV of each move of the other side at x is again a polynomial over the
player's denominator: the best move changes only at roots of their differences. So the best response is a step
function with known steps.

*The range over optimal play.* If the matrix at (state, x) has several optimal mixes for row, some exploit a weak
player more than others. Let c_i(x) be the EV of move i against the player at x, with the best optimal play
afterwards; then the best EV is

    U(s) = E[ max of c(x)·p   over the mixes p that are optimal at (s, x) ],

and the worst is found likewise. The extreme optimal mixes are among those that make some columns equally good with
the same number of rows (Shapley and Snow 1950), so all square submatrices are tried, at many x at once; a mix counts
as optimal if it guarantees the value up to `OPTIMAL`. The maximum may have unknown break points, so stretches of x
are halved until the integral no longer changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import comb

import numpy as np

from zerosum.arena.results import result_of
from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.errors import Unavailable
from zerosum.core.sides import Side
from zerosum.models.targets.arena.players import (
    LayeredGame,
    Span,
    SpanBehaviour,
    StateNode,
    TargetBehaviour,
    even_span,
)
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.polynomials import Poly, add, evaluate, multiply, poly, scale

U = 2.0**-53
"""The unit of rounding."""
MAX_STEPS = 2_000_000
"""Maximum number of steps, each from a state and a total, for which the distribution of results is computed."""
OPTIMAL = 1e-9
"""The amount by which the guarantee of an optimal mix may fall short of the value, relative to the spread of the
matrix.
"""
SETTLED = 1e-11
"""A stretch of x is halved until its integral changes by less than this, relative to the matrix."""
DEEPEST = 40
"""Maximum number of times that a stretch is halved."""
MAX_PARTS = 5000
"""Maximum number of square submatrices that are tried for optimal mixes."""

PanelStretch = tuple[int, float, float]
"""The index of a panel of a distribution, and the two ends of a stretch of it."""


@dataclass(frozen=True)
class MeanPayoffs:
    """The expected payoffs of two players at every state, with error bounds; the last stage first."""

    layered: LayeredGame
    values: list[Array] = field(default_factory=list)
    errors: list[Floats] = field(default_factory=list)

    def at(self, node: StateNode | None) -> tuple[Scalar, float]:
        """Return the mean at a state and its error; 0 at the end of the game."""
        if node is None:
            return 0, 0.0
        return self.values[node.layer].tolist()[node.place], float(self.errors[node.layer][node.place])

    def last(self) -> tuple[Array, Floats]:
        """Return the values and errors of the last layer added, or 0 for the end of the game."""
        nothing = self.layered.number(0)
        if not self.values:
            return np.array([nothing]), np.zeros(1)
        return np.append(self.values[-1], nothing), np.append(self.errors[-1], 0.0)

    def add_layer(self, row: TargetBehaviour, col: TargetBehaviour) -> None:
        """Compute the layer above the last one."""
        below, errors = self.last()
        found = [_mean_at(node, row, col, below, errors) for node in self.layered.nodes(len(self.values))]
        self.values.append(np.array([value for value, _ in found], object if self.layered.exact else float))
        self.errors.append(np.array([error for _, error in found]))


def mean_payoffs(layered: LayeredGame, row: TargetBehaviour, col: TargetBehaviour) -> MeanPayoffs:
    """Return two players' expected payoffs, by one backward pass over the stages."""
    means = MeanPayoffs(layered)
    for _ in layered.layers:
        means.add_layer(row, col)
    return means


def _mean_at(
    node: StateNode, row: TargetBehaviour, col: TargetBehaviour, below: Array, errors: Floats
) -> tuple[Scalar, float]:
    """Return two players' expected payoff at one state, and a bound on its error."""
    x, w = _places_and_weights(node, row, col)
    p, q = row.mix(node, x), col.mix(node, x)
    (c, d), child = node.payments(), node.child
    total, size, error = node.layered.number(0), 0.0, 0.0
    for i in node.moves("row"):
        for j in node.moves("col"):
            chance = w * p[i] * q[j]
            mass, moment = chance.sum(), (chance * x).sum()
            total += mass * (c[i, j] + below[child[i, j]]) + moment * d[i, j]
            size += mass * (abs(c[i, j]) + abs(below[child[i, j]])) + (chance * abs(x)).sum() * abs(d[i, j])
            error += float(mass) * float(errors[child[i, j]])
    return total, 0.0 if node.layered.exact else float(error + 64 * U * size)


def best_response(
    layered: LayeredGame, opponent: TargetBehaviour, side: Side
) -> tuple[SpanBehaviour, MeanPayoffs]:
    """Return the best response on `side` to another player, and row's mean payoff."""

    def missing(node: StateNode) -> Sequence[Span]:
        raise KeyError(node.state)

    means, response = MeanPayoffs(layered), SpanBehaviour(missing)
    row, col = (response, opponent) if side == "row" else (opponent, response)
    for layer in range(len(layered.layers)):
        below, _ = means.last()
        for node in layered.nodes(layer):
            response.known[layer, node.place] = best_spans(node, opponent, side, below)
        means.add_layer(row, col)
    return response, means


def best_spans(node: StateNode, opponent: TargetBehaviour, side: Side, below: Array) -> list[Span]:
    """Return the best responses of `side` to an opponent at a state, given the value of the next stage."""
    best = _best_at_atoms if node.distribution.is_finite else _best_between
    spans: list[Span] = []
    last = None
    for low, move in best(node, opponent, side, below):
        if move != last:
            spans.append(even_span(node, side, [move], low if spans else -np.inf))
            last = move
    return spans


def _best_at_atoms(
    node: StateNode, opponent: TargetBehaviour, side: Side, below: Array
) -> Iterator[tuple[Scalar, int]]:
    """Yield the best move for each of the target's values."""
    x, _ = _atoms(node)
    moves, others, fixed, d = node.choices(side, below)
    mix = opponent.mix(node, x)
    worth = np.array([sum(mix[j] * (fixed[i, j] + d[i, j] * x) for j in others) for i in moves])
    yield from zip(x, (moves[i] for i in worth.argmax(axis=0).tolist()), strict=True)


def _best_between(
    node: StateNode, opponent: TargetBehaviour, side: Side, below: Array
) -> Iterator[tuple[Scalar, int]]:
    """Yield the start of each best move's interval, between targets at which two moves have equal EVs."""
    moves, others, fixed, d = node.choices(side, below)
    distribution, spans = node.distribution, opponent.spans(node)
    least = distribution.low if np.isfinite(distribution.low) else float(distribution.arrays.edges.min())
    ends = [max(least, float(span.low)) for span in spans] + [distribution.high]
    for span, (low, high) in zip(spans, pairwise(ends), strict=True):
        if not low < high and len(distribution.arrays.atoms) == 0:
            continue
        lines: list[Poly] = []
        for i in moves:
            line: Poly = ()
            for j in others:
                line = add(line, multiply(span.tops[j], poly((fixed[i, j], d[i, j]))))
            lines.append(line)
        crossings = {
            float(root.real)
            for one, two in combinations(lines, 2)
            for root in _roots(add(one, scale(two, -1)))
            if low < root.real < high and abs(root.imag) <= 1e-7 * (1 + abs(root))
        }
        for a, b in pairwise([low, *sorted(crossings), high]):
            middle = (a + b) / 2 if np.isfinite(b) else a + max(1.0, distribution.mean - distribution.low)
            sign = np.sign(evaluate(span.bottom, middle)) or 1.0
            worth = [sign * evaluate(line, middle) for line in lines]
            yield a, moves[int(np.argmax(worth))]


def result_chances(
    start: StateNode, row: TargetBehaviour, col: TargetBehaviour
) -> dict[Scalar, Scalar] | None:
    """Return the probability of each total payoff, by one forward pass; None unless targets have few values."""
    layered, number = start.layered, start.layered.number
    if not all(layered.game.target(left).is_finite for left in range(1, start.layer + 2)):
        return None
    reached: dict[int, dict[Scalar, Scalar]] = {start.place: {number(0): number(1)}}
    results: dict[Scalar, Scalar] = defaultdict(lambda: number(0))
    left = MAX_STEPS
    for layer in range(start.layer, -1, -1):
        following: dict[int, dict[Scalar, Scalar]] = defaultdict(lambda: defaultdict(lambda: number(0)))
        for place, totals in reached.items():
            node = StateNode(layered, layer, place)
            x, w = _places_and_weights(node, row, col)
            p, q = row.mix(node, x), col.mix(node, x)
            (c, d), child = node.payments(), node.child
            steps = [
                (int(child[i, j]), paid, chance)
                for i in node.moves("row")
                for j in node.moves("col")
                for paid, chance in zip(
                    (c[i, j] + d[i, j] * x).tolist(), (w * p[i] * q[j]).tolist(), strict=True
                )
                if chance
            ]
            left -= len(steps) * len(totals)
            if left < 0:
                return None
            for after, paid, chance in steps:
                into = results if after == layered.over(layer) else following[after]
                for total, likely in totals.items():
                    into[result_of(total + paid)] += likely * chance
        reached = following
    return dict(sorted((total, p) for total, p in results.items() if p))


def sample_payoffs(
    start: StateNode, row: TargetBehaviour, col: TargetBehaviour, plays: int, random: np.random.Generator
) -> Floats:
    """Return the payoffs of random plays, simulated in parallel and grouped by state."""
    layered = start.layered
    paid, where, alive = np.zeros(plays), np.full(plays, start.place), np.arange(plays)
    for at in range(start.layer, -1, -1):
        layer = layered.layers[at]
        x = layered.game.target(at + 1).sample(random, len(alive))
        luck = random.random((2, len(alive)))
        order = np.argsort(where[alive], kind="stable")
        places, starts = np.unique(where[alive][order], return_index=True)
        for s, here in zip(places.tolist(), np.split(order, starts[1:]), strict=True):
            node = StateNode(layered, at, s)
            i, j = (
                (luck[k, here] >= np.cumsum(player.mix(node, x[here]), axis=0)[:-1]).sum(axis=0)
                for k, player in enumerate((row, col))
            )
            paid[alive[here]] += layer.fixed[s, i, j] + layer.slope[s, i, j] * x[here]
            where[alive[here]] = layer.child[s, i, j]
        alive = alive[where[alive] < layered.over(at)]
        if not len(alive):
            break
    return paid


def _atoms(node: StateNode) -> tuple[Array, Array]:
    """Return the atoms of the target's distribution and their weights, in the game's numbers."""
    F = node.distribution
    if not node.layered.exact:
        return F.arrays.atoms, F.arrays.weights
    x, p = (np.array(column, object) for column in zip(*F.exact, strict=True))
    return x, p


def _places_and_weights(node: StateNode, row: TargetBehaviour, col: TargetBehaviour) -> tuple[Array, Array]:
    """Return values of x and their weights, for the mean payoff of two players at a state."""
    distribution = node.distribution
    if distribution.is_finite:
        return _atoms(node)
    spans = (row.spans(node), col.spans(node))
    lows = sorted({float(span.low) for side in spans for span in side})
    parts = [_atoms(node)]
    for low, high in pairwise([*lows, np.inf]):
        current = [next(span for span in reversed(side) if float(span.low) <= low) for side in spans]
        poles = np.concatenate([_roots(span.bottom) for span in current])
        for panel, a, b in distribution.stretches(low, high):
            todo = [(a, b)]
            while todo:
                start, end = todo.pop()
                distances = np.abs(poles - np.clip(poles.real, start, end))
                if np.all(distances >= 2 * (end - start)) or end - start <= 1e-14 * (abs(start) + abs(end)):
                    parts.append(distribution.rule(panel, start, end))
                else:
                    middle = (start + end) / 2
                    todo += [(start, middle), (middle, end)]
    return np.concatenate([x for x, _ in parts]), np.concatenate([w for _, w in parts])


def _roots(p: Poly) -> Array:
    """Return the complex roots of a polynomial."""
    return np.roots([float(a) for a in reversed(p)]) if len(p) > 1 else np.empty(0)


def optimal_range(
    start: StateNode, values: list[Floats], optimal: TargetBehaviour, opponent: TargetBehaviour
) -> tuple[float, float]:
    """Return the least and the greatest mean payoff of row's optimal strategies against an opponent.

    `values` are the values of all states, layer by layer; `optimal` is one optimal strategy, which shows where
    optimal play changes with x.
    """
    ends = []
    for sign in (-1.0, 1.0):
        below, earned = np.zeros(1), np.zeros(1)
        for layer in range(start.layer + 1):
            found = [
                _optimal_mean_at(node, optimal, opponent, below, earned, sign)
                for node in start.layered.nodes(layer)
            ]
            below, earned = np.append(values[layer], 0.0), np.append(found, 0.0)
        ends.append(float(earned[start.place]))
    return ends[0], ends[1]


def _optimal_mean_at(
    node: StateNode,
    optimal: TargetBehaviour,
    opponent: TargetBehaviour,
    below: Floats,
    earned: Floats,
    sign: float,
) -> float:
    """Return the mean EV over x of the best optimal strategy (the worst, if sign is -1) at one state.

    `below` holds the values of the next stage, and `earned` the EVs against the player there.
    """
    rows, cols = node.moves("row"), node.moves("col")
    pick = np.ix_(rows, cols)
    c, d = (part[pick] for part in node.payments())
    child = node.child[pick]

    def gain(x: Floats) -> Floats:
        mix = opponent.mix(node, x)[cols]
        lines = d[:, :, None] * x
        A = np.moveaxis(c[:, :, None] + below[child][:, :, None] + lines, 2, 0)
        C = np.einsum("ijx,jx->xi", c[:, :, None] + earned[child][:, :, None] + lines, mix)
        return sign * _best_optimal(A, sign * C)

    distribution = node.distribution
    x, weights = distribution.arrays.atoms, distribution.arrays.weights
    atoms = float(weights @ gain(x)) if len(x) else 0.0
    if distribution.is_finite:
        return atoms
    lows = sorted({float(span.low) for player in (optimal, opponent) for span in player.spans(node)})
    size = float(np.abs(c + earned[child]).max() + np.abs(d).max() * abs(distribution.mean)) or 1.0
    stretches = [one for low, high in pairwise([*lows, np.inf]) for one in distribution.stretches(low, high)]
    return atoms + _settled_integral(gain, distribution, stretches, SETTLED * size)


def _settled_integral(
    gain: Callable[[Floats], Floats], distribution: Distribution, stretches: list[PanelStretch], small: float
) -> float:
    """Return the integral over some intervals, each halved until the change is below the tolerance."""

    def integrals(parts: list[PanelStretch]) -> Floats:
        rules = [distribution.rule(*part) for part in parts]
        worth = gain(np.concatenate([x for x, _ in rules])).reshape(len(rules), -1)
        return np.asarray((worth * np.array([w for _, w in rules])).sum(axis=1))

    wholes, total = integrals(stretches), 0.0
    for depth in range(DEEPEST + 1):
        halves = [half for k, a, b in stretches for half in ((k, a, (a + b) / 2), (k, (a + b) / 2, b))]
        found = integrals(halves).reshape(-1, 2)
        changed = (np.abs(found.sum(axis=1) - wholes) > small) & (depth < DEEPEST)
        total += float(found[~changed].sum())
        if not changed.any():
            break
        stretches = [halves[2 * i + side] for i in np.flatnonzero(changed) for side in (0, 1)]
        wholes = found[changed].ravel()
    return total


def _best_optimal(A: Floats, c: Floats) -> Floats:
    """Return, for each matrix of a stack, the largest c·p over row's optimal mixes p."""
    m, n = A.shape[1:]
    if sum(comb(m, k) * comb(n, k) for k in range(1, min(m, n) + 1)) > MAX_PARTS:
        raise Unavailable("the range over optimal strategies is computed for games with few moves only")
    mixes = np.stack(
        [
            _equalizing_mix(A, rows, cols)
            for k in range(1, min(m, n) + 1)
            for rows in combinations(range(m), k)
            for cols in combinations(range(n), k)
        ]
    )
    guaranteed = np.einsum("kgi,gij->kgj", np.nan_to_num(mixes), A).min(axis=2)
    guaranteed = np.where(np.isnan(mixes).any(axis=2), -np.inf, guaranteed)
    spread = A.max(axis=(1, 2)) - A.min(axis=(1, 2))
    optimal = guaranteed >= guaranteed.max(axis=0) - OPTIMAL * spread
    earned = np.einsum("kgi,gi->kg", np.nan_to_num(mixes), c)
    return np.asarray(np.where(optimal, earned, -np.inf).max(axis=0))


def _equalizing_mix(A: Floats, rows: tuple[int, ...], cols: tuple[int, ...]) -> Floats:
    """Return, for each matrix, the mix of some rows that equalises some columns; NaN if there is none."""
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
