"""Pictures of a lagged game: the board, each player's optimal next moves (the paper's figures 1 and 2), and W(k, q).

Pictures of bounded memory: one strategy, and what each player guarantees by the number of nodes remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.errors import InputError
from zerosum.core.sides import SIDES, Side
from zerosum.display.style import COLOURS, heading, new_figure, plain_axes
from zerosum.models.lagged.answer import LaggedSolution, MemorySolution
from zerosum.models.lagged.report import headline, place_of
from zerosum.models.lagged.rules import Board
from zerosum.models.lagged.strategy import OptimalMoves

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AFTER_CC, AFTER_CL = COLOURS[0], COLOURS[5]
PLAYERS: dict[Side, str] = {"row": COLOURS[0], "col": COLOURS[5]}
ACROSS = 4
"""Number of panels side by side."""
STEEP, TALL = 1e-6, 0.01
"""A rise of more than the second within less than the first of q is drawn as a jump."""
DARK = "0.2"
HALVES = (0.0, 0.5, 1.0)


class Panel(NamedTuple):
    """What one panel shows: a player's next moves after a node."""

    side: Side
    node: int
    moves: OptimalMoves


def draw(
    solution: LaggedSolution | MemorySolution,
    *,
    figure: Annotated[
        Literal["both", "row", "col", "W"],
        "both players' next moves, one player's, or the functions W",
    ] = "both",
) -> Figure:
    """The board, and a panel for each node that a player leaves; of one player, node or q where that was asked for."""
    if isinstance(solution, MemorySolution):
        if figure != "both":
            raise InputError("a strategy of bounded memory has one picture: leave out the figure")
        return draw_strategy(solution)
    who, _, _ = place_of(solution)
    if who is not None and figure in SIDES and figure != who:
        raise InputError(
            f"the figure is of {figure} and the position of {who}: name the same player, or one only"
        )
    sides = (who,) if who else tuple(side for side in SIDES if figure in (side, "both", "W"))
    return _functions(solution, sides) if figure == "W" else _next_moves(solution, sides)


def _next_moves(solution: LaggedSolution, sides: Sequence[Side]) -> Figure:
    """The board, and r and s after each node that the players leave."""
    _, only, q = place_of(solution)
    rows = [
        [
            Panel(side, node, moves)
            for node, moves in solution.next_moves[SIDES.index(side)].items()
            if only in (None, node)
        ]
        for side in sides
    ]
    lines = [row[i : i + ACROSS] for row in rows for i in range(0, len(row), ACROSS)]
    across = max(map(len, lines))
    picture = new_figure(3.3 + 3.2 * across, 1.2 + 2.7 * max(len(lines), 1), headline(solution))
    grid = picture.add_gridspec(len(lines), across + 1)
    _draw_board(picture.add_subplot(grid[:, 0]), solution.board)
    for i, line in enumerate(lines):
        for j, panel in enumerate(line):
            axes = picture.add_subplot(grid[i, j + 1])
            _draw_panel(axes, panel, solution.board)
            if q is not None:
                _mark(axes, q, [float(x[0]) for x in panel.moves.pair(np.array([q]))])
            if i == j == 0:
                axes.legend(frameon=False, fontsize=8, loc="best")
            first, last = j == 0, i == len(lines) - 1 or len(lines[i + 1]) <= j
            axes.set_ylabel(f"{panel.side}: probability of cc next" if first else "", fontsize=9)
            axes.set_xlabel("q, probability of having gone cc" if last else "", fontsize=9)
            axes.tick_params(labelleft=first, labelbottom=last)
    return picture


def _draw_panel(axes: Axes, panel: Panel, board: Board) -> None:
    """r and s of one node, with the ranges in which they are not unique."""
    moves = panel.moves
    q = np.unique(np.concatenate([np.nextafter(moves.q, 0), moves.q, np.linspace(0, 1, 201)]))
    names = ("r: having gone cc", "s: having gone cl")
    styles = ("-", (0, (5, 1.5)))
    for y, colour, name, style in zip(moves.pair(q), (AFTER_CC, AFTER_CL), names, styles, strict=True):
        # the line with a gap at each jump
        after = np.array(_jumps(q, y), np.intp) + 1
        at, height = np.insert(q, after, np.nan), np.insert(y, after, np.nan)
        axes.plot(at, height, color=colour, linewidth=1.8, linestyle=style, label=name)
        for k in _jumps(q, y):
            axes.plot(q[k : k + 2], y[k : k + 2], color=colour, linewidth=0.9, linestyle=":")
    for piece in np.nonzero(moves.loose)[0]:
        inside = np.linspace(moves.q[piece], moves.q[piece + 1], 25)[1:-1]
        both = zip(*(moves.ranges(float(x)) for x in inside), strict=True)
        for colour, bounds in zip((AFTER_CC, AFTER_CL), both, strict=True):
            low, high = np.array(bounds).T
            axes.fill_between(inside, low, high, color=colour, alpha=0.2, linewidth=0)
    heading(axes, f"{panel.side} left node {board.names[panel.node]}")
    axes.set_xticks(HALVES, map(str, HALVES))
    axes.set_yticks(HALVES, map(str, HALVES))
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.03, 1.03))
    axes.grid(alpha=0.25)
    plain_axes(axes)


