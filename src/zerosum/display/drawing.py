"""Views drawn by matplotlib: one drawer for each kind, as `web/static/draw` has one module for each on the site.

    draw_curves      a panel of `curves`: lines, bands and bars over a number
    draw_mixes       a `mix`: a bar for each move, several players side by side
    draw_divided     cells of `decisions`, each divided among moves by their probabilities
    draw_tables      a `chart`: tables of colours with words in their cells
    draw_across      a horizontal bar for each name
    line_chart       lines and bands over one parameter

A model's `plot.py` sets the number of panels and the details of its plot; the content of a panel is plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from zerosum.core.data import Json
from zerosum.core.numbers import Number
from zerosum.display.style import (
    COLOURS,
    blank_figure,
    boxes,
    heading,
    inside,
    new_figure,
    plain_axes,
    text_colour,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

    from zerosum.core.arrays import Floats
    from zerosum.core.data import Data
    from zerosum.display.report import Headline

STEEP, TALL = 1e-6, 0.01
"""A rise of more than the second number within less than the first number, a fraction of the x range, is a jump."""
FINE = 501
"""Number of points at which the maximum of several lines is computed."""
HALVES = (0, 0.5, 1)
"""Ticks of a probability axis: few, since drawing ticks takes longer than drawing lines."""
MARK = "0.2"
"""The colour of the requested point."""
MAX_BARS = 24
"""Maximum number of moves drawn as bars with numbers."""
ROOMY = 16
"""Maximum number of bars whose numbers have a decimal."""
PALE = 0.3
"""The opacity of decisions that are never reached."""
MAX_MARKED, MAX_TICKS = 60, 16
"""Maximum number of points of a line that are marked; of more points on the axis only some are named."""
SEEN = 0.05
"""Bars of less than this percentage have no number."""


def draw_curves(
    axes: Axes,
    panel: Json,
    view: Json,
    colours: Mapping[str, str],
    *,
    styles: Sequence[Data] = ("-",),
    shaded: bool = False,
) -> None:
    """Draw a panel of a view of curves, the lines in the colours of their names, with a mark at the requested point.

    A line has a gap at each jump, crossed by thin dots. If the panel has a `best`, "max" or "min", the upper or
    lower envelope is thick and all lines are dashed. Every second interval between the cuts is shaded, or each cut
    is a dotted line.
    """
    low, high = float(view["axis"]["low"]), float(view["axis"]["high"])
    shade = {line["hue"]: colours.get(line["name"], "black") for line in panel["lines"]}
    cuts = [float(cut["at"]) for cut in view["cuts"]]
    for k, (a, b) in enumerate(zip([low, *cuts], [*cuts, high], strict=True)):
        if shaded and k % 2 == 0:
            axes.axvspan(a, b, color="0.5", alpha=0.12, linewidth=0)
    for cut in () if shaded else view["cuts"]:
        axes.axvline(cut["at"], color="black", linewidth=0.6, linestyle=":")
        if panel["lines"]:
            axes.text(
                cut["at"], 1, f" {cut['name']}", transform=axes.get_xaxis_transform(), va="top", fontsize=9
            )
    if bars := panel.get("bars"):
        wide = [0.9 * (bar["to"] - bar["from"]) for bar in bars]
        places = [(bar["from"] + w / 18, 0, w, bar["height"]) for bar, w in zip(bars, wide, strict=True)]
        boxes(axes, places, facecolors=[colours[bar["name"]] for bar in bars], linewidths=0)
    for band in panel.get("bands", ()):
        x, least, most = np.array(band["points"], float).T
        axes.fill_between(x, least, most, color=shade[band["hue"]], alpha=0.2, linewidth=0)
    for k, line in enumerate(panel["lines"]):
        x, y = np.array(line["points"], float).T
        look = {"linestyle": "--", "linewidth": 1.2} if panel.get("best") else {"linewidth": 1.8}
        if not panel.get("best"):
            look["linestyle"] = styles[k % len(styles)]
        _draw_line(axes, x, y, shade[line["hue"]], line["name"], (high - low) * STEEP, look)
    if panel.get("best"):
        _draw_envelope(axes, panel, shade, np.linspace(low, high, FINE))
    if "level" in panel:
        axes.axhline(panel["level"], color="k", linewidth=1, linestyle=":", label=panel["level_name"])
    if view["at"] is not None:
        at = float(view["at"])
        axes.axvline(at, color=MARK, linewidth=1, linestyle="--")
        heights = [_height(line, at) for line in panel["lines"]]
        if panel.get("best"):
            heights = [max(heights) if panel["best"] == "max" else min(heights)]
        if heights:
            letter = view["axis"]["letter"]
            axes.plot([at] * len(heights), heights, "o", color=MARK, markersize=5, label=f"{letter} = {at:g}")
    room, tall = 0.02 * (high - low), 0.05 * (panel["high"] - panel["low"]) or 0.05
    axes.set(xlim=(low - room, high + room), ylim=(panel["low"] - tall, panel["high"] + tall))
    if panel.get("share"):
        axes.set_yticks(HALVES)
    if (low, high) == (0, 1):
        axes.set_xticks(HALVES)
    heading(axes, panel["title"])
    plain_axes(axes)


def _draw_line(
    axes: Axes, x: Floats, y: Floats, colour: str, name: str, steep: float, look: Mapping[str, Data]
) -> None:
    """Draw a line with a gap at each jump, crossed by thin dots."""
    jumps = np.flatnonzero((np.diff(x) <= steep) & (np.abs(np.diff(y)) > TALL))
    whole, height = np.insert(x, jumps + 1, np.nan), np.insert(y, jumps + 1, np.nan)
    axes.plot(whole, height, color=colour, label=name, **look)
    for k in jumps.tolist():
        axes.plot(x[k : k + 2], y[k : k + 2], color=colour, linewidth=0.9, linestyle=":")


def _height(line: Json, at: float) -> float:
    """Return the height of a line at a point; at a jump, the height after it."""
    x, y = np.array(line["points"], float).T
    k = min(max(int(np.searchsorted(x, at, side="right")) - 1, 0), len(x) - 2)
    part = (at - x[k]) / (x[k + 1] - x[k]) if x[k + 1] > x[k] else 0.0
    return float(y[k] + part * (y[k + 1] - y[k]))


def _draw_envelope(axes: Axes, panel: Json, shade: Mapping[int, str], places: Floats) -> None:
    """Draw the upper or lower envelope of the lines, thick, each part in its line's colour."""
    heights = np.array([np.interp(places, *np.array(line["points"], float).T) for line in panel["lines"]])
    best = heights.argmax(axis=0) if panel["best"] == "max" else heights.argmin(axis=0)
    for k, line in enumerate(panel["lines"]):
        part = np.where(best == k, heights[k], np.nan)
        axes.plot(places, part, color=shade[line["hue"]], linewidth=3.5)


