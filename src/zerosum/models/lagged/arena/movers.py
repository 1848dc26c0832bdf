"""Players of lagged games, lowered: each plays any number of games side by side, as arrays.

A mover is asked for the probabilities of cc, then told which exits were drawn and, once the counter has moved, which
nodes it has just left. The optimal player keeps one number: the probability q with which it last went cc. So a
million moves take a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from zerosum.arena.players import Observation, Player, ask
from zerosum.arena.sampling import BURN_IN, Average, long_run
from zerosum.core.arrays import Floats
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import Side
from zerosum.core.workers import HERE, Workers
from zerosum.models.lagged.arena.memory import Remembering
from zerosum.models.lagged.arena.rounds import LaggedView
from zerosum.models.lagged.rules import EXITS, Board, Concave, NextMoves

__all__ = ["Asked", "BestReply", "Blended", "Flags", "Mover", "Nodes", "Optimal", "Recalling", "simulate"]

Nodes = NDArray[np.intp]
Flags = NDArray[np.bool_]
MOST_BURN_IN = 20_000
"""A walk needs about the square of the number of nodes to forget where it began, but no more than this is played."""

CC, CL = EXITS


class Mover(Protocol):
    """Plays some games side by side."""

    def begin(self, games: int) -> None:
        """New games."""

    def chances(self, seen: Nodes) -> Floats:
        """The probabilities of cc now; `seen` are the nodes that the opponent has just left, -1 if none yet."""

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Told which exits were drawn, and which nodes the counter has left by them."""


class Optimal:
    """Plays r(k, q) and s(k, q): keeps the node it left last, the q with which it did, and the exit."""

    def __init__(self, next_moves: Mapping[int, NextMoves], first: float) -> None:
        self.next_moves, self.first = next_moves, first
        self.begin(1)

    def begin(self, games: int) -> None:
        """New games."""
        self.left = np.full(games, -1, dtype=np.intp)
        self.q = np.full(games, self.first)
        self.cc = np.zeros(games, dtype=np.bool_)
        self.next = self.q

    def chances(self, seen: Nodes) -> Floats:
        """The probabilities of cc now; what the opponent left is known already, being where one went."""
        self.next = np.where(self.left < 0, self.first, 0.0)
        for node, moves in self.next_moves.items():
            here = self.left == node
            if here.any():
                self.next[here] = moves.next_cc(self.q[here], self.cc[here])
        return self.next

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Keep what the next move depends on."""
        self.left, self.q, self.cc = left, self.next, cc


class BestReply:
    """Knows the opponent's strategy and deduces its q from what is announced; takes the exit that hurts most.

    Worth is measured by the opponent's own functions: against an optimal opponent no reply does better.
    """

    def __init__(self, board: Board, opponent: Optimal, functions: Mapping[int, Concave]) -> None:
        self.board, self.opponent, self.functions = board, opponent, functions

    def begin(self, games: int) -> None:
        """Nothing to keep: the opponent's state can be deduced."""

    def chances(self, seen: Nodes) -> Floats:
        """Certainty for the exit that leaves the opponent less."""
        after_cc, after_cl = (self._left(seen, way) for way in (0, 1))
        return np.where(after_cc < after_cl, 1.0, 0.0)

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Nothing to keep."""

    def _left(self, seen: Nodes, way: int) -> Floats:
        """What the opponent's functions promise him after this exit."""
        total = np.zeros(len(seen))
        for node in np.unique(seen):
            here = seen == node
            total[here] = self._first(way) if node < 0 else self._after(int(node), self.opponent.q[here], way)
        return total

    def _first(self, way: int) -> float:
        """The same at the very first move, from the known start."""
        worth = self.functions[self.board.exits[self.board.start][way]].values(
            np.array([self.opponent.first])
        )
        return float(worth[0])

    def _after(self, node: int, q: Floats, way: int) -> Floats:
        """The same when the opponent has left `node`, having gone cc with probability q."""
        r, s = self.opponent.next_moves[node].pair(q)
        cc, cl = (self.functions[self.board.exits[target][way]] for target in self.board.exits[node])
        return np.asarray(q * cc.values(r) + (1 - q) * cl.values(s))


