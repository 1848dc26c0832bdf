"""The best reply to a strategy of bounded memory in a lagged game, with a proof.

A player who remembers the last k announced nodes has one parameter for each way in which the counter can
have gone through k nodes: the probability of the exit cc. On a ring of three nodes these are 3 x 2^(k-1)
parameters.

The opponent knows the strategy. When he is to move, the last k + 1 announced nodes are known to both: the
first k of them are what the player with bounded memory knew when he made the move that is not announced
yet, and the last is the node from which he made it. So the opponent knows the distribution of where the
counter is, and the k + 1 nodes are all that matters for the future: he faces a Markov decision process with
these as its states. He chooses an exit; the counter moves on from wherever it is; two nodes are paid for
and announced.

`best_reply` solves it for the average payoff by policy iteration in floating point (or by value iteration, if
the strategy is so pure that a reply can settle in several places), and then proves its bounds in fractions: for
any W, max over states and exits of (payoff + P W - W) bounds what any reply can get, and the minimum of the same
over the states, with the policy's own exits, is what that reply does get, from every start. The bounds stay apart
only where the best reply brings more from some states than from others.

Reference: T. S. Ferguson and L. S. Shapley, Gleason's Game, sections 1 and 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import InputError
from zerosum.core.numbers import simple_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Value
from zerosum.models.lagged.rules import Board

__all__ = ["Histories", "Reply", "best_reply", "histories", "solve_reply"]

ROUNDS = 500
HALF_STEPS = 2_000
OPEN, CLOSED = 1e-9, 1e-14
"""A span above the first is not closed; value iteration goes on until it is below the second."""

Path = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Histories:
    """A board as one who remembers `memory` nodes sees it, and as his opponent sees it."""

    board: Board
    player: Side
    """Who has the bounded memory."""
    memory: int
    keys: tuple[Path, ...]
    """What he can remember: the last nodes, the oldest first."""
    paths: tuple[Path, ...]
    """The opponent's states: one node more."""

    @property
    def sign(self) -> int:
        """+1 if the opponent wants large payoffs, that is if col has the bounded memory."""
        return 1 if self.player == "col" else -1

    @cached_property
    def key(self) -> Ints:
        """For each of the opponent's states, what the player knew when he made his hidden move."""
        number = {key: k for k, key in enumerate(self.keys)}
        return np.array([number[path[:-1]] for path in self.paths], dtype=np.int64)

    @cached_property
    def after(self) -> Ints:
        """Shape (states, 2, 2): the opponent's next state, by his exit and the hidden one."""
        number = {path: s for s, path in enumerate(self.paths)}
        exits = self.board.exits
        after = np.empty((len(self.paths), 2, 2), dtype=np.int64)
        for s, path in enumerate(self.paths):
            for hidden, here in enumerate(exits[path[-1]]):
                for mine in range(2):
                    after[s, mine, hidden] = number[(*path, here, exits[here][mine])[2:]]
        return after

    def pays(self, s: int, mine: int, hidden: int) -> Fraction:
        """The average payoff to row of the two moves that follow, from state s by these exits."""
        here = self.board.exits[self.paths[s][-1]][hidden]
        there = self.board.exits[here][mine]
        return (self.board.payoffs[here] + self.board.payoffs[there]) / 2

    @cached_property
    def payoff(self) -> Floats:
        """Shape (states, 2, 2): what the opponent gets on average in two moves, as he counts it."""
        shape = (len(self.paths), 2, 2)
        return np.array([self.sign * float(self.pays(*at)) for at in np.ndindex(shape)]).reshape(shape)


@dataclass(frozen=True, eq=False)
class Reply:
    """What the best reply brings to the row player, and the reply."""

    value: Value
    """Bounds on the average payoff to row when the opponent replies as well as he can."""
    exits: Ints
    """The opponent's exit in each of his states."""
    W: Floats
    """Relative values of his states, to him."""


def histories(board: Board, player: Side, memory: int) -> Histories:
    """All that can be remembered, and the opponent's states, on the part of the board that can be reached."""
    if player not in SIDES:
        raise InputError(f"the player with the bounded memory is row or col, not {player!r}")
    if memory < 1:
        raise InputError(f"the memory must be at least one node, not {memory}")
    if memory > 20_000 or board.size * 2**memory > 20_000:
        raise InputError(f"a memory of {memory} nodes on this board has too many histories; try fewer")
    paths = _walks(board, player, memory + 1)
    keys = sorted({path[:-1] for path in paths})
    return Histories(board, player, memory, tuple(keys), tuple(paths))


