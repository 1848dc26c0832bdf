"""Gleason's game as Ferguson and Shapley computed it, beside the value that is known without a grid."""

from __future__ import annotations

from functools import cache
from typing import Literal

from zerosum.games.gleason import Gleason
from zerosum.models.lagged.solve.grid import Grid, hoffman_karp
from zerosum.papers.checks.gleason import solution
from zerosum.papers.verdicts import Found


@cache
def on_grid(n: int) -> Grid:
    """The paper's board by the paper's method."""
    return hoffman_karp(Gleason().layout(), n)


def grid_bounds(n: int) -> Found:
    """Whether the grid's bounds enclose the value that is known without a grid."""
    grid, value = on_grid(n), float(solution().value)
    text = f"on a grid of 1/{n}, after {grid.rounds} rounds, {grid.lower:.5f} <= V <= {grid.upper:.5f}; V = {value:.7f}"
    return Found(grid.lower <= value <= grid.upper, text)


def grid_bound(n: int, side: Literal["lower", "upper"]) -> float:
    """V_lower or V_upper of a grid."""
    grid = on_grid(n)
    return grid.lower if side == "lower" else grid.upper
