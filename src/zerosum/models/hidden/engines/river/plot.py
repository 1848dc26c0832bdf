"""Pictures of rivers: the 13 × 13 grid of hands, each class with its mix of moves as colours.

The height of a class is its share of the hands that come to the decision, relative to the most frequent one. The
colours divide its width by the probabilities of its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.display.style import colours_of, heading, new_figure
from zerosum.display.table import percent
from zerosum.models.hidden.engines.river.answer import RiverSolution
from zerosum.models.hidden.engines.river.ranges import CLASSES, class_name
from zerosum.models.hidden.engines.river.report import headline
from zerosum.models.hidden.grid import GridCell, draw_grid, draw_legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(
    solution: RiverSolution,
    *,
    both: Annotated[bool, "also plot the opponent's first decision, after a check"] = False,
) -> Figure:
    """Draw the grid of the first decision, or of the requested one."""
    numbers = [solution.shown]
    if both and not solution.position_keys:
        numbers += [k for k in solution.decision_nodes if solution.game.nodes[k].line == ("check",)]
    figure = new_figure(6.4 * len(numbers) + 0.4, 7.3, headline(solution))
    panels = figure.subplots(1, len(numbers), squeeze=False)[0]
    for axes, number in zip(panels, numbers, strict=True):
        _grid(axes, solution, number)
    return figure


def _grid(axes: Axes, solution: RiverSolution, number: int) -> None:
    """Draw one decision: 169 squares, with the moves and their colours below."""
    node, hand = solution.game.nodes[number], str(solution.position_keys.get("hand", ""))
    assert node.side
    classes, weights = solution.classes(number), solution.class_weights(number)
    most = max((weights[name] / len(CLASSES[name]) for name in weights), default=1.0) or 1.0
    colours = colours_of(move for one in solution.game.nodes for move in one.moves)
    named = solution.asked(number) if hand else []
    asked_classes = {class_name(int(solution.game.hands[node.side].numbers[place])) for place in named}
    cells = {
        name: GridCell(float(weights[name] / len(CLASSES[name]) / most), mix) for name, mix in classes.items()
    }
    draw_grid(axes, cells, colours, asked_classes)
    seat = solution.game.seats[node.side]
    heading(
        axes,
        f"{seat}, {'at the start' if not node.line else 'after ' + node.name}{' · ' + hand if hand else ''}",
    )
    played = solution.mean_mix(number, named) if hand else solution.frequencies(number)
    draw_legend(axes, {move: percent(float(played[move])) if played else "" for move in node.moves}, colours)
