"""Pure steps: which action on which interval of hands, and where the intervals end.

A strategy on a grid mixes in the cells where a threshold lies. Only the mass of hands that take an action matters
there, so the cell can be cut instead: one part of it takes one action, the rest the other. `cut` divides a whole
strategy in this way, decision by decision: the hands that reach a decision are divided among its actions. In the
result end points have indices, 0 and 1 for the ends of [0, 1], so that they can be moved.

Then the end points follow from indifference equations, which are linear and can be solved exactly. Fix the sequence
of actions along [0, 1] for both players, and the order of all end points. The mass of hands that take a sequence, and
the mass of those below a point, are then sums and differences of end points. So the EV of an action at a point is
linear in the end points, and so is the equation at a point where a player changes from one action to another: the two
actions have the same EV. There are as many linear equations as points: if they have a solution that keeps the order,
its end points are fractions if the stakes are (`solve_exactly`). If an equation is missing (for bluffs that can be
anywhere), the points stay as close as possible to their old positions.

Reference: A. Dvoretzky, A. Wald and J. Wolfowitz, Elimination of randomization in certain problems of
statistics and of the theory of games, Proc. Nat. Acad. Sci. 36, 1950.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.core.numbers import simple_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.continuum.form import BettingForm, BettingTurn, Leaf
from zerosum.models.continuum.response import Mix, reach

SLIVER = 1e-9
"""A smaller share of a cell is a rounding error."""


@dataclass
class HandPiece:
    """An interval of hands, between the points with indices `low` and `high`, and the index of their action."""

    low: int
    high: int
    action: int


@dataclass
class Pieces:
    """The pieces of every turn, by its index, and the positions of the points."""

    of: dict[int, list[HandPiece]] = field(default_factory=dict)
    points: list[Scalar] = field(default_factory=lambda: [0.0, 1.0])

    def copy(self) -> Pieces:
        pieces = {
            turn: [HandPiece(p.low, p.high, p.action) for p in found] for turn, found in self.of.items()
        }
        return Pieces(pieces, list(self.points))

    def switches(self, turn: int) -> list[tuple[HandPiece, HandPiece]]:
        """Return neighbouring pieces of a turn that share a point."""
        found = self.of[turn]
        return [(p, q) for p, q in pairwise(found) if p.high == q.low]

    def drop_empty(self, width: float) -> bool:
        """Remove the pieces that are no wider than `width`, and return whether there were any."""
        thin = [
            (turn, p)
            for turn, found in self.of.items()
            for p in found
            if self.points[p.high] - self.points[p.low] <= width
        ]
        for turn, piece in thin:
            self.merge(*sorted((piece.low, piece.high)))  # the ends of [0, 1] stay
            self.of[turn] = [p for p in self.of[turn] if p is not piece]
        for turn, found in self.of.items():
            self.of[turn] = join_pieces(found)
        return bool(thin)

    def merge(self, keep: int, gone: int) -> None:
        for found in self.of.values():
            for p in found:
                p.low = keep if p.low == gone else p.low
                p.high = keep if p.high == gone else p.high

    def moving_points(self) -> list[int]:
        return sorted({k for found in self.of.values() for p in found for k in (p.low, p.high)} - {0, 1})


def join_pieces(found: list[HandPiece]) -> list[HandPiece]:
    """Merge neighbours with the same action, and drop pieces between equal points."""
    answer: list[HandPiece] = []
    for p in found:
        if p.low == p.high:
            continue
        if answer and answer[-1].high == p.low and answer[-1].action == p.action:
            answer[-1].high = p.high
        else:
            answer.append(p)
    return answer


def cut(form: BettingForm, mix: Mix, edges: Array, shared: bool) -> Pieces:
    """Return pure pieces with the same masses of hands as a strategy on a grid, cell by cell.

    A turn that the opponent never reaches gets no pieces, since it changes no equation. If `shared`, coinciding
    points of the two players become one point and move together.
    """
    pieces = Pieces()
    known: dict[Side, dict[float, int]] = {player: {0.0: 0, 1.0: 1} for player in SIDES}
    if shared:
        known["col"] = known["row"]
    reaches = {player: reach(form, player, mix) @ np.diff(edges) for player in SIDES}
    for turn in form.turns:
        bands = _bands(form, pieces, turn) if reaches[other(turn.player)][turn.foe] > SLIVER else []
        found: list[HandPiece] = []
        for low, high in bands:
            _cut_band(pieces, known[turn.player], found, mix[turn.index], edges, (low, high))
        pieces.of[turn.index] = join_pieces(found)
    return pieces


def _bands(form: BettingForm, pieces: Pieces, turn: BettingTurn) -> list[tuple[int, int]]:
    """Return the intervals of hands with which the player reaches a turn."""
    for before in form.of(turn.player):
        if turn.parent in before.sequences:
            action = before.sequences.index(turn.parent)
            return [(p.low, p.high) for p in pieces.of[before.index] if p.action == action]
    return [(0, 1)]


def _cut_band(
    pieces: Pieces,
    point: dict[float, int],
    found: list[HandPiece],
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
                found.append(HandPiece(low, high, int(action)))
            low, last = high, int(action)
    if low != band[1] and found:
        found[-1].high = band[1]


def _number(pieces: Pieces, point: dict[float, int], here: float) -> int:
    if here not in point:
        point[here] = len(pieces.points)
        pieces.points.append(here)
    return point[here]


ALL = HandPiece(0, 1, 0)
"""Every hand reaches the start."""


class Affine:
    """The EVs of sequences as affine functions of the points: arrays with a coefficient per point.

    Points 0 and 1 are the ends of [0, 1]; so coefficient 1 is the constant, and coefficient 0 is idle. `kind`
    is the arithmetic: float, or object for fractions.
    """

    def __init__(self, form: BettingForm, pieces: Pieces, kind: type) -> None:
        self.form, self.pieces, self.points, self.kind = form, pieces, pieces.points, kind
        self.children = {player: form.children(player) for player in SIDES}
        self.spans: dict[tuple[Side, int], list[HandPiece]] = {("row", 0): [ALL], ("col", 0): [ALL]}
        for turn in form.turns:
            for k, sequence in enumerate(turn.sequences):
                spans = [p for p in pieces.of[turn.index] if p.action == k]
                self.spans[turn.player, sequence] = spans
        self.leaves: dict[tuple[Side, int], list[Leaf]] = {}
        for leaf in form.leaves:
            for player in SIDES:
                if self.spans[other(player), leaf.sequence(other(player))]:
                    self.leaves.setdefault((player, leaf.sequence(player)), []).append(leaf)

    def add_below(self, into: Array, factor: Scalar, player: Side, sequence: int, point: int) -> None:
        """Add a multiple of the mass of the player's hands that take a sequence and lie below a point."""
        here = self.points[point]
        for p in self.spans[player, sequence]:
            if self.points[p.low] < here:
                into[p.high if self.points[p.high] <= here else point] += factor
                into[p.low] -= factor

    def add_worth(
        self, into: Array, sign: int, turn: BettingTurn, action: int, point: int, from_left: bool
    ) -> None:
        """Add an action's EV with the hand at a point, if later turns continue like the neighbouring hands."""
        player, foe, sequence = turn.player, other(turn.player), turn.sequences[action]
        for leaf in self.leaves.get((player, sequence), ()):
            stake = sign * (leaf.stake if self.kind is object else float(leaf.stake))
            fixed = sign * (leaf.constant if self.kind is object else float(leaf.constant))
            theirs = leaf.sequence(foe)
            self.add_below(into, (fixed if player == "row" else -fixed) - stake, foe, theirs, 1)
            if stake:
                self.add_below(into, 2 * stake, foe, theirs, point)
        for after in self.children[player][sequence]:
            self.add_worth(into, sign, after, self._beside(after, point, from_left), point, from_left)

    def _beside(self, turn: BettingTurn, point: int, from_left: bool) -> int:
        """Return the action at a turn just below or just above a point."""
        x = self.points[point]
        for p in self.pieces.of[turn.index]:
            low, high = self.points[p.low], self.points[p.high]
            if (low < x <= high) if from_left else (low <= x < high):
                return p.action
        return 0


