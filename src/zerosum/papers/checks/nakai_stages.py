"""One stage of Nakai's game in letters: strategies and integrands, proved for all distributions and numbers of stages.

The matrix of a stage holds the target x and values of later states, all of them letters. For each lemma or
proposition about strategies, the letters are chosen so that its conditions, and those of Lemmas 1 and 2 on the
values, become "every letter is at least 0". Mixes are optimal there if the difference between their guarantee and
the value, as a function of the letters, has no term with a minus sign. The amount that the stage adds to a later
value is then the integrand of A_F, B_F or C_F.
"""

# ruff: noqa: E741 - the letters are Nakai's

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from zerosum.games.nakai import HIGH, LOW, MIDDLE, PASS, Nakai
from zerosum.numerics.quotients import Quotient, letters

Spent = tuple[int, int, int]
"""The numbers of high, low and middle cards used in the stage."""
Function = Quotient | Fraction | int
Mix = Mapping[str, Function]
Values = Mapping[Spent, Function]


@dataclass(frozen=True)
class Region:
    """A set of targets for which one pair of mixes is optimal; every letter is at least 0."""

    state: tuple[int, int, int, int]
    """A state with the same moves as all states of the region."""
    x: Quotient
    later: Values
    """The values of later states."""
    row: Mix
    col: Mix
    base: Spent
    adds: Function
    """The amount that the stage adds to the value of the base."""

    def holds(self) -> bool:
        """Check whether the mixes are optimal and the stage adds the claimed amount."""
        value = self.later[self.base] + self.adds
        return solves(stage_matrix(self.state, self.x, self.later), self.row, self.col, value)


Matrix = dict[tuple[str, str], Function]


def stage_matrix(state: tuple[int, int, int, int], x: Quotient | int, later: Values) -> Matrix:
    """Return the matrix of a stage, computed from the rules."""
    game, (_, k, l, m) = Nakai(*state), state
    rows, cols = game.moves(state)
    found: Matrix = {}
    for row in rows:
        for col in cols:
            (fixed, slope), (_, *left) = game.play(state, row, col)
            assert fixed == 0
            found[row, col] = later[k - left[0], l - left[1], m - left[2]] + int(slope) * x
    return found


def solves(matrix: Matrix, row: Mix, col: Mix, value: Function) -> bool:
    """Check whether two mixes guarantee the value, for all nonnegative letters."""
    rows, cols = ({pair[side]: None for pair in matrix} for side in (0, 1))
    paid = [sum(p * matrix[i, j] for i, p in row.items()) - value for j in cols]
    paid += [value - sum(q * matrix[i, j] for j, q in col.items()) for i in rows]
    sure = [1 - sum(mix.values()) for mix in (row, col)]
    return not any(sure) and all(_is_nonnegative(f) for f in (*paid, *row.values(), *col.values()))


def _is_nonnegative(f: Function) -> bool:
    return f.has_no_minus if isinstance(f, Quotient) else f >= 0


def _lemma_4() -> Iterator[Region]:
    """Yield the regions of G_n(k,0,n), with g as the difference of the next values, and of G_n(0,l,n), with h."""
    x, more = letters("x", "more")
    below, above = (x, x + more), (x + more, x)
    for (target, g), move in ((below, PASS), (above, HIGH)):
        adds = more if move == HIGH else 0
        yield Region(
            (3, 1, 0, 3), target, {(0, 0, 1): g, (1, 0, 1): 0}, {move: 1}, {MIDDLE: 1}, (0, 0, 1), adds
        )
    for (target, h), move in ((below, LOW), (above, PASS)):
        adds = more if move == LOW else 0
        yield Region(
            (3, 0, 1, 3), target, {(0, 0, 1): -h, (0, 1, 1): 0}, {move: 1}, {MIDDLE: 1}, (0, 0, 1), adds
        )