class Recalling:
    """Plays by the last few nodes that were announced."""

    def __init__(self, board: Board, player: Remembering) -> None:
        self.size, self.player = board.size, player
        self.table: dict[int, float] = {}
        self.begin(1)

    def begin(self, games: int) -> None:
        """Nothing is announced yet."""
        self.known = np.zeros(games, dtype=np.intp)

    def chances(self, seen: Nodes) -> Floats:
        """The probabilities for what is remembered."""
        if not self.player.memory:
            return np.full(len(seen), self._chance(0))
        self._keep(seen)
        codes, where = np.unique(self.known, return_inverse=True)
        return np.array([self._chance(code) for code in codes.tolist()])[where]

    def moved(self, cc: Flags, left: Nodes) -> None:
        """One's own node is announced."""
        if self.player.memory:
            self._keep(left)

    def _keep(self, announced: Nodes) -> None:
        """Push the nodes announced; what is known is a number to the base of the nodes and one more for none."""
        base = self.size + 1
        pushed = (self.known * base + announced + 1) % base**self.player.memory
        self.known = np.where(announced < 0, self.known, pushed)

    def _chance(self, code: int) -> float:
        """The probability for what a number stands for; the player is asked once."""
        if code not in self.table:
            self.table[code] = float(self.player.chance(self._nodes(code)))
        return self.table[code]

    def _nodes(self, code: int) -> tuple[int, ...]:
        """The nodes that a number stands for, the oldest first."""
        nodes: list[int] = []
        while code:
            code, node = divmod(code, self.size + 1)
            nodes.append(node - 1)
        return tuple(reversed(nodes))


class Blended:
    """Does at each move as one of several players would, drawn anew with fixed weights."""

    def __init__(self, parts: Sequence[tuple[float, Mover]]) -> None:
        self.parts = parts

    def begin(self, games: int) -> None:
        """New games, for all of them."""
        for _, mover in self.parts:
            mover.begin(games)

    def chances(self, seen: Nodes) -> Floats:
        """The mean of their probabilities."""
        return np.asarray(sum(weight * mover.chances(seen) for weight, mover in self.parts))

    def moved(self, cc: Flags, left: Nodes) -> None:
        """All are told."""
        for _, mover in self.parts:
            mover.moved(cc, left)


class Asked:
    """A player who is asked with what it may see, game by game."""

    def __init__(self, board: Board, player: Player, side: Side) -> None:
        self.board, self.player, self.side = board, player, side

    def begin(self, games: int) -> None:
        """Nothing is announced yet."""
        self.left: list[list[int]] = [[] for _ in range(games)]
        self.mine: list[list[str]] = [[] for _ in range(games)]

    def chances(self, seen: Nodes) -> Floats:
        """The player's probabilities of cc."""
        for left, node in zip(self.left, seen.tolist(), strict=True):
            if node >= 0:
                left.append(node)
        return np.array([self._chance(left, mine) for left, mine in zip(self.left, self.mine, strict=True)])

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Keep its exits, and the nodes that it left."""
        for game, (way, node) in enumerate(zip(cc.tolist(), left.tolist(), strict=True)):
            self.mine[game].append(CC if way else CL)
            self.left[game].append(node)

    def _chance(self, left: Sequence[int], mine: Sequence[str]) -> float:
        view = LaggedView(self.board, self.side, tuple(left), tuple(mine))
        return float(ask(self.player, Observation(self.side, view, EXITS)).get(CC, 0))


def simulate(
    board: Board,
    row: Mover,
    col: Mover,
    *,
    moves: int = 1_000_000,
    seed: int = 1,
    progress: Progress = silent,
    workers: Workers = HERE,
) -> Average:
    """Count exactly `moves` moves, in games side by side, and average what column pays per move in the long run."""
    size = max(map(abs, board.payoffs)) or Fraction(1)
    payoffs, exits = np.array([float(a / size) for a in board.payoffs]), np.array(board.exits)

    def begin(games: int, random: np.random.Generator) -> _Walk:
        movers = deepcopy((row, col))  # other games may go on beside these
        for mover in movers:
            mover.begin(games)
        return _Walk(payoffs, exits, movers, np.full(games, board.start), random)

    burn_in = min(MOST_BURN_IN, max(BURN_IN, board.size**2))
    found = long_run(begin, stages=moves, seed=seed, burn_in=burn_in, progress=progress, workers=workers)
    return Average(found.mean * float(size), found.error * float(size), found.stages)


class _Walk:
    """Games side by side; called, it makes the next move of each and tells what it paid."""

    def __init__(
        self,
        payoffs: Floats,
        exits: Nodes,
        movers: tuple[Mover, Mover],
        start: Nodes,
        random: np.random.Generator,
    ) -> None:
        self.payoffs, self.exits, self.movers, self.at, self.random = payoffs, exits, movers, start, random
        self.seen, self.turn = np.full_like(start, -1), 0

    def __call__(self) -> Floats:
        mover, self.turn = self.movers[self.turn % 2], self.turn + 1
        cc = self.random.random(len(self.at)) < mover.chances(self.seen)
        mover.moved(cc, self.at)
        paid = self.payoffs[self.at]
        self.seen, self.at = self.at, np.where(cc, self.exits[self.at, 0], self.exits[self.at, 1])
        return paid
