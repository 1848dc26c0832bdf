"""Pictures of rivers: the 13 × 13 grid of hands, with the mix of moves of each class in colours.

The height of a class is its share of the hands that reach the decision, relative to the most frequent one. The
colours divide its width in proportion to the probabilities of its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from zerosum.display.table import percent
from zerosum.models.hidden.engines.river.answer import RiverSolution
from zerosum.models.hidden.engines.river.ranges import CLASSES, class_name
from zerosum.models.hidden.engines.river.report import headline
from zerosum.models.hidden.grid import GridChart, draw_grids

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(
    solution: RiverSolution,
    *,
    both: Annotated[bool, "also plot the opponent's first decision, after a check"] = False,
) -> Figure:
    """Draw the grid of the first decision, or of the requested one."""
    game, numbers = solution.game, [solution.shown]
    if both and not solution.position_keys:
        numbers += [k for k in solution.decision_nodes if game.nodes[k].line == ("check",)]
    grids = [_grid(solution, number) for number in numbers]
    return draw_grids(headline(solution), grids, (move for one in game.nodes for move in one.moves))


def _grid(solution: RiverSolution, number: int) -> GridChart:
    """Return the classes of hands at a decision."""
    node, hand = solution.game.nodes[number], str(solution.position_keys.get("hand", ""))
    assert node.side
    weights = {name: weight / len(CLASSES[name]) for name, weight in solution.class_weights(number).items()}
    most = max(weights.values(), default=1.0) or 1.0
    cells = {name: (float(weights[name] / most), mix) for name, mix in solution.classes(number).items()}
    named = solution.asked(number) if hand else []
    framed = {class_name(int(solution.game.hands[node.side].numbers[place])) for place in named}
    when = f"after {node.name}" if node.line else "at the start"
    title = f"{solution.game.seats[node.side]}, {when}{' · ' + hand if hand else ''}"
    played = solution.mean_mix(number, named) if hand else solution.frequencies(number)
    shares = {move: percent(float(played[move])) if played else "" for move in node.moves}
    return GridChart(title, cells, shares, framed)
