"""The plot of a sweep: the value over one parameter, with a line for each combination of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.game import parameter_text
from zerosum.core.numbers import nearest_float
from zerosum.core.value import Value
from zerosum.display.drawing import line_chart
from zerosum.display.style import plain_text
from zerosum.sweeps.answer import MAX_LINES, Sweep, plot_over

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
    words = list(map(str, places)) if any(isinstance(place, str) for place in places) else []
    drawn: dict[str, list[tuple[float, ...]]] = {}
    for name, points in lines.items():
        values = [one if isinstance(one, Value) else Value.exactly(one) for _, one in points]
        x = [places.index(place) if words else nearest_float(place) for place, _ in points]
        ends = [(nearest_float(value.lower), nearest_float(value.upper)) for value in values]
        drawn[name] = sorted((place, *pair) for place, pair in zip(x, ends, strict=True))
    figure = line_chart(drawn, across=over.replace("_", " "), up=what, title=sweep.title, places=words)
    with plain_text(figure):
        return figure
