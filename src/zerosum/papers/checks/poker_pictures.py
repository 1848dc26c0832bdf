"""Pictures of Bellman and Blackwell's three models of poker."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from zerosum.papers.checks.poker import raised, relance, two_bets, value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

F = Fraction


def draw_raise() -> Figure:
    """Who does what with which hand in section 5."""
    from zerosum.models.betting.plot import draw

    return draw(raised(F(1)))


def draw_two_bets() -> Figure:
    """Who does what with bets of 1 and 2."""
    from zerosum.models.betting.plot import draw

    return draw(two_bets(F(1), F(2)))


def draw_values() -> Figure:
    """The values as the bet grows."""
    from zerosum.models.betting.plot import curve

    bets = [F(k, 4) for k in range(1, 41, 3)]
    lines = {
        "one bet": [float(value(relance(a))) for a in bets],
        "bet and raise": [float(value(raised(a))) for a in bets],
    }
    return curve(
        [float(a) for a in bets], lines, across="bet a", up="value to A", title="The value as the bet grows"
    )


def draw_region() -> Figure:
    """The value to A by both bets, and the fair curve."""
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.6), layout="constrained")
    axis = figure.subplots()
    low, high = np.meshgrid(np.geomspace(0.02, 4, 300), np.geomspace(0.02, 40, 300))
    c1, c2 = 2 / (2 + low), 2 / (2 + high)
    g = np.where(high > low, c1 * (2 - c1 + c2 * (c1 - c2) / 2), np.nan)
    worth = np.where(g <= 1, g - 1, 1 - 1 / g)
    levels = np.array([-0.5, -0.4, -0.3, -0.2, -0.15, -0.1, -0.05, 0.0, 0.025, 0.05, 0.075, 0.1, 0.125])
    centred = TwoSlopeNorm(0.0, -0.5, 0.2)
    shown = axis.contourf(low, high, worth, levels=levels, cmap="RdBu", norm=centred, extend="both")
    axis.contour(low, high, g, levels=[1.0], colors="black", linewidths=2)
    axis.axvline((5**0.5 - 1) / 2, color="black", linestyle="--", linewidth=1)
    axis.text(0.13, 1.1, "A never folds", fontsize=10, ha="center")
    axis.text(1.55, 10, "A folds", fontsize=10, ha="center")
    axis.text(0.64, 0.03, ".618", fontsize=9)
    axis.set(
        xscale="log", yscale="log", xlabel="low bet z1", ylabel="high bet z2", title="Two bets: value to A"
    )
    figure.colorbar(shown, ax=axis, spacing="uniform", ticks=levels)
    return figure
