"""How the lemmas and propositions of Nakai 1980 are recomputed, over whole tables and for four laws of the target."""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable

from zerosum.games.nakai import Nakai
from zerosum.models.targets import parse_targets
from zerosum.numerics.distributions import parse
from zerosum.papers.nakai_formulas import Arrays, Functions
from zerosum.papers.nakai_table import table
from zerosum.solvers.targets import solve

LAWS = ("uniform", "exponential(2)", "values(1,2,3)", "gamma(2)")
N = 7

State = tuple[int, int, int, int]
Pairs = Iterable[tuple[float, float]]


def agree(pairs: Callable[[str], Pairs]) -> bool:
    """Whether two ways to compute the same agree under every law; what is no number does not agree."""
    return all(abs(a - b) < 1e-12 for law in LAWS for a, b in pairs(law))


def gap(pairs: Callable[[str], Pairs]) -> str:
    """The largest difference under the uniform law, in words."""
    differences = [abs(a - b) for a, b in pairs("uniform")]
    undefined = sum(math.isnan(d) for d in differences)
    if undefined:
        states = f"{undefined} of {len(differences)} states (uniform, n ≤ {N})"
        return f"undefined at {states}, where its denominator changes sign now or at a stage before"
    return f"off by up to {max(differences):.3g} (uniform, n ≤ {N})"


def inequalities(law: str) -> bool:
    """Lemma 1, over the whole table."""
    v, error = table(12, law)
    return all(
        v[n, k, l + 1, m] - 2 * error <= v[n, k, l, m] <= v[n, k + 1, l, m] + 2 * error
        for n, k, l, m in v
        if k + l < n
    )


def monotone(law: str) -> bool:
    """Lemma 2."""
    v, error = table(12, law)
    high = all(v[n, k, 0, m] >= v[n, k, 0, m - 1] - 2 * error for n, k, l, m in v if l == 0 < m)
    return high and all(v[n, 0, l, m] <= v[n, 0, l, m - 1] + 2 * error for n, k, l, m in v if k == 0 < m)


def signs(law: str) -> bool:
    """Lemma 3."""
    v, error = table(12, law)
    return all((l > 0 or x >= -error) and (k > 0 or x <= error) for (n, k, l, m), x in v.items())


def lemma_4(which: str) -> Callable[[str], Pairs]:
    """The sums of g, or of h, beside v_n(k,0,n), or -v_n(0,k,n)."""

    def pairs(law: str) -> Pairs:
        v, arrays = table(N, law)[0], Arrays(N, parse(law))
        array = arrays.g if which == "g" else arrays.h
        for n, k in array:
            yield sum(array[n, i] for i in range(1, k + 1)), v[n, k, 0, n] if which == "g" else -v[n, 0, k, n]

    return pairs


def mirrored(printed: bool) -> Callable[[str], Pairs]:
    """The second equality of (6) and (7): printed, a game without middle cards, which is worth nothing."""

    def pairs(law: str) -> Pairs:
        v, _ = table(N, law)
        for n, k in itertools.product(range(1, N + 1), range(1, N + 1)):
            if k <= n:
                yield v[n, k, 0, n], 0.0 if printed else -v[n, 0, n, k]
                yield -v[n, 0, k, n], 0.0 if printed else v[n, n, 0, k]

    return pairs


def lemma_5(printed: bool) -> Callable[[str], Pairs]:
    """Twice the sums of p beside v_n(n-l,l,n)."""

    def pairs(law: str) -> Pairs:
        v, p = table(N, law)[0], Arrays(N, parse(law)).p_array(printed=printed)
        for n, l in p:
            yield 2 * sum(p[n, j] for j in range(l + 1)), v[n, n - l, l, n]

    return pairs


def lemma_6(printed: bool) -> Callable[[str], Pairs]:
    """The sums of f beside v_n(k,l,n)."""

    def pairs(law: str) -> Pairs:
        v, f = table(N, law)[0], Arrays(N, parse(law)).f_array(printed=printed)
        for n, l, k in f:
            yield sum(f[n, i, j] for i in range(l + 1) for j in range(k + 1)), v[n, k, l, n]

    return pairs


def proposition_1(law: str) -> Pairs:
    """The sums of g beside v_n(k,0,m)."""
    v, arrays = table(N, law)[0], Arrays(N, parse(law))
    for n, k, m in arrays.g3:
        yield arrays.v_high(n, k, m), v[n, k, 0, m]


def proposition_2(law: str) -> Pairs:
    """The same sums, high and middle cards changed about, beside -v_n(0,l,m)."""
    v, arrays = table(N, law)[0], Arrays(N, parse(law))
    for n, l, m in arrays.g3:
        yield -arrays.v_high(n, m, l), v[n, 0, l, m]


def proposition_3(printed: bool) -> Callable[[str], Pairs]:
    """The sums of h beside v_n(n-l,l,m)."""

    def pairs(law: str) -> Pairs:
        v, h = table(N, law)[0], Arrays(N, parse(law)).h_array(printed=printed)
        for n, l, m in h:
            yield sum(h[n, i, j] for i in range(l + 1) for j in range(1, m + 1)), v[n, n - l, l, m]

    return pairs


def last_corner(printed: bool) -> Callable[[str], Pairs]:
    """g_{n,n,n} is what makes the sum v_n(n, 0, n)."""

    def pairs(law: str) -> Pairs:
        v, mu = table(N, law)[0], parse(law).mean
        return [(mu if printed else n * mu, v[n, n, 0, n]) for n in range(1, N + 1)]

    return pairs


