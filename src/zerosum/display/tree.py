r"""Game trees as figures and as TikZ, with the player to move, the information sets, and optimal play.

The tree grows from left to right. A blue disc is a decision of row, an orange one of col, a small grey one is
chance. A branch is labelled with the move and its probability, in optimal play or by chance. A dashed line joins
the decisions of an information set. Numbers at the leaves are row's payoffs; nodes that optimal play never reaches
are pale. Three dots mark a node where the tree is cut, with the average payoff from there.

Both writers use one layout: a line for each leaf, and a column for each move, as wide as its longest label.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.data import Json
from zerosum.core.numbers import Number, exact_text
from zerosum.core.printable import one_line
from zerosum.core.sides import Side
from zerosum.display.document import latex_sentence
from zerosum.display.report import Headline
from zerosum.display.style import COL, GREY, ROW, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_FRACTION_LENGTH = 7
"""Maximum number of characters of a fraction; a longer one becomes a decimal."""
MAX_LABEL_LENGTH = 22
"""Maximum number of characters of a label."""
LINE = 0.215
"""Height of a line of the figure, in inches; slides of 7.5 inches have room for 30."""
SLIDE = 13.3, 7.4
"""Maximum width of the figure, and the height up to which lines keep their height, in inches."""
MIN_WIDTH = 6.5
"""Minimum width of the figure, in inches: the legend must fit."""
SHAPE = 1.5
"""Minimum ratio of width to height, if the width fits on a slide."""
LANE = 0.07
"""Distance of the dashed lines of two information sets, in inches."""
LETTER = 0.068
"""Width of a letter, in inches."""
BEND = 0.3
"""Distance from a node to the point where a branch becomes horizontal, in inches."""
PALE = "#b5b5b5"
"""Colour of nodes that are never reached."""
FAINT = "#8a8a8a"
"""Colour of the labels of such nodes."""
CENTIMETRES = 2.54


@dataclass
class TreeNode:
    """A node: a decision, a chance move, or a leaf."""

    mover: Side | None = None
    """The side that moves; None at a chance node and at a leaf."""
    knows: Hashable = None
    """The information of the side to move: its nodes with equal information form an information set."""
    seen: str = ""
    """The information in words."""
    reach: Number = Fraction(1)
    """The probability that optimal play reaches this node."""
    payoff: Number | None = None
    """Row's payoff at a leaf; if the tree is cut here, row's average payoff."""
    branches: list[Branch] = field(default_factory=list)
    is_cut: bool = False
    """Whether the tree continues here but is not drawn."""

    def walk(self) -> Iterator[TreeNode]:
        """Yield this node and all nodes below it, in the order of the leaves."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += [branch.node for branch in reversed(node.branches)]


class Branch(NamedTuple):
    """A move or chance outcome, with its probability and the node it leads to."""

    label: str
    p: Number
    node: TreeNode


class _TreePlace(NamedTuple):
    node: TreeNode
    column: int
    line: float


