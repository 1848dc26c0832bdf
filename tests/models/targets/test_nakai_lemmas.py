"""Lemmas 1 to 6 and Propositions 1 to 3 and 5, over whole tables, against the general recursion."""

# ruff: noqa: E741 - the letters are Nakai's

import itertools
import math
from fractions import Fraction as Fr

import pytest

from zerosum.games.nakai import Nakai, all_layers
from zerosum.matrix.exact import exact_game
from zerosum.models.targets.solve import solve
from zerosum.numerics.distributions import parse
from zerosum.papers.checks.nakai_formulas import Arrays, NakaiFunctions, table

N = 8
DISTRIBUTIONS = pytest.mark.parametrize(
    "distribution", ["uniform", "exponential(2)", "values(1,2,3)", "gamma(2)", "point(1)"]
)


def worst(pairs):
    """The largest difference; a number that is none counts as infinite."""
    differences = [abs(a - b) for a, b in pairs]
    return math.inf if any(math.isnan(d) for d in differences) else max(differences)


@DISTRIBUTIONS
def test_lemmas_1_to_3(distribution):
    v, error = table(12, distribution)
    slack = 2 * error
    for (n, k, l, m), value in v.items():
        if k + l < n:
            assert v[n, k, l + 1, m] <= value + slack
            assert value <= v[n, k + 1, l, m] + slack
        if l == 0:
            assert value >= -slack
            assert m == 0 or value >= v[n, k, 0, m - 1] - slack
        if k == 0:
            assert value <= slack
            assert m == 0 or value <= v[n, 0, l, m - 1] + slack


@DISTRIBUTIONS
def test_lemma_4(distribution):
    v, a = table(N, distribution)[0], Arrays(N, parse(distribution))
    for array, state in ((a.g, lambda n, k: (n, k, 0, n)), (a.h, lambda n, k: (n, n, 0, k))):
        sums = {(n, k): sum(array[n, i] for i in range(1, k + 1)) for n, k in array}
        assert worst((sums[n, k], v[state(n, k)]) for n, k in sums) < 1e-13
    assert all(array > 0 for array in (*a.g.values(), *a.h.values()))


@DISTRIBUTIONS
def test_lemma_5(distribution):
    v, a = table(N, distribution)[0], Arrays(N, parse(distribution))
    for printed in (False, True):
        p = a.p_array(printed=printed)
        gap = worst((2 * sum(p[n, j] for j in range(l + 1)), v[n, n - l, l, n]) for n, l in p)
        assert gap > 1 if printed else gap < 1e-13


@DISTRIBUTIONS
def test_lemma_6(distribution):
    v, a = table(N, distribution)[0], Arrays(N, parse(distribution))
    for printed in (False, True):
        f = a.f_array(printed=printed)
        sums = {
            (n, k, l, n): sum(f[n, i, j] for i in range(l + 1) for j in range(k + 1))
            for n, l, k in f
            if k + l <= n
        }
        gap = worst((value, v[state]) for state, value in sums.items())
        assert gap > 1 if printed else gap < 1e-13


@DISTRIBUTIONS
def test_propositions_1_and_2(distribution):
    v, a = table(N, distribution)[0], Arrays(N, parse(distribution))
    cells = [(n, k, m) for n, k, m in a.g3]
    assert worst((a.v_high(n, k, m), v[n, k, 0, m]) for n, k, m in cells) < 1e-13
    assert worst((-a.v_high(n, m, l), v[n, 0, l, m]) for n, l, m in cells) < 1e-13


@DISTRIBUTIONS
def test_proposition_3(distribution):
    v, a = table(N, distribution)[0], Arrays(N, parse(distribution))
    for printed in (False, True):
        h = a.h_array(printed=printed)
        sums = {
            (n, n - l, l, m): sum(h[n, i, j] for i in range(l + 1) for j in range(1, m + 1)) for n, l, m in h
        }
        gap = worst((value, v[state]) for state, value in sums.items())
        assert gap > 0.1 if printed else gap < 1e-13


def test_the_functions_of_a_uniform_distribution_by_hand():
    f = NakaiFunctions(parse("uniform"))
    assert f.T(0.25) == pytest.approx((1 - 0.25) ** 2 / 2)
    assert f.S(-1.0) == pytest.approx(0.5)
    assert 0.5 + f.A(0.5, 0.0, 0.0) == pytest.approx((2 - math.log(3)) / 4)


def strategies(*state, distribution="uniform"):
    """The pieces of a state's solution."""
    solution = solve(Nakai(*state, distribution))
    return solution.pieces(state)


def differences(v, n, states):
    """Values of the stage before at the named states."""
    return [v[(n - 1, *state)] for state in states]


@pytest.mark.parametrize(("n", "k", "m"), [(3, 1, 1), (5, 2, 3), (6, 3, 2), (8, 2, 2)])
def test_the_strategies_of_proposition_1(n, k, m):
    v, _ = table(N, "uniform")
    corner, right, below, both = differences(
        v, n, [(k - 1, 0, m - 1), (k - 1, 0, m), (k, 0, m - 1), (k, 0, m)]
    )
    alpha, beta = below - corner, right - corner
    z = both - alpha - right
    for piece in strategies(n, k, 0, m):
        x = (piece.low + piece.high) / 2
        row, col = [p(x) if p.top else 0 for p in piece.row], [q(x) if q.top else 0 for q in piece.col]
        if x < alpha:
            assert (row, col) == ([0, 0, 1], [1, 0])
        elif x < max(alpha, beta):
            assert (row, col) == ([0, 1, 0], [1, 0])
        else:
            assert row == pytest.approx([0, (beta + z) / (x + z), (x - beta) / (x + z)])
            assert col == pytest.approx([(alpha + z) / (x + z), (x - alpha) / (x + z)])


