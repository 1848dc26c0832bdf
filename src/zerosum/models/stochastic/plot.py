"""Pictures of a stochastic game: the value of each state, and both players' mixes there.

A small game is drawn as a graph: a box for each state with its value and mixes, and arrows to the next states. The
width of an arrow shows its probability under the players' strategies; transitions that they never make are thin and
dotted.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import Position
from zerosum.core.sides import Side
from zerosum.display.drawing import Cell, draw_across, draw_divided
from zerosum.display.report import mix
from zerosum.display.style import GREY, ROW, colours_of, heading, new_figure
from zerosum.models.stochastic.answer import SURENESS, StochasticSolution
from zerosum.models.stochastic.report import caveats, headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation

MAX_LISTED = 40
"""Maximum number of states in a list."""
MAX_IN_GRAPH = 9
"""Maximum number of states in a graph."""


def draw(
    solution: StochasticSolution,
    *,
    states: Annotated[int, "number of states to plot, starting with the first"] = 20,
) -> Figure:
    """Return the graph of a few states, or three panels for many: values, row's strategy, col's."""
    if states < 1:
        raise InputError(f"a plot needs at least one state, not {states}")
    if len(solution.values) <= min(states, MAX_IN_GRAPH):
        return graph(solution)
    shown = list(solution.values)[: min(states, MAX_LISTED)]
    more = f"the first {len(shown)} of {len(solution.values)} states" * (len(shown) < len(solution.values))
    figure = new_figure(11, 1.7 + 0.42 * len(shown), headline(solution), more, *caveats(solution).values())
    value, *panels = figure.subplots(1, 3, sharey=True, width_ratios=(1, 1.4, 1.4))
    middle = [float(solution.values[state]) for state in shown]
    names = [" · ".join([str(state), *_manners(solution, state)]) for state in shown]
    words = [f"{round(one, 6) + 0.0:.5g}" for one in middle]
    shades = ["#c0392b" if state == solution.state else "#888888" for state in shown]
    half = [float(solution.values[state].gap) / 2 for state in shown]
    draw_across(value, names, middle, words, height=0.2, xerr=half, color=shades, error_kw={"capsize": 3})
    heading(value, "value to row")
    value.set_xlabel("per stage" if solution.discount is None else "total", fontsize=9)
    value.locator_params(axis="x", nbins=4)
    colours = {
        "": GREY,
        **colours_of(m for mixes in (solution.rows, solution.cols) for mix in mixes.values() for m in mix),
    }
    for axes, mixes, name in zip(
        panels, (solution.rows, solution.cols), ("row plays", "col plays"), strict=True
    ):
        cells = [
            Cell(0, k - 0.35, 1, 0.7, mixes[state] if len(mixes[state]) > 1 else {"": 1})
            for k, state in enumerate(shown)
        ]
        draw_divided(axes, cells, colours, words=_fitting, edgecolors="white", linewidths=1)
        heading(axes, name)
        axes.set(xlim=(0, 1), xticks=(0, 0.5, 1))
        axes.set_xlabel("probability", fontsize=9)
    for axes in figure.axes:
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
    return figure


def _fitting(move: object, width: float) -> str:
    """Return a move with its probability, the move alone, or nothing, depending on the width of its part."""
    move = str(move)
    full = move if width > 0.999 else f"{move}: {width:.0%}"
    return next((words for words in (full, move) if width > 0.02 * len(words) + 0.04), "")


WIDE, HIGH = 3.6, 1.55
"""Distances between boxes, in inches."""
WON: Mapping[Side, Sequence[str]] = {
    "row": ("#bfe3c0", "#d8efd8", "#ecf7ec"),
    "col": ("#f3c6c0", "#f8dbd7", "#fceeec"),
}
"""Colours of states that a side wins surely, almost surely, and limit-surely."""
PROBABILITY_TOLERANCE = 1e-9
"""A smaller probability is a rounding error."""


def graph(solution: StochasticSolution) -> Figure:
    """Return all states in layers by their distance from the start."""
    ways = {state: _chances(solution, state) for state in solution.values}
    layers = _layers(solution.game.first_state, ways)
    wide, high = len(layers), max(map(len, layers))
    notes = [line for caveat in caveats(solution).values() for line in textwrap.wrap(caveat, 36 * wide + 20)]
    size = (WIDE * wide + 1.2, HIGH * high + 1.3 + 0.2 * len(notes))
    figure = new_figure(*size, headline(solution))
    axes = figure.add_subplot()
    axes.set_xlim(-0.6, wide - 0.4)
    axes.set_ylim(-0.6, high - 0.4)
    axes.set_axis_off()
    places = {
        state: (float(x), (high - 1) / 2 - y + (len(layer) - 1) / 2)
        for x, layer in enumerate(layers)
        for y, state in enumerate(layer)
    }
    boxes = {state: _box(axes, solution, state, place) for state, place in places.items()}
    for state, to in ways.items():
        for after, chance in to.items() if solution.game.absorbing(state) is None else ():
            bend = _bend(places[state], places[after], back=state in ways[after])
            _arrow(axes, state, after, chance, bend, places, boxes)
    chances = len(axes.texts) > len(boxes)
    arrows = (
        "transition probability under these strategies" if chances else "transitions under these strategies"
    )
    figure.supxlabel(
        "\n".join([f"arrows: {arrows}; dotted: never", *notes]),
        fontsize=9,
        parse_math=False,
    )
    return figure


def _chances(solution: StochasticSolution, state: Position) -> dict[Position, float]:
    """Return the possible next states from a state, with their probabilities under the strategies."""
    chances: dict[Position, float] = {}
    for i, p in solution.rows[state].items():
        for j, q in solution.cols[state].items():
            for after, chance in solution.game.play(state, i, j)[1].items():
                chances[after] = chances.get(after, 0.0) + float(p) * float(q) * float(chance)
    return chances


def _layers(start: Position, ways: Mapping[Position, Mapping[Position, float]]) -> list[list[Position]]:
    """Return the states by their distance from the start; unreachable ones come last."""
    layers, seen = [[start]], {start}
    while True:
        after = dict.fromkeys(t for s in layers[-1] for t in ways[s] if t not in seen)
        if not after:
            break
        layers.append(list(after))
        seen.update(after)
    apart = [state for state in ways if state not in seen]
    return [*layers, apart] if apart else layers


def _box(axes: Axes, solution: StochasticSolution, state: Position, place: tuple[float, float]) -> Annotation:
    """Return a state: its name, its value, and both mixes."""
    stays = " forever" if solution.game.absorbing(state) is not None else ""
    lines = [str(state), f"value {round(float(solution.values[state]), 6) + 0.0:.5g}{stays}"]
    for side, mixes in (("row", solution.rows), ("col", solution.cols)):
        if len(mixes[state]) > 1:
            lines += textwrap.wrap(f"{side}: {mix(mixes[state])}", 30)
    lines += _manners(solution, state)
    chosen = state == solution.state
    style = {
        "boxstyle": "round,pad=0.5",
        "facecolor": _colour(solution, state, "#eaf3fa" if len(lines) > 2 else "#f2f2f2"),
        "edgecolor": ROW if chosen else "#777777",
        "linewidth": 2.0 if chosen else 1.0,
    }
    # A box knows its edge once it is drawn, so boxes come before the arrows, whose heads end there.
    return axes.annotate(
        "\n".join(lines), place, ha="center", va="center", fontsize=9, bbox=style, zorder=1, parse_math=False
    )


def _manners(solution: StochasticSolution, state: Position) -> list[str]:
    """Return the manner in which each side reaches its best ends from a state that is not one of them."""
    return [
        f"{solution.game.seats[side]}: {reached.manners[state]}"
        for side, reached in solution.winning.items()
        if state in reached.manners and state not in reached.ends
    ]


def _colour(solution: StochasticSolution, state: Position, otherwise: str) -> str:
    """Return the colour of a state that a side wins: the surer, the darker."""
    for side, colours in WON.items():
        if side in solution.winning and state in solution.winning[side].manners:
            return colours[SURENESS.index(solution.winning[side].manners[state])]
    return otherwise


def _bend(a: tuple[float, float], b: tuple[float, float], *, back: bool) -> float:
    """Return the curvature of an arrow, so that it avoids the boxes of its layer and the arrow in the
    opposite direction.
    """
    if a[0] - b[0] > 1:  # an arrow back over a layer, above its boxes
        return 0.45
    if back:
        return 0.3 if (a[0], -a[1]) < (b[0], -b[1]) else 0.0
    return 0.3 if a[0] == b[0] and abs(a[1] - b[1]) > 1 else 0.12


def _arrow(
    axes: Axes,
    state: Position,
    after: Position,
    chance: float,
    bend: float,
    places: Mapping[Position, tuple[float, float]],
    boxes: Mapping[Position, Annotation],
) -> None:
    """Draw an arrow from a state to the next; a loop if they are the same."""
    from matplotlib.patches import FancyArrowPatch

    played = chance > PROBABILITY_TOLERANCE
    look: Json = {
        "arrowstyle": "-|>",
        "mutation_scale": 12,
        "color": "#444444" if played else "#aaaaaa",
        "lw": 0.8 + 2 * chance if played and state != after else 0.8,
        "ls": "-" if played else ":",
        "zorder": 2,
        "patchA": boxes[state].get_bbox_patch(),
        "patchB": boxes[after].get_bbox_patch(),
    }
    (x, y), (u, v) = places[state], places[after]
    if state == after:
        top = y + _height(boxes[state]) / 2
        ends, bend = ((x - 0.08, top), (x + 0.08, top)), -1.8
    else:
        ends = (x, y), (u, v)
    axes.add_patch(FancyArrowPatch(*ends, connectionstyle=f"arc3,rad={bend}", **look))
    if played and chance < 1 - PROBABILITY_TOLERANCE:
        _percent(axes, *ends, bend, chance)


def _height(box: Annotation) -> float:
    """Return the height of a box in layers' units: its lines of text at 9 points, and the padding."""
    return (11 * (box.get_text().count("\n") + 1) + 11) / (72 * HIGH)


def _percent(axes: Axes, a: tuple[float, float], b: tuple[float, float], bend: float, chance: float) -> None:
    """Write the probability at the middle of a bent arrow."""
    across, up = WIDE * (b[0] - a[0]), HIGH * (b[1] - a[1])
    axes.annotate(
        f"{100 * chance:.3g}%",
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
        (36 * bend * up, -36 * bend * across),
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=8,
        zorder=4,
        bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"},
    )
