"""Pictures of drawing games: the chart of hit and stand, coloured by how much the better act is better."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from zerosum.display.drawing import draw_chart
from zerosum.display.style import COLOURS, box, heading, new_figure, plain_axes
from zerosum.models.solo.engines.drawing.answer import ChartCell, DrawingSolution, Spots, ways
from zerosum.models.solo.engines.drawing.report import act_word, headline
from zerosum.models.solo.engines.drawing.rules import DrawingGame, Hand

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_GAIN = 0.6
"""Gains above this share the last colour of the scale."""
MAX_HANDS = 45
"""Most hands of a line that are drawn; the most common ones are."""
STANDS, HITS = COLOURS[1], COLOURS[3]
"""The colours of standing and hitting, where colours show nothing else."""
SCALE = 0.08
"""The width of the colour scale, where the chart has width 3."""
GAIN = "gain of standing over hitting, per unit staked"

Gains = Sequence[Sequence[tuple[float, str]]]
"""For each place of a chart: how much standing gains over hitting, and a word."""


def draw(solution: DrawingSolution) -> Figure:
    """Draw the chart by total and by the opponent's card, and the EV of the first card; or the hands of one
    row.
    """
    if "total" in solution.position_keys:
        return _draw_line(solution)
    game, spots, chart = solution.game, solution.spots, solution.chart
    wide = len(spots) > 1
    best = f"best: {next(iter(solution.row))}" if solution.asked else ""
    figure = new_figure(12.5 if wide else 9.0, 0.27 * len(chart) + 2.0, headline(solution), best)
    left, *scale, first = figure.subplots(
        1, 3 if wide else 2, width_ratios=(3, SCALE, 2) if wide else (1, 1.6)
    )
    cards = sorted(spots)
    cells = [[_cell(line.get(card)) for card in cards] for line in chart.values()]
    _draw_gains(left, scale, cells, list(chart))
    _opponent_ticks(left, game, cards)
    heading(left, "S stand, H hit\n%: of the ways to hold it, how many stand")
    _draw_first(first, game, spots)
    if solution.asked:
        _mark(left, first, solution, list(chart))
    return figure


def _draw_line(solution: DrawingSolution) -> Figure:
    """Draw every hand of one row of the chart with its gain from standing, by the opponent's card."""
    game, asked = solution.game, solution.asked
    often: dict[Hand, int] = {}
    for card, cell in asked.items():
        for hand, _ in cell:
            often[hand] = often.get(hand, 0) + ways(game, hand, card)
    shown = sorted(often, key=lambda hand: -often[hand])[:MAX_HANDS]
    cells = []
    for hand in shown:
        spots = [dict(cell).get(hand) for cell in asked.values()]
        gains = [math.nan if spot is None else spot.gain for spot in spots]
        acts = ["" if spot is None or math.isnan(spot.gain) else spot.act[0].upper() for spot in spots]
        cells.append(list(zip(gains, acts, strict=True)))
    height = 0.22 * len(shown) + 2.0
    figure = new_figure(max(6.5, 4.5 + 0.7 * len(asked)), height, headline(solution))
    several = len(asked) > 1
    axes, *scale = figure.subplots(1, 1 + several, squeeze=False, width_ratios=(3, SCALE)[: 1 + several])[0]
    _draw_gains(axes, scale, cells, [game.show_hand(hand) for hand in shown])
    _opponent_ticks(axes, game, list(asked))
    left_out = f"\nthe {MAX_HANDS} most common of {len(often)} hands" if len(often) > MAX_HANDS else ""
    heading(axes, f"S stand, H hit; the most common hand on top{left_out}")
    return figure


def _cell(cell: ChartCell | None) -> tuple[float, str]:
    """Return the mean gain of standing over hitting, and S, H or the fraction of the hands that stand."""
    if cell is None or math.isnan(cell.gain):
        return math.nan, ""
    word = act_word(cell) or ""
    return cell.gain, {"stand": "S", "hit": "H"}.get(word, word)


def _draw_gains(axes: Axes, scale: Sequence[Axes], cells: Gains, labels: Sequence[str]) -> None:
    """Draw the gains with their labels: bars if the opponent's card makes no difference, else colours on a
    scale.
    """
    if len(cells[0]) == 1:
        _bars(axes, [row[0] for row in cells])
        axes.set_yticks(range(len(labels)), labels, fontsize=8)
        return
    gains = np.array([[gain for gain, _ in row] for row in cells])
    words = [[word for _, word in row] for row in cells]
    image = draw_chart(axes, gains, words, labels, [], limits=(-MAX_GAIN, MAX_GAIN))
    axes.tick_params(axis="y", labelsize=8)
    axes.figure.colorbar(image, cax=scale[0], label=GAIN, extend="both")


