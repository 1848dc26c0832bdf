"""The plot of a map: its regions as polygons and its curves as lines of points, for figures and for the site.

On each of many lines across a band, the ends of the pieces are roots of polynomials, isolated exactly and rounded
only for drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from zerosum.core.arrays import Bools, Floats, Ints
from zerosum.core.data import Json
from zerosum.display.style import COLOURS, blank_figure, plain_axes
from zerosum.display.views import points
from zerosum.formulas.map_answer import Band, FormulaMap, point_on
from zerosum.numerics.plane import expanded
from zerosum.numerics.roots import Point

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FAR = 4.0
"""The end of the plotted range, up to its sign, if the range of a parameter is infinite there."""
MAX_FORMULAS, MAX_LENGTH = 6, 90
"""Number of formulas above a figure, and of characters of each."""


def outline(drawn: FormulaMap, lines: int) -> Json:
    """Return regions and curves inside the window: the ranges, or the surroundings of the curves' turns. A region
    has the number of its formula, from 0, or None if there is no game; its corners inside one band; the point with
    most room for a label, and that room as a fraction of the plot.
    """
    turns = [float(point) for point in drawn.turns]
    low = float(drawn.y[0]) if drawn.y[0] is not None else min([0.0, *turns]) - 1
    high = float(drawn.y[1]) if drawn.y[1] is not None else max([low, 0.0, *turns]) + 1
    left, right = (
        float(end) if end is not None else side * FAR for end, side in zip(drawn.x, (-1, 1), strict=True)
    )
    numbers = {formula: number for number, formula in enumerate(drawn.formulas)}
    regions, curves = list[Json](), list[Json]()
    for band in drawn.bands:
        begin = low if band.low is None else max(float(band.low), low)
        end = high if band.high is None else min(float(band.high), high)
        if begin >= end:
            continue
        margin = (end - begin) * 1e-9
        ys = np.linspace(begin + margin, end - margin, max(8, int(lines * (end - begin) / (high - low))))
        before = np.full_like(ys, left)
        for piece in band.pieces:
            after = np.full_like(ys, right)
            if piece.curve is not None:
                after = np.clip([float(point_on(piece, Fraction(float(y)))) for y in ys], left, right)
                equation = f"{expanded(piece.curve, drawn.letters)} = 0"
                curves += _visible(equation, after, ys, (after > left) & (after < right))
            if (after > before).any():
                room = np.minimum((after - before) / (right - left), (ys - begin) / (high - low))
                room = np.minimum(room, (end - ys) / (high - low))
                best = int(np.argmax(room))
                middle = (after[best : best + 1] + before[best : best + 1]) / 2
                regions.append(
                    {
                        "formula": None if piece.value is None else numbers[piece.value],
                        "corners": points(np.append(before, after[::-1]), np.append(ys, ys[::-1])),
                        "label": points(middle, ys[best : best + 1])[0],
                        "room": float(room[best]),
                    }
                )
            before = after
    places = np.linspace(left, right, 4 * lines)
    for one, two in pairwise(drawn.bands):
        assert one.high is not None
        if low <= float(one.high) <= high:
            differ = _along(drawn, one, one.high, places) != _along(drawn, two, one.high, places)
            level = np.full_like(places, float(one.high))
            curves += _visible(f"{drawn.letters[1]} = {one.high}", places, level, differ)
    return {"x": [left, right], "y": [low, high], "regions": regions, "curves": curves}


def _visible(equation: str, xs: Floats, ys: Floats, shown: Bools) -> Iterator[Json]:
    """Yield the visible parts of a line, each extended by one point so that it meets the frame."""
    steps = np.flatnonzero(np.diff(np.concatenate([[False], shown, [False]]).astype(int)))
    for start, stop in zip(steps[::2].tolist(), steps[1::2].tolist(), strict=True):
        part = slice(max(start - 1, 0), stop + 1)
        if stop - start > 1:
            yield {"equation": equation, "points": points(xs[part], ys[part])}


def _along(drawn: FormulaMap, band: Band, edge: Point, places: Floats) -> Ints:
    """Return the number of the formula at each point along x, near an edge of a band; -1 if the game is undefined."""
    numbers = {formula: number for number, formula in enumerate(drawn.formulas)}
    y = Fraction(float(edge)) + (band.inside - Fraction(float(edge))) / 10**9
    found = np.full(len(places), -1)
    left = -np.inf
    for piece in band.pieces:
        right = np.inf if piece.curve is None else float(point_on(piece, y))
        found[(places > left) & (places <= right)] = -1 if piece.value is None else numbers[piece.value]
        left = right
    return found


def draw(drawn: FormulaMap) -> Figure:
    """Draw the regions in colours with their numbers, the curves between them, and the formulas above."""
    seen = drawn.outline()
    figure = blank_figure(7.5, 5.5)
    axes = figure.subplots()
    labels: dict[str, Json] = {}
    for region in sorted(seen["regions"], key=lambda region: region["room"]):
        number = region["formula"]
        labels["no game" if number is None else str(number + 1)] = region
        if number is not None:
            colour = COLOURS[number % len(COLOURS)]
            axes.fill(*zip(*region["corners"], strict=True), color=colour, alpha=0.3, linewidth=0)
    for curve in seen["curves"]:
        axes.plot(*zip(*curve["points"], strict=True), color="black", linewidth=1.5)
    for name, region in labels.items():
        x, y = region["label"]
        axes.text(x, y, name, ha="center", va="center")
    axes.set(xlim=seen["x"], ylim=seen["y"])
    axes.set_xlabel(f"{drawn.parameters[0]} {drawn.letters[0]}")
    axes.set_ylabel(f"{drawn.parameters[1]} {drawn.letters[1]}")
    plain_axes(axes)
    shown = [f"{number}: {formula.text(drawn.letters)}" for number, formula in enumerate(drawn.formulas, 1)]
    named = "\n".join(
        text if len(text) < MAX_LENGTH else f"{text[: MAX_LENGTH - 2]}…" for text in shown[:MAX_FORMULAS]
    )
    more = "" if len(shown) <= MAX_FORMULAS else f"\nand {len(shown) - MAX_FORMULAS} more"
    figure.suptitle(f"{drawn.title}\n{named}{more}", fontsize=9, parse_math=False)
    return figure
