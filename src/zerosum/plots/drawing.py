"""Pictures of drawing games: the chart of pull and stick, coloured by how much the better act is better."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from zerosum.arrays import Floats
from zerosum.models.drawing import STICK, DrawingGame, Hand

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]


def draw(solution: Any) -> Figure:
    """The chart by total and by the rival's card, and what the first card is worth."""
    from matplotlib.figure import Figure

    game, plans = solution.rules, solution.plans
    cards = sorted(plans)
    labels = _labels(game, plans)
    wide = len(cards) > 1
    figure = Figure(figsize=(11.5 if wide else 9.0, 0.27 * len(labels) + 1.8), layout="constrained")
    figure.suptitle(f"{solution.title}   value {float(solution.value):+.4f}", fontsize=12)
    chart, first = figure.subplots(1, 2, width_ratios=(3, 2) if wide else (1, 1.6))
    _draw_chart(figure, chart, game, plans, labels)
    _draw_first(first, game, plans)
    return figure


def _labels(game: DrawingGame, plans: Any) -> dict[str, list[Hand]]:
    """Hands of two cards and more by their name, in the order of the chart."""
    hands = sorted(
        {hand for plan in plans.values() for hand in plan if sum(hand) > 1},
        key=lambda hand: (game.label(hand).split()[0], game.score(hand)),
    )
    named: dict[str, list[Hand]] = {}
    for hand in hands:
        named.setdefault(game.label(hand), []).append(hand)
    return named


def _ways(game: DrawingGame, hand: Hand) -> int:
    """How many ways there are to hold a hand: the weight of a composition."""
    return math.prod(math.comb(there, held) for there, held in zip(game.supply, hand, strict=True))


def _cell(game: DrawingGame, plan: Any, hands: list[Hand]) -> tuple[float, str]:
    """The mean gain of sticking over pulling, and a word: S, P, or the share of the hands that stick."""
    spots = [(plan[hand], _ways(game, hand)) for hand in hands if hand in plan]
    both = [(s, w) for s, w in spots if s.stick_part is not None and s.pull_part is not None]
    if not both:
        return math.nan, ""
    total = sum(w for _, w in both)
    gain = sum(w / total * float(s.stick - s.pull) for s, w in both)
    sticks = sum(w for s, w in both if s.act == STICK) / total
    return gain, "S" if sticks == 1 else "P" if sticks == 0 else f"{_percent(sticks)}%"


def _percent(share: float) -> str:
    """A share in whole percent, never 0 or 100 for one that is not."""
    if share < 0.005:
        return "<1"
    return ">99" if share > 0.995 else f"{100 * share:.0f}"


def _draw_chart(figure: Figure, axes: Axes, game: DrawingGame, plans: Any, labels: Any) -> None:
    cards = sorted(plans)
    cells = [[_cell(game, plans[card], hands) for card in cards] for hands in labels.values()]
    gains = np.array([[gain for gain, _ in row] for row in cells])
    image = axes.imshow(gains, cmap="RdBu_r", vmin=-0.6, vmax=0.6, aspect="auto")
    for i, row in enumerate(cells):
        for j, (gain, word) in enumerate(row):
            axes.text(j, i, word, ha="center", va="center", fontsize=8, color="w" if abs(gain) > 0.4 else "k")
    axes.set_yticks(range(len(labels)), list(labels), fontsize=8)
    axes.set_xticks(range(len(cards)), [game.kinds[c] if c >= 0 else "closed" for c in cards])
    axes.set_xlabel("rival's card")
    axes.set_title("S stick, P pull, % of such hands that stick", fontsize=10)
    figure.colorbar(image, ax=axes, label="gain of sticking over pulling, a unit at stake", shrink=0.8)


def _draw_first(axes: Axes, game: DrawingGame, plans: Any) -> None:
    """The edge of the first card: bars for a closed card, a heat map for an open one."""
    cards = sorted(plans)
    edges = np.array([[_first_edge(plans[card], kind) for card in cards] for kind in range(len(game.kinds))])
    fold = float(2 * game.stakes.fold_below - 1)
    axes.set_title("edge of the first card, a unit at stake", fontsize=10)
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
