"""Check a stochastic game's strategies: what each guarantees against every reply, proved in fractions.

One player's stationary strategy leaves the other a Markov decision process. Whoever maximises there can get
no more than any (v, w, c) proves that satisfies, for every state s and action a,

* discounted: v(s) + c >= r + beta P v and w(s) >= 1 + beta P w: then his best is at most v + c w;
* average: g + W(s) >= r + P W for all s and a: then his best average is at most g from every start;
* average, where it depends on the start: G(s) >= P G, and G(s) + W(s) >= r + P W for those actions that
  have G(s) = P G: then his best average from s is at most G(s).

v, w and W come from floating point (linear programs and policy iteration), or in the third case from policy
iteration in fractions; but the inequalities themselves are evaluated in fractions, with the strategies taken
exactly as they are printed, so the bound is a proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from zerosum.core.arrays import Array, Floats
from zerosum.core.errors import GameError
from zerosum.core.solution import Strategy, Value
from zerosum.models.stochastic.multichain import Action, best_average
from zerosum.models.stochastic.rules import StochasticAnswer, StochasticGame
from zerosum.models.stochastic.table import StateTable, tabulate
from zerosum.numerics.programs import NONE, minimise
from zerosum.numerics.sparse import entries

__all__ = ["bounds", "relative_values", "verify"]

EXACT_STATES = 40
"""Where one number does not serve every start, games of at most so many states are judged in fractions."""
ROUNDS = 200

Process = list[list[Action]]


def verify(game: StochasticGame, solution: StochasticAnswer) -> Value:
    """Bounds on the value at the solution's state, from the two stationary strategies alone."""
    return bounds(game, solution.state, solution.rows, solution.cols, relative_values(game, solution))


def bounds(
    game: StochasticGame,
    state: str,
    rows: Mapping[str, Strategy],
    cols: Mapping[str, Strategy],
    relative: Sequence[list[Fraction]],
) -> Value:
    """The same; with the average payoff, by any relative values for row and for col, of which good ones prove more."""
    table = tabulate(game)
    s = table.index(state)
    for_row, for_col = _process(table, cols, of_row=True), _process(table, rows, of_row=False)
    if table.discount is not None:
        upper, lower = _most_discounted(for_row)[s], -_most_discounted(for_col)[s]
    else:
        upper, lower = _most_average(for_row, relative[0]), -_most_average(for_col, relative[1])
        if upper - lower > Fraction(1, 10**8) and table.size <= EXACT_STATES:
            upper, lower = min(upper, best_average(for_row)[s]), max(lower, -best_average(for_col)[s])
    return Value(min(lower, upper), upper)


def relative_values(game: StochasticGame, solution: StochasticAnswer) -> list[list[Fraction]]:
    """With the average payoff, good relative values for row and for col; else none."""
    table = tabulate(game)
    if table.discount is not None:
        return []
    processes = _process(table, solution.cols, of_row=True), _process(table, solution.rows, of_row=False)
    return [_Floats(process).relative_values() for process in processes]


def _process(table: StateTable, strategies: Mapping[str, Strategy], *, of_row: bool) -> Process:
    """What row faces (payoffs to row), or col (payoffs to col), when the other's strategies are known."""
    cells = table.exact_cells()
    number = {state: s for s, state in enumerate(table.states)}
    beta = Fraction(1) if table.discount is None else Fraction(table.discount)
    process: Process = []
    for s, state in enumerate(table.states):
        mine, theirs = (table.rows[s], table.cols[s]) if of_row else (table.cols[s], table.rows[s])
        mix = _exact(strategies[state], theirs, state)
        actions: list[Action] = []
        for a in range(len(mine)):
            payoff, to = Fraction(0), dict[int, Fraction]()
            for b, p in enumerate(mix):
                i, j = (a, b) if of_row else (b, a)
                r, chances = cells[int(table.first[s]) + i * len(table.cols[s]) + j]
                payoff += p * (r if of_row else -r)
                for name, chance in chances.items():
                    if p:
                        to[number[name]] = to.get(number[name], Fraction(0)) + beta * p * chance
            actions.append((payoff, to))
        process.append(actions)
    return process


