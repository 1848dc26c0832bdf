"""The style of all plots: one palette, one form of title, plain axes, and text stored as text in SVG.

The colours are those of Okabe and Ito, which people with any kind of colour vision can distinguish.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.core.printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from zerosum.core.data import Data
    from zerosum.core.foreign import Foreign
    from zerosum.core.game import Move
    from zerosum.display.report import Headline

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")
"""Blue, orange, green, purple, sky, vermilion, yellow."""
ROW, COL = "#0072b2", "#d55e00"
"""The colours of the players: blue for row, orange for col."""
GREY = "#BBBBBB"
"""For moves that do nothing, such as folding and waiting."""

ALWAYS = {
    "fold": "#8388e1",
    "pass": "#a2ece2",
    "check": "#a2ece2",
    "call": "#57caa2",
    "see": "#57caa2",
    "liar": "#c9a4f4",
    "shove": "#b7688a",
}
"""Moves that have the same colour in every game and on the site."""

SHADES = {
    "bet": ("#ffdc65", "#fd9a23", "#d97706", "#92500a"),
    "raise": ("#eb552f", "#c23a1a", "#962a12", "#6b1d0c"),
}
"""Colours of moves of several sizes, from the smallest to the largest."""

LETTERS = 11
"""Number of characters of a title per inch."""
LONG = re.compile(r"(-?\d+\.\d{7,})…(?! =)|(-?\d[\d.]*) ± [\d.]+e-(?:0[7-9]|[1-9]\d)")
"""Matches a value with more digits than a title needs, or with a negligible error, which is rounded to six digits."""
PAD = 0.07
"""Inches of white around each panel."""
GAP = 0.05
"""Distance between a panel and the names below it, in inches."""
DOTS = 200
"""Dots per inch of a saved picture."""
NOTEBOOK_DOTS = 100
"""Dots per inch of a picture in a notebook."""
PNG_LEVEL = 3
"""Compression level of PNG files, at most 9: takes half to three quarters of the time of the default 6; files are a
fifth larger.
"""


@cache
def _figure_class() -> type[Figure]:
    """Return the figure class; import matplotlib when the first figure is drawn."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        """A figure that notebooks display even if matplotlib's own display is inactive."""

        def _repr_png_(self) -> bytes:
            drawn = io.BytesIO()
            self.savefig(drawn, format="png", dpi=NOTEBOOK_DOTS, bbox_inches="tight")
            return drawn.getvalue()

    return ShownFigure


def blank_figure(width: float, height: float) -> Figure:
    """Return an empty figure of this size in inches, which notebooks display."""
    return _figure_class()(figsize=(width, height), layout="constrained")


def new_figure(width: float, height: float, headline: Headline, *more: str) -> Figure:
    """Return an empty figure with the solution's headline and further lines below it.

    Dollar signs are printed as they are, not read as mathematics.
    """
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = blank_figure(width, height)
    figure.set_layout_engine(ConstrainedLayoutEngine(w_pad=PAD, h_pad=PAD))
    value = LONG.sub(lambda found: f"{float(found[1] or found[2]):.6g}", headline.value)
    lines = (headline.title, f"value {value}", *filter(None, more))
    title = "\n".join(textwrap.fill(line, int(LETTERS * width)) for line in lines)
    figure.suptitle(title, fontsize=12, parse_math=False)
    return figure


@contextmanager
def plain_text(figure: Figure) -> Iterator[None]:
    """Draw a figure's texts literally, since names may contain control characters, and dollar signs outside formulas.

    matplotlib parses text between two dollar signs as mathematics, and fails if it is not valid.
    """
    import matplotlib
    from matplotlib.text import Text

    for found in figure.findobj(Text):
        text: Foreign = found
        text.set_parse_math(False)
        text.set_text(printable(text.get_text()))
    with matplotlib.rc_context({"text.parse_math": False}):
        yield


def colours_of(moves: Iterable[Move]) -> dict[Move, str]:
    """Return a colour for each move, the same in every plot; poker actions have the same colours in every game."""
    named = list(dict.fromkeys(moves))
    found = {move: colour for move, colour in ALWAYS.items() if move in named}
    for verb, shades in SHADES.items():
        sizes = [move for move in named if str(move).split(" ")[0] == verb]
        found |= dict(zip(sizes, _pick_colours(shades, len(sizes)), strict=True))
    rest = [colour for colour in COLOURS if colour not in found.values()]
    others = [move for move in named if move not in found]
    return found | dict(zip(others, _pick_colours(rest, len(others), "viridis"), strict=True))


def _pick_colours(colours: Sequence[str], wanted: int, colour_map: str = "") -> Sequence[str]:
    """Return the first `wanted` colours; if there are too few, colours along a colour map, or between the
    first and the last.
    """
    if wanted <= len(colours):
        return colours[:wanted]
    from matplotlib import colormaps
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    along = colormaps[colour_map] if colour_map else LinearSegmentedColormap.from_list("", list(colours))
    return [to_hex(along(k / (wanted - 1))) for k in range(wanted)]


