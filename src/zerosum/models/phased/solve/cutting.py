"""From masses in the cells of a grid to pure strategies: where a cell mixes, it is cut.

A number below the cut takes one action, one above it another, and the cut lies where the masses say. That is how
chance moves stand in for mixed strategies in Bellman and Blackwell's paper: on a fine grid it changes little, and
nothing where the opponent does not care.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.models.betting.form import Turn
from zerosum.models.betting.steps import StepStrategy
from zerosum.models.phased.rules import PhasedForm
from zerosum.models.phased.solve.program import Grid, Masses

__all__ = ["place", "pure_steps"]

FINE = 2**30
"""Ends are multiples of one over this."""

NOTHING = 1e-9
"""A cell with less mass than this share of its width is one to which the player does not come."""

LITTLE = 1e-4
"""An action with a smaller share of a cell is left out there."""


def place(x: float | Fraction) -> Fraction:
    """A number near by, with a small denominator."""
    return Fraction(round(x * FINE), FINE)


def pure_steps(form: PhasedForm, grid: Grid, masses: Masses) -> dict[str, StepStrategy]:
    """A pure strategy at each turn."""
    steps: dict[str, StepStrategy] = {}
    for phase, inner in enumerate((form.first, *(gate.form for gate in form.gates))):
        ends = grid.score if phase else grid.first
        for turn in inner.turns:
            mass = np.array([masses[turn.player, phase, sequence] for sequence in turn.sequences]).T
            steps[turn.name] = _cut(turn, ends, _shares(mass, np.diff(ends)))
    return steps


def _shares(mass: Floats, widths: Floats) -> Floats:
    """The probability of each action in each cell; in a cell to which nobody comes, as in the nearest one."""
    mass = np.maximum(mass, 0.0)
    total = mass.sum(axis=1)
    (come,) = np.nonzero(total > NOTHING * widths)
    if not len(come):
        return np.eye(mass.shape[1])[np.zeros(len(mass), np.int64)]
    nearest = come[np.abs(np.arange(len(mass))[:, None] - come).argmin(axis=1)]
    shares = mass[nearest] / total[nearest, None]
    shares[shares < LITTLE] = 0.0
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _cut(turn: Turn, ends: Floats, shares: Floats) -> StepStrategy:
    """Every cell cut into one part for each action that it takes: first what was done below it, then the weakest."""
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
