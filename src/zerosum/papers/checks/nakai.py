"""Nakai 1980: lemmas and propositions, single values, the example of section 3, and targets of value 1.

Recursions are run as printed, over whole tables and for four distributions of the target, and compared with the
general recursion (1); where the print fails, the right recursion is run in the same way. Printed strategies are
compared with those of the solution, interval by interval. Proposition 5 is checked in fractions at every state up to
twelve stages.
"""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from zerosum.games.nakai import HIGH, LOW, MIDDLE, PASS, Nakai, all_layers
from zerosum.matrix.exact import exact_game
from zerosum.models.targets.pieces import closed_form
from zerosum.models.targets.rules import parse_targets
from zerosum.models.targets.solve import solve
from zerosum.numerics.distributions import parse
from zerosum.numerics.quotients import letters
from zerosum.papers.checks.nakai_formulas import Arrays, NakaiFunctions, State, distributions, table
from zerosum.papers.checks.nakai_stages import equal_targets, example_mixes, proved
from zerosum.papers.formulas import holds
from zerosum.papers.verdicts import Found

DISTRIBUTIONS = ("uniform", "exponential(2)", "values(1,2,3)", "gamma(2)")
N = 7
IN_LETTERS = "for every distribution and every n, stage by stage as functions of x and of the values to come"

Pairs = Iterable[tuple[float, float]]


def agree(recursion: str, distributions: Sequence[str] = DISTRIBUTIONS, **how: bool | str) -> Found:
    """Check whether the sums of an array equal the values of the general recursion, under every distribution."""
    pairs = RECURSIONS[recursion]
    if all(abs(a - b) < 1e-12 for distribution in distributions for a, b in pairs(distribution, **how)):
        under = f"{len(distributions)} distributions" if distributions[1:] else distributions[0]
        stage = (
            "what a stage adds, for every distribution, as a function of x and of the values to come; "
            "the sums, as numbers, "
        )
        return Found(True, f"{stage * proved(recursion)}at all its states with n ≤ {N}, under {under}")
    differences = [abs(a - b) for a, b in pairs("uniform", **how)]
    undefined = sum(math.isnan(d) for d in differences)
    if undefined:
        states = f"{undefined} of {len(differences)} states (uniform, n ≤ {N})"
        text = f"undefined at {states}, where its denominator changes sign now or at a stage before"
        return Found(False, text)
    return Found(False, f"off by up to {max(differences):.3g} (uniform, n ≤ {N})")


def in_table(property: str, distributions: Sequence[str] = DISTRIBUTIONS) -> Found:
    """Check whether an inequality holds over the whole table under every distribution."""
    one = "one for each stage" if ";" in distributions[0] else distributions[0]
    many = f"under {len(distributions)} distributions"
    under = many if distributions[1:] else f"with distributions of the target: {one}"
    for v, error in (table(12, distribution) for distribution in distributions):
        if any(x < -2 * error for state in v for x in _not_negative(property, v, *state)):
            return Found(False)
    return Found(True, so=f"at all states with n ≤ 12, {under}")


def _not_negative(property: str, v: Mapping[State, float], n: int, k: int, l: int, m: int) -> Sequence[float]:
    """Return the quantities that cannot be negative at a state: differences of values, or twice the value."""
    here = v[n, k, l, m]
    match property:
        case "lemma 1" if k + l < n:
            return here - v[n, k, l + 1, m], v[n, k + 1, l, m] - here
        case "lemma 2" if m:
            rises = here - v[n, k, l, m - 1]
            return (rises,) * (l == 0) + (-rises,) * (k == 0)
        case "lemma 3":
            return (2 * here,) * (l == 0) + (-2 * here,) * (k == 0)
        case "signs of proposition 1" if l == 0 < min(k, m):  # α and β
            base = v[n, k - 1, 0, m - 1]
            return v[n, k, 0, m - 1] - base, v[n, k - 1, 0, m] - base
        case "signs of proposition 2" if k == 0 < min(l, m):
            base = v[n, 0, l - 1, m - 1]
            return base - v[n, 0, l, m - 1], base - v[n, 0, l - 1, m]
    return ()


def _lemma_4(distribution: str, which: str) -> Pairs:
    """Yield the sums of g, or of h, with v_n(k,0,n), or -v_n(0,k,n)."""
    v, arrays = table(N, distribution)[0], Arrays(N, *distributions(distribution))
    array = arrays.g if which == "g" else arrays.h
    for n, k in array:
        yield sum(array[n, i] for i in range(1, k + 1)), v[n, k, 0, n] if which == "g" else -v[n, 0, k, n]


