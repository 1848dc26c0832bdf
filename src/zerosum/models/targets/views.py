"""A target game as data for plots: each player's mix at each value of the target, and the reasons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.data import Json
from zerosum.core.numbers import short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.views import listed, points
from zerosum.models.targets.answer import TargetSolution
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.piecewise import Piece
from zerosum.numerics.polynomials import Ratio

POINTS = 40
"""Number of points of each piece that are drawn."""
NEVER = 1e-9
"""A smaller probability is a rounding error."""


def views(solution: TargetSolution) -> list[Json]:
    """Return three panels over the value of the target: both players' moves, and the value of the game."""
    game, found = solution.game, solution.pieces(solution.state)
    if not found:
        return []
    edges = edges_of(found, game.target(game.stages_left(solution.state)))
    names = list(dict.fromkeys((*game.row_moves, *game.col_moves)))
    places = [np.linspace(low, high, POINTS) for low, high in pairwise(edges)]
    x = np.concatenate(places)
    panels = []
    for side in SIDES:
        lines = []
        for i, move in enumerate(game.row_moves if side == "row" else game.col_moves):
            ratios = [(piece.row if side == "row" else piece.col)[i] for piece in found]
            if any(ratio.top for ratio in ratios):
                heights = [curve(ratio, part) for ratio, part in zip(ratios, places, strict=True)]
                lines.append(
                    {
                        "name": str(move),
                        "hue": names.index(move),
                        "points": points(x, np.concatenate(heights)),
                    }
                )
        title = f"frequency of each {game.move} of {game.seats[side]}"
        panels.append({"title": title, "low": 0, "high": 1, "share": True, "lines": lines})
    worth = np.concatenate([curve(piece.value, part) for piece, part in zip(found, places, strict=True)])
    panels.append(
        {
            "title": f"value of the game to {game.seats['row']}",
            "low": min(0.0, float(worth.min())),
            "high": max(0.0, float(worth.max())),
            "level": float(solution.value_at(solution.state)),
            "level_name": "on average",
            "lines": [{"name": "at this target", "hue": 5, "points": points(x, worth)}],
        }
    )
    axis = {"name": "value x of the target", "letter": "x", "low": edges[0], "high": edges[-1]}
    at = None if solution.x is None else float(solution.x)
    cuts = [{"at": cut, "name": short_text(cut, 3)} for cut in edges[1:-1]]
    return [
        {"kind": "curves", "axis": axis, "at": at, "cuts": cuts, "choices": [{"name": "", "panels": panels}]}
    ]


def edges_of(found: Sequence[Piece], distribution: Distribution) -> list[float]:
    """Return the start of each piece, and the end of the plot."""
    starts = [float(piece.low) for piece in found]
    if math.isfinite(distribution.high):
        end = max(distribution.high, starts[-1])
    else:
        end = max(distribution.low + 3 * (distribution.mean - distribution.low), 1.6 * starts[-1])
    return [*starts, end if end > starts[0] else starts[0] + 1.0]


def curve(ratio: Ratio, xs: Floats) -> Floats:
    """Return the values of a ratio at many points, for coefficients of any type."""
    if not ratio.top:
        return np.zeros(len(xs))
    return np.broadcast_to(np.asarray(ratio.in_floats()(xs), float), xs.shape)


def explain(solution: TargetSolution) -> str:
    """Explain at which targets the players mix, and what each mix equalises; or, if no player mixes, that each move
    is a best response.
    """
    game, found = solution.game, solution.pieces(solution.state)
    if solution.x is not None or not found:
        return ""
    edges = edges_of(found, game.target(game.stages_left(solution.state)))
    notes: list[str] = []
    for piece, (low, high) in zip(found, pairwise(edges), strict=True):
        played: dict[Side, list[str]] = {
            side: _played(solution, piece, side, (low + high) / 2) for side in SIDES
        }
        mixing = next(
            (side for side in SIDES if len(played[side]) > 1 and len(played[other(side)]) > 1), None
        )
        where = _where(low, high, edges)
        if mixing is None:
            moves = " and ".join(f"{game.seats[side]}'s {listed(played[side])}" for side in SIDES)
            notes.append(f"{where}, {moves} are best responses to each other")
            continue
        foe = other(mixing)
        notes.append(
            f"{where}, {game.seats[mixing]} mixes {listed(played[mixing])} so that {game.seats[foe]} has "
            f"the same EV with "
            f"{listed(played[foe])}"
        )
    text = "; ".join(notes[:3]) + ("; and so on" if len(notes) > 3 else "")
    return f"{text[0].upper()}{text[1:]}."


def _played(solution: TargetSolution, piece: Piece, side: Side, x: float) -> list[str]:
    """Return a side's moves at a target."""
    game = solution.game
    moves, strategy = (game.row_moves, piece.row) if side == "row" else (game.col_moves, piece.col)
    at = np.array([x])
    return [str(move) for move, p in zip(moves, strategy, strict=True) if curve(p, at)[0] > NEVER]


def _where(low: float, high: float, edges: Sequence[float]) -> str:
    """Describe the targets of a piece."""
    first, last = low == edges[0], high == edges[-1]
    if first and last:
        return "at every target"
    if first:
        return f"at targets below {short_text(high, 3)}"
    return f"above {short_text(low, 3)}" if last else f"from {short_text(low, 3)} to {short_text(high, 3)}"
