"""The usual 13 × 13 grid of hold'em hands: pairs on the diagonal, suited hands above it, offsuit hands below.

Rivers and turns use it for their classes of hands. Hidden games use it if chance deals a class to each player
(`HiddenGame.holding` is "hand"): `charts` groups their information sets by decision, with one chart for each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.display.drawing import Cell, colour_key, draw_divided, no_frame
from zerosum.display.style import boxes, colours_of, heading, inside, new_figure
from zerosum.display.table import Table
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Knowledge

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.display.report import Headline

RANKS = "AKQJT98765432"
"""Ranks from the left, and from the top."""

MIN_HEIGHT = 0.12
"""Smallest height of a class with positive frequency."""


def grid_rows() -> list[list[str]]:
    """Return the names of the classes, row by row."""
    return [
        [
            one + other if i == j else f"{one}{other}s" if j > i else f"{other}{one}o"
            for j, other in enumerate(RANKS)
        ]
        for i, one in enumerate(RANKS)
    ]


def grid_table(title: str, shares: Mapping[str, Number]) -> Table:
    """Return the grid as a table, in percent; a dot stands for a missing class."""
    rows = [
        [rank, *(f"{100 * float(shares[name]):.0f}" if name in shares else "·" for name in names)]
        for rank, names in zip(RANKS, grid_rows(), strict=True)
    ]
    return Table(title, ["", *RANKS], rows)


class GridChart(NamedTuple):
    """A grid to draw."""

    title: str
    cells: Mapping[str, tuple[float, Mapping[str, Number]]]
    """For each class, the filled height of its square, from 0 to 1, and the probabilities that divide its width."""
    played: Mapping[str, str]
    """The moves, each with a label, for example its frequency."""
    framed: Collection[str] = ()
    """Classes with a frame."""


def draw_grids(title: Headline, grids: Sequence[GridChart], moves: Iterable[str]) -> Figure:
    """Draw grids side by side, each with a legend of its moves; the colours depend on the moves of all grids."""
    from matplotlib.patheffects import withStroke

    figure, colours = new_figure(6.4 * len(grids) + 0.4, 7.3, title), colours_of(moves)
    halo = withStroke(linewidth=2, foreground="white")  # legible on dark colours
    for axes, chart in zip(figure.subplots(1, len(grids), squeeze=False)[0], grids, strict=True):
        squares, frames, divided = [], [], []
        for i, names in enumerate(grid_rows()):
            y = len(RANKS) - 1 - i
            for j, name in enumerate(names):
                squares.append((j, y, 1, 1))
                if name in chart.cells:
                    height, mix = chart.cells[name]
                    divided.append(Cell(j, y, 1, max(MIN_HEIGHT, height), mix))
                if name in chart.framed:
                    frames.append(squares[-1])
                look = (
                    {"path_effects": [halo], "color": "black"}
                    if name in chart.cells
                    else {"color": "#999999"}
                )
                inside(axes, j + 0.5, y + 0.5, name, fontsize=7.5, **look)
        boxes(axes, squares, facecolors="#f4f4f4", linewidths=0)
        draw_divided(axes, divided, colours)
        boxes(axes, squares, facecolors="none", edgecolors="white", linewidths=1)
        if frames:
            boxes(axes, frames, facecolors="none", edgecolors="black", linewidths=2)
        axes.set(xlim=(0, 13), ylim=(0, 13), xticks=[], yticks=[], aspect="equal")
        no_frame(axes)
        heading(axes, chart.title)
        shares = {f"{move} {text}": colours[move] for move, text in chart.played.items()}
        below = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.01), "ncols": min(4, len(shares))}
        colour_key(axes, shares, **below, columnspacing=1.2, handlelength=1.2)
    return figure


class Chart(NamedTuple):
    """A decision of a hidden game: the player, the moves before it, and the set of each class of hands."""

    side: Side
    history: tuple[str, ...]
    sets: Mapping[str, int]

    def title(self, seats: Mapping[Side, str]) -> str:
        when = f"after {', '.join(self.history)}" if self.history else "at the start"
        return f"{seats[self.side]}, {when}"


def charts(solution: HiddenSolution) -> Iterator[Chart]:
    """Yield the decisions of a hidden game whose hands are classes, or the requested ones."""
    form, asked = solution.form, solution.position_keys.get("seen")
    for side in SIDES:
        found: dict[tuple[str, ...], dict[str, int]] = {}
        numbers = range(len(form.of(side))) if asked is None else form.reading(side, str(asked))
        for number in numbers:
            known = Knowledge.of(form.seen(side, number))
            found.setdefault(known.history, {})[known.hand[0]] = number
        for history, sets in found.items():
            yield Chart(side, history, sets)
