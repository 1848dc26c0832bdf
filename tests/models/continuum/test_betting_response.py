"""Expectations and best responses: against sums over many cards, and in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.games.poker import Kuhn, Raise, TwoBets, betting_tree
from zerosum.models.continuum.form import BettingForm, betting_form
from zerosum.models.continuum.response import Mix, best_response, expectation, guarantees, reach
from zerosum.models.continuum.rules import Deck

RAISE = betting_form(Raise().tree())
RELANCE = betting_form(betting_tree((Fraction(1),), 0))
F = Fraction


def pure(form: BettingForm, edges: list[Fraction], choices: list[list[int]]) -> tuple[Mix, np.ndarray]:
    """Pure strategies from the number of the action in each cell of each turn."""
    mix = []
    for turn, chosen in zip(form.turns, choices, strict=True):
        mix.append(np.array([[F(int(k == c)) for k in range(len(turn.actions))] for c in chosen], object))
    return mix, np.array(edges, object)


def test_relance_by_hand() -> None:
    """E_A = -c + b(1 - c) - (a + 1)(b - c)(1 - b), the paper's (16), for A betting above c and B seeing above b."""
    for c, b in [(F(1, 9), F(1, 3)), (F(1, 5), F(1, 2)), (F(1, 4), F(1, 3))]:
        mix, edges = pure(RELANCE, [F(0), c, b, F(1)], [[0, 1, 1], [0, 0, 1]])
        assert expectation(RELANCE, mix, edges, None) == -c + b * (1 - c) - 2 * (b - c) * (1 - b)


def test_best_response_by_hand() -> None:
    """Against an A who always bets 1, B sees from 1/4 on: fold costs 1, seeing pays 2(1 - 2y) to A."""
    mix, edges = pure(RELANCE, [F(0), F(1)], [[1], [0]])
    response = best_response(RELANCE, "col", mix, edges, None)
    assert F(1, 4) in list(response.edges)
    assert response.value == -(F(1, 4) + 2 * sum(F(1) * (1 - 2 * y) for y in (F(5, 8),)) * F(3, 4))


def random_mix(form: BettingForm, cells: int, rng: np.random.Generator) -> Mix:
    mix = []
    for turn in form.turns:
        weights = rng.integers(0, 4, (cells, len(turn.actions))) + np.eye(len(turn.actions), dtype=int)[0]
        table = [[F(int(w), int(row.sum())) for w in row] for row in weights]
        mix.append(np.array(table, object))
    return mix


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), cells=st.integers(1, 4))
def test_continuum_is_the_limit_of_decks(seed: int, cells: int) -> None:
    """With equal cells, n cards per cell and replacement, the best response tends to that of the continuum."""
    rng = np.random.default_rng(seed)
    mix = random_mix(RAISE, cells, rng)
    edges = np.array([F(k, cells) for k in range(cells + 1)], object)
    each = 200
    floats = [np.repeat(table.astype(float), each, axis=0) for table in mix]
    deck = Deck(cells * each, replace=True)
    cards = np.arange(cells * each + 1) / (cells * each)
    exact, near = guarantees(RAISE, mix, edges, None), guarantees(RAISE, floats, cards, deck)
    assert [float(x) for x in exact] == pytest.approx(near, abs=5e-3)
    same = expectation(RAISE, mix, edges, None)
    assert float(same) == pytest.approx(expectation(RAISE, floats, cards, deck), abs=1e-12)
    assert exact[0] <= same <= exact[1]


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), cells=st.integers(1, 5))
def test_floats_agree_with_fractions(seed: int, cells: int) -> None:
    rng = np.random.default_rng(seed)
    form = betting_form(TwoBets().tree())
    inner = sorted({F(int(k), 97) for k in rng.integers(1, 97, cells)})
    edges = np.array([F(0), *inner, F(1)], object)
    mix = random_mix(form, len(edges) - 1, rng)
    exact = guarantees(form, mix, edges, None)
    assert [float(x) for x in exact] == pytest.approx(
        guarantees(form, [table.astype(float) for table in mix], edges.astype(float), None), abs=1e-12
    )


def test_deck_by_summing_over_deals() -> None:
    """A's expectation in Kuhn poker, deal by deal and leaf by leaf."""
    form, deck = betting_form(Kuhn().tree()), Deck(4)
    mix = random_mix(form, 4, np.random.default_rng(7))
    edges = np.array([F(k, 4) for k in range(5)], object)
    row, col = reach(form, "row", mix), reach(form, "col", mix)
    total = F(0)
    for x in range(4):
        for y in range(4):
            if x != y:
                for leaf in form.leaves:
                    paid = leaf.constant + leaf.stake * (1 if x > y else -1)
                    total += F(1, 12) * row[leaf.row, x] * col[leaf.col, y] * paid
    assert expectation(form, mix, edges, deck) == total


def test_suits_are_ranks_that_split() -> None:
    """Two suits of two ranks are four cards of which equal ranks pay nothing at a showdown."""
    form, deck = betting_form(Kuhn().tree()), Deck(2, 2)
    mix = random_mix(form, 2, np.random.default_rng(3))
    edges = np.array([F(0), F(1, 2), F(1)], object)
    row, col = reach(form, "row", mix), reach(form, "col", mix)
    total = F(0)
    for x in range(4):
        for y in range(4):
            if x != y:
                sign = (x // 2 > y // 2) - (x // 2 < y // 2)
                for leaf in form.leaves:
                    paid = leaf.constant + leaf.stake * sign
                    total += F(1, 12) * row[leaf.row, x // 2] * col[leaf.col, y // 2] * paid
    assert expectation(form, mix, edges, deck) == total
