"""What Nakai 1980 says: lemmas, propositions, formulas and the deterministic case, each recomputed.

Recursions are run as printed and compared with the general recursion (1) over whole tables, for four laws of the
target; where the print fails, the right recursion is run in the same way. The example of section 3 is in
`nakai_example`.
"""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from zerosum.distributions import parse
from zerosum.games.nakai import Nakai, all_layers
from zerosum.matrix.exact import exact_game
from zerosum.papers.claims import Claim, Picture, number, statement
from zerosum.papers.nakai_example import EXAMPLE, PICTURES_OF_EXAMPLE
from zerosum.papers.nakai_formulas import Arrays, Functions
from zerosum.papers.nakai_table import table
from zerosum.solvers.targets import solve

__all__ = ["CLAIMS", "PICTURES"]

LAWS = ("uniform", "exponential(2)", "values(1,2,3)", "gamma(2)")
N = 7

Pairs = Iterable[tuple[float, float]]


def _agree(pairs: Callable[[str], Pairs]) -> bool:
    """Whether two ways to compute the same agree under every law; what is no number does not agree."""
    return all(abs(a - b) < 1e-12 for law in LAWS for a, b in pairs(law))


def _gap(pairs: Callable[[str], Pairs]) -> str:
    """The largest difference under the uniform law, in words."""
    differences = [abs(a - b) for a, b in pairs("uniform")]
    undefined = any(math.isnan(d) for d in differences)
    found = [d for d in differences if not math.isnan(d)]
    largest = max(found, default=0.0)
    return f"off by {largest:.3g} (uniform, n ≤ {N})" + (" and undefined in places" if undefined else "")


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


def _lemma_4(which: str) -> Callable[[str], Pairs]:
    def pairs(law: str) -> Pairs:
        v, arrays = table(N, law)[0], Arrays(N, parse(law))
        array = arrays.g if which == "g" else arrays.h
        for n, k in array:
            yield sum(array[n, i] for i in range(1, k + 1)), v[n, k, 0, n] if which == "g" else -v[n, 0, k, n]

    return pairs


def _mirrored(printed: bool) -> Callable[[str], Pairs]:
    """The second equality of (6) and (7): printed, a game without middle cards, which is worth nothing."""

    def pairs(law: str) -> Pairs:
        v, _ = table(N, law)
        for n, k in itertools.product(range(1, N + 1), range(1, N + 1)):
            if k <= n:
                yield v[n, k, 0, n], 0.0 if printed else -v[n, 0, n, k]
                yield -v[n, 0, k, n], 0.0 if printed else v[n, n, 0, k]

    return pairs


def _lemma_5(printed: bool) -> Callable[[str], Pairs]:
    def pairs(law: str) -> Pairs:
        v, p = table(N, law)[0], Arrays(N, parse(law)).p_array(printed=printed)
        for n, l in p:
            yield 2 * sum(p[n, j] for j in range(l + 1)), v[n, n - l, l, n]

    return pairs


def _lemma_6(printed: bool) -> Callable[[str], Pairs]:
    def pairs(law: str) -> Pairs:
        v, f = table(N, law)[0], Arrays(N, parse(law)).f_array(printed=printed)
        for n, l, k in f:
            yield sum(f[n, i, j] for i in range(l + 1) for j in range(k + 1)), v[n, k, l, n]

    return pairs


def _proposition_1(law: str) -> Pairs:
    v, arrays = table(N, law)[0], Arrays(N, parse(law))
    for n, k, m in arrays.g3:
        yield arrays.v_high(n, k, m), v[n, k, 0, m]


def _proposition_2(law: str) -> Pairs:
    v, arrays = table(N, law)[0], Arrays(N, parse(law))
    for n, l, m in arrays.g3:
        yield -arrays.v_high(n, m, l), v[n, 0, l, m]


def _proposition_3(printed: bool) -> Callable[[str], Pairs]:
    def pairs(law: str) -> Pairs:
        v, h = table(N, law)[0], Arrays(N, parse(law)).h_array(printed=printed)
        for n, l, m in h:
            yield sum(h[n, i, j] for i in range(l + 1) for j in range(1, m + 1)), v[n, n - l, l, m]

    return pairs


def _last_corner(printed: bool) -> Callable[[str], Pairs]:
    """g_{n,n,n} is what makes the sum v_n(n, 0, n)."""

    def pairs(law: str) -> Pairs:
        v, mu = table(N, law)[0], parse(law).mean
        return [(mu if printed else n * mu, v[n, n, 0, n]) for n in range(1, N + 1)]

    return pairs


