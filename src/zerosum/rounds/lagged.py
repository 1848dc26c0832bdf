"""Lagged games at the table: so many moves on a board, each player one move behind the truth.

The referee announces the node that the counter has just left; where it stands now, a player who is about to move
does not know. A round is a fixed number of moves, and pays what was paid on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zerosum.arena.players import Equilibrium, Mix, Player, Seen
from zerosum.arena.public import Solve
from zerosum.models.lagged import EXITS, Board, LaggedGame
from zerosum.rounds.course import Advice, GameDealer, Round
from zerosum.sides import SIDES, Side, other

__all__ = ["LaggedDealer", "LaggedRound", "LaggedView", "dealer"]

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

    def seen(self, side: Side) -> Seen:
        """All nodes left but not the one where the counter stands, and the side's own exits."""
        return Seen(side, LaggedView(self.board, side, self.left, self.ways[SIDES.index(side) :: 2]), EXITS)

    def after(self, moves: Mapping[Side, Any], random: np.random.Generator) -> LaggedRound:
        """The counter moves, and the referee announces the node that it left."""
        (way,) = moves.values()
        target = self.board.exits[self.at][EXITS.index(way)]
        return replace(self, at=target, left=(*self.left, self.at), ways=(*self.ways, way))

    def scene(self, side: Side) -> Sequence[str]:
        """The board, and where the counter may be."""
        view = self.seen(side).position
        places = " or ".join(self.board.names[node] for node in view.possible)
        return [
            *(self._node(node, node in view.possible) for node in range(self.board.size)),
            f"the counter stands on {places} · {self.length - len(self.left)} moves to go",
        ]

    def news(self, side: Side) -> Sequence[str]:
        """The referee's announcement."""
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


@dataclass(frozen=True)
class LaggedDealer(GameDealer):
    """Deals rounds of a lagged game, and advises from its solution."""

    game: LaggedGame

    @property
    def rules(self) -> Sequence[str]:
        """How it is played."""
        return (
            "In turn, row first, each moves the counter by one of the two exits of the node where it stands: cc or "
            "cl (on a ring, counterclockwise or clockwise).",
            "Then the referee names the node that the counter has left, and column pays row what that node says. "
            "So you know where your rival moved from, but not where the counter stands now.",
            f"A round is {MOVES} moves.",
        )

    @property
    def equilibrium(self) -> Player:
        """Keeps nothing: its q follows from its own moves."""
        return Equilibrium(self._strategies)

    def deal(self, random: np.random.Generator) -> LaggedRound:
        """The counter on its start."""
        board = self.game.layout()
        return LaggedRound(board, board.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and what each exit leaves the rival to hope for."""
        view = round.seen(side).position
        mine, rival = SIDES.index(side), SIDES.index(other(side))
        sign = 1.0 if side == "row" else -1.0
        worth = {way: sign * self._left_to(rival, view, EXITS.index(way)) for way in EXITS}
        return Advice(_mix(self._chance(mine, view)), worth)

    def _strategies(self, view: LaggedView) -> tuple[Mix, Mix]:
        row, col = (_mix(self._chance(player, view)) for player in (0, 1))
        return row, col

    def _chance(self, player: int, view: LaggedView) -> float:
        """The player's probability of cc now: q carried along its moves, as far as the view shows them."""
        solution = self.solution()
        q: float = solution.first[player]
        for turn in range(player, len(view.left) - 1, 2):
            way, (r, s) = view.way(turn), solution.next_cc(player, view.left[turn], q)
            q = q * r + (1 - q) * s if way is None else r if way == CC else s
        return q

    def _left_to(self, rival: int, view: LaggedView, way: int) -> float:
        """What row can expect after an exit, by the rival's own function, up to what all exits share."""
        solution = self.solution()
        exits = view.board.exits
        if not view.left:
            return float(solution.worth(rival, exits[view.board.start][way], solution.first[rival]))
        node, q = view.left[-1], self._chance(rival, replace(view, left=view.left[:-1]))
        pair = zip((q, 1 - q), exits[node], solution.next_cc(rival, node, q), strict=True)
        return float(
            sum(p * float(solution.worth(rival, exits[target][way], after)) for p, target, after in pair)
        )


def dealer(game: LaggedGame, solution: Solve) -> LaggedDealer:
    """Deals rounds of a lagged game."""
    return LaggedDealer(game, solution)


def _mix(chance: float) -> Mix:
    return {CC: chance, CL: 1 - chance}