def threshold(printed: bool) -> Callable[[str], Pairs]:
    """Where the row player of G_n(n-l, l, n) turns from low to high, against the printed and the right place."""

    def pairs(law: str) -> Pairs:
        F, arrays = parse(law), Arrays(N, parse(law))
        for n in range(2, N + 1):
            for l in range(1, n):
                game = Nakai(n, n - l, l, n, parse_targets(law))
                low = [piece for piece in solve(game).pieces(game.start) if piece.row[0].top]
                turn = max((float(piece.high) for piece in low), default=F.low)
                said = min(-arrays.h[n - 1, l], 0.0) if printed else max(-arrays.p[n - 1, l], 0.0)
                yield min(max(said, F.low), F.high), min(max(turn, F.low), F.high)

    return pairs


def concave(sign: int) -> bool:
    """Whether sign * A_F is convex in z, by second differences."""
    for law in LAWS:
        A = Functions(parse(law)).A
        for alpha, beta, z in itertools.product((0.1, 0.4), (0.2, 0.5), (0.1, 0.3, 1.0)):
            second = A(z + 0.05, alpha, beta) - 2 * A(z, alpha, beta) + A(z - 0.05, alpha, beta)
            if sign * second < -1e-12:
                return False
    return True


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


def missing(with_both_high: bool) -> bool:
    """Whether every G_n(n-l, l, m) has the intervals of Proposition 3, with or without (play H, play M)."""
    order = [
        "play L/pass",
        "play L/play M",
        *(["play H/play M"] if with_both_high else []),
        "play L+play H/play M+pass",
    ]
    for n, l, m in itertools.product(range(3, N + 1), range(1, N), range(1, N)):
        if l < n and m < n and not _keeps_to(order, intervals(n, n - l, l, m)):
            return False
    return True


ORDER = ["play L/pass", "play L/play M", "pass/play M", "play H/play M", "mixed"]


def in_order(exception: bool) -> bool:
    """Section 3's remark on the order of the intervals, with or without its one exception."""
    n = 6
    for k, l, m in itertools.product(range(n + 1), range(n + 1), range(1, n)):
        if not 0 < k + l <= n or (exception and (k, l) == (n, 0)):
            continue
        if not _keeps_to(ORDER, ["mixed" if "+" in pair else pair for pair in intervals(n, k, l, m)]):
            return False
    return True


def rises(law: str) -> bool:
    """Whether S_F is convex and increasing, by differences."""
    S, step = Functions(parse(law)).S, 0.125
    values = [S(i * step) for i in range(-16, 33)]
    first = [b - a for a, b in itertools.pairwise(values)]
    return min(first) >= -1e-12 and all(b - a >= -1e-12 for a, b in itertools.pairwise(first))


def pieces_agree(
    states: Iterable[State], says: Callable[[State, float], tuple[list[float], list[float]]]
) -> bool:
    """Whether the printed strategies are those of the solution, in the middle of each of its intervals."""
    for state in states:
        for piece in solve(Nakai(*state)).pieces(state):
            x = (float(piece.low) + float(piece.high)) / 2
            found = [p(x) if p.top else 0.0 for p in (*piece.row, *piece.col)]
            row, col = says(state, x)
            if any(abs(a - b) > 1e-9 for a, b in zip(found, (*row, *col), strict=True)):
                return False
    return True


def with_lemma_4(state: State, x: float) -> tuple[list[float], list[float]]:
    """The strategy in G_n(k, 0, n): pass below g_{n-1,k}."""
    n, k, _, _ = state
    return ([0, 0, 1] if x < Arrays(n, parse("uniform")).g[n - 1, k] else [0, 1, 0]), [1, 0]


def with_lemma_6(printed: bool) -> Callable[[State, float], tuple[list[float], list[float]]]:
    """The strategy in G_n(k, l, n), with the printed or the right ends."""

    def says(state: State, x: float) -> tuple[list[float], list[float]]:
        n, k, l, _ = state
        f = Arrays(n - 1, parse("uniform")).f_array()
        z = f[n - 1, l, k]
        alpha, beta = sum(f[n - 1, i, k] for i in range(l)), sum(f[n - 1, l, j] for j in range(k))
        middle = (alpha - beta) / 2
        s, t = (
            (min(alpha + z, middle), middle) if printed else (min(-beta - z, middle), max(alpha + z, middle))
        )
        return ([1, 0, 0] if x < s else [0, 0, 1] if x < t else [0, 1, 0]), [1, 0]

    return says


def with_proposition_1(state: State, x: float) -> tuple[list[float], list[float]]:
    """The strategies in G_n(k, 0, m)."""
    n, k, _, m = state
    g = Arrays(n - 1, parse("uniform")).g3
    z = g[n - 1, k, m]
    alpha, beta = sum(g[n - 1, k, j] for j in range(1, m)), sum(g[n - 1, i, m] for i in range(1, k))
    if x < max(alpha, beta):
        return ([0, 0, 1] if x < alpha else [0, 1, 0]), [1, 0]
    return [0, (beta + z) / (x + z), (x - beta) / (x + z)], [(alpha + z) / (x + z), (x - alpha) / (x + z)]


def with_proposition_2(state: State, x: float) -> tuple[list[float], list[float]]:
    """The strategies in G_n(0, l, m)."""
    n, _, l, m = state
    g = Arrays(n - 1, parse("uniform")).g3
    z = g[n - 1, m, l]
    alpha, beta = sum(g[n - 1, j, l] for j in range(1, m)), sum(g[n - 1, m, i] for i in range(1, l))
    if x < max(alpha, beta):
        return [1, 0, 0], ([0, 1] if x < beta else [1, 0])
    return [(beta + z) / (x + z), 0, (x - beta) / (x + z)], [(alpha + z) / (x + z), (x - alpha) / (x + z)]
