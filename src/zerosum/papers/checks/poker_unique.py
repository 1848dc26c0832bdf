"""Bellman and Blackwell's game with a raise: what all optimal strategies have in common, with proofs.

A rival whose winnings depend only on how many hands the other folds, bets, sees or raises with earns the same from two
strategies with the same measures. So if all optimal strategies earn alike against enough such rivals, they agree in
their measures. The range over all measurable optimal strategies is proved by `extremes_on_line`, in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Array
from zerosum.core.sides import Side
from zerosum.models.betting.response import Mix
from zerosum.models.betting.solve import BettingSolution
from zerosum.models.betting.solve.extremes_on_line import extreme_on_line
from zerosum.papers.checks.poker import raised
from zerosum.papers.verdicts import Found

F = Fraction
Rule = Mapping[str, Callable[[Fraction], str]]
"""At some turns, what a rival does with a hand."""


def unique_apart_from_locations(bets: list[int]) -> Found:
    """Whether the measures of A_F, A_S, B_F and B_R are the same in all optimal strategies, and locations are not."""
    alike, free = True, True
    for bet in bets:
        solution = raised(F(bet))
        top = (max(F(x) for x in solution.steps["bet"].ends[:-1]) + 1) / 2
        alike &= all(_width(solution, side, plan, top) == 0 for side, plan in _measuring(top))
        free &= _width(solution, "row", {"bet": lambda y: "see"}, top) > 0
    text = (
        "over all measurable optimal strategies, the measures of A_F and A_S, of B_F and B_R have one value each, "
        f"proved in fractions for a = {', '.join(map(str, bets))}; against a B who always sees they differ, by location"
    )
    return Found(alike and free, so=text)


def _measuring(top: Fraction) -> list[tuple[Side, Rule]]:
    """Rivals whose winnings depend on measures alone: the cards above `top`, where all play alike, beat the others."""
    return [
        ("row", {"bet": lambda y: "fold"}),
        ("row", {"bet": lambda y: "raise" if y > top else "fold"}),
        ("col", {"start": lambda x: "bet" if x > top else "fold", "bet, raise": lambda x: "fold"}),
        ("col", {"start": lambda x: "bet" if x > top else "fold", "bet, raise": lambda x: "see"}),
    ]


def _width(solution: BettingSolution, side: Side, plan: Rule, top: Fraction) -> Fraction:
    """By how much optimal strategies of a side can differ against a rival, at most."""
    ends = {F(x) for steps in solution.steps.values() for x in steps.ends}
    edges = np.array(sorted(ends | {top}), object)
    rival, optimal = _table(solution, edges, plan), _table(solution, edges, {})
    most, least = (
        extreme_on_line(solution.form, side, rival, optimal, edges, solution.value, most=most)
        for most in (True, False)
    )
    return most.bound - least.bound


def _table(solution: BettingSolution, edges: Array, plan: Rule) -> Mix:
    """What the rival does in every cell, and the solution at all other turns."""
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    table = []
    for turn in solution.form.turns:
        steps = solution.steps[turn.name]
        taken = plan.get(turn.name, lambda hand, steps=steps: next(iter(steps.at(hand))))
        table.append(np.array([[F(int(act == taken(x))) for act in turn.actions] for x in middles], object))
    return table