def _exact(strategy: Strategy, moves: tuple[str, ...], state: str) -> list[Fraction]:
    """A printed strategy as exact probabilities that sum to 1."""
    mix = [Fraction(strategy.get(move, 0)) for move in moves]
    total = sum(mix, Fraction(0))
    if min(mix) < 0 or abs(total - 1) > Fraction(1, 10**9):
        raise GameError(
            f"the strategy in state {state!r} is not a distribution: it sums to {float(total):.10g}"
        )
    return [p / total for p in mix]


def _most_discounted(process: Process) -> list[Fraction]:
    """v + c w; v and w by policy iteration in floats, the inequalities in fractions."""
    floats = _Floats(process)
    v = floats.best_total(floats.payoff)
    w = floats.best_total(np.ones(floats.payoff.size))
    room = min(w[s] - _next(to, w) for s, actions in enumerate(process) for _, to in actions)
    if room <= 0:
        raise GameError("the play need not stop under these strategies, so a total payoff proves nothing")
    excess = max(r + _next(to, v) - v[s] for s, actions in enumerate(process) for r, to in actions)
    return [v[s] + max(excess, Fraction(0)) * w[s] / room for s in range(len(process))]


def _most_average(process: Process, W: list[Fraction]) -> Fraction:
    """The g of the bound from the span; any W will do, the inequality is in fractions."""
    return max(r + _next(to, W) - W[s] for s, actions in enumerate(process) for r, to in actions)


def _next(to: Mapping[int, Fraction], v: list[Fraction]) -> Fraction:
    return sum((p * v[t] for t, p in to.items()), Fraction(0))


class _Floats:
    """A process in floating point, which only has to find good vectors."""

    def __init__(self, process: Process) -> None:
        self.size = len(process)
        self.state = np.array([s for s, actions in enumerate(process) for _ in actions])
        self.payoff = np.array([float(payoff) for actions in process for payoff, _ in actions])
        self.to = np.zeros((self.payoff.size, self.size))
        for a, (_, chances) in enumerate(action for actions in process for action in actions):
            for t, p in chances.items():
                self.to[a, t] += float(p)

    def best_total(self, payoff: Floats) -> list[Fraction]:
        """The largest total payoff from each state, by policy iteration."""
        policy = self.greedy(payoff)
        for _ in range(ROUNDS):
            v = np.linalg.lstsq(np.eye(self.size) - self.to[policy], payoff[policy], rcond=None)[0]
            better = self.greedy(payoff + self.to @ v)
            if np.array_equal(better, policy):
                break
            policy = better
        return _fractions(v)

    def relative_values(self) -> list[Fraction]:
        """Good relative values for the largest average: a linear program, and one exact step on its policy."""
        own = np.eye(self.size)[self.state]
        A = np.hstack([self.to - own, -np.ones((self.payoff.size, 1))])
        free = np.append(0.0, np.full(self.size, NONE))
        found = minimise(np.append(np.zeros(self.size), 1.0), entries(A), -self.payoff, -free, free)
        if found is None:
            return [Fraction(0)] * self.size
        W = found.x[:-1]
        policy = self.greedy(self.payoff + self.to @ W)
        chain = np.hstack([np.eye(self.size) - self.to[policy], np.ones((self.size, 1))])
        exact = np.linalg.lstsq(chain, self.payoff[policy], rcond=None)[0][:-1]
        return _fractions(
            min((W, exact), key=lambda W: float((self.payoff + self.to @ W - W[self.state]).max()))
        )

    def greedy(self, worth: Floats) -> NDArray[np.int64]:
        """The first best action of each state."""
        order = np.lexsort((-worth, self.state))
        best: NDArray[np.int64] = order[np.searchsorted(self.state, np.arange(self.size))]
        return best


def _fractions(v: Array) -> list[Fraction]:
    return [Fraction(x) for x in v.tolist()]