@dataclass(frozen=True)
class DrawnTree:
    """A finite game as a tree with a solution's strategies."""

    headline: Headline
    seats: Mapping[Side, str]
    root: TreeNode
    note: str = ""
    """A remark on the omitted part of the tree, if any."""

    @property
    def ends(self) -> int:
        """The number of leaves, and of nodes at which the tree is cut."""
        return sum(not node.branches for node in self.root.walk())

    def information_sets(self) -> list[list[TreeNode]]:
        """Return the information sets with more than one decision."""
        found: dict[tuple[Side, Hashable], list[TreeNode]] = {}
        for node in self.root.walk():
            if node.mover is not None:
                found.setdefault((node.mover, node.knows), []).append(node)
        return [nodes for nodes in found.values() if len(nodes) > 1]

    def figure(self) -> Figure:
        """Return the tree as a figure for a slide."""
        places, lefts = self._layout()
        line = min(LINE, (SLIDE[1] - 1.0) / self.ends)
        height = max(2.2, line * self.ends + 1.0)
        width = min(SLIDE[0], max(MIN_WIDTH, lefts[-1] + 1.0, SHAPE * height))
        squeeze = (width - 1.0) / lefts[-1] if lefts[-1] else 1.0
        figure = new_figure(width, height, self.headline)
        figure.supxlabel("\n".join(filter(None, (self.note, self._legend()))), fontsize=8, parse_math=False)
        axes = figure.subplots()
        axes.set_axis_off()
        xs = [left * squeeze for left in lefts]
        axes.set_xlim(-0.2, width - 0.2)
        axes.set_ylim(-0.7 * line, line * (self.ends - 0.3))
        size = 9 if self.ends <= 24 else 8 if line > 0.17 else 7

        def at(place: _TreePlace) -> tuple[float, float]:
            return xs[place.column], line * (self.ends - 1 - place.line)

        for nodes, lane in self._lanes(places):
            colour = _colour(nodes[0], any(node.reach > 0 for node in nodes))
            for first, second in pairwise(nodes):
                (x, y), (u, v) = at(places[id(first)]), at(places[id(second)])
                out = min(x, u) - 0.1 - LANE * lane
                axes.plot(
                    [x, out, out, u], [y, y - 0.04, v + 0.04, v], ls=(0, (3, 2)), lw=1, color=colour, zorder=1
                )
        for place in places.values():
            node, (x, y) = place.node, at(place)
            for branch in node.branches:
                u, v = at(places[id(branch.node)])
                seen = branch.node.reach > 0
                look: Json = {"color": "black", "lw": 1.1} if seen else {"color": PALE, "lw": 0.7}
                axes.plot([x, x + BEND * squeeze, u], [y, v, v], zorder=2, **look)
                ink, left = "black" if seen else FAINT, x + (BEND + 0.05) * squeeze
                axes.text(
                    left, v + 0.015, _label(branch), fontsize=size, color=ink, parse_math=False, zorder=4
                )
            if not node.branches:
                ink = "black" if node.reach > 0 else FAINT
                axes.text(x + 0.05, y, _end(node), fontsize=size, va="center", color=ink, zorder=4)
                continue
            disc: Json = {"ms": 4 if node.mover is None else 9, "color": _colour(node, node.reach > 0)}
            axes.plot(x, y, "o", zorder=5, **disc)
            name: Json = {
                "fontsize": 6.5,
                "color": "white",
                "ha": "center",
                "va": "center_baseline",
                "zorder": 6,
            }
            axes.text(x, y - 0.005, self._letter(node), **name)
        return figure

    def tikz(self) -> str:
        """Return the tree as a tikzpicture, at most 15 cm wide, for a document that loads tikz."""
        places, lefts = self._layout()
        squeeze = min(1.0, 14.0 / (lefts[-1] * CENTIMETRES or 1.0)) * CENTIMETRES
        line = 0.5 if self.ends <= 30 else 0.42

        def at(place: _TreePlace) -> str:
            return f"({lefts[place.column] * squeeze:.2f},{-line * place.line:.2f})"

        drawn = [
            f"% {one_line(self.headline.title)}, value {self.headline.value}. Needs \\usepackage{{tikz}}.",
            *([f"% {one_line(self.note)}"] if self.note else []),
            r"\begin{tikzpicture}[font=\scriptsize, inner sep=1pt,",
            r"  chance/.style={circle, fill=black!45, minimum size=3pt},",
            r"  row/.style={circle, fill=blue!60!black, text=white, minimum size=8pt},",
            r"  col/.style={circle, fill=orange!80!red, text=white, minimum size=8pt},",
            r"  set/.style={dashed}, unreached/.style={black!35}]",
        ]
        for nodes, lane in self._lanes(places):
            colour = "blue!60!black" if nodes[0].mover == "row" else "orange!80!red"
            colour = colour if any(node.reach > 0 for node in nodes) else "black!35"
            for first, second in pairwise(nodes):
                one, two = places[id(first)], places[id(second)]
                out = min(lefts[one.column], lefts[two.column]) * squeeze - 0.2 - 0.15 * lane
                via = (
                    f"({out:.2f},{-line * one.line - 0.08:.2f}) -- ({out:.2f},{-line * two.line + 0.08:.2f})"
                )
                drawn.append(rf"\draw[set, {colour}] {at(one)} -- {via} -- {at(two)};")
        for place in places.values():
            node = place.node
            for branch in node.branches:
                child = places[id(branch.node)]
                x, y = lefts[place.column] * squeeze + BEND * squeeze, -line * child.line
                look = "" if branch.node.reach > 0 else "[unreached]"
                label = latex_sentence(_label(branch))
                drawn.append(
                    rf"\draw{look} {at(place)} -- ({x:.2f},{y:.2f}) node[above right] {{{label}}} -- {at(child)};"
                )
        for place in places.values():
            node = place.node
            pale = node.reach <= 0
            if node.branches:
                style = node.mover or "chance"
                name = latex_sentence(self._letter(node))
                drawn.append(rf"\node[{style}{', fill=black!25' if pale else ''}] at {at(place)} {{{name}}};")
            else:
                drawn.append(
                    rf"\node[right{', unreached' if pale else ''}] at {at(place)} {{{latex_sentence(_end(node))}}};"
                )
        return "\n".join([*drawn, r"\end{tikzpicture}"])

    def _layout(self) -> tuple[dict[int, _TreePlace], list[float]]:
        """Return the position of each node by its id, and the left edge of each column in inches."""
        places: dict[int, _TreePlace] = {}
        widths: dict[int, float] = {}
        lines = 0

        def visit(node: TreeNode, column: int) -> float:
            nonlocal lines
            if node.branches:
                heights = []
                for branch in node.branches:
                    room = BEND + 0.25 + LETTER * len(_label(branch))
                    widths[column] = max(widths.get(column, 0.8), room)
                    heights.append(visit(branch.node, column + 1))
                line = (heights[0] + heights[-1]) / 2
            else:
                line, lines = float(lines), lines + 1
            places[id(node)] = _TreePlace(node, column, line)
            return line

        visit(self.root, 0)
        lefts = [0.0]
        for column in range(len(widths)):
            lanes = [lane for nodes, lane in self._lanes(places) if places[id(nodes[0])].column == column + 1]
            lefts.append(lefts[-1] + widths[column] + LANE * max(lanes, default=0))
        return places, lefts

    def _lanes(self, places: Mapping[int, _TreePlace]) -> list[tuple[list[TreeNode], int]]:
        """Return information sets from top to bottom, each with a left offset that prevents overlaps."""
        taken: dict[int, list[list[tuple[float, float]]]] = {}
        found = []
        sets = [sorted(nodes, key=lambda node: places[id(node)].line) for nodes in self.information_sets()]
        sets.sort(key=lambda nodes: places[id(nodes[-1])].line - places[id(nodes[0])].line)
        for nodes in sets:
            span = places[id(nodes[0])].line, places[id(nodes[-1])].line
            lanes = taken.setdefault(places[id(nodes[0])].column, [])
            free = (
                k
                for k, lane in enumerate(lanes)
                if all(span[1] < low or high < span[0] for low, high in lane)
            )
            lane = next(free, len(lanes))
            if lane == len(lanes):
                lanes.append([])
            lanes[lane].append(span)
            found.append((nodes, lane))
        return found

    def _letter(self, node: TreeNode) -> str:
        """Return the name of the side that moves, if it is one letter."""
        seat = self.seats[node.mover] if node.mover is not None else ""
        return seat.upper() if len(seat) == 1 else ""

    def _legend(self) -> str:
        row, col = self.seats["row"], self.seats["col"]
        dashed = " · dashed: same information set" if self.information_sets() else ""
        return (
            f"blue: {row} moves · orange: {col} moves · grey: chance{dashed} · leaves: payoff to {row} · "
            f"pale: never reached"
        )


def _colour(node: TreeNode, is_reached: bool) -> str:
    return {"row": ROW, "col": COL, None: GREY}[node.mover] if is_reached else PALE


def _label(branch: Branch) -> str:
    name = branch.label
    if len(name) > MAX_LABEL_LENGTH:
        name = f"{name[: MAX_LABEL_LENGTH - 1].rstrip()}…"
    return f"{name}: {_number(branch.p)}"


def _end(node: TreeNode) -> str:
    if node.is_cut:
        return "…" if node.payoff is None else f"… {_number(node.payoff)}"
    return _number(node.payoff if node.payoff is not None else Fraction(0))


def _number(x: Number) -> str:
    """Return a short fraction unchanged, any other number to three places."""
    if isinstance(x, Fraction) and len(exact_text(x)) <= MAX_FRACTION_LENGTH:
        return exact_text(x)
    return f"{round(float(x), 3) + 0.0:g}"
