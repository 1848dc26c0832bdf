"""Check a stochastic game's strategies: what each guarantees against every reply, proved in fractions.

One player's stationary strategy leaves the other a Markov decision process. Inequalities that hold for
every state s and action a bound what the replier, who maximises there, can get:

* discounted: v(s) + c >= r + beta P v and w(s) >= 1 + beta P w: then the best total is at most v + c w;
* average: g + W(s) >= r + P W for all s and a: then the best average is at most g from every start;
* average, where it depends on the start: G(s) >= P G, and G(s) + W(s) >= r + P W for those actions that
  have G(s) = P G: then the best average from s is at most G(s).

v, w and W come from floating point (linear programs and policy iteration), or in the third case from policy
iteration in fractions; but the inequalities themselves are evaluated in fractions, with the strategies taken
exactly as they are printed, so the bound is a proof.

**Policy iteration for the average, in fractions** (Howard 1960; Puterman, section 9.2). A stationary policy has a gain
G(s), the average payoff from s, and a bias W(s): G = P G and G + W = r + P W, with W = 0 at one state of each ergodic
class. A policy is improved first by actions with a larger P G; where none has, by actions with the same P G and a
larger r + P W. Fractions have no rounding to guard against, so when no action improves, the inequalities of the
optimality equations hold exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import GameError
from zerosum.core.solution import Strategy, Value
from zerosum.models.stochastic.answer import StochasticSolution
from zerosum.models.stochastic.rules import StochasticGame
from zerosum.models.stochastic.table import StateTable, tabulate
from zerosum.numerics.exact import solve_linear
from zerosum.numerics.programs import NONE, MatrixEntries, minimise

EXACT_STATES = 40
"""Maximum number of states for policy iteration in fractions, used where one number does not serve every start."""
ROUNDS = 200
"""Maximum number of rounds of policy iteration in floats."""

Action = tuple[Fraction, Mapping[int, Fraction]]
"""A payoff, and the probabilities of the next states."""
DecisionProcess = list[list[Action]]
"""The actions of each state."""
Vector = list[Fraction]
"""A number for each state."""


def verify(solution: StochasticSolution) -> Value:
    """Bounds on the value at the solution's state, from the two stationary strategies alone."""
    game, rows, cols = solution.game, solution.rows, solution.cols
    return bounds(game, solution.state, rows, cols, relative_values(game, rows, cols))


def bounds(
    game: StochasticGame,
    state: str,
    rows: Mapping[str, Strategy],
    cols: Mapping[str, Strategy],
    relative: Sequence[Vector],
) -> Value:
    """What both stationary strategies guarantee from a state.

    With the average payoff, `relative` has relative values for row and for col. Any will do; good ones prove more.
    """
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


def relative_values(
    game: StochasticGame, rows: Mapping[str, Strategy], cols: Mapping[str, Strategy]
) -> list[Vector]:
    """With the average payoff, good relative values for row and for col; otherwise none."""
    table = tabulate(game)
    if table.discount is not None:
        return []
    processes = _process(table, cols, of_row=True), _process(table, rows, of_row=False)
    return [_FloatProcess(process).relative_values() for process in processes]


def _process(table: StateTable, strategies: Mapping[str, Strategy], *, of_row: bool) -> DecisionProcess:
    """The process that row faces (payoffs to row) or col (payoffs to col), given the other's strategies."""
    cells = table.exact_cells()
    number = {state: s for s, state in enumerate(table.states)}
    beta = Fraction(1) if table.discount is None else Fraction(table.discount)
    process: DecisionProcess = []
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


def _exact(strategy: Strategy, moves: tuple[str, ...], state: str) -> Vector:
    """A printed strategy as exact probabilities that sum to 1."""
    mix = [Fraction(strategy.get(move, 0)) for move in moves]
    total = sum(mix, Fraction(0))
    if min(mix) < 0 or abs(total - 1) > Fraction(1, 10**9):
        raise GameError(
            f"the strategy in state {state!r} is not a distribution: it sums to {float(total):.10g}"
        )
    return [p / total for p in mix]


def _most_discounted(process: DecisionProcess) -> Vector:
    """v + c w; v and w by policy iteration in floats, the inequalities in fractions."""
    floats = _FloatProcess(process)
    v = floats.best_total(floats.payoff)
    w = floats.best_total(np.ones(floats.payoff.size))
    room = min(w[s] - _next(to, w) for s, actions in enumerate(process) for _, to in actions)
    if room <= 0:
        raise GameError("the play need not stop under these strategies, so a total payoff proves nothing")
    excess = max(r + _next(to, v) - v[s] for s, actions in enumerate(process) for r, to in actions)
    return [v[s] + max(excess, Fraction(0)) * w[s] / room for s in range(len(process))]


def _most_average(process: DecisionProcess, W: Vector) -> Fraction:
    """The g of the bound from the span; any W will do, the inequality is in fractions."""
    return max(r + _next(to, W) - W[s] for s, actions in enumerate(process) for r, to in actions)


def _next(to: Mapping[int, Fraction], v: Vector) -> Fraction:
    """The expected value of v at the next state."""
    return sum((p * v[t] for t, p in to.items()), Fraction(0))


def best_average(process: DecisionProcess) -> Vector:
    """The largest average payoff from each start."""
    policy = [0] * len(process)
    while True:
        chain = [actions[a] for actions, a in zip(process, policy, strict=True)]
        gain, bias = _evaluate(chain)
        better = _improved(process, policy, gain, bias)
        if better == policy:
            return gain
        policy = better


