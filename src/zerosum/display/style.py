"""The house style: one palette, one form of title, plain axes, real text in SVG.

The colours are Okabe and Ito's, which people with any kind of colour vision tell apart.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from zerosum.core.data import Data
    from zerosum.display.report import Headline

__all__ = [
    "COL",
    "COLOURS",
    "GREY",
    "ROW",
    "as_svg",
    "box",
    "colours_of",
    "heading",
    "inside",
    "new_figure",
    "plain_axes",
    "save",
    "text_colour",
]

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")
"""Blue, orange, green, purple, sky, vermilion, yellow."""
ROW, COL = "#0072b2", "#d55e00"
"""Blue for row and orange for col: all eyes can tell them apart."""
GREY = "#BBBBBB"
"""What does nothing: folding, waiting."""

ALWAYS = {
    "fold": GREY,
    "pass": "#7f8c8d",
    "check": COLOURS[2],
    "call": COLOURS[4],
    "see": COLOURS[4],
    "liar": COLOURS[5],
}
"""Moves that have one colour in every game."""

SHADES = {
    "bet": ("#f4a582", "#e0704f", "#bf3b2c", "#8f1d1d"),
    "raise": ("#d8b3dd", "#b07cc0", "#86509c", "#5c2a74"),
}
"""Moves of several sizes, from the smallest to the largest."""

LETTERS = 11
"""Letters of a title per inch."""
PAD = 0.07
"""Inches of white around each panel."""


def new_figure(width: float, height: float, headline: Headline, *more: str) -> Figure:
    """An empty figure under the headline of the solution and more lines below that.

    Dollar signs are printed as they are, not read as mathematics.
    """
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=PAD, h_pad=PAD)
    figure = Figure(figsize=(width, height), layout=layout)
    lines = (headline.title, f"value {headline.value}", *filter(None, more))
    title = "\n".join(textwrap.fill(line, int(LETTERS * width)) for line in lines)
    figure.suptitle(title, fontsize=12, parse_math=False)
    return figure


def colours_of(moves: Iterable[str]) -> dict[str, str]:
    """A colour for each move, the same wherever the move is drawn, and in every game for those of poker."""
    named = list(dict.fromkeys(moves))
    found = {move: colour for move, colour in ALWAYS.items() if move in named}
    for verb, shades in SHADES.items():
        sizes = [move for move in named if move.split(" ")[0] == verb]
        found |= dict(zip(sizes, _so_many(shades, len(sizes)), strict=True))
    rest = [colour for colour in COLOURS if colour not in found.values()]
    others = [move for move in named if move not in found]
    return found | dict(zip(others, _so_many(rest, len(others), "viridis"), strict=True))


def _so_many(colours: Sequence[str], wanted: int, many: str = "") -> Sequence[str]:
    """The first of some colours; if they are too few, steps along a map of this name, or from the first to the last."""
    if wanted <= len(colours):
        return colours[:wanted]
    from matplotlib import colormaps
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    along = colormaps[many] if many else LinearSegmentedColormap.from_list("", list(colours))
    return [to_hex(along(k / (wanted - 1))) for k in range(wanted)]


def text_colour(background: str) -> str:
    """Black or white, whichever is read more easily on a colour."""
    red, green, blue = (int(background[i : i + 2], 16) for i in (1, 3, 5))
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "white"


def heading(axes: Axes, words: str) -> None:
    """What a panel shows, above its left end; nothing there has to make way for it, so nothing is measured."""
    axes.set_title(words, fontsize=10, loc="left", y=1.0)


def box(axes: Axes, x: float, y: float, width: float, height: float, **look: Data) -> None:
    """A coloured rectangle within a panel, from its lower left corner; the panel's limits are the caller's to set."""
    from matplotlib.patches import Rectangle

    axes.add_artist(Rectangle((x, y), width, height, **look))


def inside(axes: Axes, x: float, y: float, words: str, **look: Data) -> None:
    """Words in the middle of a cell, which need no room beside the panel."""
    if words:
        axes.text(x, y, words, ha="center", va="center", in_layout=False, **look)


def plain_axes(axes: Axes) -> None:
    """Only the axes that are read."""
    axes.spines[["top", "right"]].set_visible(False)


def as_svg(figure: Figure) -> str:
    """A figure as SVG for the site, with text as text."""
    import matplotlib

    drawn = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(drawn, format="svg")
    return drawn.getvalue()


def save(figure: Figure, file: Path) -> None:
    """Write a picture, sharp at twice the size; SVG with text that can be searched."""
    import matplotlib

    drawn, kind = io.BytesIO(), file.suffix.lower().lstrip(".")
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(drawn, format=kind, dpi=200, bbox_inches="tight")
    file.write_bytes(drawn.getvalue())