def _mirrored(distribution: str, which: str, printed: bool) -> Pairs:
    """Yield both sides of (6) or (7): as printed, and with a game without middle cards, of value 0."""
    v, _ = table(N, distribution)
    for n in range(1, N + 1):
        for k in range(1, n + 1):
            left, right = (v[n, k, 0, n], -v[n, 0, n, k]) if which == "g" else (-v[n, 0, k, n], v[n, n, 0, k])
            yield left, 0.0 if printed else right


def _lemma_5(distribution: str, printed: bool) -> Pairs:
    """Yield twice the sums of p with v_n(n-l,l,n)."""
    v, p = table(N, distribution)[0], Arrays(N, *distributions(distribution)).p_array(printed=printed)
    for n, l in p:
        yield 2 * sum(p[n, j] for j in range(l + 1)), v[n, n - l, l, n]


def _lemma_6(distribution: str, printed: bool) -> Pairs:
    """Yield the sums of f with v_n(k,l,n)."""
    v, f = table(N, distribution)[0], Arrays(N, *distributions(distribution)).f_array(printed=printed)
    for n, l, k in f:
        yield sum(f[n, i, j] for i in range(l + 1) for j in range(k + 1)), v[n, k, l, n]


def _proposition_1(distribution: str) -> Pairs:
    """Yield the sums of g with v_n(k,0,m)."""
    v, arrays = table(N, distribution)[0], Arrays(N, *distributions(distribution))
    for n, k, m in arrays.g3:
        yield arrays.v_high(n, k, m), v[n, k, 0, m]


def _proposition_2(distribution: str) -> Pairs:
    """Yield the sums of g with high and middle cards exchanged, and -v_n(0,l,m)."""
    v, arrays = table(N, distribution)[0], Arrays(N, *distributions(distribution))
    for n, l, m in arrays.g3:
        yield -arrays.v_high(n, m, l), v[n, 0, l, m]


def _proposition_3(distribution: str, printed: bool) -> Pairs:
    """Yield the sums of h with v_n(n-l,l,m)."""
    v, h = table(N, distribution)[0], Arrays(N, *distributions(distribution)).h_array(printed=printed)
    for n, l, m in h:
        yield sum(h[n, i, j] for i in range(l + 1) for j in range(1, m + 1)), v[n, n - l, l, m]


def _last_corner(distribution: str, printed: bool) -> Pairs:
    """Return both sides of the identity for g_{n,n,n}, which makes the sum v_n(n, 0, n)."""
    v, arrays = table(N, distribution)[0], Arrays(N, *distributions(distribution))
    return [(arrays.at[n].mu if printed else arrays.total(n), v[n, n, 0, n]) for n in range(1, N + 1)]


def _threshold(distribution: str, printed: bool) -> Pairs:
    """Yield the row player's threshold in G_n(n-l, l, n), as printed or correct, and that of the solution."""
    F, arrays = parse(distribution), Arrays(N, *distributions(distribution))
    for n in range(2, N + 1):
        for l in range(1, n):
            game = Nakai(n, n - l, l, n, parse_targets(distribution))
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


def convex(sign: int) -> Found:
    """Check whether sign * A_F is convex in z: by second differences, and the subtracted part by its form in x + z."""
    for distribution in DISTRIBUTIONS:
        A = NakaiFunctions(parse(distribution)).A
        for alpha, beta, z in itertools.product((0.1, 0.4), (0.2, 0.5), (0.1, 0.3, 1.0)):
            second = A(z + 0.05, alpha, beta) - 2 * A(z, alpha, beta) + A(z - 0.05, alpha, beta)
            if sign * second < -1e-12:
                with_ = f"α = {alpha}, β = {beta} near z = {z}"
                return Found(False, f"not under the distribution {distribution}, with {with_}")
    a, b, x, y = letters("alpha", "beta", "x", "y")
    fine = (a + y - x) * (b + y - x) / y == y - (2 * x - a - b) + (x - a) * (x - b) / y
    text = "for every distribution: (α+z)(β+z)/(x+z), as an identity, is linear in z but for (x-α)(x-β)/(x+z)"
    return Found(fine, text)


