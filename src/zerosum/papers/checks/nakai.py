"""How the lemmas and propositions of Nakai 1980 are recomputed, over whole tables and for four laws of the target.

Recursions are run as printed and compared with the general recursion (1); where the print fails, the right recursion
is run in the same way.
"""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

from zerosum.games.nakai import Nakai
from zerosum.models.targets.rules import parse_targets
from zerosum.models.targets.solve import solve
from zerosum.numerics.distributions import parse
from zerosum.papers.checks.nakai_formulas import Arrays, Functions
from zerosum.papers.checks.nakai_table import laws as parsed
from zerosum.papers.checks.nakai_table import table
from zerosum.papers.verdicts import Found

LAWS = ("uniform", "exponential(2)", "values(1,2,3)", "gamma(2)")
N = 7
EVERY = f"at all states with n ≤ 12, under {len(LAWS)} laws"

Pairs = Iterable[tuple[float, float]]


def agree(recursion: str, laws: Sequence[str] = LAWS, **how: bool | str) -> Found:
    """Whether the sums of an array are the values of the general recursion, under every law."""
    pairs = RECURSIONS[recursion]
    if all(abs(a - b) < 1e-12 for law in laws for a, b in pairs(law, **how)):
        return Found(
            True, f"at all its states with n ≤ {N}, under " + (f"{len(laws)} laws" if laws[1:] else laws[0])
        )
    return Found(False, _gap(pairs("uniform", **how)))


def _gap(pairs: Pairs) -> str:
    """The largest difference under the uniform law, in words."""
    differences = [abs(a - b) for a, b in pairs]
    undefined = sum(math.isnan(d) for d in differences)
    if undefined:
        states = f"{undefined} of {len(differences)} states (uniform, n ≤ {N})"
        return f"undefined at {states}, where its denominator changes sign now or at a stage before"
    return f"off by up to {max(differences):.3g} (uniform, n ≤ {N})"


def in_table(property: str) -> Found:
    """Whether an inequality holds over the whole table under every law."""
    return Found(all(map(INEQUALITIES[property], LAWS)), so=EVERY)


def _inequalities(law: str) -> bool:
    """Lemma 1, over the whole table."""
    v, error = table(12, law)
    return all(
        v[n, k, l + 1, m] - 2 * error <= v[n, k, l, m] <= v[n, k + 1, l, m] + 2 * error
        for n, k, l, m in v
        if k + l < n
    )


def _monotone(law: str) -> bool:
    """Lemma 2."""
    v, error = table(12, law)
    high = all(v[n, k, 0, m] >= v[n, k, 0, m - 1] - 2 * error for n, k, l, m in v if l == 0 < m)
    return high and all(v[n, 0, l, m] <= v[n, 0, l, m - 1] + 2 * error for n, k, l, m in v if k == 0 < m)


def _signs(law: str) -> bool:
    """Lemma 3."""
    v, error = table(12, law)
    return all((l > 0 or x >= -error) and (k > 0 or x <= error) for (n, k, l, m), x in v.items())


def _lemma_4(law: str, which: str) -> Pairs:
    """The sums of g, or of h, beside v_n(k,0,n), or -v_n(0,k,n)."""
    v, arrays = table(N, law)[0], Arrays(N, *parsed(law))
    array = arrays.g if which == "g" else arrays.h
    for n, k in array:
        yield sum(array[n, i] for i in range(1, k + 1)), v[n, k, 0, n] if which == "g" else -v[n, 0, k, n]


def _mirrored(law: str, which: str, printed: bool) -> Pairs:
    """The second equality of (6) or (7): printed, a game without middle cards, which is worth nothing."""
    v, _ = table(N, law)
    for n in range(1, N + 1):
        for k in range(1, n + 1):
            left, right = (v[n, k, 0, n], -v[n, 0, n, k]) if which == "g" else (-v[n, 0, k, n], v[n, n, 0, k])
            yield left, 0.0 if printed else right


def _lemma_5(law: str, printed: bool) -> Pairs:
    """Twice the sums of p beside v_n(n-l,l,n)."""
    v, p = table(N, law)[0], Arrays(N, *parsed(law)).p_array(printed=printed)
    for n, l in p:
        yield 2 * sum(p[n, j] for j in range(l + 1)), v[n, n - l, l, n]


