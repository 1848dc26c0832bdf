"""Pictures of a stochastic game: the value of each state, and what both players do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from zerosum.core.answer import Strategy
from zerosum.core.errors import InputError
from zerosum.display.style import COLOURS, GREY, box, heading, inside, new_figure, text_colour
from zerosum.models.stochastic.plot_states import graph
from zerosum.models.stochastic.report import caveats, headline
from zerosum.models.stochastic.rules import StochasticAnswer

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

MOST = 40
"""So many states are listed at the most."""
MOST_IN_GRAPH = 9
"""So many states are drawn as a graph."""


def draw(
    solution: StochasticAnswer, *, states: Annotated[int, "how many states to show, from the first"] = 20
) -> Figure:
    """The graph of a few states; more of them as three panels over one list: values, row's strategy, col's."""
    if states < 1:
        raise InputError(f"a picture shows at least one state, not {states}")
    if len(solution.values) <= min(states, MOST_IN_GRAPH):
        return graph(solution)
    shown = list(solution.values)[: min(states, MOST)]
    more = f"the first {len(shown)} of {len(solution.values)} states" * (len(shown) < len(solution.values))
    figure = new_figure(11, 1.7 + 0.42 * len(shown), headline(solution), more, *caveats(solution).values())
    value, row, col = figure.subplots(1, 3, sharey=True, width_ratios=(1, 1.4, 1.4))
    _values(value, solution, shown)
    _strategies(row, solution.rows, shown, "row plays")
    _strategies(col, solution.cols, shown, "col plays")
    value.set_yticks(range(len(shown)), shown, parse_math=False)
    value.set_ylim(len(shown) - 0.4, -0.6)
    return figure


def _values(axes: Axes, solution: StochasticAnswer, shown: Sequence[str]) -> None:
    """The values as points, with their intervals where these can be seen."""
    middle = [float(solution.values[state]) for state in shown]
    half = [float(solution.values[state].gap) / 2 for state in shown]
    colours = ["#c0392b" if state == solution.state else "#333333" for state in shown]
    axes.axvline(0, color="#bbbbbb", lw=1)
    axes.hlines(
        range(len(shown)), [min(0.0, v) for v in middle], [max(0.0, v) for v in middle], color="#cccccc", lw=4
    )
    axes.errorbar(middle, range(len(shown)), xerr=half, fmt="none", ecolor="#333333", capsize=3)
    axes.scatter(middle, range(len(shown)), color=colours, zorder=3, s=36)
    for place, worth in enumerate(middle):
        axes.annotate(
            f"{round(worth, 6) + 0.0:.5g}",
            (worth, place),
            (0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=9,
        )
    heading(axes, "value to row")
    axes.set_xlabel("per stage" if solution.discount is None else "total", fontsize=9)
    axes.margins(x=0.12)
    axes.locator_params(axis="x", nbins=4)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _strategies(axes: Axes, strategies: Mapping[str, Strategy], shown: Sequence[str], title: str) -> None:
    """A bar for each state, cut by the probabilities; a part that is wide enough is named."""
    for k, state in enumerate(shown):
        left = 0.0
        forced = len(strategies[state]) == 1
        for number, (move, p) in enumerate(strategies[state].items()):
            width = float(p)
            colour = GREY if forced else COLOURS[number % len(COLOURS)]
            box(axes, left, k - 0.35, width, 0.7, facecolor=colour, edgecolor="white")
            words = "" if forced else _fitting(move, width)
            shade = text_colour(colour)
            inside(axes, left + width / 2, k, words, color=shade, fontsize=9, parse_math=False)
            left += width
    heading(axes, title)
    axes.set_xlim(0, 1)
    axes.set_xticks((0, 0.5, 1), ("0", "0.5", "1"))
    axes.set_xlabel("probability", fontsize=9)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def _fitting(move: str, width: float) -> str:
    """A move with its probability, the move alone, or nothing, by how wide its part is."""
    full = move if width > 0.999 else f"{move}: {width:.0%}"
    return next((words for words in (full, move) if width > 0.02 * len(words) + 0.04), "")
