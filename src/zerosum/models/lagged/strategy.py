"""Optimal play in a lagged game: r(k, q) and s(k, q), piece by piece.

A player who left node k, having gone cc with probability q, goes cc next with probability r(k, q) if he did go cc,
and with probability s(k, q) if he went cl. These are the maximisers in TW(k, q): at the opponent's mix λ that is
worst for q, r lies in the interval R that maximises λ A + (1 - λ) B after cc, and s in the corresponding interval S
after cl; and within R x S they make the opponent indifferent between the two exits:

    q [A(r) - B(r)] + (1 - q) [C(s) - D(s)] = 0.

On a piece of TW the mix λ is constant. If it is a break point of one envelope only, one of r and s is constant and
the other has the form a + b/q (or a + b/(1 - q)): q r, the probability of cc twice, is then linear in q. If λ is a
break point of both envelopes, the optimal pairs fill a segment, and r and s each have a range.

**Monotone.** λ is monotone in q, and R and S are monotone in λ, for any concave functions. So r is monotone in q,
except inside a common range: every optimal strategy is monotone in q except on these ranges, and the strategy chosen
here (r and s are at the same fraction of R and S) is monotone everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Floats, Scalar
from zerosum.models.lagged.functions import FLOATS, Concave
from zerosum.models.lagged.recursion import ROW, Functions, Operator

Interval = tuple[float, float]
TOLERANCE = 1e-12
"""Payoffs that differ by less than this, in the unit of the payoffs, count as equally good."""


@dataclass(frozen=True)
class OptimalMoves:
    """One player's moves after leaving one node: pieces of q, and on each the two intervals and their EVs."""

    q: Floats
    """Ends of the pieces, from 0 to 1."""
    mix: Floats
    """On each piece, the opponent's probability of cc that is worst for the player."""
    r: Floats
    """On each piece, the ends of R, in the order in which r passes them: shape (pieces, 2)."""
    s: Floats
    """On each piece, the ends of S, in the same form."""
    after_cc: Floats
    """The player's EV after the opponent's cc minus that after cl, at the ends of R; in an arbitrary unit."""
    after_cl: Floats
    """This difference at the ends of S."""

    def piece_of(self, q: Floats) -> Scalar:
        """Return the piece that contains each q."""
        return np.clip(np.searchsorted(self.q, q, side="right") - 1, 0, len(self.mix) - 1)

    def next_cc(self, q: Floats, after: NDArray[np.bool_]) -> Floats:
        """Return the probabilities of cc next; `after` tells whether the player went cc."""
        r, s = self.pair(q)
        return np.where(after, r, s)

    def pair(self, q: Floats) -> tuple[Floats, Floats]:
        """Return r(q) and s(q)."""
        q = np.asarray(q, dtype=np.float64)
        piece = self.piece_of(q)
        begin = q * self.after_cc[piece, 0] + (1 - q) * self.after_cl[piece, 0]
        end = q * self.after_cc[piece, 1] + (1 - q) * self.after_cl[piece, 1]
        moves = end > begin
        step = np.clip(np.where(moves, -begin, 0.0) / np.where(moves, end - begin, 1.0), 0.0, 1.0)
        return _between(self.r[piece], step), _between(self.s[piece], step)

    def ranges(self, q: float) -> tuple[Interval, Interval]:
        """Return all optimal values of r and of s at a q at which the opponent mixes.

        If q is 0 or 1, one of them is never used and may be anything.
        """
        piece = int(self.piece_of(np.array([q]))[0])
        first, second = q * self.after_cc[piece], (1 - q) * self.after_cl[piece]
        r = _range(self.r[piece], first, second) if q > 0 else (0.0, 1.0)
        s = _range(self.s[piece], second, first) if q < 1 else (0.0, 1.0)
        return r, s

    @cached_property
    def loose(self) -> NDArray[np.bool_]:
        """The pieces on which the optimal pair is not unique: both intervals have a positive length."""
        wide = [abs(x[:, 1] - x[:, 0]) > 1e-9 for x in (self.r, self.s)]
        loose: NDArray[np.bool_] = wide[0] & wide[1] & (np.diff(self.q) > 1e-9)
        return loose


