"""How a person has played, as a player, and what a rival who knew it would make of that.

The observed player mixes at every decision as the person did there so far, and follows the solution where the person
has not been yet. What it gives away is the value of the game less what the best response leaves it. The same for one
decision alone, with the solution everywhere else, shows which habit costs most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zerosum.arena.arena import Arena
from zerosum.arena.players import Function, Mix, Observation, ask
from zerosum.arena.rounds import Round
from zerosum.core.game import Game, Move, Position
from zerosum.core.sides import Side, other
from zerosum.core.solution import Solution

CHEAP = 1e-9
"""A habit that costs less costs nothing."""


@dataclass(frozen=True)
class Habit:
    """What a person did at one decision."""

    at: Round
    """A moment at which the decision was made."""
    counts: Mapping[Move, int]
    """How often the person chose each move there."""
    solution: Mix
    """What the solution plays there."""
    cost: float
    """What a rival who knows only this habit wins by it in a round, on average."""
    saves: float
    """What the person gives away less in a round, on average, if only this habit is given up."""


@dataclass(frozen=True)
class Habits:
    """A person's habits, first the one that is worth giving up most."""

    cost: float
    """What a rival who knows all of them wins by them in a round, on average."""
    value: float
    """What a round is worth to the person with the best play."""
    each: Sequence[Habit]


def habits(arena: Arena[Game, Solution], side: Side, choices: Sequence[tuple[Round, Move]]) -> Habits:
    """The habits behind some choices of a side; `Unavailable` where best responses are not computed.

    Parameters
    ----------
    arena
        The arena of a game.
    side
        The side on which the person sat.
    choices
        The moments at which the person chose, and the moves.

    Returns
    -------
    Habits
        What they give away together, and each of them.
    """
    counts: dict[Position, Counter[Move]] = {}
    first: dict[Position, Round] = {}
    for at, move in choices:
        known = at.observation(side).position
        counts.setdefault(known, Counter())[move] += 1
        first.setdefault(known, at)
    value = float(arena.solution.value) * (1 if side == "row" else -1)

    def given_away(some: Mapping[Position, Counter[Move]]) -> float:
        """What a player with these habits gives away to a best response."""

        def choose(observation: Observation) -> Mix:
            seen = some.get(observation.position)
            if seen is None:
                return ask(arena.equilibrium, observation)
            return {move: Fraction(seen[move], seen.total()) for move in observation.moves}

        left = float(arena.best_response(Function("observed", choose), other(side)).value)
        cost = value - (left if side == "row" else -left)
        return cost if cost > CHEAP else 0.0

    whole = given_away(counts)
    each = [
        Habit(
            first[known],
            dict(seen),
            arena.advice(first[known], side).mix,
            given_away({known: seen}),
            whole - given_away({one: counts[one] for one in counts if one != known}),
        )
        for known, seen in counts.items()
    ]
    return Habits(whole, value, sorted(each, key=lambda habit: (-round(habit.saves, 9), -habit.cost)))
