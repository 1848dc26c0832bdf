"""Pictures of rivers: the 13 × 13 grid of hands, each class with its mix of moves as colours.

The height of a class is its share of the hands that come to the decision, relative to the most frequent one. The
colours divide its width by the probabilities of its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.display.style import boxes, colours_of, heading, inside, new_figure
from zerosum.display.table import percent
from zerosum.models.river.answer import RiverSolution
from zerosum.models.river.ranges import CLASSES, RANKS, class_name
from zerosum.models.river.report import headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(
    solution: RiverSolution,
    *,
    both: Annotated[bool, "also draw the other player's first decision, after a check"] = False,
) -> Figure:
    """The grid of the first decision, or of the one that was asked for."""
    numbers = [solution.shown]
    if both and not solution.where:
        numbers += [k for k in solution.decisions if solution.game.nodes[k].line == ("check",)]
    figure = new_figure(6.4 * len(numbers) + 0.4, 7.3, headline(solution))
    panels = figure.subplots(1, len(numbers), squeeze=False)[0]
    for axes, number in zip(panels, numbers, strict=True):
        _grid(axes, solution, number)
    return figure


def _grid(axes: Axes, solution: RiverSolution, number: int) -> None:
    """One decision: 169 squares, and the moves with their colours below."""
    from matplotlib.patheffects import withStroke

    halo = withStroke(linewidth=2, foreground="white")  # legible on dark colours
    node, hand = solution.game.nodes[number], str(solution.where.get("hand", ""))
    assert node.side
    classes, weights = solution.classes(number), solution.class_weights(number)
    most = max((weights[name] / len(CLASSES[name]) for name in weights), default=1.0) or 1.0
    colours = colours_of(move for one in solution.game.nodes for move in one.moves)
    order = list(reversed(RANKS))
    place = solution.hand_of(node.side, hand) if hand else -1
    asked_class = class_name(int(solution.game.hands[node.side].numbers[place])) if hand else ""
    squares, places, shades = [], [], []
    for i, first in enumerate(order):
        for j, second in enumerate(order):
            name = first + second if i == j else first + second + "s" if j > i else second + first + "o"
            y = len(order) - 1 - i
            squares.append((j, y, 1, 1))
            left, height = float(j), 0.0
            if name in classes:
                height = max(0.12, float(weights[name] / len(CLASSES[name]) / most))
                for move, p in classes[name].items():
                    places.append((left, y, float(p), height))
                    shades.append(colours[move])
                    left += float(p)
            if name == asked_class:
                asked = squares[-1]
            there = name in classes
            look = {"path_effects": [halo]} if there else {}
            inside(axes, j + 0.5, y + 0.5, name, fontsize=7.5, color="black" if there else "#999999", **look)
    boxes(axes, squares, facecolors="#f4f4f4", linewidths=0)
    boxes(axes, places, facecolors=shades, linewidths=0)
    boxes(axes, squares, facecolors="none", edgecolors="white", linewidths=1)
    if asked_class:
        boxes(axes, [asked], facecolors="none", edgecolors="black", linewidths=2)
    axes.set(xlim=(0, 13), ylim=(0, 13), xticks=[], yticks=[], aspect="equal")
    for side in axes.spines.values():
        side.set_visible(False)
    seat = solution.game.seats[node.side]
    heading(
        axes,
        f"{seat}, {'at the start' if not node.line else 'after ' + node.name}{' · ' + hand if hand else ''}",
    )
    from matplotlib.patches import Patch

    played = solution.mix_at(number, place) if hand else solution.frequencies(number)
    patches = [
        Patch(color=colours[move], label=f"{move} {percent(float(played[move])) if played else ''}")
        for move in node.moves
    ]
    axes.legend(
        handles=patches,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.01),
        ncols=min(4, len(patches)),
        frameon=False,
        fontsize=9,
        columnspacing=1.2,
        handlelength=1.2,
    )
