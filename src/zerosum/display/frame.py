"""Where the panels of a picture stand: each line and column of the grid leaves room for the labels around its panels.

Labels are measured once a drawing. (Matplotlib's constrained layout measures everything twice and solves constraints
for what a grid gives by addition, which took most of a picture's time.)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from matplotlib.layout_engine import LayoutEngine
from matplotlib.transforms import Affine2D

from zerosum.core.arrays import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase
    from matplotlib.figure import Figure
    from matplotlib.text import Text
    from matplotlib.transforms import BboxBase

__all__ = ["Frame"]

PAD = 0.06
"""Inches between things."""


class Span(NamedTuple):
    """The lines or columns that a panel takes, from the first to the last, and what it needs before and after them."""

    first: int
    last: int
    before: float
    after: float


class Frame(LayoutEngine):
    """Lays out a picture of one grid of panels, below its title and above its legend."""

    _adjust_compatible = False
    _colorbar_gridspec = False

    def execute(self, fig: Figure, renderer: RendererBase | None = None) -> None:
        """Give each panel its place."""
        # a figure hands its layout no renderer: matplotlib's own layouts ask for it in this way too
        renderer = renderer or fig._get_renderer()  # type: ignore[attr-defined]
        pad, (width, height) = PAD * fig.dpi, fig.bbox.size
        top = height - pad - _head(fig, renderer, height - pad)
        bottom = pad + _foot(fig, renderer, pad)
        panels = [axes for axes in fig.axes if axes.get_subplotspec() is not None]
        if not panels:
            return
        grid = panels[0].get_subplotspec().get_gridspec()  # type: ignore[union-attr]
        wide, high = zip(*(_spans(axes, renderer) for axes in panels), strict=True)
        across = _edges(width - 2 * pad, np.array(grid.get_width_ratios()), wide, 3 * pad)
        down = _edges(top - bottom, np.array(grid.get_height_ratios()), high, 2 * pad)
        for axes, columns, lines in zip(panels, wide, high, strict=True):
            left, right = across[columns.first][0] + pad, across[columns.last][1] + pad
            upper, lower = top - down[lines.first][0], top - down[lines.last][1]
            axes.set_position(
                (left / width, lower / height, (right - left) / width, (upper - lower) / height)
            )

    def settle(self, fig: Figure, renderer: RendererBase) -> None:
        """Lay out a picture that is drawn once: the names of axes are put there, and not looked for again."""
        for axis in (axis for axes in fig.axes for axis in (axes.xaxis, axes.yaxis)):
            if not axis.get_label_text():
                axis.set_label_coords(0, 0)
        for axes in fig.axes:
            axes.apply_aspect()  # as measuring does: a square panel is smaller than its cell
        measured = [axes.bbox.frozen() for axes in fig.axes]
        self.execute(fig, renderer)
        for axes, box in zip(fig.axes, measured, strict=True):
            _pin(axes, box)


def _saying(figure: Figure, words: str) -> Text | None:
    """The text of a picture that says these words, if there are any."""
    return next((text for text in figure.texts if words and text.get_text() == words), None)


def _head(figure: Figure, renderer: RendererBase, at: float) -> float:
    """Put the title at a height; the room that it takes."""
    title = _saying(figure, figure.get_suptitle())
    if title is None:
        return 0.0
    title.set(y=at / figure.bbox.height, va="top")
    return float(title.get_window_extent(renderer).height) + PAD * figure.dpi


def _foot(figure: Figure, renderer: RendererBase, at: float) -> float:
    """Put the line below the picture at a height; the room that it takes with the legend."""
    taken = sum(legend.get_window_extent(renderer).height for legend in figure.legends)
    line = _saying(figure, figure.get_supxlabel())
    if line is not None:
        line.set(y=(at + taken) / figure.bbox.height, va="bottom")
        taken += line.get_window_extent(renderer).height + PAD * figure.dpi
    return float(taken)


def _spans(axes: Axes, renderer: RendererBase) -> tuple[Span, Span]:
    """What a panel takes across and down."""
    around = axes.get_tightbbox(renderer, for_layout_only=True)
    place, box = axes.get_subplotspec(), axes.bbox
    assert around is not None
    assert place is not None
    columns, lines = place.colspan, place.rowspan
    return (
        Span(columns.start, columns.stop - 1, box.x0 - around.x0, around.x1 - box.x1),
        Span(lines.start, lines.stop - 1, around.y1 - box.y1, box.y0 - around.y0),
    )


def _pin(axes: Axes, box: BboxBase) -> None:
    """Keep the names of the axes as far from the panel as they were from its box when they were measured."""
    (x, below), (left, y) = axes.xaxis.label.get_position(), axes.yaxis.label.get_position()
    if axes.xaxis.get_label_text():
        down = axes.transAxes + Affine2D().translate(0, below - box.y0)
        axes.xaxis.set_label_coords(x, 0, transform=down)
    if axes.yaxis.get_label_text():
        aside = axes.transAxes + Affine2D().translate(left - box.x0, 0)
        axes.yaxis.set_label_coords(0, y, transform=aside)


def _edges(size: float, shares: Floats, spans: Sequence[Span], gap: float) -> list[tuple[float, float]]:
    """Where the panels of each line or column begin and end, if what labels leave is shared out."""
    tracks = range(len(shares))
    before = [max((span.before for span in spans if span.first == k), default=0.0) for k in tracks]
    after = [max((span.after for span in spans if span.last == k), default=0.0) for k in tracks]
    room = size - sum(before) - sum(after) - gap * (len(shares) - 1)
    inner = room * shares / shares.sum()
    ends = accumulate(b + own + a + gap for b, own, a in zip(before, inner, after, strict=True))
    return [(end - gap - a - own, end - gap - a) for end, own, a in zip(ends, inner, after, strict=True)]