def text_colour(background: str) -> str:
    """Return black or white, whichever is easier to read on a background such as "#0072B2"."""
    red, green, blue = (int(background[i : i + 2], 16) for i in (1, 3, 5))
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "white"


def heading(axes: Axes, words: str) -> None:
    """Write the heading of a panel above its left end, at a fixed height."""
    axes.set_title(words, fontsize=10, loc="left", y=1.0)


def box(axes: Axes, x: float, y: float, width: float, height: float, **look: Data) -> None:
    """Draw a rectangle from its lower left corner; the caller sets the limits of the panel."""
    from matplotlib.patches import Rectangle

    axes.add_artist(Rectangle((x, y), width, height, **look))


def boxes(axes: Axes, places: Sequence[tuple[float, float, float, float]], **look: Data) -> None:
    """Draw many rectangles as one artist, each from its left, lower edge, width and height; otherwise like
    `box`.
    """
    import numpy as np
    from matplotlib.collections import PolyCollection

    left, low, width, height = np.array(places, float).reshape(-1, 4).T
    right, high = left + width, low + height
    corners: Foreign = np.array([[left, low], [right, low], [right, high], [left, high]]).transpose(2, 0, 1)
    axes.add_collection(PolyCollection(corners, **look), autolim=False)


def names_below(axes: Axes, names: Iterable[str]) -> None:
    """Write names vertically below the positions 0, 1, 2, … of a panel; three times as fast as tick labels."""
    from matplotlib.transforms import ScaledTranslation

    axes.set_xticks([])
    below = axes.get_xaxis_transform() + ScaledTranslation(0, -GAP, axes.figure.dpi_scale_trans)
    for x, name in enumerate(names):
        axes.text(
            x, 0, name, rotation=90, ha="center", va="top", fontsize=8, transform=below, parse_math=False
        )


def inside(axes: Axes, x: float, y: float, words: str, **look: Data) -> None:
    """Write words centred at a point inside a panel; the layout reserves no space for the words."""
    if words:
        axes.text(x, y, words, ha="center", va="center", in_layout=False, **look)


def plain_axes(axes: Axes) -> None:
    """Hide the frame above and to the right of a panel."""
    axes.spines[["top", "right"]].set_visible(False)


def as_svg(figure: Figure) -> str:
    """Return a figure as SVG for the site, with searchable text."""
    import matplotlib

    drawn = io.StringIO()
    with plain_text(figure), matplotlib.rc_context({"svg.fonttype": "none"}):
        figure.savefig(drawn, format="svg")
    return drawn.getvalue()


def save(figure: Figure, file: Path) -> None:
    """Save a figure as PNG, SVG or PDF: 200 dots per inch, and SVG with searchable text.

    At this resolution, letters need no hinting, which shifts them and takes time.
    """
    import matplotlib

    drawn, kind = io.BytesIO(), file.suffix.lower().lstrip(".")
    with (
        plain_text(figure),
        matplotlib.rc_context({"svg.fonttype": "none", "text.hinting": "no_hinting"}),
    ):
        if kind == "png":
            _save_png(figure, drawn)
        else:
            figure.savefig(drawn, format=kind, dpi=DOTS, bbox_inches="tight")
    file.write_bytes(drawn.getvalue())


def _save_png(figure: Figure, drawn: io.BytesIO) -> None:
    """Write a figure as PNG, without empty margins.

    The figure is laid out once, drawn and cropped: matplotlib would lay it out twice, and measure all texts again
    for a canvas of another size. If something sticks out of the figure, another size is necessary.
    """
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image
    from PIL.ImageOps import expand

    figure.set_dpi(DOTS)
    canvas: Foreign = FigureCanvasAgg(figure)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine(None)
    part: Foreign = figure.get_tightbbox(canvas.get_renderer())
    pad = matplotlib.rcParams["savefig.pad_inches"]
    width, height = figure.get_size_inches()
    if part.x0 < 0 or part.y0 < 0 or part.x1 > width or part.y1 > height:
        options = {"compress_level": PNG_LEVEL}
        figure.savefig(drawn, format="png", dpi=DOTS, bbox_inches=part.padded(pad), pil_kwargs=options)
        return
    canvas.draw()
    pixels = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba(), "raw", "RGBA", 0, 1)
    # a fractional last dot of a figure is not drawn
    left, right = floor(DOTS * part.x0), min(ceil(DOTS * part.x1), pixels.width)
    top, bottom = floor(DOTS * (height - part.y1)), min(ceil(DOTS * (height - part.y0)), pixels.height)
    picture = expand(pixels.crop((left, top, right, bottom)).convert("RGB"), round(DOTS * pad), "white")
    picture.save(drawn, "png", dpi=(DOTS, DOTS), compress_level=PNG_LEVEL)
