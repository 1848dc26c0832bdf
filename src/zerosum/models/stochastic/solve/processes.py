"""Markov chains and decision processes: the result of fixing strategies in a game.

**Linear algebra.** `total` solves v = r + P v for a chain that stops or is discounted; `average` solves g + W = r + P
W, W(0) = 0, for a chain with one ergodic class. `best_total` and `best_average` are Howard's policy iteration. None
of their results is trusted: every caller computes bounds by one more application of the operator.

**States in which a play can settle.** A set of states is *closed* if in each of its states the two players together
have a pair of moves that keeps the play inside. The largest closed set in a given region is found by removing states
that have no such pair until there are none. A closed set in which every state can be reached from every other is an
*end component*; the ergodic classes of all pure stationary pairs of strategies are end components, and the maximal
ones are disjoint (de Alfaro 1997).

A game is *unichain* if under every pair of pure stationary strategies the chain has one ergodic class. Then the
average value does not depend on the start, both players have optimal stationary strategies, and Hoffman and Karp's
method converges. Deciding this is hard in general (Tsitsiklis 2007: NP-hard with one player), so `structure` gives
one of three answers, the first two with a proof:

* *unichain*, if some state s is in every closed set (no set without s is closed);
* *multichain*, if it finds two disjoint closed sets: a pair of strategies that stays in both has two classes;
* *undecided* otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Array, Bools, Floats, Ints
from zerosum.core.limits import check_deadline
from zerosum.numerics.chains import connected_parts, relative_value_equations, solve_system
from zerosum.numerics.programs import MatrixEntries
from zerosum.numerics.sparse import Matrix, identity, matrix

EPS = float(np.finfo(np.float64).eps)
"""The relative error of one operation is at most half of this."""
DENSE = 1500
"""Largest linear system that is solved as a dense matrix."""
ROUNDS = 200
"""Maximum number of rounds of policy iteration."""
FULL = 1 - 1e-12
"""An action whose probabilities sum to more than this never stops the game."""
MAX_TRIED = 300
"""Maximum number of states that are tried as a common state of all classes."""


@dataclass(frozen=True, eq=False)
class Process:
    """The Markov decision process of one player against the other's stationary strategy."""

    first: Ints
    """Shape (states + 1,): each state's first action."""
    payoff: Floats
    """Shape (actions,), to row."""
    to: Matrix
    """Shape (actions, states): probabilities, times the discount."""
    sign: int
    """+1 if the deciding player maximises, -1 if the player minimises."""
    mixed: int = 1
    """Maximum number of moves of the other player over which an action averages."""

    @property
    def size(self) -> int:
        """The number of states."""
        return self.first.size - 1

    @property
    def state(self) -> Ints:
        """The state of each action."""
        return np.repeat(np.arange(self.size), np.diff(self.first))

    def worth(self, v: Floats) -> Floats:
        """Return the payoff now plus v at the next state, for each action."""
        worth: Floats = self.payoff + self.to @ v
        return worth

    def best(self, worth: Floats) -> Floats:
        """Return the maximum over each state's actions."""
        best: Floats = (np.maximum if self.sign > 0 else np.minimum).reduceat(worth, self.first[:-1])
        return best

    def choose(self, worth: Floats, kept: Ints | None = None, tolerance: float = 0.0) -> Ints:
        """Return a best action of each state; the previous one if it is as good, up to the tolerance."""
        best = self.best(worth)
        score = np.abs(worth - best[self.state])
        if kept is not None:
            score[kept] -= tolerance
        order = np.lexsort((score, self.state))
        chosen: Ints = order[self.first[:-1]]
        return chosen


def total(payoff: Floats, to: Matrix) -> Floats | None:
    """Return the v with v = payoff + to v, or None if it is not unique."""
    return _solve(identity(payoff.size) - to, payoff)


def average(payoff: Floats, to: Matrix) -> tuple[float, Floats] | None:
    """Return the gain g and the relative values W of a chain with one ergodic class, or None if it has more."""
    found = _solve(relative_value_equations(to), np.append(payoff, 0.0))
    return None if found is None else (float(found[-1]), found[:-1])