def equations(form: BettingForm, pieces: Pieces, kind: type = object) -> Array:
    """Return a row per switch: the coefficients of the points in an equation that holds at an equilibrium."""
    affine = Affine(form, pieces, kind)
    switches = [(turn, *pair) for turn in form.turns for pair in pieces.switches(turn.index)]
    rows: Array = np.zeros((len(switches), len(pieces.points)), kind)
    for row, (turn, before, after) in zip(rows, switches, strict=True):
        affine.add_worth(row, 1, turn, before.action, before.high, from_left=True)
        affine.add_worth(row, -1, turn, after.action, after.low, from_left=False)
    return rows


def settle(form: BettingForm, pieces: Pieces, rounds: int = 60) -> Pieces:
    """Move the points, in floats, until they satisfy their equations.

    The equations hold for one order of the points, so this is Newton's method on piecewise linear equations. A step
    stops where the first piece vanishes; that piece is dropped, and the others continue.
    """
    pieces = pieces.copy()
    for _ in range(rounds):
        used = pieces.moving_points()
        if not used:
            break
        system = equations(form, pieces, float)
        here = np.array(pieces.points)
        move = np.zeros_like(here)
        try:
            move[used] = np.linalg.lstsq(system[:, used], -(system @ here), rcond=1e-11)[0]
        except np.linalg.LinAlgError:  # LAPACK fails on some nearly singular systems: keep these points
            break
        ends = np.array([(p.low, p.high) for found in pieces.of.values() for p in found])
        width, shrink = here[ends[:, 1]] - here[ends[:, 0]], move[ends[:, 0]] - move[ends[:, 1]]
        step = min(1.0, (width[shrink > 0] / shrink[shrink > 0]).min(initial=1.0))  # until a piece vanishes
        pieces.points = [float(x) for x in np.clip(here + step * move, 0.0, 1.0)]
        if not pieces.drop_empty(1e-12) and np.abs(move).max() < 1e-13:
            break
    return pieces


def solve_exactly(form: BettingForm, pieces: Pieces) -> Pieces | None:
    """Return the points as fractions; None if the equations are inconsistent."""
    used = pieces.moving_points()
    system = equations(form, pieces)
    from zerosum.numerics.exact import echelon_form  # FLINT takes long to import

    pivots, table = echelon_form([[Fraction(row[k]) for k in used] + [-Fraction(row[1])] for row in system])
    if len(used) in pivots:
        return None
    points: list[Scalar] = [Fraction(0), Fraction(1), *(Fraction(0) for _ in pieces.points[2:])]
    free = [j for j in range(len(used)) if j not in pivots]
    for j in free:
        points[used[j]] = simple_fraction(pieces.points[used[j]], 1000)
    for j, i in pivots.items():
        points[used[j]] = table[i][-1] - sum((table[i][f] * points[used[f]] for f in free), Fraction(0))
    return Pieces(pieces.copy().of, points)