def _bars(axes: Axes, cells: Sequence[tuple[float, str]]) -> None:
    """Draw a bar for each row, to the right if standing is better, with its label on the other side of the
    axis.
    """
    for i, (gain, word) in enumerate(cells):
        box(axes, 0, i - 0.4, gain, 0.8, facecolor=STANDS if gain > 0 else HITS)
        side = "right" if gain > 0 else "left"
        axes.text(0, i, f" {word} " if word else "", ha=side, va="center", fontsize=8, in_layout=False)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set(xlim=_around([gain for gain, _ in cells]), ylim=(len(cells) - 0.5, -0.5), xlabel=GAIN)
    plain_axes(axes)


def _around(numbers: Iterable[float]) -> tuple[float, float]:
    """Return limits with some room beyond the numbers, and beyond 0."""
    known = [0.0, *(x for x in numbers if not math.isnan(x))]
    room = 0.05 * (max(known) - min(known))
    return min(known) - room, max(known) + room


def _opponent_ticks(axes: Axes, game: DrawingGame, cards: Sequence[int]) -> None:
    if len(cards) > 1:
        axes.set_xticks(range(len(cards)), [game.kinds[card] for card in cards])
        axes.set_xlabel("dealer's card")


def _mark(chart: Axes, first: Axes, solution: DrawingSolution, labels: Sequence[str]) -> None:
    """Draw a frame around the cell of the requested hand."""
    from matplotlib.patches import Rectangle

    game, cards = solution.game, sorted(solution.spots)
    (card, cell), *_ = solution.asked.items()
    hand = cell[0][0]
    frame = {"fill": False, "edgecolor": COLOURS[2], "linewidth": 2.5}
    if sum(hand) > 1:
        line, (left, right) = labels.index(str(game.label(hand))), chart.get_xlim()
        column = cards.index(card) - 0.5
        corner, width = ((column, line - 0.5), 1.0) if len(cards) > 1 else ((left, line - 0.5), right - left)
        chart.add_patch(Rectangle(corner, width, 1, **frame))  # type: ignore[arg-type]
    elif len(cards) > 1:
        first.add_patch(Rectangle((cards.index(card) - 0.5, hand.index(1) - 0.5), 1, 1, **frame))  # type: ignore[arg-type]
    else:
        bar = first.patches[hand.index(1)]
        bar.set_edgecolor(COLOURS[2])
        bar.set_linewidth(2.5)


def _draw_first(axes: Axes, game: DrawingGame, spots: Spots) -> None:
    """Draw the EV of the first card: bars if the opponent's card is face down, a heat map if it is face up."""
    cards = sorted(spots)
    kinds = range(len(game.kinds))
    ones = [tuple(int(k == kind) for k in kinds) for kind in kinds]
    edges = np.array(
        [[float(spots[c][one].best) if one in spots[c] else math.nan for c in cards] for one in ones]
    )
    fold = float(2 * game.stakes.fold_below - 1)
    heading(axes, "gain with each first card, per unit staked")
    if len(cards) == 1:
        bars = edges[:, 0].tolist()
        for kind, edge in enumerate(bars):
            box(axes, kind - 0.4, 0, 0.8, edge, facecolor=COLOURS[0] if edge >= 0 else COLOURS[5])
        axes.axhline(0.0, color="black", linewidth=0.8)
        axes.axhline(fold, color="black", linewidth=0.8, linestyle=":")
        axes.annotate("fold below", (0, fold), va="bottom", fontsize=9)
        axes.set_xticks(kinds, game.kinds)
        axes.set(xlim=(-0.9, len(bars) - 0.1), ylim=_around([*bars, fold]), xlabel="bettor's first card")
        plain_axes(axes)
        return
    words = [
        ["" if math.isnan(edge) else "F" if edge < fold else f"{edge:+.2f}" for edge in row] for row in edges
    ]
    columns = [game.kinds[card] for card in cards]
    draw_chart(axes, edges, words, game.kinds, columns, limits=(-MAX_GAIN, MAX_GAIN), fontsize=7)
    axes.set_xlabel("dealer's card (F: fold)")
    axes.set_ylabel("bettor's first card")
