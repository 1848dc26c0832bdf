"""The strategies of Nakai's lemmas and propositions, beside those of the solution, interval by interval."""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache

from zerosum.games.nakai import Nakai
from zerosum.models.targets.solve import solve
from zerosum.numerics.distributions import parse
from zerosum.papers.checks.nakai import N
from zerosum.papers.checks.nakai_formulas import Arrays
from zerosum.papers.checks.nakai_table import State
from zerosum.papers.verdicts import Found


def intervals(n: int, k: int, l: int, m: int) -> list[str]:
    """The moves that are played in G_n(k, l, m), interval by interval: "play L/pass", "play L+play H/play M"."""
    game = Nakai(n, k, l, m)
    return [
        "/".join(
            "+".join(move for move, p in zip(moves, mix, strict=True) if p.top)
            for moves, mix in ((game.row_moves, piece.row), (game.col_moves, piece.col))
        )
        for piece in solve(game).pieces(game.start)
    ]


def _keeps_to(order: list[str], found: list[str]) -> bool:
    """Whether what was found comes in this order, and nothing else was."""
    return set(found) <= set(order) and found == sorted(found, key=order.index)


def intervals_of_proposition_3(both_high: bool) -> Found:
    """Whether every G_n(n-l, l, m) has the intervals of Proposition 3, with or without (play H, play M)."""
    both = ["play H/play M"] if both_high else []
    order = ["play L/pass", "play L/play M", *both, "play L+play H/play M+pass"]
    for n, l, m in itertools.product(range(3, N + 1), range(1, N), range(1, N)):
        if l < n and m < n and not _keeps_to(order, found := intervals(n, n - l, l, m)):
            return Found(False, f"G_{n}({n - l},{l},{m}): {', '.join(found)}")
    return Found(True, f"in all its games with n ≤ {N}")


ORDER = ["play L/pass", "play L/play M", "pass/play M", "play H/play M", "mixed"]


def in_order(exception: bool) -> Found:
    """Section 3's remark on the order of the intervals, with or without its one exception."""
    n = 6
    for k, l, m in itertools.product(range(n + 1), range(n + 1), range(1, n)):
        if not 0 < k + l <= n or (exception and (k, l) == (n, 0)):
            continue
        found = ["mixed" if "+" in pair else pair for pair in intervals(n, k, l, m)]
        if not _keeps_to(ORDER, found):
            return Found(False, f"G_{n}({k},{l},{m}): {', '.join(found)}")
    return Found(True, f"in all games with n = {n}")


Strategies = tuple[list[float], list[float]]


def strategy(of: str, **how: bool) -> Found:
    """Whether the printed strategies are those of the solution, in the middle of each of its intervals."""
    states, says = STRATEGIES[of]
    for state in states:
        for piece in solve(Nakai(*state)).pieces(state):
            x = (float(piece.low) + float(piece.high)) / 2
            found = [p(x) if p.top else 0.0 for p in (*piece.row, *piece.col)]
            row, col = says(state, x, **how)
            if any(abs(a - b) > 1e-9 for a, b in zip(found, (*row, *col), strict=True)):
                n, k, l, m = state
                return Found(False, f"not so in G_{n}({k},{l},{m}) at x = {x:.3f}")
    return Found(True, f"in {len(states)} games with up to 6 stages, in each of their intervals")


@cache
def _uniform(n: int) -> Arrays:
    return Arrays(n, parse("uniform"))


def _with_lemma_4(state: State, x: float) -> Strategies:
    """The strategy in G_n(k, 0, n): pass below g_{n-1,k}."""
    n, k, _, _ = state
    return ([0, 0, 1] if x < _uniform(n).g[n - 1, k] else [0, 1, 0]), [1, 0]


def _with_lemma_6(state: State, x: float, printed: bool) -> Strategies:
    """The strategy in G_n(k, l, n), with the printed or the right ends."""
    n, k, l, _ = state
    f = _uniform(n - 1).f_array()
    z = f[n - 1, l, k]
    alpha, beta = sum(f[n - 1, i, k] for i in range(l)), sum(f[n - 1, l, j] for j in range(k))
    middle = (alpha - beta) / 2
    s, t = (min(alpha + z, middle), middle) if printed else (min(-beta - z, middle), max(alpha + z, middle))
    return ([1, 0, 0] if x < s else [0, 0, 1] if x < t else [0, 1, 0]), [1, 0]


def _with_proposition_1(state: State, x: float) -> Strategies:
    """The strategies in G_n(k, 0, m)."""
    n, k, _, m = state
    g = _uniform(n - 1).g3
    z = g[n - 1, k, m]
    alpha, beta = sum(g[n - 1, k, j] for j in range(1, m)), sum(g[n - 1, i, m] for i in range(1, k))
    if x < max(alpha, beta):
        return ([0, 0, 1] if x < alpha else [0, 1, 0]), [1, 0]
    return [0, (beta + z) / (x + z), (x - beta) / (x + z)], [(alpha + z) / (x + z), (x - alpha) / (x + z)]


def _with_proposition_2(state: State, x: float) -> Strategies:
    """The strategies in G_n(0, l, m)."""
    n, _, l, m = state
    g = _uniform(n - 1).g3
    z = g[n - 1, m, l]
    alpha, beta = sum(g[n - 1, j, l] for j in range(1, m)), sum(g[n - 1, m, i] for i in range(1, l))
    if x < max(alpha, beta):
        return [1, 0, 0], ([0, 1] if x < beta else [1, 0])
    return [(beta + z) / (x + z), 0, (x - beta) / (x + z)], [(alpha + z) / (x + z), (x - alpha) / (x + z)]


INNER = [(n, k, m) for n in range(3, 7) for k in range(1, n) for m in range(1, n)]
"""States of Propositions 1 and 2 in which both may pass."""

STRATEGIES: dict[str, tuple[list[State], Callable[..., Strategies]]] = {
    "lemma 4": ([(n, k, 0, n) for n in range(2, 7) for k in range(1, n)], _with_lemma_4),
    "lemma 6": (
        [(n, k, l, n) for n in range(3, 7) for k in range(1, n) for l in range(1, n - k)],
        _with_lemma_6,
    ),
    "proposition 1": ([(n, k, 0, m) for n, k, m in INNER], _with_proposition_1),
    "proposition 2": ([(n, 0, k, m) for n, k, m in INNER], _with_proposition_2),
}
