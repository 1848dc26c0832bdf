"""The end points of pure steps, from the indifference equations: linear, hence exact.

Fix which action follows which along [0, 1], for both players, and the order of all the end points. The number of
hands that take a sequence, and the number of those below a point, are then sums and differences of end points. So
is what an action earns at a point, and so is the equation that says: at a point where a player passes from one
action to another, both earn the same. As many linear equations as points: where they have a solution that
keeps the order, its end points are fractions as soon as the stakes are.

Where an equation is lacking (bluffs that can be put anywhere), the points stay as near as they can be to where
they were.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Array, Scalar
from zerosum.core.numbers import simple_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.betting.form import BettingForm, Leaf, Turn
from zerosum.models.betting.solve.pieces import Piece, Pieces
from zerosum.numerics.elimination import eliminate

__all__ = ["equations", "settle", "solve_exactly"]


class Affine:
    """What sequences earn, as affine functions of the points: arrays of a coefficient per point.

    Points 0 and 1 are the ends of [0, 1]; so coefficient 1 is the constant, and coefficient 0 is idle. `kind`
    is the arithmetic: float, or object for fractions.
    """

    def __init__(self, form: BettingForm, pieces: Pieces, kind: type) -> None:
        self.form, self.pieces, self.points, self.kind = form, pieces, pieces.points, kind
        self.children = {player: form.children(player) for player in SIDES}
        self.spans: dict[tuple[Side, int], list[Piece]] = {("row", 0): [ALL], ("col", 0): [ALL]}
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
        """Add a multiple of how many of the player's hands take a sequence and lie below a point."""
        here = self.points[point]
        for p in self.spans[player, sequence]:
            if self.points[p.low] < here:
                into[p.high if self.points[p.high] <= here else point] += factor
                into[p.low] -= factor

    def add_worth(self, into: Array, sign: int, turn: Turn, action: int, point: int, from_left: bool) -> None:
        """Add what an action earns with the hand at a point, if later turns go on as they do beside it."""
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

    def _beside(self, turn: Turn, point: int, from_left: bool) -> int:
        """The action of a turn just below or just above a point."""
        x = self.points[point]
        for p in self.pieces.of[turn.index]:
            low, high = self.points[p.low], self.points[p.high]
            if (low < x <= high) if from_left else (low <= x < high):
                return p.action
        return 0


ALL = Piece(0, 1, 0)
"""Every hand has done what it takes to start."""


def equations(form: BettingForm, pieces: Pieces, kind: type = object) -> Array:
    """A row per switch: its coefficients add up to nothing at the points of an equilibrium."""
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
    stops where the first piece vanishes; that piece is dropped, and the rest go on.
    """
    pieces = pieces.copy()
    for _ in range(rounds):
        used = pieces.used()
        if not used:
            break
        system = equations(form, pieces, float)
        here = np.array(pieces.points)
        move = np.zeros_like(here)
        move[used] = np.linalg.lstsq(system[:, used], -(system @ here), rcond=1e-11)[0]
        step = _room(pieces, here, move)
        pieces.points = [float(x) for x in np.clip(here + step * move, 0.0, 1.0)]
        if not pieces.drop_empty(1e-12) and np.abs(move).max() < 1e-13:
            break
    return pieces


def _room(pieces: Pieces, here: Array, move: Array) -> float:
    """How much of a move can be made before a piece vanishes."""
    ends = np.array([(p.low, p.high) for found in pieces.of.values() for p in found])
    width = here[ends[:, 1]] - here[ends[:, 0]]
    shrink = move[ends[:, 0]] - move[ends[:, 1]]
    return float(min(1.0, (width[shrink > 0] / shrink[shrink > 0]).min(initial=1.0)))


def solve_exactly(form: BettingForm, pieces: Pieces) -> Pieces | None:
    """The points as fractions, or None where the equations contradict each other."""
    used = pieces.used()
    system = equations(form, pieces)
    table = [[Fraction(row[k]) for k in used] + [-Fraction(row[1])] for row in system]
    solved = eliminate(table, len(used))
    if solved.is_contradictory:
        return None
    pivots, table, _ = solved
    points: list[Scalar] = [Fraction(0), Fraction(1), *(Fraction(0) for _ in pieces.points[2:])]
    free = [j for j in range(len(used)) if j not in pivots]
    for j in free:
        points[used[j]] = simple_fraction(pieces.points[used[j]], 1000)
    for j, i in pivots.items():
        points[used[j]] = table[i][-1] - sum((table[i][f] * points[used[f]] for f in free), Fraction(0))
    return Pieces(pieces.copy().of, points)