def _between(ends: Floats, step: Floats) -> Floats:
    """Return the points a fraction `step` of the way between two ends."""
    return np.clip(ends[:, 0] + step * (ends[:, 1] - ends[:, 0]), 0.0, 1.0)


def _range(ends: Floats, own: Floats, other: Floats) -> Interval:
    """Return the part of an interval in which the other probability can still make the opponent indifferent."""
    if own[1] <= own[0]:
        return float(min(ends)), float(max(ends))
    steps = np.clip((-other - own[0]) / (own[1] - own[0]), 0.0, 1.0)
    low, high = sorted(float(x) for x in ends[0] + steps * (ends[1] - ends[0]))
    return low, high


def optimal_moves(operator: Operator, functions: Functions, player: int) -> dict[int, OptimalMoves]:
    """Return the player's optimal moves for their functions, by node; optimal up to the functions' gap."""
    middle = operator.step_back(functions, 1 - player)
    after = operator.step_back(middle, player)
    envelopes, found = {node: f.convert(FLOATS) for node, f in middle.items()}, {}
    for node, finer in after.items():
        f = finer.convert(FLOATS)
        cc, cl = operator.targets(player, node)
        r, after_cc = _ends(envelopes[cc], f.best)
        s, after_cl = _ends(envelopes[cl], f.best)
        found[node] = OptimalMoves(f.q, f.best, r, s, after_cc, after_cl)
    return found


def _ends(envelope: Concave, mix: Floats) -> tuple[Floats, Floats]:
    """Return, just before and after each mix, the maximiser that gives the envelope, and the envelope's slope."""
    turns = envelope.q[1:-1]
    pieces = np.stack([np.searchsorted(turns, mix, side=side) for side in ("left", "right")], axis=1)
    return envelope.best[pieces], -envelope.slope[pieces]


def first_moves(operator: Operator, col: Functions) -> tuple[float, float]:
    """Return the probability of cc at each player's first move, when both players know the start.

    The row player chooses the maximum of W(start, q); the column player's mix is the one that makes it the maximum.
    """
    f = operator.step_back(col, ROW)[operator.board.start].convert(FLOATS)
    top = int((f.slope > 0).sum())
    if top in (0, f.pieces):
        return float(f.q[top]), float(f.best[min(top, f.pieces - 1)])
    rise, fall = f.slope[top - 1], f.slope[top]
    return float(f.q[top]), float(f.best[top - 1] + rise / (rise - fall) * (f.best[top] - f.best[top - 1]))


def free_ranges(
    operator: Operator, functions: Functions, player: int, node: int, q: float, unit: float = 1.0
) -> tuple[Interval, Interval]:
    """Return all optimal values of r and s at a state at which the opponent's worst exit is certain; `unit` is the
    size of the payoffs.

    The opponent takes the exit that is worse for the player; r must be at the maximum of the player's function after
    this exit, and the function after the other exit must stay high enough that the opponent does not prefer that
    exit.
    """
    moves, tolerance = optimal_moves(operator, functions, player)[node], TOLERANCE * unit
    worst = 0 if moves.mix[int(moves.piece_of(np.array([q]))[0])] > 0.5 else 1
    pairs = [
        [functions[e].convert(FLOATS) for e in operator.board.exits[j]] for j in operator.board.exits[node]
    ]
    chosen = [float(x[0]) for x in moves.pair(np.array([q]))]
    spare = [
        share * float(pair[1 - worst].values(np.array([x]))[0] - pair[worst].top())
        for pair, x, share in zip(pairs, chosen, (q, 1 - q), strict=True)
    ]
    found = []
    for pair, share, others in zip(pairs, (q, 1 - q), reversed(spare), strict=True):
        top, other = pair[worst].above(pair[worst].top() - tolerance), (0.0, 1.0)
        if share > 0:
            other = pair[1 - worst].above(pair[worst].top() - others / share - tolerance)
        low, high = max(top[0], other[0]), min(top[1], other[1])
        found.append((low, max(low, high)) if share > 0 else (0.0, 1.0))
    return found[0], found[1]
