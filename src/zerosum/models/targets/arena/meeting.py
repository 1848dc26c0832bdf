"""Two players of a target game against each other: the mean, the results, the best reply, and random plays.

Stage by stage from the last, what two players p and q earn at a state is

    u(s) = E[ sum of p_i(x) q_j(x) (c_ij + d_ij x + u(next)) ],

a mean over x of a function that is smooth between the places where either player changes. It is a sum over the atoms
of the law, if it has some; and where it has a density, over Gauss and Legendre's nodes on stretches that end where a
player changes and are no longer than half their distance from any pole of the players'. The error of sixteen nodes
then falls like ρ^-32 with ρ above 9; even if a panel's density, a polynomial of degree fifteen, grows like ρ^15 away
from its panel, that is less than rounding, and rounding is what the bound is made of. The law is taken as it is
tabulated.

With one player fixed, what each move of the other side is worth at x is again a polynomial over the player's
denominator: the best move changes only at roots of their differences. So the best reply is a step function, and it is
known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from zerosum.arena.results import result_of
from zerosum.core.arrays import Array, Floats, Scalar
from zerosum.core.sides import Side
from zerosum.models.targets.arena.spans import Layout, Lowered, Span, Spanned, Spot, joined
from zerosum.numerics.laws import Distribution
from zerosum.numerics.polynomials import Poly, add, evaluate, multiply, poly, scale

U = 2.0**-53
MOST_STEPS = 2_000_000
"""So many steps from a state and a total are followed when results are counted."""


@dataclass(frozen=True)
class Earned:
    """What two players earn at every state, and by how much that can be wrong; the last stage first."""

    layout: Layout
    values: list[Array] = field(default_factory=list)
    errors: list[Floats] = field(default_factory=list)

    def at(self, spot: Spot | None) -> tuple[Scalar, float]:
        """The mean at a state and its error; nothing where the game is over."""
        if spot is None:
            return 0, 0.0
        return self.values[spot.at].tolist()[spot.s], float(self.errors[spot.at][spot.s])

    def below(self) -> tuple[Array, Floats]:
        """The values and errors of the last layer that is known, and nothing where the game is over."""
        nothing = self.layout.number(0)
        if not self.values:
            return np.array([nothing]), np.zeros(1)
        return np.append(self.values[-1], nothing), np.append(self.errors[-1], 0.0)

    def add_layer(self, row: Lowered, col: Lowered) -> None:
        """One stage more."""
        below = self.below()
        found = [_earned(spot, row, col, *below) for spot in self.layout.spots(len(self.values))]
        self.values.append(np.array([value for value, _ in found], object if self.layout.exact else float))
        self.errors.append(np.array([error for _, error in found]))


def mean_of(layout: Layout, row: Lowered, col: Lowered) -> Earned:
    """What two players earn, by one pass backward over the stages."""
    earned = Earned(layout)
    for _ in layout.layers:
        earned.add_layer(row, col)
    return earned


def best_reply(layout: Layout, rival: Lowered, side: Side) -> tuple[Spanned, Earned]:
    """The player on `side` that does best against another, and what row then earns."""
    earned, reply = Earned(layout), Spanned(_unknown)
    row, col = (reply, rival) if side == "row" else (rival, reply)
    for at in range(len(layout.layers)):
        below, _ = earned.below()
        for spot in layout.spots(at):
            reply.kept[at, spot.s] = best_spans(spot, rival, side, below)
        earned.add_layer(row, col)
    return reply, earned


def _unknown(spot: Spot) -> Sequence[Span]:
    raise KeyError(spot.state)


def _earned(spot: Spot, row: Lowered, col: Lowered, below: Array, off: Floats) -> tuple[Scalar, float]:
    """What two players earn at one state, and a bound on its error."""
    x, w = _nodes_of(spot, row, col)
    p, q = row.mix(spot, x), col.mix(spot, x)
    (c, d), child = spot.payments(), spot.child
    total, size, error = spot.layout.number(0), 0.0, 0.0
    for i in spot.moves("row"):
        for j in spot.moves("col"):
            chance = w * p[i] * q[j]
            mass, moment = chance.sum(), (chance * x).sum()
            total += mass * (c[i, j] + below[child[i, j]]) + moment * d[i, j]
            size += mass * (abs(c[i, j]) + abs(below[child[i, j]])) + (chance * abs(x)).sum() * abs(d[i, j])
            error += float(mass) * float(off[child[i, j]])
    return total, 0.0 if spot.layout.exact else float(error + 64 * U * size)


def best_spans(spot: Spot, rival: Lowered, side: Side, below: Array) -> list[Span]:
    """The moves of `side` that do best against a rival at a state, given what follows."""
    best = _best_at_atoms if spot.law.is_finite else _best_between
    spans: list[Span] = []
    last = None
    for low, move in best(spot, rival, side, below):
        if move != last:
            spans.append(joined(spot, side, [move], low if spans else -np.inf))
            last = move
    return spans


def _best_at_atoms(spot: Spot, rival: Lowered, side: Side, below: Array) -> Iterator[tuple[Scalar, int]]:
    """The best move at each of the target's values."""
    x = _atoms_of(spot)
    moves, others, fixed, d = spot.choices(side, below)
    mix = rival.mix(spot, x)
    worth = np.array([sum(mix[j] * (fixed[i, j] + d[i, j] * x) for j in others) for i in moves])
    yield from zip(x, (moves[i] for i in worth.argmax(axis=0).tolist()), strict=True)


