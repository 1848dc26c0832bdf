"""Panels whose axes have one tick each, which is moved from place to place while it is measured and drawn.

(Matplotlib makes a tick for each place, of three lines and two texts, which took a quarter of a picture's time.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.axis import Axis, Tick, XAxis, YAxis
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.backend_bases import RendererBase
    from matplotlib.text import Text

    from zerosum.data import Data

__all__ = ["Picture"]


@dataclass(frozen=True)
class Mark:
    """A place on an axis, and the words there; a spine that looks for its axis's ticks takes it for the one tick."""

    tick: Tick
    place: float
    words: str

    def __hash__(self) -> int:
        return hash(self.tick)

    def __eq__(self, other: object) -> bool:
        return other is self or other is self.tick

    @property
    def label1(self) -> Text:
        """The axis's one label, at this place."""
        self.tick.update_position(self.place)
        self.tick.label1.set_text(self.words)
        return self.tick.label1

    @property
    def label2(self) -> Text:
        """The label on the other side, which is not shown."""
        return self.tick.label2

    def draw(self, renderer: RendererBase) -> None:
        """Draw the tick here."""
        if self.label1:
            self.tick.draw(renderer)


class OneTick(Axis):
    """An axis with one tick, until somebody asks for the ticks themselves, who may change one of them."""

    minorTicks: list[Tick] = []  # noqa: N815, RUF012 - matplotlib's name; there are none
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
        named = zip(places, self.get_major_formatter().format_ticks(places), strict=True)
        return [Mark(self.majorTicks[0], x, words) for x, words in named if low - slack <= x <= high + slack]


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
        """Add a panel."""
        added: Axes = super().add_subplot(*place, axes_class=Panel, **look)
        return added
