"""Pictures of games in two phases: bars of first numbers, and regions of the square of both numbers.

Each turn of the first phase is a bar from 0 to 1, in the manner of Bellman and Blackwell. Each turn of the second phase
is a square, the first number across and the second one up. Where a player does not come by the player's own choices
the picture is pale.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.display.style import boxes, colours_of, heading, inside, new_figure, text_colour
from zerosum.models.continuum.engines.phased.answer import PhasedSolution
from zerosum.models.continuum.engines.phased.report import headline
from zerosum.models.continuum.form import BettingTurn, Step, StepStrategy
from zerosum.models.continuum.plot import UNREACHED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FINE = 100
"""Number of points across and up a square, on which names of regions are placed."""

JUMP_TOLERANCE = 1e-9
"""Half the width of a jump of the border between two regions."""

PALE = 0.25
"""Strength of the colours where the player never comes."""

ACROSS = 3
"""Number of squares side by side."""

BAR, SQUARE = 0.4, 2.9
"""Inches of height."""

WIDE, DEEP = 0.05, 0.04
"""A shorter interval of a bar, or a region without room for such a circle, carries no name."""


def draw(solution: PhasedSolution) -> Figure:
    """Draw all turns, or the requested one."""
    asked, form = solution.position_keys.get("node"), solution.game.form
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
    """A painter of the turns of one solution."""

    def __init__(self, solution: PhasedSolution) -> None:
        self.solution, self.form = solution, solution.game.form
        self.line = (np.arange(FINE) + 0.5) / FINE
        first, second = np.meshgrid(self.line, self.line)
        self.plane, self.score = first, solution.game.score.levels(first, second)
        from matplotlib.colors import to_rgb

        self.names = colours_of(action for turn in self.form.turns for action in turn.actions)
        self.colours = {name: np.array(to_rgb(colour)) for name, colour in self.names.items()}

    def bar(self, axis: Axes, turn: BettingTurn) -> None:
        """Draw a turn of the first phase."""
        plan = self.solution.steps[turn.name]
        parts = list(pairwise(self._ends(turn, *self._earlier(turn))))
        shades = [self._shade(turn, (low + high) / 2, (low + high) / 2) for low, high in parts]
        boxes(axis, [(low, 0, 1 - low, 1) for low, _ in parts], facecolors=shades, linewidths=0)
        for step in plan:
            if step.high - step.low > WIDE:
                self._named(axis, step, float(step.low + step.high) / 2, 0.5)
        axis.set(xlim=(0, 1), ylim=(0, 1), yticks=[], xticks=[float(end) for end in plan.ends])
        axis.set_xticklabels([f"{float(end):.3g}" for end in plan.ends], fontsize=8)
        heading(axis, f"{turn.label}, by the first number")

    def square(self, axis: Axes, turn: BettingTurn) -> None:
        """Draw a turn of the second phase."""
        self._paint(axis, turn)
        comes = self._comes(turn, self.plane, self.score)
        for step in self.solution.steps[turn.name]:
            region = comes & (self.score >= float(step.low)) & (self.score < float(step.high))
            depth = distance_to_edge(region) / FINE
            up, across = divmod(int(depth.argmax()), FINE)
            if depth.max() > DEEP:
                self._named(axis, step, float(self.line[across]), float(self.line[up]))
        axis.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        axis.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="first number", ylabel="second number")
        heading(axis, turn.label)

    def _paint(self, axis: Axes, turn: BettingTurn) -> None:
        """Paint the regions of a square, each over the previous one: first numbers above a threshold, scores
        above a threshold.
        """
        from matplotlib.collections import PolyCollection

        before = [one for one in self._earlier(turn) if one in self.form.first.turns]
        after = [one for one in self._earlier(turn) if one not in before]
        regions, shades = [], []
        for left, right in pairwise(self._ends(*before)):
            for low, high in pairwise(self._ends(turn, *after)):
                regions.append(self._region(left, low))
                shades.append(self._shade(turn, (left + right) / 2, (low + high) / 2))
        axis.add_collection(PolyCollection(regions, facecolors=shades, linewidths=0), autolim=False)

    def _ends(self, *turns: BettingTurn) -> list[float]:
        """Return the points at which one of the players' choices at these turns may change, from 0 to 1."""
        return sorted(
            {0.0, 1.0, *(float(end) for turn in turns for end in self.solution.steps[turn.name].ends)}
        )

    def _region(self, left: float, level: float) -> Floats:
        """Return the extreme points of the region of first numbers above `left` and scores above `level`."""
        score, ends = self.solution.game.score, np.array([0.0, 1.0])
        corners = least_reaching(
            lambda first: score.levels(first, ends) >= level, 2
        ).tolist()  # bottom and top
        places = {left, 1.0, level - JUMP_TOLERANCE, level + JUMP_TOLERANCE, *corners, *self.line.tolist()}
        across = np.array(sorted(x for x in places if left <= x <= 1))
        up = least_reaching(lambda second: score.levels(across, second) >= level, len(across))
        return np.array([(left, 1), *zip(across, up, strict=True), (1, 1)])

    def _named(self, axis: Axes, step: Step, across: float, up: float) -> None:
        """Write a region's action at its centre."""
        colour = text_colour(self.names[next(iter(step.mix))])
        inside(axis, across, up, str(step), fontsize=9, color=colour)

    def _shade(self, turn: BettingTurn, first: float, strength: float) -> Floats:
        """Return the colour at a point, for a plan in the second number or in the score."""
        at, plan = np.array([strength]), self.solution.steps[turn.name]
        mix = _mixes(plan)[_cells(plan, at)[0]]
        colour = mix @ np.array([self.colours[action] for action in plan.actions])
        strong: Floats = colour if self._comes(turn, np.array([first]), at)[0] else 1 - PALE * (1 - colour)
        return strong

    def _comes(self, turn: BettingTurn, first: Floats, strength: Floats) -> npt.NDArray[np.bool_]:
        """Return the points of a map at which the player's own choices lead to a turn."""
        comes = np.ones(first.shape, bool)
        for before in self._earlier(turn):
            plan = self.solution.steps[before.name]
            action = plan.actions.index(turn.history[len(before.history)])
            at = first if before in self.form.first.turns else strength
            comes &= (_mixes(plan)[:, action] > 0)[_cells(plan, at)]
        return comes

    def _earlier(self, turn: BettingTurn) -> Sequence[BettingTurn]:
        """Return the player's own turns on the way to a turn."""
        return [
            before
            for before in self.form.turns
            if before.player == turn.player
            and before.history == turn.history[: len(before.history)] != turn.history
        ]


def least_reaching(reaches: Callable[[Floats], Bools], count: int) -> Floats:
    """Return, for each of several conditions, the smallest number for which it holds, or 1; by bisection."""
    low, high = np.zeros(count), np.ones(count)
    high[reaches(low)] = 0
    for _ in range(30):
        middle = (low + high) / 2
        reached = reaches(middle)
        low, high = np.where(reached, low, middle), np.where(reached, middle, high)
    return high


def _mixes(plan: StepStrategy) -> Floats:
    """Return the probability of each action (a column) in each interval of a plan."""
    return np.array([[float(p) for p in mix] for mix in plan.mixes])


def _cells(plan: StepStrategy, at: Floats) -> Ints:
    """Return the interval of a plan that contains each point."""
    ends = np.array([float(end) for end in plan.ends])
    return np.clip(np.searchsorted(ends, at, side="right") - 1, 0, len(plan.mixes) - 1)


def distance_to_edge(region: Bools) -> Floats:
    """Return the distance of each point of a region from the nearest point outside, including the frame of
    the square.
    """
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