def _best_between(spot: Spot, rival: Lowered, side: Side, below: Array) -> Iterator[tuple[Scalar, int]]:
    """Where each best move begins, between the places where two moves are worth the same."""
    moves, others, fixed, d = spot.choices(side, below)
    law, spans = spot.law, rival.spans(spot)
    least = law.low if np.isfinite(law.low) else float(law.law.edges.min())
    ends = [max(least, float(span.low)) for span in spans] + [law.high]
    for span, (low, high) in zip(spans, pairwise(ends), strict=True):
        if not low < high and len(law.law.atoms) == 0:
            continue
        lines = [_weighed([(span.tops[j], (fixed[i, j], d[i, j])) for j in others]) for i in moves]
        cuts = [low, *_crossings(lines, low, high), high]
        for a, b in pairwise(cuts):
            middle = (a + b) / 2 if np.isfinite(b) else a + max(1.0, law.mean - law.low)
            sign = np.sign(evaluate(span.bottom, middle)) or 1.0
            worth = [sign * evaluate(line, middle) for line in lines]
            yield a, moves[int(np.argmax(worth))]


def _weighed(parts: Sequence[tuple[Poly, tuple[Scalar, Scalar]]]) -> Poly:
    """The sum of probabilities times lines."""
    total: Poly = ()
    for top, line in parts:
        total = add(total, multiply(top, poly(line)))
    return total


def _crossings(lines: Sequence[Poly], low: float, high: float) -> list[float]:
    """Where two of the polynomials meet between low and high."""
    found: set[float] = set()
    for k, line in enumerate(lines):
        for other in lines[k + 1 :]:
            for root in _roots_of(add(line, scale(other, -1))):
                if low < root.real < high and abs(root.imag) <= 1e-7 * (1 + abs(root)):
                    found.add(float(root.real))
    return sorted(found)


def results_of(start: Spot, row: Lowered, col: Lowered) -> dict[Scalar, Scalar] | None:
    """The probability of each total, by one pass forward, if targets have few values; else None."""
    layout, number = start.layout, start.layout.number
    if not all(layout.game.target(left).is_finite for left in range(1, start.at + 2)):
        return None
    reached: dict[int, dict[Scalar, Scalar]] = {start.s: {number(0): number(1)}}
    results: dict[Scalar, Scalar] = defaultdict(lambda: number(0))
    left = MOST_STEPS
    for at in range(start.at, -1, -1):
        following: dict[int, dict[Scalar, Scalar]] = defaultdict(lambda: defaultdict(lambda: number(0)))
        for s, totals in reached.items():
            steps = _steps(layout.spot(at, s), row, col)
            left -= len(steps) * len(totals)
            if left < 0:
                return None
            for child, paid, chance in steps:
                into = results if child == layout.over(at) else following[child]
                for total, p in totals.items():
                    into[result_of(total + paid)] += p * chance
        reached = following
    return dict(sorted((total, p) for total, p in results.items() if p))