def _lemma_5() -> Iterator[Region]:
    """Yield the regions of G_n(n-l,l,n): play H above -p; the integrand is -x + 2 max(x, -p)."""
    x, more = letters("x", "more")
    for target, p, move in ((x, -(x + more), LOW), (x + more, -x, HIGH)):
        adds = -target + 2 * (target if move == HIGH else -p)
        yield Region(
            (3, 2, 1, 3), target, {(1, 0, 1): 2 * p, (0, 1, 1): 0}, {move: 1}, {MIDDLE: 1}, (1, 0, 1), adds
        )


def _lemma_6() -> Iterator[Region]:
    """Yield the regions of G_n(k,l,n): L below -(β+z) and (α-β)/2, H above α+z and (α-β)/2, and a pass between them."""
    x, b, s, t = letters("x", "b", "s", "t")
    beta = -b
    cases = [
        (2 * (x + t) + beta, -beta - x - s, LOW),
        (2 * (x - t) + beta, 2 * t - beta - x - s, HIGH),
        (2 * x + t + beta - s, s - beta - x, PASS),
    ]
    for alpha, z, move in cases:
        later: Values = {(0, 1, 1): alpha, (1, 0, 1): beta, (0, 0, 1): alpha + beta + z}
        adds: Mix = {LOW: -(beta + z) - x, HIGH: x - (alpha + z), PASS: 0}
        yield Region((4, 1, 1, 4), x, later, {move: 1}, {MIDDLE: 1}, (0, 0, 1), adds[move])


def _proposition_1() -> Iterator[Region]:
    """Yield the regions of G_n(k,0,m): α + z and β + z are at least 0, since the value rises with k and with m."""
    for x, alpha, beta, z, case in _three_cases():
        later: Values = {(0, 0, 0): alpha + beta + z, (1, 0, 0): beta, (0, 0, 1): alpha, (1, 0, 1): 0}
        row: Mix
        col: Mix
        if case == "low":
            row, col, adds = {PASS: 1}, {MIDDLE: 1}, -(beta + z)
        elif case == "middle":
            row, col, adds = {HIGH: 1}, {MIDDLE: 1}, x - (alpha + beta + z)
        else:
            row = {HIGH: (beta + z) / (x + z), PASS: (x - beta) / (x + z)}
            col = {MIDDLE: (alpha + z) / (x + z), PASS: (x - alpha) / (x + z)}
            adds = -(alpha + z) * (beta + z) / (x + z)
        yield Region((4, 1, 0, 1), x, later, row, col, (0, 0, 0), adds)


def _proposition_2() -> Iterator[Region]:
    """Yield the regions of G_n(0,l,m): like those of Proposition 1, with the players exchanged."""
    for x, alpha, beta, z, case in _three_cases(turned=True):
        later: Values = {(0, 0, 0): -(alpha + beta + z), (0, 1, 0): -beta, (0, 0, 1): -alpha, (0, 1, 1): 0}
        row: Mix
        col: Mix
        if case == "low":
            row, col, adds = {LOW: 1}, {PASS: 1}, alpha + z
        elif case == "middle":
            row, col, adds = {LOW: 1}, {MIDDLE: 1}, alpha + beta + z - x
        else:
            row = {LOW: (beta + z) / (x + z), PASS: (x - beta) / (x + z)}
            col = {MIDDLE: (alpha + z) / (x + z), PASS: (x - alpha) / (x + z)}
            adds = (alpha + z) * (beta + z) / (x + z)
        yield Region((4, 0, 1, 1), x, later, row, col, (0, 0, 0), adds)


def _three_cases(*, turned: bool = False) -> Iterator[tuple[Quotient, Quotient, Quotient, Quotient, str]]:
    """Yield x, α, β and z below the first threshold, between both, and above both; α is the first, or β if
    `turned`.

    The letter p is the smaller of α + z and β + z, or the one that matters.
    """
    x, s, t, p = letters("x", "s", "t", "p")
    cases = [
        (x, x + s, t, p - t, "low"),
        (x + s, x, x + s + t, p - x, "middle"),
        (x + s + t, x, x + s, p - x, "high"),
        (x + s + t, x + s, x, p - x, "high"),
    ]
    for target, first, second, z, case in cases:
        yield (target, second, first, z, case) if turned else (target, first, second, z, case)


