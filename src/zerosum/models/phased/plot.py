"""Pictures of games in two phases: bars of first numbers, and regions of the square of both numbers.

Each turn of the first phase is a bar from 0 to 1, in the manner of Bellman and Blackwell. Each turn of the second phase
is a square, the first number across and the second one up. Where a player does not come by the player's own choices
the picture is pale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from zerosum.core.arrays import Bools, Floats
from zerosum.display.style import colours_of, heading, inside, new_figure, text_colour
from zerosum.models.betting.form import BettingTurn, Step, StepStrategy
from zerosum.models.betting.plot import UNREACHED
from zerosum.models.phased.answer import PhasedSolution
from zerosum.models.phased.report import headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FINE = 300
"""Number of points across and up a square."""

COARSE = 3
"""Names of regions are placed on every third point across and up."""

PALE = 0.25
"""Strength of the colours where the player never comes."""

ACROSS = 3
"""Number of squares side by side."""

BAR, SQUARE = 0.4, 2.9
"""Inches of height."""

WIDE, DEEP = 0.05, 0.04
"""A shorter interval of a bar, or a region without room for such a circle, carries no name."""


def draw(solution: PhasedSolution) -> Figure:
    """All turns, or the one that was asked for."""
    asked, form = solution.where.get("node"), solution.game.form
    turns = [turn for turn in form.turns if asked in (None, turn.name)]
    bars = [turn for turn in turns if turn in form.first.turns]
    squares = [turn for turn in turns if turn not in bars]
    lines = -(-len(squares) // ACROSS)
    heights = [BAR] * len(bars) + [SQUARE] * lines
    figure = new_figure(10, 0.9 + sum(heights) + 0.3 * len(heights), headline(solution))
    figure.supxlabel(UNREACHED, fontsize=8)
    grid = figure.add_gridspec(len(heights), ACROSS, height_ratios=heights)
    pen = TurnPainter(solution)
    for k, turn in enumerate(bars):
        pen.bar(figure.add_subplot(grid[k, :]), turn)
    for k, turn in enumerate(squares):
        line, column = divmod(k, ACROSS)
        pen.square(figure.add_subplot(grid[len(bars) + line, column]), turn)
    return figure


class TurnPainter:
    """Draws the turns of one solution."""

    def __init__(self, solution: PhasedSolution) -> None:
        self.solution, self.form = solution, solution.game.form
        self.line = (np.arange(FINE) + 0.5) / FINE
        first, second = np.meshgrid(self.line, self.line)
        self.plane, self.score = first, solution.game.score.levels(first, second)
        from matplotlib.colors import to_rgb

        self.names = colours_of(action for turn in self.form.turns for action in turn.actions)
        self.colours = {name: np.array(to_rgb(colour)) for name, colour in self.names.items()}

    def bar(self, axis: Axes, turn: BettingTurn) -> None:
        """One turn of the first phase."""
        plan = self.solution.steps[turn.name]
        axis.imshow(self._painted(turn, self.line, self.line)[None], extent=(0, 1, 0, 1), aspect="auto")
        for step in plan:
            if step.high - step.low > WIDE:
                self._named(axis, step, float(step.low + step.high) / 2, 0.5)
        axis.set(yticks=[], xticks=[float(end) for end in plan.ends])
        axis.set_xticklabels([f"{float(end):.3g}" for end in plan.ends], fontsize=8)
        heading(axis, f"{turn.label}, by the first number")

    def square(self, axis: Axes, turn: BettingTurn) -> None:
        """One turn of the second phase."""
        painted = self._painted(turn, self.plane, self.score)
        axis.imshow(painted, extent=(0, 1, 0, 1), origin="lower")
        comes = self._comes(turn, self.plane, self.score)
        some = slice(COARSE // 2, None, COARSE)
        comes, score, line = comes[some, some], self.score[some, some], self.line[some]
        for step in self.solution.steps[turn.name]:
            region = comes & (score >= float(step.low)) & (score < float(step.high))
            depth = distance_to_edge(region) / len(line)
            up, across = divmod(int(depth.argmax()), len(line))
            if depth.max() > DEEP:
                self._named(axis, step, float(line[across]), float(line[up]))
        axis.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="first number", ylabel="second number")
        heading(axis, turn.label)

    def _named(self, axis: Axes, step: Step, across: float, up: float) -> None:
        """What a region does, in its middle."""
        colour = text_colour(self.names[next(iter(step.mix))])
        inside(axis, across, up, str(step), fontsize=9, color=colour)

    def _painted(self, turn: BettingTurn, first: Floats, strength: Floats) -> Floats:
        """Colours at points, by the first number and by what it or the score is."""
        chances = _chances(self.solution.steps[turn.name], strength)
        colour = sum(chances[action][..., None] * self.colours[action] for action in turn.actions)
        strong = np.where(self._comes(turn, first, strength), 1.0, PALE)[..., None]
        return np.asarray(colour * strong + (1 - strong))

    def _comes(self, turn: BettingTurn, first: Floats, strength: Floats) -> npt.NDArray[np.bool_]:
        """The points of a map at which the player's own choices lead to a turn."""
        comes = np.ones(first.shape, bool)
        for before in self._earlier(turn):
            at = first if before in self.form.first.turns else strength
            comes &= _chances(self.solution.steps[before.name], at)[turn.history[len(before.history)]] > 0
        return comes

    def _earlier(self, turn: BettingTurn) -> Sequence[BettingTurn]:
        """The player's own turns on the way to a turn."""
        return [
            before
            for before in self.form.turns
            if before.player == turn.player
            and before.history == turn.history[: len(before.history)] != turn.history
        ]


def _chances(plan: StepStrategy, at: Floats) -> Mapping[str, Floats]:
    """The probability of each action at points."""
    ends = np.array([float(end) for end in plan.ends])
    cells = np.clip(np.searchsorted(ends, at, side="right") - 1, 0, len(plan.mixes) - 1)
    mixes = np.array([[float(p) for p in mix] for mix in plan.mixes])
    return {action: mixes[cells, k] for k, action in enumerate(plan.actions)}


def distance_to_edge(region: Bools) -> Floats:
    """How far each point of a region is from the nearest point outside, the frame around the square included."""
    inside = np.pad(region, 1)
    height = np.zeros(inside.shape)  # the distance to the nearest point outside above or below
    for line in range(1, len(inside)):
        height[line] = np.where(inside[line], height[line - 1] + 1, 0)
    for line in range(len(inside) - 2, -1, -1):
        height[line] = np.minimum(height[line], height[line + 1] + 1)
    own = height**2
    squares = own.copy()
    for aside in range(1, inside.shape[1]):
        if aside**2 >= squares.max():
            break
        there = own + aside**2
        squares[:, aside:] = np.minimum(squares[:, aside:], there[:, :-aside])
        squares[:, :-aside] = np.minimum(squares[:, :-aside], there[:, aside:])
    return np.sqrt(squares[1:-1, 1:-1])
