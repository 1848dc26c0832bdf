"""Bellman and Blackwell, On Games Involving Bluffing (1950), sections 4 and 5: three models of poker.

Every formula is checked against the exact solutions of the models, in fractions, at several bets: see
`bluffing_formulas`. The claims of sections 2 and 3 are in `bluffing_cards`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from zerosum.papers import bluffing_formulas as f
from zerosum.papers.bluffing_formulas import value
from zerosum.papers.bluffing_raise import WITH_RAISE
from zerosum.papers.bluffing_simple import SIMPLE
from zerosum.papers.bluffing_two import TWO
from zerosum.papers.claims import Claim, Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["CLAIMS", "PICTURES"]

F = Fraction


CLAIMS: tuple[Claim, ...] = (*SIMPLE, *TWO, *WITH_RAISE)


def _bars(bet: int) -> Figure:
    from zerosum.plots.betting import draw

    return draw(f.raised(F(bet)))


def _two_bars() -> Figure:
    from zerosum.plots.betting import draw

    return draw(f.two_bets(F(1), F(2)))


def _values() -> Figure:
    from zerosum.plots.betting import curve

    bets = [F(k, 4) for k in range(1, 41, 3)]
    lines = {
        "one bet": [float(value(f.relance(a))) for a in bets],
        "bet and raise": [float(value(f.raised(a))) for a in bets],
    }
    return curve(
        [float(a) for a in bets], lines, across="bet a", up="value to A", title="The value as the bet grows"
    )


def _region() -> Figure:
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


PICTURES: tuple[Picture, ...] = (
    Picture(
        name="raise", caption="Section 5 with a = 1: who does what with which hand.", draw=lambda: _bars(1)
    ),
    Picture(name="two-bets", caption="Two bets, 1 and 2: the bluffs lie below 1/3.", draw=_two_bars),
    Picture(
        name="two-bets-region",
        caption="The fair curve G = 1 between the two shapes of solution; right of the dashed line all is as printed.",
        draw=_region,
    ),
    Picture(
        name="bet-grows", caption="The value of the first and the third model as the bet grows.", draw=_values
    ),
)
