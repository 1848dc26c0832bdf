"""From masses in the cells of a grid to pure strategies, and the points where they change, to the last digit.

A cell that mixes is cut: numbers below the cut take one action, numbers above it another, and the masses determine
the position of the cut. In Bellman and Blackwell's paper chance moves replace mixed strategies in this way. On a fine
grid this changes the EV little, and not at all where the opponent is indifferent.

A pure strategy is a list of actions for each turn, and thresholds between them. At each threshold the two
neighbouring actions must have the same EV against the other's strategy. This gives as many equations as unknown
thresholds, which Newton's method solves (`polish`). If a player is indifferent over an interval, for example when
bluffing, the equation at the player's threshold determines the opponent's thresholds, and vice versa. The list of
actions is read off a solution on a grid, without its short pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.sides import SIDES
from zerosum.models.continuum.engines.phased.response import best_response
from zerosum.models.continuum.engines.phased.rules import PhasedForm, PhasedGame
from zerosum.models.continuum.engines.phased.solve.program import Masses, ScoreGrid
from zerosum.models.continuum.form import BettingTurn, StepStrategy

FINE = 2**30
"""End points are rounded to multiples of 1 / FINE."""

MASS_TOLERANCE = 1e-9
"""Mass, as a share of the cell's width, below which the player counts as never reaching the turn with its numbers."""

LITTLE = 1e-4
"""Share of a cell below which an action is left out of that cell."""


def place(x: float | Fraction) -> Fraction:
    """Return a nearby number with a small denominator."""
    return Fraction(round(x * FINE), FINE)


def pure_steps(form: PhasedForm, grid: ScoreGrid, masses: Masses) -> dict[str, StepStrategy]:
    steps: dict[str, StepStrategy] = {}
    for phase, inner in enumerate((form.first, *(gate.form for gate in form.gates))):
        ends = grid.score if phase else grid.first
        for turn in inner.turns:
            mass = np.array([masses[turn.player, phase, sequence] for sequence in turn.sequences]).T
            steps[turn.name] = _cut(turn, ends, _shares(mass, np.diff(ends)))
    return steps


def _shares(mass: Floats, widths: Floats) -> Floats:
    """Return the mix in each cell; an unreached cell takes that of the nearest reached one."""
    mass = np.maximum(mass, 0.0)
    total = mass.sum(axis=1)
    (come,) = np.nonzero(total > MASS_TOLERANCE * widths)
    if not len(come):
        return np.eye(mass.shape[1])[np.zeros(len(mass), np.int64)]
    nearest = come[np.abs(np.arange(len(mass))[:, None] - come).argmin(axis=1)]
    shares = mass[nearest] / total[nearest, None]
    shares[shares < LITTLE] = 0.0
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _cut(turn: BettingTurn, ends: Floats, shares: Floats) -> StepStrategy:
    """Return every cell cut into one part per action: first the action of the cell below, then the others from the
    weakest.
    """
    cuts: list[Fraction] = [Fraction(0)]
    mixes: list[Sequence[Fraction]] = []
    last = 0
    for low, width, mix in zip(ends, np.diff(ends), shares, strict=False):
        order = sorted(np.nonzero(mix)[0].tolist(), key=lambda action: (action != last, action))
        for action, top in zip(order, np.cumsum(mix[order]), strict=True):
            end = place(low + width * min(top, 1.0))
            if end > cuts[-1]:
                cuts.append(end)
                mixes.append([Fraction(k == action) for k in range(len(mix))])
                last = action
    return StepStrategy.merged(turn.actions, cuts, mixes)


StepStrategies = Mapping[str, StepStrategy]

Pattern = dict[str, list[int]]
"""The actions of each turn from the lowest number to the highest."""

NUDGE, ENOUGH = 1e-8, 1e-15
"""The distance by which a threshold is moved to estimate a slope, and the step size below which the search stops."""

STEPS = 50
"""Maximum number of steps."""


def polish(game: PhasedGame, steps: StepStrategies, short: float) -> dict[str, StepStrategy] | None:
    """Return strategies of the same pattern that are indifferent at their thresholds; None if that fails."""
    pieces = {name: _pieces(plan, short) for name, plan in steps.items()}
    pattern = {name: [action for action, _ in kept] for name, kept in pieces.items()}
    places = [low for kept in pieces.values() for _, low in kept[1:]]

    def residuals(tried: Floats) -> Floats:
        return _residuals(game, _written(steps, pattern, tried.tolist()), pattern)

    try:
        return _written(steps, pattern, _root(residuals, np.array(places)).tolist())
    except (InputError, np.linalg.LinAlgError):  # thresholds have changed their order, or are not numbers
        return None


def _root(residuals: Callable[[Floats], Floats], places: Floats) -> Floats:
    """Run Newton's method from nearby points; the Jacobian is computed once, and every step updates it
    (Broyden).

    The update, short ⊗ step / step², assumes that the step solved slopes · step = -short exactly.
    """
    short = residuals(places)
    nudged = [(residuals(places + nudge) - short) / NUDGE for nudge in NUDGE * np.eye(places.size)]
    slopes = np.reshape(nudged, (places.size, places.size)).T
    for _ in range(STEPS):
        step = np.linalg.lstsq(slopes, -short, rcond=None)[0]
        if not np.abs(step).max(initial=0.0) > ENOUGH:
            break
        places = places + step
        short = residuals(places)
        slopes += np.outer(short, step) / (step @ step)
    return places


def _pieces(plan: StepStrategy, short: float) -> list[tuple[int, float]]:
    """Return a strategy's actions and their lower ends; short pieces in between take the action below."""
    kept: list[tuple[int, float]] = []
    for mix, low, high in zip(plan.mixes, plan.ends, plan.ends[1:], strict=False):
        action = mix.index(max(mix))
        is_short = float(high - low) < short and low > 0 and high < 1
        if not kept or (kept[-1][0] != action and not is_short):
            kept.append((action, float(low)))
    return kept


def _written(steps: StepStrategies, pattern: Pattern, places: Sequence[float]) -> dict[str, StepStrategy]:
    """Return the strategies of a pattern with given thresholds."""
    rest = iter(places)
    written = {}
    for name, actions in pattern.items():
        moves = steps[name].actions
        ends = (Fraction(0), *(Fraction(next(rest)) for _ in actions[1:]), Fraction(1))
        mixes = tuple(tuple(Fraction(k == action) for k in range(len(moves))) for action in actions)
        written[name] = StepStrategy(moves, ends, mixes)
    return written


def _residuals(game: PhasedGame, steps: StepStrategies, pattern: Pattern) -> Floats:
    """Return, at each point, the EV of the action below minus the EV of the action above."""
    worth = {
        name: earned for side in SIDES for name, earned in best_response(game, steps, side).worth.items()
    }
    short = [
        float(worth[name][below].at(Fraction(end)) - worth[name][above].at(Fraction(end)))
        for name, actions in pattern.items()
        for below, above, end in zip(actions, actions[1:], steps[name].ends[1:], strict=False)
    ]
    return np.array(short)