def array_signs(always: str) -> Found:
    """Check that of g, h and p, exactly those in `always` are positive at all indices under every distribution."""
    positive = {
        name: all(
            x > 0
            for distribution in DISTRIBUTIONS
            for (n, i), x in getattr(Arrays(N, parse(distribution)), name).items()
        )
        for name in "ghp"
    }
    text = ", ".join(f"{name} {'always' if sure else 'not always'}" for name, sure in positive.items())
    found = {name for name, sure in positive.items() if sure}
    return Found(found == set(always), f"positive: {text} (n ≤ {N})")


def s_rises() -> Found:
    """Check whether S_F is convex and increasing, by differences."""
    step = 0.125
    for distribution in DISTRIBUTIONS:
        S = NakaiFunctions(parse(distribution)).S
        first = [S(i * step + step) - S(i * step) for i in range(-16, 32)]
        if min(first) < -1e-12 or any(b - a < -1e-12 for a, b in itertools.pairwise(first)):
            return Found(False, f"fails under {distribution}")
    return Found(True, f"by differences, under {len(DISTRIBUTIONS)} distributions")


A = (2 - math.log(3)) / 4
"""The example's a."""


def v(state: Sequence[int], targets: str = "uniform") -> float:
    """Return v_n(k, l, m)."""
    n, k, l, m = state
    return table(n, targets)[0][n, k, l, m]


def values(formula: str, targets: Sequence[str] = ("uniform",), form: Sequence[int] = ()) -> Found:
    """Check a formula in v, g, h, p, μ, the functions A, S, T and the example's a; `form` is a state to show."""
    text = ""
    if form:
        n, k, l, m = form
        closed = closed_form(Nakai(n, k, l, m), (n, k, l, m))
        text = f"v_{n}({k},{l},{m}) = {closed} = {v(form):.12f}"
    return Found(all(holds(formula, _letters(distribution)) for distribution in targets), text)


def _letters(distribution: str) -> dict[str, object]:
    arrays = Arrays(3, *distributions(distribution))

    def number(x: object) -> int:
        return int(x)  # type: ignore[call-overload, no-any-return]

    at = arrays.at[1]
    # ∫ (x - a) / (8x - 8a + 5) dx from a to 1, by Gauss's rule
    nodes, weights = np.polynomial.legendre.leggauss(40)
    t = (1 - A) * (nodes + 1) / 2
    return {
        **{name: getattr(at, name) for name in ("A", "S", "T")},
        "g": lambda n, k, m: arrays.g3[number(n), number(k), number(m)],
        "beyond_a": float((1 - A) / 2 * weights @ (t / (8 * t + 5))),
        "v": lambda *state: v([number(x) for x in state], distribution),
        "p": lambda n, i: arrays.p[number(n), number(i)],
        "h": lambda n, l, m: arrays.h_array()[number(n), number(l), number(m)],
        "mu": distributions(distribution)[0].mean,
        "a": A,
        "log": lambda x: math.log(x),
    }


def whole_table(n: int) -> Found:
    """Compute every state up to n stages, with its certified error."""
    found, error = table(n, "uniform")
    text = (
        f"all {len(found):,} states with n ≤ {n} under the uniform distribution, each within {error:.0e}; "
        f"v_6(2,3,3) = {found[6, 2, 3, 3]:.12f}, v_20(5,5,10) = {found[20, 5, 5, 10]:.12f}"
    )
    return Found(error < 1e-9, text)


def recursion_in_fractions(n: int, distributions: Sequence[str] = ("values(1,2,3)",)) -> Found:
    """Run (1) in fractions, with every matrix solved exactly, and compare it with the table of floats.

    The distributions are lists of equally likely values, by stages to go; the last one is repeated.
    """
    game = Nakai(n, n, 0, n, parse_targets("values(1,2,3)"))
    drawn = [
        [int(x) for x in distribution.removeprefix("values(").removesuffix(")").split(",")]
        for distribution in distributions
    ]
    exact: dict[State, Fraction] = {}
    for layer in all_layers(n):
        for state in layer.states:
            rows, cols = game.moves(state)
            cells = [[game.play(state, row, col) for col in cols] for row in rows]
            targets = drawn[min(state[0], len(drawn)) - 1]
            games = [
                [[x * Fraction(d) + exact.get(s, Fraction(0)) for (_, d), s in line] for line in cells]
                for x in targets
            ]
            exact[state] = sum((exact_game(M)[0] for M in games), Fraction(0)) / len(targets)
    found = table(n, "; ".join(distributions))[0]
    off = max(abs(float(x) - found[state]) for state, x in exact.items())
    zero = all(x == 0 for (_, k, l, m), x in found.items() if m == 0 or k == l == 0)
    text = f"{len(exact)} states with n ≤ {n}, exactly, and the table to {off:.0e}"
    return Found(zero and off < 1e-12, text)


