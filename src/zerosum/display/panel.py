"""Panels whose axes have one tick each, which is moved from place to place while it is measured and drawn; its lines
are drawn at all places at once.

(Matplotlib makes a tick for each place, of three lines and two texts, which takes much of a picture's time.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis, Tick, XAxis, XTick, YAxis
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.backend_bases import RendererBase
    from matplotlib.text import Text

    from zerosum.core.data import Data

__all__ = ["Picture"]


@dataclass(frozen=True)
class Mark:
    """A place on an axis, and the words there; a spine that looks for its axis's ticks takes it for the one tick."""

    tick: Tick
    place: float
    words: str
    lined: Sequence[float] = ()
    """Where lines are drawn with this one: of an axis's first mark, all places."""

    def __hash__(self) -> int:
        return hash(self.tick)

    def __eq__(self, other: object) -> bool:
        return other is self or other is self.tick

    @property
    def label1(self) -> Text:
        """The words on the usual side, at this place."""
        return self._here.label1

    @property
    def label2(self) -> Text:
        """Those on the other side, which a scale of colours has."""
        return self._here.label2

    @property
    def _here(self) -> Tick:
        """The tick, moved here."""
        self.tick.update_position(self.place)
        for label in (self.tick.label1, self.tick.label2):
            label.set_text(self.words)
        return self.tick

    def draw(self, renderer: RendererBase) -> None:
        """Draw the words here, with the first ones all lines."""
        tick = self.tick
        for line, ends in ((tick.gridline, (0, 1, np.nan)), (tick.tick1line, (0,)), (tick.tick2line, (1,))):
            if self.lined and line.get_visible():
                before = line.get_data()
                along, across = np.repeat(self.lined, len(ends)), np.tile(ends, len(self.lined))
                line.set_data(*((along, across) if isinstance(tick, XTick) else (across, along)))
                line.draw(renderer)
                line.set_data(*before)
        self.label1.draw(renderer)
        self.label2.draw(renderer)


class OneTick(Axis):
    """An axis with one tick, until somebody asks for the ticks themselves, who may change one of them."""

    several = False

    def get_major_ticks(self, numticks: int | None = None) -> list[Tick]:
        """The one tick where matplotlib asks, which knows how many there are; all of them for anybody else."""
        if numticks is None and not self.several:
            self.several = True
            self._update_ticks()
        return super().get_major_ticks(numticks) if self.several else self.majorTicks[:1]

    def _update_ticks(self) -> list[Tick] | list[Mark]:
        if self.several:
            ticks: list[Tick] = super()._update_ticks()  # type: ignore[misc]
            return ticks
        low, high = sorted(self.get_view_interval())
        slack = 1e-9 * (high - low)
        places = [float(x) for x in self.get_majorticklocs()]
        words = self.get_major_formatter().format_ticks(places)
        seen = [k for k, x in enumerate(places) if low - slack <= x <= high + slack]
        lined = [places[k] for k in seen]
        return [Mark(self.majorTicks[0], places[k], words[k], lined * (k == seen[0])) for k in seen]


class Across(OneTick, XAxis):
    """The axis below a panel."""


class Up(OneTick, YAxis):
    """The axis beside a panel."""


class Panel(Axes):
    """Axes as matplotlib's, with such ticks."""

    def _init_axis(self) -> None:
        self.xaxis, self.yaxis = Across(self, clear=False), Up(self, clear=False)
        for name, spine in self.spines.items():
            spine.register_axis(self.xaxis if name in ("top", "bottom") else self.yaxis)


class Picture(Figure):
    """A figure of such panels."""

    def add_subplot(self, *place: Data, **look: Data) -> Axes:
        """Add a panel; axes of another kind where they are asked for."""
        kind = {} if look.keys() & {"axes_class", "projection", "polar"} else {"axes_class": Panel}
        added: Axes = super().add_subplot(*place, **kind, **look)
        return added
