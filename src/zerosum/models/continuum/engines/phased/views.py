"""A game in two phases as data for plots: the strategy of each number, then of each score, turn by turn, and the
reasons.

At a turn of the first phase hands are intervals of the first number, at a turn of the second phase intervals of the
score. For the second phase the data also contain the square of both numbers, with the borders between intervals of
scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Bools, Floats
from zerosum.core.data import Json
from zerosum.core.game import spelled
from zerosum.core.numbers import short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.views import decisions_view, hand_view, move_view
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.engines.phased.response import PhasedResponse, best_response, reaches
from zerosum.models.continuum.engines.phased.rules import Score
from zerosum.models.continuum.form import BettingForm, BettingTurn, Step
from zerosum.numerics.piecewise import Piecewise

ACROSS = 41
"""Number of points of a border in a square, besides its corners."""
JUMP = 1e-9
"""Half the width of a jump of a border."""
NARROW = 1e-6
"""A narrower interval is a rounding error."""
NEVER = 1e-9


def views(solution: PhasedSolution) -> list[Json]:
    """Return, turn by turn, the intervals of numbers or scores with their mixes and EVs."""
    asked, form = solution.position_keys.get("node"), solution.game.form
    responses = {side: best_response(solution.game, solution.steps, side) for side in SIDES}
    own = {
        turn.name: reach[turn.player][turn.parent]
        for _, phase, reach in _phases(solution)
        for turn in phase.turns
    }
    turns = []
    for turn in form.turns:
        if asked not in (None, turn.name):
            continue
        response, mine = responses[turn.player], own[turn.name].integral()
        hands = []
        for step in _steps(solution, turn):
            earned = _earned(response, turn, step)
            reached = float(_between(mine, step)) * float(response.reached[turn.name])
            moves = [
                move_view(action, step.mix.get(action, 0), worth)
                for action, worth in zip(turn.actions, earned, strict=True)
            ]
            ends = [float(step.low), float(step.high)]
            name, known = " to ".join(short_text(end, 3) for end in ends), spelled((step.name, *turn.history))
            hands.append(hand_view(name, ends[1] - ends[0], moves, reached, interval=ends, information=known))
        here: Json = {
            "seat": solution.game.seats[turn.player],
            "side": turn.player,
            "after": list(turn.history),
            "of": "first number" if turn in form.first.turns else "score",
            "hands": hands,
        }
        if turn not in form.first.turns:
            lines = [border(solution.game.score, float(step.low)) for step in _steps(solution, turn)]
            borders = [np.round(line.T, 4).tolist() for line in lines[1:]]
            here["square"] = {"across": "first number", "up": "second number", "borders": borders}
        turns.append(here)
    return [decisions_view(turns)]


def _steps(solution: PhasedSolution, turn: BettingTurn) -> Iterator[Step]:
    return (step for step in solution.steps[turn.name] if step.high - step.low > NARROW)


def _phases(
    solution: PhasedSolution,
) -> Iterator[tuple[str, BettingForm, dict[Side, list[Piecewise]]]]:
    """Yield each betting tree, the number it depends on, and the densities of numbers that take each player's
    sequences.
    """
    game, form = solution.game, solution.game.form
    one = Piecewise.constant(Fraction(1))
    first = {side: reaches(form.first, side, one, solution.steps) for side in SIDES}
    yield "first number", form.first, first
    for gate in form.gates:
        starts = {side: game.score.density(first[side][gate.leaf.sequence(side)]) for side in SIDES}
        yield (
            "score",
            gate.form,
            {side: reaches(gate.form, side, starts[side], solution.steps) for side in SIDES},
        )


def _between(integral: Piecewise, step: Step) -> Fraction:
    """Return a function's integral between the ends of an interval."""
    low, high = Fraction(step.low), Fraction(step.high)
    return Fraction(integral.at(high) - integral.at(low))


def _earned(response: PhasedResponse, turn: BettingTurn, step: Step) -> list[float | None]:
    """Return the average EV of each action over an interval of numbers."""
    chance = response.reached[turn.name]
    if chance < NEVER:
        return [None] * len(turn.actions)
    width = Fraction(step.high) - Fraction(step.low)
    return [float(_between(worth.integral(), step) / width / chance) for worth in response.worth[turn.name]]


def border(score: Score, level: float) -> Floats:
    """Return points of the curve above which scores reach a level: for first numbers from 0 to 1, the smallest such
    second number; kinks and jumps of the curve are exact.
    """
    ends = np.array([0.0, 1.0])
    corners = _least(
        lambda first: score.levels(first, ends) >= level, 2
    )  # where the curve meets the lower and the
    # upper side
    jump = np.clip([level - JUMP, level + JUMP], 0, 1)
    across = np.unique(np.concatenate([np.linspace(0, 1, ACROSS), jump, corners]))
    return np.array([across, _least(lambda second: score.levels(across, second) >= level, len(across))])


def _least(reaches: Callable[[Floats], Bools], count: int) -> Floats:
    """Return, for each of several conditions, the smallest number for which it holds, or 1; by bisection."""
    low, high = np.zeros(count), np.ones(count)
    high[reaches(low)] = 0
    for _ in range(30):
        middle = (low + high) / 2
        reached = reaches(middle)
        low, high = np.where(reached, low, middle), np.where(reached, middle, high)
    return high


def explain(solution: PhasedSolution) -> str:
    """Explain which first number is indifferent between two actions, and which player's strategy makes it so."""
    if solution.position_keys:
        return ""
    seats = solution.game.seats
    for noun, form, reach in _phases(solution):
        for turn in form.turns:
            foe = other(turn.player)
            if not turn.history or reach[foe][turn.foe].whole() < NEVER:
                continue  # at the first turn nobody has responded yet
            mine = reach[turn.player][turn.parent].integral()
            for low, high in pairwise(_steps(solution, turn)):
                below, above = (max(step.mix, key=lambda move: float(step.mix[move])) for step in (low, high))
                if below != above and min(_between(mine, low), _between(mine, high)) > NEVER:
                    holder = f"{seats[turn.player]} with a {noun} of about {short_text(float(low.high), 2)}"
                    return (
                        f"After {', '.join(turn.history)}, {holder} is indifferent between {below} and {above}: "
                        f"{seats[foe]} plays so that both have the same EV there."
                    )
    return ""
