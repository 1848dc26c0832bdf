"""Pictures of wager games: the frequency of each win probability, the EV of each action there, and the best action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.display.drawing import Cell, colour_key, draw_curves, draw_divided
from zerosum.display.style import COLOURS, GREY, heading, new_figure, plain_axes
from zerosum.models.solo.engines.wager.answer import WagerSolution
from zerosum.models.solo.engines.wager.report import headline
from zerosum.models.solo.engines.wager.views import BINS, kinds, views

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACTS = (GREY, COLOURS[4], COLOURS[0])
"""Fold, bet low, bet high."""
NAMED = 0.12
"""Smallest share that is written into its part of a bar."""


def draw(
    solution: WagerSolution,
    *,
    bins: Annotated[int, "number of bars, for distributions that are not finite"] = BINS,
) -> Figure:
    """Draw the number of hands by win probability, the EV of each action there, and the classes by kind of hand."""
    if bins < 1:
        raise InputError(f"a plot needs at least one bar, not {bins}")
    view, groups = views(solution, bins)[0], kinds(solution)
    stakes = solution.game.stakes
    colours = dict(zip(stakes.acts, ACTS, strict=True))
    figure = new_figure(11.5 if groups else 7.5, 6.5, headline(solution))
    grid = figure.add_gridspec(2, 2 if groups else 1, width_ratios=(3, 2) if groups else (1,))
    top = figure.add_subplot(grid[0, 0])
    bottom = figure.add_subplot(grid[1, 0], sharex=top)
    worth, hands = view["choices"][0]["panels"]
    draw_curves(top, hands, view, colours)
    draw_curves(bottom, worth, view, colours)
    shares = {act: sum(bar["height"] for bar in hands["bars"] if bar["name"] == act) for act in colours}
    colour_key(
        top, {f"{act}: {shares[act]:.1f}%": c for act, c in colours.items()}, loc="upper center", ncols=3
    )
    top.set(ylim=(0, 1.25 * hands["high"]), ylabel="hands, %")
    bottom.set(xlabel="win probability of the hand", ylabel="EV")
    heading(bottom, f"{worth['title']} (best one thick)")
    for group in groups:
        _draw_kinds(figure.add_subplot(grid[:, 1]), group["decisions"][0]["hands"], colours)
    if solution.win is not None:
        win, side = float(solution.win), "left" if solution.win < 0.6 else "right"
        said = f" this hand: {win:.4g}, {stakes.best(win)} "
        top.annotate(said, (win, 0.9 * hands["high"]), color=COLOURS[5], fontsize=10, ha=side)
    return figure


def _draw_kinds(axes: Axes, hands: list[Json], colours: dict[str, str]) -> None:
    """Draw for each kind of hand the fraction that takes each action, as a divided bar."""
    cells = [
        Cell(0, row - 0.325, 100, 0.65, {move["name"]: move["p"] for move in hand["moves"]})
        for row, hand in enumerate(hands)
    ]
    draw_divided(axes, cells, colours, words=lambda _, p: f"{100 * p:.0f}%" if p > NAMED else "")
    labels = [f"{hand['name']}\n({100 * hand['weight']:.1f}% of hands)" for hand in hands]
    axes.set_yticks(range(len(labels)), labels)
    axes.set(xlim=(0, 100), ylim=(len(labels) - 0.5, -0.5), xlabel="of these hands, %")
    heading(axes, "by type of hand")
    plain_axes(axes)
