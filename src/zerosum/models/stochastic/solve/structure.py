"""Where a play can settle: closed sets, end components, and whether a game is unichain.

A set of states is *closed* if in each of its states the two players together have a pair of moves that
keeps the play inside. The largest closed set in a given region is found by throwing out states that have no
such pair until none is left to throw out. A closed set in which every state can be reached from every other
is an *end component*; the ergodic classes of all pure stationary pairs of strategies are end components,
and the maximal ones are disjoint (de Alfaro 1997).

A game is *unichain* if under every pair of pure stationary strategies the chain has one ergodic class. Then
the average value does not depend on the start, both players have optimal stationary strategies, and Hoffman
and Karp's method converges. To decide it is hard in general (Tsitsiklis 2007: NP-hard with one player), so
`structure` says one of three things, each with a proof:

* *unichain*, if some state s is met by every closed set (no set that avoids s is closed);
* *multichain*, if it finds two disjoint closed sets: a pair of strategies that stays in both has two classes;
* *undecided* otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Bools
from zerosum.models.stochastic.solve.operator import Operator, Process
from zerosum.numerics.sparse import Entries, Matrix, in_full, matrix

__all__ = ["closed_states", "end_components", "inner_actions", "structure"]

FULL = 1 - 1e-12
TRIED = 300
"""In a game of more states only so many are tried as the one that every class meets."""


@dataclass(frozen=True)
class Structure:
    """What is known of a game's ergodic classes."""

    kind: str
    """"unichain", "multichain" or "undecided"."""
    witness: tuple[tuple[int, ...], ...]
    """A state met by every class, as a set; or two end components; or nothing."""
    absorbing: tuple[int, ...]
    """The states that no pair of moves leaves."""


def structure(operator: Operator) -> Structure:
    """Decide, where that is possible, whether the game has a single ergodic class whatever the players do."""
    process = operator.reply_process()
    absorbing = tuple(int(s) for s in range(operator.table.size) if _never_left(process, s))
    everywhere = np.ones(operator.table.size, dtype=bool)
    for s in range(min(operator.table.size, TRIED)):
        elsewhere = everywhere.copy()
        elsewhere[s] = False
        closed = largest_closed(process, elsewhere)
        if not closed.any():
            return Structure("unichain", ((s,),), absorbing)
        for component in end_components(process, closed):
            others = end_components(process, ~component)
            if others:
                return Structure("multichain", (_numbers(component), _numbers(others[0])), absorbing)
    return Structure("undecided", (), absorbing)


def closed_states(operator: Operator) -> list[int]:
    """The states between which the players together can keep a play for ever, the game not stopping."""
    process = operator.reply_process()
    return list(_numbers(largest_closed(process, np.ones(operator.table.size, dtype=bool))))


def largest_closed(process: Process, region: Bools) -> Bools:
    """The largest closed set within a region."""
    inside = region.copy()
    support = _support(process)
    full = process.to.sum(axis=1) > FULL
    while True:
        stays = full & (support @ (~inside).astype(np.int64) == 0)
        kept = np.zeros_like(inside)
        kept[process.state[stays]] = True
        kept &= inside
        if np.array_equal(kept, inside):
            return inside
        inside = kept


def end_components(process: Process, region: Bools) -> list[Bools]:
    """The maximal end components within a region."""
    support = _support(process)
    found: list[Bools] = []
    waiting = [largest_closed(process, region)]
    while waiting:
        part = waiting.pop()
        pieces = _strongly_connected(process, support, part)
        if len(pieces) == 1 and np.array_equal(pieces[0], part):
            found.append(part)
            continue
        waiting += [closed for piece in pieces if (closed := largest_closed(process, piece)).any()]
    return found


def inner_actions(process: Process, part: Bools) -> NDArray[np.int64]:
    """The actions of a set's states that never leave it."""
    full = process.to.sum(axis=1) > FULL
    inside = full & part[process.state] & (_support(process) @ (~part).astype(np.int64) == 0)
    return np.flatnonzero(inside)


def _strongly_connected(process: Process, support: Matrix, part: Bools) -> list[Bools]:
    """The strongly connected pieces of a set under the actions that stay in it."""
    if not part.any():
        return []
    actions = inner_actions(process, part)
    owner = matrix(
        Entries(np.ones(actions.size), process.state[actions], actions), (part.size, support.shape[0])
    )
    from scipy.sparse.csgraph import connected_components  # takes long to import

    _, label = connected_components(owner @ support, directed=True, connection="strong")
    return [part & (label == k) for k in np.unique(label[part])]


def _support(process: Process) -> Matrix:
    """Which states each action may lead to, as 0 and 1."""
    return (process.to > 0).astype(np.int64)


def _never_left(process: Process, s: int) -> bool:
    """Whether no action of state s leaves it."""
    mine = process.to[process.first[s] : process.first[s + 1]]
    return bool(np.all(in_full(mine[:, [s]]) > FULL))


def _numbers(part: Bools) -> tuple[int, ...]:
    return tuple(int(s) for s in np.flatnonzero(part))