def _improved(process: DecisionProcess, policy: list[int], gain: Vector, bias: Vector) -> list[int]:
    """The policy with better actions, first for the gain and then for the bias."""
    gains = [[_next(to, gain) for _, to in actions] for actions in process]
    better = [
        a if line[a] == max(line) else line.index(max(line)) for line, a in zip(gains, policy, strict=True)
    ]
    if better != policy:
        return better
    for s, actions in enumerate(process):
        worth = {
            a: payoff + _next(to, bias) for a, (payoff, to) in enumerate(actions) if gains[s][a] == gain[s]
        }
        if worth[policy[s]] < max(worth.values()):
            better[s] = max(worth, key=lambda a: worth[a])
    return better


def _evaluate(chain: list[Action]) -> tuple[Vector, Vector]:
    """Gain and bias of a chain."""
    classes = _ergodic_classes(chain)
    gain: dict[int, Fraction] = {}
    bias: dict[int, Fraction] = {}
    for members in classes:
        g, W = _class_gain(chain, members)
        gain.update(dict.fromkeys(members, g))
        bias.update(W)
    rest = [s for s in range(len(chain)) if s not in gain]
    gain.update(_absorb(chain, rest, gain, [Fraction(0)] * len(rest)))
    bias.update(_absorb(chain, rest, bias, [chain[s][0] - gain[s] for s in rest]))
    return [gain[s] for s in range(len(chain))], [bias[s] for s in range(len(chain))]


def _class_gain(chain: list[Action], members: list[int]) -> tuple[Fraction, dict[int, Fraction]]:
    """The gain of an ergodic class, and its bias with 0 at the first member."""
    place = {s: k for k, s in enumerate(members)}
    matrix = []
    for s in members:
        # the unknown of the first member's bias, which is 0, makes room for the gain
        line = [Fraction(int(s == t)) - chain[s][1].get(t, Fraction(0)) for t in members]
        line[0] = Fraction(1)
        matrix.append([*line, chain[s][0]])
    found = _solve(matrix)
    return found[0], {s: found[k] if k else Fraction(0) for s, k in place.items()}


def _absorb(
    chain: list[Action], rest: list[int], known: Mapping[int, Fraction], right: Vector
) -> dict[int, Fraction]:
    """The x on the transient states with x = right + P x, where x is known on the others."""
    matrix = []
    for s, constant in zip(rest, right, strict=True):
        to = chain[s][1]
        line = [Fraction(int(s == t)) - to.get(t, Fraction(0)) for t in rest]
        matrix.append(
            [*line, constant + sum((p * known[t] for t, p in to.items() if t in known), Fraction(0))]
        )
    return dict(zip(rest, _solve(matrix), strict=True))


def _ergodic_classes(chain: list[Action]) -> list[list[int]]:
    """The sets of states that reach each other and nothing else."""
    reach = [_reachable(chain, s) for s in range(len(chain))]
    classes = []
    for s, there in enumerate(reach):
        if s == min(there) and all(s in reach[t] for t in there):
            classes.append(sorted(there))
    return classes


def _solve(matrix: list[Vector]) -> Vector:
    """The solution of a regular linear system, the right side in the last column."""
    found = solve_linear(matrix)
    assert found is not None
    return found


def _reachable(chain: list[Action], start: int) -> set[int]:
    """The states that a play from `start` can meet."""
    seen, waiting = {start}, [start]
    while waiting:
        for t, p in chain[waiting.pop()][1].items():
            if p and t not in seen:
                seen.add(t)
                waiting.append(t)
    return seen


class _FloatProcess:
    """A process in floating point, which only has to find good vectors."""

    def __init__(self, process: DecisionProcess) -> None:
        self.size = len(process)
        self.state = np.array([s for s, actions in enumerate(process) for _ in actions])
        self.payoff = np.array([float(payoff) for actions in process for payoff, _ in actions])
        self.to = np.zeros((self.payoff.size, self.size))
        for a, (_, chances) in enumerate(action for actions in process for action in actions):
            for t, p in chances.items():
                self.to[a, t] += float(p)

    def best_total(self, payoff: Floats) -> Vector:
        """The largest total payoff from each state, by policy iteration."""
        policy = self.greedy(payoff)
        for _ in range(ROUNDS):
            v = np.linalg.lstsq(np.eye(self.size) - self.to[policy], payoff[policy], rcond=None)[0]
            better = self.greedy(payoff + self.to @ v)
            if np.array_equal(better, policy):
                break
            policy = better
        return [Fraction(x) for x in v.tolist()]

    def relative_values(self) -> Vector:
        """Good relative values for the largest average: a linear program, and one exact step on its policy."""
        own = np.eye(self.size)[self.state]
        A = np.hstack([self.to - own, -np.ones((self.payoff.size, 1))])
        line, column = np.nonzero(A)
        free = np.append(0.0, np.full(self.size, NONE))
        found = minimise(
            np.append(np.zeros(self.size), 1.0),
            MatrixEntries(A[line, column], line, column),
            -self.payoff,
            -free,
            free,
        )
        if found is None:
            return [Fraction(0)] * self.size
        W = found.x[:-1]
        policy = self.greedy(self.payoff + self.to @ W)
        chain = np.hstack([np.eye(self.size) - self.to[policy], np.ones((self.size, 1))])
        exact = np.linalg.lstsq(chain, self.payoff[policy], rcond=None)[0][:-1]
        best = min((W, exact), key=lambda W: float((self.payoff + self.to @ W - W[self.state]).max()))
        return [Fraction(x) for x in best.tolist()]

    def greedy(self, worth: Floats) -> Ints:
        """The first best action of each state."""
        order = np.lexsort((-worth, self.state))
        best: Ints = order[np.searchsorted(self.state, np.arange(self.size))]
        return best
