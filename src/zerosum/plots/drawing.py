"""Pictures of drawing games: the chart of pull and stick, coloured by how much the better act is better."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.arrays import Floats
from zerosum.models.drawing import DrawingGame
from zerosum.solvers.drawing.tables import act_share, act_word, charted, ways

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]


def draw(solution: Any) -> Figure:
    """The chart by total and by the rival's card, and what the first card is worth."""
    from matplotlib.figure import Figure

    game, plans = solution.game, solution.plans
    cards = sorted(plans)
    chart = charted(game, plans)
    wide = len(cards) > 1
    figure = Figure(figsize=(11.5 if wide else 9.0, 0.27 * len(chart) + 1.8), layout="constrained")
    figure.suptitle(f"{solution.title}   value {float(solution.value):+.4f}", fontsize=12)
    left, first = figure.subplots(1, 2, width_ratios=(3, 2) if wide else (1, 1.6))
    _draw_chart(figure, left, game, chart, cards)
    _draw_first(first, game, plans)
    return figure


def _cell(game: DrawingGame, spots: Any, card: int) -> tuple[float, str]:
    """The mean gain of sticking over pulling, and a word: S, P, or the share of the hands that stick."""
    both = [
        (ways(game, h, card), s) for h, s in spots if s.stick_part is not None and s.pull_part is not None
    ]
    if not both:
        return math.nan, ""
    total = sum(w for w, _ in both)
    word = act_word(act_share(game, spots, card)) or ""
    gain = sum(w / total * float(s.stick - s.pull) for w, s in both)
    return gain, {"stick": "S", "pull": "P"}.get(word, word)


def _draw_chart(figure: Figure, axes: Axes, game: DrawingGame, chart: Any, cards: list[int]) -> None:
    cells = [[_cell(game, by_card.get(card, []), card) for card in cards] for by_card in chart.values()]
    gains = np.array([[gain for gain, _ in row] for row in cells])
    image = axes.imshow(gains, cmap="RdBu_r", vmin=-0.6, vmax=0.6, aspect="auto")
    for i, row in enumerate(cells):
        for j, (gain, word) in enumerate(row):
            axes.text(j, i, word, ha="center", va="center", fontsize=8, color="w" if abs(gain) > 0.4 else "k")
    axes.set_yticks(range(len(chart)), list(chart), fontsize=8)
    axes.set_xticks(range(len(cards)), [game.kinds[card] if card >= 0 else "hidden" for card in cards])
    axes.set_xlabel("rival's card")
    axes.set_title("S stick, P pull\n%: of the ways to hold it, how many stick", fontsize=10)
    figure.colorbar(
        image, ax=axes, label="gain of sticking over pulling, per unit at stake", shrink=0.8, extend="both"
    )


def _draw_first(axes: Axes, game: DrawingGame, plans: Any) -> None:
    """The edge of the first card: bars for a closed card, a heat map for an open one."""
    cards = sorted(plans)
    edges = np.array([[_first_edge(plans[card], kind) for card in cards] for kind in range(len(game.kinds))])
    fold = float(2 * game.stakes.fold_below - 1)
    axes.set_title("what the first card gains, per unit at stake", fontsize=10)
    if len(cards) == 1:
        _edge_bars(axes, game, edges[:, 0], fold)
        return
    axes.imshow(edges, cmap="RdBu_r", vmin=-0.6, vmax=0.6, aspect="auto")
    for i, row in enumerate(edges):
        for j, edge in enumerate(row):
            word = "" if math.isnan(edge) else "F" if edge < fold else f"{edge:+.2f}"
            axes.text(j, i, word, ha="center", va="center", fontsize=7, color="w" if abs(edge) > 0.4 else "k")
    axes.set_yticks(range(len(game.kinds)), game.kinds)
    axes.set_xticks(range(len(cards)), [game.kinds[card] for card in cards])
    axes.set_xlabel("rival's card (F: fold)")
    axes.set_ylabel("bettor's first card")


def _first_edge(plan: Any, kind: int) -> float:
    hand = next((hand for hand in plan if sum(hand) == 1 and hand[kind]), None)
    return math.nan if hand is None else float(plan[hand].best)


def _edge_bars(axes: Axes, game: DrawingGame, edges: Floats, fold: float) -> None:
    axes.bar(game.kinds, edges, color=["#1a5276" if edge >= 0 else "#c0734f" for edge in edges])
    axes.axhline(0.0, color="black", linewidth=0.8)
    axes.axhline(fold, color="black", linewidth=0.8, linestyle=":")
    axes.annotate("fold below", (0, fold), va="bottom", fontsize=9)
    axes.set_xlabel("bettor's first card")