def draw_mixes(
    axes: Axes,
    players: Mapping[str, Mapping[str, Number]],
    colours: Sequence[str],
    *,
    order: Sequence[str] = (),
    across: str = "",
    numbers: bool = True,
) -> None:
    """Draw a bar for each move, in percent, grouped by player, with the moves' names below; if numbers are shown
    above the bars, draw only the `MAX_BARS` likeliest moves.
    """
    moves = list(dict.fromkeys((*order, *(move for mix in players.values() for move in mix))))
    if numbers and len(moves) > MAX_BARS:
        likely = sorted(moves, key=lambda move: -max(float(mix.get(move, 0)) for mix in players.values()))[
            :MAX_BARS
        ]
        moves, across = [move for move in moves if move in likely], f"{across} (the {MAX_BARS} likeliest)"
    width, crowded = 0.8 / len(players), len(moves) * len(players) > ROOMY
    for k, ((who, mix), colour) in enumerate(zip(players.items(), colours, strict=False)):
        held = [move for move in moves if move in mix]
        at = [moves.index(move) + (k - (len(players) - 1) / 2) * width for move in held]
        heights = [100 * float(mix[move]) for move in held]
        bars = axes.bar(at, heights, width, color=colour, label=who)
        if numbers:
            never = "" if crowded else "–"
            words = [never if height < SEEN else f"{height:.{int(not crowded)}f}" for height in heights]
            axes.bar_label(bars, words, fontsize=8, padding=2)
    steep = sum(map(len, moves)) + 2 * len(moves) > 60
    turned: Json = {"rotation": 60, "ha": "right"} if steep else {}
    axes.set_xticks(range(len(moves)), moves, fontsize=9, parse_math=False, **turned)
    axes.set(xlabel=across, ylabel="probability, %")
    axes.margins(y=0.12)
    plain_axes(axes)


