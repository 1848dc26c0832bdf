"""Vectors for the inequalities by which a stochastic game's strategies are checked.

Nothing here has to be trusted: the verifier puts the vectors into its inequalities, in fractions, and any vectors for
which these hold prove something. Good ones come from policy iteration and a linear program in floats. Where the average
depends on the start, they come from policy iteration in fractions.

**Policy iteration for the average, in fractions** (Howard 1960; Puterman, section 9.2). A stationary policy has a gain
G(s), the average payoff from s, and a bias W(s): G = P G and G + W = r + P W, with W = 0 at one state of each ergodic
class. A policy is improved first by actions with a larger P G; where none has, by actions with the same P G and a
larger r + P W. Fractions have no rounding to guard against, so when no action improves, the inequalities of the
optimality equations hold exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.numerics.exact import solve_linear
from zerosum.numerics.programs import NONE, MatrixEntries, minimise

CORRECTIONS = 3
"""Maximum number of corrections of relative values in fractions."""
ROUNDS = 200
"""Maximum number of rounds of policy iteration in floats."""

Action = tuple[Fraction, Mapping[int, Fraction]]
"""A payoff, and the probabilities of the next states."""
DecisionProcess = list[list[Action]]
"""The actions of each state."""
Vector = list[Fraction]
"""A number for each state."""


def best_totals(process: DecisionProcess) -> tuple[Vector, Vector]:
    """The largest total payoff from each state, and the largest total if every move pays 1; in floats."""
    floats = _FloatProcess(process)
    return floats.best_total(floats.payoff), floats.best_total(np.ones(floats.payoff.size))


def relative_values(process: DecisionProcess) -> Vector:
    """Good relative values for the largest average payoff: in floats, then corrected by what they miss in fractions."""
    floats = _FloatProcess(process)
    W = floats.relative_values()
    actions = [(s, *action) for s, own in enumerate(process) for action in own]

    def bound(W: Vector) -> Fraction:
        return max(r + expected(to, W) - W[s] for s, r, to in actions)

    policy = floats.greedy(floats.payoff + floats.to @ np.array(W, float))
    chain = np.hstack([np.eye(floats.size) - floats.to[policy], np.ones((floats.size, 1))])
    best = bound(W)
    for _ in range(CORRECTIONS):
        missed = [r + expected(to, W) - W[s] for s, r, to in (actions[a] for a in policy.tolist())]
        right = np.array([float(x - missed[0]) for x in missed])
        nearer = [
            w + Fraction(d) for w, d in zip(W, np.linalg.lstsq(chain, right, rcond=None)[0], strict=False)
        ]
        if bound(nearer) >= best:
            break
        W, best = nearer, bound(nearer)
    return W


def best_average(process: DecisionProcess) -> tuple[Vector, Vector]:
    """The largest average payoff from each start, and the bias of a policy that earns it."""
    policy = [0] * len(process)
    while True:
        chain = [actions[a] for actions, a in zip(process, policy, strict=True)]
        gain, bias = _evaluate(chain)
        better = _improved(process, policy, gain, bias)
        if better == policy:
            return gain, bias
        policy = better


def _improved(process: DecisionProcess, policy: list[int], gain: Vector, bias: Vector) -> list[int]:
    """The policy with better actions, first for the gain and then for the bias."""
    gains = [[expected(to, gain) for _, to in actions] for actions in process]
    better = [
        a if line[a] == max(line) else line.index(max(line)) for line, a in zip(gains, policy, strict=True)
    ]
    if better != policy:
        return better
    for s, actions in enumerate(process):
        worth = {
            a: payoff + expected(to, bias) for a, (payoff, to) in enumerate(actions) if gains[s][a] == gain[s]
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


def expected(to: Mapping[int, Fraction], v: Vector) -> Fraction:
    """The expected value of v at the next state."""
    return sum((p * v[t] for t, p in to.items()), Fraction(0))


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