def _threshold(printed: bool) -> Callable[[str], Pairs]:
    """Where the row player of G_n(n-l, l, n) turns from low to high, against the printed and the right place."""

    def pairs(law: str) -> Pairs:
        F, arrays = parse(law), Arrays(N, parse(law))
        for n in range(2, N + 1):
            for l in range(1, n):
                game = Nakai(n, n - l, l, n, law)
                low = [piece for piece in solve(game).pieces(game.start) if piece.row[0].top]
                turn = max((float(piece.high) for piece in low), default=F.low)
                said = min(-arrays.h[n - 1, l], 0.0) if printed else max(-arrays.p[n - 1, l], 0.0)
                yield min(max(said, F.low), F.high), min(max(turn, F.low), F.high)

    return pairs


def _concave(sign: int) -> bool:
    """Whether sign * A_F is convex in z, by second differences."""
    for law in LAWS:
        A = Functions(parse(law)).A
        for alpha, beta, z in itertools.product((0.1, 0.4), (0.2, 0.5), (0.1, 0.3, 1.0)):
            second = A(z + 0.05, alpha, beta) - 2 * A(z, alpha, beta) + A(z - 0.05, alpha, beta)
            if sign * second < -1e-12:
                return False
    return True


def _intervals(n: int, l: int, m: int) -> list[tuple[str, str]]:
    """The moves that are played with certainty, interval by interval, in G_n(n-l, l, m)."""
    game = Nakai(n, n - l, l, m)
    return [
        (
            "+".join(move for move, p in zip(game.row_moves, piece.row, strict=True) if p.top),
            "+".join(move for move, q in zip(game.col_moves, piece.col, strict=True) if q.top),
        )
        for piece in solve(game).pieces(game.start)
    ]


def _missing(with_both_high: bool) -> bool:
    """Whether every G_n(n-l, l, m) has the intervals of Proposition 3, with or without (play H, play M)."""
    order = [
        "play L/pass",
        "play L/play M",
        *(["play H/play M"] if with_both_high else []),
        "play L+play H/play M+pass",
    ]
    for n, l, m in itertools.product(range(3, N + 1), range(1, N), range(1, N)):
        if l < n and m < n:
            found = ["/".join(pair) for pair in _intervals(n, l, m)]
            if any(name not in order for name in found) or found != sorted(found, key=order.index):
                return False
    return True


ORDER = ["play L/pass", "play L/play M", "pass/play M", "play H/play M", "mixed"]


def _in_order(exception: bool) -> bool:
    """Section 3's remark on the order of the intervals, with or without its one exception."""
    n = 6
    for k, l, m in itertools.product(range(n + 1), range(n + 1), range(1, n)):
        if not 0 < k + l <= n or (exception and (k, l) == (n, 0)):
            continue
        game = Nakai(n, k, l, m)
        pairs = [
            "/".join(
                "+".join(mv for mv, p in zip(moves, side, strict=True) if p.top) for moves, side in sides
            )
            for piece in solve(game).pieces(game.start)
            for sides in [((game.row_moves, piece.row), (game.col_moves, piece.col))]
        ]
        places = [
            ORDER.index("mixed" if "+" in pair else pair) if "+" in pair or pair in ORDER else -1
            for pair in pairs
        ]
        if -1 in places or places != sorted(places):
            return False
    return True


def _deterministic(
    check: Callable[[tuple[int, int, int, int], list[list[Fraction]], list[str]], bool],
) -> bool:
    """A check at every state up to twelve stages, on the matrix (14) with the values m(k - l)/n after it."""
    game = Nakai(12, 6, 6, 12, "point(1)")
    for layer in all_layers(12):
        for state in layer.states:
            rows, cols = game.moves(state)
            cells = [[game.play(state, row, col) for col in cols] for row in rows]
            M = [[Fraction(d) + _formula(after) for (_, d), after in line] for line in cells]
            if not check(state, M, list(rows)):
                return False
    return True


def _formula(state: tuple[int, int, int, int]) -> Fraction:
    n, k, l, m = state
    return Fraction(m * (k - l), n) if n else Fraction(0)


def _guarantees(printed: bool, t: Fraction) -> bool:
    """Whether t x1 + (1 - t) x2 guarantees the value wherever the rules allow it."""

    def check(state: tuple[int, int, int, int], M: list[list[Fraction]], rows: list[str]) -> bool:
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
        return min(pays) == _formula(state)

    return _deterministic(check)


