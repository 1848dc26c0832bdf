"""The exact EV of a strategy against another, hand by hand, and the exact EV of a best response.

Let the opponent's reach q of a sequence be constant on the cells of a grid, and Q(x) its integral from 0 to x. The EV
of a hand x is then `constant · Q(1) + stake · (2 Q(x) - Q(1))` at a leaf: a piecewise linear function with its break
points on the grid. A best response takes the maximum of these functions at every decision, from the last decisions to
the first; the maximum is again piecewise linear once the crossing points have joined the grid. Arrays of Fractions
give exact results, since nothing is rounded, and arrays of floats give fast ones.

With a finite deck the hands are points: the same sums, without break points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.core.sides import Side, other
from zerosum.models.continuum.form import BettingForm, StepStrategy
from zerosum.models.continuum.rules import Deck

Mix = list[Array]
"""For each turn of the form, an array (cells, actions) of probabilities."""


def reach(form: BettingForm, player: Side, mix: Mix) -> Array:
    """Return the probability of each of the player's sequences (rows) in each cell (columns)."""
    kind, cells = mix[0].dtype, len(mix[0])
    one: Fraction | float = Fraction(1) if kind.hasobject else 1.0
    answer = np.full((form.sequences[player], cells), one, kind)
    for turn in form.of(player):
        answer[list(turn.sequences)] = answer[turn.parent] * mix[turn.index].T
    return answer


def evs(form: BettingForm, player: Side, against: Array, edges: Array, deck: Deck | None) -> Array:
    """Return the EV of each of the player's sequences at its leaves: at every edge, or for every card of a deck.

    `against` is the opponent's reach. The result has a row per sequence.
    """
    weight = np.diff(edges)
    mass = against * weight
    below = np.concatenate([np.zeros_like(mass[:, :1]), np.cumsum(mass, axis=1)], axis=1)
    total = below[:, -1:]
    if deck is None:
        present, ahead = total + 0 * below, 2 * below - total
    else:
        alpha, beta = (np.asarray(s, against.dtype)[()] for s in deck.spread)
        present, ahead = alpha * total - beta * against, alpha * (below[:, :-1] + below[:, 1:] - total)
    answer = np.zeros((form.sequences[player], present.shape[1]), against.dtype)
    sign = 1 if player == "row" else -1
    for leaf in form.leaves:
        mine, theirs = leaf.sequence(player), leaf.sequence(other(player))
        if leaf.constant:
            answer[mine] += _like(answer, sign * leaf.constant) * present[theirs]
        if leaf.stake:
            answer[mine] += _like(answer, leaf.stake) * ahead[theirs]
    return answer


def _like(array: Array, number: Scalar) -> Scalar:
    return Fraction(number) if array.dtype == object else float(number)


@dataclass(frozen=True)
class Response:
    """A best response: its EV, and the EV of each action for each hand at each turn."""

    value: Scalar
    """The expectation of the player who responds."""
    edges: Array
    """The grid, with the points where actions cross."""
    worth: dict[int, Array]
    """For each turn of the player, an array (actions, edges or cards) of the EVs of its actions."""
    best: Array
    """The total EV of each hand, at every edge or card."""


def best_response(form: BettingForm, player: Side, mix: Mix, edges: Array, deck: Deck | None) -> Response:
    """Return the player's best response to the opponent's part of `mix`."""
    return respond(form, player, reach(form, other(player), mix), edges, deck)


def respond(form: BettingForm, player: Side, against: Array, edges: Array, deck: Deck | None) -> Response:
    """Return the best response to reaches of the opponent, which may be any numbers: payoffs are linear in them."""
    earned = evs(form, player, against, edges, deck)
    children = form.children(player)
    worth: dict[int, Array] = {}
    for turn in reversed(form.of(player)):
        values = np.stack(
            [earned[s] + sum(worth[t.index].max(axis=0) for t in children[s]) for s in turn.sequences]
        )
        if deck is None and (new := crossings(values, edges)).size:
            finer = np.unique(np.concatenate([edges, new]))
            earned = interpolate(finer, edges, earned)
            worth = {index: interpolate(finer, edges, known) for index, known in worth.items()}
            values, edges = interpolate(finer, edges, values), finer
        worth[turn.index] = values
    best = earned[0] + sum(worth[turn.index].max(axis=0) for turn in children[0])
    return Response(integral(best, edges, deck), edges, worth, best)


