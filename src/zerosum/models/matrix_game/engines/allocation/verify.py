"""Bounds on an allocation game from the strategies alone, in fractions.

A strategy is a distribution at each stage that it reaches. Followed from the first field, it gives the probability of
each number of soldiers on each field. The EV of a placement of the opponent is then a sum over that field alone, and
the opponent's best response is the best path from field to field, since only the number of soldiers left connects
them. All numbers are integers over one denominator for each field.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from zerosum.core.data import Data
from zerosum.core.numbers import as_fraction
from zerosum.core.proofs import Recalled, distribution, fields
from zerosum.core.sides import Side
from zerosum.core.value import Value
from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame


def prove(game: AllocationGame, claimed: Value, data: Data) -> Value:
    """Return the smallest EV of row's strategy, and the largest EV that col's strategy concedes."""
    row, col = fields(data, "row", "col")
    x, y = _marginals(game, "row", row), _marginals(game, "col", col)
    rows, cols = (range(game.armies[side] + 1) for side in ("row", "col"))
    to_col = [[_mean(mix, [-game.pays(i, a, b) for a in rows]) for b in cols] for i, mix in enumerate(x, 1)]
    to_row = [[_mean(mix, [game.pays(i, a, b) for b in cols]) for a in rows] for i, mix in enumerate(y, 1)]
    return Value(-_best_way(to_col), _best_way(to_row))


def _marginals(game: AllocationGame, side: Side, said: Data) -> list[Mapping[int, Fraction]]:
    """Return the probability of each number of soldiers on each field."""
    mix_at, reach = Recalled(said), {game.armies[side]: Fraction(1)}
    found = list[Mapping[int, Fraction]]()
    for field in range(1, game.count):
        here, after = defaultdict[int, Fraction](Fraction), defaultdict[int, Fraction](Fraction)
        for left, weight in reach.items():
            where = f"of {side} at field {field} with {left} soldiers left"
            for placed, p in enumerate(distribution(mix_at(field, left), left + 1, where)):
                if p:
                    here[placed] += weight * p
                    after[left - placed] += weight * p
        found.append(here)
        reach = after
    mix_at.reject_others()
    return [*found, reach]  # all remaining soldiers are placed on the last field


def _mean(mix: Mapping[int, Fraction], paid: Sequence[Any]) -> Fraction:
    return sum((p * as_fraction(paid[count]) for count, p in mix.items()), Fraction(0))


def _best_way(means: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the largest EV of an army, given the EV of each number of soldiers on each field."""
    whole = lcm(*(mean.denominator for field in means for mean in field))
    *first, best = [[mean.numerator * (whole // mean.denominator) for mean in field] for field in means]
    for here in reversed(first):
        best = [max(here[k] + best[left - k] for k in range(left + 1)) for left in range(len(here))]
    return Fraction(best[-1], whole)
