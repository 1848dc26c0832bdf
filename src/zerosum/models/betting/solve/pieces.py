"""Pure steps: which action on which interval of hands, with end points that are yet to be found.

A strategy on a grid mixes in the cells where a threshold lies. Only how many hands take an action matters
there, so the cell can be cut instead: a part of it takes one action, the rest the other. `cut` does so for a
whole strategy, decision by decision: the hands that come to a decision are cut among its actions. The result
names its end points by numbers, 0 and 1 for the ends of [0, 1], so that they can be moved.

Reference: A. Dvoretzky, A. Wald and J. Wolfowitz, Elimination of randomization in certain problems of
statistics and of the theory of games, Proc. Nat. Acad. Sci. 36, 1950.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.betting.form import BettingForm, Turn
from zerosum.models.betting.response import Mix, reach

__all__ = ["Piece", "Pieces", "cut"]

SLIVER = 1e-9
"""A share of a cell below this is rounding."""


@dataclass
class Piece:
    """Hands between the points numbered `low` and `high` take the action numbered `action`."""

    low: int
    high: int
    action: int


@dataclass
class Pieces:
    """The pieces of every turn, by its index, and where the points are."""

    of: dict[int, list[Piece]] = field(default_factory=dict)
    points: list[Scalar] = field(default_factory=lambda: [0.0, 1.0])

    def copy(self) -> Pieces:
        """A copy whose pieces can be changed."""
        pieces = {turn: [Piece(p.low, p.high, p.action) for p in found] for turn, found in self.of.items()}
        return Pieces(pieces, list(self.points))

    def switches(self, turn: int) -> list[tuple[Piece, Piece]]:
        """Neighbouring pieces of a turn that share a point."""
        found = self.of[turn]
        return [(p, q) for p, q in pairwise(found) if p.high == q.low]

    def drop_empty(self, width: float) -> bool:
        """Remove the pieces that are no wider than this, and say whether there were any."""
        thin = [
            (turn, p)
            for turn, found in self.of.items()
            for p in found
            if self.points[p.high] - self.points[p.low] <= width
        ]
        for turn, piece in thin:
            self._close(piece)
            self.of[turn] = [p for p in self.of[turn] if p is not piece]
        for turn, found in self.of.items():
            self.of[turn] = joined(found)
        return bool(thin)

    def _close(self, piece: Piece) -> None:
        """Make the two ends of a piece one point; the ends of [0, 1] stay."""
        keep, gone = sorted((piece.low, piece.high))
        self.merge(keep, gone)

    def merge(self, keep: int, gone: int) -> None:
        """Let one point take the place of another everywhere."""
        for found in self.of.values():
            for p in found:
                p.low = keep if p.low == gone else p.low
                p.high = keep if p.high == gone else p.high

    def used(self) -> list[int]:
        """The points that may move."""
        return sorted({k for found in self.of.values() for p in found for k in (p.low, p.high)} - {0, 1})


def joined(found: list[Piece]) -> list[Piece]:
    """Neighbours with the same action become one piece; pieces between equal points disappear."""
    answer: list[Piece] = []
    for p in found:
        if p.low == p.high:
            continue
        if answer and answer[-1].high == p.low and answer[-1].action == p.action:
            answer[-1].high = p.high
        else:
            answer.append(p)
    return answer


def cut(form: BettingForm, mix: Mix, edges: Array, shared: bool) -> Pieces:
    """Pure pieces with the same numbers of hands as a strategy on a grid, cell by cell.

    A turn to which the opponent never comes gets none: whatever is done there changes no equation. If `shared`,
    points of both players that coincide are one point, and will move together.
    """
    pieces = Pieces()
    known: dict[Side, dict[float, int]] = {player: {0.0: 0, 1.0: 1} for player in SIDES}
    if shared:
        known["col"] = known["row"]
    reaches = {player: reach(form, player, mix) @ np.diff(edges) for player in SIDES}
    for turn in form.turns:
        bands = _bands(form, pieces, turn) if reaches[other(turn.player)][turn.foe] > SLIVER else []
        found: list[Piece] = []
        for low, high in bands:
            _cut_band(pieces, known[turn.player], found, mix[turn.index], edges, (low, high))
        pieces.of[turn.index] = joined(found)
    return pieces


def _bands(form: BettingForm, pieces: Pieces, turn: Turn) -> list[tuple[int, int]]:
    """The intervals of hands with which the player comes to a turn."""
    for before in form.of(turn.player):
        if turn.parent in before.sequences:
            action = before.sequences.index(turn.parent)
            return [(p.low, p.high) for p in pieces.of[before.index] if p.action == action]
    return [(0, 1)]


def _cut_band(
    pieces: Pieces,
    point: dict[float, int],
    found: list[Piece],
    mix: Array,
    edges: Array,
    band: tuple[int, int],
) -> None:
    """Cut one interval of hands, cell by cell; each new end point gets a number."""
    left, right = pieces.points[band[0]], pieces.points[band[1]]
    first = max(0, int(np.searchsorted(edges, left, side="right")) - 1)
    low, here, last = band[0], left, found[-1].action if found else -1
    for i in range(first, len(edges) - 1):
        start, stop = max(left, edges[i]), min(right, edges[i + 1])
        if stop - start <= 1e-13:
            continue
        after = int(mix[i + 1].argmax()) if i + 2 < len(edges) and edges[i + 1] < right else -1
        order = sorted(np.nonzero(mix[i] > SLIVER)[0], key=lambda k: (k != last, k == after, k))
        for action in order:
            here += mix[i, action] * (stop - start) / mix[i, order].sum()
            here = stop if action == order[-1] else here
            high = band[1] if here >= right - 1e-13 else _number(pieces, point, here)
            if high != low:
                found.append(Piece(low, high, int(action)))
            low, last = high, int(action)
    if low != band[1] and found:
        found[-1].high = band[1]


def _number(pieces: Pieces, point: dict[float, int], here: float) -> int:
    """The number of a point, a new one if need be."""
    if here not in point:
        point[here] = len(pieces.points)
        pieces.points.append(here)
    return point[here]
