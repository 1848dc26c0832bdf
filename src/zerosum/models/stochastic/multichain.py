"""The best average of a Markov decision process from each start, in fractions (Howard 1960, Puterman section
9.2).

A stationary policy has a gain G(s), the average payoff from s, and a bias W(s): G = P G and G + W = r + P
W, with W = 0 at one state of each ergodic class. A policy is improved first by actions with a larger P G;
where none has, by actions with the same P G and a larger r + P W. In fractions there is no rounding to
guard against, so when no action improves, the inequalities of the optimality equations hold exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from zerosum.numerics.elimination import solve_linear

__all__ = ["Action", "best_average"]

Action = tuple[Fraction, Mapping[int, Fraction]]
"""A payoff, and the probabilities of the next states."""

Vector = list[Fraction]


def best_average(process: list[list[Action]]) -> Vector:
    """The largest average payoff from each start."""
    policy = [0] * len(process)
    while True:
        chain = [actions[a] for actions, a in zip(process, policy, strict=True)]
        gain, bias = _evaluate(chain)
        better = _improved(process, policy, gain, bias)
        if better == policy:
            return gain
        policy = better


def _improved(process: list[list[Action]], policy: list[int], gain: Vector, bias: Vector) -> list[int]:
    """The policy with better actions, first for the gain and then for the bias."""
    gains = [[_mean(to, gain) for _, to in actions] for actions in process]
    better = [
        a if line[a] == max(line) else line.index(max(line)) for line, a in zip(gains, policy, strict=True)
    ]
    if better != policy:
        return better
    for s, actions in enumerate(process):
        worth = {
            a: payoff + _mean(to, bias) for a, (payoff, to) in enumerate(actions) if gains[s][a] == gain[s]
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


def _reachable(chain: list[Action], start: int) -> set[int]:
    """The states that a play from `start` can meet."""
    seen, waiting = {start}, [start]
    while waiting:
        for t, p in chain[waiting.pop()][1].items():
            if p and t not in seen:
                seen.add(t)
                waiting.append(t)
    return seen


def _solve(matrix: list[Vector]) -> Vector:
    """The solution of a regular linear system, the right side in the last column."""
    found = solve_linear(matrix)
    assert found is not None
    return found[0]


def _mean(to: Mapping[int, Fraction], v: Vector) -> Fraction:
    return sum((p * v[t] for t, p in to.items()), Fraction(0))