@pytest.mark.parametrize(("n", "l", "m"), [(3, 1, 2), (4, 1, 1), (5, 3, 2), (6, 2, 5), (8, 5, 3)])
def test_the_strategies_of_proposition_3_with_the_missing_interval(n, l, m):
    v, _ = table(N, "uniform")
    corner, right, below, both = differences(
        v, n, [(n - l, l - 1, m - 1), (n - l, l - 1, m), (n - l - 1, l, m - 1), (n - l - 1, l, m)]
    )
    alpha, beta = corner - below, right - corner
    z = both - right - below + corner
    for piece in strategies(n, n - l, l, m):
        x = (piece.low + piece.high) / 2
        row, col = [p(x) if p.top else 0 for p in piece.row], [q(x) if q.top else 0 for q in piece.col]
        if x < -beta:
            assert (row, col) == ([1, 0, 0], [0, 1])
        elif x < max(alpha / 2, -beta):
            assert (row, col) == ([1, 0, 0], [1, 0])
        elif x < beta + z:
            assert (row, col) == ([0, 1, 0], [1, 0])
        else:
            assert row == pytest.approx([(x - beta - z) / (2 * x - z), (x + beta) / (2 * x - z), 0])
            assert col == pytest.approx([(alpha - z) / (2 * x - z), (2 * x - alpha) / (2 * x - z)])


ORDER = [("play L", "pass"), ("play L", "play M"), ("pass", "play M"), ("play H", "play M"), "mixed"]


@pytest.mark.parametrize("distribution", ["uniform", "exponential(2)"])
def test_the_order_of_the_intervals(distribution):
    """Section 3's remark; the one exception is a row player who has only high cards to play, against a choice."""
    n = 6
    for k, l, m in itertools.product(range(n + 1), range(n + 1), range(1, n)):
        if not 0 < k + l <= n or (k, l) == (n, 0):
            continue
        game = Nakai(n, k, l, m, distribution)
        found = []
        for piece in solve(game).pieces(game.start):
            pure = [
                [move for move, p in zip(moves, side, strict=True) if p.top]
                for moves, side in ((game.row_moves, piece.row), (game.col_moves, piece.col))
            ]
            found.append(
                ORDER.index((pure[0][0], pure[1][0]) if len(pure[0]) == len(pure[1]) == 1 else "mixed")
            )
        assert found == sorted(found)
    last = solve(Nakai(n, n, 0, 2, distribution)).pieces((n, n, 0, 2))[-1]
    assert [bool(q.top) for q in last.col] == [False, True]


def test_proposition_5_in_fractions_up_to_twelve():
    game = Nakai(12, 6, 6, 12, "point(1)")
    known = {}
    for layer in all_layers(12):
        found = {}
        for state in layer.states:
            n, k, l, m = state
            rows, cols = game.moves(state)
            M = [
                [game.play(state, r, c)[0][1] + known.get(game.play(state, r, c)[1], Fr(0)) for c in cols]
                for r in rows
            ]
            value = exact_game(M)[0]
            assert value == Fr(m * (k - l), n)
            check_family(M, rows, cols, state, value)
            found[state] = value
        known = found


def family(n, k, l):
    """Proposition 5's two ends, with the weights of L and H in the first the right way round."""
    first = {"play L": Fr(n + l - k, 2 * n), "play H": Fr(n + k - l, 2 * n), "pass": Fr(0)}
    second = {"play L": Fr(max(0, l - k), n), "play H": Fr(max(0, k - l), n), "pass": Fr(n - abs(k - l), n)}
    return first, second


def check_family(M, rows, cols, state, value):
    """Every mixture of the two ends that the rules allow is optimal, nothing else is, and so is II's strategy."""
    n, k, l, m = state
    for t in (Fr(0), Fr(1, 3), Fr(1)):
        first, second = family(n, k, l)
        mixed = {move: t * first[move] + (1 - t) * second[move] for move in first}
        if all(p == 0 or move in rows for move, p in mixed.items()):
            pays = [sum(mixed[r] * M[i][j] for i, r in enumerate(rows)) for j in range(len(cols))]
            assert min(pays) == value
            if 0 < m < n:  # both columns bind, so the difference of H and L is forced: there are no others
                assert pays[0] == pays[1]
    y = [Fr(m, n), Fr(n - m, n)][: len(cols)]
    assert max(sum(q * a for q, a in zip(y, line, strict=True)) for line in M) == value
    if len(cols) == 2:
        slopes = [line[0] - line[1] for line in M]
        tight = [
            s
            for s, line in zip(slopes, M, strict=True)
            if sum(q * a for q, a in zip(y, line, strict=True)) == value
        ]
        unique = min(tight) < 0 < max(tight)
        assert unique == (max(k, l) < n)


def test_the_printed_weights_of_proposition_5_are_exchanged():
    M = [[Fr(-1) + Fr(1, 1), Fr(2, 1)], [Fr(1) + 0, Fr(0)], [Fr(1, 2), Fr(1)]]  # G_3(2, 1, 2) after (15)
    n, k, l = 3, 2, 1
    value = Fr(2, 3)
    right, printed = family(n, k, l)[0], {"play L": Fr(n + k - l, 2 * n), "play H": Fr(n + l - k, 2 * n)}
    pays = {
        name: min(p["play L"] * M[0][j] + p["play H"] * M[1][j] for j in range(2))
        for name, p in (("right", right), ("printed", printed))
    }
    assert pays["right"] == value
    assert pays["printed"] < value