def mixes(player: str, move: str, formula: str) -> Found:
    """Check whether a move of the example's G_3(1,1,2) has the printed weight beyond a."""
    x, a, found = example_mixes()
    fine = holds(f"weight == {formula}", {"weight": found[player][move], "x": x, "a": a})
    return Found(fine, "for every x, as an identity of functions of x and a" if fine else "")


def first_interval() -> bool:
    """Check whether the example's first interval is pure, low against middle, and ends at a."""
    first, second = solve(Nakai(3, 1, 1, 2)).pieces((3, 1, 1, 2))
    pure = [p.top for p in first.row] == [(1.0,), (), ()] and [q.top for q in first.col] == [(1.0,), ()]
    return pure and abs(first.high - A) < 1e-14 and abs(second.low - A) < 1e-14


def intervals(n: int, k: int, l: int, m: int) -> list[str]:
    """Return the moves played in G_n(k, l, m), interval by interval: "play L/pass", "play L+play H/play M"."""
    game = Nakai(n, k, l, m)
    return [
        "/".join(
            "+".join(move for move, p in zip(moves, mix, strict=True) if p.top)
            for moves, mix in ((game.row_moves, piece.row), (game.col_moves, piece.col))
        )
        for piece in solve(game).pieces(game.start)
    ]


def _keeps_to(order: list[str], found: list[str]) -> bool:
    """Check whether the moves found come in this order, with no others."""
    return set(found) <= set(order) and found == sorted(found, key=order.index)


def intervals_of_proposition_3(both_high: bool) -> Found:
    """Check whether every G_n(n-l, l, m) has the intervals of Proposition 3, with or without (play H, play M)."""
    both = ["play H/play M"] if both_high else []
    order = ["play L/pass", "play L/play M", *both, "play L+play H/play M+pass"]
    for n, l, m in itertools.product(range(3, N + 1), range(1, N), range(1, N)):
        if l < n and m < n and not _keeps_to(order, found := intervals(n, n - l, l, m)):
            return Found(False, f"G_{n}({n - l},{l},{m}): {', '.join(found)}")
    return Found(proved("proposition 3"), f"{IN_LETTERS}; as numbers in all its games with n ≤ {N}")


ORDER = ["play L/pass", "play L/play M", "pass/play M", "play H/play M", "mixed"]


def in_order(everywhere: bool) -> Found:
    """Check section 3's remark that the pairs come in this order, and then both mix; in all games, or as corrected."""
    count, inside, failing = 0, 0, dict[str, str]()
    for n in range(2, N):
        for k, l, m in itertools.product(range(n + 1), range(n + 1), range(1, n + 1)):
            if not 0 < k + l <= n:
                continue
            count += 1
            found = ["mixed" if "+" in pair else pair for pair in intervals(n, k, l, m)]
            broken = "m = n" if m == n else "k = n" if k == n else "l = n" if l == n else ""
            inside += not broken
            right = _keeps_to(ORDER, found) and found[-1] == "mixed"
            if broken and not everywhere:
                other = [*ORDER[:-1], "play H/pass"] if broken == "k = n" else ORDER[:-1]
                right = _keeps_to(other, found)
            if not right:
                failing.setdefault(broken, f"G_{n}({k},{l},{m}): {', '.join(found)}")
    if not failing:
        return Found(True, f"in all {count} games with 2 ≤ n < {N}")
    near = "" not in failing
    listed = "; ".join(f"with {broken or 'no card to spare'} {game}" for broken, game in failing.items())
    where = f"in all {inside} games with m, k, l < n < {N}; not "
    return Found(False, where * near + listed, near=near)


Strategies = tuple[list[float], list[float]]


def strategy(of: str, **how: bool) -> Found:
    """Check whether the printed strategies are those of the solution, at the midpoint of each of its intervals."""
    states, says = STRATEGIES[of]
    for state in states:
        for piece in solve(Nakai(*state)).pieces(state):
            x = (float(piece.low) + float(piece.high)) / 2
            found = [p(x) if p.top else 0.0 for p in (*piece.row, *piece.col)]
            row, col = says(state, x, **how)
            if any(abs(a - b) > 1e-9 for a, b in zip(found, (*row, *col), strict=True)):
                n, k, l, m = state
                return Found(False, f"not so in G_{n}({k},{l},{m}) at x = {x:.3f}")
    games = f"in {len(states)} games with up to 6 stages, in each of their intervals"
    return Found(proved(of), f"{IN_LETTERS}; as numbers {games}")


