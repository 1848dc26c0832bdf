"""Table 5.1 of Sanwal and Drechsler as a picture: what is printed, what must be, and what explains the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zerosum.display.style import COLOURS, plain_axes
from zerosum.papers import find
from zerosum.papers.checks.table import PLAYERS, SIZES, cell, match

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PRINTED, COMPUTED, RANGE = COLOURS[5], COLOURS[0], "0.75"


def _printed(rival: str) -> list[float]:
    """The printed spreads of the equilibrium against a rival, by number of cards, in percent."""
    rows = (claim for claim in find("jujitsu").claims() if claim.check == "cell")
    return [
        float(claim.prints.rstrip("%"))
        for claim in rows
        if claim.arguments["cell"] == "spread"
        and (claim.arguments["row"], claim.arguments["col"]) == ("equilibrium", rival)
    ]


def draw_table() -> Figure:
    """By how much the equilibrium beats each rival, printed and computed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5.5), layout="constrained")
    for axes, rival in zip(figure.subplots(2, 2).flat, (*PLAYERS, "equilibrium"), strict=True):
        _panel(axes, rival)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    figure.supylabel("wins less losses, % of plays")
    return figure


def _panel(axes: Axes, rival: str) -> None:
    """One rival: the range over all equilibrium strategies, LIPSOL's, and the printed number."""
    itself = rival == "equilibrium"
    must = [cell(n, "equilibrium", rival, "spread") for n in SIZES]
    by_program = [
        match(n, "equilibrium", "its own vector")["spread"] if itself else share.stated or 0.0
        for n, share in zip(SIZES, must, strict=True)
    ]
    axes.vlines(
        SIZES,
        [100 * m.low for m in must],
        [100 * m.high for m in must],
        color=RANGE,
        linewidth=9,
        zorder=1,
        label="every equilibrium strategy",
    )
    if itself:
        axes.scatter(SIZES, [0] * len(SIZES), color=RANGE, s=60, marker="s")
    axes.scatter(
        SIZES,
        [100 * x for x in by_program],
        color=COMPUTED,
        s=70,
        marker="x",
        label="their program, computed",
    )
    axes.scatter(SIZES, _printed(rival), s=80, facecolors="none", edgecolors=PRINTED, label="printed")
    axes.set_title(f"against {'itself' if itself else rival}", fontsize=10)
    axes.set_xticks(SIZES, [f"{n} cards" for n in SIZES])
    axes.axhline(0, color="black", linewidth=0.6)
    plain_axes(axes)
