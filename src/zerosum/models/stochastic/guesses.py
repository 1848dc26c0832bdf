"""Vectors for the inequalities by which a stochastic game's strategies are checked.

Nothing here has to be trusted: the verifier puts the vectors into its inequalities, in fractions, and any vectors
that satisfy them prove a bound. Good vectors come from policy iteration and a linear program in floats. If the
average depends on the start, they come from policy iteration in fractions, or, in larger games, from end components.

**Policy iteration for the average, in fractions** (Howard 1960; Puterman, section 9.2). A stationary policy has a
gain G(s), the average payoff from s, and a bias W(s): G = P G and G + W = r + P W, with W = 0 at one state of each
ergodic class. A policy is improved first by actions with a larger P G; if there are none, by actions with an equal P
G and a larger r + P W. There is no rounding in fractions, so when no action improves, the inequalities of the
optimality equations hold exactly.

**End components** (de Alfaro 1997). A play settles in one of the maximal end components: sets of states between which
it can move forever by *inner* actions. Relative values W of each component prove a bound g on the average inside. G
has to be the same at all states of a component, so G = P G for inner actions. In the remaining process each component
is one state and every play stops: with the payoff g, or in a component that only has inner actions. It is solved in
floats; their residual, in fractions, times the length of the longest play is added. This makes G(s) > P G for every
outer action, which then needs no second inequality, and G >= g in every component, so W proves G with c <= 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.numerics.exact import solve_linear
from zerosum.numerics.programs import NONE, MatrixEntries, minimise

CORRECTIONS = 3
"""Maximum number of corrections of relative values in fractions."""
EXACT_STATES = 40
"""Maximum number of states for policy iteration in fractions."""
BITS = 100
"""Bounds on averages are rounded up to this number of bits relative to the largest payoff."""
ROUNDS = 200
"""Maximum number of rounds of policy iteration in floats."""

Action = tuple[Fraction, Mapping[int, Fraction]]
"""A payoff, and the probabilities of the next states."""
DecisionProcess = list[list[Action]]
"""The actions of each state."""
Vector = list[Fraction]
"""A number for each state."""


def best_totals(process: DecisionProcess) -> tuple[Vector, Vector]:
    """Return the largest total payoff from each state, and the largest total if every move pays 1; in floats."""
    floats = _FloatProcess(process)
    return floats.best_total(floats.payoff), floats.best_total(np.ones(floats.payoff.size))


def relative_values(process: DecisionProcess) -> Vector:
    """Return good relative values for the largest average of a process: one game of all states, or each end component
    separately.
    """
    components = components_of(process)
    if len(components) == 1:
        return _relative_values(process)
    W = [Fraction(0)] * len(process)
    for part in components:
        if len(part) > 1:
            place = {s: k for k, s in enumerate(part)}
            inside: DecisionProcess = [
                [(r, {place[t]: p for t, p in to.items()}) for r, to in actions] for actions in part.values()
            ]
            for s, w in zip(part, _relative_values(inside), strict=True):
                W[s] = w
    return W


def _relative_values(process: DecisionProcess) -> Vector:
    """Return relative values of a process: in floats, then corrected by their residuals in fractions."""
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


def best_average(process: DecisionProcess, W: Vector) -> tuple[Vector, Vector]:
    """Return G and W for the largest average from each start; in a large process W consists of
    these relative values.
    """
    return exact_average(process) if len(process) <= EXACT_STATES else (_gains(process, W), W)


def _gains(process: DecisionProcess, W: Vector) -> Vector:
    """Return G for these relative values: constant on end components, and G > P G for outer actions."""
    largest = max(abs(float(r)) for actions in process for r, _ in actions)
    unit = Fraction(2) ** (math.frexp(largest)[1] - BITS)
    point, stop = list(range(len(process))), dict[int, Fraction]()
    for part in components_of(process):
        bound = max(r + expected(to, W) - W[s] for s, own in part.items() for r, to in own)
        for s in part:
            point[s] = min(part)
        stop[min(part)] = math.ceil(bound / unit) * unit
    outer: dict[int, list[Mapping[int, Fraction]]] = {k: [] for k in point}
    for k, actions in zip(point, process, strict=True):
        for _, to in actions:
            shrunk = dict[int, Fraction]()
            for t, p in to.items():
                shrunk[point[t]] = shrunk.get(point[t], Fraction(0)) + p
            if k not in stop or shrunk.keys() != {k}:
                outer[k].append(shrunk)
    G = {k: stop[k] for k, leaving in outer.items() if not leaving}
    place = {k: n for n, k in enumerate(k for k in outer if k not in G)}
    stopping: DecisionProcess = [[(stop[k], {})] if k in stop else [] for k in place]
    for k, n in place.items():
        for to in outer[k]:
            paid = sum((p * G[t] for t, p in to.items() if t in G), Fraction(0))
            stopping[n].append((paid, {place[t]: p for t, p in to.items() if t in place}))
    if stopping:
        v, w = best_totals(stopping)
        v = _corrected_totals(stopping, v)
        room = min(w[n] - expected(to, w) for n, own in enumerate(stopping) for _, to in own)
        if room <= 0:  # the plays are too long for floats
            return [max(stop.values())] * len(process)
        missed = max(r + expected(to, v) - v[n] for n, own in enumerate(stopping) for r, to in own)
        more = (math.floor(max(missed, Fraction(0)) / room / unit) + 1) * unit
        G.update((k, v[n] + more * w[n]) for k, n in place.items())
    return [G[k] for k in point]


def _corrected_totals(process: DecisionProcess, v: Vector) -> Vector:
    """Return largest totals, corrected by their residuals in fractions."""
    floats = _FloatProcess(process)
    actions = [(s, *action) for s, own in enumerate(process) for action in own]
    policy = floats.greedy(floats.payoff + floats.to @ np.array(v, float))
    for _ in range(CORRECTIONS):
        missed = [float(r + expected(to, v) - v[s]) for s, r, to in (actions[a] for a in policy.tolist())]
        v = [x + Fraction(d) for x, d in zip(v, floats.total(policy, np.array(missed)), strict=True)]
    return v


def components_of(process: DecisionProcess) -> list[dict[int, list[Action]]]:
    """Return the maximal end components: their states, each with its inner actions."""
    found, waiting = [], [set(range(len(process)))]
    while waiting:
        inside = waiting.pop()
        while True:
            inner = {s: [action for action in process[s] if inside.issuperset(action[1])] for s in inside}
            kept = {s for s, actions in inner.items() if actions}
            if kept == inside:
                break
            inside = kept
        pieces = _connected({s: {t for _, to in actions for t in to} for s, actions in inner.items()})
        if len(pieces) == 1:
            found.append({s: inner[s] for s in sorted(inside)})
        else:
            waiting += pieces
    return found


def _connected(after: Mapping[int, AbstractSet[int]]) -> list[set[int]]:
    """Return the strongly connected components of a graph (Kosaraju and Sharir: two depth-first searches)."""
    before: dict[int, set[int]] = {s: set() for s in after}
    for s, to in after.items():
        for t in to:
            before[t].add(s)
    parts = _search(before, reversed([s for part in _search(after, after) for s in part]))
    return [set(part) for part in parts]


def _search(after: Mapping[int, AbstractSet[int]], starts: Iterable[int]) -> list[list[int]]:
    """Return the new nodes found from each start, in the order in which the search finishes them."""
    seen, found = set[int](), list[list[int]]()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        left, path = list[int](), [(start, iter(after[start]))]
        while path:
            waiting = path[-1][1]
            t = next((t for t in waiting if t not in seen), None)
            if t is None:
                left.append(path.pop()[0])
            else:
                seen.add(t)
                path.append((t, iter(after[t])))
        found.append(left)
    return found


def exact_average(process: DecisionProcess) -> tuple[Vector, Vector]:
    """Return the largest average payoff from each start, and the bias of a policy that attains it."""
    return optimal_policy(process)[1:]


def optimal_policy(process: DecisionProcess) -> tuple[list[int], Vector, Vector]:
    """Return a policy with the largest average payoff from every start, its gain and its bias."""
    policy = [0] * len(process)
    while True:
        chain = [actions[a] for actions, a in zip(process, policy, strict=True)]
        gain, bias = _evaluate(chain)
        better = _improved(process, policy, gain, bias)
        if better == policy:
            return policy, gain, bias
        policy = better


def _improved(process: DecisionProcess, policy: list[int], gain: Vector, bias: Vector) -> list[int]:
    """Return the policy with better actions, first for the gain and then for the bias."""
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
    """Return gain and bias of a chain."""
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
    """Return the gain of an ergodic class, and its bias with 0 at the first member."""
    place = {s: k for k, s in enumerate(members)}
    matrix = []
    for s in members:
        # the bias of the first member is 0, so its unknown stands for the gain
        line = [Fraction(int(s == t)) - chain[s][1].get(t, Fraction(0)) for t in members]
        line[0] = Fraction(1)
        matrix.append([*line, chain[s][0]])
    found = _solve(matrix)
    return found[0], {s: found[k] if k else Fraction(0) for s, k in place.items()}


def _absorb(
    chain: list[Action], rest: list[int], known: Mapping[int, Fraction], right: Vector
) -> dict[int, Fraction]:
    """Return the x on the transient states with x = right + P x, given x on the other states."""
    matrix = []
    for s, constant in zip(rest, right, strict=True):
        to = chain[s][1]
        line = [Fraction(int(s == t)) - to.get(t, Fraction(0)) for t in rest]
        matrix.append(
            [*line, constant + sum((p * known[t] for t, p in to.items() if t in known), Fraction(0))]
        )
    return dict(zip(rest, _solve(matrix), strict=True))


def _ergodic_classes(chain: list[Action]) -> list[list[int]]:
    """Return the ergodic classes of a chain: sets of states that reach each other and no other state."""
    reach = [reachable([[action] for action in chain], s) for s in range(len(chain))]
    classes = []
    for s, there in enumerate(reach):
        if s == min(there) and all(s in reach[t] for t in there):
            classes.append(sorted(there))
    return classes


def _solve(matrix: list[Vector]) -> Vector:
    """Return the solution of a nonsingular linear system, whose matrix has the right-hand side as its last column."""
    found = solve_linear(matrix)
    assert found is not None
    return found


def reachable(process: DecisionProcess, start: int) -> set[int]:
    """Return the states that a play can reach."""
    seen, waiting = {start}, [start]
    while waiting:
        for _, to in process[waiting.pop()]:
            new = {t for t, p in to.items() if p} - seen
            seen |= new
            waiting += new
    return seen


def expected(to: Mapping[int, Fraction], v: Vector) -> Fraction:
    """Return the expectation of v at the next state."""
    return sum((p * v[t] for t, p in to.items()), Fraction(0))


class _FloatProcess:
    """A process in floating point, which is only used to find good vectors."""

    def __init__(self, process: DecisionProcess) -> None:
        self.size = len(process)
        self.state = np.array([s for s, actions in enumerate(process) for _ in actions])
        self.payoff = np.array([float(payoff) for actions in process for payoff, _ in actions])
        self.to = np.zeros((self.payoff.size, self.size))
        for a, (_, chances) in enumerate(action for actions in process for action in actions):
            for t, p in chances.items():
                self.to[a, t] += float(p)

    def best_total(self, payoff: Floats) -> Vector:
        """Return the largest total payoff from each state, by policy iteration."""
        policy = self.greedy(payoff)
        for _ in range(ROUNDS):
            v = self.total(policy, payoff[policy])
            better = self.greedy(payoff + self.to @ v)
            if np.array_equal(better, policy):
                break
            policy = better
        return [Fraction(x) for x in v.tolist()]

    def total(self, policy: Ints, right: Floats) -> Floats:
        """Return the x with x = right + P x for the chain of a policy."""
        left = np.eye(self.size) - self.to[policy]
        try:
            return np.asarray(np.linalg.solve(left, right), float)
        except np.linalg.LinAlgError:
            return np.asarray(np.linalg.lstsq(left, right, rcond=None)[0], float)

    def relative_values(self) -> Vector:
        """Return good relative values for the largest average: from a linear program and one exact step on its
        policy.
        """
        own = np.eye(self.size)[self.state]
        A = np.hstack([self.to - own, -np.ones((self.payoff.size, 1))])
        line, column = np.nonzero(A)
        free = np.append(0.0, np.full(self.size, NONE))
        cost, terms = np.append(np.zeros(self.size), 1.0), MatrixEntries(A[line, column], line, column)
        found = minimise(cost, terms, -self.payoff, -free, free)
        if found is None:
            return [Fraction(0)] * self.size
        W = found.x[:-1]
        policy = self.greedy(self.payoff + self.to @ W)
        chain = np.hstack([np.eye(self.size) - self.to[policy], np.ones((self.size, 1))])
        exact = np.linalg.lstsq(chain, self.payoff[policy], rcond=None)[0][:-1]
        best = min((W, exact), key=lambda W: float((self.payoff + self.to @ W - W[self.state]).max()))
        return [Fraction(x) for x in best.tolist()]

    def greedy(self, worth: Floats) -> Ints:
        """Return the first best action of each state."""
        order = np.lexsort((-worth, self.state))
        best: Ints = order[np.searchsorted(self.state, np.arange(self.size))]
        return best