@cache
def _uniform(n: int) -> Arrays:
    return Arrays(n, parse("uniform"))


def _with_lemma_4(state: State, x: float) -> Strategies:
    """Return the strategy in G_n(k, 0, n): pass below g_{n-1,k}."""
    n, k, _, _ = state
    return ([0, 0, 1] if x < _uniform(n).g[n - 1, k] else [0, 1, 0]), [1, 0]


def _with_lemma_6(state: State, x: float, printed: bool) -> Strategies:
    """Return the strategy in G_n(k, l, n), with the printed or the correct ends."""
    n, k, l, _ = state
    f = _uniform(n - 1).f_array()
    z = f[n - 1, l, k]
    alpha, beta = sum(f[n - 1, i, k] for i in range(l)), sum(f[n - 1, l, j] for j in range(k))
    middle = (alpha - beta) / 2
    s, t = (min(alpha + z, middle), middle) if printed else (min(-beta - z, middle), max(alpha + z, middle))
    return ([1, 0, 0] if x < s else [0, 0, 1] if x < t else [0, 1, 0]), [1, 0]


def _with_proposition(state: State, x: float) -> Strategies:
    """Return the strategies of Proposition 1 in G_n(k, 0, m), or those of Proposition 2 in G_n(0, l, m)."""
    n, k, l, m = state
    first, (i, j) = l == 0, (k, m) if l == 0 else (m, l)
    g = _uniform(n - 1).g3
    z, along, down = (
        g[n - 1, i, j],
        sum(g[n - 1, i, b] for b in range(1, j)),
        sum(g[n - 1, a, j] for a in range(1, i)),
    )
    alpha, beta = (along, down) if first else (down, along)
    if x >= max(alpha, beta):
        play = (beta + z) / (x + z)
        mix = [0, play, 1 - play] if first else [play, 0, 1 - play]
        return mix, [(alpha + z) / (x + z), (x - alpha) / (x + z)]
    if first:
        return ([0, 0, 1] if x < alpha else [0, 1, 0]), [1, 0]
    return [1, 0, 0], ([0, 1] if x < beta else [1, 0])


INNER = [(n, k, m) for n in range(3, 7) for k in range(1, n) for m in range(1, n)]
"""States of Propositions 1 and 2 in which both may pass."""

STRATEGIES: dict[str, tuple[list[State], Callable[..., Strategies]]] = {
    "lemma 4": ([(n, k, 0, n) for n in range(2, 7) for k in range(1, n)], _with_lemma_4),
    "lemma 6": (
        [(n, k, l, n) for n in range(3, 7) for k in range(1, n) for l in range(1, n - k)],
        _with_lemma_6,
    ),
    "proposition 1": ([(n, k, 0, m) for n, k, m in INNER], _with_proposition),
    "proposition 2": ([(n, 0, k, m) for n, k, m in INNER], _with_proposition),
}


STAGES = 12


def deterministic(check: Callable[[State, list[list[Fraction]], list[str]], bool]) -> Found:
    """Check a property at every state up to twelve stages, on the matrix (14) with the values m(k - l)/n after it."""
    game = Nakai(STAGES, 6, 6, STAGES, parse_targets("point(1)"))
    for layer in all_layers(STAGES):
        for state in layer.states:
            rows, cols = game.moves(state)
            cells = [[game.play(state, row, col) for col in cols] for row in rows]
            M = [[Fraction(d) + formula(after) for (_, d), after in line] for line in cells]
            if not check(state, M, list(rows)):
                n, k, l, m = state
                return Found(False, f"fails in G_{n}({k},{l},{m})")
    return Found(True, f"in fractions, at all states with n ≤ {STAGES}")


def formula(state: State) -> Fraction:
    """Return m (k - l) / n, the value if every target is worth 1."""
    n, k, l, m = state
    return Fraction(m * (k - l), n) if n else Fraction(0)


def for_every_n(found: Found, identity: bool) -> Found:
    """Combine the results at all states up to twelve stages with identities that prove them for every n."""
    text = f"for every n > 1, as identities in n, k, l and m; {found.text}"
    return Found(identity, text) if found.holds else found


