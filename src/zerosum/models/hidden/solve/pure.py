"""The best that pure strategies guarantee in a hidden game, by branch and bound; what it says is proved.

A *branch* forbids a player some moves. What is left guarantees no more than it earns against any single strategy of the
opponent; the linear program of the branch gives a good one, and the best reply to it, rounded upward, is a bound. The
program's strategy, made pure move by move, guarantees what the best reply to it leaves. A branch whose bound is no
better than the best found so far is done; another is divided at a set where its program mixes. In a game of integers
over one denominator a pure strategy guarantees a multiple of that fraction, so bounds are rounded down to the next one,
and a search that comes to its end has found the best exactly.

A player has an optimal pure strategy if this is the value; where the bound falls short of it every optimal one mixes.
Dominated moves may be left out, since whoever makes one does no worse by the pure move that dominates it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from fractions import Fraction
from heapq import heappop, heappush

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.models.hidden.solve.bilinear import Bilinear, Tree
from zerosum.models.hidden.solve.program import Program
from zerosum.models.hidden.solve.reaches import most, replies, settled

__all__ = ["best_pure"]

NEAR = 1e-9
"""In a game of floats a branch is done if it can gain no more than this."""

WHOLE = 1e-6
"""A share this near to 0 or 1 is taken for it."""


def best_pure(game: Bilinear, side: Side, *, seconds: float = 60.0) -> tuple[Number, Number]:
    """What a pure strategy of a player was found to guarantee, and what none can better; both paid to row."""
    search = _Search(game if side == "row" else _turned(game))
    found, bound = search.run(seconds)
    return (found, bound) if side == "row" else (-found, -bound)


class _Search:
    """Branches of row's pure strategies, the most promising first; amounts are in units of 1 / scale."""

    def __init__(self, game: Bilinear) -> None:
        self.game, self.program = game, Program(game.layout, game.against_uniform)
        _ = replies.compiled  # it is called for every branch
        self.stake = _stake(game)
        self.found = -math.inf
        self.done = -math.inf
        """The highest bound of the branches that are done."""

    def run(self, seconds: float) -> tuple[Number, Number]:
        """The best found, and the highest bound left, when the search ends or the time is over."""
        ends, count = time.monotonic() + seconds, 0
        branches = [(-math.inf, count, np.ones(self.game.row.sequences, np.bool_))]
        while branches and (count == 0 or time.monotonic() < ends):
            allowed = heappop(branches)[2]
            reach, bound = self._look(allowed)
            kinds = list(self._divided(allowed, reach)) if bound > self._enough else []
            self.done = self.done if kinds else max(self.done, bound)
            for part in kinds:
                count += 1
                heappush(branches, (-bound, count, part))
        bound = max([self.done, self.found, *(-one[0] for one in branches)])
        return self._amount(self.found), self._amount(bound)

    @property
    def _enough(self) -> float:
        """A branch with no higher bound need not be divided."""
        return self.found if self.game.exact else self.found + NEAR * self.game.scale

    def _look(self, allowed: Bools) -> tuple[Floats, float]:
        """The program's strategy in a branch, and the branch's bound; the best pure one found is kept."""
        vertex = self.program.solve(0.0, allowed)
        reach = settled(self.game.row, np.where(allowed, vertex.row, 0.0))
        bound = most(self.game, "row", settled(self.game.col, vertex.col), allowed)
        self.found = max(self.found, self._guaranteed(reach))
        return reach, math.floor(bound) if self.game.exact else bound

    def _guaranteed(self, reach: Floats) -> float:
        """What the strategy guarantees that makes its likeliest move everywhere."""
        least = -most(self.game, "col", _purified(self.game.row, reach))
        return math.ceil(least) if self.game.exact else least

    def _divided(self, allowed: Bools, reach: Floats) -> Iterator[Bools]:
        """A branch for each move of the set at which the strategy mixes and most is at stake."""
        tree = self.game.row
        if not len(tree):
            return
        mixed = _mixed(tree, reach)
        if mixed.max() <= WHOLE:
            return
        i = int(np.argmax(np.where(mixed > WHOLE, mixed * self.stake, 0.0)))
        low, high = int(tree.first[i]), int(tree.first[i + 1])
        for k in range(low, high):
            if allowed[k]:
                part = allowed.copy()
                part[low:high] = False
                part[k] = True
                yield part

    def _amount(self, scaled: float) -> Number:
        """An amount in the game's own unit."""
        return Fraction(int(scaled), self.game.scale) if self.game.exact else scaled / self.game.scale


def _mixed(tree: Tree, reach: Floats) -> Floats:
    """How likely the player comes to each set and makes not the likeliest move there."""
    mixed: Floats = reach[tree.parent] - np.maximum.reduceat(reach, tree.first[:-1])
    return mixed


def _purified(tree: Tree, reach: Floats) -> Floats:
    """The likeliest move at each set, with certainty."""
    pure = np.zeros(tree.sequences)
    pure[0] = 1.0
    for i, parent in enumerate(tree.parent.tolist()):
        low, high = int(tree.first[i]), int(tree.first[i + 1])
        pure[low + int(np.argmax(reach[low:high]))] = pure[parent]
    return pure


def _stake(game: Bilinear) -> Floats:
    """How much may be paid, in sum over all plays, once row has come to each set."""
    tree, below = game.row, np.asarray(game.size.sum(axis=1), dtype=np.float64)
    stake = np.zeros(len(tree))
    for i in range(len(tree) - 1, -1, -1):
        stake[i] = below[tree.first[i] : tree.first[i + 1]].sum()
        below[tree.parent[i]] += stake[i]
    return stake


def _turned(game: Bilinear) -> Bilinear:
    """The game with the sides exchanged."""
    return Bilinear(game.col, game.row, -game.transpose, game.size.T, game.scale, game.exact)
