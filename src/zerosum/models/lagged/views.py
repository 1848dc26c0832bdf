"""A lagged game as data to draw: what a player does next after each node, by the probability of the hidden move."""

from __future__ import annotations

import numpy as np

from zerosum.core.arrays import Floats
from zerosum.core.data import Json
from zerosum.core.numbers import short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.views import mix_views, often
from zerosum.models.lagged.answer import LaggedSolution, MemorySolution
from zerosum.models.lagged.report import place_of
from zerosum.models.lagged.rules import EXITS
from zerosum.models.lagged.strategy import OptimalMoves

POINTS = 51
"""Number of points of a line, besides those where it turns."""
MIDDLE, SELDOM = 0.5, 0.005
"""The q at which `why` looks for a mix, and the least probability for which it counts as one."""
ACROSS = 9
"""Number of places inside a piece at which the range of optimal probabilities is drawn."""
MOST_TURNS = 400
"""Largest number of places where a line turns that are sent exactly."""


def views(solution: LaggedSolution | MemorySolution) -> list[Json]:
    """For each player and node: the probability of cc next, by q, and what that state is worth."""
    if isinstance(solution, MemorySolution):
        return mix_views(solution)
    who, only, q = place_of(solution)
    board, seats = solution.board, solution.game.seats
    choices: list[Json] = []
    for player, side in enumerate(SIDES):
        for node, moves in solution.next_moves[player].items():
            if who in (None, side) and only in (None, node):
                name = f"{seats[side]} left {board.names[node]}"
                panels = [_next(moves), _worth(solution, player, node)]
                choices.append({"name": name, "panels": panels})
    axis = {"name": "q, the probability of having gone cc", "letter": "q", "low": 0, "high": 1}
    return [{"kind": "curves", "axis": axis, "at": q, "cuts": [], "choices": choices}]


def _next(moves: OptimalMoves) -> Json:
    """The probability of cc next after each exit, and where it is not unique its range."""
    turns = moves.q[:: max(1, len(moves.q) // MOST_TURNS)]
    q = np.unique(np.concatenate([np.nextafter(turns[1:], 0), turns, np.linspace(0, 1, POINTS)]))
    lines = [
        {"name": f"after {way}", "hue": hue, "points": _points(q, heights)}
        for hue, (way, heights) in enumerate(zip(EXITS, moves.pair(q), strict=True))
    ]
    bands = []
    for piece in np.flatnonzero(moves.loose).tolist():
        inside = np.linspace(moves.q[piece], moves.q[piece + 1], ACROSS + 2)[1:-1].tolist()
        both = zip(*(moves.ranges(x) for x in inside), strict=True)
        bands += [
            {"hue": hue, "points": [[x, *ends] for x, ends in zip(inside, pairs, strict=True)]}
            for hue, pairs in enumerate(both)
        ]
    title = "the probability of going cc next" + ("; shaded: all that are optimal" if bands else "")
    return {"title": title, "low": 0, "high": 1, "share": True, "lines": lines, "bands": bands}


def _worth(solution: LaggedSolution, player: int, node: int) -> Json:
    """What the states after a node are worth to row."""
    f = solution.function(player, node)
    q = np.unique(np.concatenate([f.q[:: max(1, len(f.q) // MOST_TURNS)], [0.0, 1.0]]))
    heights = f.values(q) * (1 if player == 0 else -1)
    relative = ", beside the other states" if solution.discount == 1 else ""
    return {
        "title": f"what this is worth to {solution.game.seats['row']}{relative}",
        "low": float(heights.min()),
        "high": float(heights.max()),
        "lines": [{"name": "worth", "hue": 5, "points": _points(q, heights)}],
    }


def _points(q: Floats, heights: Floats) -> list[list[float]]:
    return [[float(f"{x:.5g}"), float(f"{y:.4g}")] for x, y in zip(q.tolist(), heights.tolist(), strict=True)]


def why(solution: LaggedSolution | MemorySolution) -> str:
    """Which mix keeps the other's exits even: at the state that was asked for, or at the first that mixes."""
    if isinstance(solution, MemorySolution) or solution.proved_otherwise:
        return ""
    who, node, q = place_of(solution)
    if who is not None:
        return _why_here(solution, who, node, q) if node is not None and q is not None else ""
    for player, side in enumerate(SIDES):
        for node in solution.next_moves[player]:
            r, s = solution.next_cc(player, node, MIDDLE)
            if max(min(r, 1 - r), min(s, 1 - s)) > SELDOM:
                told = _why_here(solution, side, node, MIDDLE)
                if told:
                    return told
    return ""


def _why_here(solution: LaggedSolution, side: Side, node: int, q: float) -> str:
    """The mix at one state, where it keeps the other's exits even."""
    player, seats = SIDES.index(side), solution.game.seats
    moves = solution.next_moves[player][node]
    if not 0 < moves.mix[int(moves.piece_of(np.array([q]))[0])] < 1:
        return ""
    ways = [
        f"{often(p)} after {way}"
        for way, p, share in zip(EXITS, solution.next_cc(player, node, q), (q, 1 - q), strict=True)
        if share > 0
    ]
    left = f"{_begins(seats[side])} has left {solution.board.names[node]}, by cc with probability {short_text(q, 3)}"
    return (
        f"{left}, and goes cc next {' and '.join(ways)}: together exactly often enough that "
        f"{seats[other(side)]} earns the same by either exit."
    )


def _begins(seat: str) -> str:
    return seat[0].upper() + seat[1:]
