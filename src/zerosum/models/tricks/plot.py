"""Pictures of trick games: which card to play, as bars; where a prize is turned up first, as a map of prize by card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.game import Strategy
from zerosum.display.style import COL, ROW, heading, inside, new_figure, plain_axes
from zerosum.models.tricks.answer import TrickSolution
from zerosum.models.tricks.report import card, headline
from zerosum.models.tricks.rules import Chance

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(solution: TrickSolution) -> Figure:
    """Both strategies at the solution's position."""
    figure = new_figure(7.5, 4.8, headline(solution))
    if isinstance(solution.context, Chance):
        _by_chance(figure, solution, solution.context)
    elif solution.row == solution.col:
        _bars(figure.add_subplot(), {"each player": (solution.row, ROW)}, card(solution))
    else:
        both = {"row": (solution.row, ROW), "col": (solution.col, COL)}
        _bars(figure.add_subplot(), both, card(solution))
    return figure


def _bars(axes: Axes, players: dict[str, tuple[Strategy, str]], move: str) -> None:
    """A bar per card; two players side by side."""
    cards = sorted({card for mix, _ in players.values() for card in mix})
    width = 0.8 / len(players)
    for k, (who, (mix, colour)) in enumerate(players.items()):
        held = [card for card in cards if card in mix]
        at = [cards.index(card) + (k - (len(players) - 1) / 2) * width for card in held]
        heights = [100 * float(mix[card]) for card in held]
        bars = axes.bar(at, heights, width, color=colour, label=who)
        small = len(cards) * len(players) > 16
        labels = [f"{h:.0f}" if small else f"{h:.1f}%" for h in heights]
        shown = [label if h > 0.05 else "–" for label, h in zip(labels, heights, strict=True)]
        axes.bar_label(bars, shown, fontsize=8, padding=2)
    axes.set_xticks(range(len(cards)), cards)
    axes.set_xlabel(move)
    axes.set_ylabel("probability, %")
    axes.margins(y=0.12)
    plain_axes(axes)
    if len(players) > 1:
        axes.legend(frameon=False)


def _by_chance(figure: Figure, solution: TrickSolution, chance: Chance) -> None:
    """One map for both players where they play alike, or else one for each."""
    branches = [context for _, context in chance.branches]
    answers = [solution.answer_at(*solution.hands, context) for context in branches]
    alike = all(answer.row == answer.col for answer in answers)
    sides = ("row",) if alike else ("row", "col")
    figure.set_size_inches((7.5 if alike else 12, 5.6))
    labels = [solution.game.label(context) for context in branches]
    for k, (side, axes) in enumerate(zip(sides, np.ravel(figure.subplots(1, len(sides))), strict=True)):
        mixes = [getattr(answer, side) for answer in answers]
        _map(axes, mixes, labels, solution.game.nature)
        axes.set_xlabel(f"{'each player' if alike else side} plays the card")
        axes.set_ylabel(solution.game.nature if k == 0 else "")


def _map(axes: Axes, mixes: list[Strategy], labels: list[str], nature: str) -> None:
    """Probabilities in percent, a line per thing that chance may bring."""
    cards = list(mixes[0])
    grid = np.array([[100 * float(mix[card]) for card in cards] for mix in mixes])
    axes.imshow(grid, cmap="Blues", vmin=0, vmax=max(60.0, grid.max()), aspect="auto", origin="lower")
    size = 9 if len(cards) <= 10 else 7.5
    for i, line in enumerate(grid):
        for j, p in enumerate(line):
            if p >= 0.05:
                colour = "white" if p > 0.6 * max(60.0, grid.max()) else "black"
                text = f"{p:.1f}" if len(cards) <= 10 else f"{p:.0f}" if p >= 0.5 else "<1"
                inside(axes, j, i, text, fontsize=size, color=colour)
    axes.set_xticks(range(len(cards)), [str(card) for card in cards])
    axes.set_yticks(range(len(labels)), labels, parse_math=False)
    axes.tick_params(length=0)
    heading(axes, f"probability in %, by {nature}")
