"""The public tree of a hidden game: what both players see, and how likely it is when both play optimally.

A node is all that both have seen so far; a branch is as thick as it is likely, and carries what happened with its
probability. Where there are very many, the likeliest nodes are opened and the others end in dots; an end says what row
is paid on average from there on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from zerosum.core.game import Position
from zerosum.display.style import COL, GREY, ROW, new_figure
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Event, History
from zerosum.models.hidden.report import headline
from zerosum.models.hidden.rules import Choice, End, amount_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOUR = {"row": ROW, "col": COL, "chance": GREY}


@dataclass
class Node:
    """A public state: how likely it is, what row is paid there and below, and what may follow."""

    chance: float = 0.0
    paid: float = 0.0
    ended: float = 0.0
    """How likely it is that the game ends here."""
    branches: dict[Event, Node] = field(default_factory=dict)
    left_out: int = 0


def draw_tree(solution: HiddenSolution, most: int) -> Figure:
    """The likeliest branches of the public tree."""
    root = public_tree(solution)
    _prune(root, most)
    leaves, depth = _leaves(root), _depth(root)
    figure = new_figure(max(6.0, 2.2 + 1.5 * depth), max(2.4, 1.4 + 0.36 * leaves), headline(solution))
    axis = figure.subplots()
    _place(axis, root, 0, 0.0)
    axis.set(xlim=(-0.1, depth + 0.6), ylim=(leaves - 0.4, -0.6))
    axis.set_axis_off()
    axis.text(
        0, leaves - 0.45, "blue: row picks · orange: col · grey: chance; at an end, what row then earns on average",
        fontsize=8, va="top",
    )  # fmt: skip
    return figure


def public_tree(solution: HiddenSolution) -> Node:
    """All histories, carried together where both players see the same."""
    game, root = solution.game, Node()
    stack: list[tuple[Position, float, Node, History, History]] = [(game.start, 1.0, root, (), ())]
    while stack:
        position, weight, node, row, col = stack.pop()
        turn = game.turn(position)
        if isinstance(turn, End):
            node.ended += weight
            node.paid += weight * float(amount_of(turn.payoff, "a payoff"))
            continue
        if isinstance(turn, Choice):
            mine = turn.side == "row"
            seen = (row if mine else col) if turn.knows is None else turn.knows
            who, chances = turn.side, dict(solution.mix(turn.side, seen))
            told = (mine or not turn.hidden, not mine or not turn.hidden)
        else:
            who, chances, told = "chance", dict(turn.outcomes), turn.told  # type: ignore[assignment]
        for picked, p in chances.items():
            if p:
                event: Event = (who, picked)
                after = node.branches.setdefault(event, Node()) if all(told) else node
                knows = (*row, event) if told[0] else row, (*col, event) if told[1] else col
                stack.append((game.after(position, picked), weight * float(p), after, *knows))
    _gather(root)
    return root


def _gather(node: Node) -> None:
    """How likely each node is, and what is paid there and below: what ends there, and what goes on."""
    for branch in node.branches.values():
        _gather(branch)
        node.paid += branch.paid
    node.chance = node.ended + sum(branch.chance for branch in node.branches.values())


def _prune(root: Node, most: int) -> None:
    """Open the likeliest nodes, each with all its branches, as long as there are not too many ends."""
    front, ends = [root], 1
    while front:
        node = max(front, key=lambda node: node.chance)
        front.remove(node)
        if node is not root and ends + len(node.branches) - 1 > most:
            node.left_out, node.branches = len(node.branches), {}
        likeliest = sorted(node.branches, key=lambda event: -node.branches[event].chance)[:most]
        node.left_out += len(node.branches) - len(likeliest)
        node.branches = {event: branch for event, branch in node.branches.items() if event in likeliest}
        ends += max(0, len(node.branches) - 1)
        front += node.branches.values()


def _leaves(node: Node) -> int:
    """How many lines a node needs."""
    below = sum(_leaves(branch) for branch in node.branches.values())
    return max(1, below + bool(node.left_out and node.branches))


def _depth(node: Node) -> int:
    """The longest way down."""
    return 1 + max((_depth(branch) for branch in node.branches.values()), default=-1)


def _place(axis: Axes, node: Node, x: int, top: float) -> float:
    """Draw a node and all below it from a line on; the height of the node."""
    heights = []
    line = top
    for (who, _), branch in node.branches.items():
        heights.append((_place(axis, branch, x + 1, line), who, branch))
        line += _leaves(branch)
    y = sum(height for height, _, _ in heights) / len(heights) if heights else top
    for (height, who, branch), (_, picked) in zip(heights, node.branches, strict=True):
        width = 0.8 + 5 * branch.chance
        axis.plot(
            [x, x + 0.25, x + 1],
            [y, height, height],
            color=COLOUR[who],
            linewidth=width,
            solid_capstyle="round",
            zorder=1,
        )
        share = branch.chance / node.chance if node.chance else 0.0
        axis.text(x + 0.3, height - 0.08, f"{picked}  {100 * share:.3g}%", fontsize=8, va="bottom", zorder=3)
    if node.left_out and node.branches:
        axis.text(x + 0.3, line + 0.1, f"… {node.left_out} more", fontsize=8, color="#666666", va="center")
    if not node.branches and node.chance:
        more = " …" if node.left_out else ""
        axis.text(
            x + 0.06, y, f"{node.paid / node.chance:+.3g}{more}", fontsize=8, va="center", weight="bold"
        )
    axis.plot([x], [y], "o", color="black", markersize=3, zorder=2)
    return y
