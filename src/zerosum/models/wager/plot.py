"""Pictures of wager games: how common each win chance is, what each act is worth there, and which act is best."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.display.style import COLOURS, GREY, box, heading, inside, new_figure, plain_axes, text_colour
from zerosum.models.wager.answer import WagerSolution
from zerosum.models.wager.report import headline
from zerosum.models.wager.rules import HALF, Stakes
from zerosum.models.wager.win_chance import ChanceLaw, WinChance

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACTS = (GREY, COLOURS[4], COLOURS[0])
"""Fold, bet low, bet high."""
HAND = COLOURS[5]
"""The mark of a single hand."""


def draw(
    solution: WagerSolution, *, bins: Annotated[int, "number of bars, for a law that is not finite"] = 48
) -> Figure:
    """How many hands have each win chance, what each act is worth there, and the classes by kind of hand."""
    if bins < 1:
        raise InputError(f"a picture has at least one bar, not {bins}")
    game, groups = solution.game, solution.game.groups()
    figure = new_figure(11.5 if groups else 7.5, 6.5, headline(solution))
    grid = figure.add_gridspec(2, 2 if groups else 1, width_ratios=(3, 2) if groups else (1,))
    top = figure.add_subplot(grid[0, 0])
    bottom = figure.add_subplot(grid[1, 0], sharex=top)
    _draw_law(top, game.stakes, solution.chance, bins)
    _draw_worths(bottom, game.stakes)
    if groups:
        _draw_groups(figure.add_subplot(grid[:, 1]), game.stakes, groups)
    if solution.win is not None:
        win = float(solution.win)
        best = game.stakes.best(win)
        for axes in (top, bottom):
            axes.axvline(win, ymax=0.8 if axes is top else 1, color=HAND, linewidth=1.6)
        bottom.plot(win, float(game.stakes.worth(best, win)), "o", color=HAND)
        side = "left" if win < 0.6 else "right"
        height = 0.72 * top.get_ylim()[1]
        top.annotate(f" this hand: {win:.4g}, {best} ", (win, height), color=HAND, fontsize=10, ha=side)
    for axes in figure.axes:
        plain_axes(axes)
    return figure


def _classes(stakes: Stakes, chances: Floats) -> Ints:
    """The index of the best act for each win chance: 0 to fold, 1 to bet low, 2 to bet high."""
    return (chances >= float(stakes.fold_below)).astype(np.int64) + (chances >= float(HALF))


def _draw_law(axes: Axes, stakes: Stakes, chance: WinChance, bins: int) -> None:
    """Bars for the probability of each win chance: one per atom of a finite law, else one per bin."""
    law = chance.exact
    if law is not None and law.is_finite:
        atoms = sorted((w, p) for (w, _), p in law.terms.items())
        places = np.array([float(w) for w, _ in atoms])
        heights = np.array([float(p) for _, p in atoms])
        width = float(np.diff(places).min()) if len(places) > 1 else 0.05
    else:
        inner = [sum(map(float, chance.below(Fraction(i, bins)))) / 2 for i in range(bins)]
        places, heights, width = (np.arange(bins) + 0.5) / bins, np.diff([*inner, 1.0]), 1.0 / bins
    classes = _classes(stakes, places)
    share = [float(heights[classes == i].sum()) for i in range(3)]
    for i, act in enumerate(stakes.acts):
        chosen = classes == i
        axes.bar(
            places[chosen],
            100 * heights[chosen],
            width=0.9 * width,
            color=ACTS[i],
            label=f"{act}: {100 * share[i]:.1f}%",
        )
    axes.set_ylabel("hands, %")
    heading(axes, "how many hands have each win chance")
    axes.set_ylim(0, 125 * float(heights.max()))
    axes.legend(frameon=False, ncols=3, loc="upper center")
    axes.set_xlim(-0.02, 1.02)


def _draw_worths(axes: Axes, stakes: Stakes) -> None:
    """The worth of the three acts as lines over the win chance, the best of them drawn thick."""
    wins = np.linspace(0.0, 1.0, 501)
    lines = {act: np.array([float(stakes.worth(act, float(w))) for w in wins]) for act in stakes.acts}
    for (act, line), colour in zip(lines.items(), ACTS, strict=False):
        axes.plot(wins, line, color=colour, linewidth=1.2, linestyle="--", label=act)
    best = np.max(list(lines.values()), axis=0)
    classes = _classes(stakes, wins)
    for i in range(3):
        axes.plot(wins[classes == i], best[classes == i], color=ACTS[i], linewidth=3.5)
    for t in (stakes.fold_below, HALF):
        axes.axvline(float(t), color="black", linewidth=0.6, linestyle=":")
        axes.annotate(f" {t}", (float(t), float(best[-1])), va="top", fontsize=9)
    axes.set_ylim(-2.5 * float(stakes.low + stakes.ante), float(best[-1]) * 1.05)
    axes.set_xlabel("win chance of the hand")
    axes.set_ylabel("worth")
    heading(axes, "what each act is worth, the best of them thick")


def _draw_groups(axes: Axes, stakes: Stakes, groups: Mapping[str, ChanceLaw]) -> None:
    """For each kind of hand the shares that fold, bet low and bet high, as a stacked bar."""
    labels = []
    for row, (label, law) in enumerate(groups.items()):
        folds, below = (float(law.below(t) / law.mass) for t in (stakes.fold_below, HALF))
        left = 0.0
        for part, colour in zip((folds, below - folds, 1 - below), ACTS, strict=True):
            box(axes, 100 * left, row - 0.325, 100 * part, 0.65, color=colour)
            if part > 0.12:
                inside(axes, 100 * (left + part / 2), row, f"{100 * part:.0f}%", color=text_colour(colour))
            left += part
        labels.append(f"{label}\n({100 * float(law.mass):.1f}% of hands)")
    axes.set_yticks(range(len(labels)), labels)
    axes.set(xlim=(0, 100), ylim=(len(labels) - 0.5, -0.5))
    axes.set_xlabel("of these hands, %")
    heading(axes, "by kind of hand")