def key_above(axes: Axes) -> None:
    """Draw the legend of a panel above its right end."""
    above: Json = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": 2, "borderaxespad": 0}
    axes.legend(frameon=False, fontsize=9, **above)


def draw_across(
    axes: Axes, names: Sequence[str], values: Sequence[float], words: Sequence[str], **look: Data
) -> None:
    """Draw a horizontal bar for each name, the first on top, with a label at its end."""
    bars = axes.barh(range(len(names)), values, **look)
    axes.bar_label(bars, words, padding=4, fontsize=9)
    axes.axvline(0, color="#666666", lw=0.8)
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.margins(x=0.2)
    plain_axes(axes)


class Cell(NamedTuple):
    """A rectangle divided among moves by their probabilities."""

    left: float
    low: float
    width: float
    height: float
    mix: Mapping[str, Number]
    alpha: float = 1.0


def draw_divided(
    axes: Axes,
    cells: Iterable[Cell],
    colours: Mapping[str, str],
    *,
    words: Callable[[str, float], str] | None = None,
    **look: Data,
) -> list[str]:
    """Draw rectangles, each divided along its width by the probabilities of moves; return the moves drawn.

    `words` returns the label in the part of a move with a given probability.
    """
    places, shades, drawn = [], [], dict[str, None]()
    for cell in cells:
        left = cell.left
        for move, p in cell.mix.items():
            width = cell.width * float(p)
            if width:
                drawn[move] = None
                places.append((left, cell.low, width, cell.height))
                shades.append((colours[move], cell.alpha))
            if words:
                middle = left + width / 2, cell.low + cell.height / 2
                ink = text_colour(colours[move])
                inside(axes, *middle, words(move, float(p)), color=ink, fontsize=9, parse_math=False)
            left += width
    boxes(axes, places, facecolors=shades, **{"linewidths": 0, **look})
    return list(drawn)


def draw_chart(
    axes: Axes,
    values: Floats,
    words: Sequence[Sequence[str]],
    rows: Sequence[object],
    columns: Sequence[object],
    *,
    colour_map: str = "PuOr_r",
    limits: tuple[float, float],
    fontsize: float = 8,
    upwards: bool = False,
) -> AxesImage:
    """Draw a coloured table between two limits with words in its cells, and labels at the left and below."""
    image = axes.imshow(values, cmap=colour_map, vmin=limits[0], vmax=limits[1], aspect="auto")
    if upwards:
        axes.invert_yaxis()
    for (i, j), shade in np.ndenumerate(image.norm(values)):
        red, green, blue, _ = image.cmap(shade)
        ink = "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
        inside(axes, j, i, words[i][j], fontsize=fontsize, color=ink)
    if len(rows):
        axes.set_yticks(range(len(rows)), [*map(str, rows)], parse_math=False)
    if len(columns):
        axes.set_xticks(range(len(columns)), [*map(str, columns)], parse_math=False)
    return image


def draw_tables(title: Headline, view: Json, *more: str) -> Figure:
    """Draw the tables of a chart view side by side, with a frame around the requested cell."""
    tables = view["tables"]
    wide = [max(2.4, 0.35 * len(table["columns"])) for table in tables]
    tall = max(len(table["rows"]) for table in tables)
    figure = new_figure(max(6.5, sum(wide) + 1.1 * len(wide)), 0.27 * tall + 2.4, title, *more)
    figure.supxlabel(" · ".join(view["legend"]), fontsize=9)
    units = [*(table.get("unit", "") for table in tables), ""]
    for k, axes in enumerate(figure.subplots(1, len(tables), squeeze=False, width_ratios=wide)[0]):
        image = draw_table(axes, tables[k], view["at"][1:] if view["at"] and view["at"][0] == k else None)
        if image is not None:
            axes.set_xlabel(view["across"])
        if image is not None and units[k] and units[k] != units[k + 1]:
            figure.colorbar(image, ax=axes, label=units[k], extend="both", pad=0.02)
    return figure


