"""Lagged games at the table: so many moves on a board, each player one move behind the truth.

The referee announces the node that the counter has just left; where it stands now, a player who is about to move
does not know. A round is a fixed number of moves, and pays what was paid on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from zerosum.arena.players import Observation
from zerosum.arena.rounds import Round
from zerosum.core.game import Move
from zerosum.core.sides import SIDES, Side
from zerosum.models.lagged.rules import EXITS, Board

__all__ = ["MOVES", "LaggedRound", "LaggedView"]

MOVES = 20
"""How many moves a round has."""

CC, CL = EXITS


@dataclass(frozen=True)
class LaggedView:
    """What a player knows: the nodes that the counter has left, in order, and its own exits."""

    board: Board
    side: Side
    """Who sees this."""
    left: tuple[int, ...]
    """Every node announced so far; the last one is where the opponent has just moved from."""
    mine: tuple[str, ...]
    """The exits that this player has taken."""

    @property
    def possible(self) -> tuple[int, ...]:
        """Where the counter may stand now."""
        return self.board.exits[self.left[-1]] if self.left else (self.board.start,)

    def way(self, turn: int) -> str | None:
        """The exit of a turn whose target is announced; None for a rival's where both exits lead to it."""
        if SIDES[turn % 2] == self.side:
            return self.mine[turn // 2]
        cc, cl = self.board.exits[self.left[turn]]
        return None if cc == cl else CC if cc == self.left[turn + 1] else CL


@dataclass(frozen=True)
class LaggedRound(Round):
    """The counter's node, which nobody sees, and the moves so far."""

    board: Board
    at: int
    left: tuple[int, ...] = ()
    ways: tuple[str, ...] = ()
    length: int = MOVES

    @property
    def over(self) -> bool:
        """Whether all the moves are made."""
        return len(self.left) >= self.length

    @property
    def payoff(self) -> float:
        """What was paid for the nodes that the counter left."""
        return float(sum(self.board.payoffs[node] for node in self.left))

    def choosers(self) -> Sequence[Side]:
        """The players take turns; row begins."""
        return () if self.over else (SIDES[len(self.left) % 2],)

    def observation(self, side: Side) -> Observation:
        """All nodes left but not the one where the counter stands, and the side's own exits."""
        return Observation(
            side, LaggedView(self.board, side, self.left, self.ways[SIDES.index(side) :: 2]), EXITS
        )

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> LaggedRound:
        """The counter moves, and the referee announces the node that it left."""
        (way,) = moves.values()
        target = self.board.exits[self.at][EXITS.index(way)]
        return replace(self, at=target, left=(*self.left, self.at), ways=(*self.ways, way))

    def scene(self, side: Side) -> Sequence[str]:
        """The board, and where the counter may be."""
        view = self.observation(side).position
        places = " or ".join(self.board.names[node] for node in view.possible)
        return [
            f"the counter stands on {places} · {self.length - len(self.left)} moves to go",
            *(self._node(node, node in view.possible) for node in range(self.board.size)),
        ]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The board, and the nodes on which the counter may stand as far as this side knows."""
        board, possible = self.board, self.observation(side).position.possible
        return {
            "kind": "ring",
            "nodes": [
                {"name": board.names[k], "payoff": f"{float(board.payoffs[k]):+g}"} for k in range(board.size)
            ],
            "edges": [[k, target] for k, pair in enumerate(board.exits) for target in pair],
            "possible": list(possible),
            "told": f"the counter stands on {' or '.join(board.names[k] for k in possible)}",
        }

    def news(self, side: Side) -> Sequence[str]:
        """The referee's announcement."""
        if not self.left:
            return []
        node = self.left[-1]
        who = "you" if self.choosers_before() == side else "the rival"
        paid = float(self.board.payoffs[node]) * (1 if side == "row" else -1)
        return [
            f"{who} moved from {self.board.names[node]}: {'you get' if paid >= 0 else 'you pay'} {abs(paid):g}"
        ]

    def choosers_before(self) -> Side:
        """Who made the last move."""
        return SIDES[(len(self.left) - 1) % 2]

    def _node(self, node: int, possible: bool) -> str:
        cc, cl = (self.board.names[target] for target in self.board.exits[node])
        mark = "●?" if possible else "  "
        return f"{mark} node {self.board.names[node]} pays {float(self.board.payoffs[node]):+g}, cc to {cc}, cl to {cl}"