def _jumps(q: Floats, y: Floats) -> list[int]:
    """After which places a line jumps."""
    return [int(k) for k in np.flatnonzero((np.diff(q) < STEEP) & (np.abs(np.diff(y)) > TALL))]


def _mark(axes: Axes, q: float, heights: Sequence[float]) -> None:
    """The q that was asked for, and what is read off there."""
    axes.axvline(q, color=DARK, linewidth=1, linestyle="--")
    axes.plot([q] * len(heights), heights, "o", color=DARK, markersize=4, label=f"q = {q:g}")


def _draw_board(axes: Axes, board: Board) -> None:
    """The nodes in a circle, with what they pay and where their exits lead."""
    turns = [pi / 2 - 2 * pi * k / board.size for k in range(board.size)]
    places = [(cos(turn), sin(turn)) for turn in turns]
    for node, (cc, cl) in enumerate(board.exits):
        for target, colour, style in ((cc, AFTER_CC, "-"), (cl, AFTER_CL, "--")):
            axes.annotate(
                "",
                places[target],
                places[node],
                arrowprops={
                    "arrowstyle": "->",
                    "color": colour,
                    "linestyle": style,
                    "shrinkA": 20,
                    "shrinkB": 20,
                    "connectionstyle": "arc3,rad=0.18",
                },
            )
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


def _functions(solution: LaggedSolution, sides: Sequence[Side]) -> Figure:
    """W(k, q) of the players, to the row player, a panel for each player."""
    _, only, q = place_of(solution)
    picture = new_figure(4.2 * len(sides), 4.2, headline(solution))
    panels = picture.subplots(1, len(sides), squeeze=False)[0]
    for axes, side in zip(panels, sides, strict=True):
        player = SIDES.index(side)
        nodes = [node for node in solution.functions[player] if only in (None, node)]
        for node in nodes:
            f, sign = solution.function(player, node), 1 if side == "row" else -1
            label, colour = f"node {solution.board.names[node]}", COLOURS[node % len(COLOURS)]
            axes.plot(f.q, sign * f.w, color=colour, linewidth=1.8, label=label)
        if q is not None:
            _mark(axes, q, [float(sign * solution.function(player, node).values(np.array([q]))[0])])
        axes.set_xlabel("q, announced probability of cc", fontsize=9)
        heading(axes, f"{side} to move: {'W' if side == 'row' else 'U'}(k, q)")
        axes.grid(alpha=0.25)
        plain_axes(axes)
        axes.legend(frameon=False, fontsize=8)
    panels[0].set_ylabel("worth to the row player")
    return picture


def draw_strategy(solution: MemorySolution) -> Figure:
    """A bar for each thing that can be remembered: the probability of cc then."""
    names = [", ".join(nodes) for nodes in solution.strategy]
    chances = [float(p) for p in solution.strategy.values()]
    figure = new_figure(7.0, 1.6 + 0.32 * len(names), headline(solution))
    axes = figure.subplots()
    bars = axes.barh(names, chances, color=PLAYERS[solution.player], height=0.7)
    axes.bar_label(bars, [f"{p:.4g}" for p in chances], padding=3, fontsize=8)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.1)
    axes.set_xlabel(f"probability that {solution.player} goes cc")
    axes.set_ylabel("last nodes announced, the oldest first")
    plain_axes(axes)
    return figure


def draw_memories(solutions: Sequence[MemorySolution], *, value: float | None = None) -> Figure:
    """Points for the solutions of `bounded_memory`, by memory; a line at the game's value if it is given."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.5, 4), layout="constrained")
    axes = figure.subplots()
    labels: tuple[tuple[Side, str], ...] = (("col", "col holds row to"), ("row", "row guarantees"))
    for player, label in labels:
        mine = sorted((s.memory, float(s.value)) for s in solutions if s.player == player)
        axes.plot(*zip(*mine, strict=True), "o-", color=PLAYERS[player], label=label) if mine else None
        for memory, worth in mine:
            away = (0, 8) if player == "col" else (0, -14)
            axes.annotate(
                f"{worth:.5f}", (memory, worth), away, textcoords="offset points", ha="center", fontsize=8
            )
    if value is not None:
        axes.axhline(value, color="#555555", lw=1, ls="--", label=f"value {value:.5f}")
    axes.set_xticks(sorted({s.memory for s in solutions}))
    axes.set_xlabel("known nodes remembered")
    axes.set_ylabel("average payoff to row")
    axes.margins(x=0.1, y=0.15)
    plain_axes(axes)
    axes.legend(frameon=False, fontsize=9)
    return figure