def _lemma_6(law: str, printed: bool) -> Pairs:
    """The sums of f beside v_n(k,l,n)."""
    v, f = table(N, law)[0], Arrays(N, *parsed(law)).f_array(printed=printed)
    for n, l, k in f:
        yield sum(f[n, i, j] for i in range(l + 1) for j in range(k + 1)), v[n, k, l, n]


def _proposition_1(law: str) -> Pairs:
    """The sums of g beside v_n(k,0,m)."""
    v, arrays = table(N, law)[0], Arrays(N, *parsed(law))
    for n, k, m in arrays.g3:
        yield arrays.v_high(n, k, m), v[n, k, 0, m]


def _proposition_2(law: str) -> Pairs:
    """The same sums, high and middle cards changed about, beside -v_n(0,l,m)."""
    v, arrays = table(N, law)[0], Arrays(N, *parsed(law))
    for n, l, m in arrays.g3:
        yield -arrays.v_high(n, m, l), v[n, 0, l, m]


def _proposition_3(law: str, printed: bool) -> Pairs:
    """The sums of h beside v_n(n-l,l,m)."""
    v, h = table(N, law)[0], Arrays(N, *parsed(law)).h_array(printed=printed)
    for n, l, m in h:
        yield sum(h[n, i, j] for i in range(l + 1) for j in range(1, m + 1)), v[n, n - l, l, m]


def _last_corner(law: str, printed: bool) -> Pairs:
    """g_{n,n,n} is what makes the sum v_n(n, 0, n)."""
    v, arrays = table(N, law)[0], Arrays(N, *parsed(law))
    return [(arrays.at[n].mu if printed else arrays.total(n), v[n, n, 0, n]) for n in range(1, N + 1)]


def _threshold(law: str, printed: bool) -> Pairs:
    """Where the row player of G_n(n-l, l, n) turns from low to high, against the printed and the right place."""
    F, arrays = parse(law), Arrays(N, *parsed(law))
    for n in range(2, N + 1):
        for l in range(1, n):
            game = Nakai(n, n - l, l, n, parse_targets(law))
            low = [piece for piece in solve(game).pieces(game.start) if piece.row[0].top]
            turn = max((float(piece.high) for piece in low), default=F.low)
            said = min(-arrays.h[n - 1, l], 0.0) if printed else max(-arrays.p[n - 1, l], 0.0)
            yield min(max(said, F.low), F.high), min(max(turn, F.low), F.high)


RECURSIONS: dict[str, Callable[..., Pairs]] = {
    "lemma 4": _lemma_4,
    "mirrored": _mirrored,
    "lemma 5": _lemma_5,
    "lemma 5, strategy": _threshold,
    "lemma 6": _lemma_6,
    "proposition 1": _proposition_1,
    "last corner": _last_corner,
    "proposition 2": _proposition_2,
    "proposition 3": _proposition_3,
}
INEQUALITIES = {"lemma 1": _inequalities, "lemma 2": _monotone, "lemma 3": _signs}


def convex(sign: int) -> bool:
    """Whether sign * A_F is convex in z, by second differences."""
    for law in LAWS:
        A = Functions(parse(law)).A
        for alpha, beta, z in itertools.product((0.1, 0.4), (0.2, 0.5), (0.1, 0.3, 1.0)):
            second = A(z + 0.05, alpha, beta) - 2 * A(z, alpha, beta) + A(z - 0.05, alpha, beta)
            if sign * second < -1e-12:
                return False
    return True


def array_signs(always: str) -> Found:
    """Which of g, h and p are positive at all their indices under every law; `always` names those said to be."""
    positive = {
        name: all(x > 0 for law in LAWS for (n, i), x in getattr(Arrays(N, parse(law)), name).items())
        for name in "ghp"
    }
    text = ", ".join(f"{name} {'always' if sure else 'not always'}" for name, sure in positive.items())
    return Found(
        {name for name, sure in positive.items() if sure} == set(always), f"positive: {text} (n ≤ {N})"
    )


def s_rises() -> Found:
    """Whether S_F is convex and increasing, by differences."""
    step = 0.125
    for law in LAWS:
        S = Functions(parse(law)).S
        first = [S(i * step + step) - S(i * step) for i in range(-16, 32)]
        if min(first) < -1e-12 or any(b - a < -1e-12 for a, b in itertools.pairwise(first)):
            return Found(False, f"fails under {law}")
    return Found(True, f"by differences, under {len(LAWS)} laws")