def _steps(spot: Spot, row: Lowered, col: Lowered) -> list[tuple[int, Scalar, Scalar]]:
    """What can happen at a state: where it leads, what it pays, and how likely it is."""
    x, w = _nodes_of(spot, row, col)
    p, q = row.mix(spot, x), col.mix(spot, x)
    (c, d), child = spot.payments(), spot.child
    return [
        (int(child[i, j]), paid, chance)
        for i in spot.moves("row")
        for j in spot.moves("col")
        for paid, chance in zip((c[i, j] + d[i, j] * x).tolist(), (w * p[i] * q[j]).tolist(), strict=True)
        if chance
    ]


def paid_in(start: Spot, row: Lowered, col: Lowered, plays: int, random: np.random.Generator) -> Floats:
    """What so many random plays pay: all plays of a stage side by side, grouped by state."""
    layout = start.layout
    paid, where, alive = np.zeros(plays), np.full(plays, start.s), np.arange(plays)
    for at in range(start.at, -1, -1):
        layer = layout.layers[at]
        x = layout.game.target(at + 1).sample(random, len(alive))
        luck = random.random((2, len(alive)))
        order = np.argsort(where[alive], kind="stable")
        states, starts = np.unique(where[alive][order], return_index=True)
        for s, here in zip(states.tolist(), np.split(order, starts[1:]), strict=True):
            spot = layout.spot(at, s)
            i, j = (
                (luck[k, here] >= np.cumsum(player.mix(spot, x[here]), axis=0)[:-1]).sum(axis=0)
                for k, player in enumerate((row, col))
            )
            paid[alive[here]] += layer.fixed[s, i, j] + layer.slope[s, i, j] * x[here]
            where[alive[here]] = layer.child[s, i, j]
        alive = alive[where[alive] < layout.over(at)]
        if not len(alive):
            break
    return paid


def _atoms_of(spot: Spot) -> Array:
    """The places of the law's atoms, in the layout's numbers."""
    law = spot.law
    return np.array([x for x, _ in law.exact], object) if spot.layout.exact else law.law.atoms


def _nodes_of(spot: Spot, row: Lowered, col: Lowered) -> tuple[Array, Array]:
    """Places and weights for the mean of what two players earn at a state."""
    law = spot.law
    if law.is_finite:
        weights = np.array([p for _, p in law.exact], object) if spot.layout.exact else law.law.weights
        return _atoms_of(spot), weights
    spans = (row.spans(spot), col.spans(spot))
    lows = sorted({float(span.low) for side in spans for span in side})
    parts = [(law.law.atoms, law.law.weights)]
    for low, high in pairwise([*lows, np.inf]):
        held = [next(span for span in reversed(side) if float(span.low) <= low) for side in spans]
        poles = np.concatenate([_roots_of(span.bottom) for span in held])
        parts += [law.rule(*stretch) for stretch in stretches_of(law, low, high, poles)]
    return np.concatenate([x for x, _ in parts]), np.concatenate([w for _, w in parts])


def stretches_of(
    law: Distribution, low: float, high: float, poles: Array
) -> Iterator[tuple[int, float, float]]:
    """Where there is density between low and high, cut short near poles, each with its panel."""
    for k, a, b in law.stretches(low, high):
        todo = [(a, b)]
        while todo:
            start, end = todo.pop()
            if _far(poles, start, end) or end - start <= 1e-14 * (abs(start) + abs(end)):
                yield k, start, end
            else:
                middle = (start + end) / 2
                todo += [(start, middle), (middle, end)]


def _far(poles: Array, a: float, b: float) -> bool:
    """Whether all poles are two lengths or more away."""
    nearest = poles - np.clip(poles.real, a, b)
    return bool(np.all(np.abs(nearest) >= 2 * (b - a)))


def _roots_of(p: Poly) -> Array:
    """The complex roots of a polynomial."""
    return np.roots([float(a) for a in reversed(p)]) if len(p) > 1 else np.empty(0)
