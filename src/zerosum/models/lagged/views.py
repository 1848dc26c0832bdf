"""A lagged game as data for plots: a player's next move after each node, by the probability of the hidden move."""

from __future__ import annotations

import numpy as np

from zerosum.core.data import Json
from zerosum.core.numbers import short_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.views import frequency_in_words, mix_views, points
from zerosum.models.lagged.answer import LaggedSolution, MemorySolution
from zerosum.models.lagged.report import place_of
from zerosum.models.lagged.rules import EXITS
from zerosum.models.lagged.strategy import OptimalMoves

POINTS = 51
"""Number of points of a curve, besides its kinks."""
MIDDLE, SELDOM = 0.5, 0.005
"""The q at which `explain` looks for a mix, and the smallest probability for which it counts as a mix."""
ACROSS = 9
"""Number of places inside a piece at which the range of optimal probabilities is drawn."""
MAX_TURNS = 400
"""Largest number of kinks of a curve that are sent exactly."""


def views(solution: LaggedSolution | MemorySolution) -> list[Json]:
    """Return, for each player and node, the probability of cc next by q, and the value of that state."""
    if isinstance(solution, MemorySolution):
        return mix_views(solution)
    who, only, q = place_of(solution)
    side, node, _ = _explained(solution)
    opens = _name(solution, side, node)
    choices: list[Json] = []
    for player, side in enumerate(SIDES):
        for node, moves in solution.next_moves[player].items():
            if who in (None, side) and only in (None, node):
                panels = [_next(moves), _worth(solution, player, node)]
                name = _name(solution, side, node)
                choices.append(
                    {"name": name, "side": side, "node": solution.board.names[node], "panels": panels}
                )
    axis = {"name": "q, probability that the last move was cc", "letter": "q", "low": 0, "high": 1}
    return [{"kind": "curves", "axis": axis, "at": q, "cuts": [], "choices": choices, "opens": opens}]


def _name(solution: LaggedSolution, side: Side, node: int) -> str:
    return f"{solution.game.seats[side]} left {solution.board.names[node]}"


def _next(moves: OptimalMoves) -> Json:
    """Return the probability of cc next after each exit, with its range if it is not unique."""
    turns = moves.q[:: max(1, len(moves.q) // MAX_TURNS)]
    q = np.unique(np.concatenate([np.nextafter(turns[1:], 0), turns, np.linspace(0, 1, POINTS)]))
    lines = [
        {"name": f"after {way}", "hue": hue, "points": points(q, heights)}
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
    title = "probability of going cc next" + ("; shaded: all optimal probabilities" if bands else "")
    return {"title": title, "low": 0, "high": 1, "share": True, "lines": lines, "bands": bands}


def _worth(solution: LaggedSolution, player: int, node: int) -> Json:
    """Return the value to row of the states after a node."""
    f = solution.function(player, node)
    q = np.unique(np.concatenate([f.q[:: max(1, len(f.q) // MAX_TURNS)], [0.0, 1.0]]))
    heights = f.values(q) * (1 if player == 0 else -1)
    relative = ", relative to the other states" if solution.discount == 1 else ""
    return {
        "title": f"value to {solution.game.seats['row']}{relative}",
        "low": float(heights.min()),
        "high": float(heights.max()),
        "lines": [{"name": "worth", "hue": 5, "points": points(q, heights)}],
    }


def explain(solution: LaggedSolution | MemorySolution) -> str:
    """Explain which mix makes the opponent indifferent: at the requested state, or at the first that mixes."""
    if isinstance(solution, MemorySolution) or solution.proved_otherwise:
        return ""
    who, node, q = place_of(solution)
    if who is not None:
        return _explain_here(solution, who, node, q) if node is not None and q is not None else ""
    side, node, text = _explained(solution)
    return (
        text
        or f"{_goes(solution, side, node, MIDDLE)}: no other mix has a higher EV for {solution.game.seats[side]}."
    )


def _explained(solution: LaggedSolution) -> tuple[Side, int, str]:
    """Return the first state at which a mix makes the opponent indifferent, and the sentence; if there is none, the
    first state.
    """
    states = [
        (player, side, node) for player, side in enumerate(SIDES) for node in solution.next_moves[player]
    ]
    for player, side, node in states:
        r, s = solution.next_cc(player, node, MIDDLE)
        if max(min(r, 1 - r), min(s, 1 - s)) > SELDOM:
            text = _explain_here(solution, side, node, MIDDLE)
            if text:
                return side, node, text
    return states[0][1], states[0][2], ""


def _explain_here(solution: LaggedSolution, side: Side, node: int, q: float) -> str:
    """Return the mix at one state, if it makes the opponent indifferent."""
    player, seats = SIDES.index(side), solution.game.seats
    moves = solution.next_moves[player][node]
    if not 0 < moves.mix[int(moves.piece_of(np.array([q]))[0])] < 1:
        return ""
    return (
        f"{_goes(solution, side, node, q)}: together exactly often enough to give {seats[other(side)]} "
        f"the same EV through either exit."
    )


def _goes(solution: LaggedSolution, side: Side, node: int, q: float) -> str:
    """Describe a player's next move at a state."""
    pair = solution.next_cc(SIDES.index(side), node, q)
    ways = {
        way: frequency_in_words(p) for way, p, share in zip(EXITS, pair, (q, 1 - q), strict=True) if share > 0
    }
    text = " and ".join(f"{times} after {way}" for way, times in ways.items())
    pure = (
        {"never": "cl", "always": "cc"}.get(next(iter(ways.values())))
        if len(set(ways.values())) == 1
        else None
    )
    left = f"{_begins(solution.game.seats[side])} has left {solution.board.names[node]}"
    next_ = f"goes {pure} next" if pure else f"goes cc next {text}"
    return f"{left}, by cc with probability {short_text(q, 3)}, and {next_}"


def _begins(seat: str) -> str:
    return seat[0].upper() + seat[1:]
