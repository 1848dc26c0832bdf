"""More about the optimal strategies of a hidden game: the range of their EV against a fixed opponent, and the
guarantee of pure strategies.

Range. A strategy x that guarantees the value v may have an EV above v against an opponent q who makes mistakes. To
find the best of these strategies, the program of the sequence form gets a second objective with a small weight t: the
EVs of sequences against q (for the worst strategy, minus these EVs). A basis that is optimal with a small enough
weight is optimal without it, and among the optimal bases it is best for the second objective. Its equations are
solved in fractions, and exact best responses show that its strategy is optimal. Duality shows that no other optimal
strategy is better: an optimal x has x'Ay >= v for every y, so

    x'Aq <= (max over all x of x'A(y + tq) - v) / t,

where the maximum is attained by a best response, and the multipliers of the basis are a y for which both sides are
equal. Weights get smaller until the two sides are equal; if they never are, both are reported. If the value is only
known between bounds, the lower bound stands for v, and the strategy may fall short of the upper one.

Pure strategies. The best guarantee is found by branch and bound. A *branch* forbids a player some moves. A strategy
in the branch guarantees no more than the EV of the best response in the branch to any single strategy of the
opponent; the linear program of the branch gives a good one, and the EV of the best response to it, rounded upward, is
a bound. The program's strategy, made pure move by move, gives a guarantee. A branch whose bound is no better than the
best guarantee so far is done; any other branch is divided at a set where its program mixes. In a game of integers
over one denominator a pure strategy guarantees a multiple of that fraction, so bounds are rounded down to the next
multiple, and a complete search finds the best guarantee exactly. A player has an optimal pure strategy if this
guarantee is the value; if the bound is below the value, every optimal strategy mixes. Dominated moves may be left
out, since the pure move that dominates them is at least as good.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.numbers import Number
from zerosum.core.sides import Side
from zerosum.core.value import Extreme, Value
from zerosum.models.hidden.form import HiddenForm, SequenceTree
from zerosum.models.hidden.solve.bilinear import BilinearGame, SequenceProgram, bilinear_game
from zerosum.models.hidden.solve.guarantees import (
    exact_response,
    guarantee,
    is_plan,
    normalise,
    response_bound,
)
from zerosum.models.hidden.solve.kernels import best_responses
from zerosum.models.hidden.solve.program import ProgramSolver, exact_vertex
from zerosum.models.hidden.solve.rational import exact_product

WEIGHTS = tuple(Fraction(1, 4**k) for k in range(4, 12))
"""The weights of the second objective that are tried."""

GAP_TOLERANCE = Fraction(1, 2**50)
"""No smaller weight is tried once the EV and its bound are closer than this."""

SHORT = 2**30
"""For the second objective the opponent's fractions are rounded to this denominator; proofs are for q itself."""

FLOAT_TOLERANCE = 1e-9
"""In a game of floats a branch is done if it can improve the guarantee by no more than this."""

WHOLE = 1e-6
"""A share this close to 0 or 1 counts as 0 or 1."""


def extremes(form: HiddenForm, value: Value, opponent: Sequence[Fraction]) -> tuple[Extreme, Extreme] | None:
    """Return the lowest and the highest EV of row's optimal strategies against col's reaches; None if they are not
    found.
    """
    game = bilinear_game(form)
    return bilinear_extremes(game, game.program, value, opponent) if game.provable else None


def bilinear_extremes(
    game: BilinearGame, program: SequenceProgram, value: Value, opponent: Sequence[Fraction]
) -> tuple[Extreme, Extreme] | None:
    """Return the extremes for arrays of integers; the program is the game's own, or another with the same reaches and
    payoffs.
    """
    least, most = (_extreme(game, program, value, opponent, sign) for sign in (-1, 1))
    return None if least is None or most is None else (least, most)


def _extreme(
    game: BilinearGame, program: SequenceProgram, value: Value, opponent: Sequence[Fraction], sign: int
) -> Extreme | None:
    """Return the EV of the optimal strategy that is best for the second objective, and a bound for all of them."""
    unit = lcm(*(p.denominator for p in opponent))
    against = [int(p * unit) for p in opponent]
    met = exact_product(game.integers, against)
    short = min(unit, SHORT)
    about = met if unit == short else exact_product(game.integers, [round(p * short) for p in opponent])
    objective = sign * about.astype(np.float64) / float(short * game.denominator)
    solver = ProgramSolver(program, {"row": objective, "col": np.zeros(game.col.sequences)})
    found, floor = None, Fraction(value.lower)
    bound = sign * Fraction(exact_response(game.row, sign * met), unit * game.denominator)
    for weight in WEIGHTS:
        inverse = int(unit / weight)
        if program.whole is None and max(int(short / weight), int(np.abs(about).max())) >= 2**62:
            break
        vertex, objective_now = solver.solve(float(weight)), (sign * about, int(short / weight))
        exact = exact_vertex(program, vertex, objective_now, known=solver.factors(vertex))
        assured = None if exact is None else guarantee(game, exact.row)
        if exact is None or assured is None or assured < floor:
            continue
        earned = sum(x * gain for x, gain in zip(exact.row, met.tolist(), strict=True))
        col = exact.col if is_plan(game.col, exact.col) else _nearest_plan(game.col, exact.col)
        mixed = [y * inverse + sign * col[0] * q for y, q in zip(col, against, strict=True)]
        response = exact_response(game.row, exact_product(game.integers, mixed))
        near = Fraction(response, col[0] * inverse * game.denominator) - floor
        bound = sign * min(sign * bound, near / weight)
        shown = Fraction(earned, exact.row[0] * unit * game.denominator)
        end = Extreme(shown, bound, Fraction(value.upper) - assured)
        found = end if found is None else min(found, end, key=lambda end: (end.short, -sign * end.ev))
        found = replace(found, bound=bound)
        if abs(found.ev - bound) < GAP_TOLERANCE:
            break
    return found


