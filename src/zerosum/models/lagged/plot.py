"""Pictures of a lagged game: the board, each player's optimal next moves (the paper's figures 1 and 2), and W(k, q).

For bounded memory: the plot of one strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from math import cos, pi, sin
from typing import TYPE_CHECKING, Annotated, Literal

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.sides import SIDES, Side
from zerosum.display.drawing import draw_across, draw_curves
from zerosum.display.style import COLOURS, heading, new_figure
from zerosum.models.lagged.answer import LaggedSolution, MemorySolution
from zerosum.models.lagged.report import headline, place_of
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.views import views

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AFTER_CC, AFTER_CL = COLOURS[0], COLOURS[5]
EXIT_COLOURS = {"after cc": AFTER_CC, "after cl": AFTER_CL}
PLAYERS: dict[Side, str] = {"row": COLOURS[0], "col": COLOURS[5]}
ACROSS = 4
"""Number of panels side by side."""
DARK = "0.2"


def draw(
    solution: LaggedSolution | MemorySolution,
    *,
    figure: Annotated[
        Literal["both", "row", "col", "W"],
        "both players' next moves, one player's, or the functions W",
    ] = "both",
) -> Figure:
    """Draw the board and a panel for each node that a player leaves, or for the requested player, node or q."""
    if isinstance(solution, MemorySolution):
        if figure != "both":
            raise InputError("a strategy of bounded memory has only one plot; remove the figure")
        return draw_strategy(solution)
    who, _, _ = place_of(solution)
    if who is not None and figure in SIDES and figure != who:
        raise InputError(
            f"the figure shows {figure} but the position is for {who}; choose the same player, or give only one"
        )
    sides = (who,) if who else tuple(side for side in SIDES if figure in (side, "both", "W"))
    (view,) = views(solution)
    choices = [choice for choice in view["choices"] if choice["side"] in sides]
    return _functions(solution, view, choices) if figure == "W" else _next_moves(solution, view, choices)


def _next_moves(solution: LaggedSolution, view: Json, choices: Sequence[Json]) -> Figure:
    """Draw the board and, for each node that a player leaves, the probability that the next move is cc."""
    rows = [[one for one in choices if one["side"] == side] for side in SIDES]
    lines = [row[i : i + ACROSS] for row in rows for i in range(0, len(row), ACROSS)]
    across = max(map(len, lines))
    picture = new_figure(3.3 + 3.2 * across, 1.2 + 2.7 * max(len(lines), 1), headline(solution))
    grid = picture.add_gridspec(len(lines), across + 1)
    _draw_board(picture.add_subplot(grid[:, 0]), solution.board)
    for i, line in enumerate(lines):
        for j, choice in enumerate(line):
            axes = picture.add_subplot(grid[i, j + 1])
            draw_curves(axes, choice["panels"][0], view, EXIT_COLOURS, styles=("-", (0, (5, 1.5))))
            heading(axes, f"{choice['side']} left node {choice['node']}")
            axes.grid(alpha=0.25)
            if i == j == 0:
                axes.legend(frameon=False, fontsize=8, loc="best")
            first, last = j == 0, i == len(lines) - 1 or len(lines[i + 1]) <= j
            axes.set_ylabel(f"{choice['side']}: probability of cc next" if first else "", fontsize=9)
            axes.set_xlabel("q, probability of having gone cc" if last else "", fontsize=9)
            axes.tick_params(labelleft=first, labelbottom=last)
    return picture


def _draw_board(axes: Axes, board: Board) -> None:
    """Draw the nodes in a circle, with their payoffs and exits."""
    turns = [pi / 2 - 2 * pi * k / board.size for k in range(board.size)]
    places = [(cos(turn), sin(turn)) for turn in turns]
    for node, (cc, cl) in enumerate(board.exits):
        for target, colour, style in ((cc, AFTER_CC, "-"), (cl, AFTER_CL, "--")):
            arrow: Json = {
                "arrowstyle": "->",
                "color": colour,
                "linestyle": style,
                "shrinkA": 20,
                "shrinkB": 20,
            }
            arrow["connectionstyle"] = "arc3,rad=0.18"
            axes.annotate("", places[target], places[node], arrowprops=arrow)
    x, y = zip(*places, strict=True)
    axes.scatter(x, y, s=1300, color="white", edgecolors=DARK, zorder=3)
    axes.scatter([x[board.start]], [y[board.start]], s=1650, facecolors="none", edgecolors=DARK, zorder=3)
    for name, payoff, place in zip(board.names, board.payoffs, places, strict=True):
        axes.text(*place, f"{name}\npays {float(payoff):+g}", ha="center", va="center", fontsize=7, zorder=4)
    axes.plot([], [], color=AFTER_CC, label="exit cc")
    axes.plot([], [], color=AFTER_CL, linestyle="--", label="exit cl")
    axes.legend(frameon=False, fontsize=8, loc="lower center", ncols=2, bbox_to_anchor=(0.5, -0.25))
    axes.set_title("the board; the counter\nstarts in the double circle", fontsize=9, y=1.0)
    axes.set(xlim=(-1.45, 1.45), ylim=(-1.45, 1.45), aspect="equal")
    axes.axis("off")


def _functions(solution: LaggedSolution, view: Json, choices: Sequence[Json]) -> Figure:
    """Return W(k, q) of the players, to the row player, in a panel for each player."""
    sides = list(dict.fromkeys(choice["side"] for choice in choices))
    picture = new_figure(4.2 * len(sides), 4.2, headline(solution))
    panels = picture.subplots(1, len(sides), squeeze=False)[0]
    for axes, side in zip(panels, sides, strict=True):
        own = [choice for choice in choices if choice["side"] == side]
        lines = [
            {**choice["panels"][1]["lines"][0], "name": f"node {choice['node']}", "hue": k}
            for k, choice in enumerate(own)
        ]
        heights = [y for line in lines for _, y in line["points"]]
        title = f"{side} to move: {'W' if side == 'row' else 'U'}(k, q)"
        panel = {"title": title, "low": min(heights), "high": max(heights), "lines": lines}
        draw_curves(axes, panel, view, dict(zip((line["name"] for line in lines), cycle(COLOURS))))
        axes.set_xlabel("q, announced probability of cc", fontsize=9)
        axes.grid(alpha=0.25)
        axes.legend(frameon=False, fontsize=8)
    panels[0].set_ylabel("worth to the row player")
    return picture


def draw_strategy(solution: MemorySolution) -> Figure:
    """Draw a bar for each memory: the probability of cc given that memory."""
    names = [", ".join(nodes) for nodes in solution.strategy]
    chances = [float(p) for p in solution.strategy.values()]
    figure = new_figure(7.0, 1.6 + 0.32 * len(names), headline(solution))
    axes = figure.subplots()
    words = [f"{p:.4g}" for p in chances]
    draw_across(axes, names, chances, words, color=PLAYERS[solution.player], height=0.7)
    axes.set(xlim=(0, 1.1), xlabel=f"probability that {solution.player} goes cc")
    axes.set_ylabel("last announced nodes, the oldest first")
    return figure
