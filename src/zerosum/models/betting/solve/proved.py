"""A pair of strategies on a grid with the bounds that they prove, and how floats become proofs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.sides import SIDES, other
from zerosum.core.solution import Value
from zerosum.models.betting.form import BettingForm, Turn
from zerosum.models.betting.response import Mix, best_response, bounds, reach
from zerosum.models.betting.rules import Deck

__all__ = ["ALL", "NONE", "Best", "Proved", "certified", "in_fractions", "on_path", "sensible"]

SHORT = 2**44
"""End points without a proof become multiples of its inverse; that moves the bounds by less than 1e-12."""

DENOMINATOR = 2**50
"""Probabilities in floats are rounded to multiples of its inverse before they are proved."""


NONE, ALL = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Proved:
    """Strategies on a grid, in fractions, and what they prove about the value."""

    edges: Array
    mix: Mix
    value: Value
    rounds: int
    cells: int
    """The most cells that a linear program had."""


class Best:
    """The best strategy of each player so far, each with its own grid."""

    def __init__(self) -> None:
        self.bound = {"row": -np.inf, "col": np.inf}
        self.kept: dict[str, tuple[Array, Mix]] = {}

    @property
    def gap(self) -> float:
        """How far the two bounds are apart."""
        return float(self.bound["col"] - self.bound["row"])

    def offer(self, edges: Array, mix: Mix, lower: float, upper: float) -> None:
        """Keep each player's strategy if it is better than what was kept."""
        if lower > self.bound["row"]:
            self.bound["row"], self.kept["row"] = lower, (edges, mix)
        if upper < self.bound["col"]:
            self.bound["col"], self.kept["col"] = upper, (edges, mix)

    def joined(self, form: BettingForm) -> tuple[Array, Mix]:
        """Both strategies on one grid."""
        edges = np.unique(np.concatenate([kept[0] for kept in self.kept.values()]))
        mix: Mix = []
        for turn in form.turns:
            own_edges, own = self.kept[turn.player]
            cell = np.searchsorted(own_edges, edges[:-1], side="right") - 1
            mix.append(own[turn.index][cell])
        return edges, mix


def in_fractions(table: Array) -> Array:
    """Rows of probabilities in floats as fractions that add up to exactly 1."""
    rows = []
    for row in table:
        exact = [Fraction(round(float(p) * DENOMINATOR), DENOMINATOR) for p in row]
        exact[int(np.argmax(row))] += 1 - sum(exact)
        rows.append(exact)
    return np.array(rows, object)


def certified(form: BettingForm, mix: Mix, edges: Array, deck: Deck | None) -> tuple[Array, Mix, Value]:
    """Strategies in floats as short fractions, and the bounds that they prove, rounded outward to floats."""
    if deck is None:
        edges = np.array([Fraction(round(x * SHORT), SHORT) for x in edges], object)
    exact = [in_fractions(table) for table in mix]
    lower, upper = bounds(form, exact, edges, deck)
    if lower == upper:
        return edges, exact, Value(lower, upper)
    outward = np.nextafter(float(lower), -np.inf), np.nextafter(float(upper), np.inf)
    return edges, exact, Value(*map(float, outward))


def sensible(form: BettingForm, found: Proved, deck: Deck | None) -> tuple[Array, Mix]:
    """The strategies found, with a best reply where a player's own earlier choices never lead.

    Such hands change no expectation, but a reader looks at them. The grid grows by the points where those
    replies change. With cards, or without an exact solution, floats are good enough for the replies.
    """
    edges, mix = found.edges, found.mix
    kind = object if found.value.is_exact and deck is None else float
    about = mix if kind is object else [_floats(table) for table in mix]
    replies = {player: best_response(form, player, about, edges.astype(kind), deck) for player in SIDES}
    if deck is not None:
        mix = [table.copy() for table in mix]
        for player, reply in replies.items():
            own = reach(form, player, about)
            for turn in form.of(player):
                _reply(mix[turn.index], reply.worth[turn.index], own[turn.parent])
        return edges, mix
    new = {_exactly(x) for reply in replies.values() for x in reply.edges}
    finer = np.array(sorted(new | set(edges)), object)
    cell = np.searchsorted(edges, finer[:-1], side="right") - 1
    mix = [table[cell] for table in mix]
    middle = ((finer[:-1] + finer[1:]) / 2).astype(kind)
    for player, reply in replies.items():
        own = reach(form, player, mix)
        at = np.searchsorted(reply.edges, middle) - 1
        for turn in form.of(player):
            worth = reply.worth[turn.index]
            _reply(mix[turn.index], worth[:, at] + worth[:, at + 1], own[turn.parent])
    return finer, mix


def _floats(table: Array) -> Array:
    """Fractions as floats; to divide is faster than numpy's conversion."""
    return np.array([[p.numerator / p.denominator for p in row] for row in table.tolist()])


def _exactly(x: float | Fraction) -> Fraction:
    """A point as a fraction, a short one if it is a float."""
    return x if isinstance(x, Fraction) else Fraction(round(x * SHORT), SHORT)


NEAR = 1e-12
"""Actions that are worth the same but for rounding are worth the same."""


def _reply(table: Array, worth: Array, own: Array) -> None:
    """Overwrite the rows of hands that never come to a turn by the best action there, the first if several."""
    for i in np.nonzero(own == 0)[0]:
        table[i] = NONE
        table[i, int(np.argmax(worth[:, i] >= worth[:, i].max() - NEAR))] = ALL


def on_path(form: BettingForm, turn: Turn, mix: Mix, edges: Array) -> bool:
    """Whether the opponent ever lets the play come to a turn."""
    return bool((reach(form, other(turn.player), mix)[turn.foe] @ np.diff(edges)) > 0)