def _walks(board: Board, player: Side, length: int) -> list[Path]:
    """All walks of so many nodes that can end with a move of the player: on even rings, by colour."""
    turns = board.turns()
    mine, theirs = turns if player == "row" else turns[::-1]
    walks: list[Path] = [(node,) for node in (mine if length % 2 else theirs)]
    for _ in range(length - 1):
        walks = [(*walk, node) for walk in walks for node in dict.fromkeys(board.exits[walk[-1]])]
    return sorted(walks)


def solve_reply(seen: Histories, cc: Floats) -> tuple[Floats, Ints, float]:
    """Relative values, exits and the opponent's gain, in floating point; cc as in `best_reply`."""
    chance = np.stack([cc[seen.key], 1 - cc[seen.key]], axis=-1)
    reward = np.einsum("sah,sh->sa", seen.payoff, chance)
    states = np.arange(len(seen.paths))
    exits = reward.argmax(axis=1)
    W, worth = _values(seen, chance, reward, exits)
    for _ in range(ROUNDS):
        best = worth.max(axis=1)
        better = np.where(worth[states, exits] >= best - 1e-11, exits, worth.argmax(axis=1))
        if np.array_equal(better, exits):
            break
        exits = better
        W, worth = _values(seen, chance, reward, exits)
    if np.ptp(worth.max(axis=1) - W) > OPEN:
        W, worth = _iterated(seen, chance, reward, W)
        exits = worth.argmax(axis=1)
    return W, exits, float((worth.max(axis=1) - W).max())


def _iterated(seen: Histories, chance: Floats, reward: Floats, W: Floats) -> tuple[Floats, Floats]:
    """W by half-steps of value iteration, where policy iteration was lost among chains of several classes."""
    for _ in range(HALF_STEPS):
        worth: Floats = reward + np.einsum("sah,sh->sa", W[seen.after], chance)
        best = worth.max(axis=1)
        if np.ptp(best - W) < CLOSED:
            break
        W = (W + best) / 2
        W -= W[0]
    return W, worth


def _values(seen: Histories, chance: Floats, reward: Floats, exits: Ints) -> tuple[Floats, Floats]:
    """W of a policy (of least size, where its chain has more than one class), and the worth of each exit."""
    size = len(seen.paths)
    states = np.arange(size)
    chain = np.zeros((size, size + 1))
    chain[:, -1] = 1.0
    chain[states, states] = 1.0
    for hidden in range(2):
        np.add.at(chain, (states, seen.after[states, exits, hidden]), -chance[:, hidden])
    found: Floats = np.linalg.lstsq(chain, reward[states, exits], rcond=None)[0].astype(np.float64)
    W = found[:-1] - found[0]
    worth: Floats = reward + np.einsum("sah,sh->sa", W[seen.after], chance)
    return W, worth


def best_reply(seen: Histories, cc: Sequence[Fraction | float]) -> Reply:
    """The best reply to a strategy; `cc` has the probability of the exit cc for each of `seen.keys`."""
    if len(cc) != len(seen.keys) or not all(0 <= p <= 1 for p in cc):
        raise InputError(f"a strategy with this memory needs {len(seen.keys)} probabilities between 0 and 1")
    W, exits, _ = solve_reply(seen, np.array([float(p) for p in cc]))
    exact = [Fraction(p) for p in cc]
    plain = [Fraction(w) for w in W.tolist()]
    simple = [simple_fraction(w, 1000) for w in W.tolist()]
    proofs = [_prove(seen, exact, vector, exits) for vector in (plain, simple)]
    low, high = max(proof[0] for proof in proofs), min(proof[1] for proof in proofs)
    value = Value(low, high) if seen.sign > 0 else Value(-high, -low)
    return Reply(value, exits, W)


def _prove(seen: Histories, cc: list[Fraction], W: list[Fraction], exits: Ints) -> tuple[Fraction, Fraction]:
    """What the reply gets at least, and what any reply gets at most, to the opponent, in fractions."""
    low, high = [], []
    for s in range(len(seen.paths)):
        p = cc[seen.key[s]]
        worth = [
            sum(
                (
                    chance * (seen.sign * seen.pays(s, mine, hidden) + W[seen.after[s, mine, hidden]])
                    for hidden, chance in enumerate((p, 1 - p))
                ),
                Fraction(0),
            )
            for mine in range(2)
        ]
        low.append(worth[exits[s]] - W[s])
        high.append(max(worth) - W[s])
    return min(low), max(high)
