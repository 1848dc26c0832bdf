"""A person's frequencies so far, as a player, and its loss against an opponent who knows them.

The observed player mixes at every decision as the person did there so far, and follows the solution at decisions
that the person has not met yet. Its loss is the value of the game minus its EV against the best response. The loss
with the observed mix at only one decision, and the solution elsewhere, shows the most costly habit.

A few choices differ from any mix by luck. So the habits are tested: how likely would optimal play make choices that
fit it no better than these? The solution is one optimal strategy among several. So the choices are compared with
the best-fitting mix within the ranges of all optimal strategies, if these can be computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lgamma
from typing import cast

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import Function, Mix, Observation, ask
from zerosum.arena.rounds import Round
from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import ZerosumError
from zerosum.core.game import Game, Move, Position
from zerosum.core.limits import watched
from zerosum.core.questions import ProbabilityRange
from zerosum.core.sides import Side, other
from zerosum.core.solution import Solution

DRAWS = 2000
"""Number of samples for estimating the probability of such choices."""

CHEAP = 1e-9
"""A smaller cost of a habit is treated as 0."""

DOUBTED = 0.5
"""If the solution explains the choices with at least this probability, no other optimal strategy is tried."""

MAX_RANGE_SECONDS, MAX_RANGE_BYTES = 2.0, 1e9
"""The budget for computing the ranges of all optimal strategies."""


@dataclass(frozen=True)
class ObservedDecision:
    """A person's choices at one decision, and their cost."""

    at: Round
    """A moment at which the decision was made."""
    counts: Mapping[Move, int]
    """The number of times the person chose each move there."""
    solution: Mix
    cost: float
    """The average gain per round of an opponent who knows only this habit."""
    saves: float
    """The reduction of the person's average loss per round if only this habit is given up."""


@dataclass(frozen=True)
class ObservedStrategy:
    """A person's habits, the most costly one first."""

    cost: float
    """The average gain per round of an opponent who knows all habits."""
    value: float
    """The value of a round to the person, with optimal play."""
    each: Sequence[ObservedDecision]
    chance: float
    """The probability that optimal play makes choices that fit it no better: evidence of habits only if it is small."""


def observed_strategy(
    arena: Arena[Game, Solution], side: Side, choices: Sequence[tuple[Round, Move]], *, prior: int = 0
) -> ObservedStrategy:
    """Return the habits behind a person's choices on a side, at these moments, and their cost.

    `prior` choices of the solution are added to the person's at each decision, since a few choices say little about
    a habit. Raise `Unavailable` if best responses are not computed.
    """
    counts: dict[Position, Counter[Move]] = {}
    first: dict[Position, Round] = {}
    for at, move in choices:
        known = at.observation(side).position
        counts.setdefault(known, Counter())[move] += 1
        first.setdefault(known, at)
    value = float(arena.solution.value) * (1 if side == "row" else -1)

    def given_away(some: Mapping[Position, Counter[Move]]) -> float:
        """Return the amount that a best response wins from a player with these habits."""

        def choose(observation: Observation) -> Mix:
            seen = some.get(observation.position)
            if seen is None:
                return ask(arena.equilibrium, observation)
            if not prior:
                return {move: Fraction(seen[move], seen.total()) for move in observation.moves}
            usual = ask(arena.equilibrium, observation)
            whole = seen.total() + prior
            return {
                move: (seen[move] + prior * Fraction(usual.get(move, 0))) / whole
                for move in observation.moves
            }

        left = float(arena.best_response(Function("observed", choose), other(side)).value)
        cost = value - (left if side == "row" else -left)
        return cost if cost > CHEAP else 0.0

    whole = given_away(counts)
    each = [
        ObservedDecision(
            first[known],
            dict(seen),
            arena.advice(first[known], side).mix,
            given_away({known: seen}),
            whole - given_away({one: counts[one] for one in counts if one != known}),
        )
        for known, seen in counts.items()
    ]
    ordered = sorted(each, key=lambda habit: (-round(habit.saves, 9), -habit.cost))
    chance = _chance([(habit.counts, habit.solution) for habit in each])
    if whole and chance < DOUBTED:
        chance = max(
            chance, _chance([(habit.counts, _closest_optimal(arena, side, habit)) for habit in each])
        )
    return ObservedStrategy(whole, value, ordered, chance)


def _closest_optimal(arena: Arena[Game, Solution], side: Side, habit: ObservedDecision) -> Mix:
    """Return the mix within the ranges of all optimal strategies that makes a person's choices most likely; the
    solution's mix if the ranges are not available.
    """
    try:
        with watched("the ranges of all optimal strategies", MAX_RANGE_SECONDS, MAX_RANGE_BYTES):
            every = arena.solution.ranges
    except ZerosumError:
        return habit.solution
    here = side, arena.information(habit.at, side)
    ranges = next((one.moves for one in every if (one.side, one.information) == here), None)
    if ranges is None:
        return habit.solution
    moves = habit.at.observation(side).moves
    if not ranges:  # optimal strategies never reach this decision, so they may play anything here
        return {move: Fraction(habit.counts.get(move, 0), sum(habit.counts.values())) for move in moves}
    return _most_likely(
        [habit.counts.get(move, 0) for move in moves], [ranges[move] for move in moves], moves
    )


def _most_likely(counts: Sequence[int], ranges: Sequence[ProbabilityRange], moves: Sequence[Move]) -> Mix:
    """Return the mix within the ranges under which the counts are most likely.

    Its probabilities are min(most, max(least, count / rate)), with the rate at which they add up to 1: the KKT
    conditions. Moves that were never chosen share the rest if the others cannot take it all.
    """
    least, most = (np.array([float(getattr(one, end)) for one in ranges]) for end in ("least", "most"))
    made = np.array(counts, float)

    def mix(rate: float) -> Floats:
        return cast(Floats, np.clip(made / rate, least, most))

    low, high = 1e-9, max(made.sum(), 1.0) * 1e9
    for _ in range(200):
        rate = (low * high) ** 0.5
        low, high = (rate, high) if mix(rate).sum() > 1 else (low, rate)
    found = mix(high)
    for i in np.flatnonzero(made == 0):
        found[i] = min(most[i], found[i] + max(0.0, 1 - found.sum()))
    return dict(zip(moves, found.tolist(), strict=True))


def _chance(decisions: Sequence[tuple[Mapping[Move, int], Mix]]) -> float:
    """Return the probability that choices drawn from the solution are at most as likely as these, simulated."""
    random, seen, drawn = np.random.default_rng(0), 0.0, np.zeros(DRAWS)
    for counts, mix in decisions:
        moves = [move for move, p in mix.items() if p > 0]
        if any(count for move, count in counts.items() if move not in moves):
            return 0.0
        chances = np.array([float(mix[move]) for move in moves])
        chances /= chances.sum()
        made = np.array([[counts.get(move, 0) for move in moves]])
        others = random.multinomial(int(made.sum()), chances, size=DRAWS)
        seen += float(_log_likelihoods(made, chances)[0])
        drawn += _log_likelihoods(others, chances)
    return float(np.mean(drawn <= seen + CHEAP))


def _log_likelihoods(counts: Ints, chances: Floats) -> Floats:
    """Return the logarithm of the probability of each row of counts."""
    orders = np.array([lgamma(line.sum() + 1) - sum(lgamma(n + 1) for n in line) for line in counts])
    return np.asarray(orders + counts @ np.log(chances))