def _proposition_3() -> Iterator[Region]:
    """Yield the regions of G_n(n-l,l,m), corrected: p = α - z >= 0, as the value falls with l and rises with k."""
    x, s, t, p = letters("x", "s", "t", "p")
    middle = (s + t) / 2  # from α/2 on, where α = t
    pure = [
        (x, t, -(x + s), LOW, PASS),
        (x, 2 * x + s, t - x, LOW, MIDDLE),
        (middle, t, middle - (t - p) + x, HIGH, MIDDLE),
    ]
    for target, alpha, beta, mine, theirs in pure:
        z = alpha - p
        adds = {LOW + PASS: p, LOW + MIDDLE: p - beta - target, HIGH + MIDDLE: target - beta - z}[
            mine + theirs
        ]
        yield _stage_3(target, alpha, beta, z, {mine: 1}, {theirs: 1}, adds)
    # 2x - α, α - z and x - β - z, which is at most the sum of the two
    for over, gap, low in ((x + s, p, s), (s, p + x, s + x)):
        target, z = (over + t) / 2, t - gap
        beta, total = target - z - low, 2 * target - z
        row = {LOW: (target - beta - z) / total, HIGH: (target + beta) / total}
        col = {MIDDLE: (t - z) / total, PASS: (2 * target - t) / total}
        yield _stage_3(target, t, beta, z, row, col, (t - z) * (target - beta - z) / total)


def _stage_3(
    x: Quotient, alpha: Quotient, beta: Quotient, z: Quotient, row: Mix, col: Mix, adds: Quotient
) -> Region:
    later: Values = {(0, 1, 0): beta, (1, 0, 1): -alpha, (1, 0, 0): beta - alpha + z, (0, 1, 1): 0}
    return Region((4, 3, 1, 2), x, later, row, col, (1, 0, 0), adds)


PROOFS: dict[str, Callable[[], Iterator[Region]]] = {
    "lemma 4": _lemma_4,
    "lemma 5": _lemma_5,
    "lemma 6": _lemma_6,
    "proposition 1": _proposition_1,
    "proposition 2": _proposition_2,
    "proposition 3": _proposition_3,
}


def proved(of: str) -> bool:
    """Check whether the statement of a lemma or a proposition about a stage is proved for all letters."""
    return of in PROOFS and all(region.holds() for region in PROOFS[of]())


def example_mixes() -> tuple[Quotient, Quotient, dict[str, Mapping[str, Quotient]]]:
    """Return x, a and the proved optimal mixes in the example's G_3(1,1,2) above a, with the paper's matrix."""
    a, beyond = letters("a", "beyond")
    x, bottom = a + beyond, 8 * beyond + 5
    later: Values = {
        (0, 1, 1): a,
        (0, 1, 0): Fraction(5, 8),
        (1, 0, 1): -a,
        (1, 0, 0): Fraction(-3, 8),
        (0, 0, 1): 0,
        (0, 0, 0): Fraction(1, 4),
    }
    row = {HIGH: 2 / bottom, PASS: (8 * beyond + 3) / bottom}
    col = {MIDDLE: 5 / bottom, PASS: 8 * beyond / bottom}
    assert solves(stage_matrix((3, 1, 1, 2), x, later), row, col, 2 * beyond / bottom)
    return x, a, {"row": row, "col": col}


def equal_targets() -> tuple[Matrix, dict[str, Quotient]]:
    """Return (14), for targets that are all worth 1, with the values m(k-l)/n after n - 1 further stages, and
    its letters.

    All moves are possible. The letters are n > 1, k, l, m, the weight t of Proposition 5, and the value v.
    """
    n, k, l, m, t = letters("n", "k", "l", "m", "t")
    gone = [(high, low, middle) for high, low in ((0, 0), (1, 0), (0, 1)) for middle in (0, 1)]
    later = {spent: (m - spent[2]) * (k - spent[0] - l + spent[1]) / (n - 1) for spent in gone}
    known = {"n": n, "k": k, "l": l, "m": m, "t": t, "v": m * (k - l) / n}
    return stage_matrix((4, 1, 1, 2), 1, later), known