def _nearest_plan(tree: SequenceTree, reach: Sequence[int]) -> list[int]:
    """Return a plan near reaches that are slightly negative or inconsistent; moves share their parent's reach."""
    first, shares = tree.first.tolist(), [max(part, 0) for part in reach]
    whole = [SHORT**2] + [0] * (len(reach) - 1)
    for i, parent in enumerate(tree.parent.tolist()):
        own = range(first[i], first[i + 1])
        total = sum(shares[first[i] : first[i + 1]])
        for k in own:
            whole[k] = whole[parent] * shares[k] // total if total else 0
        whole[max(own, key=whole.__getitem__)] += whole[parent] - sum(whole[first[i] : first[i + 1]])
    return whole


def best_pure(game: BilinearGame, side: Side, *, seconds: float = 60.0) -> tuple[Number, Number]:
    """Return the guarantee of the best pure strategy found, and a bound for all of them, both as payments to row."""
    found, bound = _PureSearch(game.seen_by(side)).run(seconds)
    return (found, bound) if side == "row" else (-found, -bound)


class _PureSearch:
    """Branch and bound over row's pure strategies, most promising branch first; amounts are in units of 1 / scale."""

    def __init__(self, game: BilinearGame) -> None:
        self.game, self.solver = game, ProgramSolver(game.program, game.against_uniform)
        _ = best_responses.compiled  # called for every branch
        tree, below = game.row, np.asarray(game.size.sum(axis=1), dtype=np.float64)
        self.stake = np.zeros(len(tree))
        """The largest sum of absolute payments, over all leaves, that can follow each of row's sets."""
        for i in range(len(tree) - 1, -1, -1):
            self.stake[i] = below[tree.first[i] : tree.first[i + 1]].sum()
            below[tree.parent[i]] += self.stake[i]
        self.found = -math.inf
        self.done = -math.inf
        """The highest bound of the branches that are done."""

    def run(self, seconds: float) -> tuple[Number, Number]:
        """Return the best strategy found, and the highest remaining bound, when the search or its time ends."""
        ends, count = time.monotonic() + seconds, 0
        slack = 0.0 if self.game.exact else FLOAT_TOLERANCE * self.game.scale
        branches = [(-math.inf, count, np.ones(self.game.row.sequences, np.bool_))]
        while branches and (count == 0 or time.monotonic() < ends):
            allowed = heappop(branches)[2]
            reach, bound = self._look(allowed)
            parts = list(self._divide(allowed, reach)) if bound > self.found + slack else []
            self.done = self.done if parts else max(self.done, bound)
            for part in parts:
                count += 1
                heappush(branches, (-bound, count, part))
        bound = max([self.done, self.found, *(-one[0] for one in branches)])
        if self.game.exact:
            return Fraction(int(self.found), self.game.scale), Fraction(int(bound), self.game.scale)
        return self.found / self.game.scale, bound / self.game.scale

    def _look(self, allowed: Bools) -> tuple[Floats, float]:
        """Return the program's strategy in a branch and the branch's bound; keep the best pure strategy found."""
        vertex, tree = self.solver.solve(0.0, allowed), self.game.row
        reach = normalise(tree, np.where(allowed, vertex.row, 0.0))
        bound = response_bound(self.game, "row", normalise(self.game.col, vertex.col), allowed)
        pure = np.zeros(tree.sequences)  # the likeliest move at each set
        pure[0] = 1.0
        for i, parent in enumerate(tree.parent.tolist()):
            low, high = int(tree.first[i]), int(tree.first[i + 1])
            pure[low + int(np.argmax(reach[low:high]))] = pure[parent]
        least = -response_bound(self.game, "col", pure)
        self.found = max(self.found, math.ceil(least) if self.game.exact else least)
        return reach, math.floor(bound) if self.game.exact else bound

    def _divide(self, allowed: Bools, reach: Floats) -> Iterator[Bools]:
        """Yield a branch for each move of the mixed set with the most at stake."""
        tree = self.game.row
        if not len(tree):
            return
        # the probability of reaching each set and not making its likeliest move
        mixed: Floats = reach[tree.parent] - np.maximum.reduceat(reach, tree.first[:-1])
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
