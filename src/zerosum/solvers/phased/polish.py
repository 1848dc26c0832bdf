"""The last digits: the places where pure strategies change, so that the one who changes is indifferent there.

A pure strategy is a list of actions for each turn, and places between them. At each place both neighbouring actions
must earn the same against the other's strategy: as many equations as unknown places, which Newton's method solves.
Where a player is indifferent over an interval, a bluff say, the equation at the player's place is one for the
opponent's places, and the other way round. The list of actions is read off a solution on a grid, short pieces left
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scipy.optimize import root

from zerosum.arrays import Floats
from zerosum.errors import InputError
from zerosum.models.betting_steps import StepStrategy
from zerosum.models.phased import PhasedGame
from zerosum.models.phased_reply import best_reply
from zerosum.sides import SIDES

__all__ = ["polished"]

Steps = Mapping[str, StepStrategy]

Pattern = dict[str, list[int]]
"""The actions of each turn from the lowest number to the highest."""


def polished(game: PhasedGame, steps: Steps, short: float) -> dict[str, StepStrategy] | None:
    """Pure strategies of the same pattern with indifference where they change; None where that fails."""
    pieces = {name: _pieces(plan, short) for name, plan in steps.items()}
    pattern = {name: [action for action, _ in kept] for name, kept in pieces.items()}
    places = [low for kept in pieces.values() for _, low in kept[1:]]

    def residuals(tried: Floats) -> list[float]:
        return _residuals(game, _written(steps, pattern, tried.tolist()), pattern)

    try:
        return _written(steps, pattern, root(residuals, places, options={"xtol": 1e-14}).x.tolist())
    except InputError:  # places have changed their order
        return None


def _pieces(plan: StepStrategy, short: float) -> list[tuple[int, float]]:
    """The actions of a strategy and where they begin; short pieces in between go to what is done below them."""
    kept: list[tuple[int, float]] = []
    for mix, low, high in zip(plan.mixes, plan.ends, plan.ends[1:], strict=False):
        action = mix.index(max(mix))
        is_short = float(high - low) < short and low > 0 and high < 1
        if not kept or (kept[-1][0] != action and not is_short):
            kept.append((action, float(low)))
    return kept


def _written(steps: Steps, pattern: Pattern, places: Sequence[float]) -> dict[str, StepStrategy]:
    """The strategies of a pattern with given places."""
    rest = iter(places)
    written = {}
    for name, actions in pattern.items():
        moves = steps[name].actions
        ends = (Fraction(0), *(Fraction(next(rest)) for _ in actions[1:]), Fraction(1))
        mixes = tuple(tuple(Fraction(k == action) for k in range(len(moves))) for action in actions)
        written[name] = StepStrategy(moves, ends, mixes)
    return written


def _residuals(game: PhasedGame, steps: Steps, pattern: Pattern) -> list[float]:
    """At each place, by how much the action below earns more than the one above."""
    worth = {name: earned for side in SIDES for name, earned in best_reply(game, steps, side).worth.items()}
    return [
        float(worth[name][below].at(Fraction(end)) - worth[name][above].at(Fraction(end)))
        for name, actions in pattern.items()
        for below, above, end in zip(actions, actions[1:], steps[name].ends[1:], strict=False)
    ]