def best_total(process: Process) -> Floats | None:
    """Return the optimal values of a process that stops, or is discounted."""

    def evaluate(chosen: NDArray[np.int64]) -> Floats | None:
        return total(process.payoff[chosen], process.to[chosen])

    return _policy_iteration(process, evaluate, improves=True)


def best_average(process: Process) -> Floats | None:
    """Return the relative values of an optimal policy for the average payoff, if policies are unichain."""

    def evaluate(chosen: NDArray[np.int64]) -> Floats | None:
        found = average(process.payoff[chosen], process.to[chosen])
        return None if found is None else found[1]

    return _policy_iteration(process, evaluate, improves=False)


def _policy_iteration(
    process: Process, evaluate: Callable[[NDArray[np.int64]], Floats | None], *, improves: bool
) -> Floats | None:
    """Run Howard's policy iteration; keep an action unless another is better by more than rounding.

    It ends when the values no longer improve by more than rounding.
    """
    chosen = process.choose(process.payoff)
    v = evaluate(chosen)
    for _ in range(ROUNDS):
        check_deadline()
        if v is None:
            return None
        tolerance = 32 * EPS * (1 + float(np.abs(v).max()) + float(np.abs(process.payoff).max()))
        better = process.choose(process.worth(v), chosen, tolerance)
        if np.array_equal(better, chosen):
            return v
        chosen, before = better, v
        v = evaluate(chosen)
        if improves and v is not None and process.sign * float((v - before).sum()) <= 0:
            return before
    return v


def _solve(left: Matrix, right: Floats) -> Array | None:
    """Return the solution of a linear system, or None if the matrix is numerically singular."""
    found = solve_system(left, right, DENSE)
    scale = 1 + float(np.abs(right).max(initial=0.0))
    return None if found is None or np.abs(found).max(initial=0.0) >= 1e13 * scale else found


@dataclass(frozen=True)
class Structure:
    """The known facts about a game's ergodic classes."""

    kind: str
    """"unichain", "multichain" or "undecided"."""
    witness: tuple[tuple[int, ...], ...]
    """A common state of all classes, as a set; or two end components; or empty."""


def structure(process: Process) -> Structure:
    """Decide, if possible, whether a game has one ergodic class for all strategies.

    The process is the one in which both players choose together (`Operator.response_process()`).
    """
    everywhere = np.ones(process.size, dtype=bool)
    for s in range(min(process.size, MAX_TRIED)):
        elsewhere = everywhere.copy()
        elsewhere[s] = False
        closed = largest_closed(process, elsewhere)
        if not closed.any():
            return Structure("unichain", ((s,),))
        for component in end_components(process, closed):
            others = end_components(process, ~component)
            if others:
                return Structure("multichain", (_numbers(component), _numbers(others[0])))
    return Structure("undecided", ())


def closed_states(process: Process) -> tuple[int, ...]:
    """Return the states within which the two players together can keep a play forever, if the game does not stop."""
    return _numbers(largest_closed(process, np.ones(process.size, dtype=bool)))


def largest_closed(process: Process, region: Bools) -> Bools:
    """Return the largest closed set within a region."""
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
    """Return the maximal end components within a region."""
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
    """Return the actions of a set's states that never leave it."""
    full = process.to.sum(axis=1) > FULL
    inside = full & part[process.state] & (_support(process) @ (~part).astype(np.int64) == 0)
    return np.flatnonzero(inside)


def _strongly_connected(process: Process, support: Matrix, part: Bools) -> list[Bools]:
    """Return the strongly connected components of a set under the actions that stay in it."""
    if not part.any():
        return []
    actions = inner_actions(process, part)
    owner = matrix(
        MatrixEntries(np.ones(actions.size), process.state[actions], actions), (part.size, support.shape[0])
    )
    _, label = connected_parts(owner @ support)
    return [part & (label == k) for k in np.unique(label[part])]


def _support(process: Process) -> Matrix:
    """Return the support of each action's transition, as 0 and 1."""
    return (process.to > 0).astype(np.int64)


def _numbers(part: Bools) -> tuple[int, ...]:
    return tuple(int(s) for s in np.flatnonzero(part))