def _column_guarantees(state: tuple[int, int, int, int], M: list[list[Fraction]], rows: list[str]) -> bool:
    n, _, _, m = state
    y = (Fraction(m, n), Fraction(n - m, n))[: len(M[0])]
    return max(sum(q * a for q, a in zip(y, line, strict=True)) for line in M) == _formula(state)


CLAIMS: tuple[Claim, ...] = (
    number(
        "section 2",
        "v_1(1,0,1) = μ, here for targets of mean 2",
        "2",
        lambda: table(1, "exponential(2)")[0][1, 1, 0, 1],
        tolerance=1e-12,
    ),
    number(
        "section 2",
        "v_1(0,1,1) = -μ, here for targets of mean 2",
        "-2",
        lambda: table(1, "exponential(2)")[0][1, 0, 1, 1],
        tolerance=1e-12,
    ),
    statement(
        "Lemma 1",
        "v_n(k,l+1,m) ≤ v_n(k,l,m) ≤ v_n(k+1,l,m)",
        lambda: all(map(_inequalities, LAWS)),
        computed="at all states with n ≤ 12, four laws",
    ),
    statement(
        "Lemma 2",
        "v_n(k,0,m) rises and v_n(0,l,m) falls with m",
        lambda: all(map(_monotone, LAWS)),
        computed="at all states with n ≤ 12, four laws",
    ),
    statement(
        "Lemma 3",
        "v_n(k,0,m) ≥ 0 ≥ v_n(0,l,m)",
        lambda: all(map(_signs, LAWS)),
        computed="at all states with n ≤ 12, four laws",
    ),
    statement("(4), (6)", "v_n(k,0,n) = g_{n,1} + ... + g_{n,k}", lambda: _agree(_lemma_4("g"))),
    statement("(5), (7)", "-v_n(0,l,n) = h_{n,1} + ... + h_{n,l}", lambda: _agree(_lemma_4("h"))),
    statement(
        "Lemma 4",
        "v_n(k,0,n) = -v_n(n,k,0) and -v_n(0,l,n) = v_n(l,n,0)",
        lambda: _agree(_mirrored(True)),
        corrected=("v_n(k,0,n) = -v_n(0,n,k) and -v_n(0,l,n) = v_n(n,0,l)", lambda: _agree(_mirrored(False))),
        why="a game with no middle card is worth nothing; the arguments are exchanged",
        expected_to_hold=False,
    ),
    statement(
        "(8)",
        "p_{n,i} = -μ + S_F(-p_{n-1,i}) + μ/2 - Σ_{j=0}^{i-1} (p_{n,j} - p_{n-1,j}), p_{n,n} = -nμ/2 - Σ_{j=1}^{n-1} p_{n,j}",
        lambda: _agree(_lemma_5(True)),
        computed=lambda: _gap(_lemma_5(True)),
        corrected=(
            "p_{n,i} = T_F(-p_{n-1,i}) - μ/2 - Σ_{j=0}^{i-1} (p_{n,j} - p_{n-1,j}) for 1 ≤ i < n, and the last sum from j = 0",
            lambda: _agree(_lemma_5(False)),
        ),
        why="the proof's -μ + v + 2 S_F(-p) leaves S_F(-p) + p = T_F(-p)",
        expected_to_hold=False,
    ),
    statement(
        "Lemma 5",
        "v_n(n-l,l,n) = 2 (p_{n,0} + ... + p_{n,l}), with (8) mended",
        lambda: _agree(_lemma_5(False)),
    ),
    statement(
        "Lemma 5, strategy",
        "play H if x > min(-h_{n-1,l}, 0), else L",
        lambda: all(abs(a - b) < 1e-9 for a, b in _threshold(True)("uniform")),
        corrected=(
            "play H if x > max(-p_{n-1,l}, 0), else L",
            lambda: all(abs(a - b) < 1e-9 for a, b in _threshold(False)("uniform")),
        ),
        why="h for p, and ∧ for ∨: the printed threshold is never above zero",
        expected_to_hold=False,
    ),
    statement(
        "Lemma 6",
        "C_F and f_{n,l,k} as printed give v_n(k,l,n)",
        lambda: _agree(_lemma_6(True)),
        computed=lambda: _gap(_lemma_6(True)),
        corrected=(
            "C_F = -(β+z) F(s) - ∫_0^s x dF + ∫_t^∞ x dF - (α+z)(1 - F(t)), s = -(β+z) ∧ (α-β)/2, t = (α+z) ∨ (α-β)/2; "
            "f_{n,0,k} = g_{n,k}, f_{n,l,0} = -h_{n,l}; the double sum is subtracted and starts from 0",
            lambda: _agree(_lemma_6(False)),
        ),
        why="g and h are exchanged, a sign is lost, and L is played below -(β+z), H above α+z",
        expected_to_hold=False,
    ),
    statement("Proposition 1", "v_n(k,0,m) = ΣΣ g_{n,i,j} by A_F", lambda: _agree(_proposition_1)),
    statement(
        "before Proposition 1",
        "A_F is convex in z",
        lambda: _concave(1),
        corrected=("A_F is concave in z", lambda: _concave(-1)),
        why="(α+z)(β+z)/(x+z) = y - (2x-α-β) + (x-α)(x-β)/y with y = x + z is convex, and it is subtracted",
        expected_to_hold=False,
    ),
    statement(
        "before Proposition 1",
        "g_{n,n,n} = μ - Σ of the others",
        lambda: _agree(_last_corner(True)),
        corrected=("g_{n,n,n} = nμ - Σ of the others", lambda: _agree(_last_corner(False))),
        why="v_n(n,0,n) = nμ",
        expected_to_hold=False,
    ),
    statement("Proposition 2", "v_n(0,l,m) = -ΣΣ g_{n,j,i}", lambda: _agree(_proposition_2)),
    statement(
        "Proposition 3",
        "B_F and h_{n,l,m} as printed give v_n(n-l,l,m)",
        lambda: _agree(_proposition_3(True)),
        computed=lambda: _gap(_proposition_3(True)),
        corrected=(
            "with t = α/2 ∨ -β and u = t ∨ (β+z): B_F = (α-z) F(-β) + ∫_{-β}^t (α-β-z-x) dF + ∫_t^u (x-β-z) dF "
            "+ (α-z) ∫_u^∞ (x-β-z)/(2x-z) dF, at (h_{n-1,l,m}, -Σ_j h_{n-1,l,j}, Σ_i h_{n-1,i,m})",
            lambda: _agree(_proposition_3(False)),
        ),
        why="the sums for α and β are exchanged, z has the wrong sign, and an interval is missing",
        expected_to_hold=False,
    ),
    statement(
        "Proposition 3, strategy",
        "the intervals are (play L, pass), (play L, play M), and then both mix",
        lambda: _missing(False),
        computed=lambda: f"G_3(2,1,2): {', '.join('/'.join(pair) for pair in _intervals(3, 1, 2))}",
        corrected=(
            "for max(α/2, -β) ≤ x < β+z both play, (play H, play M); beyond, I mixes ((x-β-z)/(2x-z), (x+β)/(2x-z), 0) "
            "and II ((α-z)/(2x-z), (2x-α)/(2x-z))",
            lambda: _missing(True),
        ),
        why="below β + z the printed weight of L would be negative",
        expected_to_hold=False,
    ),
    statement(
        "after Proposition 4",
        "the pairs change from (L, pass), (L, M), (pass, M) to (H, M), and then both mix",
        lambda: _in_order(False),
        corrected=(
            "so it is but for k = n, l = 0, where (H, M) is followed by (H, pass)",
            lambda: _in_order(True),
        ),
        why="with n high cards the row player cannot mix, and the column player passes when the target is high",
        expected_to_hold=False,
    ),
    *EXAMPLE,
    statement(
        "Proposition 5",
        "for targets of value 1, v_n(k,l,m) = m(k-l)/n",
        lambda: _deterministic(lambda state, M, rows: exact_game(M)[0] == _formula(state)),
        computed="in fractions, at all states with n ≤ 12",
    ),
    statement(
        "Proposition 5, I",
        "t x1 + (1-t) x2 is optimal with x1 = ((n+k-l)/2n, (n+l-k)/2n, 0)",
        lambda: all(_guarantees(True, Fraction(i, 3)) for i in range(4)),
        corrected=(
            "x1 = ((n+l-k)/2n, (n+k-l)/2n, 0), wherever the player has the cards",
            lambda: all(_guarantees(False, Fraction(i, 3)) for i in range(4)),
        ),
        why="the weights of L and H are exchanged: H must exceed L by (k-l)/n",
        expected_to_hold=False,
    ),
    statement(
        "Proposition 5, II", "y* = (m/n, (n-m)/n) is optimal", lambda: _deterministic(_column_guarantees)
    ),
)

PICTURES: tuple[Picture, ...] = PICTURES_OF_EXAMPLE
