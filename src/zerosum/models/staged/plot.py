"""Pictures of staged games: both strategies at a position, or the outcomes of chance, and the positions that optimal
play reaches.

The right part shows the path of play: from the position shown both players follow the solution, and each column is
one more move. A disc is a position, sized by its probability, at the height of its value; lines lead to the next
positions. Only the likeliest are drawn, and the caption gives their total probability.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.data import Json
from zerosum.core.game import Position
from zerosum.display.drawing import draw_mixes, key_above
from zerosum.display.style import COL, COLOURS, ROW, heading, new_figure, plain_axes
from zerosum.models.staged.answer import StagedSolution
from zerosum.models.staged.report import ChanceOutcome, chance_outcomes, headline, names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_MOVES = 12
"""Number of moves for which the path of play is followed."""
MAX_IN_COLUMN = 10
"""Largest number of positions in a column."""
NAMED = 14
"""Largest number of characters of a position that is named."""


class PathPosition(NamedTuple):
    """A position on the path of play: its probability, and those of its successors."""

    chance: float
    after: Mapping[Position, float]


def draw(solution: StagedSolution) -> Figure:
    """Draw strategies as bars on the left, on one axis, and the positions that play reaches on the right. The
    left part is omitted if neither player has a choice, the right part if the first move ends the game.
    """
    columns = _path(solution)
    mixes = {side: mix for side, mix in (("row", solution.row), ("col", solution.col)) if len(mix) > 1}
    dealt = chance_outcomes(solution)
    choices = list(dict.fromkeys(one.then for one in dealt))
    is_deal = 1 < len(choices) <= len(COLOURS)
    goes_on = not is_deal and len(columns) > (2 if mixes else 1)
    count = bool(mixes or is_deal) + goes_on
    figure = new_figure(5.5 * max(count, 1) + 0.5, 4.8, headline(solution))
    if not count:
        figure.text(0.5, 0.5, "neither player has a choice here", ha="center")
        return figure
    panels = figure.subplots(1, count, squeeze=False)[0]
    if mixes:
        moves = list(dict.fromkeys(move for mix in mixes.values() for move in mix))
        texts = dict(zip(moves, names(moves), strict=True))
        players = {
            f"{side} plays": {texts[move]: p for move, p in mix.items()} for side, mix in mixes.items()
        }
        colours = [{"row": ROW, "col": COL}[side] for side in mixes]
        draw_mixes(panels[0], players, colours, order=[*texts.values()], across=solution.game.move)
        key_above(panels[0])
    elif is_deal:
        _deal(panels[0], dealt, choices)
    if goes_on:
        _follow(panels[-1], solution, columns)
    return figure


def _deal(axes: Axes, dealt: Sequence[ChanceOutcome], choices: Sequence[str]) -> None:
    """Draw the outcomes of chance in the order of the rules, each at the height of its value and sized by its
    probability.
    """
    most = max(one.p for one in dealt)
    for then, colour in zip(choices, COLOURS, strict=False):
        chosen = [(k, one) for k, one in enumerate(dealt) if one.then == then]
        share = sum(one.p for _, one in chosen)
        axes.scatter(
            [k for k, _ in chosen],
            [one.value for _, one in chosen],
            [12 + 60 * one.p / most for _, one in chosen],
            color=colour,
            label=f"{then}: {100 * share:.1f}%",
        )
    changes = (k for k in range(1, len(dealt)) if dealt[k].then != dealt[k - 1].then)
    ends = list(dict.fromkeys((0, *changes, len(dealt) - 1)))
    axes.set_xticks(ends, [textwrap.fill(dealt[k].text, 14) for k in ends], fontsize=8, parse_math=False)
    axes.set_ylabel("value to row")
    heading(axes, "outcomes of the chance move, and optimal play after each")
    axes.legend(frameon=False, fontsize=9)
    plain_axes(axes)


def _path(solution: StagedSolution) -> list[dict[Position, PathPosition]]:
    """Return the positions that optimal play reaches, column by column, the likeliest first."""
    columns: list[dict[Position, PathPosition]] = []
    chances = {solution.position: 1.0}
    while chances and len(columns) <= MAX_MOVES:
        kept = sorted(chances, key=lambda position: -chances[position])[:MAX_IN_COLUMN]
        column = {position: PathPosition(chances[position], _after(solution, position)) for position in kept}
        columns.append(column)
        chances = {}
        for place in column.values():
            for position, p in place.after.items():
                chances[position] = chances.get(position, 0.0) + place.chance * p
    return columns


def _after(solution: StagedSolution, position: Position) -> dict[Position, float]:
    """Return the probabilities of the next positions under the solution."""
    chances: dict[Position, float] = {}
    row, col = solution.strategies_at(position)
    for i, p in row.items():
        for j, q in col.items():
            for chance, _, after in solution.game.play(position, i, j) if p and q else ():
                weight = float(p) * float(q) * float(chance)
                chances[after] = chances.get(after, 0.0) + weight
    return {after: chance for after, chance in chances.items() if chance > 1e-9}


def _follow(axes: Axes, solution: StagedSolution, columns: Sequence[Mapping[Position, PathPosition]]) -> None:
    """Draw the path of play: discs sized by probability, at the height of their values."""
    from matplotlib.ticker import MaxNLocator

    value = {at: round(float(solution.value_at(at)), 12) for column in columns for at in column}
    for k, column in enumerate(columns):
        for position, place in column.items():
            for after, p in place.after.items() if k + 1 < len(columns) else ():
                if after in columns[k + 1]:
                    thick = 0.4 + 3 * place.chance * p
                    axes.plot(
                        [k, k + 1], [value[position], value[after]], color="#999999", lw=thick, zorder=1
                    )
            axes.scatter(
                [k], [value[position]], s=20 + 380 * place.chance, color=ROW, alpha=0.75, zorder=2, lw=0
            )
        likeliest = next(iter(column))
        if len(str(likeliest)) <= NAMED:
            box = {"facecolor": "white", "alpha": 0.7, "linewidth": 0, "pad": 1}
            look: Json = {
                "textcoords": "offset points",
                "ha": "center",
                "fontsize": 8,
                "zorder": 3,
                "bbox": box,
            }
            axes.annotate(str(likeliest), (k, value[likeliest]), (0, 11), parse_math=False, **look)
    least = min(sum(place.chance for place in column.values()) for column in columns)
    share = f", {100 * least:.0f}% of it or more" if least < 0.995 else ""
    heading(axes, f"positions that optimal play reaches{share}")
    parts = getattr(solution.game.start, "_fields", ())
    means = f"; labels give {', '.join(parts).replace('_', ' ')}" if parts else ""
    axes.set_xlabel(f"moves made{means}")
    axes.set_ylabel("value to row from there on")
    axes.margins(x=0.12, y=0.16)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    plain_axes(axes)