def draw_table(axes: Axes, table: Json, at: Sequence[int] | None = None) -> AxesImage | None:
    """Draw a table of a chart in colours; draw a single column as bars, with labels on the other side."""
    from matplotlib.patches import Rectangle

    rows, columns, image = table["rows"], table["columns"], None
    names = [row["name"] for row in rows]
    heats = np.array([[cell["heat"] if cell else np.nan for cell in row["cells"]] for row in rows])
    words = [[cell["text"] if cell else "" for cell in row["cells"]] for row in rows]
    if len(columns) > 1:
        signed = bool(np.nanmin(heats) < 0)
        limits, colours = (-table["full"] * signed, table["full"]), "PuOr_r" if signed else "Blues"
        image = draw_chart(axes, heats, words, names, columns, limits=limits, colour_map=colours, fontsize=7)
    else:
        bars = np.nan_to_num(heats[:, 0]).tolist()
        shades = [COLOURS[1] if bar > 0 else COLOURS[3] for bar in bars]
        boxes(axes, [(0, i - 0.4, bar, 0.8) for i, bar in enumerate(bars)], facecolors=shades)
        for i, bar in enumerate(bars):
            side = "right" if bar > 0 else "left"
            axes.text(0, i, f" {words[i][0]} ", ha=side, va="center", fontsize=8, in_layout=False)
        axes.axvline(0, color="black", linewidth=0.8)
        low, high = min(0, *bars), max(0, *bars)
        room = 0.12 * (high - low)
        axes.set(xlim=(low - room, high + room), ylim=(len(rows) - 0.5, -0.5), xlabel=table["unit"])
        axes.set_yticks(range(len(rows)), names, parse_math=False)
        plain_axes(axes)
    axes.tick_params(axis="y", labelsize=8)
    heading(axes, table["name"])
    if at:
        left, right = axes.get_xlim() if image is None else (at[1] - 0.5, at[1] + 0.5)
        corner, width = (left, at[0] - 0.5), right - left
        axes.add_patch(Rectangle(corner, width, 1, fill=False, edgecolor=COLOURS[2], linewidth=2.5))
    return image


def no_frame(axes: Axes) -> None:
    """Hide the frame around a panel and its tick marks."""
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def colour_key(where: Figure | Axes, colours: Mapping[str, str], **look: Data) -> None:
    """Draw a colour key; `look` sets its position and number of columns."""
    from matplotlib.patches import Patch

    handles = [Patch(color=colour, label=name) for name, colour in colours.items()]
    where.legend(handles=handles, **{"frameon": False, "fontsize": 9, **look})


def line_chart(
    lines: Mapping[str, Sequence[tuple[float, ...]]],
    *,
    across: str,
    up: str,
    title: str = "",
    places: Sequence[str] = (),
) -> Figure:
    """Return lines through points (x, y) or bands (x, low, high), with a legend if there are several; mark the
    points if they are few, and draw no lines between points named on the axis.
    """
    figure = blank_figure(8, 4.5)
    figure.suptitle(title, fontsize=12, parse_math=False)
    axes = figure.subplots()
    for number, (name, points) in enumerate(lines.items()):
        x, low, high = np.array([(*point, point[-1])[:3] for point in points]).T
        colour, style = COLOURS[number % len(COLOURS)], ("-", "--")[number // len(COLOURS) % 2]
        look: Json = {
            "color": colour,
            "marker": "o" if len(points) <= MAX_MARKED else None,
            "label": name or None,
        }
        axes.plot(x, (low + high) / 2, "none" if places else style, markersize=4, **look)
        if (low < high).any():
            axes.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
    if places:
        every = -(-len(places) // MAX_TICKS) if max(map(len, places)) > 4 else 1
        named = places[::every]
        axes.set_xticks(
            range(0, len(places), every), named, rotation=60, ha="right", fontsize=8, parse_math=False
        )
    axes.set(xlabel=across, ylabel=up)
    axes.grid(alpha=0.25)
    plain_axes(axes)
    if len(lines) > 1:
        axes.legend(frameon=False, fontsize=9)
    return figure
