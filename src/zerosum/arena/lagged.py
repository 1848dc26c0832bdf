"""Players of lagged games, each of whom sees only the nodes that the referee announces, and their long-run averages.

A player is asked for the probability of cc, then told which exit was drawn and, once the counter has moved, which
node it has just left. The optimal player keeps one number: the probability q with which he last went cc. A player
plays any number of games side by side (arrays of the same length), so that a million moves take a second.

`simulate` estimates the long-run average payoff per move. The opening, from a start that both players know, would
colour a short average, so nothing is counted until a *burn-in* is over: a thousand moves, or the square of the
number of nodes, which a walk needs to forget where it began. Many games go on side by side, and they begin to count
at different moves, so that neither player's moves, nor any phase of a short cycle, are counted more often. The
games are independent, so the spread of their sums gives an honest standard error, however few moves are counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from zerosum.arrays import Floats
from zerosum.errors import InputError
from zerosum.models.lagged import Board
from zerosum.solvers.lagged.operator import Functions
from zerosum.solvers.lagged.scale import FLOATS
from zerosum.solvers.lagged.strategy import Plan

__all__ = [
    "BestReply",
    "Flags",
    "Forgetful",
    "Mover",
    "Nodes",
    "Optimal",
    "Outcome",
    "Replying",
    "simulate",
]

Nodes = NDArray[np.intp]
Flags = NDArray[np.bool_]
LEAST_MOVES = 100
"""Fewer counted moves than this give no average worth the name."""
LEAST_BURN_IN, MOST_BURN_IN = 1_000, 20_000
"""How many moves are played before any is counted."""
LEAST_GAMES, MOVES_PER_GAME = 250, 4_000
"""How many games there are side by side, and how long they may be before there are more."""
PHASES = 60
"""At how many different moves games begin to count: a multiple of most short cycles."""


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

    def __init__(self, plans: Mapping[int, Plan], first: float) -> None:
        self.plans, self.first = plans, first
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
        for node, plan in self.plans.items():
            here = self.left == node
            if here.any():
                self.next[here] = plan.next_cc(self.q[here], self.cc[here])
        return self.next

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Keep what the next move depends on."""
        self.left, self.q, self.cc = left, self.next, cc


class Forgetful:
    """Plays by the last known node only: cc with the probability given for it, `first` when none is known."""

    def __init__(self, table: Sequence[float], first: float = 0.5) -> None:
        self.table = np.array([*table, first])

    def begin(self, games: int) -> None:
        """Nothing to keep."""

    def chances(self, seen: Nodes) -> Floats:
        """The probabilities for the nodes seen."""
        chances: Floats = self.table[seen]
        return chances

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Nothing to keep."""


class BestReply:
    """Knows the opponent's strategy and deduces his q from what is announced; takes the exit that hurts most.

    Worth is measured by the opponent's own functions: against an optimal opponent no reply does better.
    """

    def __init__(self, board: Board, opponent: Optimal, functions: Functions) -> None:
        self.board, self.opponent = board, opponent
        self.functions = {node: f.convert(FLOATS) for node, f in functions.items()}

    def begin(self, games: int) -> None:
        """Nothing to keep: the opponent's state can be deduced."""

    def chances(self, seen: Nodes) -> Floats:
        """Certainty for the exit that leaves the opponent less."""
        after_cc, after_cl = (self._left(seen, way) for way in (0, 1))
        return np.where(after_cc < after_cl, 1.0, 0.0)

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Nothing to keep."""

    def _left(self, seen: Nodes, way: int) -> Floats:
        """What the opponent can hope for after this exit."""
        total = np.empty(len(seen))
        for node in np.unique(seen):
            here = seen == node
            total[here] = self._first(way) if node < 0 else self._after(int(node), self.opponent.q[here], way)
        return total

    def _first(self, way: int) -> Any:
        """The same at the very first move, from the known start."""
        return self._worth(self.board.exits[self.board.start][way], np.array([self.opponent.first]))[0]

    def _after(self, node: int, q: Floats, way: int) -> Floats:
        """The same when the opponent has left `node`, having gone cc with probability q."""
        r, s = self.opponent.plans[node].pair(q)
        cc, cl = (self.board.exits[target][way] for target in self.board.exits[node])
        left: Floats = q * self._worth(cc, r) + (1 - q) * self._worth(cl, s)
        return left

    def _worth(self, node: int, q: Floats) -> Floats:
        worth: Floats = self.functions[node].values(q)
        return worth


class Replying:
    """Looks at the last two nodes left, its own and then the opponent's, and takes the exit given for them.

    That is what a best reply to an opponent who looks at one node needs to know. Until both are known: either exit.
    """

    def __init__(self, size: int, exits: Mapping[tuple[int, ...], int]) -> None:
        self.table = np.full((size + 1, size + 1), 0.5)
        for (mine, theirs), way in exits.items():
            self.table[mine, theirs] = 1.0 - way

    def begin(self, games: int) -> None:
        """New games."""
        self.left = np.full(games, -1, dtype=np.intp)

    def chances(self, seen: Nodes) -> Floats:
        """Certainty for the exit given."""
        chances: Floats = self.table[self.left, seen]
        return chances

    def moved(self, cc: Flags, left: Nodes) -> None:
        """Keep the node."""
        self.left = left


@dataclass(frozen=True)
class Outcome:
    """A simulated average payoff per move to the row player, and its standard error."""

    mean: float
    error: float
    moves: int


def simulate(board: Board, row: Mover, col: Mover, *, moves: int = 1_000_000, seed: int = 1) -> Outcome:
    """Count exactly `moves` moves, in games side by side, and average what column pays per move in the long run."""
    if moves < LEAST_MOVES:
        raise InputError(f"a sampled average takes at least {LEAST_MOVES} moves, not {moves}")
    games = min(moves, max(LEAST_GAMES, moves // MOVES_PER_GAME))
    begins = _burn_in(board) + np.arange(games) % PHASES
    lengths = moves // games + (np.arange(games) < moves % games)
    size = max(map(abs, board.payoffs)) or Fraction(1)
    payoffs = np.array([float(a / size) for a in board.payoffs])
    totals = _totals(board, payoffs, (row, col), begins, begins + lengths, np.random.default_rng(seed))
    mean = totals.sum() / moves
    spread = np.sqrt(((totals - mean * lengths) ** 2).sum() * games / (games - 1)) / moves
    return Outcome(float(mean) * float(size), float(spread) * float(size), moves)


def _burn_in(board: Board) -> int:
    """How many moves are played before any is counted."""
    return min(MOST_BURN_IN, max(LEAST_BURN_IN, board.size**2))


def _totals(
    board: Board, payoffs: Floats, players: tuple[Mover, Mover], begins: Nodes, ends: Nodes, rng: Any
) -> Floats:
    """What column pays in each game from the move at which it begins to count to that at which it ends."""
    exits, games = np.array(board.exits), len(begins)
    for player in players:
        player.begin(games)
    at = np.full(games, board.start)
    seen, totals = np.full(games, -1), np.zeros(games)
    for turn in range(int(ends.max())):
        mover = players[turn % 2]
        cc = rng.random(games) < mover.chances(seen)
        mover.moved(cc, at)
        totals += np.where((begins <= turn) & (turn < ends), payoffs[at], 0.0)
        seen, at = at, np.where(cc, exits[at, 0], exits[at, 1])
    return totals