def crossings(values: Array, edges: Array) -> Array:
    """Return the interior points at which two rows cross and no other row is larger."""
    found: list[Array] = []
    low, high, width = values[:, :-1], values[:, 1:], np.diff(edges)
    for i, j in combinations(range(len(values)), 2):
        left, right = low[i] - low[j], high[i] - high[j]
        where = np.nonzero(((left < 0) & (right > 0)) | ((left > 0) & (right < 0)))[0]
        share = left[where] / (left[where] - right[where])
        at = low[:, where] + share * (high[:, where] - low[:, where])
        top = at[i] >= at.max(axis=0) if values.dtype == object else at[i] >= at.max(axis=0) - 1e-12
        found.append((edges[:-1][where] + share * width[where])[top.astype(bool)])
    return np.concatenate(found) if found else edges[:0]


def interpolate(points: Array, edges: Array, values: Array) -> Array:
    """Return piecewise linear functions (rows of values at the edges), evaluated at other points."""
    cell = np.clip(np.searchsorted(edges, points, side="right") - 1, 0, len(edges) - 2)
    share = (points - edges[cell]) / (edges[cell + 1] - edges[cell])
    return np.asarray(values[:, cell] + share * (values[:, cell + 1] - values[:, cell]))


def integral(values: Array, edges: Array, deck: Deck | None) -> Scalar:
    """Return the integral over [0, 1] of a function of the hand, its mean."""
    at_cell = values if deck is not None else (values[:-1] + values[1:]) / _like(values, 2)
    return np.sum(at_cell * np.diff(edges))


def expectation(form: BettingForm, mix: Mix, edges: Array, deck: Deck | None) -> Scalar:
    """Return A's expected payoff when both play `mix`."""
    earned = evs(form, "row", reach(form, "col", mix), edges, deck)
    mine = reach(form, "row", mix)
    at_cell = earned if deck is not None else (earned[:, :-1] + earned[:, 1:]) / _like(earned, 2)
    return np.sum(at_cell * mine * np.diff(edges))


def distribution(form: BettingForm, mix: Mix, edges: Array, deck: Deck | None) -> dict[Scalar, Scalar]:
    """Return the probability of each payoff to A when both play `mix`."""
    mine, theirs, weight = reach(form, "row", mix), reach(form, "col", mix), np.diff(edges)
    alpha, beta = (np.asarray(s, mine.dtype)[()] for s in (deck.spread if deck is not None else (1, 0)))
    chances: dict[Scalar, Scalar] = defaultdict(int)
    for leaf in form.leaves:
        here, there = mine[leaf.row] * weight, theirs[leaf.col] * weight
        level = np.sum(here * (alpha * there - beta * theirs[leaf.col])) if deck is not None else 0
        below = np.cumsum(there) - there
        ahead = alpha * np.sum(here * below) + (0 if deck is not None else np.sum(here * there) / 2)
        behind = alpha * np.sum(here) * np.sum(there) - beta * np.sum(here * theirs[leaf.col]) - ahead - level
        for payoff, chance in ((leaf.stake, ahead), (-leaf.stake, behind), (0 * leaf.stake, level)):
            chances[leaf.constant + payoff] += chance
    return {payoff: chance for payoff, chance in sorted(chances.items()) if chance}


def guarantees(form: BettingForm, mix: Mix, edges: Array, deck: Deck | None) -> tuple[Scalar, Scalar]:
    """Return the payoff that A's strategy guarantees, and the payoff to which B's holds A; they are bounds on the
    value.
    """
    lower = -best_response(form, "col", mix, edges, deck).value
    upper = best_response(form, "row", mix, edges, deck).value
    return lower, upper


def on_one_grid(form: BettingForm, steps: Mapping[str, StepStrategy]) -> tuple[Array, Mix]:
    """Return the edges of a grid on whose cells the strategies of all turns are constant, and their probabilities
    there."""
    edges = np.array(sorted({end for plan in steps.values() for end in plan.ends}), object)
    mix: Mix = []
    for turn in form.turns:
        plan = steps[turn.name]
        mix += refine(np.array(plan.ends, object), [np.array(plan.mixes, object)], edges)
    return edges, mix


def refine(edges: Array, mix: Mix, finer: Array) -> Mix:
    """Return strategies on a coarse grid as strategies on a finer one."""
    cell = np.searchsorted(edges, finer[:-1], side="right") - 1
    return [table[cell] for table in mix]
