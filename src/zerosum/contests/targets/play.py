"""Two plans of a target game against each other: the mean, the results, the best answer, and random plays.

Stage by stage from the last, what two plans p and q earn at a state is

    u(s) = E[ sum of p_i(x) q_j(x) (c_ij + d_ij x + u(next)) ],

a mean over x of a function that is smooth between the places where either plan changes. `nodes` has places and
weights for it that leave less than rounding, and rounding is what the bound is made of.

With one plan fixed, what each move of the other side is worth at x is again a polynomial over the plan's denominator:
the best move changes only at roots of their differences. So the best answer is a step function, and it is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.arrays import Floats
from zerosum.contests.targets.nodes import atoms_of, nodes_of, roots_of
from zerosum.contests.targets.plans import Array, Board, Plan, Span, Table, joined
from zerosum.numerics.polynomials import Poly, add, evaluate, multiply, poly, scale
from zerosum.sides import Side

__all__ = ["Played", "best_answer", "best_spans", "mean_of", "paid_in", "results_of"]

U = 2.0**-53
MOST_STEPS = 2_000_000
"""So many steps from a state and a total are followed when results are counted."""


@dataclass(frozen=True)
class Played:
    """What two plans earn at every state, and by how much that can be wrong."""

    values: Sequence[Array]
    """The mean at each state of each layer, the last stage first."""
    errors: Sequence[Floats]

    def at(self, place: tuple[int, int] | None) -> tuple[Any, float]:
        """The mean at a state and its error; nothing where the game is over."""
        if place is None:
            return 0, 0.0
        at, s = place
        return self.values[at].tolist()[s], float(self.errors[at][s])


def mean_of(board: Board, row: Plan, col: Plan) -> Played:
    """What two plans earn, by one pass backward over the stages."""
    values: list[Array] = []
    errors: list[Floats] = []
    for at, layer in enumerate(board.layers):
        below, off = _below(board, values, errors)
        found = [_earned(board, row, col, at, s, below, off) for s in range(len(layer.states))]
        values.append(np.array([value for value, _ in found], object if board.exact else float))
        errors.append(np.array([error for _, error in found]))
    return Played(values, errors)


def best_answer(board: Board, rival: Plan, side: Side) -> tuple[Table, Played]:
    """The plan on `side` that does best against another, and what row then earns."""
    values: list[Array] = []
    errors: list[Floats] = []
    rows: list[list[list[Span]]] = []
    answer = Table(rows)
    for at, layer in enumerate(board.layers):
        below, off = _below(board, values, errors)
        states = range(len(layer.states))
        rows.append([best_spans(board, rival, side, at, s, below) for s in states])
        row, col = (answer, rival) if side == "row" else (rival, answer)
        found = [_earned(board, row, col, at, s, below, off) for s in states]
        values.append(np.array([value for value, _ in found], object if board.exact else float))
        errors.append(np.array([error for _, error in found]))
    return answer, Played(values, errors)


def _below(board: Board, values: list[Array], errors: list[Floats]) -> tuple[Array, Floats]:
    """The values and errors of the layer below, and nothing where the game is over."""
    if not values:
        return np.array([board.number(0)]), np.zeros(1)
    return np.append(values[-1], board.number(0)), np.append(errors[-1], 0.0)


def _earned(
    board: Board, row: Plan, col: Plan, at: int, s: int, below: Array, off: Floats
) -> tuple[Any, float]:
    """What two plans earn at one state, and a bound on its error."""
    x, w = nodes_of(board, row, col, at, s)
    p, q = row.mix(at, s, x), col.mix(at, s, x)
    c, d = board.payments(at, s)
    child = board.layers[at].child[s]
    total, size, error = board.number(0), 0.0, 0.0
    for i in board.moves(at, s, "row"):
        for j in board.moves(at, s, "col"):
            chance = w * p[i] * q[j]
            mass, moment = chance.sum(), (chance * x).sum()
            total += mass * (c[i, j] + below[child[i, j]]) + moment * d[i, j]
            size += mass * (abs(c[i, j]) + abs(below[child[i, j]])) + (chance * abs(x)).sum() * abs(d[i, j])
            error += float(mass) * float(off[child[i, j]])
    return total, 0.0 if board.exact else float(error + 64 * U * size)


def best_spans(board: Board, rival: Plan, side: Side, at: int, s: int, below: Array) -> list[Span]:
    """The moves of `side` that do best against a rival at a state, given what follows."""
    law = board.target(at)
    if law.is_finite:
        x = atoms_of(board, law)
        moves, worth = _worth_at(board, rival, side, at, s, below, x)
        best = worth.argmax(axis=0).tolist()
        chosen = [(x[k], moves[i]) for k, i in enumerate(best)]
    else:
        chosen = list(_best_between(board, rival, side, at, s, below))
    spans: list[Span] = []
    last = None
    for low, move in chosen:
        if move != last:
            spans.append(joined(board, at, side, [move], low if spans else -np.inf))
            last = move
    return spans


def _worth_at(
    board: Board, rival: Plan, side: Side, at: int, s: int, below: Array, x: Array
) -> tuple[list[int], Array]:
    """What each move of a side is worth to it at each x."""
    c, d = board.payments(at, s)
    fixed = c + below[board.layers[at].child[s]]
    mix = rival.mix(at, s, x)
    if side == "col":
        fixed, d = -fixed.T, -d.T
    moves = board.moves(at, s, side)
    others = board.moves(at, s, "col" if side == "row" else "row")
    return moves, np.array([sum(mix[j] * (fixed[i, j] + d[i, j] * x) for j in others) for i in moves])


def _best_between(
    board: Board, rival: Plan, side: Side, at: int, s: int, below: Array
) -> Iterator[tuple[Any, int]]:
    """Where each best move begins, between the places where two moves are worth the same."""
    c, d = board.payments(at, s)
    fixed = c + below[board.layers[at].child[s]]
    if side == "col":
        fixed, d = -fixed.T, -d.T
    moves = board.moves(at, s, side)
    others = board.moves(at, s, "col" if side == "row" else "row")
    law = board.target(at)
    spans = rival.spans(at, s)
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


def _weighed(parts: Sequence[tuple[Poly, tuple[Any, Any]]]) -> Poly:
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
            for root in roots_of(add(line, scale(other, -1))):
                if low < root.real < high and abs(root.imag) <= 1e-7 * (1 + abs(root)):
                    found.add(float(root.real))
    return sorted(found)


def results_of(board: Board, row: Plan, col: Plan, place: tuple[int, int]) -> dict[Any, Any] | None:
    """The probability of each total, by one pass forward, if targets have few values; else None."""
    if not all(board.target(at).is_finite for at in range(place[0] + 1)):
        return None
    reached: dict[int, dict[Any, Any]] = {place[1]: {board.number(0): board.number(1)}}
    results: dict[Any, Any] = defaultdict(lambda: board.number(0))
    left = MOST_STEPS
    for at in range(place[0], -1, -1):
        following: dict[int, dict[Any, Any]] = defaultdict(lambda: defaultdict(lambda: board.number(0)))
        over = len(board.layers[at - 1].states) if at else 0
        for s, totals in reached.items():
            steps = _steps(board, row, col, at, s)
            left -= len(steps) * len(totals)
            if left < 0:
                return None
            for child, paid, chance in steps:
                into = results if child == over else following[child]
                for total, p in totals.items():
                    into[_key(total + paid)] += p * chance
        reached = following
    return dict(sorted((total, p) for total, p in results.items() if p))


def _steps(board: Board, row: Plan, col: Plan, at: int, s: int) -> list[tuple[int, Any, Any]]:
    """What can happen at a state: where it leads, what it pays, and how likely it is."""
    x, w = nodes_of(board, row, col, at, s)
    p, q = row.mix(at, s, x), col.mix(at, s, x)
    c, d = board.payments(at, s)
    child = board.layers[at].child[s]
    return [
        (int(child[i, j]), paid, chance)
        for i in board.moves(at, s, "row")
        for j in board.moves(at, s, "col")
        for paid, chance in zip((c[i, j] + d[i, j] * x).tolist(), (w * p[i] * q[j]).tolist(), strict=True)
        if chance
    ]


def _key(total: Any) -> Any:
    """A total as a key: floats that differ by rounding are the same result."""
    return round(total, 12) + 0.0 if isinstance(total, float) else total


def paid_in(
    board: Board, row: Plan, col: Plan, place: tuple[int, int], plays: int, random: np.random.Generator
) -> Floats:
    """What so many random plays pay: all plays of a stage side by side, grouped by state."""
    paid, where, alive = np.zeros(plays), np.full(plays, place[1]), np.arange(plays)
    for at in range(place[0], -1, -1):
        layer = board.layers[at]
        x = board.target(at).draw(random, len(alive))
        luck = random.random((2, len(alive)))
        order = np.argsort(where[alive], kind="stable")
        states, starts = np.unique(where[alive][order], return_index=True)
        for s, here in zip(states.tolist(), np.split(order, starts[1:]), strict=True):
            i, j = (
                (luck[k, here] >= np.cumsum(plan.mix(at, s, x[here]), axis=0)[:-1]).sum(axis=0)
                for k, plan in enumerate((row, col))
            )
            paid[alive[here]] += layer.fixed[s, i, j] + layer.slope[s, i, j] * x[here]
            where[alive[here]] = layer.child[s, i, j]
        alive = alive[where[alive] < (len(board.layers[at - 1].states) if at else 0)]
        if not len(alive):
            break
    return paid
