"""The plot of a formula: the value and both strategies against the parameter, with the break points marked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.sides import SIDES, Side
from zerosum.display.style import COLOURS, blank_figure, heading, plain_axes
from zerosum.formulas.answer import Formula, FormulaPiece
from zerosum.formulas.text import show_point, show_range

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SAMPLES = 60
"""Points per piece of a curve."""
MAX_CURVES = 14
"""Maximum number of curves in a panel; the plot states the number of omitted ones."""
MAX_FORMULAS, MAX_LENGTH = 8, 45
"""Maximum number of formulas written next to the value, and maximum number of characters of each."""
MAX_LABELS = 12
"""Maximum number of break points with numbers; more are marked by lines only."""


def draw(
    formula: Formula, *, to: Annotated[float | None, "end of the plot, if the range has no end"] = None
) -> Figure:
    """Draw the value above, and a panel for each player's probabilities or thresholds that depend on the parameter."""
    curves = {side: _curves(formula, side) for side in SIDES}
    sides = [side for side in SIDES if curves[side]]
    figure = blank_figure(8, 3.2 + 2.8 * len(sides))
    panels = figure.subplots(1 + len(sides), 1, sharex=True, squeeze=False)[:, 0]
    figure.suptitle(formula.title, fontsize=12, parse_math=False)
    low, high = _window(formula, to)
    _draw_value(panels[0], formula, low, high)
    for axes, side in zip(panels[1:], sides, strict=True):
        _draw_curves(axes, curves[side], low, high)
        left_out = len(curves[side]) - MAX_CURVES
        more = f" ({left_out} more not drawn)" if left_out > 0 else ""
        heading(axes, f"{formula.seats[side]}: probabilities and thresholds{more}")
    for axes in panels:
        plain_axes(axes)
        axes.set_xlim(low, high)
        for point in formula.breaks:
            axes.axvline(float(point), color="0.8", linewidth=0.8, zorder=0)
    panels[-1].set_xlabel(
        f"{formula.parameter} {formula.letter}" if formula.parameter != formula.letter else formula.letter
    )
    return figure


def _window(formula: Formula, to: float | None) -> tuple[float, float]:
    """Return the part of the range to draw: all of it, or a little beyond the last break point."""
    low, high = float(formula.pieces[0].low), float(formula.pieces[-1].high)
    inner = [float(point) for point in formula.breaks]
    spread = (max(inner) - min(inner)) if len(inner) > 1 else 0.0
    if math.isinf(low):
        low = min(inner, default=0.0) - max(1.0, spread / 2) if math.isinf(high) or inner else high - 4
    if math.isinf(high):
        high = max(max(inner, default=low) + max(1.0, spread / 2), low + 2)
    return low, (to if to is not None else high)


def _points(piece: FormulaPiece, low: float, high: float) -> Floats:
    start, stop = max(float(piece.low), low), min(float(piece.high), high)
    width = stop - start
    return np.linspace(start + 1e-9 * width, stop - 1e-9 * width, SAMPLES) if width > 0 else np.zeros(0)


def _draw_value(axes: Axes, formula: Formula, low: float, high: float) -> None:
    for piece in formula.pieces:
        x = _points(piece, low, high)
        axes.plot(x, [piece.value.about(t) for t in x.tolist()], color="black", linewidth=1.8)
    labelled = formula.breaks if len(formula.breaks) <= MAX_LABELS else ()
    for point in labelled:
        at = float(point)
        if low <= at <= high:
            piece = next(p for p in formula.pieces if p.high == point)
            height = piece.value.about(at)
            axes.plot([at], [height], "o", color=COLOURS[5], markersize=4)
            text = show_point(point) if not show_point(point).endswith("…") else f"{at:.4f}…"
            axes.annotate(text, (at, height), textcoords="offset points", xytext=(3, 5), fontsize=8)
    heading(axes, f"value, in {len(formula.values)} piece{'s' * (len(formula.values) != 1)}")
    shown = [
        f"{show_range(a, b, value)}:\n    {value}"
        for a, b, value in formula.values
        if len(str(value)) <= MAX_LENGTH
    ]
    if len(shown) <= MAX_FORMULAS:
        axes.text(
            1.02, 0.95, "\n".join(shown), transform=axes.transAxes, fontsize=8, va="top", parse_math=False
        )
    axes.margins(y=0.25)


def _curves(formula: Formula, side: Side) -> dict[str, list[tuple[FormulaPiece, object]]]:
    """Return the curves of a side by name, each with the pieces on which it exists; constant curves are left out."""
    found: dict[str, list[tuple[FormulaPiece, object]]] = {}
    for piece in formula.pieces:
        for rule in piece.rules:
            if rule.side == side:
                for name, curve in rule.curves().items():
                    found.setdefault(name, []).append((piece, curve))
    return found


def _draw_curves(
    axes: Axes, curves: Mapping[str, list[tuple[FormulaPiece, object]]], low: float, high: float
) -> None:
    for number, (name, parts) in enumerate(list(curves.items())[:MAX_CURVES]):
        colour, style = COLOURS[number % len(COLOURS)], ("-", "--", ":")[number // len(COLOURS) % 3]
        for k, (piece, curve) in enumerate(parts):
            x = _points(piece, low, high)
            y = [curve.about(t) for t in x.tolist()]  # type: ignore[attr-defined]
            axes.plot(x, y, style, color=colour, linewidth=1.4, label=name if k == 0 else None)
    axes.set_ylim(-0.03, 1.03)
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
