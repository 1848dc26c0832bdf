"""Average values that reachability of the ends decides.

Let w be the best payoff of all for a player, and let some ends pay it. From a limit-sure state the player can get
arbitrarily close to w, since the average does not depend on earlier payoffs; so w is the value there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from zerosum.core.foreign import Foreign
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.stochastic.answer import LimitProof
from zerosum.models.stochastic.guesses import (
    EXACT_STATES,
    Action,
    DecisionProcess,
    exact_average,
    optimal_policy,
)
from zerosum.models.stochastic.solve.reach import Reach, in_the_limit, reach_best_ends
from zerosum.models.stochastic.table import StateTable

Mix = list[Fraction]
"""The probabilities of a player's moves in a state."""


@dataclass(frozen=True)
class Decided:
    """The conclusions from reachability about a game's average payoffs."""

    table: StateTable
    reaches: Mapping[Side, Reach]

    @staticmethod
    def of(table: StateTable) -> Decided:
        """Find the states from which each side reaches its best ends."""
        found = {side: reach for side in SIDES if (reach := reach_best_ends(table, side))}
        return Decided(table, found)

    @cached_property
    def bounds(self) -> tuple[list[Fraction], list[Fraction]]:
        """The smallest and the largest possible value of each state."""
        payoffs = [as_fraction(payoff) for payoff, _ in self.table.cells]
        lower, upper = ([end(payoffs)] * self.table.size for end in (min, max))
        for side, reach in self.reaches.items():
            for s in reach.won["limit sure"].rank:
                (lower if side == "row" else upper)[s] = reach.payoff
        for s in range(self.table.size):
            if (paid := self.table.end_payoff(s)) is not None:
                lower[s] = upper[s] = as_fraction(paid)
        return lower, upper

    @property
    def is_complete(self) -> bool:
        """Whether the value of every state is decided."""
        lower, upper = self.bounds
        return bool(self.reaches) and lower == upper

    @cached_property
    def proofs(self) -> Mapping[Side, LimitProof]:
        """The proofs of a side's limit-sure states, if some of them are not won almost surely."""
        return {
            side: in_the_limit(self.table, reach)
            for side, reach in self.reaches.items()
            if reach.won["limit sure"].rank.keys() > reach.won["almost sure"].rank.keys()
        }

    def strategy(self, side: Side) -> list[Mix]:
        """Return a stationary strategy that wins almost surely if possible, otherwise limit-surely, and is arbitrary
        in other states.
        """
        table = self.table
        moves = table.rows if side == "row" else table.cols
        mixes = [[Fraction(1, len(own))] * len(own) for own in moves]
        if side not in self.reaches:
            return mixes
        proof = self.proofs.get(side)
        near = self.reaches[side].won["limit sure"].levels
        for s in near:
            if proof and (t := proof.readable):
                mixes[s] = proof.mix(table.states[s], t)
            else:
                mixes[s] = _first_moves(near[s], len(moves[s]))
        for s, levels in self.reaches[side].won["almost sure"].levels.items():
            mixes[s] = _first_moves(levels, len(moves[s]))
        return mixes

    def guarantee(self, side: Side, mixes: Sequence[Mix]) -> list[Fraction]:
        """Return the guarantee of a side's `strategy` from each state."""
        lower, upper = self.bounds
        if self.table.size <= EXACT_STATES:
            return exact_guarantee(self.table, side, mixes)
        sure = self.reaches[side].won["almost sure"].rank if side in self.reaches else ()
        worst = min(lower) if side == "row" else max(upper)
        own = lower if side == "row" else upper
        ends = {s for s in range(self.table.size) if self.table.end_payoff(s) is not None}
        return [own[s] if s in sure or s in ends else worst for s in range(self.table.size)]


def _first_moves(levels: Mapping[int, int], count: int) -> Mix:
    """Return equal probabilities for the moves of level 0."""
    first = [move for move, level in levels.items() if not level]
    return [Fraction(int(k in first), len(first)) for k in range(count)]


def exact_guarantee(table: StateTable, side: Side, mixes: Sequence[Mix]) -> list[Fraction]:
    """Return the average that a side's stationary strategy guarantees from each state, by policy iteration."""
    sign = -1 if side == "row" else 1
    return [sign * gain for gain in exact_average(response_process(table, side, mixes))[0]]


def response_process(
    table: StateTable,
    side: Side,
    mixes: Sequence[Sequence[Foreign]],
    exact: Callable[[Fraction], Foreign] = lambda number: number,
) -> DecisionProcess:
    """Return the decision process of the opponent, who maximises; `exact` converts the numbers of the rules."""
    cells, number = table.exact_cells(), {state: s for s, state in enumerate(table.states)}
    sign = -1 if side == "row" else 1
    process: DecisionProcess = []
    for s, mix in enumerate(mixes):
        n, first = len(table.cols[s]), int(table.first[s])
        actions: list[Action] = []
        for b in range(n if side == "row" else len(table.rows[s])):
            paid, to = exact(Fraction(0)), dict[int, Foreign]()
            for a, p in enumerate(mix):
                if p:
                    payoff, chances = cells[first + (a * n + b if side == "row" else b * n + a)]
                    paid += p * exact(sign * payoff)
                    for name, chance in chances.items():
                        if chance:
                            to[number[name]] = to.get(number[name], 0) + p * exact(chance)
            actions.append((paid, to))
        process.append(actions)
    return process


def one_sided(table: StateTable) -> tuple[list[Fraction], list[Mix], list[Mix]] | None:
    """Return values and strategies if only one side ever chooses, in fractions; None if both sides choose, or if the
    game is too large.
    """
    side: Side = "row" if (table.n == 1).all() else "col"
    if table.size > EXACT_STATES or not ((table.n == 1).all() or (table.m == 1).all()):
        return None
    fixed = [[Fraction(1)] for _ in range(table.size)]
    waits: Side = "col" if side == "row" else "row"
    policy, gain, _ = optimal_policy(response_process(table, waits, fixed))
    moves = table.rows if side == "row" else table.cols
    pure = [[Fraction(int(k == a)) for k in range(len(own))] for own, a in zip(moves, policy, strict=True)]
    values = gain if side == "row" else [-g for g in gain]
    return (values, pure, fixed) if side == "row" else (values, fixed, pure)
