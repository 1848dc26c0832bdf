"""The plot of a sweep: the value over one parameter, with a line for each combination of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import parameter_text
from zerosum.core.numbers import nearest_float
from zerosum.core.value import Value
from zerosum.display.style import COLOURS, blank_figure, plain_axes, plain_text
from zerosum.sweeps.answer import MAX_LINES, MAX_TICKS, Sweep, plot_over

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLES = ("-", "--")
MAX_MARKED = 60
"""Lines of at most this number of points have marks."""


def draw(sweep: Sweep, over: str | None = None, what: str = "value") -> Figure:
    """Return a line for each combination of the other parameters, with the band between the bounds if it is visible."""
    over = plot_over(sweep.varying, over)
    others = [name for name in sweep.varying if name != over]
    lines: dict[str, list[tuple[Data, Data]]] = {}
    for row in sweep:
        name = ", ".join(f"{other} {parameter_text(row.parameters.get(other))}" for other in others)
        found = row.value if what == "value" else row.asked.get(what)
        if found is not None and row.parameters.get(over) is not None:
            lines.setdefault(name, []).append((row.parameters[over], found))
    if not lines:
        raise InputError(f"no row has a number in the column {what!r:.40}")
    if len(lines) > MAX_LINES:
        raise InputError(
            f"a plot may have at most {MAX_LINES} lines, not {len(lines)}; give {' and '.join(others)} fewer values"
        )
    places = list(dict.fromkeys(place for points in lines.values() for place, _ in points))
    is_number = not any(isinstance(place, str) for place in places)
    figure = blank_figure(8, 4.5)
    figure.suptitle(sweep.title, fontsize=12, parse_math=False)
    axes = figure.subplots()
    for number, (name, points) in enumerate(lines.items()):
        if is_number:
            points = sorted(points, key=lambda point: point[0])
        x = [nearest_float(place) if is_number else places.index(place) for place, _ in points]
        values = [one if isinstance(one, Value) else Value.exactly(one) for _, one in points]
        colour, style = COLOURS[number % len(COLOURS)], STYLES[number // len(COLOURS)]
        mark = "o" if len(x) <= MAX_MARKED else None
        line = style if is_number else "none"
        axes.plot(
            x,
            [nearest_float(one.middle) for one in values],
            line,
            color=colour,
            marker=mark,
            markersize=4,
            label=name or None,
        )
        low, high = (
            [nearest_float(end) for end in ends]
            for ends in zip(*((v.lower, v.upper) for v in values), strict=True)
        )
        axes.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
    if not is_number:
        every = -(-len(places) // MAX_TICKS) if len(max(map(str, places), key=len)) > 4 else 1
        axes.set_xticks(
            range(0, len(places), every),
            [str(place) for place in places[::every]],
            rotation=60,
            ha="right",
            fontsize=8,
        )
    plain_axes(axes)
    axes.set_xlabel(over.replace("_", " "))
    axes.set_ylabel(what)
    if others:
        axes.legend(frameon=False, fontsize=9)
    with plain_text(figure):
        return figure
