"""The house style: one palette, one form of title, plain axes, real text in SVG.

The colours are Okabe and Ito's, which people with any kind of colour vision tell apart.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from zerosum.reports import Report

__all__ = ["COLOURS", "GREY", "as_svg", "colours_of", "new_figure", "plain_axes", "save", "text_colour"]

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")
"""Blue, orange, green, purple, sky, vermilion, yellow."""
GREY = "#BBBBBB"
"""What does nothing: folding, waiting."""

ALWAYS = {"fold": GREY, "check": COLOURS[2], "call": COLOURS[4], "see": COLOURS[4]}
"""Moves that have one colour in every game."""

SHADES = {
    "bet": ("#f4a582", "#e0704f", "#bf3b2c", "#8f1d1d"),
    "raise": ("#d8b3dd", "#b07cc0", "#86509c", "#5c2a74"),
}
"""Moves of several sizes, from the smallest to the largest."""

LETTERS = 11
"""So many letters of a title stand on an inch."""


def new_figure(width: float, height: float, told: Report, *more: str) -> Figure:
    """An empty picture under the head of its report, so that both name one position and one value; and more lines.

    A dollar sign is a dollar sign.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    lines = (told.title, f"value {told.value}", *filter(None, more))
    title = "\n".join(textwrap.fill(line, int(LETTERS * width)) for line in lines)
    figure.suptitle(title, fontsize=12, parse_math=False)
    return figure


def colours_of(moves: Iterable[str]) -> dict[str, str]:
    """A colour for each move, the same wherever the move is drawn, and in every game for those of poker."""
    named = list(dict.fromkeys(moves))
    found = {move: colour for move, colour in ALWAYS.items() if move in named}
    for verb, shades in SHADES.items():
        sizes = [move for move in named if move.split(" ")[0] == verb]
        found |= {move: shades[min(k, len(shades) - 1)] for k, move in enumerate(sizes)}
    rest = [colour for colour in COLOURS if colour not in found.values()]
    others = [move for move in named if move not in found]
    return found | {move: rest[k % len(rest)] for k, move in enumerate(others)}


def text_colour(background: str) -> str:
    """Black or white, whichever is read more easily on a colour."""
    red, green, blue = (int(background[i : i + 2], 16) for i in (1, 3, 5))
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "white"


def plain_axes(axes: Axes) -> None:
    """Only the axes that are read."""
    axes.spines[["top", "right"]].set_visible(False)


def as_svg(figure: Figure) -> str:
    """A picture as the site shows it: text as text, and in one pass, for the layout leaves little margin to cut off."""
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