def value_is_the_formula() -> Found:
    """Check whether (14) has the value m (k - l) / n: both players have mixes that guarantee it."""
    return for_every_n(
        deterministic(lambda state, M, rows: exact_game(M)[0] == formula(state)),
        _equalize(printed=False) and _column_equalizes(),
    )


def third_row_is_the_mean() -> Found:
    """Check whether passing is the mean of playing low and high, if all three are possible."""
    M, _ = equal_targets()
    return for_every_n(
        deterministic(
            lambda state, M, rows: (
                len(rows) < 3 or all(M[0][j] + M[1][j] == 2 * M[2][j] for j in range(len(M[0])))
            )
        ),
        all(M[LOW, col] + M[HIGH, col] == 2 * M[PASS, col] for col in (MIDDLE, PASS)),
    )


def passing_pays(against: str, more: bool) -> Found:
    """Check whether I's payoff when II passes is at least the payoff when II plays, or at most, if I makes this move.

    In letters the difference times n - 1 is n + k - l, or n - k + l, neither of which is negative.
    """
    sign = 1 if more else -1
    M, known = equal_targets()
    n, k, l = (known[name] for name in "nkl")
    return for_every_n(
        deterministic(
            lambda state, M, rows: (
                against not in rows or len(M[0]) < 2 or (d := M[rows.index(against)])[1] * sign >= d[0] * sign
            )
        ),
        (M[against, PASS] - M[against, MIDDLE]) * sign * (n - 1) == n + sign * (k - l),
    )


def row_guarantees(printed: bool) -> Found:
    """Check whether t x1 + (1 - t) x2 guarantees the value for t = 0, 1/3, 2/3, 1 if the rules allow it."""
    found = [guarantees(printed, Fraction(i, 3)) for i in range(4)]
    failing = next((one for one in found if not one.holds), None)
    return failing or for_every_n(found[0], _equalize(printed))


def _equalize(printed: bool) -> bool:
    """Check that t x1 + (1 - t) x2 has the value as its EV against both columns of (14), for every t, k, l."""
    M, known = equal_targets()
    n, k, l, t = (known[name] for name in "nklt")
    more, less = (n + k - l) / (2 * n), (n + l - k) / (2 * n)
    low, high = (more, less) if printed else (less, more)
    second = (
        {LOW: 0 * n, HIGH: (k - l) / n, PASS: (n - k + l) / n},
        {LOW: (l - k) / n, HIGH: 0 * n, PASS: (n + k - l) / n},
    )
    first = {LOW: low, HIGH: high, PASS: 0 * n}
    return all(
        sum(((t * first[row] + (1 - t) * x[row]) * M[row, col] for row in x), -known["v"]) == 0 * n
        for x in second
        for col in (MIDDLE, PASS)
    )


def _column_equalizes() -> bool:
    """Check whether playing M with probability m / n has the value as II's EV against every row of (14)."""
    M, known = equal_targets()
    n, m = known["n"], known["m"]
    return all(m / n * M[row, MIDDLE] + (n - m) / n * M[row, PASS] == known["v"] for row in (LOW, HIGH, PASS))


def column_guarantees() -> Found:
    """Check whether playing M with probability m / n holds row to the value."""

    def check(state: State, M: list[list[Fraction]], rows: list[str]) -> bool:
        n, _, _, m = state
        y = (Fraction(m, n), Fraction(n - m, n))[: len(M[0])]
        return max(sum(q * a for q, a in zip(y, line, strict=True)) for line in M) == formula(state)

    return for_every_n(deterministic(check), _column_equalizes())


def guarantees(printed: bool, t: Fraction) -> Found:
    """Check whether t x1 + (1 - t) x2 guarantees the value if the rules allow it."""

    def check(state: State, M: list[list[Fraction]], rows: list[str]) -> bool:
        n, k, l, _ = state
        more, less = Fraction(n + k - l, 2 * n), Fraction(n + l - k, 2 * n)
        low, high = (more, less) if printed else (less, more)
        x = {
            "play L": t * low + (1 - t) * Fraction(max(0, l - k), n),
            "play H": t * high + (1 - t) * Fraction(max(0, k - l), n),
            "pass": (1 - t) * Fraction(n - abs(k - l), n),
        }
        if any(p and move not in rows for move, p in x.items()):
            return True
        pays = [sum(x[row] * line[j] for row, line in zip(rows, M, strict=True)) for j in range(len(M[0]))]
        return min(pays) == formula(state)

    return deterministic(check)
