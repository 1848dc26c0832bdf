"""Views drawn by matplotlib: one drawer for each kind, as `web/static/draw` has one module for each on the site.

    draw_curves      a panel of `curves`: lines, bands and bars over a number
    draw_mixes       a `mix`: a bar for each move, several players side by side
    draw_divided     cells of `decisions`, each divided among moves by their probabilities
    draw_chart       a `chart`: a table of colours with words in its cells

A model's `plot.py` says how many panels a picture has and what is special to it; what stands in a panel is plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from zerosum.core.data import Json
from zerosum.core.numbers import Number
from zerosum.display.style import boxes, heading, inside, plain_axes, text_colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

    from zerosum.core.arrays import Floats
    from zerosum.core.data import Data

STEEP, TALL = 1e-6, 0.01
"""A rise of more than the second within less than the first of the range across is a jump."""
FINE = 501
"""Number of places at which the highest of several lines is looked for."""
MARK = "0.2"
"""The colour of a place that was asked about."""
ROOMY = 16
"""Largest number of bars that have room for a decimal each."""
SEEN = 0.05
"""A bar of fewer percent has no number."""


def draw_curves(
    axes: Axes,
    panel: Json,
    view: Json,
    colours: Mapping[str, str],
    *,
    styles: Sequence[Data] = ("-",),
    shaded: bool = False,
) -> None:
    """Draw a panel of a view of curves, the lines in the colours of their names, with a mark at the requested
    place.

    A line has a gap at each jump, with thin dots across. Where the panel has a `best`, the highest line is thick and
    all are dashed. Between the cuts every second part is shaded, or each cut is a dotted line.
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
    bars = [(bar, 0.05 * (bar["to"] - bar["from"])) for bar in panel.get("bars", ())]
    places = [(bar["from"] + gap, 0.0, 18 * gap, bar["height"]) for bar, gap in bars]
    boxes(axes, places, facecolors=[colours[bar["name"]] for bar, _ in bars], linewidths=0)
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
        _draw_highest(axes, panel["lines"], shade, np.linspace(low, high, FINE))
    if "level" in panel:
        axes.axhline(panel["level"], color="k", linewidth=1, linestyle=":", label=panel["level_name"])
    if view["at"] is not None:
        at = float(view["at"])
        axes.axvline(at, color=MARK, linewidth=1, linestyle="--")
        heights = [_height(line, at) for line in panel["lines"]]
        if heights:
            letter = view["axis"]["letter"]
            axes.plot([at] * len(heights), heights, "o", color=MARK, markersize=5, label=f"{letter} = {at:g}")
    room, tall = 0.02 * (high - low), 0.05 * (panel["high"] - panel["low"]) or 0.05
    axes.set(xlim=(low - room, high + room), ylim=(panel["low"] - tall, panel["high"] + tall))
    if panel.get("share"):
        axes.set_yticks((0, 0.5, 1))
    heading(axes, panel["title"])
    plain_axes(axes)


def _draw_line(
    axes: Axes, x: Floats, y: Floats, colour: str, name: str, steep: float, look: Mapping[str, Data]
) -> None:
    """Draw a line with a gap at each jump, and thin dots across the gap."""
    jumps = np.flatnonzero((np.diff(x) <= steep) & (np.abs(np.diff(y)) > TALL))
    whole, height = np.insert(x, jumps + 1, np.nan), np.insert(y, jumps + 1, np.nan)
    axes.plot(whole, height, color=colour, label=name, **look)
    for k in jumps.tolist():
        axes.plot(x[k : k + 2], y[k : k + 2], color=colour, linewidth=0.9, linestyle=":")


def _height(line: Json, at: float) -> float:
    """Return the height of a line at a place; at a jump, the height after it."""
    x, y = np.array(line["points"], float).T
    k = min(max(int(np.searchsorted(x, at, side="right")) - 1, 0), len(x) - 2)
    part = (at - x[k]) / (x[k + 1] - x[k]) if x[k + 1] > x[k] else 0.0
    return float(y[k] + part * (y[k + 1] - y[k]))


def _draw_highest(axes: Axes, lines: Sequence[Json], shade: Mapping[int, str], places: Floats) -> None:
    """Draw the upper envelope of the lines, thick, each part in its line's colour."""
    heights = np.array([np.interp(places, *np.array(line["points"], float).T) for line in lines])
    top = heights.argmax(axis=0)
    for k, line in enumerate(lines):
        axes.plot(
            places,
            np.where(top == k, heights[k], np.nan),
            color=shade[line["hue"]],
            linewidth=3.5,
        )


def draw_mixes(
    axes: Axes,
    players: Mapping[str, Mapping[str, Number]],
    colours: Sequence[str],
    *,
    order: Sequence[str] = (),
    numbers: bool = True,
) -> None:
    """Draw a bar for each move, in percent, grouped by player, with the moves' names
    below.
    """
    moves = list(dict.fromkeys((*order, *(move for mix in players.values() for move in mix))))
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
    axes.set_xticks(
        range(len(moves)),
        moves,
        fontsize=9,
        parse_math=False,
        rotation=60 if steep else 0,
        ha="right" if steep else "center",
    )
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

    `words` says what stands in the part of a move with this probability.
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


def no_frame(axes: Axes) -> None:
    """Hide the frame around a panel and its tick marks."""
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def colour_key(where: Figure | Axes, colours: Mapping[str, str], **look: Data) -> None:
    """Draw a colour key; `look` sets its place and number of columns."""
    from matplotlib.patches import Patch

    handles = [Patch(color=colour, label=name) for name, colour in colours.items()]
    where.legend(handles=handles, **{"frameon": False, "fontsize": 9, **look})
