"""Players who remember the last few announced nodes, and the average that two of them earn, in fractions.

Between two such players the counter, whose turn it is and what they remember make a Markov chain with few states. It
ends in one of its closed classes; the average is the mean of the classes' own averages, weighted with the chances of
ending in each from the start. Both are linear equations, solved in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zerosum.arena.players import Mix, Mixture, Observation, Player, uniform
from zerosum.core.errors import Unavailable
from zerosum.models.lagged.rules import EXITS, Board
from zerosum.numerics.elimination import solve_linear

__all__ = ["Remembering", "always", "average_of", "remembering"]

CC, CL = EXITS
MOST_STATES = 150
"""A chain of so many states is solved in fractions."""

State = tuple[int, int, tuple[int, ...]]
"""Whose turn it is, where the counter stands, and the last nodes that were announced."""
Chain = Mapping[State, Mapping[State, Fraction]]
"""The chance of each state to follow each."""


@dataclass(frozen=True, eq=False)
class Remembering:
    """Goes by the last few announced nodes, the oldest first, fewer while there are fewer."""

    name: str
    memory: int
    chance: Callable[[tuple[int, ...]], Fraction]
    """The probability of cc."""

    def mix(self, seen: Observation) -> Mix:
        """By the nodes that the referee has announced."""
        left = seen.position.left
        p = self.chance(left[len(left) - min(self.memory, len(left)) :])
        return {CC: p, CL: 1 - p}


def always(name: str, chance: Fraction) -> Remembering:
    """A player who looks at nothing."""
    return Remembering(name, 0, lambda known: chance)


def remembering(player: Player) -> Remembering | None:
    """The player as one of bounded memory; None if it is not known to be one."""
    if isinstance(player, Remembering):
        return player
    if player is uniform:
        return always(player.name, Fraction(1, 2))
    if not isinstance(player, Mixture):
        return None
    parts = [(Fraction(weight), remembering(part)) for weight, part in player.players]
    known = [(weight, part) for weight, part in parts if part is not None]
    if len(known) < len(parts):
        return None
    total = sum(weight for weight, _ in known)
    memory = max(part.memory for _, part in known)

    def chance(nodes: tuple[int, ...]) -> Fraction:
        return sum(
            (
                weight / total * part.chance(nodes[max(0, len(nodes) - part.memory) :])
                for weight, part in known
            ),
            Fraction(0),
        )

    return Remembering(player.name, memory, chance)


def average_of(board: Board, row: Remembering, col: Remembering) -> Fraction:
    """What column pays row per move in the long run."""
    start: State = (0, board.start, ())
    chain = _chain(board, (row, col), start)
    classes = _closed_classes(chain)
    earned = [_class_average(board, chain, states) for states in classes]
    if len(set(earned)) == 1:
        return earned[0]
    worth = {state: mean for states, mean in zip(classes, earned, strict=True) for state in states}
    return _expected(chain, worth)[start]


def _chain(board: Board, players: tuple[Remembering, Remembering], start: State) -> Chain:
    """Every state that can follow the start."""
    memory = max(player.memory for player in players)
    chain: dict[State, dict[State, Fraction]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state in chain:
            continue
        if len(chain) >= MOST_STATES:
            raise Unavailable(
                "what these two remember makes too many states for an average in fractions; it can be sampled"
            )
        turn, at, known = state
        p = players[turn].chance(known[max(0, len(known) - players[turn].memory) :])
        kept = (*known, at)[-memory:] if memory else ()
        chain[state] = {}
        for chance, target in zip((p, 1 - p), board.exits[at], strict=True):
            after = (1 - turn, target, kept)
            if chance:
                chain[state][after] = chain[state].get(after, Fraction(0)) + chance
        todo += chain[state]
    return chain


def _closed_classes(chain: Chain) -> list[list[State]]:
    """The classes that the chain never leaves."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    states = list(chain)
    number = {state: i for i, state in enumerate(states)}
    pairs = np.array([(number[one], number[two]) for one, after in chain.items() for two in after])
    graph = csr_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(states),) * 2)
    _, label = connected_components(graph, connection="strong")
    left = {int(label[one]) for one, two in pairs.tolist() if label[one] != label[two]}
    return [
        [state for state in states if label[number[state]] == group]
        for group in sorted(set(label.tolist()) - left)
    ]


def _class_average(board: Board, chain: Chain, states: Sequence[State]) -> Fraction:
    """The mean payoff by the stationary distribution of a closed class."""
    number = {state: i for i, state in enumerate(states)}
    size = len(states)
    table = [[Fraction(0)] * (size + 1) for _ in range(size)]
    for state, i in number.items():
        table[i][i] -= 1
        for after, chance in chain[state].items():
            table[number[after]][i] += chance
    table[-1] = [Fraction(1)] * (size + 1)
    solved = solve_linear(table)
    assert solved is not None, "a closed class has one stationary distribution"
    return sum((p * board.payoffs[at] for p, (_, at, _) in zip(solved[0], states, strict=True)), Fraction(0))


def _expected(chain: Chain, worth: Mapping[State, Fraction]) -> dict[State, Fraction]:
    """What each state expects of the class in which it ends."""
    passing = [state for state in chain if state not in worth]
    number = {state: i for i, state in enumerate(passing)}
    table = [[Fraction(0)] * (len(passing) + 1) for _ in passing]
    for state, i in number.items():
        table[i][i] += 1
        for after, chance in chain[state].items():
            if after in worth:
                table[i][-1] += chance * worth[after]
            else:
                table[i][number[after]] -= chance
    solved = solve_linear(table)
    assert solved is not None, "states that are left have one expectation"
    return {**worth, **dict(zip(passing, solved[0], strict=True))}
